"""A record in which everything stands on a line of its own.

A ledger entry knows the line that it comes from. In a log of JSON a whole record is one line, and of a score sheet
several figures may stand side by side; to tell which step of a deal an entry belongs to, the record is judged once more
with its parts numbered one by one, as if each had a line to itself.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from pinocle_cli.record import with_parts
from pinocle_cli.written import Event, Place, Play

if TYPE_CHECKING:
    from pinocle_cli.record import Deal, Record


Lines = dict[int, int]  # a line of its own: the line where the same stands in the record


def told_apart(record: Record) -> tuple[Record, Lines]:
    """The same record, every place in its deals with a line of its own; and which line that is in the record."""
    numbers = _Numbers()
    return dataclasses.replace(
        record, deals=[_apart(deal, numbers) for deal in record.deals], findings=[]
    ), numbers.lines


class _Numbers:
    """Lines that nothing else has."""

    def __init__(self) -> None:
        self.lines: Lines = {}

    def instead_of(self, line: int) -> int:
        """The next of them, to stand for a line of the record."""
        number = len(self.lines) + 1
        self.lines[number] = line
        return number


def _apart(deal: Deal, numbers: _Numbers) -> Deal:
    values: dict[str, object] = {
        item.name: _numbered(getattr(deal, item.name), numbers)
        for item in dataclasses.fields(deal)
        if item.name not in ("line", "prefix", "findings")
    }
    return with_parts(deal, {**values, "line": numbers.instead_of(deal.line), "findings": [*deal.findings]})


def _numbered(value: object, numbers: _Numbers) -> object:
    """The same value, each place within it numbered."""
    if isinstance(value, (Place, Event)):
        return value._replace(line=numbers.instead_of(value.line))
    if isinstance(value, Play):
        return Play.of([event._replace(line=numbers.instead_of(event.line)) for event in value])
    if isinstance(value, dict):
        return {key: _numbered(one, numbers) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        parts, kind = [_numbered(one, numbers) for one in value], type(value)
        return kind._make(parts) if hasattr(kind, "_make") else kind(parts)
    if dataclasses.is_dataclass(value) and not isinstance(value, type) and hasattr(value, "place"):
        return dataclasses.replace(value, place=_numbered(value.place, numbers))
    return value
