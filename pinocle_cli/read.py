"""Nodes to records. What cannot be read becomes a finding with its place and the nearest right spelling.

A reader is a function of (reading, node) that returns the typed value, or None after saying why there is none.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import count, repeat
from typing import TYPE_CHECKING, Any

from pinocle_cli.cards import CardError, nearest_suit, suit_named
from pinocle_cli.game import options_of, parts_of
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.record import (
    AMBIGUOUS_CARD,
    DUPLICATE_KEY,
    LIMIT,
    NO_SUCH_CARD,
    UNKNOWN_KEY,
    UNKNOWN_NAME,
    WRONG_TYPE,
    Cards,
    Deal,
    Event,
    Figure,
    Irregularity,
    Place,
    Record,
)
from pinocle_cli.source import BLOCK, FOLDED, JSON, Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Mapping as Known

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game, Reader
    from pinocle_cli.rulebook import Rule

MOST_DIGITS = 7
MOST_LINES = 10_000  # of one text; no deal has a hundredth of that
MOST_ERRORS = 1_000  # of one record; whoever has made as many has made one, many times
_NUMBER = re.compile(r"[+-]?[0-9]+")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_YES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
LONGEST_NAME = 100
_LONGEST_WORD = 100
FREE_KEYS = ("date", "place", "event", "scorer", "note")
GAME_WORDS = frozenset({"kitty", "good", "equal", "not good"})


def shorten(text: str, width: int = 40) -> str:
    """A text as it can stand in a message: on one line, and without signs that a terminal would obey."""
    text = " ".join(text[: 4 * width].split())
    text = text if len(text) <= width else text[: width - 3] + "..."
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean "dealer"?` or nothing."""
    if len(word) > _LONGEST_WORD:
        return ""  # a comparison would cost more than the word is worth
    import difflib  # noqa: PLC0415 - only where something is misspelt

    close = difflib.get_close_matches(word.lower(), {name.lower(): name for name in known}, 1, cutoff=0.6)
    name = next((name for name in known if close and name.lower() == close[0]), None)
    return f'; did you mean "{name}"?' if name else ""


class TooManyErrors(Exception):  # noqa: N818 - it ends the reading, and is no error of ours
    """The reading of this record was given up."""


