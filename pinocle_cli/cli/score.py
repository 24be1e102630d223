"""`pinocle score`: the score table, the ledger, result and payments."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli.common import as_played_option, files_argument, format_option, verdicts, width
from pinocle_cli.render import data

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinocle_cli.ledger import SessionVerdict


@click.command("score")
@files_argument
@format_option("table", "json", "jsonl", "csv")
@click.option("--ledger", is_flag=True, help="Show every entry of the ledger below the table.")
@as_played_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], format_: str, ledger: bool, as_played: bool) -> None:
    """Score the sessions in FILE... (folders are searched; - is standard input).

    \b
    Examples:
      pinocle score samples/two-handed-evening.yaml
      pinocle score --ledger game.yaml
      cat log.jsonl | pinocle score --format jsonl -
    """
    summary = data.Summary()
    judged = summary.counting(verdicts(files, as_played=as_played))
    if format_ == "table":
        _print_tables(judged, ledger=ledger)
    elif format_ == "csv":
        _print_csv(judged)
    elif format_ == "jsonl":
        for verdict in judged:
            click.echo(json.dumps(data.session(verdict), ensure_ascii=False))
    else:
        _print_json(judged, summary)
    ctx.exit(summary.exit_status)


def _print_tables(judged: Iterable[SessionVerdict], *, ledger: bool) -> None:
    from pinocle_cli.render.lines import finding_line, plural  # noqa: PLC0415 - only for people
    from pinocle_cli.render.table import errors, ledger_lines, session_table  # noqa: PLC0415

    columns, first = width(), True
    for verdict in judged:
        wrong = errors(verdict)
        for finding in wrong:
            click.echo(finding_line(verdict.file, finding), err=True)
        if wrong and not any(deal.scores is not None for deal in verdict.deals):
            click.echo(f"{plural(len(wrong), 'error')}; nothing was scored", err=True)
            continue
        if not first:
            click.echo()
        first = False
        for line in session_table(verdict, columns):
            click.echo(line)
        if ledger:
            click.echo()
            for line in ledger_lines(verdict):
                click.echo(line)


def _print_csv(judged: Iterable[SessionVerdict]) -> None:
    """One row for each account of each deal."""
    import csv  # noqa: PLC0415 - only here
    import sys  # noqa: PLC0415

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["file", "document", "deal", "line", "game", "dealer", "player", "score", "faults"])
    for verdict in judged:
        for deal in verdict.deals:
            dealer = "" if deal.dealer is None else verdict.names[deal.dealer]
            faults = sum(finding.severity == "fault" for finding in deal.findings)
            head = [verdict.file, verdict.document, deal.number, deal.line, verdict.game, dealer]
            for seat in verdict.accounts:
                score = "" if deal.scores is None else deal.scores[seat]
                writer.writerow([*head, verdict.names[seat], score, faults])


def _print_json(judged: Iterable[SessionVerdict], summary: data.Summary) -> None:
    """One document, printed as it comes: no more than one session is held."""
    head = json.dumps(data.head(), ensure_ascii=False)
    click.echo(f'{head[:-1]}, "sessions": [', nl=False)
    separator = "\n"
    for verdict in judged:
        click.echo(separator + json.dumps(data.session(verdict), ensure_ascii=False, indent=1), nl=False)
        separator = ",\n"
    click.echo(f'],\n "summary": {json.dumps(summary.data())}}}')
