"""How the house is kept: what a reviewer would otherwise have to count."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pinocle_cli
from pinocle_cli.games import GAMES
from pinocle_cli.logs.inputs import records_of
from pinocle_cli.session import judge

ROOT = Path(__file__).parent.parent
PACKAGE = Path(pinocle_cli.__file__).parent
MOST_ANY = 60


def anys_in(source: str) -> list[int]:
    """The lines in which a type is said to be anything, in quotes or not; imports are none."""
    tree = ast.parse(source)
    found = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "Any"]
    quoted = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    for node in quoted:
        try:
            inner = ast.parse(str(node.value).strip(), mode="eval")
        except (SyntaxError, ValueError):
            continue  # no type, but words
        found += [node.lineno for part in ast.walk(inner) if isinstance(part, ast.Name) and part.id == "Any"]
    return found


def test_what_is_counted() -> None:
    source = 'from typing import Any\n"Any card."\nx: dict[str, Any] = {}\ny: "Any" = x\n# Any\nz: list[Any | Any]\n'
    assert sorted(anys_in(source)) == [3, 4, 6, 6]


def test_types_say_what_they_hold() -> None:
    found = {str(file.relative_to(PACKAGE)): anys_in(file.read_text("utf-8")) for file in sorted(PACKAGE.rglob("*.py"))}
    told = {file: lines for file, lines in found.items() if lines}
    assert sum(map(len, told.values())) <= MOST_ANY, f"say `object`, a protocol or a type variable instead: {told}"


# --- What was read stays as it was read ------------------------------------------------------------------------------

RECORDS = sorted(
    [
        *(ROOT / "samples").glob("*.yaml"),
        *(ROOT / "samples").glob("*.jsonl"),
        *(ROOT / "tests" / "cases").glob("*.yaml"),
    ]
)


def test_every_game_is_among_the_records() -> None:
    assert all(any(file.stem.startswith(f"{game}-") for file in RECORDS) for game in GAMES)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_judging_changes_nothing_that_was_read(file: Path) -> None:
    for record in records_of(str(file), GAMES):
        before = repr(record)
        judge(record, GAMES)
        judge(record, GAMES, as_played=True)
        assert repr(record) == before
