"""The keys of a record are declared once: what is drawn from the declarations is whole and true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml
from conftest import findings, validator_of, verdict

from pinocle_cli.canonical import canonical
from pinocle_cli.games import GAMES
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.reader.record import ENVELOPE, record_keys
from pinocle_cli.schema import schema_of

if TYPE_CHECKING:
    from pinocle_cli.game import Key


class _Loader(yaml.SafeLoader):
    """Dates stay texts, as an editor takes them for the schema."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}

KEYS = [
    (game, place, name)
    for game in GAMES
    for place, keys in (("record", record_keys(GAMES[game])), ("deal", deal_keys(GAMES[game])))
    for name in keys
]
PLAYERS = {
    "two-handed": "[Anna, Boris]",
    "piquet": "[Anna, Boris]",
    "auction": "[Ann, Bob, Cyd]",
    "partnership": "[Ann, Bob, Cyd, Dan]",
}


def about(game: str, place: str, name: str) -> Key:
    return (record_keys if place == "record" else deal_keys)(GAMES[game])[name]


def with_example(game: str, place: str, name: str) -> str:
    """A record that holds the example of a key, with the names of whoever plays this game."""
    example = about(game, place, name).example
    if game in ("auction", "partnership"):
        example = example.replace("Anna", "Ann").replace("Boris", "Bob")
    own = f"{example}\n" if place == "record" else ""
    head = [f"game: {game}", f"players: {PLAYERS[game]}"]
    head = [line for line in head if not own.startswith(line.partition(":")[0])]
    deal = f"{{claimed: {{{PLAYERS[game][1:].partition(',')[0]}: 1}}}}" if place == "record" else f"\n  - {example}"
    deals = "" if name == "deals" else f"deals: [{deal}]\n" if place == "record" else f"deals:{deal}\n"
    return "\n".join([*head, own + deals])


@pytest.mark.parametrize(("game", "place", "name"), KEYS)
def test_the_example_of_a_key_is_read_and_fits_its_schema(game: str, place: str, name: str) -> None:
    key = about(game, place, name)
    assert key.example.startswith(f"{name}: ")
    assert key.doc.endswith(".")
    text = with_example(game, place, name)
    unreadable = [f for f in findings(verdict(text)) if f["rule"] in UNREADABLE]
    assert not unreadable, text
    validator_of(game).validate(yaml.load(text, Loader=_Loader))  # noqa: S506 - a safe loader


UNREADABLE = {
    f"record.{rule}"
    for rule in ("syntax", "unknown-key", "wrong-type", "unknown-name", "no-such-card", "ambiguous-card", "empty")
}


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_describes_every_key(game: str) -> None:
    schema: dict[str, Any] = {**schema_of(game)}
    known = schema["properties"]
    assert known.keys() == {**ENVELOPE, **GAMES[game].envelope, **deal_keys(GAMES[game])}.keys()
    assert all(about["description"] for about in known.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_key_that_holds_cards_is_written_canonically(game: str) -> None:
    """And no other: what only looks like cards elsewhere stays as it is."""
    for name, key in deal_keys(GAMES[game]).items():
        value = {"lines": "[sa ♠k]", "name": "♠a"}.get(key.kind.holds, "{sa: ♠a ks}")
        text = f"game: {game}\nplayers: {PLAYERS[game]}\ndeals:\n  - {name}: {value}\n"
        new = canonical(text, GAMES)
        assert (new != text) == (key.kind.holds in ("cards", "lines")), name
        assert canonical(new, GAMES) == new
