"""The table while the play is gone through, and findings at a card of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction.cards import EXPOSED
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.record import IMPOSSIBLE

if TYPE_CHECKING:
    from pinocle_cli.course import Plan, Trick
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.known import Known
    from pinocle_cli.ledger import Severity
    from pinocle_cli.record import Irregularity
    from pinocle_cli.rule import Rule


class Table:
    """What the play needs at hand while it is gone through."""

    __slots__ = (
        "always", "conceding", "known", "number", "plan", "shown", "state", "trump", "watched", "weighed",
    )  # fmt: skip

    def __init__(self, state: Auction, known: Known, plan: Plan, trump: int) -> None:
        self.state, self.known, self.plan, self.trump = state, known, plan, trump
        self.always = state.house.heading == "always"
        self.number = plan.first  # of the last trick
        self.conceding: set[int] = set()  # who proposes to give up
        self.weighed = bool(state.deal.irregularities)  # what was called is examined
        self.watched: list[Irregularity] = []  # cards of which the bidder has chosen what becomes of them
        self.shown = [said for said in state.calls_of(*EXPOSED) if said.after and said.by in state.active]


def at_card(state: Auction, step: Trick, nth: int, rule: Rule, severity: Severity, text: str) -> Finding:
    """A finding at the nth card of a trick."""
    event = state.deal.play[step.n]  # type: ignore[index]  # a step is one of its lines
    column, seat = event.column_of(nth), step.seats[nth]
    return Finding(rule, severity, event.line, text, seat, column, event.path, cause=step)


def not_held(state: Auction, step: Trick, nth: int) -> Finding:
    """A card that its player cannot have had."""
    text = f"{state.name(step.seats[nth])} does not hold {state.deck.names[step.cards[nth]]}"
    return at_card(state, step, nth, IMPOSSIBLE, ERROR, text)
