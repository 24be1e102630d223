"""What the tests share: records as text or as data, to verdicts as plain data; and the program itself."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import pty
import secrets
import select
import struct
import subprocess
import sys
import termios
import textwrap
from fcntl import ioctl
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import hypothesis  # noqa: F401 - with its plugins, before a run over a log freezes the garbage collector
import pytest
from seasons import Season

from pinocle_cli import slips
from pinocle_cli.cli.main import main
from pinocle_cli.games import GAMES
from pinocle_cli.logs.inputs import records_in
from pinocle_cli.render import data
from pinocle_cli.schema import schema_of
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Pinocle = Callable[..., "Done"]


os.environ.setdefault("PINOCLE_SEED", secrets.token_hex(4))  # the same for every worker, and printed


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The seed of this run's random sessions, also where the run is quiet."""
    terminalreporter.write_line(f"random sessions: PINOCLE_SEED={os.environ['PINOCLE_SEED']}")


def pytest_sessionfinish() -> None:
    """Save what was measured of this process at once: a worker that is slow to go is killed."""
    if "coverage" in sys.modules and (measured := sys.modules["coverage"].Coverage.current()) is not None:
        measured.stop()
        measured.save()


def _benchmark(name: str) -> Any:
    """A module of benchmarks/, which are no package."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent.parent / "benchmarks" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make_logs = _benchmark("make_logs")  # random deals, played legally


def verdicts(text: str | bytes, name: str = "test.yaml", *, as_played: bool = False) -> list[dict[str, Any]]:
    """The sessions of a text, as the JSON output has them."""
    raw = text.encode("utf-8") if isinstance(text, str) else text
    return [
        data.session(judge(record, GAMES, as_played=as_played)) for record in records_in(io.BytesIO(raw), name, GAMES)
    ]


def meaning(text: str) -> Any:
    """The verdicts without anything that tells where it stood or how it was written."""

    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: strip(part) for key, part in value.items() if key not in ("line", "column", "message", "ruling")
            }
        return [strip(part) for part in value] if isinstance(value, list) else value

    return strip(verdicts(text))


def verdict(text: str) -> dict[str, Any]:
    """The only session of a text."""
    (session,) = verdicts(text)
    return session


@pytest.fixture
def as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal is judged as it is written: what a pen may have made of it is not tried, in a hundred other deals."""
    monkeypatch.setattr(slips, "weighed", lambda _session, _deal, state, judged, *_: (state, judged))


def verdict_of(record: dict[str, Any]) -> dict[str, Any]:
    """The verdict on a record given as plain data."""
    (session,) = verdicts(json.dumps(record), "test.jsonl")
    return session


def findings(session: dict[str, Any], severity: str | None = None) -> list[dict[str, Any]]:
    """Every finding of a session, or those of one severity."""
    found = session["findings"] + [finding for deal in session["deals"] for finding in deal["findings"]]
    return [finding for finding in found if severity in (None, finding["severity"])]


def errors(text: str) -> list[dict[str, Any]]:
    """What could not be read of a text."""
    return findings(verdict(text), "error")