class Reading:
    """What is known while one record is read: the table, the pack, where we are, and what could not be read."""

    __slots__ = ("deck", "errors", "findings", "game", "names", "path", "players", "trick_size")

    def __init__(self) -> None:
        self.game: Game
        self.deck: Deck
        self.players: tuple[str, ...] = ()
        self.names: dict[str, int] = {}  # everybody who can be named, to the number that stands for him
        self.trick_size = 0
        self.path = ""
        self.findings: list[Finding] = []
        self.errors = 0

    # --- Saying what is wrong ---

    def error(self, rule: Rule, node: Node | Place, message: str, offset: int = 0) -> None:
        """Note an error at a node; `path` is the key that is being read."""
        self.findings.append(
            Finding(rule, ERROR, node.line, message, None, node.column + offset if node.column else 0, self.path)
        )
        self.errors += 1
        if self.errors == MOST_ERRORS:
            self.findings.append(
                Finding(LIMIT, ERROR, node.line, f"more than {MOST_ERRORS:,} errors; the rest was not read")
            )
            raise TooManyErrors

    def wrong(self, node: Node, wanted: str) -> None:
        """The value is not of the kind that the key asks for."""
        if isinstance(node, Scalar):
            found = f'"{shorten(node.text)}"' if node.text else "nothing"
        else:
            found = "a list" if isinstance(node, Sequence) else "a mapping"
        self.error(WRONG_TYPE, node, f"{found} stands here; expected {wanted}")

    def place(self, node: Node) -> Place:
        """Where a node stands."""
        return tuple.__new__(Place, (node.line, node.column, self.path))

    # --- Values ---

    def text(self, node: Node, wanted: str = "a text") -> str | None:
        """One line of text."""
        if type(node) is Scalar and node.style != FOLDED:
            return node.text
        self.wrong(node, wanted + " on one line" if type(node) is Scalar else wanted)
        return None

    def free_text(self, node: Node) -> str | None:
        """A text over any number of lines, in any style: a note."""
        if type(node) is Scalar:
            return node.text
        self.wrong(node, "a text")
        return None

    def number(self, node: Node, least: int | None = None) -> Figure | None:
        """A whole number."""
        if type(node) is not Scalar or not _NUMBER.fullmatch(node.text):
            self.wrong(node, "a whole number")
        elif (digits := len(node.text.lstrip("+-"))) > MOST_DIGITS:
            message = f"{shorten(node.text, 20)} has {digits:,} digits; no score has more than {MOST_DIGITS}"
            self.error(LIMIT, node, message)
        elif least is not None and int(node.text) < least:
            self.error(WRONG_TYPE, node, f"{node.text} stands here; expected a number not below {least}")
        else:
            return Figure(int(node.text), Place(node.line, node.column, self.path))
        return None

    def yes(self, node: Node) -> bool | None:
        """Yes or no."""
        if type(node) is Scalar and node.text.lower() in _YES:
            return _YES[node.text.lower()]
        self.wrong(node, "yes or no")
        return None

    def seat(self, node: Node) -> int | None:
        """The player (or side) whom a text names."""
        text = self.text(node, "the name of a player")
        return None if text is None else self.seat_named(text, node)

    def seat_named(self, name: str, node: Node | Place) -> int | None:
        """The same, from the text."""
        seat = self.names.get(name)
        if seat is None:
            who = ", ".join(self.names)
            hint = did_you_mean(name, self.names)
            self.error(UNKNOWN_NAME, node, f'"{shorten(name)}" does not play here; the players are {who}{hint}')
        return seat

    def cards_in(self, text: str, node: Node | Place, offset: int = 0) -> tuple[int, ...] | None:
        """The cards that a text names."""
        try:
            return self.deck.parse(text)
        except CardError as why:
            self.error(AMBIGUOUS_CARD if why.ambiguous else NO_SUCH_CARD, node, why.reason, offset + why.offset)
            return None

    def cards(self, node: Node) -> Cards | None:
        """Cards, as one text or as a list of texts."""
        if type(node) is Scalar and node.style != FOLDED:
            found = self.cards_in(node.text, node)
        elif type(node) is Sequence and all(type(item) is Scalar for item in node.items):
            each = [self.cards_in(item.text, item) for item in node.items if type(item) is Scalar]
            found = None if None in each else tuple(card for cards in each for card in cards or ())
        else:
            self.wrong(node, "cards, like SA10K HQ9, on one line")
            return None
        return None if found is None else Cards(found, self.place(node))

    def card(self, node: Node) -> Cards | None:
        """Exactly one card."""
        found = self.cards(node)
        if found is not None and len(found.cards) != 1:
            self.wrong(node, "one card")
            return None
        return found

    def suit(self, node: Node) -> int | None:
        """A suit, by its name or its sign."""
        text = self.text(node, "a suit")
        if text is None:
            return None
        suit = suit_named(text)
        if suit is None:
            hint = f'; did you mean "{near}"?' if (near := nearest_suit(text)) else ""
            message = f'"{shorten(text)}" is no suit; write spades, hearts, diamonds or clubs{hint}'
            self.error(NO_SUCH_CARD, node, message)
        return suit

    # --- Mappings ---

    def keys(self, node: Node, known: Iterable[str], what: str) -> Iterator[tuple[str, Node, Node]]:
        """(key, its node, value) for each known key with a value; says which keys are unknown or come twice.

        While a value is being read, `path` is that of its key.
        """
        if type(node) is not Mapping:
            self.wrong(node, f"{what}: keys and values")
            return
        seen: dict[str, Node] = {}
        outer = self.path
        for key, value in node.pairs:
            if type(key) is not Scalar:
                self.path = outer
                self.wrong(key, "a key")
                continue
            name = key.text
            shown = name if name in known else shorten(name)
            self.path = f"{outer}.{shown}" if outer else shown
            if name in seen:
                message = f'"{shown}" stands here and in line {seen[name].line}'
                self.error(DUPLICATE_KEY, key, message)
                continue
            seen[name] = key
            if name in known:
                if type(value) is not Scalar or value.text:
                    yield name, key, value
            elif not name.startswith("x-"):
                self.error(UNKNOWN_KEY, key, f'"{shown}" is not a key of {what}{did_you_mean(name, known)}')
        self.path = outer

    def by_name(self, node: Node, reader: Callable[[Reading, Node], Any]) -> dict[int, Any] | None:
        """`{player: value}`, each value read by `reader`."""
        if type(node) is not Mapping:
            self.wrong(node, "{player: ...}")
            return None
        found: dict[int, Any] = {}
        outer = self.path
        for key, value in node.pairs:
            if type(key) is not Scalar:
                self.wrong(key, "a player's name")
                continue
            seat = self.names.get(key.text)
            if seat is None:
                self._no_such_player(key, value)
            elif seat in found:
                self.error(DUPLICATE_KEY, key, f'"{shorten(key.text)}" stands here twice')
            elif type(value) is not Scalar or value.text:
                self.path = f"{outer}.{key.text}"
                found[seat] = reader(self, value)
                self.path = outer
        return {seat: value for seat, value in found.items() if value is not None}

    def _no_such_player(self, key: Scalar, value: Node) -> None:
        """A comma in braces is YAML's own: `{Anna: HK, HQ}` has a key HQ."""
        if type(value) is Scalar and not value.text:
            try:
                self.deck.parse(key.text)
            except CardError:
                pass
            else:
                found = f'"{shorten(key.text)}" stands here as a name'
                message = f"{found}: in braces a comma ends the value; use spaces between cards"
                self.error(UNKNOWN_NAME, key, message)
                return
        self.seat_named(key.text, key)

    # --- Lines ---

    def lines(self, node: Node, key: str) -> Iterable[tuple[str, int, int]]:
        """(text, line, column) of each line of a block, or of each item of a list."""
        if type(node) is Scalar and node.style != FOLDED and "#" not in node.text:
            text, first, column, style = node
            texts = text.removesuffix("\n").split("\n")
            plain = len(texts) <= MOST_LINES and "" not in texts
            if plain and [*map(str.strip, texts)] == texts:  # as nearly all are written
                return zip(texts, repeat(first) if style == JSON else count(first), repeat(column), strict=False)
        return self._lines(node, key)

    def _lines(self, node: Node, key: str) -> Iterator[tuple[str, int, int]]:
        """The same, whatever the lines look like."""
        lines = len(node.items) if type(node) is Sequence else node.text.count("\n") if type(node) is Scalar else 0
        if lines > MOST_LINES:
            self.error(LIMIT, node, f"{lines:,} lines stand here; no {key} has more than {MOST_LINES:,}")
        elif type(node) is Sequence:
            outer = self.path
            for n, item in enumerate(node.items):
                self.path = f"{outer}[{n}]"
                text = self._item(item)
                self.path = outer
                if text:
                    yield text, item.line, item.column
        elif type(node) is Scalar and node.style != FOLDED:
            line, column, step = node.line, node.column, node.style == BLOCK
            for text in node.text.split("\n"):
                bare = text
                if "#" in text:
                    bare = _COMMENT.sub("", text)
                stripped = bare.strip()
                if stripped:
                    yield stripped, line, column if text is stripped else column + len(bare) - len(bare.lstrip())
                line += step
        elif type(node) is Scalar:
            message = f"{key} has several lines here; write `{key}: |` and the lines below it"
            self.error(WRONG_TYPE, node, message)
        else:
            self.wrong(node, f"lines: write `{key}: |` and a line for each thing that happened")

    def _item(self, item: Node) -> str | None:
        """The line that an item of a list stands for: `- Anna: meld HK HQ` is YAML for a mapping with one key."""
        if type(item) is Scalar:
            return " ".join(item.text.split("\n"))
        if type(item) is Mapping and item.pairs:
            (key, value), *more = item.pairs
            if not more and type(key) is Scalar and type(value) is Scalar:
                return f"{key.text}: {value.text}"
            if more and all(type(k) is Scalar and type(v) is Scalar and not v.text for k, v in more):
                self.error(WRONG_TYPE, item, "in braces a comma ends the value; write the line without braces")
                return None
        self.wrong(item, "one line, like `S9 SA` or `Anna: meld HK HQ`")
        return None


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
    if type(node) is Scalar and _NUMBER.fullmatch(node.text):
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


