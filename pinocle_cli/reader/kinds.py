"""The kinds of values that keys of a record have: each with its reader, what its texts stand for, and its JSON Schema.

A game declares its keys with these (`part(CARDS, doc=..., example=...)`), or with kinds of its own made like them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pinocle_cli.cards import CardError
from pinocle_cli.game import Kind
from pinocle_cli.light import late_pattern
from pinocle_cli.reader import patterns
from pinocle_cli.reader.context import NOTHING, NUMBER, Reading
from pinocle_cli.reader.lines import said_lines
from pinocle_cli.reader.tree import Text
from pinocle_cli.reader.words import close_colon, did_you_mean, figure_hint, figure_meant, shorten, signs_in
from pinocle_cli.record import DUPLICATE_KEY, UNKNOWN_NAME, WRONG_TYPE, Cards, Event, Figure, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from pinocle_cli.game import Done, Reader
    from pinocle_cli.plain import JsonObject
    from pinocle_cli.reader.tree import Node

    ReadWords = Callable[[Reading, str, Place], Done | None]  # of what stands behind a name

T = TypeVar("T")

# --- One value -------------------------------------------------------------------------------------------------------

TEXT = Kind(Reading.text, "text", lambda: {**patterns.SCALAR, "pattern": r"^[^\n]*$"})
NOTE = Kind(Reading.free_text, "text", lambda: patterns.SCALAR)
FIGURE = Kind(Reading.number, "number", patterns.figure)
YES = Kind(Reading.yes, "yes", lambda: patterns.YES)
NAME = Kind(Reading.seat, "name", lambda: patterns.SCALAR)
NAMES = Kind(Reading.seats, "name", lambda: {"anyOf": [patterns.SCALAR, {"type": "array", "items": patterns.SCALAR}]})
SUIT = Kind(Reading.suit, "suit", lambda: patterns.SUIT)


def _a_card() -> JsonObject:
    one: JsonObject = {"type": "array", "items": patterns.CARD, "minItems": 1, "maxItems": 1}
    return {"anyOf": [patterns.CARD, one]}


def _cards() -> JsonObject:
    return {"anyOf": [patterns.SOME_CARDS, {"type": "array", "items": patterns.SOME_CARDS}]}


CARD = Kind(Reading.card, "cards", _a_card)
CARDS = Kind(Reading.cards, "cards", _cards)


def at_least(least: int) -> Kind[Figure]:
    """A whole number that is not below `least`."""
    return Kind(lambda reading, node: reading.number(node, least), "number", lambda: patterns.figure(least))


COUNT = at_least(0)


def points_or_cards(reading: Reading, node: Node) -> Figure | Cards | None:
    """A count of card points, or the cards themselves."""
    if isinstance(node, str):
        text = node if NUMBER.fullmatch(node) else figure_meant(node)
        if NUMBER.fullmatch(text) or figure_hint(text):
            return reading.number(node, 0)
    return reading.cards(node)


POINTS_OR_CARDS: Kind[Figure | Cards] = Kind(
    points_or_cards, "cards", lambda: {"anyOf": [patterns.figure(0), _cards()]}
)


def one_of(*choices: str) -> Kind[tuple[str, Place]]:
    """One word of a few: the word and its place."""
    listed = ", ".join(choices)

    def read(reading: Reading, node: Node) -> tuple[str, Place] | None:
        text = reading.text(node, f"one of {listed}")
        if text is None or text in choices:
            return None if text is None else (text, reading.place(node))
        reading.wrong(node, f"one of {listed}{did_you_mean(text, choices)}")
        return None

    return Kind(read, "text", lambda: {"enum": [*choices]})


# --- A value of each player ------------------------------------------------------------------------------------------

_APART = late_pattern(patterns.APART)
_FIGURES = late_pattern(patterns.FIGURES)


_LONELY = {"minItems": 1, "maxItems": 1}  # one value in seat order is nobody's


def by_player(of: Kind[T], *, alike: Collection[str] = ()) -> Kind[dict[int, T]]:
    """`{player: value}`, or the values in seat order; a word of `alike` stands for the value of everybody."""

    def read(reading: Reading, node: Node) -> dict[int, T] | None:
        found: dict[int, T | None]
        if isinstance(node, tuple):
            found = _by_name(reading, node, of.read)
        elif isinstance(node, list):
            found = _in_seat_order(reading, node, of.read) if node else {}
        elif node.lower().strip() in alike:
            found = {seat: of.read(reading, node) for seat in range(len(reading.players))}
        elif figures := _figures(reading, node):
            found = _in_seat_order(reading, figures, of.read)
        else:
            _of_nobody(reading, node)
            return None
        return {seat: value for seat, value in found.items() if value is not None} or None  # as good as none

    def schema() -> JsonObject:
        inner = patterns.one_or_none(dict(of.schema()))
        words = patterns.FIGURES + (f"|{patterns.any_of(alike)}" if alike else "")
        shapes = [
            {"type": "object", "additionalProperties": inner},
            {"type": "array", "items": inner, "not": _LONELY},
            {**patterns.TEXT, "pattern": patterns.whole(words)},
        ]
        return {"anyOf": shapes}

    return Kind(read, of.holds, schema, each=of)


def _by_name(reading: Reading, node: tuple[tuple[Node, Node], ...], reader: Reader[T]) -> dict[int, T | None]:
    found: dict[int, T | None] = {}
    outer = reading.path
    for key, value in node:
        if not isinstance(key, str):
            reading.wrong(key, "a player's name")
            continue
        seat = reading.called.get(key)
        if seat is None:
            seat = reading.who(key)
        if seat is None:
            _no_such_player(reading, key, value)
        elif seat in found:
            reading.error(DUPLICATE_KEY, key, f'"{shorten(key)}" stands here twice')
        elif not isinstance(value, str) or (value and (value not in NOTHING or not reading.is_nothing(value))):
            reading.path = f"{outer}.{key}"
            found[seat] = reader(reading, value)
            reading.path = outer
    return found


def _in_seat_order(reading: Reading, items: Sequence[Node], reader: Reader[T]) -> dict[int, T | None]:
    """A value for each player, or for each account where there are as many (the sides of a partnership)."""
    players, accounts = len(reading.players), reading.accounts
    if len(items) not in (players, len(accounts)):
        text = f"{len(items)} {'value stands' if len(items) == 1 else 'values stand'} here; {players} play"
        hint = "; a comma parts two values: write 1900 for 1,900" if len(items) > players else ""
        reading.error(WRONG_TYPE, items if isinstance(items, list) else items[0], text + hint)
        return {}
    seats = range(players) if len(items) == players else accounts
    outer = reading.path
    found: dict[int, T | None] = {}
    for n, (seat, item) in enumerate(zip(seats, items, strict=True)):
        if not isinstance(item, str) or (item and (item not in NOTHING or not reading.is_nothing(item))):
            reading.path = f"{outer}[{n}]"
            found[seat] = reader(reading, item)
    reading.path = outer
    return found


def _of_nobody(reading: Reading, node: Node) -> None:
    """A value that does not say whose it is."""
    hint = ""
    if isinstance(node, str) and reading.players and NUMBER.fullmatch(node):
        hint = f"; whose is it? Write {{{reading.players[0]}: {node}}}"
    elif isinstance(node, str) and _FIGURES.fullmatch(node):
        hint = f"; {len(_pieces(node))} figures stand here and {len(reading.players)} play"
    elif isinstance(node, str) and close_colon(node, reading.names):
        hint = "; a space is missing after the colon"
    reading.wrong(node, "{player: ...}, or a list in seat order", hint)


def _figures(reading: Reading, node: str) -> list[Node]:
    """`126 124`: figures in seat order as one text; none if it is anything else, or they are too few or too many."""
    line, column, _ = reading.place(node)
    pieces = _pieces(node)
    if len(pieces) not in (len(reading.players), len(reading.accounts)) or not all(map(NUMBER.fullmatch, pieces)):
        return []
    return [Text.at(piece, line, column) for piece in pieces]


def _pieces(text: str) -> list[str]:
    return [piece for piece in _APART.split(text) if piece]


def _no_such_player(reading: Reading, key: str, value: Node) -> None:
    """A comma in braces is YAML's own: `{Anna: HK, HQ}` has a key HQ, and `{Anna: 1,900}` one that is 900."""
    if written := close_colon(key, reading.names):
        reading.error(UNKNOWN_NAME, key, f'"{shorten(key)}": a space is missing after the colon; write `{written}`')
        return
    if value == "":
        found = f'"{shorten(key)}" stands here as a name: in braces a comma ends the value; '
        if key.isdigit():
            reading.error(UNKNOWN_NAME, key, found + "write a figure without commas, like 1900")
            return
        try:
            reading.deck.parse(key)
        except CardError:
            pass
        else:
            reading.error(UNKNOWN_NAME, key, found + "use spaces between cards")
            return
    reading.seat_named(key, key)


