"""Inputs cut into chunks that hold whole records: no input is ever held whole, and several can be judged at once.

An input is a file, standard input or a URL, plain or compressed. It is cut at the lines that begin with `---`, at line
ends where it holds JSON Lines, and behind a record where it is other JSON; every chunk knows the number of its first
line.
"""

from __future__ import annotations

import codecs
import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING, BinaryIO

from pinocle_cli.light import NamedTuple
from pinocle_cli.logs import names, storage
from pinocle_cli.logs.storage import NoRecordsError, opened, reason, unpacked
from pinocle_cli.reader.braces import records_end, worth_a_look
from pinocle_cli.reader.streams import buffered, is_preamble
from pinocle_cli.reader.tree import MOST_BYTES

if TYPE_CHECKING:
    import io
    from array import array
    from collections.abc import Callable, Iterator

    from pinocle_cli.logs.names import Form

CHUNK = 1 << 18  # bytes of a large input that are judged at once: some hundred deals
_SNIFF = 1 << 12
_SPELL = 0.2  # seconds


class Chunk(NamedTuple):
    """Whole records out of one input."""

    name: str  # the input, as the findings call it
    line: int  # of the input, with which the chunk begins
    data: bytes  # in UTF-8
    form: Form
    first: bool = True
    last: bool = True  # nothing of this input comes after it
    failed: str = ""  # why the input cannot be read, or no further
    no_records: bool = False  # it failed because there is nothing in which a record could stand
    consumed: int = 0  # bytes of the input, as it is stored, for those who watch
    live: bool = False  # more may come at any time: it is judged as it comes
    club: object = None  # what the club's file beside it says, where whoever judges it cannot see that file

    @property
    def by_line(self) -> bool:
        """Whether its records are numbered by their lines, and not one after another."""
        return self.form == "lines"

    @property
    def end(self) -> int:
        """The last line in which something stands; of an empty chunk its first."""
        ends = _line_ends(self.data)
        return self.line + max(len(ends) - self.data.endswith(b"\n"), 0)

    def text_of(self, line: int) -> str | None:
        """A line of the input without its end, if it stands in this chunk."""
        if not self.line <= line <= self.end:
            return None
        ends, at = _line_ends(self.data), line - self.line
        start, stop = ends[at - 1] + 1 if at else 0, ends[at] if at < len(ends) else len(self.data)
        return self.data[start:stop].decode("utf-8", "replace").rstrip("\r")


@lru_cache(maxsize=1)  # one line is asked for after the other
def _line_ends(data: bytes) -> array[int]:
    from array import array  # noqa: PLC0415 - only where a line is shown

    return array("Q", (found.start() for found in re.finditer(b"\n", data)))


def chunks_of(name: str) -> Iterator[Chunk | None]:
    """The chunks of one input, at least one; None where a live stream has nothing to read just now.

    The files of an archive are inputs of their own: each has its name, its lines and its last chunk.
    """
    shown = names.shown(name)
    archive, inside = names.in_archive(name)
    if not os.path.isfile(archive):
        archive = inside = ""
    try:
        with opened(archive or name) as raw:
            if archive or names.is_archive(name):
                yield from _of_an_archive(raw, archive or name, inside)
            else:
                yield from _chunks(raw, name, shown)
    except NoRecordsError as why:
        yield Chunk(shown, 1, b"", form_of(name), failed=str(why), no_records=True)
    except Exception as why:  # noqa: BLE001 - every kind of storage fails in its own way
        yield Chunk(shown, 1, b"", form_of(name), failed=reason(why))


def _of_an_archive(raw: BinaryIO, name: str, inside: str) -> Iterator[Chunk | None]:
    """The chunks of every record file in an archive, or of the one that is asked for."""
    empty = True
    for member in storage.members(raw, name):
        if inside in ("", member.name):
            empty = False
            yield from _chunks(member.raw, member.name, f"{names.shown(name)}/{member.name}", raw)
    if empty:
        what = f"{inside} is not in this archive" if inside else "no record stands in this archive"
        raise NoRecordsError(f"{what} ({', '.join(names.RECORD_SUFFIXES)})")


