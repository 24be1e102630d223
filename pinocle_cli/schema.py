"""JSON Schema of the record, drawn from the keys that the games declare.

It helps an editor to complete keys and to see a wrong kind of value. What a value says is for `pinocle check`.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from pinocle_cli.games import GAMES
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.reader.patterns import NOTHING, YES, any_of, figure, lines_of, one_or_none, trick
from pinocle_cli.reader.pyyaml import yaml
from pinocle_cli.reader.record import record_keys

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pinocle_cli.game import Game, Key
    from pinocle_cli.plain import JsonObject


def schema_of(name: str | None) -> JsonObject:
    """The schema of one game's record, or of any record."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"pinocle record: {name or 'any game'}"}
    names = [name] if name else [*GAMES]
    records = [_record(GAMES[game]) for game in names]
    deals = {f"{game}-deal": _deal(GAMES[game]) for game in names}
    return {**head, **(records[0] if name else {"oneOf": records}), "$defs": deals}


_REST = {"patternProperties": {"^x-": {}}, "additionalProperties": False}
_SOMETHING = {"not": NOTHING}


def _deal(game: Game) -> JsonObject:
    """The keys of a deal, which stand in a list of deals or, where it is alone, at the top."""
    keys, tricks = deal_keys(game), trick(max(map(game.trick_size, game.seats)))
    properties = _keys(
        keys,
        play=lines_of(rf"{any_of(game.verbs)}(?:\s.*)?|{tricks}", bare=tricks),
        irregularities=_irregularities(game, keys["irregularities"].kind.keys),
    )
    return {"type": "object", "properties": properties, **_REST}


def _record(game: Game) -> JsonObject:
    of_deal, of_record = deal_keys(game), record_keys(game)
    at = f"#/$defs/{game.name}-deal"
    deal = {key: {**_words(about), "$ref": f"{at}/properties/{key}"} for key, about in of_deal.items()}
    envelope = _keys(of_record, rules={"anyOf": [{"enum": list(game.profiles)}, _house(game)]})
    a_deal = {"$ref": at}
    own = {
        "game": {**_words(of_record["game"]), "const": game.name},
        "players": {**_words(of_record["players"]), **_players(game)},
        "deals": {**_words(of_record["deals"]), "anyOf": [{"type": "array", "items": a_deal, "minItems": 1}, a_deal]},
    }
    some_of_it = [{"required": [key], "properties": {key: _SOMETHING}} for key in of_deal if key != "note"]
    return {
        "type": "object",
        "required": ["game", "players"],
        "properties": {**deal, **envelope, **own},
        **_REST,
        "anyOf": [{"required": ["deals"]}, *some_of_it],
        "dependentSchemas": {"deals": {"properties": {key: NOTHING for key in of_deal if key not in of_record}}},
    }


def _keys(keys: Mapping[str, Key], **own: JsonObject) -> JsonObject:
    """The schema of each key's value, with what an editor shows for it; any of them may be left empty."""
    return {
        key: {**_words(about), **one_or_none(own.get(key, dict(about.kind.schema())))} for key, about in keys.items()
    }


def _words(about: Key) -> JsonObject:
    (example,) = yaml.safe_load(about.example).values()
    shown = str(example) if isinstance(example, dt.date) else example
    return {"description": f"{about.doc} Like `{about.example}`.", "examples": [shown]}


def _players(game: Game) -> JsonObject:
    """Names; `~` is one to the reader, and nothing to an editor."""
    name = {
        "anyOf": [{"type": ["number", "boolean", "null"]}, {"type": "string", "pattern": r"^[^:\n]*[^:\s][^:\n]*$"}]
    }
    sizes = {"minItems": min(game.seats), "maxItems": max(game.seats)}
    return {"type": "array", "items": name, "uniqueItems": True, **sizes}


def _irregularities(game: Game, keys: Mapping[str, Key]) -> JsonObject:
    """The faults that the table called: of this game, under their names."""
    names = [rule.label for rule in game.rules]
    faults = [*names, *(rule.id_in(game.name) for rule in game.rules if "." not in rule.label)]
    properties = {**_keys(keys), "fault": {**_words(keys["fault"]), "enum": list(dict.fromkeys(faults))}}
    one = {"type": "object", "required": ["fault"], "properties": properties, **_REST}
    return {"anyOf": [{"type": "array", "items": one}, one]}


def _house(game: Game) -> JsonObject:
    says = "The rules that hold where no option says otherwise; the first is the default."
    profile = {**one_or_none({"enum": list(game.profiles)}), "description": says, "examples": [*game.profiles]}
    options = {"profile": profile}
    for option, item in game.options.items():
        choices = list(item.choices)
        written: list[object] = [*choices, *(int(choice) for choice in choices if choice.isdigit())]
        kinds: list[JsonObject] = [{"enum": written}]
        kinds += [figure(1)] if item.number else []
        kinds += [YES] if "yes" in choices else []
        varies = game.labels[item.varies]
        says = f"Varies {varies.id_in(game.name)}, {varies.title}: {varies.text}"
        values = one_or_none(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})
        examples = choices if len(choices) > 1 else [written[-1]]
        options[option] = {**values, "default": written[0], "description": says, "examples": examples}
    return {"type": "object", "properties": options, **_REST}
