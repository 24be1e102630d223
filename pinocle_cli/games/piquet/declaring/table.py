"""The calls of a deal while they are judged."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.combinations import SEQUENCE, SET, Combo, best_of, held_of
from pinocle_cli.games.piquet.notation import Call, believed, in_hand
from pinocle_cli.light import light_dataclass
from pinocle_cli.record import ASSUMED

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.declaring.conversation import Spoken
    from pinocle_cli.games.piquet.state import Called, Counted, Piquet

    Strength = tuple[int, int]


@light_dataclass()
class Table:
    """The calls of a deal while they are judged."""

    state: Piquet
    called: Called
    spoken: list[Spoken]  # those that came in time
    first: dict[tuple[int, int], Spoken] = field(default_factory=dict)  # the first call of a seat and kind that stands
    precise: list[Spoken] = field(default_factory=list)  # calls that only say what a point makes
    suits: list[int] = field(default_factory=lambda: [0, 0])  # each point's, where only its sequences count
    silent: list[str] = field(default_factory=list)  # what the cards answered
    lost: int = 0  # the cards of combinations that were called and may not be counted

    def held(self, kind: int, seat: int) -> list[Combo]:
        """All of a kind that the player could have called and counted."""
        combos = held_of(kind, self.state.held[seat] or 0)
        suit = self.suits[seat] if kind == SEQUENCE else 0
        return [combo for combo in combos if not suit or not combo.cards & ~suit]

    def best(self, kind: int, seat: int) -> Strength | None:
        """The best of a kind that a player holds; None where his hand is not known."""
        return None if self.state.held[seat] is None else best_of(self.held(kind, seat))

    def elder_called(self, kind: int) -> bool:
        """Whether elder called anything of the kind, true or not."""
        return any(one.event.seat == self.state.elder and one.call.kind == kind for one in self.spoken)

    def by_the_cards(self) -> Said:
        """Says what was not answered."""
        if self.silent:
            yield note(ASSUMED, self.spoken[0].event.place, f"not every answer is written: {'; '.join(self.silent)}")


def held_as_called(state: Piquet, seat: int, call: Call) -> Combo | None:
    """What the call names, if the player holds it; where his hand is not known the call is believed."""
    hand = state.held[seat]
    return believed(call) if hand is None else in_hand(hand, call)


def add(own: list[Counted], counted: Counted) -> None:
    """Cards count once: of two calls that share cards the better stays."""
    for n, other in enumerate(own):
        same_rank = other.combo.kind == SET and other.combo.strength[1] == counted.combo.strength[1]
        if same_rank or other.combo.cards & counted.combo.cards:
            if counted.combo.strength > other.combo.strength:
                own[n] = counted
            return
    own.append(counted)
