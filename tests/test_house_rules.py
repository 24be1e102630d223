"""House rules: profiles, options, and what each of them changes. A club's own file: test_club.py."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import findings, verdict, verdict_of

from pinocle_cli.games import GAMES
from pinocle_cli.games.pinochle.common import raised

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
    [(name, value) for name, item in GAMES["two-handed"].options.items() for value in item.choices],
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
