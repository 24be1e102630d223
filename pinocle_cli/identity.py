"""Which records are the same: the one definition, for `standings` and `export`.

A record is known by where it stands, its file's real path and its number there, and by what it says under which house
rules. Notation, the order of keys, a block or a list make no difference: what is compared is the record as it was
read. Two documents of one file are never the same record; the same record in a second file is a copy, counted once.
"""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

from pinocle_cli.ledger import ERROR
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import Place, Play

if TYPE_CHECKING:
    from collections.abc import Callable

    from pinocle_cli.reader.tree import Node
    from pinocle_cli.record import Record

# Where something stands, and how it was written there: no part of what it says.
_PLACES = frozenset({"line", "column", "path", "place", "prefix", "part", "nth", "text", "findings", "unwritten"})
_SAID = ("game", "house", "players", "sides", "opening", "claimed", "deals", "more", "meta")
_SIMPLE = (str, int, bool, type(None))


def digest_of(record: Record, root: Node) -> str:
    """What a record says under which house rules; of one that could not be read whole, the text that stands there."""
    import hashlib  # noqa: PLC0415 - only where records are compared

    found = chain(record.findings, *(deal.findings for deal in record.deals))
    if any(finding.severity == ERROR for finding in found):
        said = ["unread", _plain(record.house), _tree(root)]
    else:
        said = said_in(record)
    return hashlib.blake2b(repr(said).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def said_in(record: Record) -> list[object]:
    """What a record says under which house rules, without places and notation, to be compared with another."""
    return [_plain(getattr(record, name)) for name in _SAID]


def _plain(value: object) -> object:
    """A value as it was read, without places."""
    kind = type(value)
    if kind in _SIMPLE:
        return value
    if kind not in _PARTS:
        _PARTS[kind] = _parts_of(kind)
    return _PARTS[kind](value)


def _parts_of(kind: type) -> Callable[[Any], object]:
    """How a value of this kind is taken apart."""
    if kind is Place:
        return lambda _: None
    if kind is Play:
        return lambda play: (play.tricks, [(n, _plain(event)) for n, event in sorted(play.actions.items())])
    if fields := _fields_of(kind):
        return lambda value: [_plain(getattr(value, name)) for name in fields]
    if issubclass(kind, dict):
        return lambda value: [(key, _plain(value[key])) for key in sorted(value)]
    if issubclass(kind, list | tuple):
        return lambda value: [_plain(item) for item in value]
    if issubclass(kind, frozenset | set):
        return lambda value: sorted(map(_plain, value), key=repr)
    return str


def _fields_of(kind: type) -> tuple[str, ...]:
    """What is compared of a dataclass or a named tuple."""
    names = [item.name for item in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else ()
    return tuple(name for name in names or getattr(kind, "_fields", ()) if name not in _PLACES)


_PARTS: dict[type, Callable[[Any], object]] = {}


def _tree(node: Node) -> object:
    """A tree of texts, without what tells YAML from JSON."""
    if isinstance(node, str):
        return node.rstrip("\n")
    if isinstance(node, list):
        return [_tree(item) for item in node]
    return sorted(([_tree(key), _tree(value)] for key, value in node), key=repr)


def real_path(name: str) -> str:
    """Where an input stands, however its path was spelled; a stream and an address are known by their name."""
    return name if name == "-" or "://" in name else os.path.realpath(name)


class Key(NamedTuple):
    """A record among those of its file that say the same: what it says, and the how manieth of them it is."""

    digest: str
    nth: int


class Numbered:
    """Gives each record of one file its key, in their order: a file may hold two games of which the same is said."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def key(self, digest: str) -> Key:
        """The key of the next record that says this."""
        self._seen[digest] += 1
        return Key(digest, self._seen[digest])
