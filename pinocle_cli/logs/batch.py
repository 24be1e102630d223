"""Records by the million: judged chunk by chunk, by this process or by several, handed back in the order of the log.

What is judged comes out the same whoever judges it: chunks are cut in one place (`chunks`), numbered and handed back in
their order, and nothing that is said of a record depends on where its chunk began.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Sized
from typing import TYPE_CHECKING, TypeVar

from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, FAULT, NOTE, SessionVerdict
from pinocle_cli.light import NamedTuple, light_dataclass
from pinocle_cli.logs import chunks
from pinocle_cli.logs.chunks import chunks_of
from pinocle_cli.logs.inputs import crashed, in_batches, records_in_chunk
from pinocle_cli.record import CLUB
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Protocol

    from pinocle_cli.ledger import Finding, Verdict
    from pinocle_cli.logs.chunks import Chunk
    from pinocle_cli.record import Record

Bundle = list["Chunk"]
Row = TypeVar("Row", bound="Mapping[str, object]")  # a finding as plain data


@light_dataclass(frozen=True)
class Wanted:
    """Which rules are looked at; a pattern is an id, the part before its dot (a game, `record`), or has a * in it."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def fits(self, rule: str) -> bool:
        """Whether findings under this rule are wanted."""
        return (not self.select or _fits(rule, self.select)) and not _fits(rule, self.ignore)


def _fits(rule: str, patterns: tuple[str, ...]) -> bool:
    from fnmatch import fnmatchcase  # noqa: PLC0415 - only where rules are named

    return any(rule == p or rule.partition(".")[0] == p or fnmatchcase(rule, p) for p in patterns)


@light_dataclass(frozen=True)
class Job:
    """What is to be done with every record: judged, rid of the findings that are not wanted, and made into something.

    `make` turns a verdict into what the command prints or adds up; it runs where the record is judged, so it is a
    function of a module, and what it makes can be pickled. None is nothing.
    """

    make: Callable[[SessionVerdict], object]
    every: bool = True  # make something of every record, not only of one with findings
    wanted: Wanted | None = None
    as_played: bool = False
    digests: bool = False  # of what was written, to know a record again


class Judged(NamedTuple):
    """One record when it has been judged: where it stood, how many deals and findings it has, what was made of it."""

    document: int
    deals: int
    errors: int
    faults: int
    notes: int
    made: object


class Done(NamedTuple):
    """A chunk of an input when it has been judged. `before` is how many records of the input came before it."""

    name: str
    judged: list[Judged]
    before: int = 0
    first: bool = True  # of this input
    last: bool = True
    consumed: int = 0
    chunk: object = None  # what was judged, where its text is at hand

    def text_of(self, line: int) -> str | None:
        """A line of the input, to show it."""
        return self.chunk.text_of(line) if isinstance(self.chunk, chunks.Chunk) else None


class Tally:
    """Counts over everything that has been judged."""

    __slots__ = ("_told", "deals", "errors", "faults", "files", "notes", "sessions", "stopped", "unjudged")

    def __init__(self) -> None:
        self._told: set[object] = set()
        self.unjudged = 0  # records, for the rules of their club cannot be read
        self.stopped = ""  # why, before the end of the inputs
        self.files = self.sessions = self.deals = self.errors = self.faults = self.notes = 0

    def add(self, one: Judged) -> None:
        """Count one record in."""
        self.sessions += 1
        self.deals += one.deals
        self.errors += one.errors
        self.faults += one.faults
        self.notes += one.notes

    def untold(self, rows: list[Row]) -> list[Row]:
        """The findings of a record without what was told of another: a club's mistake is one, not one a record."""
        of_club = [row for row in rows if row["rule"] == CLUB.label]
        if not of_club:
            return rows
        self.unjudged += 1
        again = [row for row in of_club if row["message"] in self._told]
        self._told.update(row["message"] for row in of_club)
        self.errors -= len(again)
        return [row for row in rows if row not in again]

    @property
    def exit_status(self) -> int:
        """0: clean or notes only, 1: faults, 2: errors."""
        return 2 if self.errors else 1 if self.faults else 0

    def data(self) -> dict[str, int]:
        """As it stands at the end of the JSON output."""
        return {key: getattr(self, key) for key in ("sessions", "deals", "errors", "faults", "notes")}


# --- Judging ---------------------------------------------------------------------------------------------------------


def judge_bundle(job: Job, bundle: Bundle) -> list[list[Judged]]:
    """The records of each of some chunks. A record on which the program fails is a finding."""
    return [
        [judged_record(job, record) for record in in_batches(records_in_chunk(chunk, GAMES, digests=job.digests))]
        for chunk in bundle
    ]


