"""One deal: the phases of its game are run in order, then what follows from each fault is ruled on.

Facts before faults: once a phase finds that the record cannot be true, the phases after it are not run and no fault
has a consequence.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from pinocle_cli.game import ANY_FAULTS, Bounds, DealState, note
from pinocle_cli.ledger import ERROR, FAULT, NOTE, SURE, Entry, Finding, Run, Verdict
from pinocle_cli.record import AS_RECORDED, CLAIM, COUNT, IMPOSSIBLE, NOT_CHECKED, UNKNOWN_NAME, Irregularity, Place
from pinocle_cli.weigh import called, told_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pinocle_cli.game import SessionState
    from pinocle_cli.ledger import Choice, FindingKey, Unsure
    from pinocle_cli.record import Deal
    from pinocle_cli.worlds import Judge


WAIVED = "waived"  # the ruling where, as an experiment, nothing is to follow


def adjudicate(
    session: SessionState,
    deal: Deal,
    dealer: int,
    number: int,
    *,
    as_played: bool = False,
    unsure: Unsure = SURE,
    trial: int | None = None,
) -> tuple[DealState, Verdict]:
    """Judge one deal as the session stands. `as_played` reports the faults but leaves out what follows from them.

    Nobody is accused of what is `unsure`: it rests on a fact that nobody wrote. Of a deal that is only a `trial` it is
    enough to know that it cannot be true, or has more faults than so many.
    """
    game = session.game
    house, deck = session.house, session.deck
    state = game.state(session=session, house=house, deck=deck, deal=deal, number=number, dealer=dealer)
    findings = state.found = [*deal.findings]
    verdict = Verdict(number=number, line=deal.line, findings=findings)
    if deal.void:
        findings.extend(_did_not_count(state))
    if trial is not None:
        state.trial, state.ruled_out = True, game.rules_out(state)
        state.most_faults = (
            ANY_FAULTS if deal.irregularities else trial
        )  # what was called may turn out to be one of them
    if state.ruled_out:
        findings.append(Finding.at(state.place(), IMPOSSIBLE, ERROR, "it cannot have happened"))
    if (not findings or not verdict.has_errors) and not (deal.void and deal.irregularities is None):
        _run_phases(state, verdict)
    possible = not findings or not verdict.has_errors
    verdict.dealer, verdict.trump, verdict.more = state.dealer, state.trump, state.more
    if not possible:
        verdict.ledger = []
        withhold(verdict)
        state.let_go()
        return state, verdict
    state.unsure = unsure
    _hold_back(state)
    if findings and not as_played:
        _rule(state, verdict)
    _leave_unnamed(state)
    verdict.void = state.void
    if state.void is not None:
        verdict.ledger = [entry for entry in verdict.ledger if entry.rule in game.kept_when_void]
    if state.scored:
        verdict.scores = _scores(session, verdict)
    if deal.claimed is not None:
        findings.extend(_claims(state, verdict))
    state.let_go()
    return state, verdict


def _did_not_count(state: DealState) -> Iterator[Finding]:
    """A deal that did not count has no points and is dealt again; what a fault in it costs stands.

    One that is not written yet has none either, and the deal goes on from it; the record says so.
    """
    if state.deal.unwritten:
        state.void = NOT_CHECKED
    else:
        state.void, state.redeal = AS_RECORDED, True
        yield note(AS_RECORDED, state.place(), "this deal did not count: it has no points and is dealt again")


def _scores(session: SessionState, verdict: Verdict) -> dict[int, int]:
    """What the ledger comes to for each account."""
    scores = dict.fromkeys(session.accounts, 0)
    unit = session.game.unit
    for one in verdict.entered:
        if one.unit == unit:
            if isinstance(one, Run):
                for seat, points in zip(scores, one.sums, strict=True):
                    scores[seat] += points
            else:
                scores[one.seat] += one.points
    return scores


def _run_phases(state: DealState, verdict: Verdict) -> None:
    faults, most = 0, state.most_faults
    ledger, findings, deal = verdict.entered, verdict.findings, state.deal
    phases = state.session.game.phases
    waived = state.session.record.waived
    for phase in phases:
        if phase.needs and getattr(deal, phase.needs) is None:
            continue
        impossible = False
        for said in phase.run(state):
            if isinstance(said, Finding):
                findings.append(_waived(said, deal, waived) if waived else said)
                impossible = impossible or said.severity == ERROR
                faults += said.severity == FAULT and said.said is None and said.rule is not CLAIM
                if faults > most:
                    state.given_up = most == 0
                    findings.append(Finding.at(state.place(), IMPOSSIBLE, ERROR, "more faults than are of interest"))
                    return
            else:
                ledger.append(said)
        if impossible:
            return
    if deal.irregularities:
        if called not in [phase.run for phase in phases]:
            findings.extend(_waived(said, deal, waived) for said in called(state))
        told_once(state)


def _waived(finding: Finding, deal: Deal, waived: frozenset[FindingKey]) -> Finding:
    """A fault from which, as an experiment, nothing is to follow has been ruled on already."""
    prefix = deal.prefix
    placed = finding._replace(path=prefix + finding.path if finding.path else prefix[:-1])
    return finding._replace(ruling=WAIVED) if placed.key in waived else finding


def withhold(verdict: Verdict) -> None:
    """A record that cannot be true accuses nobody: what looks like a fault may be the same slip of the pen."""
    verdict.findings = [
        f._replace(severity=NOTE, message=f"{f.message} (if the record were right)") if f.severity == FAULT else f
        for f in verdict.findings
    ]


def _hold_back(state: DealState) -> None:
    """What was not so, or was another's, had a fact been otherwise that nobody wrote is no fault of anybody's."""
    for n, finding in enumerate(state.found if state.unsure else ()):
        why = state.unsure.get(finding.key) if finding.severity == FAULT else None
        if why:
            state.found[n] = finding._replace(severity=NOTE, message=f"{finding.message}{why}")


def _leave_unnamed(state: DealState) -> None:
    """What is wrong however that was stays a fault, but of nobody in particular."""
    for n, finding in enumerate(state.found if state.unsure else ()):
        if finding.key in state.unsure and finding.severity == FAULT:
            state.found[n] = finding._replace(seat=None)


def _rule(state: DealState, verdict: Verdict) -> None:
    """Apply to each fault what the book says follows; a penalty once for a player and rule in a deal.

    A fault that the replay has settled already, such as a card that was taken back, has its ruling.
    """
    remedies = state.session.game.remedies
    applied = set()
    for n, finding in enumerate(verdict.findings):
        settled = finding.severity != FAULT or finding.ruling  # what was taken back has been ruled on already
        remedy = None if settled else remedies.get(finding.rule)
        ruling = None if remedy is None else remedy(finding, state, verdict.ledger)
        if ruling is None:
            continue
        again = not ruling.each and (finding.seat, ruling.rule) in applied
        if not again:
            verdict.ledger.extend(ruling.entries)
        if ruling.entries:
            applied.add((finding.seat, ruling.rule))
        text = ruling.text + (" (this has been counted already)" if again else "")
        verdict.findings[n] = finding._replace(remedy=ruling.rule, ruling=text, choices=ruling.choices)


# --- Choices ---------------------------------------------------------------------------------------------------------


def answered(state: DealState, verdict: Verdict, judge: Judge) -> None:
    """Say with each choice that a rule gives what the deal comes to with it; one that it does not give is an error."""
    refused = []
    for n, finding in enumerate(verdict.findings):
        said, choices = finding.said, finding.choices
        if finding.ruling == WAIVED:
            continue
        if said is not None and said.choice and not choices:
            choices, obeyed = _had_nothing_been_chosen(state, verdict, finding, judge)
            if obeyed and not choices:
                continue
        if said is not None and said.choice and said.choice not in [choice.name for choice in choices]:
            refused.append(_no_choice(said, choices))
        elif choices:
            scored = [choice._replace(scores=_with(state, finding, choice.name, judge)[1].scores) for choice in choices]
            verdict.findings[n] = finding._replace(choices=tuple(scored))
    if refused:
        verdict.scores, verdict.ledger = None, []
        verdict.findings.extend(refused)
        withhold(verdict)


def _no_choice(said: Irregularity, choices: Sequence[Choice]) -> Finding:
    names = ", ".join(choice.name for choice in choices)
    given = f"the choices are {names}" if names else "this rule gives the other side no choice"
    return Finding.at(said.place, UNKNOWN_NAME, ERROR, f'"{said.choice}" is none of the choices: {given}')


def _had_nothing_been_chosen(
    state: DealState, verdict: Verdict, finding: Finding, judge: Judge
) -> tuple[tuple[Choice, ...], bool]:
    """What a ruling that was made on a choice would have left to choose, and whether the choice made a difference."""
    _, other = _with(state, finding, None, judge)
    place = finding.said.place if finding.said is not None else None
    open_ = next((f for f in other.findings if f.said is not None and f.said.place == place), finding)
    return open_.choices, open_.ruling != finding.ruling or other.scores != verdict.scores


def _with(state: DealState, finding: Finding, choice: str | None, judge: Judge) -> tuple[DealState, Verdict]:
    """The deal judged as if the table had written that answer."""
    called = list(state.deal.irregularities or ())
    said = finding.said
    if said is None:
        after = getattr(finding.cause, "number", None)
        place = Place(finding.line, finding.column, finding.path)
        said = Irregularity(fault=finding.rule.label, place=place, by=finding.seat, after=after)
        called.append(said)
    answer = dataclasses.replace(said, choice=choice)
    return judge(dataclasses.replace(state.deal, irregularities=[answer if one is said else one for one in called]))


# --- What the table wrote for the deal -------------------------------------------------------------------------------


def _claims(state: DealState, verdict: Verdict) -> Iterator[Finding]:
    """Compare what the table wrote down for this deal with what the rules give, or with what is possible."""
    known = verdict.scores is not None
    bounds = None if known and state.complete else state.session.game.bounds(state, verdict)
    if bounds is not None:
        yield from _as_written(state, verdict, bounds)
        return
    if verdict.scores is None:
        return
    if not state.complete:
        message = "what the table wrote for this deal is not compared: not everything that scores is recorded"
        yield note(NOT_CHECKED, state.place(), message)
        return
    for seat, figure in state.wrote.items():
        right = verdict.scores.get(seat)
        if right is not None and right != figure.value:
            own = [e for e in verdict.ledger if e.seat == seat and e.unit == state.session.game.unit]
            message = f"{state.name(seat)} wrote {figure.value}, the rules give {right}{_explained(state, own)}"
            yield Finding.at(figure.place, CLAIM, FAULT, message, seat)


def _as_written(state: DealState, verdict: Verdict, bounds: Mapping[int, Bounds]) -> Iterator[Finding]:
    """Where not everything is recorded, a figure that is possible is taken as written; another is wrong."""
    unit, claimed = state.session.game.unit, state.wrote
    scores = _scores(state.session, verdict)
    possible = True
    for seat, figure in claimed.items():
        if seat not in scores:
            continue
        if bounds[seat].hold(figure.value):
            missing = figure.value - scores[seat]
            scores[seat] = figure.value
            if missing:
                text = "as written, for what is not recorded"
                verdict.ledger = [*verdict.ledger, Entry(seat, missing, AS_RECORDED, figure.place.line, text, unit)]
            continue
        possible = False
        cards = any(entry.seat == seat for entry in verdict.ledger)
        word, limit = (
            ("at least", bounds[seat].least) if figure.value < bounds[seat].least else ("at most", bounds[seat].most)
        )
        text = f"{state.name(seat)} wrote {figure.value}; what is recorded gives {word} {limit}"
        yield Finding.at(figure.place, CLAIM if cards else COUNT, FAULT if cards else ERROR, text, seat)
    if verdict.scores is not None or (possible and set(claimed) >= set(scores)):
        verdict.scores = scores
        state.complete = state.complete or (possible and set(claimed) >= set(scores))
        yield note(
            AS_RECORDED, next(iter(claimed.values())).place, "the figures of the table stand for what is not recorded"
        )


def _explained(state: DealState, entries: list[Entry]) -> str:
    """What a figure is made of, in the columns of the score table: ` (melds 40, cards 120)`."""
    columns = state.session.game.columns
    sums: dict[str, int] = {}
    for entry in entries:
        title = next((column.title for column in columns if column.holds(entry)), entry.rule.title.lower())
        sums[title] = sums.get(title, 0) + entry.points
    parts = [f"{title} {points}" for title, points in sums.items() if points]
    return f" ({', '.join(parts)})" if parts else ""
