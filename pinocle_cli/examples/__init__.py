"""Worked examples of the rules, one file a game: printed by `pinocle rules`, drawn into the docs, and run by the tests.

A row says in words what it shows; its other keys are those of a record (`deal` for a lone deal; `text` for a whole one
as it is written), and what must come out of it: `scores`, `totals`, `winner`, `pays`, `faults`, `errors`. `by` names
the rules that its verdict must show where that is not the rule that the row stands under. Of what no record shows, how
cards are cut or who looks at what, the words are all.
"""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pinocle_cli.light import light_dataclass
from pinocle_cli.reader.pyyaml import yaml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Data = dict[str, Any]  # as it stands in the file

EXPECTED = ("says", "scores", "totals", "winner", "pays", "faults", "errors", "notes", "contract", "by")


@light_dataclass(frozen=True)
class Example:
    """One row: the rule that it stands under, what it shows, its record (as data or text), and what must come out."""

    rule: str
    says: str
    record: Data
    expected: Data
    text: str = ""


@cache
def examples_of(game: str, package: str = "") -> tuple[Example, ...]:
    """The rows of a game, in the order of its file; none if it has no file. A game from outside has its own package."""
    data = _data(_text(game, package))
    table = data.pop("table", {})
    return tuple(_row(game, table, rule, row) for rule, rows in data.items() for row in rows)


def said_of(game: str, package: str, rule: str) -> list[str]:
    """What the rows of one rule show; nothing but its part of the file is read."""
    _, _, behind = f"\n{_text(game, package)}".partition(f"\n{rule}:\n")
    part = "".join(takewhile(lambda line: line.startswith((" ", "\n")), behind.splitlines(keepends=True)))
    return [row["says"] for row in _data(f"rows:\n{part}")["rows"] or ()]


def _text(game: str, package: str) -> str:
    file: Path | Traversable = Path(__file__).parent / f"{game}.yaml"
    if package:
        from importlib.resources import files  # noqa: PLC0415 - only for a game from outside

        file = files(package) / "examples.yaml"
    return file.read_text("utf-8") if file.is_file() else ""


def _data(text: str) -> Data:
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # texts only, and our own file
    found: Data = yaml.load(text, Loader=loader) or {}
    return found


def _row(game: str, table: Data, rule: str, row: Data) -> Example:
    expected = {key: row[key] for key in EXPECTED if key in row}
    own = {key: value for key, value in row.items() if key not in EXPECTED}
    if not own or "text" in own:
        return Example(rule, row["says"], {}, expected, own.get("text", ""))
    record = {"game": game, **{key: value for key, value in table.items() if key != "deal"}, **own}
    deals = record.pop("deals", None) or [record.pop("deal")]
    record["deals"] = [{**table.get("deal", {}), **deal} for deal in deals]
    return Example(rule, row["says"], record, expected)
