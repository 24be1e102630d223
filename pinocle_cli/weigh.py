"""Weighing a record: what the rest of it says of each fault that the table called, and how far a figure can go.

A dispute is decided on all that was written down, not line by line; nothing here knows a game. A game says what its
play shows (`Game.breaches`), and for a fault that can be called, how the cards confirm or refute it (`@RULE.examined`).
Which reading of a doubtful record is the likeliest is told in `worlds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from pinocle_cli.course import Act, Trick
from pinocle_cli.game import Bounds
from pinocle_cli.ledger import ERROR, FAULT, Finding
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import CLAIM, COUNT
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinocle_cli.game import DealState
    from pinocle_cli.record import Irregularity
    from pinocle_cli.rule import Rule

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
        rule = given(state.session.game.rule(said.fault))  # others the reader has refused
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


# --- Bounds ----------------------------------------------------------------------------------------------------------


def added(bounds: Mapping[int, Bounds], more: Mapping[int, Bounds]) -> dict[int, Bounds]:
    """What each can have in all, with what a deal can add to it."""
    return {seat: Bounds(one.least + more[seat].least, one.most + more[seat].most) for seat, one in bounds.items()}


def leads_beyond_reach(bounds: Mapping[int, Bounds], seat: int) -> bool:
    """Whether a seat has more than any other can still get."""
    return all(bounds[seat].least > other.most for one, other in bounds.items() if one != seat)
