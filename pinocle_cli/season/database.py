"""A season in SQLite. All of an export is there afterwards, or nothing of it; and nothing good is replaced by nothing.

A record is known by where it stands and by what it says (`identity`). What could not be read proves nothing about what
stood there: the rows that were stored of it before stay, and are marked. docs/season.md says what is in the tables.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sqlite3
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pinocle_cli import __version__
from pinocle_cli.identity import Key, Numbered, real_path
from pinocle_cli.logs.names import is_url, shown
from pinocle_cli.rule import EDITION
from pinocle_cli.season.migrate import FIRST, migrate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from pinocle_cli.season.rows import Rows

VERSION = 2
STREAM = "-"
PATIENCE = 600  # seconds that another export may take


class WrongDatabaseError(Exception):
    """A file that is no database of ours; the message says why."""


@dataclass(slots=True)
class _File:
    """An input while its records are stored."""

    id: int
    before: dict[int, int]  # document: the session that stood there
    numbered: Numbered = field(default_factory=Numbered)
    placed: dict[int, tuple[int, int]] = field(default_factory=dict)  # document: (session, line)
    unread: dict[int, str] = field(default_factory=dict)  # document: why
    problems: int = 0


class Season:
    """The database, in one transaction. `path` may be empty: then it is gone when it is closed.

    A stream has no place by which a record of it could be known again, unless it is given a name.
    """

    def __init__(self, path: str = "", *, stream: str = "") -> None:
        self.stream = stream
        self.folder = os.path.dirname(os.path.realpath(path)) if path else os.getcwd()
        self.counts: Counter[str] = Counter()
        self.gone: list[str] = []  # files whose records were taken out
        self._file: _File | None = None  # None: one that was there before in this run
        self._done: set[int] = set()
        self.path = Path(path) if path else None
        self.new = self.path is not None and not self.path.exists()
        try:
            self.connection = self._begin()
            self.run = self.connection.execute
            version, empty = self._one("PRAGMA user_version"), not self._one("SELECT count(*) FROM sqlite_master")
        except sqlite3.Error as why:
            raise WrongDatabaseError(f"{path}: {why}") from why
        if not empty and not FIRST <= version <= VERSION:
            self.connection.close()
            raise WrongDatabaseError(f"{path} holds other tables than pinocle's; name another file")
        if empty:
            self.make("tables.sql", "views.sql")
        elif version < VERSION:
            migrate(self)
        self.run(f"PRAGMA user_version = {VERSION}")
        now = datetime.now(UTC).isoformat(timespec="seconds")
        found = self.run("INSERT INTO runs VALUES (NULL, ?, ?, ?) RETURNING id", (now, __version__, EDITION))
        self.this_run = found.fetchone()[0]
        self.run("CREATE TEMP TABLE waiting (document INTEGER PRIMARY KEY, nth INTEGER, rows BLOB)")

    def _begin(self) -> sqlite3.Connection:
        """The database, with the right to write: whoever was writing has finished, or has taken its new file away."""
        while True:
            connection = sqlite3.connect(self.path or "", isolation_level=None, timeout=PATIENCE)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("BEGIN IMMEDIATE")
            if self.path is None or self.path.exists():
                return connection
            connection.close()

    def make(self, *names: str) -> None:
        """Make what stands in these files of SQL."""
        for name in names:
            text = Path(__file__).with_name(name).read_text("utf-8")
            for statement in text.split(";\n"):
                if statement.strip():
                    self.run(statement)

    def _one(self, query: str, values: Iterable[object] = ()) -> Any:  # noqa: ANN401 - what a column holds
        row = self.run(query, tuple(values)).fetchone()
        return None if row is None else row[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if kind is not None and self.new and self.path is not None:
            with suppress(OSError):
                self.path.unlink()  # while nobody else can write to it
        self.connection.execute("COMMIT" if kind is None else "ROLLBACK")
        self.connection.close()

    # --- File by file ------------------------------------------------------------------------------------------------

    def where(self, name: str) -> str:
        """Where an input stands, seen from the folder of the database, so that the two can be moved together."""
        real = real_path(name)
        if real == STREAM:
            return f"{STREAM} {self.stream or self.this_run}"
        if is_url(real):
            safe = shown(real)  # a database is handed on: it holds no passwords
            return safe if safe == real else f"{safe} {hashlib.blake2b(real.encode(), digest_size=8).hexdigest()}"
        with suppress(ValueError):  # another drive
            real = os.path.relpath(real, self.folder).replace(os.sep, "/")
        return real.encode("utf-8", "backslashreplace").decode("utf-8")

    def begin(self, name: str) -> None:
        """The records of a file follow."""
        path = self.where(name)
        query = (
            "INSERT INTO files VALUES (NULL, ?, ?, NULL)"
            " ON CONFLICT (path) DO UPDATE SET run_id = excluded.run_id, unread = NULL RETURNING id"
        )
        if (known := self._one("SELECT id FROM files WHERE path = ?", (path,))) in self._done and known is not None:
            self._file = None
            return
        number = self.run(query, (path, self.this_run)).fetchone()[0]
        self._done.add(number)
        self.run("DELETE FROM problems WHERE file_id = ?", (number,))
        before = self.run("SELECT document, session_id FROM stands WHERE file_id = ?", (number,)).fetchall()
        self._file = _File(number, dict(before))

    def add(self, document: int, rows: Rows) -> None:
        """A record of the file, as it was judged."""
        file = self._file
        if file is None:
            return
        for problem in rows.problems:
            file.problems += 1
            self.run("INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?, ?)", (file.id, file.problems, document, *problem))
        if not rows.judged:
            file.unread[document] = rows.problems[0].message if rows.problems else ""
            return
        key = file.numbered.key(rows.digest)
        known = self._one("SELECT id FROM sessions WHERE digest = ? AND nth = ?", key)
        if known is None and rows.problems and document in file.before and not self._flawed(file.before[document]):
            file.unread[document] = rows.problems[0].message
        elif (
            known is None and file.before
        ):  # it may be a record of this file that was put right: that is seen at its end
            self.run("INSERT INTO waiting VALUES (?, ?, ?)", (document, key.nth, pickle.dumps(rows)))
        else:
            file.placed[document] = (self._store(known, key, rows), rows.line)

    def _flawed(self, session: int) -> bool:
        """Whether something of the record could not be read when it was stored."""
        query = "SELECT count(*) FROM findings WHERE session_id = ? AND deal IS NULL AND severity = 'error'"
        return bool(self._one(query, (session,)))

    def end(self) -> None:
        """The file has been read to its end: what was put right in it is known by its place."""
        file, self._file = self._file, None
        if file is None:
            return
        seen_again = {session for session, _ in file.placed.values()}
        for document, nth, blob in self.run("SELECT document, nth, rows FROM waiting ORDER BY document").fetchall():
            rows: Rows = pickle.loads(blob)  # noqa: S301 - our own, of this run
            session = file.before.get(document)
            if session in seen_again or (session is not None and self._stands_elsewhere(session, file.id)):
                session = None  # it is a record of its own
            self.counts["put right"] += session is not None
            file.placed[document] = (self._store(session, Key(rows.digest, nth), rows), rows.line)
        self.run("DELETE FROM waiting")
        self._place(file)

    def _stands_elsewhere(self, session: int, file: int) -> bool:
        query = "SELECT count(*) FROM stands WHERE session_id = ? AND file_id <> ?"
        return bool(self._one(query, (session, file)))

    def _place(self, file: _File) -> None:
        """Note where each record stands now; what could not be read stays where it was."""
        moved = {session for session, _ in file.placed.values()}
        kept = {
            document: session
            for document, session in file.before.items()
            if file.unread and document not in file.placed and session not in moved
        }
        for document in file.before.keys() - kept.keys():
            self.run("DELETE FROM stands WHERE file_id = ? AND document = ?", (file.id, document))
        for document, (session, line) in file.placed.items():
            self.run("INSERT INTO stands VALUES (?, ?, ?, ?, NULL)", (file.id, document, session, line))
        why = next(iter(file.unread.values()), None)
        for document in kept:
            reason = file.unread.get(document, why)
            self.run("UPDATE stands SET unread = ? WHERE file_id = ? AND document = ?", (reason, file.id, document))
        self.run("UPDATE files SET unread = ? WHERE id = ?", (why, file.id))
        self.counts["could not be read"] += len(file.unread)
        self.counts["left as they were"] += len(kept)

    # --- At the end --------------------------------------------------------------------------------------------------

    def finish(self, folders: Iterable[str] = ()) -> None:
        """Take out what is in no file any more: folders that were exported as a whole tell which files are gone."""
        known = [
            (number, path, os.path.normpath(os.path.join(self.folder, path)))
            for number, path in self.run("SELECT id, path FROM files").fetchall()
        ]
        for folder in map(real_path, folders):
            below = [one for one in known if one[2].startswith(folder + os.sep)]
            if any(number in self._done for number, _, _ in below):  # else nothing of it was there: no disk, no network
                for number, path, real in below:
                    if number not in self._done and _is_gone(real):
                        self.run("DELETE FROM files WHERE id = ?", (number,))
                        self.gone.append(path)
        query = "DELETE FROM sessions WHERE id NOT IN (SELECT session_id FROM stands)"
        self.counts["taken out"] += self.run(query).rowcount
        query = "SELECT count(DISTINCT file_id) AS n FROM stands GROUP BY session_id HAVING n > 1"
        copies = [number for (number,) in self.run(query)]
        self.counts["copies"], self.counts["files of a copy"] = len(copies), max(copies, default=0)
        for table in ("sessions", "deals"):
            self.counts[table] = self._one(f"SELECT count(*) FROM {table}")  # noqa: S608 - names of tables

    # --- Rows --------------------------------------------------------------------------------------------------------

    def _store(self, session: int | None, key: Key, rows: Rows) -> int:
        """Store a session, in place of what was stored of it before; a verdict that is as before is left alone."""
        if session is None:
            values = (*key, rows.verdict if self.path else "", self.this_run, *rows.session)
            query = f"INSERT INTO sessions VALUES (NULL, {_marks(values)}) RETURNING id"  # noqa: S608 - question marks
            session = int(self.run(query, values).fetchone()[0])
            self.counts["new"] += 1
        else:
            if self._one("SELECT verdict FROM sessions WHERE id = ?", (session,)) == rows.verdict:
                self.run("UPDATE sessions SET run_id = ? WHERE id = ?", (self.this_run, session))
                return session
            values = (*key, rows.verdict, self.this_run, *rows.session)
            self.run(_UPDATE, (*values, session))
            for table in _REPLACED:
                self.run(f"DELETE FROM {table} WHERE session_id = ?", (session,))  # noqa: S608 - names of tables
            number = len(rows.tables["deals"])
            self.run("DELETE FROM deals WHERE session_id = ? AND deal > ?", (session, number))
        for table in (*_FIRST_ROWS, *rows.tables.keys() - set(_FIRST_ROWS)):
            found = rows.tables.get(table)
            if found:
                marks, more = _marks(range(len(found[0]) + 1)), _KEEP_DEAL if table == "deals" else ""
                query = f"INSERT INTO {table} VALUES ({marks}){more}"  # noqa: S608 - names of tables
                self.connection.executemany(query, ((session, *row) for row in found))
        return session


_FIRST_ROWS = ("deals", "findings")  # others refer to them
_REPLACED = (
    "house", "accounts", "seats", "games", "tallies", "payments", "contracts", "scores", "ledger", "choices",
    "findings",
)  # fmt: skip
_DEAL = ("deal_number", "line", "dealer", "trump", "scored", "late", "void_rule")
_KEEP_DEAL = " ON CONFLICT (session_id, deal) DO UPDATE SET " + ", ".join(f"{name} = excluded.{name}" for name in _DEAL)
_SESSION = (
    "digest", "nth", "verdict", "run_id", "game", "profile", "rules", "unit", "played_on", "written_date", "event",
    "place", "scorer", "note", "winner", "result_rule", "result_line",
)  # fmt: skip
_UPDATE = f"UPDATE sessions SET {', '.join(f'{name} = ?' for name in _SESSION)} WHERE id = ?"  # noqa: S608


def _marks(row: Iterable[object]) -> str:
    return ", ".join("?" for _ in row)


def _is_gone(path: str) -> bool:
    """Whether a file is there no more, and that can be told: the nearest folder that is there can be looked into."""
    if os.path.lexists(path):
        return False
    folder = Path(path).parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.R_OK | os.X_OK)
