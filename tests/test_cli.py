"""The program as people run it: exit status, streams, formats, misuse; and never a traceback."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from conftest import GOOD, in_a_process

from pinocle_cli.cli.main import COMMANDS

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Pinocle

# --- Help and misuse -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_has_an_example(pinocle: Pinocle, command: str) -> None:
    done = pinocle(command, "--help")
    assert done.returncode == 0
    assert re.search(rf"Examples?:\n +(cat .* \| )?pinocle {command}", done.stdout)


def test_help_and_version(pinocle: Pinocle) -> None:
    done = pinocle("--help")
    assert done.returncode == 0
    assert all(f"  {command} " in done.stdout for command in COMMANDS)
    assert pinocle("--version").stdout.startswith("pinocle, version ")
    assert pinocle("-h").stdout == done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["scor", "good.yaml"], 'did you mean "score"'),
        (["правило"], "the commands are score"),
        (["score"], "Missing argument"),
        (["score", "--ledgr", "good.yaml"], "--ledger"),
        (["score", "--format", "xml", "good.yaml"], "'table', 'json'"),
        (["check", "--format", "table", "good.yaml"], "'text', 'json'"),
        (["explain", "good.yaml"], "like game.yaml:31"),
        (["explain", "good.yaml:0"], "like game.yaml:31"),
        (["explain", "good.yaml:x"], "like game.yaml:31"),
        (["explain", "good.yaml:999"], "has no line 999"),
        (["explain", "missing.yaml:1"], "no such file"),
        (["rules", "two-handed.card-roundin"], "two-handed.card-rounding"),
        (["meld", "SY"], '"SY" is not a card'),
        (["meld", "SA SA SA"], "more often than the pack has it"),
        (["meld", "SA", "--trump", "heartz"], 'did you mean "hearts"'),
        (["meld", "SA", "--game", "whist"], "two-handed"),
        (["meld", "SA", "--profile", "clubb"], "classic, modern"),
    ],
    ids=" ".join,
)
def test_misuse_ends_with_two_and_says_what_would_be_right(pinocle: Pinocle, args: list[str], words: str) -> None:
    done = pinocle(*args)
    assert done.returncode == 2
    assert not done.stdout
    assert words in done.stderr


# --- Exit status and streams -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["score", "check", "judge"])
@pytest.mark.parametrize(
    ("files", "status"),
    [
        (["good.yaml"], 0),
        (["fault.yaml"], 1),
        (["error.yaml"], 2),
        (["good.yaml", "fault.yaml"], 1),
        (["error.yaml", "fault.yaml", "good.yaml"], 2),
        (["missing.yaml", "good.yaml"], 2),
        (["."], 2),
        ([""], 2),
    ],
    ids=str,
)
def test_exit_status(pinocle: Pinocle, command: str, files: list[str], status: int) -> None:
    assert pinocle(command, *files).returncode == status


def test_an_error_goes_to_standard_error_and_what_could_be_scored_is(pinocle: Pinocle) -> None:
    done = pinocle("score", "error.yaml", "missing.yaml", "good.yaml")
    assert (
        'error.yaml:4:5: error record.unknown-key "dealr" is not a key of a deal; did you mean "dealer"' in done.stderr
    )
    assert "missing.yaml:1: error record.syntax cannot be read: no such file or directory" in done.stderr
    assert "good.yaml" in done.stdout
    assert "error" not in done.stdout


def test_check_is_one_line_a_finding_and_a_summary(pinocle: Pinocle) -> None:
    done = pinocle("check", ".")
    lines = done.stdout.splitlines()
    shown = [line for line in lines if line.startswith(" ")]  # where the error stands
    assert ["dealr" in shown[0], "^^^^^" in shown[1], len(shown)] == [True, True, 2]
    assert [line.split(" ")[:3] for line in lines[:-1] if line not in shown] == [
        ["error.yaml:4:5:", "error", "record.unknown-key"],
        ["fault.yaml:9:7:", "fault", "two-handed.meld-timing"],
    ]
    assert lines[-1].startswith("3 files, 3 deals: 1 error, 1 fault, ")
    assert "--notes" in lines[-1]
    noted = pinocle("check", "--notes", ".").stdout
    assert noted.count(": note ") == int(re.search(r"(\d+) notes?", lines[-1])[1])  # type: ignore[index]


def test_a_folder_without_records_is_no_clean_bill(pinocle: Pinocle, folder: Path) -> None:
    (folder / "empty").mkdir()
    done = pinocle("check", "empty")
    assert done.returncode == 2
    assert "empty:1: error record.empty no record stands in this folder (.yaml" in done.stdout


def test_as_played_leaves_the_faults_and_drops_what_follows(pinocle: Pinocle) -> None:
    done = pinocle("score", "--as-played", "--format", "json", "fault.yaml")
    (session,) = json.loads(done.stdout)["sessions"]
    (fault,) = [f for f in session["deals"][0]["findings"] if f["severity"] == "fault"]
    assert fault["ruling"] is None
    assert done.returncode == 1


def test_explain_says_what_comes_from_a_line(pinocle: Pinocle) -> None:
    done = pinocle("explain", "fault.yaml:10")
    assert done.returncode == 1  # as for every command that reads the record
    assert "+40" in done.stdout
    assert "two-handed.class-a" in done.stdout
    assert "two-handed.meld-timing" in pinocle("explain", "fault.yaml:9").stdout
    assert "Nothing is scored from this line" in pinocle("explain", "fault.yaml:1").stdout


# --- Standard input and formats --------------------------------------------------------------------------------------


def json_line(**more: Any) -> str:
    record = {"game": "two-handed", "players": ["Anna", "Boris"], "claimed": {"Anna": 10, "Boris": 20}, **more}
    return json.dumps(record) + "\n"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (GOOD, [(1, 1)]),
        (GOOD + "---\n" + GOOD, [(1, 1), (2, 7)]),
        (json_line() + "\n" + json_line(), [(1, 1), (3, 3)]),
        (json_line().strip(), [(1, 1)]),
        (json_line(note="x" * 100_000) + json_line(), [(1, 1), (2, 2)]),
        (json.dumps(json.loads(json_line()), indent=2), [(1, 1)]),
        ("{game: two-handed, players: [Anna, Boris], claimed: {Anna: 10}}\n", [(1, 1)]),
        ("", [(1, 1)]),
        ("{" + '"a":{' * 3000, [(1, 1)]),
    ],
    ids=[
        "YAML",
        "two documents",
        "JSON Lines",
        "one JSON line",
        "a long line",
        "JSON over lines",
        "flow",
        "empty",
        "deep",
    ],
)
def test_standard_input(folder: Path, text: str, places: list[tuple[int, int]]) -> None:
    done = in_a_process(folder, "score", "--format", "jsonl", "-", text=text)
    sessions = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(session["document"], session["line"]) for session in sessions] == places
    assert {session["file"] for session in sessions} == {"-"}
    assert done.returncode == (2 if not text or text.startswith('{"a') else 0)


def test_json_is_one_document_with_everything_in_it(pinocle: Pinocle) -> None:
    done = pinocle("score", "--format", "json", "good.yaml", "fault.yaml", "error.yaml", "missing.yaml")
    data = json.loads(done.stdout)
    assert done.returncode == 2
    assert not done.stderr
    assert (data["format"], data["rulebook"]) == (1, "2026.1")
    assert [session["file"] for session in data["sessions"]] == [
        "good.yaml",
        "fault.yaml",
        "error.yaml",
        "missing.yaml",
    ]
    assert data["summary"] | {"notes": 0} == {"sessions": 4, "deals": 3, "errors": 2, "faults": 1, "notes": 0}
    lines = pinocle("score", "--format", "jsonl", "good.yaml", "fault.yaml", "error.yaml", "missing.yaml").stdout
    assert [json.loads(line) for line in lines.splitlines()] == data["sessions"]


def test_csv_has_a_row_for_each_player_and_deal(pinocle: Pinocle) -> None:
    done = pinocle("score", "--format", "csv", "good.yaml", "fault.yaml", "error.yaml")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["file"], row["player"], row["score"]) for row in rows] == [
        ("good.yaml", "Anna", "100"), ("good.yaml", "Boris", "150"), ("fault.yaml", "Анна", "51"),
        ("fault.yaml", "Boris", "0"), ("error.yaml", "Anna", ""), ("error.yaml", "Boris", ""),
    ]  # fmt: skip


def test_findings_as_json(pinocle: Pinocle) -> None:
    found = json.loads(pinocle("check", "--format", "json", ".").stdout)
    lines = [json.loads(line) for line in pinocle("check", "--format", "jsonl", ".").stdout.splitlines()]
    assert found["findings"] == lines
    assert [(row["file"], row["line"], row["rule"]) for row in lines] == [
        ("error.yaml", 4, "record.unknown-key"),
        ("fault.yaml", 9, "two-handed.meld-timing"),
    ]
