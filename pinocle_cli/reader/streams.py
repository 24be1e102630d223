"""Streams of bytes to records: cut at the lines that begin with `---`, at line ends, or at the braces of JSON.

A stream is cut before it is parsed, so that one broken record costs nothing but itself, and no more than one is held.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, BinaryIO, cast

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.reader.braces import records_end, spans, worth_a_look
from pinocle_cli.reader.tidy import tidied
from pinocle_cli.reader.tree import MOST_BYTES, Document
from pinocle_cli.record import LIMIT, SYNTAX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed import WriteableBuffer

_BLOCK = 1 << 16


def yaml_documents(stream: io.BufferedIOBase, first_line: int = 1) -> Iterator[Document]:
    """The documents of a YAML stream (see `buffered`), as they come. Never raises for what the stream holds."""
    from pinocle_cli.reader.parse import parse_piece  # noqa: PLC0415 - not for JSON

    number = 0
    for line, piece in pieces(stream, first_line):
        if piece is None:
            number += 1
            text = f"a record may be {MOST_BYTES:,} bytes long; this one is longer and was skipped"
            yield Document(number, line, None, (Finding(LIMIT, ERROR, line, text),))
            continue
        found = _as_json(piece, line, number + 1) or [parse_piece(piece, line, number + 1)]
        for document in filter(None, found):
            number += 1
            yield document if piece.isascii() else tidied(document, piece, line)


def _as_json(piece: bytes, line: int, number: int) -> list[Document | None]:
    """The records of a piece that is JSON; none if it is not, or only YAML in braces."""
    mark = 3 if piece.startswith(b"---") else 0
    if piece[mark:].lstrip()[:1] not in (b"{", b"["):
        return []
    found = list(_json_records(piece[mark:], line, 1 + mark, number))
    return [] if any(finding.rule is SYNTAX for document in found for finding in document.findings) else [*found]


def json_documents(stream: io.BufferedIOBase, first_line: int = 1, column: int = 1) -> Iterator[Document]:
    """The records of a JSON text: objects behind each other, or an array of them. `column` zero: not known."""
    number, line, buffer, ended, enough = 0, first_line, b"", False, 0
    while not ended:
        block = stream.read1(_BLOCK)
        ended = not block
        buffer += block
        if len(buffer) < enough and not ended:
            continue
        end = len(buffer) if ended else records_end(buffer)
        if not end and len(buffer) > MOST_BYTES:
            text = f"a record may be {MOST_BYTES:,} bytes long; this one is longer; the rest was skipped"
            yield Document(number + 1, line, None, (Finding(LIMIT, ERROR, line, text),))
            return
        for document in _json_records(buffer[:end], line, column, number + 1):
            number += 1
            yield document
        if newline := buffer.rfind(b"\n", 0, end) + 1:
            line, column = line + buffer.count(b"\n", 0, end), 1
        column = column and column + len(buffer[newline:end].decode("utf-8", "replace"))
        buffer = buffer[end:]
        enough = 0 if end else worth_a_look(len(buffer))


def _json_records(data: bytes, line: int, column: int, number: int) -> Iterator[Document]:
    """The records of whole JSON that begins at this line and column."""
    from pinocle_cli.reader.json_text import parse_text  # noqa: PLC0415 - not for YAML

    before = 0
    for start, end in spans(data):
        if newline := data.rfind(b"\n", before, start) + 1:
            line, column, before = line + data.count(b"\n", before, start), 1, newline
        column = column and column + len(data[before:start].decode("utf-8", "replace"))
        before = start
        yield parse_text(data[start:end], line, column, number)
        number += 1


def json_lines(stream: io.BufferedIOBase, first_line: int = 1) -> Iterator[Document]:
    """The records of a JSON Lines stream, one a line; `number` and `line` are the line of the log."""
    from pinocle_cli.reader.json_text import parse_line  # noqa: PLC0415 - not for YAML

    number = first_line - 1
    while raw := stream.readline(MOST_BYTES):
        number += 1
        if len(raw) >= MOST_BYTES and not raw.endswith(b"\n"):
            while (rest := stream.readline(MOST_BYTES)) and not rest.endswith(b"\n"):
                pass
            text = f"a record may be {MOST_BYTES:,} bytes long; this line is longer and was skipped"
            yield Document(number, number, None, (Finding(LIMIT, ERROR, number, text),))
        elif raw.strip():
            yield parse_line(raw, number)


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

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        if self._broken:
            return 0
        try:
            data = self._text.read(len(room) // 4).encode("utf-8", "surrogatepass")
        except UnicodeError:
            data, self._broken = b"\xff", True
        room[: len(data)] = data
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
