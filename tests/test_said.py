"""What is said of a record, case by case: `tests/said/GAME.yaml` has a record in each row, and the findings on it.

A row is a record (`record`, behind the head of the file), or one of its `bases` with words changed (`of`, `change`).
Head and bases of GAME.yaml are those of GAME-MORE.yaml too.
`says` lists findings, `severity rule: what is said`; no fault or error may stand there besides or twice. The
words may change: of them only names, cards, figures, keys and what stands between slashes are looked for.
`never` lists words that nothing says.
`entered` is what the ledger comes to, by account and rule.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from conftest import findings, verdict

from pinocle_cli.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml, where it is there: the files are long
FILES: dict[str, Any] = {
    path.stem: yaml.load(path.read_text("utf-8"), LOADER)  # noqa: S506 - a safe one
    for path in sorted((Path(__file__).parent / "said").iterdir())
}
ROWS = [
    pytest.param(FILES[game], row, id=f"{name}: {row['what']}")
    for name, file in FILES.items()
    for game in GAMES
    if name.startswith(game)
    for row in file["rows"]
]

ZEROS = {
    "as-recorded",
    "card-points",
    "too-many-cards",
    "no-second-discard",
}  # all else that comes to nothing is no entry
TELLING = re.compile(r"(?<=/)[^/]+(?=/)|`[^`]+`|[\w-]*[A-Z0-9][\w-]*")


def text_of(file: dict[str, Any], row: dict[str, Any]) -> str:
    text = str(file["bases"][row["of"]] if "of" in row else file["head"] + row["record"])
    for old, new in row.get("change", {}).items():
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize(("file", "row"), ROWS)
def test_said(file: dict[str, Any], row: dict[str, Any]) -> None:
    session = verdict(text_of(file, row))
    found = findings(session)
    said = ["{severity} {rule}: {message}; {ruling}; {remedy}; {choices}".format_map(one) for one in found]
    wanted = [one.partition(": ") for one in row.get("says", [])]
    for head, _, words in wanted:
        telling = TELLING.findall(words)
        assert any(one.startswith(f"{head}: ") and all(word in one for word in telling) for one in said), (words, said)
    assert no_notes(one.partition(": ")[0] for one in said) == no_notes(head for head, _, _ in wanted), said
    for words in row.get("never", []):
        assert not any(words in one for one in said), (words, said)
    as_it_comes_to(session, row)


def as_it_comes_to(session: dict[str, Any], row: dict[str, Any]) -> None:
    """The figures of a row, and that no line of the ledger is there for nothing."""
    for entry in session["deals"][-1]["ledger"]:
        assert entry["points"] or entry["rule"].partition(".")[2] in ZEROS, entry
    for key in ("totals", "scores"):
        if key in row:
            assert (session["totals"] if key == "totals" else session["deals"][-1]["scores"]) == row[key]
    if "winner" in row:
        assert (session["result"] or {"winner": "undecided"})["winner"] == row["winner"]
    if "pays" in row:
        assert sorted(f"{one['from']} {one['to']} {one['amount']}" for one in session["payments"]) == sorted(
            row["pays"]
        )
    if "made" in row:
        assert session["deals"][-1]["contract"]["made"] == row["made"]
    if "contract" in row:
        assert session["deals"][-1]["contract"] == row["contract"]
    if "entered" in row:
        assert entered(session["deals"][-1]["ledger"]) == row["entered"]


def no_notes(heads: Iterable[str]) -> list[str]:
    """What is a fault or an error, each as often as it is said."""
    return sorted(one for one in heads if not one.startswith("note "))


def entered(ledger: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """What each account has been given and taken, by rule."""
    sums: dict[str, dict[str, int]] = {}
    for entry in ledger:
        own, rule = sums.setdefault(entry["player"], {}), entry["rule"].partition(".")[2]
        own[rule] = own.get(rule, 0) + entry["points"]
    return sums
