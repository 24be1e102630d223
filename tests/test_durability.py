"""A process that is killed at any moment leaves every file whole: as it was before, or as it would have become."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import FAULT, GOOD, PROGRAM

from pinocle_cli.keep.companion import Companion
from pinocle_cli.writing.keeper import Keeper

if TYPE_CHECKING:
    from collections.abc import Callable
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
    if os.path.exists("typed"):
        os.dup2(os.open("typed", os.O_RDONLY), 0)
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


def killed_everywhere(
    tmp_path: Path, *args: str, times: int = 24, fill: Callable[[Path], Path] = filled
) -> tuple[Path, list[Path]]:
    """A folder in which the command came to its end, and many in which it was killed at moments all over its run."""
    folders = [fill(tmp_path / str(n)) for n in range(times + 1)]
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


HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"
TYPED = ["anna", "d9", "sqdj,dkdq", "ckcq", "126", "h9", "hkhq", "dix", "100"]  # each answer changes the file


def kept(folder: Path) -> list[str]:
    """The text of a record as it is begun, and after each answer."""
    folder.mkdir()
    (folder / "evening.yaml").write_text(HEAD, "utf-8")
    companion = Companion(Keeper.open(folder / "evening.yaml"))
    texts = [HEAD]
    for answer in TYPED:
        assert all(said.kind != "refused" for said in companion.enter(answer))
        texts.append((folder / "evening.yaml").read_text("utf-8"))
    assert len({*texts}) == len(texts)
    return texts


@pytest.mark.slow
@pytest.mark.parametrize("linked", [False, True], ids=["alone", "with another name"])
def test_an_evening_that_is_kept_loses_no_answer_that_was_saved(tmp_path: Path, linked: bool) -> None:
    def begun(folder: Path) -> Path:
        folder.mkdir()
        (folder / "typed").write_text("\n".join(TYPED) + "\n", "utf-8")
        (folder / "evening.yaml").write_text(HEAD, "utf-8")
        if linked:
            os.link(folder / "evening.yaml", folder / "again")
        return folder

    texts = kept(tmp_path / "once")
    whole, folders = killed_everywhere(tmp_path, "keep", "--plain", "evening.yaml", fill=begun)
    assert (whole / "evening.yaml").read_text("utf-8") == texts[-1]
    came_to = set()
    for folder in folders:
        file = folder / "evening.yaml"
        text = file.read_text("utf-8").rstrip("\n") + "\n"
        assert not linked or file.samefile(folder / "again")
        came_to.add(texts.index(text))
        companion = Companion(Keeper.open(file))
        for answer in TYPED[texts.index(text) :]:  # and it goes on from there
            companion.enter(answer)
        assert file.read_text("utf-8") == texts[-1]
    assert len(came_to) > len(texts) / 2


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
    unmeasured = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE")}
    for args in (
        ["fmt", "--write", "a.yaml"],
        ["export", "b.yaml", "--to", "s.db"],
        ["report", "b.yaml", "-o", "p.html"],
        ["keep", "--plain", "a.yaml"],
    ):
        done = subprocess.run(
            [sys.executable, "-B", "-c", code, str(limit), *args],
            cwd=tmp_path,
            capture_output=True,
            check=False,
            text=True,
            input="hkhq\nhkhq\n",
            env=unmeasured,  # what is measured could not be written either
        )
        assert done.returncode == 2, (args, done)
        assert "Traceback" not in done.stderr
        assert done.stderr or "not saved: file too large" in done.stdout.lower()
    assert (tmp_path / "a.yaml").read_text("utf-8") == record
    assert not (tmp_path / "p.html").exists()
    assert not (tmp_path / "s.db").exists() or rows(tmp_path / "s.db")[0] == 0


WRITING = {  # what each command says where it may not write
    "fmt": (["fmt", "--write", "a.yaml"], "a.yaml: permission denied"),
    "export to a database": (["export", "a.yaml", "--to", "s.db"], "s.db: unable to open database file"),
    "export to CSV": (["export", "a.yaml", "--to", "sheets/"], "permission denied"),
    "export to a workbook": (["export", "a.yaml", "--to", "s.xlsx"], "permission denied"),
    "report": (["report", "a.yaml", "-o", "p.html"], "permission denied"),
    "a site": (["report", "a.yaml", "-o", "site/"], "permission denied"),
    "keep": (["keep", "--plain", "a.yaml"], "not saved: hkhq"),
    "keep, a new record": (
        ["keep", "--plain", "--game", "piquet", "--players", "A,B", "n.yaml"],
        "n.yaml cannot be written: permission denied",
    ),
    "new": (["new", "piquet", "-o", "n.yaml"], "permission denied"),
}


@pytest.mark.parametrize(("args", "says"), WRITING.values(), ids=WRITING)
def test_a_folder_that_may_only_be_read_is_said_and_left_as_it_is(args: list[str], says: str, tmp_path: Path) -> None:
    as_anybody = []
    if os.geteuid() == 0:  # whom no permission stops, unless it gives that up
        if not shutil.which("setpriv"):
            pytest.skip("there is no setpriv, and this is root")
        as_anybody = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    (tmp_path / "a.yaml").write_text(OLD, "utf-8")
    (tmp_path / "a.yaml").chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        done = subprocess.run(
            [*as_anybody, *PROGRAM, *args], cwd=tmp_path, capture_output=True, check=False, text=True, input="hkhq\n",
        )  # fmt: skip
    finally:
        tmp_path.chmod(0o755)
    assert done.returncode == 2, done
    assert says in (done.stdout + done.stderr).lower()
    assert "Traceback" not in done.stderr
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {"a.yaml": OLD}
