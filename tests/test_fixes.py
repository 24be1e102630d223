"""What a finding asks about is an edit that an editor can make, and with it the record can be true."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from legal_deals import RANKS, SUITS, as_yaml, legal_deal, record_of

from pinocle_cli.writing.fixes import edits_for
from pinocle_cli.writing.judging import judged_record

if TYPE_CHECKING:
    from pinocle_cli.writing.fixes import Edit
    from pinocle_cli.writing.judging import Judged

PACK = [suit + rank for suit in SUITS for rank in RANKS[:6]]


def made(text: str, edit: Edit) -> str:
    """The text after an edit."""
    lines = text.split("\n")
    line = edit.line - 1
    if edit.end < 0:
        lines[line : line - edit.end] = edit.new.split("\n")[:-1]
    else:
        lines[line] = lines[line][: edit.start] + edit.new + lines[line][edit.end :]
    return "\n".join(lines)


def errors(judged: Judged) -> list[str]:
    return [finding.message for finding in judged.findings() if finding.severity == "error"]


def best_of(text: str) -> tuple[str, list[str]]:
    """The text with the fix that leaves the fewest errors, and those."""
    judged = judged_record(text, "a.yaml")
    assert judged.game is not None
    deck = judged.game.deck(judged.record.house)
    tried = [
        made(text, edit) for finding in judged.findings() for edit in edits_for(finding, text.split("\n"), deck)
    ]  # fmt: skip
    assert tried, errors(judged)
    return min(((one, errors(judged_record(one, "a.yaml"))) for one in tried), key=lambda pair: len(pair[1]))


def slip(rng: random.Random, lines: list[str], how: str) -> None:
    """One slip of the pen in the tricks of a play."""
    tricks = [n for n, line in enumerate(lines) if line.startswith("      ") and ":" not in line]
    n = rng.choice(tricks[3:-3])
    match how:
        case "another card":
            words = lines[n].split()
            words[0] = rng.choice([card for card in PACK if card not in words])
            lines[n] = "      " + " ".join(words)
        case "twice":
            lines.insert(n, lines[n])
        case "turned":
            lines[n] = "      " + " ".join(reversed(lines[n].split()))
        case _:
            del lines[n]


@pytest.mark.parametrize("how", ["another card", "twice", "turned", "left out"])
@pytest.mark.parametrize("seed", range(4))
def test_a_slip_is_put_right_by_one_edit(seed: int, how: str) -> None:
    rng = random.Random(seed)
    text = as_yaml(record_of(legal_deal(rng)))
    assert not errors(judged_record(text, "a.yaml"))
    lines = text.split("\n")
    while not errors(judged_record("\n".join(lines), "a.yaml")):
        lines = text.split("\n")
        slip(rng, lines, how)
    _, left = best_of("\n".join(lines))
    assert not left


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("dealr: Anna", "dealer: Anna"),
        ("dealer: Anne", "dealer: Anna"),
        ("trump: heards", "trump: hearts"),
        ("melds: {Anna: HK H1O}", "melds: {Anna: HK H10}"),
        ("play: |\n      SA S9\n      Boris: mled HK HQ", "play: |\n      SA S9\n      Boris: meld HK HQ"),
        ("irregularities: {fault: revoke-100, by: Anna}", "irregularities: {fault: revoke-1000, by: Anna}"),
    ],
)  # fmt: skip
def test_the_nearest_spelling_is_written(wrong: str, right: str) -> None:
    head = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - "
    assert best_of(head + wrong + "\n")[0] == head + right + "\n"
