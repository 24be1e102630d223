"""A deal in the terminal: trick by trick, one trick, narrow, and with keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from pinocle_cli.api import records, verdict_of
from pinocle_cli.cli import show
from pinocle_cli.games import GAMES
from pinocle_cli.render.cards_table import Shown
from pinocle_cli.replay.frames import courses

if TYPE_CHECKING:
    from conftest import Pinocle

SAMPLES = Path(__file__).parent.parent / "samples"
DISPUTE = str(SAMPLES / "two-handed-dispute.yaml")


def test_a_deal_is_shown_trick_by_trick_and_the_fault_where_it_was_made(pinocle: Pinocle) -> None:
    lines = pinocle("show", DISPUTE).stdout.split("\n")
    assert lines[0] == "deal 1   Anna deals; ♦10 is turned"
    at = lines.index(" 15  Anna ♠10   Boris ♦A ✓")
    assert lines[at + 1] == "     ! ♦A on ♠10: Boris did not follow suit but held ♠Q"
    assert "     The deal ends: Anna 160, Boris 140" in lines


def test_one_trick_shows_the_hands_before_it(pinocle: Pinocle) -> None:
    said = pinocle("show", "--deal", "1", "--trick", "15", DISPUTE).stdout
    assert "♦ A 10 K Q Q J J 9   ♠ Q   ♣ Q" in said
    assert "Anna leads ♠10\nBoris plays ♦A and wins the trick\n! ♦A on ♠10" in said


@pytest.mark.parametrize(("option", "number"), [("--deal", "7"), ("--trick", "99")])
def test_what_is_not_there_is_said(pinocle: Pinocle, option: str, number: str) -> None:
    done = pinocle("show", option, number, DISPUTE)
    assert done.returncode == 2
    assert f"there is no {option[2:]} {number}" in done.stderr


@pytest.mark.parametrize("file", sorted(SAMPLES.glob("*.yaml")), ids=lambda file: file.name)
def test_forty_columns_suffice(file: Path) -> None:
    for record in records(file):
        verdict = verdict_of(record)
        for nth, course in enumerate(courses(record, verdict, GAMES)):
            shown = Shown(verdict, nth, course, GAMES[record.game or ""].deck(record.house), 40)
            every = [*shown.deal_lines(), *(line for at in range(len(course.frames)) for line in shown.frame(at))]
            assert max(len(click.unstyle(line)) for line in every) <= 40


def test_it_steps_with_keys(pinocle: Pinocle, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = iter([" ", "\x1b[C", "\x1b[D", "t", "f", "T", "G", "g", "q"])
    monkeypatch.setattr(click, "getchar", lambda: next(keys))
    shown = pinocle("show", "--step", DISPUTE).stdout.split("space")
    steps = [text[text.index("step ") :].split()[1] for text in shown[:-1]]
    assert steps == ["1", "2", "3", "2", "5", "50", "49", "70", "1"]
    assert "! ♦A on ♠10" in shown[5]


TWO_DEALS = """\
game: piquet
players: [Anna, Boris]
deals:
  - {dealer: Anna, held: {Boris: SA H7, Anna: SK H8}, play: ["Anna: SK SA", "H7 H8"]}
  - {dealer: Boris, held: {Boris: SA H7, Anna: SK H8}, play: ["Anna: SK SA", "H7 H8"]}
"""


def test_behind_the_last_step_of_a_deal_comes_the_next(
    pinocle: Pinocle, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "two.yaml").write_text(TWO_DEALS, "utf-8")
    cleared: list[bool] = []
    monkeypatch.setattr(show, "on_terminal", lambda: True)
    monkeypatch.setattr(click, "clear", lambda: cleared.append(True))
    monkeypatch.setattr(click, "getchar", lambda: " ")
    out = pinocle("show", "--step", "two.yaml").stdout
    assert out.index("deal 1") < out.index("deal 2")
    assert len(cleared) == out.count("step ")


ASTRAY = """\
game: auction
players: [Ann, Bob, Cyd]
dealer: Cyd
bids: [Ann: 300, Bob: pass, Cyd: pass]
trump: spades
melds: 240
held: {Ann: SA S10 HA, Bob: S9 H9 H10, Cyd: D9 DA HK}
play: |
  Ann: SA S9 D9
  Bob: H9 HK HA
"""


def test_a_fault_at_the_lead_stands_below_its_trick(pinocle: Pinocle, folder: Path) -> None:
    (folder / "astray.yaml").write_text(ASTRAY, "utf-8")
    lines = pinocle("show", "astray.yaml").stdout.split("\n")
    at = next(n for n, line in enumerate(lines) if "! " in line and "Bob" in line)
    assert "Bob ♥9" in lines[at - 1] or "Bob ♥9" in lines[at + 1]


def test_of_a_game_that_is_not_known_nothing_is_shown(pinocle: Pinocle, folder: Path) -> None:
    (folder / "chess.yaml").write_text("game: chess\nplayers: [Anna, Boris]\n", "utf-8")
    done = pinocle("show", "chess.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "not a game known here" in done.stderr


def test_what_cannot_be_read_is_said_and_the_rest_shown(pinocle: Pinocle) -> None:
    done = pinocle("show", "error.yaml", "good.yaml")
    assert done.returncode == 2
    assert "did you mean" in done.stderr
    assert "deal 1" in done.stdout
