"""The schema and the reader agree on spoiled records: no red in a good one, and no green in a bad one."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from conftest import validator_of

from pinocle_cli.api import records_of_text
from pinocle_cli.examples import examples_of
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.schema import schema_of

if TYPE_CHECKING:
    from collections.abc import Iterator

SHAPE = {"record.wrong-type", "record.unknown-key"}  # what a schema can tell: not who plays, or what is in the pack
# Nor who plays, and how many figures there are to be.
UNSEEN = re.compile(r"expected a line like|stands? here; . play|number; write \d+$")
VALUES: list[Any] = [
    0, 5, -3, 2.5, True, False, None, "", "x", "SA", "130", "Anna", "SA HK", "none", "yes", "[", [], {}, ["SA"], [5],
    ["x", 5], [[]], {"Anna": 5}, {"Anna": "SA"}, {"x": 1}, {"Anna": {}}, ["Anna: pass"], [{"Anna": 300}],
    "Anna: pass\nBob: 300", "[H9]", "~", [None], "HK HQ scored 20", {"cards": "HK HQ"}, {"meld": "HK", "scored": "x"},
    "Anna: point 5", ["Anna: meld HK HQ"], {"A": 1, "B": 2}, "126 124", [126, 124], [1, 2, 3], ["none", "dix"],
    ["Anna", "Boris"], {"fault": "revoke"}, [{"fault": "misdeal"}], 10**8, "1,900", "²", 1.0, "01", "+5", "2026-11-29",
    [True], {"Anna": None}, {"Anna": []}, "a: b", "♠A", "pass", [["Anna", "pass"]], [["SA", "S9"]], ["SA S9", "x"],
    "SA S9\nHK", "Us", ["Us"], {"Us": ["Anna"]},
]  # fmt: skip
KEYS = ["x-a", "foo", "note", "dealer", "trump", "bids", "calls", "melds", "hands", "widow", "number", "by", "sides"]


# --- A record as an editor sees it -----------------------------------------------------------------------------------


def typed(value: Any) -> Any:
    """As YAML types it: figures are numbers."""
    if isinstance(value, dict):
        return {key: typed(part) for key, part in value.items()}
    if isinstance(value, list):
        return [typed(part) for part in value]
    return int(value) if isinstance(value, str) and value.removeprefix("-").isdecimal() else value


class Writer(yaml.SafeDumper):
    """Writes nothing where nothing is, and blocks where there are lines."""


class Tilde:
    """Nothing, in a list: there it is written ~."""


def plain(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Writer.add_representer(str, plain)
Writer.add_representer(type(None), lambda dumper, _: dumper.represent_scalar("tag:yaml.org,2002:null", ""))
Writer.add_representer(Tilde, lambda dumper, _: dumper.represent_scalar("tag:yaml.org,2002:null", "~"))


def written(value: Any, *, in_a_list: bool = False) -> Any:
    if isinstance(value, dict):
        return {key: written(part) for key, part in value.items()}
    if isinstance(value, list):
        return [written(part, in_a_list=True) for part in value]
    return Tilde() if value is None and in_a_list else value


def errors(record: Any) -> list[Finding]:
    """What the reader cannot read."""
    text = yaml.dump(written(record), Dumper=Writer, sort_keys=False, allow_unicode=True, width=10_000)
    found = [f for r in records_of_text(text) for f in (*r.findings, *(f for deal in r.deals for f in deal.findings))]
    return [finding for finding in found if finding.severity == ERROR]


# --- Spoiling it -----------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from places(part, (*path, key))


def spoiled(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The record with one value of another kind, empty, in quotes or in a list; one key misspelt, added or dropped."""
    record = copy.deepcopy(record)
    *path, key = rng.choice([*places(record)])
    parent: Any = record
    for step in path:
        parent = parent[step]
    how = rng.choice(["value", "value", "value", "misspelt", "dropped", "added", "emptied", "quoted", "listed"])
    if how == "value":
        parent[key] = copy.deepcopy(rng.choice(VALUES))
    elif how == "misspelt" and isinstance(parent, dict):
        other = key[:-1] + key[-1] * 2 if rng.random() < 0.5 else key[1:] + key[:1]
        items = [(other if name == key else name, part) for name, part in parent.items()]
        parent.clear()
        parent.update(items)
    elif how == "dropped":
        del parent[key]
    elif how == "added" and isinstance(parent, dict):
        parent[rng.choice(KEYS)] = copy.deepcopy(rng.choice(VALUES))
    elif how == "emptied":
        parent[key] = rng.choice([None, ""])
    elif how == "quoted" and isinstance(parent[key], int):
        parent[key] = str(parent[key])
    elif how == "listed":
        parent[key] = [parent[key]]
    return record


