"""Mutation testing: makes one small thing wrong in the rules at a time, and sees whether a test notices.

    python tools/mutate.py --sample 500 --seed 7 --jobs 2
    python tools/mutate.py games/piquet settle --all
    python tools/mutate.py games/piquet --sample 100 --random   what survives is tried by random sessions too

A first run finds out which test runs which line (`--map` does it anew). A mutant is tried by the tests that run its
line, in a process of its own, until one fails. What came of each is appended to `--out`; mutants that stand there
already are not tried again. Survivors that were looked at and can make no difference stand in
tools/mutants-explained.txt with the reason. Ends with 1 if any other is left.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import pickle
import random
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import coverage
import hypothesis  # noqa: F401 - the processes that try a mutant find what takes long to import already there
import jinja2  # noqa: F401
import jsonschema  # noqa: F401
import pytest
from mutants import Mutant, mutants_of, mutated
from tqdm import tqdm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, ModuleType

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pinocle_cli"
EXPLAINED = Path(__file__).with_name("mutants-explained.txt")
MODULES = ("games", "settle", "session")
NO_RULES = ("games/__init__", "asks")  # the list of the games, and what is asked of whoever keeps a record
TESTS = (  # those that say what the rules come to, all of them in one process
    "test_said.py", "test_cases.py", "test_examples.py", "test_session.py", "test_settle.py", "test_meld.py",
    "test_odds.py", "test_piquet_bounds.py", "test_piquet_literature.py", "test_two_handed_rulings.py",
)  # fmt: skip
RANDOM = ("second_opinion", "laws", "test_auction_properties.py", "test_partnership_properties.py",
          "test_piquet_properties.py", "test_two_handed_properties.py")  # fmt: skip
LIMIT = 10.0  # seconds for one mutant, besides what its tests take; one that goes on for ever is noticed by anybody
ROOM = 4 << 30


class Map(NamedTuple):
    """Which tests run which line, and how long each of them takes."""

    tests: dict[tuple[str, int], set[str]]
    seconds: dict[str, float]


# --- Which test runs which line -------------------------------------------------------------------------------------


class _Watch:
    """A plugin of pytest that notes the lines of each test, nothing being remembered from the tests before."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}
        self.caches: list[Any] = []

    def pytest_collection_finish(self) -> None:
        """All is imported: what remembers anything is known now."""
        from pinocle_cli.memory import MEMORIES  # noqa: PLC0415 - measured from its import on

        kind = type(cache(lambda: None))
        found = [one for one in gc.get_objects() if type(one) is kind and one.__module__.startswith("pinocle_cli")]
        self.caches = [*[one.cache_clear for one in found], *[one.clear for one in MEMORIES]]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """The lines of the test itself."""
        for clear in self.caches:
            clear()
        self.measured.switch_context(item.nodeid)
        began = time.monotonic()
        try:
            yield
        finally:
            self.seconds[item.nodeid] = time.monotonic() - began
            self.measured.switch_context("between")


def _mapped(tests: tuple[str, ...], folder: Path) -> Map:
    """The map of these tests; made in a process of its own, for nothing of the package may be imported here."""
    kept = folder / ("map-random.pickle" if tests is RANDOM else "map.pickle")
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        child = os.fork()
        if not child:
            with _leaving():
                kept.write_bytes(pickle.dumps(tuple(_measure(tests, folder))))
        os.waitpid(child, 0)
    return Map(*pickle.loads(kept.read_bytes()))  # noqa: S301 - our own


def _measure(tests: tuple[str, ...], folder: Path) -> Map:
    measured = coverage.Coverage(data_file=str(folder / "coverage"), source_pkgs=["pinocle_cli"], config_file=False)
    measured.start()
    watch = _Watch(measured)
    status = pytest.main([*_options(), *_paths(tests)], plugins=[watch])
    measured.stop()
    if status:
        raise SystemExit("the tests fail as it is")
    data = measured.get_data()
    lines: dict[tuple[str, int], set[str]] = {}
    for file in data.measured_files():
        name = Path(file).relative_to(PACKAGE).with_suffix("").as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            lines[name, line] = {one for one in contexts if "::" in one}
    return Map(lines, watch.seconds)


