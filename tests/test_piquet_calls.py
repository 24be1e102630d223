"""What is called in words: every word for a rank, a run or a set is the call that it names."""

from __future__ import annotations

import pytest
from conftest import findings, verdict

DEAL = "game: piquet\nplayers: [Anna, Boris]\ndealer: Anna\n"
RANKS = {
    "A": "A a ace aces т а", "K": "K k king kings к", "Q": "Q q queen queens д", "J": "J j jack jacks knave knaves в",
    "10": "10 t ten tens",
}  # fmt: skip
RUNS = {3: "tierce", 4: "quart", 5: "quint", 6: "sixieme sixième", 7: "septieme septième", 8: "huitieme huitième"}
SETS = {3: "trio three", 4: "quatorze fourteen four"}


LADDER = ["A", "K", "Q", "J", "10", "9", "8", "7"]
BESIDE = ["HA", "DA", "HQ", "DQ", "H10", "D10", "H8", "D8", "CA"]


def faults(held: str, call: str, trick: str) -> list[str]:
    """What is wrong with a call of elder's who holds these cards."""
    session = verdict(f"{DEAL}held: {{Boris: {held}}}\ncalls: |\n  Boris: {call}\nplay: |\n  {trick}\n")
    return [found["rule"] for found in findings(session) if found["severity"] != "note"]


@pytest.mark.parametrize(("rank", "word"), [(rank, word) for rank, words in RANKS.items() for word in words.split()])
@pytest.mark.parametrize(("size", "name"), [(size, name) for size, names in SETS.items() for name in names.split()])
def test_a_set_in_every_word(rank: str, word: str, size: int, name: str) -> None:
    three, four = f"S{rank}97 H{rank}987 D{rank}987 C9", f"S{rank}97 H{rank}987 D{rank}98 C{rank}9"
    held, short = (three, f"S{rank}97 H{rank}987 D987 C98") if size == min(SETS) else (four, three)
    assert faults(held, f"{name} {word}", "S7 S8") == []
    assert faults(short, f"{name} {word}", "S7 S8") == ["piquet.false-declaration"]


@pytest.mark.parametrize(("size", "name"), [(size, name) for size, names in RUNS.items() for name in names.split()])
def test_a_run_in_every_word(size: int, name: str) -> None:
    run, beside = LADDER[-size:], " ".join(BESIDE[: 12 - size])
    assert faults(f"S{''.join(run)} {beside}", f"{name} S{run[0]}", "S7 DK") == []
    assert faults(f"S{''.join(run[1:])} {beside} C9", f"{name} S{run[0]}", "S7 DK") == ["piquet.false-declaration"]
