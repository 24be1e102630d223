"""Where records come from: compressed, by pattern, at an address; and a real cluster, one worker of which is killed."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.logs import batch, chunks

if TYPE_CHECKING:
    from pathlib import Path

GOOD = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - claimed: {Anna: 100, Boris: 50}\n"
FAULT = GOOD + "claimed: {Anna: 1, Boris: 50}\n"
LOG = "".join("---\n" + record for record in (GOOD, FAULT, "game: [\n", GOOD, FAULT))


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.output


def compressed(name: str, text: str) -> bytes:
    if name.endswith(".gz"):
        return gzip.compress(text.encode())
    return pytest.importorskip("zstandard").ZstdCompressor().compress(text.encode())  # type: ignore[no-any-return]


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_compressed(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(LOG, "utf-8")
    packed = tmp_path / f"a.yaml{suffix}"
    packed.write_bytes(compressed(packed.name, LOG))
    plain = run("check", "--notes", "a.yaml")
    assert run("check", "--notes", packed.name) == (plain[0], plain[1].replace("a.yaml", packed.name))
    # Broken off in the middle: what can be read is read, and the line where it ends is named.
    packed.write_bytes(compressed(packed.name, LOG * 200)[:-20])
    code, text = run("check", packed.name)
    assert code == 2
    assert "record.syntax cannot be read: " in text
    packed.write_bytes(b"this is no archive")
    assert run("check", packed.name)[0] == 2


def test_patterns_and_folders(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a.yaml", "in/b.jsonl.gz", "in/c.txt", "in/d.yml"):
        (tmp_path / name).write_bytes(gzip.compress(b"{}") if name.endswith(".gz") else b"{}")
    shown = {row["file"].rpartition("/")[2] for row in rows(str(tmp_path))}
    assert shown == {"a.yaml", "b.jsonl.gz", "d.yml"}
    assert {row["file"].rpartition("/")[2] for row in rows(f"{tmp_path}/**/*.y*ml")} == {"a.yaml", "d.yml"}
    (missing,) = rows(f"{tmp_path}/*.json")
    assert "no such file" in missing["message"]


@pytest.mark.parametrize("name", ["x" * 5000, "a[", "foo://x", "http://127.0.0.1:1/x.yaml", "gone/*.gz", "."])
def test_a_name_that_cannot_be_read_is_a_finding(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    found = rows(name)
    assert [row["rule"] for row in found] == (["record.empty"] if name == "." else ["record.syntax"])


def rows(*args: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("check", "--format", "jsonl", *args)[1].splitlines()]


def test_addresses(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe({"/logs/a.yaml": LOG.encode(), "/logs/b.yaml.gz": gzip.compress(LOG.encode()), "/logs/c.txt": b"x"})
    (tmp_path / "a.yaml").write_text(LOG, "utf-8")
    wanted = run("check", str(tmp_path / "a.yaml"))[1].splitlines()[:-1]
    found = run("check", "memory://logs/a.yaml")[1].splitlines()[:-1]
    assert [line.partition(".yaml:")[2] for line in found] == [line.partition(".yaml:")[2] for line in wanted]
    assert len(run("check", "memory://logs/*")[1].splitlines()) == 2 * len(wanted) + 1
    (gone,) = rows("memory://logs/gone.yaml")
    assert (gone["rule"], gone["severity"]) == ("record.syntax", "error")


@pytest.mark.parametrize("form", ["yaml", "jsonl"])
@pytest.mark.parametrize("size", [1, 7, 40, 97, 1000])
def test_parts_of_an_address_are_the_whole(form: str, size: int) -> None:
    """Every record is in exactly one part, and each part knows the line with which it begins."""
    fsspec = pytest.importorskip("fsspec")
    log = LOG if form == "yaml" else (json.dumps({"x-note": "x" * 30}) + "\n") * 9
    name = f"memory://parts/log.{form}"
    fsspec.filesystem("memory").pipe("/parts/log." + form, log.encode())
    line, whole = 1, b""
    for start in range(0, len(log), size):
        first, data = chunks.fetched(name, start, min(start + size, len(log)), line)
        if data:
            assert first == 1 + whole.count(b"\n")
        whole += data
        line += chunks.lines_between(name, start, min(start + size, len(log)))
    assert whole == log.encode()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of a cluster that loses a worker and is shut down
def test_a_cluster_says_the_same_though_a_worker_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    from pinocle_cli.logs import cluster  # noqa: PLC0415 - only with the cluster's package

    monkeypatch.setattr(cluster, "PART", 10_000)
    monkeypatch.setattr(cluster, "PATIENCE", 60)  # seconds; the machine may be busy
    log = tmp_path / "log.yaml"
    log.write_text(LOG * 1000, "utf-8")
    (tmp_path / "more.jsonl").write_text('{"game": 1}\n' * 20, "utf-8")
    inputs = [log.as_uri(), str(tmp_path / "more.jsonl")]
    args = ["check", "--format", "jsonl", "--notes", *inputs]
    alone = run(*args, "--jobs", "1")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as local:
        killed = local.workers[0].pid
        real = batch.in_order

        def kill(*args: Any) -> Any:
            for number, one in enumerate(real(*args)):
                if number == 1:
                    os.kill(killed, signal.SIGKILL)
                yield one

        monkeypatch.setattr(cluster, "in_order", kill)
        together = run(*args, "--scheduler", local.scheduler_address)
    assert together == alone


def test_no_cluster_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("pinocle_cli.logs.cluster.PATIENCE", 1)
    code, text = run("check", "--scheduler", "tcp://127.0.0.1:1", "-")
    assert code
    assert "no scheduler answers at tcp://127.0.0.1:1" in text


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of a cluster that is shut down
@pytest.mark.parametrize("trouble", ["no workers", "lost scheduler"])
def test_a_cluster_that_does_nothing_more_is_told(
    trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    from pinocle_cli.logs import cluster  # noqa: PLC0415 - only with the cluster's package

    monkeypatch.setattr(cluster, "JOINING", 1)
    monkeypatch.setattr(cluster, "PATIENCE", 60)  # seconds; the machine may be busy
    (tmp_path / "log.yaml").write_text(LOG * 3000, "utf-8")
    code = """
import sys, time
from distributed import LocalCluster
local = LocalCluster(
    n_workers=int(sys.argv[1]), threads_per_worker=1, processes=False, protocol="tcp://", host="127.0.0.1",
    dashboard_address=None,
)
print(local.scheduler_address, flush=True)
time.sleep(600)
"""
    workers = "0" if trouble == "no workers" else "1"
    with subprocess.Popen([sys.executable, "-c", code, workers], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if trouble == "lost scheduler":
            real = batch.in_order

            def lose(*args: Any) -> Any:
                for number, one in enumerate(real(*args)):
                    yield one
                    if not number:
                        process.kill()

            monkeypatch.setattr(cluster, "in_order", lose)
        code_, text = run("check", str(tmp_path / "log.yaml"), "--scheduler", address)
        process.kill()
    assert code_ == 1  # of ClickException; the program itself ends with 2
    assert ("has no workers" if trouble == "no workers" else "is lost") in text


def test_tls_without_certificates_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    code, text = run("check", "--scheduler", "tls://127.0.0.1:1", "-")
    assert code
    assert "tls:// needs certificates" in text
