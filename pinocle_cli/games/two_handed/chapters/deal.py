"""The pack and the deal: what is dealt to whom, and whether the cards recorded can be one pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import PACK_48, PACK_64, dix_card
from pinocle_cli.games.pinochle.turns import out_of_rotation
from pinocle_cli.games.two_handed.chapters.wrong_hands import WRONG_HAND_LONG, WRONG_HAND_SHORT
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Ruling
from pinocle_cli.packs import cards_that_make_no_pack, is_one_pack
from pinocle_cli.record import COUNT, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.two_handed.state import TwoHanded
    from pinocle_cli.record import Irregularity

PLAYERS = Rule("players", "Players", "procedure", "Two play, each for himself.", "000, Число игроков")

PACK = Rule(
    "pack-48",
    "The pack",
    "procedure",
    """Forty-eight cards: two copies each of ace, ten, king, queen, knave and nine in every suit. Some tables play
    with sixty-four, which adds two eights and two sevens to each suit.""",
    "000, Колода; 002, Карты",
)


@PACK.applied
def pack_of(pack: str) -> Deck:
    """The pack of so many cards."""
    return PACK_64 if pack == "64" else PACK_48


RANK = Rule(
    "rank",
    "Rank of the cards",
    "procedure",
    "From the top: ace, ten, king, queen, knave, nine, and with sixty-four cards eight and seven.",
    "000, Старшинство карт; 002, Иерархия карт",
)
RANK.table(PACK_64.ranks)

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


@CUT_FOR_DEAL.applied
def whose_deal(state: TwoHanded) -> Iterator[Finding]:
    """A dealer who is written although the other was to deal."""
    yield from out_of_rotation(state, CUT_FOR_DEAL)


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


@DEAL_12.applied
def fits_one_pack(state: TwoHanded) -> Said:
    """The cards dealt make one pack, and each hand has the cards that are dealt."""
    deal, deck = state.deal, state.deck
    if state.turned is not None and deal.trump is not None and deck.suit[state.turned] != deal.trump:
        text = f"{deck.names[state.turned]} is turned, but `trump` names another suit"
        yield Finding.at(deal.turned.place if deal.turned else state.place(), COUNT, ERROR, text)
    hands = [*(deal.hands or {}).values()]
    parts = [*hands, *filter(None, (deal.stock, deal.turned))]
    as_dealt = deal.held is None and deal.turned and [len(hand.cards) for hand in hands] == [state.size, state.size]
    if as_dealt and is_one_pack(deck, parts):
        return
    impossible = list(cards_that_make_no_pack(deck, parts))
    yield from impossible
    if not impossible and not (as_dealt and deal.stock is None):
        yield from _hand_sizes(state)
        yield from _held_sizes(state)


def _held_sizes(state: TwoHanded) -> Said:
    """The hands when the stock is gone: no more cards than there can be, and as many in the one as in the other."""
    held = state.deal.held or {}
    for seat, hand in held.items():
        if len(hand.cards) > state.size:
            limit = f"when the stock is gone each has {state.size}"
            text = f"{state.name(seat)} has {len(hand.cards)} cards here; {limit}"
            yield Finding.at(hand.place, COUNT, ERROR, text, seat)
    sizes = {len(hand.cards) for hand in held.values()}
    if len(sizes) > 1:
        *_, last = held.values()
        text = f"{' and '.join(map(str, sorted(sizes)))} cards stand here; both play to every trick"
        yield Finding.at(last.place, COUNT, ERROR, text)
    if held:
        yield from cards_that_make_no_pack(state.deck, held.values())


def _hand_sizes(state: TwoHanded) -> Said:
    """A wrong hand that still leaves one pack is a fault of the deal; cards that make no pack are a slip of the pen."""
    deal, size = state.deal, state.size
    hands = deal.hands or {}
    wrong = {seat: len(hand.cards) for seat, hand in hands.items() if len(hand.cards) != size}
    dealt = sum(len(hand.cards) for hand in hands.values())
    stock = state.deck.size - 1 - dealt
    both = len(hands) == state.session.players
    if deal.stock is not None and both and len(deal.stock.cards) > stock:
        dealt_in_all = f"{dealt} in the hands, one turned and {len(deal.stock.cards)} in the stock"
        text = f"{dealt_in_all} are more than the {state.deck.size} cards of the pack"
        yield Finding.at(deal.stock.place, COUNT, ERROR, text)
        return
    if not wrong:
        if deal.stock is not None and both and len(deal.stock.cards) < stock:
            text = f"{len(deal.stock.cards)} cards of the stock are recorded, of {stock}{_missing(state)}"
            yield note(NOT_CHECKED, deal.stock.place, text)
        return
    whole = both and (dealt == 2 * size or (deal.stock is not None and len(deal.stock.cards) == stock))
    for seat, count in wrong.items():
        text = f"{state.name(seat)} has {count} cards; {size} are dealt"
        place = hands[seat].place
        if not whole:
            yield Finding.at(place, COUNT, ERROR, text + _missing(state), seat)
        elif was_played(state):
            yield Finding.at(place, WRONG_HAND_LONG if count > size else WRONG_HAND_SHORT, FAULT, text, seat)
        else:
            text += ", and it was found before the first trick"
            yield Finding.at(place, MISDEAL, FAULT, text, seat)


def was_played(state: TwoHanded) -> bool:
    """Whether the record goes beyond the first trick: tricks, melds, or a result."""
    deal = state.deal
    if any(part is not None for part in (deal.taken, deal.melds, deal.claimed, deal.held, deal.out)):
        return True
    return any(not event.verb for event in deal.play or ())


def _missing(state: TwoHanded) -> str:
    """Which card may have been left out, where the rest of the pack is recorded."""
    deal, deck, hands = state.deal, state.deck, state.deal.hands or {}
    if len(hands) < state.session.players or deal.stock is None or deal.turned is None:
        return ""
    have = deck.count(card for part in (*hands.values(), deal.stock, deal.turned) for card in part.cards)
    missing = [card for card in range(deck.kinds) for _ in range(deck.copies - have[card])]
    few = 0 < len(missing) < 4  # noqa: PLR2004 - a slip or two
    return f"; {deck.show(missing)} is missing from the pack" if few else ""


MISDEAL = Rule(
    "misdeal",
    "Misdeal",
    "irregularity",
    """If it is found before the first trick is played that a player has a wrong number of cards, or that a card of a
    player or of the pack was exposed in dealing, the deal is void and the same dealer deals again.""",
    "000, Неправильная сдача",
)


@MISDEAL.follows()
def misdeal(finding: Finding, state: TwoHanded, _: Sequence[Entry]) -> Ruling:
    """The deal is void, if it was found in time."""
    state.void, state.redeal, state.scored = MISDEAL, True, True
    return Ruling(rule=MISDEAL, text=f"the deal is void; {state.name(state.dealer)} deals again")


@MISDEAL.examined
def found_in_time(state: TwoHanded, said: Irregularity) -> Weight:
    """A deal that was played on was not found to be wrong before its first trick."""
    if (said.after or 0) > 0:
        return refuted("it was found after the first trick was played, so that the deal stands")
    return refuted("the deal was played, so that it stands") if was_played(state) else OPEN


DIX_CARD = Rule(
    "dix-card",
    "The dix",
    "procedure",
    "The lowest trump is the dix: the nine in a pack of forty-eight, the seven in a pack of sixty-four.",
    "000, Цель игры; 002, Дикс",
)
DIX_CARD.applied(dix_card)

DIX_TURNED = Rule(
    "dix-turned",
    "Dix turned",
    "score",
    "A dealer who turns up the dix as the trump card scores ten at once.",
    "000, Показ дикса; 002, Дикс",
)


@DIX_TURNED.applied
def dix_turned(state: TwoHanded) -> Said:
    """Ten for the dealer; where only the figures of the deal are recorded, it is among them."""
    turned, dix = state.turned, state.dix
    if turned is not None and turned == dix and not only_figures(state):
        line = state.deal.turned.place.line if state.deal.turned else state.deal.line
        yield Entry(state.dealer, 10, DIX_TURNED, line, f"{state.deck.names[turned]} turned")
    elif turned is None and dix is not None and state.deal.play is not None and state.deal.held is None:
        name = state.deck.names[dix]
        text = f"`turned` is not recorded; if it was the dix {name}, {state.name(state.dealer)} would have ten more"
        yield note(NOT_CHECKED, state.place(), text, state.dealer)


def only_figures(state: TwoHanded) -> bool:
    """Whether of this deal only what the table wrote for it is recorded."""
    deal = state.deal
    return bool(deal.claimed) and all(part is None for part in (deal.play, deal.taken, deal.melds, deal.tricks))
