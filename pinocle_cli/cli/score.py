"""`pinocle score`: the score table, the ledger, result and payments."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from pinocle_cli.cli.common import (
    as_played_option,
    batch,
    files_argument,
    finish,
    format_option,
    jobs_option,
    records,
)
from pinocle_cli.light import late_pattern
from pinocle_cli.logs.batch import Job, Tally, verdict_on
from pinocle_cli.plain import as_json, write_csv
from pinocle_cli.render import data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.logs.batch import Done
    from pinocle_cli.logs.chunks import Chunk
    from pinocle_cli.record import Record


@click.command("score")
@files_argument
@format_option("table", "json", "jsonl", "csv")
@click.option("--ledger", is_flag=True, help="Show every entry of the ledger below the table.")
@as_played_option
@jobs_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], format_: str, ledger: bool, as_played: bool, jobs: int) -> None:
    """Score the sessions in FILE... (folders are searched; - is standard input).

    \b
    Examples:
      pinocle score samples/two-handed-evening.yaml
      pinocle score --ledger game.yaml
      cat log.jsonl | pinocle score --format jsonl -
    """
    if format_ == "table":
        _tables(ctx, records(files), as_played=as_played, ledger=ledger)
    tally = Tally()
    done = batch(files, Job(_MAKERS[format_], as_played=as_played), tally, jobs=jobs)
    _PRINTERS[format_](_counted(done, tally), tally)
    finish(ctx, tally)


def _counted(done: Iterable[Done], tally: Tally) -> Iterator[tuple[int, object]]:
    """(document, what was made of it) of each record."""
    for piece in done:
        for one in piece.judged:
            tally.add(one)
            yield one.document + piece.before, one.made


def _tables(ctx: click.Context, found: Iterable[tuple[Record, Chunk]], *, as_played: bool, ledger: bool) -> None:
    """For people: each session as a table, what is wrong in it on standard error."""
    from pinocle_cli.render import screen  # noqa: PLC0415 - only for people
    from pinocle_cli.render.lines import finding_lines, plural  # noqa: PLC0415
    from pinocle_cli.render.table import errors, ledger_lines, session_table  # noqa: PLC0415

    summary, first = data.Summary(), True
    for record, text in found:
        verdict = verdict_on(record, as_played=as_played)
        summary.add(verdict)
        wrong = errors(verdict)
        new = summary.errors(verdict)
        for finding in new:
            for line in finding_lines(verdict, finding, text.text_of):
                click.echo(line, err=True)
        if wrong and not any(deal.scores is not None for deal in verdict.deals):
            if new:
                click.echo(f"{plural(len(new), 'error')}; nothing was scored", err=True)
            continue
        lines = [*session_table(verdict, screen.columns()), *(["", *ledger_lines(verdict)] if ledger else [])]
        if as_played and verdict.players:
            from pinocle_cli.render.outcomes import compared_lines  # noqa: PLC0415 - only for those who ask

            lines += ["", *compared_lines(verdict_on(record), verdict, screen.columns())]
        for line in lines if first else ["", *lines]:
            click.echo(line)
        first = False
    ctx.exit(summary.exit_status)


# --- Formats for programs: a session is written where it is judged, and gets its number where it is printed -----------

_NUMBER = late_pattern(r'"document": \d+')  # a quotation mark within a text has a backslash before it


def _as_line(verdict: SessionVerdict) -> str:
    return as_json(data.session(verdict))


def _as_indented(verdict: SessionVerdict) -> str:
    return as_json(data.session(verdict), indent=1)


def _as_rows(verdict: SessionVerdict) -> list[list[object]]:
    """One row for each account of each deal, without file and document."""
    rows = []
    for deal in verdict.deals:
        dealer = "" if deal.dealer is None else verdict.names[deal.dealer]
        faults = sum(finding.severity == "fault" for finding in deal.findings)
        for seat in verdict.accounts:
            score = "" if deal.scores is None else deal.scores[seat]
            head = [verdict.file, deal.number, deal.line, verdict.game]
            rows.append([*head, dealer, verdict.names[seat], score, faults])
    return rows


def _numbered(document: int, text: str) -> str:
    return _NUMBER.sub(f'"document": {document}', text, count=1)


def _print_jsonl(sessions: Iterable[tuple[int, str]], _: Tally) -> None:
    for document, text in sessions:
        sys.stdout.write(_numbered(document, text) + "\n")


def _print_csv(sessions: Iterable[tuple[int, list[list[object]]]], _: Tally) -> None:
    write_csv(sys.stdout, [["file", "document", "deal", "line", "game", "dealer", "player", "score", "faults"]])
    for document, rows in sessions:
        write_csv(sys.stdout, ([file, document, *row] for file, *row in rows))


def _print_json(sessions: Iterable[tuple[int, str]], tally: Tally) -> None:
    """One document, printed as it comes."""
    head = as_json(data.head())
    sys.stdout.write(f'{head[:-1]}, "sessions": [')
    separator = "\n"
    for document, text in sessions:
        sys.stdout.write(separator + _numbered(document, text))
        separator = ",\n"
    sys.stdout.write(f'],\n "summary": {as_json(tally.data())}}}\n')


_MAKERS: dict[str, Callable[[SessionVerdict], object]] = {"json": _as_indented, "jsonl": _as_line, "csv": _as_rows}
_PRINTERS: dict[str, Callable[[Any, Tally], None]] = {"json": _print_json, "jsonl": _print_jsonl, "csv": _print_csv}
