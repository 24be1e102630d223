"""The score table: deal by deal what each scored, the running totals, the result, and what was found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import click
from tabulate import tabulate

from pinocle_cli.ledger import ERROR, FAULT, NOTE
from pinocle_cli.render import sheet, style
from pinocle_cli.render.lines import key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Column
    from pinocle_cli.ledger import Finding, SessionVerdict, Verdict

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def session_table(verdict: SessionVerdict, width: int | None) -> Iterator[str]:
    """A session as players read it."""
    yield from _headline(verdict, width)
    yield ""
    if verdict.deals and verdict.accounts:
        yield from fitting_table(verdict, width)
        yield ""
    for said in (_result, _payments, _findings):
        for line in said(verdict):
            yield click.wrap_text(line, width, subsequent_indent="   ") if line and width else line


def _headline(verdict: SessionVerdict, width: int | None) -> Iterator[str]:
    about = sheet.about(verdict)
    meta = style.plain(", ".join(verdict.meta[key] for key in ("date", "place", "event") if key in verdict.meta))
    record = f", record {verdict.document}" if verdict.document > 1 else ""
    file = style.line(verdict.file) + record + (f"  {meta}" if meta else "")
    room = min(width or 78, 78) - len(file) - len(about)
    if width and len(file) + len(about) + 2 > width:
        yield style.bold(file)
        yield about
    else:
        yield f"{style.bold(file)}{' ' * max(2, room)}{about}"


def fitting_table(verdict: SessionVerdict, width: int | None) -> Iterator[str]:
    """The fullest form of the table that fits; a table never wraps."""
    columns = sheet.columns(verdict)
    without_sums = [_Form(columns, sums=False)] if columns else []
    for form in (_Form(columns), *without_sums, _Form(), _Form(totals=False), _Form(totals=False, facts=False), _LEAST):
        lines = [line.rstrip() for line in _table(verdict, form).split("\n")]
        if width is None or max(map(_wide, lines)) <= width:
            break
    yield from (line if width is None or _wide(line) <= width else _clipped(line, width) for line in lines)


class _Form(NamedTuple):
    """How much of the table is shown: the game's columns, running totals, the facts of each deal."""

    columns: tuple[Column, ...] = ()
    sums: bool = True  # what the columns of a deal come to
    totals: bool = True
    facts: bool = True
    dealer: bool = True


_LEAST = _Form(totals=False, facts=False, dealer=False)


def _wide(line: str) -> int:
    return len(_COLOUR.sub("", line).rstrip())


def _clipped(line: str, width: int) -> str:
    return _COLOUR.sub("", line)[: width - 1] + style.glyph("…", ">")


def _table(verdict: SessionVerdict, form: _Form) -> str:
    names, rows = verdict.names, sheet.rows(verdict, form.columns)
    bar = style.glyph("│", "|")
    known = list(dict.fromkeys(name for row in rows for name in row.facts)) if form.facts else []
    trumps = form.dealer and any(row.deal.trump is not None for row in rows)
    lines = [["", "deal", *(["dealer"] if form.dealer else []), *(["trump"] if trumps else []), *known]]
    align = ["left", "right", *["left"] * (len(lines[0]) - 2)]
    for seat in verdict.accounts:
        sums = ["deal"] if form.sums else []
        titles = [*(column.title for column in form.columns), *sums, "total"] if form.totals else []
        lines[0] += [f"{bar} {names[seat]}", *titles]
        align += ["left", *["right"] * len(titles)]
    for row in rows:
        line = _deal_head(row.deal, names if form.dealer else (), trumps=trumps)
        line += [row.facts.get(name, "") for name in known]
        for cells in row.cells.values():
            deal, total = ("?" if figure is None else str(figure) for figure in cells[1:])
            sums = [deal] if form.sums else []
            line += [bar, *map(str, cells.columns), *sums, total] if form.totals else [f"{bar} {deal:>5}"]
        lines.append(line)
    if not form.totals and verdict.totals is not None:
        blank = [""] * (len(lines[0]) - len(verdict.accounts) - 1)
        lines.append(["", "total", *blank[1:], *(f"{bar} {verdict.totals[seat]:>5}" for seat in verdict.accounts)])
    return tabulate(lines, tablefmt="plain", colalign=align, disable_numparse=True)


def _deal_head(deal: Verdict, names: tuple[str, ...], *, trumps: bool) -> list[str]:
    mark = "!" if any(finding.severity in (FAULT, ERROR) for finding in deal.findings) else ""
    head = [mark, str(deal.number)]
    if names:
        head.append(names[deal.dealer] if deal.dealer is not None else "")
    return [*head, *([style.suit(deal.trump)] if trumps else [])]


def _result(verdict: SessionVerdict) -> Iterator[str]:
    said = sheet.result(verdict)
    if said is not None and said.rule is not None:
        yield f"{style.bold(said.text)}    {verdict.id_of(said.rule)}, line {said.line}"
    elif said is not None:
        yield said.text


def _payments(verdict: SessionVerdict) -> Iterator[str]:
    for said in sheet.payments(verdict):
        yield said.text + (f"    {verdict.id_of(said.rule)}" if said.rule is not None else "")


def _findings(verdict: SessionVerdict) -> Iterator[str]:
    told = [finding for finding in verdict.all_findings() if finding.severity == FAULT]
    if told or any(finding.severity == NOTE for finding in verdict.all_findings()):
        yield ""
    for finding in sorted(told, key=lambda one: one.line):
        ruling = f": {finding.ruling}" if finding.ruling else ""
        where = ", ".join([f"line {finding.line}", *key(finding.path, finding.column)])
        yield style.cards(f"!  {where}  {finding.message}{ruling}")
    if told:
        yield style.faint(f"   pinocle judge {style.plain(verdict.file)}")
    for (_, text), lines in sheet.notes(verdict).items():
        yield style.cards(f"   {lines}: {text}")


def ledger_lines(verdict: SessionVerdict) -> Iterator[str]:
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
        table = tabulate(
            rows, tablefmt="plain", colalign=("left", "left", "right", "left", "left", "left"), disable_numparse=True
        )
        yield from (style.cards(line.rstrip()) for line in table.split("\n"))


def errors(verdict: SessionVerdict) -> list[Finding]:
    """What could not be read or cannot be true."""
    return [finding for finding in verdict.all_findings() if finding.severity == ERROR]
