"""Standings: what players read in them is what they say."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.examples import examples_of
from pinocle_cli.games import GAMES
from pinocle_cli.season.dates import read_date, within
from pinocle_cli.season.names import likely_doubles
from pinocle_cli.season.standings import SHOWN

if TYPE_CHECKING:
    from pathlib import Path

TWO = {"game": "two-handed", "players": ["Anna", "Boris"]}


def run(*args: str) -> Any:
    result = CliRunner().invoke(cli, ["standings", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(*records: dict[str, Any], name: str = "a.jsonl") -> str:
        (tmp_path / name).write_text(
            "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8"
        )
        return str(tmp_path)

    return written


def rows(path: str, *options: str, show: str = "standings") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("--format", "json", "--exit-zero", *options, path).stdout)[show]
    return found


def by_player(path: str, *options: str) -> dict[str, dict[str, Any]]:
    return {row["player"]: row for row in rows(path, *options)}


def single(anna: int, boris: int, **more: Any) -> dict[str, Any]:
    """A game of one deal."""
    deal = {"trump": "hearts", "melds": {"Anna": []}, "taken": {"Anna": anna, "Boris": boris}}
    return {**TWO, "rules": {"target": "deal"}, "deals": [deal], **more}


def partie(*deals: tuple[int, int], **more: Any) -> dict[str, Any]:
    lines = [{"claimed": {"Anna": a, "Boris": b}} for a, b in deals]
    return {"game": "piquet", "players": ["Anna", "Boris"], "deals": lines, **more}


def auction(*deals: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "auction", "players": ["Ann", "Bob", "Cyd"], "deals": list(deals), **more}


def bid(value: int, taken: int, **more: Any) -> dict[str, Any]:
    bids = [{"Ann": value}, {"Bob": "pass"}, {"Cyd": "pass"}]
    return {"dealer": "Cyd", "bids": bids, "trump": "hearts", "melds": 150, "taken": taken, **more}


# --- What was really won ---------------------------------------------------------------------------------------------


def test_piquet_is_settled_by_the_partie_and_not_by_the_points(write: Any) -> None:
    first = [(50, 34)] * 5 + [(50, 30)]
    second = [(16, 18)] * 5 + [(19, 20)]
    found = by_player(write(partie(*first, date="1"), partie(*second, date="2")))
    assert found["Boris"]["settled"] == -found["Anna"]["settled"] == 109
    assert (found["Boris"]["place"], found["Anna"]["place"]) == (1, 2)
    assert found["Anna"]["score"] > found["Boris"]["score"]
    assert (found["Boris"]["rubicons won"], found["Anna"]["rubicons lost"]) == (1, 1)
    assert (found["Boris"]["games"], found["Boris"]["won"], found["Boris"]["lost"]) == (2, 1, 1)


def test_an_evening_of_chips_comes_to_nought_with_the_kitty(write: Any) -> None:
    path = write(auction(bid(400, 100), bid(350, 220), bid(300, 160)))
    found = by_player(path)
    assert sum(row["score"] for row in found.values()) == 0
    assert sum(row["settled"] for row in found.values()) == 0
    assert found["kitty"]["place"] is None
    assert found["kitty"]["score"] != 0
    assert (found["Ann"]["contracts"], found["Ann"]["made"], found["Ann"]["double betes"]) == (3, 2, 1)


def test_what_is_shared_out_of_the_kitty_is_no_game_that_was_won(write: Any) -> None:
    found = by_player(write(auction(bid(300, 160), kitty=12, **{"divide-kitty": "yes"})))
    assert [found[name]["won"] for name in ("Ann", "Bob", "Cyd")] == [1, 0, 0]
    assert found["Bob"]["score"] == 1


@pytest.mark.parametrize(
    "deal",
    [
        {"dealer": "Cyd", "irregularities": [{"fault": "widow-exposed", "cards": "SA"}]},
        {"dealer": "Cyd", "bids": [{"Ann": "pass"}, {"Bob": "pass"}, {"Cyd": "pass"}]},
    ],
)
@pytest.mark.parametrize("profile", ["classic", "modern"])
def test_a_void_or_passed_deal_is_no_game(write: Any, deal: dict[str, Any], profile: str) -> None:
    found = by_player(write(auction(deal, rules=profile)))
    assert all(found[name][what] == 0 for name in ("Ann", "Bob", "Cyd") for what in ("games", "won", "lost"))


def test_drawn_and_undecided_are_neither_won_nor_lost(write: Any) -> None:
    level = {**single(125, 125), "rules": {"target": "deal", "rounding": "exact"}}
    found = by_player(write(level, {**level, "deals": [{"trump": "hearts", "melds": {"Anna": 40}}]}))
    for name in ("Anna", "Boris"):
        row = found[name]
        assert [row[key] for key in ("games", "won", "drawn", "lost", "undecided")] == [1, 0, 1, 0, 1], name


def test_deals_that_could_not_be_scored_are_not_counted(write: Any) -> None:
    deals = [{"trump": "hearts", "taken": {"Anna": 130, "Boris": 120}}, {"trump": "hearts", "taken": {"Anna": 900}}]
    row = by_player(write({**TWO, "deals": deals}))["Anna"]
    assert (row["deals"], row["score"], row["per deal"]) == (1, 130, 130.0)


def test_what_follows_the_decision_counts_nowhere(write: Any) -> None:
    deals = [{"trump": "hearts", "claimed": {"Anna": anna, "Boris": 100}} for anna in (1100, 500, 500)]
    for record in ({**TWO, "deals": deals}, {**TWO, "deals": deals, "rules": {"target": "deal"}}):
        row = by_player(write(record))["Anna"]
        assert [row[key] for key in ("games", "won", "deals", "score", "per deal")] == [1, 1, 1, 1100, 1100.0]


def test_unlike_things_are_never_added_up(write: Any) -> None:
    sheet = {"trump": "hearts", "claimed": {"A & C": 30, "B & D": 10}}
    side = {"game": "partnership", "players": ["A", "B", "C", "D"], "deals": [sheet]}
    path = write(
        {**side, "rules": "club"}, {**side, "rules": {"profile": "club", "values": "tens"}}, side,
        single(130, 120), {**TWO, "deals": single(1, 1)["deals"]}, {**single(130, 120), "rules": {"profile": "modern"}},
    )  # fmt: skip
    groups = {(row["game"], row["rules"]) for row in rows(path)}
    assert len(groups) == 6
    assert ("partnership", "club, values tens") in groups
    assert ("two-handed", "classic, target deal") in groups


def test_faults_are_those_of_play_and_of_whoever_did_them(write: Any) -> None:
    wrong_sum = {**single(130, 120), "claimed": {"Anna": 150, "Boris": 100}, "scorer": "Zoe"}
    revoke = {**TWO, "deals": [{"trump": "hearts", "hands": {"Anna": "SA", "Boris": "S9 HA"}}]}
    found = by_player(write(wrong_sum, revoke))
    assert [row["faults"] for row in found.values()] == [0] * len(found)
    said = {"fault": "revoke", "by": "B", "after": 3}
    side = {"game": "partnership", "players": ["A", "B", "C", "D"]}
    deal = {"trump": "hearts", "taken": {"A & C": 130, "B & D": 120}, "irregularities": [said]}
    found = by_player(write({**side, "deals": [deal]}))
    assert {name: row["faults"] for name, row in found.items()} == {"A": 0, "B": 1, "C": 0, "D": 0}


# --- Against the verdicts --------------------------------------------------------------------------------------------


def test_every_figure_is_what_the_verdicts_add_up_to(write: Any) -> None:
    """All the worked examples of all games, counted again from the JSON verdicts."""
    path = write(*(row.record for game in GAMES for row in examples_of(game) if row.record))
    result = CliRunner().invoke(cli, ["score", "--format", "json", path])
    score: dict[Any, int] = defaultdict(int)
    settled: dict[Any, int] = defaultdict(int)
    won: dict[Any, int] = defaultdict(int)
    seen = set()
    for session in json.loads(result.stdout)["sessions"]:
        said = json.dumps({key: value for key, value in session.items() if key not in ("document", "line")})
        game, names = session["game"], session["players"]
        accounts = list(session["totals"] or (session["deals"] and session["deals"][0]["scores"]) or {})
        seen.add(said)
        for seat, name in enumerate([*names, *(["kitty"] if "kitty" in accounts else [])]):
            sides = [account for account in accounts if account not in names]
            account = name if name in accounts else sides[seat % len(sides)] if sides else name
            for deal in session["deals"]:
                if not any("the game was over" in finding["message"] for finding in deal["findings"]):
                    score[game, name] += (deal["scores"] or {}).get(account, 0)
            settled[game, name] += sum(
                p["amount"] * ((p["to"] == name) - (p["from"] == name)) for p in session["payments"]
            )
            if session["result"]:
                won[game, name] += session["result"]["winner"] == account
    found: dict[Any, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in rows(path):
        for key in ("score", "settled", "won"):
            found[row["game"], row["player"]][key] += row.get(key) or 0
    for key, value in score.items():
        assert found[key]["score"] == value, key
        assert found[key]["settled"] == settled[key], key
        if key[0] != "auction":
            assert found[key]["won"] == won[key], key


# --- One record, one name --------------------------------------------------------------------------------------------


def test_a_record_in_two_files_is_counted_once_and_said(write: Any) -> None:
    write(single(130, 120), single(130, 120))
    path = write(single(130, 120), single(130, 120), name="b.jsonl")
    result = run(path)
    assert "2 records stand in two files, counted once" in result.stderr
    assert by_player(path)["Anna"]["games"] == 2
    assert json.loads(run("--format", "json", path, f"{path}/a.jsonl").stdout)["standings"][0]["games"] == 2


def test_names_that_the_club_joins_are_one_person(write: Any, tmp_path: Path) -> None:
    path = write(single(130, 120), {**single(140, 110), "players": ["Аnna", "Boris"], "deals": [
        {"trump": "hearts", "taken": {"Аnna": 140, "Boris": 110}}]})  # fmt: skip
    assert len(by_player(path)) == 3
    asked = run(path).stderr
    assert 'are "Anna" and "Аnna" (in letters of two alphabets that look alike) one person?' in asked
    (tmp_path / "pinocle.yaml").write_text("names: {Anna: [Аnna]}\n", "utf-8")
    assert by_player(path)["Anna"]["score"] == 270
    assert "one person" not in run(path).stderr


def test_a_name_is_one_in_every_unicode_form_and_with_blanks_around_it(write: Any) -> None:
    spelled = ("Zoé K.", "Zoe\u0301 K.", "Zoé  K.")
    deals = [{"trump": "hearts", "taken": {name: 130, "Boris": 120}} for name in spelled]
    records = [{**TWO, "players": [n, "Boris"], "deals": [deal]} for n, deal in zip(spelled, deals, strict=True)]
    assert by_player(write(*(record | {"date": str(n)} for n, record in enumerate(records))))["Zoé K."]["deals"] == 3


def test_two_at_one_table_are_never_one_person(write: Any, tmp_path: Path) -> None:
    (tmp_path / "pinocle.yaml").write_text("names: {Anna: [Boris]}\n", "utf-8")
    path = write(single(130, 120))
    assert set(by_player(path)) == {"Anna", "Boris"}


@pytest.mark.parametrize("names", [["1.50", "2"], ["010", "1e3"], ["0x1F", "1_000"], ["=1+1", "NO"], ["nan", "-0"]])
def test_names_stay_as_they_are(write: Any, names: list[str]) -> None:
    deal = {"trump": "hearts", "taken": {names[0]: 130, names[1]: 120}}
    path = write({**TWO, "players": names, "deals": [deal]})
    shown = run(path).stdout
    assert {row["player"] for row in rows(path)} == set(names)
    table = list(csv.DictReader(io.StringIO(run("--format", "csv", path).stdout)))
    assert {row["player"].removeprefix("'") for row in table} == set(names)
    for name in names:
        assert f" {name} " in shown


@pytest.mark.parametrize(
    ("tables", "asked"),
    [
        ([["Anna"], ["anna"]], True),
        ([["Zoé"], ["Zoe"]], True),
        ([["A. Karenina"], ["A Karenina"]], True),
        ([["Катя"], ["Kатя"]], True),
        ([["Alexandr"], ["Alexander"]], True),
        ([["Alexander"], ["Alexadner"]], True),
        ([["Alexander", "Alexandar"]], False),  # at one table
        ([["Jan"], ["Jana"]], False),
        ([["Player 12"], ["Player 13"]], False),
        ([["Anna"], ["Boris"]], False),
        ([["Margarita"], ["Margaret"]], False),
    ],
)
def test_likely_doubles_are_asked_about(tables: list[list[str]], asked: bool) -> None:
    assert bool(list(likely_doubles(tables))) is asked


# --- What is asked for -----------------------------------------------------------------------------------------------

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
    assert ("without a date that can be read" in run(*options, path).stderr) is any(
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
        ("at Anna's", None), ("9" * 400, None), (None, None),
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
    assert "not listed: 1 with fewer than 2 deals" in run("--least", "2", path).stdout
    wrong = run("--sort", "points", path)
    assert wrong.exit_code == 2
    assert "the columns are" in wrong.stderr


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
        assert run(*wrong, path).exit_code == 2


def test_handicaps(write: Any, tmp_path: Path) -> None:
    path = write(single(130, 120), single(140, 110), partie(*[(50, 30)] * 6))
    file = tmp_path / "handicaps.txt"
    file.write_text("Boris: 30\npiquet: {Boris: 0, 'NO': 3}\n")
    found = rows(path, "--handicaps", str(file))
    first, second = found[0], found[1]
    assert (first["player"], first["handicap"], first["adjusted"]) == ("Boris", 60, 290)
    assert (second["player"], second["handicap"], second["adjusted"]) == ("Anna", 0, 270)
    assert all(row["handicap"] == 0 for row in found if row["game"] == "piquet")
    asked = run("--handicaps", str(file), path).stderr
    assert '"NO" has a handicap and did not play here' in asked
    assert '"Boris"' not in asked
    file.write_text("Boriss: 30\n")
    assert 'did you mean "Boris"' in run("--handicaps", str(file), path).stderr
    file.write_text("Boris: many\n")
    wrong = run("--handicaps", str(file), path)
    assert wrong.exit_code == 2
    assert f"{file}:1" in wrong.stderr


def test_status(write: Any) -> None:
    path = write({**single(130, 120), "claimed": {"Anna": 150, "Boris": 100}})
    assert run(path).exit_code == 1
    assert run("--exit-zero", path).exit_code == 0
    write({**TWO, "deals": "x"}, name="b.jsonl")
    result = run(path)
    assert result.exit_code == 2
    assert "error" in result.stderr
    assert "1 of 2 records could not be read or judged and is left out" in result.stderr
    assert run("--exit-zero", path).exit_code == 0
    assert run("--since", "whenever", path).exit_code == 2


@pytest.mark.parametrize("show", [name for name in SHOWN if name != "series"])
def test_columns_have_the_same_names_in_every_format(write: Any, show: str) -> None:
    path = write(*(row.record for game in GAMES for row in examples_of(game)[::3] if row.record))
    data = json.loads(run("--format", "json", "--show", show, path).stdout)["standings" if show == "players" else show]
    heads = next(csv.reader(io.StringIO(run("--format", "csv", "--show", show, path).stdout)))
    assert set(heads) == {key for row in data for key in row}
    assert data
    shown = run("--show", show, path).stdout
    assert any(name in shown for name in heads)


def test_a_table_is_as_wide_as_the_terminal_and_loses_nothing(write: Any) -> None:
    from pinocle_cli.render.standings import lines_of  # noqa: PLC0415 - only here
    from pinocle_cli.season.standings import Table  # noqa: PLC0415

    row = {"place": 1, "player": "Anna", **{f"column {n}": 1000 + n for n in range(12)}}
    for width in (40, 60, 80, None):
        lines = list(lines_of(Table("a title", [*row], [row, {**row, "player": "Boris"}]), width))
        assert width is None or max(map(len, lines)) <= width
        assert all(any(str(1000 + n) in line for line in lines) for n in range(12))


def test_what_is_said_already_or_by_nobody_is_no_column() -> None:
    from pinocle_cli.render.standings import lines_of  # noqa: PLC0415 - only here
    from pinocle_cli.season.standings import Table  # noqa: PLC0415

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


def test_what_was_settled_stands_beside_the_score(write: Any) -> None:
    chips = {"game": "auction", "players": ["Ann", "Bob", "Cyd"], "deals": [{"claimed": [6, -3, -3]}]}
    heads = run("--format", "csv", write(chips)).stdout.partition("\n")[0].split(",")
    assert heads[heads.index("score") + 1] == "settled"


def test_a_list_of_games_that_is_wider_than_the_terminal_stands_row_by_row() -> None:
    from pinocle_cli.render.standings import lines_of  # noqa: PLC0415 - only here
    from pinocle_cli.season.standings import Table  # noqa: PLC0415

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
    assert run("--format", "csv", write({**TWO, "deals": "x"})).exit_code == 2
    assert rows(write({**TWO, "deals": "x"})) == []
