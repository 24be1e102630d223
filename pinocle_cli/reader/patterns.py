"""Patterns for JSON Schema: what the texts of a record look like, as far as an editor can tell without a pack.

They are wider than the reader, never narrower: an editor is to show what is surely no card, no bid, no line of play.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pinocle_cli.cards import SUIT_WORDS, SUITS

if TYPE_CHECKING:
    from collections.abc import Iterable

NONE = ("none", "nothing", "-")  # the words for no cards
_SIGNS = "SHDCAKQJTXshdcakqjtx0-9♠♥♦♣♤♡♢♧ПЧБТАКДВСНпчбтакдвсн\U0001f0a0-\U0001f0ff\\ufe0f"
CARDS = f"[{_SIGNS}\\s,]+"
_WORD_OF_CARDS = f"[{_SIGNS}]+"
FIGURES = r"[-+]?[0-9]+(?:[\s,;/]+[-+]?[0-9]+)+"  # in seat order
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


TEXT: dict[str, Any] = {"type": "string"}
SUIT: dict[str, Any] = {"anyOf": [{"enum": [*SUITS]}, {**TEXT, "pattern": whole(any_of(SUIT_WORDS) + "\\ufe0f?")}]}
CARD: dict[str, Any] = {**TEXT, "pattern": whole(_WORD_OF_CARDS)}
SOME_CARDS: dict[str, Any] = {**TEXT, "pattern": whole(f"{CARDS}|{any_of(NONE)}")}


def lines_of(words: str, *, bare: str) -> dict[str, Any]:
    """The schema of a block (or list) of lines `player: words`; `bare` is what a line without a player may be."""
    thing = rf"(?:{_NAME}:[ \t]*(?:{words})|{bare})"
    return _lines(thing, {"maxProperties": 1})


def said_lines(words: str) -> dict[str, Any]:
    """The schema of such lines of which each is what a player said: a mapping too, or one text with commas."""
    said = rf"[^:#,\n][^:,\n]*(?::[ \t]*|[ \t])(?:{words})"
    schema = _lines(rf"{said}(?:,\s*{said})*", {})
    return {"anyOf": [*schema["anyOf"], {"type": "object"}]}


def _lines(thing: str, mapping: dict[str, Any]) -> dict[str, Any]:
    """The schema of a block (or list) of such lines."""
    line = rf"[ \t]*(?:{thing}[ \t]*)?(?:#[^\n]*)?"
    figure = {"type": "integer"}
    item = {
        "anyOf": [
            {**TEXT, "pattern": rf"^\s*(?:{thing})\s*$"},
            {"type": "object", **mapping, "additionalProperties": {"anyOf": [TEXT, figure]}},
            {"type": "array", "items": {"anyOf": [TEXT, figure]}},
        ]
    }
    return {"anyOf": [{**TEXT, "pattern": rf"^(?:{line}\n)*(?:{line})$"}, {"type": "array", "items": item}]}
