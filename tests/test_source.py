"""Texts to records: lines and columns of everything, documents, encodings, and input that is broken or hostile."""

from __future__ import annotations

import json
import os
import textwrap
from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings, verdict, verdicts

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"
RECORD = HEAD + "claimed: {Anna: 10, Boris: 20}\n"
SCORES = {"Anna": 10, "Boris": 20}


def only_error(session: dict[str, Any]) -> dict[str, Any]:
    (error,) = findings(session, "error")
    return error


def place(finding: dict[str, Any]) -> tuple[str, int, int | None]:
    return finding["rule"].removeprefix("record."), finding["line"], finding["column"]


# --- Lines and columns -----------------------------------------------------------------------------------------------

PLACES = HEAD + textwrap.dedent("""\
    # a comment
    opening: {Anna: x}            # 4:17
    deals:
      - dealer: Zed               # 6:13
        hands: {Anna: QQ}         # 7:19
        stock: [SA, XX]           # 8:17
        taken:
          Anna: "X1"              # 10:13
        play: |
          SA S9

          SA  H1O                 # 14:11
            Anna:  meld  HK ZZ    # 15:25
          # a comment
          Zed: S9                 # 17:7

      - play:
          - S9 ZZ                 # 20:12
          - Anna: meld HK ZZ      # 21:23
          - {Anna: HK, HQ}        # 22:9
      - play: |2

            S9 ZZ                 # 25:12
""")


def expected_places(text: str) -> list[tuple[int, int]]:
    marks = [line.rpartition("# ")[2] for line in text.split("\n") if ":" in line.rpartition("# ")[2]]
    return [(int(line), int(column)) for line, column in (m.split(":") for m in marks if m.replace(":", "").isdigit())]


def test_every_error_has_its_line_and_column() -> None:
    found = [(f["line"], f["column"]) for f in findings(verdict(PLACES), "error")]
    assert sorted(found) == sorted(expected_places(PLACES))


@pytest.mark.parametrize("text", [PLACES.replace("\n", "\r\n"), "\ufeff" + PLACES], ids=["CRLF", "byte order mark"])
def test_line_ends_and_marks_change_no_place(text: str) -> None:
    found = [(f["line"], f["column"]) for f in findings(verdict(text), "error")]
    assert sorted(found) == sorted(expected_places(PLACES))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_with_a_mark(encoding: str) -> None:
    mark = "" if encoding == "utf-16" else "\ufeff"
    (session,) = verdicts((mark + PLACES.replace("# a comment", "# Анна")).encode(encoding))
    found = [(f["line"], f["column"]) for f in findings(session, "error")]
    assert sorted(found) == sorted(expected_places(PLACES))


@pytest.mark.parametrize("sign", ["\x85", "\u2028", "\u2029", "\x0b", "\x0c"])
def test_lines_end_at_a_line_feed_only(sign: str) -> None:
    session = verdict(HEAD + f'note: "a{sign}b"\nclaimed: {{Anna: 10, Zed: 20}}\n')
    error = next(f for f in findings(session, "error") if f["rule"] != "record.syntax" or sign in "\x0b\x0c")
    assert error["line"] == (3 if sign in "\x0b\x0c" else 4)


def test_a_path_names_what_is_wrong() -> None:
    text = HEAD + textwrap.dedent("""\
        rules: {targett: 1000, target: lots}
        deals:
          - widdow: SA
            irregularities:
              - {fault: nonsense, by: Anna}
              - {fault: misdeal, by: Zed, aftr: 3}
            melds: {Anna: [HK HQ, {cards: ZZ}]}
            claimed: {Anna: x}
    """)
    assert [f["path"] for f in findings(verdict(text), "error")] == [
        "rules.targett",
        "rules.target",
        "deals[0].widdow",
        "deals[0].irregularities[0]",
        "deals[0].irregularities[1].by",
        "deals[0].irregularities[1].aftr",
        "deals[0].melds.Anna[1]",
        "deals[0].claimed.Anna",
    ]


