"""JSON Schema of the record, drawn from the keys that the games declare and the readers that read them.

It helps an editor to complete keys and to see a wrong kind of value. What a value says is for `pinocle check`.
"""

from __future__ import annotations

from typing import Any

from pinocle_cli.game import options_of
from pinocle_cli.games import GAMES
from pinocle_cli.reader import deal as read
from pinocle_cli.reader.context import FREE_KEYS, Reading

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}
_CARDS = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}
_LINES = {"anyOf": [_TEXT, {"type": "array", "items": {"type": ["string", "object"]}}]}
_BY_PLAYER = {"type": "object"}

_KINDS: dict[Any, dict[str, Any]] = {
    Reading.cards: _CARDS,
    Reading.card: _TEXT,
    Reading.suit: _TEXT,
    Reading.seat: _TEXT,
    Reading.text: _TEXT,
    read.hands: {**_BY_PLAYER, "additionalProperties": _CARDS},
    read.figures: {**_BY_PLAYER, "additionalProperties": _NUMBER},
    read.counts: {**_BY_PLAYER, "additionalProperties": {**_NUMBER, "minimum": 0}},
    read.taken: {**_BY_PLAYER, "additionalProperties": {"anyOf": [_NUMBER, _CARDS]}},
    read.play: _LINES,
    read.irregularities: {"type": ["array", "object"]},
}


def schema_of(name: str | None) -> dict[str, Any]:
    """The schema of one game's record, or of any record."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"pinocle record: {name or 'any game'}"}
    return {**head, **_record(name)} if name else {**head, "oneOf": [_record(game) for game in GAMES]}


def _record(name: str) -> dict[str, Any]:
    game = GAMES[name]
    deal = {key: _KINDS.get(reader, {}) for key, (_, reader) in read.deal_keys(game).items()}
    deal["number"] = _NUMBER
    one_deal = {"type": "object", "properties": deal, "patternProperties": {"^x-": {}}, "additionalProperties": False}
    seats = {"minItems": min(game.seats), "maxItems": max(game.seats)}
    known: dict[str, Any] = {
        "game": {"const": name},
        "rules": {"anyOf": [{"enum": list(game.profiles)}, _house(name)]},
        "players": {"type": "array", "items": {"type": ["string", "number", "boolean"]}, **seats},
        "opening": {**_BY_PLAYER, "additionalProperties": _NUMBER},
        "claimed": {**_BY_PLAYER, "additionalProperties": _NUMBER},
        "deals": {"anyOf": [{"type": "array", "items": one_deal}, one_deal]},
        **{key: {} for key in (*FREE_KEYS, *game.envelope)},
    }
    properties = {**deal, **known}
    rest = {"patternProperties": {"^x-": {}}, "additionalProperties": False}
    return {"type": "object", "required": ["game", "players"], "properties": properties, **rest}


def _house(name: str) -> dict[str, Any]:
    game = GAMES[name]
    options: dict[str, Any] = {"profile": {"enum": list(game.profiles)}}
    for option, item in options_of(game.house).items():
        choices = list(item.metadata["choices"])
        written = [*choices, *(int(choice) for choice in choices if choice.isdigit())]
        options[option] = {"anyOf": [{"enum": written}, _NUMBER]} if item.metadata["number"] else {"enum": written}
    return {"type": "object", "properties": options, "additionalProperties": False}
