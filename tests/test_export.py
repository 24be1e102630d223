"""The season's database: the same however often it is exported, and nothing good is ever replaced by nothing."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.examples import examples_of
from pinocle_cli.games import GAMES
from pinocle_cli.season.database import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DEAL = {"claimed": {"Anna": 600, "Boris": 400}}
EVENING: dict[str, Any] = {
    "game": "two-handed",
    "players": ["Anna", "Boris"],
    "rules": {"target": "deal"},
    "deals": [DEAL],
}
WRONG_SUM = {
    **EVENING,
    "date": "2026-11-29",
    "rules": {"target": 3000},
    "deals": [DEAL, DEAL],
    "claimed": {"Anna": 1, "Boris": 800},
}
HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"


def sheet(anna: int, boris: int, more: str = "") -> str:
    return f"{HEAD}{more}trump: hearts\ntaken: {{Anna: {anna}, Boris: {boris}}}\n"


class Season:
    """A folder with records, and a database beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.database = folder / "logs", folder / "season.db"
        self.folder.mkdir()

    def write(self, name: str, *texts: str) -> Path:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("---\n".join(texts), "utf-8")
        return file

    def export(self, *names: str) -> tuple[int, str, str]:
        paths = [str(self.folder / name) for name in names or ("",)]
        result = CliRunner().invoke(cli, ["export", *paths, "--to", str(self.database)])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
        return result.exit_code, result.stdout, result.stderr

    def ask(self, query: str) -> list[Any]:
        with sqlite3.connect(self.database) as connection:
            found = connection.execute(query).fetchall()
        connection.close()
        return found

    def scores(self) -> list[tuple[str, int]]:
        """(file, what Anna scored) of every session, once for each place where it stands."""
        query = (
            "SELECT f.path, t.score FROM stands b JOIN files f ON f.id = b.file_id JOIN seats t USING (session_id)"
            " WHERE t.seat = 0 ORDER BY f.path, b.document"
        )
        return [(path.removeprefix("logs/"), score) for path, score in self.ask(query)]

    def dump(self) -> dict[str, Counter[Any]]:
        """Everything but the runs and who was judged by which."""
        tables = [name for (name,) in self.ask("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: Counter(
                tuple(value for key, value in zip(keys, row, strict=True) if key != "run_id")
                for keys in [[one[1] for one in self.ask(f"PRAGMA table_info({name})")]]
                for row in self.ask(f"SELECT * FROM {name}")  # noqa: S608
            )
            for name in tables
            if name != "runs"
        }


@pytest.fixture
def season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Season]:
    """A season, whose database must be whole whatever was done with it."""
    monkeypatch.chdir(tmp_path)
    season = Season(tmp_path)
    yield season
    if season.database.exists():
        assert season.ask("PRAGMA integrity_check") == [("ok",)]
        assert season.ask("PRAGMA foreign_key_check") == []


# --- The same again --------------------------------------------------------------------------------------------------


def test_what_is_exported_again_is_the_same_to_the_last_id(season: Season) -> None:
    season.write("a.yaml", sheet(130, 120), sheet(140, 110))
    (season.folder / "b.jsonl").write_text(json.dumps(WRONG_SUM) + "\n")
    assert season.export()[0] == 1
    first = season.dump()
    season.export()
    season.export("a.yaml", "", "b.jsonl", "../logs/a.yaml")
    assert season.dump() == first
    assert len(season.ask("SELECT * FROM runs")) == 3


def test_every_run_says_by_what_it_judged(season: Season) -> None:
    season.write("a.yaml", sheet(130, 120))
    season.export()
    (program, rulebook, at) = season.ask(
        "SELECT program, rulebook, judged_at FROM sessions s JOIN runs r ON r.id = s.run_id"
    )[0]
    assert program
    assert rulebook
    assert at.startswith("20")


