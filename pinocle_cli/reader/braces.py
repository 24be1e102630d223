"""Where the records of a JSON text begin and end, told by its braces alone: it is cut before it is parsed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pinocle_cli.light import late_pattern
from pinocle_cli.reader.tree import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

_STRING_OR_BRACE = late_pattern(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[{}]', re.DOTALL)
_LONG = 1 << 18
_BETWEEN = b" \t\r\n,[]"  # what may stand between the records of a text: an array's commas and brackets


def records_end(data: bytes) -> int:
    """Where the last whole record of a JSON text ends; zero if none does."""
    return max(_ends(data), default=0)


def worth_a_look(size: int) -> int:
    """How long a text in which no record ended has to become before it is looked through again.

    A short one at once; a long one when it is twice as long, or it would be looked through again with every block.
    """
    return size if size < _LONG else min(2 * size, MOST_BYTES + 1)


def _ends(data: bytes) -> Iterator[int]:
    """Where each record ends, whatever it holds: braces within strings are not counted."""
    depth = 0
    for match in _STRING_OR_BRACE.finditer(data):
        found = data[match.start()]
        if found == _OPEN:
            depth += 1
        elif found == _CLOSE:
            depth = max(depth - 1, 0)
            if not depth:
                yield match.end()


_OPEN, _CLOSE = b"{}"


def spans(data: bytes) -> Iterator[tuple[int, int]]:
    """(start, end) of each record of a JSON text, or of what stands where one should."""
    start = 0
    for end in (*_ends(data), len(data)):
        while start < end and data[start] in _BETWEEN:
            start += 1
        if start < end:
            at = data.find(b"{", start, end)
            if at > start or (at < 0 and data[start:end].strip(_BETWEEN)):
                yield start, at if at > 0 else end
            if at >= 0:
                yield at, end
        start = end
