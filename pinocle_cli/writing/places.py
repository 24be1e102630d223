"""Where the pen stands in a text: under which keys, in which deal, and what is written there so far.

The text is looked at line by line from its indentation, for while somebody writes it is seldom YAML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pinocle_cli.light import NamedTuple
from pinocle_cli.reader.record import record_keys

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pinocle_cli.game import Game, Key, Kind

_KEY = re.compile(r"""(?:"([^"]*)"|'([^']*)'|([^\s:#\[\]{},"'][^:#\[\]{},]*?))\s*:(?=\s|$)""")
_LEAD = re.compile(r"( *)((?:- +)*)(-$)?")


@dataclass(frozen=True)
class Pen:
    """Where the pen stands: the keys down to there, whether a key is being written, and what stands before it."""

    keys: tuple[str, ...]
    writes_key: bool
    before: str  # what is written of the value (or key) on this line
    column: int  # where that begins, from 0
    in_block: bool = False  # on a line of its own within a | block or a list of lines
    used: frozenset[str] = field(default_factory=frozenset)  # the keys that stand beside it already


class _Line(NamedTuple):
    """A line as it is indented: where its key (or text) begins, where its dash stands, and what it says."""

    column: int
    dash: int | None
    text: str


def _looked_at(line: str) -> _Line:
    match = _LEAD.match(line)
    assert match is not None  # noqa: S101 - it fits every line
    dash = len(match[1]) if match[2] or match[3] else None
    return _Line(match.end(), dash, line[match.end() :])


def pen_at(lines: Sequence[str], line: int, column: int) -> Pen:
    """Where the pen stands, at a line and a column from 0."""
    cur = lines[line][:column] if line < len(lines) else ""
    here = _looked_at(cur)
    outer, block = _keys_above(lines, line, here.column if here.text or here.dash is not None else len(cur))
    if block:
        text = cur.lstrip()
        start = len(cur) - len(text)
        if text.startswith("- "):
            text, start = text[2:].lstrip(), len(cur) - len(text[2:].lstrip())
        return Pen(outer, False, text, start, in_block=True)
    match = _KEY.match(here.text)
    if match is None or not here.text[match.end() :][:1].isspace():
        if here.text[:1] in ("{", "["):
            return _within(outer, here.text, here.column)
        used = _beside(lines, line, here.column)
        return Pen(outer, True, here.text, here.column, used=used)
    rest = here.text[match.end() :]
    start = here.column + match.end() + len(rest) - len(rest.lstrip())
    return _within((*outer, _name(match)), rest.lstrip(), start)


def _name(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group is not None)


def _keys_above(lines: Sequence[str], line: int, column: int) -> tuple[tuple[str, ...], bool]:
    """The keys under which a line of this indentation stands, and whether it is part of a | block."""
    keys: list[str] = []
    block = False
    for number in range(line - 1, -1, -1):
        above = lines[number]
        if not above.strip() or above.lstrip().startswith("#"):
            continue
        if above.startswith("---"):
            break
        one = _looked_at(above)
        inner = min(one.column, one.dash) if one.dash is not None else one.column
        if inner >= column and one.column >= column:
            continue
        match = _KEY.match(one.text)
        if match is not None and one.column < column:
            if not keys and re.match(r"\s*[|>]", one.text[match.end() :]):
                block = True
            keys.append(_name(match))
            column = one.column
        if one.dash is not None and one.dash < column:
            column = one.dash + 1  # the key of a list may stand as far left as its dashes
        if column <= 0:
            break
    return tuple(reversed(keys)), block


def _within(keys: tuple[str, ...], text: str, start: int) -> Pen:
    """The pen within a value on one line, which may be in brackets or braces."""
    levels: list[tuple[str, str | None]] = []  # (the bracket, the key in it)
    begin, n = 0, 0
    used: list[set[str]] = []
    while n < len(text):
        sign = text[n]
        if sign in "\"'":
            n = max(text.find(sign, n + 1), n)
        elif sign in "[{" and not text[begin:n].strip():
            levels.append((sign, None))
            used.append(set())
            begin = n + 1
        elif sign in "]}" and levels:
            levels.pop()
            used.pop()
            begin = n + 1
        elif sign == "," and levels:
            levels[-1] = (levels[-1][0], None)
            begin = n + 1
        elif (
            sign == ":" and levels and levels[-1][0] == "{" and levels[-1][1] is None and text[n + 1 : n + 2].isspace()
        ):
            name = text[begin:n].strip().strip("\"'")
            levels[-1] = ("{", name)
            used[-1].add(name)
            begin = n + 1
        n += 1
    inner = tuple(key for bracket, key in levels if key is not None)
    writes_key = bool(levels) and levels[-1][0] == "{" and levels[-1][1] is None
    before = text[begin:].lstrip()
    column = start + len(text) - len(before)
    return Pen((*keys, *inner), writes_key, before, column, used=frozenset(used[-1]) if used else frozenset())


def _beside(lines: Sequence[str], line: int, column: int) -> frozenset[str]:
    """The keys of the same mapping on other lines."""
    found: set[str] = set()
    own = _looked_at(lines[line]) if line < len(lines) else _Line(0, None, "")
    for step in (-1, 1) if own.dash is None else (1,):
        number = line + step
        while 0 <= number < len(lines):
            one = _looked_at(lines[number])
            if lines[number].strip() and not lines[number].lstrip().startswith("#"):
                if one.column < column or (step == 1 and one.dash is not None and one.dash < column):
                    break  # another mapping
                match = _KEY.match(one.text)
                if one.column == column and match is not None:
                    found.add(_name(match))
                if step == -1 and one.dash is not None and one.dash < column <= one.column:
                    break
            number += step
    return frozenset(found)


# --- What the keys mean ----------------------------------------------------------------------------------------------


class Meaning(NamedTuple):
    """What stands at the pen: the key that is declared, and the player whose value it is."""

    key: Key | None
    name: str  # of the key
    kind: Kind[object] | None
    player: str = ""
    keys: Mapping[str, Key] | None = None  # that may stand here, where keys are written
    option: str = ""  # a house rule


def meaning_of(game: Game, keys: Sequence[str], *, lone: bool) -> Meaning:
    """What is declared for the keys under which the pen stands; `lone`: the keys of a deal may stand at the top."""
    known: Mapping[str, Key] = record_keys(game)
    if lone:
        known = {**known["deals"].kind.keys, **known}
    found: Meaning = Meaning(None, "", None, keys=known)
    rest = list(keys)
    while rest:
        name = rest.pop(0)
        about = (found.keys or {}).get(name)
        if about is None:
            if found.name == "rules" and name in game.options:
                return found._replace(option=name, keys=None)
            if found.kind is not None and found.kind.each is not None:
                return found._replace(kind=found.kind.each, player=name, keys=None)
            return Meaning(None, name, None)
        found = Meaning(about, name, about.kind, keys=about.kind.keys or None)
    return found
