"""How much is tried to name a slip: no more than so many deals are judged, whatever is left out of the record."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from all_fields import FIELDS
from conftest import verdict_of
from slips_made import NEVER_AS_POSSIBLE, SLIPS, slips, slips_in_part

from pinocle_cli import session
from pinocle_cli.engine import adjudicate
from pinocle_cli.worlds import Patience

if TYPE_CHECKING:
    from collections.abc import Callable

MOST, IN_NINE_OF_TEN = 700, 80  # the most are those that a quick look rules out
DEALS = 4


def names_slips(game: str, deals: int, before: Callable[[], None] = lambda: None) -> None:
    """Judge deals of a game with a slip of every kind in them, whole ones and such of which parts are left out."""
    for law, kinds in ((slips, SLIPS), (slips_in_part, NEVER_AS_POSSIBLE)):
        for kind in kinds:
            for seed in range(deals):
                before()
                list(law(FIELDS[game], random.Random(seed), kinds=(kind,)))


@pytest.mark.parametrize("game", FIELDS)
def test_few_deals_are_judged_to_name_a_slip(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def counted(*args: Any, **more: Any) -> Any:
        judged[-1] += 1
        return adjudicate(*args, **more)

    monkeypatch.setattr(session, "adjudicate", counted)
    names_slips(game, DEALS, lambda: judged.append(0))
    judged.sort()
    assert judged[-1] <= MOST
    assert judged[len(judged) * 9 // 10] <= IN_NINE_OF_TEN
    assert judged[len(judged) // 2] > 1  # something is tried at all


@pytest.mark.slow
@pytest.mark.parametrize("game", FIELDS)
def test_an_endless_play_is_not_tried_for_long(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = 0

    def counted(world: Any, deal: Any, *args: Any, **more: Any) -> Any:
        nonlocal lines
        state, verdict = adjudicate(world, deal, *args, **more)
        lines += len(deal.play or ()) // (8 if state.ruled_out else 1)  # at a quick look
        return state, verdict

    monkeypatch.setattr(session, "adjudicate", counted)
    for seed in range(3):
        record = FIELDS[game].record(random.Random(seed))
        play = record["deals"][0]["play"]
        for part in ("dealer", "dix-exchange", "hands"):
            record["deals"][0].pop(part, None)
        record["deals"][0]["play"] = play[:2] + play[2:4] * 60 + play[4:]
        lines = 0
        verdict_of(record)
        assert lines <= 20_000


@pytest.mark.parametrize("game", FIELDS)
def test_what_was_found_is_named_though_nobody_would_wait_for_more(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands where somebody broke a rule, or where the deal failed, is tried first."""
    kinds = ("a line of play twice", "the dealer", "a name in the play")
    monkeypatch.setattr(session, "Patience", lambda: Patience(lines=600))
    found = [one for seed in range(DEALS) for one in slips(FIELDS[game], random.Random(seed), kinds=kinds)]
    assert not [one.record for one in found if one.marks["punished"] or (one.marks["seen"] and not one.marks["named"])]


def test_a_quick_look_rules_out_only_what_cannot_have_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled_out = []

    def twice(*args: Any, trial: int | None = None, **more: Any) -> Any:
        state, verdict = adjudicate(*args, trial=trial, **more)
        if trial is not None and state.session.game.rules_out(state):
            _, careful = adjudicate(*args, **more)
            ruled_out.append(careful.has_errors)
        return state, verdict

    monkeypatch.setattr(session, "adjudicate", twice)
    for game in FIELDS:
        names_slips(game, 2)
    assert len(ruled_out) > 100
    assert all(ruled_out)
