"""What was written: values, lines of play and called faults, each with its place in the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast, overload, runtime_checkable

from pinocle_cli.light import NamedTuple, light_dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator


T = TypeVar("T")


def given(part: T | None) -> T:
    """A part of a deal that is written: for a phase that is run only where it is."""
    assert part is not None  # noqa: S101 - the phase says that it needs it
    return part


class Place(NamedTuple):
    """Where something stands: line and column (both from 1), and the path of its key within the deal.

    In a log of JSON a text is not written as it is read: its column is not known, and zero.
    """

    line: int
    column: int
    path: str


class Figure(NamedTuple):
    """A number that was written, and where."""

    value: int
    place: Place


class Cards(NamedTuple):
    """Cards that were written, as ints of the game's deck, and where."""

    cards: tuple[int, ...]
    place: Place


@runtime_checkable
class Laid(Protocol):
    """What a player laid down, as it was written; some of it may go by a name."""

    @property
    def spelled(self) -> tuple[int, ...]:
        """The cards that are written as cards."""

    def with_card(self, nth: int, card: int) -> Laid:
        """The same with another card in the place of the nth of them."""


@runtime_checkable
class Listed(Laid, Protocol):
    """The same where a score sheet lists it."""

    @property
    def place(self) -> Place:
        """Where it stands."""


class Event(NamedTuple):
    """One line of `play`, `bids` or `calls`: a trick (no verb), or what a player did.

    `seat` is -1 where no player is named; `what` is what the verb's own reader made of the words behind it.
    """

    verb: str
    seat: int
    cards: tuple[int, ...]
    what: Any
    line: int
    column: int
    part: str
    nth: int
    text: str

    @property
    def path(self) -> str:
        """The path within the deal: `play[21]`."""
        return f"{self.part}[{self.nth}]"

    @property
    def place(self) -> Place:
        """Where the line stands."""
        return Place(self.line, self.column, self.path)

    def column_of(self, nth: int) -> int:
        """The column of the nth card (from 0) of a line of cards; zero where it is not known."""
        start = self.text.find(":") + 1
        offset = start
        for word in self.text[start:].replace(",", " ").split()[: nth + 1]:
            offset = self.text.index(word, offset)
            start, offset = offset, offset + len(word)
        return self.column and self.column + start


class Play(Sequence[Event]):
    """The lines of `play`, each an event.

    Nearly all of them are plain tricks, whose leader is not named. Such a line is kept as its cards, and is made an
    event when somebody asks for it: a replay that finds nothing to say about the trick never does.
    """

    __slots__ = ("_column", "_events", "_texts", "_whole", "actions", "lines", "tricks")

    def __init__(
        self,
        tricks: list[tuple[int, ...] | None],
        lines: Sequence[int],
        others: dict[int, Event],
        texts: Sequence[str] = (),
        column: int = 0,
    ) -> None:
        self.tricks = tricks  # the cards of a plain trick; None for any other line
        self.lines = lines
        self.actions = others  # the other lines, by their number
        self._events: list[Event | None] = [None] * len(tricks)
        for n, event in others.items():
            self._events[n] = event
        self._texts, self._column = texts, column
        self._whole = False  # every line has been made an event

    @classmethod
    def of(cls, events: Sequence[Event]) -> Play:
        """The same made from events."""
        others = {n: event for n, event in enumerate(events) if event.verb or event.seat >= 0}
        tricks = [None if n in others else event.cards for n, event in enumerate(events)]
        play = cls(tricks, [event.line for event in events], others)
        play._events, play._whole = [*events], True
        return play

    def __len__(self) -> int:
        return len(self._events)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Play) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Play.of({self[:]!r})"

    @overload
    def __getitem__(self, n: int) -> Event: ...
    @overload
    def __getitem__(self, n: slice) -> list[Event]: ...
    def __getitem__(self, n: int | slice) -> Event | list[Event]:
        if isinstance(n, slice):
            return self._all()[n]
        event = self._events[n]
        if event is None:
            n %= len(self._events)
            new = ("", -1, self.tricks[n], None, self.lines[n], self._column, "play", n, self._texts[n])
            event = self._events[n] = tuple.__new__(Event, new)
        return event

    def __iter__(self) -> Iterator[Event]:
        return iter(self._all())

    @property
    def first_trick(self) -> Event | None:
        """The first line that is a trick, one that was taken back among them."""
        return next((self[n] for n, cards in enumerate(self.tricks) if cards is not None or not self[n].verb), None)

    @property
    def number_of_tricks(self) -> int:
        """How many lines are tricks, those that were taken back among them."""
        return len(self.tricks) - sum([bool(event.verb) for event in self.actions.values()])

    def _all(self) -> list[Event]:
        if not self._whole:
            new, column = tuple.__new__, self._column
            self._events = [
                event or new(Event, ("", -1, cards, None, line, column, "play", n, text))
                for n, (event, cards, line, text) in enumerate(
                    zip(self._events, self.tricks, self.lines, self._texts, strict=True)
                )
            ]
            self._whole = True
        return cast("list[Event]", self._events)


@light_dataclass(frozen=True, kw_only=True)
class Irregularity:
    """A fault that the table called: which rule (by its name), who, which cards, and when."""

    fault: str
    place: Place
    by: int | None = None
    cards: tuple[int, ...] = ()
    after: int | None = None
    after_bid: int | None = None
    choice: str | None = None
