"""The chance that the widow holds a card that is needed: the table of the literature, and the command."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli
from pinocle_cli.games.auction import odds
from pinocle_cli.games.pinochle.common import PACK_48


@pytest.mark.parametrize(
    ("places", "copies", "exactly", "says"),
    [
        (1, 2, "31/176", "4.68 : 1 against"),
        (2, 2, "901/2728", "2.03 : 1 against"),
        (3, 2, "2531/5456", "1.16 : 1 against"),
        (4, 2, "789/1364", "1.37 : 1 for"),
        (5, 2, "335/496", "2.08 : 1 for"),
        (6, 2, "2063/2728", "3.10 : 1 for"),
        (1, 1, "1/11", "10 : 1 against"),
        (2, 1, "31/176", "4.68 : 1 against"),
        (3, 1, "349/1364", "2.91 : 1 against"),
        (4, 1, "901/2728", "2.03 : 1 against"),
        (5, 1, "545/1364", "1.50 : 1 against"),
        (16, 2, "1", "certain"),
    ],
)
def test_places(places: int, copies: int, exactly: str, says: str) -> None:
    (row,) = odds.by_places([places], copies)
    assert (str(row.chance), row.odds) == (exactly, says)


@pytest.mark.parametrize(("helping", "unseen"), [(0, 7), (1, 7), (3, 8), (5, 6), (9, 9)])
def test_the_chance_is_that_of_all_widows_counted_one_by_one(helping: int, unseen: int) -> None:
    widows = list(itertools.combinations(range(unseen), 3))
    good = sum(any(card < helping for card in widow) for widow in widows)
    assert odds.chance(helping, unseen) == Fraction(good, len(widows))


def test_from_a_hand() -> None:
    hand = PACK_48.parse("SA10KQ HAKQJ9 DAKQ CA10K")
    rows = odds.from_hand(hand, PACK_48.parse("SJ H10 HA SJ"))
    assert [(row.what, row.helping) for row in rows] == [("SJ", 2), ("H10", 2), ("HA", 1), ("any of these", 5)]
    assert rows[-1].chance == Fraction(545, 1364)


def test_a_card_of_which_both_copies_are_held_cannot_come() -> None:
    (row,) = odds.from_hand(PACK_48.parse("SAA HA"), PACK_48.parse("SA"))
    assert row.chance == 0
    assert row.odds == "impossible"


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["odds", *words])
    return result.exit_code, result.output


def test_the_command() -> None:
    assert "31/176" in run()[1]
    assert "10 : 1 against" in run("--places", "1", "--copies", "1")[1]
    status, printed = run("--hand", "SA10KQ HAKQJ9 DAKQ CA10K", "--needs", "SJ", "--format", "json")
    assert status == 0
    assert json.loads(printed)["odds"][0] == {
        "needs": "SJ", "helping": 2, "chance": "31/176", "per cent": 17.61, "odds": "4.68 : 1 against",
    }  # fmt: skip
    assert run("--format", "csv")[1].startswith("needs,")


@pytest.mark.parametrize(
    "words",
    [("--hand", "SA"), ("--hand", "SY", "--needs", "SA"), ("--hand", "SAAA", "--needs", "SK"),
     ("--hand", "SA", "--needs", "SK", "--copies", "1"), ("--places", "17"), ("--hand", "", "--needs", "SA")],
)  # fmt: skip
def test_what_cannot_be_asked(words: tuple[str, ...]) -> None:
    status, printed = run(*words)
    assert status == 2
    assert "Error" in printed
