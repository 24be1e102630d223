"""Text to trees: a YAML document as texts, lists and pairs that know where they stand.

Composed nodes are read, never constructed objects: values stay text, repeated keys stay visible, nothing is guessed,
aliases are refused, and no nesting can exhaust the stack (libyaml itself stops at a thousand levels).
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.light import late_pattern
from pinocle_cli.reader.pyyaml import yaml
from pinocle_cli.reader.tree import (
    MOST_DEPTH,
    MOST_NODES,
    TOO_DEEP,
    Block,
    Document,
    Folded,
    Items,
    Pairs,
    Text,
    UnreadableError,
)
from pinocle_cli.reader.yaml_errors import syntax_finding
from pinocle_cli.reader.yaml_reader import Composer
from pinocle_cli.record import ENCODING, LIMIT, SYNTAX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinocle_cli.reader.tree import Placed

MappingNode, ScalarNode = yaml.MappingNode, yaml.ScalarNode


def parse_piece(piece: bytes, first_line: int, number: int) -> Document | None:
    """The document of one piece; None if it has no content."""
    try:
        text = piece.decode("utf-8")
    except UnicodeDecodeError as why:
        line = first_line + piece.count(b"\n", 0, why.start)
        column = why.start - piece.rfind(b"\n", 0, why.start)
        message = f"byte {piece[why.start]:#04x} is not UTF-8; save the file as UTF-8"
        return Document(number, first_line, None, (Finding(ENCODING, ERROR, line, message, column=column),))
    if "\r" in text:
        if "\n" not in text:
            message = "no line of this record ends in a line feed, only in carriage returns; save it with line feeds"
            return Document(number, first_line, None, (Finding(SYNTAX, ERROR, first_line, message),))
        text = text.replace("\r\n", "\n").replace("\r", " ")
    if not text.isascii():
        text = with_line_feeds_alone(text)
    root: Placed | None = None
    try:
        if "*" in text or len(text) > MOST_NODES:
            _look_over(text, first_line)
        composed = Composer(text).get_single_node()
        if composed is not None:
            root = _tree(composed, text, first_line, 1)
    except UnreadableError as why:
        return Document(number, first_line, None, (why.finding,))
    except yaml.YAMLError as why:
        return Document(number, first_line, None, (syntax_finding(why, text, first_line),))
    if root is None or root == "":
        return None
    return Document(number, root.line, root)


def with_line_feeds_alone(text: str) -> str:
    """A text without the other signs at which libyaml would end a line; no longer and no shorter."""
    return text.replace("\x85", " ").replace("\u2028", " ").replace("\u2029", " ")


def composed(text: str) -> yaml.Node | None:
    """The node of a document, with the marks of where everything stands. Raises YAMLError."""
    node: yaml.Node | None = Composer(text).get_single_node()
    return node


def _look_over(text: str, base: int) -> None:
    """Refuse what must not be composed: an alias, which can stand for very much, and more values than a record has."""
    nodes, reader = 0, Composer(text)
    while reader.check_event():
        event = reader.get_event()
        nodes += isinstance(event, yaml.NodeEvent)
        if isinstance(event, yaml.AliasEvent):
            rule, message = SYNTAX, f"aliases (*{event.anchor}) are not allowed; write the value out"
        elif nodes > MOST_NODES:
            rule, message = LIMIT, f"more than {MOST_NODES:,} values in one record"
        else:
            continue
        mark: Any = event.start_mark
        raise UnreadableError(Finding(rule, ERROR, mark.line + base, message, column=mark.column + 1))


def _tree(node: yaml.Node, text: str, base: int, depth: int) -> Placed:
    """The tree of a composed node."""
    if type(node) is ScalarNode:
        return _trees([node], text, base, depth)[0]
    mark = node.start_mark
    line, column = mark.line + base, mark.column + 1
    if depth > MOST_DEPTH:
        raise UnreadableError(Finding(LIMIT, ERROR, line, TOO_DEEP, column=column))
    made: Pairs | Items
    if type(node) is MappingNode:
        each = iter(_trees(chain.from_iterable(node.value), text, base, depth + 1))
        made = Pairs(zip(each, each, strict=True))
    else:
        made = Items(_trees(node.value, text, base, depth + 1))
    made.line, made.column = line, column
    return made


def _trees(nodes: Iterable[yaml.Node], text: str, base: int, depth: int) -> list[Placed]:
    """The same of nodes one after the other, of which nearly all are texts."""
    found: list[Placed] = []
    new = str.__new__
    for node in nodes:
        if type(node) is not ScalarNode:
            found.append(_tree(node, text, base, depth))
            continue
        mark = node.start_mark
        if node.style == "|":
            found.append(_block(node.value, mark, text, base))
            continue
        made: Text = new(Text if node.end_mark.line == mark.line else Folded, node.value)
        made.line, made.column = mark.line + base, mark.column + 1
        found.append(made)
    return found


_INDENTED = late_pattern(r"[ \n]*")


def _block(value: str, mark: yaml.Mark, text: str, base: int) -> Block:
    """A | block; its column is that of the text, which libyaml does not tell."""
    if not value:
        return Block.at("", mark.line + base, mark.column + 1)
    indented = _INDENTED.match(text, text.find("\n", mark.index) + 1)
    assert indented is not None  # noqa: S101 - it may match nothing
    start = indented.end()
    shown = value.lstrip("\n")
    column = start - text.rfind("\n", 0, start) - (len(shown) - len(shown.lstrip(" ")))
    return Block.at(value, mark.line + base + 1, column)