def play(reading: Reading, node: Node) -> list[Event]:
    """What happened from the first lead on: tricks, and what a player did besides."""
    events: list[Event] = []
    known, size, deck, index = reading.deck.cached, reading.trick_size, reading.deck, -1
    append, outer = events.append, reading.path
    new = tuple.__new__  # made by the million: a named tuple's own constructor costs twice as much
    for text, line, column in reading.lines(node, "play"):
        index += 1
        cards = known(text)
        if cards is not None:
            if 0 < len(cards) <= size:
                append(new(Event, ("", -1, cards, None, line, column, "play", index, text)))
                continue
            seat, verb, what = -1, "", None
        elif ":" in text:
            reading.path = f"{outer}[{index}]"
            done = _deed(reading, text, line, column)
            reading.path = outer
            if done is None:
                continue
            seat, verb, cards, what = done
        else:
            seat, verb, what = -1, "", None
            try:
                cards = deck.parse(text)
            except CardError as why:
                reading.path = f"{outer}[{index}]"
                _no_trick(reading, text, Place(line, column, ""), why)
                reading.path = outer
                continue
        if not verb and not 0 < len(cards) <= size:
            reading.path = f"{outer}[{index}]"
            message = f'"{shorten(text)}" has {len(cards) or "no"} cards; a trick has {size}'
            reading.error(WRONG_TYPE, Place(line, column, ""), message)
            reading.path = outer
            continue
        append(new(Event, (verb, seat, cards, what, line, column, "play", index, text)))
    return events


