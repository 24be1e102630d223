"""What cards are worth as melds: every combination that they hold, and doubled ones at their own price."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.common import A, Meld, dix_card, meld_table
from pinocle_cli.memory import remembered
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.games.partnership.house import House

DOUBLE_TABLE = Rule(
    "double-table",
    "Doubled melds",
    "score",
    """A meld that one player holds twice has its own price: pinochle 300, all eight knaves 400, queens 600, kings
    800, aces 1000, both flushes 1500. Two marriages of a suit and two dixes are worth just twice the single one.
    Some tables give no more than that for any of them.""",
    "003, Показ комбинаций (the table is lost in the scan)",
)

DOUBLES = DOUBLE_TABLE.table(
    {"flush": 1500, "100 aces": 1000, "80 kings": 800, "60 queens": 600, "40 jacks": 400, "pinochle": 300}
)
_FLUSH = 150


def doubled(meld: Meld, price: int) -> Meld:
    """Both copies of a meld, at the price of the table."""
    return Meld(f"double {meld.name}", meld.cards * 2, meld.group, price)


MELD_ALL = Rule(
    "meld-all",
    "Melds",
    "score",
    """After the exchange every player may show all his melds at once, or fewer; he takes the cards up when they have
    been counted. Flush, the five highest trumps, 150; royal marriage, king and queen of trumps, 40; marriage, king
    and queen of another suit, 20; pinochle, queen of spades and knave of diamonds, 40; aces of all four suits 100,
    kings 80, queens 60, knaves 40. The cards of two partners never make a meld together, and a card that belongs to
    no meld counts nothing.""",
    "003, Показ комбинаций (the table is lost in the scan)",
)


@MELD_ALL.applied
def melds_of(deck: Deck, trump: int | None, have: Sequence[int], *, priced: bool) -> list[Meld]:
    """The melds of one player that count for the most together, the dearest first; dixes are not among them.

    `have` is how often he has each card; `priced` is whether doubled melds have their own price.
    """
    found: list[Meld] = []
    flushes = 0
    for meld in meld_table(deck, trump):
        for card in meld.cards:  # hardly any hand has it: this is over at the first card or two
            if not have[card]:
                break
        else:
            number = min([have[card] for card in meld.cards])
            if meld.points == _FLUSH:
                flushes = number
            elif flushes and meld.group == A and deck.suit[meld.cards[0]] == trump:
                number = 0 if flushes > 1 else number - flushes  # the marriage within a flush is not counted again
            if number > 1 and priced and meld.name in DOUBLES:
                found.append(doubled(meld, DOUBLES[meld.name]))
            else:
                found += [meld] * number
    return found


@remembered()  # of the few cards of an item, which come again and again
def melds_laid(deck: Deck, trump: int | None, cards: tuple[int, ...], doubles: str) -> tuple[Meld, ...]:
    """The same of cards that one player laid down at once; `doubles` is the house rule."""
    return tuple(melds_of(deck, trump, deck.count(cards), priced=doubles == "table"))


def worth(deck: Deck, trump: int | None, cards: Iterable[int], house: House) -> list[Meld]:
    """Every meld that these cards of one player count together, and each dix, in the values of the house."""
    cards = list(cards)
    found = melds_of(deck, trump, deck.count(cards), priced=house.doubles == "table")
    if trump is not None:
        dix = dix_card(deck, trump)
        found += [Meld("dix", (dix,), A, 10)] * cards.count(dix)
    if house.values == "tens":
        found = [replace(meld, points=meld.points // 10) for meld in found]
    return found
