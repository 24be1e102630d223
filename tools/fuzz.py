"""Throws damaged records, answers and messages at every door of the program, for as long as one likes.

    python tools/fuzz.py --seconds 60
    python tools/fuzz.py --seconds 3600 --jobs 2 --seed long
    python tools/fuzz.py --replay .fuzz/keep-1.json     one that was found, again, with where it failed

The samples and the test cases are damaged by pieces of each other. An input that makes the program say what none
before it did is damaged further. Nothing may raise, take two seconds of the processor or 300 MB; a command ends with 0,
1 or 2. What fails is made as short as it can be and kept in `--out`; then this ends with 1. tools/fuzz_guided.py does
the same, led by the lines that an input reaches.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import resource
import secrets
import sys
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from damage import ROOT, Damage, Thrown, corpus
from doors import ALLOWED, DOORS, in_a_folder, shorter, tried

if TYPE_CHECKING:
    from collections.abc import Callable


class Throws:
    """What was thrown so far and what came of it; what failed is kept in a folder, one of each kind."""

    def __init__(self, out: Path) -> None:
        out.mkdir(exist_ok=True)
        self.out = out
        self.failures: set[str] = set()
        self.doors: Counter[str] = Counter()
        self.most = 0.0  # seconds
        self.last = out / f"last-{os.getpid()}.json"

    def throw(self, thrown: Thrown) -> set[str]:
        """Throw one; what was said to it."""
        self.last.write_text(thrown.as_json(), "utf-8")  # a crash of the interpreter itself leaves this behind
        began = time.process_time()
        said, wrong = tried(thrown)
        self.most = max(self.most, time.process_time() - began)
        self.doors[thrown.door] += 1
        if wrong and (kind := f"{thrown.door} {wrong.split(':')[0][:60]}") not in self.failures:
            self.failures.add(kind)
            kept = self.out / f"{thrown.door}-{os.getpid()}-{len(self.failures)}.json"
            kept.write_text(shorter(thrown, wrong).as_json(), "utf-8")
            print(f"{kept}: {wrong}", flush=True)
        return said

    def end(self, seed: str) -> bool:
        """Say in a line what was thrown; whether all went well."""
        self.last.unlink(missing_ok=True)
        room = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        counted = ", ".join(f"{number:,} {door}" for door, number in sorted(self.doors.items()))
        print(f"seed {seed}: {counted}; at most {self.most:.2f} s and {room} MB", flush=True)
        return not self.failures


def by_chance(seed: str, args: argparse.Namespace) -> bool:
    """Throw for so long, or so much, and go on from what made the program say something new; whether all went well."""
    damage = Damage(corpus(), random.Random(seed))  # noqa: S311 - no secret
    throws, known, end = Throws(args.out), set[str](), time.monotonic() + args.seconds
    while time.monotonic() < end and throws.doors.total() < args.inputs:
        thrown = damage.one()
        if new := throws.throw(thrown) - known:
            known |= new
            damage.texts.append(thrown.raw)
    return throws.end(seed)


def in_processes(jobs: int, work: Callable[[int], bool]) -> int:
    """Do it in so many processes at once; the status to end with."""
    children = []
    for number in range(jobs):
        if not (child := os.fork()):
            status = 3
            with contextlib.suppress(BaseException):
                status = 0 if work(number) else 1
            os._exit(status)
        children.append(child)
    states = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    return 1 if any(states) else 0


def options(description: str | None) -> argparse.ArgumentParser:
    """What may be asked for, whatever leads the way."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--allowed", type=float, default=2, help="seconds of the processor for one answer")
    parser.add_argument("--inputs", type=int, default=10**9, help="no more than these, in each process")
    parser.add_argument("--seed", default=os.environ.get("PINOCLE_SEED") or secrets.token_hex(4))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=lambda path: Path(path).resolve(), default=ROOT / ".fuzz")
    return parser


def main() -> int:
    """Throw, with so many processes, or show one failure again."""
    parser = options(__doc__)
    parser.add_argument("--replay", type=Path)
    args = parser.parse_args()
    warnings.simplefilter("error")
    ALLOWED["seconds"] = args.allowed
    if args.replay:
        thrown = Thrown.of(args.replay.read_text("utf-8"))
        print(thrown.raw.decode("utf-8", "replace"), thrown.args, sep="\n--\n")
        with in_a_folder():
            print(DOORS[thrown.door](thrown))
        return 0
    return in_processes(args.jobs, lambda number: by_chance(f"{args.seed}-{number}", args))


if __name__ == "__main__":
    sys.exit(main())
