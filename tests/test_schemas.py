"""The schemas that a record's first line points an editor to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest
from conftest import validator_of

from pinocle_cli.games import GAMES
from pinocle_cli.schema import schema_of
from pinocle_cli.schemas import modeline

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.parametrize("game", GAMES)
def test_the_file_is_there_and_what_the_keys_say(game: str) -> None:
    """`python tools/make_schemas.py` draws it anew."""
    uri = modeline(game).removeprefix("# yaml-language-server: $schema=")
    with open(url2pathname(urlparse(uri).path), encoding="utf-8") as stream:
        assert json.load(stream) == schema_of(game)


TWO, FOUR = ["Anna", "Boris"], ["Ann", "Bob", "Cyd", "Dan"]


def admitted(game: str, deal: dict[str, Any]) -> bool:
    players = TWO if 2 in GAMES[game].seats else FOUR
    return bool(validator_of(game).is_valid({"game": game, "players": players, "deals": [deal]}))


GOOD: list[tuple[str, dict[str, Any]]] = [
    ("two-handed", {"trump": "♥"}),
    ("two-handed", {"trump": "HEARTS"}),
    ("two-handed", {"trump": "черви"}),
    ("two-handed", {"turned": "ПТ"}),
    ("two-handed", {"turned": "10h"}),
    ("two-handed", {"hands": {"Anna": "sa10k, ♥Q9 ТП 🂡"}}),
    ("two-handed", {"melds": {"Anna": ["HK HQ scored 20", "Royal Marriage", "marriage in S", "pinochle, dix", 40]}}),
    ("two-handed", {"melds": {"Anna": "none", "Boris": 40}}),
    ("two-handed", {"melds": {"Anna": {"cards": "HK HQ", "scored": 20}}}),
    ("two-handed", {"play": "S9 SA  # a trick\n\n# a word\nAnna: meld HK HQ\nAnna: takes back S9\nАнна: S9 SA\n"}),
    ("two-handed", {"play": ["S9 SA", {"Anna": "meld HK HQ"}]}),
    ("auction", {"bids": "Ann: 300\n  Bob: pass   # at once\n"}),
    ("auction", {"bids": [{"Ann": 300}, "Bob: pass"], "taken": "SA SK"}),
    ("piquet", {"calls": "Anna: point 4 making 38\nBoris: not good\nAnna: quint to CJ\nAnna: carte blanche\n"}),
    ("piquet", {"discards": {"Anna": "none"}}),
]
BAD: list[tuple[str, dict[str, Any]]] = [
    ("two-handed", {"trump": "heards"}),
    ("two-handed", {"turned": "Z9"}),
    ("two-handed", {"turned": "H9 H10"}),
    ("two-handed", {"hands": {"Anna": "SA & SK"}}),
    ("two-handed", {"melds": {"Anna": ["royal mariage"]}}),
    ("two-handed", {"play": "S9 SA\nAnna: mled HK HQ\n"}),
    ("two-handed", {"play": "S9 - SA\n"}),
    ("auction", {"bids": "Ann: thirty\n"}),
    ("auction", {"bids": "300\n"}),
    ("auction", {"conceded": "nobody"}),
    ("piquet", {"calls": "Anna: quinte CJ\n"}),
    ("piquet", {"claimed": {"Anna": "28 points"}}),
]


@pytest.mark.parametrize(("game", "deal"), GOOD)
def test_every_way_of_writing_is_admitted(game: str, deal: dict[str, Any]) -> None:
    assert admitted(game, deal)


@pytest.mark.parametrize(("game", "deal"), BAD)
def test_what_is_surely_wrong_is_shown(game: str, deal: dict[str, Any]) -> None:
    assert not admitted(game, deal)


@pytest.mark.parametrize("game", GAMES)
def test_every_key_and_house_rule_is_described(game: str) -> None:
    schema = schema_of(game)
    described = [*keys_in(schema)]
    assert len(described) > 30
    for name, about in described:
        assert about["description"], name
        assert about["examples"], name
        checker = validator_of(game).evolve(schema={**about, "$defs": schema["$defs"]})
        for example in about["examples"]:
            assert checker.is_valid(example), (name, example)


def keys_in(node: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key that a schema declares, however deep; not those of which it only says that they must (not) be there."""
    if isinstance(node, list):
        for part in node:
            yield from keys_in(part)
    elif isinstance(node, dict):
        for name, about in node.get("properties", {}).items() if node.get("additionalProperties") is not None else ():
            yield name, about
        for name, part in node.items():
            if name not in ("examples", "enum", "dependentSchemas"):
                yield from keys_in(part)