# --- Documents -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (RECORD, [1]),
        ("---\n" + RECORD, [2]),
        ("%YAML 1.2\n---\n" + RECORD, [3]),
        ("# a comment\n%YAML 1.2\n# another\n---\n" + RECORD, [5]),
        ("# a comment\n---\n" + RECORD, [3]),
        (RECORD + "---\n" + RECORD, [1, 5]),
        (RECORD + "--- # the second\n" + RECORD, [1, 5]),
        (RECORD + "...\n---\n" + RECORD + "...\n", [1, 6]),
        (RECORD + "---\n---\n# nothing\n---\n~\n" + "---\n" + RECORD, [1, 8, 10]),
        (RECORD + "---\n", [1]),
        ("\n\n\n" + RECORD, [4]),
        ("--- {game: two-handed, players: [Anna, Boris], claimed: {Anna: 10, Boris: 20}}\n", [1]),
        (json.dumps({"game": "two-handed", "players": ["Anna", "Boris"], "claimed": SCORES}, indent=1), [1]),
    ],
)
def test_documents(text: str, lines: list[int]) -> None:
    sessions = verdicts(text)
    assert [session["line"] for session in sessions] == lines
    assert [session["document"] for session in sessions] == list(range(1, len(lines) + 1))
    good = [session for session in sessions if session["game"]]
    assert all(session["totals"] == SCORES for session in good)


def test_a_document_that_cannot_be_read_costs_nothing_but_itself() -> None:
    broken = HEAD + "deals:\n  - dealer: Anna\n   trump: hearts\n"
    sessions = verdicts(RECORD + "---\n" + broken + "---\n" + RECORD)
    assert [session["totals"] for session in sessions] == [SCORES, None, SCORES]
    assert [session["line"] for session in sessions] == [1, 4, 11]
    assert place(only_error(sessions[1])) == ("syntax", 9, 4)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only a comment\n", "---\n", "---\n---\n", "%YAML 1.2\n---\n", "\ufeff"]
)
def test_a_file_without_a_record(text: str) -> None:
    assert place(only_error(verdict(text)))[0] == "empty"


def test_a_document_of_another_kind() -> None:
    for text in ("hello\n", "- a\n- b\n", "[]\n", "{}\n", "1: 2\n"):
        assert findings(verdict(text), "error"), text


# --- JSON Lines ------------------------------------------------------------------------------------------------------

JSON_RECORD = json.dumps({"game": "two-handed", "players": ["Anna", "Boris"], "claimed": SCORES})


def json_lines(text: str | bytes) -> list[dict[str, Any]]:
    return verdicts(text, "log.jsonl")