def test_all_of_a_verdict_is_there(season: Season) -> None:
    """Every example of every game: what the JSON verdict has, the tables have."""
    rows = [row.record for game in GAMES for row in examples_of(game) if row.record]
    file = season.folder / "all.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    season.export()
    result = CliRunner().invoke(cli, ["score", "--format", "json", str(file)])
    sessions = json.loads(result.stdout)["sessions"]
    own = {document: number for number, document in season.ask("SELECT session_id, document FROM stands")}
    assert len(own) == sum(bool(session["players"]) for session in sessions)  # else nobody knows whose they are
    scores = {tuple(row[:3]): row[3] for row in season.ask("SELECT * FROM scores")}
    ledger = Counter(season.ask("SELECT session_id, deal, account, points, unit, rule, line FROM ledger"))
    findings = Counter(season.ask("SELECT session_id, rule, severity, line, message FROM findings"))
    choices = Counter(season.ask("SELECT session_id, choice, gives FROM choices"))
    paid = Counter(season.ask("SELECT session_id, payer, payee, amount, unit, rule FROM payments"))
    totals = {(s, a): t for s, a, t in season.ask("SELECT session_id, account, total FROM accounts")}
    house = {(s, o): v for s, o, v in season.ask("SELECT session_id, house_rule, setting FROM house")}
    for n, session in enumerate(sessions, 1):
        if n not in own:
            continue
        key = own[n]
        every = session["findings"] + [f for deal in session["deals"] for f in deal["findings"]]
        for nth, deal in enumerate(session["deals"], 1):
            for account, score in (deal["scores"] or {}).items():
                assert scores.pop((key, nth, account)) == score
            ledger -= Counter(
                (key, nth, *(e[k] for k in ("player", "points", "unit", "rule", "line"))) for e in deal["ledger"]
            )
        findings -= Counter((key, f["rule"], f["severity"], f["line"], f["message"]) for f in every)
        choices -= Counter((key, c["name"], c["gives"]) for f in every for c in f["choices"])
        paid -= Counter((key, p["from"], p["to"], p["amount"], p["unit"], p["rule"]) for p in session["payments"])
        for account, total in (session["totals"] or {}).items():
            assert totals[key, account] == total
        for name, value in session["house"].items():
            assert house[key, name] == str(value)
    assert not scores
    assert not +ledger
    assert not +findings
    assert not +choices
    assert not +paid


# --- The same record -------------------------------------------------------------------------------------------------


def test_two_documents_of_one_file_are_never_copies(season: Season) -> None:
    season.write("a.yaml", sheet(130, 120), sheet(130, 120))
    _, out, _ = season.export()
    assert "2 records, 2 deals" in out
    assert season.scores() == [("a.yaml", 130), ("a.yaml", 130)]


def test_a_copy_in_another_file_and_notation_is_counted_once(season: Season) -> None:
    season.write("a.yaml", sheet(130, 120), sheet(130, 120))
    season.write("backup/a.yaml", sheet(130, 120), sheet(130, 120))
    (season.folder / "c.jsonl").write_text(
        json.dumps({**EVENING, "rules": "classic", "deals": [{"trump": "♥", "taken": {"Boris": 120, "Anna": 130}}]})
    )
    _, out, _ = season.export()
    assert "2 records, 2 deals" in out
    assert "2 records stand in several files, counted once" in out
    assert len(season.scores()) == 5


@pytest.mark.parametrize("order", [("home", "away"), ("away", "home")])
def test_house_rules_are_part_of_what_a_record_says(season: Season, order: tuple[str, str]) -> None:
    season.write("home/g.yaml", sheet(130, 120))
    season.write("away/g.yaml", sheet(130, 120))
    season.write("away/pinocle.yaml", "rules: {two-handed: {target: deal}}\n")
    season.export(*order)
    assert sorted(season.ask("SELECT rules FROM sessions")) == [("classic",), ("classic, target deal",)]


def test_correcting_a_copy_leaves_the_original(season: Season) -> None:
    season.write("k1.yaml", sheet(130, 120))
    season.write("k2.yaml", sheet(130, 120))
    season.export("k1.yaml", "k2.yaml")
    season.write("k2.yaml", sheet(140, 110))
    season.export("k2.yaml")
    assert season.scores() == [("k1.yaml", 130), ("k2.yaml", 140)]


def test_a_file_is_one_however_its_path_is_spelled(season: Season, tmp_path: Path) -> None:
    season.write("x.yaml", sheet(130, 120))
    season.export("x.yaml")
    season.write("x.yaml", sheet(140, 110))
    (tmp_path / "link").symlink_to(season.folder)
    for spelled in ("../logs/x.yaml", "../link/x.yaml", "./x.yaml"):
        season.export(spelled)
        assert season.scores() == [("x.yaml", 140)]


def test_the_database_and_its_records_can_be_moved_together(season: Season, tmp_path: Path) -> None:
    season.write("x.yaml", sheet(130, 120))
    season.export()
    before = season.scores()
    (tmp_path / "elsewhere").mkdir()
    season.folder.rename(tmp_path / "elsewhere" / "logs")
    season.database.rename(tmp_path / "elsewhere" / "season.db")
    season.folder, season.database = tmp_path / "elsewhere" / "logs", tmp_path / "elsewhere" / "season.db"
    season.export()
    assert season.scores() == before


