"""The pack and the deal: what is dealt to whom, whether the cards make one pack, and deals that must be made again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pinocle_cli.game import DealState, note, part
from pinocle_cli.games.partnership.seats import PLAYERS, account, by_side
from pinocle_cli.games.pinochle.common import MELDS, WHOLE_COUNT, dix_card
from pinocle_cli.ledger import ERROR, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.reader.kinds import CARD, NAME, NAMES, SUIT, said
from pinocle_cli.reader.parse import Text
from pinocle_cli.record import ASSUMED, COUNT, UNKNOWN_NAME, WRONG_TYPE, Cards, Deal, Event, Place, Play
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import winner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.pinochle.common import Listed
    from pinocle_cli.reader.context import Reading

HAND = 12  # cards that each player is dealt
TRICKS = 12

SEATS = Rule(
    "players",
    "Players",
    "procedure",
    "Four play, two against two; partners sit opposite each other.",
    "003, Число игроков",
)

PACK = Rule(
    "pack-48",
    "The pack",
    "procedure",
    "Forty-eight cards: two copies each of ace, ten, king, queen, knave and nine in every suit.",
    "003, Колода",
)

DRAW = Rule(
    "draw-partners",
    "Drawing for partners",
    "procedure",
    "Each draws a card. The two who have the highest play together; if two draw the same rank, all draw again.",
    "003, Жеребьевка",
)

CUT = Rule(
    "shuffle-cut",
    "Shuffle and cut",
    "procedure",
    "Anybody may shuffle and the dealer does so last; the player at his right cuts.",
    "003, Тасование и снятие",
)

DEAL = Rule(
    "deal",
    "The deal",
    "procedure",
    """The cards are dealt three at a time, twelve to each. The dealer turns up the last card, which is his own: its
    suit is trumps.""",
    "003, Сдача",
)


# --- Bids, as they are written ---------------------------------------------------------------------------------------


def _bid(reading: Reading, text: str, place: Place) -> tuple[tuple[int, ...], Any] | None:
    """`300` or `pass`."""
    if text.lower() in ("pass", "passes", "passed"):
        return (), None
    if text.isdecimal():
        figure = reading.number(Text.at(text, place.line, place.column), 1)
        return None if figure is None else ((), figure.value)
    reading.error(WRONG_TYPE, place, f'"{text}" stands here; expected a number or `pass`')
    return None


@dataclass(slots=True, kw_only=True)
class PartnershipDeal(Deal):
    """A deal as it is written."""

    turned: Cards | None = part(
        CARD, doc="The card that the dealer turned up; its suit is trumps.", example="turned: H9"
    )
    trump: int | None = part(SUIT, doc="The trump suit, where no card was turned.", example="trump: hearts")
    dix_exchange: list[int] | None = part(
        NAMES, doc="Who exchanged the turned card for his dix.", example="dix-exchange: [Bob]"
    )
    bids: list[Event] | None = part(
        said("bids", _bid), doc="The bids and passes in order.", example="bids: [Ann: 250, Bob: pass]"
    )
    melds: dict[int, list[Listed]] | None = part(
        MELDS, doc="What each player melded.", example="melds: {Ann: HK HQ, Bob: [pinochle, dix]}"
    )
    out: int | None = part(NAME, doc="Who declared his side out.", example="out: Ann")


@dataclass(slots=True, kw_only=True)
class Partnership(DealState):
    """The table of one deal. Lists of two are by side."""

    unit: int = 1  # by how much every value is divided
    dix: int | None = None  # the nine of trumps, where the trump suit is known
    exchanger: int | None = None  # who took the turned card for his dix
    melded: list[int] = field(default_factory=lambda: [0, 0])  # points for melds and dixes
    won: list[int] | None = None  # card points; None where they are not recorded
    tricks: list[int | None] = field(default_factory=lambda: [None, None])  # None: not known
    counted_at: list[int] = field(default_factory=lambda: [0, 0])  # the line where each side's count stands
    whole: bool = False  # the deal was played to the end
    out: int | None = None  # who declared his side out, and where
    out_at: Place | None = None
    bidder: int | None = None
    bid: int = 0
    bid_line: int = 0
    made: bool | None = None  # whether the bidding side made its bid, where that is known

    def __post_init__(self) -> None:
        """The table before the first card is looked at."""
        deal = self.deal
        self.trump = deal.trump if deal.turned is None else self.deck.suit[deal.turned.cards[0]]
        self.dix = None if self.trump is None else dix_card(self.deck, self.trump)
        self.unit = 10 if self.house.values == "tens" else 1
        if deal.dealer is None and self.session.dealer is None:
            self.dealer = _likely_dealer(self)
        if deal.claimed is not None:
            deal.claimed = by_side(deal.claimed)

    @property
    def turned(self) -> int | None:
        """The card that the dealer turned; where trumps are bid for none is."""
        turned = self.deal.turned
        return None if turned is None or self.bidding else turned.cards[0]

    @property
    def bidding(self) -> bool:
        """Whether the trump suit is bid for."""
        return bool(self.house.bidding == "auction")

    @property
    def even(self) -> bool:
        """Whether the cards of a trick come out in whole values of the house; fours and fives by ten do not."""
        return self.unit == 1 or bool(self.house.count == "10-10-10")

    @property
    def whole_count(self) -> int:
        """What the cards and the last trick of a deal come to."""
        return WHOLE_COUNT // self.unit


def _likely_dealer(state: Partnership) -> int:
    """Who dealt, where it is not recorded: the first lead, the first trick and the turned card may tell."""
    hands, first = state.deal.hands or {}, next(events_of(state.deal), None)
    if state.bidding and state.house.leader == "bidder":
        return state.dealer
    if first is not None and 0 <= first.seat < PLAYERS:
        return (first.seat - 1) % PLAYERS
    for dealer in range(PLAYERS):
        own = hands.get(dealer)
        if could_lead(state, (dealer + 1) % PLAYERS) and (state.turned is None or not own or state.turned in own.cards):
            return dealer
    return state.dealer


def could_lead(state: Partnership, leader: int) -> bool:
    """Whether the hands allow that this player led to the first trick: each then played cards of his own."""
    hands = state.deal.held or state.deal.hands or {}
    left = {seat: Counter(cards.cards) for seat, cards in hands.items()}
    exchange = (state.turned, state.dix)  # cards that may have come to a hand after the deal
    for seat, card in seats_and_cards(state, leader):
        if seat in left:
            if not left[seat][card] and card not in exchange:
                return False
            left[seat][card] -= 1
    return True


def seats_and_cards(state: Partnership, leader: int) -> Iterator[tuple[int, int]]:
    """(seat, card) for each card played, by the first lead and the winners of the tricks."""
    for event in events_of(state.deal):
        leader = event.seat if event.seat >= 0 else leader
        for nth, card in enumerate(event.cards):
            yield (leader + nth) % PLAYERS, card
        if len(event.cards) == PLAYERS:
            leader = (leader + winner(state.deck, event.cards, state.trump)) % PLAYERS


# --- Whether it can be -----------------------------------------------------------------------------------------------


def names_fit(state: Partnership) -> Said:
    """A side has points, but it holds no cards, deals none, leads to no trick and makes no bid."""
    deal = state.deal
    if state.dealer >= PLAYERS:
        yield _no_player(state, state.dealer, state.place()._replace(path="dealer"))
    for part_ in (deal.hands, deal.held):
        for seat, cards in (part_ or {}).items():
            if seat >= PLAYERS:
                yield _no_player(state, seat, cards.place)
    for event in (*(deal.play or ()), *(deal.bids or ())):
        if event.seat >= PLAYERS and event.verb in ("", "bids"):
            yield _no_player(state, event.seat, Place(event.line, event.column, event.path))
    for seat in deal.dix_exchange or ():
        if seat >= PLAYERS:
            yield _no_player(state, seat, state.place()._replace(path="dix-exchange"))


def _no_player(state: Partnership, seat: int, place: Place) -> Finding:
    one, other = state.name(seat - PLAYERS), state.name(seat - PLAYERS + 2)
    text = f"{state.name(seat)} is a side; which of the two is meant, {one} or {other}?"
    return Finding(UNKNOWN_NAME, ERROR, place.line, text, seat, place.column, place.path)


def fits_one_pack(state: Partnership) -> Said:
    """The cards dealt make one pack, and the turned card is one of the dealer's."""
    deal, deck = state.deal, state.deck
    hands, turned = deal.hands or {}, deal.turned
    if turned is not None and deal.trump is not None and deck.suit[turned.cards[0]] != deal.trump:
        text = f"{deck.show(turned.cards)} is turned, but `trump` names another suit"
        yield Finding(COUNT, ERROR, turned.place.line, text, None, *turned.place[1:])
    apart = [turned] if turned is not None and state.dealer not in hands else []
    yield from cards_that_make_no_pack(deck, [*hands.values(), *apart])
    if deal.held:
        yield from cards_that_make_no_pack(deck, list(deal.held.values()))
    if state.turned is not None and turned is not None and state.dealer in hands:
        own = hands[state.dealer]
        if state.turned not in own.cards:
            text = (
                f"{deck.show(turned.cards)} was turned, but is not among the cards of {state.name(state.dealer)}, who"
                " dealt: the turned card is the dealer's own"
            )
            yield Finding(COUNT, ERROR, own.place.line, text, state.dealer, *own.place[1:])


