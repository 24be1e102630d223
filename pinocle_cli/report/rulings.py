"""Each ruling of a record as a page shows it: where it happened, what follows, what may be chosen and what it gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from operator import contains
from typing import TYPE_CHECKING

from pinocle_cli.ledger import FAULT
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import CLAIM
from pinocle_cli.render import sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.analyse.whatif import WhatIf
    from pinocle_cli.ledger import Finding, SessionVerdict, Verdict
    from pinocle_cli.replay.frame import Course, Frame


class Side(NamedTuple):
    """One outcome, side by side with others: what it is called, what the deal and the game come to."""

    title: str
    scores: tuple[str, ...]  # of the deal, by account
    totals: tuple[str, ...]
    ends: str  # result and payments, in words


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """One fault and what the book says of it."""

    number: int  # on the page
    finding: Finding
    deal: Verdict | None
    nth: int | None  # the deal's place on the sheet
    frame: int | None  # the moment in the replay
    seen: Frame | None  # what was to be seen then
    effect: str = ""
    sides: tuple[Side, ...] = field(default=())  # empty where the ruling changes nothing


def is_claim(finding: Finding) -> bool:
    """Whether figures differ; everything else that is wrong was done by a player."""
    return finding.rule is CLAIM


def ruled(verdict: SessionVerdict, courses: Sequence[Course], answers: WhatIf, first: int) -> list[Ruled]:
    """Every fault of play in the order of the record, numbered from `first`; `answers` are its outcomes."""
    parts: list[tuple[Verdict | None, int | None, list[Finding]]] = [
        (deal, nth, deal.findings) for nth, deal in enumerate(verdict.deals)
    ]
    parts.append((None, None, verdict.findings))
    found = [
        (deal, nth, finding)
        for deal, nth, findings in parts
        for finding in sorted(findings, key=lambda one: (one.line, one.column))
        if finding.severity == FAULT and not is_claim(finding)
    ]
    rulings = []
    for number, (deal, nth, finding) in enumerate(found, first):
        at = _frame_of(finding, courses[nth]) if nth is not None and nth < len(courses) else None
        rulings.append(
            Ruled(
                number=number, finding=finding, deal=deal, nth=nth, frame=at,
                seen=courses[nth].frames[at] if nth is not None and at is not None else None,
                sides=tuple(_sides(verdict, finding, nth, answers)) if nth is not None else (),
            )
        )  # fmt: skip
    return rulings


def _frame_of(finding: Finding, course: Course) -> int | None:
    return next((n for n, frame in enumerate(course.frames) if finding in frame.findings), None)


def _sides(verdict: SessionVerdict, finding: Finding, nth: int, answers: WhatIf) -> Iterator[Side]:
    """What the deal and the game come to with each answer to this question, the others as ruled."""
    at = next((n for n, question in enumerate(answers.questions) if question.finding.key == finding.key), None)
    if at is None:
        return
    for name, outcome in alone(answers, at):
        yield side(outcome, nth, _title(name))


def _title(name: str) -> str:
    return {"stands": "as ruled", "waived": "without the ruling"}.get(name, name)


def alone(answers: WhatIf, at: int) -> Iterator[tuple[str, SessionVerdict]]:
    """Each answer to one question, with its outcome where every other question is left as it was ruled."""
    as_ruled = [(None, question.answers[0].name) for question in answers.questions]
    for answer in answers.questions[at].answers:
        picks = [*as_ruled[:at], (answer.name,), *as_ruled[at + 1 :]]
        fits = (all(map(contains, picks, outcome.answers)) for outcome in answers.outcomes)
        yield answer.name, next(compress(answers.outcomes, fits)).verdict


def side(verdict: SessionVerdict, nth: int, title: str) -> Side:
    """One outcome in figures and words."""
    deal = verdict.deals[nth]
    scores = tuple("?" if deal.scores is None else f"{deal.scores[seat]}" for seat in verdict.accounts)
    totals = tuple("?" if verdict.totals is None else f"{verdict.totals[seat]}" for seat in verdict.accounts)
    return Side(title, scores, totals, sheet.ends(verdict))
