"""Where the bidding of one deal stands: whose turn it is, who has passed, and which bid is the highest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.partnership.seats import PLAYERS, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.record import Event


class Bidding:
    """Where the bidding of one deal stands."""

    __slots__ = ("ahead", "by_side", "events", "high", "passed", "state", "stood", "turn", "turns", "void")

    def __init__(self, state: Partnership, events: Sequence[Event]) -> None:
        self.state, self.events = state, events
        self.by_side = any(event.seat >= PLAYERS for event in events)
        # Whether it is known whose turn it was: passes are written, and by players.
        self.turns = not self.by_side and any(event.what is None for event in events)
        self.turn = (state.dealer + 1) % PLAYERS
        self.passed: set[int] = set()
        self.ahead: set[int] = set()  # who has spoken before his turn came
        self.high: Event | None = None
        self.void: Event | None = None  # a void bid that has not been put right yet
        self.stood: list[Event] = []  # void bids that were not put right

    @property
    def closed(self) -> bool:
        """Whether all others have passed since somebody bid."""
        if self.high is None:
            return False
        seat = self.high.seat
        if seat >= PLAYERS:
            return any(side_of(one) != side_of(seat) and one >= PLAYERS for one in self.passed)
        return all(one in self.passed for one in range(PLAYERS) if one != seat)

    @property
    def all_passed(self) -> bool:
        """Whether all have passed, and nobody has bid."""
        return sum(event.what is None for event in self.events) >= PLAYERS or len(self.passed) == PLAYERS

    @property
    def all_spoke(self) -> bool:
        """Whether the bidding is recorded whole."""
        passes = {event.seat for event in self.events if event.what is None and event.seat < PLAYERS}
        return len(passes) >= PLAYERS - (self.high is not None)

    def move_on(self, seat: int) -> None:
        """The turn passes to the next on his left: those who have passed, or spoken already, are left out."""
        for step in range(1, PLAYERS + 1):
            self.turn = (seat + step) % PLAYERS
            if self.turn in self.ahead:
                self.ahead.discard(self.turn)
            elif self.turn not in self.passed:
                return

    def leave_void(self) -> None:
        """A void bid that its maker did not put right: a pass, unless the table plays on it."""
        if self.void is not None:
            self.stood.append(self.void)
            self.passed.add(self.void.seat)
            self.move_on(self.void.seat)
            self.void = None

    def skipped(self, n: int) -> list[int]:
        """Who should have spoken before entry number `n`."""
        seat, found, turn = self.events[n].seat, [], self.turn
        while turn != seat:
            if turn not in self.passed and turn not in self.ahead:
                found.append(turn)
            turn = (turn + 1) % PLAYERS
        return found

    def speak_later(self, seats: Sequence[int], n: int) -> bool:
        """Whether any of them says anything from entry number `n` on."""
        return any(event.seat in seats for event in self.events[n:])