def judged_record(job: Job, record: Record) -> Judged:
    """The verdict on one record, and what is made of it; or a finding where the program itself fails on it."""
    try:
        return _made(job, verdict_on(record, as_played=job.as_played))
    except Exception as why:  # noqa: BLE001 - one record must not end the run
        return _made(job, _crash(record, why))


def verdict_on(record: Record, *, as_played: bool = False) -> SessionVerdict:
    """The verdict on one record; or a finding where the program itself fails on it: nothing is raised."""
    try:
        return judge(record, GAMES, as_played=as_played)
    except Exception as why:  # noqa: BLE001 - one record must not end the run
        return _crash(record, why)


def _crash(record: Record, why: Exception) -> SessionVerdict:
    return _verdict(record.file, record.document, record.line, crashed(record.line, why))


def _made(job: Job, verdict: SessionVerdict) -> Judged:
    deals, counts = verdict.deals, [0, 0, 0]
    every: list[SessionVerdict | Verdict] = [verdict, *deals]
    parts = [part for part in every if part.findings]
    for part in parts:
        if job.wanted is not None:
            part.findings = [finding for finding in part.findings if job.wanted.fits(verdict.id_of(finding.rule))]
        for finding in part.findings:
            counts[_SEVERITIES.index(finding.severity)] += 1
    made = job.make(verdict) if parts or job.every else None
    errors, faults, notes = counts
    return Judged(verdict.document, len(deals), errors, faults, notes, made)


_SEVERITIES = (ERROR, FAULT, NOTE)


def _verdict(file: str, document: int, line: int, finding: Finding) -> SessionVerdict:
    return SessionVerdict(file=file, document=document, line=line, findings=[finding])


def failed(job: Job, chunk: Chunk, why: str) -> list[Judged]:
    """What stands for a record that ended the process which judged it."""
    number = chunk.line if chunk.by_line else 1
    return [_made(job, _verdict(chunk.name, number, chunk.line, crashed(chunk.line, why)))]


# --- Running ---------------------------------------------------------------------------------------------------------


def bundles_of(inputs: Iterable[str]) -> Iterator[Bundle]:
    """Chunks in bundles of about one chunk's size, so that many small files are handed over at once.

    What comes from a live stream is handed over as it comes; an empty bundle says that nothing is there just now.
    """
    bundle: Bundle = []
    size = 0
    for name in inputs:
        for chunk in chunks_of(name):
            if chunk is not None:
                bundle.append(chunk)
                size += len(chunk.data)
            if size >= chunks.CHUNK or chunk is None or chunk.live:
                yield bundle
                bundle, size = [], 0
            if chunk is None:
                yield bundle
    if bundle:
        yield bundle


if TYPE_CHECKING:

    class Future(Protocol):
        """What will come of a bundle."""

        def done(self) -> bool:
            """Whether it has come."""


B_contra = TypeVar("B_contra", contravariant=True)
B = TypeVar("B", bound=Sized)
F = TypeVar("F", bound="Future")


if TYPE_CHECKING:

    class Hands(Protocol[B_contra, F]):
        """Whoever judges bundles, several at once."""

        def submit(self, bundle: B_contra) -> F:
            """Hand a bundle over."""

        def result(self, bundle: B_contra, future: F) -> list[list[Judged]]:
            """What came of it."""


def in_order(workers: Hands[B, F], bundles: Iterable[B], window: int) -> Iterator[tuple[B, list[list[Judged]]]]:
    """Each bundle with what the workers made of it, in order; no more than `window` are under way at once."""
    under_way: deque[tuple[B, F]] = deque()
    for bundle in bundles:
        if len(bundle):
            under_way.append((bundle, workers.submit(bundle)))
        while under_way and (not bundle or len(under_way) > window or under_way[0][1].done()):
            first, future = under_way.popleft()
            yield first, workers.result(first, future)
    for first, future in under_way:
        yield first, workers.result(first, future)


# --- Stopping --------------------------------------------------------------------------------------------------------


class NoClusterError(Exception):
    """There is no cluster to be had, for a reason that can be shown."""


class Interrupted:
    """Ctrl-C ends what is iterated here at once and in good order; `happened` says so afterwards."""

    def __init__(self) -> None:
        self.happened = False
        self._waiting = False

    def _ring(self, *_: object) -> None:
        self.happened = True
        if self._waiting:
            raise KeyboardInterrupt

    def ends(self, done: Iterator[Done]) -> Iterator[Done]:
        """The same, up to where Ctrl-C was pressed."""
        before = signal.signal(signal.SIGINT, self._ring)
        try:
            while True:
                try:
                    self._waiting = True  # before it is asked, so that no signal falls between the two
                    if self.happened:
                        return
                    one = next(done)
                except (StopIteration, KeyboardInterrupt):
                    return
                finally:
                    self._waiting = False
                yield one
        finally:
            signal.signal(signal.SIGINT, before)
            close = getattr(done, "close", None)
            if close:
                close()
