"""Melds: what cards laid down together are worth."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.common import A, Meld, dix_card, meld_table
from pinocle_cli.memory import remembered
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinocle_cli.cards import Deck
    from pinocle_cli.games.auction.house import House

MELD_TABLE = Rule(
    "meld-table",
    "Melds",
    "score",
    """Flush (the five highest trumps) 150, royal marriage 40, plain marriage 20, dix 10; pinochle (queen of spades and
    knave of diamonds) 40; four aces 100, kings 80, queens 60, knaves 40, one of each suit. A second one of other cards
    scores as much again; only where the table plays doubles is a double dearer: pinochle 300, knaves 400, queens 600,
    kings 800, aces 1000, flush 1500. The cards laid down count for the most that they are worth.""",
    "004, Показ комбинаций (the table is lost; restored from 002)",
)

DOUBLES = MELD_TABLE.table(
    {"pinochle": 300, "40 jacks": 400, "60 queens": 600, "80 kings": 800, "100 aces": 1000, "flush": 1500}
)
MOST = {"single": 500, "table": 2000}  # that fifteen cards can meld


MELD_VALUES = Rule(
    "meld-values",
    "The dix is a meld",
    "score",
    "The nine of trumps belongs to the sequences and scores 10, but only if it is laid down with the other melds.",
    "002, Комбинации",
)


@MELD_VALUES.applied
@cache
def _priced(deck: Deck, trump: int | None) -> tuple[Meld, ...]:
    """Every meld, the dearest first, the dix last."""
    dix = () if trump is None else (Meld("dix", (dix_card(deck, trump),), A, 10),)
    return (*meld_table(deck, trump), *dix)


@remembered()  # most melds are written one by one, and come again and again
def most(deck: Deck, trump: int | None, cards: tuple[int, ...], *, doubles: bool = False) -> tuple[Meld, ...]:
    """The melds that give the most for these cards, the dearest first.

    Classes do not touch one another, and within a class only a flush and a royal marriage want the same cards; so the
    dearest meld is taken as often as the cards allow, then the next.
    """
    have = deck.count(cards)
    left = (have, have.copy(), have.copy())
    found = []
    for meld in _priced(deck, trump):
        rest = left[meld.group]
        times = min([rest[card] for card in meld.cards])
        if not times:
            continue
        for card in meld.cards:
            rest[card] -= times
        if doubles and times == deck.copies and meld.name in DOUBLES:
            found.append(Meld(f"double {meld.name}", meld.cards * 2, meld.group, DOUBLES[meld.name]))
        else:
            found += [meld] * times
    return tuple(found)


def worth(deck: Deck, trump: int | None, cards: Iterable[int], house: House) -> list[Meld]:
    """What cards laid down are worth, for `pinocle meld`."""
    return list(most(deck, trump, tuple(cards), doubles=house.doubles == "table"))
