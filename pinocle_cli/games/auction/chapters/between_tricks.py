"""Between the tricks: what a player does, and that an idle one has no say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.game import note
from pinocle_cli.games.auction.chapters.conceding import concedes
from pinocle_cli.games.auction.chapters.exposed import exposes
from pinocle_cli.ledger import FAULT, Entry, Finding, Ruling
from pinocle_cli.record import NOT_CHECKED, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.course import Act
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.games.auction.table import Table
    from pinocle_cli.record import Event

INACTIVE_CONDUCT = Rule(
    "inactive-conduct",
    "Conduct of an idle player",
    "irregularity",
    """An idle player may not look at hands, advise or comment on bidding, play and concessions. If he has not looked
    at a hand or at the widow on purpose, he may point out a revoke or a lead out of turn.""",
    "004, Бездействующий игрок (garbled; our reading)",
)


@INACTIVE_CONDUCT.applied
def act(table: Table, step: Act) -> Said:
    """`Anna: claim`, and whatever else is no trick."""
    state, event = table.state, step.event
    if event.seat not in state.active:
        text = f"{state.name(event.seat)} is idle in this deal and has no say in the play"
        yield Finding.at(event.place, INACTIVE_CONDUCT, FAULT, text, event.seat, cause=step)
    elif event.verb == "exposes":
        yield exposes(table, step)
    elif event.verb == "claim":
        state.claimed, state.stop = event.seat, event.place
    elif event.verb == "concede":
        yield from concedes(state, table.conceding, event)
    else:
        yield from _takes_back(table, step)


@INACTIVE_CONDUCT.follows()
def no_say(_: Finding, __: Auction, ___: Sequence[Entry]) -> Ruling:
    """Nothing that he says counts."""
    text = "what he says does not count; the texts lay down no penalty"
    return Ruling(rule=INACTIVE_CONDUCT, text=text)


@INACTIVE_CONDUCT.examined
def who_is_idle(state: Auction, said: Irregularity) -> weigh.Weight:
    """Only somebody who is idle can break it."""
    if said.by is not None and said.by in state.active:
        return weigh.refuted(f"{state.name(said.by)} plays in this deal")
    return weigh.OPEN if len(state.active) < state.session.players else weigh.refuted("nobody is idle with three")


def _takes_back(table: Table, step: Act) -> Said:
    """`Anna: takes back S9`: the trick before this line was not played after all."""
    state, event = table.state, step.event
    lines = state.deal.play
    before: Event | None = lines[step.n - 1] if lines is not None and step.n else None
    if before is None or before.verb or not set(event.cards) <= set(before.cards):
        text = f"{state.name(event.seat)} takes back {state.deck.show(event.cards)}, not in the line before"
        yield note(NOT_CHECKED, event.place, text, event.seat)
