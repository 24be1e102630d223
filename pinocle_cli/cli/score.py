"""`pinocle score`."""

from __future__ import annotations

import json

import click

from pinocle_cli.games import GAMES
from pinocle_cli.inputs import files_in, records_of
from pinocle_cli.render import data
from pinocle_cli.session import judge


@click.command("score")
@click.argument("files", nargs=-1, required=True)
@click.option("--format", "format_", type=click.Choice(["table", "json", "jsonl", "csv"]), default="table")
@click.option("--as-played", is_flag=True)
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], format_: str, as_played: bool) -> None:
    """Score sessions."""
    summary = data.Summary()
    sessions = []
    for file in files_in(files):
        for record in records_of(file, GAMES):
            verdict = judge(record, GAMES, as_played=as_played)
            summary.add(verdict)
            if format_ == "jsonl":
                click.echo(json.dumps(data.session(verdict), ensure_ascii=False))
            else:
                sessions.append(data.session(verdict))
    if format_ == "json":
        click.echo(
            json.dumps({**data.head(), "sessions": sessions, "summary": summary.data()}, ensure_ascii=False, indent=1)
        )
    ctx.exit(summary.exit_status)
