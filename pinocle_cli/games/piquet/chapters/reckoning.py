"""The reckoning: what the calls and the tricks come to, in the order in which they count, and what counts double.

`reckon` says what a deal gives on given terms. First it is called on none, for the points as they were played; a ruling
then changes the terms, and the difference is what the ruling costs or gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.chapters.in_hand import in_hand, no_pique, repique
from pinocle_cli.games.piquet.chapters.in_play import in_play
from pinocle_cli.games.piquet.hands import ALL_TRICKS
from pinocle_cli.ledger import Entry, Run
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pinocle_cli.games.piquet.state import Piquet, Terms

CARDS_POINTS, CAPOT_POINTS = 10, 40


def reckon(state: Piquet, terms: Terms) -> list[Entry | Run]:
    """Every point of the deal, in the order in which they count."""
    items, equal = in_hand(state, terms)
    entries: list[Entry | Run] = [item.entry for item in items if not item.bars]
    repiqued = repique(state, terms, items)
    if repiqued is not None:
        entries.append(repiqued)
    barred = repiqued is not None or no_pique(state, terms, items, equal=equal)
    entries.append(in_play(state, terms, sums(entries), can_pique=not barred))
    if state.whole:
        entries += cards(state, terms)
    if state.double is not None:
        entries += doubled(state, sums(entries))
    return entries


def sums(entries: Iterable[Entry | Run]) -> tuple[int, int]:
    """What each has."""
    count = [0, 0]
    for one in entries:
        if isinstance(one, Run):
            count = [had + points for had, points in zip(count, one.sums, strict=True)]
        else:
            count[one.seat] += one.points
    return count[0], count[1]


# --- The cards -------------------------------------------------------------------------------------------------------

CAPOT = Rule(
    "capot",
    "Capot",
    "score",
    """All twelve tricks score forty instead of ten. They are added after the play. A rest that was conceded gives the
    cards and no capot.""",
    "001; Portland laws, 66 and 69; Cavendish for a concession",
)


@CAPOT.applied
def is_capot(state: Piquet, won: int) -> bool:
    """Whether so many tricks make a capot."""
    return won == ALL_TRICKS and not state.conceded


CARDS = Rule(
    "cards",
    "The cards",
    "score",
    """More than six tricks score ten "for the cards"; with six tricks each nobody scores them. (Source 001 says six or
    more and, in its own example, more than six.) Where a table gives them for six, both may have them.""",
    "001; Portland laws, 66",
)


@CARDS.applied
def cards(state: Piquet, terms: Terms) -> list[Entry]:
    """Ten for more than six tricks, forty for all."""
    winners = [trick.winner for trick in state.tricks]
    found = []
    line = state.tricks[-1].line if state.tricks else state.deal.line
    for seat in (0, 1):
        number = winners.count(seat)
        if seat in terms.nothing or seat in terms.no_play:
            continue
        if is_capot(state, number):
            found.append(Entry(seat, CAPOT_POINTS, CAPOT, line, "capot: all twelve tricks"))
        elif number >= int(state.house.cards_at):
            found.append(Entry(seat, CARDS_POINTS, CARDS, line, f"{number} tricks"))
    return found


REFET = Rule(
    "refet",
    "Refet",
    "settlement",
    """If both players score the same in a deal, the next two deals count double: for 40 and 73 the table writes 80 and
    146. A refet in a doubled deal makes the two deals after it double; nothing counts more than twice.""",
    "001; decided for the second half by us",
)


@REFET.applied
def doubled(state: Piquet, have: Sequence[int]) -> list[Entry]:
    """What each has once more, where the deal counts double."""
    assert state.double is not None  # noqa: S101 - the caller has looked
    why = "after a refet" if state.double is REFET else "as the first and the last of four do"
    return [
        Entry(seat, total, state.double, state.deal.line, f"{total} counts double {why}")
        for seat, total in enumerate(have)
        if total
    ]
