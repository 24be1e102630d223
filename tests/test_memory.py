"""A text that is being written is judged anew at every keystroke, and only where it has changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pinocle_cli.games import GAMES
from pinocle_cli.logs.inputs import records_in_text
from pinocle_cli.render import data
from pinocle_cli.session import judge
from pinocle_cli.writing.judging import FileMemory

SAMPLES = sorted(Path(__file__).parent.parent.glob("samples/*.yaml"))
DEAL = """\
  - dealer: {}
    trump: hearts
    melds: {{Anna: HK HQ}}
    taken: {{Anna: 126}}
"""
HUNDRED = "game: two-handed\nrules: {target: 100000}\nplayers: [Anna, Boris]\ndeals:\n" + "".join(
    DEAL.format("Anna" if n % 2 else "Boris") for n in range(100)
)


def whole(text: str) -> list[dict[str, Any]]:
    return [
        data.session(judge(record, GAMES)) for record in records_in_text(text.encode(), "evening.yaml", GAMES)
    ]  # fmt: skip


def remembered(memory: FileMemory, text: str) -> list[dict[str, Any]]:
    return [data.session(one.verdict) for one in memory.judged(text)]


_edit = st.tuples(st.integers(0, 60), st.sampled_from(["drop", "double", "swap", "cut", "grow", "comment", "dash"]))


def edited(text: str, where: int, how: str) -> str:
    """The text as it is after one more keystroke or two."""
    lines = text.split("\n")
    n = where % len(lines)
    match how:
        case "drop":
            del lines[n]
        case "double":
            lines.insert(n, lines[n])
        case "swap":
            lines[n - 1], lines[n] = lines[n], lines[n - 1]
        case "cut":
            lines[n] = lines[n][:-1]
        case "grow":
            lines[n] += "9"
        case "comment":
            lines.insert(n, "    # a word")
        case _:
            lines.insert(n, "---")
    return "\n".join(lines)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SAMPLES), st.lists(_edit, min_size=1, max_size=6))
def test_what_is_remembered_changes_no_verdict(sample: Path, edits: list[tuple[int, str]]) -> None:
    memory, text = FileMemory("evening.yaml"), sample.read_text("utf-8")
    assert remembered(memory, text) == whole(text)
    for where, how in edits:
        text = edited(text, where, how)
        assert remembered(memory, text) == whole(text)


@pytest.mark.parametrize(
    ("old", "new", "judged"),
    [
        ("taken: {Anna: 126}", "taken: {Anna: 126} # a word", 1),  # nothing that counts
        ("Anna: HK HQ}", "Anna: HK H}", 1),  # half a card, so that the deal is not read; totals are gone behind it
        ("target: 100000", "target: 100001", 100),
    ],
)
def test_only_what_has_changed_is_judged(old: str, new: str, judged: int) -> None:
    memory = FileMemory("evening.yaml")
    memory.judged(HUNDRED)
    head, _, tail = HUNDRED.rpartition(old)
    memory.judged(head + new + tail)
    assert memory.records[0].judged_now == judged
    memory.judged(HUNDRED + "  - dealer: Anna\n")
    assert memory.records[0].judged_now in (2, 101)
