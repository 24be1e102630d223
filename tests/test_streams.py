"""Streams that have a name, live ones, packed ones, read as standard input is; and however a run ends."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import threading
import time
from pathlib import Path

import pytest
from conftest import FAULT, PROGRAM

from pinocle_cli.reader import streams

LOG = "".join(f"---\n{FAULT}" for _ in range(3))
AS_JSON = json.dumps({"game": "two-handed", "players": ["A", "B"], "claimed": {"A": 10}, "dealr": "A"}) + "\n"


def run(folder: Path, line: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A line of shell; `pinocle` is the program."""
    function = f'pinocle() {{ {" ".join(PROGRAM)} "$@"; }}\n'
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": ""}
    done = subprocess.run(
        ["/bin/bash", "-c", function + line],
        cwd=folder,
        input=data,
        capture_output=True,
        check=False,
        timeout=60,
        env=env,
    )
    assert b"Traceback" not in done.stderr, done.stderr
    return done


def test_a_document_that_is_far_too_long_is_passed_over_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_BYTES", 100)
    monkeypatch.setattr(streams, "_BLOCK", 64)
    data = b"a: 1\n---\nb: " + b"x" * 1000 + b"\n---\nc: 3\n"
    found = streams.pieces(io.BufferedReader(io.BytesIO(data), 16), 1)
    assert [*found] == [(1, b"a: 1\n"), (2, None), (4, b"---\nc: 3\n")]


def test_a_stream_in_utf_16_may_be_closed_twice_and_is_left_to_whoever_opened_it() -> None:
    opened = io.BufferedReader(io.BytesIO("a: 1\n".encode("utf-16")))
    recoded = streams.buffered(opened)
    assert recoded.read() == b"a: 1\n"
    recoded.close()
    recoded.raw.close()
    assert recoded.closed
    assert not opened.closed


COMMANDS = ["check", "judge", "score", "score --format json", "standings", "check --jobs 3"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["<(cat)", "/dev/stdin", "pipe"])
def test_a_stream_with_a_name_is_read_like_standard_input(folder: Path, command: str, name: str) -> None:
    wanted = run(folder, f"pinocle {command} -", LOG.encode())
    assert wanted.returncode == 1
    os.mkfifo(folder / "pipe")
    before = "cat > pipe & " if name == "pipe" else ""
    line = f"exec 3<&0; {before.replace('cat', 'cat <&3')}pinocle {command} {name.replace('cat', 'cat <&3')}"
    done = run(folder, line if name != "/dev/stdin" else f"pinocle {command} {name}", LOG.encode())
    shown = {"<(cat)": b"/dev/fd/63", "pipe": b"pipe"}.get(name, b"/dev/stdin")
    assert done.stdout.replace(shown, b"-").split() == wanted.stdout.split()
    assert done.returncode == 1


@pytest.mark.parametrize("name", ["<(cat)", "/dev/stdin", "-"])
@pytest.mark.parametrize(("data", "status"), [(AS_JSON * 3, 2), (LOG, 1)], ids=["JSON Lines", "YAML"])
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_what_a_stream_holds_is_seen_in_its_first_bytes(
    folder: Path, name: str, data: str, status: int, packed: bool
) -> None:
    raw = gzip.compress(data.encode()) if packed else data.encode()
    line = "exec 3<&0; pinocle check --format jsonl " + name.replace("cat", "cat <&3")
    done = run(folder, line if "cat" in name else f"pinocle check --format jsonl {name}", raw)
    assert (len(done.stdout.splitlines()), done.returncode) == (3, status)


def test_explain_reads_a_stream_once(folder: Path) -> None:
    for place in ("<(cat <&3):11", "-:11", "/dev/stdin:11:9"):
        line = f"exec 3<&0; pinocle explain {place}" if "<" in place else f"pinocle explain {place}"
        done = run(folder, line, LOG.encode())
        assert "+40" in done.stdout.decode(), place
        assert done.returncode == 1


def test_a_pipe_that_stays_open_is_judged_as_it_comes(folder: Path) -> None:
    os.mkfifo(folder / "live")
    with subprocess.Popen([*PROGRAM, "check", "live"], cwd=folder, stdout=subprocess.PIPE) as process:
        with (folder / "live").open("w", encoding="utf-8") as live:
            live.write(LOG)
            live.flush()
            assert process.stdout is not None
            assert b"two-handed.meld-timing" in process.stdout.readline()
        process.stdout.read()
        assert process.wait(timeout=60) == 1