def test_json_lines_count_as_documents() -> None:
    sessions = json_lines(f"{JSON_RECORD}\n\n  \n{JSON_RECORD}\r\n{{broken\n{JSON_RECORD}")
    assert [(session["document"], session["line"]) for session in sessions] == [(1, 1), (4, 4), (5, 5), (6, 6)]
    assert [session["totals"] for session in sessions] == [SCORES, SCORES, None, SCORES]
    assert place(only_error(sessions[2])) == ("syntax", 5, 2)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("{", "syntax"),
        ("nonsense", "syntax"),
        ('{"a": 1,}', "syntax"),
        (JSON_RECORD + JSON_RECORD, "syntax"),
        ("[" * 100_000, "limit"),
        ('{"game": ' * 10_000, "limit"),
        ("[" * 60 + "]" * 60, "limit"),
        ("[" + "[]," * 500_000 + "1]", "limit"),
        ('{"game": "two-handed", "players": ["Anna", "\\ud800"]}', "encoding"),
        ('{"game": "two-handed", "\\udc00": 1}', "encoding"),
        ('{"game": "two-handed", "players": ["Anna", "Bo\x01ris"]}', "syntax"),
        ('{"game": "two-handed", "game": "x", "players": ["Anna", "Boris"], "claimed": {"Anna": 1}}', "duplicate-key"),
        ("[1, 2]", "wrong-type"),
        ('"text"', "wrong-type"),
        ("null", "wrong-type"),
        ("NaN", "wrong-type"),
        ('{"game": "two-handed", "players": ["Anna", "Boris"], "claimed": {"Anna": 1e400}}', "wrong-type"),
        ('{"game": "two-handed", "players": ["Anna", "Boris"], "claimed": {"Anna": 1.5}}', "wrong-type"),
        ('{"game": "two-handed", "players": ["Anna", "Boris"], "claimed": {"Anna": Infinity}}', "wrong-type"),
        ('{"game": "two-handed", "players": ["Anna", "Boris"], "claimed": {"Anna": ' + "9" * 5000 + "}}", "limit"),
        ('{"game": "two-handed", "players": ["Anna\\u0000", "Boris"], "claimed": {"Anna": 1}}', "unknown-name"),
    ],
)  # fmt: skip
def test_lines_that_are_no_record(line: str, rule: str) -> None:
    sessions = json_lines(f"{line}\n{JSON_RECORD}\n")
    assert [session["line"] for session in sessions] == [1, 2]
    assert rule in {place(error)[0] for error in findings(sessions[0], "error")}
    assert all(error["line"] == 1 for error in findings(sessions[0]))
    assert sessions[1]["totals"] == SCORES


def test_json_lines_not_in_utf_8() -> None:
    sessions = json_lines(JSON_RECORD.encode() + b'\n{"a": "\xff"}\n' + JSON_RECORD.encode())
    assert place(only_error(sessions[1])) == ("encoding", 2, 8)
    (_, session) = json_lines(f"{JSON_RECORD}\n{JSON_RECORD}".encode("utf-16"))
    assert session["totals"] == SCORES


def test_whole_characters_written_as_two_halves_are_read() -> None:
    (session,) = json_lines(
        '{"game": "two-handed", "players": ["\\ud83c\\udccf", "Boris"], "claimed": {"\U0001f0cf": 1}}'
    )
    assert session["players"] == ["\U0001f0cf", "Boris"]


def test_play_in_json_is_a_text_with_line_feeds_or_a_list() -> None:
    base = {"game": "two-handed", "players": ["Anna", "Boris"], "trump": "hearts", "dealer": "Boris"}
    for play in ("SA S9\nAnna: meld HK HQ", ["SA S9", "Anna: meld HK HQ"], ["SA S9", {"Anna": "meld HK HQ"}]):
        (session,) = json_lines(json.dumps({**base, "play": play}))
        assert session["deals"][0]["scores"] == {"Anna": 51, "Boris": 0}
        assert {entry["line"] for entry in session["deals"][0]["ledger"]} == {1}


# --- Values stay text ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["NO", "on", "~", "null", "1_000", "010", "0x1F", "1e3", "2026-11-29", "True", "=", "<<"]
)
def test_no_name_is_anything_but_a_name(name: str) -> None:
    session = verdict(f"game: two-handed\nplayers: [{name}, Boris]\nclaimed: {{{name}: 10, Boris: 20}}\n")
    assert session["totals"] == {name: 10, "Boris": 20}


@pytest.mark.parametrize("tag", ["!!str", "!mine", "!!python/object/apply:os.system", "&a"])
def test_tags_and_anchors_change_nothing(tag: str) -> None:
    session = verdict(RECORD.replace("two-handed", f"{tag} two-handed"))
    assert session["totals"] == SCORES


# --- Broken and hostile ----------------------------------------------------------------------------------------------

