"""`pinocle judge`: each fault where it stands, the rule, the ruling, and what it changes."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli.common import files_argument
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.logs.chunks import lines_of
from pinocle_cli.logs.inputs import files_in, records_in_text, records_of
from pinocle_cli.record import CLAIM
from pinocle_cli.render import data, style
from pinocle_cli.render.lines import finding_line, key, plural
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import Finding, SessionVerdict, Verdict
    from pinocle_cli.record import Record
    from pinocle_cli.rule import Rule

_INDENT = " " * 11


@click.command("judge")
@files_argument
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Rule on every fault in FILE...: where it stands, which rule it breaks, what follows, and what that changes.

    \b
    Example:
      pinocle judge samples/two-handed-dispute.yaml
    """
    summary = data.Summary()
    choices = 0
    for file in files_in(files):
        for record, text in _records(file):
            verdict = judge(record, GAMES)
            summary.add(verdict)
            choices += sum(bool(f.choices) for f in verdict.all_findings())
            for line in _judged(record, verdict, text):
                click.echo(line)
    counts = summary.data()
    if counts["errors"]:
        click.echo(f"{plural(counts['errors'], 'error')}: what cannot be read or be true is not judged")
    elif counts["faults"]:
        click.echo(f"{plural(counts['faults'], 'fault')}, {plural(choices, 'open choice')}")
    ctx.exit(summary.exit_status)


class _Text:
    """The lines of an input, which the faults are shown in; read when the first fault is shown."""

    def __init__(self, name: str, raw: bytes | None = None) -> None:
        self.name, self.raw = name, raw

    @cached_property
    def lines(self) -> list[str]:
        """Without their ends; none where the input can be read only once."""
        with suppress(Exception):  # whatever is wrong with the input has been said
            return lines_of(self.name, self.raw)
        return []


def _records(file: str) -> Iterator[tuple[Record, _Text]]:
    """The records of an input, each with the text that it stands in."""
    if file != "-":
        text = _Text(file)
        for record in records_of(file, GAMES):
            yield record, text
        return
    raw = sys.stdin.buffer.read()  # it cannot be read again for the lines
    text = _Text(file, raw)
    for record in records_in_text(raw, file, GAMES):
        yield record, text


def _judged(record: Record, verdict: SessionVerdict, text: _Text) -> Iterator[str]:
    """Everything that is to be said of one record."""
    faults = [(None, finding) for finding in verdict.findings if finding.severity == FAULT]
    for finding in verdict.all_findings():
        if finding.severity == ERROR:
            yield style.cards(finding_line(verdict, finding))
    found = [(deal, finding) for deal in verdict.deals for finding in deal.findings if finding.severity == FAULT]
    if not found and not faults:
        if not any(finding.severity == ERROR for finding in verdict.all_findings()):
            name = verdict.file + (f", record {verdict.document}" if verdict.document > 1 else "")
            yield f"{name}: {plural(len(verdict.deals), 'deal')}, no fault found"
        return
    found.sort(key=lambda pair: (pair[1].line, pair[1].column))
    before = judge(record, GAMES, as_played=True)
    for at, (deal, finding) in enumerate([*found, *faults]):
        last_of_deal = not any(deal is other for other, _ in found[at + 1 :])
        yield from _fault(verdict, deal, finding, text.lines)
        if deal is not None and last_of_deal:
            yield from _effect(verdict, before, deal)
        yield ""


def _fault(verdict: SessionVerdict, deal: Verdict | None, finding: Finding, lines: list[str]) -> Iterator[str]:
    number = [f"deal {deal.number}"] if deal else []
    where = ", ".join([verdict.file, *number, f"line {finding.line}", *key(finding.path, finding.column)])
    who = f"    {verdict.names[finding.seat]}" if finding.seat is not None else ""
    yield f"{style.bold(where)}{who}    {finding.rule.title.lower()}"
    yield ""
    yield from _shown(finding, lines)
    yield ""
    yield from _paragraph("broken", finding.rule, verdict)
    if finding.ruling:
        remedy = finding.remedy
        if remedy is not None and remedy is not finding.rule:
            yield from _paragraph("remedy", remedy, verdict)
        yield style.cards(click.wrap_text(finding.ruling, 100, "  ruling   ", _INDENT))
    elif finding.rule is not CLAIM:
        yield "  ruling   none: the book attaches nothing to it"
    for choice in finding.choices:
        yield style.cards(click.wrap_text(f"{choice.name}: {choice.gives}", 100, "  choice   ", _INDENT))


def _shown(finding: Finding, lines: list[str]) -> Iterator[str]:
    """The lines around the fault, a mark under what is wrong, and in words what happened."""
    bar, arrow = style.glyph("│", "|"), style.glyph("▸", ">")
    for number in range(max(1, finding.line - 2), finding.line + 1):
        if number <= len(lines):
            mark = arrow if number == finding.line else " "
            yield f"  {mark} {number:5} {bar} {style.plain(lines[number - 1].rstrip()[:110])}"
    said = style.cards(finding.message)
    if finding.column and finding.line <= len(lines):
        text = lines[finding.line - 1][finding.column - 1 :]
        width = len(text.split()[0]) if text.split() else 1
        yield f"          {bar} {' ' * (finding.column - 1)}{'^' * min(width, 40)}  {said}"
    else:
        yield f"          {bar} {said}"


def _paragraph(word: str, rule: Rule, verdict: SessionVerdict) -> Iterator[str]:
    yield f"  {word}   {verdict.id_of(rule)}"
    yield click.wrap_text(rule.text, 100, _INDENT, _INDENT)
    yield style.faint(f"{_INDENT}source {rule.source}")


def _effect(verdict: SessionVerdict, before: SessionVerdict, deal: Verdict) -> Iterator[str]:
    """What the rulings on a deal change: its scores, and the result."""
    arrow, names = style.glyph("→", "->"), verdict.names
    was = next((other for other in before.deals if other.line == deal.line), None)
    if deal.scores is None or was is None or was.scores is None:
        return
    changed = [(seat, was.scores[seat], points) for seat, points in deal.scores.items() if was.scores[seat] != points]
    if not changed:
        yield "  effect   the score is as it was played"
    for seat, old, new in changed:
        yield f"  effect   {names[seat]} {old} {arrow} {new} in this deal"
    old_result, result = before.result, verdict.result
    if result is not None and (old_result is None or old_result.winner != result.winner):
        said = (
            "nobody had won"
            if old_result is None or old_result.winner is None
            else f"{names[old_result.winner]} had won"
        )
        yield f"           without the ruling {said}"
    elif result is None and old_result is not None and old_result.winner is not None:
        yield f"           without the ruling {names[old_result.winner]} had won"
