"""`pinocle keep` on a full screen: in a real terminal, typed into, resized, killed; the rest by Textual's pilot."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")
pytest.importorskip("textual")

from pinocle_cli.keep.screen import KeepApp  # noqa: E402
from pinocle_cli.keep.widgets import KEYS, Page, Pen  # noqa: E402 - only where Textual is
from pinocle_cli.writing.keeper import Keeper  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

MEASURED = {key: value for key, value in os.environ.items() if key.startswith("COV")}  # what tells coverage to look on
HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"
ONE_DEAL = HEAD + "deals:\n  - dealer: Boris\n    trump: hearts\n    melds:\n      Anna: [HK HQ]\n"


# --- A real terminal -------------------------------------------------------------------------------------------------


class Terminal:
    """The program in a terminal of so many columns and lines, and what is seen there."""

    def __init__(self, folder: Path, *args: str, columns: int = 80, lines: int = 24) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        env = {"PATH": "", "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1", **MEASURED}
        command = [sys.executable, "-m", "pinocle_cli.cli.main", "keep", *args]
        self.child = pexpect.spawn(command[0], command[1:], cwd=folder, env=env, dimensions=(lines, columns))

    def until(self, text: str, seconds: float = 15) -> str:
        """What is seen once the text is there."""
        end = time.monotonic() + seconds
        while text not in self.seen() and time.monotonic() < end:
            try:
                self.stream.feed(self.child.read_nonblocking(100_000, timeout=0.1))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
        assert text in self.seen(), self.seen()
        return self.seen()

    def seen(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)


def test_a_deal_is_typed_the_terminal_shrinks_and_the_program_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    file.write_text(HEAD, encoding="utf-8")
    terminal = Terminal(tmp_path, "evening.yaml")
    terminal.until("who deals?")
    keys = "\rd9\rsqdj,dkdq\rckcq\r126\r"
    assert len(keys) <= 25
    terminal.child.send(keys)  # typed ahead, in one go
    terminal.until("Anna 210 (210 in all), Boris 140 (140 in all)")
    assert file.read_text().endswith("    taken: {Anna: 126}\n")
    terminal.child.send("h\rckcq")
    terminal.until("Anna 20")  # what the answer would bring, before it is entered
    terminal.resize(40, 20)
    seen = terminal.until("│ Anna         │ Boris")
    assert all(len(line) <= 40 for line in seen.split("\n"))
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    assert file.read_text().endswith("  - dealer: Boris\n    trump: hearts\n")
    again = Terminal(tmp_path, "evening.yaml", columns=60)
    again.until("deal 2 · Boris deals · ♥")
    again.child.send("\x11")  # ^Q
    again.child.expect(pexpect.EOF)
    assert again.child.wait() == 0


def test_a_dumb_terminal_is_asked_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "evening.yaml").write_text(HEAD, encoding="utf-8")
    child = pexpect.spawn(
        sys.executable, ["-m", "pinocle_cli.cli.main", "keep", "evening.yaml"], cwd=tmp_path, encoding="utf-8",
        env={"PATH": "", "TERM": "dumb", "LANG": "C.UTF-8", **MEASURED},
    )  # fmt: skip
    child.expect("dealer: who deals")
    child.send("bo\t\r")
    child.expect("turned: the card turned up")
    child.sendline("quit")
    child.expect("saved: ")
    child.expect(pexpect.EOF)
    assert "dealer: Boris" in (tmp_path / "evening.yaml").read_text()


# --- By pilot --------------------------------------------------------------------------------------------------------


def pilot(file: Path, play: Callable[[KeepApp, Any], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    """Keep the file while `play` presses keys."""

    async def run() -> None:
        app = KeepApp(Keeper.open(file))
        async with app.run_test(size=size) as hand:
            await play(app, hand)

    asyncio.run(run())


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    file = tmp_path / "evening.yaml"
    file.write_text(ONE_DEAL, encoding="utf-8")
    return file


def said(app: KeepApp) -> str:
    return "\n".join(one.text for one in app.said)


def test_every_step_is_undone_and_redone_and_what_was_typed_is_kept(evening: Path) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        await hand.press(*"dkdq", "up")  # not entered
        assert app.query_one("#entry", Pen).value == "HK HQ"
        await hand.press("down")
        assert app.query_one("#entry", Pen).value == "dkdq"
        await hand.press("enter")
        assert "Boris: [DK DQ]" in evening.read_text()
        await hand.press("ctrl+z")
        assert evening.read_text() == ONE_DEAL
        await hand.press("ctrl+y")
        assert "Boris: [DK DQ]" in evening.read_text()

    pilot(evening, play)


def test_rule_sheet_and_help_are_one_key_away(evening: Path) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        await hand.press(*"skhq", "enter")
        assert "not a meld" in said(app)
        for key in ("f1", "f5", "f12"):
            await hand.press(key)
            assert isinstance(app.screen, Page)
            await hand.press("escape")
            assert not isinstance(app.screen, Page)

    pilot(evening, play)


def test_the_mouse_goes_to_an_answer_and_tab_completes(evening: Path) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        await hand.click("#above", offset=(20, 2))
        assert app.query_one("#entry", Pen).value == "HK HQ"
        await hand.press("ctrl+u", *"pin", "tab")
        assert app.query_one("#entry", Pen).value == "pinochle"
        await hand.press("ctrl+u", *"ha sa c", "tab")
        assert app.query_one("#entry", Pen).value == "ha sa CA"

    pilot(evening, play)


def test_closing_asks_about_what_is_not_entered(evening: Path) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        await hand.press(*"dk", "ctrl+q")
        assert "not entered" in said(app)
        assert app.return_code is None
        await hand.press("ctrl+q")
        assert app.return_code == 0

    pilot(evening, play)


def test_another_program_s_change_is_seen_and_a_broken_file_waited_for(evening: Path) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        evening.write_text(ONE_DEAL + "      Boris: none\n", encoding="utf-8")
        app.look()
        await hand.pause()
        assert "another program" in said(app)
        assert app.companion.slot is not None
        assert app.companion.slot.label == "taken"
        evening.write_text("game: [", encoding="utf-8")
        app.look()
        await hand.press(*"126", "enter")
        assert evening.read_text() == "game: ["
        evening.write_text(ONE_DEAL, encoding="utf-8")
        app.look()
        await hand.pause()
        await hand.press("enter")
        assert evening.read_text().endswith("Boris: none\n")

    pilot(evening, play)


def lines_of(app: KeepApp) -> list[str]:
    """What stands on the screen."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 - Textual has no other way to what is seen
    return ["".join(segment.text for segment in strip) for strip in strips]