RECORDS = [typed({"game": game, **row.record}) for game in GAMES for row in examples_of(game) if row.record]


@pytest.mark.parametrize("seed", range(8))
def test_they_agree_on_spoiled_records(seed: int) -> None:
    rng, counts = random.Random(seed), Counter[str]()
    for _ in range(300):
        record = spoiled(rng.choice(RECORDS), rng)
        if record.get("game") not in [*GAMES]:
            continue
        found = errors(record)
        shape = [f.message for f in found if f.rule.label in SHAPE and not UNSEEN.search(f.message)]
        shown = [error.message for error in validator_of(record["game"]).iter_errors(record)]
        counts["refused" if found else "read"] += 1
        assert found or not shown, f"red in a good record: {shown[:2]}: {record}"
        assert shown or not shape, f"green in a bad record: {shape[:2]}: {record}"
    assert min(counts["refused"], counts["read"]) > 5


def test_they_agree_on_good_records() -> None:
    for record in RECORDS:
        if not errors(record):
            validator_of(record["game"]).validate(record)


HEAD = {"game": "two-handed", "players": ["Anna", "Boris"]}


@pytest.mark.parametrize(
    ("record", "good"),
    [
        ({"claimed": {"Anna": "130", "Boris": 120}}, True),
        ({"claimed": {"Anna": 130}, "opening": None, "rules": None, "note": None, "deals": None, "trump": ""}, False),
        ({"claimed": {"Anna": 130}, "opening": None, "rules": None, "note": None, "trump": "", "play": None}, True),
        ({"turned": ["H9"], "taken": {"Anna": 100}}, True),
        ({"turned": ["H9", "SA"], "taken": {"Anna": 100}}, False),
        ({"players": [None, "on"], "claimed": {"on": 100}}, True),
        ({"note": "nothing of a deal"}, False),
        ({"deals": []}, False),
        ({"deals": [{"claimed": {"Anna": 1}}], "trump": "hearts"}, False),
        ({"deals": [{"claimed": {"Anna": 1}}], "trump": None}, True),
        ({"claimed": {"Anna": 1}, "irregularities": [{"fault": "expose-cards", "by": "Anna", "crads": "HA"}]}, False),
        ({"claimed": {"Anna": 1}, "irregularities": [{"by": "Anna"}]}, False),
        ({"melds": {"Anna": {"cards": "HK HQ", "scord": 20}}}, False),
        ({"melds": {"Anna": {"scored": 20}}}, False),
        ({"rules": {"target": "500"}, "claimed": {"Anna": 1}}, True),
        ({"rules": {"target": 0}, "claimed": {"Anna": 1}}, False),
        ({"void": "YES", "claimed": {"Anna": 1}}, True),
        ({"number": "0", "claimed": {"Anna": 1}}, False),
    ],
)
def test_what_they_say(record: dict[str, Any], good: bool) -> None:
    whole = {**HEAD, **record}
    assert validator_of("two-handed").is_valid(whole) is good
    assert (not errors(whole)) is good


def test_the_faults_of_a_game_are_listed_for_the_editor() -> None:
    for game in GAMES:
        schema: dict[str, Any] = {**schema_of(game)}
        one = schema["$defs"][f"{game}-deal"]["properties"]["irregularities"]["anyOf"][0]["items"]
        assert {rule.label for rule in GAMES[game].rules} <= set(one["properties"]["fault"]["enum"])
