"""Declaring oneself out: at once, or by winning a trick, and with which score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.ledger import FAULT, Finding, Result
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.course import Act, Trick
    from pinocle_cli.games.two_handed.state import TwoHanded, TwoHandedSession, Walk

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
