"""A season in SQLite: sessions, deals, scores, ledger and findings. The tables are described in docs/logs.md."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from pinocle_cli.render import data

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from pinocle_cli.ledger import SessionVerdict

VERSION = 1
PATIENCE = 600  # seconds that another export may take
Row = tuple[Any, ...]

SCHEMA = """
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,  -- of what was written: the same record twice is stored once
    file TEXT NOT NULL, document INTEGER NOT NULL, line INTEGER NOT NULL,
    game TEXT, profile TEXT, house TEXT, players TEXT,
    date TEXT, place TEXT, event TEXT, scorer TEXT, note TEXT,
    totals TEXT, winner TEXT, result_rule TEXT, result_line INTEGER
);
CREATE TABLE deals (
    id INTEGER PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    nth INTEGER NOT NULL, number INTEGER NOT NULL, line INTEGER NOT NULL, dealer TEXT, trump TEXT, more TEXT,
    UNIQUE (session_id, nth)
);
CREATE TABLE scores (
    deal_id INTEGER NOT NULL REFERENCES deals ON DELETE CASCADE,
    player TEXT NOT NULL, score INTEGER NOT NULL,
    PRIMARY KEY (deal_id, player)
) WITHOUT ROWID;
CREATE TABLE ledger (
    deal_id INTEGER NOT NULL REFERENCES deals ON DELETE CASCADE,
    nth INTEGER NOT NULL, player TEXT NOT NULL, points INTEGER NOT NULL, unit TEXT NOT NULL,
    rule TEXT NOT NULL, line INTEGER NOT NULL, note TEXT,
    PRIMARY KEY (deal_id, nth)
) WITHOUT ROWID;
CREATE TABLE findings (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    nth INTEGER NOT NULL,
    deal_id INTEGER REFERENCES deals ON DELETE CASCADE,
    rule TEXT NOT NULL, severity TEXT NOT NULL, player TEXT, line INTEGER NOT NULL, column INTEGER, path TEXT,
    message TEXT NOT NULL, remedy TEXT, ruling TEXT,
    PRIMARY KEY (session_id, nth)
) WITHOUT ROWID;
CREATE INDEX sessions_file ON sessions (file);
CREATE INDEX sessions_date ON sessions (date);
CREATE INDEX scores_player ON scores (player);
CREATE INDEX ledger_rule ON ledger (rule, player);
CREATE INDEX findings_rule ON findings (rule, severity);
CREATE INDEX findings_deal ON findings (deal_id);
"""
_SESSION = (
    "digest", "file", "document", "line", "game", "profile", "house", "players", "date", "place", "event", "scorer",
    "note", "totals", "winner", "result_rule", "result_line",
)  # fmt: skip


class Rows(NamedTuple):
    """One session as rows; of each deal its own row, then its scores, ledger and findings."""

    session: Row
    findings: list[Row]
    deals: list[tuple[Row, list[Row], list[Row], list[Row]]]


def rows_of(verdict: SessionVerdict) -> Rows:
    """A verdict as rows, without the keys that only the database knows."""
    said = data.session(verdict)
    result, meta = said["result"] or {}, said["meta"]
    digest = verdict.digest or hashlib.sha256(repr((verdict.file, said["findings"])).encode()).hexdigest()
    session = (
        digest, _as_text(said["file"]), said["document"], said["line"], said["game"], said["profile"],
        _text(said["house"]), _text(said["players"]),
        *(meta.get(key) for key in ("date", "place", "event", "scorer", "note")),
        _text(said["totals"]), result.get("winner"), result.get("rule"), result.get("line"),
    )  # fmt: skip
    known = {"number", "line", "dealer", "trump", "scores", "ledger", "findings"}
    deals = []
    for deal in said["deals"]:
        more = {key: value for key, value in deal.items() if key not in known}
        row = (deal["number"], deal["line"], deal["dealer"], deal["trump"], _text(more or None))
        ledger = [tuple(entry[key] for key in _ENTRY) for entry in deal["ledger"]]
        deals.append((row, list((deal["scores"] or {}).items()), ledger, _findings(deal["findings"])))
    return Rows(session, _findings(said["findings"]), deals)


_ENTRY = ("player", "points", "unit", "rule", "line", "note")
_FINDING = ("rule", "severity", "player", "line", "column", "path", "message", "remedy", "ruling")


def _findings(found: list[dict[str, Any]]) -> list[Row]:
    return [tuple(one[key] for key in _FINDING) for one in found]


def _as_text(name: str) -> str:
    """The name of a file, which need not be UTF-8, as a text."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _text(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)


