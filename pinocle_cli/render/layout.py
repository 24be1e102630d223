"""The score sheet laid out on a screen: what each deal gave everybody, and the running totals.

All is shown at every width. Where the columns do not stand beside each other they stand below each other, each account
(a player, a side, the kitty) in a band of its own; where not even one account fits, each deal is told in words.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

import click

from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.light import light_dataclass
from pinocle_cli.render import screen, sheet, style

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.ledger import SessionVerdict, Verdict


@light_dataclass()
class _Group:
    """Columns that stay together: what is told of a deal, or what one account has of it."""

    name: str
    titles: list[str]
    rows: list[list[str]] = field(default_factory=list)  # a row for each deal
    figures: bool = False  # to the right

    def lines(self, gap: str, *, beside: bool) -> list[str]:
        """Its columns with their heading beside them, as on a wide sheet, or above them."""
        rows = [self.titles, *self.rows]
        right = range(len(self.titles)) if self.figures else ()
        if not self.name:
            made = screen.aligned(rows, right, gap)
            return made if beside else ["", *made]
        if beside:
            names = [self.name, *[""] * len(self.rows)]
            made = screen.aligned([[n, *row] for n, row in zip(names, rows, strict=True)], [n + 1 for n in right], gap)
        else:
            made = [self.name, *screen.aligned(rows, right, gap)]
        return made


def whole(verdict: SessionVerdict, width: int | None) -> list[str]:
    """The sheet in the widest form that fits; nothing where no deal is written yet."""
    groups = _groups(verdict)
    return _laid_out(groups, width or screen.ENDLESS) if groups[0].rows else []


def latest(verdict: SessionVerdict, width: int, height: int) -> list[str]:
    """The sheet on a small screen: what each deal came to where its parts have no room, and the last deals."""
    groups = _groups(verdict)
    lines = _laid_out(groups, width) if groups[0].rows else []
    if len(lines) > height:
        groups = _groups(verdict, parts=False)
        groups[1] = _Group("", [], [[] for _ in groups[0].rows])
        lines = _laid_out(groups, width)
    while len(lines) > height and len(groups[0].rows) > 1:
        groups = [replace(group, rows=group.rows[1:]) for group in groups]
        lines = _laid_out(groups, width)
    return lines if len(lines) <= height else [*_totals(groups, width)]


def _totals(groups: Sequence[_Group], width: int) -> Iterator[str]:
    """Only what everybody has in all, where there is room for no more."""
    deals, _, *accounts = groups
    said = [f"{style.plain(account.name)} {account.rows[-1][-1] or '?'}" for account in accounts]
    yield from screen.packed(
        said, f"{deals.rows[-1][0][:1].strip()} deal {deals.rows[-1][0][1:].strip()}: ", width=width
    )


def _laid_out(groups: Sequence[_Group], width: int) -> list[str]:
    for gap, beside in (("  ", True), ("  ", False), (" ", False)):
        lines = _side_by_side(groups, gap, beside=beside)
        if max(map(screen.wide, lines)) <= width:
            return lines
    deals, facts, *accounts = groups
    if not all(_fits([deals, account], width) for account in accounts):
        return [*_in_words(deals, facts, accounts, width)]
    first = [*_in_words(deals, facts, (), width), ""] if not _fits([deals, facts], width) else []
    bands = _bands(deals, accounts if first else [facts, *accounts], width)
    return first + [line for n, band in enumerate(bands) for line in (["", *band] if n else band)]


# --- What stands on it -----------------------------------------------------------------------------------------------


def _groups(verdict: SessionVerdict, *, parts: bool = True) -> list[_Group]:
    """The numbers of the deals, what is told of them, and what each account has."""
    names, shown = verdict.names, sheet.columns(verdict) if parts else ()
    rows = sheet.rows(verdict, shown)
    marks = ["!" if any(f.severity in (FAULT, ERROR) for f in row.deal.findings) else " " for row in rows]
    numbers = _Group("", [" deal"], [[f"{mark}{row.deal.number:>4}"] for mark, row in zip(marks, rows, strict=True)])
    told = [{**_told(row.deal, names), **row.facts} for row in rows]
    titles = [title for title in dict.fromkeys(t for fact in told for t in fact) if any(f.get(title) for f in told)]
    facts = _Group("", titles, [[fact.get(title, "") for title in titles] for fact in told])
    titles = [*(column.title for column in shown), "deal", "total"]
    accounts = [
        _Group(names[seat], titles, [_cells(row, seat) for row in rows], figures=True) for seat in verdict.accounts
    ]
    return [numbers, facts, *accounts]


def _told(deal: Verdict, names: tuple[str, ...]) -> dict[str, str]:
    return {"dealer": names[deal.dealer] if deal.dealer is not None else "", "trump": style.suit(deal.trump)}


def _cells(row: sheet.Row, seat: int) -> list[str]:
    """The figures of one account; a blank where nothing was entered."""
    cells, unknown = row.cells[seat], "?" if row.deal.scores is None else ""
    columns = [unknown if figure is None else str(figure) for figure in cells.columns]
    deal, total = ("?" if figure is None else str(figure) for figure in cells[1:])
    return [*columns, deal, "" if row.beyond else total]


# --- How it is laid out ----------------------------------------------------------------------------------------------


def _side_by_side(groups: Sequence[_Group], gap: str, *, beside: bool) -> list[str]:
    """Groups beside each other, with a bar before each account."""
    bar = style.glyph("│", "|")
    lines: list[str] = []
    for group in groups:
        made = group.lines(gap, beside=beside)
        if lines:
            room = max(map(screen.wide, lines))
            between = f"{gap}{bar} " if group.name else gap
            lines = [screen.padded(line, room) + between + more for line, more in zip(lines, made, strict=True)]
        else:
            lines = made
    return [line.rstrip() for line in lines if line.strip()]


def _bands(deals: _Group, groups: Sequence[_Group], width: int) -> list[list[str]]:
    """As many groups beside each other as fit, each row with the number of its deal."""
    bands: list[list[_Group]] = []
    for group in groups:
        if bands and _fits([*bands[-1], group], width):
            bands[-1].append(group)
        else:
            bands.append([deals, group])
    return [_side_by_side(band, "  ", beside=False) for band in bands]


def _fits(groups: Sequence[_Group], width: int) -> bool:
    return max(map(screen.wide, _side_by_side(groups, "  ", beside=False))) <= width


def _in_words(deals: _Group, facts: _Group, accounts: Sequence[_Group], width: int) -> Iterator[str]:
    """Each deal for itself: what is told of it, and a line for each account."""
    for number, ((deal,), told) in enumerate(zip(deals.rows, facts.rows, strict=True)):
        about = [f"{title} {click.unstyle(cell)}" for title, cell in zip(facts.titles, told, strict=True) if cell]
        head = f"{deal[:1].strip()} deal {deal[1:].strip()}".strip()
        yield from screen.packed([head, *about], width=width)
        for account in accounts:
            cells = zip(account.titles, account.rows[number], strict=True)
            said = [f"{title} {cell}" for title, cell in cells if cell]
            yield from screen.packed(said, f"  {style.plain(account.name)}: ", width=width)
