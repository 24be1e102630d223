"""What if: a record judged again with each answer that is open, and without each ruling that is contested.

Nothing is computed here but which records to judge: an answer is written into the record where the table would have
written it (`choice`), a waived ruling is named in it (`waived`), and the engine does the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import CLAIM
from pinocle_cli.session import judge
from pinocle_cli.written import Irregularity, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pinocle_cli.game import Game
    from pinocle_cli.ledger import Finding, SessionVerdict, Verdict
    from pinocle_cli.record import Deal, Record

MOST = 8  # combinations that are worked out
MOST_ASKED = 40  # rulings of one record of which it is looked into what they change: each is a verdict of its own
STANDS, WAIVED = "stands", "waived"


class Answer(NamedTuple):
    """One way in which a question can be answered, and what the rule says that it gives."""

    name: str
    gives: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is open in a record: a choice that a rule gives, or a ruling that changes something and may be contested."""

    deal: int  # its place among the deals
    number: int  # as the table counts them
    finding: Finding
    answers: tuple[Answer, ...]

    @property
    def choice(self) -> bool:
        """Whether the rule leaves it to a side, and not to the table."""
        return self.finding.open


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a record comes to with these answers (one for each question; None: as it was ruled)."""

    answers: tuple[str | None, ...]
    verdict: SessionVerdict


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Everything that is open in a record, and what each answer gives; `all_combined`: in every combination."""

    questions: tuple[Question, ...]
    outcomes: tuple[Outcome, ...]
    all_combined: bool
    left_out: int = 0  # rulings that were not looked into, there being so many


def what_if(record: Record, verdict: SessionVerdict, games: Mapping[str, Game]) -> WhatIf:
    """Every open choice and contested ruling of a judged record, with the outcome of each answer.

    Up to eight combinations are all worked out; of more questions each is answered by itself, the rest as ruled.
    """
    judged = _Judged(record, verdict, games)
    asked, left_out = _questions(verdict, judged)
    ways = [[answer.name for answer in question.answers] for question in asked]
    number = 1
    for way in ways:
        number *= len(way)
    all_combined = number <= MOST
    picks: Iterable[tuple[str | None, ...]] = product(*ways)
    if not all_combined:
        picks = (
            tuple(name if other == n else None for other in range(len(ways)))
            for n, way in enumerate(ways)
            for name in way
        )
    outcomes = tuple(Outcome(pick, judged.answered(asked, pick)) for pick in picks) if asked else ()
    return WhatIf(asked, outcomes, all_combined, left_out)


class _Judged:
    """A record judged with one set of answers and another, with each set once."""

    def __init__(self, record: Record, verdict: SessionVerdict, games: Mapping[str, Game]) -> None:
        self.record, self.games = record, games
        self.made = {frozenset[object](): verdict}  # by the answers that make it another record

    def answered(self, questions: Sequence[Question], answers: Sequence[str | None]) -> SessionVerdict:
        """The verdict with these answers."""
        given = [(q, answer) for q, answer in zip(questions, answers, strict=True) if q.choice or answer != STANDS]
        key = frozenset((q.deal, q.finding.key, answer) for q, answer in given if answer is not None)
        if key not in self.made:
            self.made[key] = judge(_answered(self.record, questions, answers), self.games)
        return self.made[key]

    def without(self, deal: int, finding: Finding) -> SessionVerdict:
        """The verdict without what follows from one fault."""
        return self.answered((Question(deal, 0, finding, (Answer(WAIVED),)),), (WAIVED,))


def differs(one: SessionVerdict, other: SessionVerdict) -> bool:
    """Whether two verdicts come to something else for anybody."""
    return _outcome(one) != _outcome(other)


def _outcome(verdict: SessionVerdict) -> tuple[object, ...]:
    result = verdict.result
    return (
        [deal.scores for deal in verdict.deals], verdict.totals, result and (result.winner, result.more),
        sorted((p.payer, p.payee, p.amount) for p in verdict.payments),
    )  # fmt: skip


def _questions(verdict: SessionVerdict, judged: _Judged) -> tuple[tuple[Question, ...], int]:
    """What is open, and how many rulings were not looked into."""
    found, looked = [], 0
    for nth, deal, finding in _askable(verdict):
        if finding.open:
            answers = tuple(Answer(choice.name, choice.gives) for choice in finding.choices)
            found.append(Question(nth, deal.number, finding, answers))
        elif finding.remedy is not None and not finding.choices:  # a choice that was made is not contested
            looked += 1
            if looked <= MOST_ASKED and differs(verdict, judged.without(nth, finding)):
                answers = Answer(STANDS, finding.ruling), Answer(WAIVED, "nothing follows from it")
                found.append(Question(nth, deal.number, finding, answers))
    return tuple(found), max(0, looked - MOST_ASKED)


def _askable(verdict: SessionVerdict) -> Iterator[tuple[int, Verdict, Finding]]:
    """Each fault of play once; in a deal that cannot be true nobody is accused."""
    for nth, deal in enumerate(verdict.deals):
        if any(finding.severity == ERROR for finding in deal.findings):
            continue
        faults = {f.key: f for f in reversed(deal.findings) if f.severity == FAULT and f.rule is not CLAIM}
        yield from ((nth, deal, finding) for finding in reversed(faults.values()))


# --- Answers, written into the record --------------------------------------------------------------------------------


def _answered(record: Record, questions: Sequence[Question], answers: Sequence[str | None]) -> Record:
    """The record as if the table had answered so."""
    deals, waived = list(record.deals), set(record.waived)
    for question, answer in zip(questions, answers, strict=True):
        if answer == WAIVED and not question.choice:
            waived.add(question.finding.key)
        elif answer is not None and question.choice:
            deals[question.deal] = _with_choice(deals[question.deal], question.finding, answer)
    return replace(record, deals=deals, waived=frozenset(waived))


def _with_choice(deal: Deal, finding: Finding, choice: str) -> Deal:
    """The deal with the choice written beside the fault; one that the cards show is written down besides."""
    called = list(deal.irregularities or ())
    path = finding.path.removeprefix(deal.prefix)
    nth = next((n for n, one in enumerate(called) if one.place.path == path), None)
    if nth is not None:
        called[nth] = replace(called[nth], choice=choice)
    else:
        called.append(_called(deal, finding, path, choice))
    return replace(deal, irregularities=called, findings=[*deal.findings])


def _called(deal: Deal, finding: Finding, path: str, choice: str) -> Irregularity:
    """A fault that the replay has found, as the table would have called it."""
    place = Place(finding.line, finding.column, path)
    play, nth = deal.play or (), int(path[len("play[") : -1]) if path.startswith("play[") else None
    cards = play[nth].cards if nth is not None and play[nth].verb else ()
    after = None if nth is None else sum(not earlier.verb for earlier in play[:nth])
    return Irregularity(fault=finding.rule.label, place=place, by=finding.seat, cards=cards, after=after, choice=choice)
