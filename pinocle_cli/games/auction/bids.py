"""Where the bidding of one deal stands, and findings at a bid of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.ledger import FAULT, Finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.record import Event
    from pinocle_cli.rule import Rule

STEP, MINIMUMS = 10, (300, 250)


class Bidding:
    """Where the bidding of one deal stands."""

    __slots__ = (
        "assumed", "bidder", "closed", "events", "high", "order", "ordered", "owing", "passed", "state", "turn",
    )  # fmt: skip

    def __init__(self, state: Auction, events: Sequence[Event]) -> None:
        self.state, self.events = state, events
        self.order = state.active
        self.turn = 0  # the index in `order` of whoever is to speak
        self.passed: set[int] = set()
        self.high = 0
        self.bidder: int | None = None
        self.owing: tuple[int, bool] | None = None  # whose bid was void, and whether he may as well pass
        self.closed = False
        self.assumed: list[int] = []  # whose passes are not written
        # A list without a single pass is no whole bidding: then only the bids themselves are looked at.
        self.ordered = None in [event.what for event in events]

    def passes(self, seat: int) -> None:
        """He is out; two passes and a bid close the bidding."""
        self.passed.add(seat)
        self.move_on(seat)

    def bids(self, seat: int, event: Event) -> None:
        """His is the highest bid."""
        self.high, self.bidder, self.state.bid_line = event.what, seat, event.line
        self.move_on(seat)

    def move_on(self, seat: int) -> None:
        """The turn passes to the next on his left who has not passed."""
        if self.owing is not None and self.owing[0] == seat:
            self.owing = None
        if self.bidder is not None and len(self.passed) - (self.bidder in self.passed) == len(self.order) - 1:
            self.closed = True
        elif self.order[self.turn] == seat or self.order[self.turn] in self.passed:
            at = self.order.index(seat)
            for n in ((at + 1) % 3, (at + 2) % 3, at):
                if self.order[n] not in self.passed:
                    self.turn = n
                    return

    def skipped(self, seat: int) -> list[int]:
        """Who should have spoken before him."""
        if self.order[self.turn] == seat and seat not in self.passed:
            return []
        waiting = [self.order[(self.turn + step) % 3] for step in range(3)]
        waiting = [other for other in waiting if other not in self.passed]
        return waiting[: waiting.index(seat)]

    def speaks_later(self, seat: int, n: int) -> bool:
        """Whether he says anything after entry number `n`."""
        return any(event.seat == seat for event in self.events[n + 1 :])


def fault(rule: Rule, event: Event, text: str, ruling: str) -> Finding:
    """A bid that breaks a rule, and what the table made of it."""
    return Finding.at(event.place, rule, FAULT, text, event.seat, cause=event)._replace(remedy=rule, ruling=ruling)
