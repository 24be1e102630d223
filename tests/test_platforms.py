"""The same verdicts on other systems: without asserts, in another locale, with the line ends of Windows."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import verdicts

HERE = Path(__file__).parent
SAMPLES = sorted((HERE.parent / "samples").glob("*.yaml"))
CASES = sorted(path for path in (HERE / "cases").glob("*.yaml") if b"\r" not in path.read_bytes())


@cache
def judged(*options: str, **env: str) -> tuple[int, bytes]:
    """What the program says of every case and sample, and the status with which it ends."""
    command = [sys.executable, *options, "-m", "pinocle_cli.cli.main", "score", "--format", "jsonl", "--jobs", "1"]
    done = subprocess.run(
        [*command, "cases", "../samples"], cwd=HERE, env={**os.environ, **env}, capture_output=True, check=False,
    )  # fmt: skip
    assert not done.stderr, done.stderr
    assert done.stdout.count(b"\n") > len(CASES)
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "env"),
    [
        (("-O",), {}),
        (("-OO",), {}),
        ((), {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
        (("-X", "utf8"), {"LC_ALL": "tr_TR.UTF-8"}),
    ],
    ids=["no asserts", "no asserts and no docstrings", "locale C", "a Turkish locale"],
)
def test_the_verdicts_are_the_same(options: tuple[str, ...], env: dict[str, str]) -> None:
    assert judged(*options, **env) == judged()


@pytest.mark.parametrize("path", [*SAMPLES, *CASES], ids=lambda path: path.stem)
def test_line_ends_of_windows(path: Path) -> None:
    raw = path.read_bytes()
    with_windows = verdicts(raw.replace(b"\n", b"\r\n"), path.name)
    assert without_columns(with_windows) == without_columns(verdicts(raw, path.name))


def without_columns(value: Any) -> Any:
    """A verdict without what says where in a line, or in which bytes, something stands."""
    if isinstance(value, dict):
        return {key: without_columns(part) for key, part in value.items() if key not in ("column", "id", "digest")}
    return [without_columns(part) for part in value] if isinstance(value, list) else value
