"""The tables of a season for people: a table a game, cut into as many blocks as the width needs."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from pinocle_cli.render import screen, style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.season.standings import Row, Table

_IN_TITLE = ("game", "rules", "unit")
_KEYS = 2  # columns that stand before every block: place and player


def lines_of(table: Table, width: int | None) -> Iterator[str]:
    """One table, with its heading."""
    units = {row.get("unit") for row in table.rows}
    unit = units.pop() if len(units) == 1 else None
    yield style.bold(f"{table.title} ({unit})" if unit else table.title)
    shown = [name for name in table.telling() if not _stands_above(name, table)]
    cells = [[name, *(_cell(row[name]) for row in table.rows)] for name in shown]
    blocks = list(_blocks(cells, width))
    if table.is_list and len(blocks) > 1:
        yield ""
        yield from _row_by_row(cells, width)
        blocks = []
    for block in blocks:
        yield ""
        yield from _laid_out(
            block, [all(isinstance(v, int | float | None) for v in _values(table.rows, c[0])) for c in block]
        )
    for line in table.below:
        yield ""
        yield from screen.wrapped(line, indent="    ", width=width or screen.ENDLESS, cards=False)


def _row_by_row(columns: list[list[str]], width: int | None) -> Iterator[str]:
    """Each row as a text, what speaks for itself without the name of its column."""
    heads, *rows = zip(*columns, strict=True)
    for row in rows:
        said = zip(heads, row, strict=True)
        first, *others = [f"{head} {cell}" if head in _WITH_HEAD else cell for head, cell in said if cell]
        yield from screen.packed(others, f"{first}: ", width=width, cards=False)


_WITH_HEAD = frozenset({"deals", "winner"})


def _stands_above(name: str, table: Table) -> bool:
    return name in _IN_TITLE and len({row[name] for row in table.rows}) <= 1


def _values(rows: list[Row], name: str) -> list[object]:
    return [row[name] for row in rows]


def _cell(value: object) -> str:
    return "" if value is None else style.plain(str(value))


def _blocks(columns: list[list[str]], width: int | None) -> Iterator[list[list[str]]]:
    """The columns side by side as far as they fit, then the rest below, each block with the keys before it."""
    keys, rest = columns[:_KEYS], columns[_KEYS:]
    if not rest:
        yield keys
    while rest:
        room = None if width is None else width - sum(_wide(column) + 2 for column in keys)
        taken = 0
        while rest[taken:] and (room is None or not taken or room >= _wide(rest[taken])):
            if room is not None:
                room -= _wide(rest[taken]) + 2
            taken += 1
        yield _without_blanks(keys, rest[:taken])
        rest = rest[taken:]


def _without_blanks(keys: list[list[str]], columns: list[list[str]]) -> list[list[str]]:
    """Keys and columns without the rows that have nothing in these columns: a kitty has its chips and no more."""
    kept = [any(cells) for cells in zip(*columns, strict=True)]
    return [list(compress(column, kept)) for column in keys + columns]


def _wide(column: list[str]) -> int:
    return max(map(screen.wide, column))


def _laid_out(columns: list[list[str]], numbers: list[bool]) -> Iterator[str]:
    right = {n for n, number in enumerate(numbers) if number}
    yield from screen.aligned([list(row) for row in zip(*columns, strict=True)], right)
