"""Databases of earlier versions, brought to the tables of today."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pinocle_cli.games import GAMES
from pinocle_cli.season.dates import read_date

if TYPE_CHECKING:
    from pinocle_cli.season.database import Season

FIRST = 1  # the earliest version that can be brought up
_TABLES = ("sessions", "deals", "scores", "ledger", "findings")
_INDEXES = ("sessions_file", "sessions_date", "scores_player", "ledger_rule", "findings_rule", "findings_deal")


def migrate(season: Season) -> None:
    """From version 1, which kept no sides, openings, payments and house rules: what it has is taken over as it is.

    The records are judged anew when they are exported again, and are known by the file in which they stand.
    """
    run = season.run
    for index in _INDEXES:
        run(f"DROP INDEX IF EXISTS {index}")
    for table in _TABLES:
        run(f"ALTER TABLE {table} RENAME TO old_{table}")
    season.make("tables.sql", "views.sql")
    run("INSERT INTO runs VALUES (1, '', 'of an earlier version', '')")
    for name in [row[0] for row in run("SELECT DISTINCT file FROM old_sessions").fetchall()]:
        run("INSERT OR IGNORE INTO files VALUES (NULL, ?, 1, NULL)", (season.where(name),))
    query = (
        "SELECT id, digest, file, document, line, game, profile, players, date, event, place, scorer, note, totals,"
        " winner, result_rule, result_line FROM old_sessions WHERE game IS NOT NULL AND players <> '[]'"
    )
    for row in run(query).fetchall():
        _take_over(season, row)
    run(
        "INSERT INTO deals SELECT session_id, nth + 1, number, line, dealer, trump,"
        " EXISTS (SELECT 1 FROM old_scores WHERE deal_id = old_deals.id), 0, NULL"
        " FROM old_deals WHERE session_id IN (SELECT id FROM sessions)"
    )
    own = "JOIN old_deals d ON d.id = deal_id WHERE d.session_id IN (SELECT id FROM sessions)"
    run(f"INSERT INTO scores SELECT d.session_id, d.nth + 1, player, score FROM old_scores {own}")  # noqa: S608
    columns = "d.session_id, d.nth + 1, l.nth + 1, player, points, unit, rule, l.line, note"
    run(f"INSERT INTO ledger SELECT {columns} FROM old_ledger l {own}")  # noqa: S608
    run(
        'INSERT INTO findings SELECT f.session_id, f.nth + 1, d.nth + 1, rule, severity, player, f.line, f."column",'
        " path, message, remedy, ruling FROM old_findings f LEFT JOIN old_deals d ON d.id = f.deal_id"
        " WHERE f.session_id IN (SELECT id FROM sessions)"
    )
    for table in reversed(_TABLES):
        run(f"DROP TABLE old_{table}")


def _take_over(season: Season, row: tuple[Any, ...]) -> None:
    number, digest, file, document, line, game, profile, players, date, event, place, scorer, note, *rest = row
    totals, winner, rule, result_line = rest
    unit = GAMES[game].unit if game in GAMES else "points"
    session = (
        number, f"1 {digest}", 1, "", 1, game, profile or "", profile or "", unit, read_date(date), date, event, place,
        scorer, note, winner, rule, result_line,
    )  # fmt: skip
    run = season.run
    run(f"INSERT INTO sessions VALUES ({', '.join('?' * len(session))})", session)  # noqa: S608 - question marks
    (file_id,) = run("SELECT id FROM files WHERE path = ?", (season.where(file),)).fetchone()
    run("INSERT OR IGNORE INTO stands VALUES (?, ?, ?, ?, NULL)", (file_id, document, number, line))
    query = (
        "SELECT player, sum(score), count(*) FROM old_scores JOIN old_deals ON id = deal_id WHERE session_id = ?"
        " GROUP BY player"
    )
    scored = {player: (score, deals) for player, score, deals in run(query, (number,)).fetchall()}
    known = json.loads(totals or "null") or {}
    accounts = [*(known or scored)]
    for nth, account in enumerate(accounts, 1):
        total = known.get(account)
        opening = 0 if total is None else total - scored.get(account, (0, 0))[0]
        run("INSERT INTO accounts VALUES (?, ?, ?, ?, ?)", (number, nth, account, opening, total))
    names = json.loads(players)
    sides = [account for account in accounts if account not in names]
    for seat, name in enumerate(names):
        account = name if name in accounts or not sides else sides[seat % len(sides)]
        score, deals = scored.get(account, (0, 0))
        run(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, 1, ?, ?, 0, 0)", (number, seat, name, name, account, deals, score)
        )