def rules_shown(session: dict[str, Any]) -> set[str]:
    """Every rule that a verdict names: in its ledger, findings, remedies, result and payments."""
    shown = {entry["rule"] for deal in session["deals"] for entry in deal["ledger"]}
    for finding in findings(session):
        shown |= {finding["rule"], finding["remedy"]}
    shown |= {payment["rule"] for payment in session["payments"]}
    return shown | ({session["result"]["rule"]} if session["result"] else set())


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-outputs` writes the expected output of the commands anew."""
    parser.addoption("--update-outputs", action="store_true", help="write what the commands print now")


@cache
def validator_of(game: str | None) -> Any:
    """A validator of the records of a game, or of any; to make one takes longer than to use it."""
    import jsonschema  # noqa: PLC0415 - for those who validate

    schema = schema_of(game)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


# --- The program, and a folder with a good record, one with a fault and one with an error --------------------------

GOOD = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - dealer: Anna\n    claimed: {Anna: 100, Boris: 150}\n"
FAULT = textwrap.dedent("""\
    game: two-handed
    players: [Анна, Boris]
    opening: {Анна: 40, Boris: 990}
    deals:
      - dealer: Boris
        trump: hearts
        play: |
          SA S9
          Boris: meld HK HQ
          Анна: meld HK HQ
""")
ERROR = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - dealr: Anna\n    claimed: {Anna: 100, Boris: 150}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("good", GOOD), ("fault", FAULT), ("error", ERROR)):
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Season]:
    """A season, whose database must be whole whatever was done with it."""
    monkeypatch.chdir(tmp_path)
    season = Season(tmp_path)
    yield season
    if season.database.exists():
        assert season.ask("PRAGMA integrity_check") == [("ok",)]
        assert season.ask("PRAGMA foreign_key_check") == []


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """Writes a log of records, and gives the folder in which it stands."""

    def written(*records: dict[str, Any], name: str = "a.jsonl") -> str:
        (tmp_path / name).write_text(
            "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8"
        )
        return str(tmp_path)

    return written


class Done(NamedTuple):
    """What a run of the program ended with."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def pinocle(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Pinocle:
    """The program in this process: quick, for all that does not hang on a process of its own."""

    def run(*args: str) -> Done:
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "argv", ["pinocle", *args])
        with pytest.raises(SystemExit) as ended:
            main()
        return Done(int(ended.value.code or 0), *capsys.readouterr())

    return run


PROGRAM = (sys.executable, "-m", "pinocle_cli.cli.main")


def in_a_process(
    folder: Path, *args: str, encoding: str = "utf-8", text: str | None = None, code: str | None = None
) -> Done:
    """The program in a process of its own, or what code makes of it."""
    program = PROGRAM if code is None else (sys.executable, "-c", code)
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(
        [*program, *args], cwd=folder, env=env, capture_output=True, check=False, timeout=60,
        input=None if text is None else text.encode(),
    )  # fmt: skip
    shown = "utf-8" if encoding.startswith("ascii") else encoding  # click takes ASCII for a mistake
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr
    return Done(done.returncode, done.stdout.decode(shown), done.stderr.decode(shown))


# --- What the tests of pages need besides Python ----------------------------------------------------------------------

TOOLS = Path(os.environ.get("PINOCLE_TEST_TOOLS") or Path(__file__).parent / "tools").resolve() / "node_modules"


def tool(path: str) -> Path | None:
    """A file of an npm package that tests use, where it is installed."""
    found = TOOLS / path
    return found if found.exists() else None


def needed(what: str) -> NoReturn:
    """Skip a test for want of a program; where everything must run (CI) it fails instead."""
    if os.environ.get("CI"):
        pytest.fail(f"this must run here, but there is no {what}")
    pytest.skip(f"there is no {what}")


ONE_AFTER_ANOTHER = """\
import json, sys
from pinocle_cli.cli.main import main
for args in json.loads(sys.argv[1]):
    sys.argv[1:] = args
    try:
        main()
    except SystemExit:
        pass
    print("\\x1e", end="", flush=True)
"""


def on_terminal(folder: Path, columns: int, *commands: list[str], **env: str) -> list[str]:
    """What each of these commands, one after another in one process, writes to a terminal of that width."""
    mine, its = pty.openpty()
    ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environ = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    process = subprocess.Popen(
        [sys.executable, "-c", ONE_AFTER_ANOTHER, json.dumps(commands)], cwd=folder, stdin=its, stdout=its, stderr=its,
        env={**environ, "PYTHONIOENCODING": "utf-8", **env},
    )  # fmt: skip
    os.close(its)
    out = b""
    while True:
        try:
            ready, _, _ = select.select([mine], [], [], 30)
            data = os.read(mine, 65536) if ready else b""
        except OSError:  # the other side has gone
            data = b""
        if not data:
            break
        out += data
    os.close(mine)
    process.wait(timeout=30)
    found = out.decode().replace("\r\n", "\n").split("\x1e")
    assert found.pop() == ""
    assert len(found) == len(commands), found[-1]
    return found
