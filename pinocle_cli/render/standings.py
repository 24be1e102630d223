"""The tables of a season for people: a table a game, cut into as many blocks as the width needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinocle_cli.render import screen, style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.season.standings import Row, Table

_IN_TITLE = ("game", "rules", "unit")
_IF_ANY = frozenset({"drawn", "undecided", "faults", "event", "paid", "lost"})  # left out where nobody has any
_KEYS = 2  # columns that stand before every block: place and player


def lines_of(table: Table, width: int | None) -> Iterator[str]:
    """One table, with its heading."""
    units = {row.get("unit") for row in table.rows}
    unit = units.pop() if len(units) == 1 else None
    yield style.bold(f"{table.title} ({unit})" if unit else table.title)
    shown = [name for name in table.columns if _is_shown(name, table)]
    cells = [[name, *(_cell(row[name]) for row in table.rows)] for name in shown]
    for block in _blocks(cells, width):
        yield ""
        yield from _laid_out(
            block, [all(isinstance(v, int | float | None) for v in _values(table.rows, c[0])) for c in block]
        )
    for line in table.below:
        yield ""
        yield from screen.wrapped(line, indent="    ", width=width or screen.ENDLESS)


def _is_shown(name: str, table: Table) -> bool:
    if name in _IN_TITLE and len({row[name] for row in table.rows}) <= 1:
        return False
    if name == "settled" and all(row[name] == row["score"] for row in table.rows):
        return False  # the score is what was settled
    return name not in _IF_ANY or any(row[name] for row in table.rows)


def _values(rows: list[Row], name: str) -> list[Any]:
    return [row[name] for row in rows]


def _cell(value: Any) -> str:
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
        yield keys + rest[:taken]
        rest = rest[taken:]


def _wide(column: list[str]) -> int:
    return max(map(screen.wide, column))


def _laid_out(columns: list[list[str]], numbers: list[bool]) -> Iterator[str]:
    right = {n for n, number in enumerate(numbers) if number}
    yield from screen.aligned([list(row) for row in zip(*columns, strict=True)], right)
