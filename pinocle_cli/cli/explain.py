"""`pinocle explain`: everything that comes from one line, and why."""

from __future__ import annotations

import os
import re
from collections import Counter
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli import completion
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, NOTE
from pinocle_cli.light import late_pattern
from pinocle_cli.logs.batch import verdict_on
from pinocle_cli.logs.chunks import chunks_of
from pinocle_cli.logs.inputs import empty, records_in_chunk
from pinocle_cli.logs.names import shown
from pinocle_cli.render import data, screen, style
from pinocle_cli.render.lines import choice_line, finding_lines, win

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import Entry, Finding, SessionVerdict
    from pinocle_cli.record import Record
    from pinocle_cli.rule import Rule


_INDENT = " " * 7
_PLACE = late_pattern(r"(.+?):([0-9]{1,9})(?::([0-9]{1,9}))?:?", re.DOTALL)


@click.command("explain", context_settings={"ignore_unknown_options": True})  # -:5 is standard input
@click.argument("place", metavar="FILE:LINE[:COLUMN]", shell_complete=completion.line_of_a_file)
@click.pass_context
def command(ctx: click.Context, place: str) -> None:
    """Explain what the verdict says that comes from one line of a record, and why.

    The place may be written as `check` prints it, with a column. Nothing is read beyond the record in which it stands.

    \b
    Examples:
      pinocle explain samples/two-handed-game.yaml:31
      pinocle explain samples/two-handed-dispute.yaml:26:7
    """
    file, line = _place(ctx, place)
    record, text = _record_at(file, line)
    head = style.line(f"{shown(file)}:{line}")
    written, room = style.plain(text.strip()), screen.prose() - screen.wide(head) - 2
    between = "  " if screen.wide(written) <= room else "\n    "
    click.echo(style.bold(head) + between + screen.part(written, 0, screen.prose() - 4)[0] + "\n")
    summary = data.Summary()
    verdict = verdict_on(record)
    summary.add(verdict)
    for out in [*_explained(verdict, line)] or _nothing(verdict, line):
        click.echo(out)
    ctx.exit(summary.exit_status)


def _place(ctx: click.Context, place: str) -> tuple[str, int]:
    found = _PLACE.fullmatch(place)
    if found is None or not int(found[2]):
        said = style.line(place[:80])
        raise click.UsageError(f'"{said}" stands here; expected a file and a line, like game.yaml:31', ctx)
    file, line, column = found.groups()
    if column and os.path.lexists(f"{file}:{line}"):
        return f"{file}:{line}", int(column)
    return file, int(line)


def _record_at(file: str, line: int) -> tuple[Record, str]:
    """The record in which the line stands, and the line; what comes after it is not read."""
    end = 1
    for chunk in filter(None, chunks_of(file)):
        if chunk.failed:
            raise click.ClickException(f"{style.line(shown(file))}: cannot be read: {chunk.failed}")
        end = chunk.end
        if line < chunk.line:
            raise click.ClickException(f"line {line} stands in a record that is too long to be read")
        if line <= end:
            records = [*records_in_chunk(chunk, GAMES)] or [empty(chunk.name)]
            record = next((one for one in reversed(records) if one.line <= line), records[0])
            return record, chunk.text_of(line) or ""
    raise click.ClickException(f"{style.line(shown(file))} has no line {line}; it ends with line {end}")


def _nothing(verdict: SessionVerdict, line: int) -> Iterator[str]:
    """What is said where no points and no finding come from a line: what is wrong elsewhere, or noted of its deal."""
    said = "nothing is wrong with it" if verdict.judged else "the record is not judged"
    yield from screen.wrapped(f"Nothing is scored from this line, and {said}.", "  ")
    for finding in verdict.all_findings():
        if finding.severity == ERROR:
            yield from finding_lines(verdict, finding, lambda _: None)
    deal = next((deal for deal in reversed(verdict.deals) if deal.line <= line), None)
    if deal is not None:
        told: set[Rule] = set()
        for finding in deal.findings:
            if finding.severity == NOTE and finding.line == deal.line:
                yield from _finding(verdict, finding, told)


def _explained(verdict: SessionVerdict, line: int) -> Iterator[str]:
    """The entries and findings of a session that point at the line, each with its rule."""
    told: set[Rule] = set()
    for deal in verdict.deals:
        running: Counter[tuple[int, str]] = Counter()
        for entry in deal.ledger:
            running[entry.seat, entry.unit] += entry.points
            if entry.line == line:
                yield from _entry(verdict, entry, running[entry.seat, entry.unit], told)
        for finding in deal.findings:
            if finding.line == line:
                yield from _finding(verdict, finding, told)
    for finding in verdict.findings:
        if finding.line == line:
            yield from _finding(verdict, finding, told)
    result = verdict.result
    if result is not None and result.line == line:
        said = "drawn" if result.winner is None else win(verdict, result.winner)
        yield from _said(f"{said}    {verdict.id_of(result.rule)}", "  ")
        yield from _rule(result.rule, told)


def _entry(verdict: SessionVerdict, entry: Entry, running: int, told: set[Rule]) -> Iterator[str]:
    arrow = style.glyph("→", "->")
    unit = "" if entry.unit == "points" else f" {entry.unit}"
    before = f"({running - entry.points} {arrow} {running} in this deal)"
    text = f"{verdict.names[entry.seat]}  {entry.note}  {before}    {verdict.id_of(entry.rule)}"
    yield from _said(text, f"{entry.points:+5}{unit}  ")
    yield from _rule(entry.rule, told)


def _finding(verdict: SessionVerdict, finding: Finding, told: set[Rule]) -> Iterator[str]:
    yield from _said(f"{finding.message}    {verdict.id_of(finding.rule)}", f"  {finding.severity}  ")
    yield from _rule(finding.rule, told)
    if finding.ruling:
        remedy = f"    {verdict.id_of(finding.remedy)}" if finding.remedy else ""
        yield from _said(finding.ruling + remedy, "  ruling  ")
        if finding.remedy:
            yield from _rule(finding.remedy, told)
    for choice in finding.choices:
        yield from _said(choice_line(verdict, choice), "  choice  ")


def _said(text: str, head: str) -> Iterator[str]:
    return screen.wrapped(text, head, _INDENT)


def _rule(rule: Rule, told: set[Rule]) -> Iterator[str]:
    """The rule's own words, once."""
    if rule not in told:
        told.add(rule)
        yield from screen.wrapped(rule.text, _INDENT)
