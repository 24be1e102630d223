"""The deal: who plays and who is idle, what is dealt to whom, and whether the cards recorded can be one pack."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from pinocle_cli.game import Standing, Table, note, part
from pinocle_cli.games.pinochle.common import shown_melds
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.read import MOST_DIGITS, Reading, did_you_mean, points_or_cards, said, shorten
from pinocle_cli.record import (
    ASSUMED,
    COUNT,
    IMPOSSIBLE,
    LIMIT,
    UNKNOWN_NAME,
    WRONG_TYPE,
    Cards,
    Deal,
    Event,
    Figure,
    Irregularity,
    Place,
)
from pinocle_cli.rulebook import Rule
from pinocle_cli.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.pinochle.common import Shown
    from pinocle_cli.source import Node

HAND = 15
WIDOW = 3
TRICKS = 15

PLAYERS = Rule(
    "auction.players",
    "Players",
    "procedure",
    "Three play; with four at the table the dealer sits out.",
    "002, Игроки",
)

INACTIVE = Rule(
    "auction.inactive",
    "Who is idle",
    "procedure",
    """Three are dealt cards and play. With four at the table the dealer gets none; with five neither the dealer nor the
    second player on his left does. The idle ones only take part in the settlement.""",
    "004, Число игроков",
)

PACK = Rule(
    "auction.pack-48",
    "The pack",
    "procedure",
    "Forty-eight cards: two copies each of ace, ten, king, queen, knave and nine in every suit.",
    "004, Колода",
)

RANK = Rule(
    "auction.rank",
    "Rank of the cards",
    "procedure",
    "From the top: ace, ten, king, queen, knave, nine.",
    "004, Старшинство карт",
)

DRAW_LOWEST = Rule(
    "auction.draw-lowest-deals",
    "Who deals first",
    "procedure",
    """Whoever draws the lowest card deals first, the next lowest sits on his left, and so on round the table. Suits do
    not rank; players with equal ranks draw again.""",
    "004, Жеребьевка",
)

CUT = Rule(
    "auction.cut-min-5",
    "Shuffle and cut",
    "procedure",
    "The dealer shuffles and the player on his left cuts, leaving five cards or more in either part.",
    "004, Тасование и снятие",
)

DEAL = Rule(
    "auction.deal",
    "The deal",
    "procedure",
    """Three at a time (or four, four, four and three), the player on the dealer's left first, until each of the three
    has fifteen cards. The three cards of the widow are dealt at the end of the first round.""",
    "004, Сдача (3-widow-3-3-3-3 or 4-widow-4-4-3; a З there is a 3)",
)

DEAL_002 = Rule(
    "auction.deal-002",
    "The deal, five packets",
    "procedure",
    "Fifteen cards each in five packets of three; the widow of three cards is dealt face down after the first packets.",
    "002, Сдача",
)


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


CONCEDED = ("unseen", "bidder", "opponents")


def _conceded(reading: Reading, node: Node) -> tuple[str, Place] | None:
    """Who gave up before the first lead."""
    text = reading.text(node, f"one of {', '.join(CONCEDED)}")
    if text is None:
        return None
    if text not in CONCEDED:
        reading.wrong(node, f"one of {', '.join(CONCEDED)}{did_you_mean(text, CONCEDED)}")
        return None
    return text, reading.place(node)


BIDDER = -1  # stands for whoever is the bidder, in `taken: 134`


def _taken(reading: Reading, node: Node) -> dict[int, Figure | Cards] | None:
    """`taken: 134` is the bidder's count; `{player: points}` is read too."""
    if type(node) is Mapping:
        return reading.by_name(node, points_or_cards)
    found = points_or_cards(reading, node)
    return None if found is None else {BIDDER: found}


@dataclass(slots=True, kw_only=True)
class AuctionDeal(Deal):
    """A deal as it is written."""

    widow: Cards | None = part(Reading.cards)
    bids: list[Event] | None = part(said("bids", _bid))
    trump: int | None = part(Reading.suit)
    melds: list[Shown] | None = part(shown_melds)
    bury: Cards | None = part(Reading.cards)
    conceded: tuple[str, Place] | None = part(_conceded)
    taken: dict[int, Figure | Cards] | None = part(_taken)


# --- The table -------------------------------------------------------------------------------------------------------


class Paid(NamedTuple):
    """Chips that went from one to another, and under which rule."""

    payer: int
    payee: int
    amount: int
    rule: Rule


