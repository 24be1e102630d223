"""What the tests share: records as text or as data, to verdicts as plain data."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from pinocle_cli.games import GAMES
from pinocle_cli.inputs import records_in
from pinocle_cli.render import data
from pinocle_cli.session import judge

if TYPE_CHECKING:
    import pytest


def verdicts(text: str | bytes, name: str = "test.yaml", *, as_played: bool = False) -> list[dict[str, Any]]:
    """The sessions of a text, as the JSON output has them."""
    raw = text.encode("utf-8") if isinstance(text, str) else text
    return [
        data.session(judge(record, GAMES, as_played=as_played)) for record in records_in(io.BytesIO(raw), name, GAMES)
    ]


def verdict(text: str) -> dict[str, Any]:
    """The only session of a text."""
    (session,) = verdicts(text)
    return session


def verdict_of(record: dict[str, Any]) -> dict[str, Any]:
    """The verdict on a record given as plain data."""
    (session,) = verdicts(json.dumps(record), "test.jsonl")
    return session


def findings(session: dict[str, Any], severity: str | None = None) -> list[dict[str, Any]]:
    """Every finding of a session, or those of one severity."""
    found = session["findings"] + [finding for deal in session["deals"] for finding in deal["findings"]]
    return [finding for finding in found if severity in (None, finding["severity"])]


def rules_shown(session: dict[str, Any]) -> set[str]:
    """Every rule that a verdict names: in its ledger, findings, remedies, result and payments."""
    shown = {entry["rule"] for deal in session["deals"] for entry in deal["ledger"]}
    for finding in findings(session):
        shown |= {finding["rule"], finding["remedy"]}
    shown |= {payment["rule"] for payment in session["payments"]}
    return shown | ({session["result"]["rule"]} if session["result"] else set())


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-outputs` writes the expected output of the commands anew."""
    parser.addoption("--update-outputs", action="store_true", help="write what the commands print now")
