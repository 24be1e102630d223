"""A record kept at the table: what is said to each command and answer, and what then stands in the file."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from keeping import HEADS, kept, text_of

from pinocle_cli.cli.main import cli
from pinocle_cli.keep import plain
from pinocle_cli.keep.companion import help_lines
from pinocle_cli.writing.keeper import Keeper
from pinocle_cli.writing.kept import NotKeptError
from pinocle_cli.writing.storing import UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TWO = HEADS["two-handed"]
OPEN = TWO + "deals:\n  - dealer: Anna\n"
TURNED = OPEN + "    turned: D9\n"
NEXT = "  - dealer: Boris\n    turned: S9\n"
CALLED = TURNED + "    irregularities:\n"
WON = "deals:\n  - {dealer: Anna, trump: H, melds: {Anna: HK HQ}, taken: [120, 130], out: Anna}\n"
OVER = TWO + "opening: {Anna: 900, Boris: 100}\n" + WON
PLAYED = HEADS["auction"] + (
    "deals:\n  - dealer: Dan\n    bids: [Ann: 300, Bob: pass, Cyd: pass]\n    trump: hearts\n"
    "    melds: HA10KQJ\n    taken: 138\n"
)

# (what stands in the file, what is typed, what kind of thing is said to the last of it, words of that)
SAYS = {
    "no game is over": (TWO, ["again"], "refused", "the game is not over"),
    "no such deal": (OPEN, ["deal 3"], "refused", "there is no deal 3; 1 are written"),
    "no such game": (TWO, ["game 4"], "refused", "there is no game 4; this file has 1"),
    "the game it is": (TWO, ["game 1"], "head", "deal 1"),
    "the game is over": (OVER, ["d9"], "text", "the game is over; `again` begins a new one"),
    "no rule then": (OVER, ["rule"], "text", "no rule is in question here"),
    "help": (TWO, ["?"], "help", "Enter"),
    "a listed meld": (TURNED, ["hk hq, xx"], "refused", '"xx" is not a card'),
    "a fault by somebody unknown": (TURNED, ["!revoke-1000 Boris Anna"], "refused", '"Anna" is not a card'),
    "a choice that is left": (PLAYED, ["!expose-one-opponent bob SA after 4"], "text", "choice forbid: "),
    "faults in brackets": (TURNED + "    irregularities: [{fault: revoke-1000, by: Boris}]\n", ["!revoke-1000 boris"],
                           "refused", "the list stands in brackets"),
    "more passes than may be": (PLAYED.partition("    bids")[0], ["300, p, p, p, p"], "refused", "expected a line"),
    "a trick that is none": (TURNED + "    play: |\n      S9 SA\n", ["s9 xx"], "refused", '"xx" is not a card'),
    "nothing between two commas": (PLAYED.partition("    bids")[0], ["300, , p"], "refused", "expected a line"),
    "faults in words alone": (TURNED, ["irregularities: revoke"], "refused", "keys and values"),
    "a deal in braces": (TWO + "deals: {dealer: Anna, turned: D9, melds: none, taken: [130, 120]}\n", ["d9"],
                         "refused", "stand in braces or brackets"),
    "a record in braces": ("# ours\n{game: two-handed, players: [A, B], dealer: A, claimed: [1, 2]}\n", ["deal 2", "b"],
                           "refused", "stand in braces or brackets"),
    "a text that ends open": (TWO + "note: |+\n  late\n\n\n", ["anna"], "refused", "put an empty `deals:` at its end"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "typed", "kind", "words"), SAYS.values(), ids=SAYS)
def test_what_is_said(text: str, typed: list[str], kind: str, words: str, tmp_path: Path) -> None:
    companion = kept(tmp_path, text)
    for answer in typed:
        said = companion.enter(answer)
    assert said[-1].kind == kind, said
    assert words in said[-1].text
    if kind == "refused":
        assert text_of(companion) == text


# (what stands in the file, what is typed, how the file goes on)
WRITES = {
    "another of two answers": (TURNED, ["deal 1", "Anna", "hearts"], OPEN + "    trump: hearts\n"),
    "an answer is cleared": (TURNED, ["deal 1", "Anna", "clear"], OPEN),
    "a note is taken away": (TURNED + "    note: late\n", ["note:"], TURNED),
    "melds of one card": (TURNED, ["hk,hq"], TURNED + "    melds:\n      Anna: [HK, HQ]\n"),
    "a fault with cards": (TURNED, ["!revoke-1000 boris ha s9 after 3"],
                           CALLED + "      - {fault: revoke-1000, by: Boris, cards: HA S9, after: 3}\n"),
    "a fault in other words": (TURNED, ["!revoke-1000 by boris cards HA"],
                               CALLED + "      - {fault: revoke-1000, by: Boris, cards: HA}\n"),
    "the first fault of an empty list": (CALLED, ["!revoke-1000 boris"],
                                         CALLED.rstrip() + " [{fault: revoke-1000, by: Boris}]\n"),
    "an empty list of deals": (TWO + "deals:\n", ["anna"], OPEN),
    "a deal that was no list": (TWO + "deals:\n  dealer: Anna\n  # seen\n  claimed: [1, 2]\n", ["deal 2", "d9"],
                                OPEN + "    # seen\n    claimed: [1, 2]\n  - dealer: Boris\n    turned: D9\n"),
    "a lone deal with a comment above": (TWO + "# seen\ndealer: Anna\nturned: D9\n", ["deal 2", "s9"],
                                         TWO + "deals:\n  # seen\n" + TURNED[len(TWO) + 7 :] + NEXT),
}  # fmt: skip


@pytest.mark.parametrize(("text", "typed", "new"), WRITES.values(), ids=WRITES)
def test_what_is_written(text: str, typed: list[str], new: str, tmp_path: Path) -> None:
    companion = kept(tmp_path, text)
    for answer in typed:
        assert not [said for said in companion.enter(answer) if said.kind == "refused"], answer
    assert text_of(companion) == new


def test_after_a_trick_that_was_taken_back_the_same_player_leads(tmp_path: Path) -> None:
    play = "    play: |\n      Anna: SA S9\n      Anna: HA HK\n      Boris: takes back HK\n"
    companion = kept(tmp_path, TURNED + play)
    assert companion.slot is not None
    assert "trick 2" in f"{companion.slot.label} {companion.slot.says} trick {companion.slot.trick}"


def test_what_an_answer_would_bring_is_not_told_where_it_cannot_be_written(tmp_path: Path) -> None:
    companion = kept(tmp_path, TWO + "deals: {dealer: Anna, turned: D9, melds: none, taken: [130, 120]}\n")
    assert companion.slot is not None
    assert companion.keeper.tried(companion.slot, "d9") is None


@pytest.mark.parametrize("width", [30, 76])
def test_help_has_a_line_for_each_command_on_any_screen(width: int) -> None:
    lines = [*help_lines(width)]
    assert max(map(len, lines)) <= width
    assert [line for line in lines if "undo" in line]


# --- Files that are no text ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "why"), [(b"\xff\n", "is not UTF-8 at byte 0"), (None, "cannot be read: is a directory")]
)
def test_what_is_no_text_is_not_opened_nor_gone_on_with(raw: bytes | None, why: str, tmp_path: Path) -> None:
    companion = kept(tmp_path, TURNED)
    file = companion.keeper.stored.path
    file.unlink()
    file.mkdir() if raw is None else file.write_bytes(raw)
    with pytest.raises(NotKeptError, match=why):
        companion.keeper.look()
    with pytest.raises(UnreadableFileError, match=why):
        Keeper.open(file)
    result = CliRunner().invoke(cli, ["keep", str(file)])
    assert result.exit_code
    assert raw is None or why in result.stderr


# --- Line by line ----------------------------------------------------------------------------------------------------


def conversation(folder: Path, text: str, *typed: str, how: tuple[str, ...] = ()) -> tuple[int, str]:
    (folder / "evening.yaml").write_text(text, "utf-8")
    lines = "".join(f"{line}\n" for line in typed)
    result = CliRunner().invoke(cli, ["keep", "--plain", *how, str(folder / "evening.yaml")], input=lines)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.output


def test_help_a_rule_and_the_end_are_typed_too(tmp_path: Path) -> None:
    status, out = conversation(tmp_path, TURNED, "help", "rule", "deal 1", "quit", "hk hq")
    assert status == 0
    assert "  undo" in out
    assert "two-handed.meld-table  " in out
    assert out.count("\ndeal 1, Anna deals\n") == 2  # where one has gone to it
    assert (tmp_path / "evening.yaml").read_text() == TURNED


def test_the_score_of_a_record_without_a_deal(tmp_path: Path) -> None:
    status, out = conversation(tmp_path, TWO, "show")
    assert (status, "two-handed, classic, to 1000" in out) == (0, True)


def test_cards_are_kept_from_the_beginning_where_that_is_asked_for(tmp_path: Path) -> None:
    assert "\nhand: " in conversation(tmp_path, TURNED, how=("--cards",))[1]


def test_what_cannot_be_saved_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pinocle_cli.writing.storing.write_whole", full)
    status, out = conversation(tmp_path, TURNED, "hk hq")
    assert status == 2
    assert "not saved: no space left on device; answer once more when it can be written" in out
    assert out.endswith("not saved: hk hq\n")


def test_a_file_that_is_spoiled_by_another_ends_the_conversation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evening.yaml"

    def teller() -> Callable[[str], str]:
        def answers() -> Iterator[str]:
            file.write_text("game: [", "utf-8")
            yield "hk hq"

        given = answers()
        return lambda _: next(given)

    monkeypatch.setattr(plain, "teller", teller)
    status, out = conversation(tmp_path, TURNED)
    assert status == 2
    assert "the file was changed and cannot be gone on with:\nevening.yaml:1" in out
    assert out.endswith("not saved: hk hq\n")
    assert file.read_text("utf-8") == "game: ["
