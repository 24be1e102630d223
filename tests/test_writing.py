"""`new`, `fmt` and `schema`: what they print is a record that means what it should."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import jsonschema
import pytest
import yaml
from click.testing import CliRunner
from conftest import findings, meaning, validator_of, verdicts

from pinocle_cli.canonical import canonical
from pinocle_cli.cli.main import cli
from pinocle_cli.games import GAMES

ROOT = Path(__file__).parent.parent
READABLE = [
    path
    for path in sorted([*(ROOT / "samples").glob("*.yaml"), *(ROOT / "tests" / "cases").glob("*.yaml")])
    if not path.name.startswith(("bad-", "windows-"))
]


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_the_canonical_form_means_the_same_and_is_its_own(path: Path) -> None:
    text = path.read_text("utf-8")
    new = canonical(text, GAMES)
    assert meaning(new) == meaning(text)
    assert canonical(new, GAMES) == new
    assert text.count("#") == new.count("#")


def test_the_canonical_form_of_a_hand() -> None:
    text = """\
game: two-handed   # a hand
players: [SA, Boris]
deals:
  - dealer: SA
    turned: "9♥"
    hands: {SA: as th ♠10 kh}
    play:
      - as ♠9      # the lead
      # a pause
      - SA: meld kh qh
"""
    assert (
        canonical(text, GAMES)
        == """\
game: two-handed   # a hand
players: [SA, Boris]
deals:
  - dealer: SA
    turned: "H9"
    hands: {SA: SA H10 S10 HK}
    play: |
      SA S9      # the lead
      # a pause
      SA: meld HK HQ
