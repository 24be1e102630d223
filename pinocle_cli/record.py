"""The parts of a record, and the rules about records that all games share."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from pinocle_cli.light import light_dataclass
from pinocle_cli.rule import Rule
from pinocle_cli.written import Cards, Event, Figure, Irregularity, Place, Play

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pinocle_cli.ledger import Finding, FindingKey

__all__ = ["Cards", "Event", "Figure", "Irregularity", "Place", "Play"]  # and the names that are made here

SYNTAX = Rule(
    "record.syntax",
    "Cannot be read",
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
    the record is not judged, because nobody can say what it comes to.""",
    "pinocle",
)

CRASH = Rule(
    "record.crash",
    "The program failed",
    "record",
    """A record on which the program itself fails is skipped, and the verdict says so. It is our mistake, not the
    table's: please report it with the record.""",
    "pinocle",
)

RULES = (
    SYNTAX, ENCODING, EMPTY, LIMIT, DUPLICATE_KEY, UNKNOWN_KEY, WRONG_TYPE, UNKNOWN_NAME, NO_SUCH_CARD,
    AMBIGUOUS_CARD, IMPOSSIBLE, COUNT, CLAIM, NOT_CHECKED, AS_RECORDED, ASSUMED,
    CLUB, CRASH,
)  # fmt: skip


T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def read_once(cls: type[T]) -> type[T]:
    """Make a class of what was read; nobody changes a value of it.

    The type checker sees to that: frozen when it runs, a value would take six times as long to make.
    """
    return light_dataclass(kw_only=True)(cls)


@read_once
class Deal:
    """The parts of a deal that every game knows; None is not recorded. Each game adds its own."""

    line: int
    prefix: str  # the path of the deal in the record: `deals[0].`, or nothing where it stands alone
    number: Figure | None = None
    dealer: int | None = None
    hands: Mapping[int, Cards] | None = None
    held: Mapping[int, Cards] | None = None
    play: Play | None = None
    taken: Mapping[int, Figure | Cards] | None = None
    last: int | None = None
    tricks: Mapping[int, Figure] | None = None
    claimed: Mapping[int, Figure] | None = None
    irregularities: Sequence[Irregularity] | None = None
    void: bool = False  # it did not count: a misdeal, thrown in, dealt again
    unwritten: bool = False  # only keys stand there, with nothing behind them
    note: str | None = None
    findings: Sequence[Finding] = field(default_factory=list)


D = TypeVar("D", bound=Deal)


def with_parts(deal: D, parts: Mapping[str, object]) -> D:
    """The same deal with other values of some of its parts, by the names of the fields that keep them."""
    changes: dict[str, Any] = {**parts}  # which of them it has is known only where it is made
    return replace(deal, **changes)


@read_once
class Record:
    """One record as it was read. What could not be read is None or missing, and `findings` says why."""

    file: str
    document: int
    line: int
    game: str | None = None
    profile: str = ""
    house: object = None
    house_from: str = ""  # the club's file, where it says something
    set_by: Mapping[str, str] = field(default_factory=dict)  # option: `club` or `record`, where one of them named it
    known_as: Mapping[str, str] = field(default_factory=dict)  # a player's name: what the club calls that person
    players: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    opening: Mapping[int, Figure] = field(default_factory=dict)
    claimed: Mapping[int, Figure] | None = None
    deals: Sequence[Deal] = field(default_factory=list)
    more: Mapping[str, object] = field(default_factory=dict)
    meta: Mapping[str, str] = field(default_factory=dict)
    digest: str = ""  # of what was written, whatever file and form it stands in; where it was asked for
    findings: Sequence[Finding] = field(default_factory=list)
    waived: frozenset[FindingKey] = frozenset()  # keys of faults from which, as an experiment, nothing is to follow
