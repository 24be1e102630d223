"""Standings: what players read in them is what they say."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from seasons import TWO, auction, bid, by_player, partie, rows, single, standings

from pinocle_cli.cli.main import cli
from pinocle_cli.examples import examples_of
from pinocle_cli.games import GAMES
from pinocle_cli.season.names import likely_doubles

if TYPE_CHECKING:
    from pathlib import Path

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
    result = standings(path)
    assert "2 records stand in two files, counted once" in result.stderr
    assert by_player(path)["Anna"]["games"] == 2
    assert json.loads(standings("--format", "json", path, f"{path}/a.jsonl").stdout)["standings"][0]["games"] == 2


def test_names_that_the_club_joins_are_one_person(write: Any, tmp_path: Path) -> None:
    path = write(single(130, 120), {**single(140, 110), "players": ["Аnna", "Boris"], "deals": [
        {"trump": "hearts", "taken": {"Аnna": 140, "Boris": 110}}]})  # fmt: skip
    assert len(by_player(path)) == 3
    asked = standings(path).stderr
    assert 'are "Anna" and "Аnna" (in letters of two alphabets that look alike) one person?' in asked
    (tmp_path / "pinocle.yaml").write_text("names: {Anna: [Аnna]}\n", "utf-8")
    assert by_player(path)["Anna"]["score"] == 270
    assert "one person" not in standings(path).stderr


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
    shown = standings(path).stdout
    assert {row["player"] for row in rows(path)} == set(names)
    table = list(csv.DictReader(io.StringIO(standings("--format", "csv", path).stdout)))
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
