"""A deal of auction as it is written, and the table on which it is adjudicated."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pinocle_cli.game import Bounds, DealState, Kind, SessionState, part
from pinocle_cli.games.pinochle.bids import BIDS
from pinocle_cli.games.pinochle.shown import MELD_KEYS, SHOWN, shown_melds
from pinocle_cli.light import NamedTuple, light_dataclass
from pinocle_cli.reader.kinds import CARDS, POINTS_OR_CARDS, SUIT, by_player, one_of, points_or_cards
from pinocle_cli.record import WRONG_TYPE, Cards, Deal, Event, Figure, Irregularity, Place, read_once

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pinocle_cli.games.auction.house import House
    from pinocle_cli.games.pinochle.common import Meld
    from pinocle_cli.games.pinochle.shown import Listed
    from pinocle_cli.known import Known, Move
    from pinocle_cli.ledger import Entry
    from pinocle_cli.reader.context import Reading
    from pinocle_cli.reader.tree import Node
    from pinocle_cli.rule import Rule

    Told = tuple[Move, Place, str]  # a move, where the record tells it, and in words

HAND = 15
WIDOW = 3
TRICKS = 15

# --- How the parts of a deal are written -----------------------------------------------------------------------------


CONCEDED = one_of("unseen", "bidder", "opponents")


BIDDER = -1  # stands for whoever is the bidder, in `taken: 134`


_TAKEN: Kind[dict[int, Figure | Cards]] = by_player(POINTS_OR_CARDS)


def _taken(reading: Reading, node: Node) -> dict[int, Figure | Cards] | None:
    """`taken: 134` is the bidder's count; `{player: points}` is read too."""
    if isinstance(node, tuple):
        return _TAKEN.read(reading, node)
    found = points_or_cards(reading, node)
    return None if found is None else {BIDDER: found}


TAKEN = Kind(_taken, "cards", lambda: {"anyOf": [POINTS_OR_CARDS.schema(), _TAKEN.schema()]})


def _melds(reading: Reading, node: Node) -> list[Listed] | None:
    """What the bidder melded; a mapping by player is of another game."""
    keys = [key for key, _ in node if isinstance(key, str)] if isinstance(node, tuple) else []
    if any(key not in MELD_KEYS and reading.who(key) is not None for key in keys):
        reading.error(WRONG_TYPE, node, "only the bidder melds here; write what he laid down alone, like melds: HKQ")
        return None
    return shown_melds(reading, node)


MELDS = Kind(_melds, "cards", SHOWN.schema)


@read_once
class AuctionDeal(Deal):
    """A deal as it is written."""

    widow: Cards | None = part(CARDS, doc="The three cards of the widow.", example="widow: SA H10 CJ")
    bids: Sequence[Event] | None = part(
        BIDS,
        doc="The bids and passes in order.",
        example="bids: [Ann: 300, Bob: pass, Cyd: pass]",
    )
    trump: int | None = part(SUIT, doc="The trump suit that the bidder named.", example="trump: hearts")
    melds: Sequence[Listed] | None = part(MELDS, doc="What the bidder melded.", example="melds: [flush, SQ DJ]")
    bury: Cards | None = part(CARDS, doc="The three cards that the bidder buried.", example="bury: S9 D10 CJ")
    conceded: tuple[str, Place] | None = part(
        CONCEDED, doc="Who gave up before the first lead.", example="conceded: bidder"
    )
    taken: Mapping[int, Figure | Cards] | None = part(
        TAKEN, doc="The card points that the bidder took, buried cards included.", example="taken: 134"
    )


# --- The table -------------------------------------------------------------------------------------------------------

Outcome = Literal["made", "equal", "double", "single", "opponents", "unseen"]
MADE: tuple[Outcome, ...] = ("made", "equal", "opponents")


class Paid(NamedTuple):
    """Chips that went from one to another, and under which rule."""

    payer: int
    payee: int
    amount: int
    rule: Rule


class Settled(NamedTuple):
    """What an outcome of the contract comes to: entries of chips, and who paid whom."""

    outcome: Outcome
    entries: tuple[Entry, ...]
    paid: tuple[Paid, ...]


class Ends(NamedTuple):
    """What a fault makes of the contract and by which rule; None among the outcomes: it goes on as it was played.

    Where it is not recorded who did it, or when, there are several: `ways` has the words for each.
    """

    outcomes: tuple[Outcome | None, ...]
    rule: Rule
    ways: tuple[str, ...] = ()


class Decider(NamedTuple):
    """A fault that may decide the contract: when it happened, what it makes of it, and the finding that tells."""

    when: tuple[int, int]  # (trick, order within it): the earliest decides
    ends: Ends
    cause: object
    seat: int | None
    line: int


class Won(NamedTuple):
    """A trick: its number, who won it, what it counts, its cards, and its line."""

    number: int
    winner: int
    points: int
    cards: tuple[int, ...]
    line: int


@light_dataclass(kw_only=True)
class AuctionSession(SessionState):
    """The chips of an evening: besides the totals, who owes how much to whom."""

    house: House
    owed: dict[tuple[int, int], int] = field(default_factory=dict)
    pot_filled: bool = False  # by the antes, or by chips that were brought in

    def __post_init__(self) -> None:
        """The chips that everybody, and the kitty, begins with."""
        kitty = self.record.more.get("kitty")
        if isinstance(kitty, Figure) and self.totals is not None:
            self.totals[len(self.record.players)] = kitty.value
        self.pot_filled = kitty is not None or bool(self.record.opening)


