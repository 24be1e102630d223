"""docs/season.md: its queries run, in SQLite and in DuckDB, and it names every table, view and column."""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.examples import examples_of
from pinocle_cli.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "season.md").read_text("utf-8")
QUERIES = [
    query.strip()
    for block in re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL)
    for query in block.split(";")
    if query.strip()
]
TABLES = {
    match[1]: set(re.findall(r"`([a-z_]+)`(?! \()", re.sub(r"\([^)]*\)", "", match[2])))
    for match in re.finditer(r"^\| `([a-z]+)` \| [^|]+ \| (`.*) \|$", TEXT, re.MULTILINE)
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season of every worked example of every game, some of them dated."""
    folder = tmp_path_factory.mktemp("season")
    rows = [
        row.record | {"date": f"2026-{n % 12 + 1:02}-01"} for game in GAMES for n, row in enumerate(examples_of(game))
    ]
    (folder / "all.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    CliRunner().invoke(cli, ["export", str(folder / "all.jsonl"), "--to", str(folder / "season.db")])
    return folder / "season.db"


@pytest.fixture(scope="module")
def season(database: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(database)
    yield connection
    connection.close()


@pytest.fixture(scope="module")
def ducks(season: sqlite3.Connection) -> Iterator[Any]:
    """The same tables in DuckDB, with our own views made there."""
    connection = duckdb.connect()
    for name, made in season.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall():
        connection.execute(
            re.sub(
                r" REFERENCES \w+( ON DELETE CASCADE)?|,\s*FOREIGN KEY.*?CASCADE|WITHOUT ROWID",
                "",
                made,
                flags=re.DOTALL,
            )
        )
        rows = season.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608
        for some in (rows[n : n + 500] for n in range(0, len(rows), 500)):  # row by row it takes seconds
            marks = ", ".join(f"({', '.join('?' * len(row))})" for row in some)
            connection.execute(f"INSERT INTO {name} VALUES {marks}", list(itertools.chain(*some)))  # noqa: S608
    for statement in (ROOT / "pinocle_cli" / "season" / "views.sql").read_text("utf-8").split(";\n"):
        if statement.strip():
            connection.execute(statement)
    yield connection
    connection.close()


def views(season: sqlite3.Connection) -> list[str]:
    return [name for (name,) in season.execute("SELECT name FROM sqlite_master WHERE type = 'view'")]


def same(found: list[Any]) -> list[str]:
    """Rows that can be compared: DuckDB's sums are of another type."""
    return sorted(repr([float(value) if isinstance(value, int | float) else value for value in row]) for row in found)


@pytest.mark.parametrize("query", QUERIES)
def test_the_queries_run(season: sqlite3.Connection, ducks: Any, query: str) -> None:
    found = season.execute(query).fetchall()
    assert found or "partnerships" in query or "Anna" in query
    assert same(ducks.execute(query).fetchall()) == same(found)


def test_every_view_gives_the_same_in_both(season: sqlite3.Connection, ducks: Any) -> None:
    for name in views(season):
        query = f"SELECT * FROM {name}"  # noqa: S608
        found = season.execute(query).fetchall()
        assert found, name
        assert [column[0] for column in ducks.execute(query).description] == [
            column[0] for column in season.execute(query).description
        ]
        assert same(ducks.execute(query).fetchall()) == same(found), name


def test_the_page_names_every_table_view_and_column(season: sqlite3.Connection) -> None:
    there = {
        name: {row[1] for row in season.execute(f"PRAGMA table_info({name})")}
        for (name,) in season.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    assert there == TABLES
    for name in views(season):
        assert f"`{name}`" in TEXT


def test_no_name_is_a_reserved_word(season: sqlite3.Connection, ducks: Any) -> None:
    query = "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'"
    reserved = {word for (word,) in ducks.execute(query).fetchall()}
    reserved |= {"number", "level", "option", "date", "time", "timestamp", "key", "value", "values", "index", "rows"}
    for (name,) in season.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall():
        names = {name, *(row[1] for row in season.execute(f"PRAGMA table_info({name})"))}
        assert not names & reserved, name
