"""How a mutant is tried: by the tests that run its line, the quickest first, in a process of its own, until one fails.

The tests are collected once. A process that tries a mutant is a copy of the one that has collected them, and finds
there the package already imported: it takes the code of the functions of one module out and puts that of the mutant in.
What is run when a module is imported cannot be put in so; such a mutant is imported, and its tests collected, anew.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pickle
import resource
import signal
import sys
import time
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

import coverage
import hypothesis  # noqa: F401 - the processes that try a mutant find what takes long to import already there
import jinja2  # noqa: F401
import jsonschema  # noqa: F401
import pytest
from mutants import Mutant, mutated
from tqdm import tqdm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    Done = Callable[[Mutant, str], None]

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pinocle_cli"
LIMIT = 10.0  # seconds for one mutant, besides what its tests take; one that goes on for ever is noticed by anybody
ROOM = 4 << 30


class Tests(NamedTuple):
    """Files and folders of tests, and the word that must stand in the name of each test."""

    files: tuple[str, ...]
    word: str = ""

    def options(self) -> list[str]:
        """What pytest is called with."""
        quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore:Module already imported"]
        always = ["-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0", "-m", "not slow"]
        paths = [str(path) for name in self.files if (path := ROOT / "tests" / name).exists()]
        return [*quiet, *always, "-k", self.word, *paths]


class Map(NamedTuple):
    """Which tests run which line, how long each of them takes, and what is run before any of them."""

    tests: dict[tuple[str, int], set[str]]
    seconds: dict[str, float]
    at_import: set[tuple[str, int]]


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


def mapped(tests: Tests, kept: Path) -> Map:
    """The map of these tests, kept in a file; made in a process of its own: nothing of the package is imported here."""
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        child = os.fork()
        if not child:
            with _leaving():
                kept.write_bytes(pickle.dumps(tuple(_measure(tests, kept.parent))))
        os.waitpid(child, 0)
    return Map(*pickle.loads(kept.read_bytes()))  # noqa: S301 - our own


def _measure(tests: Tests, folder: Path) -> Map:
    measured = coverage.Coverage(data_file=str(folder / "coverage"), source_pkgs=["pinocle_cli"], config_file=False)
    measured.start()
    watch = _Watch(measured)
    status = pytest.main(["-x", *tests.options()], plugins=[watch])
    measured.stop()
    if status:
        raise SystemExit("the tests fail as it is")
    data = measured.get_data()
    lines: dict[tuple[str, int], set[str]] = {}
    at_import: set[tuple[str, int]] = set()
    for file in data.measured_files():
        name = Path(file).relative_to(PACKAGE).with_suffix("").as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            lines[name, line] = {one for one in contexts if "::" in one}
            if "" in contexts:
                at_import.add((name, line))
    return Map(lines, watch.seconds, at_import)


def _tests_for(mutant: Mutant, of: Map) -> dict[str, float]:
    """The tests that run a mutant's line; of a line that is run at import, all that run anything of its module."""
    found = of.tests.get((mutant.module, mutant.line)) or of.tests.get((mutant.module, mutant.statement))
    if not found and (not mutant.function or (mutant.module, mutant.line) in of.tests):
        found = {one for (module, _), tests in of.tests.items() if module == mutant.module for one in tests}
    return {one: of.seconds[one] for one in found or ()}


# --- All of them ----------------------------------------------------------------------------------------------------


def try_all(mutants: list[Mutant], tests: Tests, of: Map, jobs: int, done: Done) -> None:
    """Try each, so many at a time; `done`, maybe called in another process, is told what noticed it, or nothing."""
    wanted = {one: _tests_for(one, of) for one in mutants}
    for one in mutants:
        if not wanted[one]:
            done(one, "")
    tried = [one for one in mutants if wanted[one]]
    put_in = [one for one in tried if _can_be_put_in(one, of)]
    _each([one for one in tried if one not in put_in], jobs, lambda one: _anew(one, tests, wanted[one]), wanted, done)
    child = os.fork()
    if not child:
        with _leaving():
            trier = _Trier(put_in, jobs, wanted, done)
            os._exit(pytest.main(["-s", *tests.options()], plugins=[trier]))
    if os.waitpid(child, 0)[1]:
        raise SystemExit("the mutants could not be tried")


def _each(mutants: list[Mutant], jobs: int, noticed: Any, wanted: dict[Mutant, dict[str, float]], done: Done) -> None:
    """Every mutant in a process of its own, which says through a pipe what noticed it."""
    waiting = mutants[::-1]
    running: dict[int, tuple[Mutant, int]] = {}
    bar = tqdm(total=len(mutants), unit=" mutants")
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            reading, writing = os.pipe()
            child = os.fork()
            if not child:
                with _leaving():
                    _limit(sum(wanted[mutant].values()))
                    os.write(writing, noticed(mutant).encode()[:4000])
            os.close(writing)
            running[child] = mutant, reading
        process, status = os.wait()
        mutant, pipe = running.pop(process)
        said = b""
        while more := os.read(pipe, 4096):
            said += more
        os.close(pipe)
        done(mutant, said.decode() or ("" if status == 0 else f"the process ended with {status}"))
        bar.update()
    bar.close()