@light_dataclass(kw_only=True)
class Auction(DealState):
    """The table of one deal."""

    session: AuctionSession
    house: House
    deal: AuctionDeal
    active: tuple[int, ...] = ()  # who has cards, eldest first
    kitty: int = 0  # the number that stands for the kitty
    # Bidding
    bidder: int | None = None
    bid: int = 0
    bid_line: int = 0
    highs: list[int] = field(default_factory=list)  # the highest bid after each bid or pass
    closed: int | None = None  # how many bids and passes closed the bidding
    all_spoke: bool = False  # the bidding is recorded whole
    all_passed: bool = False
    # The cards
    hands: dict[int, tuple[int, ...]] = field(default_factory=dict)  # as dealt, where known
    widow: tuple[int, ...] | None = None
    buried: tuple[int, ...] | None = None  # where all three are known
    wrong: dict[int | None, int] = field(default_factory=dict)  # hands (None: the widow) dealt wrong: their cards
    known: Known | None = None
    told: list[Told] = field(default_factory=list)  # the moves until the first lead
    size: int = HAND  # cards that each has at the first lead of the record
    until_melds: int = 0  # how many moves there are before the melds, and before the first lead
    until_lead: int = 0
    # The melds
    melds: Bounds | None = None  # what they come to; None: not recorded
    meld_cap: int = 9999  # the most that they can come to, where they are not recorded and his cards are known
    laid: list[Meld] = field(default_factory=list)  # those that count
    need: list[int] = field(default_factory=list)  # how many copies of each card they need
    melding: list[int] = field(default_factory=list)  # how many of each the bidder had then, where all are known
    # The play
    led: bool = False
    tricks: list[Won] = field(default_factory=list)
    points: dict[int, int] = field(default_factory=dict)  # what the tricks of each count
    cleared: set[tuple[int, int]] = field(default_factory=set)  # (trick, seat): nobody can say that he revoked
    in_turn: set[int] = field(default_factory=set)  # tricks that are sure to be led in turn
    missed: int = 0  # tricks that the record leaves out before it begins
    played_out: bool = False  # all fifteen tricks
    last_won: bool = False  # the bidder won the last one
    claimed: int | None = None  # who claimed the rest
    conceded: str | None = None  # who gave up
    proposed: bool = False  # the record ends with one opponent's proposal to give up
    stop: Place | None = None  # where he did so
    cards: Bounds = field(default=Bounds(0, 250))  # the bidder's count
    counted: bool = False  # it is known in the end
    # The settlement
    deciders: list[Decider] = field(default_factory=list)
    open: tuple[Outcome | None, ...] = ()  # what the contract may come to, where a fault leaves it open
    outcome: Outcome | None = None
    settled: list[Entry] = field(default_factory=list)
    paid: list[Paid] = field(default_factory=list)

    def __post_init__(self) -> None:
        """The table before the first card is looked at."""
        deal, players = self.deal, self.session.players
        self.active = active_of(self.dealer, players)
        self.kitty = players
        self.trump = deal.trump
        self.need, self.melding = [0] * self.deck.kinds, [0] * self.deck.kinds
        self.most_tricks = TRICKS
        self.bids = None
        if deal.held:
            self.size = len(next(iter(deal.held.values())).cards)
        first = deal.play.first_trick if deal.play else None
        self.led = first is not None or bool(deal.taken)
        self.led = self.led or any((said.after or 0) > 0 for said in deal.irregularities or ())
        if not deal.bids and first is not None and first.seat in self.active:
            self.bidder = first.seat  # the bidder leads

    @property
    def forced(self) -> bool:
        """Whether eldest must open."""
        return bool(self.house.opening_bid == "forced")

    @property
    def goes_on(self) -> bool:
        """Whether anything is recorded that comes after the bidding."""
        deal = self.deal
        later = (deal.trump, deal.melds, deal.bury, deal.play, deal.conceded)
        return self.led or any(part is not None for part in later)

    @property
    def is_last(self) -> bool:
        """Whether it is the last deal of the record."""
        return bool(self.deal.prefix == self.session.record.deals[-1].prefix)

    @property
    def conceded_by(self) -> str | None:
        """Who gave up, in the play or before it."""
        return self.conceded or (self.deal.conceded[0] if self.deal.conceded else None)

    @property
    def calls_of_hands(self) -> bool:
        """Whether the table has called a hand or the widow wrong."""
        return bool(self.calls_of(*OF_HANDS))

    def is_opponent(self, seat: int | None) -> bool:
        """Whether the player is one of the two against the bidder."""
        return self.bidder is not None and seat != self.bidder and seat in self.active

    def calls_of(self, *labels: str) -> list[Irregularity]:
        """The faults of these names that the table wrote down."""
        called = self.deal.irregularities
        return [said for said in called if said.fault.rpartition(".")[2] in labels] if called else []


OF_HANDS = frozenset({"deal", "wrong-hand-before-widow", "wrong-hand-after-widow", "widow-short"})


def active_of(dealer: int, players: int) -> tuple[int, ...]:
    """Who is dealt cards, eldest first."""
    if players == 5:  # noqa: PLR2004 - the dealer and the second on his left are idle
        return tuple((dealer + n) % 5 for n in (1, 3, 4))
    return tuple((dealer + n) % players for n in (1, 2, 3))
