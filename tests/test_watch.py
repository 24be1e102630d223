"""`pinocle watch`: what a save changes in the verdict is marked; Ctrl-C ends it quietly."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.watch import Watched, command

if TYPE_CHECKING:
    from collections.abc import Iterator

pexpect = pytest.importorskip("pexpect")
pytest.importorskip("watchfiles")

RECORD = """\
game: two-handed
players: [Anna, Boris]
deals:
  - dealer: Anna
    trump: hearts
    melds: {Anna: HK HQ}
    taken: {Anna: 120}
  - taken: {Anna: 110}
"""


def marked(watched: Watched, file: Path) -> list[str]:
    return [line for mark, line in watched.verdict(str(file)) if mark]


def test_only_what_has_changed_is_marked(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    file.write_text(RECORD)
    watched = Watched((str(file),))
    assert not marked(watched, file)
    file.write_text(RECORD.replace("HK HQ", "SK SQ"))
    assert [line.split()[0] for line in marked(watched, file)] == ["1", "2", "undecided:"]
    file.write_text(RECORD.replace("HK HQ", "SK SQ") + "# a word\n")
    assert not marked(watched, file)
    file.write_text(RECORD.replace("HK HQ", "SK SZ"))
    assert "no-such-card" in marked(watched, file)[0]


def test_what_was_saved_is_shown_again(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml", "notes.txt", "pinocle.yaml"):
        (tmp_path / name).write_text(RECORD if name < "c" else "")
    watched = Watched((str(tmp_path),))
    for name in watched.files():
        [*watched.verdict(name)]
    shown = {Path(file).name for file in watched.touched({tmp_path / "a.yaml", tmp_path / "notes.txt"})}
    assert shown == {"a.yaml"}
    shown = {Path(file).name for file in watched.touched({tmp_path / "pinocle.yaml"})}
    assert shown == {"a.yaml", "b.yaml"}  # the rules of the house are others


def test_what_was_saved_before_the_watcher_had_begun_is_shown_and_what_is_gone_is_said(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(RECORD)
    watched = Watched((str(tmp_path),))
    for file in watched.files():
        [*watched.verdict(file)]
    (tmp_path / "a.yaml").write_text(RECORD + "# more\n")
    (tmp_path / "c.yaml").write_text(RECORD)
    assert {Path(file).name for file in watched.touched(set())} == {"a.yaml", "c.yaml"}
    assert not [*watched.touched(set())]
    (tmp_path / "b.yaml").unlink()
    assert [Path(file).name for file in watched.gone()] == ["b.yaml"]
    assert not [*watched.gone()]


@pytest.mark.parametrize("moment", ["files", "verdict", "touched"])
def test_ctrl_c_ends_it_quietly_at_every_moment(moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evening.yaml").write_text(RECORD)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Watched, moment, interrupted)
    monkeypatch.setattr("watchfiles.watch", lambda *_, **__: iter([set()]))
    done = CliRunner().invoke(command, [str(tmp_path)])
    assert (done.exit_code, done.exception) == (0, None)


def test_what_the_watcher_tells_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, other, no_record = tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "notes.txt"
    file.write_text(RECORD + "---\n" + RECORD)
    other.write_text("game: chess\n")
    no_record.write_text(RECORD)  # which was named

    def changes(*_: object, **__: object) -> Iterator[set[tuple[int, str]]]:
        file.write_text(RECORD.replace("HK HQ", "SK SQ"))
        other.unlink()
        yield {(1, str(file)), (1, str(no_record))}

    monkeypatch.setattr("watchfiles.watch", changes)
    done = CliRunner().invoke(command, [str(file), str(other), str(no_record)])
    assert (done.exit_code, done.exception) == (0, None)
    assert done.output.count("undecided: Anna 270") == 4  # both records of the file, and the one that was named, twice
    assert "undecided: Anna 250" in done.output.partition(" saved\n")[2]
    assert f" taken away: {other}" in done.output


def test_a_file_that_is_gone_again_before_it_is_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(RECORD)
    watched = Watched((str(file),))
    file.unlink()
    assert "cannot be read" in "".join(line for _, line in watched.verdict(str(file)))


def test_what_is_not_there_is_not_watched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done = CliRunner().invoke(command, [str(tmp_path / "gone.yaml")])
    assert (done.exit_code, "there is no such file or folder" in done.stderr) == (1, True)
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    done = CliRunner().invoke(command, [str(tmp_path)])
    assert (done.exit_code, "`pinocle watch` needs watchfiles" in done.stderr) == (1, True)


def test_a_save_is_seen_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    file.write_text(RECORD)
    child = pexpect.spawn(
        sys.executable, ["-m", "pinocle_cli", "watch", "evening.yaml"], cwd=tmp_path, encoding="utf-8", timeout=30,
        env={"PATH": "", "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"},
    )  # fmt: skip
    child.expect("undecided: Anna 270, Boris 270")
    file.write_text(RECORD.replace("HK HQ", "SK SQ"))  # whether the watcher has begun or not
    child.expect("▸ .*undecided: Anna 250")
    file.rename(tmp_path / "evening.yaml~")  # as some editors save
    file.write_text(RECORD)
    child.expect("▸ .*undecided: Anna 270")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "Traceback" not in str(child.before)