@pytest.mark.parametrize("size", [(40, 16), (40, 20), (60, 24), (80, 24), (120, 40)])
def test_every_size_shows_the_question_the_totals_and_all_keys(size: tuple[int, int], evening: Path) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        await hand.pause()
        assert app.query_one("#entry", Pen).region.width > 10
        assert app.query_one("#row").region.bottom <= app.query_one("#offers").region.y
        seen = "\n".join(lines_of(app))
        assert "Boris's melds" in seen
        assert "Enter: none" in seen  # the whole question
        assert all(key.sign + " " in seen for key in KEYS if key.word)
        for key in ("f1", "f5", "f12"):
            await hand.press(key)
            await hand.pause()
            page = app.screen.query_one("#text")
            assert page.region.width <= size[0] - 4
            assert page.region.height > 3
            await hand.press("escape")

    pilot(evening, play, size)


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
def test_every_key_below_the_screen_can_be_clicked(size: tuple[int, int], evening: Path) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        async def click(sign: str) -> None:
            await hand.pause()
            y, line = next((y, line) for y, line in enumerate(lines_of(app)) if f"{sign} " in line and y > size[1] - 4)
            await hand.click(offset=(line.index(sign), y))
            await hand.pause()

        await hand.press(*"dkdq")
        await click("⏎")
        assert "Boris: [DK DQ]" in evening.read_text()
        await click("^Z")
        assert evening.read_text() == ONE_DEAL
        await click("F2")
        assert app.companion.keeper.way == "cards"
        await click("F1")
        assert isinstance(app.screen, Page)
        await click("Esc")
        assert not isinstance(app.screen, Page)
        await click("^Q")
        assert app.return_code == 0

    pilot(evening, play, size)


def test_a_word_typed_behind_what_stands_there_is_a_command(evening: Path) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        await hand.press("up", *" deal 1", "enter")
        assert app.companion.slot is not None
        assert app.companion.slot.label == "dealer"
        await hand.press(*"help", "enter")
        assert isinstance(app.screen, Page)

    pilot(evening, play)


def test_words_for_what_keys_do(evening: Path) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        for word in ("show", "rule"):
            await hand.press(*word, "enter")
            assert isinstance(app.screen, Page), word
            await hand.press("escape")
        await hand.press(*"xx", "enter")
        assert app.query_one("#entry", Pen).value == "xx"  # it is still there to be mended
        await hand.press("tab")
        assert app.query_one("#entry", Pen).value == "xx"
        await hand.press("ctrl+u", *"quit", "enter")
        assert app.return_code == 0

    pilot(evening, play)


def test_a_record_without_a_deal_and_a_game_that_is_over(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"

    async def nothing(app: KeepApp, hand: Any) -> None:
        await hand.pause()
        assert "no deal is written yet" in "\n".join(lines_of(app))

    async def over(app: KeepApp, hand: Any) -> None:
        await hand.pause()
        assert "the game is over" in "\n".join(lines_of(app))
        await hand.press("f1")
        assert said(app) == "no rule is in question here"
        await hand.press("pageup")
        assert app.companion.head() == "deal 1, Anna deals"
        await hand.press("pagedown", "f2", "f2")
        assert app.companion.keeper.way == "sheet"

    file.write_text(HEAD, "utf-8")
    pilot(file, nothing)
    won = "  - {dealer: Anna, trump: H, melds: {Anna: HK HQ}, taken: [120, 130], out: Anna}\n"
    file.write_text(f"{HEAD}opening: {{Anna: 900, Boris: 100}}\ndeals:\n{won}", "utf-8")
    pilot(file, over)


def test_lines_of_the_play_stand_beside_their_player(evening: Path) -> None:
    evening.write_text(ONE_DEAL + "    play: |\n      S9 SA\n      Anna: dix\n", "utf-8")

    async def play(app: KeepApp, hand: Any) -> None:
        await hand.pause()
        assert [line for line in lines_of(app) if "Anna" in line and "dix" in line]

    pilot(evening, play, (80, 40))


def test_a_full_disk_loses_nothing_of_what_was_typed(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def play(app: KeepApp, hand: Any) -> None:
        monkeypatch.setattr("pinocle_cli.writing.storing.write_whole", full)
        await hand.press(*"dkdq", "enter")
        assert said(app) == "not saved: no space left on device; the answer is still here"
        assert app.query_one("#entry", Pen).value == "dkdq"

    pilot(evening, play)
    assert evening.read_text() == ONE_DEAL


def test_a_mistake_of_the_program_ends_the_screen_in_a_line(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(app: KeepApp, hand: Any) -> None:
        monkeypatch.setattr(app.companion, "enter", lambda _: 1 // 0)
        await hand.press(*"dkdq", "enter")
        assert app.return_code == 2

    pilot(evening, play)
    assert evening.read_text() == ONE_DEAL
