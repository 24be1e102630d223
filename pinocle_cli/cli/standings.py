"""`pinocle standings`: the season, player by player."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli.common import INTERRUPTED, batch, finish, format_option, jobs_option
from pinocle_cli.logs.batch import Job, Tally
from pinocle_cli.plain import as_json, write_csv
from pinocle_cli.render import data
from pinocle_cli.render.lines import plural
from pinocle_cli.render.standings import Standing, added_up, standings_of, table

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.command("standings")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@format_option("table", "csv", "json")
@jobs_option
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], format_: str, jobs: int) -> None:
    """Add up what each player has done in PATH...: deals, games, points or chips, betes, rubicons, faults.

    \b
    Examples:
      pinocle standings logs/
      pinocle standings --format csv 'season/*.yaml' > season.csv
    """
    tally = Tally()

    def found() -> Iterator[list[Standing]]:
        for done in batch(paths, Job(standings_of), tally, jobs=jobs):
            for one in done.judged:
                tally.add(one)
                yield one.made

    rows = added_up(found())
    if format_ == "json":
        document = {**data.head(), "standings": [row._asdict() for row in rows], "summary": tally.data()}
        click.echo(as_json(document, indent=1))
    elif format_ == "csv":
        write_csv(sys.stdout, [Standing._fields, *rows])
    else:
        for line in table(rows):
            click.echo(line)
    if tally.stopped == INTERRUPTED or tally.errors:
        stopped = f"{tally.stopped}; so far " if tally.stopped else ""
        click.echo(f"{stopped}{plural(tally.sessions, 'record')}, {plural(tally.errors, 'error')}", err=True)
    finish(ctx, tally)
