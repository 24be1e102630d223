"""One deal: the phases of its game are run in order, then what follows from each fault is ruled on.

Facts before faults: once a phase finds that the record cannot be true, the phases after it are not run and no fault
has a consequence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import DealState, called, note, numbered
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Run, Verdict
from pinocle_cli.record import CLAIM, NOT_CHECKED, Irregularity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import SessionState
    from pinocle_cli.ledger import Ruling
    from pinocle_cli.record import Deal


def adjudicate(
    session: SessionState, deal: Deal, dealer: int, number: int, *, as_played: bool = False
) -> tuple[DealState, Verdict]:
    """Judge one deal as the session stands. `as_played` reports the faults but leaves out what follows from them."""
    game = session.game
    house, deck = session.house, session.deck
    state = game.state(session=session, house=house, deck=deck, deal=deal, number=number, dealer=dealer)
    findings = [*deal.findings]
    verdict = Verdict(number=number, line=deal.line, findings=findings)
    if not findings or not verdict.has_errors:
        _run_phases(state, verdict)
    possible = not findings or not verdict.has_errors
    verdict.dealer, verdict.trump, verdict.more = state.dealer, state.trump, state.more
    if not possible:
        verdict.ledger = []
        _withhold(verdict)
        return state, verdict
    if findings and not as_played:
        _rule(state, verdict)
    verdict.void = state.void
    if state.void is not None:
        verdict.ledger = [entry for entry in verdict.ledger if entry.rule in game.kept_when_void]
    if state.scored:
        verdict.scores = _scores(session, verdict)
    if deal.claimed is not None:
        findings.extend(_claims(state, verdict))
    return state, verdict


def _scores(session: SessionState, verdict: Verdict) -> dict[int, int]:
    """What the ledger comes to for each account."""
    scores = dict.fromkeys(session.accounts, 0)
    unit = session.game.unit
    for one in verdict.entered:
        if one.unit == unit:
            if isinstance(one, Run):
                for seat, points in enumerate(one.sums):
                    scores[seat] += points
            else:
                scores[one.seat] += one.points
    return scores


def _run_phases(state: DealState, verdict: Verdict) -> None:
    ledger, findings = verdict.entered, verdict.findings
    if state.deal.irregularities:
        findings.extend(called(state))
    deal = state.deal
    if deal.dealer is None:
        findings.extend(numbered(state))
    for phase in state.session.game.phases:
        if phase.needs and getattr(deal, phase.needs) is None:
            continue
        impossible = False
        for said in phase.run(state):
            if isinstance(said, Finding):
                findings.append(said)
                impossible = impossible or said.severity == ERROR
            else:
                ledger.append(said)
        if impossible:
            return


def _withhold(verdict: Verdict) -> None:
    """No penalty on a record that cannot be true: what looks like a fault may be the same slip of the pen."""
    withheld = "withheld: the deal cannot have been played as it is recorded"
    verdict.findings = [f._replace(ruling=withheld) if f.severity == FAULT else f for f in verdict.findings]


def _rule(state: DealState, verdict: Verdict) -> None:
    """Apply to each fault what the book says follows; a penalty once for a player and rule in a deal.

    A fault that the replay has settled already, such as a card that was taken back, has its ruling.
    """
    remedies = state.session.game.remedies
    applied = set()
    for n, finding in enumerate(verdict.findings):
        settled = finding.severity != FAULT or finding.ruling  # what was taken back has been ruled on already
        remedy = None if settled else remedies.get(finding.rule)
        if remedy is None:
            continue
        ruling = remedy(finding, state, verdict.ledger)
        if ruling is None:
            continue
        again = not ruling.each and (finding.seat, ruling.rule) in applied
        if not again:
            verdict.ledger.extend(ruling.entries)
        if ruling.entries:
            applied.add((finding.seat, ruling.rule))
        text = ruling.text + (" (this has been counted already)" if again else "") + _no_choice(finding, ruling)
        verdict.findings[n] = finding._replace(remedy=ruling.rule, ruling=text, choices=ruling.choices)


def _no_choice(finding: Finding, ruling: Ruling) -> str:
    """What is to be said where the table wrote a choice that the rule does not give."""
    chosen = finding.cause.choice if isinstance(finding.cause, Irregularity) else None
    names = [choice.name for choice in ruling.choices]
    return (
        f'; "{chosen}" is none of the choices ({", ".join(names)})' if chosen and names and chosen not in names else ""
    )


def _claims(state: DealState, verdict: Verdict) -> Iterator[Finding]:
    """Compare what the table wrote down for this deal with what the rules give."""
    if verdict.scores is None:
        return
    if not state.complete:
        message = "what the table wrote for this deal is not compared: not everything that scores is recorded"
        yield note(NOT_CHECKED, state.place(), message)
        return
    for seat, figure in state.deal.claimed.items():
        right = verdict.scores.get(seat)
        if right is not None and right != figure.value:
            line, column, path = figure.place
            own = [e for e in verdict.ledger if e.seat == seat and e.unit == state.session.game.unit]
            message = f"{state.name(seat)} wrote {figure.value}, the rules give {right}{_explained(state, own)}"
            yield Finding(CLAIM, FAULT, line, message, seat, column, path)


def _explained(state: DealState, entries: list[Entry]) -> str:
    """What a figure is made of, in the columns of the score table: ` (melds 40, cards 120)`."""
    headings = {rule: column.title for column in state.session.game.columns for rule in column.rules}
    sums: dict[str, int] = {}
    for entry in entries:
        title = headings.get(entry.rule, entry.rule.title.lower())
        sums[title] = sums.get(title, 0) + entry.points
    parts = [f"{title} {points}" for title, points in sums.items() if points]
    return f" ({', '.join(parts)})" if parts else ""
