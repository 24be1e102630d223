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


def tricks_on_the_sheet(table: Piquet) -> Said:
    """Twelve tricks, no more and no less."""
    figures = table.deal.tricks
    total = sum(figure.value for figure in figures.values())
    if total > ALL_TRICKS or (len(figures) == 2 and total != ALL_TRICKS):  # noqa: PLR2004 - two players
        line, column, path = next(iter(figures.values())).place
        text = f"{total} tricks stand here; a deal has {ALL_TRICKS}"
        yield Finding(COUNT, ERROR, line, text, None, column, path)


def claims_that_can_be(table: Piquet) -> Said:
    """Where a claim is all that there is: no deal gives more than 170 points, or fewer than none."""
    if table.deal.play is not None:
        return  # then it is compared with what the cards give
    most = MOST * 2 if table.house.refet == "yes" else MOST
    for seat, figure in table.deal.claimed.items():
        line, column, path = figure.place
        if figure.value > most:
            text = f"{figure.value} stands here; no hand and no play can give more than {MOST} in a deal"
            if most > MOST:
                text += f", {most} where a refet doubles it"
            yield Finding(COUNT, ERROR, line, text, seat, column, path)
        elif figure.value < 0:
            text = f"{figure.value} stands here; nothing is ever taken off in a deal"
            yield Finding(COUNT, ERROR, line, text, seat, column, path)


def score(table: Piquet) -> Said:
    """Everything that the deal gives."""
    deal = table.deal
    if deal.play is not None:
        yield from _reckoned(table)
        if deal.claimed is None and not table.whole and table.called is None and not table.tricks:
            table.scored = False
        return
    sweeper = _sweeper(table)
    known = table.called is not None or deal.claimed is None  # without the calls a table's own figures tell more
    if sweeper is not None and known and table.house.low_cards == "count":
        yield from _capot(table, sweeper)
    elif deal.claimed:
        yield from _as_written(table)
    else:
        table.scored = False
        text = "the points in play come from `play`; without it, or a claim, this deal is not scored"
        if table.called is not None:
            hand = [sum(entry.points for entry in reckon(table, table.terms) if entry.seat == seat) for seat in (0, 1)]
            text += f" (in hand {table.name(0)} has {hand[0]} and {table.name(1)} {hand[1]})"
        yield note(NOT_CHECKED, table.place(), text)


def _reckoned(table: Piquet) -> Iterator[Entry]:
    table.entries = reckon(table, table.terms)
    yield from table.entries


def sums(entries: list[Entry]) -> dict[tuple[int, Rule], int]:
    """What each has by each rule."""
    found: dict[tuple[int, Rule], int] = {}
    for entry in entries:
        key = entry.seat, entry.rule
        found[key] = found.get(key, 0) + entry.points
    return found


def _sweeper(table: Piquet) -> int | None:
    """Who took all twelve tricks, by the table's count."""
    figures: dict[int, Figure] = table.deal.tricks or {}
    for seat, figure in figures.items():
        if figure.value == ALL_TRICKS:
            return seat
        if figure.value == 0:
            return 1 - seat
    return None


def _capot(table: Piquet, sweeper: int) -> Said:
    """All twelve tricks tell what each led and won, whatever the cards were."""
    line = next(iter(table.deal.tricks.values())).place.line
    table.tricks = [Trick(line, table.elder, -1, -1, sweeper)]
    table.tricks += [Trick(line, sweeper, -1, -1, sweeper)] * (ALL_TRICKS - 1)
    table.whole = True
    yield from _reckoned(table)
    text = f"the play is not recorded; {table.name(sweeper)} took all twelve tricks, so it can be counted"
    yield note(NOT_CHECKED, table.place(), text)


def _as_written(table: Piquet) -> Said:
    deal, place = table.deal, table.place()
    table.whole = table.recorded = table.complete = True
    for seat, figure in deal.claimed.items():
        yield Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it")
    text = "the play is not recorded: the figures of this deal are taken as the table wrote them"
    yield note(AS_RECORDED, place, text)
    for seat in (0, 1):
        if seat not in deal.claimed:
            table.whole = False
            yield note(NOT_CHECKED, place, f"no figure for {table.name(seat)}; nothing is counted", seat)


PLAY_RULES = frozenset({LEAD, CAPTURE, LAST_TRICK})
