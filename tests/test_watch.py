"""`pinocle watch`: what a save changes in the verdict is marked; Ctrl-C ends it quietly."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pinocle_cli.cli.watch import Watched

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
    shown = {Path(file).name for file in watched.touched({tmp_path / "a.yaml", tmp_path / "notes.txt"})}
    assert shown == {"a.yaml"}
    shown = {Path(file).name for file in watched.touched({tmp_path / "pinocle.yaml"})}
    assert shown == {"a.yaml", "b.yaml"}  # the rules of the house are others


def test_a_save_is_seen_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    file.write_text(RECORD)
    child = pexpect.spawn(
        sys.executable, ["-m", "pinocle_cli", "watch", "evening.yaml"], cwd=tmp_path, encoding="utf-8", timeout=30,
        env={"PATH": "", "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"},
    )  # fmt: skip
    child.expect("undecided: Anna 270, Boris 270")
    for n in range(20):  # until the watcher has begun
        file.write_text(RECORD.replace("HK HQ", "SK SQ") + "#" * n)
        if child.expect(["▸ .*undecided: Anna 250", pexpect.TIMEOUT], timeout=1) == 0:
            break
    else:
        pytest.fail(str(child.before))
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "Traceback" not in str(child.before)
