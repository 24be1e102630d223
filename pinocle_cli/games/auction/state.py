"""A deal of auction as it is written, and the table on which it is adjudicated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from pinocle_cli.game import DealState, Kind, SessionState, part
from pinocle_cli.games.pinochle.common import SHOWN
from pinocle_cli.reader.context import MOST_DIGITS, did_you_mean, shorten
from pinocle_cli.reader.kinds import CARDS, POINTS_OR_CARDS, SUIT, by_player, points_or_cards, said
from pinocle_cli.record import LIMIT, WRONG_TYPE, Cards, Deal, Event, Figure, Irregularity, Place

if TYPE_CHECKING:
    from pinocle_cli.games.pinochle.common import Listed
    from pinocle_cli.ledger import Entry
    from pinocle_cli.reader.context import Reading
    from pinocle_cli.reader.parse import Node
    from pinocle_cli.rule import Rule

HAND = 15
WIDOW = 3
TRICKS = 15

# --- How the parts of a deal are written -----------------------------------------------------------------------------


def _bid(reading: Reading, text: str, place: Place) -> tuple[tuple[int, ...], int | None] | None:
    """`300` or `pass`."""
    word = text.lower()
    if word == "pass":
        return (), None
    if not text.isdecimal():
        message = f'"{shorten(text)}" stands here; expected a bid, like 300, or pass{did_you_mean(word, ("pass",))}'
        reading.error(WRONG_TYPE, place, message)
        return None
    if len(text) > MOST_DIGITS:
        reading.error(LIMIT, place, f"{shorten(text, 20)} has {len(text)} digits; no bid has more than {MOST_DIGITS}")
        return None
    return (), int(text)


_CONCEDED = ("unseen", "bidder", "opponents")


def _conceded(reading: Reading, node: Node) -> tuple[str, Place] | None:
    """Who gave up before the first lead."""
    text = reading.text(node, f"one of {', '.join(_CONCEDED)}")
    if text is None:
        return None
    if text not in _CONCEDED:
        reading.wrong(node, f"one of {', '.join(_CONCEDED)}{did_you_mean(text, _CONCEDED)}")
        return None
    return text, reading.place(node)


CONCEDED = Kind(_conceded, "text", {"enum": [*_CONCEDED]})


BIDDER = -1  # stands for whoever is the bidder, in `taken: 134`


def _taken(reading: Reading, node: Node) -> dict[int, Figure | Cards] | None:
    """`taken: 134` is the bidder's count; `{player: points}` is read too."""
    if isinstance(node, tuple):
        return reading.by_name(node, points_or_cards)
    found = points_or_cards(reading, node)
    return None if found is None else {BIDDER: found}


TAKEN = Kind(_taken, "cards", {"anyOf": [POINTS_OR_CARDS.schema, by_player(POINTS_OR_CARDS).schema]})


@dataclass(slots=True, kw_only=True)
class AuctionDeal(Deal):
    """A deal as it is written."""

    widow: Cards | None = part(CARDS, doc="The three cards of the widow.", example="widow: SA H10 CJ")
    bids: list[Event] | None = part(
        said("bids", _bid), doc="The bids and passes in order.", example="bids: [Ann: 300, Bob: pass, Cyd: pass]"
    )
    trump: int | None = part(SUIT, doc="The trump suit that the bidder named.", example="trump: hearts")
    melds: list[Listed] | None = part(SHOWN, doc="What the bidder melded.", example="melds: [flush, SQ DJ]")
    bury: Cards | None = part(CARDS, doc="The three cards that the bidder buried.", example="bury: S9 D10 CJ")
    conceded: tuple[str, Place] | None = part(
        CONCEDED, doc="Who gave up before the first lead.", example="conceded: bidder"
    )
    taken: dict[int, Figure | Cards] | None = part(
        TAKEN, doc="The card points that the bidder took, buried cards included.", example="taken: 134"
    )


# --- The table -------------------------------------------------------------------------------------------------------


class Paid(NamedTuple):
    """Chips that went from one to another, and under which rule."""

    payer: int
    payee: int
    amount: int
    rule: Rule


class Decider(NamedTuple):
    """A fault that decides the contract: when and by whom, what follows under which rule, and its cause."""

    when: tuple[int, int]  # (trick, order within it): the earliest decides
    seat: int | None
    outcome: str
    rule: Rule
    cause: Any
    line: int


