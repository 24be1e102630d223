"""A record is edited where it stands: nothing but the value that is meant changes, and no comment is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pinocle_cli.writing.yamltext import CannotEditError, YamlText
from pinocle_cli.writing.yamlvalues import Braces, Lines, plain, rules_line, without

RECORD = """\
# An evening at Anna's
game: two-handed  # as always
players: [Anna, Boris]

deals:
  # the first deal
  - dealer: Anna
    turned: D9   # seen
    melds:
      Anna: [SQ DJ, "DK DQ"]   # together
      Boris:
    taken: {Anna: 126, Boris: 124}
    note: a long
      text
    # claimed: {}

  - play: |
      S9 SA  # a trick

      # nothing here
      Anna: meld HK HQ
# the end
"""

EDITS = {
    "a value, its comment kept": ("put", ("deals", 0, "turned"), "S9", "    turned: S9   # seen\n"),
    "an empty value": ("put", ("deals", 0, "melds", "Boris"), ["HK HQ"], "      Boris: [HK HQ]\n"),
    "a list in brackets": ("put", ("deals", 0, "melds", "Anna"), ["dix"], "      Anna: [dix]   # together\n"),
    "in braces": ("put", ("deals", 0, "taken", "Anna"), "130", "    taken: {Anna: 130, Boris: 124}\n"),
    "a text of several lines": ("put", ("deals", 0, "note"), "short", "    note: short\n    # claimed: {}\n"),
    "a new key": ("put", ("deals", 1, "dealer"), "Boris", "  - dealer: Boris\n    play: |\n"),
    "a new mapping": ("put", ("deals", 1, "taken", "Anna"), "1", "      Anna: meld HK HQ\n    taken: {Anna: 1}\n# the"),
    "a text that needs quotes": ("put", ("deals", 0, "note"), "a: #b", "    note: 'a: #b'\n"),
    "at the top": ("put", ("date",), "today", "# the end\n", "date: today\n# the end\n"),
    "an item in brackets": (
        "put",
        ("deals", 0, "melds", "Anna", 1),
        "CK CQ",
        "      Anna: [SQ DJ, CK CQ]   # together\n",
    ),
    "the last in brackets": ("remove", ("deals", 0, "melds", "Anna", -1), None, "      Anna: [SQ DJ]   # together\n"),
    "the first in braces": ("remove", ("deals", 0, "taken", "Anna"), None, "    taken: {Boris: 124}\n"),
    "the first key of an item": ("remove", ("deals", 0, "dealer"), None, "  - turned: D9   # seen\n"),
    "all of a mapping, one by one": ("remove", ("deals", 0, "taken", "Boris"), None, "    taken: {Anna: 126}\n"),
    "the only key of an item": ("remove", ("deals", 1, "play"), None, "    # claimed: {}\n\n# the end\n"),
}
ORDER = ("game", "players", "date", "dealer", "turned", "melds", "play", "taken")


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_edit(edit: tuple[Any, ...]) -> None:
    what, path, value, *shown = edit
    text = YamlText(RECORD)
    new = text.put(path, value, ORDER) if what == "put" else text.remove(path)
    assert shown[-1] in new.text
    gone = [line for line in RECORD.splitlines() if line not in new.text]
    assert len(gone) <= (4 if "play" in path else 2), gone


@pytest.mark.parametrize(
    ("nth", "line", "shown"),
    [
        (0, "H9 HA", "      H9 HA  # a trick\n"),
        (1, "Anna: dix", "      # nothing here\n      Anna: dix\n"),
        (2, "C9 CA", "      Anna: meld HK HQ\n      C9 CA\n# the end"),
        (0, None, "  - play: |\n\n      # nothing here\n"),
    ],
)
def test_line_of_a_block(nth: int, line: str | None, shown: str) -> None:
    assert shown in YamlText(RECORD).put_line(("deals", 1, "play"), nth, line).text


WHOLE = [  # (a text, an edit, what it becomes)
    ("# ours\n", ("put", ("game",), "piquet"), "# ours\ngame: piquet\n"),
    ("", ("put", ("game",), "piquet"), "game: piquet\n"),
    ("{game: piquet}", ("remove", ("game",)), "{}"),
    ("game: x\nplay: |\n  S9 SA\n", ("put_line", ("play",), 0, None), "game: x\n"),
    ("game: x\nplay: [S9 SA]\n", ("put_line", ("play",), 0, None), "game: x\n"),
    ("game: x\n", ("put_line", ("play",), 0, None), "game: x\n"),
    ("deals:\n  - dealer: A\n  - dealer: B\n", ("remove", ("deals", 0, "dealer")), "deals:\n  - dealer: B\n"),
    ("game: x\n", ("append", ("faults",), "a"), "game: x\nfaults: [a]\n"),
    ("faults:\ngame: x\n", ("append", ("faults",), "a"), "faults: [a]\ngame: x\n"),
    ("- dealer: A\n  # seen\n\n  turned: D9\n", ("remove", (0, "dealer")), "  # seen\n- turned: D9\n"),
    ("{trump: , taken: }", ("put", ("turned",), "D9"), "{trump: , taken: , turned: D9}"),
    ("{trump: , taken: }", ("put", ("trump",), "hearts"), "{trump: hearts, taken: }"),
    ("{bids: , taken: }", ("put_line", ("bids",), 0, "Bob: 300"), "{bids: ['Bob: 300'], taken: }"),
    ("{bids: ['Bob: 300']}", ("put_line", ("bids",), 1, "Cyd: pass"), "{bids: ['Bob: 300', 'Cyd: pass']}"),
    ("{trump: , taken: }", ("remove", ("taken",)), "{trump: }"),
    ("{trump: , taken: }", ("remove", ("trump",)), "{taken: }"),
]


@pytest.mark.parametrize(("text", "edit", "new"), WHOLE)
def test_the_whole_text_after_an_edit(text: str, edit: tuple[Any, ...], new: str) -> None:
    what, *args = edit
    assert getattr(YamlText(text), what)(*args).text == new


REFUSED = [
    ("deals:\n  - {dealer: A}\n", ("put", ("deals", 3, "dealer"), "B"), "there is no such item in the list"),
    ("deals:\n  - {dealer: A}\n", ("put", ("deals", 0), "B"), "cannot be written anew in its place"),
    ("deals: none\n", ("put", ("deals", "dealer"), "B"), "deals is not written as keys and values"),
    ("deals: [{}]\n", ("append", ("deals",), {"dealer": "B"}), "the list stands in brackets"),
    ("play: |\n  S9 SA\n", ("put_line", ("play",), 0, "S9 SA  # late"), "line 1 of play cannot be written there"),
    ("play: [S9 SA]  # late\n", ("put_line", ("play",), 1, "C9 CA"), "write `play: |` and a line for each thing"),
    ("a: &x 1\nb: *x\n", ("remove", ("a",)), "without changing something else"),
]


@pytest.mark.parametrize(("text", "edit", "why"), REFUSED)
def test_what_cannot_be_edited_is_refused_and_said(text: str, edit: tuple[Any, ...], why: str) -> None:
    what, *args = edit
    with pytest.raises(CannotEditError, match=re.escape(why)):
        getattr(YamlText(text), what)(*args)


def test_a_text_that_cannot_be_read_has_no_keys() -> None:
    assert YamlText("game: [\n").keys(()) == []


def test_a_list_of_lines_is_added_to_as_one() -> None:
    text = YamlText("bids:\n  - Ann: 300\n  - Bob: pass   # at once\n")
    assert text.put_line(("bids",), 2, "Cyd: pass").text == text.text + "  - Cyd: pass\n"
    assert YamlText("bids: [Ann: 300]\n").put_line(("bids",), 1, "Bob: pass").text == (
        "bids: |\n  Ann: 300\n  Bob: pass\n"
    )


def test_a_deal_more_comes_after_the_comments_of_the_last() -> None:
    text = YamlText("deals:\n- dealer: A\n  # claimed: {}\n# claimed: {}\n").append(("deals",), {"dealer": "B"})
    assert text.text == "deals:\n- dealer: A\n  # claimed: {}\n- dealer: B\n# claimed: {}\n"


def test_what_stands_in_braces_is_left_there() -> None:
    text = YamlText("{game: piquet, players: [A, B]}").put(("date",), "x, y")
    assert text.text == "{game: piquet, players: [A, B], date: 'x, y'}"


def test_a_fault_stands_in_braces() -> None:
    deal = YamlText("play: |\n  S9 SA\n").put(("irregularities",), "")
    assert "irregularities: ''" in deal.text
    text = YamlText("irregularities:\n  - {fault: a}\n").append(("irregularities",), Braces(fault="b", by="Anna"))
    assert text.text.endswith("  - {fault: b, by: Anna}\n")


_words = st.text(st.sampled_from("aZ9 :#-'\"{}[],&*!|>%@`~é♥\n\t"), max_size=12)
_keys = st.sampled_from(["game", "dealer", "taken", "melds", "play", "note", "yes", "3"])
_values = st.recursive(
    _words | st.lists(_words, max_size=3), lambda inner: st.dictionaries(_keys, inner, min_size=1, max_size=3)
)
_paths = st.lists(_keys, min_size=1, max_size=3).map(tuple)
_edits = st.lists(st.tuples(_paths, _values | st.none() | st.integers(0, 3)), max_size=8)


@settings(max_examples=150, deadline=None)
@given(_edits)
def test_every_edit_means_what_was_meant_and_keeps_every_comment(edits: list[tuple[tuple[str, ...], Any]]) -> None:
    """Or is refused, and the text stays as it is."""
    text = YamlText("# kept 1\ngame: x   # kept 2\ntaken: {a: 1} # kept 3\nmelds:\n  # kept 4\n  a: b\n# kept 5\n")
    for path, value in edits:
        before = set(re.findall("kept .", text.text))
        removed = plain(text.node(path)) is not None and value is None
        try:
            if value is None:
                new = text.remove(path)
            elif isinstance(value, int):
                new = text.put_line(path, value, f"line {value}")
            else:
                new = text.put(path, value, ("game", "dealer", "melds"))
        except CannotEditError:
            continue
        assert new.root is not None or removed
        after = set(re.findall("kept .", new.text))
        inside = set(re.findall("kept .", _spanned(text, path)))
        assert before - inside <= after
        text = new


def _spanned(text: YamlText, path: tuple[str, ...]) -> str:
    """What is written over: the lines of the value."""
    for depth in range(len(path), 0, -1):
        node = text.node(path[:depth])
        if node is not None:
            first = node.start_mark.line
            while path[depth - 1] + ":" not in text.lines[first]:  # the line of its key
                first -= 1
            return "\n".join(text.lines[first : text.last_line(node) + 1])
    return ""


def test_lines_are_a_block() -> None:
    assert YamlText("game: x\n").put(("play",), Lines(["S9 SA", "H9 HA"])).text == (
        "game: x\nplay: |\n  S9 SA\n  H9 HA\n"
    )


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("portland", "rules: portland"),
        (" {deck: 64} ", "rules: {deck: 64}"),
        ("{deck: [", "rules: '{deck: ['"),  # which the reader then refuses, as it was typed
        ("  ", ""),
    ],
)
def test_the_rules_that_were_typed(typed: str, line: str) -> None:
    assert rules_line(typed) == line


@pytest.mark.parametrize(
    ("path", "left"),
    [
        (("a",), {"b": "x"}),
        (("a", 0), {"a": [{"c": 2}], "b": "x"}),
        (("a", 1, "c"), {"a": [1, {}], "b": "x"}),
        (("b", "c"), {"a": [1, {"c": 2}], "b": "x"}),  # nothing stands there
    ],
)
def test_a_tree_without_what_stands_at_a_path(path: tuple[str | int, ...], left: object) -> None:
    assert without({"a": [1, {"c": 2}], "b": "x"}, path) == left