def _chunks(raw: BinaryIO, name: str, shown: str, archive: BinaryIO | None = None) -> Iterator[Chunk | None]:
    """The chunks of one open input, which may lie in an archive."""
    stored = archive or raw
    try:
        stream, seekable = unpacked(raw, name), stored.seekable()
        at = stored.tell() if archive and seekable else 0
        for chunk in _cut(stream, shown, live=stream is raw and not seekable and not archive):
            if chunk is None:
                yield None
                continue
            now = stored.tell() if seekable else at + len(chunk.data)
            yield chunk._replace(consumed=max(now - at, 0))
            at = now
    except _UnreadableError as why:
        yield Chunk(shown, why.line, b"", form_of(shown), first=why.line == 1, failed=str(why))
    except Exception as why:  # noqa: BLE001 - an archive can be broken in many ways
        yield Chunk(shown, 1, b"", form_of(shown), failed=reason(why))


class _UnreadableError(Exception):
    """An input that breaks off: why, and in which line."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.line = line


def form_of(name: str, reader: io.BufferedReader | None = None) -> Form:
    """The form of an input, by its name; where that tells nothing by how it begins.

    A whole object in the first line, or a very long line, is a log; an array is other JSON; all else may be YAML.
    """
    told = names.form(name)
    if told or reader is None:
        return told or "yaml"
    head = reader.peek(_SNIFF).lstrip()
    if head.startswith(b"["):
        return "json"
    if not head.startswith(b"{"):
        return "yaml"
    import json  # noqa: PLC0415 - not for YAML

    first, newline, _ = head.partition(b"\n")
    try:
        return "lines" if isinstance(json.loads(first), dict) else "yaml"
    except (ValueError, RecursionError):
        return "yaml" if newline or len(head) < _SNIFF else "lines"


# --- Cutting ---------------------------------------------------------------------------------------------------------


def _cut(stream: BinaryIO, name: str, *, live: bool) -> Iterator[Chunk | None]:  # noqa: C901 - one walk over a stream
    """The chunks of an open input. Raises _UnreadableError where it breaks off."""
    reader = buffered(stream)
    form = form_of(name, reader)
    part = Chunk(name, 1, b"", form, last=False, live=live)
    cut, buffer, line, first, skipping, enough = _CUTS[form], b"", 1, True, False, 0
    try:
        for block in _blocks(reader, live=live):
            if block is None:
                yield None
                continue
            buffer += block
            if len(buffer) < enough:
                continue
            at = cut.first(buffer) if skipping else cut.last(buffer)
            if at and not skipping:
                yield part._replace(line=line, data=buffer[:at], first=first)
                first = False
            elif not at and len(buffer) > MOST_BYTES:  # too long, whatever it ends with: the rest is passed over
                yield part._replace(line=line, data=buffer[: MOST_BYTES + 1], first=first)
                first, skipping, at = False, True, len(buffer) - 4
            elif at:
                skipping = False
            elif skipping:
                at = max(len(buffer) - 4, 0)
            line += buffer.count(b"\n", 0, at)
            buffer = buffer[at:]
            enough = 0 if at else worth_a_look(len(buffer))
    except Exception as why:
        if buffer and not skipping:
            yield part._replace(line=line, data=buffer, first=first)
        raise _UnreadableError(reason(why), line + buffer.count(b"\n")) from why
    finally:
        if reader is not stream:
            reader.detach()  # the stream is closed by whoever opened it
    yield part._replace(line=line, data=b"" if skipping else buffer, first=first, last=True)


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
        import select  # noqa: PLC0415 - only for what is being written

        return bool(select.select([reader.fileno()], [], [], seconds)[0])
    except (OSError, ValueError):
        return True


class _Cut(NamedTuple):
    """Where records end: the bytes before that place, the last such place in some bytes; zero if there is none."""

    mark: bytes  # none in JSON that is no log: there nobody can tell who has not read from the beginning
    last: Callable[[bytes], int]

    def first(self, data: bytes, start: int = 0) -> int:
        """The first such place."""
        return data.find(self.mark, start) + 1 if self.mark else 0


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
_CUTS: dict[Form, _Cut] = {"lines": _LINE_ENDS, "yaml": _DOCUMENTS, "json": _Cut(b"", records_end)}


def each_record(chunk: Chunk) -> Iterator[Chunk]:
    """The chunk cut into single records, as far as that can be told without parsing it."""
    cut = _CUTS[chunk.form]
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
    with opened(name) as file:
        file.seek(start)
        while start < stop and (block := file.read(min(CHUNK, stop - start))):
            found += block.count(b"\n")
            start += len(block)
    return found


def fetched(name: str, start: int, stop: int, line: int) -> tuple[int, bytes]:
    """The records that begin from `start`, in line `line`, to before `stop`, and the line of the first of them."""
    cut = _CUTS[form_of(name)]
    before = min(start, 1)  # the byte that tells whether a record begins at `start`
    with opened(name) as file:
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
