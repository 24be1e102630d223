"""Piquet from the books: settlements, whole deals and what is said of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import findings, verdict, verdicts


def paid(session: dict[str, Any]) -> list[dict[str, Any]]:
    return [{key: payment[key] for key in ("from", "to", "amount")} for payment in session["payments"]]


# --- The literature --------------------------------------------------------------------------------------------------

SETTLEMENTS = [
    (143, 105, 138), (348, 79, 527), (97, 96, 293),  # source 001
    (131, 113, 118), (125, 81, 306), (164, 114, 150), (224, 92, 416), (301, 75, 476), (144, 103, 141),
    (130, 104, 126),  # Cavendish
    (120, 102, 118), (120, 98, 318),  # Hoyle's Games Modernized
    (120, 112, 108), (85, 70, 255),  # a modern handbook
    (100, 99, 299), (101, 100, 101),  # at the edge
]  # fmt: skip


@pytest.mark.parametrize(("winner", "loser", "amount"), SETTLEMENTS)
def test_settlement(winner: int, loser: int, amount: int) -> None:
    text = (
        "game: piquet\nrules: portland\nplayers: [Anna, Boris]\n"
        f"opening: {{Anna: {winner - 10}, Boris: {loser - 12}}}\n"
        "deals: [{number: 6, claimed: {Anna: 10, Boris: 12}}]\n"
    )
    assert paid(verdict(text)) == [{"from": "Boris", "to": "Anna", "amount": amount}]


DEALS = {
    "the most that a deal can give, played out": (
        "SAKQ HAKQ DAKQ CAKQ",
        "SJ109 HJ108 D1098 C987",
        "SA S9, SK S10, SQ SJ, HA H8, HK H10, HQ HJ, DA D8, DK D9, DQ D10, CA C7, CK C8, CQ C9",
        {"Anna": 170, "Boris": 0},
    ),
    "three tens save the pique": (
        "SAKQJ10987 HAKQ C7",
        "H108 DAK1098 CAK1098",
        "SA H8, SK D8, SQ D9, SJ D10, S10 C8, S9 C9, S8 C10, S7 DK, HA H10, HK CK, HQ DA, C7 CA",
        {"Anna": 51, "Boris": 5},
    ),
    "twenty-nine, the first lead, and no more against it than an equal point": (
        "SQJ1098 HQ87 DQ7 CQ7",
        "S7 HAJ9 DKJ1098 CAK9",
        "SQ S7, SJ D8, S10 D9, S9 C9, S8 H9, CQ CK, CA C7, DK D7, DJ DQ, HQ HA, D10 H7, HJ H8",
        {"Anna": 67, "Boris": 8},
    ),
}


@pytest.mark.parametrize("name", DEALS)
def test_deal_from_the_literature(name: str) -> None:
    elder, younger, tricks, scores = DEALS[name]
    play = "".join(f"  {trick}\n" for trick in tricks.split(", "))
    text = (
        "game: piquet\nrules: portland\nplayers: [Anna, Boris]\ndealer: Boris\n"
        f"held: {{Anna: {elder}, Boris: {younger}}}\nplay: |\n{play}"
    )
    session = verdict(text)
    assert not [finding for finding in findings(session) if finding["severity"] != "note"]
    assert session["deals"][0]["scores"] == scores


# --- Counts that no hand can hold ------------------------------------------------------------------------------------

IMPOSSIBLE = {
    "seven, five, four, three and a trio need fourteen cards": (
        ["Anna: point 7", "Boris: good", "Anna: quint HA", "Boris: good", "Anna: quart SK", "Anna: tierce DQ"],
        "14 cards",
    ),
    "seven of a suit without the ace are a septieme": (
        ["Anna: quatorze A", "Boris: good", "Boris: point 7", "Boris: quint HK", "Boris: quint DJ"],
        "septieme",
    ),
    "four aces and a quint to the ace in two hands": (["Anna: quatorze A", "Boris: quint SA"], "is not free"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_published_count_that_no_hand_can_hold(name: str) -> None:
    calls, why = IMPOSSIBLE[name]
    lines = "".join(f"  {call}\n" for call in calls)
    session = verdict(f"game: piquet\nplayers: [Anna, Boris]\ndealer: Boris\ncalls: |\n{lines}")
    (found,) = findings(session, "error")
    assert found["rule"] == "record.impossible"
    assert why in found["message"]
    assert session["deals"][0]["scores"] is None


# --- Samples ---------------------------------------------------------------------------------------------------------

SAMPLES = Path(__file__).parent.parent / "samples"


def test_samples() -> None:
    sessions = {
        file.stem.removeprefix("piquet-"): verdicts(file.read_bytes(), file.name)
        for file in sorted(SAMPLES.glob("piquet-*.yaml"))
    }
    assert set(sessions) == {"illustration", "partie", "thirteen-cards"}
    (illustration,) = sessions["illustration"]
    assert illustration["deals"][0]["scores"] == {"Anna": 8, "Boris": 43}
    thirtieth = [entry["note"] for entry in illustration["deals"][0]["ledger"] if entry["line"] == 26]
    assert thirtieth == ["leads SQ: 30", "takes with SA: 4"]
    (partie,) = sessions["partie"]
    assert paid(partie) == [{"from": "Vera", "to": "Pavel", "amount": 314}]
    assert [paid(session)[0]["amount"] for session in sessions["thirteen-cards"]] == [291, 283]
    faults = [f["rule"] for name in sessions for s in sessions[name] for f in findings(s) if f["severity"] != "note"]
    assert faults == ["piquet.too-many-cards"] * 2
