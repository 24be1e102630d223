"""Worlds: the ways in which a deal may have been, where a fact is missing, and which of them is the likeliest.

A world that is possible comes before one that is not, and one in which nobody broke a rule before the others. What
rests on an assumed fact accuses nobody: a fault stands where every way in which the deal may have been has it.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Trick
from pinocle_cli.ledger import ERROR, FAULT, SURE, Finding
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import ASSUMED, CLAIM, Place, with_parts
from pinocle_cli.written import Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pinocle_cli.game import DealState, Fact
    from pinocle_cli.ledger import FindingKey, Unsure, Verdict
    from pinocle_cli.record import Deal
    from pinocle_cli.rule import Rule

    Breach = tuple[Rule, int | None, int]  # which rule was broken, by whom, in which line
    Judged = tuple[DealState, Verdict]
    Judge = Callable[..., Judged]  # of a deal; `most_faults` are those with which it is still of interest

MOST_WORLDS = 64


class Reading(NamedTuple):
    """A deal as it may have been meant, and what it comes to; nobody is accused of what is `unsure`."""

    deal: Deal
    state: DealState
    verdict: Verdict
    words: str = ""  # what is assumed in it
    unsure: Unsure = SURE
    alike: tuple[Reading, ...] = ()  # others that come to the same
    notes: tuple[Finding, ...] = ()  # what was assumed

    @property
    def possible(self) -> bool:
        """Whether it can be true."""
        return not self.verdict.has_errors and not self.state.unsettled

    def faults(self) -> int:
        """How many faults of anybody's it has, figures that differ left out."""
        return sum(f.severity == FAULT and f.rule is not CLAIM and f.said is None for f in self.verdict.findings)

    def breaches(self, *, in_play: bool = False, spoken: bool = False) -> frozenset[Breach]:
        """What in it would accuse a player of a breach that the cards show; only in a trick, or only outside the play.

        That of which nobody is accused, since it is not sure, is among them.
        """
        shown, unsure = self.state.session.game.breaches, self.state.unsure
        return frozenset(
            (f.rule, f.seat, f.line)
            for f in self.verdict.findings
            if f.rule in shown
            and (f.severity == FAULT or f.key in unsure)
            and (not in_play or isinstance(f.cause, Trick))
            and not (spoken and isinstance(f.cause, Trick | Act))
        )

    def accusations(self) -> list[Finding]:
        """Of what somebody is accused by the cards alone."""
        return [f for f in self.verdict.findings if f.severity == FAULT and f.said is None]

    def stands(self) -> frozenset[FindingKey]:
        """The keys of the accusations that are sure, and of each as if nobody had been named."""
        own = [f.key for f in self.accusations() if not self.unsure.get(f.key)]
        return frozenset([*(key for key in own if key not in self.unsure), *map(_of_nobody, own)])

    def as_far_as_all(self, likely: Sequence[Reading], why: str) -> Reading:
        """The same, where it may have been any of these as well: what not all of them have is nobody's fault.

        What all have, but each of another player, is a fault of nobody in particular, unless it is a breach of duty.
        """
        shared = frozenset.intersection(*[one.stands() for one in likely]) if likely else frozenset()
        breaches = self.state.session.game.breaches
        new = {
            f.key: "" if _of_nobody(f.key) in shared and f.rule not in breaches else why
            for f in self.accusations()
            if f.key not in shared and f.rule is not CLAIM
        }
        return self._replace(unsure={**new, **self.unsure})

    def as_it_is(self) -> Judged:
        """The verdict with what it assumes, whether that is sure or not."""
        verdict = what_all_share((self, *self.alike))
        verdict.findings.extend(self.notes)
        return self.state, verdict

    def told(self, judge: Callable[[Deal, Unsure], Judged]) -> Judged:
        """The verdict that is given, with nothing in it that nobody can know; `judge` withholds what is unsure."""
        if not self.unsure:
            return self.as_it_is()
        first, *alike = [Reading(one.deal, *judge(one.deal, self.unsure)) for one in (self, *self.alike)]
        first.state.unsettled = self.state.unsettled
        return first._replace(alike=tuple(alike), notes=self.notes).as_it_is()


def _of_nobody(key: FindingKey) -> FindingKey:
    path, column, rule, _ = key
    return path, column, rule, None


class World(NamedTuple):
    """A deal as it may have been, judged so, and who judges what else is tried in it."""

    state: DealState
    verdict: Verdict
    judge: Judge
    words: str = ""  # what is assumed in it

    def goes_to(self) -> int:
        """The line of the play at which it cannot go on, where it cannot be true; -1 for what is before the play."""
        cause = next((f.cause for f in self.verdict.findings if f.severity == ERROR), None)
        if isinstance(cause, Event):
            return cause.nth if cause.part == "play" else -1
        return cause.n if isinstance(cause, Trick | Act) else -1