def _no_trick(reading: Reading, text: str, place: Place, why: CardError) -> None:
    """A line that is no cards: a deed without its colon, or a slip in a card."""
    name = next((name for name in reading.names if text.startswith(name + " ")), None)
    if name is not None and why.token == name.split()[0]:
        said = f"{name}: {text[len(name) + 1 :].strip()}"
        reading.error(WRONG_TYPE, place, f"a colon is missing behind {shorten(name)}; write `{shorten(said)}`")
    else:
        reading.error(AMBIGUOUS_CARD if why.ambiguous else NO_SUCH_CARD, place, why.reason, why.offset)


def _deed(reading: Reading, text: str, line: int, column: int) -> tuple[int, str, tuple[int, ...], Any] | None:
    """`Anna: S9 SA` or `Anna: meld HK HQ`: (seat, verb, cards, what)."""
    name, _, rest = text.partition(":")
    seat = reading.names.get(name)
    if seat is None:
        seat = reading.seat_named(name.strip(), Place(line, column, reading.path))
        if seat is None:
            return None
    said = rest.strip()
    offset = len(name) + 1 + rest.find(said)
    if not said:
        verbs = ", ".join(reading.game.verbs)
        message = f"nothing stands behind {name}; expected cards, or what a player does here ({verbs})"
        reading.error(WRONG_TYPE, Place(line, column, reading.path), message)
        return None
    verb, _, words = said.partition(" ")
    if verb == "takes" and words.startswith("back"):
        verb, words = "takes back", words[4:]
    reader = reading.game.verbs.get(verb)
    if reader is not None:
        words = words.strip()
        at = column + offset + (said.rfind(words) if words else 0)
        found = reader(reading, (words, tuple.__new__(Place, (line, at, reading.path))))
        return None if found is None else (seat, verb, *found)
    try:
        return seat, "", reading.deck.parse(said), None
    except CardError as why:
        place = Place(line, column, reading.path)
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
    items = node.items if type(node) is Sequence else [node]
    outer, found = reading.path, []
    for index, item in enumerate(items):
        reading.path = f"{outer}[{index}]"
        values: dict[str, Any] = {}
        at = item
        for name, _, value in reading.keys(item, _FAULT_KEYS, "an irregularity"):
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
            if type(item) is Mapping:
                reading.error(WRONG_TYPE, item, "an irregularity needs its `fault`: the name of a rule")
        elif reading.game.rule(fault) is None:
            hint = did_you_mean(fault, [rule.name for rule in reading.game.rules])
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


