"""The samples: each says what it shows, and shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinocle_cli.api import as_data, verdicts

SAMPLES = Path(__file__).parent.parent / "samples"

# sample: (totals, winner or None, the rules of its faults, the rules of its errors)
SHOWS: dict[str, tuple[dict[str, int] | None, str | None, list[str], list[str]]] = {
    "two-handed-game.yaml": ({"Anna": 1020, "Boris": 980}, "Anna", [], []),
    "two-handed-evening.yaml": ({"Anna": 920, "Boris": 890}, None, [], []),
    "two-handed-dispute.yaml": (
        {"Anna": 1000, "Boris": 870},
        "Anna",
        ["two-handed.stage2-follow", "record.claim", "two-handed.declare-out"],
        [],
    ),
    "auction-evening.yaml": ({"Ann": -106, "Bob": 17, "Cyd": 2, "Dan": 17, "Eve": 77, "kitty": 3}, None, [], []),
    "auction-350-dispute.yaml": (
        {"Ann": 25, "Bob": -35, "Cyd": 5, "kitty": 25},
        None,
        ["auction.meld-count-error"] * 3,
        [],
    ),
    "auction-improper-bury.yaml": (
        {"Ann": -12, "Bob": 6, "Cyd": 6, "kitty": 0},
        None,
        ["auction.no-bury-melded", *["record.claim"] * 3],
        [],
    ),
    "two-handed-slips.yaml": (None, None, [], ["record.unknown-name", "record.count", "record.impossible"]),
}


@pytest.mark.parametrize("name", SHOWS)
def test_sample(name: str) -> None:
    totals, winner, faults, errors = SHOWS[name]
    (session,) = [as_data(verdict) for verdict in verdicts(SAMPLES / name)]
    found = session["findings"] + [finding for deal in session["deals"] for finding in deal["findings"]]
    assert session["totals"] == totals
    assert (session["result"] or {}).get("winner") == winner
    assert [finding["rule"] for finding in found if finding["severity"] == "fault"] == faults
    assert [finding["rule"] for finding in found if finding["severity"] == "error"] == errors


def test_every_sample_says_what_it_shows_and_is_tested() -> None:
    for sample in SAMPLES.iterdir():
        assert sample.read_text("utf-8").startswith("# "), sample.name
        assert sample.name in SHOWS, sample.name
