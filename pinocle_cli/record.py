"""What was written: the parts of a record, each with its place, and the rules about records that all games share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast, overload

from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import Finding

SYNTAX = Rule(
    "record.syntax",
    "Not to be read",
    "record",
    "A record is YAML, or one JSON object a line; what is neither cannot be read. Aliases and tags are not used.",
    "pinocle",
)
ENCODING = Rule(
    "record.encoding",
    "Not Unicode",
    "record",
    "A record is text in UTF-8, or in UTF-16 with a mark at its beginning.",
    "pinocle",
)
EMPTY = Rule(
    "record.empty",
    "No record",
    "record",
    "A file holds at least one record.",
    "pinocle",
)
LIMIT = Rule(
    "record.limit",
    "Too large",
    "record",
    "A record is refused that is larger, deeper or has longer numbers than any game can need.",
    "pinocle",
)
DUPLICATE_KEY = Rule(
    "record.duplicate-key",
    "A key twice",
    "record",
    "A key stands once in one place; the last one does not win.",
    "pinocle",
)
UNKNOWN_KEY = Rule(
    "record.unknown-key",
    "Unknown key",
    "record",
    "Every key is one that the record format knows, or begins with x-.",
    "pinocle",
)
WRONG_TYPE = Rule(
    "record.wrong-type",
    "Wrong kind of value",
    "record",
    "A value is of the kind that its key asks for.",
    "pinocle",
)
UNKNOWN_NAME = Rule(
    "record.unknown-name",
    "Unknown name",
    "record",
    "Whoever is named plays in this record.",
    "pinocle",
)
NO_SUCH_CARD = Rule(
    "record.no-such-card",
    "No such card",
    "record",
    "A card is written as a suit and a rank of the pack in use.",
    "pinocle",
)
AMBIGUOUS_CARD = Rule(
    "record.ambiguous-card",
    "Two cards in one word",
    "record",
    "A word that can be read as two different cards is asked for again.",
    "pinocle",
)
IMPOSSIBLE = Rule(
    "record.impossible",
    "Cannot have happened",
    "record",
    """The cards recorded fit one pack, and nobody shows or plays a card that he does not hold. A record that cannot
    be true gets no penalties.""",
    "pinocle",
)
COUNT = Rule(
    "record.count",
    "Counts that cannot be",
    "record",
    """Hands have the number of cards that is dealt, and the points taken in a whole deal add up to what the pack
    holds.""",
    "pinocle",
)
CLAIM = Rule(
    "record.claim",
    "Figures differ",
    "record",
    "What the table wrote down is what the rules give.",
    "pinocle",
)
NOT_CHECKED = Rule(
    "record.not-checked",
    "Not checked",
    "record",
    "What the record leaves out cannot be checked, and the verdict says so.",
    "pinocle",
)
AS_RECORDED = Rule(
    "record.as-recorded",
    "As recorded",
    "record",
    "A figure without the cards behind it enters as the table wrote it.",
    "pinocle",
)
ASSUMED = Rule(
    "record.assumed",
    "Assumed",
    "record",
    "What a record leaves open and the likeliest reading settles is assumed, and the verdict says so.",
    "pinocle",
)

CLUB = Rule(
    "record.club",
    "The club's rules cannot be read",
    "record",
    """What `pinocle.yaml` beside or above a record says holds for it. Where the rules of its game cannot be read there
    the record is not judged, for nobody can say what it comes to.""",
    "pinocle",
)

CRASH = Rule(
    "record.crash",
    "The program failed",
    "record",
    """A record on which the program itself fails is passed over, and the verdict says so. It is our mistake, not the
    table's: please report it with the record.""",
    "pinocle",
)

RULES = (
    SYNTAX, ENCODING, EMPTY, LIMIT, DUPLICATE_KEY, UNKNOWN_KEY, WRONG_TYPE, UNKNOWN_NAME, NO_SUCH_CARD,
    AMBIGUOUS_CARD, IMPOSSIBLE, COUNT, CLAIM, NOT_CHECKED, AS_RECORDED, ASSUMED,
    CLUB, CRASH,
)  # fmt: skip


class Place(NamedTuple):
    """Where something stands: line and column (both from 1), and the path of its key within the deal.

    In a log of JSON a text is not written as it is read: its column is not known, and nought.
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
        """The column of the nth card (from 0) of a line of cards; nought where it is not known."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """A fault that the table called: which rule (by its name), who, which cards, and when."""

    fault: str
    place: Place
    by: int | None = None
    cards: tuple[int, ...] = ()
    after: int | None = None
    after_bid: int | None = None
    choice: str | None = None


@dataclass(slots=True, kw_only=True)
class Deal:
    """The parts of a deal that every game knows; None is not recorded. Each game adds its own."""

    line: int
    prefix: str  # the path of the deal in the record: `deals[0].`, or nothing where it stands alone
    number: Figure | None = None
    dealer: int | None = None
    hands: dict[int, Cards] | None = None
    held: dict[int, Cards] | None = None
    play: Play | None = None
    taken: dict[int, Figure | Cards] | None = None
    last: int | None = None
    tricks: dict[int, Figure] | None = None
    claimed: dict[int, Figure] | None = None
    irregularities: list[Irregularity] | None = None
    note: str | None = None
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Record:
    """One record as it was read. What could not be read is None or missing, and `findings` says why."""

    file: str
    document: int
    line: int
    game: str | None = None
    profile: str = ""
    house: Any = None
    house_from: str = ""  # the club's file, where it says something
    set_by: dict[str, str] = field(default_factory=dict)  # option: `club` or `record`, where one of them named it
    known_as: dict[str, str] = field(default_factory=dict)  # a player's name: what the club calls that person
    players: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    opening: dict[int, Figure] = field(default_factory=dict)
    claimed: dict[int, Figure] | None = None
    deals: list[Any] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    meta: dict[str, str] = field(default_factory=dict)
    digest: str = ""  # of what was written, whatever file and form it stands in; where it was asked for
    findings: list[Finding] = field(default_factory=list)