@cache
def envelope_keys(game: Game) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of a record of this game, without and with those of a lone deal."""
    envelope = frozenset({*ENVELOPE, *game.envelope})
    return envelope, envelope | frozenset(deal_keys(game))


def read_deal(reading: Reading, pairs: Node, prefix: str) -> Deal:
    """One deal; its `findings` say what could not be read."""
    before, reading.findings, reading.path = reading.findings, [], ""
    known = deal_keys(reading.game)
    values = {}
    for name, _, value in reading.keys(pairs, known, "a deal"):
        field, reader = known[name]
        values[field] = reader(reading, value)
    deal: Deal = reading.game.deal(line=pairs.line, prefix=prefix, findings=reading.findings, **values)
    reading.findings = before
    return deal


# --- The envelope ----------------------------------------------------------------------------------------------------

ENVELOPE = ("game", "rules", "players", "opening", "deals", "claimed", *FREE_KEYS)


class House:
    """House rules as read: which profile, which values, and where they came from."""

    __slots__ = ("profile", "source", "values")

    def __init__(self, profile: str, values: Any, source: str = "") -> None:
        self.profile, self.values, self.source = profile, values, source


def read_house(reading: Reading, node: Node | None, game: Game, club: House | None) -> House:
    """The house rules: a profile's name, or a mapping. A record that names a profile passes the club's over."""
    profile = next(iter(game.profiles))
    if node is None:
        return club or _default_house(game)
    reading.path = "rules"
    if type(node) is Scalar:
        return _profile(reading, node, game, {}) or House(profile, game.house(**game.profiles[profile]))
    known = options_of(game.house)
    chosen: dict[str, Any] = {}
    named: Node | None = None
    for name, _, value in reading.keys(node, ("profile", *known), f"the rules of {game.name}"):
        if name == "profile":
            named = value
            continue
        found = _option(reading, value, name, known[name].metadata)
        if found is not None:
            chosen[known[name].name] = found
    if named is None and club is not None:
        values = {item.name: getattr(club.values, item.name) for item in known.values()}
        return House(club.profile, game.house(**{**values, **chosen}), club.source)
    if named is not None:
        found_house = _profile(reading, named, game, chosen)
        if found_house:
            return found_house
    return House(profile, game.house(**{**game.profiles[profile], **chosen}))


@cache
def _default_house(game: Game) -> House:
    """The rulebook's own rules."""
    profile = next(iter(game.profiles))
    return House(profile, game.house(**game.profiles[profile]))


def _profile(reading: Reading, node: Node, game: Game, chosen: dict[str, Any]) -> House | None:
    name = reading.text(node, "a profile")
    if name is None:
        return None
    if name not in game.profiles:
        message = f'"{shorten(name)}" is no profile of {game.name}; the profiles are {", ".join(game.profiles)}'
        reading.error(UNKNOWN_NAME, node, message + did_you_mean(name, game.profiles))
        return None
    return House(name, game.house(**{**game.profiles[name], **chosen}))


