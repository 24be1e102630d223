"""Paths to records: files, folders, globs, addresses and standard input, with the club's rules beside them."""

from __future__ import annotations

import glob
import io
import json
import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.logs.chunks import RECORD_SUFFIXES, Chunk, chunks_of, is_json_lines, is_url
from pinocle_cli.reader.club import (
    NO_CLUB,
    Club,
    club_above,
    is_club_file,
    looks_like_club_file,
    not_read,
    read_club,
)
from pinocle_cli.reader.parse import buffered, json_documents, yaml_documents
from pinocle_cli.reader.record import read_record
from pinocle_cli.record import CRASH, EMPTY, SYNTAX, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Mapping as Known

    from pinocle_cli.game import Game
    from pinocle_cli.reader.parse import Document, Node

T = TypeVar("T")
SUFFIXES = tuple(suffix + packed for suffix in RECORD_SUFFIXES for packed in ("", ".gz", ".zst"))


def files_in(paths: Iterable[str]) -> Iterator[str]:
    """The inputs that paths stand for, in order; a folder stands for the records in it and below it.

    A club's file is none, however it was named (`*.yaml`); only where nothing else is named something is said of it.
    """
    club = ""
    found = False
    for name in _named(paths):
        if is_club_file(name) and not is_url(name):
            club = club or name
        else:
            found = True
            yield name
    if club and not found:
        yield club


def _named(paths: Iterable[str]) -> Iterator[str]:
    """The same, club's files among them."""
    for path in paths:
        if path in ("", "-"):
            yield path
        elif is_url(path):
            yield from _addresses(path)
        elif os.path.isdir(path):  # noqa: PTH112 - which is no for a name that cannot be
            yield from list(_records_below(path)) or [path]  # a folder without records is told like an empty file
        elif glob.has_magic(path) and not os.path.lexists(path):
            found = sorted(glob.glob(path, recursive=True))  # noqa: PTH207 - a pattern with any root
            for one in found:
                yield from _records_below(one) if Path(one).is_dir() else [one]
            if not found:
                yield path  # opening it says what is wrong
        else:
            yield path


def _records_below(folder: str) -> Iterator[str]:
    for file in sorted(Path(folder).rglob("*")):
        if file.name.endswith(SUFFIXES) and not is_club_file(file.name) and file.is_file():
            yield str(file)


def _addresses(url: str) -> Iterator[str]:
    """An address, or the records that a pattern or a folder at an address stands for."""
    if not (glob.has_magic(url) or url.endswith("/")):
        yield url
        return
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 - optional, and only for addresses

        files, path = url_to_fs(url)
        found = sorted(files.glob(path) if glob.has_magic(url) else files.find(path))
    except (ImportError, OSError, ValueError):
        found = []
    known = [files.unstrip_protocol(one) for one in found if one.endswith(SUFFIXES)]
    yield from known or [url]  # opening it says what is wrong


def records_of(path: str, games: Known[str, Game]) -> Iterator[Record]:
    """The records of one input (`-`: standard input). One that cannot be opened is a record with an error."""
    number = 0
    for chunk in chunks_of(path):
        if chunk is not None:
            before, number = number, 0
            for record in records_in_chunk(chunk, games):
                if not chunk.json:
                    record.document += before
                yield record
                number = record.document
            number = number or before
            if chunk.last and not number:
                yield empty(path)


def records_in_chunk(chunk: Chunk, games: Known[str, Game], *, digests: bool = False) -> Iterator[Record]:
    """The records of a chunk; in YAML they are counted from the beginning of the chunk."""
    name, number = chunk.name, 0
    if is_club_file(name) and not is_url(name):
        yield from _no_record(chunk, games)
        return
    club = club_of(name, games)
    if chunk.data:
        documents = json_documents if chunk.json else yaml_documents
        for document in in_batches(documents(io.BytesIO(chunk.data), chunk.line)):
            number = document.number
            record = _record(document, name, games, club)
            if digests and document.root is not None:
                record.digest = _digest(document.root)
            yield record
    if chunk.failed:
        finding = _unread(chunk)
        yield Record(file=name, document=chunk.line if chunk.json else number + 1, line=chunk.line, findings=[finding])


