"""The running score as a drawing: a line for each account, and below it who was in the lead when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinocle_cli.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.replay.frame import Course

WIDTH, HEIGHT = 720, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 92, 12, 46  # room for figures, names, and the band of who leads
_MOST_POINTS = 24  # of a line within one deal


class Line(NamedTuple):
    """One account: its points on the drawing, and where its name stands."""

    name: str
    nth: int
    points: str
    end: tuple[float, float]
    label: float
    total: int


class Lead(NamedTuple):
    """A stretch of the band below: who leads from where to where; `nth` is None where nobody does."""

    nth: int | None
    name: str
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing: lines, band, the marks at the side and the deals below; `said` is all of it in words."""

    lines: list[Line]
    band: list[Lead]
    marks: list[tuple[float, int]]
    deals: list[tuple[float, int]]
    target: float | None
    said: str


def chart(verdict: SessionVerdict, courses: Sequence[Course], target: int | None) -> Chart | None:
    """The running score of a record; None where fewer than two moments are known."""
    series = _series(verdict, courses)
    if len(series) < 2 or len(verdict.accounts) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    last = series[-1][0]
    every = [n for _, totals in series for n in totals]
    low, high = min(0, *every), max(1, *every)
    if min(every) > high // 3:
        low = min(every) // 100 * 100  # a game that was carried on
    if target is not None and high > target // 2:
        high = max(high, target)
    wide, tall = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def x(at: float) -> float:
        return round(_LEFT + wide * at / last, 1)

    def y(points: float) -> float:
        return round(_TOP + tall * (high - points) / (high - low), 1)

    lines = []
    for nth, seat in enumerate(verdict.accounts):
        points = " ".join(f"{x(at):g},{y(totals[nth]):g}" for at, totals in series)
        total = series[-1][1][nth]
        lines.append(Line(verdict.names[seat], nth, points, (x(last), y(total)), y(total), total))
    playing = {verdict.account(seat) for seat in range(verdict.players)}  # a kitty is in nobody's lead
    leads = _leads(series, [nth for nth, seat in enumerate(verdict.accounts) if seat in playing])
    names = [verdict.names[seat] for seat in verdict.accounts]
    band = [Lead(n, "" if n is None else names[n], x(a), round(x(b) - x(a), 1)) for n, a, b in leads]
    return Chart(
        _apart(lines), band, [(y(n), n) for n in _marks(low, high)],
        [(x(n + 0.5), deal.number) for n, deal in enumerate(verdict.deals[: int(last)])],
        y(target) if target is not None and low <= target <= high else None,
        _said(series, leads, names, verdict),
    )  # fmt: skip


Series = list[tuple[float, tuple[int, ...]]]


def _series(verdict: SessionVerdict, courses: Sequence[Course]) -> Series:
    """(how many deals have gone by, what each account stands at), within a deal where its play is recorded."""
    if verdict.opening is None:
        return []
    running = [verdict.opening.get(seat, 0) for seat in verdict.accounts]
    found: Series = [(0, tuple(running))]
    for n, deal in enumerate(verdict.deals):
        if deal.scores is None:
            break
        frames = courses[n].frames if n < len(courses) else ()
        known = [frame.totals for frame in frames if frame.totals is not None]
        steps = max(1, len(known) // _MOST_POINTS)
        within = [tuple(totals[seat] for seat in verdict.accounts) for totals in known]
        if len({*within[:-1]}) == 1:
            within = []  # all of it was settled at the end
        found += [(n + (i + 1) / (len(within) + 1), within[i]) for i in range(steps, len(within) - 1, steps)]
        running = [points + deal.scores.get(seat, 0) for points, seat in zip(running, verdict.accounts, strict=True)]
        found.append((n + 1, tuple(running)))
    ends = (0, len(found) - 1)
    return [one for at, one in enumerate(found) if at in ends or not one[1] == found[at - 1][1] == found[at + 1][1]]


def _leads(series: Series, players: Sequence[int]) -> list[tuple[int | None, float, float]]:
    """(which of the players leads, from when, to when)."""
    found: list[tuple[int | None, float, float]] = []
    for (start, totals), (end, _) in zip(series, [*series[1:], (series[-1][0], ())], strict=True):
        best = max(totals[nth] for nth in players)
        first, *level = [nth for nth in players if totals[nth] == best]
        who = None if level else first
        if found and found[-1][0] == who:
            found[-1] = (who, found[-1][1], end)
        else:
            found.append((who, start, end))
    return [one for one in found if one[2] > one[1]]


def _marks(low: int, high: int) -> list[int]:
    """Round figures at the side, four to seven of them."""
    step = 1
    while (high - low) / step > 7:  # noqa: PLR2004 - more would stand too close
        step = next(s for s in (f * 10**e for e in range(9) for f in (1, 2, 5)) if s > step)
    return list(range(-(-low // step) * step, high + 1, step))


def _apart(lines: list[Line]) -> list[Line]:
    """The names at the ends of the lines, none over another."""
    found: list[Line] = []
    least = 17.0
    for line in sorted(lines, key=lambda one: one.label):
        at = max(line.label, found[-1].label + least) if found else line.label
        found.append(line._replace(label=at))
    over = found[-1].label - (HEIGHT - _BOTTOM) if found else 0
    if over > 0:
        found = [line._replace(label=max(_TOP, line.label - over)) for line in found]
    return sorted(found, key=lambda one: one.nth)


def _said(
    series: Series, leads: list[tuple[int | None, float, float]], names: list[str], verdict: SessionVerdict
) -> str:
    """The drawing in words."""
    ends = ", ".join(f"{name} {points}" for name, points in zip(names, series[-1][1], strict=True))
    spans = []
    for who, start, end in leads:
        first, last = (
            verdict.deals[min(int(at), len(verdict.deals) - 1)].number for at in (start, max(start, end - 0.01))
        )
        when = f"in deal {first}" if first == last else f"from deal {first} to deal {last}"
        spans.append(f"{'nobody' if who is None else names[who]} leads {when}")
    return f"Running score: it ends with {ends}. {'; '.join(spans)}."
