"""Inputs cut into chunks that hold whole records: no input is ever held whole, and several can be judged at once.

An input is a file, standard input or a URL, plain or compressed. It is cut at the lines that begin with `---`, or at
line ends where it holds JSON Lines; every chunk knows the number of its first line.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import select
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

from pinocle_cli.reader.parse import MOST_BYTES, buffered, is_preamble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHUNK = 1 << 18  # bytes of a large input that are judged at once: some hundred deals
_SNIFF = 1 << 12
_SPELL = 0.2  # seconds
_PACKED = 1 << 11  # bytes of an archive that are unpacked at once: a little can unpack to very much
JSON_SUFFIXES = (".jsonl", ".ndjson")
RECORD_SUFFIXES = (".yaml", ".yml", *JSON_SUFFIXES)


class Chunk(NamedTuple):
    """Whole records out of one input."""

    name: str  # the input, as the findings call it
    line: int  # of the input, with which the chunk begins
    data: bytes  # in UTF-8
    json: bool  # JSON Lines
    first: bool = True
    last: bool = True  # nothing of this input comes after it
    failed: str = ""  # why the input cannot be read, or no further
    consumed: int = 0  # bytes of the input, as it is stored, for those who watch


def is_url(name: str) -> bool:
    """Whether this is an address, not a path."""
    return "://" in name


def chunks_of(name: str) -> Iterator[Chunk | None]:
    """The chunks of one input, at least one; None where a live stream has nothing to read just now."""
    try:
        with opened(name) as raw:
            stream = unpacked(raw, name)
            live = stream is raw and name == "-"
            at = 0
            for chunk in _cut(stream, name, live=live):
                if chunk is None:
                    yield None
                    continue
                now = at if name == "-" else raw.tell()
                yield chunk._replace(consumed=now - at)
                at = now
    except _UnreadableError as why:
        yield Chunk(name, why.line, b"", is_json_lines(name), first=why.line == 1, failed=str(why))
    except Exception as why:  # noqa: BLE001 - every kind of storage fails in its own way
        yield Chunk(name, 1, b"", is_json_lines(name), failed=reason(why))


def reason(why: Exception) -> str:
    """Why something cannot be read, in words."""
    text = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
    if isinstance(why, FileNotFoundError) and not why.strerror:
        text = "nothing is there, or nobody answers"
    return text[:1].lower() + text[1:] if text else type(why).__name__


# --- Opening ---------------------------------------------------------------------------------------------------------


class _UnreadableError(Exception):
    """An input that breaks off: why, and in which line."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.line = line


def opened(name: str) -> Any:
    """The bytes of an input as they are stored."""
    if name == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return contextlib.nullcontext(sys.stdin.buffer)  # which stays open for others
    if is_url(name):
        return fsspec().open(name, "rb")
    return Path(name).open("rb")


def fsspec() -> Any:
    """The package that reads what is at an address."""
    try:
        import fsspec as package  # noqa: PLC0415 - optional, and only for addresses
    except ImportError as why:
        raise ImportError("addresses need fsspec: pip install 'pinocle-cli[remote]'") from why
    return package


def unpacked(raw: Any, name: str) -> BinaryIO:
    """The stream behind the compression that the name tells of."""
    if name.endswith(".gz"):
        import gzip  # noqa: PLC0415 - only where it is needed

        return cast("BinaryIO", gzip.GzipFile(fileobj=raw))
    if name.endswith(".zst"):
        return _zstandard(raw)
    return cast("BinaryIO", raw)


def _zstandard(raw: Any) -> BinaryIO:
    """Python's own decompressor from 3.14 on, before that the package."""
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

        return cast("BinaryIO", io.BufferedReader(_Frames(raw, zstd.ZstdDecompressor, zstd.ZstdError)))
    except ImportError:
        pass
    try:
        import zstandard  # noqa: PLC0415 - optional
    except ImportError as why:
        raise ImportError(".zst needs zstandard: pip install 'pinocle-cli[zst]'") from why
    frames = _Frames(raw, lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError)
    return cast("BinaryIO", io.BufferedReader(frames))


