"""A season as sheets: a workbook, or a folder of CSV files. One sheet a view, then one a table.

A target is written anew and put in its place at once. One that is there is left as it was where something could not be
read, and where it is none of ours.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pinocle_cli.extras import wanted
from pinocle_cli.plain import write_csv
from pinocle_cli.season.database import WrongDatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.season.database import Season

MOST_ROWS = 1_048_576  # that a sheet can have
MOST_TEXT = 32_767  # signs in a cell
_SIGN = "pinocle"  # who wrote a workbook


def write(season: Season, target: str) -> None:
    """Write the workbook or the folder."""
    path = Path(os.path.realpath(target))  # a link stays one
    if path.exists() and season.counts["could not be read"]:
        left = f"{target} is left as it was, for not everything could be read"
        raise WrongDatabaseError(f"{left}; mend that, or export to a new place")
    if target.endswith(".xlsx"):
        _workbook(season, path)
    else:
        _folder(season, path)


def _sheets(season: Season) -> Iterator[tuple[str, list[str], Iterator[tuple[object, ...]]]]:
    """(name, headings, rows) of each view and table."""
    last = "name IN ('took_part', 'balances')"  # which the other views are made of
    query = f"SELECT name FROM sqlite_master WHERE type IN ('view', 'table') ORDER BY {last}, type DESC, rowid"  # noqa: S608
    for (name,) in season.run(query).fetchall():
        found = season.run(f"SELECT * FROM {name}")  # noqa: S608 - our own names
        yield name, [column[0] for column in found.description], iter(found)


# --- CSV -------------------------------------------------------------------------------------------------------------


def _folder(season: Season, path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path, prefix=".") as inner:
        made = []
        for name, headings, rows in _sheets(season):
            there = path / f"{name}.csv"
            _is_ours(there, headings)
            new = Path(inner) / there.name
            with new.open(
                "w", encoding="utf-8-sig", newline=""
            ) as file:  # the mark tells a spreadsheet that it is UTF-8
                write_csv(file, chain([headings], rows))
            made.append((new, there))
        for new, there in made:
            os.replace(new, there)


def _is_ours(path: Path, headings: list[str]) -> None:
    """A file of that name with other columns is somebody else's."""
    if path.exists():
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            first = file.readline().strip()
        if first != ",".join(headings):
            raise WrongDatabaseError(f"{path} holds other columns than pinocle's; name another folder")


# --- A workbook ------------------------------------------------------------------------------------------------------


def _workbook(season: Season, path: Path) -> None:
    try:
        import xlsxwriter  # noqa: PLC0415 - optional
    except ImportError as why:
        raise WrongDatabaseError(wanted("a file .xlsx", "xlsx") + "; a folder/ gets CSV") from why
    if path.exists() and not _is_our_workbook(path):
        raise WrongDatabaseError(f"{path} is no workbook of pinocle's; name another file")
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".") as inner:
        new = Path(inner) / path.name
        with xlsxwriter.Workbook(str(new), {"constant_memory": True, "tmpdir": inner}) as book:
            book.set_properties({"author": _SIGN, "title": "A season, judged by pinocle"})
            head = book.add_format({"bold": True, "bottom": 1})
            for name, headings, rows in _sheets(season):
                _sheet(book.add_worksheet(name), headings, rows, head)
        if path.exists():
            shutil.copymode(path, new)
        os.replace(new, path)


def _sheet(sheet: Any, headings: list[str], rows: Iterator[tuple[object, ...]], head: object) -> None:  # noqa: ANN401 - XlsxWriter has no types
    for column, heading in enumerate(headings):
        sheet.set_column(column, column, max(len(heading) + 2, 10))
        sheet.write_string(0, column, heading, head)
    sheet.freeze_panes(1, 0)
    last = 0
    for last, row in enumerate(rows, 1):
        if last == MOST_ROWS:
            raise WrongDatabaseError(
                f"{sheet.get_name()} has more rows than a sheet can hold ({MOST_ROWS:,}); export to a .db"
            )
        for column, value in enumerate(row):
            if isinstance(value, str):
                sheet.write_string(last, column, value[:MOST_TEXT])
            elif value is not None:
                sheet.write_number(last, column, value)
    sheet.autofilter(0, 0, last, len(headings) - 1)


def _is_our_workbook(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as packed:
            return f"<dc:creator>{_SIGN}</dc:creator>".encode() in packed.read("docProps/core.xml")
    except (zipfile.BadZipFile, KeyError, OSError):
        return False