def _option(reading: Reading, node: Node, name: str, about: Any) -> Any:
    text = reading.text(node, "one of " + ", ".join(about["choices"]))
    if text is None:
        return None
    if about["number"] and _NUMBER.fullmatch(text):
        figure = reading.number(node, 1)
        return figure.value if figure else None
    if text in about["choices"]:
        return text
    choices = ", ".join(about["choices"]) + (" or another number" if about["number"] else "")
    hint = did_you_mean(text, about["choices"])
    reading.error(UNKNOWN_NAME, node, f'"{shorten(text)}" is no value of {name}; the values are {choices}{hint}')
    return None


def read_players(reading: Reading, node: Node | None, game: Game, at: Node) -> tuple[str, ...]:
    """The players' names, in order round the table; empty after an error."""
    wanted = " or ".join(map(str, game.seats))
    reading.path = "players"
    if node is None:
        reading.error(WRONG_TYPE, at, f"`players` is missing; expected the names of {wanted} players")
        return ()
    if type(node) is not Sequence or not all(type(item) is Scalar for item in node.items):
        reading.wrong(node, "a list of names, like [Anna, Boris]")
        return ()
    before = len(reading.findings)
    names = [item for item in node.items if type(item) is Scalar]
    if len(names) not in game.seats:
        stand = "1 name stands" if len(names) == 1 else f"{len(names)} names stand"
        hint = "; between names stands a comma" if len(names) < min(game.seats) else ""
        reading.error(WRONG_TYPE, node, f"{stand} here; {game.name} is played by {wanted}{hint}")
    seen: set[str] = set()
    for item in names:
        check_name(reading, item, seen)
        seen.add(item.text)
    return tuple(item.text for item in names) if len(reading.findings) == before else ()


def check_name(reading: Reading, item: Scalar, seen: Iterable[str]) -> None:
    """A name is not empty, not a word of the game, not another's, and can stand before a colon."""
    name = item.text
    if not name.strip() or item.style == FOLDED or "\n" in name:
        reading.wrong(item, "a name")
    elif len(name) > LONGEST_NAME:
        message = f'"{shorten(name)}" has {len(name):,} letters; a name may have {LONGEST_NAME}'
        reading.error(LIMIT, item, message)
    elif not name.isprintable():
        reading.error(UNKNOWN_NAME, item, f'"{shorten(name)}" has signs in it that cannot be printed')
    elif name in GAME_WORDS:
        reading.error(UNKNOWN_NAME, item, f'"{name}" is a word of the game; call the player something else')
    elif ":" in name or ("#" in name and _COMMENT.search(name)):
        reading.error(UNKNOWN_NAME, item, f'"{shorten(name)}" has a colon or a # in it; no name can')
    elif name in seen:
        reading.error(UNKNOWN_NAME, item, f'two here are called "{name}"; tell them apart')


def read_record(
    root: Node, file: str, document: int, games: Known[str, Game], club: Callable[[str], House | None]
) -> Record:
    """The record that a tree holds. Never raises: what could not be read stands in `findings`."""
    record = Record(file=file, document=document, line=root.line)
    reading = Reading()
    reading.findings = record.findings
    try:
        _read_envelope(reading, record, root, games, club)
    except TooManyErrors:
        if reading.findings is not record.findings:  # it was in the middle of a deal
            record.findings.extend(reading.findings)
    return record


def _read_envelope(
    reading: Reading, record: Record, root: Node, games: Known[str, Game], club: Callable[[str], House | None]
) -> None:
    game = _game(reading, root, games)
    reading.path = ""
    if game is None or type(root) is not Mapping:
        return
    record.game, reading.game = game.name, game
    has_deals = any(type(key) is Scalar and key.text == "deals" for key, _ in root.pairs)
    envelope, known = envelope_keys(game)
    top: dict[str, Node] = {}
    for name, key, value in reading.keys(root, known, "a record"):
        if has_deals and name not in envelope:
            reading.error(UNKNOWN_KEY, key, f'"{name}" belongs in a deal; it stands beside `deals`')
            continue
        top[name] = value
    house = read_house(reading, top.get("rules"), game, club(game.name))
    record.house, record.profile, record.house_from = house.values, house.profile, house.source
    reading.deck = game.deck(house.values)
    record.players = reading.players = read_players(reading, top.get("players"), game, root)
    if record.players:
        _read_table(reading, record, game, root, top, has_deals=has_deals)


