"""Like tools/fuzz.py, led by the lines of the program that an input reaches (atheris, which is libFuzzer for Python).

    pip install atheris
    python tools/fuzz_guided.py --seconds 3600 --jobs 2 --seed long

An input that reaches what none before it did is damaged further. The program is some three times slower while it is
watched; `--allowed` is to say so.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import random
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import atheris

with atheris.instrument_imports(include=["pinocle_cli"], enable_loader_override=False):
    import pinocle_cli

    for _found in pkgutil.walk_packages(pinocle_cli.__path__, "pinocle_cli."):
        if not _found.name.endswith("__main__"):
            importlib.import_module(_found.name)

from damage import Damage, Thrown, corpus  # what they import of the program has to be watched
from doors import ALLOWED
from fuzz import Throws, in_processes, options

if TYPE_CHECKING:
    import argparse

FIRST = 400  # inputs to begin with, damaged by chance


def guided(seed: str, args: argparse.Namespace, folder: Path) -> bool:
    """Throw for so long, or so much; it ends the process, with 1 where anything failed."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    damage, throws, end = Damage(corpus(), rng), Throws(args.out), time.monotonic() + args.seconds

    def throw(data: bytes) -> None:
        if not data.startswith(b"{"):  # it always asks about nothing first
            return
        throws.throw(Thrown.of(data.decode()))
        if time.monotonic() > end or throws.doors.total() >= args.inputs:
            os._exit(0 if throws.end(seed) else 1)

    def damaged(data: bytes, _most: int, number: int) -> bytes:
        damage.rng.seed(number)
        return damage.more(Thrown.of(data.decode())).as_json().encode()

    for number in range(FIRST):
        (folder / str(number)).write_text(damage.one().as_json(), "utf-8")
    flags = (
        f"-seed={rng.getrandbits(31)}",
        "-max_len=200000",
        "-timeout=600",
        "-report_slow_units=600",
        "-verbosity=0",
    )
    atheris.Setup([sys.argv[0], *flags, str(folder)], throw, custom_mutator=damaged)
    atheris.Fuzz()
    return False  # it does not come back


def main() -> int:
    """Throw, with so many processes."""
    args = options(__doc__).parse_args()
    warnings.simplefilter("error")
    ALLOWED["seconds"] = args.allowed

    def work(number: int) -> bool:
        seed = f"{args.seed}-{number}"
        with tempfile.TemporaryDirectory(prefix=f"fuzz-{number}-", dir=folder) as own:
            return guided(seed, args, Path(own))

    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        return in_processes(args.jobs, work)


if __name__ == "__main__":
    sys.exit(main())