# --- Put right, moved, taken away ------------------------------------------------------------------------------------


def ids(season: Season) -> dict[int, int]:
    return dict(season.ask("SELECT score, session_id FROM seats WHERE seat = 0"))


def test_a_record_that_is_put_right_keeps_its_id_whatever_comes_before_it(season: Season) -> None:
    season.write("a.yaml", sheet(100, 150), sheet(110, 140), sheet(120, 130))
    season.export()
    known = ids(season)
    season.write("a.yaml", sheet(100, 150), sheet(200, 50), sheet(120, 130))
    season.export()
    assert ids(season) == {100: known[100], 200: known[110], 120: known[120]}
    season.write("a.yaml", sheet(90, 160), sheet(100, 150), sheet(200, 50), sheet(120, 130))
    _, out, _ = season.export()
    assert {score: number for score, number in ids(season).items() if score != 90} == {
        100: known[100], 200: known[110], 120: known[120],
    }  # fmt: skip
    assert "1 new" in out
    season.write("a.yaml", sheet(120, 130))
    _, out, _ = season.export()
    assert ids(season) == {120: known[120]}
    assert "3 taken out" in out


def test_a_table_of_ones_own_keeps_its_hold_on_what_did_not_go(season: Season) -> None:
    season.write("a.yaml", sheet(100, 150), sheet(110, 140))
    season.export()
    with sqlite3.connect(season.database) as connection:
        connection.execute(
            "CREATE TABLE mine (session_id INTEGER, deal INTEGER, remark TEXT,"
            " FOREIGN KEY (session_id, deal) REFERENCES deals ON DELETE CASCADE)"
        )
        connection.execute("INSERT INTO mine SELECT session_id, deal, 'seen' FROM deals")
    connection.close()
    season.write("a.yaml", sheet(100, 150), sheet(200, 50))
    season.export()
    assert len(season.ask("SELECT * FROM mine")) == 2


def test_a_file_that_is_renamed_or_gone_goes_with_its_folder(season: Season) -> None:
    season.write("jan.yaml", sheet(130, 120))
    season.write("feb.yaml", sheet(110, 140))
    season.write("sub/mar.yaml", sheet(100, 150))
    season.export()
    (season.folder / "jan.yaml").unlink()
    (season.folder / "sub" / "mar.yaml").unlink()
    season.write("january.yaml", sheet(140, 110))
    season.export("feb.yaml")
    assert len(season.scores()) == 3
    _, out, _ = season.export()
    assert season.scores() == [("feb.yaml", 110), ("january.yaml", 140)]
    assert "jan.yaml" in out
    assert "2 taken out" in out


def test_a_record_that_moves_to_another_file_keeps_its_id(season: Season) -> None:
    season.write("a.yaml", sheet(130, 120), sheet(140, 110))
    season.export()
    known = ids(season)
    season.write("a.yaml", sheet(130, 120))
    season.write("z.yaml", sheet(140, 110))
    season.export()
    assert ids(season) == known
    assert season.scores() == [("a.yaml", 130), ("z.yaml", 140)]


def test_standard_input_is_known_by_the_name_it_is_given(season: Season) -> None:
    def export(text: str, *options: str) -> None:
        CliRunner().invoke(cli, ["export", "-", "--to", str(season.database), *options], input=text)

    for n in range(3):
        export(sheet(110 + 10 * n, 140 - 10 * n), "--stdin-name", "zcat a.gz")
    assert [score for _, score in season.scores()] == [130]
    export(sheet(150, 100))
    export(sheet(150, 100))
    export(sheet(160, 90))
    assert sorted({score for _, score in season.scores()}) == [130, 150, 160]


# --- Sheets ----------------------------------------------------------------------------------------------------------

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


def test_without_the_library_a_workbook_is_refused_in_plain_words(
    season: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.write("a.yaml", sheet(130, 120))
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    result = CliRunner().invoke(cli, ["export", str(season.folder), "--to", str(tmp_path / "a.xlsx")])
    assert result.exit_code == 1
    assert "`pip install XlsxWriter`" in result.stderr
    assert not (tmp_path / "a.xlsx").exists()


# --- Nothing good is replaced by nothing -----------------------------------------------------------------------------


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
