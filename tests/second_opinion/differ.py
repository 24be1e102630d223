"""One session, made from a seed, judged twice: what the second opinion and the package say differently."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import makers.auction
import makers.partnership
import makers.piquet
import makers.two_handed
import opinion.auction
import opinion.partnership
import opinion.piquet
import opinion.two_handed
from makers.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable

    from makers.common import Session
    from opinion.cards import Opinion

GAMES = {
    "two-handed": (makers.two_handed.make, opinion.two_handed.score),
    "auction": (makers.auction.make, opinion.auction.score),
    "partnership": (makers.partnership.make, opinion.partnership.score),
    "piquet": (makers.piquet.make, opinion.piquet.score),
}


@dataclass
class Case:
    """A file of one session or two; `said` is what the second opinion has to say of each."""

    sessions: list[Session]
    raw: bytes
    name: str
    said: list[Opinion]

    @property
    def text(self) -> str:
        return self.raw.decode("utf-16" if self.raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def case(seed: str, games: list[str] | None = None) -> Case:
    """The same file for the same seed, always."""
    rng = random.Random(seed)
    sessions, said = [], []
    for _ in range(rng.choice([1] * 12 + [2])):
        make, score = GAMES[rng.choice(games or list(GAMES))]
        sessions.append(make(rng, faulty=rng.choice([0.0, 0.25, 0.6])))
        said.append(score(sessions[-1].whole))
    raw, name = write(rng, [session.written for session in sessions])
    return Case(sessions, raw, name, said)


def differences(found: Case, judge: Callable[[bytes, str], list[dict[str, Any]]]) -> list[str]:
    """What differs, a line each; nothing where both say the same. `judge` gives the verdicts on a text."""
    verdicts = judge(found.raw, found.name)
    if len(verdicts) != len(found.sessions):
        return [f"{len(found.sessions)} sessions, the package {len(verdicts)}"]
    return [line for said, verdict in zip(found.said, verdicts, strict=True) for line in compare(said, verdict)]


def compare(said: Opinion, verdict: dict[str, Any]) -> list[str]:  # noqa: C901 - goes through it in one go
    out = []
    every = verdict["findings"] + [finding for deal in verdict["deals"] for finding in deal["findings"]]
    errors = [finding for finding in every if finding["severity"] == "error"]
    if sorted({finding["rule"] for finding in errors}) != sorted(set(said.errors)):
        out += [f"error: {finding['message']}" for finding in errors] or [f"errors {said.errors} are not found"]
    for number, (scores, deal) in enumerate(zip(said.scores, verdict["deals"], strict=False), 1):
        if scores != deal["scores"]:
            out.append(f"deal {number}: scores {scores}, the package {deal['scores']}")
    if len(said.scores) != len(verdict["deals"]):
        out.append(f"{len(said.scores)} deals, the package {len(verdict['deals'])}")
    for number, faults in enumerate(said.faults, 1):
        deal = verdict["deals"][number - 1] if number <= len(verdict["deals"]) else verdict
        out += [f"deal {number}: {line}" for line in faults_that_differ(faults, deal["findings"])]
    for number, (mine, deal) in enumerate(zip(said.contracts or [], verdict["deals"], strict=False), 1):
        its = deal.get("contract") and tuple(deal["contract"][key] for key in ("bidder", "bid", "made"))
        if mine != its:
            out.append(f"deal {number}: contract {mine}, the package {its}")
    if said.totals != verdict["totals"]:
        out.append(f"totals {said.totals}, the package {verdict['totals']}")
    result = verdict["result"] and (verdict["result"]["winner"], verdict["result"]["rule"].partition(".")[2])
    if said.result != result:
        out.append(f"result {said.result}, the package {result}")
    paid: Counter[tuple[str, str]] = Counter()
    for payment in verdict["payments"]:
        paid[payment["from"], payment["to"]] += payment["amount"]
    if said.payments != paid:
        out.append(f"payments {said.payments}, the package {paid}")
    return out


def faults_that_differ(wanted: list[tuple[str, str | None]], findings: list[dict[str, Any]]) -> list[str]:
    """Faults that only one of both found: a rule, and by whom it was broken."""
    found = {(f["rule"], f["player"]) for f in findings if f["severity"] == "fault"}
    met: set[tuple[str, str | None]] = set()
    out = []
    for rules, player in wanted:
        fits = {(rule, by) for rule, by in found if rule in rules.split("|") and player in (by, None)}
        met |= fits
        if not fits:
            out.append(f"fault {rules} by {player} is not found")
    return out + [f"fault {rule} by {player} is found" for rule, player in sorted(found - met, key=str)]
