"""The worked examples of the rulebook: each row is judged, and each rule shows in the verdict of its rows."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any

import pytest
from conftest import findings, rules_shown, verdict, verdict_of

import pinocle_cli
from pinocle_cli import rulebook
from pinocle_cli.examples import Example, examples_of, said_of
from pinocle_cli.games import GAMES
from pinocle_cli.rule import Rule

ROWS = [row for game in ("record", *GAMES) for row in examples_of(game)]
SHOWN = [row for row in ROWS if row.record or row.text]
RULES = rulebook.every_rule()
IN_WORDS = {"record.club", "record.crash", "record.encoding"}  # a file beside the record, our mistake, bytes


def figures(wanted: dict[str, str]) -> dict[str, int]:
    return {name: int(points) for name, points in wanted.items()}


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@pytest.mark.parametrize("row", SHOWN, ids=lambda row: f"{row.rule}: {row.says}")
def test_example(row: Example) -> None:
    session, wanted = verdict(row.text) if row.text else verdict_of(row.record), row.expected
    for severity in ("fault", "error"):
        found = {finding["rule"] for finding in findings(session, severity)}
        assert found == set(wanted.get(severity + "s", [])), findings(session)
    assert set(wanted.get("notes", [])) <= {finding["rule"] for finding in findings(session, "note")}
    if "scores" in wanted:
        assert [deal["scores"] for deal in session["deals"]] == [figures(one) for one in as_list(wanted["scores"])]
    if "totals" in wanted:
        assert session["totals"] == figures(wanted["totals"])
    if "winner" in wanted:
        result = session["result"]
        assert (result["winner"] or "nobody" if result else "undecided") == wanted["winner"]
    if "pays" in wanted:
        paid = [f"{p['from']} {p['to']} {p['amount']}" for p in session["payments"]]
        assert sorted(paid) == sorted(wanted["pays"])
    if "contract" in wanted:
        contract = session["deals"][0]["contract"]
        assert {key: str(contract[key]) for key in wanted["contract"]} == wanted["contract"]
    assert set(wanted.get("by", [row.rule])) <= rules_shown(session)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_an_example(rule: str) -> None:
    """In words alone only where it is a matter of procedure."""
    in_words = RULES[rule].kind == "procedure" or rule in IN_WORDS
    assert any(row.rule == rule for row in (ROWS if in_words else SHOWN)), f"{rule} has no row in pinocle_cli/examples"


def test_examples_stand_under_known_rules() -> None:
    assert {row.rule for row in ROWS} <= set(RULES)


def test_every_rule_that_is_written_is_in_the_book_under_an_id_of_its_own() -> None:
    names = [found.name for found in pkgutil.walk_packages(pinocle_cli.__path__, "pinocle_cli.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    written = {value for module in modules for value in vars(module).values() if isinstance(value, Rule)}
    assert written == set(rulebook.every_rule().values())


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_has_an_example(game: str) -> None:
    """`pinocle rules GAME --options` shows one for each."""
    for rule in rulebook.house_rules(game):
        assert rule.examples, rule.name


@pytest.mark.parametrize("game", ["record", *GAMES])
def test_no_rule_stands_twice_in_a_file_of_examples(game: str) -> None:
    text = (Path(pinocle_cli.__file__).parent / "examples" / f"{game}.yaml").read_text("utf-8")
    rules = [line for line in text.splitlines() if line.endswith(":") and not line.startswith((" ", "#"))]
    assert len(rules) == len(set(rules))


@pytest.mark.parametrize("game", ["record", *GAMES])
def test_what_is_said_of_one_rule_is_what_its_rows_say(game: str) -> None:
    for rule in {row.rule for row in examples_of(game)}:
        assert said_of(game, "", rule) == [row.says for row in examples_of(game) if row.rule == rule]
