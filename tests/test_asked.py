"""What is asked for in a command, right or wrong, and what is said to it."""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from conftest import GOOD, in_a_process

from pinocle_cli.cli import completion, judge, main, rules
from pinocle_cli.cli import help as help_
from pinocle_cli.logs.batch import verdict_on
from pinocle_cli.reader import yaml_reader

if TYPE_CHECKING:
    import click
    from conftest import Pinocle

UNSCORED = """\
game: auction
players: [Ann, Bob, Cyd]
deals:
  - dealer: Cyd
    bids: [Ann: 300, Bob: pass, Cyd: pass]
    hands:
      Ann: SAA1010KKQQJJ99 HAAK
      Bob: H1010KQQJJ99 DAA1010KKQ
      Cyd: DQJJ99 CAA1010KKQQJ
    widow: CJ C9 C9
    trump: spades
    melds: flush
"""
CHOICE = """\
game: auction
players: [Ann, Bob, Cyd, Dan]
deals:
  - dealer: Dan
    bids: [Ann: 300, Bob: pass, Cyd: pass]
    trump: hearts
    melds: HA10KQJ
    taken: 138
    irregularities:
      - {fault: expose-one-opponent, by: Bob, cards: SA, after: 4}
"""
UNDERCREDIT = """\
game: partnership
players: [Ann, Bob, Cyd, Dan]
deals:
  - dealer: Ann
    trump: hearts
    melds: {Bob: [HK HQ scored 20]}
    taken: [150, 100]
"""
OUT = """\
game: two-handed
players: [Anna, Boris]
opening: {Anna: 900, Boris: 100}
deals:
  - dealer: Anna
    trump: hearts
    melds: {Anna: HK HQ}
    taken: [120, 130]
    out: Anna
"""
VOID = "game: two-handed\nplayers: [Anna, Boris]\nvoid: yes\n"
LEFT_OUT = Path(__file__).parent / "cases" / "log-a-figure-left-out-decides-no-game.yaml"
RECORDS = {"void": VOID, "unscored": UNSCORED, "choice": CHOICE, "under": UNDERCREDIT, "out": OUT, "odd.yaml:5": GOOD}


@pytest.fixture
def desk(folder: Path) -> Path:
    for name, text in RECORDS.items():
        (folder / (name if ":" in name else f"{name}.yaml")).write_text(text, "utf-8")
    os.mkfifo(folder / "pipe.html")
    return folder


MISUSE = [
    (
        ["check", "--statistics", "--format", "sarif", "good.yaml"],
        "--statistics goes with --format text, json or jsonl",
    ),
    (["check", "--select", "two-handed.card-roundin", "good.yaml"], "did you mean two-handed.card-rounding"),
    (["check", "--ignore", "zzzzz", "good.yaml"], "`pinocle rules` lists them"),
    (["rules", "two-handed.dix", "--options"], "--options goes with a game"),
    (["rules", "--faults"], "--faults goes with a game"),
    (["rules", "piquet", "--faults", "--options"], "are asked for one by one"),
    (["meld", "SA", "--profile", "modern", "--rules", "deck: 64"], "--profile is a part of --rules"),
    (["meld", "SA", "--rules", "["], "this is not YAML"),
    (["meld", "S8", "--game", "two-handed"], "; --rules 'deck: 64' has a pack with it"),
    (["export", "good.yaml", "--to", ""], "--to wants the name of a file"),
    (["report", "good.yaml", "--pdf"], "name the page with -o, like -o sheet.html"),
    (["report", "good.yaml", "-o", "pipe.html"], "pipe.html is not a file; name one with -o"),
    (["odds", "--hand", "SA"], "--hand and --needs go together"),
    (["odds", "--hand", "SA", "--needs", "HA", "--places", "2"], "--places and --copies are told by the hand"),
    (["odds", "--hand", "SY", "--needs", "HA"], '"SY" is not a card'),
    (["odds", "--hand", "SA SA SA", "--needs", "HA"], "♠A is named more often than the pack has it"),
    (["odds", "--hand", "", "--needs", "HA"], "0 cards; expected between 1 and 45"),
]


