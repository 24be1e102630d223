"""The score table: deal by deal what each scored, the running totals, the result, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.render import layout, screen, sheet, style
from pinocle_cli.render.lines import key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import Finding, SessionVerdict


def session_table(verdict: SessionVerdict, width: int | None) -> Iterator[str]:
    """A session as players read it, in so many columns."""
    yield from _headline(verdict, width)
    yield ""
    if verdict.deals and verdict.accounts:
        lines = layout.whole(verdict, width)
        yield from [*lines, ""] if lines else []
    for said, look in (
        (_result, _bold_to_the_rule),
        (_payments, str),
        (_faults, str),
        (_hint, style.faint),
        (_notes, str),
    ):
        for text in said(verdict):
            yield from map(look, screen.wrapped(text, indent="      ", width=width or screen.ENDLESS))


def _headline(verdict: SessionVerdict, width: int | None) -> Iterator[str]:
    about = style.plain(sheet.about(verdict))
    meta = style.plain(", ".join(verdict.meta[key] for key in ("date", "place", "event") if key in verdict.meta))
    record = f", record {verdict.document}" if verdict.document > 1 else ""
    file = style.line(verdict.file) + record + (f"  {meta}" if meta else "")
    room = min(width or 78, 78) - screen.wide(file) - screen.wide(about)
    if width and screen.wide(file) + screen.wide(about) + 2 > width:
        yield from map(style.bold, screen.wrapped(file, width=width))
        yield from screen.wrapped(about, width=width)
    else:
        yield f"{style.bold(file)}{' ' * max(2, room)}{about}"


def _bold_to_the_rule(line: str) -> str:
    said, space, rule = line.partition("    ")
    return style.bold(said) + space + rule if said else line


def _result(verdict: SessionVerdict) -> Iterator[str]:
    said = sheet.result(verdict)
    if said is not None:
        yield said.text + (f"    {verdict.id_of(said.rule)}, line {said.line}" if said.rule is not None else "")


def _payments(verdict: SessionVerdict) -> Iterator[str]:
    for said in sheet.payments(verdict):
        yield said.text + (f"    {verdict.id_of(said.rule)}" if said.rule is not None else "")


def _told(verdict: SessionVerdict) -> list[Finding]:
    return sorted((one for one in verdict.all_findings() if one.severity == FAULT), key=lambda one: one.line)


def _faults(verdict: SessionVerdict) -> Iterator[str]:
    if any(finding.severity != ERROR for finding in verdict.all_findings()):
        yield ""
    for finding in _told(verdict):
        ruling = f": {finding.ruling}" if finding.ruling else ""
        where = ", ".join([f"line {finding.line}", *key(finding.path, finding.column)])
        yield f"!  {where}  {finding.message}{ruling}"


def _hint(verdict: SessionVerdict) -> Iterator[str]:
    if _told(verdict):
        yield f"   pinocle judge {verdict.file}"


def _notes(verdict: SessionVerdict) -> Iterator[str]:
    for (_, text), where in sheet.notes(verdict).items():
        yield f"   {where}: {text}"


def ledger_lines(verdict: SessionVerdict, width: int | None = None) -> Iterator[str]:
    """Every entry: the line that it comes from, whose it is, and by which rule."""
    rows = [
        [
            f"{style.line(verdict.file)}:{entry.line}",
            verdict.names[entry.seat],
            f"{entry.points:+}",
            entry.unit,
            entry.note,
            verdict.id_of(entry.rule),
        ]
        for deal in verdict.deals
        for entry in deal.ledger
    ]
    if rows:
        yield from screen.table(rows, right={2}, width=width)


def errors(verdict: SessionVerdict) -> list[Finding]:
    """What could not be read or cannot be true."""
    return [finding for finding in verdict.all_findings() if finding.severity == ERROR]
