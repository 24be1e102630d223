"""JSON of any shape: one object, several behind each other, an array; in any file, with the place of every value."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from conftest import findings, verdicts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pinocle_cli.cli.main import cli
from pinocle_cli.games import GAMES
from pinocle_cli.logs.chunks import CHUNK
from pinocle_cli.logs.inputs import records_of
from pinocle_cli.reader import braces, json_text
from pinocle_cli.reader.json_text import parse_text
from pinocle_cli.reader.streams import json_documents
from pinocle_cli.reader.tree import MOST_BYTES, Items, Pairs, Text
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pinocle_cli.reader.tree import Node

RECORD = {"game": "two-handed", "players": ["Anna 🐻", "null"], "deals": [{"claimed": {"Anna 🐻": 150, "null": 100}}]}
SCORES = {"Anna 🐻": 150, "null": 100}


def errors(text: str | bytes, name: str = "test.json") -> list[tuple[str, int, int | None]]:
    found = [finding for session in verdicts(text, name) for finding in findings(session, "error")]
    return [(f["rule"].removeprefix("record."), f["line"], f["column"]) for f in found]


# --- One meaning whatever the file is called -------------------------------------------------------------------------


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("name", ["a.json", "a.yaml", "-", "a.jsonl"])
def test_the_same_text_means_the_same_in_every_file(name: str, indent: int | None, ascii_only: bool) -> None:
    if name == "a.jsonl" and indent:
        return  # a record a line
    (session,) = verdicts(json.dumps(RECORD, ensure_ascii=ascii_only, indent=indent), name)
    assert (session["totals"], findings(session, "error")) == (SCORES, [])


@pytest.mark.parametrize("name", ["a.json", "a.yaml", "-", "a.jsonl"])
@pytest.mark.parametrize("absent", [None, ""])
def test_nothing_is_as_good_as_no_key(name: str, absent: Any) -> None:
    more = dict.fromkeys(("rules", "claimed", "opening", "date"), absent)
    deal = {**RECORD["deals"][0], "irregularities": absent, "turned": absent, "dealer": absent, "note": absent}  # type: ignore[dict-item]
    (session,) = verdicts(json.dumps({**RECORD, **more, "deals": [deal]}), name)
    assert (session["totals"], findings(session, "error")) == (SCORES, [])


def test_braces_alone_make_no_json() -> None:
    text = "{game: two-handed, players: [Anna, Boris], deals: [{claimed: {Anna: 150, Boris: 100}}]}\n"
    (session,) = verdicts(text, "a.yaml")
    assert session["totals"] == {"Anna": 150, "Boris": 100}
    assert errors(text)[0][:2] == ("syntax", 1)


@pytest.mark.parametrize(
    "text",
    [
        "[{0}, {0}]", "[\n{0},\n{0}\n]\n", "{0}\n{0}\n", "{0}{0}", " \n[ {0} ,{0}, ] ", "[{0}\n{0}]",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["a.json", "-"])
def test_several_records(text: str, name: str) -> None:
    sessions = verdicts(text.replace("{0}", json.dumps(RECORD)), name)
    assert [session["totals"] for session in sessions] == [SCORES, SCORES]
    assert [session["document"] for session in sessions] == [1, 2]


def test_an_array_in_a_yaml_file() -> None:
    sessions = verdicts(f"[{json.dumps(RECORD)},\n {json.dumps(RECORD)}]\n---\n{json.dumps(RECORD)}\n", "a.yaml")
    assert [(session["document"], session["line"]) for session in sessions] == [(1, 1), (2, 2), (3, 4)]


def test_a_broken_record_costs_nothing_but_itself() -> None:
    good = json.dumps(RECORD)
    sessions = verdicts(f'[{good},\n{{"game": "two-handed" "players": []}},\n{{}}, 5,\n{good}]', "a.json")
    assert [session["totals"] for session in sessions] == [SCORES, None, None, None, SCORES]
    assert [session["line"] for session in sessions] == [1, 2, 3, 3, 4]


# --- Places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule", "line", "column"),
    [
        ('{"game": "two-handed",\n "players": ["A", "B"],\n "claimed": {"A": 1,\n  "A": 2}}', "duplicate-key", 4, 4),
        ('{"game": "two-handed",\n "players": ["A", "B"],\n "claimed": {"A": "x"}}', "wrong-type", 3, 20),
        ('[\n  {"game": "piqet"}]', "unknown-name", 2, 13),
        ('{"game": "piquet", "game": "piquet", "players": ["A", "B"], "claimed": {"A": 30}}', "duplicate-key", 1, 21),
        ('{"game": "two-handed",}', "syntax", 1, 22),
        ('{"game" "two-handed"}', "syntax", 1, 9),
        ('{"game": two-handed}', "syntax", 1, 10),
        ('{"game": "two-handed"', "syntax", 1, 22),
        ('{"game": "two\nhanded"}', "syntax", 1, 14),
        ('{"game": "two-handed", "players": ["A", "B",]}', "syntax", 1, 44),
        ('{"game": "two-handed", "players": ["\\ud83d", "B"]}', "encoding", 1, 36),
        ('{"a": ' * 60 + "1" + "}" * 60, "limit", 1, 241),
        ("nonsense", "syntax", 1, 1),
        ("[1, 2]", "syntax", 1, 2),
        ('{"game": "x"} and more', "syntax", 1, 15),
        ("[]", "empty", 1, None),
        ("", "empty", 1, None),
    ],
)
def test_what_cannot_be_read_has_its_place(text: str, rule: str, line: int, column: int | None) -> None:
    assert (rule, line, column) in errors(text)


@pytest.mark.parametrize(
    ("line", "rule", "column", "words"),
    [
        ('{"game": "two-handed",,}', "syntax", 23, "this line is not JSON: "),  # of one comma Pythons differ
        ('{"game": "x"} and more', "syntax", 15, "this line is not JSON: Extra data"),
        ('[{"game": "x"}]', "wrong-type", None, "expected a record"),
        ('{"game": "x", "note": "\\ud83d"}', "encoding", None, "half a character ('\\ud83d')"),
        ('{"game": "x", "note": ' + "[" * 60 + "]" * 60 + "}", "limit", None, "nested more than 40 deep"),
        ('{"game": "x", "note": ' + "[" * 100_000 + "]" * 100_000 + "}", "limit", None, "nested more than 40 deep"),
        (b'{"game": "\xff"}', "encoding", 11, "byte 0xff is not UTF-8; save the log as UTF-8"),
        (b'{"note": "' + b"x" * (MOST_BYTES + 99_000) + b'"}', "limit", None, "this line is longer and was skipped"),
    ],
    ids=["comma", "more", "list", "half", "deep", "very deep", "UTF-8", "long"],
)
def test_a_line_of_a_log_that_cannot_be_read(line: str | bytes, rule: str, column: int | None, words: str) -> None:
    good = json.dumps(RECORD, ensure_ascii=False).encode()
    raw = line if isinstance(line, bytes) else line.encode()
    sessions = verdicts(b"\n".join([good, raw, b"", good]), "a.jsonl")
    assert [(session["line"], session["totals"]) for session in sessions] == [(1, SCORES), (2, None), (4, SCORES)]
    (error,) = findings(sessions[1], "error")
    assert (error["rule"], error["column"]) == (f"record.{rule}", column)
    assert words in error["message"]


@pytest.mark.parametrize(("name", "line"), [("a.json", 25), ("a.jsonl", 1)])
def test_more_values_than_any_record_has(name: str, line: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, "MOST_NODES", 20)
    text = json.dumps({**RECORD, "note": [0] * 50}, indent=0 if name == "a.json" else None)
    (session,) = verdicts(text, name)
    (error,) = findings(session, "error")
    assert (error["rule"], error["line"]) == ("record.limit", line)
    assert "more than 20 values in one record" in error["message"]


def test_what_python_takes_for_a_figure_is_none() -> None:
    (session,) = verdicts(
        '{"game": "two-handed", "players": ["A", "B"], "claimed": {"A": NaN, "B": -Infinity}}', "a.jsonl"
    )
    assert [one["message"].partition(" stands")[0] for one in findings(session, "error")] == ['"NaN"', '"-Infinity"']


def test_a_file_that_is_not_utf8() -> None:
    assert errors(json.dumps(RECORD, ensure_ascii=False).encode("utf-16-le"))[0][0] == "encoding"
    raw = b'{"game": "two-handed",\n "players": ["\xc0\xed\xed\xe0", "B"]}'
    assert errors(raw) == [("encoding", 2, 15)]
    assert errors(json.dumps(RECORD).encode("utf-8-sig")) == []
    assert errors(json.dumps(RECORD).encode("utf-16")) == []


VALUES = st.recursive(
    st.one_of(st.text(max_size=8), st.integers(-999, 999), st.booleans(), st.none()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


def plain(node: Node) -> Any:
    """What a tree holds, as the decoder of the standard library has it."""
    if isinstance(node, Pairs):
        return {key: plain(value) for key, value in node}
    return [plain(item) for item in node] if isinstance(node, Items) else str(node)


def as_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_texts(item) for item in value]
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4), st.sampled_from([None, 0, 2]), st.booleans())
def test_it_is_read_as_the_standard_library_reads_it(
    value: dict[str, Any], indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = parse_text(text.encode("utf-8", "surrogatepass"), 1, 1, 1)
    assert document.root is not None
    assert plain(document.root) == as_texts(value)
    lines = text.split("\n")
    for node in texts_in(document.root):
        if node and node.column:
            assert lines[node.line - 1][node.column - 1 :].startswith(node)


def texts_in(node: Any) -> list[Text]:
    if isinstance(node, Text):
        return [node]
    parts = [part for pair in node for part in pair] if isinstance(node, Pairs) else node
    return [text for part in parts for text in texts_in(part)]


# --- However large ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("between", [", ", ",\n"])
def test_a_long_array_is_read_record_by_record(tmp_path: Path, between: str) -> None:
    note = {"note": 'braces } { in a "text" \\'}
    number = 3 * CHUNK // 150
    file = tmp_path / "a.json"
    file.write_text("[" + between.join([json.dumps({**RECORD, **note})] * number) + "]", "utf-8")
    found = list(records_of(str(file), GAMES))
    assert [record.document for record in found] == list(range(1, number + 1))
    assert {record.line for record in found} == ({1} if between == ", " else {*range(1, number + 1)})
    assert judge(found[-1], GAMES).totals == {0: 150, 1: 100}


def test_a_record_that_is_too_long() -> None:
    stream = io.BytesIO(b'{"game": "x"}\n{"note": "' + b"x" * (MOST_BYTES + 100_000) + b'"}')
    found = list(json_documents(io.BufferedReader(stream)))
    assert found[0].root is not None
    assert [finding.rule.label for finding in found[-1].findings] == ["record.limit"]


def test_a_text_in_which_no_record_ends_is_not_looked_through_with_every_block(monkeypatch: pytest.MonkeyPatch) -> None:
    text, looked, ends = b"[" + b"a," * 2_000_000, 0, braces._ends  # noqa: SLF001 - what looks through

    def counted(data: bytes) -> Iterator[int]:
        nonlocal looked
        looked += len(data)
        return ends(data)

    monkeypatch.setattr(braces, "_ends", counted)
    assert "record.syntax" in CliRunner().invoke(cli, ["check", "-"], input=text).output
    assert looked < 10 * len(text)  # in two places at most twice, and once for each record
