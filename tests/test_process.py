"""The program in a process of its own: pipes, signals, outputs that take no more, terminals, encodings."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import FAULT, PROGRAM, in_a_process, on_terminal

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
    (folder / "many.yaml").write_text("---\n".join([FAULT] * 600), "utf-8")
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


COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_a_table_never_wraps(folder: Path, columns: int) -> None:
    files = ["fault.yaml", "good.yaml"]
    for out in on_terminal(folder, columns, ["score", *files], ["score", "--ledger", *files]):
        table = [COLOUR.sub("", line) for line in out.split("\n") if "│" in line]
        assert table
        assert max(map(len, table)) <= columns


def test_colour_is_for_terminals_that_want_it(folder: Path) -> None:
    (coloured,) = on_terminal(folder, 100, ["score", "fault.yaml"])
    assert COLOUR.search(coloured)
    (plain,) = on_terminal(folder, 100, ["score", "fault.yaml"], NO_COLOR="1")
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
