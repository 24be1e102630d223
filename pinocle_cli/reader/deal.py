"""A deal: the keys that every game knows, the lines of play, and the faults that the table called."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from pinocle_cli.cards import CardError
from pinocle_cli.game import Key, Kind, parts_of
from pinocle_cli.memory import Memory
from pinocle_cli.reader import patterns
from pinocle_cli.reader.kinds import CARDS, COUNT, COUNTS, FIGURES, HANDS, NAME, NOTE, TAKEN, TEXT, YES, at_least
from pinocle_cli.reader.lines import block, lines
from pinocle_cli.reader.words import did_you_mean, shorten, signs_in
from pinocle_cli.record import (
    AMBIGUOUS_CARD,
    NO_SUCH_CARD,
    UNKNOWN_NAME,
    WRONG_TYPE,
    Deal,
    Event,
    Irregularity,
    Place,
    Play,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game, Reader
    from pinocle_cli.reader.context import Action, Reading
    from pinocle_cli.reader.tree import Node

# --- Play ------------------------------------------------------------------------------------------------------------

_EXAMPLE = "`S9 SA` or `Anna: meld HK HQ`"
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
    every = [_line(reading, n, *line) for n, line in enumerate(lines(reading, node, "play", _EXAMPLE))]
    return Play.of([event for event in every if event is not None])


def _block(reading: Reading, node: Node) -> Play | None:
    """The play as nearly all write it, most of its lines tricks that were read before; None if it is not so."""
    found = block(reading, node)
    if found is None:
        return None
    texts, numbers, column = found
    tricks = [*map(reading.deck.read_before(reading.trick_size).get, texts)]
    others: dict[int, Event] = {}
    errors = len(reading.findings), reading.errors
    done_before, called, new = reading.actions.get, reading.called.get, tuple.__new__
    for n in [n for n, cards in enumerate(tricks) if cards is None]:
        text = texts[n]
        name, _, words = text.partition(":")
        known, seat = done_before(words), called(name)
        if known is not None and seat is not None:
            verb, cards, what = known
            others[n] = new(Event, (verb, seat, cards, what, numbers[n], column, "play", n, text))
            continue
        event = _line(reading, n, text, numbers[n], column) if text and text == text.strip() else None
        if event is None:  # which is told where every line is looked at
            del reading.findings[errors[0] :]
            reading.errors = errors[1]
            return None
        if event.verb or event.seat >= 0:
            others[n] = event
        else:
            tricks[n] = event.cards
    return Play(tricks, numbers, others, texts, column)


def _line(reading: Reading, n: int, text: str, line: int, column: int) -> Event | None:
    """One line of `play`; None after saying why it cannot be read."""
    outer = reading.path
    reading.path = f"{outer}[{n}]"
    event = (_action if ":" in text else _trick)(reading, n, text, line, column)
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
    """A line that is no cards: an action without its colon or its name, or a slip in a card."""
    name = next((name for name in reading.names if text.startswith(name + " ")), None)
    verb = next((verb for verb in reading.game.verbs if f"{text} ".startswith(verb + " ")), None)
    if name is not None and why.token == name.split()[0]:
        said = f"{name}: {text[len(name) + 1 :].strip()}"
        reading.error(WRONG_TYPE, place, f"a colon is missing after {shorten(name)}; write `{shorten(said)}`")
    elif verb is not None:
        who = f"{reading.players[0]}: {text}"
        reading.error(WRONG_TYPE, place, f'"{shorten(text)}" does not say whose it is; write `{shorten(who)}`')
    else:
        rule = AMBIGUOUS_CARD if why.ambiguous else NO_SUCH_CARD
        reading.error(rule, place, why.reason + signs_in(text), why.offset)


def _action(reading: Reading, n: int, text: str, line: int, column: int) -> Event | None:
    """`Anna: S9 SA` or `Anna: meld HK HQ`."""
    name, _, rest = text.partition(":")
    seat = reading.called.get(name)
    if seat is None:
        seat = reading.seat_named(name.strip(), Place(line, column, reading.path))
        if seat is None:
            return None
    said = rest.strip()
    if not said:
        verbs = ", ".join(reading.game.verbs)
        message = f"nothing comes after {name}; expected cards, or what a player does here ({verbs})"
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


def no_words(reading: Reading, words: Words) -> tuple[tuple[int, ...], object] | None:
    """A verb that stands alone, like `out`."""
    if words[0]:
        reading.error(WRONG_TYPE, words[1], f'"{shorten(words[0])}" is too much here: the word before it stands alone')
        return None
    return (), None


def some_cards(reading: Reading, words: Words) -> tuple[tuple[int, ...], object] | None:
    """A verb with cards behind it, like `exposes HA`."""
    cards = reading.cards_in(*words)
    if cards == ():
        reading.error(WRONG_TYPE, words[1], "expected cards here")
    return (cards, None) if cards else None


def one_card(reading: Reading, words: Words) -> tuple[tuple[int, ...], object] | None:
    """A verb with one card behind it, like `draw C9`."""
    cards = reading.cards_in(*words)
    if cards is not None and len(cards) != 1:
        reading.error(WRONG_TYPE, words[1], f'"{shorten(words[0])}" stands here; expected one card')
        return None
    return None if cards is None else (cards, None)


# --- Irregularities --------------------------------------------------------------------------------------------------

_FAULT_KEYS = {
    "fault": Key(
        TEXT, "Which fault: a rule of the game by its name; `pinocle rules GAME --faults` lists them.", "fault: revoke"
    ),
    "by": Key(NAME, "Who committed it.", "by: Bob"),
    "cards": Key(CARDS, "The cards that it was about.", "cards: HA"),
    "after": Key(COUNT, "After which trick; 0 is before the first lead.", "after: 3"),
    "after-bid": Key(COUNT, "In the bidding: after how many bids and passes.", "after-bid: 2"),
    "choice": Key(TEXT, "What the injured side chose, where the rule leaves a choice.", "choice: forbid"),
    "note": Key(NOTE, "Anything else about it.", "note: seen by all"),
}


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
            elif name == "note":
                reading.free_text(value)
            else:
                values[name] = reading.text(value)
        fault = values.pop("fault", None)
        if fault is None:
            if isinstance(item, tuple):
                reading.error(WRONG_TYPE, item, "an irregularity needs its `fault`: the name of a rule")
        elif (rule := reading.game.rule(fault)) is None or not reading.game.is_fault(rule):
            hint = did_you_mean(fault, [rule.label for rule in reading.game.rules if reading.game.is_fault(rule)])
            listed = f"`pinocle rules {reading.game.name} --faults` lists them"
            reading.error(UNKNOWN_NAME, at, f'"{shorten(fault)}" is not a fault of this game{hint or "; " + listed}')
        else:
            found.append(Irregularity(fault=fault, place=reading.place(item), **values))
    reading.path = outer
    return found


# --- The deal --------------------------------------------------------------------------------------------------------

PLAY = Kind(play, "lines", lambda: patterns.lines_of(r"\S.*", bare=patterns.CARDS))
IRREGULARITIES = Kind(irregularities, "text", dict, _FAULT_KEYS)  # whose schema has the faults of the game in it

# The keys that a deal has in every game.
DEAL_KEYS = {
    "number": Key(at_least(1), "The number of the deal, where the record begins in the middle of a game.", "number: 6"),
    "dealer": Key(NAME, "Who dealt; from the second deal on the deal goes round by itself.", "dealer: Anna"),
    "hands": Key(HANDS, "The cards that each player was dealt.", "hands: {Anna: SA10K HQ9, Boris: CA}"),
    "held": Key(HANDS, "The cards with which each player began to play.", "held: {Anna: SA10K, Boris: CA}"),
    "play": Key(PLAY, "What happened from the first lead on, one trick or action a line.", "play: [S9 SA, CA CQ]"),
    "taken": Key(TAKEN, "The card points, or the cards, that each took.", "taken: {Anna: 126, Boris: 124}"),
    "last": Key(NAME, "Who won the last trick, where `taken` gives cards.", "last: Anna"),
    "tricks": Key(COUNTS, "How many tricks each won, where the play is not recorded.", "tricks: {Anna: 7, Boris: 5}"),
    "claimed": Key(FIGURES, "The score of this deal as the table wrote it.", "claimed: {Anna: 170, Boris: 160}"),
    "irregularities": Key(
        IRREGULARITIES, "Faults that the table called.", "irregularities: [{fault: revoke, by: Boris, after: 3}]"
    ),
    "void": Key(YES, "Whether the deal did not count: a misdeal, thrown in, dealt again.", "void: yes"),
    "note": Key(NOTE, "Anything worth remembering.", "note: the last of the evening"),
}
_SAYS_NOTHING = frozenset({"number", "dealer", "note", "void"})  # of what happened
_KNOWN: dict[str, dict[str, Key]] = {}


def deal_keys(game: Game) -> dict[str, Key]:
    """Every key of a deal of this game."""
    found = _KNOWN.get(game.name)
    if found is None:
        shared = {key: replace(about, field=key) for key, about in DEAL_KEYS.items()}
        shared["irregularities"] = _with_a_fault(shared["irregularities"], game)
        found = _KNOWN[game.name] = {**shared, **parts_of(game.deal)}
    return found


def _with_a_fault(about: Key, game: Game) -> Key:
    """The key of the faults that a table calls, with one of this game as its example."""
    label = next((rule.label for rule in game.rules if rule.label.startswith("revoke")), "revoke")
    fault = replace(about.kind.keys["fault"], example=f"fault: {label}")
    kind = replace(about.kind, keys={**about.kind.keys, "fault": fault})
    return replace(about, kind=kind, example=about.example.replace("fault: revoke", f"fault: {label}"))


@cache
def _readers(game: Game) -> dict[str, tuple[str, Reader[object]]]:
    """Key: (the field where it is kept, its reader)."""
    return {key: (about.field, about.kind.read) for key, about in deal_keys(game).items()}


def read_deal(reading: Reading, pairs: Node, prefix: str) -> Deal:
    """One deal; its `findings` say what could not be read."""
    before, reading.findings, reading.path = reading.findings, [], ""
    known = _readers(reading.game)
    values: dict[str, object] = {}
    for name, value in reading.keys(pairs, known, "a deal"):
        field, reader = known[name]
        values[field] = reader(reading, value)
    if not reading.findings and _SAYS_NOTHING.issuperset(values):  # a line that only says that it was dealt again
        keys = [key for key, _ in pairs] if isinstance(pairs, tuple) else []
        values["unwritten"] = "void" not in values and not _SAYS_NOTHING.issuperset(keys)
        values.setdefault("void", True)
    made: Callable[..., Deal] = reading.game.deal
    deal = made(line=reading.place(pairs).line, prefix=prefix, findings=reading.findings, **values)
    reading.findings = before
    return deal
