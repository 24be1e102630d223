"""What follows from a fault, in words and in points, where a row of the rulebook's examples cannot show it."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import findings, verdict_of


def judged(**deal: Any) -> dict[str, Any]:
    record = {"game": "two-handed", "players": ["Anna", "Boris"]}
    return verdict_of({**record, "deals": [{"dealer": "Boris", "trump": "hearts", **deal}]})


def only_fault(session: dict[str, Any]) -> dict[str, Any]:
    (fault,) = findings(session, "fault")
    return fault


def test_a_revoke_that_was_taken_back_costs_nothing() -> None:
    held = {"Anna": "SA D9 C9", "Boris": "S9 CA C10"}
    play = ["Anna: SA CA", "Boris: takes back CA", "SA S9", "C9 CA", "C10 D9"]
    session = judged(held=held, play=play)
    fault = only_fault(session)
    assert (fault["rule"], fault["player"], fault["path"]) == ("two-handed.stage2-follow", "Boris", "deals[0].play[0]")
    assert "nothing follows" in fault["ruling"]
    assert session["deals"][0]["scores"] == {"Anna": 11, "Boris": 31}


def test_the_same_revoke_that_was_not_taken_back_costs_the_cards() -> None:
    held = {"Anna": "SA D9 C9", "Boris": "S9 CA C10"}
    session = judged(held=held, play=["Anna: SA CA", "C9 C10", "S9 D9"])
    assert only_fault(session)["remedy"] == "two-handed.revoke-1000"
    assert session["deals"][0]["scores"] == {"Anna": 22, "Boris": 0}


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (["SA S9", "Boris: CA", "Boris: takes back CA", "D10 CA"], "taken back"),
        (["SA S9", "Boris: CA C9"], "it stands"),
    ],
)
def test_a_lead_out_of_turn(play: list[str], words: str) -> None:
    fault = only_fault(judged(play=play))
    assert fault["rule"] == fault["remedy"] == "two-handed.lead-out-of-turn"
    assert words in fault["ruling"]


def test_a_choice_that_the_rule_does_not_give_is_an_error_and_the_others_are_listed_with_what_they_give() -> None:
    fault = {"fault": "wrong-stock-three", "by": "Boris"}
    session = judged(taken={"Anna": 100, "Boris": 150}, irregularities=[{**fault, "choice": "both"}])
    (refused,) = findings(session, "error")
    assert '"both" is none of the choices: the choices are stock, trump' in refused["message"]
    assert session["deals"][0]["scores"] is None
    for choice in ({}, {"choice": "trump"}):
        found = only_fault(judged(taken={"Anna": 100, "Boris": 150}, irregularities=[{**fault, **choice}]))
        assert [choice["name"] for choice in found["choices"]] == ["stock", "trump"]
        assert all(choice["scores"] for choice in found["choices"])


@pytest.mark.parametrize(
    ("deal", "by", "words"),
    [
        ({"claimed": {"Anna": 100, "Boris": 150}}, "Boris", "nothing is taken off"),
        ({"taken": {"Anna": 100, "Boris": 150}}, None, "who revoked is not recorded"),
    ],
)
def test_a_revoke_whose_price_is_not_known(deal: dict[str, Any], by: str | None, words: str) -> None:
    called = {"fault": "stage2-follow", "after": 14, **({"by": by} if by else {})}
    session = judged(**deal, irregularities=[called])
    assert words in only_fault(session)["ruling"]
    assert session["deals"][0]["scores"] == {"Anna": 100, "Boris": 150}


def test_each_breach_is_told_and_the_price_paid_once() -> None:
    held = {"Anna": "SA SK D9 C9", "Boris": "S9 SJ CA C10"}
    session = judged(held=held, play=["Anna: SA CA", "SK C10", "C9 SJ", "D9 S9"])
    assert [fault["path"] for fault in findings(session, "fault")] == ["deals[0].play[0]", "deals[0].play[1]"]
    assert session["deals"][0]["scores"]["Boris"] == 0
    reversals = [entry for entry in session["deals"][0]["ledger"] if entry["rule"] == "two-handed.revoke-1000"]
    assert len(reversals) <= 1


@pytest.mark.parametrize("beside", [{"taken": {"Anna": 100, "Boris": 150}}, {"play": ["Anna: S10 SA"]}])
def test_the_whole_pack_in_hands_and_stock_leaves_no_card_to_turn(beside: dict[str, Any]) -> None:
    """Forty-eight cards, each there twice, and yet one too many in the stock: the turned one is among them."""
    hands = {"Anna": "S10KJ9 HA10K9 DA10 CQ9", "Boris": "SAAQ HKQJ DAQJ CA10J"}
    stock = "D10 C10 H9 HJ H10 CK D9 S10 SK SJ HQ CJ SQ CK DQ CQ S9 HA CA DJ C9 DK D9 DK"
    session = judged(hands=hands, stock=stock, **beside)
    (error,) = findings(session, "error")
    assert error["rule"] == "record.count"
    assert "24 in the stock" in error["message"]
    assert session["deals"][0]["scores"] is None
