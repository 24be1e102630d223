"""What paths stand for: folders, patterns, links; what is hidden, what cannot be looked into, what never ends."""

from __future__ import annotations

import json
import os
import socket
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.logs.paths import files_in

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

GOOD = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - claimed: {Anna: 100, Boris: 50}\n"


def rows(*args: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(cli, ["check", "--notes", "--format", "jsonl", *args])
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    return [json.loads(line) for line in result.output.splitlines()]


def files(*args: str) -> list[str]:
    """The files that the findings are about, each once: the good record has a note."""
    return list(dict.fromkeys(row["file"] for row in rows(*args)))


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(at: Path, names: Iterable[str], text: str = GOOD) -> None:
    for name in names:
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_text(text, "utf-8")


def test_what_begins_with_a_dot_is_passed_over_and_capitals_are_not(at: Path) -> None:
    put(at, ["a.yaml", "B.YAML", "in/c.Yml", "D.JSONL"], "")
    put(at, [".hidden.yaml", "._a.yaml", ".git/x.yaml", ".github/workflows/ci.yml", "in/.pre-commit-config.yaml"])
    for path in (".", "**/*", "**", "./**/*.[yYjJ]*"):
        assert sorted(files(path)) == ["B.YAML", "D.JSONL", "a.yaml", "in/c.Yml"], path
    for named in (".hidden.yaml", ".git/x.yaml", ".git", ".git/*"):  # who names it means it
        assert len(files(named)) == 1, named


def test_patterns(at: Path) -> None:
    put(at, ["a.yaml", "x/b.yaml", "x/y/c.yaml", "x/y/[1].yaml", "q?.yaml"])
    wanted = {
        "*.yaml": ["a.yaml", "q?.yaml"],
        "*/*.yaml": ["x/b.yaml"],
        "**/*.yaml": ["a.yaml", "q?.yaml", "x/b.yaml", "x/y/[1].yaml", "x/y/c.yaml"],
        "**/y/*.yaml": ["x/y/[1].yaml", "x/y/c.yaml"],
        "x/**/**/c.*": ["x/y/c.yaml"],
        "x/y/[1].yaml": ["x/y/[1].yaml"],  # it is there: no pattern
        "*": ["a.yaml", "q?.yaml", "x/b.yaml", "x/y/[1].yaml", "x/y/c.yaml"],
        f"{at}/x/?.yaml": [f"{at}/x/b.yaml"],
        "no/**/such": ["no/**/such"],
    }
    assert {pattern: sorted(files_in([pattern])) for pattern in wanted} == wanted


def test_links_in_a_circle_end_and_nothing_is_read_twice(at: Path) -> None:
    put(at, ["loop/a.yaml", "loop/in/b.yaml", "elsewhere/c.yaml"])
    for name, target in {"self": ".", "self2": ".", "up": "..", "in/back": "../in", "out": "../elsewhere"}.items():
        (at / "loop" / name).symlink_to(target)
    (at / "loop" / "a-again.yaml").symlink_to("a.yaml")
    (at / "loop" / "round.yaml").symlink_to("round.yaml")
    (at / "loop" / "gone.yaml").symlink_to("nowhere")
    for path in ("loop", "loop/", "loop/**/*.yaml", "loop/**", "loop/*"):
        found = [row["file"].rpartition("/")[2] for row in rows(path)]
        assert sorted(found) == ["a-again.yaml", "b.yaml", "c.yaml", "gone.yaml", "round.yaml"], path
        assert sum(row["severity"] == "error" for row in rows(path)) == 2, path


def test_what_is_no_file_is_passed_over_in_a_folder(at: Path) -> None:
    put(at, ["a.yaml"])
    (at / "folder.yaml").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(at / "pipe.yaml")
    with socket.socket(socket.AF_UNIX) as there:
        there.bind("socket.yaml")
        assert files(".") == ["a.yaml"]


@pytest.mark.parametrize("path", ["season", "season/**/*.yaml", "season/*/*.yaml", "season/*", "**"])
def test_a_folder_that_cannot_be_entered_is_a_finding(at: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put(at, ["season/a/ok.yaml", "season/secret/bad.yaml"])
    scandir = os.scandir

    def locked(folder: Any) -> Any:
        if str(folder).endswith("secret"):
            raise PermissionError(13, "Permission denied", folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", locked)
    found = {row["file"]: (row["severity"], row["message"]) for row in rows(path)}
    assert found["season/secret"] == ("error", "cannot be read: permission denied")
    assert found["season/a/ok.yaml"][0] == "note"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything may be entered")
@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_a_folder_that_may_not_be_entered(at: Path, mode: int) -> None:
    put(at, ["season/a.yaml", "season/secret/b.yaml"])
    (at / "season" / "secret").chmod(mode)
    found = {row["file"]: row["message"] for row in rows("season") if row["severity"] == "error"}
    (at / "season" / "secret").chmod(0o700)
    (name,) = found
    assert name.startswith("season/secret")
    assert "permission denied" in found[name]


# --- Names that are no text ------------------------------------------------------------------------------------------

COMMANDS = [
    *(["check", "--notes", "--format", f] for f in ("text", "json", "jsonl", "sarif", "junit", "github")),
    *(["score", "--format", f] for f in ("table", "json", "jsonl", "csv")),
    ["judge"], ["standings"], ["fmt"], ["fmt", "--check"], ["export", "--to", "season.db"],
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_name_that_is_not_utf_8_harms_nothing(at: Path, command: list[str]) -> None:
    put(at, ["good.yaml"])
    try:
        with open(os.fsencode(at) + b"/\xef\xf0\xe8\xec\xe5\xf0.yaml", "wb") as stream:
            stream.write(GOOD.replace("100", "110").encode())
    except OSError:
        pytest.skip("this file system has no such names")
    result = CliRunner().invoke(cli, [*command, "."])
    assert result.exit_code == 0, result.output
    assert "good" in result.output or command[0] in ("standings", "fmt", "export")
    if "json" in command or "sarif" in command:
        json.loads(result.stdout)
