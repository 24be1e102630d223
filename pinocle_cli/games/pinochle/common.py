"""What all pinochle has in common: the packs, the melds, and the count of cards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Protocol

from pinocle_cli.cards import SUITS, Deck
from pinocle_cli.light import light_dataclass
from pinocle_cli.record import Figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pinocle_cli.game import Bounds
    from pinocle_cli.record import Cards, Deal

PACK_48 = Deck("A 10 K Q J 9", 2)
PACK_64 = Deck("A 10 K Q J 9 8 7", 2)

WHOLE_COUNT = 250  # the card points of a deal, the last trick included, in every system
LAST_TRICK_POINTS = 10
READ_AS_ROUNDED = "the counts are read as they are entered, rounded already"

_COUNTS = {
    "11-10-4-3-2": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2},
    "10-10-5-5": {"A": 10, "10": 10, "K": 5, "Q": 5},
    "10-10-10": {"A": 10, "10": 10, "K": 10},
}
COUNTS = tuple(_COUNTS)


@cache
def card_values(deck: Deck, system: str) -> tuple[int, ...]:
    """What each card of the pack counts in a system, by kind."""
    return tuple(_COUNTS[system].get(rank, 0) for rank in deck.rank)


class Counting(Protocol):
    """A house as far as it says what cards count."""

    @property
    def count(self) -> str:
        """The system."""


def trick_values(deck: Deck, house: Counting) -> tuple[tuple[int, ...], int]:
    """What each kind of card counts in a trick, and the last trick, under the rules of the house."""
    unit = 10 if getattr(house, "values", "full") == "tens" else 1
    return tuple(points // unit for points in card_values(deck, house.count)), LAST_TRICK_POINTS // unit


def raised(target: int, step: int, totals: Iterable[int]) -> int:
    """The mark that a game goes to: where all have reached it, it rises by `step` as often as all have reached it."""
    over = min(totals) - target
    return target if over < 0 else target + (over // step + 1) * step


def reached_alone(target: int, step: int, reach: Mapping[int, Bounds]) -> int | None:
    """Who alone has reached the mark that the game goes to, however high the others may have driven it."""
    for one, own in reach.items():
        others = max(bounds.most for other, bounds in reach.items() if other != one)
        if own.least >= max(target, raised(target, step, [others])):
            return one
    return None


def may_have_reached_alone(target: int, step: int, reach: Mapping[int, Bounds]) -> frozenset[int]:
    """Who may have reached alone the mark that the game goes to, as far as what is recorded tells."""
    return frozenset(
        one
        for one, own in reach.items()
        if own.most >= raised(target, step, [max(reach[other].least for other in reach if other != one)])
    )


# --- Melds -----------------------------------------------------------------------------------------------------------

A, B, C = range(3)  # the classes: sequences, pinochle, fours


@light_dataclass(frozen=True)
class Meld:
    """A combination: its name, its cards, its class, and the points that it is worth."""

    name: str
    cards: tuple[int, ...]
    group: int
    points: int


def dix_card(deck: Deck, trump: int) -> int:
    """The lowest trump of the pack: the nine of 48 cards, the seven of 64."""
    return deck.card(trump, deck.ranks[-1])


def may_be_dix(deck: Deck, trump: int | None) -> tuple[int, ...]:
    """The dix, or, where the trump suit is not known, the lowest card of each."""
    return deck.all_of(deck.ranks[-1]) if trump is None else (dix_card(deck, trump),)


@cache
def meld_table(deck: Deck, trump: int | None) -> tuple[Meld, ...]:
    """Every meld of the pack, the dearest first; the dix is not among them."""
    card = deck.card
    melds = [
        Meld(f"{points} {name}", deck.all_of(rank), C, points)
        for name, rank, points in (("aces", "A", 100), ("kings", "K", 80), ("queens", "Q", 60), ("jacks", "J", 40))
    ]
    melds.append(Meld("pinochle", (card(0, "Q"), card(2, "J")), B, 40))
    for suit in range(4):
        royal = suit == trump
        name = "royal marriage" if royal else f"marriage in {SUITS[suit]}"
        melds.append(Meld(name, (card(suit, "K"), card(suit, "Q")), A, 40 if royal else 20))
    if trump is not None:
        melds.append(Meld("flush", tuple(card(trump, rank) for rank in ("A", "10", "K", "Q", "J")), A, 150))
    return tuple(sorted(melds, key=lambda meld: -meld.points))


def doubled(meld: Meld) -> Meld:
    """The same meld with both copies of each of its cards, at twice the price."""
    return Meld(f"double {meld.name}", meld.cards * 2, meld.group, meld.points * 2)


def melds_in(cards: Iterable[int], table: Iterable[Meld]) -> list[Meld]:
    """The melds of the table that these cards hold, in the table's order."""
    have = Counter(cards)
    return [meld for meld in table if all(have[card] >= n for card, n in Counter(meld.cards).items())]


def counts_of_all_tricks(
    deal: Deal, tricks: int, whole: int, sides: tuple[int, int], account: Callable[[int], int]
) -> dict[int, Figure | Cards] | None:
    """What both took where one took every trick and neither cards nor play are recorded; None where that is open.

    `tricks` and `whole` are the tricks and the points of a whole deal, `account` says whose a seat's tricks are.
    """
    if deal.tricks is None or deal.taken is not None or deal.play is not None:
        return None
    won = {side: [figure for seat, figure in deal.tricks.items() if account(seat) == side] for side in sides}
    for side, other in (sides, sides[::-1]):
        own, theirs = sum(one.value for one in won[side]), sum(one.value for one in won[other])
        if theirs == 0 and (own == tricks or (won[other] and not won[side])):
            place = next(iter(deal.tricks.values())).place
            return {side: Figure(whole, place), other: Figure(0, place)}
    return None


def how_counted(value: Figure) -> str:
    """How a count came about, in words: by the table, or because one took every trick."""
    if not value.place.path.startswith("tricks"):
        return "cards, as the table counted them"
    return "every trick, so every card and the last trick" if value.value else "no trick, so no cards"


def counts_as_written(taken: Mapping[int, Figure | Cards]) -> str:
    """What is said of a sheet without play: what of it was taken as it stands."""
    what = "tricks" if any(value.place.path.startswith("tricks") for value in taken.values()) else "counts"
    return f"the play is not recorded; the {what} are taken as written"


def near_meld(deck: Deck, trump: int | None, cards: Sequence[int], held: Sequence[int] | None = None) -> str:
    """A hint at the meld, or the dix, that differs from these cards in one; of a known hand (`held`), one it holds."""
    have = Counter(cards)
    near = [meld.cards for meld in meld_table(deck, trump)] + ([(dix_card(deck, trump),)] if trump is not None else [])
    for meld in near:
        need = Counter(meld)
        own = held is None or all(held[card] >= number for card, number in need.items())
        if own and len(cards) == len(meld) and (need - have).total() == 1:
            return f" (was it {deck.show(meld)}?)"
    return ""
