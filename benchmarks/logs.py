"""Measures logs: file to finding beside bare events, two processes beside one, memory and pace by number of records.

    python benchmarks/logs.py [--records 1000000]

Times are of the processor, the best of several rounds, all kinds of work in turn; machines are noisy, so look at the
ratios. The large log is made of a few thousand distinct deals, written again and again.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from make_logs import MAKERS, records

from pinocle_cli.collector import calm_collector
from pinocle_cli.logs.batch import Job, judge_bundle
from pinocle_cli.logs.chunks import Chunk, chunks_of, form_of
from pinocle_cli.render import data

if TYPE_CHECKING:
    from collections.abc import Callable

JOB = Job(partial(data.finding_rows, frozenset({"error", "fault"})), every=False)


def bare_events(log: bytes) -> None:
    """What reading the YAML costs when nothing is done with it."""
    for _ in yaml.parse(io.BytesIO(log), Loader=yaml.CBaseLoader):
        pass


def checked(log: bytes, name: str) -> None:
    """Every record of a log judged; fails if it is not clean."""
    chunk = Chunk(name, 1, log, form_of(name))
    for one in judge_bundle(JOB, [chunk])[0]:
        if one.errors or one.faults:
            raise SystemExit(f"the log should be clean: {one}")


def checked_file(path: Path) -> None:
    """The same from a file."""
    for chunk in chunks_of(str(path)):
        if chunk is not None:
            judge_bundle(JOB, [chunk])


def best_of(rounds: int, works: dict[str, Callable[[], None]]) -> dict[str, float]:
    """Seconds of processor time for each kind of work: the best round of each."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            start = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - start)
    return best


def one_core(folder: Path, game: str, deals: int, rounds: int, *, vary: bool) -> None:
    """File to finding on one core: block YAML beside the bare events, JSON Lines beside it, and the play as a list."""
    forms = {"block": "yaml", "jsonl": "jsonl", "jsonl-list": "jsonl"}
    files = {form: folder / f"{game}.{form}.{ending}" for form, ending in forms.items()}
    for form, file in files.items():
        file.write_text("".join(records(game, deals, form, vary=vary)), "utf-8")
    log = files["block"].read_bytes()
    works = {form: partial(checked_file, file) for form, file in files.items()}
    best = best_of(rounds, {"events": partial(bare_events, log), **works})
    block, jsonl, listed = (best[form] for form in forms)
    print(f"{game:12} {'varied' if vary else 'plain':7} {block / deals * 1e6:5.0f} us a deal in block YAML,", end=" ")
    print(f"{block / best['events']:5.2f} times the bare events;", end=" ")
    print(f"JSON Lines {jsonl / block:4.2f} of that, with the play as a list {listed / jsonl:4.2f} of these")


def run(*args: str | Path) -> tuple[float, float, float]:
    """(processor seconds, wall seconds, megabytes of the largest process) of a run of pinocle and its workers."""
    script = (
        "import resource as r, subprocess as s, sys\n"
        "s.run(sys.argv[1:], stdout=s.DEVNULL)\n"
        "u = r.getrusage(r.RUSAGE_CHILDREN)\n"
        "print(u.ru_utime + u.ru_stime, u.ru_maxrss / 1024)"
    )
    began = time.perf_counter()
    command = [sys.executable, "-c", script, sys.executable, "-m", "pinocle_cli.cli.main", *map(str, args)]
    spent, memory = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(spent), time.perf_counter() - began, float(memory)


def several(folder: Path, deals: int, rounds: int) -> None:
    """Two processes beside one, on the same log."""
    log = folder / "two.yaml"
    log.write_text("".join(records("two-handed", deals, "block")), "utf-8")
    found = {jobs: [run("check", "--jobs", str(jobs), log) for _ in range(rounds)] for jobs in (1, 2)}
    spent = {jobs: min(row[0] for row in rows) for jobs, rows in found.items()}
    wall = {jobs: min(row[1] for row in rows) for jobs, rows in found.items()}
    print(f"two processes together: {spent[2] / spent[1]:.2f} times the processor time of one,", end=" ")
    print(f"{wall[2]:.1f} s for {wall[1]:.1f} s on the wall ({os.cpu_count()} cores, others may be using them)")


def many(folder: Path, number: int) -> None:
    """Ten thousand records, then very many: time for each, and the memory of the largest process."""
    text = "".join(records("two-handed", 5000, "jsonl")).encode()
    for count in (10_000, number):
        log = folder / "many.jsonl"
        with log.open("wb") as stream:
            for _ in range(count // 5000):
                stream.write(text)
        spent, wall, memory = run("check", "--jobs", "2", log)
        size = log.stat().st_size / 1e6
        print(f"{count:9,} records ({size:5,.0f} MB): {spent / count * 1e6:4.0f} us each,", end=" ")
        print(f"{wall:.1f} s on the wall, largest process {memory:.0f} MB")


def main() -> None:
    """Measure it all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--records", type=int, default=100_000, help="in the large log")
    args = parser.parse_args()
    calm_collector()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for vary in (False, True):
            for game in MAKERS:
                one_core(folder, game, args.deals, args.rounds, vary=vary)
        several(folder, 20 * args.deals, 3)
        many(folder, args.records)
    print(f"(peak of this script: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB)")


if __name__ == "__main__":
    main()
