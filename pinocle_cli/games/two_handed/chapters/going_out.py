"""How a game is won: by a single deal, at the target, or by declaring oneself out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import may_have_reached_alone, raised, reached_alone
from pinocle_cli.games.two_handed.chapters.reach import bounds
from pinocle_cli.games.two_handed.chapters.second_half import REVOKE_SINGLE, lost_by_a_revoke
from pinocle_cli.ledger import FAULT, Finding, Result
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import leads_beyond_reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.course import Act, Trick
    from pinocle_cli.games.two_handed.state import TwoHanded, TwoHandedSession, Walk
    from pinocle_cli.ledger import Verdict

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


def opening_decides(session: TwoHandedSession) -> bool:
    """Whether one player alone had reached the target before the first deal."""
    reached = [seat for seat, points in (session.totals or {}).items() if points >= session.target]
    if session.house.target == "deal" or len(reached) != 1:
        return False
    session.result = Result(reached[0], GAME_1000, session.record.line)
    return True


DECLARE_OUT = Rule(
    "declare-out",
    "Declaring out",
    "settlement",
    """At any moment of play a player may declare himself out. Play stops and both are counted as they stand: if he
    has 1000 or more he wins, even if the other has more; if he has less he loses the game.""",
    "000, Объявление о выходе",
)


@DECLARE_OUT.applied
def declared_out(session: TwoHandedSession, state: TwoHanded, claimant: int) -> Iterator[Finding]:
    """Whoever declared himself out wins with the target in force and loses without."""
    place, name, target = state.out_at or state.place(), state.name(claimant), session.target
    limits = session.reach
    if limits is None:
        text = "whether he was out is not checked: what he had before this deal is not known"
        yield note(NOT_CHECKED, place, text, claimant)
        return
    rule, (least, most) = VARIANTS.get(session.house.going_out, DECLARE_OUT), limits[claimant]
    if least < target <= most:
        text = f"whether {name} was out with {least} or more is not checked: not everything that scores is recorded"
        yield note(NOT_CHECKED, place, text, claimant)
        return
    yield from extended(session, state, claimant)
    right = least >= target
    session.result = Result(claimant if right else 1 - claimant, rule, place.line)
    if not right:
        text = f"{name} declared himself out with {most}; the game goes to {target}"
        ruling = f"{state.name(1 - claimant)} wins the game"
        yield Finding.at(place, rule, FAULT, text, claimant)._replace(remedy=rule, ruling=ruling)


OUT_EXTENDED = Rule(
    "declare-out-extended",
    "Declaring out at a raised target",
    "settlement",
    "Once the game goes to 1250, 1500 and so on, whoever declares himself out must have that many.",
    "000, Объявление о выходе",
)


@OUT_EXTENDED.applied
def extended(session: TwoHandedSession, state: TwoHanded, claimant: int) -> Iterator[Finding]:
    """What the claimant must have by now."""
    if session.target != session.house.target:
        text = f"the game goes to {session.target} by now: that is what {state.name(claimant)} must have"
        yield note(OUT_EXTENDED, state.out_at or state.place(), text, claimant)


def declares_out(walk: Walk, act: Act) -> None:
    """`Anna: out`: play stops at once, or when the claimant wins the trick that the house asks for."""
    house, place = walk.state.house, walk.event(act).place
    if house.target == "deal":
        text = "a single deal is the game, so nobody can declare himself out; play went on"
        walk.found.append(note(ASSUMED, place, text, act.event.seat))
    elif house.going_out == "immediate":
        walk.out, walk.out_at = act.event.seat, place
    else:
        walk.claimants.append(act.event.seat)
        walk.out_at = place


OUT_VARIANT_1 = Rule(
    "declare-out-variant-1",
    "Out after winning a trick",
    "settlement",
    """At some tables a player who has declared himself out must win a trick before he is counted. If the other
    declares himself out meanwhile, whoever first wins a trick is counted first and wins or loses by that count.""",
    "000, Объявление о выходе, Вариант 1",
)


@OUT_VARIANT_1.applied
def is_counted(walk: Walk, trick: Trick) -> None:
    """A claimant has won a trick: his own lead, where the house asks for that."""
    winner = trick.winner
    if winner in walk.claimants and (walk.state.house.going_out != OWN_LEAD or won_his_lead(trick)):
        walk.out = winner


OUT_VARIANT_2 = Rule(
    "declare-out-variant-2",
    "Out after winning a trick that he led",
    "settlement",
    "The same, but the trick must be one that the claimant led himself.",
    "000, Объявление о выходе, Вариант 2",
)


@OUT_VARIANT_2.applied
def won_his_lead(trick: Trick) -> bool:
    """Whether whoever led the trick won it."""
    return trick.winner == trick.leader


OWN_LEAD = "must-win-own-lead"
VARIANTS = {"must-win-a-trick": OUT_VARIANT_1, OWN_LEAD: OUT_VARIANT_2}


def lapsed(walk: Walk, *, to_the_end: bool) -> None:
    """A declaration that came to nothing."""
    if walk.claimants and walk.out is None:
        state, first = walk.state, walk.claimants[0]
        won = "won no such trick after that" if to_the_end else "won no such trick in what is recorded"
        text = f"{state.name(first)} {won}: the declaration lapses"
        walk.found.append(note(VARIANTS[state.house.going_out], walk.out_at or state.place(), text, first))


# --- A deal enters the totals ----------------------------------------------------------------------------------------


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
