"""A record kept at the table: what is asked, what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from keeping import HEADS, kept, text_of

from pinocle_cli.canonical import canonical
from pinocle_cli.games import GAMES
from pinocle_cli.keep.begin import asked_head
from pinocle_cli.writing.effects import brought_by

if TYPE_CHECKING:
    from pathlib import Path

    from pinocle_cli.keep.companion import Companion

# What is typed (in cards or as a sheet), and the deal that comes of it.
DEALS = {
    "two-handed, a sheet": (
        "two-handed", "sheet", ["", "d9", "sqdj,dkdq", "", "126"],
        ("  - dealer: Anna\n    turned: D9\n    melds:\n      Anna: [SQ DJ, DK DQ]\n      Boris: none\n"
        "    taken: {Anna: 126}\n"),
    ),
    "two-handed, cards": (
        "two-handed", "cards", ["b", "h", "", "", "", "s9sa", "m hkhq", "b: c9 ca", "boris dix"],
        ("  - dealer: Boris\n    trump: hearts\n    play: |\n      S9 SA\n      Boris: meld HK HQ\n"
        "      Boris: C9 CA\n      Boris: dix\n"),
    ),
    "two-handed, cards, to the end of a game": (
        "two-handed", "cards", ["b", "h", "", "", "", "s9sa", "boris out"],
        "  - dealer: Boris\n    trump: hearts\n    play: |\n      S9 SA\n      Boris: out\n",
    ),
    "auction": (
        "auction", "sheet", ["dan", "300", "350", "p", "pass", "", "s", "sa10kqj9 dkqj scored 210", "134"],
        ("  - dealer: Dan\n    bids: |\n      Ann: 300\n      Bob: 350\n      Cyd: pass\n      Ann: pass\n"
        "    trump: spades\n    melds: SA10KQJ9 DKQJ scored 210\n    taken: 134\n"),
    ),
    "auction, bids in one answer, and silence for a pass": (
        "auction", "sheet", ["dan", "300, bob 350", "", "", "", "s", "", "134"],
        ("  - dealer: Dan\n    bids: |\n      Ann: 300\n      Bob: 350\n      Cyd: pass\n      Ann: pass\n"
        "    trump: spades\n    melds: none\n    taken: 134\n"),
    ),
    "auction, given up": (
        "auction", "sheet", ["dan", "300", "p", "p", "u"],
        ("  - dealer: Dan\n    bids: |\n      Ann: 300\n      Bob: pass\n      Cyd: pass\n    conceded: unseen\n"),
    ),
    "auction of five, cards: two of them are idle": (
        "auction of five", "cards",
        ["eve", "", "", "", "", "300", "", "", "", "h", "", "", "h10 ha ha", "sa s9 s10", "cyd: concede"],
        ("  - dealer: Eve\n    bids: |\n      Ann: 300\n      Cyd: pass\n      Dan: pass\n    trump: hearts\n"
        "    melds: none\n    play: |\n      H10 HA HA\n      SA S9 S10\n      Cyd: concede\n"),
    ),
    "partnership": (
        "partnership", "sheet", ["bob", "h9", "", "", "hkhq,pinochle", "dix", "130"],
        ("  - dealer: Bob\n    turned: H9\n    melds:\n      Ann: none\n      Bob: none\n"
        "      Cyd: [HK HQ, pinochle]\n      Dan: [dix]\n    taken: {Ann & Cyd: 130}\n"),
    ),
    "partnership, cards, to the end of a game": (
        "partnership", "cards", ["bob", "h9", "", "", "", "", "", "", "", "", "sa s9 s10 sk", "cyd out"],
        ("  - dealer: Bob\n    turned: H9\n    melds:\n      Ann: none\n      Bob: none\n      Cyd: none\n"
        "      Dan: none\n    play: |\n      SA S9 S10 SK\n      Cyd: out\n"),
    ),
    "partnership with bids": (
        "club", "sheet", ["bob", "250", "260", "p", "p", "p", "c", "", "", "", "cacqckcjc10", "200"],
        ("  - dealer: Bob\n    bids: |\n      Cyd: 250\n      Dan: 260\n      Ann: pass\n      Bob: pass\n"
        "      Cyd: pass\n    trump: clubs\n    melds:\n      Ann: none\n      Bob: none\n      Cyd: none\n"
        "      Dan: [CA CQ CK CJ C10]\n    taken: {Ann & Cyd: 200}\n"),
    ),
    "piquet, a line of the card": (
        "piquet", "sheet", ["boris", "28", "13"], "  - dealer: Boris\n    claimed: {Anna: 28, Boris: 13}\n",
    ),
    "piquet, cards": (
        "piquet", "cards",
        ["boris", "ПВК87 ЧТ10 БВ9 ТТК9", "", "", "", "none", "point 4, g", "tierce sj", "not", "", "s7 ha"],
        ("  - dealer: Boris\n    hands:\n      Anna: SJK87 HA10 DJ9 CAK9\n    discards:\n      Boris: none\n"
        "    calls: |\n      Anna: point 4\n      Boris: good\n      Anna: tierce SJ\n      Boris: not good\n"
        "    play: |\n      S7 HA\n"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_what_is_typed_is_written_as_a_person_writes_it(deal: tuple[str, str, list[str], str], tmp_path: Path) -> None:
    head, way, typed, written = deal
    companion = kept(tmp_path, HEADS[head])
    companion.keeper.way = way
    for answer in typed:
        said = companion.enter(answer)
        assert not [one for one in said if one.kind == "refused"], (answer, said)
    assert text_of(companion) == HEADS[head] + "deals:\n" + written
    assert canonical(text_of(companion), GAMES) == text_of(companion)


def test_twenty_five_keystrokes_at_most_for_a_deal_on_a_sheet() -> None:
    """Enter counts as one; the dealer is known by turn."""
    typed = DEALS["two-handed, a sheet"][2]
    with_a_meld_of_boris = [*typed[1:3], "ckcq", typed[4]]
    assert sum(len(answer) + 1 for answer in with_a_meld_of_boris) <= 25


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("xx", "is not a card"),
        ("h1o", "did you mean"),
        ("СТ", "can be read as"),
        ("!revok boris", "is not a fault of this game"),
        ("clara: 3", "not a card"),
    ],
)
def test_what_cannot_be_read_is_refused_and_the_file_stays(typed: str, why: str, tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["two-handed"])
    companion.enter("")
    said = companion.enter(typed)
    assert said[0].kind == "refused"
    assert why in said[0].text
    assert text_of(companion) == HEADS["two-handed"]


def test_what_is_doubtful_stands_and_is_questioned(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["two-handed"] + "deals:\n  - dealer: Anna\n    trump: hearts\n")
    said = companion.enter("sk hq")
    assert [one.kind for one in said] == ["fault"]
    assert "Anna: [SK HQ]" in text_of(companion)


def test_a_deal_is_gone_back_to_and_corrected_and_the_totals_follow(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["two-handed"])
    for answer in ["", "d9", "sqdj", "", "126", "h", "", "", "130"]:
        companion.enter(answer)
    assert companion.keeper.judged.verdict.totals == {0: 300, 1: 240}
    for answer in ["deal 1", "Anna", "D9", "sqdj, dkdq"]:
        companion.enter(answer)
    assert companion.keeper.judged.verdict.totals == {0: 340, 1: 240}
    companion.enter("deal")
    assert companion.keeper.deal == 2
    assert companion.slot is not None
    assert companion.slot.label == "turned"


def test_the_way_of_keeping_changes_within_a_deal(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["two-handed"])
    labels = []
    for answer in ["", "d9", "cards", "", "", "", "sheet"]:
        companion.enter(answer)
        labels.append(companion.slot and companion.slot.label)
    assert labels == ["turned", "melds", "hand", "hand", "stock", "play", "melds"]


def test_other_keys_and_faults_are_entered_anywhere(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["two-handed"])
    for answer in ["", "d9", "", "", "126", "claimed: 140 120", "note: a cold night", "!revoke-1000 boris after 17"]:
        assert not [one for one in companion.enter(answer) if one.kind == "refused"], answer
    assert text_of(companion).endswith(
        "    claimed: {Anna: 140, Boris: 120}\n    irregularities:\n"
        "      - {fault: revoke-1000, by: Boris, after: 17}\n    note: a cold night\n"
    )


def test_a_game_that_is_over_is_followed_by_another_in_the_same_file(tmp_path: Path) -> None:
    head = HEADS["two-handed"] + "opening: {Anna: 900, Boris: 100}\n"
    companion = kept(tmp_path, head)
    for answer in ["", "d9", "sqdj", "", "126"]:
        companion.enter(answer)
    while companion.slot is not None:
        companion.enter("")
    assert companion.over
    companion.enter("again")
    companion.enter("b")
    companion.enter("s9")
    assert text_of(companion).endswith("---\n" + HEADS["two-handed"] + "deals:\n  - dealer: Boris\n    turned: S9\n")


def test_what_the_injured_side_chose_is_written_beside_the_fault(tmp_path: Path) -> None:
    deal = (
        "deals:\n  - dealer: Dan\n    bids: |\n      Ann: 300\n      Bob: pass\n      Cyd: pass\n    trump: hearts\n"
        "    melds: HA10KQJ\n    taken: 138\n    irregularities:\n"
        "      - {fault: expose-one-opponent, by: Bob, cards: SA, after: 4}\n"
    )
    companion = kept(tmp_path, HEADS["auction"] + deal)
    (refused,) = companion.enter("choose perhaps")
    assert "require, forbid" in refused.text
    companion.enter("choose forbid")
    assert text_of(companion).endswith("after: 4, choice: forbid}\n")


def test_names_that_were_shortened_and_lists_in_seat_order_are_gone_on_with(tmp_path: Path) -> None:
    text = "  - trump: hearts\n    melds: {A: HK HQ, B: none}\n    taken: [126, 124]\n"
    companion = kept(tmp_path, HEADS["two-handed"] + "deals:\n" + text)
    for answer in ["deal 1", "", "hearts", "hk hq, dix", "none", "130"]:
        companion.enter(answer)
    assert "melds: {A: [HK HQ, dix], B: none}" in text_of(companion)
    assert "taken: [130, 124]" in text_of(companion)


def test_only_cards_that_can_be_played_are_offered(tmp_path: Path) -> None:
    text = (
        "  - dealer: Boris\n    trump: clubs\n    held: {Anna: SA HK, Boris: SK S9}\n    play: |\n      Anna: SA S9\n"
    )
    companion = kept(tmp_path, HEADS["two-handed"] + "deals:\n" + text)
    assert companion.slot is not None
    assert companion.slot.label == ""  # a line of the play behind the first
    assert [word for _, word in companion.offers("h")] == ["HK"]
    assert [word for _, word in companion.offers("hk s")] == ["SK"]
    assert [word for _, word in companion.offers("boris: sk h")] == ["HK"]


def test_a_deal_that_was_passed_over_is_asked_for_again(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["piquet"] + "deals:\n  - dealer: Anna\n    claimed: {Anna: 20, Boris: 12}\n")
    assert not companion.enter("")
    assert "nothing was written for deal 2" in companion.enter("")[0].text
    assert companion.slot is not None
    assert companion.slot.says == "what Anna scored in this deal"


def test_the_lines_of_a_sheet_that_wait_are_filled_in_one_after_the_other(tmp_path: Path) -> None:
    waiting = [f"  - {{dealer: {name}, trump: , melds: , taken: }}\n" for name in ("Anna", "Boris", "Anna")]
    companion = kept(tmp_path, HEADS["two-handed"] + "deals:\n" + "".join(waiting))
    for typed in ("H", "HKQ", "none", "126", "S"):
        companion.enter(typed)
    *_, first, second, third = text_of(companion).splitlines()
    assert first == "  - {dealer: Anna, trump: hearts, melds: {Anna: [HKQ], Boris: none}, taken: {Anna: 126}}"
    assert second == "  - {dealer: Boris, trump: spades, melds: , taken: }"
    assert third == waiting[2].rstrip("\n")
    assert companion.keeper.deal == 1


def test_what_was_said_is_written_in_braces_too(tmp_path: Path) -> None:
    waiting = "  - {dealer: Ann, bids: , trump: , melds: , taken: }\n"
    companion = kept(tmp_path, HEADS["auction"] + "deals:\n" + waiting)
    assert companion.enter("")[0].text == "nothing was written for deal 1"
    for typed in ("300", "p", "p"):
        companion.enter(typed)
    *_, deal = text_of(companion).splitlines()
    assert deal == "  - {dealer: Ann, bids: ['Bob: 300', 'Cyd: pass', 'Dan: pass'], trump: , melds: , taken: }"
    assert not [one for one in companion.keeper.judged.verdict.all_findings() if one.severity != "note"]


@pytest.mark.parametrize("head", HEADS)
def test_keys_pressed_by_mistake_end_no_deal(head: str, tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS[head])
    companion.enter("ann" if "Ann," in HEADS[head] else "anna")
    said = [one.text for _ in range(3) for one in companion.enter("")]
    assert not any("did not count" in text for text in said)
    assert companion.slot is not None
    companion.enter("void: yes")
    assert text_of(companion).endswith("    void: yes\n")


def test_of_several_answers_at_once_all_are_written_or_none(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["auction"] + "deals:\n  - dealer: Dan\n    bids: |\n      Ann: 300\n")
    before = text_of(companion)
    assert companion.enter("p, nonsense")[0].kind == "refused"
    assert text_of(companion) == before
    assert companion.enter("redo")[0].text == "there is nothing to make again"
    companion.enter("p, p")
    companion.enter("undo")
    assert text_of(companion) == before + "      Bob: pass\n"


@pytest.mark.parametrize(("rules", "least"), [("club", 250), ("{profile: club, values: tens}", 25),
                                              ("{profile: club, values: tens, minimum: 30}", 30)])  # fmt: skip
def test_bids_begin_at_the_houses_minimum(rules: str, least: int, tmp_path: Path) -> None:
    companion = kept(tmp_path, f"game: partnership\nrules: {rules}\nplayers: [Ann, Bob, Cyd, Dan]\n")
    companion.enter("ann")
    assert companion.slot is not None
    assert companion.slot.says.startswith(f"Bob bids {least} or more")


def test_house_rules_that_are_none_are_asked_for_again() -> None:
    said: list[str] = []
    answers = iter(["{profile: modern, target: 1250}\n"])
    head = asked_head(lambda _: next(answers), said.append, "two-handed", "Anna, Boris", "moder", "evening.yaml")
    assert "did you mean" in said[0]
    assert "\nrules: {profile: modern, target: 1250}\nplayers: [Anna, Boris]\n" in head


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_short_and_names_its_rule(game: str) -> None:
    for ask in GAMES[game].asks():
        assert len(ask.label) < 8
        assert len(ask.says.format(name="Bartolomeo")) <= 62  # which has room on 80 columns
        assert ask.rule in GAMES[game].rules or ask.turn is not None


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_at_every_question_there_is_a_rule_to_read(deal: tuple[str, str, list[str], str], tmp_path: Path) -> None:
    head, way, typed, _ = deal
    companion = kept(tmp_path, HEADS[head])
    companion.keeper.way = way
    for answer in typed:
        assert companion.enter("rule")[0].kind == "rule"
        companion.enter(answer)
    companion = kept(tmp_path, HEADS["two-handed"] + "deals:\n  - dealer: Anna\n    trump: hearts\n")
    companion.enter("sk hq")
    assert [rule.label for rule in companion.rules()] == ["meld-table"]


def brought(companion: Companion) -> list[tuple[str, list[int]]]:
    slots = companion.keeper.slots()
    found = brought_by(companion.keeper, slots)
    return [(slot.written, [entry.points for entry in found[slot.id]]) for slot in slots if found[slot.id]]


def test_beside_each_answer_stands_what_it_has_brought(tmp_path: Path) -> None:
    companion = kept(tmp_path, HEADS["two-handed"])
    for answer in ["", "d9", "sqdj,dkdq", "dk dq", "126", "deal 1"]:
        companion.enter(answer)
    assert brought(companion) == [
        ("D9", [10]), ("SQ DJ, DK DQ", [40, 40]), ("DK DQ", [40]), ("126", [126, -6]), ("", [124, -4]),
    ]  # fmt: skip
    companion = kept(tmp_path, HEADS["club"])
    for answer in DEALS["partnership with bids"][2]:
        companion.enter(answer)
    companion.enter("deal 1")
    assert ("CA CQ CK CJ C10", [150]) in brought(companion)
    one_line = "deals:\n  - {dealer: Anna, trump: H, melds: {Anna: HK HQ}, taken: [126, 124]}\n"
    assert brought(kept(tmp_path, HEADS["two-handed"] + one_line)) == []  # nobody can tell there what brought what
