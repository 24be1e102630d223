"""One definition of the same record: what it says under which house rules, however that is written."""

from __future__ import annotations

import dataclasses
import io
import json
import random
from fractions import Fraction
from typing import Any

import pytest
import yaml

from pinocle_cli.examples import examples_of
from pinocle_cli.games import GAMES
from pinocle_cli.identity import digest_of, said_in
from pinocle_cli.reader.record import read_record
from pinocle_cli.reader.streams import json_lines, yaml_documents

RECORDS = [
    {"game": game, **{key: value for key, value in row.record.items() if key != "game"}}
    for game in GAMES
    for row in examples_of(game)
    if row.record and "errors" not in row.expected  # what cannot be read is known by its text
]


def digest(text: str, *, as_json: bool = False) -> str:
    (document,) = (json_lines if as_json else yaml_documents)(io.BytesIO(text.encode()))
    assert document.root is not None
    return digest_of(read_record(document.root, "x", 1, 1, GAMES, lambda _: None), document.root)


def turned_round(value: Any, random_: random.Random) -> Any:
    """The same with the keys of every mapping of the record in another order (names may be keys too)."""
    if isinstance(value, dict):
        items = [(key, turned_round(part, random_)) for key, part in value.items()]
        random_.shuffle(items)
        return dict(items)
    return [turned_round(part, random_) for part in value] if isinstance(value, list) else value


def with_play_as_a_block(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: "\n".join(part) + "\n"
            if key in ("play", "bids", "calls") and isinstance(part, list) and all(isinstance(x, str) for x in part)
            else with_play_as_a_block(part)
            for key, part in value.items()
        }
    return [with_play_as_a_block(part) for part in value] if isinstance(value, list) else value


def block_dumper(dumper: Any, text: str) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else '"')


yaml.SafeDumper.add_representer(str, block_dumper)


@pytest.mark.parametrize("n", range(0, len(RECORDS), 3))
def test_notation_order_of_keys_and_block_or_list_make_no_difference(n: int) -> None:
    record = RECORDS[n]
    known = digest(json.dumps(record), as_json=True)
    random_ = random.Random(n)
    for other in (record, turned_round(record, random_), with_play_as_a_block(record)):
        assert digest(yaml.safe_dump(other, sort_keys=False, allow_unicode=True)) == known
    (deal, *more) = record["deals"]
    if not more and not deal.keys() & record.keys() and "claimed" not in deal:
        alone = {**{key: value for key, value in record.items() if key != "deals"}, **deal}
        assert digest(json.dumps(alone), as_json=True) == known
    assert digest(json.dumps({**record, "x-app": 1}), as_json=True) == known


def test_different_examples_are_different_records() -> None:
    said = {json.dumps(record, sort_keys=True) for record in RECORDS}
    digests = {digest(json.dumps(record), as_json=True) for record in RECORDS}
    assert len(digests) >= len(said) - 5  # examples may say the same in two ways


def test_values_of_a_games_own_kinds_are_compared_too() -> None:
    """As a game in a package of its own may have them in what it keeps of a record."""
    (document,) = yaml_documents(io.BytesIO(b"game: two-handed\nplayers: [Anna, Boris]\nclaimed: [1, 2]\n"))
    assert document.root is not None
    record = read_record(document.root, "x", 1, 1, GAMES, lambda _: None)
    each: list[object] = [{"b", "a"}, frozenset("ab"), Fraction(1, 2), Fraction(2, 4), Fraction(1, 3)]
    a_set, frozen, half, too, third = (said_in(dataclasses.replace(record, more={"x": value})) for value in each)
    assert a_set == frozen
    assert half == too != third


HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("trump: hearts\ntaken: {Anna: 130, Boris: 120}", "trump: ♥\ntaken: {Boris: 120, Anna: 130}", True),
        ("trump: hearts\ntaken: {Anna: 130}", "deals: [{trump: H, taken: {Anna: 130}}]", True),
        ("turned: H9\nplay: |\n  S9 SA # a\n\n  C9 CA", "turned: ♥9\nplay: [♠9 ♠A, 9C AC]", True),
        ("trump: hearts\ntaken: {Anna: 130}", "trump: hearts\ntaken: {Anna: 140}", False),
        ("trump: hearts\ntaken: {Anna: 130}", "trump: hearts\ntaken: {Anna: 130}\nrules: {target: deal}", False),
        ("trump: hearts\ntaken: {Anna: 130}", "trump: hearts\ntaken: {Anna: 130}\nrules: classic", True),
        ("trump: hearts\ntaken: {Anna: 130}", "trump: hearts\ntaken: {Anna: 130}\ndate: 2026-11-29", False),
        ("trump: hearts\ntaken: {Anna: 130}", "trump: hearts\ntaken: {Anna: 130}\nnote: late", False),
        ("trump: hearts\ntaken: {Anna: 130}", "trump: hearts\ntaken: {Anna: 130}\nclaimed: {Anna: 1}", False),
        ("trump: hearts\ntaken: {Anna: x1}", "trump: hearts\ntaken: {Anna: x2}", False),  # neither can be read
        ("play: |\n  S9 SA\n  Anna: meld HK HQ", "play: |\n  S9 SA\n  Boris: meld HK HQ", False),
        ("play: |\n  S9 SA\n  C9 CA", "play: |\n  C9 CA\n  S9 SA", False),
    ],
)
def test_what_is_the_same(one: str, other: str, same: bool) -> None:
    assert (digest(HEAD + one) == digest(HEAD + other)) is same
