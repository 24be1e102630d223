"""What `export` and `standings` share: records are judged and enter a season, and what cannot be read is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from pinocle_cli.cli.common import INTERRUPTED, batch
from pinocle_cli.logs.batch import Job
from pinocle_cli.render import data
from pinocle_cli.render.findings import Found, text
from pinocle_cli.render.lines import plural
from pinocle_cli.season.rows import Rows, figures_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.logs.batch import Tally
    from pinocle_cli.render.data import FindingRow
    from pinocle_cli.season.database import Season

    Made = tuple[Rows, list[FindingRow]]

_ERRORS = frozenset({"error"})


def _whole(verdict: SessionVerdict) -> Made:
    return rows_of(verdict), data.finding_rows(_ERRORS, verdict)


def _figures(verdict: SessionVerdict) -> Made:
    return figures_of(verdict), data.finding_rows(_ERRORS, verdict)


def collect(
    paths: Iterable[str],
    season: Season,
    tally: Tally,
    *,
    whole: bool,
    jobs: int,
    wanted: Callable[[Rows], bool] = lambda _: True,
) -> bool:
    """Judge the records and store those that are wanted, telling errors as `check` does; False if interrupted."""
    job = Job(_whole if whole else _figures, digests=True)
    for done in batch(paths, job, tally, jobs=jobs):
        if done.first:
            season.begin(done.name)
        for one in done.judged:
            tally.add(one)
            rows, errors = cast("Made", one.made)
            told = tally.untold(errors)
            for line in text([Found(done.name, one.deals, told, done.text_of)], tally):
                click.echo(line, nl=False, err=True)
            if not rows.judged or wanted(rows):
                season.add(one.document + done.before, rows)
        if done.last:
            season.end()
    return tally.stopped != INTERRUPTED


def copies_of(season: Season) -> Iterator[str]:
    """Says that records stand in several files."""
    if number := season.counts["copies"]:
        where = "two files" if season.counts["files of a copy"] == 2 else "several files"  # noqa: PLR2004 - two
        yield f"{plural(number, 'record')} {'stands' if number == 1 else 'stand'} in {where}, counted once"