def bare_turn(state: Partnership) -> Said:
    """Where trumps are bid for, a turned card says no more than the suit; where nothing is turned, nothing does."""
    deal = state.deal
    if state.bidding and deal.turned is not None:
        text = "trumps are bid for here and no card is turned; only its suit is taken"
        yield note(ASSUMED, deal.turned.place, text)


DIX_TURNED = Rule(
    "dix-turned",
    "Dix turned",
    "score",
    "A dealer who turns up the dix, the nine of trumps, scores ten for it.",
    "003, Козырная карта",
)


def dix_turned(state: Partnership) -> Said:
    """Ten for the dealer's side."""
    turned = state.deal.turned
    if state.turned is None or state.turned != state.dix:
        return
    if state.deal.dealer is None and state.session.dealer is None and state.deal.play is None:
        text = f"who dealt is not recorded; {state.name(state.dealer)} is taken to have turned the dix"
        yield note(ASSUMED, turned.place, text)
    points = 10 // state.unit
    state.melded[account(state.dealer) - PLAYERS] += points
    text = f"{state.name(state.dealer)}: {state.deck.show(turned.cards)} turned"
    yield Entry(account(state.dealer), points, DIX_TURNED, turned.place.line, text)


# --- Deals that are made again ---------------------------------------------------------------------------------------

