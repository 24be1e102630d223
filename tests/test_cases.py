"""Whole records with what their verdicts must contain beside them: `NAME.yaml` and `NAME.expected.json`.

What the expected file does not list is not checked. `a|b` means a or b wherever a rule or a word is expected.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import findings, verdicts

from pinocle_cli.ledger import exit_status

CASES = Path(__file__).parent / "cases"
KEYS = {
    "source", "why", "exit", "sessions", "scores", "contract", "totals", "result", "payments", "ledger", "rules",
    "no_rules", "severities", "at_most", "lines", "message_contains",
}  # fmt: skip
EXPECTED = sorted(CASES.glob("*.expected.json"))


def one_of(wanted: str, found: object) -> bool:
    return found in wanted.split("|")


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def holds(found: dict[str, Any] | None, wanted: dict[str, Any]) -> bool:
    """Whether a flat object has everything that is wanted; a number that is missing is zero."""
    have = found or {}
    return all(
        one_of(value, have.get(key)) if key == "rule" else have.get(key, 0 if value == 0 else None) == value
        for key, value in wanted.items()
    )


def check(session: dict[str, Any], wanted: dict[str, Any]) -> None:  # noqa: C901 - goes through it in one go
    assert wanted.keys() <= KEYS, "what is not compared"
    deals, found = session["deals"], findings(session)
    for key in ("scores", "contract"):
        for deal, figures in zip(deals, as_list(wanted.get(key, [])), strict=False):
            assert holds(deal[key], figures), (key, deal[key], figures)
    for key in ("totals", "result"):
        assert holds(session[key], wanted.get(key) or {}), (key, session[key])
    if "result" in wanted and wanted["result"] is None:
        assert session["result"] is None
    if "payments" in wanted:
        paid = [
            Counter({(p["from"], p["to"]): p["amount"] for p in part})
            for part in (session["payments"], wanted["payments"])
        ]
        assert paid[0] == paid[1]
    entries = [entry for deal in deals for entry in deal["ledger"]]
    for entry in wanted.get("ledger", []):
        assert any(
            one_of(entry["player"], e["player"]) and holds(e, {k: v for k, v in entry.items() if k != "player"})
            for e in entries
        ), entry
    for rule in wanted.get("rules", []):
        assert any(one_of(rule, finding["rule"]) for finding in found), rule
    for rule in wanted.get("no_rules", []):
        assert not any(finding["rule"] == rule and finding["severity"] != "note" for finding in found), rule
    severities = Counter(finding["severity"] for finding in found)
    assert all(severities[severity] >= least for severity, least in wanted.get("severities", {}).items())
    for kind, most in wanted.get("at_most", {}).items():
        assert sum(one_of(kind, f["rule"]) or f["severity"] == kind for f in found) <= most, kind
    for kind, lines in wanted.get("lines", {}).items():
        for line in as_list(lines):
            at = [finding for finding in found if finding["line"] == line]
            assert any(one_of(kind, finding["rule"]) or finding["severity"] == kind for finding in at), (kind, line)
    texts = [f"{finding['message']} {finding['ruling']}" for finding in found]
    for word in wanted.get("message_contains", []):
        assert any(part in text for part in word.split("|") for text in texts), word


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda path: path.name.removesuffix(".expected.json"))
def test_case(expected: Path) -> None:
    name = expected.name.removesuffix(".expected.json")
    record = next(path for path in CASES.glob(f"{name}.*") if path != expected)
    wanted = json.loads(expected.read_text("utf-8"))
    sessions = verdicts(record.read_bytes(), record.name)
    for session, part in zip(sessions, wanted.get("sessions", [wanted]), strict=True):
        check(session, part)
    severities = [finding["severity"] for session in sessions for finding in findings(session)]
    assert exit_status(severities) in as_list(wanted["exit"])


def test_every_case_has_its_expected_verdict() -> None:
    records = {path.stem for path in CASES.iterdir() if not path.name.endswith(".expected.json")}
    assert records == {path.name.removesuffix(".expected.json") for path in EXPECTED}


@pytest.mark.parametrize("game", ["two-handed", "partnership", "auction", "piquet"])
@pytest.mark.parametrize("key", ["hands", "held", "taken", "tricks", "claimed", "melds", "discards"])
def test_an_empty_mapping_is_as_good_as_none(game: str, key: str) -> None:
    players = {"partnership": "[A, B, C, D]", "auction": "[A, B, C]"}.get(game, "[A, B]")
    (session,) = verdicts(f"game: {game}\nplayers: {players}\ndeals:\n  - dealer: A\n    {key}: {{}}\n")
    assert session["deals"][0]["number"] == 1