def records_in_text(raw: bytes, name: str, games: Known[str, Game]) -> Iterator[Record]:
    """The records in the bytes of an input that was read whole."""
    reader = buffered(io.BytesIO(raw))
    as_json = is_json_lines(name, reader)
    chunk = Chunk(name, 1, reader.read(), as_json)
    records = list(records_in_chunk(chunk, games))
    yield from records or [empty(name)]


def _unread(chunk: Chunk) -> Finding:
    """Why an input cannot be read."""
    if not chunk.name:
        return Finding(EMPTY, ERROR, 1, "no file is named")
    if not is_url(chunk.name) and os.path.isdir(chunk.name):  # noqa: PTH112 - which never fails
        return Finding(EMPTY, ERROR, 1, f"no record stands in this folder ({', '.join(RECORD_SUFFIXES)})")
    return Finding(SYNTAX, ERROR, chunk.line, f"cannot be read: {chunk.failed}")


def _no_record(chunk: Chunk, games: Known[str, Game]) -> Iterator[Record]:
    """What is said of a club's file that was named as if it were a record: what is wrong in it."""
    if chunk.first:
        path = Path(chunk.name)
        text = "this is a club's file, in which no record stands; name the records beside or below it"
        findings = read_club(path, games).every_mistake() or [Finding(EMPTY, ERROR, 1, text)]
        yield Record(file=chunk.name, document=1, line=1, findings=findings)


def in_batches(source: Iterator[T]) -> Iterator[T]:
    """The same, taken from their source some at a time.

    Parsing, reading and judging in turn for every record keeps throwing each other's code out of the processor's
    caches; thirty-two of a kind in a row take a tenth less time.
    """
    while batch := list(islice(source, 32)):
        yield from batch


def empty(name: str) -> Record:
    """What stands for an input without any record."""
    finding = Finding(EMPTY, ERROR, 1, "no record stands in this file")
    return Record(file=name, document=1, line=1, findings=[finding])


def records_in(stream: BinaryIO, name: str, games: Known[str, Game], club: Club = NO_CLUB) -> Iterator[Record]:
    """The records of an open stream; JSON Lines by the name, or by the first line where there is none."""
    reader = buffered(stream)
    documents = json_documents if is_json_lines(name, reader) else yaml_documents
    number = 0
    for document in documents(reader):
        number = document.number
        yield _record(document, name, games, club)
    if not number:
        yield empty(name)


def _record(document: Document, name: str, games: Known[str, Game], club: Club) -> Record:
    if document.root is None:
        return Record(file=name, document=document.number, line=document.line, findings=list(document.findings))
    try:
        record = read_record(document.root, name, document.number, document.line, games, club.house)
        record.findings.extend(club.findings(record.game, document.line))
        record.known_as = {player: known for player in record.players if (known := club.name_of(player)) != player}
    except Exception as why:  # noqa: BLE001 - one record must not end the run
        return Record(file=name, document=document.number, line=document.line, findings=[crashed(document.line, why)])
    if record.game is None and looks_like_club_file(name):
        record.findings.append(not_read(name, document.line))
    return record


def _digest(root: Node) -> str:
    """A digest of what was written: the same in YAML and in JSON, wherever it stands."""
    import hashlib  # noqa: PLC0415 - only for a season's database

    def plain(node: Node) -> Any:
        if isinstance(node, str):
            return node.rstrip("\n")
        if isinstance(node, list):
            return [plain(item) for item in node]
        return [[plain(key), plain(value)] for key, value in node]

    return hashlib.sha256(json.dumps(plain(root)).encode()).hexdigest()


def crashed(line: int, why: Exception | str) -> Finding:
    """What is said of a record on which the program itself failed."""
    what = why if isinstance(why, str) else f"{type(why).__name__}: {why}"
    return Finding(CRASH, ERROR, line, f"the program failed on this record ({what}); please report it with the record")


def club_of(name: str, games: Known[str, Game]) -> Club:
    """The club's file beside an input: beside and above a file, here for a stream, nowhere for an address."""
    if is_url(name):
        return NO_CLUB
    here = name == "-" or name.startswith("/dev/")  # /dev/stdin, /dev/fd/63: streams, whatever they are called
    return club_above(os.getcwd() if here else os.path.realpath(os.path.dirname(name)), games)  # noqa: PTH109, PTH120
