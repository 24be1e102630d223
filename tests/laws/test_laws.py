"""The laws of weighing in every game: one table of laws and games, over random deals under random house rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
import weighing
from all_fields import FIELDS
from conftest import findings
from fields import without
from slips_made import NEVER_AS_POSSIBLE, SLIPS, slips, slips_in_part

if TYPE_CHECKING:
    from fields import Trial
    from weighing import Law

GAPS: dict[str, tuple[str, ...]] = {}  # what is known not to hold yet, by the name of the law, the kind of slip or the
# test, and the game
GAMES = pytest.mark.parametrize("game", FIELDS)


def no_gap(law: str, game: str) -> None:
    if game in GAPS.get(law, ()):
        pytest.xfail("a known gap")


LAWS: list[tuple[Law, int]] = [
    (weighing.sound, 40),
    (weighing.silence, 40),
    (weighing.silence_of_faults, 12),
    (weighing.breach_in_part, 6),
    (weighing.other_words, 8),
    (weighing.more_facts, 12),
    (weighing.bounds, 20),
]


def trials(law: Law, game: str, number: int, **more: tuple[str, ...]) -> list[Trial]:
    return [one for seed in range(number) for one in law(FIELDS[game], random.Random(seed), **more)]


@GAMES
@pytest.mark.parametrize(("law", "number"), LAWS, ids=[law.__name__ for law, _ in LAWS])
def test_law(law: Law, number: int, game: str) -> None:
    no_gap(law.__name__, game)
    for trial in trials(law, game, number):
        assert trial.marks["good"], (trial.kind, trial.record, findings(trial.verdict))


@GAMES
def test_every_key_is_a_fact_more(game: str) -> None:
    """The law of more facts adds each key that may be left out to a record in which others are left out still."""
    field, records = FIELDS[game], [trial.record for trial in trials(weighing.more_facts, game, 6)]
    for key in field.optional:
        others = [other for other in field.optional if other.partition(".")[0] != key.partition(".")[0]]
        with_it = [record for record in records if without(record, key) != record]
        assert any(sum(without(record, other) == record for other in others) > 1 for record in with_it), key


@GAMES
def test_every_fault_is_found_and_nobody_else_is_accused(game: str) -> None:
    """And a fault that is called where the record shows it is one finding."""
    field = FIELDS[game]
    assert set(field.faults) == {rule.label for rule in field.game.rules if field.game.is_fault(rule)}
    no_gap("found", game)
    for trial in trials(weighing.faults, game, 2):
        marks = {"wrongly": False, "once": True}
        assert {**marks, **trial.marks} == {"found": True, "rule": True, "line": True, **marks}, (
            trial.kind,
            trial.record,
        )


@GAMES
def test_what_a_whole_deal_refutes_costs_nothing(game: str) -> None:
    """And what only the table can have seen stands as it was called."""
    for trial in trials(weighing.accusations, game, 3):
        assert all(trial.marks.values()), (trial.kind, trial.marks, trial.record, findings(trial.verdict))


@GAMES
@pytest.mark.parametrize("kind", SLIPS)
def test_a_slip_accuses_nobody_and_is_named(kind: str, game: str) -> None:
    no_gap(kind, game)
    found = trials(slips, game, 6, kinds=(kind,))
    marks = Counter(mark for trial in found for mark, holds in trial.marks.items() if holds)
    for trial in found:
        assert not trial.marks["punished"], (trial.record, weighing.accused(trial.verdict))
    assert marks["named"] >= marks["seen"] - 1, [trial.record for trial in found if not trial.marks["named"]]
    if kind == "a line of play skipped":
        assert marks["seen"] == len(found), [trial.record for trial in found if not trial.marks["seen"]]


@GAMES
@pytest.mark.parametrize("kind", NEVER_AS_POSSIBLE)
def test_a_slip_where_parts_are_left_out_accuses_nobody_and_is_named_where_that_can_be_told(
    kind: str, game: str
) -> None:
    no_gap(f"{kind}, parts left out", game)
    found = trials(slips_in_part, game, 10, kinds=(kind,))
    for trial in found:
        assert not trial.marks["punished"], (trial.record, weighing.accused(trial.verdict))
    missed = [one for one in found if one.marks["seen"] and not one.marks["named"] and not one.marks["open"]]
    assert len(missed) <= 1, [(one.record, findings(one.verdict, "error")) for one in missed]
