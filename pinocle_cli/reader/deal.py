"""The parts of a deal that every game knows: hands and figures, lines of play and bids, irregularities."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from pinocle_cli.cards import CardError
from pinocle_cli.game import parts_of
from pinocle_cli.memory import Memory
from pinocle_cli.reader.context import NUMBER, Reading, did_you_mean, shorten
from pinocle_cli.record import (
    AMBIGUOUS_CARD,
    NO_SUCH_CARD,
    UNKNOWN_NAME,
    WRONG_TYPE,
    Cards,
    Deal,
    Event,
    Figure,
    Irregularity,
    Place,
    Play,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game, Reader
    from pinocle_cli.reader.context import Action
    from pinocle_cli.reader.parse import Node

# --- Readers of the parts that every game knows ----------------------------------------------------------------------


def hands(reading: Reading, node: Node) -> dict[int, Cards] | None:
    """`{player: cards}`."""
    return reading.by_name(node, Reading.cards)


def figures(reading: Reading, node: Node) -> dict[int, Figure] | None:
    """`{player: number}`."""
    return reading.by_name(node, Reading.number)


def taken(reading: Reading, node: Node) -> dict[int, Figure | Cards] | None:
    """`{player: points or cards}`."""
    return reading.by_name(node, points_or_cards)


def points_or_cards(reading: Reading, node: Node) -> Figure | Cards | None:
    """A count of card points, or the cards themselves."""
    if isinstance(node, str) and NUMBER.fullmatch(node):
        return reading.number(node, 0)
    return reading.cards(node)


def counts(reading: Reading, node: Node) -> dict[int, Figure] | None:
    """`{player: number}`, none below nought."""
    return reading.by_name(node, lambda r, n: r.number(n, 0))


def said(part: str, reader: Callable[[Reading, str, Place], tuple[tuple[int, ...], Any] | None]) -> Reader:
    """A reader of `bids` or `calls`: lines `player: words`, the words read by `reader`."""

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

    return read


_SHORT = 40  # characters


@cache
def actions_read_before(_game: Game, _deck: Deck) -> Memory[str, Action]:
    """What players did in the records read so far, by the words behind the colon: many do the same."""
    return Memory()


def play(reading: Reading, node: Node) -> Play:
    """What happened from the first lead on: tricks, and what a player did besides."""
    return _block(reading, node) or _lines(reading, node)


def _lines(reading: Reading, node: Node) -> Play:
    """The play line by line, however it is written."""
    every = [_line(reading, n, *line) for n, line in enumerate(reading.lines(node, "play"))]
    return Play.of([event for event in every if event is not None])


def _block(reading: Reading, node: Node) -> Play | None:
    """The play as nearly all write it, most of its lines tricks that were read before; None if it is not so."""
    block = reading.block(node)
    if block is None:
        return None
    texts, lines, column = block
    tricks = [*map(reading.deck.read_before(reading.trick_size).get, texts)]
    others: dict[int, Event] = {}
    errors = len(reading.findings), reading.errors
    for n in [n for n, cards in enumerate(tricks) if cards is None]:
        text = texts[n]
        event = _line(reading, n, text, lines[n], column) if text and text == text.strip() else None
        if event is None:  # which is told where every line is looked at
            del reading.findings[errors[0] :]
            reading.errors = errors[1]
            return None
        if event.verb or event.seat >= 0:
            others[n] = event
        else:
            tricks[n] = event.cards
    return Play(tricks, lines, others, texts, column)


def _line(reading: Reading, n: int, text: str, line: int, column: int) -> Event | None:
    """One line of `play`; None after saying why it cannot be read."""
    name, colon, words = text.partition(":")
    if colon and (known := reading.actions.get(words)) and name in reading.names:
        verb, cards, what = known
        return tuple.__new__(Event, (verb, reading.names[name], cards, what, line, column, "play", n, text))
    outer = reading.path
    reading.path = f"{outer}[{n}]"
    event = (_action if colon else _trick)(reading, n, text, line, column)
    reading.path = outer
    return event


def _trick(reading: Reading, n: int, text: str, line: int, column: int) -> Event | None:
    """`S9 SA`."""
    try:
        cards = reading.deck.parse(text)
    except CardError as why:
        _no_trick(reading, text, Place(line, column, ""), why)
        return None
    return _led(reading, n, text, line, column, -1, cards)


def _led(
    reading: Reading, n: int, text: str, line: int, column: int, seat: int, cards: tuple[int, ...]
) -> Event | None:
    """A trick, led by `seat` if it is named."""
    if 0 < len(cards) <= reading.trick_size:
        return Event("", seat, cards, None, line, column, "play", n, text)
    message = f'"{shorten(text)}" has {len(cards) or "no"} cards; a trick has {reading.trick_size}'
    reading.error(WRONG_TYPE, Place(line, column, ""), message)
    return None


def _no_trick(reading: Reading, text: str, place: Place, why: CardError) -> None:
    """A line that is no cards: an action without its colon, or a slip in a card."""
    name = next((name for name in reading.names if text.startswith(name + " ")), None)
    if name is not None and why.token == name.split()[0]:
        said = f"{name}: {text[len(name) + 1 :].strip()}"
        reading.error(WRONG_TYPE, place, f"a colon is missing behind {shorten(name)}; write `{shorten(said)}`")
    else:
        reading.error(AMBIGUOUS_CARD if why.ambiguous else NO_SUCH_CARD, place, why.reason, why.offset)


def _action(reading: Reading, n: int, text: str, line: int, column: int) -> Event | None:
    """`Anna: S9 SA` or `Anna: meld HK HQ`."""
    name, _, rest = text.partition(":")
    seat = reading.names.get(name)
    if seat is None:
        seat = reading.seat_named(name.strip(), Place(line, column, reading.path))
        if seat is None:
            return None
    said = rest.strip()
    if not said:
        verbs = ", ".join(reading.game.verbs)
        message = f"nothing stands behind {name}; expected cards, or what a player does here ({verbs})"
        reading.error(WRONG_TYPE, Place(line, column, reading.path), message)
        return None
    verb, _, words = said.partition(" ")
    words = words.lstrip()
    if verb == "takes" and words.startswith("back"):
        verb, words = "takes back", words[4:].lstrip()
    reader = reading.game.verbs.get(verb)
    if reader is not None:
        at = column and column + len(text) - len(words or said)
        found = reader(reading, (words, Place(line, at, reading.path)))
        if found is None:
            return None
        if len(rest) <= _SHORT:
            reading.actions.keep(rest, (verb, *found))
        return tuple.__new__(Event, (verb, seat, found[0], found[1], line, column, "play", n, text))
    try:
        return _led(reading, n, text, line, column, seat, reading.deck.parse(said))
    except CardError as why:
        place, offset = Place(line, column, reading.path), len(text) - len(said)
        if verb.isalpha() and len(verb) > 3:  # noqa: PLR2004 - no single card has four letters
            verbs = ", ".join(reading.game.verbs)
            hint = did_you_mean(verb, reading.game.verbs)
            reading.error(WRONG_TYPE, place, f'"{shorten(said)}" is nothing a player does here ({verbs}){hint}', offset)
        else:
            rule = AMBIGUOUS_CARD if why.ambiguous else NO_SUCH_CARD
            reading.error(rule, place, why.reason, offset + why.offset)
        return None


Words = tuple[str, Place]


def no_words(reading: Reading, words: Words) -> tuple[tuple[int, ...], Any] | None:
    """A verb that stands alone, like `out`."""
    if words[0]:
        reading.error(WRONG_TYPE, words[1], f'"{shorten(words[0])}" stands behind a verb that stands alone')
        return None
    return (), None


def some_cards(reading: Reading, words: Words) -> tuple[tuple[int, ...], Any] | None:
    """A verb with cards behind it, like `exposes HA`."""
    cards = reading.cards_in(*words)
    if cards == ():
        reading.error(WRONG_TYPE, words[1], "expected cards here")
    return (cards, None) if cards else None


def one_card(reading: Reading, words: Words) -> tuple[tuple[int, ...], Any] | None:
    """A verb with one card behind it, like `draw C9`."""
    cards = reading.cards_in(*words)
    if cards is not None and len(cards) != 1:
        reading.error(WRONG_TYPE, words[1], f'"{shorten(words[0])}" stands here; expected one card')
        return None
    return None if cards is None else (cards, None)


_FAULT_KEYS = ("fault", "by", "cards", "after", "after-bid", "choice", "note")


def irregularities(reading: Reading, node: Node) -> list[Irregularity]:
    """The faults that the table wrote down."""
    items = node if isinstance(node, list) else [node]
    outer, found = reading.path, []
    for index, item in enumerate(items):
        reading.path = f"{outer}[{index}]"
        values: dict[str, Any] = {}
        at = item
        for name, value in reading.keys(item, _FAULT_KEYS, "an irregularity"):
            at = value if name == "fault" else at
            if name == "by":
                values["by"] = reading.seat(value)
            elif name == "cards":
                cards = reading.cards(value)
                values["cards"] = cards.cards if cards else ()
            elif name in ("after", "after-bid"):
                figure = reading.number(value, 0)
                values[name.replace("-", "_")] = figure.value if figure else None
            elif name != "note":
                values[name] = reading.text(value)
        fault = values.pop("fault", None)
        if fault is None:
            if isinstance(item, tuple):
                reading.error(WRONG_TYPE, item, "an irregularity needs its `fault`: the name of a rule")
        elif reading.game.rule(fault) is None:
            hint = did_you_mean(fault, [rule.label for rule in reading.game.rules])
            listed = f"`pinocle rules {reading.game.name} --faults` lists them"
            reading.error(UNKNOWN_NAME, at, f'"{shorten(fault)}" is no fault of this game{hint or "; " + listed}')
        else:
            found.append(Irregularity(fault=fault, place=reading.place(item), **values))
    reading.path = outer
    return found


DEAL_READERS: dict[str, Reader] = {
    "number": lambda reading, node: reading.number(node, 1),
    "dealer": Reading.seat,
    "hands": hands,
    "held": hands,
    "play": play,
    "taken": taken,
    "last": Reading.seat,
    "tricks": counts,
    "claimed": figures,
    "irregularities": irregularities,
    "note": Reading.free_text,
}
_DEAL_KEYS: dict[str, dict[str, tuple[str, Reader]]] = {}


def deal_keys(game: Game) -> dict[str, tuple[str, Reader]]:
    """Every key of a deal of this game: (field, reader)."""
    found = _DEAL_KEYS.get(game.name)
    if found is None:
        shared = {key: (key, reader) for key, reader in DEAL_READERS.items()}
        found = _DEAL_KEYS[game.name] = {**shared, **parts_of(game.deal)}
    return found


def read_deal(reading: Reading, pairs: Node, prefix: str) -> Deal:
    """One deal; its `findings` say what could not be read."""
    before, reading.findings, reading.path = reading.findings, [], ""
    known = deal_keys(reading.game)
    values = {}
    for name, value in reading.keys(pairs, known, "a deal"):
        field, reader = known[name]
        values[field] = reader(reading, value)
    deal: Deal = reading.game.deal(line=reading.place(pairs).line, prefix=prefix, findings=reading.findings, **values)
    reading.findings = before
    return deal
