"""What counts in play: leads, captures and the last trick, as each counts aloud; and the pique."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.chapters.in_hand import THIRTY
from pinocle_cli.games.piquet.hands import DECK
from pinocle_cli.ledger import Entry, Run
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pinocle_cli.games.piquet.state import Piquet, Taken, Terms

    Point = tuple[int, Rule, int, str]  # whose, by which rule, in which line, and for what

PIQUE_POINTS = 30

LEAD = Rule(
    "lead",
    "Leading",
    "score",
    """Each card led scores one, also if play stops before it is answered. At some tables leading a nine, eight or seven
    scores nothing.""",
    "001; Portland laws, 65",
)

LEADS = LEAD.table((*(f"leads {name}" for name in DECK.names), "leads"))  # by the card; -1 is not known

CAPTURE = Rule(
    "capture",
    "Winning the other's lead",
    "score",
    """Each trick won to which the other player led scores one. At some tables winning it with a nine, eight or seven
    scores nothing.""",
    "001; Portland laws, 65",
)

CAPTURES = CAPTURE.table((*(f"takes with {name}" for name in DECK.names), "takes the trick"))

LAST_TRICK = Rule(
    "last-trick",
    "Last trick",
    "score",
    "The winner of the twelfth trick scores one more, even if somebody should have a card over.",
    "001; Portland laws, 65; Case XIX",
)

LAST = LAST_TRICK.table("last trick")
PLAY_RULES = frozenset({LEAD, CAPTURE, LAST_TRICK})

PIQUE = Rule(
    "pique",
    "Pique",
    "score",
    """If elder hand reaches thirty in hand and play together before younger has counted anything, in hand or in play,
    he adds thirty; not if younger has said "equal" to his point or sequence. By the laws of 1882 an equality does not
    save a pique. The cards and a capot do not count towards it.""",
    "001; Portland laws, 69",
)


@PIQUE.applied
def pique(elder: int, line: int, count: int) -> Entry:
    """Thirty for elder, who counts on from there."""
    return Entry(elder, PIQUE_POINTS, PIQUE, line, f"thirty before the other: {count}")


_LOW = (*(rank in ("9", "8", "7") for rank in DECK.rank), False)

RUNNING_COUNT = Rule(
    "running-count",
    "Counting aloud",
    "score",
    """Each counts on from what his calls gave: with 21 elder says 22 as he leads; younger with 7 says 8 as he wins a
    trick and 9 as he leads to the next. Whoever has nothing begins with one.""",
    "001",
)


@RUNNING_COUNT.applied
def in_play(state: Piquet, terms: Terms, count: tuple[int, int], *, can_pique: bool) -> Run:
    """One for each lead, capture and the last trick, as each counts aloud; with the pique where elder reaches it."""
    silent = terms.nothing | terms.no_play
    worth = [0 if seat in silent else 2 if 1 - seat in terms.no_play else 1 for seat in (0, 1)]
    points = partial(_points, state.tricks, whole=state.whole, low_counts=state.house.low_cards == "count")
    seats = [seat for seat, _, _, _ in points()]
    made = [worth[0] * seats.count(0), worth[1] * seats.count(1)]
    elder = state.elder if can_pique else None
    aloud = partial(_aloud, points, worth, count, elder)
    if elder is not None and count[elder] + made[elder] >= THIRTY:
        made[elder] += sum(entry.points for entry in aloud() if entry.rule is PIQUE)
    return Run((made[0], made[1]), aloud)


def _points(tricks: Sequence[Taken], *, whole: bool, low_counts: bool) -> Iterator[Point]:
    """Each point of the play as it is made."""
    last = len(tricks) - 1
    for n, (line, leader, led, reply, winner) in enumerate(tricks):
        if low_counts or not _LOW[led]:
            yield leader, LEAD, line, LEADS[led]
        if winner is None:
            continue
        if winner != leader and (low_counts or not _LOW[reply]):
            yield winner, CAPTURE, line, CAPTURES[reply]
        if n == last and whole:
            yield winner, LAST_TRICK, line, LAST


def _aloud(
    points: Callable[[], Iterable[Point]], worth: Sequence[int], count: Sequence[int], elder: int | None
) -> Iterator[Entry]:
    """What both count aloud while they play; `elder` where he may still come to a pique.

    That a penalty doubles his play does not shorten his way to thirty.
    """
    count = [*count]
    towards = 0 if elder is None else count[elder]
    for seat, rule, line, text in points():
        if not worth[seat]:
            continue
        count[seat] += worth[seat]
        yield Entry(seat, worth[seat], rule, line, f"{text}: {count[seat]}")
        if elder is None:
            continue
        towards += 1
        if seat != elder:
            elder = None
        elif towards >= THIRTY:
            count[elder] += PIQUE_POINTS
            yield pique(elder, line, count[elder])
            elder = None
