"""Inputs to records, with the rules of the club that stand beside them."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.logs.chunks import Chunk, chunks_of, form_of
from pinocle_cli.logs.names import is_club_file, is_url
from pinocle_cli.memory import Memory
from pinocle_cli.reader.club import NO_CLUB, Club, club_above, looks_like_club_file, not_read, read_club
from pinocle_cli.reader.record import read_record
from pinocle_cli.reader.streams import buffered, json_documents, json_lines, yaml_documents
from pinocle_cli.record import CRASH, EMPTY, SYNTAX, Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as Known

    from pinocle_cli.game import Game
    from pinocle_cli.reader.tree import Document

T = TypeVar("T")


def records_of(path: str, games: Known[str, Game]) -> Iterator[Record]:
    """The records of one input (`-`: standard input). One that cannot be opened is a record with an error."""
    for record, _ in records_with_text(path, games):
        yield record


def records_with_text(path: str, games: Known[str, Game]) -> Iterator[tuple[Record, Chunk]]:
    """The records of one input, each with the chunk that it stands in."""
    number = 0
    for chunk in chunks_of(path):
        if chunk is not None:
            before, number = 0 if chunk.first else number, 0
            for record in records_in_chunk(chunk, games):
                number = record.document if chunk.by_line else record.document + before
                yield record if number == record.document else replace(record, document=number), chunk
            number = number or before
            if chunk.last and not number:
                yield empty(chunk.name), chunk


def records_in_chunk(chunk: Chunk, games: Known[str, Game], *, digests: bool = False) -> Iterator[Record]:
    """The records of a chunk; in YAML they are counted from the beginning of the chunk."""
    name, number = chunk.name, 0
    if is_club_file(name) and not is_url(name):
        yield from _no_record(chunk, games)
        return
    club = chunk.club if isinstance(chunk.club, Club) else club_of(name, games)
    if chunk.data:
        for document in in_batches(_documents(chunk)):
            number = document.number
            record = record_of(document, name, games, club)
            if digests and document.root is not None:
                from pinocle_cli.identity import digest_of  # noqa: PLC0415 - only where records are compared

                record = replace(record, digest=digest_of(record, document.root))
            yield record
    if chunk.failed:
        finding = _unread(chunk)
        yield Record(
            file=name, document=chunk.line if chunk.by_line else number + 1, line=chunk.line, findings=[finding]
        )


_READERS = {"lines": json_lines, "yaml": yaml_documents, "json": json_documents}


def _documents(chunk: Chunk) -> Iterator[Document]:
    """The documents of a chunk."""
    data = io.BytesIO(chunk.data)
    if chunk.form == "json":  # which goes on within a line
        return json_documents(data, chunk.line, int(chunk.first))
    return _READERS[chunk.form](data, chunk.line)


def records_in_text(raw: bytes, name: str, games: Known[str, Game]) -> Iterator[Record]:
    """The records in the bytes of an input that was read whole."""
    reader = buffered(io.BytesIO(raw))
    form = form_of(name, reader)
    records = list(records_in_chunk(Chunk(name, 1, reader.read(), form), games))
    yield from records or [empty(name)]


def _unread(chunk: Chunk) -> Finding:
    """Why an input cannot be read."""
    if chunk.no_records:
        return Finding(EMPTY, ERROR, 1, chunk.failed)
    return Finding(SYNTAX, ERROR, chunk.line, f"cannot be read: {chunk.failed}")


def _no_record(chunk: Chunk, games: Known[str, Game]) -> Iterator[Record]:
    """What is said of a club's file that was named as if it were a record: what is wrong in it."""
    if chunk.first:
        text = "this is a club's file, in which no record stands; name the records beside or below it"
        findings = read_club(chunk.name, games).every_mistake() or [Finding(EMPTY, ERROR, 1, text)]
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
    documents = _READERS[form_of(name, reader)]
    number = 0
    for document in documents(reader):
        number = document.number
        yield record_of(document, name, games, club)
    if not number:
        yield empty(name)


def record_of(document: Document, name: str, games: Known[str, Game], club: Club) -> Record:
    """The record of one document; what cannot be read, and what the club's file says of it, are findings in it."""
    if document.root is None:
        return Record(file=name, document=document.number, line=document.line, findings=list(document.findings))
    try:
        record = read_record(document.root, name, document.number, document.line, games, club.house)
        of_club = [*club.findings(record.game, document.line)]
        if known_as := club.known_as(record.players):
            record = replace(record, known_as=known_as)
    except Exception as why:  # noqa: BLE001 - one record must not end the run
        return Record(file=name, document=document.number, line=document.line, findings=[crashed(document.line, why)])
    if record.game is None and looks_like_club_file(name):
        of_club.append(not_read(name, document.line))
    if of_club or document.findings:  # those of the document are signs that were passed over
        record = replace(record, findings=[*document.findings, *record.findings, *of_club])
    return record


def crashed(line: int, why: Exception | str) -> Finding:
    """What is said of a record on which the program itself failed."""
    what = why if isinstance(why, str) else f"{type(why).__name__}: {why}"
    return Finding(CRASH, ERROR, line, f"the program failed on this record ({what}); please report it with the record")


def club_of(name: str, games: Known[str, Game]) -> Club:
    """The club's file beside an input: beside and above a file, here for a stream, nowhere for an address."""
    if is_url(name):
        return NO_CLUB
    here = name == "-" or name.startswith("/dev/")  # /dev/stdin, /dev/fd/63: streams, whatever they are called
    return club_above(os.getcwd() if here else _real_folder(os.path.dirname(name)), games)


_real_before: Memory[str, tuple[int, int, str]] = Memory()


def _real_folder(name: str) -> str:
    """The path of a folder without links in it; worked out again only where the name leads to another folder."""
    try:
        found = os.stat(name or os.curdir)
    except OSError:
        return os.path.realpath(name)
    name = os.path.join(os.getcwd(), name)
    known = _real_before.get(name)
    if known is None or known[:2] != (found.st_dev, found.st_ino):
        known = (found.st_dev, found.st_ino, os.path.realpath(name))
        _real_before.keep(name, known)
    return known[2]