@pytest.mark.parametrize(("args", "words"), MISUSE, ids=lambda part: " ".join(part) if isinstance(part, list) else "")
@pytest.mark.usefixtures("desk")
def test_what_cannot_be_asked_for_ends_with_two_and_says_why(pinocle: Pinocle, args: list[str], words: str) -> None:
    done = pinocle(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


ASKED = [  # (what is asked, the status, words of the answer)
    (["check", "--severity", "error", "fault.yaml"], 0, "1 file, 1 deal: 0 errors"),
    (["check", "--fail-fast", "fault.yaml", "error.yaml"], 1, "stopped at the first record with a fault"),
    (["check", "--max-findings", "1", "fault.yaml", "error.yaml"], 1, "stopped after 1 finding"),
    (["check", "--statistics", "--format", "json", "fault.yaml"], 1, '"rule": "two-handed.meld-timing"'),
    (["check", "--statistics", "--format", "jsonl", "fault.yaml"], 1, '"rule": "two-handed.meld-timing"'),
    (["rules", "--options"], 0, "== piquet"),
    (["odds", "--hand", "SA", "--needs", "HA HA"], 0, "1 card; a bidder has 15"),
    (["odds", "--hand", "SA", "--needs", "HA HA"], 0, "HA is named twice in --needs; it counts once"),
    (["odds", "--places", "2", "--format", "csv"], 0, "2.03 : 1 against"),
    (["explain", "odd.yaml:5:5"], 0, "+100"),
    (["explain", "out.yaml:5"], 0, "Anna wins"),
    (["explain", "choice.yaml:10"], 1, "choice  require"),
    (["explain", "under.yaml:6"], 1, "ruling  40 counts"),
    (["judge", "unscored.yaml"], 1, "15 are dealt"),
    (["judge", "--as-played", "fault.yaml"], 1, "as played"),
    (["judge", "--what-if", "--as-played", "--analyse", "--format", "json", "choice.yaml"], 1, '"analysis"'),
    (["score", "--as-played", "fault.yaml"], 1, "as played"),
    (["score", "--as-played", "unscored.yaml"], 1, "as played"),
    (["score", "--ledger", "void.yaml"], 0, "two-handed"),
    (["score", str(LEFT_OUT)], 0, "no totals: not every deal could be scored"),
]


@pytest.mark.parametrize(
    ("args", "status", "words"), ASKED, ids=lambda part: " ".join(part) if isinstance(part, list) else ""
)
@pytest.mark.usefixtures("desk")
def test_what_is_asked_for_is_told(pinocle: Pinocle, args: list[str], status: int, words: str) -> None:
    done = pinocle(*args)
    assert words in done.stdout + done.stderr
    assert done.returncode == status


def test_a_fault_to_which_the_book_attaches_nothing(pinocle: Pinocle, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a game in a package of its own may have them."""

    def without_remedies(record: Any, **more: Any) -> Any:
        verdict = verdict_on(record, **more)
        for deal in verdict.deals:
            deal.findings[:] = [one._replace(ruling="", remedy=None) for one in deal.findings]
        return verdict

    monkeypatch.setattr(judge, "verdict_on", without_remedies)
    assert "  ruling   none: the book attaches nothing to it" in pinocle("judge", "fault.yaml").stdout


def test_a_long_text_goes_to_the_pager_of_a_terminal(pinocle: Pinocle, monkeypatch: pytest.MonkeyPatch) -> None:
    paged: list[str] = []
    monkeypatch.setattr(help_, "on_terminal", lambda: True)
    monkeypatch.setattr("click.echo_via_pager", paged.append)
    assert pinocle("help", "record").stdout == ""
    assert len(paged[0]) > 200


def test_yaml_that_is_read_slowly_is_told(pinocle: Pinocle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reader, "SLOW", "it takes its time")
    assert pinocle("score", "good.yaml").stderr == "note: it takes its time\n"


# --- Completion ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("complete", "begun", "first"),
    [
        (completion.suits, "H", "hearts"),
        (completion.suits, "x", None),
        (completion.topics, "season", "season"),
        (completion.rules_and_games, "two-handed.card-r", "two-handed.card-rounding"),
        (completion.line_of_a_file, "fault.yaml:9", "fault.yaml:9"),
        (completion.line_of_a_file, "fault.yaml:7", None),  # a line from which nothing comes
        (completion.line_of_a_file, "fault.ya", "fault.ya"),  # the shell completes the names of files
    ],
)
def test_what_is_offered_to_a_shell(
    folder: Path, monkeypatch: pytest.MonkeyPatch, complete: Any, begun: str, first: str | None
) -> None:
    monkeypatch.chdir(folder)
    context: click.Context = main.cli.make_context("pinocle", ["score", "x"])
    offered = [item.value for item in complete(context, rules.command.params[0], begun)]
    assert offered[:1] == ([] if first is None else [first])


def test_a_finding_is_told_beside_its_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    context: click.Context = main.cli.make_context("pinocle", ["score", "x"])
    (item,) = completion.line_of_a_file(context, rules.command.params[0], "fault.yaml:9")
    assert str(item.help).startswith("fault: ")


# --- The program itself fails ----------------------------------------------------------------------------------------

FAILS = """\
import sys
from pinocle_cli.cli import help
from pinocle_cli.cli.main import main
def fail(**_): raise {error}
help.command.callback = fail
sys.argv = ["pinocle", "help", "record"]
main()
"""


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (
            "RuntimeError('a\\x1b[31m bug')",
            2,
            "Error: the program failed (RuntimeError: a\\u001b[31m bug); please report it",
        ),
        ("PermissionError(13, 'Permission denied', 'a.yaml')", 2, "Error: a.yaml: permission denied"),
        ("KeyboardInterrupt", 130, ""),
        ("BrokenPipeError", 141, ""),
    ],
)
def test_whatever_happens_it_ends_with_a_status_and_a_line(folder: Path, error: str, status: int, words: str) -> None:
    done = in_a_process(folder, code=FAILS.format(error=error))
    assert done.returncode == status
    assert done.stderr.count("\n") <= 1
    assert words in done.stderr


def test_where_it_is_asked_for_the_place_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("here")

    monkeypatch.setenv("PINOCLE_DEBUG", "1")
    monkeypatch.setattr(rules.command, "callback", fail)
    monkeypatch.setattr(sys, "argv", ["pinocle", "rules"])
    with pytest.raises(RuntimeError, match="here"):
        main.main()


def test_a_worker_may_import_what_runs_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[bool] = []
    monkeypatch.setattr(main, "main", lambda: ran.append(True))
    begin = import_module("pinocle_cli.__main__").main
    assert not ran
    begin()
    assert ran


def test_a_stream_is_named_in_sarif_and_watched_like_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pinocle_cli.render.progress.watched", lambda: True)
    done = CliRunner().invoke(main.cli, ["check", "--format", "sarif", "-"], input="game: chess\n")
    (result,) = json.loads(done.stdout)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "-"


@pytest.mark.usefixtures("desk")
def test_json_of_several_questions_is_one_document(pinocle: Pinocle) -> None:
    said = json.loads(pinocle("judge", "--as-played", "--format", "json", "choice.yaml", "good.yaml").stdout)
    assert [sorted(session.keys() & {"as-played", "what-if"}) for session in said["sessions"]] == [["as-played"]] * 2
