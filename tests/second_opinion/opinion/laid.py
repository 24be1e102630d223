"""What a two-handed player has before him: cards that lie melded or not, and every way in which they can be counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from opinion.cards import FOURS, RANKS, SUITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opinion.two_handed import Table

ALL_LAID = "two-handed.meld-new-card"
REUSED = "two-handed.meld-reuse-class"


class Copy(NamedTuple):
    """One card in a hand: whether it lies on the table, and the dearest meld of each class in which it counted."""

    name: str
    laid: bool = False
    marks: tuple[tuple[str, int], ...] = ()

    def mark(self, kind: str) -> int:
        return dict(self.marks).get(kind, 0)

    def counted(self, kind: str, price: int) -> Copy:
        return Copy(self.name, True, tuple(sorted({**dict(self.marks), kind: price}.items())))


Hand = tuple[Copy, ...]


@dataclass
class Side:
    """A player: the hands that he may have by what was written, each with the points of its melds and its faults."""

    worlds: dict[Hand, tuple[int, tuple[str, ...]]]
    played: set[str] = field(default_factory=set)
    cards: list[str] = field(default_factory=list)
    melds: int = 0  # in this turn
    declared_dix: bool = False
    last: bool = False
    revoked: bool = False

    def names(self) -> list[str]:
        return [copy.name for copy in next(iter(self.worlds))]

    def take(self, card: str) -> None:
        self.worlds = {tuple(sorted((*hand, Copy(card)))): told for hand, told in self.worlds.items()}

    def give(self, card: str) -> None:
        """He plays one of his cards of this name, whichever turns out best."""
        self.become(
            (hand[:n] + hand[n + 1 :], told)
            for hand, told in self.worlds.items()
            for n, copy in enumerate(hand)
            if copy.name == card
        )
        self.played.add(card)

    def become(self, futures: Iterator[tuple[Hand, tuple[int, tuple[str, ...]]]]) -> None:
        found: dict[Hand, tuple[int, tuple[str, ...]]] = {}
        for hand, told in futures:
            order = tuple(sorted(hand))
            if order not in found or told[0] > found[order][0]:
                found[order] = told
        self.worlds = found

    def meld_worlds_of(self, cards: list[str], table: Table) -> Iterator[tuple[Hand, tuple[int, tuple[str, ...]]]]:
        """The dearest meld among the cards that scores, in every way; else the fault that it is."""
        for hand, (scored, faults) in self.worlds.items():
            why: set[str] = set()
            gained, done = 0, False
            for price, kind, needs in prices(cards, table.trump, table.rules["doubles"]):
                if done and price < gained:
                    break
                for places in ways(hand, needs):
                    chosen = [hand[n] for n in places]
                    old = max(copy.mark(kind) for copy in chosen)
                    if all(copy.laid for copy in chosen):
                        why.add(ALL_LAID)
                    if old >= price:
                        why.add(REUSED)
                    if old >= price or all(copy.laid for copy in chosen):
                        continue
                    rest = [copy for n, copy in enumerate(hand) if n not in places]
                    less = old if grows(price, old, needs) else 0
                    done, gained = True, price
                    yield (*rest, *(c.counted(kind, price) for c in chosen)), (scored + price - less, faults)
            if not done:
                yield hand, (scored, (*faults, "|".join(sorted(why)) or "two-handed.meld-table"))

    def best(self) -> tuple[int, tuple[str, ...]]:
        return max(self.worlds.values(), key=lambda told: told[0])


def grows(price: int, old: int, needs: list[str]) -> bool:
    """A single meld that becomes the double of its kind scores the difference."""
    return price == 2 * old and len(set(needs)) < len(needs)


def prices(cards: list[str], trump: str, doubles: str) -> list[tuple[int, str, list[str]]]:
    """The melds that lie among these cards, the dearest first: price, class, cards."""
    table = [(150, "A", [trump + rank for rank in RANKS[:5]]), (40, "B", ["SQ", "DJ"])]
    table += [(40 if suit == trump else 20, "A", [suit + "K", suit + "Q"]) for suit in SUITS]
    table += [(price, "C", [suit + rank for suit in SUITS]) for rank, price in FOURS.items()]
    if doubles == "twice":
        table += [(2 * price, kind, needs * 2) for price, kind, needs in table]
    found = [
        (price, kind, needs) for price, kind, needs in table if all(cards.count(c) >= needs.count(c) for c in needs)
    ]
    return sorted(found, key=lambda meld: -meld[0])


def ways(hand: Hand, needs: list[str]) -> Iterator[tuple[int, ...]]:
    """Every way in which cards of the hand can stand for those of a meld."""
    for places in product(*([n for n, copy in enumerate(hand) if copy.name == card] for card in needs)):
        if len(set(places)) == len(places):
            yield places
