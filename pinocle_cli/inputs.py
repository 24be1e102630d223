"""Paths to records: files, folders and standard input, one record at a time, with the club's rules beside them."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.read import House, Reading, TooManyErrors, read_house, read_record
from pinocle_cli.record import EMPTY, SYNTAX, Record
from pinocle_cli.source import Mapping, buffered, json_documents, yaml_documents

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Mapping as Known
    from contextlib import AbstractContextManager

    from pinocle_cli.game import Game
    from pinocle_cli.source import Document, Node

CLUB_FILE = "pinocle.yaml"
RECORD_SUFFIXES = (".yaml", ".yml", ".jsonl", ".ndjson")
_SNIFF = 1 << 12


def files_in(paths: Iterable[str]) -> Iterator[str]:
    """The files that paths stand for, in order; a folder stands for the records in it and below it."""
    for path in paths:
        folder = Path(path)
        if path in ("", "-") or not folder.is_dir():
            yield path
            continue
        files = [file for file in folder.rglob("*") if file.suffix in RECORD_SUFFIXES and file.name != CLUB_FILE]
        found = [str(file) for file in sorted(files) if file.is_file()]
        yield from found or [path]  # a folder without records is told like a file without any


def records_of(path: str, games: Known[str, Game]) -> Iterator[Record]:
    """The records of one file (`-`: standard input). A file that cannot be opened is a record with an error."""
    try:
        with _opened(path) as stream:
            folder = Path.cwd() if path == "-" else Path(path).resolve().parent
            yield from records_in(stream, path, games, club_rules(folder, games))
    except ClubFileError as why:  # without the rules of the house nothing can be scored
        text = "the rules of the club cannot be read: {}:{}:{}: {}"
        findings = [Finding(f.rule, ERROR, 1, text.format(why.file, f.line, f.column, f.message)) for f in why.findings]
        yield Record(file=path, document=1, line=1, findings=findings)
    except IsADirectoryError:
        text = f"no record stands in this folder ({', '.join(RECORD_SUFFIXES)})" if path else "no file is named"
        yield Record(file=path, document=1, line=1, findings=[Finding(EMPTY, ERROR, 1, text)])
    except OSError as why:
        reason = (why.strerror or str(why)).lower()
        finding = Finding(SYNTAX, ERROR, 1, f"cannot be read: {reason}")
        yield Record(file=path, document=1, line=1, findings=[finding])


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb")


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
    """A club file that cannot be read, and all that is wrong in it."""

    def __init__(self, file: Path, findings: list[Finding]) -> None:
        super().__init__("\n".join(f"{file}:{f.line}:{f.column}: error {f.rule.id} {f.message}" for f in findings))
        self.file, self.findings = file, findings


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
    for _, _, value in reading.keys(root, ("rules",), CLUB_FILE):
        if type(value) is Mapping:
            yield from _club_games(reading, value, games, source)
        else:
            reading.wrong(value, "the rules of each game: {two-handed: {...}}")


def _club_games(reading: Reading, node: Mapping, games: Known[str, Game], source: str) -> Iterator[tuple[str, House]]:
    for name, _, value in reading.keys(node, games, "the rules of a club"):
        house = read_house(reading, value, games[name], None)
        house.source = source
        yield name, house
