"""House rules: profiles, options, a club's own file, and what the verdict says of where they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings, verdict, verdict_of

from pinocle_cli.game import options_of
from pinocle_cli.games import GAMES
from pinocle_cli.games.pinochle.common import raised
from pinocle_cli.logs.inputs import records_of
from pinocle_cli.render import data
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"
SHEET = "claimed: {Anna: 100, Boris: 150}\n"

DEFAULTS = {
    "deck": "48", "target": 1000, "step": 250, "going-out": "immediate", "declared-count": "rounded",
    "first-dix": "may-exchange", "heading": "trumps", "count": "11-10-4-3-2", "rounding": "seven-up",
    "doubles": "single",
}  # fmt: skip
MODERN = {**DEFAULTS, "first-dix": "must-exchange", "heading": "always"}


@pytest.mark.parametrize(
    ("rules", "profile", "house"),
    [
        ("", "classic", DEFAULTS),
        ("rules: classic", "classic", DEFAULTS),
        ("rules: modern", "modern", MODERN),
        ("rules: {profile: modern}", "modern", MODERN),
        ("rules: {target: 1500}", "classic", {**DEFAULTS, "target": 1500}),
        ("rules: {target: 777, step: 1}", "classic", {**DEFAULTS, "target": 777, "step": 1}),
        ("rules: {target: deal}", "classic", {**DEFAULTS, "target": "deal"}),
        ("rules: {profile: modern, heading: trumps}", "modern", {**MODERN, "heading": "trumps"}),
        ("rules: {heading: trumps, profile: modern}", "modern", {**MODERN, "heading": "trumps"}),
        ("rules: {}", "classic", DEFAULTS),
        ("rules:", "classic", DEFAULTS),
        ("rules: {deck: 64, count: 10-10-10, rounding: exact, doubles: twice, going-out: must-win-own-lead}", "classic",
         {**DEFAULTS, "deck": "64", "count": "10-10-10", "rounding": "exact", "doubles": "twice",
          "going-out": "must-win-own-lead"}),
    ],
)  # fmt: skip
def test_rules_of_a_record(rules: str, profile: str, house: dict[str, Any]) -> None:
    session = verdict(f"{HEAD}{rules}\n{SHEET}")
    assert not findings(session, "error")
    assert session["profile"] == profile
    assert session["house"] == house


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (name, value)
        for name, item in options_of(GAMES["two-handed"].house).items()
        for value in item.metadata["choices"]
    ],
)
def test_every_value_of_every_option_is_read(option: str, value: str) -> None:
    session = verdict(f"{HEAD}rules: {{{option}: {value}}}\n{SHEET}")
    assert str(session["house"][option]) == value
    assert session["totals"] == {"Anna": 100, "Boris": 150}


@pytest.mark.parametrize(
    ("option", "value", "deal", "usual", "varied"),
    [
        ("count", "10-10-5-5", {"play": ["SA SQ"]}, 14, 15),
        ("count", "10-10-10", {"play": ["SA SK"]}, 15, 20),
        ("rounding", "exact", {"taken": {"Anna": 87, "Boris": 163}}, 90, 87),
        ("doubles", "twice", {"melds": {"Anna": ["SQ SQ DJ DJ"]}}, 40, 80),
        ("deck", "64", {"turned": "H9", "taken": {"Anna": 100, "Boris": 150}}, 110, 100),
        ("heading", "always", {"held": {"Anna": "S10", "Boris": "S9"}, "play": ["Anna: S10 S9"]}, 20, 20),
        ("going-out", "must-win-a-trick", {"play": ["SA S9", "Anna: out", "S9 SA", "C9 C9"]}, 10, 11),
        ("declared-count", "exact", {"play": ["SA S9", "Anna: out"]}, 10, 11),
        ("first-dix", "must-exchange", {"turned": "HA", "play": ["SA S9", "Anna: dix shown"]}, 21, 21),
        ("target", "deal", {"taken": {"Anna": 87, "Boris": 163}}, 90, 90),
    ],
)
def test_what_an_option_changes(option: str, value: str, deal: dict[str, Any], usual: int, varied: int) -> None:
    turned = {} if "turned" in deal else {"trump": "hearts"}
    record = {"game": "two-handed", "players": ["Anna", "Boris"], "deals": [{"dealer": "Anna", **turned, **deal}]}
    if "play" in deal or "turned" in deal:
        record["deals"][0]["dealer"] = "Boris" if "play" in deal else "Anna"  # type: ignore[index]
    for rules, points in (({}, usual), ({option: value}, varied)):
        session = verdict_of({**record, "rules": rules})
        assert not findings(session, "error"), findings(session, "error")
        assert session["deals"][0]["scores"]["Anna"] == points, (rules, session["deals"][0]["ledger"])


def test_nothing_is_scored_by_rules_that_could_not_be_read() -> None:
    deal = {"trump": "hearts", "taken": {"Anna": 1100, "Bris": 150}}
    record = {"game": "two-handed", "players": ["Anna", "Boris"], "rules": {"count": "10-10-55"}, "deals": [deal, deal]}
    session = verdict_of(record)
    assert {finding["rule"] for finding in findings(session)} == {"record.unknown-name"}
    assert [finding["path"] for finding in findings(session)] == ["rules.count", "deals[0].taken", "deals[1].taken"]
    deals = [(deal["number"], deal["scores"], deal["ledger"]) for deal in session["deals"]]
    assert deals == [(1, None, []), (2, None, [])]
    assert session["totals"] is session["result"] is None


def test_no_game_is_won_by_an_opening_that_could_not_be_read() -> None:
    session = verdict(HEAD + "opening: {Anna: 10oo, Boris: 950}\n" + SHEET)
    assert session["deals"][0]["scores"] == {"Anna": 100, "Boris": 150}
    assert session["totals"] is session["result"] is None


# --- A club's own file -----------------------------------------------------------------------------------------------

CLUB = "rules:\n  two-handed: {profile: modern, target: 1500}\n"


def session_in(folder: Path, rules: str = "") -> dict[str, Any]:
    file = folder / "game.yaml"
    file.write_text(f"{HEAD}{rules}\n{SHEET}")
    (record,) = records_of(str(file), GAMES)
    return data.session(judge(record, GAMES))


def test_the_clubs_rules_hold_beside_the_records_and_below(tmp_path: Path) -> None:
    (tmp_path / "pinocle.yaml").write_text(CLUB)
    below = tmp_path / "2026" / "november"
    below.mkdir(parents=True)
    for folder in (tmp_path, below):
        session = session_in(folder)
        assert session["profile"] == "modern"
        assert session["house"] == {**MODERN, "target": 1500, "from": str(tmp_path / "pinocle.yaml")}


def test_the_nearest_file_holds(tmp_path: Path) -> None:
    (tmp_path / "pinocle.yaml").write_text(CLUB)
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pinocle.yaml").write_text("rules: {two-handed: {target: 700}}\n")
    assert session_in(inner)["house"]["target"] == 700
    assert session_in(inner)["profile"] == "classic"


@pytest.mark.parametrize(
    ("rules", "profile", "target", "heading", "from_club"),
    [
        ("rules: {step: 100}", "modern", 1500, "always", True),
        ("rules: {target: 2000}", "modern", 2000, "always", True),
        ("rules: classic", "classic", 1000, "trumps", False),
        ("rules: {profile: classic}", "classic", 1000, "trumps", False),
        ("rules: modern", "modern", 1000, "always", False),
    ],
)
def test_a_record_that_names_a_profile_passes_the_clubs_over(
    tmp_path: Path, rules: str, profile: str, target: int, heading: str, from_club: bool
) -> None:
    (tmp_path / "pinocle.yaml").write_text(CLUB)
    session = session_in(tmp_path, rules)
    house = session["house"]
    assert (session["profile"], house["target"], house["heading"], "from" in house) == (
        profile,
        target,
        heading,
        from_club,
    )


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("rules: {two-handed: {tarjet: 5}}\n", "1:22", 'did you mean "target"'),
        ("rules: {two-handed: modrn}\n", "1:21", 'did you mean "modern"'),
        ("rules: {twohanded: {}}\n", "1:9", 'did you mean "two-handed"'),
        ("rule: {}\n", "1:1", 'did you mean "rules"'),
        ("rules: modern\n", "1:8", "the rules of each game"),
        ("- rules\n", "1:1", "keys and values"),
        ("rules: {\n", "1:", "not closed"),
        ("rules: \xff\n", "1:", "UTF-8"),
    ],
)
def test_a_broken_file_is_an_error_of_every_record_that_it_rules(
    tmp_path: Path, text: str, place: str, words: str
) -> None:
    (tmp_path / "pinocle.yaml").write_bytes(text.encode("latin-1"))
    session = session_in(tmp_path)
    (error, *_) = findings(session, "error")
    assert f"{tmp_path / 'pinocle.yaml'}:{place}" in error["message"]
    assert words in error["message"]
    assert session["totals"] is None
    assert session["file"] == str(tmp_path / "game.yaml")


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    for text in ("", "# nothing yet\n", "rules:\n", "rules: {}\n", "rules: {two-handed: }\n", "x-club: Riga\n"):
        (tmp_path / "pinocle.yaml").write_text(text)
        folder = tmp_path / str(len(text))
        folder.mkdir()
        assert session_in(folder)["house"] == DEFAULTS, text


def test_the_clubs_file_is_no_record_of_a_folder(tmp_path: Path) -> None:
    from pinocle_cli.logs.inputs import files_in  # noqa: PLC0415 - only here

    for name in ("pinocle.yaml", "b.yaml", "a.yml", "c.jsonl", "notes.txt", "d.json"):
        (tmp_path / name).write_text("")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "e.yaml").write_text("")
    assert [name.removeprefix(str(tmp_path) + "/") for name in files_in([str(tmp_path)])] == [
        "a.yml", "b.yaml", "c.jsonl", "sub/e.yaml",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("target", "step", "totals", "goes_to"),
    [
        (1000, 250, (990, 980), 1000),
        (1000, 250, (1130, 990), 1000),
        (1000, 250, (1130, 1000), 1250),
        (1000, 250, (1300, 1010), 1250),
        (1000, 250, (1300, 1249), 1250),
        (1000, 250, (1300, 1250), 1500),
        (1000, 250, (-40, 1300), 1000),
        (1, 1, (9_999_999, 9_999_998), 9_999_999),
    ],
)
def test_the_mark_rises_as_often_as_both_have_reached_it(
    target: int, step: int, totals: tuple[int, ...], goes_to: int
) -> None:
    assert raised(target, step, totals) == goes_to
