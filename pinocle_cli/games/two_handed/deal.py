"""The pack and the deal: what is dealt to whom, and whether the cards recorded can be one pack."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pinocle_cli.game import DealState, note, part
from pinocle_cli.games.pinochle.common import MELDS, dix_card
from pinocle_cli.games.two_handed.stock import WRONG_HAND_LONG, WRONG_HAND_SHORT
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack, is_one_pack
from pinocle_cli.reader.kinds import CARD, CARDS, NAME, SUIT
from pinocle_cli.record import COUNT, NOT_CHECKED, Cards, Deal, Place
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.pinochle.common import Listed

PLAYERS = Rule("players", "Players", "procedure", "Two play, each for himself.", "000, Число игроков")

PACK = Rule(
    "pack-48",
    "The pack",
    "procedure",
    """Forty-eight cards: two copies each of ace, ten, king, queen, knave and nine in every suit. Some tables play
    with sixty-four, which adds two eights and two sevens to each suit.""",
    "000, Колода; 002, Карты",
)

RANK = Rule(
    "rank",
    "Rank of the cards",
    "procedure",
    "From the top: ace, ten, king, queen, knave, nine, and with sixty-four cards eight and seven.",
    "000, Старшинство карт; 002, Иерархия карт",
)

DRAW_FOR_DEAL = Rule(
    "draw-for-deal",
    "Who deals first",
    "procedure",
    """Each draws a card from the spread pack; whoever has the higher one deals and chooses his seat. Equal ranks
    draw again.""",
    "000, Тасование и снятие",
)

CUT = Rule(
    "cut-min-5",
    "Shuffle and cut",
    "procedure",
    """The dealer's opponent shuffles first and the dealer last; the opponent cuts, leaving five cards or more in
    either part, and the dealer puts the cut together.""",
    "000, Тасование и снятие",
)

CUT_FOR_DEAL = Rule(
    "cut-for-deal",
    "The deal alternates",
    "procedure",
    "The first dealer is found by cutting; from then on the two deal in turn, and the other player cuts.",
    "002, Выбор первого сдающего",
)

OBJECT = Rule(
    "object",
    "What it is about",
    "procedure",
    "To win cards that count in tricks, and to show combinations that score.",
    "000, Цель игры; 002, Цель игры",
)

DEAL_12 = Rule(
    "deal-12",
    "The deal",
    "procedure",
    """Three or four cards at a time, the dealer's opponent first, until each has twelve (of sixty-four cards,
    sixteen). The next card is turned up and fixes the trump suit; the rest is the stock, which lies face down and
    half covers it.""",
    "000, Сдача; 002, Сдача (where the turned card, the 25th, is called the 13th by a slip)",
)

DIX_CARD = Rule(
    "dix-card",
    "The dix",
    "procedure",
    "The lowest trump is the dix: the nine in a pack of forty-eight, the seven in a pack of sixty-four.",
    "000, Цель игры; 002, Дикс",
)


@dataclass(slots=True, kw_only=True)
class TwoHandedDeal(Deal):
    """A deal as it is written."""

    turned: Cards | None = part(
        CARD, doc="The card turned up after the deal: its suit is trumps.", example="turned: H9"
    )
    trump: int | None = part(SUIT, doc="The trump suit, where the turned card is not known.", example="trump: hearts")
    stock: Cards | None = part(
        CARDS, doc="The face-down cards in the order in which they were drawn.", example="stock: S9 HK CA D10"
    )
    melds: dict[int, list[Listed]] | None = part(
        MELDS, doc="What each melded, where the play is not recorded.", example="melds: {Anna: [HK HQ, dix], Boris: 40}"
    )
    out: int | None = part(NAME, doc="Who declared himself out.", example="out: Anna")


@dataclass(slots=True, kw_only=True)
class TwoHanded(DealState):
    """The table of one deal."""

    size: int = 12  # cards in a right hand
    dix: int | None = None  # the lowest trump, where the trump suit is known
    won: list[int] | None = None  # card points taken; None where they are not recorded
    whole: bool = False  # the deal was played to the end
    out: int | None = None  # who declared himself out, and where
    out_at: Place | None = None
    last_line: int = 0  # of the last trick
    revoked: set[int] = field(default_factory=set)
    left_out: int | None = 0  # points of a card that took no part; None where one did not and is not recorded
    count_line: dict[int, int] = field(default_factory=dict)  # where each player's count stands

    def __post_init__(self) -> None:
        """The table before the first card is looked at."""
        deal = self.deal
        self.size = self.deck.size // 4
        self.trump = deal.trump if deal.turned is None else self.deck.suit[deal.turned.cards[0]]
        if self.trump is not None:
            self.dix = dix_card(self.deck, self.trump)


def fits_one_pack(state: TwoHanded) -> Said:
    """The cards dealt make one pack, and each hand has the cards that are dealt."""
    deal, deck = state.deal, state.deck
    if deal.turned is not None and deal.trump is not None and deck.suit[deal.turned.cards[0]] != deal.trump:
        line, column, path = deal.turned.place
        message = f"{deck.show(deal.turned.cards)} is turned, but `trump` names another suit"
        yield Finding(COUNT, ERROR, line, message, None, column, path)
    hands = [*(deal.hands or {}).values()]
    parts = [*hands, *filter(None, (deal.stock, deal.turned))]
    as_dealt = deal.held is None and deal.turned and [len(hand.cards) for hand in hands] == [state.size, state.size]
    if as_dealt and is_one_pack(deck, parts):
        return
    impossible = list(cards_that_make_no_pack(deck, parts))
    yield from impossible
    if impossible:
        return
    yield from _hand_sizes(state)
    for seat, hand in (deal.held or {}).items():
        if len(hand.cards) > state.size:
            line, column, path = hand.place
            message = (
                f"{state.name(seat)} has {len(hand.cards)} cards here; when the stock is gone each has {state.size}"
            )
            yield Finding(COUNT, ERROR, line, message, seat, column, path)
    if deal.held:
        yield from cards_that_make_no_pack(deck, deal.held.values())


MISDEAL = Rule(
    "misdeal",
    "Misdeal",
    "irregularity",
    """If it is found before the first trick is played that a player has a wrong number of cards, or that a card of a
    player or of the pack was exposed in dealing, the deal is void and the same dealer deals again.""",
    "000, Неправильная сдача",
)


def _hand_sizes(state: TwoHanded) -> Said:
    """A wrong hand that still leaves one pack is a fault of the deal; cards that make no pack are a slip of the pen."""
    deal, size = state.deal, state.size
    hands = deal.hands or {}
    wrong = {seat: len(hand.cards) for seat, hand in hands.items() if len(hand.cards) != size}
    dealt = sum(len(hand.cards) for hand in hands.values())
    stock = state.deck.size - 1 - dealt
    both = len(hands) == 2  # noqa: PLR2004 - two players
    if deal.stock is not None and both and len(deal.stock.cards) > stock:
        line, column, path = deal.stock.place
        dealt_in_all = f"{dealt} in the hands, one turned and {len(deal.stock.cards)} in the stock"
        message = f"{dealt_in_all} are more than the {state.deck.size} cards of the pack"
        yield Finding(COUNT, ERROR, line, message, None, column, path)
        return
    if not wrong:
        if deal.stock is not None and both and len(deal.stock.cards) < stock:
            text = f"{len(deal.stock.cards)} cards of the stock are recorded, of {stock}{_missing(state)}"
            yield note(NOT_CHECKED, deal.stock.place, text)
        return
    whole = both and (dealt == 2 * size or (deal.stock is not None and len(deal.stock.cards) == stock))
    for seat, count in wrong.items():
        line, column, path = hands[seat].place
        text = f"{state.name(seat)} has {count} cards; {size} are dealt"
        if not whole:
            yield Finding(COUNT, ERROR, line, text + _missing(state), seat, column, path)
        elif _tricks_played(deal):
            rule = WRONG_HAND_LONG if count > size else WRONG_HAND_SHORT
            yield Finding(rule, FAULT, line, text, seat, column, path)
        else:
            text += ", and it was found before the first trick"
            yield Finding(MISDEAL, FAULT, line, text, seat, column, path)


def _tricks_played(deal: TwoHandedDeal) -> bool:
    """Whether the record goes beyond the first trick."""
    if deal.taken is not None or deal.melds is not None:
        return True
    return any(not event.verb for event in deal.play or ())


def _missing(state: TwoHanded) -> str:
    """Which card may have been left out, where the rest of the pack is recorded."""
    deal, deck = state.deal, state.deck
    if len(deal.hands or {}) < 2 or deal.stock is None or deal.turned is None:  # noqa: PLR2004 - two players
        return ""
    have = deck.count(card for part in (*deal.hands.values(), deal.stock, deal.turned) for card in part.cards)
    missing = [card for card in range(deck.kinds) for _ in range(deck.copies - have[card])]
    few = 0 < len(missing) < 4  # noqa: PLR2004 - a slip or two
    return f"; {deck.show(missing)} is missing from the pack" if few else ""


DIX_TURNED = Rule(
    "dix-turned",
    "Dix turned",
    "score",
    "A dealer who turns up the dix as the trump card scores ten at once.",
    "000, Показ дикса; 002, Дикс",
)


def dix_turned(state: TwoHanded) -> Said:
    """Ten for the dealer."""
    turned = state.deal.turned
    if turned is not None and turned.cards[0] == state.dix:
        yield Entry(state.dealer, 10, DIX_TURNED, turned.place.line, f"{state.deck.show(turned.cards)} turned")
