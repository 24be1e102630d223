"""Weighing a record: what the rest of it says of each statement, and which reading of a doubtful one is the likeliest.

A dispute is decided on all that was written down, not line by line. Each part below is one sentence of how that is
done; none of them knows a game. A game says what it needs to be known (`Game.open_facts`), what its play shows
(`Game.breaches`), and for a fault that can be called, how the cards confirm or refute it (`@RULE.examined`).
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Literal, cast

from pinocle_cli.course import Act, Trick
from pinocle_cli.game import Bounds
from pinocle_cli.ledger import ERROR, FAULT, Finding
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import ASSUMED, CLAIM, COUNT, Place, with_parts
from pinocle_cli.written import Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pinocle_cli.game import DealState, Fact
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.record import Deal, Irregularity
    from pinocle_cli.rule import Rule

    Breach = tuple[Rule, int | None, int]  # which rule was broken, by whom, in which line
    Judge = Callable[[Deal], tuple[DealState, Verdict]]

Standing = Literal["confirmed", "refuted", "open", "apart"]


class Weight(NamedTuple):
    """What the rest of the record says of a statement, and why, in words that can follow "the record shows:"."""

    standing: Standing
    why: str = ""


OPEN = Weight("open")
CONFIRMED = Weight("confirmed")
APART = Weight("apart")  # not covered, and another fault than what the record shows under the same rule


def refuted(why: str) -> Weight:
    """The rest of the record shows otherwise."""
    return Weight("refuted", why)


# --- Called faults: confirmed, refuted or not covered ----------------------------------------------------------------


def called(state: DealState) -> Iterator[Finding]:
    """The faults that the table wrote down, each weighed; a game puts this phase behind all that the cards show.

    Refuted: a wrong claim, and nothing follows. Confirmed: the finding that the cards gave is told that it was called.
    Not covered: it stands as the table wrote it. Those that stand are in `state.upheld`.
    """
    for said in state.deal.irregularities or ():
        rule = state.session.game.rule(said.fault)
        if rule is None:
            continue  # the reader has said so
        wrong_time = _wrong_time(state, said)
        if wrong_time:
            yield Finding.at(said.place, COUNT, ERROR, wrong_time, said.by)
            continue
        weight = examined(rule, state, said)
        shown = not state.session.game.breaches.isdisjoint({rule, *rule.remedies}) or weight.standing == "confirmed"
        alike = weight.standing != "apart" and (shown or said.choice is None)
        own = _found_already(state, rule, said) if alike else None
        if own is not None:
            finding = state.found[own]
            cause = finding.cause if said.choice is None else said
            state.found[own] = finding._replace(said=said, cause=cause)
            state.upheld.append(said)
            continue
        if weight.standing == "refuted":
            text = (
                f"{_who(state, said)} is said to have broken {rule.title.lower()!r}; the record shows that {weight.why}"
            )
            yield Finding.at(said.place, CLAIM, FAULT, text, said.by)
            continue
        state.upheld.append(said)
        cards = f" ({state.deck.show(said.cards)})" if said.cards else ""
        by = f" by {state.name(said.by)}" if said.by is not None else ""
        text = f"{rule.title.lower()}{by}{cards}, as the table wrote it down"
        yield Finding.at(said.place, rule, FAULT, text, said.by)._replace(cause=said, said=said)


def told_once(state: DealState) -> None:
    """What was called, and what a later phase found as well, is one finding: that of the record."""
    for finding in [f for f in state.found if f.said is not None and f.cause is f.said]:
        said = finding.said
        if said is None or said.choice or examined(finding.rule, state, said).standing == "apart":
            continue
        own = _found_already(state, finding.rule, said)
        if own is not None:
            state.found[own] = state.found[own]._replace(said=said)
            state.found.remove(finding)


def examined(rule: Rule, state: DealState, said: Irregularity) -> Weight:
    """What the game's own examination of such a fault comes to; not covered where it has none."""
    for examine in rule.examiners:
        weight = cast("Weight", examine(state, said))
        if weight.standing != "open":
            return weight
    return OPEN


def has_shown(state: DealState, rule: Rule, said: Irregularity) -> bool:
    """Whether the record itself shows such a breach, by whoever is said to have committed it."""
    return any(f.rule is rule and f.severity == FAULT and said.by in (None, f.seat) for f in state.found)


def _who(state: DealState, said: Irregularity) -> str:
    return "somebody" if said.by is None else state.name(said.by)


def _wrong_time(state: DealState, said: Irregularity) -> str:
    """`after` is the number of a trick that was played, `after-bid` of a bid that was made."""
    if said.after is not None and said.after > state.most_tricks:
        return f"after trick {said.after}: the deal has {state.most_tricks}"
    if said.after_bid is not None and state.bids is not None and said.after_bid > state.bids:
        made = f"{state.bids} are recorded" if state.bids else "nobody bids in this deal"
        return f"after bid {said.after_bid}: {made}"
    return ""


def _found_already(state: DealState, rule: Rule, said: Irregularity) -> int | None:
    """The finding of the same fault that the record shows: a breach in play in trick `after` or the next.

    A fault may be called by the name of what follows from it.
    """
    for n, finding in enumerate(state.found):
        same = finding.rule is rule or (finding.rule in rule.remedies and not finding.ruling)
        same = same and finding.severity == FAULT and finding.said is None
        if not same or said.by not in (None, finding.seat):
            continue
        if _at_that_time(said, finding.cause):
            return n
    return None


def _at_that_time(said: Irregularity, cause: object) -> bool:
    """Whether what the record shows can be what was called: the trick `after` or the next, or between the two."""
    if said.after is None:
        return True
    if isinstance(cause, Trick):
        return cause.number in (said.after, said.after + 1)
    return not isinstance(cause, Act) or cause.tricks == said.after