class Decider(NamedTuple):
    """A fault that decides the contract: when it happened, who did it, what follows, under which rule, and its cause."""

    when: tuple[int, int]  # (trick, order within it): the earliest decides
    seat: int | None
    outcome: str
    rule: Rule
    cause: Any
    line: int


@dataclass(slots=True, kw_only=True)
class AuctionStanding(Standing):
    """The chips of an evening: besides the totals, who owes how much to whom."""

    owed: dict[tuple[int, int], int] = field(default_factory=dict)
    pot_filled: bool = False  # by the antes, or by chips that were brought in


@dataclass(slots=True, kw_only=True)
class Auction(Table):
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
    stop_line: int = 0  # where he did so
    cards: int | None = None  # the bidder's count, where it is known in the end
    least: int = 0  # what the bidder surely has, and what he can have at most
    most: int = 250
    # The settlement
    outcome: str | None = None
    settled: list[Entry] = field(default_factory=list)
    paid: list[Paid] = field(default_factory=list)
    deciders: list[Decider] = field(default_factory=list)

    @property
    def idle(self) -> tuple[int, ...]:
        """Who sits at the table without cards."""
        return tuple(seat for seat in range(self.standing.players) if seat not in self.active)

    @property
    def forced(self) -> bool:
        """Whether eldest must open."""
        return bool(self.house.opening_bid == "forced")

    def is_opponent(self, seat: int | None) -> bool:
        """Whether the player is one of the two against the bidder."""
        return self.bidder is not None and seat != self.bidder and seat in self.active

    def called(self, rule: Rule) -> list[Irregularity]:
        """The faults under this rule that the table wrote down."""
        return [said for said in self.deal.irregularities or () if said.fault in (rule.id, rule.name)]


def active_of(dealer: int, players: int) -> tuple[int, ...]:
    """Who is dealt cards, eldest first."""
    if players == 5:  # noqa: PLR2004 - the dealer and the second on his left are idle
        return tuple((dealer + n) % 5 for n in (1, 3, 4))
    return tuple((dealer + n) % players for n in (1, 2, 3))


def opened(**fields: Any) -> Auction:
    """The table before the first card is looked at."""
    table = Auction(**fields)
    deal, players = table.deal, table.standing.players
    if deal.dealer is None and table.standing.dealer is None:
        table.dealer = _likely_dealer(deal, players, table.dealer)
    table.active = active_of(table.dealer, players)
    table.kitty = players
    table.trump = deal.trump
    table.need = [0] * table.deck.kinds
    table.led = bool(deal.play or deal.taken)
    return table


def _likely_dealer(deal: AuctionDeal, players: int, otherwise: int) -> int:
    """Who must have dealt: the idle seats tell, or whoever spoke first."""
    with_cards = set(deal.hands or ())
    if players > len(with_cards) == 3:  # noqa: PLR2004 - three play
        for dealer in range(players):
            if with_cards == set(active_of(dealer, players)):
                return dealer
    if deal.bids:
        return (deal.bids[0].seat - 1) % players
    return otherwise


def who_plays(table: Auction) -> Said:
    """The kitty is no player, and only those who are dealt cards have any."""
    deal = table.deal
    if deal.dealer is None and table.standing.dealer is None and deal.play is None and deal.bids:
        text = f"who dealt is not recorded; {table.name(table.dealer)} is taken to have dealt"
        yield note(ASSUMED, table.place(), text)
    yield from _no_player(table)
    hands = deal.hands or {}
    for seat, hand in hands.items():
        if seat not in table.active and seat != table.kitty:
            line, column, path = hand.place
            text = f"{table.name(seat)} is idle when {table.name(table.dealer)} deals, but has cards"
            yield Finding(INACTIVE, FAULT, line, text, seat, column, path)
    if len(hands) == len(table.active) and table.kitty not in hands:
        order = [(table.dealer + n) % table.standing.players for n in range(1, table.standing.players + 1)]
        table.active = tuple(seat for seat in order if seat in hands)


def _no_player(table: Auction) -> Iterator[Finding]:
    """The kitty deals, bids and plays nothing."""
    deal, kitty = table.deal, table.kitty
    places = [Place(e.line, e.column, e.path) for e in (*(deal.bids or ()), *(deal.play or ())) if e.seat == kitty]
    places += [part[kitty].place for part in (deal.hands, deal.held, deal.taken, deal.tricks) if part and kitty in part]
    places += [said.place for said in deal.irregularities or () if said.by == kitty]
    if kitty in (deal.dealer, deal.last):
        places.append(table.place())
    for line, column, path in places:
        yield Finding(UNKNOWN_NAME, ERROR, line, "the kitty is no player and has no cards", None, column, path)


