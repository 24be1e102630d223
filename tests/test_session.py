"""From deal to deal: who deals, what carries over, when the game ends, and what the table claimed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import findings, verdict_of
from legal_deals import legal_deal

WHOLE = {"trump": "hearts", "melds": {"Anna": []}, "taken": {"Anna": 100, "Boris": 150}}


def session_of(*deals: dict[str, Any], **more: Any) -> dict[str, Any]:
    return verdict_of({"game": "two-handed", "players": ["Anna", "Boris"], **more, "deals": list(deals)})


def claims(session: dict[str, Any]) -> list[str]:
    return [finding["message"] for finding in findings(session) if finding["rule"] == "record.claim"]


def sheet(anna: int, boris: int, **more: Any) -> dict[str, Any]:
    return {"claimed": {"Anna": anna, "Boris": boris}, **more}


# --- Who deals -------------------------------------------------------------------------------------------------------

MISDEAL = {"irregularities": [{"fault": "misdeal"}]}


@pytest.mark.parametrize(
    ("deals", "dealers"),
    [
        ([{}, {}, {}], "Anna Boris Anna"),
        ([{"dealer": "Boris"}, {}, {}], "Boris Anna Boris"),
        ([{"dealer": "Boris"}, {"dealer": "Boris"}, {}], "Boris Boris Anna"),
        ([{"dealer": "Anna"}, MISDEAL, {}], "Anna Boris Boris"),
        ([{"dealer": "Anna"}, MISDEAL, MISDEAL, {}], "Anna Boris Boris Boris"),
    ],
)
def test_the_deal_alternates(deals: list[dict[str, Any]], dealers: str) -> None:
    play = {"trump": "hearts", "play": ["SA S9"]}
    session = session_of(*({**play, **deal} if deal is not MISDEAL else deal for deal in deals))
    assert [deal["dealer"] for deal in session["deals"]] == dealers.split()


def test_who_leads_follows_from_who_deals() -> None:
    deal = {"trump": "hearts", "play": ["SA S9"]}
    session = session_of({"dealer": "Anna", **deal}, deal, deal)
    assert [deal["scores"] for deal in session["deals"]] == [
        {"Anna": 0, "Boris": 11}, {"Anna": 11, "Boris": 0}, {"Anna": 0, "Boris": 11},
    ]  # fmt: skip


def test_the_first_dealer_is_assumed_where_it_matters() -> None:
    assert "record.assumed" in {f["rule"] for f in findings(session_of({"play": ["SA S9"]}), "note")}
    assert "record.assumed" not in {f["rule"] for f in findings(session_of(WHOLE), "note")}


@pytest.mark.parametrize(
    ("numbers", "shown"), [([None, None], [1, 2]), ([5, None, None], [5, 6, 7]), ([None, 4, None], [1, 4, 5])]
)
def test_numbers_of_deals(numbers: list[int | None], shown: list[int]) -> None:
    session = session_of(*({**WHOLE, **({"number": n} if n else {})} for n in numbers))
    assert [deal["number"] for deal in session["deals"]] == shown


# --- How a game ends -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "deal", "rules", "winner", "rule"),
    [
        ((900, 0), (100, 150), {}, "Anna", "game-1000"),
        ((890, 0), (100, 150), {}, None, None),
        ((850, 900), (100, 150), {}, "Boris", "game-1000"),
        ((900, 850), (230, 150), {}, None, None),  # 1130 to 1000 plays on
        ((900, 850), (350, 150), {}, "Anna", "game-1000"),  # 1250 to 1000
        ((900, 850), (340, 150), {}, None, None),
        ((1130, 1000), (100, 150), {}, None, None),  # both over the mark: the game goes to 1250
        ((1150, 1000), (100, 150), {}, "Anna", "game-1000"),
        ((1250, 1250), (200, 100), {}, None, None),  # to 1500
        ((1250, 1250), (250, 100), {}, "Anna", "game-1000"),
        ((400, 0), (100, 150), {"target": 500}, "Anna", "game-1000"),
        ((500, 500), (100, 90), {"target": 500, "step": 100}, "Anna", "game-1000"),
        ((0, 0), (100, 150), {"target": "deal"}, "Boris", "single-deal-game"),
        ((900, 0), (100, 100), {"target": "deal"}, "nobody", "drawn"),
        ((-200, -20), (1200, 20), {}, "Anna", "game-1000"),
    ],
)
def test_the_end_of_a_game(
    opening: tuple[int, int], deal: tuple[int, int], rules: dict[str, Any], winner: str | None, rule: str | None
) -> None:
    session = session_of(sheet(*deal), opening=dict(zip(("Anna", "Boris"), opening, strict=True)), rules=rules)
    result = session["result"]
    if winner is None:
        assert result is None
    else:
        assert (result["winner"] or "nobody") == winner
        assert result["rule"] == f"two-handed.{rule}"
    assert session["totals"] == {"Anna": opening[0] + deal[0], "Boris": opening[1] + deal[1]}


def test_a_mark_far_below_the_scores_costs_no_time() -> None:
    session = session_of(sheet(10, 20), opening={"Anna": 9_999_999, "Boris": 9_999_999}, rules={"target": 1, "step": 1})
    assert session["result"]["winner"] == "Boris"


def test_a_game_ends_once() -> None:
    session = session_of(sheet(600, 100), sheet(400, 100), sheet(10, 950), sheet(10, 10))
    assert session["result"] == {"winner": "Anna", "rule": "two-handed.game-1000", "line": 1}
    assert session["totals"] == {"Anna": 1000, "Boris": 200}
    assert [deal["scores"]["Boris"] for deal in session["deals"]] == [100, 100, 950, 10]
    said = [[f["rule"] for f in deal["findings"] if f["severity"] == "error"] for deal in session["deals"]]
    assert said == [[], [], ["record.count"], []]


def test_each_deal_is_a_game_where_the_target_is_a_deal() -> None:
    session = session_of(sheet(100, 150), rules={"target": "deal"})
    assert session["result"]["winner"] == "Boris"


def test_no_deal_that_broke_off_decides_a_game() -> None:
    session = session_of({"trump": "hearts", "dealer": "Boris", "play": ["SA S9"]}, opening={"Anna": 990, "Boris": 0})
    assert session["totals"] == {"Anna": 1001, "Boris": 0}
    assert session["result"] is None


# --- Void and impossible deals ---------------------------------------------------------------------------------------


def test_a_void_deal_has_no_points_and_decides_nothing() -> None:
    session = session_of({**MISDEAL, "turned": "H9"}, opening={"Anna": 990, "Boris": 0})
    assert session["deals"][0]["scores"] == {"Anna": 0, "Boris": 0}
    assert session["deals"][0]["ledger"] == []
    assert session["totals"] == {"Anna": 990, "Boris": 0}
    assert session["result"] is None


IMPOSSIBLE = {"trump": "hearts", "taken": {"Anna": 100, "Boris": 151}}
NOTHING = {"dealer": "Anna", "trump": "hearts"}


@pytest.mark.parametrize(
    "bad", [IMPOSSIBLE, NOTHING, {"trumps": "hearts"}], ids=["impossible", "nothing", "unreadable"]
)
def test_totals_are_null_from_a_deal_that_could_not_be_scored(bad: dict[str, Any]) -> None:
    session = session_of(WHOLE, bad, WHOLE, claimed={"Anna": 1, "Boris": 1})
    assert [deal["scores"] is None for deal in session["deals"]] == [False, True, False]
    assert session["totals"] is None
    assert session["result"] is None
    assert not claims(session)


def test_what_was_decided_before_it_stays_decided() -> None:
    session = session_of(sheet(1000, 0), IMPOSSIBLE)
    assert session["result"]["winner"] == "Anna"
    assert session["totals"] == {"Anna": 1000, "Boris": 0}


def test_out_after_a_deal_that_could_not_be_scored_is_not_checked() -> None:
    session = session_of(IMPOSSIBLE, {**WHOLE, "out": "Anna"}, opening={"Anna": 990, "Boris": 0})
    assert session["result"] is None
    assert any("whether he was out is not checked" in f["message"] for f in findings(session, "note"))
    assert not findings(session, "fault")


# --- Claims ----------------------------------------------------------------------------------------------------------


def test_a_right_claim_is_silent_and_a_wrong_one_is_a_fault() -> None:
    deal = {**WHOLE, "claimed": {"Anna": 100, "Boris": 160}}
    session = session_of(deal, claimed={"Anna": 100, "Boris": 160})
    assert claims(session) == [
        "Boris wrote 160 in all, the rules give 150",
        "Boris wrote 160, the rules give 150 (cards 150)",
    ]
    assert session["totals"] == {"Anna": 100, "Boris": 150}
    fault = findings(session, "fault")[1]
    assert (fault["player"], fault["path"]) == ("Boris", "deals[0].claimed.Boris")


def test_a_claim_tells_what_the_right_figure_is_made_of() -> None:
    deal = {"trump": "hearts", "melds": {"Anna": ["HK HQ", "dix"]}, "taken": {"Anna": 87, "Boris": 163}}
    session = session_of({**deal, "claimed": {"Anna": 130}})
    assert claims(session) == ["Anna wrote 130, the rules give 140 (melds 50, cards 90)"]


@pytest.mark.parametrize(
    "deal",
    [
        {"trump": "hearts", "melds": {"Anna": ["HK HQ"]}},
        {"trump": "hearts", "dealer": "Boris", "play": ["SA S9"]},
    ],
    ids=["melds only", "broken off"],
)
def test_a_claim_stands_for_what_is_not_recorded(deal: dict[str, Any]) -> None:
    both = {"Anna": 150, "Boris": 100}
    session = session_of(WHOLE, {**deal, "claimed": both}, claimed={"Anna": 250, "Boris": 250})
    assert not claims(session)
    assert session["totals"] == {"Anna": 250, "Boris": 250}
    assert sum(finding["rule"] == "record.as-recorded" for finding in findings(session, "note")) == 1


def test_a_claim_may_name_one_player_only() -> None:
    assert not claims(session_of(WHOLE, claimed={"Anna": 100}))
    session = session_of({"claimed": {"Anna": 100}})
    assert session["totals"] == {"Anna": 100, "Boris": 0}
    assert any("no figure for Boris" in finding["message"] for finding in findings(session, "note"))


# --- A whole game ----------------------------------------------------------------------------------------------------


def test_a_whole_game_adds_up() -> None:
    import random  # noqa: PLC0415 - only here

    rng = random.Random(7)
    deals = [legal_deal(rng, players=("Anna", "Boris")).deal for _ in range(8)]
    session = session_of(*({**deal, "dealer": "Boris"} for deal in deals))
    totals = {"Anna": 0, "Boris": 0}
    for deal in session["deals"]:
        for player, points in deal["scores"].items():
            totals[player] += points
        if max(totals.values()) >= 1000 > min(totals.values()):
            break
    assert session["totals"] == totals
    assert session["result"]["winner"] == max(totals, key=lambda player: totals[player])
    assert json.dumps(session)


@pytest.mark.parametrize("tricks", [{"Anna": 24}, {"Boris": 0}, [24, 0], {"Anna": 24, "Boris": 0}])
def test_who_took_every_trick_took_every_card_and_it_is_said_so(tricks: object) -> None:
    session = session_of({"trump": "hearts", "dealer": "Boris", "melds": {"Boris": ["CK CQ"]}, "tricks": tricks})
    (deal,) = session["deals"]
    assert deal["scores"] == {"Anna": 250, "Boris": 20}
    assert "every trick, so every card and the last trick" in [entry["note"] for entry in deal["ledger"]]
    assert "the play is not recorded; the tricks are taken as written" in [f["message"] for f in deal["findings"]]
