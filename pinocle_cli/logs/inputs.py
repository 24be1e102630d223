"""Paths to records: files, folders, globs, addresses and standard input, with the club's rules beside them."""

from __future__ import annotations

import glob
import io
import json
import os
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.logs.chunks import RECORD_SUFFIXES, Chunk, chunks_of, is_json_lines, is_url
from pinocle_cli.reader.context import Reading, TooManyErrors
from pinocle_cli.reader.parse import buffered, json_documents, yaml_documents
from pinocle_cli.reader.record import House, read_house, read_record
from pinocle_cli.record import CRASH, EMPTY, SYNTAX, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Mapping as Known

    from pinocle_cli.game import Game
    from pinocle_cli.reader.parse import Document, Node

    Club = Callable[[str], House | None]

T = TypeVar("T")
CLUB_FILE = "pinocle.yaml"
SUFFIXES = tuple(suffix + packed for suffix in RECORD_SUFFIXES for packed in ("", ".gz", ".zst"))


def files_in(paths: Iterable[str]) -> Iterator[str]:
    """The inputs that paths stand for, in order; a folder stands for the records in it and below it."""
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
        if file.name.endswith(SUFFIXES) and file.name != CLUB_FILE and file.is_file():
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
    try:
        club = club_rules_for(name, games)
    except ClubFileError as why:  # without the rules of the house nothing can be scored
        if chunk.first:
            yield _without_club(name, why)
        return
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


def _without_club(name: str, why: ClubFileError) -> Record:
    """What stands for the records of an input beside which a club's rules cannot be read."""
    text = "the rules of the club cannot be read: {}:{}:{}: {}"
    findings = [Finding(f.rule, ERROR, 1, text.format(why.file, f.line, f.column, f.message)) for f in why.findings]
    return Record(file=name, document=1, line=1, findings=findings)


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


def records_in(stream: BinaryIO, name: str, games: Known[str, Game], club: Club = lambda _: None) -> Iterator[Record]:
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
        return read_record(document.root, name, document.number, document.line, games, club)
    except Exception as why:  # noqa: BLE001 - one record must not end the run
        return Record(file=name, document=document.number, line=document.line, findings=[crashed(document.line, why)])


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


# --- A club's own rules ----------------------------------------------------------------------------------------------

_CLUBS: dict[Path, Club] = {}


class ClubFileError(Exception):
    """A club file that cannot be read, and all that is wrong in it."""

    def __init__(self, file: Path, findings: list[Finding]) -> None:
        super().__init__("\n".join(f"{file}:{f.line}:{f.column}: error {f.rule.label} {f.message}" for f in findings))
        self.file, self.findings = file, findings


def club_rules_for(name: str, games: Known[str, Game]) -> Club:
    """The house rules beside an input: in the folder of a file, in this one for standard input, nowhere for a URL."""
    if is_url(name):
        return lambda _: None
    return club_rules(Path.cwd() if name == "-" else Path(name).parent.resolve(), games)


def club_rules(folder: Path, games: Known[str, Game]) -> Club:
    """The house rules of the nearest `pinocle.yaml`, in this folder or above it: game -> House or None."""
    found = _CLUBS.get(folder)
    if found is None:
        file = next((at / CLUB_FILE for at in (folder, *folder.parents) if (at / CLUB_FILE).is_file()), None)
        rules = {} if file is None else _read_club(file, games)
        found = _CLUBS[folder] = rules.get
    return found


def _read_club(file: Path, games: Known[str, Game]) -> dict[str, House]:
    """Raises ClubFileError with everything that is wrong in the file."""
    reading = Reading()
    found: dict[str, House] = {}
    try:
        with file.open("rb") as stream:
            documents = list(yaml_documents(buffered(stream)))
    except OSError as why:
        message = f"cannot be read: {(why.strerror or str(why)).lower()}"
        raise ClubFileError(file, [Finding(SYNTAX, ERROR, 1, message, column=1)]) from why
    with suppress(TooManyErrors):
        for document in documents:
            reading.findings.extend(document.findings)
            if document.root is not None:
                found.update(_club_rules_in(reading, document.root, games, str(file)))
    if reading.findings:
        raise ClubFileError(file, reading.findings)
    return found


def _club_rules_in(reading: Reading, root: Node, games: Known[str, Game], source: str) -> Iterator[tuple[str, House]]:
    for _, value in reading.keys(root, ("rules",), CLUB_FILE):
        if isinstance(value, tuple):
            yield from _club_games(reading, value, games, source)
        else:
            reading.wrong(value, "the rules of each game: {two-handed: {...}}")


def _club_games(reading: Reading, node: Node, games: Known[str, Game], source: str) -> Iterator[tuple[str, House]]:
    for name, value in reading.keys(node, games, "the rules of a club"):
        house = read_house(reading, value, games[str(name)], None)
        house.source = source
        yield str(name), house
