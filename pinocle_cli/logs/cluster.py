"""Judging on a Dask cluster: what is at an address is fetched by the workers, in parts; what is here is sent to them.

Dask gives what a lost worker was doing to another, and the results are taken in the order of the log: nothing is lost
and nothing comes twice.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import time
from collections import deque
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from pinocle_cli.extras import wanted
from pinocle_cli.games import GAMES
from pinocle_cli.light import NamedTuple
from pinocle_cli.logs import names
from pinocle_cli.logs.batch import Job, Judged, NoClusterError, bundles_of, in_order, judge_bundle
from pinocle_cli.logs.chunks import Chunk, chunks_of, fetched, form_of, lines_between
from pinocle_cli.logs.inputs import club_of
from pinocle_cli.logs.storage import opened, reason
from pinocle_cli.logs.workers import Careful

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from pinocle_cli.logs.batch import Bundle
    from pinocle_cli.logs.names import Form

    DaskClient: TypeAlias = Any  # of Dask, which has no types
    Sent = Sequence["Chunk | Part"]
    Found = list[list[Judged]]

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

PART = 1 << 22  # bytes that a worker fetches at once
PATIENCE = 10  # seconds for the scheduler to answer
JOINING = 15  # seconds that a cluster may be without any worker
_LOOK = 1  # seconds after which it is asked whether there is still somebody who works
_AHEAD = 32  # parts whose lines are counted while others are judged
_CANCELLED = (concurrent.futures.CancelledError, asyncio.CancelledError)  # what is said when a scheduler is lost
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Part(NamedTuple):
    """Records at an address: those that begin between two bytes, or all of them."""

    name: str
    line: int
    start: int
    stop: int | None
    form: Form
    first: bool
    last: bool

    @property
    def by_line(self) -> bool:
        """Whether its records are numbered by their lines, and not one after another."""
        return self.form == "lines"

    @property
    def consumed(self) -> int:
        """Bytes, for those who watch."""
        return (self.stop or 0) - self.start


class _Future(Protocol[R_co]):
    """What a worker will have made of something."""

    def done(self) -> bool:
        """Whether it has."""

    def result(self, timeout: float | None = None) -> R_co:
        """What it made, waited for."""


def judged_on(scheduler: str, job: Job, inputs: Iterable[str]) -> Iterator[tuple[Sent, list[list[Judged]]]]:
    """Each bundle with its verdicts, in order. Raises NoClusterError where there is no cluster, or no longer."""
    client = _client(scheduler)
    try:
        cluster = _Cluster(client, job, scheduler)
        threads = max(sum(client.nthreads().values()), 1)
        yield from in_order(cluster, _bundles(cluster, inputs), 2 * threads + 1)
    except (OSError, *_CANCELLED) as why:
        raise NoClusterError(f"the scheduler at {scheduler} is lost; what was judged until then stands above") from why
    finally:
        client.close(timeout=_LOOK)


def _client(scheduler: str) -> DaskClient:
    try:
        from distributed import Client, Security  # noqa: PLC0415 - optional
    except ImportError as why:
        raise NoClusterError(wanted("--scheduler", "dask")) from why
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told below, in a line
    if scheduler.startswith("tls:") and Security().get_connection_args("client")["ssl_context"] is None:
        raise NoClusterError(
            "tls:// needs certificates, from distributed.comm.tls in Dask's configuration (docs/logs.md)"
        )
    try:
        return Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as why:
        raise NoClusterError(f"no scheduler answers at {scheduler}") from why


class _Cluster(Careful):
    """The workers of a cluster."""

    def __init__(self, client: DaskClient, job: Job, scheduler: str) -> None:
        super().__init__(job)
        self.client, self.scheduler = client, scheduler

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> _Future[R]:
        """Let a worker do something, with what it comes to as a future."""
        found: _Future[R] = self.client.submit(function, *args, **kwargs, pure=False)
        return found

    def submit(self, bundle: Sent) -> _Future[Found]:
        """Hand a bundle over."""
        return self.call(_work, self.job, bundle)

    def outcome(self, future: _Future[R]) -> R:
        """What a future comes to, as long as there are workers."""
        alone_since = None
        while not future.done():
            try:
                return future.result(timeout=_LOOK)
            except TimeoutError:
                workers = self.client.scheduler_info()["workers"]
                alone_since = None if workers else alone_since or time.monotonic()
            if alone_since is not None and time.monotonic() - alone_since > JOINING:
                hint = f"start one with: dask worker {self.scheduler}"
                raise NoClusterError(f"the scheduler at {self.scheduler} has no workers; {hint}")
        return future.result()

    def result(self, bundle: Sent, future: _Future[Found]) -> Found:
        """What a worker made of it; a bundle that ends every worker is judged again, record by record."""
        from distributed import KilledWorker  # noqa: PLC0415

        try:
            return self.outcome(future)
        except KilledWorker:
            return [self.again(chunk if isinstance(chunk, Chunk) else _chunk(chunk)) for chunk in bundle]

    def alone(self, chunk: Chunk) -> list[Judged] | None:
        """One chunk on a worker; None where it ends the workers."""
        from distributed import KilledWorker  # noqa: PLC0415

        try:
            return self.outcome(self.submit([chunk]))[0]
        except KilledWorker:
            return None


def _work(job: Job, bundle: Sent) -> Found:
    """On a worker: judge what was sent, fetch and judge what was named."""
    return [
        judge_bundle(job, [part if isinstance(part, Chunk) else _chunk(part)])[0]
        if isinstance(part, Chunk) or part.stop is not None
        else _whole(job, part.name)
        for part in bundle
    ]


def _chunk(part: Part) -> Chunk:
    """The records that begin in a part."""
    stop = part.stop or 0
    try:
        line, data = fetched(part.name, part.start, stop, part.line)
    except Exception as why:  # noqa: BLE001 - every kind of storage fails in its own way
        return Chunk(names.shown(part.name), part.line, b"", part.form, part.first, part.last, failed=reason(why))
    return Chunk(names.shown(part.name), line, data, part.form, part.first, part.last)


def _whole(job: Job, name: str) -> list[Judged]:
    """All records of an input that cannot be cut at any byte."""
    found: list[Judged] = []
    for chunk in filter(None, chunks_of(name)):
        before = found[-1].document if found and not chunk.by_line else 0
        found += [one._replace(document=one.document + before) for one in judge_bundle(job, [chunk])[0]]
    return found


def _bundles(cluster: _Cluster, inputs: Iterable[str]) -> Iterator[Sent]:
    """What is here in chunks, what is at an address in parts."""
    here: list[str] = []
    for name in inputs:
        if names.is_url(name) and not names.is_archive(name):
            yield from _sent(here)
            here = []
            yield from ([part] for part in _parts(cluster, name))
        else:
            here.append(name)
    yield from _sent(here)


def _sent(here: list[str]) -> Iterator[Bundle]:
    """The chunks of what is here, with the rules of the club that stand beside it: a worker may see neither."""
    for bundle in bundles_of(here):
        yield [chunk._replace(club=club_of(chunk.name, GAMES)) for chunk in bundle]


def _parts(cluster: _Cluster, name: str) -> Iterator[Chunk | Part]:
    """The parts of an input at an address, each with the number of its first line, which the workers count."""
    form = form_of(name)
    try:
        with opened(name) as file:
            size, head = getattr(file, "size", None), file.read(2)
    except Exception as why:  # noqa: BLE001 - every kind of storage fails in its own way
        yield Chunk(names.shown(name), 1, b"", form, failed=reason(why))
        return
    if names.compression(name) or not names.kind(name) or head in _UTF_16 or size is None:
        yield Part(name, 1, 0, None, form, first=True, last=True)
        return
    cuts = [(start, min(start + PART, size)) for start in range(0, size, PART)] or [(0, 0)]
    counting: deque[_Future[int]] = deque()
    line = 1
    for n, (start, stop) in enumerate(cuts):
        yield Part(name, line, start, stop, form, first=not n, last=stop == size)
        if stop < size:
            for ahead in cuts[n + len(counting) : n + _AHEAD]:
                counting.append(cluster.call(lines_between, name, *ahead))
            try:
                line += cluster.outcome(counting.popleft())
            except (NoClusterError, *_CANCELLED):
                raise
            except Exception as why:  # noqa: BLE001 - every kind of storage fails in its own way
                yield Chunk(names.shown(name), line, b"", form, first=False, failed=reason(why))
                return
