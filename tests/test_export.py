"""The season's database: the same however often it is exported, and a record known again wherever it goes."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from seasons import Season, sheet

from pinocle_cli.cli.main import cli
from pinocle_cli.examples import examples_of
from pinocle_cli.games import GAMES

if TYPE_CHECKING:
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
