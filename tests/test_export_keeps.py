"""The season's database: nothing good is ever replaced by nothing, and one of an earlier version is brought up."""

from __future__ import annotations

import os
import shutil
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from seasons import HEAD, Season, sheet

from pinocle_cli.cli.main import cli
from pinocle_cli.season.database import VERSION

if TYPE_CHECKING:
    from pathlib import Path


def break_half_saved(season: Season) -> None:
    (season.folder / "a.yaml").write_text("game: [\n")


def break_emptied(season: Season) -> None:
    (season.folder / "a.yaml").write_text("")


def break_no_record(season: Season) -> None:
    (season.folder / "a.yaml").write_text("players: [Anna, Boris]\n")


def break_deals_emptied(season: Season) -> None:
    (season.folder / "a.yaml").write_text(HEAD + "deals:\n")


def break_second_document(season: Season) -> None:
    (season.folder / "a.yaml").write_text(sheet(130, 120) + "---\ngame: [\n")


def break_club_file(season: Season) -> None:
    (season.folder / "pinocle.yaml").write_text("rules: {two-handed: {targett: 500}}\n")


def break_own_rules(season: Season) -> None:
    (season.folder / "a.yaml").write_text(sheet(130, 120, "rules: {targett: 5}\n") + "---\n" + sheet(140, 110))


def break_not_utf8(season: Season) -> None:
    (season.folder / "a.yaml").write_bytes(b"\xff\xfe\xfa")


BREAKS = [value for name, value in sorted(globals().items()) if name.startswith("break_")]


@pytest.mark.parametrize("spoil", BREAKS)
@pytest.mark.parametrize("named", ["", "a.yaml"])
def test_what_cannot_be_read_leaves_what_was_stored(season: Season, spoil: Any, named: str) -> None:
    season.write("a.yaml", sheet(130, 120), sheet(140, 110))
    season.write("b.yaml", "game: piquet\nplayers: [Anna, Boris]\nclaimed: {Anna: 50, Boris: 30}\n")
    season.export()
    before = season.scores()
    spoil(season)
    status, out, err = season.export(named)
    assert status == 2
    assert season.scores() == before, spoil
    assert "error" in err
    assert "could not be read or judged" in out
    assert "left as" in out
    assert season.ask("SELECT count(*) FROM problems")[0][0]
    assert season.ask("SELECT count(*) FROM files WHERE unread IS NOT NULL") == [(1,)]
    assert season.ask("SELECT count(*) FROM stands WHERE unread IS NOT NULL")[0][0] >= 1
    # Put right, it is as it was, and no mark is left.
    (season.folder / "pinocle.yaml").unlink(missing_ok=True)
    season.write("a.yaml", sheet(130, 120), sheet(140, 110))
    assert season.export()[0] == 0
    assert season.scores() == before
    marks = "SELECT (SELECT count(*) FROM problems) + (SELECT count(*) FROM stands WHERE unread IS NOT NULL)"
    assert season.ask(marks) == [(0,)]


def test_a_mistake_in_a_record_that_was_stored_good_leaves_it_as_it_was(season: Season) -> None:
    season.write("a.yaml", sheet(130, 120))
    season.export()
    season.write("a.yaml", sheet(130, 120, "dealr: Anna\n"))
    status, out, _ = season.export()
    assert (status, season.scores()) == (2, [("a.yaml", 130)])
    assert "left as it was" in out


def test_a_password_in_an_address_is_not_stored(season: Season) -> None:
    pytest.importorskip("fsspec").filesystem("memory").pipe({"/club/a.yaml": sheet(130, 120).encode()})
    done = CliRunner().invoke(cli, ["export", "memory://Anna:secret@club/a.yaml", "--to", str(season.database)])
    assert done.exit_code in (0, 2)
    (path,) = [path for (path,) in season.ask("SELECT path FROM files")]
    assert "secret" not in path
    assert path.startswith("memory://")


