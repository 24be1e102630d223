"""Help that can be believed: every example of every command runs, every topic is there, the shells complete."""

from __future__ import annotations

import gzip
import io
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from pinocle_cli import manual
from pinocle_cli.cli.main import COMMANDS, cli

if TYPE_CHECKING:
    from conftest import Pinocle

ROOT = Path(__file__).parent.parent
NEVER_ENDS = {
    "pinocle watch evening.yaml",
    "pinocle show --step --deal 4 evening.yaml",  # waits for keys
    "pinocle keep evening.yaml",
    "pinocle keep --game two-handed --players Anna,Boris",
}
NEEDS_MORE = ("dask", "tcp://", "s3://", "https://", "ssh ")  # another machine


def examples(name: str) -> list[str]:
    """The lines that the help of a command gives as examples."""
    command = cli.get_command(click.Context(cli), name) if isinstance(cli, click.Group) else None
    assert command is not None
    _, _, tail = (command.help or "").partition("Example")
    return re.findall(r"^\s+((?:\S+ .*\| )?pinocle .*)$", tail, re.MULTILINE)


@pytest.fixture
def desk(folder: Path) -> Path:
    """The folder in which the program runs, with all that the examples speak of."""
    shutil.copytree(ROOT / "samples", folder / "samples")
    for name in ("game.yaml", "evening.yaml", "logs/one.yaml", "games/one.yaml", "season/one.yaml"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "samples" / "two-handed-evening.yaml", folder / name)
    log = b'{"game": "piquet", "players": ["A", "B"], "claimed": {"A": 28, "B": 13}}\n'
    (folder / "log.jsonl").write_bytes(log)
    (folder / "season.jsonl.gz").write_bytes(gzip.compress(log))
    (folder / "archive").mkdir()
    (folder / "archive" / "season.jsonl").write_bytes(log)
    return folder


def test_every_command_has_an_example() -> None:
    for name in COMMANDS:
        assert examples(name), name


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_run(name: str, desk: Path, pinocle: Pinocle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a record says, nothing is asked for wrongly, and no file is missing."""
    for line in examples(name):
        if line in NEVER_ENDS or any(word in line for word in NEEDS_MORE):
            continue
        before, _, command = line.rpartition(" | ")
        fed = subprocess.run(["/bin/bash", "-c", before or ":"], cwd=desk, capture_output=True, check=True).stdout
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(fed), "utf-8"))
        words = shlex.split(command.partition(" > ")[0].replace(".jsonl.zst", ".jsonl"))
        done = pinocle(*words[1:])
        assert done.returncode in (0, 1, 2), line
        assert "Error" not in done.stderr, (line, done.stderr)


@pytest.mark.parametrize("topic", manual.topics())
def test_a_topic_is_told(topic: str, pinocle: Pinocle) -> None:
    done = pinocle("help", topic)
    assert done.returncode == 0
    assert len(done.stdout) > 200
    assert max(len(line) for line in done.stdout.split("\n") if not line.startswith(("|", " "))) < 160


def test_help_knows_commands_and_rules_and_the_nearest(pinocle: Pinocle) -> None:
    assert "pinocle fmt game.yaml" in pinocle("help", "fmt").stdout
    assert "seven" in pinocle("help", "two-handed.card-rounding").stdout
    assert "did you mean record" in pinocle("help", "recrod").stderr
    assert "club " in pinocle("help").stdout


def completed(line: str, desk: Path) -> list[str]:
    """What bash would offer behind a line."""
    words = line.split(" ")
    script = (
        f"source <({sys.executable} -m pinocle_cli completion bash)\n"
        f"pinocle() {{ {sys.executable} -m pinocle_cli; }}\n"
        f"COMP_WORDS=({' '.join(map(shlex.quote, words))}); COMP_CWORD={len(words) - 1}\n"
        "_pinocle_completion pinocle; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(["/bin/bash", "-c", script], cwd=desk, capture_output=True, text=True, check=False)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("pinocle st", "standings"),
        ("pinocle new pi", "piquet"),
        ("pinocle rules two-handed.card-r", "two-handed.card-rounding"),
        ("pinocle explain samples/two-handed-game.yaml:1", "samples/two-handed-game.yaml:1"),
        ("pinocle keep --players Anna,B", "Anna,Boris"),
    ],
)
def test_the_shell_completes(line: str, offered: str, desk: Path) -> None:
    assert any(one.startswith(offered) for one in completed(line, desk))


def test_the_version_says_what_it_runs_with(pinocle: Pinocle) -> None:
    said = pinocle("--version").stdout
    assert said.startswith("pinocle, version ")
    assert "libyaml" in said
    assert "extras:" in said
