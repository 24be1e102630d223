"""Texts and names that would be obeyed by a terminal, a CI server or a spreadsheet, if they reached it as they are."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pinocle_cli.cli.main import cli
from pinocle_cli.plain import as_json, line, plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
WORKFLOW = re.compile(r"^\s*::|##\[", re.MULTILINE)
EVIL = "\x1b[2J\x1b[31mx\u202ey\x9b2J\u2066z"

RECORDS = [
    f"""\
game: two-handed
players: [Anna, Boris]
held: {{Anna: {json.dumps("S" + EVIL + "A")}}}
play: {json.dumps(EVIL + "SA S9")}
taken: {{Anna: {json.dumps("1" + EVIL)}}}
melds: {{Anna: [{json.dumps(EVIL + "HK HQ")}]}}
""",
    f"game: {json.dumps(EVIL)}\n{json.dumps(EVIL)}: 1\n",
    f"game: two-handed\nplayers: [{json.dumps(EVIL)}, B]\nclaimed: {{B: 1}}\n",
    f"game: two-handed\nplayers: [A, B]\nrules: {json.dumps(EVIL)}\nclaimed: {{{json.dumps(EVIL)}: 1}}\n",
    (
        "game: two-handed\nplayers: [A, B]\nclaimed: {A: 1}\n"
        f"date: {json.dumps(EVIL)}\nplace: {json.dumps(EVIL)}\nevent: {json.dumps(EVIL)}\nnote: {json.dumps(EVIL)}\n"
    ),
    "game: auction\nplayers: [A, B, C]\nbids:\n  - A: " + json.dumps(EVIL) + "\ndeals: []\n",
    f"game: piquet\nplayers: [A, B]\ncalls: {json.dumps('A: point ' + EVIL)}\n",
    f"game: two-handed\nplayers: [A, B]\nclaimed: {{A: 100}}\ntrump: {json.dumps(EVIL)}\n",
    f"game: two-handed\nplayers: [A, B]\nirregularities: [{{fault: {json.dumps(EVIL)}, by: {json.dumps(EVIL)}}}]\n",
    "game: two-handed\nplayers: [A, B]\nclaimed: {A: 1}\x1b[31m\n",
    "game: two-handed\nplayers: [A, B]\n\u202eclaimed: {A: 1}\n",
]
NAMES = ["nl\n::error::pwn.yaml", "::warning file=x::y.yaml", " ::error::z.yaml", "esc\x1b[31m\x9b.yaml",
         "rtl\u202elmay.yaml", "cr\r::stop-commands::t.yaml",
         "x ##[add-mask]e.yaml", "=cmd|' C calc'!A0.yaml"]  # fmt: skip
TEXTS = [
    ["check", "--notes"], ["check", "--notes", "--format", "github"], ["check", "--statistics"], ["judge"], ["score"],
    ["score", "--ledger"], ["standings"], ["explain"], ["fmt", "--check"],
]  # fmt: skip
DATA = [["check", "--notes", "--format", f] for f in ("json", "jsonl", "sarif", "junit")] + [
    ["score", "--format", "json"], ["score", "--format", "csv"], ["standings", "--format", "json"],
    ["standings", "--format", "csv"],
]  # fmt: skip


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(*args: str) -> str:
    result = CliRunner().invoke(cli, list(args))
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    return result.output


def places(at: Path) -> Iterator[str]:
    """Every name of a file holding every record."""
    for number, name in enumerate([*NAMES, *(f"{n}.yaml" for n in range(len(RECORDS) - len(NAMES)))]):
        (at / name).write_text(RECORDS[number % len(RECORDS)], "utf-8")
        yield name


@pytest.mark.parametrize("command", [*TEXTS, *DATA], ids=" ".join)
def test_nothing_in_a_record_or_its_name_is_obeyed(command: list[str], at: Path) -> None:
    files = list(places(at))
    if command == ["explain"]:
        text = "".join(printed("explain", f"{file}:{number}") for file in files for number in range(1, 9))
    else:
        text = printed(*command, *files)
    assert text or command[0] == "fmt"
    assert not OBEYED.findall(text.replace("\t", " "))
    if command in TEXTS:
        lines = [one for one in text.splitlines() if WORKFLOW.search(one)]
        assert [one for one in lines if not re.match(r"::(error|warning|notice) file=[^:,]+,line=\d+", one)] == []


def test_json_says_what_the_signs_were(at: Path) -> None:
    (at / NAMES[4]).write_text(RECORDS[4], "utf-8")
    (session,) = json.loads(printed("score", "--format", "json", NAMES[4]))["sessions"]
    assert (session["file"], session["meta"]["place"]) == (NAMES[4], EVIL)


@given(st.text())
def test_plain_text(text: str) -> None:
    shown = plain(text)
    assert not OBEYED.search(shown)
    assert "\n" not in shown
    assert plain(shown) == shown
    assert not WORKFLOW.search(line(text))
    assert text.replace("\xa0", " ") == shown or not text.isprintable()
    if text.isascii() and text.isprintable():
        assert shown == text


@given(st.text())
def test_json_text(text: str) -> None:
    encoded = as_json({"a": text})
    assert json.loads(encoded) == {"a": text}
    assert not OBEYED.search(encoded)


@pytest.mark.parametrize("name", ["👩‍🚀", "می‌خواهم", "क्‍ष", "Zoë", "Ļena", "אנה"])
def test_names_of_all_languages_are_shown_as_they_are(name: str) -> None:
    assert line(name) == name


@pytest.mark.parametrize("command", [["score"], ["standings"]])
def test_a_spreadsheet_gets_no_formula(command: list[str], at: Path) -> None:
    names = ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)"]
    players = ", ".join(json.dumps(name) for name in names)
    (at / "a.yaml").write_text(
        f"game: auction\nplayers: [{players}]\ndeals:\n  - {{dealer: '+1+1', claimed: {{'+1+1': -1, '-2+3': 1}}}}\n",
        "utf-8",
    )
    cells = {cell for row in csv.reader(io.StringIO(printed(*command, "--format", "csv", "a.yaml"))) for cell in row}
    assert {f"'{name}" for name in names} <= cells
    assert "-1" in cells  # a figure stays one
    assert not [cell for cell in cells if cell[:1] in "=+@\t\r" and cell]
