"""The sheets of a site: a page for every record of every input, made anew only where something has changed."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from functools import cache
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pinocle_cli import __version__
from pinocle_cli.files import write_whole
from pinocle_cli.games import GAMES
from pinocle_cli.light import NamedTuple
from pinocle_cli.logs.batch import verdict_on
from pinocle_cli.logs.inputs import records_with_text
from pinocle_cli.report.page import Judged, page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pinocle_cli.logs.chunks import Chunk
    from pinocle_cli.record import Record


class Input(NamedTuple):
    """One input whose records get a sheet: its name, where in the site its sheets are, and the keys of those there."""

    name: str
    stem: str  # like `records/2026/november-8`
    known: Mapping[str, str]  # page: the key that it had when it was made
    folder: str
    analyse: bool


class Sheet(NamedTuple):
    """A page of one record: which record, where it is, what it was made from, whether it was made just now."""

    document: int
    path: str
    key: str
    made: bool


def sheets_of(task: Input) -> list[Sheet]:
    """Make the pages of one input, those that are not there as they should be."""
    return list(_sheets(task))


def _sheets(task: Input) -> Iterator[Sheet]:
    for record, chunk in records_with_text(task.name, GAMES):
        number = "" if record.document == 1 and not chunk.by_line else f"-{record.document}"
        path = f"{task.stem}{number}.html"
        key = _key(record, chunk, analyse=task.analyse)
        file = Path(task.folder, path)
        if task.known.get(path) == key and file.exists():
            yield Sheet(record.document, path, key, made=False)
            continue
        home = "../" * path.count("/") + "index.html"
        made = page([Judged(record, verdict_on(record), chunk)], analyse=task.analyse, home=home)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, made.encode(), lasting=False)  # the list of pages, which is written last, waits for them
        yield Sheet(record.document, path, key, made=True)


def _key(record: Record, chunk: Chunk, *, analyse: bool) -> str:
    """What a page is made from: the program, the text that the record stands in, the rules of the house."""
    whole = hashlib.sha256(program().encode())
    whole.update(chunk.data)
    whole.update(repr((chunk.name, chunk.line, record.house, record.house_from, record.known_as, analyse)).encode())
    return whole.hexdigest()[:24]


@cache
def program() -> str:
    """A digest of the program: pages are made anew when it has changed."""
    whole = hashlib.sha256(__version__.encode())
    root = Path(__file__).parent.parent
    for file in sorted(root.rglob("*")):
        if file.suffix in (".py", ".html", ".svg", ".css", ".js"):
            whole.update(file.read_bytes())
    return whole.hexdigest()


# --- Names of pages ---------------------------------------------------------------------------------------------------

_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST = 80


class Slugs:
    """Names of pages that any disk and any web server takes; no two the same, whatever the case."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def of(self, text: str) -> str:
        """A name for a page about this."""
        plain = _UNSAFE.sub("-", unicodedata.normalize("NFC", text)).strip("-.")[:_LONGEST] or "page"
        self._taken[plain.casefold()] += 1
        times = self._taken[plain.casefold()]
        return plain if times == 1 else self.of(f"{plain}--{times}")


def stems(names: Iterable[str]) -> dict[str, str]:
    """Input: where in the site its sheets are, beside each other as the inputs are."""
    every = list(names)
    parts = {name: PurePosixPath(name.replace("\\", "/").partition("?")[0]).parts for name in every}
    common = _common([parts[name][:-1] for name in every])
    slugs, found = Slugs(), {}
    for name in every:
        *folders, file = parts[name][common:] or ("standard-input",)
        for suffix in (".gz", ".zst", ".yaml", ".yml", ".jsonl", ".ndjson", ".json"):
            file = file.removesuffix(suffix)
        whole = "/".join(_UNSAFE.sub("-", folder).strip("-.") or "folder" for folder in folders)
        stem = slugs.of(f"{whole}\0{file}".replace("\0", "-") if whole else file)
        found[name] = f"records/{stem}"
    return found


def _common(folders: list[tuple[str, ...]]) -> int:
    """How many folders all inputs lie in."""
    return sum(1 for _ in takewhile(lambda level: len({*level}) == 1, zip(*folders, strict=False)))
