"""Reading: what is known while one record is read, and the readers of single values.

A reader is a function of (reading, node) that returns the typed value, or None after saying why there is none. What
cannot be read becomes a finding with its place and the nearest right spelling; the rest is read on.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pinocle_cli.cards import CardError, nearest_suit, suit_named
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.reader.parse import Block, Folded, Node
from pinocle_cli.record import (
    AMBIGUOUS_CARD,
    DUPLICATE_KEY,
    LIMIT,
    NO_SUCH_CARD,
    UNKNOWN_KEY,
    UNKNOWN_NAME,
    WRONG_TYPE,
    Cards,
    Figure,
    Place,
)

if TYPE_CHECKING:
    import collections.abc
    from collections.abc import Callable, Collection, Iterable, Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game
    from pinocle_cli.memory import Memory
    from pinocle_cli.rule import Rule
MOST_DIGITS = 7
MOST_LINES = 10_000  # of one text; no deal has a hundredth of that
MOST_ERRORS = 1_000  # of one record; whoever has made as many has made one, many times
NUMBER = re.compile(r"[+-]?[0-9]+")
COMMENT = re.compile(r"(?:^|\s)#.*")
_YES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
LONGEST_NAME = 100
_LONGEST_WORD = 100


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


_MEANT = re.compile(r'did you mean (?:"([^"]+)"|([^"?;]+?)(?: \(with a nought\))?)\?')


def meant_by(message: str) -> str | None:
    """The spelling that a message asks about."""
    match = _MEANT.search(message)
    return (match[1] or match[2]) if match else None


Action = tuple[str, tuple[int, ...], Any]  # a verb, and what its reader made of the words behind it


class TooManyErrors(Exception):  # noqa: N818 - it ends the reading, and is no error of ours
    """The reading of this record was given up."""


class Reading:
    """What is known while one record is read: the table, the pack, where we are, and what could not be read."""

    __slots__ = ("actions", "deck", "errors", "findings", "game", "line", "names", "path", "players", "trick_size")

    def __init__(self, line: int = 1) -> None:
        self.line = line  # of the record; in JSON everything stands there
        self.game: Game
        self.deck: Deck
        self.actions: Memory[str, Action]  # that were read before, by their words
        self.players: tuple[str, ...] = ()
        self.names: dict[str, int] = {}  # everybody who can be named, to the number that stands for him
        self.trick_size = 0
        self.path = ""
        self.findings: list[Finding] = []
        self.errors = 0

    # --- Saying what is wrong ---

    def error(self, rule: Rule, node: Node | Place, message: str, offset: int = 0) -> None:
        """Note an error at a node; `path` is the key that is being read."""
        line, column, _ = node if isinstance(node, Place) else self.place(node)
        self.findings.append(Finding(rule, ERROR, line, message, None, column + offset if column else 0, self.path))
        self.errors += 1
        if self.errors == MOST_ERRORS:
            self.findings.append(
                Finding(LIMIT, ERROR, line, f"more than {MOST_ERRORS:,} errors; the rest was not read")
            )
            raise TooManyErrors

    def wrong(self, node: Node, wanted: str) -> None:
        """The value is not of the kind that the key asks for."""
        if isinstance(node, str):
            found = f'"{shorten(node)}"' if node else "nothing"
        else:
            found = "a list" if isinstance(node, list) else "a mapping"
        self.error(WRONG_TYPE, node, f"{found} stands here; expected {wanted}")

    def place(self, node: Node) -> Place:
        """Where a node stands."""
        return tuple.__new__(Place, (getattr(node, "line", self.line), getattr(node, "column", 0), self.path))

    # --- Values ---

    def text(self, node: Node, wanted: str = "a text") -> str | None:
        """One line of text."""
        if isinstance(node, str) and not isinstance(node, Folded):
            return str(node)
        self.wrong(node, wanted + " on one line" if isinstance(node, str) else wanted)
        return None

    def free_text(self, node: Node) -> str | None:
        """A text over any number of lines, in any style: a note."""
        if isinstance(node, str):
            return str(node)
        self.wrong(node, "a text")
        return None

    def number(self, node: Node, least: int | None = None) -> Figure | None:
        """A whole number."""
        if not isinstance(node, str) or not NUMBER.fullmatch(node):
            self.wrong(node, "a whole number")
        elif (digits := len(node.lstrip("+-"))) > MOST_DIGITS:
            message = f"{shorten(node, 20)} has {digits:,} digits; no score has more than {MOST_DIGITS}"
            self.error(LIMIT, node, message)
        elif least is not None and int(node) < least:
            self.error(WRONG_TYPE, node, f"{node} stands here; expected a number not below {least}")
        else:
            return Figure(int(node), self.place(node))
        return None

    def yes(self, node: Node) -> bool | None:
        """Yes or no."""
        if isinstance(node, str) and node.lower() in _YES:
            return _YES[node.lower()]
        self.wrong(node, "yes or no")
        return None

    def seat(self, node: Node) -> int | None:
        """The player (or side) whom a text names."""
        text = self.text(node, "the name of a player")
        return None if text is None else self.seat_named(text, node)

    def seats(self, node: Node) -> list[int] | None:
        """The players whom a list of names, or one name alone, names."""
        found = [self.seat(item) for item in (node if isinstance(node, list) else [node])]
        return None if None in found else [seat for seat in found if seat is not None]

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
            self._no_cards(why, node, offset)
            return None

    def _no_cards(self, why: CardError, node: Node | Place, offset: int = 0) -> None:
        self.error(AMBIGUOUS_CARD if why.ambiguous else NO_SUCH_CARD, node, why.reason, offset + why.offset)

    def cards(self, node: Node) -> Cards | None:
        """Cards, as one text or as a list of texts."""
        if isinstance(node, str) and not isinstance(node, Folded):
            try:
                found: tuple[int, ...] | None = self.deck.parse(node)
            except CardError as why:
                self._no_cards(why, node)
                return None
        elif isinstance(node, list) and all(isinstance(item, str) for item in node):
            each = [self.cards_in(item, item) for item in node if isinstance(item, str)]
            found = None if None in each else tuple(card for cards in each for card in cards or ())
        else:
            self.wrong(node, "cards, like SA10K HQ9, on one line")
            return None
        if found is None:
            return None
        return tuple.__new__(Cards, (found, self.place(node)))

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

    def keys(self, node: Node, known: Collection[str], what: str) -> Iterator[tuple[str, Node]]:
        """(key, value) for each known key with a value; says which keys are unknown or come twice.

        While a value is being read, `path` is that of its key.
        """
        if not isinstance(node, tuple):
            self.wrong(node, f"{what}: keys and values")
            return
        seen: dict[str, str] = {}
        outer = self.path
        before = f"{outer}." if outer else ""
        for key, value in node:
            if not isinstance(key, str):
                self.path = outer
                self.wrong(key, "a key")
                continue
            is_known = key in known
            self.path = before + (key if is_known else shorten(key))
            if key in seen:
                line = self.place(seen[key]).line
                self.error(DUPLICATE_KEY, key, f'"{shorten(key)}" stands here and in line {line}; {what} has it once')
                continue
            seen[key] = key
            if is_known:
                if value or not isinstance(value, str):
                    yield key, value
            elif not key.startswith("x-"):
                self.error(UNKNOWN_KEY, key, f'"{shorten(key)}" is not a key of {what}{did_you_mean(key, known)}')
        self.path = outer

    def by_name(self, node: Node, reader: Callable[[Reading, Node], Any]) -> dict[int, Any] | None:
        """`{player: value}`, each value read by `reader`."""
        if not isinstance(node, tuple):
            self.wrong(node, "{player: ...}")
            return None
        found: dict[int, Any] = {}
        outer = self.path
        for key, value in node:
            if not isinstance(key, str):
                self.wrong(key, "a player's name")
                continue
            seat = self.names.get(key)
            if seat is None:
                self._no_such_player(key, value)
            elif seat in found:
                self.error(DUPLICATE_KEY, key, f'"{shorten(key)}" stands here twice')
            elif value or not isinstance(value, str):
                self.path = f"{outer}.{key}"
                found[seat] = reader(self, value)
                self.path = outer
        if None in found.values():
            found = {seat: value for seat, value in found.items() if value is not None}
        return found or None  # an empty mapping is as good as none

    def _no_such_player(self, key: str, value: Node) -> None:
        """A comma in braces is YAML's own: `{Anna: HK, HQ}` has a key HQ."""
        if value == "":
            try:
                self.deck.parse(key)
            except CardError:
                pass
            else:
                found = f'"{shorten(key)}" stands here as a name'
                message = f"{found}: in braces a comma ends the value; use spaces between cards"
                self.error(UNKNOWN_NAME, key, message)
                return
        self.seat_named(key, key)

    # --- Lines ---

    def block(self, node: Node) -> tuple[list[str], collections.abc.Sequence[int], int] | None:
        """The texts of a block as they stand, their lines and their column; None where comments or a list need care."""
        if not isinstance(node, str) or isinstance(node, Folded) or "#" in node:
            return None
        first, column, _ = self.place(node)
        texts = node.removesuffix("\n").split("\n")
        number = len(texts)
        if number > MOST_LINES:
            return None
        return texts, range(first, first + number) if isinstance(node, Block) else (first,) * number, column

    def lines(self, node: Node, key: str) -> Iterator[tuple[str, int, int]]:
        """(text, line, column) of each line of a block, or of each item of a list."""
        lines = len(node) if isinstance(node, list) else node.count("\n") if isinstance(node, str) else 0
        if lines > MOST_LINES:
            self.error(LIMIT, node, f"{lines:,} lines stand here; no {key} has more than {MOST_LINES:,}")
        elif isinstance(node, list):
            outer = self.path
            for n, item in enumerate(node):
                self.path = f"{outer}[{n}]"
                text = self._item(item)
                self.path = outer
                if text:
                    yield text, *self.place(item)[:2]
        elif isinstance(node, str) and not isinstance(node, Folded):
            line, column, _ = self.place(node)
            step = isinstance(node, Block)
            for text in node.split("\n"):
                bare = text
                if "#" in text:
                    bare = COMMENT.sub("", text)
                stripped = bare.strip()
                if stripped:
                    yield stripped, line, column and column + len(bare) - len(bare.lstrip())
                line += step
        elif isinstance(node, str):
            message = f"{key} has several lines here; write `{key}: |` and the lines below it"
            self.error(WRONG_TYPE, node, message)
        else:
            self.wrong(node, f"lines: write `{key}: |` and a line for each thing that happened")

    def _item(self, item: Node) -> str | None:
        """The line that an item of a list stands for: `- Anna: meld HK HQ` is YAML for a mapping with one key."""
        if isinstance(item, str):
            return " ".join(item.split("\n"))
        if isinstance(item, tuple) and item:
            (key, value), *more = item
            if not more and isinstance(key, str) and isinstance(value, str):
                return f"{key}: {value}"
            if more and all(isinstance(k, str) and v == "" for k, v in more):
                self.error(WRONG_TYPE, item, "in braces a comma ends the value; write the line without braces")
                return None
        self.wrong(item, "one line, like `S9 SA` or `Anna: meld HK HQ`")
        return None
