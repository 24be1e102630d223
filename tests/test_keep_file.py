"""A record kept at the table: the file, of one game or several, in which nothing is lost when something goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from conftest import in_a_process
from hypothesis import given, settings
from hypothesis import strategies as st
from keeping import HEADS, kept, text_of

from pinocle_cli.canonical import canonical
from pinocle_cli.cli.main import cli
from pinocle_cli.games import GAMES
from pinocle_cli.keep.companion import Companion
from pinocle_cli.writing.keeper import Keeper
from pinocle_cli.writing.kept import NotKeptError

if TYPE_CHECKING:
    from pathlib import Path

# --- Several games in a file ------------------------------------------------------------------------------------------

TWO_GAMES = (
    HEADS["two-handed"] + "opening: {Anna: 900, Boris: 100}\n"
    "deals:\n  - {dealer: Anna, trump: H, melds: {Anna: HK HQ}, taken: [120, 130], out: Anna}\n---\n"
    + HEADS["two-handed"]
)


def test_every_game_of_a_file_can_be_gone_back_to(tmp_path: Path) -> None:
    companion = kept(tmp_path, TWO_GAMES)
    assert companion.head() == "game 2, deal 1"
    companion.turn(-1)
    assert companion.head() == "game 1, deal 1, Anna deals"
    companion.enter("deal 1")
    while companion.slot is not None and companion.slot.written != "120":
        companion.enter(companion.slot.written)
    companion.enter("110")
    assert "taken: [110, 130]" in text_of(companion)
    assert companion.keeper.judged.verdict.totals == {0: 1050, 1: 230}
    companion.enter("game")
    assert companion.head() == "game 2, deal 1"
    companion.enter("boris")
    assert (
        text_of(companion)
        == TWO_GAMES.replace("Q}, taken: [120,", "Q, Boris: none}, taken: [110,") + "deals:\n  - dealer: Boris\n"
    )
    while companion.keeper.undo():
        pass
    assert (text_of(companion), companion.keeper.number) == (TWO_GAMES, 0)
    assert companion.enter("game 3")[0].kind == "refused"


def test_a_game_that_cannot_be_read_is_not_gone_to(tmp_path: Path) -> None:
    text = "game: chess\nplayers: [Anna, Boris]\n---\n" + HEADS["two-handed"]
    companion = kept(tmp_path, text)
    (said,) = companion.enter("game 1")
    assert (said.kind, companion.keeper.number) == ("refused", 1)
    assert "not a game known here" in said.text


def test_the_game_that_is_over_can_be_corrected(tmp_path: Path) -> None:
    companion = kept(tmp_path, TWO_GAMES.partition("---")[0])
    assert companion.slot is None
    companion.move(-1)
    assert companion.slot is not None
    assert companion.slot.written == "Anna"  # who was out
    companion.turn(1)
    assert companion.slot is None
    companion.turn(-1)
    assert companion.slot is not None
    assert companion.slot.label == "dealer"


# --- Nothing is lost -------------------------------------------------------------------------------------------------


def test_a_file_written_by_hand_is_gone_on_with(tmp_path: Path) -> None:
    text = (
        "# our evening\r\ngame: two-handed   # as always\r\nplayers: [Anna, Boris]\r\ndeals:\r\n"
        "- trump: H  # seen by all\r\n  melds: {Anna: HK HQ}\r\n# claimed: {Anna: 3}\r\n"
    )
    file = tmp_path / "evening.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    companion = Companion(Keeper.open(file))
    for answer in ["", "120"]:
        companion.enter(answer)
    expected = text.replace("{Anna: HK HQ}\r\n", "{Anna: HK HQ, Boris: none}\r\n  taken: {Anna: 120}\r\n")
    assert file.read_bytes() == b"\xef\xbb\xbf" + expected.encode()


def test_a_fault_is_called_in_a_deal_that_stands_in_braces(tmp_path: Path) -> None:
    deal = "deals:\n  - {dealer: Anna, trump: hearts, melds: none, taken: {Anna: 126}"
    companion = kept(tmp_path, HEADS["two-handed"] + deal + "}\n")
    assert [one.kind for one in companion.enter("!revoke-1000 boris after 17")][-1] != "refused"
    called = ", irregularities: [{fault: revoke-1000, by: Boris, after: 17}]"
    assert text_of(companion) == HEADS["two-handed"] + deal + called + "}\n"


def test_a_lone_deal_becomes_the_first_of_a_list(tmp_path: Path) -> None:
    text = "# alone\ngame: piquet\nplayers: [Anna, Boris]\n# the deal\ndealer: Anna\nclaimed: {Anna: 28, Boris: 13}\n"
    companion = kept(tmp_path, text)
    companion.enter("20")
    assert text_of(companion) == (
        "# alone\ngame: piquet\nplayers: [Anna, Boris]\ndeals:\n  # the deal\n  - dealer: Anna\n"
        "    claimed: {Anna: 28, Boris: 13}\n  - dealer: Boris\n    claimed: {Anna: 20}\n"
    )


def test_a_change_of_another_program_is_taken_over_and_ours_is_made_beside_it(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["two-handed"] + "deals:\n  - dealer: Anna\n    trump: hearts\n")
    file = companion.keeper.stored.path
    file.write_text(text_of(companion) + "date: today\n", encoding="utf-8")
    said = companion.enter("hkhq")
    assert "another program" in said[0].text
    assert "date: today" in text_of(companion)
    assert "Anna: [HK HQ]" in text_of(companion)
    companion.enter("undo")
    companion.enter("undo")
    assert "date" not in text_of(companion)


def test_a_change_of_the_same_answer_is_asked_about(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["two-handed"] + "deals:\n  - dealer: Anna\n    trump: hearts\n")
    file = companion.keeper.stored.path
    file.write_text(text_of(companion) + "    melds: {Anna: dix}\n", encoding="utf-8")
    said = companion.enter("hkhq")
    assert said[0].kind == "refused"
    assert "dix" in said[0].text
    assert "HK HQ" not in text_of(companion)


def test_a_file_that_was_taken_away_is_written_again(tmp_path: Path) -> None:
    companion = kept(tmp_path, "# mine\n" + HEADS["two-handed"] + "deals:\n  - dealer: Anna\n    trump: hearts\n")
    before = text_of(companion)
    companion.keeper.stored.path.unlink()
    assert not companion.keeper.look()
    said = companion.enter("hkhq")
    assert "taken away" in said[0].text
    assert text_of(companion) == before + "    melds:\n      Anna: [HK HQ]\n"


def test_a_file_that_was_broken_meanwhile_is_left_as_it_is(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["two-handed"])
    file = companion.keeper.stored.path
    file.write_text("game: [", encoding="utf-8")
    companion.enter("")
    with pytest.raises(NotKeptError):
        companion.enter("d9")
    assert text_of(companion) == "game: ["


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("game: chess\nplayers: [A, B]\n", "not a game known here"),
        ("game: two-handed\nplayers: [A]\n", "played by 2"),
        ('{"game": "two-handed", "players": ["A", "B"], "deals": []}', "JSON"),
        ("game: [", "evening.yaml:1"),
    ],
)
def test_what_cannot_be_gone_on_with_is_said(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(NotKeptError, match=why):
        kept(tmp_path, text)


_answers = st.sampled_from(
    [
        "", "d9", "h", "sqdj,dkdq", "hk hq, dix", "126", "124", "undo", "redo", "back", "cards", "sheet", "deal 1",
        "deal", "clear", "b", "anna: meld hkhq", "s9sa", "c9 ck", "out", "note: x: #y", "!dix-fault boris",
        "claimed: 1 2", "pass", "300", "350", "p", "none", "unseen", "point 4", "good", "trio q", "7",
        "again", "СТ", "xx",
    ]
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(HEADS)), st.lists(_answers, max_size=25))
def test_whatever_is_typed_the_file_can_be_read_and_undone(
    tmp_path_factory: pytest.TempPathFactory, head: str, answers: list[str]
) -> None:
    companion = kept(tmp_path_factory.mktemp("keep"), "# mine\n" + HEADS[head])
    states = [text_of(companion)]
    for answer in answers:
        companion.enter(answer)
        text = text_of(companion)
        assert text.startswith("# mine\n")
        assert text == companion.keeper.record.text
        assert not [*companion.keeper.judged.unread] or companion.keeper.record.deals == 0
        assert canonical(text, GAMES) == text
        states.append(text)
    while companion.keeper.undo():
        pass
    assert text_of(companion) == states[0]


# --- Line by line ----------------------------------------------------------------------------------------------------


def test_answers_come_through_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "tonight.yaml"
    keep = ["keep", "--plain", "--game", "two-handed", "--players", "Anna,Boris", str(file)]
    done = CliRunner().invoke(cli, keep, input="\nd9\nsqdj,dkdq\n\n126\nshow\n")
    assert done.exit_code == 0
    assert "deal 1: Anna 210 (210 in all), Boris 120 (120 in all)" in done.stdout
    assert "undecided: Anna 210, Boris 120" in done.stdout
    assert file.read_text().startswith("# yaml-language-server: $schema=")
    again = CliRunner().invoke(cli, keep, input="xx\n")
    assert again.exit_code == 2
    assert "not written" in again.stdout


def test_what_is_not_given_is_asked_for(tmp_path: Path) -> None:
    done = in_a_process(tmp_path, "keep", "tonight.yaml", text="chess\npiq\nAnna\nAnna, Boris\n")
    assert "which game?" in done.stdout
    assert "1 name stands here" in done.stdout
    assert (tmp_path / "tonight.yaml").read_text().endswith("game: piquet\nplayers: [Anna, Boris]\n")
    nothing = CliRunner().invoke(cli, ["keep", str(tmp_path / "no.yaml")], input="")
    assert (nothing.exit_code, "the answers ended before the record had begun" in nothing.stderr) == (1, True)
    assert not (tmp_path / "no.yaml").exists()
