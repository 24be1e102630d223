"""Judging on a cluster, of which the workers are in this process here: what is sent, fetched, counted, judged again."""

from __future__ import annotations

import gzip
import json
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.logs import cluster

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

fsspec = pytest.importorskip("fsspec")
KilledWorker: Any = pytest.importorskip("distributed").KilledWorker

GOOD = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - claimed: {Anna: 100, Boris: 50}\n"
FAULT = GOOD + "claimed: {Anna: 1, Boris: 50}\n"
KILLS = GOOD + "note: kills\n"
LOG = "".join("---\n" + record for record in (GOOD, FAULT, "game: [\n", GOOD, FAULT) * 8)
LINES = (json.dumps({"game": "two-handed", "players": ["A", "B"], "claimed": {"A": "x", "B": 1}}) + "\n") * 30
STORED = {
    "log.yaml": LOG.encode(), "log.jsonl": LINES.encode(), "zipped.yaml.gz": gzip.compress(LOG.encode()),
    "lines.jsonl.gz": gzip.compress(LINES.encode()), "wide.yaml": LOG.encode("utf-16"), "small.yaml": GOOD.encode(),
    "kills.yaml": "".join("---\n" + one for one in (FAULT, KILLS, FAULT)).encode(),
    "kills.jsonl": (LINES[: LINES.index("\n") + 1] + '{"note": "kills"}\n').encode() * 2, "empty.yaml": b"",
}  # fmt: skip


class Future:
    """What is done at once, or when it is asked for again."""

    def __init__(self, made: Callable[[], Any], late: int = 0) -> None:
        self.made, self.late = made, late

    def done(self) -> bool:
        return not self.late

    def result(self, timeout: float | None = None) -> Any:
        if self.late and timeout is not None:
            self.late -= 1
            raise TimeoutError
        return self.made()


class Here:
    """A client of a cluster with one worker, which is here."""

    def __init__(self, *, late: int = 0, workers: int = 1, fails: str = "") -> None:
        self.late, self.workers, self.fails = late, workers, fails

    def submit(self, function: Callable[..., Any], *args: Any, **_: Any) -> Future:
        return Future(partial(self._made, function, args), self.late)

    def _made(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        if function.__name__ == self.fails:
            raise OSError("the storage is away")
        if function.__name__ == "_work" and any(b"note" in self._data(part) for part in args[1]):
            raise KilledWorker("work", None, 0)
        return function(*args)

    @staticmethod
    def _data(part: Any) -> bytes:
        """What the worker holds while it judges a part."""
        if isinstance(part, cluster.Part) and "kills" in part.name:
            return b"note"
        return bytes(getattr(part, "data", b"")) if b"kills" in getattr(part, "data", b"") else b""

    def nthreads(self) -> dict[str, int]:
        return {"here": 1}

    def scheduler_info(self) -> dict[str, Any]:
        return {"workers": {"here": {}} if self.workers else {}}

    def close(self, timeout: float) -> None:
        pass


@pytest.fixture(autouse=True)
def stored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    fsspec.filesystem("memory").pipe({f"/cluster/{name}": data for name, data in STORED.items()})
    monkeypatch.setattr(cluster, "PART", 300)
    yield
    fsspec.filesystem("memory").rm("/cluster", recursive=True)


def check(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["check", "--format", "jsonl", "--notes", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.stdout, result.stderr


def on(client: Here, monkeypatch: pytest.MonkeyPatch, *inputs: str) -> tuple[int, str, str]:
    monkeypatch.setattr(cluster, "_client", lambda _: client)
    return check("--scheduler", "here", *inputs)


INPUTS = [name for name in STORED if "kills" not in name]


@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize("name", [*INPUTS, "gone.yaml"])
def test_a_cluster_says_the_same(name: str, late: int, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"memory://cluster/{name}"
    assert on(Here(late=late), monkeypatch, url)[:2] == check(url)[:2]


def test_what_is_here_and_what_is_at_an_address_come_in_their_order(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here.yaml").write_text(FAULT, "utf-8")
    inputs = [str(tmp_path / "here.yaml"), "memory://cluster/log.yaml", str(tmp_path / "here.yaml")]
    assert on(Here(), monkeypatch, *inputs)[:2] == check(*inputs)[:2]


@pytest.mark.parametrize(("name", "lines"), [("kills.yaml", [6, 7, 18]), ("kills.jsonl", [1, 2, 3, 4])])
def test_a_record_that_ends_every_worker_is_a_finding(
    name: str, lines: list[int], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_bytes(STORED[name])
    for place in (f"memory://cluster/{name}", str(tmp_path / name)):
        monkeypatch.setattr(cluster, "PART", 10_000)
        rows = [json.loads(line) for line in on(Here(), monkeypatch, place)[1].splitlines()]
        assert sorted({row["line"] for row in rows if row["severity"] != "note"}) == lines
        assert {row["line"] for row in rows if row["rule"] == "record.crash"} == ({2, 4} if "jsonl" in name else {7})


@pytest.mark.parametrize("fails", ["lines_between", "fetched"])
def test_an_address_that_fails_meanwhile_is_said(fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fails == "fetched":

        def fetched(*_: Any) -> None:
            raise OSError("the storage is away")

        monkeypatch.setattr(cluster, fails, fetched)
    status, out, _ = on(Here(fails=fails), monkeypatch, "memory://cluster/log.yaml")
    assert status == 2
    assert "cannot be read: the storage is away" in out


def test_a_scheduler_that_is_lost_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    status, _, err = on(Here(fails="_work"), monkeypatch, "memory://cluster/log.yaml")
    assert status
    assert "the scheduler at here is lost; what was judged until then stands above" in err


def test_without_the_clusters_package_it_is_said_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, _, err = check("--scheduler", "here", "memory://cluster/log.yaml")
    assert status
    assert "--scheduler needs distributed" in err


def test_a_cluster_without_workers_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "JOINING", -1)
    status, _, err = on(Here(late=9, workers=0), monkeypatch, "memory://cluster/log.yaml")
    assert status
    assert "the scheduler at here has no workers; start one with: dask worker here" in err
