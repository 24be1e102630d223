"""`pinocle explain`: everything that comes from one line, and why."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli.common import verdicts
from pinocle_cli.logs.chunks import lines_of, reason
from pinocle_cli.render import data, style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import Entry, Finding, SessionVerdict
    from pinocle_cli.rule import Rule


@click.command("explain")
@click.argument("place", metavar="FILE:LINE")
@click.pass_context
def command(ctx: click.Context, place: str) -> None:
    """Explain what the verdict says that comes from one line of a record, and why.

    \b
    Example:
      pinocle explain samples/two-handed-game.yaml:31
    """
    file, colon, number = place.rpartition(":")
    if not colon or not number.isdigit() or not int(number):
        raise click.UsageError(f'"{place}" stands here; expected a file and a line, like game.yaml:31', ctx)
    line = int(number)
    text = _line_of(file, line)
    click.echo(f"{style.bold(place)}  {text.strip()}\n")
    summary = data.Summary()
    said = [out for verdict in summary.counting(verdicts([file])) for out in _explained(verdict, line)]
    for out in said:
        click.echo(out)
    if not said:
        click.echo("  Nothing is scored from this line, and nothing is wrong with it.")
    ctx.exit(summary.exit_status)


def _line_of(file: str, line: int) -> str:
    try:
        lines = lines_of(file)
    except Exception as why:
        raise click.ClickException(f"{file}: cannot be read: {reason(why)}") from why
    if line > len(lines):
        raise click.ClickException(f"{file} has no line {line}; it ends with line {len(lines)}")
    return style.plain(lines[line - 1])


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
        winner = "drawn" if result.winner is None else f"{verdict.names[result.winner]} wins"
        yield f"  {winner}    {verdict.id_of(result.rule)}"
        yield from _rule(result.rule, told)


def _entry(verdict: SessionVerdict, entry: Entry, running: int, told: set[Rule]) -> Iterator[str]:
    arrow = style.glyph("→", "->")
    unit = "" if entry.unit == "points" else f" {entry.unit}"
    head = f"{entry.points:+5}{unit}  {verdict.names[entry.seat]}  {entry.note}"
    yield style.cards(
        f"{head}  ({running - entry.points} {arrow} {running} in this deal)    {verdict.id_of(entry.rule)}"
    )
    yield from _rule(entry.rule, told)


def _finding(verdict: SessionVerdict, finding: Finding, told: set[Rule]) -> Iterator[str]:
    yield style.cards(f"  {finding.severity}  {finding.message}    {verdict.id_of(finding.rule)}")
    yield from _rule(finding.rule, told)
    if finding.ruling:
        remedy = f"    {verdict.id_of(finding.remedy)}" if finding.remedy else ""
        yield style.cards(f"  ruling  {finding.ruling}{remedy}")
        if finding.remedy:
            yield from _rule(finding.remedy, told)
    for choice in finding.choices:
        yield style.cards(f"  choice  {choice.name}: {choice.gives}")


def _rule(rule: Rule, told: set[Rule]) -> Iterator[str]:
    """The rule's own words, once."""
    if rule not in told:
        told.add(rule)
        yield click.wrap_text(rule.text, width=100, initial_indent=" " * 7, subsequent_indent=" " * 7)