def test_ctrl_c_stores_nothing(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    season.write("a.yaml", sheet(130, 120))
    monkeypatch.setattr("pinocle_cli.cli.export.collect", lambda *_, **__: False)
    assert CliRunner().invoke(cli, ["export", str(season.folder), "--to", str(season.database)]).exit_code == 1
    assert not season.database.exists()


def test_what_the_database_refuses_is_said_in_a_line(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    season.write("a.yaml", sheet(130, 120))

    def full(*_: Any, **__: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("pinocle_cli.cli.export.collect", full)
    result = CliRunner().invoke(cli, ["export", str(season.folder), "--to", str(season.database)])
    assert (result.exit_code, "database or disk is full; nothing was stored" in result.stderr) == (1, True)


def test_a_folder_that_went_with_its_folder_goes_too(season: Season) -> None:
    file = season.write("2026/may/a.yaml", sheet(130, 120))
    season.write("b.yaml", sheet(140, 110))
    season.export()
    shutil.rmtree(file.parent.parent)
    season.export()
    assert season.scores() == [("b.yaml", 140)]


def test_a_file_that_is_away_for_a_moment_is_left_as_it_was(season: Season) -> None:
    file = season.write("a.yaml", sheet(130, 120))
    season.export("a.yaml")
    file.unlink()
    status, _, err = season.export("a.yaml")
    assert status == 2
    assert "cannot be read" in err
    assert season.scores() == [("a.yaml", 130)]


def test_a_folder_in_which_nothing_is_takes_nothing_out(season: Season) -> None:
    """As a disk that is not mounted looks."""
    file = season.write("a.yaml", sheet(130, 120))
    season.export()
    file.unlink()
    assert season.export()[0] == 2
    assert season.scores() == [("a.yaml", 130)]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="a superuser may look into any folder")
def test_a_folder_that_cannot_be_entered_takes_nothing_out(season: Season) -> None:
    season.write("a.yaml", sheet(130, 120))
    season.write("sub/b.yaml", sheet(140, 110))
    season.export()
    (season.folder / "sub").chmod(0)
    try:
        season.export()
        assert len(season.scores()) == 2
    finally:
        (season.folder / "sub").chmod(0o700)


def test_a_file_that_is_not_there_is_no_session(season: Season) -> None:
    season.write("a.yaml", sheet(130, 120))
    _, out, _ = season.export("a.yaml", "nowhere.yaml")
    assert "1 record, 1 deal" in out
    assert season.ask("SELECT count(*) FROM sessions") == [(1,)]


def test_errors_are_printed_as_check_prints_them(season: Season) -> None:
    season.write("a.yaml", HEAD + "trump: heartz\ntaken: {Anna: 1}\n")
    file = str(season.folder / "a.yaml")
    check = CliRunner().invoke(cli, ["check", file])
    line = next(line for line in check.stdout.splitlines() if "error" in line)
    assert line in season.export("a.yaml")[2].splitlines()


def test_nothing_is_left_of_an_export_that_fails(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    season.write("a.yaml", sheet(130, 120), sheet(140, 110))
    calls = []

    def add(*args: Any) -> None:
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("pinocle_cli.season.database.Season.add", add)
    CliRunner().invoke(cli, ["export", str(season.folder), "--to", str(season.database)])
    assert not season.database.exists()


def test_a_foreign_file_is_left_alone(season: Season, tmp_path: Path) -> None:
    season.write("a.yaml", sheet(130, 120))
    (tmp_path / "text.db").write_text("not a database at all, but a text that somebody wrote\n" * 20, "utf-8")
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE mine (x)")
    with sqlite3.connect(tmp_path / "later.db") as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.execute("CREATE TABLE sessions (x)")
    for name in ("text.db", "other.db", "later.db", "no/such.db"):
        target = tmp_path / name
        before = target.read_bytes() if target.exists() else None
        result = CliRunner().invoke(cli, ["export", str(season.folder), "--to", str(target)])
        assert result.exit_code in (1, 2), name
        assert (target.read_bytes() if target.exists() else None) == before


# --- A database of an earlier version --------------------------------------------------------------------------------

VERSION_1 = """
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, file TEXT NOT NULL, document INTEGER NOT NULL,
    line INTEGER NOT NULL, game TEXT, profile TEXT, house TEXT, players TEXT, date TEXT, place TEXT, event TEXT,
    scorer TEXT, note TEXT, totals TEXT, winner TEXT, result_rule TEXT, result_line INTEGER
);
CREATE TABLE deals (
    id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE, nth INTEGER NOT NULL,
    number INTEGER NOT NULL, line INTEGER NOT NULL, dealer TEXT, trump TEXT, more TEXT, UNIQUE (session_id, nth)
);
CREATE TABLE scores (
    deal_id INTEGER NOT NULL REFERENCES deals ON DELETE CASCADE, player TEXT NOT NULL, score INTEGER NOT NULL,
    PRIMARY KEY (deal_id, player)
) WITHOUT ROWID;
CREATE TABLE ledger (
    deal_id INTEGER NOT NULL REFERENCES deals ON DELETE CASCADE, nth INTEGER NOT NULL, player TEXT NOT NULL,
    points INTEGER NOT NULL, unit TEXT NOT NULL, rule TEXT NOT NULL, line INTEGER NOT NULL, note TEXT,
    PRIMARY KEY (deal_id, nth)
) WITHOUT ROWID;
CREATE TABLE findings (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE, nth INTEGER NOT NULL,
    deal_id INTEGER REFERENCES deals ON DELETE CASCADE, rule TEXT NOT NULL, severity TEXT NOT NULL, player TEXT,
    line INTEGER NOT NULL, "column" INTEGER, path TEXT, message TEXT NOT NULL, remedy TEXT, ruling TEXT,
    PRIMARY KEY (session_id, nth)
) WITHOUT ROWID;
CREATE INDEX sessions_file ON sessions (file);
CREATE INDEX ledger_rule ON ledger (rule, player);
CREATE INDEX findings_rule ON findings (rule, severity);
PRAGMA user_version = 1;
INSERT INTO sessions VALUES (7, 'abc', 'logs/a.yaml', 1, 1, 'two-handed', 'classic', '{}', '["Anna", "Boris"]',
    '29.11.2026', NULL, NULL, NULL, NULL, '{"Anna": 140, "Boris": 120}', NULL, NULL, NULL);
INSERT INTO sessions VALUES (8, 'def', 'gone.yaml', 1, 1, 'partnership', 'classic', '{}', '["A", "B", "C", "D"]',
    NULL, NULL, NULL, NULL, NULL, '{"A & C": 150, "B & D": 100}', NULL, NULL, NULL);
INSERT INTO sessions VALUES (9, 'ghi', 'bad.yaml', 1, 1, NULL, NULL, NULL, '[]', NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL);
INSERT INTO deals VALUES (70, 7, 0, 1, 4, 'Anna', 'hearts', NULL), (80, 8, 0, 1, 4, 'A', NULL, NULL);
INSERT INTO scores VALUES (70, 'Anna', 130), (70, 'Boris', 120), (80, 'A & C', 150), (80, 'B & D', 100);
INSERT INTO ledger VALUES (70, 0, 'Anna', 130, 'points', 'two-handed.card-points', 4, '');
INSERT INTO findings VALUES (7, 0, 70, 'record.assumed', 'note', NULL, 4, 1, NULL, 'a note', NULL, NULL);
"""


def test_a_database_of_version_1_is_brought_up(season: Season) -> None:
    with sqlite3.connect(season.database) as connection:
        connection.executescript(VERSION_1)
    connection.close()
    season.write("b.yaml", sheet(100, 150))
    assert season.export("b.yaml")[0] == 0
    assert season.ask("PRAGMA user_version") == [(VERSION,)]
    assert season.ask("PRAGMA foreign_key_check") == []
    rows = season.ask("SELECT session_id, account, opening, total FROM accounts WHERE session_id < 9 ORDER BY 1, 2")
    assert rows == [(7, "Anna", 10, 140), (7, "Boris", 0, 120), (8, "A & C", 0, 150), (8, "B & D", 0, 100)]
    assert season.ask("SELECT player, account FROM seats WHERE session_id = 8 ORDER BY seat") == [
        ("A", "A & C"), ("B", "B & D"), ("C", "A & C"), ("D", "B & D"),
    ]  # fmt: skip
    assert season.ask("SELECT played_on FROM sessions WHERE id = 7") == [("2026-11-29",)]
    assert season.ask("SELECT count(*) FROM ledger WHERE session_id = 7") == [(1,)]
    assert season.ask("SELECT count(*) FROM findings WHERE session_id = 7 AND deal = 1") == [(1,)]
    # The record is known by its place when it is exported again.
    season.write("a.yaml", sheet(130, 120))
    season.export()
    assert season.ask("SELECT session_id FROM stands JOIN files f ON f.id = file_id WHERE f.path = 'logs/a.yaml'") == [
        (7,)
    ]
    assert season.ask("SELECT rules FROM sessions WHERE id = 7") == [("classic",)]
