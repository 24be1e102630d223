"""What a finding asks about is an edit that an editor can make, and with it the record can be true."""

from __future__ import annotations

import random

import pytest
from legal_deals import RANKS, SUITS, as_yaml, legal_deal, record_of
from put_right import errors, every, made

from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, Finding, Fix
from pinocle_cli.record import IMPOSSIBLE
from pinocle_cli.writing.fixes import edits_for, span_of
from pinocle_cli.writing.judging import judged_record

PACK = [suit + rank for suit in SUITS for rank in RANKS[:6]]


def best_of(text: str) -> tuple[str, list[str]]:
    """The text with the fix that leaves the fewest errors, and those."""
    tried = [(one, errors(judged)) for one, judged in every(text)]
    assert tried, errors(judged_record(text, "a.yaml"))
    return min(tried, key=lambda pair: len(pair[1]))


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


MADE = [  # (a line of the play, what may have been meant, what the line becomes: none where no edit can be made)
    ("      S9 SA", Fix("card", 1, "SA", "SK", 1), "      S9 SK"),
    ("      S9 SA  # SK", Fix("card", 1, "SK", "HK"), None),
    ("      SA: meld SK SQ", Fix("card", 1, "SA", "HK"), None),  # a player is called so
    ("      S9A", Fix("card", 1, "SA", "HK"), "      S9 HK"),
    ("      SA10 S9", Fix("card", 1, "SA", "DA"), "      DA S10 S9"),
    ("    play: [S9 SA, H9 HA]", Fix("card", 1, "HA", "HK", 1), "    play: [S9 SA, H9 HK]"),
    ("    play: [S9 SA, H9 HA]", Fix("turned", 1), None),
    ("    play: [S9 SA, H9 HA]", Fix("twice", 1), None),
    ("      S9 SA,", Fix("line", 1, new="H9 HA"), None),
    ("      'S9 SA'", Fix("line", 1, new="H9 HA"), None),
    ("  - S9 SA  # she led", Fix("turned", 1), "  - SA S9  # she led"),
    ("  - S9 SA", Fix("line", 1, new="H9 HA"), "  - H9 HA\n  - S9 SA"),
    ("      S9 SA", Fix("twice", 1), ""),
    ("      Anna: dix", Fix("turned", 1), None),
    ("      S9 SA\n      H9 HA\n", Fix("exchanged", 1), "      H9 HA\n      S9 SA\n"),
    ("      S9 SA\n      # late\n      H9 HA", Fix("exchanged", 1), None),
    ("      S9 SA", Fix("twice", 7), None),  # of a text that has changed since
]


@pytest.mark.parametrize(("text", "fix", "new"), MADE)
def test_an_edit_changes_no_more_than_was_meant(text: str, fix: Fix, new: str | None) -> None:
    deck = GAMES["two-handed"].deck(GAMES["two-handed"].house())
    finding = Finding(IMPOSSIBLE, ERROR, fix.line, "", fixes=(fix,))
    edits = [*edits_for(finding, text.split("\n"), deck)]
    assert [made(text, edit) for edit in edits] == ([] if new is None else [new])
    assert not [*edits_for(finding, text.split("\n"), None)]  # while nobody can tell which game it is


def test_of_a_finding_without_a_column_the_whole_line_is_shown() -> None:
    assert [span_of(line, 0) for line in ("    S9 SA ", "")] == [(4, 9), (0, 0)]


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
