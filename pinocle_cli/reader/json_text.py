"""JSON to trees: a line of a log by the decoder alone, any other text with the place of every value."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import TYPE_CHECKING, cast

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.light import late_pattern
from pinocle_cli.reader.tree import (
    MOST_DEPTH,
    MOST_NODES,
    TOO_DEEP,
    Document,
    Items,
    Node,
    Pairs,
    Text,
    UnreadableError,
)
from pinocle_cli.record import ENCODING, LIMIT, SYNTAX

if TYPE_CHECKING:
    from pinocle_cli.rule import Rule

# --- A line of a log -------------------------------------------------------------------------------------------------


def _no_constant(text: str) -> str:
    return text


# An object becomes a tuple of pairs, its repeated keys among them; only an array becomes a list.
_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=_no_constant)


def parse_line(raw: bytes, line: int) -> Document:
    """The record of one line of a log."""
    try:
        return Document(line, line, _root_of(raw.decode("utf-8"), line))
    except UnicodeDecodeError as why:
        message = f"byte {raw[why.start]:#04x} is not UTF-8; save the log as UTF-8"
        finding = Finding(ENCODING, ERROR, line, message, column=why.start + 1)
    except json.JSONDecodeError as why:
        finding = Finding(SYNTAX, ERROR, line, f"this line is not JSON: {why.msg}", column=why.colno)
    except RecursionError:
        finding = Finding(LIMIT, ERROR, line, TOO_DEEP)
    except UnicodeEncodeError as why:
        finding = Finding(ENCODING, ERROR, line, f"half a character ({why.object[why.start : why.end]!a})")
    except UnreadableError as why:
        finding = why.finding
    return Document(line, line, None, (finding,))


def _root_of(text: str, line: int) -> Node | None:
    """The tree of one line. Raises whatever is wrong with it."""
    brackets = text.count("[") + text.count("{")
    if len(text) > MOST_NODES and brackets + text.count(",") > MOST_NODES:  # before it is decoded into memory
        raise UnreadableError(Finding(LIMIT, ERROR, line, f"more than {MOST_NODES:,} values in one record"))
    root, end = _DECODER.raw_decode(text) if text.startswith("{") else (None, 0)
    if text[end:].strip(" \t\r\n"):
        root = _DECODER.decode(text)
    # Every constant and every escaped character has a u or an f in it; the u of most logs is that of `turned`.
    before, _, after = text.partition("turned")
    constants = False
    if "u" in before or "u" in after or "f" in text:
        if "\\u" in text and "\\ud" in text.lower():
            _refuse_half_characters(root)
        constants = "null" in text or "true" in text or "false" in text
    return _as_written(root, line, 1) if constants or brackets > MOST_DEPTH else root


def _refuse_half_characters(value: object) -> None:
    json.dumps(value, ensure_ascii=False).encode("utf-8")


def _as_written(value: object, line: int, depth: int) -> Node:
    """A decoded value in which constants are texts again; refuses one that is nested too deep."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list | tuple):
        return "" if value is None else str(value).lower()
    if depth > MOST_DEPTH:
        raise UnreadableError(Finding(LIMIT, ERROR, line, TOO_DEEP))
    depth += 1
    if isinstance(value, list):
        return [_as_written(item, line, depth) for item in value]
    return tuple([(key, _as_written(item, line, depth)) for key, item in value])


# --- Any other text --------------------------------------------------------------------------------------------------

_SPACE = late_pattern(r"[ \t\r\n]*")
_PLAIN = late_pattern(r"null|true|false|NaN|-?Infinity|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")


def parse_text(raw: bytes, line: int, column: int, number: int) -> Document:
    """One record of a JSON text that begins at this line and column (zero: the column is not known)."""
    try:
        text = raw.decode("utf-8")
        return Document(number, line, _Text(text, line, column).whole())
    except UnicodeDecodeError as why:
        line += raw.count(b"\n", 0, why.start)
        message = f"byte {raw[why.start]:#04x} is not UTF-8; save the file as UTF-8"
        finding = Finding(ENCODING, ERROR, line, message, column=why.start - raw.rfind(b"\n", 0, why.start))
    except UnreadableError as why:
        finding = why.finding
    return Document(number, line, None, (finding,))


