"""Standings as they are asked for and shown: times and events, pairs and series, handicaps, columns."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from seasons import TWO, auction, bid, by_player, partie, rows, single, standings

from pinocle_cli.examples import examples_of
from pinocle_cli.games import GAMES
from pinocle_cli.render.standings import lines_of
from pinocle_cli.season.dates import read_date, within
from pinocle_cli.season.standings import SHOWN, Table

if TYPE_CHECKING:
    from pathlib import Path

WHEN = (
    {"date": "2026-01-05", "event": "Winter 1"}, {"date": "29.1.2026", "event": "Winter 2"},
    {"date": "3 February 2026", "event": "Spring"}, {"date": "someday", "event": "Spring"}, {"date": "2026-03"},
)  # fmt: skip
DATED = [single(100 + n, 150 - n, **when) for n, when in enumerate(WHEN)]


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ([], 5),
        (["--since", "2026-01-29"], 3),
        (["--since", "2026"], 4),
        (["--until", "2026-01"], 2),
        (["--since", "29.1.2026", "--until", "Feb 2026"], 2),
        (["--event", "winter*"], 2),
        (["--event", "winter 1", "--event", "Spring"], 3),
        (["--event", "spring", "--until", "2026-12-31"], 1),
    ],
)
def test_dates_and_events(write: Any, options: list[str], games: int) -> None:
    path = write(*({key: value for key, value in one.items() if value is not None} for one in DATED))
    assert by_player(path, *options)["Anna"]["games"] == games
    assert ("without a date that can be read" in standings(*options, path).stderr) is any(
        o in ("--since", "--until") for o in options
    )


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026-11-29", "2026-11-29"), ("29.11.2026", "2026-11-29"), ("1.2.26", "2026-02-01"),
        ("3 May 2026", "2026-05-03"), ("May 3, 2026", "2026-05-03"), ("29 ноября 2026", "2026-11-29"),
        ("2026/11/05", "2026-11-05"), ("13/2/2026", "2026-02-13"), ("2/13/2026", "2026-02-13"), ("2026-11", "2026-11"),
        ("November 2026", "2026-11"), ("2026", "2026"), ("2026-11-29 20:15", "2026-11-29"), ("1/2/2026", None),
        ("3 May", None), ("Friday", None), ("", None), ("yesterday", None), ("2026-13-01", None), ("2026-13", None),
        ("at Anna's", None), ("Friday 2026", "2026"), ("9" * 400, None), (None, None),
    ],
)  # fmt: skip
def test_dates_are_read_as_people_write_them(text: str | None, date: str | None) -> None:
    assert read_date(text) == date


@pytest.mark.parametrize(
    ("found", "since", "until", "is_within"),
    [
        ("2026-05-03", "2026-05-03", "2026-05-03", True), ("2026-05-03", "2026-05", None, True),
        ("2026-05-03", None, "2026-05", True), ("2026-05", "2026-05-10", None, True),
        ("2026-05", None, "2026-05-10", True), ("2026", "2026-07", "2026-08", True),
        ("2026-05-03", "2026-06", None, False), ("2026-05-03", None, "2026-04", False),
        (None, None, None, True), (None, "2026", None, False), (None, None, "2026", False),
    ],
)  # fmt: skip
def test_within(found: str | None, since: str | None, until: str | None, is_within: bool) -> None:
    assert within(found, since, until) is is_within


def test_sorting_and_the_least(write: Any) -> None:
    many = [single(100, 150, date=str(n)) for n in range(3)]
    once = {
        **single(1, 1),
        "players": ["Zed", "Boris"],
        "deals": [{"trump": "hearts", "taken": {"Zed": 240, "Boris": 10}}],
    }
    path = write(*many, once)
    assert [row["player"] for row in rows(path)] == ["Boris", "Zed", "Anna"]
    assert [row["player"] for row in rows(path, "--sort", "per deal")] == ["Zed", "Boris", "Anna"]
    assert [row["player"] for row in rows(path, "--sort", "-per deal")] == ["Anna", "Boris", "Zed"]
    assert [row["player"] for row in rows(path, "--sort", "player")] == ["Anna", "Boris", "Zed"]
    assert [row["player"] for row in rows(path, "--least", "2")] == ["Boris", "Anna"]
    assert "not listed: 1 with fewer than 2 deals" in standings("--least", "2", path).stdout
    wrong = standings("--sort", "points", path)
    assert wrong.exit_code == 2
    assert "the columns are" in wrong.stderr


def test_tables_of_pairs_and_contracts_are_sorted_too_and_what_is_not_known_comes_last(write: Any) -> None:
    won = {**bid(300, 200), "dealer": "Cyd"}
    other = {**won, "bids": [{"Ann": "pass"}, {"Bob": 320}, {"Cyd": "pass"}], "conceded": "unseen"}
    path = write(auction(won, won, other))
    for column, bidders in (("-bidder", ["Bob", "Ann"]), ("highest made", ["Ann", "Bob"])):
        shown = rows(path, "--show", "contracts", "--sort", column, show="contracts")
        assert [row["bidder"] for row in shown] == bidders


def test_a_handicap_file_that_cannot_be_read_is_said(write: Any, tmp_path: Path) -> None:
    (tmp_path / "given.txt").write_text("Anna: [\n", "utf-8")
    wrong = standings("--handicaps", str(tmp_path / "given.txt"), write(single(130, 120)))
    assert (wrong.exit_code, "given.txt:1: this is not YAML" in wrong.stderr) == (2, True)


def test_a_run_that_was_stopped_says_so(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pinocle_cli.cli import standings as command  # noqa: PLC0415 - whose name is that of what runs it

    def stopped(_: object, __: object, tally: Any, **___: object) -> bool:
        tally.stopped = "interrupted"
        return True

    monkeypatch.setattr(command, "collect", stopped)
    assert "interrupted; so far 0 records" in standings(write(single(130, 120))).stderr


def test_equal_figures_share_a_place(write: Any) -> None:
    side = {"game": "partnership", "players": ["A", "B", "C", "D"]}
    path = write({**side, "deals": [{"trump": "hearts", "claimed": {"A & C": 1200, "B & D": 10}}]})
    assert [(row["place"], row["player"]) for row in rows(path)] == [(1, "A"), (1, "C"), (3, "B"), (3, "D")]


def test_pairs_opponents_contracts_games_and_payments(write: Any) -> None:
    side = {"game": "partnership", "players": ["A", "B", "C", "D"], "sides": {"Us": ["A", "C"], "Them": ["B", "D"]}}
    other = {**side, "sides": {"Them": ["A", "C"], "Us": ["B", "D"]}}
    won = {"trump": "hearts", "claimed": {"Us": 1200, "Them": 10}}
    path = write(
        {**side, "deals": [won]}, {**other, "deals": [won]}, single(130, 120, date="2026-02-01"),
        single(110, 140, date="2026-01-01"), auction(bid(400, 100), bid(300, 160)), partie(*[(50, 30)] * 6),
    )  # fmt: skip
    pairs = {
        (r["player"], r["partner"]): (r["games"], r["won"], r["score"])
        for r in rows(path, "--show", "pairs", show="pairs")
    }
    assert pairs == {("A", "C"): (2, 1, 1210), ("B", "D"): (2, 1, 1210)}
    against = {
        (r["game"], r["player"], r["opponent"]): (r["won"], r["lost"])
        for r in rows(path, "--show", "opponents", show="opponents")
    }
    assert against["two-handed", "Anna", "Boris"] == (1, 1)
    assert against["piquet", "Anna", "Boris"] == (1, 0)
    assert against["partnership", "A", "B"] == (1, 1)
    assert ("partnership", "A", "C") not in against
    assert against["auction", "Ann", "Bob"] == (1, 1)
    assert ("auction", "Bob", "Cyd") not in against
    (contract,) = rows(path, "--show", "contracts", show="contracts")
    assert [contract[key] for key in ("bidder", "contracts", "made", "failed", "average bid", "highest made")] == [
        "Ann", 2, 1, 1, 350.0, 300,
    ]  # fmt: skip
    games = rows(path, "--show", "games", show="games")
    assert [row["date"] for row in games[:2]] == ["2026-01-01", "2026-02-01"]
    assert any(row["paid"] == "Boris pays Anna 220" for row in games)
    paid = rows(path, "--show", "payments", show="payments")
    assert {"game": "piquet", "unit": "points", "payer": "Boris", "payee": "Anna", "amount": 220} in paid
    net = by_player(path)
    for name in ("Ann", "Bob", "Cyd", "kitty"):
        here = [row for row in paid if row["game"] == "auction"]
        assert sum(r["amount"] * ((r["payee"] == name) - (r["payer"] == name)) for r in here) == net[name]["settled"]


def test_series(write: Any) -> None:
    records = [
        single(*figures, date=f"2026-01-0{n}") for n, figures in enumerate([(150, 100), (150, 100), (100, 150)], 1)
    ]
    level = {**single(125, 125, date="2026-01-04"), "rules": {"target": "deal"}}
    path = write(*records, level)
    found = rows(path, "--series", "5,3", show="series")
    assert [(row["player"], row["points"], row["evenings"]) for row in found] == [("Anna", 17, 4), ("Boris", 15, 4)]
    found = rows(path, "--series", "5,3", "--best", "2", show="series")
    assert [(row["player"], row["points"], row["counted"]) for row in found] == [("Anna", 10, 2), ("Boris", 9, 2)]
    found = rows(path, "--series", "won=2,drawn=1", show="series")
    assert [(row["player"], row["points"]) for row in found] == [("Anna", 5), ("Boris", 3)]
    for wrong in (["--series", "x"], ["--series", "first=1"], ["--best", "3"], ["--show", "series"]):
        assert standings(*wrong, path).exit_code == 2


def test_handicaps(write: Any, tmp_path: Path) -> None:
    path = write(single(130, 120), single(140, 110), partie(*[(50, 30)] * 6))
    file = tmp_path / "handicaps.txt"
    file.write_text("Boris: 30\npiquet: {Boris: 0, 'NO': 3}\n")
    found = rows(path, "--handicaps", str(file))
    first, second = found[0], found[1]
    assert (first["player"], first["handicap"], first["adjusted"]) == ("Boris", 60, 290)
    assert (second["player"], second["handicap"], second["adjusted"]) == ("Anna", 0, 270)
    assert all(row["handicap"] == 0 for row in found if row["game"] == "piquet")
    asked = standings("--handicaps", str(file), path).stderr
    assert '"NO" has a handicap and did not play here' in asked
    assert '"Boris"' not in asked
    file.write_text("Boriss: 30\n")
    assert 'did you mean "Boris"' in standings("--handicaps", str(file), path).stderr
    file.write_text("Boris: many\n")
    wrong = standings("--handicaps", str(file), path)
    assert wrong.exit_code == 2
    assert f"{file}:1" in wrong.stderr


def test_status(write: Any) -> None:
    path = write({**single(130, 120), "claimed": {"Anna": 150, "Boris": 100}})
    assert standings(path).exit_code == 1
    assert standings("--exit-zero", path).exit_code == 0
    write({**TWO, "deals": "x"}, name="b.jsonl")
    result = standings(path)
    assert result.exit_code == 2
    assert "error" in result.stderr
    assert "1 of 2 records could not be read or judged and is left out" in result.stderr
    assert standings("--exit-zero", path).exit_code == 0
    assert standings("--since", "whenever", path).exit_code == 2


@pytest.mark.parametrize("show", [name for name in SHOWN if name != "series"])
def test_columns_have_the_same_names_in_every_format(write: Any, show: str) -> None:
    path = write(*(row.record for game in GAMES for row in examples_of(game)[::3] if row.record))
    data = json.loads(standings("--format", "json", "--show", show, path).stdout)[
        "standings" if show == "players" else show
    ]
    heads = next(csv.reader(io.StringIO(standings("--format", "csv", "--show", show, path).stdout)))
    assert set(heads) == {key for row in data for key in row}
    assert data
    shown = standings("--show", show, path).stdout
    assert any(name in shown for name in heads)


def test_a_table_is_as_wide_as_the_terminal_and_loses_nothing(write: Any) -> None:
    row = {"place": 1, "player": "Anna", **{f"column {n}": 1000 + n for n in range(12)}}
    for width in (40, 60, 80, None):
        lines = list(lines_of(Table("a title", [*row], [row, {**row, "player": "Boris"}]), width))
        assert width is None or max(map(len, lines)) <= width
        assert all(any(str(1000 + n) in line for line in lines) for n in range(12))


def test_what_is_said_already_or_by_nobody_is_no_column() -> None:
    row = {"place": 1, "player": "DJ", "score": 30, "settled": 30, "per deal": 2.5, "per game": 2.5, "won %": None}
    kitty = {**dict.fromkeys(row), "player": "kitty", "score": 0, "settled": 0}
    table = Table("a title", [*row], [row, kitty])
    _, _, heads, *rest = lines_of(table, None)
    assert heads.split() == ["place", "player", "score", "per", "deal"]
    assert rest == ["    1  DJ         30       2.5", "       kitty       0"]
    *_, heads, last = lines_of(table, 24)
    assert heads.split()[2:] == ["per", "deal"]
    assert last.split() == ["1", "DJ", "2.5"], "the kitty has nothing there"
    other = Table("a title", [*row], [row, {**row, "settled": 10, "per game": 5.0, "won %": 50.0}])
    _, _, heads, *_ = lines_of(other, None)
    assert heads.split()[2:] == ["score", "settled", "per", "deal", "per", "game", "won", "%"]


def test_a_table_of_two_columns_is_shown_too() -> None:
    table = Table("a title", ["place", "player"], [{"place": 1, "player": "DJ"}])
    assert [line.split() for line in lines_of(table, 24)][-2:] == [["place", "player"], ["1", "DJ"]]


def test_what_was_settled_stands_beside_the_score(write: Any) -> None:
    chips = {"game": "auction", "players": ["Ann", "Bob", "Cyd"], "deals": [{"claimed": [6, -3, -3]}]}
    heads = standings("--format", "csv", write(chips)).stdout.partition("\n")[0].split(",")
    assert heads[heads.index("score") + 1] == "settled"


def test_a_list_of_games_that_is_wider_than_the_terminal_stands_row_by_row() -> None:
    row = {"date": "2026-11-29", "event": "cup", "deals": 3, "totals": "DJ 300, SK 200", "winner": "DJ", "paid": ""}
    table = Table("games", [*row], [row, {**row, "date": None}], is_list=True)
    assert list(lines_of(table, 30))[2:] == [
        "2026-11-29: cup, deals 3,",
        "    DJ 300, SK 200, winner DJ",
        "cup: deals 3, DJ 300, SK 200,",
        "    winner DJ",
    ]
    assert list(lines_of(table, None))[2].split() == ["date", "event", "deals", "totals", "winner"]


def test_nothing_to_add_up(write: Any) -> None:
    assert standings("--format", "csv", write({**TWO, "deals": "x"})).exit_code == 2
    assert rows(write({**TWO, "deals": "x"})) == []
