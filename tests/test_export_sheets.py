"""The season in sheets: a workbook or a folder of CSV, which hold what the database holds."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest
from click.testing import CliRunner
from seasons import Season, sheet

from pinocle_cli.cli.main import cli

if TYPE_CHECKING:
    from pathlib import Path

NAMES = "game: two-handed\nplayers: ['=1+1', '010']\ntrump: hearts\ntaken: {'=1+1': 130, '010': 120}\n"


def read_sheet(target: Path, name: str) -> list[tuple[Any, ...]]:
    if target.suffix == ".xlsx":
        book = openpyxl.load_workbook(target, read_only=True)
        found = [tuple(cell.value for cell in row) for row in book[name].iter_rows()]
        assert all(cell.data_type != "f" for row in book[name].iter_rows() for cell in row)
        book.close()
        return found
    raw = (target / f"{name}.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    return [tuple(row) for row in csv.reader(raw.decode("utf-8-sig").splitlines())]


def shown(value: Any) -> str:
    """A value as a sheet shows it: nothing is an empty cell, a figure reads the same, an apostrophe marks a text."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).removeprefix("'")


@pytest.mark.parametrize("target", ["season.xlsx", "sheets/"])
def test_sheets_hold_what_the_database_holds(season: Season, tmp_path: Path, target: str) -> None:
    season.write("a.yaml", sheet(130, 120), NAMES)
    season.export()
    names = [name for (name,) in season.ask("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")]
    there = tmp_path / target
    for _ in range(2):  # made, and made anew
        result = CliRunner().invoke(cli, ["export", str(season.folder), "--to", f"{tmp_path}/{target}"])
        assert result.exit_code == 0, result.output
    for name in names:
        heads, *rows = read_sheet(there, name)
        assert list(heads) == [column[1] for column in season.ask(f"PRAGMA table_info({name})")]
        if name not in ("runs", "sessions"):  # which have the hour
            stored = [[shown(value) for value in row] for row in season.ask(f"SELECT * FROM {name}")]  # noqa: S608
            assert [[shown(value) for value in row] for row in rows] == stored, name
    players = {str(row[2]).removeprefix("'") for row in read_sheet(there, "seats")[1:]}
    assert players == {"Anna", "Boris", "=1+1", "010"}
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("target", ["season.xlsx", "sheets/"])
def test_sheets_are_left_as_they_were_where_something_could_not_be_read(
    season: Season, tmp_path: Path, target: str
) -> None:
    season.write("a.yaml", sheet(130, 120))
    command = ["export", str(season.folder), "--to", f"{tmp_path}/{target}"]
    CliRunner().invoke(cli, command)
    before = read_sheet(tmp_path / target, "seats")
    season.write("a.yaml", "game: [")
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 1
    assert "left as it was" in result.stderr
    assert read_sheet(tmp_path / target, "seats") == before


def test_sheets_of_somebody_else_are_left_alone(season: Season, tmp_path: Path) -> None:
    season.write("a.yaml", sheet(130, 120))
    book = openpyxl.Workbook()
    book.save(tmp_path / "mine.xlsx")
    (tmp_path / "text.xlsx").write_text("no workbook")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "seats.csv").write_text("chair,table\n1,2\n")
    for name in ("mine.xlsx", "text.xlsx", "folder"):
        files = [tmp_path / name] if name != "folder" else [tmp_path / "folder" / "seats.csv"]
        before = [file.read_bytes() for file in files]
        result = CliRunner().invoke(cli, ["export", str(season.folder), "--to", str(tmp_path / name)])
        assert result.exit_code == 1, name
        assert "name another" in result.stderr
        assert [file.read_bytes() for file in files] == before
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["seats.csv"]


def test_a_sheet_holds_no_more_rows_than_it_can(
    season: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.write("a.yaml", sheet(130, 120), sheet(140, 110))
    monkeypatch.setattr("pinocle_cli.season.sheets.MOST_ROWS", 2)
    result = CliRunner().invoke(cli, ["export", str(season.folder), "--to", str(tmp_path / "a.xlsx")])
    assert result.exit_code == 1
    assert "has more rows than a sheet can hold (2); export to a .db" in result.stderr
    assert not (tmp_path / "a.xlsx").exists()


def test_without_the_library_a_workbook_is_refused_in_plain_words(
    season: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.write("a.yaml", sheet(130, 120))
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    result = CliRunner().invoke(cli, ["export", str(season.folder), "--to", str(tmp_path / "a.xlsx")])
    assert result.exit_code == 1
    assert "`pip install XlsxWriter`" in result.stderr
    assert not (tmp_path / "a.xlsx").exists()
