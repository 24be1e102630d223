"""Deals into a session: who deals next, what the totals come to, how the game ended and who pays whom."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.engine import adjudicate, answered
from pinocle_cli.game import ANY_FAULTS, Bounds, note
from pinocle_cli.ledger import ERROR, FAULT, SURE, Finding, SessionVerdict, Verdict
from pinocle_cli.reader.words import meant_by
from pinocle_cli.record import ASSUMED, CLAIM, COUNT, NOT_CHECKED, Place
from pinocle_cli.weigh import added
from pinocle_cli.worlds import Patience, World, settled, the_same, worlds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pinocle_cli.game import DealState, Game, SessionState
    from pinocle_cli.ledger import Unsure
    from pinocle_cli.record import Deal, Figure, Record
    from pinocle_cli.worlds import Judge, Judged, Reading

    JudgeDeal = Callable[[SessionState, Sequence[Deal], int, bool], Verdict]


def judge(
    record: Record, games: Mapping[str, Game], *, as_played: bool = False, each: JudgeDeal | None = None
) -> SessionVerdict:
    """The verdict on one record. Wrong play and unreadable parts are findings in it; nothing is raised for them.

    `each` judges a deal, for whoever remembers what was judged before; else `judge_deal` does.
    """
    each = each or judge_deal
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
    session = _session(game, record)
    verdict.names, verdict.accounts, verdict.players = session.names, session.accounts, session.players
    verdict.opening = None if _unread(record, "opening", *game.envelope) else dict(session.totals or {})
    verdict.judged = rules_known = not _unread(record, "rules")
    if rules_known:
        _judge_deals(session, verdict, as_played, each)
    else:
        for deal in record.deals:
            _leave_unjudged(session, deal, verdict)
    if unread and any(finding.severity == ERROR for finding in unread):
        session.totals = session.result = None  # something that every deal depends on could not be read
    verdict.totals, verdict.result = session.totals, session.result
    if session.totals is not None:
        verdict.payments = game.settle(session)
        if session.wrote:
            verdict.findings.extend(_claims(session, session.wrote))
    return verdict


def _unread(record: Record, *keys: str) -> bool:
    """Whether one of these keys of the record could not be read, or is misspelt."""
    if not record.findings:
        return False
    errors = [finding for finding in record.findings if finding.severity == ERROR]
    return any(f.path.partition(".")[0] in keys or meant_by(f.message) in keys for f in errors)


def _judge_deals(session: SessionState, verdict: SessionVerdict, as_played: bool, each: JudgeDeal) -> None:
    """Every deal in turn; a game that is over ends once, and what follows is another."""
    deals = session.record.deals
    decided = _End(session) if session.game.opening_decides(session) else None
    for n, deal in enumerate(deals):
        if decided is None and session.result is not None:
            decided = _End(session)
        if decided is not None:
            session.totals = session.reach = None  # what each had in that other game is not known
        verdict.deals.append(each(session, deals, n, as_played))
        if decided is not None:
            decided.restore(session, deal, verdict.deals[-1])


def _session(game: Game, record: Record) -> SessionState:
    names, accounts = game.accounts(record.players, record.more)
    totals = dict.fromkeys(accounts, 0)
    for seat, figure in record.opening.items():
        if seat in totals:
            totals[seat] = figure.value
    session: SessionState = game.session(
        game=game, record=record, house=record.house, deck=game.deck(record.house),
        names=names, players=len(record.players), accounts=accounts, totals=totals,
    )  # fmt: skip
    session.reach = _exactly(session.totals or {})
    return session


def _exactly(figures: Mapping[int, int]) -> dict[int, Bounds]:
    new = tuple.__new__  # every deal asks for it
    return {seat: new(Bounds, (points, points)) for seat, points in figures.items()}


class _End:
    """A game ends once: what follows the decision is scored and shown, but is another game."""

    def __init__(self, session: SessionState) -> None:
        self.totals, self.reach = dict(session.totals or {}), session.reach
        self.result, self.complete = session.result, session.complete
        figures = f" ({' to '.join(map(str, self.totals.values()))})" if self.totals else ""
        over = f"with deal {session.number}" if session.number else "before the first deal"
        self.text = f"the game was over {over}{figures}; a new game begins a new record, after a line `---`"
        self.said = False

    def restore(self, session: SessionState, deal: Deal, judged: Verdict) -> None:
        """The totals and the result are those of the decision; the first deal behind it says so."""
        session.totals, session.reach = dict(self.totals) or None, self.reach
        session.result, session.complete = self.result, self.complete
        judged.late = True
        if not self.said:
            self.said = True
            judged.findings.extend(_placed(deal, [Finding.at(Place(deal.line, 1, ""), COUNT, ERROR, self.text)]))


def judge_deal(session: SessionState, deals: Sequence[Deal], n: int, as_played: bool) -> Verdict:
    """Judge one deal of a record and carry it into the totals."""
    return carried(session, deals[n], *judge_alone(session, deals, n, as_played))


def judge_alone(session: SessionState, deals: Sequence[Deal], n: int, as_played: bool) -> Judged:
    """Judge one deal of a record as the session stands, which it does not change but for the slips looked for."""
    deal = deals[n]
    number = deal.number.value if deal.number else session.number + 1

    patience = Patience()

    def judge(dealer: int, world: Deal, unsure: Unsure = SURE, trial: int | None = None) -> Judged:
        return adjudicate(session, world, dealer, number, as_played=as_played, unsure=unsure, trial=trial)

    def tried(dealer: int, world: Deal, trial: int | None = ANY_FAULTS) -> Judged:
        state, verdict = judge(dealer, world, trial=trial)
        patience.spend(state)
        return state, verdict

    dealers = _who_may_have_dealt(session, deals, n)
    reading = _by_whoever_dealt(session, deal, dealers, judge)
    state, judged = reading.told(partial(judge, reading.state.dealer))
    if state.lacks or judged.to_be_weighed:
        trial = _with_what_is_open(session, partial(tried, state.dealer))
        elsewhere = partial(_in_other_worlds, session, deal, dealers, tried, state)
        from pinocle_cli import slips  # noqa: PLC0415 - most deals accuse nobody and can be true

        state, judged = slips.weighed(session, deal, state, judged, trial, elsewhere)
        if not as_played:
            answered(state, judged, partial(judge, state.dealer, unsure=state.unsure))
    return state, judged


def _with_what_is_open(session: SessionState, judge: Judge) -> Judge:
    """A judge who settles what a deal leaves out, too."""

    def judged(world: Deal, most_faults: int = ANY_FAULTS) -> Judged:
        facts = session.game.open_facts(session, world)
        return settled(world, facts, partial(judge, trial=most_faults)).as_it_is()

    return judged


def _in_other_worlds(
    session: SessionState, deal: Deal, dealers: Sequence[int], judge: Callable[..., Judged], taken: DealState
) -> Iterator[World]:
    """The deal as it may have been besides what it was `taken` for: by another dealer, or with other facts assumed.

    Those in which everything was as usual come first.
    """
    facts, seen = session.game.open_facts(session, deal), [(taken.dealer, taken.deal)]
    for some in ([fact for fact in facts if not fact.usual], facts):
        for dealer in dealers:
            trial = _with_what_is_open(session, partial(judge, dealer))
            for world, words in worlds(deal, some):
                if (dealer, world) not in seen:
                    seen.append((dealer, world))
                    yield World(*judge(dealer, world, trial=None), trial, words)


def carried(session: SessionState, deal: Deal, state: DealState, judged: Verdict) -> Verdict:
    """The verdict on a deal with what the session makes of it: the totals, and whether the game is over."""
    if judged.scores is None:
        session.totals = None
    elif session.totals is not None:
        for seat, points in judged.scores.items():
            session.totals[seat] += points
    session.complete = session.complete and state.complete
    if session.reach is not None:
        if session.complete and session.totals is not None and not judged.has_errors:
            session.reach = _exactly(session.totals)
        else:
            gives = _can_come_to(session, state, judged)
            session.reach = None if gives is None else added(session.reach, gives)
    session.number = state.number
    figures = session.totals and session.totals.copy()
    judged.findings.extend(session.game.close(session, state, judged))
    if session.complete and session.totals is not None and session.totals != figures:
        session.reach = _exactly(session.totals)  # with what a game puts in besides
    session.dealer = state.dealer if state.redeal else (state.dealer + 1) % session.players
    if judged.findings:
        judged.findings = _placed(deal, judged.findings)
    return judged


def _can_come_to(session: SessionState, state: DealState, judged: Verdict) -> Mapping[int, Bounds] | None:
    """The least and the most that a deal gives each account; None where nobody can tell."""
    if judged.has_errors:
        return None
    if judged.scores is not None and (state.complete or state.void is not None):
        return _exactly(judged.scores)
    bounds = session.game.bounds(state, judged)
    if bounds is None:
        return None
    figures = {seat: figure.value for seat, figure in state.wrote.items() if bounds[seat].hold(figure.value)}
    return {seat: Bounds(figures[seat], figures[seat]) if seat in figures else one for seat, one in bounds.items()}


# --- Who dealt -------------------------------------------------------------------------------------------------------


def _who_may_have_dealt(session: SessionState, deals: Sequence[Deal], n: int) -> Sequence[int]:
    """The dealer that is written; else by the rotation, else who began; everybody where nothing tells."""
    deal = deals[n]
    dealer = deal.dealer if deal.dealer is not None else session.dealer
    if dealer is None:
        dealer = _told_by_a_later_deal(session, deals, n)
    return range(session.players) if dealer is None else (dealer,)


def _by_whoever_dealt(
    session: SessionState, deal: Deal, dealers: Sequence[int], judge: Callable[..., Judged]
) -> Reading:
    """The deal by the dealer who is told.

    Where nothing tells, each is tried: the first with whom the deal can be true and nobody broke a rule.
    """
    facts = session.game.open_facts(session, deal)

    def by(dealer: int) -> Reading:
        return settled(deal, facts, partial(judge, dealer))

    if len(dealers) > 1:
        return _first_that_is_clean(session, deal, by)
    (dealer,) = dealers
    written = by(dealer)
    doubtful = written.verdict.to_be_weighed or written.state.unsettled
    return _another_dealer(session, deal, written, by) if doubtful else written


def _told_by_a_later_deal(session: SessionState, deals: Sequence[Deal], n: int) -> int | None:
    """The rotation worked backwards from the next deal that tells."""
    between = 0
    for deal in deals[n:]:
        told = deal.dealer if deal.dealer is not None else session.game.told_dealer(session, deal)
        if told is not None:
            return (told - between) % session.players
        between += not deal.void
    return None


def _first_that_is_clean(session: SessionState, deal: Deal, by: Callable[[int], Reading]) -> Reading:
    """Nothing tells who dealt: the cards may, and what the table wrote.

    Where several may have dealt, and with each of them somebody broke a rule, what not all have in common is nobody's.
    """
    tried = [by(seat) for seat in range(session.players)]
    if the_same(tried) and len({frozenset(f.key for f in one.accusations()) for one in tried}) == 1:
        return tried[0]  # it makes no difference
    possible = [one for one in tried if one.possible]
    likely = [one for one in possible if not one.breaches()] or possible or tried
    why = ": otherwise somebody broke a rule, or it cannot have happened" if len(likely) == 1 else ""
    fewest = min(map(_wrong_claims, likely))
    told = [one for one in likely if _wrong_claims(one) == fewest]
    if len(told) == 1 < len(likely):
        why = ": otherwise what the table wrote is wrong"
    taken = told[0]
    dealer = session.names[taken.state.dealer]
    taken = taken.as_far_as_all(told, f", if {dealer} dealt: who dealt is not recorded, so nobody is accused")
    text = f"who dealt is not recorded; {dealer} is taken to have dealt{why}"
    return taken._replace(notes=(*taken.notes, note(ASSUMED, Place(deal.line, 1, ""), text)))


def _wrong_claims(reading: Reading) -> int:
    return sum(finding.rule is CLAIM and finding.severity == FAULT for finding in reading.verdict.findings)


def _another_dealer(session: SessionState, deal: Deal, written: Reading, by: Callable[[int], Reading]) -> Reading:
    """A dealer that makes lead, bids and calls false where another makes them all true is a likely slip.

    One breach alone in the play, such as a lead whose leader is named because it was out of turn, is meant as it is
    written.
    """
    lone = len(written.breaches()) < 2 and not written.breaches(spoken=True)  # noqa: PLR2004
    if written.possible and lone:
        return written
    for step in range(1, session.players):
        other = by((written.state.dealer + step) % session.players)
        if other.possible and not other.breaches() and not other.faults():
            how = "is written as the dealer" if deal.dealer is not None else "would be the dealer by the rotation"
            name = session.names[other.state.dealer]
            text = f"{session.names[written.state.dealer]} {how}; with {name} nobody broke a rule: did {name} deal?"
            return other._replace(notes=(*other.notes, note(ASSUMED, Place(deal.line, 1, "dealer"), text)))
    return written


def _leave_unjudged(session: SessionState, deal: Deal, verdict: SessionVerdict) -> None:
    """A deal of which nobody can say what it comes to, for the rules of the house could not be read."""
    session.number = deal.number.value if deal.number else session.number + 1
    verdict.deals.append(Verdict(number=session.number, line=deal.line, findings=_placed(deal, deal.findings)))


def _placed(deal: Deal, findings: Sequence[Finding]) -> list[Finding]:
    """The findings on a deal with their paths within the record."""
    prefix = deal.prefix
    if not prefix:
        return [*findings]
    return [f._replace(path=prefix + f.path if f.path else prefix[:-1], cause=None) for f in findings]


def _claims(session: SessionState, claimed: Mapping[int, Figure]) -> Iterator[Finding]:
    """Compare the totals that the table wrote down, as far as they are known."""
    totals, reach = session.totals or {}, session.reach
    if reach is None:
        first = next(iter(claimed.values()))
        message = "the totals are not compared: not everything that scores is recorded"
        yield note(NOT_CHECKED, first.place, message)
        return
    for seat, figure in claimed.items():
        if seat not in totals or reach[seat].hold(figure.value):
            continue
        least, most = reach[seat]
        gives = totals[seat] if least == most else f"{least} to {most}"
        yield Finding.at(
            figure.place,
            CLAIM,
            FAULT,
            f"{session.names[seat]} wrote {figure.value} in all, the rules give {gives}",
            seat,
        )
