"""The score table: deal by deal what each scored, the running totals, the result, and what was found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import click
from tabulate import tabulate

from pinocle_cli.game import Column
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, FAULT, NOTE
from pinocle_cli.record import AS_RECORDED
from pinocle_cli.render import style
from pinocle_cli.render.lines import key, plural
from pinocle_cli.settle import fewest_payments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import Entry, Finding, SessionVerdict, Verdict

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
    game = GAMES[verdict.game or ""] if verdict.game else None
    about = ", ".join(filter(None, (verdict.game, verdict.profile, game.headline(verdict.house) if game else "")))
    if verdict.house_from:
        about += f" (rules from {verdict.house_from})"
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
    columns = _columns(verdict)
    for form in (_Form(columns), _Form(), _Form(totals=False), _Form(totals=False, facts=False), _LEAST):
        lines = [line.rstrip() for line in _table(verdict, form).split("\n")]
        if width is None or max(map(_wide, lines)) <= width:
            break
    yield from (line if width is None or _wide(line) <= width else _clipped(line, width) for line in lines)


class _Form(NamedTuple):
    """How much of the table is shown: the game's columns, running totals, the facts of each deal."""

    columns: tuple[Column, ...] = ()
    totals: bool = True
    facts: bool = True
    dealer: bool = True


_LEAST = _Form(totals=False, facts=False, dealer=False)


def _columns(verdict: SessionVerdict) -> tuple[Column, ...]:
    """The game's columns that have something in them, and one for what is in none of them."""
    game = GAMES[verdict.game or ""]
    unit = game.unit
    used = {entry.rule for deal in verdict.deals for entry in deal.ledger if entry.unit == unit}
    known = {rule for column in game.columns for rule in column.rules}
    columns = [column for column in game.columns if column.rules & used]
    rest = frozenset(used - known)
    recorded = frozenset({AS_RECORDED})
    if rest & recorded:
        columns.append(Column("as written", recorded))
    if rest - recorded:
        columns.append(Column("rulings", rest - recorded))
    return tuple(columns) if len(columns) > 1 else ()  # a single one says what the deal came to


def _wide(line: str) -> int:
    return len(_COLOUR.sub("", line).rstrip())


def _clipped(line: str, width: int) -> str:
    return _COLOUR.sub("", line)[: width - 1] + style.glyph("…", ">")


def _table(verdict: SessionVerdict, form: _Form) -> str:
    names, deals, running = verdict.names, verdict.deals, dict(verdict.opening)
    bar = style.glyph("│", "|")
    facts = [GAMES[verdict.game or ""].facts(deal, names) if form.facts else {} for deal in deals]
    known = list(dict.fromkeys(name for fact in facts for name in fact))
    trumps = form.dealer and any(deal.trump is not None for deal in deals)
    rows = [["", "deal", *(["dealer"] if form.dealer else []), *(["trump"] if trumps else []), *known]]
    align = ["left", "right", *["left"] * (len(rows[0]) - 2)]
    for seat in verdict.accounts:
        titles = [*(column.title for column in form.columns), "deal", "total"] if form.totals else []
        rows[0] += [f"{bar} {names[seat]}", *titles]
        align += ["left", *["right"] * len(titles)]
    for deal, fact in zip(deals, facts, strict=True):
        row = _deal_head(deal, names if form.dealer else (), trumps=trumps) + [fact.get(name, "") for name in known]
        for seat in verdict.accounts:
            cells = _cells(deal, seat, form.columns, running)
            row += [bar, *cells] if form.totals else [f"{bar} {cells[-2]:>5}"]
        rows.append(row)
    if not form.totals and verdict.totals is not None:
        blank = [""] * (len(rows[0]) - len(verdict.accounts) - 1)
        rows.append(["", "total", *blank[1:], *(f"{bar} {verdict.totals[seat]:>5}" for seat in verdict.accounts)])
    return tabulate(rows, tablefmt="plain", colalign=align, disable_numparse=True)


def _deal_head(deal: Verdict, names: tuple[str, ...], *, trumps: bool) -> list[str]:
    mark = "!" if any(finding.severity in (FAULT, ERROR) for finding in deal.findings) else ""
    head = [mark, str(deal.number)]
    if names:
        head.append(names[deal.dealer] if deal.dealer is not None else "")
    return [*head, *([style.suit(deal.trump)] if trumps else [])]


def _cells(deal: Verdict, seat: int, columns: tuple[Column, ...], running: dict[int, int]) -> list[str]:
    """What one account scored in a deal, column by column, in all, and by then; `?` where it is not known."""
    own = [entry for entry in deal.ledger if entry.seat == seat]
    cells = [str(_sum(own, column)) for column in columns]
    if deal.scores is None:
        running.pop(seat, None)  # from here on there is no total
        return [*cells, "?", "?"]
    if seat not in running:
        return [*cells, str(deal.scores[seat]), "?"]
    running[seat] += deal.scores[seat]
    return [*cells, str(deal.scores[seat]), str(running[seat])]


def _sum(entries: list[Entry], column: Column) -> int:
    return sum(entry.points for entry in entries if entry.rule in column.rules)


def _result(verdict: SessionVerdict) -> Iterator[str]:
    names, totals = verdict.names, verdict.totals
    if totals is None:
        if verdict.names:
            yield "no totals: not every deal could be scored"
        return
    result = verdict.result
    if result is None:
        if verdict.deals and not verdict.payments and GAMES[verdict.game or ""].unit == "points":
            standing = ", ".join(f"{names[seat]} {points}" for seat, points in totals.items())
            yield f"undecided: {standing}"
        return
    figures = " to ".join(str(totals[seat]) for seat in sorted(totals, key=lambda s: s != result.winner))
    said = "drawn" if result.winner is None else f"{names[result.winner]} wins"
    yield f"{style.bold(f'{said}, {figures}')}    {verdict.id_of(result.rule)}, line {result.line}"


def _payments(verdict: SessionVerdict) -> Iterator[str]:
    names = verdict.names
    for payment in verdict.payments:
        if payment.unit == "points":
            rule = verdict.id_of(payment.rule)
            yield f"{names[payment.payer]} pays {names[payment.payee]} {payment.amount} points    {rule}"
    chips = [payment for payment in verdict.payments if payment.unit == "chips"]
    if chips:
        clear = [f"{names[a]} pays {names[b]} {plural(n, 'chip')}" for a, b, n in fewest_payments(chips)]
        yield "to settle: " + ("; ".join(clear) if clear else "nobody owes anything")


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
    for text, lines in _notes(verdict).items():
        yield style.cards(f"   {lines}: {text}")


def _notes(verdict: SessionVerdict) -> dict[str, str]:
    """Each note once, with the deals that it is about."""
    said: dict[str, list[int]] = {}
    for deal in verdict.deals:
        for finding in deal.findings:
            if finding.severity == NOTE:
                said.setdefault(finding.message, []).append(deal.number)
    texts = {
        text: f"deal{'s' if len(set(deals)) > 1 else ''} {_ranges(sorted(set(deals)))}" for text, deals in said.items()
    }
    texts.update({finding.message: f"line {finding.line}" for finding in verdict.findings if finding.severity == NOTE})
    return texts


def _ranges(numbers: list[int]) -> str:
    """1-3, 5."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


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
