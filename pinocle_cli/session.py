"""Deals into a session: who deals next, what the totals come to, how the game ended and who pays whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinocle_cli.engine import adjudicate
from pinocle_cli.game import note
from pinocle_cli.ledger import ERROR, FAULT, Finding, SessionVerdict, Verdict
from pinocle_cli.record import CLAIM, NOT_CHECKED
from pinocle_cli.slips import name_the_slip

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinocle_cli.game import Game, SessionState
    from pinocle_cli.record import Deal, Figure, Record


MOST_SLIPS = 20  # of one record: to find one takes a hundred times as long as to judge a deal


def judge(record: Record, games: Mapping[str, Game], *, as_played: bool = False) -> SessionVerdict:
    """The verdict on one record. Wrong play and unreadable parts are findings in it; nothing is raised for them."""
    unread = record.findings
    verdict = SessionVerdict(
        file=record.file, document=record.document, line=record.line, meta=record.meta, findings=[*unread],
        digest=record.digest,
    )  # fmt: skip
    if record.game is None:
        return verdict
    game = games[record.game]
    verdict.game, verdict.profile = record.game, record.profile
    verdict.house, verdict.house_from = record.house, record.house_from
    verdict.set_by, verdict.known_as = record.set_by, record.known_as
    if not record.players:
        return verdict
    session = _standing(game, record)
    verdict.names, verdict.accounts, verdict.players = session.names, session.accounts, session.players
    verdict.opening = dict(session.totals or {})
    rules_known = not unread or not any(f.path.startswith("rules") and f.severity == ERROR for f in unread)
    verdict.judged = rules_known
    for deal in record.deals:
        if rules_known:
            _judge_deal(session, deal, verdict, as_played=as_played)
        else:
            _leave_unjudged(session, deal, verdict)
    if unread and any(finding.severity == ERROR for finding in unread):
        session.totals = session.result = None  # something that every deal depends on could not be read
    verdict.totals, verdict.result = session.totals, session.result
    if session.totals is not None:
        verdict.payments = game.settle(session)
        if record.claimed:
            verdict.findings.extend(_claims(session, record.claimed))
    return verdict


def _standing(game: Game, record: Record) -> SessionState:
    names, accounts = game.accounts(record)
    totals = dict.fromkeys(accounts, 0)
    for seat, figure in record.opening.items():
        if seat in totals:
            totals[seat] = figure.value
    return game.session(
        game=game, record=record, house=record.house, deck=game.deck(record.house),
        names=names, accounts=accounts, totals=totals,
    )  # fmt: skip


def _judge_deal(session: SessionState, deal: Deal, verdict: SessionVerdict, *, as_played: bool) -> None:
    """Judge one deal and carry it into the totals."""
    game = session.game
    number = deal.number.value if deal.number else session.number + 1
    dealer = deal.dealer
    if dealer is None:
        dealer = 0 if session.dealer is None else session.dealer
    state, judged = adjudicate(session, deal, dealer, number, as_played=as_played)
    if judged.scores is None:
        session.totals = None
        session.unscored += 1
        if session.unscored <= MOST_SLIPS:
            name_the_slip(session, deal, judged)
    elif session.totals is not None:
        for seat, points in judged.scores.items():
            session.totals[seat] += points
    session.complete = session.complete and state.complete
    session.number = number
    judged.findings.extend(game.close(session, state, judged))
    if deal.dealer is not None or session.dealer is not None or deal.play is not None:
        session.dealer = state.dealer if state.redeal else (state.dealer + 1) % session.players
    if judged.findings:
        judged.findings = _placed(deal, judged.findings)
    verdict.deals.append(judged)


def _leave_unjudged(session: SessionState, deal: Deal, verdict: SessionVerdict) -> None:
    """A deal of which nobody can say what it comes to, for the rules of the house could not be read."""
    session.number = deal.number.value if deal.number else session.number + 1
    verdict.deals.append(Verdict(number=session.number, line=deal.line, findings=_placed(deal, deal.findings)))


def _placed(deal: Deal, findings: list[Finding]) -> list[Finding]:
    """The findings on a deal with their paths within the record."""
    prefix = deal.prefix
    if not prefix:
        return findings
    return [f._replace(path=prefix + f.path if f.path else prefix[:-1], cause=None) for f in findings]


def _claims(session: SessionState, claimed: Mapping[int, Figure]) -> Iterator[Finding]:
    """Compare the totals that the table wrote down."""
    totals: dict[int, int] = session.totals or {}
    if not session.complete:
        first = next(iter(claimed.values()))
        message = "the totals are not compared: not everything that scores is recorded"
        yield note(NOT_CHECKED, first.place, message)
        return
    for seat, figure in claimed.items():
        right = totals.get(seat)
        if right is not None and right != figure.value:
            line, column, path = figure.place
            name: Any = session.names[seat]
            message = f"{name} wrote {figure.value} in all, the rules give {right}"
            yield Finding(CLAIM, FAULT, line, message, seat, column, path)
