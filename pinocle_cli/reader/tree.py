"""The tree of a text: texts, lists and pairs that know where they stand, whatever they were written in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pinocle_cli.light import NamedTuple

if TYPE_CHECKING:
    from pinocle_cli.ledger import Finding

MOST_DEPTH = 40  # of lists and mappings within one another
MOST_BYTES = 8_000_000  # of one record
MOST_NODES = 200_000  # of one record; an evening of a hundred deals has not a tenth of that
TOO_DEEP = f"nested more than {MOST_DEPTH} deep; no record needs that"


class Text(str):
    """A text of a file, and where it stands."""

    __slots__ = ("column", "line")
    line: int
    column: int

    @classmethod
    def at(cls, text: str, line: int, column: int) -> Self:
        """A text and its place."""
        made = cls(text)
        made.line, made.column = line, column
        return made


class Block(Text):
    """A text written as a | block, a line of the file for each of its own; its place is that of its content."""

    __slots__ = ()


class Folded(Text):
    """A text that goes over several lines of the file, and is one."""

    __slots__ = ()


class Items(list["Node"]):
    """A list of a file, and where it begins."""

    __slots__ = ("column", "line")
    line: int
    column: int


class Pairs(tuple[tuple["Node", "Node"], ...]):  # noqa: SLOT001 - a tuple can have none
    """Keys and values of a file as they were written, repeated keys and all, and where they begin."""

    line: int
    column: int


Placed = Text | Items | Pairs
# A tree is what the JSON decoder makes of a line of a log; any other knows its places besides.
Node = str | list["Node"] | tuple[tuple["Node", "Node"], ...]


class Document(NamedTuple):
    """One record before it is typed: its tree, or the findings that say why there is none."""

    number: int
    line: int
    root: Node | None
    findings: tuple[Finding, ...] = ()


class UnreadableError(Exception):
    """Carries the finding out of the parser; never leaves the readers of text."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding
