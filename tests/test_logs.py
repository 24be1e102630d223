"""Logs: the same output from one process and from several, whatever is wrong with the records; filters and stops."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
import tqdm
from click.testing import CliRunner

from pinocle_cli import session
from pinocle_cli.cli.main import cli
from pinocle_cli.logs import batch, chunks, workers
from pinocle_cli.reader.tree import MOST_BYTES
from pinocle_cli.render import progress

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """\
game: two-handed
players: [Anna, Boris]
deals:
  - dealer: Anna
    turned: H9
    hands: {Anna: SA10KQJ9 HA10KQJ9, Boris: SA10KQJ9 HA10KQJ C9}
    stock: DA10KQJ9 DA10KQJ9 CA10KQJ9 CA10KQJ
    play: |
      SA S9
      Boris: meld HK HQ
      C9 S10
"""
FAULT = """\
game: two-handed
players: [Anna, Boris]
deals:
  - claimed: {Anna: 100, Boris: 50}
claimed: {Anna: 1, Boris: 50}
"""
BROKEN = "game: two-handed\nplayers: [Anna, Anna]\ndeals:\n  - dealer: Boriz\n"
NOT_YAML = "game: [\n"


def log(*records: str) -> str:
    return "".join(f"---\n{record}" for record in records)


def as_jsonl(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def run(*args: str, stdin: str | bytes | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(args), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.stdout


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is cut as finely as can be, so that many workers have something to do."""
    monkeypatch.setattr(chunks, "CHUNK", 700)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    sheet: dict[str, Any] = {"game": "two-handed", "players": ["A", "B"], "deals": [{"claimed": {"A": 100, "B": 50}}]}
    faulty = {**sheet, "claimed": {"A": 1, "B": 50}}
    (tmp_path / "a.yaml").write_text(log(*[GOOD, FAULT, NOT_YAML, BROKEN, GOOD] * 6), "utf-8")
    (tmp_path / "b.yml").write_text("%YAML 1.1\n---\n" + GOOD + "...\n# nothing\n---\n---\n" + FAULT, "utf-8")
    (tmp_path / "c.jsonl").write_text(as_jsonl(*[sheet, faulty] * 9) + "{]\n\n" + as_jsonl(faulty), "utf-8")
    (tmp_path / "d.yaml").write_text("# nothing at all\n", "utf-8")
    (tmp_path / "f.jsonl").write_bytes((b"\xef\xbb\xbf" + as_jsonl(faulty).encode()) * 9 + b"\xff\xfe{}\n" * 9)
    (tmp_path / "e.yaml").write_bytes(log(FAULT, FAULT).encode("utf-16"))
    return tmp_path


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(
    "args",
    [
        *(["check", "--notes", "--format", f] for f in ("text", "json", "jsonl", "sarif", "junit", "github")),
        ["check", "--statistics"], ["check", "--fail-fast"], ["check", "--max-findings", "7"],
        *(["score", "--format", f] for f in ("json", "jsonl", "csv")),
    ],
    ids=" ".join,
)  # fmt: skip
def test_workers_say_the_same_byte_for_byte(args: list[str], logs: Path) -> None:
    one = run(*args, "--jobs", "1", str(logs))
    assert run(*args, "--jobs", "3", str(logs)) == one


@pytest.mark.parametrize("size", [1, 90, 700, 5000])
def test_where_a_log_is_cut_changes_nothing(size: int, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["check", "--format", "jsonl", "--notes", "--jobs", "1", str(logs)]
    whole = run(*command)
    monkeypatch.setattr(chunks, "CHUNK", size)
    assert run(*command) == whole
    assert run("check", "--format", "jsonl", "--notes", "-", stdin=(logs / "a.yaml").read_bytes())[1] == "".join(
        line.replace(str(logs / "a.yaml"), "-") + "\n" for line in whole[1].splitlines() if "/a.yaml" in line
    )


def test_records_are_numbered_through_the_whole_log(logs: Path) -> None:
    _, text = run("score", "--format", "jsonl", str(logs / "a.yaml"), str(logs / "c.jsonl"))
    found = [(row["document"], row["line"]) for row in map(json.loads, text.splitlines())]
    assert [number for number, _ in found] == [*range(1, 31), *range(1, 20), 21]
    assert all(line > before for (_, before), (_, line) in pairwise(found[:30]))


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_record_that_crashes_the_code_is_a_finding(jobs: str, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = session.judge

    def judge(record: Any, *args: Any, **more: Any) -> Any:
        if record.document % 2:
            raise RuntimeError("a bug")
        return real(record, *args, **more)

    monkeypatch.setattr(batch, "judge", judge)
    code, text = run("check", "--jobs", jobs, str(logs / "a.yaml"))
    assert code == 2
    assert "record.crash the program failed on this record (RuntimeError: a bug)" in text
    assert "30 deals" not in text
    assert "1 file" in text


@pytest.mark.usefixtures("small_chunks")
def test_a_worker_that_dies_costs_only_the_record_that_killed_it(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["check", "--format", "jsonl", str(logs / "a.yaml")]
    before = [json.loads(line) for line in run(*command, "--jobs", "1")[1].splitlines()]
    real, parent = session.judge, os.getpid()

    def judge(record: Any, *args: Any, **more: Any) -> Any:
        if record.findings and record.findings[0].rule.label == "record.syntax" and os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(record, *args, **more)

    monkeypatch.setattr(batch, "judge", judge)
    after = [json.loads(line) for line in run(*command, "--jobs", "2")[1].splitlines()]
    assert "record.crash" in {row["rule"] for row in after}
    for old, new in zip(before, after, strict=True):
        if new["rule"] == "record.crash":
            assert (old["rule"], old["document"]) == ("record.syntax", new["document"])
        else:
            assert new == old


def test_workers_that_ended_while_nothing_was_asked_of_them_are_begun_anew() -> None:
    job = batch.Job(make=str)
    begun: list[Any] = []

    class Ended(Future[Any]):
        def submit(self, *_: Any) -> Future[Any]:
            if len(begun) == 1:
                raise BrokenProcessPool
            return self

    class Pools(workers.Workers):
        def _pool(self, jobs: int) -> Any:
            begun.append(jobs)
            return Ended()

    pools = Pools(job, 3)
    assert isinstance(pools.submit([]), Ended)
    assert begun == [3, 3]


def test_filters_change_what_is_shown_what_is_counted_and_the_status(logs: Path) -> None:
    path = str(logs / "a.yaml")
    code, text = run("check", "--select", "record.claim", path)
    assert (code, "0 errors, 6 faults, 0 notes" in text) == (1, True)
    code, text = run("check", "--ignore", "record", path)
    assert (code, "0 errors, 0 faults, 0 notes" in text) == (0, True)
    code, text = run("check", "--ignore", "record.[!c]*", path)
    assert (code, "0 errors, 6 faults, 0 notes" in text) == (1, True)
    assert run("check", "--severity", "error", "--select", "record.claim", path)[0] == 0
    result = CliRunner().invoke(cli, ["check", "--select", "record.clame", path])
    assert "did you mean record.claim" in result.stderr


def test_statistics_count_by_rule_and_game(logs: Path) -> None:
    _, text = run("check", "--statistics", "--notes", str(logs / "a.yaml"))
    assert "  6  fault  two-handed    record.claim\n" in text
    _, text = run("check", "--statistics", "--format", "jsonl", str(logs / "a.yaml"))
    assert {"count": 6, "game": "two-handed", "severity": "fault", "rule": "record.claim"} in [
        json.loads(line) for line in text.splitlines()
    ]


def test_a_record_that_is_too_long_is_passed_over(tmp_path: Path) -> None:
    long = "note: " + "x" * (MOST_BYTES + 1000) + "\n# more\n" * 1000
    for name, text in (
        ("a.yaml", log(GOOD, long, FAULT)),
        ("a.jsonl", '{"note": "' + "x" * (2 * MOST_BYTES + 9) + '"}\n{"game": "two-handed"}\n'),
    ):
        (tmp_path / name).write_text(text, "utf-8")
        _, out = run("check", "--format", "jsonl", "--jobs", "2", str(tmp_path / name))
        rows = [json.loads(line) for line in out.splitlines()]
        assert rows[0]["rule"] == "record.limit"
        wanted = text.count("\n") - text.rpartition("---")[2].count("\n") + 2 if name == "a.yaml" else 2
        assert rows[1]["line"] in (wanted, text.count("\n"))


@pytest.mark.usefixtures("small_chunks")
def test_progress_is_for_those_who_watch_and_changes_nothing_else(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["check", "--jobs", "2", str(logs)]
    silent = CliRunner().invoke(cli, command)
    assert silent.stderr == ""
    monkeypatch.setattr(progress, "watched", lambda: True)
    monkeypatch.setattr(progress, "_AT_FIRST", 0)
    monkeypatch.setattr(tqdm, "tqdm", partial(tqdm.tqdm, mininterval=0, ncols=100))
    shown = CliRunner().invoke(cli, command)
    assert shown.stdout == silent.stdout
    assert re.search(r"[0-9]+%\|.*[1-9][0-9]* records, [0-9,]+/s, [1-9][0-9]* errors, [1-9][0-9]* faults", shown.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_run_with_the_summary_so_far(jobs: str) -> None:
    command = [sys.executable, "-m", "pinocle_cli.cli.main", "check", "--jobs", jobs, "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(log(FAULT, FAULT, GOOD))
        process.stdin.flush()
        assert "record.claim" in process.stdout.readline()  # a live stream is judged as it comes
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        process.stdin.close()
        assert process.wait(10) == 128 + signal.SIGINT
    assert "interrupted; so far 1 file" in rest
