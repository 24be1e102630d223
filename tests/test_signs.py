"""Signs that look like YAML's and are none, or that nobody can see: read with a note, or named at their own line."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from conftest import findings, verdict, verdicts

GOOD = """\
game: two-handed
players: [Anna, Boris]
deals:
  - dealer: Boris
    trump: hearts
    melds: {Anna: [HK HQ]}
    taken: {Anna: 127, Boris: 123}
note: late
"""
SCORES = {"Anna": 170, "Boris": 120}


def named(char: str) -> str:
    return f"(U+{ord(char):04X})"


def said(text: str) -> tuple[Any, list[tuple[int, str]]]:
    sessions = verdicts(text)
    found = [(f["line"], f["message"]) for session in sessions for f in findings(session)]
    return sessions[0]["totals"], found


SPACES = "\u00a0\u2003\u202f\u3000"
BREAKING = [
    *[("    trump: hearts", f"    trump:{space}hearts", 5, space) for space in SPACES],
    *[("    trump: hearts", f"{space * 4}trump: hearts", 5, space) for space in SPACES],
    *[("  - dealer", f"  -{space}dealer", 4, space) for space in SPACES],
    *[("game: two-handed", f"game:{space}two-handed", 1, space) for space in SPACES],
    *[("  - dealer", f"  {dash} dealer", 4, dash) for dash in "–—•"],
    *[("    trump: ", f"    trump{colon}", 5, colon) for colon in "：﹕"],
    ("{Anna: 127, Boris", "{Anna：127, Boris", 7, "："),
    ("taken: {Anna", "taken: ｛Anna", 7, "｛"),
]


@pytest.mark.parametrize(("good", "bad", "line", "char"), BREAKING)
def test_what_breaks_yaml_is_named_at_its_own_line(good: str, bad: str, line: int, char: str) -> None:
    assert good in GOOD
    totals, found = said(GOOD.replace(good, bad, 1))
    assert totals is None
    place, message = next((at, text) for at, text in found if named(char) in text)
    assert place == line
    assert unicodedata.name(char).lower() in message


@pytest.mark.parametrize("opened", ["“{}”", "„{}“", "«{}»", "‘{}’", "”{}”", '“{}"'])
@pytest.mark.parametrize("good", ["two-handed", "hearts", "Boris", "dealer", "HK HQ", "127"])
def test_quotes_of_a_word_processor_are_passed_over_with_a_note(opened: str, good: str) -> None:
    totals, found = said(GOOD.replace(good, opened.format(good)))
    assert totals == SCORES
    assert any("quot" in message and "U+" in message for _, message in found)


@pytest.mark.parametrize("char", "\u200b\ufeff\u00ad\u2060\u200e")
@pytest.mark.parametrize("good", ["trump", "hearts", "dealer", "two-handed"])
def test_signs_that_nobody_sees_are_passed_over_with_a_note(char: str, good: str) -> None:
    totals, found = said(GOOD.replace(good, char + good))
    if totals is None:  # some of them break YAML itself
        assert any(named(char) in message for _, message in found)
    else:
        assert totals == SCORES
        assert any(named(char) in message for _, message in found)


def test_in_a_free_text_any_sign_may_stand() -> None:
    totals, found = said(GOOD.replace("late", "played late – “the last of the evening”：a\u00a0draw"))
    assert (totals, [message for _, message in found if "U+" in message]) == (SCORES, [])


@pytest.mark.parametrize("space", SPACES)
def test_a_space_of_any_kind_between_words_is_a_space(space: str) -> None:
    for good in ("HK HQ", "[Anna, Boris]"):
        assert said(GOOD.replace(good, good.replace(" ", space)))[0] == SCORES
    play = GOOD.replace("    taken: {Anna: 127, Boris: 123}", f"    play: |\n      Anna:{space}S9{space}SA")
    assert not [f for f in findings(verdict(play), "error") if f["rule"] != "record.impossible"]


@pytest.mark.parametrize("char", "\u00a0：–”\u200b")
@pytest.mark.parametrize("where", ["trump: hea{}rts", "turned: H{}9", "out: An{}na", "tr{}ump: hearts"])
def test_a_sign_within_a_word_is_named(where: str, char: str) -> None:
    text = GOOD.replace("trump: hearts", where.format(char))
    assert any(named(char) in message for _, message in said(text)[1])


def test_a_full_width_colon_in_the_play_is_named() -> None:
    play = GOOD.replace("    taken: {Anna: 127, Boris: 123}", "    play: |\n      Anna： meld HK HQ")
    (error,) = findings(verdict(play), "error")
    assert (error["line"], "U+FF1A" in error["message"]) == (8, True)