class _Text:
    """A JSON text while it is read: the decoder of the standard library does not tell where a value stands."""

    def __init__(self, text: str, line: int, column: int) -> None:
        self.text, self.line, self.column = text, line, column
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]  # of its lines
        self.values = 0

    def whole(self) -> Node:
        """The value that the text is."""
        if not self.text.startswith("{"):
            raise self._error(0, "expected a record, which begins with `{`" + self._here(0))
        root, end = self._value(0, 1)
        if end < len(self.text):  # pragma: no cover - the text was cut where its brackets close
            raise self._error(end, f'"{self.text[end : end + 20]}" comes after the end of the record')
        return root

    def _value(self, at: int, depth: int) -> tuple[Text | Items | Pairs, int]:
        """The value that begins at `at` or behind the space there, and where the space behind it ends."""
        at = self._space(at)
        self.values += 1
        if self.values > MOST_NODES:
            raise self._error(at, f"more than {MOST_NODES:,} values in one record", LIMIT)
        first = self.text[at : at + 1]
        made: Text | Items | Pairs
        if first == '"':
            return self._string(at)
        if first in ("{", "["):
            if depth > MOST_DEPTH:
                raise self._error(at, TOO_DEEP, LIMIT)
            made, end = self._pairs(at + 1, depth) if first == "{" else self._items(at + 1, depth)
            made.line, made.column = self._place(at)
            return made, self._space(end)
        plain = _PLAIN.match(self.text, at)
        if not plain:
            raise self._error(at, "expected a value" + self._here(at))
        return Text.at("" if plain.group() == "null" else plain.group(), *self._place(at)), self._space(plain.end())

    def _string(self, at: int) -> tuple[Text, int]:
        try:
            value, end = _DECODER.raw_decode(self.text, at)
        except json.JSONDecodeError as why:
            raise self._error(why.pos, why.msg[:1].lower() + why.msg[1:]) from why
        line, column = self._place(at)
        if "\\" in self.text[at:end]:  # not written as it is read: nobody can point into it
            column = 0
            if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
                raise self._error(at, "half a character stands in this text", ENCODING)
        elif column:
            column += 1  # behind the quote
        return Text.at(value, line, column), self._space(end)

    def _pairs(self, at: int, depth: int) -> tuple[Pairs, int]:
        found: list[tuple[Node, Node]] = []
        at = self._space(at)
        while self.text[at : at + 1] != "}" or found:
            if self.text[at : at + 1] != '"':
                raise self._error(at, "expected a key in double quotes" + self._here(at))
            key, at = self._string(at)
            if self.text[at : at + 1] != ":":
                raise self._error(at, f'expected a colon after "{key[:40]}"' + self._here(at))
            value, at = self._value(at + 1, depth + 1)
            found.append((key, value))
            if self.text[at : at + 1] == "}":
                break
            at = self._comma(at, "}")
        return Pairs(found), at + 1

    def _items(self, at: int, depth: int) -> tuple[Items, int]:
        found = Items()
        at = self._space(at)
        while self.text[at : at + 1] != "]" or found:
            value, at = self._value(at, depth + 1)
            found.append(value)
            if self.text[at : at + 1] == "]":
                break
            at = self._comma(at, "]")
        return found, at + 1

    def _comma(self, at: int, close: str) -> int:
        """Where the next begins, behind a comma."""
        if self.text[at : at + 1] != ",":
            raise self._error(at, f"expected a comma or `{close}`" + self._here(at))
        after = self._space(at + 1)
        if self.text[after : after + 1] == close:
            raise self._error(at, f"a comma stands before `{close}`; leave it out")
        return after

    def _space(self, at: int) -> int:
        return cast("re.Match[str]", _SPACE.match(self.text, at)).end()

    def _here(self, at: int) -> str:
        rest = self.text[at : at + 20].split("\n")[0]
        return f'; here stands "{rest}"' if rest else "; the text ends here"

    def _place(self, at: int) -> tuple[int, int]:
        n = bisect_right(self.starts, at) - 1
        column = at - self.starts[n] + 1
        return self.line + n, column if n else self.column and self.column + column - 1

    def _error(self, at: int, message: str, rule: Rule = SYNTAX) -> UnreadableError:
        line, column = self._place(min(at, len(self.text)))
        said = f"this is not JSON: {message}" if rule is SYNTAX else message
        return UnreadableError(Finding(rule, ERROR, line, said, column=column))
