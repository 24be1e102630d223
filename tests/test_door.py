"""A game of another package does all that ours do; one that cannot be loaded harms nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from pinocle_cli.api import verdicts_of_text
from pinocle_cli.games import GAMES
from pinocle_cli.rule import rules_in

PLUGIN = Path(__file__).parent / "plugin"
RECORD = """\
game: slobberhannes
players: [Ann, Bob, Cyd, Dan]
deals:
  - dealer: Dan
    hands: {Ann: SAKQJ1098 S7, Bob: HAKQJ1098 H7, Cyd: DAKQJ1098 D7, Dan: CAKQJ1098 C7}
    play: |
      SA HA DA CA
      SK HK DK CK
      SQ HQ DQ CQ
      SJ HJ DJ CJ
      S10 H10 D10 C10
      S9 H9 D9 C9
      S8 H8 D8 C8
      S7 H7 D7 C7
"""
EVERY_COMMAND = {
    "score": ["score", "a.yaml"],
    "judge": ["judge", "a.yaml"],
    "check": ["check", "--jobs", "2", "a.yaml"],
    "explain": ["explain", "a.yaml:4"],
    "rules": ["rules", "slobberhannes"],
    "rule": ["rules", "slobberhannes.points"],
    "options": ["rules", "slobberhannes", "--options"],
    "schema": ["schema", "slobberhannes"],
    "new": ["new", "slobberhannes"],
    "fmt": ["fmt", "a.yaml"],
    "standings": ["standings", "a.yaml"],
    "export": ["export", "a.yaml", "--to", "a.db"],
}


def installed(folder: Path, package: str, value: str, name: str) -> None:
    """What `pip install` leaves of a package: its code, and its entry points."""
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[pinocle.games]\n{name} = {value}\n", "utf-8")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("door")
    shutil.copytree(PLUGIN / "slobberhannes", folder / "site" / "slobberhannes")
    installed(folder / "site", "pinocle_slobberhannes", "slobberhannes:GAME", "slobberhannes")
    installed(folder / "site", "pinocle_broken", "no_such_module:GAME", "bezique")
    (folder / "a.yaml").write_text(RECORD, "utf-8")
    return folder


def run(place: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(place / "site"), "NO_COLOR": "1"}
    command = [sys.executable, "-c", "from pinocle_cli.cli.main import main; main()", *args]
    return subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_knows_it(command: str, place: Path) -> None:
    done = run(place, *EVERY_COMMAND[command])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()


def test_it_is_scored(place: Path) -> None:
    (session,) = json.loads(run(place, "score", "--format", "json", "a.yaml").stdout)["sessions"]
    assert session["totals"] == {"Ann": 4, "Bob": 0, "Cyd": 0, "Dan": 0}
    assert {entry["rule"] for entry in session["deals"][0]["ledger"]} == {"slobberhannes.points"}


def test_its_faults_are_found_and_its_skipped_lines(place: Path) -> None:
    revoke = RECORD.replace("SAKQJ1098 S7, Bob: HAKQJ1098 H7", "SAKQJ109 H7 S7, Bob: HAKQJ1098 S8").replace(
        "S8 H8 D8 C8\n      S7 H7", "H7 H8 D8 C8\n      H10 S8"
    )
    (place / "revoke.yaml").write_text(revoke.replace("SA HA DA CA", "SA HA DA CA"), "utf-8")
    done = run(place, "check", "--format", "json", "revoke.yaml")
    assert "slobberhannes.follow" in done.stdout or "record.impossible" in done.stdout
    short = RECORD.replace("      SQ HQ DQ CQ\n", "")
    (place / "short.yaml").write_text(short, "utf-8")
    assert "slobberhannes.follow" not in run(place, "check", "short.yaml").stdout


def test_one_that_cannot_be_loaded_is_named_with_its_package(place: Path) -> None:
    (place / "b.yaml").write_text("game: bezique\nplayers: [A, B]\ndeals: []\n", "utf-8")
    done = run(place, "check", "b.yaml", "a.yaml")
    assert done.returncode == 2
    assert "the game bezique of the package pinocle_broken cannot be loaded" in done.stdout
    assert "bezique" not in run(place, "rules").stdout
    assert "slobberhannes" in run(place, "rules").stdout


OPEN = {  # what is left open -> the record, and what is said of the figures that the table wrote
    "a deal": (
        RECORD.replace("      S7 H7 D7 C7\n", "").replace("    hands:", "    claimed: {Ann: 4}\n    hands:"),
        "what the table wrote for this deal is not compared: not everything that scores is recorded",
    ),
    "the totals": (
        RECORD.replace("      S7 H7 D7 C7\n", "").replace("deals:", "claimed: {Ann: 4}\ndeals:"),
        "the totals are not compared: not everything that scores is recorded",
    ),
}


@pytest.mark.parametrize("what", OPEN)
def test_where_a_game_knows_no_bounds_figures_of_what_is_open_are_not_compared(what: str, place: Path) -> None:
    record, said = OPEN[what]
    (place / "open.yaml").write_text(record, "utf-8")
    done = run(place, "check", "--notes", "open.yaml")
    assert said in done.stdout
    assert "record.claim" not in done.stdout
    assert done.returncode == 0


def test_an_option_that_varies_no_rule_of_the_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a house rule of piquet varies .*, which is not a rule of it"):
        replace(GAMES["piquet"], chapters=GAMES["piquet"].chapters[:1])


def test_two_rules_of_one_name_are_refused() -> None:
    chapters = [ModuleType("one"), ModuleType("two")]
    for chapter in chapters:
        exec("from pinocle_cli.rule import Rule\nRULE = Rule('a', 'A', 'score', 'Text.', '')", vars(chapter))  # noqa: S102 - two modules
    with pytest.raises(ValueError, match="two rules are called a: in one and in two"):
        rules_in(chapters)


def test_a_variant_is_a_whole_game() -> None:
    variant = replace(GAMES["piquet"], name="au-cent")
    GAMES._loaded["au-cent"] = variant  # noqa: SLF001 - as an entry point would
    try:
        text = "game: au-cent\nplayers: [A, B]\ndealer: B\ntricks: {A: 7, B: 5}\nclaimed: {A: 30, B: 20}\n"
        (verdict,) = verdicts_of_text(text + "irregularities: [{fault: revoke, by: B}]\n")
        assert {verdict.id_of(finding.rule) for finding in verdict.all_findings()} & {"au-cent.revoke", "au-cent.play"}
    finally:
        del GAMES._loaded["au-cent"]  # noqa: SLF001