HANDS = by_player(CARDS)
FIGURES = by_player(FIGURE)
COUNTS = by_player(COUNT)
TAKEN = by_player(POINTS_OR_CARDS)

# --- What players said -----------------------------------------------------------------------------------------------


def said(part: str, example: str, reader: ReadWords, words: str) -> Kind[list[Event]]:
    """`bids` or `calls`: lines `player: words`, the words read by `reader`; `words` is a pattern for them."""

    def read(reading: Reading, node: Node) -> list[Event]:
        events: list[Event] = []
        for text, line, column in said_lines(reading, node, part, f"`{example}`"):
            name, colon, words = text.partition(":")
            index = len(events)
            place = tuple.__new__(Place, (line, column, f"{reading.path}[{index}]"))
            if not colon:  # the name alone tells where the words begin
                name = next((name for name in reading.names if text.startswith(f"{name} ")), text.split()[0])
                words = text[len(name) :]
            if not colon and reading.who(name) is None:
                _said_by_nobody(reading, text, place, example, reader)
                continue
            seat = reading.seat_named(name.strip(), place)
            what = reader(reading, words.strip(), place)
            if seat is not None and what is not None:
                written = text if colon else f"{name}: {words.strip()}"
                events.append(tuple.__new__(Event, (part, seat, *what, line, column, part, index, written)))
        return events

    return Kind(read, "text", lambda: patterns.said_lines(words))


def _said_by_nobody(reading: Reading, text: str, place: Place, example: str, reader: ReadWords) -> None:
    """Words without a name before them: whose they are, if they could be somebody's."""
    first, _, last = text.rpartition(" ")
    if first and reading.who(last) is not None:
        message = f'"{shorten(text)}" stands here; the name comes first: `{last}: {shorten(first.strip())}`'
    elif _can_be_said(reading, text, place, reader):
        message = f'"{shorten(text)}" does not say whose it is; write `{reading.players[0]}: {shorten(text)}`'
    else:
        near = did_you_mean(text.split(maxsplit=1)[0], reading.names)
        message = f'"{shorten(text)}" stands here; expected a line like `{example}`{near}{signs_in(text)}'
    reading.error(WRONG_TYPE, place, message)


def _can_be_said(reading: Reading, text: str, place: Place, reader: ReadWords) -> bool:
    """Whether these words can be read; what is wrong with them is not told."""
    found, errors = len(reading.findings), reading.errors
    can = reader(reading, text, place) is not None
    del reading.findings[found:]
    reading.errors = errors
    return can