def _game(reading: Reading, root: Node, games: Known[str, Game]) -> Game | None:
    """The game of the record; it decides how all else is read."""
    known = ", ".join(games)
    if type(root) is not Mapping:
        reading.wrong(root, f"a record, which begins with `game:` ({known})")
        return None
    node = next((value for key, value in root.pairs if type(key) is Scalar and key.text == "game"), None)
    if node is None or (type(node) is Scalar and not node.text):
        reading.error(WRONG_TYPE, root, f"`game` is missing; expected one of {known}")
        _likely_keys(reading, root, games)
        return None
    reading.path = "game"
    name = reading.text(node, f"one of {known}")
    if name is None or name in games:
        return games[name] if name else None
    reading.error(
        UNKNOWN_NAME, node, f'"{shorten(name)}" is no game known here; the games are {known}{did_you_mean(name, games)}'
    )
    return None


def _likely_keys(reading: Reading, root: Mapping, games: Known[str, Game]) -> None:
    """Without a game, at least the keys that no game has."""
    known = {*ENVELOPE, *(key for game in games.values() for key in (*game.envelope, *deal_keys(game)))}
    for _ in reading.keys(root, known, "a record"):
        pass


def _read_table(
    reading: Reading, record: Record, game: Game, root: Mapping, top: dict[str, Node], *, has_deals: bool
) -> None:
    """Everything that needs to know who plays."""
    for key, reader in game.envelope.items():
        if key in top:
            reading.path = key
            record.more[key] = reader(reading, top[key])
    names, _ = game.accounts(record)
    reading.names = {name: seat for seat, name in enumerate(names)}
    reading.trick_size = game.trick_size(len(record.players))
    if "opening" in top:
        reading.path = "opening"
        record.opening = figures(reading, top["opening"]) or {}
    for key in FREE_KEYS:
        reading.path = key
        if key in top and (text := reading.free_text(top[key])) is not None:
            record.meta[key] = text
    if has_deals:
        _read_deals(reading, record, top.get("deals"), root)
    elif _read_lone_deal(reading, record, root, top):
        return
    if "claimed" in top:
        reading.path = "claimed"
        record.claimed = figures(reading, top["claimed"])


_OF_A_LINE = {"claimed", "dealer", "number", "note"}  # what a deal may have that is one line of a score sheet


def _read_lone_deal(reading: Reading, record: Record, root: Mapping, top: dict[str, Node]) -> bool:
    """A deal whose keys stand at the top level; True if `claimed` is its own, there being nothing else that scores."""
    mine = [key for key in deal_keys(reading.game) if key in top]
    if set(mine) <= {"note"}:
        reading.path = ""
        if reading.errors:
            return False  # one of the keys that could not be read may be what is missing
        reading.error(WRONG_TYPE, root, "no `deals` and nothing of a deal; write what happened at the table")
        return False
    of_a_line = _OF_A_LINE.issuperset(mine)
    own = Mapping(root.line, root.column)
    own.pairs = [(Scalar(key, root.line, 1), top[key]) for key in mine if of_a_line or key != "claimed"]
    record.deals.append(read_deal(reading, own, ""))
    return of_a_line


def _read_deals(reading: Reading, record: Record, node: Node | None, root: Mapping) -> None:
    reading.path = "deals"
    if node is None or (type(node) is Sequence and not node.items):
        reading.error(WRONG_TYPE, node or root, "`deals` is empty; write what happened at the table")
    elif type(node) is Sequence:
        for index, item in enumerate(node.items):
            record.deals.append(read_deal(reading, item, f"deals[{index}]."))
    elif type(node) is Mapping:
        record.deals = [read_deal(reading, node, "deals.")]
    else:
        reading.wrong(node, "a list of deals")