BROKEN = {
    "not UTF-8": (RECORD.replace("Anna", "Анна").encode("cp1251"), "encoding", 2),
    "UTF-16 cut short": (RECORD.encode("utf-16")[:-1], "encoding", None),
    "half a character of UTF-16": ("\ufeff".encode("utf-16-le") + b"\x00\xd8a\x00", "encoding", None),
    "UTF-16 without a mark": (RECORD.encode("utf-16-le"), "syntax", 1),
    "UTF-8 cut short": (RECORD.encode() + b"\xd0", "encoding", 4),
    "NUL": (RECORD.replace("Boris]", "Bo\0ris]").encode(), "syntax", 2),
    "a bell": (RECORD.replace("Boris]", "Bo\x07ris]").encode(), "syntax", 2),
    "only NULs": (b"\0" * 1000, "syntax", 1),
    "a tab": ((HEAD + "deals:\n\t- dealer: Anna\n").encode(), "syntax", 4),
    "a tab deeper": ((HEAD + "deals:\n  -\n\t  dealer: Anna\n").encode(), "syntax", 5),
    "carriage returns only": (RECORD.replace("\n", "\r").encode(), "syntax", 1),
    "an open bracket": (b"game: two-handed\nplayers: [Anna, Boris\nclaimed: {Anna: 1}\n", "syntax", 3),
    "an open quote": (b'game: two-handed\nplayers: [Anna, "Boris]\n', "syntax", 2),
    "a colon forgotten": (b"game two-handed\nplayers: [Anna, Boris]\n", "syntax", 2),
    "more after the end": ((RECORD + "...\n" + RECORD).encode(), "syntax", 5),
    "indented by one": ((HEAD + " claimed: {Anna: 10}\n").encode(), "syntax", 3),
    "an alias": (b"game: two-handed\nplayers: &p [Anna, Boris]\nopening: *p\n", "syntax", 3),
    "an alias to itself": (b"game: &a [*a]\n", "syntax", 1),
    "an undefined alias": (b"game: *nobody\n", "syntax", 1),
    "an anchor twice": (b"game: two-handed\nplayers: [&a Anna, &a Boris]\n", "syntax", 2),
    "nested in brackets": (b"game: two-handed\nnote: " + b"[" * 10_000 + b"]" * 10_000 + b"\n", "limit", 2),
    "nested by indentation": ("".join(" " * n + "a:\n" for n in range(2_000)).encode(), "limit", None),
    "nested lists": (b"- " * 10_000, "limit", 1),
    "open brackets": (b"[" * 1_000_000, None, 1),
    "open braces": (b"{" * 1_000_000, None, 1),
    "question marks": (b"? " * 100_000, "limit", 1),
    "too many values": (b"note: [" + b"a," * 500_000 + b"]\n", "limit", None),
    "a huge number": (RECORD.replace("10", "9" * 5000).encode(), "limit", 3),
    "a huge negative number": (RECORD.replace("10", "-" + "9" * 5000).encode(), "limit", 3),
    "a huge number of cards": ((HEAD + "deals:\n  - taken: {Anna: " + "9" * 5000 + "}\n").encode(), "limit", 4),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", None, 1),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_input(kind: str) -> None:
    raw, rule, line = BROKEN[kind]
    (session, *more) = verdicts(raw)
    assert not more
    error = findings(session, "error")[0]
    assert rule in (None, place(error)[0]), error
    assert line in (None, error["line"]), error
    assert error["message"]
    assert len(error["message"]) < 400
    assert session["totals"] is None


@pytest.mark.parametrize("brackets", ["[]", "{}"])
@pytest.mark.parametrize("deep", [40, 41])
def test_yaml_and_json_may_be_nested_equally_deep(deep: int, brackets: str) -> None:
    inner = deep - 1  # the record itself is one level
    nested = "[" * inner + "]" * inner if brackets == "[]" else '{"a":' * (inner - 1) + "{}" + "}" * (inner - 1)
    base = '{"game": "two-handed", "players": ["Anna", "Boris"], "claimed": {"Anna": 10}, "x-more": %s}\n'
    for (session,) in (verdicts(base % nested), json_lines(base % nested)):
        assert [place(error)[:2] for error in findings(session, "error")] == [("limit", 1)] * (deep - 40)


def test_yaml_and_json_may_hold_equally_many_values() -> None:
    base = '{"game": "two-handed", "players": ["Anna", "Boris"], "claimed": {"Anna": 10}, "x-more": [%s]}\n'
    for number in (10_000, 150_000):
        for (session,) in (verdicts(base % ",".join(["[1]"] * number)), json_lines(base % ",".join(["[1]"] * number))):
            assert [place(error)[0] for error in findings(session, "error")] == ["limit"] * (number > 100_000)


@pytest.mark.parametrize("constant", ["null", "true", "false", "12", "1.5", "NaN"])
def test_a_constant_in_json_is_the_text_that_was_written(constant: str) -> None:
    record = '{"game": "two-handed", "players": ["Anna", "Boris"], "dealer": %s, "claimed": {"Anna": 10}}'
    (session,) = json_lines(record % constant)
    errors = findings(session, "error")
    if constant == "null":  # nothing is written there
        assert not errors
    else:
        assert place(errors[0]) == ("unknown-name", 1, None)
        assert f'"{constant}" does not play here' in errors[0]["message"]


def bomb() -> str:
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))
    return f"a0: &a0 [x, x]\n{levels}{HEAD}deals: *a11\n"