"""
    )


def test_fmt_rewrites_only_when_asked(tmp_path: Path) -> None:
    file = tmp_path / "hand.yaml"
    deal = "{dealer: Anna, turned: 9h, taken: {Anna: 100, Boris: 150}}"
    text = f"game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - {deal}\n"
    file.write_text(text, "utf-8")
    runner = CliRunner()
    assert runner.invoke(cli, ["fmt", "--check", str(file)]).exit_code == 1
    assert runner.invoke(cli, ["fmt", str(file)]).output == text.replace("9h", "H9")
    assert file.read_text("utf-8") == text
    assert runner.invoke(cli, ["fmt", "--write", str(file)]).exit_code == 0
    assert file.read_text("utf-8") == text.replace("9h", "H9")
    assert [path.name for path in tmp_path.iterdir()] == ["hand.yaml"]
    assert runner.invoke(cli, ["fmt", "--check", str(file)]).exit_code == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_new_record_is_a_good_one(game: str, tmp_path: Path) -> None:
    runner, file = CliRunner(), tmp_path / "new.yaml"
    printed = runner.invoke(cli, ["new", game]).output
    (session,) = verdicts(printed)
    assert [finding for finding in findings(session) if finding["severity"] != "note"] == []
    assert session["totals"] is not None
    assert runner.invoke(cli, ["new", game, "-o", str(file)]).exit_code == 0
    assert file.read_text("utf-8") == printed
    file.write_text("mine", "utf-8")
    assert runner.invoke(cli, ["new", game, "-o", str(file)]).exit_code != 0
    assert file.read_text("utf-8") == "mine"


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_the_schema_admits_what_can_be_read(path: Path) -> None:
    text = path.read_text("utf-8")
    if path.stem == "names-no-on-1e3":
        return  # PyYAML would make truth values of these names
    if any(finding["severity"] == "error" for session in verdicts(text) for finding in findings(session)):
        return
    for record in yaml.safe_load_all(text):
        record.pop("date", None)  # YAML makes a date of it, which JSON does not know
        for game in (record["game"], None):
            validator_of(game).validate(record)


def test_the_schema_refuses_an_unknown_key() -> None:
    record = {"game": "two-handed", "players": ["Anna", "Boris"], "deals": [{"dealers": "Anna"}]}
    with pytest.raises(jsonschema.ValidationError):
        validator_of("two-handed").validate(record)


# --- The frame of an evening -----------------------------------------------------------------------------------------


def new(*args: str) -> str:
    result = CliRunner().invoke(cli, ["new", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_fresh_record_scores_nothing(game: str) -> None:
    (session,) = verdicts(new(game))
    assert set(session["totals"].values()) <= {0, 20}  # and the chips that were in the kitty
    assert all(not deal["ledger"] for deal in session["deals"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("deals", [1, 8])
def test_a_frame_is_a_record_of_so_many_deals_in_which_the_deal_goes_round(game: str, deals: int) -> None:
    players = ["Anna", "Boris", "Cyd", "1e3"][: min(GAMES[game].seats)]
    text = new(game, "--players", ", ".join(players), "--deals", str(deals), "--date", "Friday: late")
    (session,) = verdicts(text)
    assert (session["players"], session["meta"]) == (players, {"date": "Friday: late"})
    assert [deal["dealer"] for deal in session["deals"]] == [players[n % len(players)] for n in range(deals)]
    assert not findings(session, "error") + findings(session, "fault")
    assert set(session["totals"].values()) == {0}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rules", ["", "club"])
def test_the_line_that_a_frame_shows_is_one_that_scores(game: str, rules: str) -> None:
    if rules and rules not in GAMES[game].profiles:
        return
    players = ["Ann", "Bob", "Cyd", "Dan"][: min(GAMES[game].seats)]
    text = new(game, "--players", ",".join(players), *(["--rules", rules] if rules else []))
    head, _, rest = text.partition("\ndeals:")
    shown = next(line for line in head.splitlines() if line.startswith("#   - {"))
    keys = [pair.partition(":")[0].strip() for pair in rest.partition("{")[2].partition("}")[0].split(",")]
    session = verdicts(f"{head}\ndeals:\n{shown[1:]}\n")[0]
    assert not findings(session, "error") + findings(session, "fault")
    assert any(session["totals"].values())
    assert [key for key in keys if f"{key}: " not in shown] == []


def test_today_is_a_date() -> None:
    before = dt.datetime.now().astimezone().date().isoformat()
    (session,) = verdicts(new("piquet", "--players", "Anna,Boris", "--date", "today"))
    assert session["meta"]["date"] in (before, dt.datetime.now().astimezone().date().isoformat())


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--players", "Anna"], "piquet is played by 2"),
        (["--players", "Anna,Anna"], "tell them apart"),
        (["--players", "Anna,good"], "a word of the game"),
        (["--players", "Anna,Boris", "--rules", "portand"], 'did you mean "portland"?'),
        (["--players", "Anna,Boris", "--deals", "0"], "0 is not in the range"),
        (["--deals", "8"], "say who plays too"),
    ],
)
def test_a_frame_that_cannot_be_says_why(args: list[str], said: str) -> None:
    result = CliRunner().invoke(cli, ["new", "piquet", *args])
    assert (result.exit_code != 0, said in result.output) == (True, True), result.output


def test_a_deal_is_typed_in_45_signs() -> None:
    """As the docs show it: names shortened, figures in seat order."""
    section = (ROOT / "docs" / "record.md").read_text("utf-8").partition("## Written in short")[2].partition("\n## ")[0]
    block = section.partition("```yaml\n")[2].partition("```")[0]
    lines = [line.strip() for line in block.splitlines() if line.startswith("  - ")]
    assert len(lines) >= 4
    assert max(map(len, lines)) <= 50
    assert len(lines[0]) <= 45
    (session,) = verdicts("game: two-handed\nplayers: [Anna, Boris]\n" + block)
    assert not findings(session, "error") + findings(session, "fault")
    assert [deal["scores"] for deal in session["deals"]] == [
        {"Anna": 180, "Boris": 140},
        {"Anna": 160, "Boris": 110},
        {"Anna": 0, "Boris": 0},
        {"Anna": 170, "Boris": 120},
    ]
