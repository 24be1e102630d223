"""Worker processes on this machine. One that dies takes no record with it: what it held is judged again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Self

from pinocle_cli.collector import calm_collector
from pinocle_cli.logs.batch import Bundle, Job, Judged, failed, judge_bundle
from pinocle_cli.logs.chunks import each_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.logs.chunks import Chunk

    Found = list[list[Judged]]

_DIED = "the worker process that judged it was ended"
_job: list[Job] = []  # in a worker: what is to be done


class Careful(ABC):
    """Judges what may have ended a worker again: the chunk alone, then its records one by one."""

    def __init__(self, job: Job) -> None:
        self.job = job

    @abstractmethod
    def alone(self, chunk: Chunk) -> list[Judged] | None:
        """One chunk judged by a worker that does nothing else; None where that ends the worker."""

    def again(self, chunk: Chunk) -> list[Judged]:
        """What a chunk comes to; a record that ends the worker again is a finding."""
        whole = self.alone(chunk)
        if whole is not None:
            return whole
        found: list[Judged] = []
        for record in each_record(chunk):
            alone = self.alone(record)
            judged = failed(self.job, record, _DIED) if alone is None else alone
            before = found[-1].document if found and not chunk.by_line else 0
            found += [one._replace(document=one.document + before) for one in judged]
        return found


class Workers(Careful):
    """So many processes that judge bundles; leaving the context ends them at once, whatever they are doing."""

    def __init__(self, job: Job, jobs: int) -> None:
        super().__init__(job)
        self.jobs = jobs
        self.pool = self._pool(jobs)

    def _pool(self, jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, initializer=_begin, initargs=(self.job,))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        _end(self.pool)

    def submit(self, bundle: Bundle) -> Future[Found]:
        """Hand a bundle over."""
        try:
            return self.pool.submit(_work, bundle)
        except BrokenProcessPool:
            self.pool = self._pool(self.jobs)
            return self.pool.submit(_work, bundle)

    def result(self, bundle: Bundle, future: Future[Found]) -> Found:
        """What a worker made of the bundle; if it died, another judges the bundle again, record by record."""
        try:
            return future.result()
        except BrokenProcessPool:
            return [self.again(chunk) for chunk in bundle]

    def alone(self, chunk: Chunk) -> list[Judged] | None:
        """None where the process died."""
        pool = self._pool(1)
        try:
            return pool.submit(_work, [chunk]).result()[0]
        except BrokenProcessPool:
            return None
        finally:
            _end(pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool now; from Python 3.14 on it can do so itself."""
    processes: Iterator[multiprocessing.Process] = iter((pool._processes or {}).values())  # noqa: SLF001
    for process in list(processes):
        process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


# What follows runs in the workers, which are killed when there is nothing more to do: nobody can tell what they ran.


def _begin(job: Job) -> None:  # pragma: no cover - in a process that is killed
    """In a worker: leave Ctrl-C to the process that reports, and end when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    calm_collector()
    _job[:] = [job]


def _end_with_parent() -> None:  # pragma: no cover - in a process that is killed
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(bundle: Bundle) -> Found:  # pragma: no cover - in a process that is killed
    return judge_bundle(_job[0], bundle)
