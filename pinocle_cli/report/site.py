"""A season as a site: standings, a page for each player and each evening, and the sheet of every record.

Everything in it that is counted comes from the season's own tables; here it is only laid out and linked.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote

from pinocle_cli.files import write_whole
from pinocle_cli.light import NamedTuple
from pinocle_cli.report.page import rendered
from pinocle_cli.report.sheets import Input, Sheet, Slugs, sheets_of, stems
from pinocle_cli.report.text import Words
from pinocle_cli.season.standings import SHOWN, Asked, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pinocle_cli.season.database import Season
    from pinocle_cli.season.standings import Row

MANIFEST = "pinocle.site"  # what is ours in the folder; no record has such a name
OURS = b'<meta name="generator" content="pinocle '
_FEW = 4  # inputs for which no other process is started


class NotOurFolderError(Exception):
    """A folder that holds something else; the message says what to do."""


class Written(NamedTuple):
    """What has been done to the folder."""

    sheets: int
    made: int  # sheets that were made anew
    pages: int  # of players and evenings
    gone: int  # pages that were taken away


@dataclass(slots=True)
class Folder:
    """The folder of a site: only what its list names is ours, and only that is written over or taken away."""

    path: Path
    known: dict[str, str] = field(default_factory=dict)  # page: what it was made from
    pages: dict[str, str] = field(default_factory=dict)  # the same now

    @classmethod
    def opened(cls, path: Path, *, force: bool) -> Folder:
        """The folder, made if there is none; NotOurFolderError where there are other files in it."""
        manifest = path / MANIFEST
        try:
            if manifest.exists():
                return cls(path, dict(json.loads(manifest.read_text("utf-8"))))
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()) and not force:
                raise NotOurFolderError(
                    f"{path} holds other files; name an empty folder, or --force puts the site among them"
                )
            found = cls(path)
            found.save()
        except (ValueError, TypeError):
            raise NotOurFolderError(f"{manifest} is damaged; take it away, and --force makes the site anew") from None
        except OSError as why:
            raise NotOurFolderError(f"{path}: {(why.strerror or str(why)).lower()}") from why
        return found

    def save(self) -> None:
        """Write down what is ours, once it is safely there."""
        with suppress(AttributeError):  # not on every system
            os.sync()
        write_whole(self.path / MANIFEST, json.dumps(self.pages, ensure_ascii=False, indent=0).encode())

    def put(self, page: str, text: str) -> None:
        """A page, written if it is not there as it should be."""
        file, raw = self.path / page, text.encode()
        key = hashlib.sha256(raw).hexdigest()[:24]
        self.pages[page] = key
        if self.known.get(page) == key and file.exists():
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, raw, lasting=False)

    def tidy(self) -> int:
        """Take away the pages that belong to nothing any more; how many."""
        gone = [page for page in self.known if page not in self.pages]
        for page in gone:
            file = self.path / page
            if file.is_file() and OURS in file.read_bytes()[:2000]:  # else somebody has put his own there
                file.unlink()
        for folder in sorted({(self.path / page).parent for page in gone}, reverse=True):
            if folder != self.path and folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        return len(gone)


def build(
    season: Season, inputs: Sequence[str], folder: Folder, *, title: str, analyse: bool = False, jobs: int = 1
) -> Written:
    """Write the site of a season; only what has changed is made anew."""
    made = 0
    sheets: dict[tuple[str, int], Sheet] = {}
    for name, found in _sheets(inputs, folder, analyse=analyse, jobs=jobs):
        for sheet in found:
            sheets[season.where(name), sheet.document] = sheet
            folder.pages[sheet.path] = sheet.key
            made += sheet.made
    pages = dict(_Site(season, sheets, title).pages())
    for page, text in pages.items():
        folder.put(page, text)
    gone = folder.tidy()
    folder.save()
    return Written(len(sheets), made, len(pages), gone)


def _sheets(inputs: Sequence[str], folder: Folder, *, analyse: bool, jobs: int) -> Iterator[tuple[str, list[Sheet]]]:
    """Every input with its sheets, made in several processes where there are many."""
    where = stems(inputs)
    known: dict[str, dict[str, str]] = defaultdict(dict)  # by stem
    for page, key in folder.known.items():
        stem = page.removesuffix(".html")
        known[stem][page] = known[stem.rpartition("-")[0]][page] = key
    tasks = [Input(name, where[name], known[where[name]], str(folder.path), analyse) for name in inputs]
    if jobs == 1 or len(tasks) <= _FEW:
        yield from zip(inputs, map(sheets_of, tasks), strict=True)
        return
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:  # Ctrl-C ends this process, which lets the others end what they are at
        yield from zip(inputs, pool.map(sheets_of, tasks, chunksize=8), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


# --- The pages --------------------------------------------------------------------------------------------------------


class Game(NamedTuple):
    """One record in a list: when, what, who won, and where its sheet is."""

    session: int
    cells: Row
    sheet: str
    players: tuple[str, ...]
    evening: tuple[str | None, str | None]


class Cell(NamedTuple):
    """What stands in a cell of a table: its text, where it leads, and by what it is sorted."""

    text: str
    link: str = ""
    number: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as a page shows it."""

    title: str
    columns: list[str]
    rows: list[list[Cell]]
    below: tuple[str, ...] = ()

    @property
    def heading(self) -> int:
        """The column that says what a row is about: the first that is no figure."""
        cells = self.rows[0] if self.rows else ()
        return next((n for n, cell in enumerate(cells) if not cell.number), -1)


