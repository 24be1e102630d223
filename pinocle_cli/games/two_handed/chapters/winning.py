"""How a game is won: by a single deal, or at the target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import may_have_reached_alone, raised, reached_alone
from pinocle_cli.games.two_handed.chapters.going_out import declared_out
from pinocle_cli.games.two_handed.chapters.reach import bounds
from pinocle_cli.games.two_handed.chapters.second_half import REVOKE_SINGLE, lost_by_a_revoke
from pinocle_cli.ledger import Finding, Result
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import leads_beyond_reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.games.two_handed.state import TwoHanded, TwoHandedSession
    from pinocle_cli.ledger import Verdict


def opening_decides(session: TwoHandedSession) -> bool:
    """Whether one player alone had reached the target before the first deal."""
    reached = [seat for seat, points in (session.totals or {}).items() if points >= session.target]
    if session.house.target == "deal" or len(reached) != 1:
        return False
    session.result = Result(reached[0], GAME_1000, session.record.line)
    return True


def close(session: TwoHandedSession, state: TwoHanded, verdict: Verdict) -> Iterator[Finding]:
    """The deal has been entered; says whether it decides the game."""
    if state.void is not None:
        return
    if session.house.target == "deal" and verdict.scores is not None:
        session.result = single_deal(state, verdict)
    elif state.out is not None and verdict.scores is not None:
        yield from declared_out(session, state, state.out)
    elif state.ended and session.house.target != "deal":
        yield from at_the_end(session, state)


SINGLE_DEAL = Rule(
    "single-deal-game",
    "One deal is a game",
    "settlement",
    "A single deal may be the whole game; whoever has more points in it wins.",
    "000, Партия",
)


@SINGLE_DEAL.applied
def single_deal(state: TwoHanded, verdict: Verdict) -> Result | None:
    """Who has more points, or has more than the other can still get; or has not revoked."""
    scores, loser = verdict.scores or {}, lost_by_a_revoke(state)
    if loser is not None:
        return Result(1 - loser, REVOKE_SINGLE, verdict.line)
    if not state.ended:
        return None
    if not state.complete:
        limits = bounds(state, verdict)
        ahead = [seat for seat in (0, 1) if leads_beyond_reach(limits, seat)]
        return Result(ahead[0], SINGLE_DEAL, verdict.line) if ahead else None
    if scores[0] == scores[1]:
        return drawn(verdict)
    return Result(0 if scores[0] > scores[1] else 1, SINGLE_DEAL, verdict.line)


DRAWN = Rule(
    "drawn",
    "Drawn",
    "settlement",
    "Where a single deal is the game and both have the same, it is drawn.",
    "decided by us; the sources are silent",
)


@DRAWN.applied
def drawn(verdict: Verdict) -> Result:
    """Both have the same."""
    return Result(None, DRAWN, verdict.line)


GAME_1000 = Rule(
    "game-1000",
    "Game to 1000",
    "settlement",
    "Or the game goes to 1000: if at the end of a deal only one player has 1000 or more, he wins.",
    "000, Партия; 002",
)


@GAME_1000.applied
def at_the_end(session: TwoHandedSession, state: TwoHanded) -> Iterator[Finding]:
    """Whoever alone has reached the target wins, as far as that is certain; if both have, it rises."""
    limits = session.reach
    if limits is None or max(limit.most for limit in limits.values()) < session.target:
        return
    yield from both_over(session, state, [limit.least for limit in limits.values()])
    winner = reached_alone(session.target, session.house.step, limits)
    if winner is not None and session.perhaps <= {winner}:
        session.result = Result(winner, GAME_1000, state.deal.line)
    session.perhaps |= may_have_reached_alone(session.target, session.house.step, limits)


BOTH_OVER = Rule(
    "both-over-target",
    "Both over 1000",
    "settlement",
    """If both have reached the target at the end of a deal, play goes on to 250 more, as often as both have reached
    it: 1130 to 1000 plays on to 1250, and 1300 to 1010 wins there at once.""",
    "000, Партия; 002; decided by us for the second half",
)


@BOTH_OVER.applied
def both_over(session: TwoHandedSession, state: TwoHanded, totals: Iterable[int]) -> Iterator[Finding]:
    """The target rises as often as both have reached it."""
    before = session.target
    session.target = raised(before, session.house.step, totals)
    if session.target != before:
        yield note(BOTH_OVER, state.place(), f"both have {before}: the game goes on to {session.target}")
