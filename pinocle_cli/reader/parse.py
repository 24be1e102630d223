"""Text to trees: YAML documents and JSON lines as texts, lists and pairs, one record at a time.

libyaml's composed nodes are read, never constructed objects: values stay text, repeated keys stay visible, nothing is
guessed, aliases are refused, and no nesting can exhaust the stack (libyaml itself stops at a thousand levels). A stream
is cut at the lines that begin with `---` before it is parsed, so that one broken document costs nothing but itself, and
no more than one is ever held.
"""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Self, cast

import yaml
from yaml._yaml import CParser
from yaml.events import AliasEvent, NodeEvent
from yaml.nodes import MappingNode, ScalarNode

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.reader.yaml_errors import MOST_DEPTH, syntax_finding
from pinocle_cli.record import ENCODING, LIMIT, SYNTAX

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BYTES = 8_000_000  # of one record
MOST_NODES = 200_000  # of one record; an evening of a hundred deals has not a tenth of that
_BLOCK = 1 << 16
_TOO_DEEP = f"nested more than {MOST_DEPTH} deep; no record needs that"


class Text(str):
    """A text of a YAML file, and where it stands."""

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
    """A list of a YAML file, and where it begins."""

    __slots__ = ("column", "line")
    line: int
    column: int


class Pairs(tuple[tuple["Node", "Node"], ...]):  # noqa: SLOT001 - a tuple can have none
    """Keys and values of a YAML file as they were written, repeated keys and all, and where they begin."""

    line: int
    column: int


_Placed = Text | Items | Pairs
# A tree is what the JSON decoder makes of a line of a log; one made from YAML knows its places besides.
Node = str | list["Node"] | tuple[tuple["Node", "Node"], ...]


class Document(NamedTuple):
    """One record before it is typed: its tree, or the findings that say why there is none."""

    number: int
    line: int
    root: Node | None
    findings: tuple[Finding, ...] = ()


class _UnreadableError(Exception):
    """Carries the finding out of the parser; never leaves this module."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def yaml_documents(stream: io.BufferedIOBase, first_line: int = 1) -> Iterator[Document]:
    """The documents of a YAML stream (see `buffered`), as they come. Never raises for what the stream holds."""
    number = 0
    for line, piece in pieces(stream, first_line):
        if piece is None:
            number += 1
            text = f"a record may be {MOST_BYTES:,} bytes long; this one is longer and was passed over"
            yield Document(number, line, None, (Finding(LIMIT, ERROR, line, text),))
            continue
        document = _parse_piece(piece, line, number + 1)
        if document is not None:
            number += 1
            yield document


def json_documents(stream: io.BufferedIOBase, first_line: int = 1) -> Iterator[Document]:
    """The records of a JSON Lines stream, one a line; `number` and `line` are the line of the log."""
    number = first_line - 1
    while raw := stream.readline(MOST_BYTES):
        number += 1
        if len(raw) >= MOST_BYTES and not raw.endswith(b"\n"):
            while (rest := stream.readline(MOST_BYTES)) and not rest.endswith(b"\n"):
                pass
            text = f"a record may be {MOST_BYTES:,} bytes long; this line is longer and was passed over"
            yield Document(number, number, None, (Finding(LIMIT, ERROR, number, text),))
        elif raw.strip():
            yield _parse_json_line(raw, number)


# --- Cutting a stream ------------------------------------------------------------------------------------------------


class _Recoded(io.RawIOBase):
    """A UTF-16 stream as UTF-8 bytes; what cannot be decoded becomes a byte that is not UTF-8 either."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._text = io.TextIOWrapper(stream, "utf-16", newline="")
        self._broken = False

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if not self.closed:
            self._text.detach()  # the stream is closed by whoever opened it
        super().close()

    def readinto(self, buffer: Any) -> int:
        if self._broken:
            return 0
        try:
            data = self._text.read(len(buffer) // 4).encode("utf-8", "surrogatepass")
        except UnicodeError:
            data, self._broken = b"\xff", True
        buffer[: len(data)] = data
        return len(data)


def buffered(stream: BinaryIO) -> io.BufferedReader:
    """The stream as UTF-8, without its byte order mark; with the mark of UTF-16 it is recoded."""
    reader = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast("io.RawIOBase", stream))
    head = reader.peek(3)[:3]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return io.BufferedReader(_Recoded(reader))
    if head == b"\xef\xbb\xbf":
        reader.read(3)
    return reader


def pieces(stream: io.BufferedIOBase, line: int) -> Iterator[tuple[int, bytes | None]]:
    """(first line, bytes) from each line that begins with `---` to the next; None for a piece that is too long."""
    buffer, ended, skipping = b"", False, False
    while not ended:
        block = stream.read1(_BLOCK)
        ended = not block
        start = max(len(buffer) - 3, 0)
        buffer += block
        done = 0
        while (cut := buffer.find(b"\n---", start)) >= 0:
            piece = buffer[done : cut + 1]
            start = cut + 1
            if not skipping:
                if is_preamble(piece):
                    continue
                yield line, piece
            line += piece.count(b"\n")
            done, skipping = cut + 1, False
        buffer = buffer[done:]
        if len(buffer) > MOST_BYTES:
            line_of_rest = buffer.count(b"\n")
            if not skipping:
                yield line, None
            buffer, line, skipping = buffer[-4:], line + line_of_rest - buffer[-4:].count(b"\n"), True
    if buffer and not skipping:
        yield line, buffer


def is_preamble(piece: bytes) -> bool:
    """Whether this is only what may stand before a `---`: YAML directives and comments."""
    if not piece.startswith((b"%", b"#", b"\n", b"\r")):
        return False
    return b"%" in piece and all(part[:1] in b"%#\r" for part in piece.split(b"\n"))


