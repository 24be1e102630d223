"""A tree without what a word processor put into its text: quotes that YAML does not know, signs that nobody sees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from pinocle_cli.ledger import NOTE, Finding
from pinocle_cli.reader.signs import BEGINNING, QUOTES, UNSEEN, sign
from pinocle_cli.reader.tree import Block, Items, Pairs, Text
from pinocle_cli.reader.yaml_errors import broken_by
from pinocle_cli.record import ASSUMED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.reader.tree import Document, Node

# What the signs in question begin with in UTF-8: suits, cards and letters of any language do not.
# The byte that comes first is looked for by itself: most texts have none of them, and that takes next to no time.
_TO_TIDY = {
    b"\xc2": rb"\xc2[\xa0\xab\xad\xbb]", b"\xd8": rb"\xd8\x9c", b"\xe1": rb"\xe1[\x9a\xa0]",
    b"\xe2": rb"\xe2[\x80\x81\x9d]", b"\xe3": rb"\xe3\x80", b"\xef": rb"\xef[\xbb\xbc]",
}  # fmt: skip
_QUOTED = f"(?s)[{QUOTES}\"'](.+)[{QUOTES}\"']"
_FREE_TEXTS = ("note", "date", "place", "event", "scorer")  # in which any sign may stand; a key may be a list too


def tidied(document: Document, piece: bytes, first_line: int) -> Document:
    """The document without signs that only look like YAML's or cannot be seen, and a note on each kind of them.

    Where such a sign begins a line, YAML has read another tree than was meant: that is an error. `first_line` is the
    number of the piece's first line.
    """
    if document.root is None or not _is_to_tidy(piece):
        return document
    lines = piece.decode("utf-8").split("\n")
    for key in _keys(document.root):
        line = lines[key.line - first_line]
        if (found := BEGINNING.match(key)) and not line[: key.column - 1].strip(" "):
            return document._replace(root=None, findings=(broken_by(found[1], key.line, key.column),))
    notes: dict[str, Finding] = {}
    root = _tidied(document.root, notes)
    return document._replace(root=root, findings=(*document.findings, *notes.values()))


def _is_to_tidy(piece: bytes) -> bool:
    return any(first in piece and re.search(whole, piece) for first, whole in _TO_TIDY.items())


def _keys(node: Node) -> Iterator[Text]:
    """Every key of a tree, at any depth."""
    if isinstance(node, Items):
        for item in node:
            yield from _keys(item)
    elif isinstance(node, Pairs):
        for key, value in node:
            if isinstance(key, Text):
                yield key
            yield from _keys(value)


def _tidied(node: Node, notes: dict[str, Finding]) -> Node:
    if isinstance(node, Text):
        return _text(node, notes)
    whole = cast("Items | Pairs", node)  # as every tree with places is, down to its texts
    made: Items | Pairs
    if isinstance(whole, Pairs):
        made = Pairs(
            [(_tidied(key, notes), item if key in _FREE_TEXTS else _tidied(item, notes)) for key, item in whole]
        )
    else:
        made = Items([_tidied(item, notes) for item in whole])
    made.line, made.column = whole.line, whole.column
    return made


def _text(node: Text, notes: dict[str, Finding]) -> Text:
    """A text without what stands round it."""
    if node.isascii() or isinstance(node, Block):
        return node
    plain = node.strip().strip(UNSEEN).strip()
    if plain != node.strip():
        chars = [char for char in node if char in UNSEEN]
        _note(notes, node, f"{sign(chars[0])}, which nobody can see, stands at this word; it is ignored")
    if (quoted := re.fullmatch(_QUOTED, plain)) and not quoted.group(1).isspace():
        plain = quoted.group(1).strip()
        text = f"{sign(node.strip()[0])} stands here; YAML has only \" and ': such quotes are ignored"
        _note(notes, node, text)
    return node if plain == node else type(node).at(plain, node.line, node.column)


def _note(notes: dict[str, Finding], node: Text, message: str) -> None:
    notes.setdefault(message, Finding(ASSUMED, NOTE, node.line, message, column=node.column))
