"""Showing melds: what lies on the table, what may be counted again, and what it scores.

A player's twins cannot be told apart in a record: when one of two kings is played, or a king is shown a second time,
it may be either. `Laid` therefore keeps every way in which the twins can have been used ("worlds") and drops those that
a later meld rules out, so that the record is always read in the way that is best for the player.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.common import A, B, C, Meld, dix_card, doubled, meld_table, melds_in
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.cards import Deck

MELD_TABLE = Rule(
    "meld-table",
    "Melds",
    "score",
    """A meld scores what the table says; other cards laid together are none. Sequences are class A, pinochle is
    class B, fours are class C. There is no higher price for doubles: a second meld of the same kind needs its own
    cards and scores the single price again, unless the table plays the older doubles, where a doubled meld counts
    twice the single.""",
    "000, Цель игры (the table is lost in the scan); 002, Виды комбинаций",
)

CLASS_A = Rule(
    "class-a",
    "Sequences (class A)",
    "score",
    """Flush, which is ace, ten, king, queen and knave of trumps, 150. Royal marriage, king and queen of trumps, 40.
    Marriage, king and queen of a plain suit, 20.""",
    "002, Виды комбинаций",
)

CLASS_B = Rule(
    "class-b",
    "Pinochle (class B)",
    "score",
    "Queen of spades and knave of diamonds, 40.",
    "002, Виды комбинаций",
)

CLASS_C = Rule(
    "class-c",
    "Fours (class C)",
    "score",
    "Four aces 100, four kings 80, four queens 60, four knaves 40, each of them one of every suit.",
    "002, Виды комбинаций",
)

CLASSES = {A: CLASS_A, B: CLASS_B, C: CLASS_C}

FACE_UP = Rule(
    "meld-face-up",
    "Melds lie face up",
    "procedure",
    "The cards of a meld lie face up before their owner until he plays them or the stock is exhausted.",
    "000, Показ комбинаций",
)

CARD_PLAYABLE = Rule(
    "meld-card-playable",
    "A melded card may be played",
    "procedure",
    "A melded card may be played to a trick as from the hand; once it is played it can join no further meld.",
    "000, Показ комбинаций; 002, Комбинации",
)

NEW_CARD = Rule(
    "meld-new-card",
    "A card from the hand",
    "score",
    "Each meld must bring at least one card from the hand to the table.",
    "000, Показ комбинаций (2); 002, Комбинации",
)

REUSE_CLASS = Rule(
    "meld-reuse-class",
    "Counting a card again",
    "score",
    """A card that lies melded may be counted again only in a meld of another class, or in a dearer meld of its own
    class. So a royal marriage may grow into a flush, but no marriage can follow out of a flush, and a second
    marriage of a suit needs a fresh king and a fresh queen.""",
    "000, Показ комбинаций (3) and Примеры; 002, Комбинации",
)

Marks = tuple[int, int, int]  # of one card on the table: the dearest meld of each class in which it was counted
World = dict[int, tuple[Marks, ...]]  # card -> its copies on the table

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

    def lay(self, one: Candidate, held: Sequence[int]) -> int | Rule:
        """The points for a meld that is laid down now from cards that are held, or the rule that forbids it."""
        worlds, meld = self.worlds, one.meld
        if len(worlds) == 1 and not one.single:
            world = worlds[0]
            if not world or world.keys().isdisjoint(meld.cards):  # nothing of it lies on the table
                world.update(dict.fromkeys(meld.cards, one.fresh))
                return meld.points
            points = _the_only_way(world, one, held)
            if points is not None:
                return points
        best, reusable = -1, False
        found: list[World] = []
        for world in self.worlds:
            for points, fresh, new in _ways(world, one, held):
                if not fresh:
                    reusable = True
                elif points >= best:
                    found = found if points == best else []
                    best = points
                    found.append(new)
        if not found:
            return NEW_CARD if reusable else REUSE_CLASS
        self.worlds = _distinct(found)
        return best


def _the_only_way(world: World, one: Candidate, held: Sequence[int]) -> int | Rule | None:
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
            return REUSE_CLASS
    if not fresh:
        return NEW_CARD
    world.update(dict.fromkeys(meld.cards, one.fresh))
    if again:
        world.update(again)
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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A meld among cards that are shown."""

    meld: Meld
    single: int  # the price of the meld that this one doubles, else nought: what was counted for it is taken off
    need: tuple[tuple[int, int], ...]  # its cards, and how many of each
    fresh: tuple[Marks, ...]  # the marks on a card that was never counted before
    note: str  # as the ledger has it


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards laid down at once: how many of each kind, the dixes among them, the rest, and its melds, dearest first."""

    need: tuple[tuple[int, int], ...]
    dixes: int
    rest: tuple[int, ...]
    melds: tuple[Candidate, ...]


@lru_cache(4096)
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


def count(laid: Laid, melds: Sequence[Candidate], held: Sequence[int]) -> tuple[Candidate, int] | Rule:
    """The dearest of these melds that may be counted, and its points; or the rule that forbids the dearest."""
    refused: Rule | None = None
    for one in melds:
        points = laid.lay(one, held)
        if isinstance(points, int):
            return one, points
        refused = refused or points
    return refused or REUSE_CLASS


def refusal(rule: Rule) -> str:
    """Why a meld may not be counted, in words."""
    return (
        "no card of it came from the hand" if rule is NEW_CARD else "its cards have been counted in this class before"
    )
