"""The program as people run it: exit status, streams, pipes, signals, terminals, encodings; and never a traceback."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import textwrap
from fcntl import ioctl
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pinocle_cli.cli.main import COMMANDS, main

if TYPE_CHECKING:
    from collections.abc import Callable

    Pinocle = Callable[..., "Done"]

GOOD = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - dealer: Anna\n    claimed: {Anna: 100, Boris: 150}\n"
FAULT = textwrap.dedent("""\
    game: two-handed
    players: [Анна, Boris]
    opening: {Анна: 40, Boris: 990}
    deals:
      - dealer: Boris
        trump: hearts
        play: |
          SA S9
          Boris: meld HK HQ
          Анна: meld HK HQ
""")
ERROR = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - dealr: Anna\n    claimed: {Anna: 100, Boris: 150}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("good", GOOD), ("fault", FAULT), ("error", ERROR)):
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    return tmp_path


class Done(NamedTuple):
    """What a run of the program ended with."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def pinocle(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Pinocle:
    """The program in this process: quick, for all that does not hang on a process of its own."""

    def run(*args: str) -> Done:
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "argv", ["pinocle", *args])
        with pytest.raises(SystemExit) as ended:
            main()
        return Done(int(ended.value.code or 0), *capsys.readouterr())

    return run


PROGRAM = (sys.executable, "-m", "pinocle_cli.cli.main")


def in_a_process(folder: Path, *args: str, encoding: str = "utf-8", text: str | None = None) -> Done:
    """The program in a process of its own."""
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(
        [*PROGRAM, *args], cwd=folder, env=env, capture_output=True, check=False, timeout=60,
        input=None if text is None else text.encode(),
    )  # fmt: skip
    shown = "utf-8" if encoding.startswith("ascii") else encoding  # click takes ASCII for a mistake
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr
    return Done(done.returncode, done.stdout.decode(shown), done.stderr.decode(shown))


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
        (["meld", "SX"], '"SX" is no card'),
        (["meld", "SA SA SA"], "more often than the pack has it"),
        (["meld", "SA", "--trump", "heartz"], 'did you mean "hearts"'),
        (["meld", "SA", "--game", "whist"], "two-handed"),
        (["meld", "SA", "--profile", "club"], "classic, modern"),
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
    assert [line.split(" ")[:3] for line in lines[:-1]] == [
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
    record = {"game": "two-handed", "players": ["Anna", "Boris"], "claimed": {"Anna": 1, "Boris": 2}, **more}
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
        ("{game: two-handed, players: [Anna, Boris], claimed: {Anna: 1}}\n", [(1, 1)]),
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


# --- Pipes, signals, outputs that take no more -----------------------------------------------------------------------

READING = (
    ["score"],
    ["score", "--ledger"],
    ["score", "--format", "json"],
    ["score", "--format", "csv"],
    ["judge"],
    ["check"],
)


def start(folder: Path, *args: str, **more: Any) -> subprocess.Popen[bytes]:
    command = [*PROGRAM, *args]
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, **more)


@pytest.mark.parametrize("args", [*READING, ["rules", "two-handed"]], ids=" ".join)
def test_a_broken_pipe_ends_quietly(folder: Path, args: list[str]) -> None:
    (folder / "many.yaml").write_text("---\n".join([FAULT] * 1500), "utf-8")
    files = [] if args[0] == "rules" else ["many.yaml"]
    with start(folder, *args, *files, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize("args", [*READING, ["rules"], ["--help"]], ids=" ".join)
def test_a_full_disk_is_said_in_one_line(folder: Path, args: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    files = ["fault.yaml"] if args[0] in ("score", "judge", "check") else []
    with Path("/dev/full").open("wb") as full, start(folder, *args, *files, stdout=full) as process:
        assert process.stderr is not None
        assert process.stderr.read() == b"Error: no space left on device\n"
        assert process.wait() == 2


@pytest.mark.parametrize("args", [["score"], ["judge"], ["rules"], ["--help"]], ids=" ".join)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(folder: Path, args: list[str], closed: str) -> None:
    files = ["fault.yaml"] if args[0] in ("score", "judge", "check") else []
    line = " ".join([*PROGRAM, *args, *files, closed])
    done = subprocess.run(["/bin/sh", "-c", line], cwd=folder, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr
    assert done.returncode == (1 if files else 0)


@pytest.mark.parametrize("command", ["score", "check", "judge"])
def test_standard_input_that_is_closed_is_empty(folder: Path, command: str) -> None:
    line = " ".join([*PROGRAM, command, "-", "<&-"])
    done = subprocess.run(["/bin/sh", "-c", line], cwd=folder, capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert "-:1: error record.empty" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("args", [["score"], ["check"], ["score", "--format", "jsonl"]], ids=" ".join)
def test_ctrl_c_ends_quietly(folder: Path, args: list[str]) -> None:
    with start(folder, *args, "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(("---\n".join([FAULT] * 20)).encode())
        process.stdin.flush()
        assert process.stdout.readline()  # it has started, and waits for more
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=60)
        finally:
            process.kill()
        assert process.stderr.read().strip() == b""
        assert process.returncode == 130


# --- Terminals and encodings -----------------------------------------------------------------------------------------


def on_terminal(folder: Path, columns: int, *args: str, **env: str) -> str:
    """What the program writes to a terminal of that width."""
    mine, its = pty.openpty()
    ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    command = [*PROGRAM, *args]
    environ = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    process = subprocess.Popen(
        command, cwd=folder, stdin=its, stdout=its, stderr=its, env={**environ, "PYTHONIOENCODING": "utf-8", **env}
    )
    os.close(its)
    out = b""
    while True:
        try:
            ready, _, _ = select.select([mine], [], [], 30)
            data = os.read(mine, 65536) if ready else b""
        except OSError:  # the other side has gone
            data = b""
        if not data:
            break
        out += data
    os.close(mine)
    process.wait(timeout=30)
    return out.decode().replace("\r\n", "\n")


COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("columns", [60, 80, 200])
@pytest.mark.parametrize("args", [["score"], ["score", "--ledger"]], ids=" ".join)
def test_a_table_never_wraps(folder: Path, columns: int, args: list[str]) -> None:
    out = on_terminal(folder, columns, *args, "fault.yaml", "good.yaml")
    table = [COLOUR.sub("", line) for line in out.split("\n") if "│" in line]
    assert table
    assert max(map(len, table)) <= columns


def test_colour_is_for_terminals_that_want_it(folder: Path) -> None:
    assert COLOUR.search(on_terminal(folder, 100, "score", "fault.yaml"))
    plain = on_terminal(folder, 100, "score", "fault.yaml", NO_COLOR="1")
    assert "\x1b" not in plain
    assert "♥" in plain
    assert "\x1b" not in in_a_process(folder, "score", "fault.yaml").stdout
    assert "\x1b" not in in_a_process(folder, "judge", "fault.yaml").stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1251"])
@pytest.mark.parametrize("args", [*READING, ["explain"]], ids=" ".join)
def test_an_output_that_cannot_show_every_sign(folder: Path, args: list[str], encoding: str) -> None:
    where = "fault.yaml:9" if args == ["explain"] else "fault.yaml"
    done = in_a_process(folder, *args, where, encoding=encoding)
    assert done.returncode == 1
    assert not done.stderr
    assert "HK HQ" in done.stdout or "csv" in args or args == ["score", "--ledger"]
    assert "♥" not in done.stdout