_PEOPLE = frozenset({"player", "partner", "opponent", "bidder", "payer", "payee", "winner"})
_ABOUT = {"players": "", "pairs": ": with a partner", "opponents": ": against others", "contracts": ": contracts"}
_HIDDEN = frozenset({"game", "rules", "unit", "file"})  # what stands in the title, or is a link


class _Site:
    """A season laid out: the tables with their links."""

    def __init__(self, season: Season, sheets: dict[tuple[str, int], Sheet], title: str) -> None:
        self.season, self.sheets, self.title = season, sheets, title
        slugs = Slugs()
        query = "SELECT DISTINCT player FROM seats WHERE is_player = 1 ORDER BY player"
        self.players = {name: f"players/{slugs.of(name)}.html" for (name,) in season.run(query)}
        self.words = Words([*self.players])
        self.games = [*self._games()][::-1]  # the latest first
        slugs = Slugs()
        every = dict.fromkeys(game.evening for game in self.games if any(game.evening))
        self.evenings = {key: f"evenings/{slugs.of(' '.join(filter(None, key)))}.html" for key in every}

    def pages(self) -> Iterator[tuple[str, str]]:
        """Every page but the sheets."""
        tables = {name: SHOWN[name](self.season, Asked()) for name in ("players", "pairs", "opponents", "contracts")}
        yield "index.html", self._index(tables)
        by_player: dict[str, list[Game]] = defaultdict(list)
        for game in self.games:
            for name in game.players:
                by_player[name].append(game)
        for name, page in self.players.items():
            own = [self._of(name, what, table) for what, found in tables.items() for table in found]
            yield page, self._page(page, name, [one for one in own if one.rows], by_player[name])
        by_evening: dict[tuple[str | None, str | None], list[Game]] = defaultdict(list)
        for game in self.games:
            by_evening[game.evening].append(game)
        rows: dict[tuple[str | None, str | None], list[Table]] = defaultdict(list)
        for table in SHOWN["evenings"](self.season, Asked()):
            for row in table.rows:
                key = row["date"], row["event"]
                heading = f"{row['game']}, {row['rules']}"
                if not rows[key] or rows[key][-1].title != heading:
                    rows[key].append(Table(heading, [n for n in table.columns if n not in ("date", "event")], []))
                rows[key][-1].rows.append(row)
        for key, page in self.evenings.items():
            found = [self._shown(table, page) for table in rows[key]]
            yield page, self._page(page, _called(key), found, by_evening[key])

    def _index(self, tables: dict[str, list[Table]]) -> str:
        unread = self._unread()
        days = [game.evening[0] for game in self.games if game.evening[0]]
        evenings = [
            [Cell(_called(key), quote(page)), Cell(str(sum(game.evening == key for game in self.games)), number=True)]
            for key, page in self.evenings.items()
        ]
        return rendered(
            "site.html", script="site.js", words=self.words, title=self.title, home="", games=len(self.games),
            deals=sum(game.cells["deals"] for game in self.games), people=len(self.players),
            since=min(days, default=None), until=max(days, default=None),
            standings=[self._shown(table, "index.html") for table in tables["players"]],
            evenings=Shown("Evenings", ["evening", "records"], evenings), unread=unread,
            records=self._list(self.games, "index.html"),
        )  # fmt: skip

    def _page(self, page: str, title: str, tables: list[Shown], games: list[Game]) -> str:
        return rendered(
            "results.html", script="site.js", words=self.words, title=title, home="../index.html", tables=tables,
            records=self._list(games, page),
        )  # fmt: skip

    # --- What stands in the season ---

    def _games(self) -> Iterator[Game]:
        """One line a record, in the order of date."""
        seats: dict[int, list[str]] = defaultdict(list)
        for session, name in self.season.run(
            "SELECT session_id, player FROM seats WHERE is_player = 1 ORDER BY 1, seat"
        ):
            seats[session].append(name)
        query = (
            "SELECT b.session_id, f.path, b.document FROM stands b JOIN files f ON f.id = b.file_id"
            " ORDER BY b.session_id, f.path, b.document"
        )
        places: dict[int, tuple[str, int]] = {}
        for session, path, document in self.season.run(query):
            places.setdefault(session, (path, document))
        query = (  # in the order of the rows of `games`
            "SELECT session_id, played_on, event FROM sessions_played"
            " ORDER BY coalesce(played_on, '9999'), file_path, session_id"
        )
        sessions = list(self.season.run(query))
        rows = [row for table in SHOWN["games"](self.season, Asked()) for row in table.rows]
        for (session, day, event), row in zip(sessions, rows, strict=True):
            sheet = self.sheets.get(places[session])
            yield Game(session, row, sheet.path if sheet else "", tuple(seats[session]), (day, event))

    def _unread(self) -> list[Cell]:
        """The records that could not be read, each with its sheet."""
        query = (
            "SELECT DISTINCT f.path, p.document FROM problems p JOIN files f ON f.id = p.file_id"
            " ORDER BY f.path, p.document"
        )
        found = []
        for path, document in self.season.run(query):
            sheet = self.sheets.get((path, document))
            text = path if document == 1 else f"{path}, record {document}"
            found.append(Cell(text, quote(sheet.path) if sheet else ""))
        return found

    # --- Tables with links ---

    def _shown(self, table: Table, page: str) -> Shown:
        columns = [name for name in table.telling() if name not in _HIDDEN]
        unit = table.rows[0].get("unit") if table.rows else None
        heads = [f"{name} ({unit})" if name == "score" and unit else name for name in columns]
        rows = [[self._cell(name, row.get(name), page) for name in columns] for row in table.rows]
        return Shown(table.title, heads, rows, table.below)

    def _of(self, player: str, what: str, table: Table) -> Shown:
        """The rows that a player stands in, seen from his side."""
        own = [row for row in table.rows if player in {row.get(name) for name in _PEOPLE}]
        seen = [_turned(row, player) for row in own]
        columns = [name for name in table.columns if name not in ("player", "bidder")]
        return self._shown(Table(f"{table.title}{_ABOUT[what]}", columns, seen), "players/")

    def _list(self, games: list[Game], page: str) -> Shown:
        up = "../" * page.count("/")
        rows = []
        for game in games:
            cells = game.cells
            evening = self.evenings.get(game.evening)
            rows.append(
                [
                    Cell(cells["date"] or "", up + quote(evening) if evening else ""),
                    Cell(cells["event"] or ""),
                    Cell(cells["game"]),
                    Cell(str(cells["deals"]), number=True),
                    Cell(cells["totals"]),
                    self._cell("winner", cells["winner"], page),
                    Cell(cells["paid"]),
                    Cell(PurePosixPath(cells["file"] or "").name, up + quote(game.sheet) if game.sheet else ""),
                ]
            )
        heads = ["date", "event", "game", "deals", "totals", "winner", "paid", "sheet"]
        told = [n for n in range(len(heads)) if any(row[n].text for row in rows)]
        return Shown("Records", [heads[n] for n in told], [[row[n] for n in told] for row in rows])

    def _cell(self, name: str, value: object, page: str) -> Cell:
        if value is None:
            return Cell("")
        if isinstance(value, (int, float)):
            return Cell(str(value), number=True)
        link = self.players.get(value, "") if name in _PEOPLE else ""
        return Cell(str(value), "../" * page.count("/") + quote(link) if link else "")


def _turned(row: Row, player: str) -> Row:
    """What two have done together, or against each other, from the side of one of them."""
    if player == row.get("partner"):
        return {**row, "partner": row["player"]}
    if player == row.get("opponent"):
        return {**row, "opponent": row["player"], "won": row["lost"], "lost": row["won"]}
    return row


def _called(evening: tuple[str | None, str | None]) -> str:
    return ", ".join(filter(None, evening))
