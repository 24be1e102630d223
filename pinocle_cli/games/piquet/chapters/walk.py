"""What is known at one moment of the play, and whether a card can have been played then."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.hands import DECK
from pinocle_cli.light import light_dataclass

if TYPE_CHECKING:
    from pinocle_cli.course import Act, Trick
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.record import Event, Place


@light_dataclass()
class Walk:
    """What is known at one moment of the play."""

    state: Piquet
    left: list[int]  # by seat: the cards that are sure to be in the hand
    lines: dict[int, int] = field(default_factory=dict)  # where each card was played
    unanswered: Trick | None = None
    stands: Trick | None = None  # a card that was wrongly taken back: the trick counts as it was first played
    twelve: bool = False  # play, or the conceding of it, came to the twelfth trick

    def place(self, step: Trick | Act) -> Place:
        """Where a step stands."""
        return self.event(step).place

    def event(self, step: Trick | Act) -> Event:
        """The line of a step."""
        return self.state.play[step.n]


def cannot_have(walk: Walk, step: Trick, seat: int, card: int) -> str:
    """Why the card cannot have been played by the seat; nothing where it can."""
    state, name, other = walk.state, DECK.names[card], 1 - seat
    out, bit = state.discarded[seat] or 0, 1 << card
    if card in walk.lines:
        return f"{name} was played in line {walk.lines[card]}"
    if walk.left[seat] & bit and not (state.held[seat] is None and state.lo[other] & bit):
        return ""
    if out & bit:
        return f"{state.name(seat)} threw {name} out"
    if state.lo[other] & bit or (state.dealt[other] or 0) & bit:
        where = f"is in {state.name(other)}'s hand" if state.lo[other] & bit else f"was dealt to {state.name(other)}"
        return f"{name} {where}" if state.held[seat] is None else f"{state.name(seat)} does not hold {name}: it {where}"
    if state.held[seat] is None:
        return ""
    left = " (by the discards it was not his to draw)" if (state.talon or 0) & bit and state.deal.talon else ""
    return f"{state.name(seat)} does not hold {name}{left}"