class _Frames(io.RawIOBase):
    """The frames of a .zst file; the package's own reader does not say when one breaks off."""

    def __init__(self, raw: BinaryIO, decompressor: Callable[[], Any], error: type[Exception]) -> None:
        self._raw, self._decompressor, self._error = raw, decompressor, error
        self._frame: Any = None
        self._packed = self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            self._packed = self._packed or self._raw.read(_PACKED)
            if not self._packed:
                if self._frame is not None:
                    raise EOFError("the archive breaks off here")
                return 0
            self._frame = self._frame or self._decompressor()
            try:
                self._ready = self._frame.decompress(self._packed)
            except self._error as why:
                raise OSError(str(why)) from why
            self._packed = self._frame.unused_data
            if self._frame.eof:
                self._frame = None
        data, self._ready = self._ready[: len(buffer)], self._ready[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def lines_of(name: str, raw: bytes | None = None) -> list[str]:
    """The lines of an input without their ends, to show some of them. Raises whatever its storage raises."""
    if raw is not None:
        return buffered(io.BytesIO(raw)).read().decode("utf-8", "replace").split("\n")
    with opened(name) as stream:
        return buffered(unpacked(stream, name)).read().decode("utf-8", "replace").split("\n")


def is_compressed(name: str) -> bool:
    """Whether the name tells of a compression."""
    return name.endswith((".gz", ".zst"))


def is_json_lines(name: str, reader: io.BufferedReader | None = None) -> bool:
    """Whether an input holds JSON Lines. Without a name its first line tells: a whole object, or a very long line."""
    if name != "-" or reader is None:
        return name.removesuffix(".gz").removesuffix(".zst").endswith(JSON_SUFFIXES)
    head = reader.peek(_SNIFF).lstrip()
    if not head.startswith(b"{"):
        return False
    first, newline, _ = head.partition(b"\n")
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return not newline and len(head) >= _SNIFF


# --- Cutting ---------------------------------------------------------------------------------------------------------


def _cut(stream: BinaryIO, name: str, *, live: bool) -> Iterator[Chunk | None]:
    """The chunks of an open input. Raises _UnreadableError where it breaks off."""
    reader = buffered(stream)
    as_json = is_json_lines(name, reader)
    cut, buffer, line, first, skipping = _LINE_ENDS if as_json else _DOCUMENTS, b"", 1, True, False
    try:
        for block in _blocks(reader, live=live):
            if block is None:
                yield None
                continue
            buffer += block
            at = cut.first(buffer) if skipping else cut.last(buffer)
            if at and not skipping:
                yield Chunk(name, line, buffer[:at], as_json, first, last=False)
                first = False
            elif not at and len(buffer) > MOST_BYTES:  # too long, whatever it ends with: the rest is passed over
                yield Chunk(name, line, buffer[: MOST_BYTES + 1], as_json, first, last=False)
                first, skipping, at = False, True, len(buffer) - 4
            elif at:
                skipping = False
            elif skipping:
                at = max(len(buffer) - 4, 0)
            line += buffer.count(b"\n", 0, at)
            buffer = buffer[at:]
    except Exception as why:
        if buffer and not skipping:
            yield Chunk(name, line, buffer, as_json, first, last=False)
        raise _UnreadableError(reason(why), line + buffer.count(b"\n")) from why
    finally:
        if reader is not stream:
            reader.detach()  # the stream is closed by whoever opened it
    yield Chunk(name, line, b"" if skipping else buffer, as_json, first)


def _blocks(reader: io.BufferedReader, *, live: bool) -> Iterator[bytes | None]:
    """A file in large blocks; a live stream as it comes."""
    if not live:
        while block := reader.read(CHUNK):
            yield block
        return
    yield None
    while block := reader.read1(CHUNK):  # at first what was read ahead
        yield block
        if not _has_input(reader):
            yield None
            while not _has_input(reader, _SPELL):
                pass


def _has_input(reader: io.BufferedReader, seconds: float = 0) -> bool:
    """Whether a live stream can be read without waiting longer; where that cannot be told, yes.

    It is waited for in short spells: a signal that falls just before a read that waits would not be seen while it does.
    """
    try:
        return bool(select.select([reader.fileno()], [], [], seconds)[0])
    except (OSError, ValueError):
        return True


class _Cut(NamedTuple):
    """Where records end: the bytes before that place, the last such place in some bytes; nought if there is none."""

    mark: bytes
    last: Callable[[bytes], int]

    def first(self, data: bytes, start: int = 0) -> int:
        """The first such place."""
        return data.find(self.mark, start) + 1


def _last_document(data: bytes) -> int:
    """Where the last document begins, with what may stand before its `---`."""
    cut = data.rfind(b"\n---")
    while cut >= 0:
        before = data.rfind(b"\n---", 0, cut)
        if not is_preamble(data[before + 1 : cut + 1]):
            return cut + 1
        cut = before
    return 0


_LINE_ENDS = _Cut(b"\n", lambda data: data.rfind(b"\n") + 1)
_DOCUMENTS = _Cut(b"\n---", _last_document)


def each_record(chunk: Chunk) -> Iterator[Chunk]:
    """The chunk cut into single records, as far as that can be told without parsing it."""
    cut = _LINE_ENDS if chunk.json else _DOCUMENTS
    found, rest = [], chunk.data
    while rest:
        at = cut.last(rest[:-1])
        found.append((at, rest[at:]))
        rest = rest[:at]
    for n, (at, data) in enumerate(reversed(found)):
        line = chunk.line + chunk.data.count(b"\n", 0, at)
        yield chunk._replace(line=line, data=data, first=chunk.first and not n, last=chunk.last and n == len(found) - 1)


# --- Parts of what is at an address ----------------------------------------------------------------------------------


def lines_between(name: str, start: int, stop: int) -> int:
    """How many lines end between two bytes."""
    found = 0
    with fsspec().open(name, "rb") as file:
        file.seek(start)
        while start < stop and (block := file.read(min(CHUNK, stop - start))):
            found += block.count(b"\n")
            start += len(block)
    return found


def fetched(name: str, start: int, stop: int, line: int) -> tuple[int, bytes]:
    """The records that begin from `start`, in line `line`, to before `stop`, and the line of the first of them."""
    cut = _LINE_ENDS if is_json_lines(name) else _DOCUMENTS
    before = min(start, 1)  # the byte that tells whether a record begins at `start`
    with fsspec().open(name, "rb") as file:
        file.seek(start - before)
        data = file.read(stop - start + before + len(cut.mark))
        begin = cut.first(data) if start else 0
        if start and not 0 < begin <= stop - start:
            return line, b""
        from_ = stop - start + before - 1
        while not (end := cut.first(data, max(from_, 0))) and len(data) - begin <= MOST_BYTES + (stop - start):
            from_ = len(data) - len(cut.mark)
            block = file.read(CHUNK)
            if not block:
                break
            data += block
    found = data[begin : end or len(data)]
    return line + data.count(b"\n", before, begin), found if start else found.removeprefix(codecs.BOM_UTF8)
