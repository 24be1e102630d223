"""The season: standings, and the database that is the same however often it is exported."""

from __future__ import annotations

import csv
import json
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.ledger import Result, SessionVerdict, Verdict
from pinocle_cli.render.standings import added_up, standings_of
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pathlib import Path

DEAL = {"claimed": {"Anna": 600, "Boris": 400}}
EVENING = {"game": "two-handed", "players": ["Anna", "Boris"], "rules": {"target": "deal"}, "deals": [DEAL]}
FALSE = {
    **EVENING,
    "date": "2026-11-29",
    "rules": {"target": 3000},
    "deals": [DEAL, DEAL],
    "claimed": {"Anna": 1, "Boris": 800},
}


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.output


@pytest.fixture
def season(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "a.jsonl").write_text(json.dumps(EVENING) + "\n" + json.dumps(FALSE) + "\n", "utf-8")
    (folder / "b.yaml").write_text("game: [\n", "utf-8")
    return folder


def dump(path: Path) -> list[Any]:
    with sqlite3.connect(path) as connection:
        tables = ("sessions", "deals", "scores", "ledger", "findings")
        found = [connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables]  # noqa: S608
    connection.close()
    return found


def test_the_same_record_twice_is_stored_once(season: Path, tmp_path: Path) -> None:
    database = tmp_path / "season.db"
    assert run("export", str(season), "--to", str(database))[0] == 2
    first = dump(database)
    assert [len(rows) for rows in first] == [3, 3, 6, 6, 5]
    run("export", str(season), str(season / "a.jsonl"), "--to", str(database))
    again = dump(database)
    assert [len(rows) for rows in again] == [len(rows) for rows in first]
    assert again[0] == first[0]
    # The same record in another file and another form is the same record.
    (season / "c.yaml").write_text(json.dumps(EVENING, indent=1), "utf-8")
    run("export", str(season), "--to", str(database))
    assert len(dump(database)[0]) == 3


def test_a_record_that_was_put_right_replaces_what_it_was(season: Path, tmp_path: Path) -> None:
    database = tmp_path / "season.db"
    run("export", str(season), "--to", str(database))
    (season / "b.yaml").write_text(json.dumps({**EVENING, "date": "today"}), "utf-8")
    assert run("export", str(season), "--to", str(database))[0] == 1
    sessions = dump(database)[0]
    assert len(sessions) == 3
    assert all(row[5] == "two-handed" for row in sessions)


def test_keys_hold(season: Path, tmp_path: Path) -> None:
    database = tmp_path / "season.db"
    run("export", str(season), "--to", str(database))
    with sqlite3.connect(database) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        query = "SELECT player, sum(score) FROM scores GROUP BY player ORDER BY player"
        assert connection.execute(query).fetchall() == [("Anna", 1800), ("Boris", 1200)]
    connection.close()


def test_nothing_is_left_of_an_export_that_fails(season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "season.db"
    real, calls = "pinocle_cli.render.season.Season.add", []

    def add(*args: Any) -> None:
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(real, add)
    CliRunner().invoke(cli, ["export", str(season), "--to", str(database)])
    assert not database.exists()


def test_a_foreign_file_is_left_alone(season: Path, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("not a database at all, but a text that somebody wrote\n" * 20, "utf-8")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    assert run("export", str(season), "--to", str(tmp_path / "no" / "such.db"))[0]
    assert run("export", str(season), "--to", str(tmp_path))[0]
    for name in ("text.db", "other.db"):
        before = (tmp_path / name).read_bytes()
        assert run("export", str(season), "--to", str(tmp_path / name))[0] in (1, 2)
        assert (tmp_path / name).read_bytes() == before


def test_standings(season: Path) -> None:
    code, text = run("standings", "--format", "csv", str(season / "a.jsonl"))
    assert code == 1
    rows = list(csv.DictReader(text.splitlines()))
    anna = {"player": "Anna", "game": "two-handed", "deals": "3", "games": "1", "won": "1", "score": "1800"}
    assert rows[0] == {**anna, "unit": "points", "betes": "0", "rubicons": "0", "faults": "1"}
    assert [row["player"] for row in rows] == ["Anna", "Boris"]
    assert "Anna" in run("standings", str(season))[1]
    assert json.loads(run("standings", "--format", "json", str(season / "a.jsonl"))[1])["standings"][1]["score"] == 1200


def test_betes_rubicons_and_sides() -> None:
    rubicon = Rule("piquet.rubicon", "Rubicon", "settlement", "", "")
    verdict = SessionVerdict(file="x", document=1, line=1, game="two-handed", names=("A", "B", "C", "D", "AC", "BD"))
    verdict.players, verdict.accounts, verdict.result = 4, (4, 5), Result(5, rubicon, 1)
    bete = {"contract": {"bidder": "A", "made": False}}
    verdict.deals = [Verdict(number=1, line=1, scores={4: 10, 5: 20}, more=bete)]
    found = {row.player: row for row in added_up([standings_of(verdict)] * 2)}
    assert (found["A"].betes, found["A"].rubicons, found["A"].won, found["A"].score) == (2, 2, 0, 20)
    assert (found["D"].betes, found["D"].rubicons, found["D"].won, found["D"].score) == (0, 0, 2, 40)
