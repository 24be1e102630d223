"""What lies on the table of one player's melds, and what may be counted again.

A player's twins cannot be told apart in a record: when one of two kings is played, or a king is shown a second time,
it may be either. `Laid` therefore keeps every way in which the twins can have been used ("worlds") and drops those that
a later meld rules out, so that the record is always read in the way that is best for the player.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, Literal

from pinocle_cli.games.pinochle.common import Meld, dix_card, doubled, meld_table, melds_in
from pinocle_cli.light import light_dataclass
from pinocle_cli.memory import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.cards import Deck

Marks = tuple[int, int, int]  # of one card on the table: the dearest meld of each class in which it was counted
World = dict[int, tuple[Marks, ...]]  # card -> its copies on the table
Refusal = Literal["no card from the hand", "counted before"]

_MOST_WORLDS = 64
_FRESH: Marks = (0, 0, 0)


class Laid:
    """The cards that one player has face up, in every way in which his twins may have been used."""

    __slots__ = ("worlds",)

    def __init__(self) -> None:
        self.worlds: list[World] = [{}]

    def play(self, card: int) -> None:
        """A card is played: the copy from the table before its twin in the hand, for that can do all that it can."""
        worlds = self.worlds
        if len(worlds) == 1:
            marks = worlds[0].get(card, ())
            if len(marks) < 2:  # noqa: PLR2004 - no twins
                if marks:
                    del worlds[0][card]
                return
        found: list[World] = []
        for world in self.worlds:
            marks = world.get(card, ())
            if len(marks) == 1:
                del world[card]
            if len(marks) <= 1:
                found.append(world)
            else:
                found.extend({**world, card: marks[:n] + marks[n + 1 :]} for n in range(len(marks)))
        self.worlds = found if len(found) == 1 else _distinct(found)

    def lay(self, one: Candidate, held: Sequence[int]) -> int | Refusal:
        """The points for a meld that is laid down now from cards that are held, or why it may not be."""
        worlds, meld = self.worlds, one.meld
        if len(worlds) == 1 and not one.single:
            world = worlds[0]
            if not world or world.keys().isdisjoint(meld.cards):  # nothing of it lies on the table
                world.update(dict.fromkeys(meld.cards, one.fresh))
                return meld.points
            points = _the_only_way(world, one, held)
            if points is not None:
                return points
        tried = [way for world in self.worlds for way in _ways(world, one, held)]
        lawful = [(points, new) for points, fresh, new in tried if fresh]
        if not lawful:
            return "no card from the hand" if tried else "counted before"
        best = max(points for points, _ in lawful)
        found = [new for points, new in lawful if points == best]
        self.worlds = _distinct(found)
        return best


def _the_only_way(world: World, one: Candidate, held: Sequence[int]) -> int | Refusal | None:
    """The same where no twin leaves a choice, as nearly always; None where one does."""
    meld, fresh = one.meld, False
    again: World = {}
    for card in meld.cards:
        marks = world.get(card)
        if marks is None:
            fresh = True
            continue
        spare = held[card] > len(marks)
        usable = [mark for mark in marks if mark[meld.group] < meld.points]
        if usable and (spare or len(marks) > 1):
            return None
        if usable:
            again[card] = (_marked(usable[0], meld),)
        elif spare:
            again[card], fresh = tuple(sorted((*marks, *one.fresh))), True
        else:
            return "counted before"
    if not fresh:
        return "no card from the hand"
    world.update({**dict.fromkeys(meld.cards, one.fresh), **again})
    return meld.points


def _ways(world: World, one: Candidate, held: Sequence[int]) -> Iterator[tuple[int, bool, World]]:
    """Each way to take the cards of a meld from hand and table: (points, with a card from the hand, what lies then)."""
    meld, single = one.meld, one.single
    for way in itertools.product(
        *[_copies(card, number, world.get(card), held[card], one) for card, number in one.need]
    ):
        new, with_fresh, counted = world.copy(), False, False
        for card, marks, fresh, dearest in way:
            new[card] = marks
            with_fresh = with_fresh or fresh
            counted = counted or dearest >= single > 0
        yield meld.points - single if counted else meld.points, with_fresh, new


def _copies(
    card: int, number: int, marks: tuple[Marks, ...] | None, held: int, one: Candidate
) -> list[tuple[int, tuple[Marks, ...], bool, int]]:
    """Each choice of `number` copies of a card: (card, its copies on the table then, one from the hand, dearest)."""
    if not marks:
        return [(card, one.fresh * number, True, 0)] if number <= held else []
    meld, found = one.meld, []
    usable = [n for n, mark in enumerate(marks) if mark[meld.group] < meld.points]
    for fresh in range(min(number, held - len(marks)), -1, -1):
        for chosen in itertools.combinations(usable, number - fresh):
            after = [_marked(mark, meld) if n in chosen else mark for n, mark in enumerate(marks)]
            dearest = max([marks[n][meld.group] for n in chosen], default=0)
            found.append((card, tuple(sorted([*after, *one.fresh * fresh])), fresh > 0, dearest))
    return found


def _marked(marks: Marks, meld: Meld) -> Marks:
    changed = list(marks)
    changed[meld.group] = meld.points
    return changed[0], changed[1], changed[2]


def _distinct(worlds: list[World]) -> list[World]:
    found: list[World] = []
    for world in worlds:
        if world not in found:
            found.append(world)
    return found[:_MOST_WORLDS]


def a_twin_more(world: World, was: World, meld: Meld) -> bool:
    """Whether a second copy of a card of this meld lies there now, beside the one that lay there before."""
    return any(len(world[card]) > len(was.get(card, ())) > 0 for card in meld.cards)


@light_dataclass(frozen=True)
class Candidate:
    """A meld among cards that are shown."""

    meld: Meld
    single: int  # the price of the meld that this one doubles, else zero: what was counted for it is taken off
    need: tuple[tuple[int, int], ...]  # its cards, and how many of each
    fresh: tuple[Marks, ...]  # the marks on a card that was never counted before
    note: str  # as the ledger has it


@light_dataclass(frozen=True)
class Spread:
    """Cards laid down at once: how many of each kind, the dixes among them, the rest, and its melds, dearest first."""

    need: tuple[tuple[int, int], ...]
    dixes: int
    rest: tuple[int, ...]
    melds: tuple[Candidate, ...]


@remembered()
def spread(deck: Deck, trump: int | None, cards: tuple[int, ...], doubles: str) -> Spread:
    """What cards laid down at once hold; `doubles` is the house rule."""
    dix = None if trump is None else dix_card(deck, trump)
    rest = tuple(card for card in cards if card != dix)
    state = meld_table(deck, trump)
    found = [(meld, 0) for meld in melds_in(rest, state)]
    if doubles == "twice":
        found += [(double, double.points // 2) for double in melds_in(rest, map(doubled, state))]
        found.sort(key=lambda pair: -pair[0].points)
    melds = [
        Candidate(meld, single, _need(meld.cards), (_marked(_FRESH, meld),), f"{meld.name} {deck.show(meld.cards)}")
        for meld, single in found
    ]
    return Spread(_need(cards), len(cards) - len(rest), rest, tuple(melds))


def _need(cards: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(Counter(cards).items())


def count(laid: Laid, melds: Sequence[Candidate], held: Sequence[int]) -> tuple[Candidate, int] | Refusal:
    """The dearest of these melds that may be counted, and its points; or why the dearest may not."""
    refused: Refusal | None = None
    for one in melds:
        points = laid.lay(one, held)
        if isinstance(points, int):
            return one, points
        refused = refused or points
    return refused or "counted before"