def _options() -> list[str]:
    quiet = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore:Module already imported"]
    return [*quiet, "-m", "not slow", "--hypothesis-seed=0"]


def _paths(tests: tuple[str, ...]) -> list[str]:
    return [str(path) for name in tests if (path := ROOT / "tests" / name).exists()]


# --- One mutant -----------------------------------------------------------------------------------------------------


class _Only:
    """A plugin of pytest that runs certain tests alone, the quickest first, and notes the first that fails."""

    def __init__(self, wanted: dict[str, float]) -> None:
        self.wanted, self.failed = wanted, ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The tests that run the line."""
        items[:] = sorted((one for one in items if one.nodeid in self.wanted), key=lambda one: self.wanted[one.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has ended."""
        if report.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """What cannot even be imported is noticed."""
        if report.failed:
            self.failed = report.nodeid or "import"


class _Wrong(importlib.machinery.SourceFileLoader):
    """Loads a module with a mutant in it."""

    def __init__(self, mutant: Mutant, name: str, path: Path) -> None:
        super().__init__(name, str(path))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        """The code of the mutant, which is kept nowhere."""
        source = Path(self.path).read_text("utf-8")
        return compile(mutated(source, self.mutant.number), self.path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = "pinocle_cli." + mutant.module.replace("/", ".").removesuffix(".__init__")

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> Any:
        if fullname != self.name:
            return None
        file = PACKAGE / f"{self.mutant.module}.py"
        return importlib.util.spec_from_file_location(fullname, file, loader=_Wrong(self.mutant, fullname, file))


@contextlib.contextmanager
def _leaving() -> Iterator[None]:
    """A child does its work and goes, whatever happens."""
    try:
        yield
    except BaseException as why:  # noqa: BLE001 - nothing may come back to the parent's code
        print(why, file=sys.stderr)
        os._exit(1)
    os._exit(0)


def _start(mutant: Mutant, tests: tuple[str, ...], wanted: dict[str, float]) -> tuple[int, int]:
    """A process that tries a mutant, and the pipe that says which test failed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    with _leaving():
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        signal.setitimer(signal.ITIMER_PROF, LIMIT + 3 * sum(wanted.values()))  # of the processor
        sys.meta_path.insert(0, _Finder(mutant))
        only = _Only(wanted)
        files = tuple(sorted({one.partition("::")[0].removeprefix("tests/") for one in wanted}))
        status = pytest.main([*_options(), *_paths(files)], plugins=[only])
        os.write(writing, (only.failed or ("" if status in (0, 5) else f"pytest: {status}")).encode()[:4000])
    raise AssertionError


def _tests_for(mutant: Mutant, of: Map) -> dict[str, float]:
    """The tests that run a mutant's line; of a line that is run at import, all that run anything of its module."""
    found = of.tests.get((mutant.module, mutant.line)) or of.tests.get((mutant.module, mutant.statement))
    if not found and (not mutant.function or (mutant.module, mutant.line) in of.tests):
        found = {one for (module, _), tests in of.tests.items() if module == mutant.module for one in tests}
    return {one: of.seconds[one] for one in found or ()}


def _try_all(
    mutants: list[Mutant], tests: tuple[str, ...], of: Map, jobs: int, done: Callable[[Mutant, str], None]
) -> None:
    """Try each, so many at a time; `done` is told what noticed it, or nothing."""
    waiting = mutants[::-1]
    running: dict[int, tuple[Mutant, int]] = {}
    bar = tqdm(total=len(mutants), unit=" mutants")
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            wanted = _tests_for(mutant, of)
            if not wanted:
                done(mutant, "")
                bar.update()
                continue
            process, pipe = _start(mutant, tests, wanted)
            running[process] = mutant, pipe
        if running:
            process, status = os.wait()
            mutant, pipe = running.pop(process)
            said = b""
            while more := os.read(pipe, 4096):
                said += more
            os.close(pipe)
            done(mutant, said.decode() or ("" if status == 0 else f"the process ended with {status}"))
            bar.update()
    bar.close()


# --- The whole ------------------------------------------------------------------------------------------------------


def _modules(wanted: list[str]) -> list[str]:
    found = []
    for name in wanted or MODULES:
        path = PACKAGE / name
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
        found += [one.relative_to(PACKAGE).with_suffix("").as_posix() for one in files]
    return [name for name in found if not name.endswith(NO_RULES)]


def _explained() -> set[str]:
    lines = EXPLAINED.read_text("utf-8").splitlines() if EXPLAINED.exists() else []
    return {line for line in lines if line and not line.startswith(("#", " "))}


def main() -> int:
    """Try a sample, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help=f"modules or folders of the package: {', '.join(MODULES)}")
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--map", action="store_true", help="find out anew which test runs which line")
    parser.add_argument("--random", action="store_true", help="try the survivors by random sessions too")
    parser.add_argument("--again", action="store_true", help="try anew what survived before")
    parser.add_argument("--out", type=Path, default=ROOT / ".mutants")
    args = parser.parse_args()
    os.chdir(ROOT)
    os.environ["PINOCLE_SEED"] = "mutants"
    os.environ["CI"] = "1"  # to Hypothesis: the same examples each time, however long they take
    sys.path.insert(0, str(ROOT / "tests"))
    if args.map:
        for old in args.out.glob("map*.pickle"):
            old.unlink()
    mutants = [
        one for name in _modules(args.modules) for one in mutants_of(name, (PACKAGE / f"{name}.py").read_text("utf-8"))
    ]
    total = len(mutants)
    if not args.all:
        mutants = random.Random(args.seed).sample(mutants, min(args.sample, total))  # noqa: S311 - no secret
    results, told = args.out / "results.jsonl", _mapped(TESTS, args.out)
    before = [json.loads(line) for line in results.read_text("utf-8").splitlines()] if results.exists() else []
    came = {one["mutant"]: one["noticed"] for one in before}
    fresh = [one for one in mutants if one.key not in came or (args.again and not came[one.key])]

    with results.open("a", encoding="utf-8") as out:

        def done(mutant: Mutant, noticed: str) -> None:
            came[mutant.key] = noticed
            print(json.dumps({"mutant": mutant.key, "noticed": noticed}, ensure_ascii=False), file=out, flush=True)

        _try_all(fresh, TESTS, told, args.jobs, done)
        if args.random:
            left = [one for one in mutants if not came[one.key] and one.key not in _explained()]
            _try_all(left, RANDOM, _mapped(RANDOM, args.out), args.jobs, done)
    return _report(mutants, total, came)


def _report(mutants: list[Mutant], total: int, came: dict[str, str]) -> int:
    explained = _explained()
    by_part: dict[str, Counter[str]] = defaultdict(Counter)
    left = []
    for one in mutants:
        noticed, part = came[one.key], "/".join(one.module.split("/")[:2])
        what = "equal" if not noticed and one.key in explained else "survived" if not noticed else "killed"
        if what == "killed" and noticed.partition("::")[0].removeprefix("tests/").split("/")[0] in RANDOM:
            by_part[part]["by random sessions"] += 1
        by_part[part][what] += 1
        if what == "survived":
            left.append(one)
    for one in sorted(left):
        print(f"pinocle_cli/{one.module}.py:{one.line}: {one.function}: {one.change}")
    print(f"\n{len(mutants)} of {total} mutants")
    for part, counted in sorted(by_part.items()):
        tried = counted["killed"] + counted["survived"]
        share = f"{100 * counted['killed'] / tried:.1f} %" if tried else "-"
        print(f"{part}: {tried} tried, {counted['killed']} noticed ({share}), {counted['survived']} not;", end=" ")
        print(f"by random sessions alone {counted['by random sessions']}; can make no difference {counted['equal']}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
