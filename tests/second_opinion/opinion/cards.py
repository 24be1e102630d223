"""Cards as texts, who wins a trick, what may be played, and what cards laid down are worth by trying everything."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Any

SUITS = "SHDC"
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = ["A", "10", "K", "Q", "J", "9", "8", "7"]  # pinochle: the ten stands above the king
COUNTS = {
    "11-10-4-3-2": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2},
    "10-10-5-5": {"A": 10, "10": 10, "K": 5, "Q": 5},
    "10-10-10": {"A": 10, "10": 10, "K": 10},
}
FOURS = {"A": 100, "K": 80, "Q": 60, "J": 40}
DOUBLES = {"flush": 1500, "pinochle": 300, "A": 1000, "K": 800, "Q": 600, "J": 400}


@dataclass
class Opinion:
    """What a session comes to: each deal's scores and faults (`a|b` is either rule; and by whom), and how it ends."""

    scores: list[dict[str, int] | None] = field(default_factory=list)
    faults: list[list[tuple[str, str | None]]] = field(default_factory=list)
    totals: dict[str, int] | None = None
    result: tuple[str | None, str] | None = None
    payments: dict[tuple[str, str], int] = field(default_factory=dict)
    contracts: list[tuple[Any, ...] | None] | None = None
    errors: list[str] = field(default_factory=list)  # rules of the record that it breaks; without them it is readable


def split(text: str) -> list[str]:
    return text.split()


def suit_of(name: str) -> str:
    return next(letter for letter, word in SUIT_NAMES.items() if name in (letter, word))


def pack(size: int = 48) -> list[str]:
    return [suit + rank for suit in SUITS for rank in RANKS[: size // 8] for _ in range(2)]


def beats(card: str, best: str, trump: str) -> bool:
    """Whether a later card takes the trick from the best so far; of two alike the first stays."""
    if card[0] == best[0]:
        return RANKS.index(card[1:]) < RANKS.index(best[1:])
    return card[0] == trump


def winner(trick: list[str], trump: str) -> int:
    best = 0
    for place, card in enumerate(trick):
        if beats(card, trick[best], trump):
            best = place
    return best


def allowed(hand: list[str], trick: list[str], trump: str, heading: str) -> list[str]:
    """The cards of the hand that may be played to the trick so far."""
    if not trick:
        return hand
    best = trick[winner(trick, trump)]
    same = [card for card in hand if card[0] == trick[0][0]]
    trumps = [card for card in hand if card[0] == trump]
    choice = same or trumps or hand
    if (same and trick[0][0] == trump) or (heading == "always" and (same or trumps)):
        return [card for card in choice if beats(card, best, trump)] or choice
    return choice


def points(cards: list[str], count: str) -> int:
    return sum(COUNTS[count].get(card[1:], 0) for card in cards)


def rounded(figure: int, how: str) -> int:
    if how == "exact":
        return figure
    tens, units = divmod(figure, 10)
    return 10 * (tens + (units >= 7))


def single_melds(trump: str, dix: str) -> dict[str, tuple[str, int, list[str]]]:
    """Every single meld by its name: its class, its price, its cards."""
    melds = {"flush": ("A", 150, [trump + rank for rank in RANKS[:5]]), "dix": ("A", 10, [dix])}
    for suit in SUITS:
        melds[f"marriage {suit}"] = ("A", 40 if suit == trump else 20, [suit + "K", suit + "Q"])
    melds["pinochle"] = ("B", 40, ["SQ", "DJ"])
    for rank, price in FOURS.items():
        melds[rank] = ("C", price, [suit + rank for suit in SUITS])
    return melds


def price(times: dict[str, int], melds: dict[str, tuple[str, int, list[str]]], *, dear: bool) -> int:
    """What so many melds of each name come to; a double may have its own price."""
    return sum(
        DOUBLES[name] if dear and number == 2 and name in DOUBLES else number * melds[name][1]
        for name, number in times.items()
    )


def most(cards: list[str], trump: str, dix: str, *, dear: bool) -> int:
    """The most that cards laid down are worth: every number of every meld is tried, class by class."""
    melds, held, total = single_melds(trump, dix), Counter(cards), 0
    for kind in "ABC":
        names = [
            name for name, (its, _, _) in melds.items() if its == kind and all(held[card] for card in melds[name][2])
        ]
        best = 0
        for numbers in product(range(3), repeat=len(names)):
            times = dict(zip(names, numbers, strict=True))
            used = Counter(card for name, number in times.items() for card in melds[name][2] * number)
            if all(number <= held[card] for card, number in used.items()):
                best = max(best, price(times, melds, dear=dear))
        total += best
    return total