def test_an_alias_bomb_is_refused() -> None:
    error = only_error(verdict(bomb()))
    assert place(error) == ("syntax", 2, 10)
    assert "write the value out" in error["message"]


@pytest.mark.parametrize("end", range(0, 300, 7))
def test_a_file_cut_anywhere(end: int) -> None:
    text = HEAD + textwrap.dedent("""\
        deals:
          - dealer: Anna
            trump: hearts
            hands: {Anna: "HA10KQJ9 SA10KQJ9", Boris: [DAKQJ109, CAKQJ109]}
            play: |
              DA S9
              Boris: meld DK DQ
            note: >
              a long
              note
        claimed: {Anna: 10}
    """)
    for session in verdicts(text[:end]):
        assert session["file"] == "test.yaml"


def test_ten_thousand_broken_lines_are_not_ten_thousand_findings() -> None:
    lines = "".join("      nonsense here\n" for _ in range(9_000))
    found = findings(verdict(HEAD + "deals:\n  - play: |\n" + lines), "error")
    assert len(found) == 1001
    assert found[-1]["rule"] == "record.limit"


def test_errors_given_up_on_in_one_record_leave_the_next() -> None:
    keys = "".join(f"key{n}: 1\n" for n in range(2_000))
    first, second = verdicts(HEAD + keys + "---\n" + RECORD)
    assert findings(first, "error")[-1]["rule"] == "record.limit"
    assert second["totals"] == SCORES


@pytest.mark.parametrize("play", ["x\n" * 20_000, "S9 SA\n" * 20_000])
def test_a_play_without_end(play: str) -> None:
    text = HEAD + "deals:\n  - play: |\n" + textwrap.indent(play, "      ")
    assert place(only_error(verdict(text)))[:2] == ("limit", 5)


# --- Files -----------------------------------------------------------------------------------------------------------


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    from pinocle_cli.games import GAMES  # noqa: PLC0415 - only here
    from pinocle_cli.logs.inputs import records_of  # noqa: PLC0415

    locked = tmp_path / "locked.yaml"
    locked.write_text(RECORD)
    locked.chmod(0)
    names = ["no-such-file.yaml", "x" * 300 + ".yaml"]
    if os.geteuid():
        names.append("locked.yaml")
    for name in names:
        (record,) = records_of(str(tmp_path / name), GAMES)
        (error,) = record.findings
        assert error.message.startswith("cannot be read: "), name
