"""The pack and the deal: what is dealt to whom, and whether the cards recorded can be one pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.common import PACK_48, PACK_64
from pinocle_cli.games.pinochle.turns import out_of_rotation
from pinocle_cli.games.two_handed.chapters.misdeals import hand_sizes, held_sizes
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.packs import cards_that_make_no_pack, is_one_pack
from pinocle_cli.record import COUNT
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.two_handed.state import TwoHanded

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
        yield from hand_sizes(state)
        yield from held_sizes(state)
