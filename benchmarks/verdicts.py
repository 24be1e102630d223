"""Measures text to verdict, beside libyaml's bare events over the same bytes, in one run.

    python benchmarks/verdicts.py [--deals 3000]

Machines are noisy: look at the ratios, not at the times. The best of several rounds counts, all kinds of work in turn.
"""

from __future__ import annotations

import argparse
import gc
import io
import resource
import time
from typing import TYPE_CHECKING, Any

import yaml
from make_logs import MAKERS, records

from pinocle_cli.games import GAMES
from pinocle_cli.logs.chunks import Chunk, form_of
from pinocle_cli.logs.inputs import in_batches, records_in, records_in_chunk
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pinocle_cli.record import Record

FORMS = ("block", "list", "jsonl")


def bare_events(log: bytes) -> int:
    """What reading the YAML costs when nothing is done with it."""
    return sum(1 for _ in yaml.parse(io.BytesIO(log), Loader=yaml.CBaseLoader))


def records_of(log: bytes, name: str) -> Iterator[Record]:
    """The records of a log, read as `pinocle check` reads a chunk of it."""
    return records_in_chunk(Chunk(name, 1, log, form_of(name)), GAMES)


def read_only(log: bytes, name: str) -> int:
    """Records without a verdict."""
    return sum(1 for _ in records_of(log, name))


def verdicts(log: bytes, name: str) -> int:
    """Every record judged; nothing printed. Fails if the log is not clean."""
    judged = 0
    for record in in_batches(records_of(log, name)):
        verdict = judge(record, GAMES)
        judged += len(verdict.deals)
        bad = [finding for finding in verdict.all_findings() if finding.severity != "note"]
        if bad:
            raise SystemExit(f"the log should be clean: {bad[0]}")
    return judged


def best_of(rounds: int, works: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Seconds for each kind of work: the best round of each."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            gc.collect()
            start = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - start)
    return best


def measure(game: str, deals: int, rounds: int) -> None:
    """Print one row a form of record."""
    logs = {form: "".join(records(game, deals, form)).encode() for form in FORMS}
    works: dict[str, Callable[[], int]] = {}
    for form, log in logs.items():
        name = "log.jsonl" if form == "jsonl" else "log.yaml"
        if form != "jsonl":
            works[f"{form} events"] = lambda log=log: bare_events(log)  # type: ignore[misc]
        works[f"{form} read"] = lambda log=log, name=name: read_only(log, name)  # type: ignore[misc]
        works[form] = lambda log=log, name=name: verdicts(log, name)  # type: ignore[misc]
    best = best_of(rounds, works)
    for form in FORMS:
        seconds = best[form]
        events = best.get(f"{form} events")
        ratio = f"{seconds / events:5.1f} x bare events" if events else f"{seconds / best['block']:5.2f} x block YAML"
        reading = best[f"{form} read"] / seconds
        print(f"{game:12} {form:6} {deals / seconds:9,.0f} hands/s  {ratio}  (reading {reading:.0%})")


def flat_memory(game: str, deals: int) -> None:
    """Peak memory after a tenth of the records and after all of them, streamed from a generator."""

    class Stream(io.RawIOBase):  # as a pipe would deliver them
        def __init__(self, number: int) -> None:
            self.texts, self.rest = records(game, number, "block"), b""

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            while len(self.rest) < len(buffer) and (text := next(self.texts, "")):
                self.rest += text.encode()
            data, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
            buffer[: len(data)] = data
            return len(data)

    for number in (deals // 10, deals):
        for record in records_in(io.BufferedReader(Stream(number)), "log.yaml", GAMES):
            judge(record, GAMES)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{game:12} {number:9,} hands streamed: peak memory {peak:.0f} MB")


def main() -> None:
    """Measure every game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="which games; without it all")
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--memory", type=int, default=0, metavar="N", help="stream N hands and print the peak memory")
    args = parser.parse_args()
    for game in args.games or [game for game in MAKERS if game in GAMES]:
        measure(game, args.deals, args.rounds)
        if args.memory:
            flat_memory(game, args.memory)


if __name__ == "__main__":
    main()
