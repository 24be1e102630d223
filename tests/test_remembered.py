"""All that is remembered between records has one owner, and is bounded in number and in size."""

from __future__ import annotations

import functools
import gc
import importlib
import io
import json
import pkgutil
from pathlib import Path

import pytest

import pinocle_cli
from pinocle_cli.game import DealState
from pinocle_cli.games import GAMES
from pinocle_cli.logs.inputs import records_in
from pinocle_cli.memory import MEMORIES, Memory, remembered
from pinocle_cli.session import judge
from pinocle_cli.written import Play

LONGEST = 400  # characters, or cards, of anything that is kept
ODD = {
    "two-handed": {"melds": {"Anna": ["HK HQ" + " " * 900, "HK " * 300]}, "play": ["Anna: meld " + "HK HQ " * 200]},
    "partnership": {"melds": {"Anna": "SQ DJ " * 300}, "trump": "hearts" + " " * 2000},
    "auction": {"melds": "SQ DJ " * 300, "bids": ["Anna: 300" + " " * 2000], "trump": "hearts"},
    "piquet": {"calls": ["Anna: point" + " " * 5000 + "5", "Boris: " + "x" * 5000]},
}
SAMPLES = Path(__file__).parent.parent / "samples"
NAMES = ["Anna", "Boris", "Cyd", "Dan"]


def test_it_forgets_when_there_are_very_many() -> None:
    memory: Memory[int, int] = Memory(10)
    for n in range(1000):
        memory.keep(n, n)
        assert len(memory) <= 10


def test_what_is_long_is_not_kept() -> None:
    asked = []

    @remembered(longest=3)
    def size(cards: tuple[int, ...]) -> int:
        asked.append(cards)
        return len(cards)

    for cards in ((1, 2), (1, 2), (1, 2, 3, 4), (1, 2, 3, 4)):
        assert size(cards) == len(cards)
    assert asked == [(1, 2), (1, 2, 3, 4), (1, 2, 3, 4)]


@pytest.mark.parametrize("game", ODD)
def test_odd_records_leave_nothing_large_behind(game: str) -> None:
    seats = GAMES[game].seats[0]
    for n in range(3):
        longer = json.dumps(ODD[game]).replace("x" * 5000, "x" * (5000 + n)).replace(" " * 500, " " * (500 + n))
        deal = json.loads(longer)
        record = {"game": game, "players": NAMES[:seats], "dealer": "Anna", **deal}
        for read in records_in(io.BytesIO(json.dumps(record).encode()), "a.jsonl", GAMES):
            judge(read, GAMES)
    for memory in MEMORIES:
        assert len(memory) <= memory.most
        for key in memory:
            parts = key if isinstance(key, tuple) else (key,)
            assert all(len(part) <= LONGEST for part in parts if isinstance(part, str | tuple)), str(key)[:80]


@pytest.mark.parametrize("sample", sorted(path.name for path in SAMPLES.glob("*.yaml")))
def test_no_circle_keeps_a_deal_that_was_judged(sample: str) -> None:
    """Among millions of records the collector of circles seldom runs; nothing may wait for it."""
    text = (SAMPLES / sample).read_bytes()
    gc.disable()
    gc.freeze()  # what there was before is not looked at: only what is new is counted
    try:
        for read in records_in(io.BytesIO(text), sample, GAMES):
            judge(read, GAMES)
        left = sum(isinstance(one, DealState | Play) for one in gc.get_objects())
        gc.collect()
        assert left == sum(isinstance(one, DealState | Play) for one in gc.get_objects())
    finally:
        gc.unfreeze()
        gc.enable()


# Caches of functools have one entry a game, a deck, a house, a table, a page, a class: their keys are of no record.
BY_GAME = {
    "examples_of", "wins", "_priced", "card_values", "meld_table", "outcomes", "topics", "actions_read_before",
    "_readers", "record_keys", "envelope_keys", "_default_house", "environment", "_digest", "program", "_names",
    "second_wins", "can_be_counted", "most_melds", "_planned", "_sprite", "_carried", "_noting", "_parts",
    "_turns",
}  # fmt: skip


def test_no_other_cache_is_keyed_by_what_a_record_says() -> None:
    names = [found.name for found in pkgutil.walk_packages(pinocle_cli.__path__, "pinocle_cli.")]
    found = set()
    for name in names:
        if name.endswith("__main__") or ".keep.screen" in name or ".lsp" in name:
            continue
        for value in vars(importlib.import_module(name)).values():
            cached = isinstance(value, functools._lru_cache_wrapper)  # noqa: SLF001 - it has no public name
            if cached and value.__module__ == name:
                parameters = value.cache_parameters()
                if parameters["maxsize"] is None or parameters["maxsize"] > 1:
                    found.add(value.__name__)
    assert found - BY_GAME == set(), "remember with pinocle_cli.memory.remembered, which is bounded in size"
