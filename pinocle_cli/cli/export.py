"""`pinocle export`: a season as a database, for SQL, Datasette, DuckDB or a spreadsheet."""

from __future__ import annotations

import sqlite3

import click

from pinocle_cli.cli.common import INTERRUPTED, batch, finish, jobs_option
from pinocle_cli.logs.batch import Job, Tally
from pinocle_cli.render.lines import plural
from pinocle_cli.render.season import Season, WrongDatabaseError, rows_of


@click.command("export")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--to", "database", required=True, metavar="FILE", help="The SQLite database; it is made or added to.")
@jobs_option
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], database: str, jobs: int) -> None:
    """Export the verdicts on PATH... to a SQLite database: sessions, deals, scores, ledger, findings.

    The same record twice is stored once, and all is stored in one transaction or nothing.

    \b
    Examples:
      pinocle export logs/ --to season.db
      sqlite3 season.db "SELECT player, sum(score) FROM scores GROUP BY player"
    """
    if not database:
        raise click.UsageError("--to wants the name of a file", ctx)
    tally = Tally()
    try:
        with Season(database) as season:
            for done in batch(paths, Job(rows_of, digests=True), tally, jobs=jobs):
                for one in done.judged:
                    tally.add(one)
                    season.add(one.document + done.before, one.made)
            if tally.stopped == INTERRUPTED:
                ctx.abort()
    except WrongDatabaseError as why:
        raise click.ClickException(str(why)) from why
    except sqlite3.Error as why:
        raise click.ClickException(f"{database}: {why}; nothing was stored") from why
    click.echo(f"{database}: {plural(tally.sessions, 'record')}, {plural(tally.deals, 'deal')}")
    finish(ctx, tally)
