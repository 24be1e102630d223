"""JSON Schema of the record, drawn from the keys that the games declare.

It helps an editor to complete keys and to see a wrong kind of value. What a value says is for `pinocle check`.
"""

from __future__ import annotations

import datetime as dt
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from pinocle_cli.game import options_of
from pinocle_cli.games import GAMES
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.reader.kinds import NAME
from pinocle_cli.reader.patterns import CARDS, any_of, lines_of
from pinocle_cli.reader.record import record_keys

if TYPE_CHECKING:
    from pinocle_cli.game import Key


def modeline(name: str) -> str:
    """The line at the head of a record that tells an editor its schema; nothing for a game that brought none along."""
    schema = files("pinocle_cli").joinpath("schemas", f"{name}.schema.json")
    return f"# yaml-language-server: $schema={Path(str(schema)).as_uri()}" if schema.is_file() else ""


def schema_of(name: str | None) -> dict[str, Any]:
    """The schema of one game's record, or of any record."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"pinocle record: {name or 'any game'}"}
    return {**head, **_record(name)} if name else {**head, "oneOf": [_record(game) for game in GAMES]}


def _record(name: str) -> dict[str, Any]:
    game = GAMES[name]
    deal = {key: _described(about) for key, about in deal_keys(game).items()}
    rest = {"patternProperties": {"^x-": {}}, "additionalProperties": False}
    one_deal = {"type": "object", "properties": deal, **rest}
    known = {key: _described(about) for key, about in record_keys(game).items()}
    seats = {"minItems": min(game.seats), "maxItems": max(game.seats)}
    deal["play"] |= lines_of(rf"{any_of(game.verbs)}(?:\s.*)?|{CARDS}", bare=CARDS)
    known["game"] |= {"const": name}
    known["rules"] |= {"anyOf": [{"enum": list(game.profiles)}, _house(name)]}
    known["players"] |= {"type": "array", "items": NAME.schema, **seats}
    known["deals"] |= {"anyOf": [{"type": "array", "items": one_deal}, one_deal]}
    return {"type": "object", "required": ["game", "players"], "properties": {**deal, **known}, **rest}


def _described(about: Key) -> dict[str, Any]:
    """The schema of a key's value, with what an editor shows for it."""
    (example,) = yaml.safe_load(about.example).values()
    shown = str(example) if isinstance(example, dt.date) else example
    return {**about.kind.schema, "description": f"{about.doc} Like `{about.example}`.", "examples": [shown]}


def _house(name: str) -> dict[str, Any]:
    game = GAMES[name]
    says = "The rules that hold where no option says otherwise; the first is the default."
    options: dict[str, Any] = {"profile": {"enum": list(game.profiles), "description": says}}
    for option, item in options_of(game.house).items():
        choices = list(item.metadata["choices"])
        written = [*choices, *(int(choice) for choice in choices if choice.isdigit())]
        number = item.metadata["number"]
        values: dict[str, Any] = {"anyOf": [{"enum": written}, {"type": "integer"}]} if number else {"enum": written}
        varies = item.metadata["varies"]
        says = f"Varies {varies.id_in(name)}, {varies.title}: {varies.text}"
        options[option] = {**values, "default": written[0], "description": says}
    return {"type": "object", "properties": options, "additionalProperties": False}