@pytest.mark.parametrize("place", ["bomb.yaml.gz:1", "bomb.yaml.gz:3"])
def test_explain_reads_no_more_than_it_needs(folder: Path, place: str) -> None:
    """Behind the record stands what would take minutes and gigabytes to unpack."""
    more = gzip.compress(b"#" * 5_000_000 + b"\n") * 400
    (folder / "bomb.yaml.gz").write_bytes(gzip.compress(LOG.encode()) + more)
    done = run(folder, f"ulimit -v 2000000; pinocle explain {place}")
    assert done.returncode == 1
    assert done.stdout.startswith(place.encode())


def test_a_line_that_is_not_there(folder: Path) -> None:
    (folder / "long.yaml").write_text("---\nnote: " + "x\n" * 5_000_000 + "---\n" + FAULT)
    for place, words in {
        "good.yaml:6": "has no line 6; it ends with line 5",
        "long.yaml:4000000": "too long to be read",
        "good.yaml:²": "expected a file and a line",
        "good.yaml:" + "1" * 5000: "expected a file and a line",
        "good.yaml:0:7": "expected a file and a line",
    }.items():
        done = run(folder, f"pinocle explain {place}")
        assert done.returncode == 2, place
        assert words in done.stderr.decode(), place


# --- However a run ends ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "score --format jsonl", "score --format csv", "fmt", "judge"])
def test_a_broken_pipe_is_no_fault(folder: Path, command: str) -> None:
    (folder / "many.yaml").write_text("---\n".join([FAULT] * 3000), "utf-8")
    done = run(folder, f"pinocle {command} many.yaml | head -1 >&2; exit ${{PIPESTATUS[0]}}")
    assert done.returncode == 141
    assert len(done.stderr.splitlines()) == 1


CRASH = """
import sys
from pinocle_cli.cli import main
def crash(*_, **__):
    raise {error}
main.Commands.get_command = crash
sys.argv = ["pinocle", "check", "x"]
main.main()
"""


@pytest.mark.parametrize(
    "error", ["ValueError('a\\x1b[31mbug')", "MemoryError()", "RecursionError('deep')", "KeyError(1)", "AssertionError"]
)
def test_whatever_escapes_ends_with_two_and_a_message(folder: Path, error: str) -> None:
    line = [PROGRAM[0], "-c", CRASH.format(error=error)]
    done = subprocess.run(line, cwd=folder, capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"Error: the program failed ({error[:8]}")
    assert "please report it" in done.stderr
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr
    shown = subprocess.run(
        line, cwd=folder, capture_output=True, check=False, text=True, env={**os.environ, "PINOCLE_DEBUG": "1"}
    )
    assert "Traceback" in shown.stderr


@pytest.mark.parametrize("command", ["score", "judge", "explain", "check", "standings"])
def test_a_record_on_which_the_program_fails_is_a_finding(folder: Path, command: str) -> None:
    place = "fault.yaml:9" if command == "explain" else "good.yaml fault.yaml"
    code = """
import sys
from pinocle_cli.logs import batch
def crash(*_, **__):
    raise ZeroDivisionError('a bug')
batch.judge = crash
from pinocle_cli.cli.main import main
main()
"""
    (folder / "crash.py").write_text(code)
    done = subprocess.run(
        [PROGRAM[0], "crash.py", command, *place.split()], cwd=folder, capture_output=True, check=False, text=True
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "ZeroDivisionError: a bug" in done.stdout + done.stderr or command == "standings"


def test_jobs_are_bounded(folder: Path) -> None:
    (folder / "many.yaml").write_text("---\n".join([FAULT] * 2000), "utf-8")
    with subprocess.Popen(
        [*PROGRAM, "check", "--jobs", "5000", "many.yaml"], cwd=folder, stdout=subprocess.DEVNULL
    ) as process:
        most, stop = 0, threading.Event()

        def watch() -> None:
            nonlocal most
            while not stop.is_set():
                children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
                if children.exists():
                    most = max(most, len(children.read_text().split()))
                time.sleep(0.02)

        watcher = threading.Thread(target=watch)
        watcher.start()
        assert process.wait(timeout=60) == 1
        stop.set()
        watcher.join()
    assert most <= 4 * (os.cpu_count() or 1) + 1