# --- Worlds: a fact that is missing is settled by trying each ---------------------------------------------------------


class Reading(NamedTuple):
    """A deal as it may have been meant, and what it comes to."""

    deal: Deal
    words: str
    state: DealState
    verdict: Verdict

    @property
    def possible(self) -> bool:
        """Whether it can be true."""
        return not self.verdict.has_errors and not self.state.unsettled

    def faults(self) -> int:
        """How many faults of anybody's it has, figures that differ left out."""
        return sum(f.severity == FAULT and f.rule is not CLAIM and f.said is None for f in self.verdict.findings)

    def breaches(self, *, in_play: bool = False, spoken: bool = False) -> frozenset[Breach]:
        """What in it accuses a player of a breach that the cards show; only in a trick, or only outside the play."""
        shown = self.state.session.game.breaches
        return frozenset(
            (f.rule, f.seat, f.line)
            for f in self.verdict.findings
            if f.severity == FAULT
            and f.rule in shown
            and (not in_play or isinstance(f.cause, Trick))
            and not (spoken and isinstance(f.cause, Trick | Act))
        )


class World(NamedTuple):
    """A deal as it may have been, judged so, and who judges what else is tried in it."""

    state: DealState
    verdict: Verdict
    judge: Judge

    def goes_to(self) -> int:
        """The line of the play at which it cannot go on, where it cannot be true; -1 for what is before the play."""
        cause = next((f.cause for f in self.verdict.findings if f.severity == ERROR), None)
        if isinstance(cause, Event):
            return cause.nth if cause.part == "play" else -1
        return cause.n if isinstance(cause, Trick | Act) else -1


class TriedEnoughError(Exception):
    """So much was tried to find a slip of the pen that nobody would wait for more."""


class Patience:
    """How much may still be tried to find the slips in a deal: hundreds of a usual length, few endless ones."""

    def __init__(self, lines: int = 60_000) -> None:
        self.lines = lines

    def spend(self, deal: Deal) -> None:
        """One more is tried; raises when it is too much."""
        self.lines -= 12 + len(deal.play or ())
        if self.lines < 0:
            raise TriedEnoughError


MOST_WORLDS = 64


def settled(deal: Deal, facts: Sequence[Fact], judge: Judge) -> tuple[DealState, Verdict]:
    """The verdict on a deal with facts left out: a world in which nobody breaks a rule is likelier than another.

    Possible comes before clean. One clean world is assumed, with a note; several: only what they share is said. No
    clean one: one that is possible is assumed and its breaches are judged; several: only the breaches that all of them
    have. None possible: the fact stays unknown.
    """
    if not facts:
        return judge(deal)
    usual, missing = [fact for fact in facts if fact.usual], [fact for fact in facts if not fact.usual]
    if not missing:
        return _as_usual(deal, usual, judge)
    tried = [Reading(world, words, *_as_usual(world, usual, judge)) for world, words in worlds(deal, missing)]
    likely = [world for world in tried if world.possible]
    clean = [world for world in likely if not world.breaches()]
    clean = [world for world in clean if not world.faults()] or clean
    best = clean or likely
    if len(best) == 1:
        (only,) = best
        why = "it cannot have happened" if likely == best else "somebody broke a rule, or it cannot have happened"
        only.verdict.findings.append(_assumed(deal, f"{only.words}: otherwise {why}"))
        return only.state, only.verdict
    if best and the_same(best):
        return best[0].state, what_all_share(best)
    state, verdict = _as_usual(deal, usual, judge)
    state.unsettled = not clean
    shared = frozenset.intersection(*[world.breaches() for world in best]) if best else frozenset()
    shown = state.session.game.breaches
    verdict.findings = [
        f for f in verdict.findings if f.severity != FAULT or f.rule not in shown or (f.rule, f.seat, f.line) in shared
    ]
    return state, verdict


def worlds(deal: Deal, facts: Sequence[Fact]) -> Iterator[tuple[Deal, str]]:
    """Each way in which the facts may be, and the words that say so."""
    for values in itertools.islice(itertools.product(*[fact.values for fact in facts]), MOST_WORLDS):
        edit = {fact.key: value for fact, (value, _) in zip(facts, values, strict=True)}
        yield with_parts(deal, edit), " and ".join(words for _, words in values if words)


def _as_usual(deal: Deal, facts: Sequence[Fact], judge: Judge) -> tuple[DealState, Verdict]:
    """The verdict with everything as usual; else the first world in which nobody broke a rule, or that is possible."""
    state, verdict = judge(deal)
    first = Reading(deal, "", state, verdict)
    if not facts or not (verdict.to_be_weighed or state.unsettled) or (first.possible and not first.faults()):
        return state, verdict
    tried = [Reading(world, words, *judge(world)) for world, words in worlds(deal, facts) if words]
    best = min((first, *tried), key=lambda world: (not world.possible, len(world.breaches()), world.faults()))
    if best is not first:
        why = "otherwise somebody broke a rule" if first.possible else "otherwise it cannot have happened"
        best.verdict.findings.append(_assumed(deal, f"{best.words}: {why}"))
    return best.state, best.verdict


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


# --- Bounds ----------------------------------------------------------------------------------------------------------


def added(bounds: Mapping[int, Bounds], more: Mapping[int, Bounds]) -> dict[int, Bounds]:
    """What each can have in all, with what a deal can add to it."""
    return {seat: Bounds(one.least + more[seat].least, one.most + more[seat].most) for seat, one in bounds.items()}


def leads_beyond_reach(bounds: Mapping[int, Bounds], seat: int) -> bool:
    """Whether a seat has more than any other can still get."""
    return all(bounds[seat].least > other.most for one, other in bounds.items() if one != seat)