class TriedEnoughError(Exception):
    """So much was tried to find a slip of the pen that nobody would wait for more."""


class Patience:
    """How much may still be tried to find the slips in a deal: what a tenth of a second is enough for."""

    def __init__(self, lines: int = 8_000) -> None:
        self.lines = lines

    def spend(self, state: DealState) -> None:
        """One more was tried; raises when it was too much. What was ruled out by a quick look or given up is cheap."""
        lines = 12 + len(state.deal.play or ())
        cost = lines * state.session.game.line_costs * state.walks
        self.lines -= lines // 8 if state.ruled_out else cost // 2 if state.given_up else cost
        if self.lines < 0:
            raise TriedEnoughError


def settled(deal: Deal, facts: Sequence[Fact], judge: Judge) -> Reading:
    """What a deal with facts left out is taken for: a world in which nobody breaks a rule is likelier than another.

    Possible comes before clean. One clean world is assumed, with a note; several: only what they share is said. No
    clean one: one that is possible is assumed and its breaches are judged; several: only the breaches that all of them
    have. None possible: the fact stays unknown.
    """
    if not facts:
        return Reading(deal, *judge(deal))
    usual, missing = [fact for fact in facts if fact.usual], [fact for fact in facts if not fact.usual]
    if not missing:
        return _as_usual(deal, usual, judge)
    tried = [_as_usual(world, usual, judge)._replace(words=words) for world, words in worlds(deal, missing)]
    likely = [world for world in tried if world.possible]
    clean = [world for world in likely if not world.breaches()]
    clean = [world for world in clean if not world.faults()] or clean
    best = clean or likely
    if len(best) == 1:
        (only,) = best
        why = "it cannot have happened" if likely == best else "somebody broke a rule, or it cannot have happened"
        return only._replace(notes=(*only.notes, _assumed(deal, f"{only.words}: otherwise {why}")))
    if best and the_same(best):
        return best[0]._replace(alike=tuple(best[1:]))
    unknown = _as_usual(deal, usual, judge)
    unknown.state.unsettled = not clean
    return unknown.as_far_as_all(best, _not_told(missing))


def worlds(deal: Deal, facts: Sequence[Fact]) -> Iterator[tuple[Deal, str]]:
    """Each way in which the facts may be, and the words that say so."""
    for values in itertools.islice(itertools.product(*[fact.values for fact in facts]), MOST_WORLDS):
        edit = {fact.key: value for fact, (value, _) in zip(facts, values, strict=True)}
        yield with_parts(deal, edit), " and ".join(words for _, words in values if words)


def _as_usual(deal: Deal, facts: Sequence[Fact], judge: Judge) -> Reading:
    """The deal with everything as usual; else the first world in which nobody broke a rule, or that is possible.

    Where somebody broke a rule in each, what not all that are possible have is nobody's fault.
    """
    first = Reading(deal, *judge(deal))
    doubtful = first.verdict.to_be_weighed or first.state.unsettled
    if not facts or not doubtful or (first.possible and not first.faults()):
        return first
    tried = [first, *(Reading(world, *judge(world), words) for world, words in worlds(deal, facts) if words)]
    best = min(tried, key=lambda world: (not world.possible, len(world.breaches()), world.faults()))
    if best is not first:
        why = "otherwise somebody broke a rule" if first.possible else "otherwise it cannot have happened"
        best = best._replace(words="", notes=(_assumed(deal, f"{best.words}: {why}"),))
    return best.as_far_as_all([world for world in tried if world.possible], _not_told(facts))


def _not_told(facts: Sequence[Fact]) -> str:
    what = " and ".join(fact.what for fact in facts)
    return f"; {what} is not recorded, and it may have been otherwise, so nobody is accused"


def what_all_share(readings: Sequence[Reading]) -> Verdict:
    """The verdict that all of them give, with nothing in it that only some have."""
    verdict = readings[0].verdict
    for other in readings[1:]:
        if other.verdict.trump != verdict.trump:
            verdict.trump = None
        verdict.more = _shared(verdict.more, other.verdict.more)
    return verdict


def _shared(one: Mapping[str, object], other: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in one.items():
        same = other.get(key)
        if isinstance(value, dict) and isinstance(same, dict):
            found[key] = _shared(value, same)
        else:
            found[key] = value if value == same else None
    return found


def the_same(worlds: Sequence[Reading]) -> bool:
    """Whether it makes no difference which of them is true."""
    first = worlds[0]
    return all(
        world.possible == first.possible
        and world.verdict.scores == first.verdict.scores
        and world.breaches() == first.breaches()
        for world in worlds[1:]
    )


def _assumed(deal: Deal, text: str) -> Finding:
    return Finding.at(Place(deal.line, 1, ""), ASSUMED, "note", text)