MISDEAL_EXPOSED = Rule(
    "misdeal-exposed",
    "Several cards exposed in dealing",
    "irregularity",
    "If several cards are exposed in dealing, the same dealer deals again. One card alone is no reason for it.",
    "003, Неправильная сдача (1a)",
)

MISDEAL_NO_TRUMP = Rule(
    "misdeal-no-trump",
    "No trump card turned",
    "irregularity",
    """If the dealer does not turn up the trump card, the same dealer deals again, or one of the dealer's cards is
    drawn for it. Either is lawful, and it is for the table to say which way it went.""",
    "003, Неправильная сдача (1b, 2)",
)

DRAW_TRUMP = Rule(
    "draw-trump-card",
    "A trump card is drawn",
    "irregularity",
    """Where no trump card was turned, any player may draw one of the dealer's cards, face down; it becomes the trump
    card. A new deal would be lawful too.""",
    "003, Неправильная сдача (2)",
)


def went_on(deal: Deal) -> bool:
    """Whether the record goes on after the deal: somebody melded, played or counted."""
    own: Any = deal
    return any(value is not None for value in (own.play, own.melds, own.taken, own.tricks))


def events_of(deal: PartnershipDeal) -> Iterator[Event]:
    """The tricks of the record, those that were taken back left out."""
    events = deal.play or Play.of(())
    for n, event in enumerate(events):
        if not event.verb and not (n + 1 < len(events) and events[n + 1].verb == "takes back"):
            yield event
