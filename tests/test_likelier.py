"""One slip of the pen explains what would accuse somebody: it is asked about, and nobody is accused."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from conftest import findings, verdict_of

AUCTION: dict[str, Any] = {
    "game": "auction",
    "players": ["Ann", "Bob", "Cyd"],
    "deals": [
        {
            "dealer": "Cyd",
            "hands": {
                "Ann": "D10 DQ DJ HA HK H9 SJ S10 H10 SA DK DQ SQ CA HQ",
                "Bob": "HJ SQ C10 H10 D9 CK HK C9 DA H9 CQ HQ SJ CQ CA",
                "Cyd": "S10 C10 S9 D9 SA S9 DK C9 DJ D10 SK HJ CK HA DA",
            },
            "widow": "CJ SK CJ",
            "bids": [{"Ann": "300"}, {"Bob": "pass"}, {"Cyd": "pass"}],
            "trump": "spades",
            "melds": ["SQ DJ", "SK SQ", "HK HQ"],
            "bury": "SA DK CA",
            "taken": "200",
        }
    ],
}


def auction(**edit: Any) -> dict[str, Any]:
    record = copy.deepcopy(AUCTION)
    deal = record["deals"][0]
    deal.update(edit)
    record["deals"][0] = {key: value for key, value in deal.items() if value is not None}
    return record


def said(record: dict[str, Any], severity: str) -> list[tuple[str, str]]:
    return [(found["rule"], found["message"]) for found in findings(verdict_of(record), severity)]


def test_a_card_of_a_meld_that_is_none_is_taken_for_the_only_one_that_was_held() -> None:
    record = auction(melds=["SK DJ", "SK SQ", "HK HQ"])
    assert not said(record, "fault") + said(record, "error")
    assert verdict_of(record)["deals"][0]["contract"] == verdict_of(auction())["deals"][0]["contract"]
    assert ("record.assumed", "SK is written here; with SQ nobody broke a rule: is it SQ?") in said(record, "note")


def test_of_several_that_were_held_none_is_taken() -> None:
    record = auction(melds=["SQ DJ", "SK HQ"], taken="225")  # with one the contract is made, with the other it is not
    assert said(record, "error") == [
        (
            "record.impossible",
            "SK is written here: is it HK, or SQ where HQ is written here? (then nobody broke a rule)",
        )
    ]
    assert not said(record, "fault")
    assert verdict_of(record)["deals"][0]["scores"] is None


def test_several_that_come_to_the_same_are_asked_about() -> None:
    record = auction(melds=["SQ DJ", "SK HQ"])
    assert not said(record, "fault") + said(record, "error")
    assert verdict_of(record)["deals"][0]["contract"]["made"] is False
    text = "SK is written here; with HK nobody broke a rule: is it HK, or SQ where HQ is written here?"
    assert ("record.assumed", text) in said(record, "note")


@pytest.mark.parametrize(
    "edit",
    [
        {"melds": ["SQ DJ", "SA DJ"]},
        {"melds": [{"cards": "SK DJ", "scored": "0"}, "SK SQ", "HK HQ"]},
        {"melds": ["SK DJ", "SK SQ", "HK HQ"], "hands": None, "widow": None},
        {
            "melds": ["SK DJ", "SK SQ", "HK HQ"],
            "irregularities": [{"fault": "meld-table", "by": "Ann", "cards": "SK DJ"}],
        },
    ],
    ids=["nothing near is held", "the table gave nothing for it", "the hands are not known", "the table called it"],
)
def test_what_no_slip_explains_or_the_table_saw_is_a_fault(edit: dict[str, Any]) -> None:
    record = auction(**edit)
    assert [rule for rule, _ in said(record, "fault")] == ["auction.meld-table"]
    assert not said(record, "error")


@pytest.mark.parametrize(
    ("melds", "asks"),
    [
        ({"Ann": ["SK SQ"], "Bob": ["HK HQ"]}, "are the melds of Ann and Bob exchanged?"),
        ({"Cyd": ["HK HQ"]}, "are Cyd's melds Ann's?"),
    ],
)
def test_melds_under_another_name(melds: dict[str, list[str]], asks: str) -> None:
    record = {
        "game": "partnership",
        "players": ["Ann", "Bob", "Cyd", "Dan"],
        "deals": [
            {
                "dealer": "Dan",
                "trump": "clubs",
                "hands": {
                    "Ann": "HK HQ SA SA S10 S10 D9 D9 C9 C9 CJ CJ",
                    "Bob": "SK SQ HA HA H10 H10 DJ DJ C10 C10 CA CA",
                    "Cyd": "H9 H9 HJ HJ DA DA D10 D10 S9 S9 SJ SJ",
                    "Dan": "HK HQ SK SQ DK DK DQ DQ CK CK CQ CQ",
                },
                "melds": melds,
            }
        ],
    }
    ((rule, text),) = said(record, "error")
    assert rule == "record.impossible"
    assert asks in text


def test_a_bid_under_another_name_with_which_the_melds_cannot_be() -> None:
    ((rule, text),) = said(auction(bids=[{"Bob": "300"}, {"Bob": "pass"}, {"Cyd": "pass"}]), "error")
    assert rule == "record.impossible"
    assert "is it Ann in" in text


PARTNERSHIP: dict[str, Any] = {
    "game": "partnership",
    "players": ["Ann", "Bob", "Cyd", "Dan"],
    "deals": [
        {
            "dealer": "Dan",
            "trump": "spades",
            "hands": {"Ann": "SQ HQ DQ CQ DJ SK S9 S9 D9 H9 HJ H10"},
            "melds": {"Ann": ["SQ HQ DQ CQ", "SQ DJ"]},
            "taken": {"Ann": "120", "Bob": "130"},
        }
    ],
}


@pytest.mark.parametrize("text", ["SQ HQ DQ CQ, SQ DJ", "queens, pinochle", "SQ HQ DQ CQ DJ"])
def test_a_card_that_is_held_once_may_lie_in_two_melds_of_a_text(text: str) -> None:
    record = copy.deepcopy(PARTNERSHIP)
    record["deals"][0]["melds"] = {"Ann": text}
    right = verdict_of(PARTNERSHIP)["deals"][0]["scores"]
    assert not said(record, "error")
    assert verdict_of(record)["deals"][0]["scores"] == right


@pytest.mark.parametrize(
    ("fault", "by", "shows"),
    [
        ("bidding", "Ann", "trumps are turned here and not bid for"),
        ("trump-needs-marriage", "Bob", "at this table the bidder names any suit"),
        ("meld-class-once", "Ann", "Ann counted no card twice in a class"),
        ("dix-holder", "Bob", "Bob melded nothing"),
        ("dix-exchange", "Ann", "Ann exchanged no dix"),
    ],
)
def test_what_is_called_and_the_record_shows_otherwise(fault: str, by: str, shows: str) -> None:
    record = copy.deepcopy(PARTNERSHIP)
    record["deals"][0]["irregularities"] = [{"fault": fault, "by": by}]
    ((rule, text),) = said(record, "fault")
    assert rule == "record.claim"
    assert text.endswith(f"the record shows that {shows}")
