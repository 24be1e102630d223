"""Whole records of partnership pinochle with what their verdicts must hold beside them, and the samples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import findings, verdicts

from pinocle_cli.ledger import exit_status

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("partnership-*.yaml"))
SAMPLES = sorted((HERE.parent / "samples").glob("partnership-*.yaml"))


def one_of(wanted: str | None, found: str | None) -> bool:
    return found is wanted is None or found in (wanted or "").split("|")


def holds(wanted: dict[str, Any] | None, found: dict[str, Any] | None) -> bool:
    """Whether everything that is expected stands in what was found."""
    if wanted is None or found is None:
        return wanted is found
    return all(
        one_of(value, found.get(key)) if key == "rule" else found.get(key) == value for key, value in wanted.items()
    )


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_case(file: Path) -> None:
    expected = json.loads(file.with_suffix("").with_suffix(".expected.json").read_text("utf-8"))
    sessions = verdicts(file.read_bytes(), file.name)
    wanted = expected.get("sessions", [expected])
    assert len(sessions) == len(wanted)
    for session, want in zip(sessions, wanted, strict=True):
        for deal, scores in zip(session["deals"], want.get("scores", []), strict=False):
            assert holds(scores, deal["scores"])
        assert holds(want.get("totals", {}), session["totals"])
        if "result" in want:
            assert holds(want["result"], session["result"])
        ledger = [entry for deal in session["deals"] for entry in deal["ledger"]]
        for entry in want.get("ledger", []):
            assert any(
                one_of(entry["player"], e["player"]) and entry["points"] == e["points"] and entry["rule"] == e["rule"]
                for e in ledger
            )
        faults = {finding["rule"] for finding in findings(session) if finding["severity"] != "note"}
        assert not faults & set(want.get("no_rules", []))
    severities = [finding["severity"] for session in sessions for finding in findings(session)]
    assert exit_status(severities) == expected["exit"]


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_sample(file: Path) -> None:
    text = file.read_text("utf-8")
    assert text.startswith("# ")
    for session in verdicts(text, file.name):
        assert session["totals"] is not None
        assert not findings(session, "error")
        assert "record.claim" not in {finding["rule"] for finding in findings(session)}
        assert bool(findings(session, "fault")) == ("irregularities" in file.stem)
