"""The points of a deal: reckoned from calls and play where these are recorded, as the table wrote them where not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.reckon import ALL_TRICKS, CAPTURE, LAST_TRICK, LEAD, Trick, reckon
from pinocle_cli.ledger import ERROR, Entry, Finding
from pinocle_cli.record import AS_RECORDED, COUNT, NOT_CHECKED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.deal import Piquet
    from pinocle_cli.record import Figure
    from pinocle_cli.rule import Rule

MOST = 170  # in one deal: three for point, twelve for tierces, 42 for quatorzes, 60, 13 in play, 40


def tricks_on_the_sheet(state: Piquet) -> Said:
    """Twelve tricks, no more and no less."""
    figures = state.deal.tricks
    total = sum(figure.value for figure in figures.values())
    if total > ALL_TRICKS or (len(figures) == 2 and total != ALL_TRICKS):  # noqa: PLR2004 - two players
        line, column, path = next(iter(figures.values())).place
        text = f"{total} tricks stand here; a deal has {ALL_TRICKS}"
        yield Finding(COUNT, ERROR, line, text, None, column, path)


def claims_that_can_be(state: Piquet) -> Said:
    """Where a claim is all that there is: no deal gives more than 170 points, or fewer than none."""
    if state.deal.play is not None:
        return  # then it is compared with what the cards give
    most = MOST * 2 if state.house.refet == "yes" else MOST
    for seat, figure in state.deal.claimed.items():
        line, column, path = figure.place
        if figure.value > most:
            text = f"{figure.value} stands here; no hand and no play can give more than {MOST} in a deal"
            if most > MOST:
                text += f", {most} where a refet doubles it"
            yield Finding(COUNT, ERROR, line, text, seat, column, path)
        elif figure.value < 0:
            text = f"{figure.value} stands here; nothing is ever taken off in a deal"
            yield Finding(COUNT, ERROR, line, text, seat, column, path)


def score(state: Piquet) -> Said:
    """Everything that the deal gives."""
    deal = state.deal
    if deal.play is not None:
        yield from _reckoned(state)
        if deal.claimed is None and not state.whole and state.called is None and not state.tricks:
            state.scored = False
        return
    sweeper = _sweeper(state)
    known = state.called is not None or deal.claimed is None  # without the calls a table's own figures tell more
    if sweeper is not None and known and state.house.low_cards == "count":
        yield from _capot(state, sweeper)
    elif deal.claimed:
        yield from _as_written(state)
    else:
        state.scored = False
        text = "the points in play come from `play`; without it, or a claim, this deal is not scored"
        if state.called is not None:
            hand = [sum(entry.points for entry in reckon(state, state.terms) if entry.seat == seat) for seat in (0, 1)]
            text += f" (in hand {state.name(0)} has {hand[0]} and {state.name(1)} {hand[1]})"
        yield note(NOT_CHECKED, state.place(), text)


def _reckoned(state: Piquet) -> Iterator[Entry]:
    state.entries = reckon(state, state.terms)
    yield from state.entries


def sums(entries: list[Entry]) -> dict[tuple[int, Rule], int]:
    """What each has by each rule."""
    found: dict[tuple[int, Rule], int] = {}
    for entry in entries:
        key = entry.seat, entry.rule
        found[key] = found.get(key, 0) + entry.points
    return found


def _sweeper(state: Piquet) -> int | None:
    """Who took all twelve tricks, by the table's count."""
    figures: dict[int, Figure] = state.deal.tricks or {}
    for seat, figure in figures.items():
        if figure.value == ALL_TRICKS:
            return seat
        if figure.value == 0:
            return 1 - seat
    return None


def _capot(state: Piquet, sweeper: int) -> Said:
    """All twelve tricks tell what each led and won, whatever the cards were."""
    line = next(iter(state.deal.tricks.values())).place.line
    state.tricks = [Trick(line, state.elder, -1, -1, sweeper)]
    state.tricks += [Trick(line, sweeper, -1, -1, sweeper)] * (ALL_TRICKS - 1)
    state.whole = True
    yield from _reckoned(state)
    text = f"the play is not recorded; {state.name(sweeper)} took all twelve tricks, so it can be counted"
    yield note(NOT_CHECKED, state.place(), text)


def _as_written(state: Piquet) -> Said:
    deal, place = state.deal, state.place()
    state.whole = state.recorded = state.complete = True
    for seat, figure in deal.claimed.items():
        yield Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it")
    text = "the play is not recorded: the figures of this deal are taken as the table wrote them"
    yield note(AS_RECORDED, place, text)
    for seat in (0, 1):
        if seat not in deal.claimed:
            state.whole = False
            yield note(NOT_CHECKED, place, f"no figure for {state.name(seat)}; nothing is counted", seat)


PLAY_RULES = frozenset({LEAD, CAPTURE, LAST_TRICK})
