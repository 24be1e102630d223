"""The kinds of values that keys of a record have: each with its reader, what its texts stand for, and its JSON Schema.

A game declares its keys with these (`part(CARDS, doc=..., example=...)`), or with kinds of its own made like them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinocle_cli.game import Kind
from pinocle_cli.reader import patterns
from pinocle_cli.reader.context import NUMBER, Reading, did_you_mean, shorten
from pinocle_cli.record import WRONG_TYPE, Cards, Event, Figure, Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from pinocle_cli.reader.parse import Node

_TEXT = patterns.TEXT
_NUMBER: dict[str, Any] = {"type": "integer"}
_CARDS = {"anyOf": [patterns.SOME_CARDS, {"type": "array", "items": patterns.SOME_CARDS}]}

# --- One value -------------------------------------------------------------------------------------------------------

TEXT = Kind(Reading.text, "text", _TEXT)
NOTE = Kind(Reading.free_text, "text", _TEXT)
FIGURE = Kind(Reading.number, "number", _NUMBER)
YES = Kind(Reading.yes, "yes", {"enum": ["yes", "no", True, False]})
NAME = Kind(Reading.seat, "name", {"type": ["string", "number", "boolean"]})
NAMES = Kind(lambda reading, node: reading.seats(node), "name", {"anyOf": [NAME.schema, {"type": "array"}]})
SUIT = Kind(Reading.suit, "suit", patterns.SUIT)
CARD = Kind(Reading.card, "cards", patterns.CARD)
CARDS = Kind(Reading.cards, "cards", _CARDS)


def at_least(least: int) -> Kind:
    """A whole number that is not below `least`."""
    return Kind(lambda reading, node: reading.number(node, least), "number", {**_NUMBER, "minimum": least})


COUNT = at_least(0)


def points_or_cards(reading: Reading, node: Node) -> Figure | Cards | None:
    """A count of card points, or the cards themselves."""
    if isinstance(node, str) and NUMBER.fullmatch(node):
        return reading.number(node, 0)
    return reading.cards(node)


POINTS_OR_CARDS = Kind(points_or_cards, "cards", {"anyOf": [{**_NUMBER, "minimum": 0}, _CARDS]})


def one_of(*choices: str) -> Kind:
    """One word of a few: the word and its place."""
    listed = ", ".join(choices)

    def read(reading: Reading, node: Node) -> tuple[str, Place] | None:
        text = reading.text(node, f"one of {listed}")
        if text is None or text in choices:
            return None if text is None else (text, reading.place(node))
        reading.wrong(node, f"one of {listed}{did_you_mean(text, choices)}")
        return None

    return Kind(read, "text", {"enum": [*choices]})


# --- A value of each player ------------------------------------------------------------------------------------------


def by_player(of: Kind) -> Kind:
    """`{player: value}`."""
    read = of.read
    schema = {"type": "object", "additionalProperties": dict(of.schema)}
    return Kind(lambda reading, node: reading.by_name(node, read), of.holds, schema, each=of)


HANDS = by_player(CARDS)
FIGURES = by_player(FIGURE)
COUNTS = by_player(COUNT)
TAKEN = by_player(POINTS_OR_CARDS)

# --- What players said -----------------------------------------------------------------------------------------------


def said(part: str, reader: Callable[[Reading, str, Place], tuple[tuple[int, ...], Any] | None], words: str) -> Kind:
    """`bids` or `calls`: lines `player: words`, the words read by `reader`; `words` is a pattern for them."""

    def read(reading: Reading, node: Node) -> list[Event]:
        events: list[Event] = []
        for text, line, column in reading.lines(node, part):
            name, colon, rest = text.partition(":")
            index = len(events)
            place = Place(line, column, f"{reading.path}[{index}]")
            if not colon:
                reading.error(WRONG_TYPE, place, f'"{shorten(text)}" stands here; expected `player: ...`')
                continue
            seat = reading.seat_named(name.strip(), place)
            found = reader(reading, rest.strip(), place)
            if seat is not None and found is not None:
                events.append(Event(part, seat, found[0], found[1], line, column, part, index, text))
        return events

    return Kind(read, "text", patterns.lines_of(words))
