"""Files that are rewritten: all or nothing, with all that they were besides their text."""

from __future__ import annotations

import os
import stat
import tempfile
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path

OLD = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - {dealer: Anna, turned: 9h, claimed: {Anna: 100}}\n"
NEW = OLD.replace("9h", "H9")


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(OLD)
    return tmp_path


def fmt(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["fmt", *args])
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    return result.exit_code, result.output


def test_a_link_stays_a_link(at: Path) -> None:
    (at / "in").mkdir()
    (at / "in" / "link.yaml").symlink_to("../second.yaml")
    (at / "second.yaml").symlink_to("a.yaml")
    assert fmt("--write", "in/link.yaml")[0] == 0
    assert (at / "in" / "link.yaml").is_symlink()
    assert (at / "second.yaml").is_symlink()
    assert (at / "a.yaml").read_text() == NEW


def test_another_name_of_the_file_names_it_still(at: Path) -> None:
    os.link(at / "a.yaml", at / "b.yaml")
    assert fmt("--write", "a.yaml")[0] == 0
    assert (at / "b.yaml").read_text() == NEW
    assert (at / "a.yaml").samefile(at / "b.yaml")
    assert len(list(at.iterdir())) == 2


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o444, 0o755])
def test_the_mode_stays(at: Path, mode: int) -> None:
    (at / "a.yaml").chmod(mode)
    assert fmt("--write", "a.yaml")[0] == 0
    assert stat.S_IMODE((at / "a.yaml").stat().st_mode) == mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_the_owner_stays(at: Path) -> None:
    os.chown(at / "a.yaml", 1234, 4321)
    assert fmt("--write", "a.yaml")[0] == 0
    found = (at / "a.yaml").stat()
    assert (found.st_uid, found.st_gid, (at / "a.yaml").read_text()) == (1234, 4321, NEW)


@pytest.mark.parametrize("trouble", ["chown", "mkstemp"])
def test_who_may_not_give_it_to_its_owner_writes_over_it(
    at: Path, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(1, "Operation not permitted")

    before = (at / "a.yaml").stat().st_ino
    monkeypatch.setattr(os if trouble == "chown" else tempfile, trouble, refuse)
    assert fmt("--write", "a.yaml") == (0, "a.yaml: rewritten\n")
    assert ((at / "a.yaml").read_text(), (at / "a.yaml").stat().st_ino) == (NEW, before)
    assert len(list(at.iterdir())) == 1


@pytest.mark.parametrize("room", [0, 5, 60])
@pytest.mark.parametrize("linked", [False, True], ids=["alone", "with another name"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    at: Path, linked: bool, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file can be written over as far as it goes, and has so much room beyond; a new one has no room."""
    write = os.write

    def no_room(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    def as_far_as_it_goes(descriptor: int, data: memoryview) -> int:
        left = len(OLD) + room - os.lseek(descriptor, 0, os.SEEK_CUR)
        return write(descriptor, data[:left]) if left else no_room()  # type: ignore[func-returns-value, return-value]

    if linked:
        os.link(at / "a.yaml", at / "b.yaml")
        monkeypatch.setattr(os, "write", as_far_as_it_goes)
    else:
        monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(OSError, match="No space left"):
        write_whole(at / "a.yaml", OLD.encode() * 2)
    monkeypatch.undo()
    assert (at / "a.yaml").read_text() == OLD
    assert {path.name for path in at.iterdir()} == ({"a.yaml", "b.yaml"} if linked else {"a.yaml"})


def test_a_new_file_has_the_usual_mode(at: Path) -> None:
    (at / "usual").write_text("")
    write_whole(at / "new.yaml", b"x")
    assert (at / "new.yaml").stat().st_mode == (at / "usual").stat().st_mode


def test_fmt_goes_on_after_what_it_cannot_do(at: Path) -> None:
    for name, data in {
        "b.yaml": OLD.encode("utf-16"),
        "c.yaml.gz": b"\x1f\x8b",
        "d.yaml": b"\xff",
        "e.ndjson": b"{}\n",
        "f.yaml": b"",
        "g.yaml": OLD.encode(),
    }.items():
        (at / name).write_bytes(data)
    code, text = fmt("--check", ".")
    assert code == 2
    assert text.splitlines() == [
        "a.yaml: not in canonical form",
        "b.yaml: not in canonical form",
        "d.yaml: is not UTF-8 at byte 0; save it as UTF-8",
        "g.yaml: not in canonical form",
    ]
    assert fmt("--write", ".")[0] == 2
    assert [(at / f"{name}.yaml").read_text() for name in "ag"] == [NEW, NEW]
    code, text = fmt("c.yaml.gz", "e.ndjson", "gone.yaml", "g.yaml")
    assert code == 2
    told = [line.partition(": ")[0] for line in text.splitlines() if line != "{}"]  # which is printed as it stands
    assert told[:3] == ["c.yaml.gz", "e.ndjson", "gone.yaml"]
    assert text.endswith(NEW)
    code, text = fmt("--write", "-")
    assert (code, "standard input cannot be rewritten" in text) == (2, True)
