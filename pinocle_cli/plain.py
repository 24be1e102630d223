"""Text of others as it can be shown: nothing in it is obeyed by a terminal, a CI server or a spreadsheet."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from pinocle_cli.light import late_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TextIO

    JsonObject = Mapping[str, object]  # what is written as an object of JSON, or was read from one

_JOINERS = "\u200c\u200d"  # within words and signs of many languages
_OBEYED = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_WORKFLOW = late_pattern(r"^(\s*):(?=:)|##(?=\[)")


def plain(text: str) -> str:
    """The text without what a terminal would obey: such signs are spelt out, unusual spaces are spaces."""
    return text if text.isprintable() else "".join(sign if sign.isprintable() else _spelt(sign) for sign in text)


def _spelt(sign: str) -> str:
    if sign in _JOINERS:
        return sign
    if unicodedata.category(sign) == "Zs":
        return " "
    return f"\\u{ord(sign):04x}" if ord(sign) <= 0xFFFF else f"\\U{ord(sign):08x}"  # noqa: PLR2004 - as Python spells them


def line(text: str) -> str:
    """A whole line of output that begins with text of others: plain, and no command to the CI server that prints it."""
    return _WORKFLOW.sub(lambda found: r"\u0023#" if found[0] == "##" else rf"{found[1]}\u003a", plain(text))


def as_json(value: object, indent: int | None = None) -> str:
    """A value as JSON in which every sign can be read, but for those that a terminal would obey."""
    import json  # noqa: PLC0415 - only for programs

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return re.sub(_OBEYED, lambda found: f"\\u{ord(found[0]):04x}", text)


def write_csv(stream: TextIO, rows: Iterable[Iterable[object]]) -> None:
    """Rows for a spreadsheet. A text that it would take for a formula has an apostrophe before it."""
    import csv  # noqa: PLC0415 - only for spreadsheets

    csv.writer(stream, lineterminator="\n").writerows(map(_cell, row) for row in rows)


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    return f"'{plain(value)}" if len(value) > 1 and value.startswith(_FORMULA) else plain(value)
