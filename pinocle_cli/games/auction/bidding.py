"""The bidding: who may bid, what a bid must be, and what contract comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.auction.deal import INACTIVE
from pinocle_cli.ledger import ERROR, FAULT, Finding
from pinocle_cli.record import ASSUMED, IMPOSSIBLE, Place
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.record import Event

STEP = 10

BID_FORCED = Rule(
    "bid-forced-300",
    "Eldest must open",
    "irregularity",
    """The player on the dealer's left must open with 300 or more (at some tables 250). If he passes it is a fault; if
    all pass the deal is void. Where opening is free, anybody may pass.""",
    "004, Торговля",
)

BID_MIN = Rule(
    "bid-min",
    "The lowest bid",
    "procedure",
    "Bidding begins on the dealer's left at an agreed minimum, as a rule 300, and goes up by tens; all may pass.",
    "002, Торговля",
)

BID_STEP = Rule(
    "bid-step",
    "Bidding out of turn",
    "irregularity",
    """Beginning with eldest each in turn bids or passes. Every bid is a multiple of ten and higher than the last;
    when two have passed the bidding is closed. A bid out of turn is void if its player bids again when his turn comes;
    if the others let it stand, it stands.""",
    "004, Торговля; what becomes of a bid out of turn is decided by us",
)

PASS_FINAL = Rule(
    "pass-final",
    "A bid after a pass",
    "irregularity",
    """Whoever has passed may not bid again in this deal; such a bid is void. Two passes end the bidding, and the
    highest bid of the third player is the contract.""",
    "002, Торговля; 004, Торговля",
)

INSUFFICIENT = Rule(
    "insufficient-bid",
    "Insufficient bid",
    "irregularity",
    """A bid that is not higher than the last is void. If the offender had passed before, nothing follows; otherwise he
    must make it sufficient, and a pass instead is another fault.""",
    "004, Недостаточная заявка",
)

ILLEGAL_BID = Rule(
    "illegal-bid",
    "Illegal bid",
    "irregularity",
    "A bid below the table's minimum or above 650, or no multiple of ten, is void; nothing follows.",
    "004, Недопустимая заявка",
)

WIDOW_PEEK = Rule(
    "widow-peek",
    "A widow card seen",
    "irregularity",
    "Whoever sees a card of the widow before the bidding is closed may not bid any more in this deal.",
    "004, Показ вдовы",
)


class Bidding:
    """The bidding of one deal, entry by entry."""

    def __init__(self, state: Auction) -> None:
        self.state = state
        self.events: list[Event] = state.deal.bids
        self.order = state.active
        self.turn = 0  # the index in `order` of whoever is to speak
        self.passed: set[int] = set()
        self.high = 0
        self.bidder: int | None = None
        self.owing: int | None = None  # whose bid was void, so that it is still his turn
        self.free = False  # it was an illegal bid: he may as well pass
        self.skipped: set[int] = set()  # whom a bid out of turn that was let stand passed over
        self.closed = False
        self.barred = {said.by: said.after_bid or 0 for said in state.calls_of(WIDOW_PEEK) if said.by is not None}
        # A list without a single pass is no whole bidding: then only the bids themselves are looked at.
        self.ordered = any(event.what is None for event in self.events)

    def run(self) -> Said:
        """Every entry in order; what is void changes nothing."""
        state = self.state
        for n, event in enumerate(self.events):
            yield from self._entry(n, event)
            state.bids_so_far.append((n + 1, self.high))
        state.bidder, state.bid = self.bidder, self.high
        state.all_passed = self.bidder is None and len(self.passed) == len(self.order)

    def _entry(self, n: int, event: Event) -> Said:
        seat, amount, name = event.seat, event.what, self.state.name(event.seat)
        for barred, after in self.barred.items():
            if n >= after and barred != self.bidder and barred not in self.passed:
                self.passed.add(barred)
                self._move_on(barred)
        if self.closed and seat not in self.passed:
            text = f"the bidding was closed before {name} spoke again"
            yield self._fault(BID_STEP, event, text, "it does not count: the contract stands")
        elif seat not in self.order:
            text = f"{name} is idle in this deal and does not bid"
            yield self._fault(INACTIVE, event, text, "it does not count")
        elif n >= self.barred.get(seat, len(self.events)):
            if amount is not None:
                text = f"{name} had seen a card of the widow and may not bid"
                yield self._fault(WIDOW_PEEK, event, text, "the bid is void")
        elif seat in self.passed:
            yield from self._after_pass(event, name)
        else:
            yield from self._in_turn(n, event)

    def _after_pass(self, event: Event, name: str) -> Said:
        amount = event.what
        if amount is None:
            return
        yield self._fault(PASS_FINAL, event, f"{name} bids {amount} after passing", "the bid is void")
        if amount <= self.high:
            text = f"{amount} is not higher than {self.high}"
            yield self._fault(INSUFFICIENT, event, text, f"the bid is void; {name} had passed, so nothing follows")

    def _in_turn(self, n: int, event: Event) -> Said:
        seat, name = event.seat, self.state.name(event.seat)
        if self.owing is not None and seat != self.owing:
            self._move_on(self.owing)  # nobody asked for it: the others went on
        due = self._due()
        if seat != due and self.ordered and seat not in self.skipped:
            text = f"{name} spoke out of turn; it was {self.state.name(due)}'s turn"
            before = self._before(seat, due)
            if self._speaks_again(n, before):
                yield self._fault(BID_STEP, event, text, f"it is void; {name} speaks again when his turn comes")
                return
            yield self._fault(BID_STEP, event, text, "the others let it stand")
            self.skipped.update(before)
            self.turn = self.order.index(seat)
        self.skipped.discard(seat)
        if event.what is None:
            yield from self._pass(event)
        else:
            yield from self._bid(event)

    def _pass(self, event: Event) -> Said:
        seat, name = event.seat, self.state.name(event.seat)
        if seat == self.bidder:
            text = f"{name} passes his own bid of {self.high}"
            yield self._fault(BID_STEP, event, text, "it does not count: the bid stands")
            return
        if self.owing == seat and not self.free:
            text = f"{name} passes; he had to make his bid good"
            yield self._fault(INSUFFICIENT, event, text, "the pass stands; it is a fault of its own")
        if self.state.forced and not self.high and seat == self.order[0]:
            text = f"{name} is eldest and must open, but passes"
            yield self._fault(BID_FORCED, event, text, "he must open; if all pass the deal is void")
        self.passed.add(seat)
        self._move_on(seat)

    def _bid(self, event: Event) -> Said:
        seat, amount, name = event.seat, event.what, self.state.name(event.seat)
        least, most = int(self.state.house.minimum), self.state.house.maximum
        if not least <= amount <= most or amount % STEP:
            why = f"below {least}" if amount < least else f"above {most}" if amount > most else "no multiple of ten"
            text = f"{name} bids {amount}, which is {why}"
            yield self._fault(ILLEGAL_BID, event, text, "the bid is void; nothing follows")
            self.free = self.owing != seat
            self.owing = seat
        elif amount <= self.high:
            text = f"{name} bids {amount}, which is not higher than {self.high}"
            yield self._fault(INSUFFICIENT, event, text, "the bid is void; he must make it sufficient")
            self.free, self.owing = False, seat
        else:
            self.high, self.bidder, self.state.bid_line = amount, seat, event.line
            self._move_on(seat)

    def _due(self) -> int:
        return self.order[self.turn]

    def _move_on(self, seat: int) -> None:
        """The turn passes to the next on his left who has not passed; two passes and a bid close the bidding."""
        if self.owing == seat:
            self.owing = None
        if self.bidder is not None and len(self.passed - {self.bidder}) == 2:  # noqa: PLR2004 - of three players
            self.closed = True
        elif self.order[self.turn] == seat or self.order[self.turn] in self.passed:
            at = self.order.index(seat)
            later = [(at + step) % 3 for step in (1, 2, 3)]
            self.turn = next((n for n in later if self.order[n] not in self.passed), self.turn)

    def _before(self, seat: int, due: int) -> list[int]:
        """Who should have spoken before him."""
        start = self.order.index(due)
        waiting = [self.order[(start + step) % 3] for step in range(3)]
        waiting = [other for other in waiting if other not in self.passed]
        return waiting[: waiting.index(seat)]

    def _speaks_again(self, n: int, before: list[int]) -> bool:
        """Whether those before him now speak in turn and then he does: what he said out of turn was void."""
        after = [event.seat for event in self.events[n + 1 : n + 2 + len(before)]]
        return after == [*before, self.events[n].seat]

    def _fault(self, rule: Rule, event: Event, text: str, ruling: str) -> Finding:
        place = (event.line, text, event.seat, event.column, event.path)
        return Finding(rule, FAULT, *place, remedy=rule, ruling=ruling, cause=event)

    def notes(self) -> Said:
        """What had to be assumed, and what cannot be."""
        state, deal = self.state, self.state.deal
        goes_on = any((deal.trump is not None, deal.melds, deal.bury, deal.play, deal.taken, deal.conceded))
        last = self.events[-1]
        place = Place(last.line, last.column, last.path)
        if self.bidder is not None and not self.closed and goes_on:
            text = f"the bidding is not recorded to its end; {state.name(self.bidder)}'s {self.high} is the contract"
            yield note(ASSUMED, place, text, self.bidder)
        elif state.all_passed and goes_on:
            yield Finding(
                IMPOSSIBLE, ERROR, last.line, "all passed, but the deal goes on", None, last.column, last.path
            )


def bidding(state: Auction) -> Said:
    """Who plays, and for how much."""
    bids = Bidding(state)
    if bids.events:
        yield from bids.run()
        yield from bids.notes()
