"""`pinocle export`: a season as a database, for SQL, Datasette or DuckDB, or as sheets for a spreadsheet."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli.collect import collect, copies_of
from pinocle_cli.cli.common import finish, jobs_option
from pinocle_cli.logs.batch import Tally
from pinocle_cli.render.lines import plural
from pinocle_cli.season.database import Season, WrongDatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.command("export")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--to",
    "target",
    required=True,
    metavar="FILE",
    help="A SQLite database, made or added to; or .xlsx, or a folder/ for CSV.",
)
@click.option(
    "--stdin-name", metavar="NAME", default="", help="What standard input is called, to know its records again."
)
@jobs_option
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], target: str, stdin_name: str, jobs: int) -> None:
    """Export the verdicts on PATH... for SQL or a spreadsheet: who played, scores, payments, the ledger, the findings.

    The same record in two files is stored once. What cannot be read leaves what was stored of it before as it was. All
    is stored or nothing.

    \b
    Examples:
      pinocle export logs/ --to season.db
      pinocle export logs/ --to season.xlsx
      sqlite3 season.db "SELECT * FROM standings ORDER BY game, won DESC"
    """
    if not target:
        raise click.UsageError("--to wants the name of a file", ctx)
    tally = Tally()
    as_sheets = target.endswith((".xlsx", "/", os.sep)) or Path(target).is_dir()
    try:
        with Season("" if as_sheets else target, stream=stdin_name) as season:
            if not collect(paths, season, tally, whole=True, jobs=jobs):
                ctx.abort()
            season.finish(path for path in paths if path != "-" and Path(path).is_dir())
            if as_sheets:
                from pinocle_cli.season.sheets import write  # noqa: PLC0415 - not for a database

                write(season, target)
            for line in _summary(season, target):
                click.echo(line)
    except WrongDatabaseError as why:
        raise click.ClickException(str(why)) from why
    except sqlite3.Error as why:
        raise click.ClickException(f"{target}: {why}; nothing was stored") from why
    finish(ctx, tally)


def _summary(season: Season, target: str) -> Iterator[str]:
    """What stands there now, and what this run made of it."""
    counts = season.counts
    yield f"{target}: {plural(counts['sessions'], 'record')}, {plural(counts['deals'], 'deal')}"
    did = [f"{counts[what]:,} {what}" for what in ("new", "put right", "taken out") if counts[what]]
    if did and counts["new"] < counts["sessions"]:
        yield f"  {', '.join(did)}" + (f" (no longer there: {', '.join(season.gone)})" if season.gone else "")
    yield from (f"  {line}" for line in copies_of(season))
    if counts["could not be read"]:
        kept = counts["left as they were"]
        were = f"; {plural(kept, 'record')} stored of it before left as {'it was' if kept == 1 else 'they were'}"
        number = plural(counts["could not be read"], "record")
        yield f"  {number} could not be read or judged{were if kept else ''}"