# --- YAML ------------------------------------------------------------------------------------------------------------


def _parse_piece(piece: bytes, first_line: int, number: int) -> Document | None:
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
    if not text.isascii():  # lines end at a line feed only; libyaml would also end them at these
        text = text.replace("\x85", " ").replace("\u2028", " ").replace("\u2029", " ")
    root: _Placed | None = None
    try:
        if "*" in text or len(text) > MOST_NODES:
            _look_over(text, first_line)
        composed = _Composer(text).get_single_node()
        if composed is not None:
            root = _tree(composed, text, first_line, 1)
    except _UnreadableError as why:
        return Document(number, first_line, None, (why.finding,))
    except yaml.YAMLError as why:
        return Document(number, first_line, None, (syntax_finding(why, text, first_line),))
    if root is None or root == "":
        return None
    return Document(number, root.line, root)


def composed(text: str) -> yaml.Node | None:
    """The node of a document, with the marks of where everything stands. Raises YAMLError."""
    node: yaml.Node | None = _Composer(text).get_single_node()
    return node


class _Composer(CParser):
    """libyaml's composer, which never asks what a value may be: it stays the text that was written."""

    def resolve(self, *_: object) -> str:
        return ""

    def descend_resolver(self, *_: object) -> None:
        pass

    def ascend_resolver(self) -> None:
        pass


def _look_over(text: str, base: int) -> None:
    """Refuse what must not be composed: an alias, which can stand for very much, and more values than a record has."""
    nodes = 0
    for event in yaml.parse(text, Loader=yaml.CBaseLoader):
        nodes += isinstance(event, NodeEvent)
        if isinstance(event, AliasEvent):
            rule, message = SYNTAX, f"aliases (*{event.anchor}) are not allowed; write the value out"
        elif nodes > MOST_NODES:
            rule, message = LIMIT, f"more than {MOST_NODES:,} values in one record"
        else:
            continue
        mark: Any = event.start_mark
        raise _UnreadableError(Finding(rule, ERROR, mark.line + base, message, column=mark.column + 1))


def _tree(node: yaml.Node, text: str, base: int, depth: int) -> _Placed:
    """The tree of a composed node."""
    mark = node.start_mark
    line, column = mark.line + base, mark.column + 1
    made: _Placed
    if type(node) is ScalarNode:
        if node.style == "|":
            return _block(node.value, mark, text, base)
        made = str.__new__(Text if node.end_mark.line == mark.line else Folded, node.value)
    elif depth > MOST_DEPTH:
        raise _UnreadableError(Finding(LIMIT, ERROR, line, _TOO_DEEP, column=column))
    elif type(node) is MappingNode:
        below = depth + 1
        made = Pairs([(_tree(key, text, base, below), _tree(item, text, base, below)) for key, item in node.value])
    else:
        made = Items([_tree(item, text, base, depth + 1) for item in node.value])
    made.line, made.column = line, column
    return made


def _block(value: str, mark: Any, text: str, base: int) -> Block:
    """A | block; its column is that of the text, which libyaml does not tell."""
    if not value:
        return Block.at("", mark.line + base, mark.column + 1)
    start = text.find("\n", mark.index) + 1
    end = len(text)
    while start < end and text[start] in " \n":
        start += 1
    indented = start - (text.rfind("\n", 0, start) + 1)
    shown = value.lstrip("\n")
    column = indented - (len(shown) - len(shown.lstrip(" "))) + 1
    return Block.at(value, mark.line + base + 1, column)


# --- JSON ------------------------------------------------------------------------------------------------------------


def _no_constant(text: str) -> str:
    return text


# An object becomes a tuple of pairs, its repeated keys among them; only an array becomes a list.
_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=_no_constant)


def _parse_json_line(raw: bytes, line: int) -> Document:
    """The record of one line of a log."""
    try:
        text = raw.decode("utf-8")
        brackets = text.count("[") + text.count("{")
        if len(text) > MOST_NODES and brackets + text.count(",") > MOST_NODES:  # before it is decoded into memory
            message = f"more than {MOST_NODES:,} values in one record"
            return Document(line, line, None, (Finding(LIMIT, ERROR, line, message),))
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
        if constants or brackets > MOST_DEPTH:
            root = _as_written(root, line, 1)
        return Document(line, line, root)
    except UnicodeDecodeError as why:
        message = f"byte {raw[why.start]:#04x} is not UTF-8; save the log as UTF-8"
        finding = Finding(ENCODING, ERROR, line, message, column=why.start + 1)
    except json.JSONDecodeError as why:
        finding = Finding(SYNTAX, ERROR, line, f"this line is not JSON: {why.msg}", column=why.colno)
    except RecursionError:
        finding = Finding(LIMIT, ERROR, line, _TOO_DEEP)
    except UnicodeEncodeError as why:
        finding = Finding(ENCODING, ERROR, line, f"half a character ({why.object[why.start : why.end]!a})")
    except _UnreadableError as why:
        finding = why.finding
    return Document(line, line, None, (finding,))


def _refuse_half_characters(value: Any) -> None:
    json.dumps(value, ensure_ascii=False).encode("utf-8")


def _as_written(value: Any, line: int, depth: int) -> Node:
    """A decoded value in which constants are texts again; refuses one that is nested too deep."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list | tuple):
        return "" if value is None else str(value).lower()
    if depth > MOST_DEPTH:
        raise _UnreadableError(Finding(LIMIT, ERROR, line, _TOO_DEEP))
    depth += 1
    if isinstance(value, list):
        return [_as_written(item, line, depth) for item in value]
    return tuple([(key, _as_written(item, line, depth)) for key, item in value])
