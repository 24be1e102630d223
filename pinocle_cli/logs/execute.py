"""A run over many inputs: in this process, in several, or on a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.collector import calm_collector
from pinocle_cli.logs import chunks, names
from pinocle_cli.logs.batch import Done, bundles_of, in_order, judge_bundle, judged_record
from pinocle_cli.logs.inputs import empty

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pinocle_cli.logs.batch import Bundle, Job, Judged
    from pinocle_cli.logs.chunks import Chunk
    from pinocle_cli.logs.cluster import Part


def run(inputs: Iterable[str], job: Job, *, jobs: int = 1, scheduler: str | None = None) -> Iterator[Done]:
    """Judge all inputs (see `files_in`) in this process, in several, or on a cluster; in their order."""
    if scheduler:
        from pinocle_cli.logs.cluster import judged_on  # noqa: PLC0415 - optional

        return _numbered(job, judged_on(scheduler, job, inputs))
    return _numbered(job, _judge(job, bundles_of(inputs), jobs))


def _judge(job: Job, bundles: Iterator[Bundle], jobs: int) -> Iterator[tuple[Bundle, list[list[Judged]]]]:
    """Each bundle with its verdicts. A small input is judged before workers would have started."""
    calm_collector()
    size = 0
    for bundle in bundles:
        yield bundle, judge_bundle(job, bundle)
        size += sum(len(chunk.data) for chunk in bundle)
        if jobs > 1 and size >= chunks.CHUNK:
            break
    else:
        return
    from pinocle_cli.logs.workers import Workers  # noqa: PLC0415 - not for a single small file

    with Workers(job, jobs) as workers:
        yield from in_order(workers, bundles, 2 * jobs + 1)


def _numbered(job: Job, judged: Iterable[tuple[Sequence[Chunk | Part], list[list[Judged]]]]) -> Iterator[Done]:
    """Each chunk with the number of the records before it, and a finding for an input that holds none."""
    before = 0
    for bundle, found in judged:
        for chunk, records in zip(bundle, found, strict=True):
            before = 0 if chunk.first else before
            here = records
            if chunk.last and not records and not before:
                here = [judged_record(job, empty(chunk.name))]
            number = 0 if chunk.by_line else before
            yield Done(names.shown(chunk.name), here, number, chunk.first, chunk.last, chunk.consumed, chunk)
            before = before if not records else records[-1].document + (0 if chunk.by_line else before)
