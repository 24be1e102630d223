"""Paths to records: files, folders and standard input, one record at a time, with the club's rules beside them."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.read import House, Reading, read_house, read_record
from pinocle_cli.record import EMPTY, SYNTAX, UNKNOWN_NAME, Record
from pinocle_cli.source import Mapping, Scalar, buffered, json_documents, yaml_documents

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Mapping as Known
    from contextlib import AbstractContextManager

    from pinocle_cli.game import Game
    from pinocle_cli.source import Document

CLUB_FILE = "pinocle.yaml"
RECORD_SUFFIXES = (".yaml", ".yml", ".jsonl")
_SNIFF = 1 << 12


def files_in(paths: Iterable[str]) -> Iterator[str]:
    """The files that paths stand for, in order; a folder stands for the records in it and below it."""
    for path in paths:
        folder = Path(path)
        if path != "-" and folder.is_dir():
            yield from (
                str(file)
                for file in sorted(folder.rglob("*"))
                if file.suffix in RECORD_SUFFIXES and file.name != CLUB_FILE and file.is_file()
            )
        else:
            yield path


def records_of(path: str, games: Known[str, Game]) -> Iterator[Record]:
    """The records of one file (`-`: standard input). A file that cannot be opened is a record with an error."""
    try:
        with _opened(path) as stream:
            folder = Path.cwd() if path == "-" else Path(path).resolve().parent
            yield from records_in(stream, path, games, club_rules(folder, games))
    except OSError as why:
        reason = (why.strerror or str(why)).lower()
        finding = Finding(SYNTAX, ERROR, 1, f"cannot be read: {reason}")
        yield Record(file=path, document=1, line=1, findings=[finding])


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    if path != "-":
        return Path(path).open("rb")
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return nullcontext(sys.stdin.buffer)


def records_in(
    stream: BinaryIO, name: str, games: Known[str, Game], club: Callable[[str], House | None] = lambda _: None
) -> Iterator[Record]:
    """The records of a stream; JSON Lines by the name, or by the first line where there is none."""
    reader = buffered(stream)
    documents = json_documents if _is_json_lines(reader, name) else yaml_documents
    number = 0
    for document in documents(reader):
        number = document.number
        yield _record(document, name, games, club)
    if not number:
        finding = Finding(EMPTY, ERROR, 1, "no record stands in this file")
        yield Record(file=name, document=1, line=1, findings=[finding])


def _record(document: Document, name: str, games: Known[str, Game], club: Callable[[str], House | None]) -> Record:
    if document.root is None:
        return Record(file=name, document=document.number, line=document.line, findings=list(document.findings))
    return read_record(document.root, name, document.number, games, club)


def _is_json_lines(reader: io.BufferedReader, name: str) -> bool:
    """Whether the stream holds JSON Lines. Without a name its first line tells: a whole object, or a very long line."""
    if name != "-":
        return name.endswith((".jsonl", ".ndjson"))
    head = reader.peek(_SNIFF).lstrip()
    if not head.startswith(b"{"):
        return False
    first, newline, _ = head.partition(b"\n")
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return not newline and len(head) >= _SNIFF


# --- A club's own rules ----------------------------------------------------------------------------------------------

_CLUBS: dict[Path, Callable[[str], House | None]] = {}


class ClubFileError(Exception):
    """A club file that cannot be read; the message names file and line."""


def club_rules(folder: Path, games: Known[str, Game]) -> Callable[[str], House | None]:
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
        raise ClubFileError(f"{file}: cannot be read: {(why.strerror or str(why)).lower()}") from why
    for document in documents:
        reading.findings.extend(document.findings)
        if document.root is None:
            continue
        for name, _, value in reading.keys(document.root, ("rules",), CLUB_FILE):
            if name == "rules" and type(value) is Mapping:
                found.update(_club_games(reading, value, games, str(file)))
            else:
                reading.wrong(value, "the rules of each game: {two-handed: {...}}")
    if reading.findings:
        lines = [f"{file}:{f.line}:{f.column}: error {f.rule.id} {f.message}" for f in reading.findings]
        raise ClubFileError("\n".join(lines))
    return found


def _club_games(reading: Reading, node: Mapping, games: Known[str, Game], source: str) -> Iterator[tuple[str, House]]:
    for key, value in node.pairs:
        name = key.text if type(key) is Scalar else ""
        if name in games:
            house = read_house(reading, value, games[name], None)
            house.source = source
            yield name, house
        else:
            reading.error(UNKNOWN_NAME, key, f'"{name}" is no game known here; the games are {", ".join(games)}')
