"""Verdicts as plain data, in the form that the JSON output has."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import TYPE_CHECKING, cast

from pinocle_cli import __version__
from pinocle_cli.cards import SUITS
from pinocle_cli.ledger import ERROR, Verdict
from pinocle_cli.record import CLUB
from pinocle_cli.rule import EDITION

if TYPE_CHECKING:
    from typing import TypedDict

    from pinocle_cli.ledger import Entry, Finding, Payment, SessionVerdict

FORMAT = 1


if TYPE_CHECKING:

    class ChoiceData(TypedDict):
        """An answer that a rule leaves open, and what the deal comes to with it."""

        name: str
        gives: str
        scores: dict[str, int] | None

    class FindingData(TypedDict):
        """One finding."""

        rule: str
        severity: str
        player: str | None
        line: int
        column: int | None
        path: str | None
        message: str
        remedy: str | None
        ruling: str | None
        choices: list[ChoiceData]

    class FindingRow(FindingData):
        """One finding by itself: with the file, the record in it and the deal (None: the record as a whole)."""

        file: str
        document: int
        deal: int | None


def head() -> dict[str, object]:
    """What stands before the sessions."""
    return {"format": FORMAT, "pinocle": __version__, "rulebook": EDITION}


def session(verdict: SessionVerdict) -> dict[str, object]:
    """One session."""
    names = verdict.names
    return {
        "file": verdict.file,
        "document": verdict.document,
        "line": verdict.line,
        "meta": verdict.meta,
        "game": verdict.game,
        "profile": verdict.profile,
        "house": _house(verdict),
        "rules-from": _rules_from(verdict),
        "players": list(names[: verdict.players]),
        "deals": [_deal(verdict, deal) for deal in verdict.deals],
        **_end(verdict),
        "findings": [finding(verdict, one) for one in verdict.findings],
    }


def _end(verdict: SessionVerdict) -> dict[str, object]:
    """What it all came to."""
    return {
        "totals": _by_name(verdict.totals, verdict.names),
        "result": _result(verdict),
        "payments": [_payment(verdict, payment) for payment in verdict.payments],
    }


def outcome(verdict: SessionVerdict) -> dict[str, object]:
    """What a record comes to, without how."""
    scores = [{"number": deal.number, "scores": _by_name(deal.scores, verdict.names)} for deal in verdict.deals]
    return {"deals": scores, **_end(verdict)}


def _house(verdict: SessionVerdict) -> dict[str, object] | None:
    house = verdict.house
    if not dataclasses.is_dataclass(house):
        return None
    return {item.name.replace("_", "-"): getattr(house, item.name) for item in dataclasses.fields(house)}


def _rules_from(verdict: SessionVerdict) -> dict[str, object]:
    """The club's file, seen from the record's folder, and which options it and the record itself named."""
    named: dict[str, list[str]] = {"club": [], "record": []}
    for option, who in verdict.set_by.items():
        named[who].append(option)
    return {"file": verdict.house_from or None, **named}


def _by_name(figures: dict[int, int] | None, names: tuple[str, ...]) -> dict[str, int] | None:
    return None if figures is None else {names[seat]: points for seat, points in figures.items()}


def _result(verdict: SessionVerdict) -> dict[str, object] | None:
    result = verdict.result
    if result is None:
        return None
    winner = None if result.winner is None else verdict.names[result.winner]
    return {"winner": winner, "rule": verdict.id_of(result.rule), "line": result.line, **dict(result.more)}


def _deal(verdict: SessionVerdict, deal: Verdict) -> dict[str, object]:
    names = verdict.names
    return {
        "number": deal.number,
        "line": deal.line,
        "dealer": None if deal.dealer is None else names[deal.dealer],
        "trump": None if deal.trump is None else SUITS[deal.trump],
        "scores": _by_name(deal.scores, names),
        **deal.more,
        "ledger": [_entry(verdict, entry) for entry in deal.ledger],
        "findings": [finding(verdict, one) for one in deal.findings],
    }


def _payment(verdict: SessionVerdict, payment: Payment) -> dict[str, object]:
    return {
        "from": verdict.names[payment.payer],
        "to": verdict.names[payment.payee],
        "amount": payment.amount,
        "unit": payment.unit,
        "rule": verdict.id_of(payment.rule),
    }


def _entry(verdict: SessionVerdict, entry: Entry) -> dict[str, object]:
    return {
        "player": verdict.names[entry.seat],
        "points": entry.points,
        "unit": entry.unit,
        "rule": verdict.id_of(entry.rule),
        "line": entry.line,
        "note": entry.note,
    }


def finding(verdict: SessionVerdict, finding: Finding) -> FindingData:
    """One finding."""
    return {
        "rule": verdict.id_of(finding.rule),
        "severity": finding.severity,
        "player": None if finding.seat is None else verdict.names[finding.seat],
        "line": finding.line,
        "column": finding.column or None,
        "path": finding.path or None,
        "message": finding.message,
        "remedy": verdict.id_of(finding.remedy) if finding.remedy else None,
        "ruling": finding.ruling or None,
        "choices": [
            {"name": choice.name, "gives": choice.gives, "scores": _by_name(choice.scores, verdict.names)}
            for choice in finding.choices
        ],
    }


def finding_rows(severities: frozenset[str], verdict: SessionVerdict) -> list[FindingRow]:
    """The findings of a session in the order of the file, each with the file and the deal that it is about."""
    found: list[FindingRow] = []
    parts: list[SessionVerdict | Verdict] = [verdict, *verdict.deals]
    for part in parts:
        for one in part.findings:
            if one.severity in severities:
                number = part.number if isinstance(part, Verdict) else None
                where = {"file": verdict.file, "document": verdict.document, "deal": number}
                found.append(cast("FindingRow", {**where, **finding(verdict, one)}))
    if len(found) > 1:
        found.sort(key=lambda row: (row["line"], row["column"] or 0))
    return found


def rules_found(severities: frozenset[str], verdict: SessionVerdict) -> list[tuple[str, str, str]]:
    """(game, severity, rule) of each finding of a session."""
    game = verdict.game or ""
    return [(game, f.severity, verdict.id_of(f.rule)) for f in verdict.all_findings() if f.severity in severities]


class Summary:
    """Counts over everything that was judged."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._told: set[str] = set()

    def add(self, verdict: SessionVerdict) -> None:
        """Count one session in."""
        counts = self.counts
        counts["sessions"] += 1
        counts["deals"] += len(verdict.deals)
        for finding in verdict.all_findings():
            counts[finding.severity + "s"] += 1

    def errors(self, verdict: SessionVerdict) -> list[Finding]:
        """What is wrong in a record; a club's mistake is one, told with the first record, and not one a record."""
        found = [finding for finding in verdict.all_findings() if finding.severity == ERROR]
        again = [finding for finding in found if finding.rule is CLUB and finding.message in self._told]
        self._told.update(finding.message for finding in found if finding.rule is CLUB)
        self.counts["errors"] -= len(again)
        return [finding for finding in found if finding not in again]

    @property
    def exit_status(self) -> int:
        """0: clean or notes only, 1: faults, 2: errors."""
        return 2 if self.counts["errors"] else 1 if self.counts["faults"] else 0

    def data(self) -> dict[str, int]:
        """As it stands at the end of the JSON output."""
        return {key: self.counts[key] for key in ("sessions", "deals", "errors", "faults", "notes")}
