"""A text that is being written is judged anew at every keystroke, and only where it has changed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import make_logs
from hypothesis import given, settings
from hypothesis import strategies as st

from pinocle_cli.games import GAMES
from pinocle_cli.logs.inputs import records_in_text
from pinocle_cli.render import data
from pinocle_cli.session import judge
from pinocle_cli.writing.fixed_lines import MOST
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


# What is written for what, anywhere in a record.
KEYSTROKES = {
    "nothing that counts": ("taken: {Anna: 126}", "taken: {Anna: 126} # a word"),
    "another figure": ("taken: {Anna: 126}", "taken: {Anna: 128}"),
    "half a card": ("Anna: HK HQ}", "Anna: HK H}"),  # so that the deal is not read; totals are gone behind it
    "a line more": ("    melds:", "\n    melds:"),
    "a key more": ("    melds:", "    note: a cold night\n    melds:"),
    "a line less": ("    melds: {Anna: HK HQ}\n", ""),
}


@pytest.mark.parametrize("where", [0, 50, 99])
@pytest.mark.parametrize("keystroke", KEYSTROKES.values(), ids=KEYSTROKES)
def test_only_the_deal_that_has_changed_is_judged(keystroke: tuple[str, str], where: int) -> None:
    old, new = keystroke
    memory = FileMemory("evening.yaml")
    memory.judged(HUNDRED)
    head, *deals = HUNDRED.split("  - ")
    deals[where] = deals[where].replace(old, new)
    text = "  - ".join([head, *deals])
    assert remembered(memory, text) == whole(text)
    assert memory.records[0].judged_now == 1
    memory.judged(text)
    assert memory.records[0].judged_now == 0
    memory.judged(text + "  - dealer: Anna\n")
    assert memory.records[0].judged_now == 1


@pytest.mark.parametrize("game", GAMES)
def test_of_many_deals_that_were_played_one_is_judged(game: str) -> None:
    rng, maker = Random(1), getattr(make_logs, game.replace("-", "_"))
    texts = [make_logs.as_yaml(maker(rng), block=True).removeprefix("---\n").partition("deals:\n") for _ in range(8)]
    head = "\n".join(line for line in texts[0][0].split("\n") if not line.startswith("rules"))
    head += "rules: {target: 100000}\n" if game in ("two-handed", "partnership") else ""
    text = head + "deals:\n" + "".join(deals for _, _, deals in texts)
    memory = FileMemory("evening.yaml")
    memory.judged(text)
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if line.strip() == "play: |") + 3
    for new in (["      # a word", lines[at]], [lines[at][:-1]], []):
        written = "\n".join([*lines[:at], *new, *lines[at + 1 :]])
        assert remembered(memory, written) == whole(written)
        assert memory.records[0].judged_now == 1


def test_where_the_rules_change_every_deal_is_judged(tmp_path: Path) -> None:
    memory = FileMemory(str(tmp_path / "evening.yaml"))
    memory.judged(HUNDRED)
    memory.judged(HUNDRED.replace("target: 100000", "target: 100001"))
    assert memory.records[0].judged_now == 100
    (tmp_path / "pinocle.yaml").write_text("rules: {two-handed: {rounding: exact}}\n")
    (judged,) = memory.judged(HUNDRED)
    assert judged.verdict.deals[0].scores == {0: 126 + 40, 1: 124}


SHORT = "game: two-handed\nplayers: [Anna, Boris]\n"


@pytest.mark.parametrize(
    "text",
    [
        SHORT + "deals:\n",
        SHORT + "deals:\n  # none yet\n",
        SHORT + "deals:\n  dealer: Anna\n  claimed: [10, 20]\n",
        SHORT + "deals:\n  - claimed: [10, 20]\n  - claimed: [20, 10]\n",  # nobody knows who dealt
        SHORT + "deals:\n  - claimed: [10, 20]\ndeals:\n  - claimed: [20, 10]\n",
        SHORT + "deals:\n  - dealer: [\n  - claimed: [20, 10]\n",
        SHORT + "deals:\n  - note: |\n" + "      x\n" * MOST + "  - claimed: [20, 10]\n",
        "game: two-handed\nplayers: [Anna]\ndeals:\n  - claimed: [10, 20]\n",
    ],
    ids=["none", "a comment", "no list", "no dealer", "twice", "broken", "very long", "one player"],
)
def test_whatever_the_deals_are_the_verdict_is_that_of_the_whole(text: str) -> None:
    memory = FileMemory("evening.yaml")
    for written in (text, text + "# a word\n", text):
        assert remembered(memory, written) == whole(written)


@pytest.mark.parametrize("before", ["---9\n---\n", "---\n---\n", "--- # mine\n", "--- x\n---\n"])
def test_documents_are_cut_as_they_are_read(before: str) -> None:
    text = before + SAMPLES[0].read_text("utf-8")
    assert remembered(FileMemory("evening.yaml"), text) == whole(text)


def test_a_line_more_in_one_record_moves_no_deal_of_the_next() -> None:
    memory = FileMemory("evening.yaml")
    first = "game: piquet\nplayers: [Anna, Boris]\n---\n"
    memory.judged(first + HUNDRED)
    text = first.replace("\n---", "\ndate: today\n---") + HUNDRED
    assert remembered(memory, text) == whole(text)
    assert memory.records[1].judged_now == 0
