"""What the tests of a season share: a folder with records and its database; games of which standings are made."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from pinocle_cli.cli.main import cli

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"


def sheet(anna: int, boris: int, more: str = "") -> str:
    return f"{HEAD}{more}trump: hearts\ntaken: {{Anna: {anna}, Boris: {boris}}}\n"


class Season:
    """A folder with records, and a database beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.database = folder / "logs", folder / "season.db"
        self.folder.mkdir()

    def write(self, name: str, *texts: str) -> Path:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("---\n".join(texts), "utf-8")
        return file

    def export(self, *names: str) -> tuple[int, str, str]:
        paths = [str(self.folder / name) for name in names or ("",)]
        result = CliRunner().invoke(cli, ["export", *paths, "--to", str(self.database)])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
        return result.exit_code, result.stdout, result.stderr

    def ask(self, query: str) -> list[Any]:
        with sqlite3.connect(self.database) as connection:
            found = connection.execute(query).fetchall()
        connection.close()
        return found

    def scores(self) -> list[tuple[str, int]]:
        """(file, what Anna scored) of every session, once for each place where it stands."""
        query = (
            "SELECT f.path, t.score FROM stands b JOIN files f ON f.id = b.file_id JOIN seats t USING (session_id)"
            " WHERE t.seat = 0 ORDER BY f.path, b.document"
        )
        return [(path.removeprefix("logs/"), score) for path, score in self.ask(query)]

    def dump(self) -> dict[str, Counter[Any]]:
        """Everything but the runs and who was judged by which."""
        tables = [name for (name,) in self.ask("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: Counter(
                tuple(value for key, value in zip(keys, row, strict=True) if key != "run_id")
                for keys in [[one[1] for one in self.ask(f"PRAGMA table_info({name})")]]
                for row in self.ask(f"SELECT * FROM {name}")  # noqa: S608
            )
            for name in tables
            if name != "runs"
        }


# --- Standings -------------------------------------------------------------------------------------------------------

TWO = {"game": "two-handed", "players": ["Anna", "Boris"]}


def standings(*args: str) -> Any:
    result = CliRunner().invoke(cli, ["standings", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def rows(path: str, *options: str, show: str = "standings") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(standings("--format", "json", "--exit-zero", *options, path).stdout)[show]
    return found


def by_player(path: str, *options: str) -> dict[str, dict[str, Any]]:
    return {row["player"]: row for row in rows(path, *options)}


def single(anna: int, boris: int, **more: Any) -> dict[str, Any]:
    """A game of one deal."""
    deal = {"trump": "hearts", "melds": {"Anna": []}, "taken": {"Anna": anna, "Boris": boris}}
    return {**TWO, "rules": {"target": "deal"}, "deals": [deal], **more}


def partie(*deals: tuple[int, int], **more: Any) -> dict[str, Any]:
    lines = [{"claimed": {"Anna": a, "Boris": b}} for a, b in deals]
    return {"game": "piquet", "players": ["Anna", "Boris"], "deals": lines, **more}


def auction(*deals: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "auction", "players": ["Ann", "Bob", "Cyd"], "deals": list(deals), **more}


def bid(value: int, taken: int, **more: Any) -> dict[str, Any]:
    bids = [{"Ann": value}, {"Bob": "pass"}, {"Cyd": "pass"}]
    return {"dealer": "Cyd", "bids": bids, "trump": "hearts", "melds": 150, "taken": taken, **more}
