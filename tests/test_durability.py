"""A process that is killed at any moment leaves every file whole: as it was before, or as it would have become."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import FAULT, GOOD

if TYPE_CHECKING:
    from pathlib import Path

# Runs a command once for each folder, in a child that is killed just before its nth touch of a file; prints whether
# it came to its end. The first child counts the touches, and says so.
RUNNER = """
import json, os, signal, sys
from pinocle_cli.cli.main import main
folders, args = json.loads(sys.argv[1]), sys.argv[2:]
TOUCHES = {"write", "fsync", "replace", "rename", "unlink", "chmod", "chown", "truncate", "mkdir", "mkstemp", "execute"}
def child(folder, nth):
    os.chdir(folder)
    seen = 0
    def touched(frame, event, what):
        nonlocal seen
        if event == "c_call" and what.__name__ in TOUCHES:
            seen += 1
            if seen == nth:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.argv[1:] = args
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1), os.dup2(null, 2)
    sys.setprofile(touched)
    try:
        main()
    except SystemExit:
        pass
    sys.setprofile(None)
    return seen
reading, writing = os.pipe()
for number, folder in enumerate(folders):
    if not (process := os.fork()):
        seen = child(folder, 0 if not number else 1 + (number - 1) * touches // (len(folders) - 1))
        if not number:
            os.write(writing, str(seen).encode())
        os._exit(0)
    status = os.waitpid(process, 0)[1]
    if not number:
        touches = int(os.read(reading, 20))
    print(folder, os.WIFSIGNALED(status), flush=True)
"""
OLD = GOOD.replace("dealer: Anna", "dealer: Anna\n    turned: 9h")  # which fmt writes as H9


def filled(folder: Path) -> Path:
    folder.mkdir()
    for name in ("a", "b", "c"):
        (folder / f"{name}.yaml").write_text(OLD, "utf-8")
    os.link(folder / "c.yaml", folder / "linked.yaml")
    return folder


def killed_everywhere(tmp_path: Path, *args: str, times: int = 24) -> tuple[Path, list[Path]]:
    """A folder in which the command came to its end, and many in which it was killed at moments all over its run."""
    folders = [filled(tmp_path / str(n)) for n in range(times + 1)]
    code = [sys.executable, "-c", RUNNER, json.dumps([str(one) for one in folders]), *args]
    done = subprocess.run(code, capture_output=True, check=False, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    ended = [line.endswith(" False") for line in done.stdout.splitlines()]
    assert ended[0]
    assert sum(ended) < times / 2, done.stdout
    return folders[0], folders[1:]


def after(folder: Path, *args: str) -> None:
    """The same command once more, undisturbed."""
    command = [sys.executable, "-m", "pinocle_cli.cli.main", *args]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_fmt_leaves_each_file_old_or_new(tmp_path: Path) -> None:
    whole, folders = killed_everywhere(tmp_path, "fmt", "--write", ".")
    new = (whole / "a.yaml").read_text("utf-8")
    assert new != OLD
    for folder in folders:
        texts = {path.name: path.read_text("utf-8").rstrip("\n") + "\n" for path in folder.glob("*.yaml")}
        assert set(texts) == {"a.yaml", "b.yaml", "c.yaml", "linked.yaml"}
        assert {*texts.values()} <= {OLD, new}


def rows(database: Path) -> tuple[int, list[tuple[str]]]:
    connection = sqlite3.connect(database)
    try:
        check = connection.execute("PRAGMA integrity_check").fetchall()
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return (connection.execute("SELECT count(*) FROM sessions").fetchone()[0] if tables else 0), check
    finally:
        connection.close()


@pytest.mark.slow
def test_export_stores_all_or_nothing(tmp_path: Path) -> None:
    args = ("export", ".", "--to", "season.db", "--jobs", "1")
    whole, folders = killed_everywhere(tmp_path, *args)
    stored = rows(whole / "season.db")[0]
    assert stored
    for folder in folders:
        if (folder / "season.db").exists():
            count, check = rows(folder / "season.db")
            assert count in (0, stored)
            assert check == [("ok",)]
    after(folders[len(folders) // 2], *args)
    assert rows(folders[len(folders) // 2] / "season.db")[0] == stored


@pytest.mark.slow
def test_a_page_is_whole_or_not_there(tmp_path: Path) -> None:
    whole, folders = killed_everywhere(tmp_path, "report", "a.yaml", "-o", "page.html", times=12)
    page = (whole / "page.html").read_bytes()
    for folder in folders:
        assert not (folder / "page.html").exists() or (folder / "page.html").read_bytes() == page


@pytest.mark.parametrize("limit", [0, 100, 5_000])
def test_where_nothing_more_can_be_written_what_was_there_stays(limit: int, tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk: what does not fit is said, and no file is spoiled."""
    code = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)\n"
        "from pinocle_cli.cli.main import main\nmain()\n"
    )
    record = OLD + "# a long comment\n" * 400
    (tmp_path / "a.yaml").write_text(record, "utf-8")
    (tmp_path / "b.yaml").write_text(FAULT, "utf-8")
    for args in (
        ["fmt", "--write", "a.yaml"],
        ["export", "b.yaml", "--to", "s.db"],
        ["report", "b.yaml", "-o", "p.html"],
    ):
        done = subprocess.run(
            [sys.executable, "-B", "-c", code, str(limit), *args],
            cwd=tmp_path,
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == 2, (args, done)
        assert "Traceback" not in done.stderr
        assert done.stderr
    assert (tmp_path / "a.yaml").read_text("utf-8") == record
    assert not (tmp_path / "p.html").exists()
    assert not (tmp_path / "s.db").exists() or rows(tmp_path / "s.db")[0] == 0
