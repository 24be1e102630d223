"""Reading: what is known while one record is read, and the readers of single values.

A reader is a function of (reading, node) that returns the typed value, or None after saying why there is none. What
cannot be read becomes a finding with its place and the nearest right spelling; the rest is read on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.cards import CardError, nearest_suit, suit_named
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.light import late_pattern
from pinocle_cli.reader.names import called
from pinocle_cli.reader.tree import Folded, Node, Text
from pinocle_cli.reader.words import did_you_mean, figure_hint, figure_meant, key_meant, shorten, signs_in
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
    from collections.abc import Collection, Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game
    from pinocle_cli.memory import Memory
    from pinocle_cli.rule import Rule

MOST_DIGITS = 7
MOST_LINES = 10_000  # of one text; no deal has a hundredth of that
MOST_ERRORS = 1_000  # of one record; whoever has made as many has made one, many times
NUMBER = late_pattern(r"[+-]?[0-9]+")
COMMENT = late_pattern(r"(?:^|\s)#.*")
YES_OR_NO = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
NOTHING = frozenset({"~", "null", "Null", "NULL"})
Action = tuple[str, tuple[int, ...], object]  # a verb, and what its reader made of the words behind it


class TooManyErrors(Exception):  # noqa: N818 - it ends the reading, and is no error of ours
    """The reading of this record was given up."""


class Reading:
    """What is known while one record is read: the table, the pack, where we are, and what could not be read."""

    __slots__ = (
        "accounts", "actions", "called", "deck", "errors", "findings", "game", "line", "names", "path", "players",
        "trick_size",
    )  # fmt: skip

    def __init__(self, line: int = 1) -> None:
        self.line = line  # of the record; in JSON everything stands there
        self.game: Game
        self.deck: Deck
        self.actions: Memory[str, Action]  # that were read before, by their words
        self.players: tuple[str, ...] = ()
        self.names: dict[str, int] = {}  # everybody who can be named, to the number that stands for him
        self.called: dict[str, int] = {}  # the same, and the other ways in which they were written so far
        self.accounts: tuple[int, ...] = ()  # the numbers of those who have a score
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

    def wrong(self, node: Node, wanted: str, hint: str = "") -> None:
        """The value is not of the kind that the key asks for."""
        if isinstance(node, str):
            found = f'"{shorten(node)}"' if node else "nothing"
            hint = hint or signs_in(node)
        else:
            found = "a list" if isinstance(node, list) else "a mapping"
        self.error(WRONG_TYPE, node, f"{found} stands here; expected {wanted}{hint}")

    def place(self, node: Node) -> Place:
        """Where a node stands."""
        if type(node) is Text:  # nearly always
            return tuple.__new__(Place, (node.line, node.column, self.path))
        if type(node) is str:  # of a log of JSON
            return tuple.__new__(Place, (self.line, 0, self.path))
        return tuple.__new__(Place, (getattr(node, "line", self.line), getattr(node, "column", 0), self.path))

    # --- Values ---

    def text(self, node: Node, wanted: str = "a text") -> str | None:
        """One line of text."""
        if isinstance(node, str) and not isinstance(node, Folded):
            return str(node).strip()
        self.wrong(node, wanted + " on one line" if isinstance(node, str) else wanted)
        return None

    def words(self, node: Node) -> str | None:
        """A text over any number of lines, which say the same on one."""
        return " ".join(node.split()) if isinstance(node, Folded) else self.text(node)

    def free_text(self, node: Node) -> str | None:
        """A text over any number of lines, in any style: a note."""
        if isinstance(node, str):
            return str(node)
        self.wrong(node, "a text")
        return None

    def number(self, node: Node, least: int | None = None) -> Figure | None:
        """A whole number."""
        text = node if isinstance(node, str) else ""
        if not NUMBER.fullmatch(text) and not NUMBER.fullmatch(text := figure_meant(text)):
            self.wrong(node, "a whole number", hint=figure_hint(text))
        elif (digits := len(text.lstrip("+-"))) > MOST_DIGITS:
            message = f"{shorten(text, 20)} has {digits:,} digits; no score has more than {MOST_DIGITS}"
            self.error(LIMIT, node, message)
        elif least is not None and int(text) < least:
            self.error(WRONG_TYPE, node, f"{text} stands here; expected a number not below {least}")
        else:
            return Figure(int(text), self.place(node))
        return None

    def yes(self, node: Node) -> bool | None:
        """Yes or no."""
        if isinstance(node, str) and (said := YES_OR_NO.get(node.strip().lower())) is not None:
            return said
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

    def sit(self, names: tuple[str, ...], accounts: tuple[int, ...]) -> None:
        """Say who can be named from here on, players first, and which of them have a score."""
        self.names = {name: seat for seat, name in enumerate(names)}
        self.called, self.accounts = self.names.copy(), accounts

    def who(self, name: str) -> int | None:
        """Whom a name stands for, written in full or shortened to a beginning that fits one only."""
        seat = self.called.get(name)
        if seat is None and len(found := called(name, self.names, len(self.players))) == 1:
            seat = self.called[name] = found[0]
        return seat

    def seat_named(self, name: str, node: Node | Place) -> int | None:
        """The same; says so if it is nobody, or may be several."""
        seat = self.who(name)
        if seat is None:
            found = called(name, self.names, len(self.players))
            every = [*self.names]
            if found:
                text = f'"{shorten(name)}" may be {" or ".join(every[seat] for seat in found)}; write more of the name'
            else:
                players = len(self.players)
                others = f"; a score is also kept for {', '.join(every[players:])}" if every[players:] else ""
                known = f"the players are {', '.join(every[:players])}{others}"
                hint = did_you_mean(name, every) + signs_in(name)
                text = f'"{shorten(name)}" does not play here; {known}{hint}'
            self.error(UNKNOWN_NAME, node, text)
        return seat

    def cards_in(self, text: str, node: Node | Place, offset: int = 0) -> tuple[int, ...] | None:
        """The cards that a text names."""
        try:
            return self.deck.parse(text)
        except CardError as why:
            self._no_cards(why, text, node, offset)
            return None

    def _no_cards(self, why: CardError, text: str, node: Node | Place, offset: int = 0) -> None:
        rule = AMBIGUOUS_CARD if why.ambiguous else NO_SUCH_CARD
        self.error(rule, node, why.reason + signs_in(text), offset + why.offset)

    def cards(self, node: Node) -> Cards | None:
        """Cards, as one text, if need be over several lines, or as a list of texts."""
        if isinstance(node, str):
            try:
                found: tuple[int, ...] | None = self.deck.parse(node)
            except CardError as why:
                self._no_cards(why, node, node, -why.offset if isinstance(node, Folded) else 0)
                return None
        elif isinstance(node, list) and all(isinstance(item, str) for item in node):
            each = [self.cards_in(item, item) for item in node if isinstance(item, str)]
            found = None if None in each else tuple(card for cards in each for card in cards or ())
        else:
            self.wrong(node, "cards, like SA10K HQ9")
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
            message = f'"{shorten(text)}" is not a suit; write spades, hearts, diamonds or clubs{hint}{signs_in(text)}'
            self.error(NO_SUCH_CARD, node, message)
        return suit

    def is_nothing(self, text: str) -> bool:
        """Whether a text is what other programs write for nothing; where players are not known one may be called so."""
        return text in NOTHING and bool(self.names) and text not in self.names

    def _player(self, key: str) -> str | None:
        """Whose name a key is, written in full or shortened."""
        seat = self.who(key)
        return None if seat is None else list(self.names)[seat]

    def _meant(self, key: str, known: Collection[str]) -> str:
        """What a key that is none may have meant."""
        game = getattr(self, "game", None)  # it is not known yet where the game itself is read
        return key_meant(key, known, self._player(key), game.options if game is not None else ())

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
                if not isinstance(value, str) or (value and (value not in NOTHING or not self.is_nothing(value))):
                    yield key, value
            elif not key.startswith("x-"):
                text = f'"{shorten(key)}" is not a key of {what}'
                self.error(UNKNOWN_KEY, key, text + self._meant(key, known) + signs_in(key))
        self.path = outer
