"""What a hand holds: point, sequences and sets, read off a hand kept as bits.

What the eight bits of a suit hold is looked up in a table of the 256 holdings that there are.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.hands import DECK, RANK_BITS, SUIT_SIZE, bits_of, cards_of, suit_bits
from pinocle_cli.light import NamedTuple
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinocle_cli.cards import Deck

CARTE_BLANCHE_KIND, POINT, SEQUENCE, SET = range(4)  # in the order in which they reckon
KINDS = ("carte blanche", "point", "sequence", "set")
RUN_NAMES = {3: "tierce", 4: "quart", 5: "quint", 6: "sixieme", 7: "septieme", 8: "huitieme"}
SET_NAMES = {3: "trio", 4: "quatorze"}


class Combo(NamedTuple):
    """A combination: its kind, what it is matched by (more is better), its points, its cards, and its name."""

    kind: int
    strength: tuple[int, int]
    points: int
    cards: int
    name: str


strength = attrgetter("strength")  # what combinations of one kind are matched by
NOTHING = (0, 0)  # the strength of no combination


def best_of(combos: Iterable[Combo]) -> tuple[int, int]:
    """The strength of the best of some combinations of one kind."""
    return max((combo.strength for combo in combos), default=NOTHING)


# --- The point -------------------------------------------------------------------------------------------------------

POINT_TIE_PIPS = Rule(
    "point-tie-pips",
    "Points of one length",
    "score",
    """Between points of one length the pips decide: eleven for the ace, ten for king, queen, knave and ten, the
    others what they show. Where these are equal too, nobody scores for point.""",
    "001; Portland laws, 62",
)

_PIPS = POINT_TIE_PIPS.table((11, 10, 10, 10, 10, 9, 8, 7))
LENGTH = tuple(bits.bit_count() for bits in range(256))
PIPS = tuple(sum(_PIPS[rank] for rank in range(8) if bits >> rank & 1) for bits in range(256))

POINT_VALUE = Rule(
    "point-value",
    "Point",
    "score",
    "The point is the longest suit; it scores one for each of its cards, to the player who has more of them.",
    "001; Portland laws, 62",
)


@POINT_VALUE.applied
def point_of(size: int, pips: int, cards: int) -> Combo:
    """The point of so many cards of a suit."""
    return Combo(POINT, (size, pips), size, cards, f"point {size}")


# --- Sequences -------------------------------------------------------------------------------------------------------

QUINT = Rule(
    "quint",
    "Quint and longer",
    "score",
    "Five to eight cards of one suit in a row score fifteen to eighteen: quint, sixieme, septieme, huitieme.",
    "001; Portland laws, 63",
)

_LONG_RUNS = QUINT.table({5: 15, 6: 16, 7: 17, 8: 18})

QUART = Rule(
    "quart",
    "Quart",
    "score",
    """Four cards in a row score four. Of two players' sequences the longer is good, of one length the higher; where
    these are equal too, nobody scores for sequence, not even a smaller one.""",
    "001; Portland laws, 63",
)

_QUART_RUNS = QUART.table({4: 4})

TIERCE = Rule(
    "tierce",
    "Tierce",
    "score",
    "Three cards in a row score three, if the other player has no better sequence; with the best go all smaller ones.",
    "001; Portland laws, 63",
)

_RUN_POINTS = TIERCE.table({3: 3}) | _QUART_RUNS | _LONG_RUNS


def run(suit: int, top: int, length: int) -> Combo:
    """The sequence of that length from a card (its rank counted from the ace) downwards."""
    cards = ((1 << length) - 1) << top << suit * SUIT_SIZE
    name = f"{RUN_NAMES[length]} {DECK.names[suit * SUIT_SIZE + top]}"
    return Combo(SEQUENCE, (length, -top), _RUN_POINTS[length], cards, name)


# --- Sets ------------------------------------------------------------------------------------------------------------

TRIO = Rule(
    "trio",
    "Trio",
    "score",
    """Three aces, kings, queens, knaves or tens score three. (Source 001 leaves out the queens in its list by a slip;
    its own example counts them.)""",
    "001; Portland laws, 64",
)

_TRIO_POINTS = TRIO.table({3: 3})

QUATORZE = Rule(
    "quatorze",
    "Quatorze",
    "score",
    "Four aces, kings, queens, knaves or tens score fourteen.",
    "001; Portland laws, 64",
)

_SET_POINTS = QUATORZE.table({4: 14}) | _TRIO_POINTS
SET_RANKS = range(5)  # ace to ten

QUATORZE_OVER_TRIO = Rule(
    "quatorze-over-trio",
    "Quatorze before trio",
    "score",
    "Any quatorze is better than any trio; between trios the higher is good, and its owner counts his lower ones.",
    "001; Portland laws, 64",
)

SET_PRECEDENCE = Rule(
    "set-precedence",
    "The best set",
    "score",
    """The highest quatorze bars every set of the other player and lets its owner count all his lower quatorzes and
    trios.""",
    "001; Portland laws, 64",
)


@QUATORZE_OVER_TRIO.applied
@SET_PRECEDENCE.applied
def set_of(rank: int, size: int, cards: int) -> Combo:
    """A trio or quatorze of that rank (counted from the ace), which is matched by its number, then by its rank."""
    return Combo(SET, (size, -rank), _SET_POINTS[size], cards, f"{SET_NAMES[size]} {DECK.ranks[rank]}")


_RUN_RULES = {3: TIERCE, 4: QUART}
_SET_RULES = {3: TRIO, 4: QUATORZE}


def rule_of(combo: Combo) -> Rule:
    """The rule by which a combination scores."""
    if combo.kind == POINT:
        return POINT_VALUE
    if combo.kind == SEQUENCE:
        return _RUN_RULES.get(combo.strength[0], QUINT)
    return _SET_RULES[combo.strength[0]]


# --- Tables ----------------------------------------------------------------------------------------------------------


def _runs_in(suit: int, bits: int) -> tuple[Combo, ...]:
    found, length = [], 0
    for rank in range(SUIT_SIZE + 1):
        if bits >> rank & 1:
            length += 1
            continue
        if length >= 3:  # noqa: PLR2004 - a tierce
            found.append(run(suit, rank - length, length))
        length = 0
    return tuple(found)


_RUNS = tuple(tuple(_runs_in(suit, bits) for bits in range(256)) for suit in range(4))
_POINTS = tuple(
    tuple(point_of(LENGTH[bits], PIPS[bits], bits << suit * SUIT_SIZE) for bits in range(256)) for suit in range(4)
)
_POINT_RANK = tuple(LENGTH[bits] * 100 + PIPS[bits] for bits in range(256))  # length first, then pips
_SETS = {
    (rank, holding): set_of(rank, holding.bit_count(), holding << rank)
    for rank in SET_RANKS
    for holding in (RANK_BITS, *(RANK_BITS & ~(1 << suit * SUIT_SIZE) for suit in range(4)))
}


def points_in(hand: int) -> list[Combo]:
    """Each suit of a hand as a point."""
    return [_POINTS[suit][suit_bits(hand, suit)] for suit in range(4)]


def runs_in(hand: int) -> tuple[Combo, ...]:
    """The sequences of a hand, each as long as it is."""
    return _RUNS[0][hand & 255] + _RUNS[1][hand >> 8 & 255] + _RUNS[2][hand >> 16 & 255] + _RUNS[3][hand >> 24 & 255]


def sets_in(hand: int) -> list[Combo]:
    """The trios and quatorzes of a hand, the highest of each first."""
    spades, hearts, diamonds, clubs = hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24
    three = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    return [_SETS[rank, hand >> rank & RANK_BITS] for rank in SET_RANKS if three >> rank & 1]


def best_point(hand: int) -> Combo:
    """The point of a hand; of several suits that are worth the same, one with the best sequence."""
    suits = hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24
    ranks = [_POINT_RANK[bits] for bits in suits]
    best = max(ranks)
    if ranks.count(best) == 1:
        suit = ranks.index(best)
        return _POINTS[suit][suits[suit]]
    level = [_POINTS[suit][suits[suit]] for suit in range(4) if ranks[suit] == best]
    return max(level, key=lambda combo: sum(r.points for r in runs_in(combo.cards)))


def held_of(kind: int, hand: int) -> list[Combo]:
    """All that a hand holds of a kind, the best first."""
    if kind == POINT:
        return [best_point(hand)]
    found = runs_in(hand) if kind == SEQUENCE else sets_in(hand)
    return sorted(found, key=strength, reverse=True) if len(found) > 1 else [*found]


class Worth(NamedTuple):
    """What some cards are worth in hand, if it is good: for `pinocle meld`."""

    name: str
    cards: tuple[int, ...]
    points: int


def worth(_: Deck, __: int | None, cards: Iterable[int], ___: object) -> list[Worth]:
    """The point, the sequences and the sets that these cards hold."""
    hand = bits_of(cards)
    found = [combo for kind in (POINT, SEQUENCE, SET) for combo in held_of(kind, hand)]
    return [Worth(combo.name, cards_of(combo.cards), combo.points) for combo in found if combo.points]
