"""Patterns for JSON Schema: what the texts of a record look like, as far as an editor can tell without a pack.

They are wider than the reader, never narrower: an editor is to show what is surely no card, no bid, no line of play.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pinocle_cli.cards import SUIT_WORDS, SUITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinocle_cli.plain import JsonObject

NONE = ("none", "nothing", "-")  # the words for no cards
_SIGNS = "SHDCAKQJTXshdcakqjtx0-9♠♥♦♣♤♡♢♧ПЧБТАКДВСНпчбтакдвсн\U0001f0a0-\U0001f0ff\\ufe0f"
CARDS = f"(?=[0-9\\s,]*[^0-9\\s,])[{_SIGNS}\\s,]+"  # and no figures alone
_WORD_OF_CARDS = f"[{_SIGNS}]+"


def trick(most: int) -> str:
    """A pattern for a line of so many cards at most, of which any may stand together."""
    return f"{_WORD_OF_CARDS}(?:[\\s,]+{_WORD_OF_CARDS}){{0,{most - 1}}}[\\s,]*"


APART = r"(?:\s+[-\u2013]\s+|[\s,;/:]+)"  # between figures in seat order: `126 124`, `126:124`, `126 - 124`
FIGURES = f"[-+]?[0-9]+(?:{APART}[-+]?[0-9]+)+"
_NAME = r"[^:#\n][^:\n]*"


def any_case(word: str) -> str:
    """A pattern for a word in capitals or not."""
    return "".join(f"[{sign.upper()}{sign.lower()}]" if sign.isalpha() else re.escape(sign) for sign in word)


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of these words, in capitals or not."""
    return "(?:" + "|".join(any_case(word) for word in words) + ")"


def whole(pattern: str) -> str:
    """The pattern of a whole text, with space round it."""
    return rf"^\s*(?:{pattern})\s*$"


TEXT: JsonObject = {"type": "string"}
SCALAR: JsonObject = {"type": ["string", "number", "boolean"]}  # all of them are texts to the reader
_NO_VALUE: tuple[JsonObject, ...] = ({"enum": [None, ""]}, {**TEXT, "pattern": "^(?:~|null|Null|NULL)$"})
NOTHING: JsonObject = {"anyOf": [*_NO_VALUE]}  # an empty value is as good as none; an editor offers only what it lists
_YES_OR_NO = ("yes", "no", "true", "false", "on", "off")
YES: JsonObject = {"anyOf": [{"type": "boolean"}, {**TEXT, "pattern": whole(any_of(_YES_OR_NO))}]}
SUIT: JsonObject = {"anyOf": [{"enum": [*SUITS]}, {**TEXT, "pattern": whole(any_of(SUIT_WORDS) + "\\ufe0f?")}]}
CARD: JsonObject = {**TEXT, "pattern": whole(_WORD_OF_CARDS)}
SOME_CARDS: JsonObject = {**TEXT, "pattern": whole(f"{CARDS}|{any_of(NONE)}")}


def one_or_none(schema: JsonObject) -> JsonObject:
    """The schema of a value that may also be empty."""
    shapes = schema.get("anyOf") if len(schema) == 1 else None
    return {"anyOf": [*(shapes if isinstance(shapes, list) else [schema]), *_NO_VALUE]}


def figure(least: int | None = None) -> JsonObject:
    """A whole number, in quotes or not."""
    signs = {None: "[-+]?[0-9]+", 0: r"\+?[0-9]+", 1: r"\+?0*[1-9][0-9]*"}[least]
    bounds: JsonObject = {} if least is None else {"minimum": least}
    return {"anyOf": [{"type": "integer", **bounds}, {**TEXT, "pattern": whole(signs)}]}


def lines_of(words: str, *, bare: str) -> JsonObject:
    """The schema of a block (or list) of lines `player: words`; `bare` is what a line without a player may be."""
    thing = rf"(?:{_NAME}:[ \t]*(?:{words})|{bare})"
    parts: JsonObject = {"type": "array", "items": CARD}  # a trick, as programs write it
    return {"anyOf": _lines(thing, words, {"maxProperties": 1}, parts)}


def said_lines(words: str) -> JsonObject:
    """The schema of such lines of which each is what a player said: a mapping too, or one text with commas."""
    said = rf"[^:#,\n][^:,\n]*(?::[ \t]*|[ \t])(?:{words})"
    who: JsonObject = {"anyOf": [{**TEXT, "pattern": r"^[^:\n]*$"}, {"type": ["number", "boolean"]}]}
    parts: JsonObject = {"type": "array", "prefixItems": [who, _said(words)], "minItems": 2, "maxItems": 2}
    shapes = _lines(rf"{said}(?:,\s*{said})*", words, {}, parts)
    return {"anyOf": [*shapes, {"type": "object", "additionalProperties": _said(words)}]}


def _said(words: str) -> JsonObject:
    """What comes after a name; what is a figure there is a number to an editor."""
    fits = re.compile(whole(words))
    few = [number for number in range(100) if fits.search(str(number))]
    numbers: JsonObject = {"type": "integer", "minimum": 1} if fits.search("300") else {"enum": few}
    return {"anyOf": [numbers, {**TEXT, "pattern": whole(words)}] if few else [{**TEXT, "pattern": whole(words)}]}


def _lines(thing: str, words: str, mapping: JsonObject, parts: JsonObject) -> list[object]:
    """The shapes of a block (or list) of such lines; `parts` is a list that stands for one."""
    line = rf"[ \t]*(?:{thing}[ \t]*)?(?:#[^\n]*)?"
    text: JsonObject = {**TEXT, "pattern": rf"^\s*(?:{thing})?\s*$"}
    item: JsonObject = {
        "anyOf": [
            text,
            {"type": "object", "minProperties": 1, **mapping, "additionalProperties": _said(words)},
            parts,
            {"type": "array", "items": text, "maxItems": 1},
        ]
    }
    return [{**TEXT, "pattern": rf"^(?:{line}\n)*(?:{line})$"}, {"type": "array", "items": item}]