def _limit(seconds: float) -> None:
    """Nothing of this process is shown, and it has an end."""
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    signal.setitimer(signal.ITIMER_PROF, LIMIT + 3 * seconds)  # of the processor


@contextlib.contextmanager
def _leaving() -> Iterator[None]:
    """A child does its work and goes, whatever happens."""
    try:
        yield
    except BaseException as why:  # noqa: BLE001 - nothing may come back to the parent's code
        print(why, file=sys.stderr)
        os._exit(1)
    os._exit(0)


# --- Code put in among what is imported -----------------------------------------------------------------------------


@cache
def _sound(module: str) -> tuple[str, dict[tuple[str, int], CodeType]]:
    path = PACKAGE / f"{module}.py"
    source = path.read_text("utf-8")
    return source, _codes(compile(source, str(path), "exec"))


def _codes(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """The code of every function that a module makes, whatever it stands in."""
    found = {}
    for one in code.co_consts:
        if isinstance(one, CodeType):
            found[one.co_qualname, one.co_firstlineno] = one
            found.update(_codes(one))
    return found


def _mutant_code(mutant: Mutant) -> CodeType:
    return compile(mutated(_sound(mutant.module)[0], mutant.number), str(PACKAGE / f"{mutant.module}.py"), "exec")


def _can_be_put_in(mutant: Mutant, of: Map) -> bool:
    """A change of nothing but code of functions that was not run yet when the tests are collected."""
    module, before, after = mutant.module, _sound(mutant.module)[1], _codes(_mutant_code(mutant))
    if before.keys() != after.keys():
        return False
    changed = [place for place, code in before.items() if code != after[place]]
    lines = {line for place in changed for *_, line in before[place].co_lines() if line} - {line for _, line in changed}
    return (
        bool(changed)
        and not any((module, line) in of.at_import for line in lines)
        and all(before[place].co_freevars == after[place].co_freevars for place in changed)
    )


class _Trier:
    """A plugin of pytest that tries mutants where the tests would run."""

    def __init__(self, mutants: list[Mutant], jobs: int, wanted: dict[Mutant, dict[str, float]], done: Done) -> None:
        self.mutants, self.jobs, self.wanted, self.done = mutants, jobs, wanted, done
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has ended."""
        if report.failed:
            self.failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of the tests: for each mutant its own."""
        items = {one.nodeid: one for one in session.items}
        for module in {one.module for one in self.mutants}:  # a game is imported when it is first asked for
            importlib.import_module(_name(module))
        functions = [one for one in gc.get_objects() if type(one) is FunctionType]
        gc.freeze()

        def noticed(mutant: Mutant) -> str:
            codes, path = _codes(_mutant_code(mutant)), str(PACKAGE / f"{mutant.module}.py")
            for one in functions:
                if one.__code__.co_filename == path:
                    one.__code__ = codes[one.__code__.co_qualname, one.__code__.co_firstlineno]
            mine = sorted(self.wanted[mutant], key=self.wanted[mutant].__getitem__)
            tests = [items[one] for one in mine]
            for test, following in zip(tests, [*tests[1:], None], strict=True):
                test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
                if self.failed:
                    break
            return self.failed

        _each(self.mutants, self.jobs, noticed, self.wanted, self.done)
        return True


# --- A mutant imported anew -----------------------------------------------------------------------------------------


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
        return _mutant_code(self.mutant)


def _name(module: str) -> str:
    return "pinocle_cli." + module.replace("/", ".").removesuffix(".__init__")


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = _name(mutant.module)

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> Any:
        if fullname != self.name:
            return None
        file = PACKAGE / f"{self.mutant.module}.py"
        return importlib.util.spec_from_file_location(fullname, file, loader=_Wrong(self.mutant, fullname, file))


def _anew(mutant: Mutant, tests: Tests, wanted: dict[str, float]) -> str:
    """What notices a mutant that is imported, and its tests collected, for the first time."""
    sys.meta_path.insert(0, _Finder(mutant))
    only = _Only(wanted)
    files = {one.partition("::")[0].removeprefix("tests/") for one in wanted}
    in_order = tuple(one for one in tests.files if any(file == one or file.startswith(f"{one}/") for file in files))
    status = pytest.main(["-x", *tests._replace(files=in_order).options()], plugins=[only])
    return only.failed or ("" if status in (0, 5) else f"pytest: {status}")