def fits_one_pack(table: Auction) -> Said:
    """The cards dealt make one pack, and each hand has the cards that are dealt."""
    deal, deck = table.deal, table.deck
    hands = deal.hands or {}
    parts = [*hands.values(), *([deal.widow] if deal.widow else [])]
    impossible = list(cards_that_make_no_pack(deck, parts))
    impossible += cards_that_make_no_pack(
        deck, [*(deal.held or {}).values(), *([deal.bury] if deal.bury and deal.held else [])]
    )
    yield from impossible
    if impossible:
        return
    table.hands = {seat: hand.cards for seat, hand in hands.items() if seat in table.active}
    table.widow = deal.widow.cards if deal.widow else None
    yield from _sizes(table)
    yield from _held_sizes(table)
    _fill_in(table)


def _sizes(table: Auction) -> Said:
    """A wrong hand that still leaves one pack is a fault of the deal; cards that make no pack are a slip of the pen."""
    deal, size = table.deal, table.deck.size
    hands = deal.hands or {}
    widow = deal.widow
    dealt = sum(len(hand.cards) for hand in hands.values()) + (len(widow.cards) if widow else 0)
    whole = len(hands) == len(table.active) and widow is not None and dealt == size
    wrong = [(seat, hand, HAND) for seat, hand in hands.items() if len(hand.cards) != HAND]
    if widow is not None and len(widow.cards) != WIDOW:
        wrong.append((None, widow, WIDOW))
    for seat, cards, right in wrong:
        line, column, path = cards.place
        who = "the widow" if seat is None else table.name(seat)
        text = f"{who} has {len(cards.cards)} cards; {right} are dealt"
        if whole:
            yield Finding(DEAL, FAULT, line, text, seat, column, path, cause=cards)
        else:
            yield Finding(COUNT, ERROR, line, text + _missing(table, dealt), seat, column, path)


def _missing(table: Auction, dealt: int) -> str:
    """Which card may have been left out, where the rest of the pack is recorded."""
    deal, deck = table.deal, table.deck
    few = 0 < deck.size - dealt < 4  # noqa: PLR2004 - a slip or two
    if not few or len(deal.hands or {}) != len(table.active) or deal.widow is None:
        return ""
    have = deck.count(*[part.cards for part in (*deal.hands.values(), deal.widow)])
    missing = [card for card in range(deck.kinds) for _ in range(deck.copies - have[card])]
    return f"; {deck.show(missing)} is missing from the pack"


def _held_sizes(table: Auction) -> Said:
    """As they are played, after the burial, all hands are of one size."""
    held = table.deal.held or {}
    for seat, cards in held.items():
        line, column, path = cards.place
        if seat not in table.active:
            text = f"{table.name(seat)} is idle when {table.name(table.dealer)} deals, but has cards"
            yield Finding(INACTIVE, FAULT, line, text, seat, column, path)
        elif len(cards.cards) > HAND or len(cards.cards) != len(next(iter(held.values())).cards):
            text = f"{table.name(seat)} has {len(cards.cards)} cards; in play each has {HAND}, and all have the same"
            yield Finding(COUNT, ERROR, line, text, seat, column, path)
        elif seat in table.hands and table.is_opponent(seat):
            yield from _held_differs(table, seat, cards)


def _held_differs(table: Auction, seat: int, cards: Cards) -> Said:
    """Who did not win the bidding plays what he was dealt."""
    if len(table.hands[seat]) != HAND:
        return  # a wrong hand has been put right
    have = table.deck.count(table.hands[seat])
    for card in cards.cards:
        have[card] -= 1
        if have[card] < 0:
            line, column, path = cards.place
            text = f"{table.name(seat)} was not dealt {table.deck.names[card]}"
            yield Finding(IMPOSSIBLE, ERROR, line, text, seat, column, path)
            return


def _fill_in(table: Auction) -> None:
    """The one part of the deal that is not recorded is the rest of the pack."""
    deck = table.deck
    hands, widow = table.hands, table.widow
    if any(len(hand) != HAND for hand in hands.values()) or (widow is not None and len(widow) != WIDOW):
        return
    missing = [seat for seat in table.active if seat not in hands]
    if len(missing) + (widow is None) != 1:
        return
    have = deck.count(*hands.values(), widow or ())
    rest = tuple(card for card in range(deck.kinds) for _ in range(deck.copies - have[card]))
    if widow is None:
        table.widow = rest
    else:
        hands[missing[0]] = rest