class WrongDatabaseError(Exception):
    """A file that is no database of ours; the message says why."""


class Season:
    """The database, in one transaction: all that is exported is there afterwards, or nothing of it."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.new = not self.path.exists()
        try:
            self.connection = self._begin()
            run = self.connection.execute
            version, empty = run("PRAGMA user_version").fetchone()[0], not run("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.Error as why:
            raise WrongDatabaseError(f"{path}: {why}") from why
        if not empty and version != VERSION:
            raise WrongDatabaseError(f"{path} holds other tables than pinocle's of this version; name another file")
        if empty:
            for statement in SCHEMA.split(";\n"):
                run(statement)
            run(f"PRAGMA user_version = {VERSION}")
        run("CREATE TEMP TABLE seen (digest TEXT PRIMARY KEY, file TEXT) WITHOUT ROWID")

    def _begin(self) -> sqlite3.Connection:
        """The database, with the right to write: whoever was writing has finished, or has taken its new file away."""
        while True:
            connection = sqlite3.connect(self.path, isolation_level=None, timeout=PATIENCE)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("BEGIN IMMEDIATE")
            if self.path.exists():
                return connection
            connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if kind is None:
            self._forget()
        elif self.new:
            with suppress(OSError):
                self.path.unlink()  # while nobody else can write to it
        self.connection.execute("COMMIT" if kind is None else "ROLLBACK")
        self.connection.close()

    def add(self, document: int, rows: Rows) -> None:
        """Store a session, in place of what was stored of the same record before."""
        run, many = self.connection.execute, self.connection.executemany
        values = (*rows.session[:2], document, *rows.session[3:])
        run("INSERT OR IGNORE INTO seen VALUES (?, ?)", values[:2])
        (session,) = run(_UPSERT, values).fetchone()
        run("DELETE FROM findings WHERE session_id = ?", (session,))
        run("DELETE FROM deals WHERE session_id = ?", (session,))
        found: list[Row] = [(None, *finding) for finding in rows.findings]
        for nth, (deal, scores, ledger, findings) in enumerate(rows.deals):
            key = run(
                f"INSERT INTO deals VALUES (NULL, ?, ?, {_marks(deal)})",  # noqa: S608 - question marks
                (session, nth, *deal),
            ).lastrowid
            many("INSERT INTO scores VALUES (?, ?, ?)", ((key, *score) for score in scores))
            many("INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?, ?)", ((key, n, *row) for n, row in enumerate(ledger)))
            found += [(key, *finding) for finding in findings]
        many(
            f"INSERT INTO findings VALUES (?, ?, {_marks(range(10))})",  # noqa: S608 - question marks
            ((session, n, *row) for n, row in enumerate(found)),
        )

    def _forget(self) -> None:
        """What stood in a file that was exported just now and stands there no more."""
        self.connection.execute(
            "DELETE FROM sessions WHERE file != '-' AND file IN (SELECT file FROM seen)"
            " AND digest NOT IN (SELECT digest FROM seen)"
        )


def _marks(row: Iterable[Any]) -> str:
    return ", ".join("?" for _ in row)


_UPSERT = (
    f"INSERT INTO sessions ({', '.join(_SESSION)}) VALUES ({_marks(_SESSION)}) ON CONFLICT (digest) DO UPDATE SET "  # noqa: S608 - names of columns
    + ", ".join(f"{name} = excluded.{name}" for name in _SESSION[1:])
    + " RETURNING id"
)