@dataclass(slots=True, kw_only=True)
class AuctionSession(SessionState):
    """The chips of an evening: besides the totals, who owes how much to whom."""

    owed: dict[tuple[int, int], int] = field(default_factory=dict)
    pot_filled: bool = False  # by the antes, or by chips that were brought in

    def __post_init__(self) -> None:
        """The chips that everybody, and the kitty, begins with."""
        kitty = self.record.more.get("kitty")
        if kitty is not None and self.totals is not None:
            self.totals[len(self.record.players)] = kitty.value
        self.pot_filled = kitty is not None or bool(self.record.opening)


@dataclass(slots=True, kw_only=True)
class Auction(DealState):
    """The table of one deal."""

    active: tuple[int, ...] = ()  # who has cards, eldest first
    kitty: int = 0  # the number that stands for the kitty
    # Bidding
    bidder: int | None = None
    bid: int = 0
    bid_line: int = 0
    bids_so_far: list[tuple[int, int]] = field(default_factory=list)  # (how many bids and passes, highest bid by then)
    all_passed: bool = False
    # The widow, the melds and what was buried
    widow: tuple[int, ...] | None = None
    hands: dict[int, tuple[int, ...]] = field(default_factory=dict)  # as dealt, where known
    can_hold: list[int] = field(default_factory=list)  # how many of each card the bidder can have had, widow and all
    all_known: bool = False  # and whether they are just those
    need: list[int] = field(default_factory=list)  # how many copies of each card the melds need
    melds: int | None = None
    # The play
    led: bool = False
    tricks: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)  # winner, points, cards of each
    missed: int = 0  # tricks that the record leaves out before it begins
    played_out: bool = False  # all fifteen tricks
    last_won: bool = False  # the bidder won the last one
    claimed: int | None = None  # who claimed the rest
    conceded: str | None = None  # who gave up
    stop: Place | None = None  # where he did so
    cards: int | None = None  # the bidder's count, where it is known in the end
    least: int = 0  # what the bidder surely has, and what he can have at most
    most: int = 250
    # The settlement
    outcome: str | None = None
    settled: list[Entry] = field(default_factory=list)
    paid: list[Paid] = field(default_factory=list)
    deciders: list[Decider] = field(default_factory=list)

    def __post_init__(self) -> None:
        """The table before the first card is looked at."""
        deal, players = self.deal, self.session.players
        if deal.dealer is None:
            self.dealer = _likely_dealer(deal, players, self.session.dealer)
        self.active = active_of(self.dealer, players)
        self.kitty = players
        self.trump = deal.trump
        self.need = [0] * self.deck.kinds
        self.can_hold = [self.deck.copies] * self.deck.kinds
        first = next((event for event in deal.play or () if not event.verb), None)
        in_play = any((said.after or 0) > 0 for said in deal.irregularities or ())
        self.led = first is not None or bool(deal.taken) or in_play
        if not deal.bids and first is not None and first.seat in self.active:
            self.bidder = first.seat  # the bidder leads

    @property
    def forced(self) -> bool:
        """Whether eldest must open."""
        return bool(self.house.opening_bid == "forced")

    @property
    def widow_taken(self) -> bool:
        """Whether the bidder has gone on from the bidding."""
        deal = self.deal
        return self.led or any(part is not None for part in (deal.melds, deal.bury, deal.trump))

    def is_opponent(self, seat: int | None) -> bool:
        """Whether the player is one of the two against the bidder."""
        return self.bidder is not None and seat != self.bidder and seat in self.active

    def calls_of(self, rule: Rule) -> list[Irregularity]:
        """The faults under this rule that the table wrote down."""
        return [
            said
            for said in self.deal.irregularities or ()
            if said.fault in (rule.label, f"{self.session.game.name}.{rule.label}")
        ]


def active_of(dealer: int, players: int) -> tuple[int, ...]:
    """Who is dealt cards, eldest first."""
    if players == 5:  # noqa: PLR2004 - the dealer and the second on his left are idle
        return tuple((dealer + n) % 5 for n in (1, 3, 4))
    return tuple((dealer + n) % players for n in (1, 2, 3))


def _likely_dealer(deal: AuctionDeal, players: int, next_dealer: int | None) -> int:
    """Who must have dealt: the idle seats tell, or the deal before, or whoever spoke first."""
    with_cards = set(deal.hands or ())
    if players > len(with_cards) == 3:  # noqa: PLR2004 - three play
        for dealer in range(players):
            if with_cards == set(active_of(dealer, players)):
                return dealer
    if next_dealer is not None:
        return next_dealer
    return (deal.bids[0].seat - 1) % players if deal.bids else 0
