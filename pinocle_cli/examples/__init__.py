"""Worked examples of the rules, one file a game: printed by `pinocle rules`, drawn into the docs, and run by the tests.

A row says in words what it shows; its other keys are those of a record (`deal` for a lone deal; `text` for a whole one
as it is written), and what must come out of it: `scores`, `totals`, `winner`, `pays`, `faults`, `errors`. `by` names
the rules that its verdict must show where that is not the rule that the row stands under. Of what no record shows, how
cards are cut or who looks at what, the words are all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

Data = dict[str, Any]  # as it stands in the file

EXPECTED = ("says", "scores", "totals", "winner", "pays", "faults", "errors", "notes", "contract", "by")


@dataclass(frozen=True, slots=True)
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
    file = files(package) / "examples.yaml" if package else files(__name__) / f"{game}.yaml"
    if not file.is_file():
        return ()
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # texts only, and our own file
    data = yaml.load(file.read_text("utf-8"), Loader=loader)  # noqa: S506
    table = data.pop("table", {})
    return tuple(_row(game, table, rule, row) for rule, rows in data.items() for row in rows)


def _row(game: str, table: Data, rule: str, row: Data) -> Example:
    expected = {key: row[key] for key in EXPECTED if key in row}
    own = {key: value for key, value in row.items() if key not in EXPECTED}
    if not own or "text" in own:
        return Example(rule, row["says"], {}, expected, own.get("text", ""))
    record = {"game": game, **{key: value for key, value in table.items() if key != "deal"}, **own}
    deals = record.pop("deals", None) or [record.pop("deal")]
    record["deals"] = [{**table.get("deal", {}), **deal} for deal in deals]
    return Example(rule, row["says"], record, expected)
