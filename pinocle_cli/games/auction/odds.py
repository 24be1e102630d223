"""The chance that the widow holds a card that the bidder needs."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.common import PACK_48
from pinocle_cli.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HAND = 15
WIDOW = 3
MOST_PLACES = 16  # different cards of which a bidder can have no copy
UNSEEN = PACK_48.size - HAND  # what a bidder does not see: the other hands and the widow


class Chance(NamedTuple):
    """One question: what would help, how many unseen cards that is, and the chance that the widow has one of them."""

    what: str
    helping: int
    chance: Fraction

    @property
    def odds(self) -> str:
        """`4.68 : 1 against`, `2.08 : 1 for`; the shorter side is 1."""
        chance = self.chance
        if not chance or chance == 1:
            return "certain" if chance else "impossible"
        against = (1 - chance) / chance
        ratio, side = (against, "against") if against > 1 else (1 / against, "for")
        return "even" if against == 1 else f"{_short(ratio)} : 1 {side}"


def _short(ratio: Fraction) -> str:
    return str(ratio.numerator) if ratio.denominator == 1 else f"{float(ratio):.2f}"


def chance(helping: int, unseen: int = UNSEEN, widow: int = WIDOW) -> Fraction:
    """That one of `helping` cards among the `unseen` is in the widow: 1 - C(unseen - helping, 3) / C(unseen, 3)."""
    return 1 - Fraction(comb(max(unseen - helping, 0), widow), comb(unseen, widow))


def by_places(places: Iterable[int], copies: int) -> list[Chance]:
    """For each number of places: so many different cards would help, and of each so many copies are unseen."""
    unseen = "both copies unseen" if copies == PACK_48.copies else "one copy unseen"
    return [Chance(f"{n} place{'s' * (n > 1)}, {unseen}", n * copies, chance(n * copies)) for n in places]


def from_hand(hand: Sequence[int], needs: Sequence[int]) -> list[Chance]:
    """For each card that is needed, and for any of them, from what the hand shows."""
    deck = PACK_48
    unseen = deck.size - len(hand)
    wanted = list(dict.fromkeys(needs))
    left = {card: deck.copies - list(hand).count(card) for card in wanted}
    rows = [Chance(deck.names[card], left[card], chance(left[card], unseen)) for card in wanted]
    if len(rows) > 1:
        every = sum(left.values())
        rows.append(Chance("any of these", every, chance(every, unseen)))
    return rows
