"""The bidding: who may bid, what a bid must be, and what contract comes of it.

Passes that are not written are assumed of whoever says no more. A bid that is void stands where the table played on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.game import note
from pinocle_cli.games.auction.chapters.deal import INACTIVE
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Ruling
from pinocle_cli.record import ASSUMED, IMPOSSIBLE, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.record import Event

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
        self.ordered = any(event.what is None for event in events)

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
        if self.bidder is not None and len(self.passed - {self.bidder}) == len(self.order) - 1:
            self.closed = True
        elif self.order[self.turn] == seat or self.order[self.turn] in self.passed:
            at = self.order.index(seat)
            later = [(at + step) % 3 for step in (1, 2, 3)]
            self.turn = next((n for n in later if self.order[n] not in self.passed), self.turn)

    def skipped(self, seat: int) -> list[int]:
        """Who should have spoken before him."""
        waiting = [self.order[(self.turn + step) % 3] for step in range(3)]
        waiting = [other for other in waiting if other not in self.passed]
        return waiting[: waiting.index(seat)]

    def speaks_later(self, seat: int, n: int) -> bool:
        """Whether he says anything after entry number `n`."""
        return any(event.seat == seat for event in self.events[n + 1 :])


def _fault(rule: Rule, event: Event, text: str, ruling: str) -> Finding:
    return Finding.at(event.place, rule, FAULT, text, event.seat, cause=event)._replace(remedy=rule, ruling=ruling)


BID_MIN = Rule(
    "bid-min",
    "The lowest bid",
    "procedure",
    "Bidding begins on the dealer's left at an agreed minimum, as a rule 300, and goes up by tens; all may pass.",
    "002, Торговля",
)


@BID_MIN.applied
def bidding(state: Auction) -> Said:
    """Who plays, and for how much."""
    events = state.deal.bids or []
    state.bids = len(events)
    if not events:
        return
    bids = Bidding(state, events)
    barred: dict[int | None, int] = {
        said.by: said.after_bid
        for said in state.calls_of("widow-peek")
        if said.by in bids.order and said.after_bid is not None
    }
    for n, event in enumerate(events):
        for seat, after in barred.items():
            if seat is not None and n >= after and not bids.closed and seat != bids.bidder and seat not in bids.passed:
                bids.passes(seat)
        yield from _entry(bids, n, event, barred)
        state.highs.append(bids.high)
        if bids.closed and state.closed is None:
            state.closed = n + 1
    state.bidder, state.bid = bids.bidder, bids.high
    yield from _end(bids)


def _entry(bids: Bidding, n: int, event: Event, barred: dict[int | None, int]) -> Said:
    seat, name = event.seat, bids.state.name(event.seat)
    if n and (seat, event.what) == (bids.events[n - 1].seat, bids.events[n - 1].what):
        yield note(ASSUMED, event.place, f"{name} says the same twice in a row: it is taken to be written twice", seat)
    elif bids.closed and seat not in bids.passed:
        yield closed(bids, event)
    elif seat not in bids.order:
        yield _fault(INACTIVE, event, f"{name} is idle in this deal and does not bid", "it does not count")
    elif n >= barred.get(seat, n + 1):
        if event.what is not None:
            text = f"{name} bids {event.what}; he had seen a card of the widow and may not bid"
            rule = bids.state.session.game.labels["widow-peek"]
            yield _fault(rule, event, text, "the bid is void")
    elif seat in bids.passed:
        yield from after_pass(bids, event)
    else:
        yield from in_turn(bids, n, event)


def _end(bids: Bidding) -> Said:
    """What had to be assumed, and what cannot be."""
    state, last = bids.state, bids.events[-1]
    state.all_spoke = (bids.closed or len(bids.passed) == len(bids.order)) and not bids.assumed
    state.all_passed = bids.bidder is None and len(bids.passed) == len(bids.order)
    if state.all_passed:
        state.most_tricks = 0
    if bids.bidder is not None and not bids.closed and state.goes_on:
        bids.assumed += [seat for seat in bids.order if seat not in (*bids.passed, *bids.assumed, bids.bidder)]
    if bids.assumed and state.goes_on:
        text = "passes that are not written are assumed; the highest bid is the contract"
        yield note(ASSUMED, last.place, text, bids.bidder)
    elif state.all_passed and (state.deal.play or state.deal.taken or state.deal.melds or state.deal.trump is not None):
        yield Finding.at(last.place, IMPOSSIBLE, ERROR, "all passed, but the deal goes on")


BID_STEP = Rule(
    "bid-step",
    "Bidding out of turn",
    "irregularity",
    """Beginning with eldest each in turn bids or passes. Every bid is a multiple of ten and higher than the last;
    when two have passed the bidding is closed. A bid out of turn is void if its player bids again when his turn comes;
    if the others let it stand, it stands.""",
    "004, Торговля; what becomes of a bid out of turn is decided by us",
)


@BID_STEP.applied
def in_turn(bids: Bidding, n: int, event: Event) -> Said:
    """Whether it is his turn; who says no more had passed before."""
    seat, name = event.seat, bids.state.name
    if bids.owing is not None and seat != bids.owing[0]:
        bids.move_on(bids.owing[0])  # nobody asked for it: the others went on
    before = bids.skipped(seat)
    for other in before if bids.ordered else ():
        if not bids.speaks_later(other, n) and other != bids.bidder:
            bids.assumed.append(other)
            bids.passes(other)
    before = [other for other in before if other not in bids.passed]
    if before and bids.ordered:
        text = f"{name(seat)} spoke out of turn; it was {name(before[0])}'s turn"
        if [later.seat for later in bids.events[n + 1 : n + 2 + len(before)]] == [*before, seat]:
            yield _fault(BID_STEP, event, text, f"it is void; {name(seat)} speaks again when his turn comes")
            return
        yield _fault(BID_STEP, event, text, "the others let it stand")
    if before:
        bids.turn = bids.order.index(seat)
    if event.what is None:
        yield from _pass(bids, event)
    elif illegal(bids, event):
        yield from out_of_range(bids, n, event)
    elif event.what <= bids.high:
        yield insufficient(bids, event)
    else:
        bids.bids(seat, event)


def closed(bids: Bidding, event: Event) -> Finding:
    """Two have passed."""
    text = f"the bidding was closed before {bids.state.name(event.seat)} spoke again"
    return _fault(BID_STEP, event, text, "it does not count: the contract stands")


def _pass(bids: Bidding, event: Event) -> Said:
    seat, name = event.seat, bids.state.name(event.seat)
    if seat == bids.bidder:
        text = f"{name} passes his own bid of {bids.high}"
        yield _fault(BID_STEP, event, text, "it does not count: the bid stands")
        return
    if bids.owing is not None and not bids.owing[1]:
        text = f"{name} passes; he had to make his bid good"
        yield _fault(INSUFFICIENT, event, text, "the pass stands; it is a fault of its own")
    if bids.state.forced and not bids.high and seat == bids.order[0]:
        yield must_open(bids, event)
    bids.passes(seat)


BID_FORCED = Rule(
    "bid-forced-300",
    "Eldest must open",
    "irregularity",
    """The player on the dealer's left must open with 300 or more (at some tables 250). If he passes it is a fault; if
    all pass the deal is void. Where opening is free, anybody may pass.""",
    "004, Торговля",
)


@BID_FORCED.applied
def must_open(bids: Bidding, event: Event) -> Finding:
    """Eldest has passed."""
    text = f"{bids.state.name(event.seat)} is eldest and must open, but passes"
    return _fault(BID_FORCED, event, text, "he must open; if all pass the deal is void")


PASS_FINAL = Rule(
    "pass-final",
    "A bid after a pass",
    "irregularity",
    """Whoever has passed may not bid again in this deal; such a bid is void. Two passes end the bidding, and the
    highest bid of the third player is the contract.""",
    "002, Торговля; 004, Торговля",
)


@PASS_FINAL.applied
def after_pass(bids: Bidding, event: Event) -> Said:
    """A bid of somebody who has passed never counts, though the table played on."""
    amount, name = event.what, bids.state.name(event.seat)
    if amount is None:
        return
    yield _fault(PASS_FINAL, event, f"{name} bids {amount} after passing", "the bid is void")
    if amount <= bids.high:
        text = f"{amount} is not higher than {bids.high}"
        yield _fault(INSUFFICIENT, event, text, f"the bid is void; {name} had passed, so nothing follows")


INSUFFICIENT = Rule(
    "insufficient-bid",
    "Insufficient bid",
    "irregularity",
    """A bid that is not higher than the last is void. If the offender had passed before, nothing follows; otherwise he
    must make it sufficient, and a pass instead is another fault.""",
    "004, Недостаточная заявка",
)


@INSUFFICIENT.applied
def insufficient(bids: Bidding, event: Event) -> Finding:
    """Not more than the bid before."""
    bids.owing = event.seat, False
    text = f"{bids.state.name(event.seat)} bids {event.what}, which is not higher than {bids.high}"
    return _fault(INSUFFICIENT, event, text, "the bid is void; he must make it sufficient")


ILLEGAL_BID = Rule(
    "illegal-bid",
    "Illegal bid",
    "irregularity",
    "A bid below the table's minimum or above 650, or not a multiple of ten, is void; nothing follows.",
    "004, Недопустимая заявка",
)


@ILLEGAL_BID.applied
def illegal(bids: Bidding, event: Event) -> str:
    """Why the bid is illegal; nothing where it is not."""
    least, most = int(bids.state.house.minimum), bids.state.house.maximum
    if event.what < least:
        return f"below {least}"
    return f"above {most}" if event.what > most else "not a multiple of ten" if event.what % STEP else ""


def out_of_range(bids: Bidding, n: int, event: Event) -> Said:
    """An illegal bid is void; but where it was not corrected and the table played on, the others let it stand."""
    amount, seat, why = event.what, event.seat, illegal(bids, event)
    text = f"{bids.state.name(seat)} bids {amount}, which is {why}{_lawful(bids, amount)}"
    corrected = n + 1 < len(bids.events) and bids.events[n + 1].seat == seat
    if bids.state.goes_on and not corrected and amount > bids.high:
        yield _fault(ILLEGAL_BID, event, text, "the others let it stand: the table played on")
        bids.bids(seat, event)
    else:
        yield _fault(ILLEGAL_BID, event, text, "the bid is void; nothing follows")
        bids.owing = seat, bids.owing is None or bids.owing[0] != seat


def _lawful(bids: Bidding, amount: int) -> str:
    """The house rule that would make the bid lawful."""
    if amount % STEP:
        return ""
    if amount > bids.state.house.maximum:
        return f" (a table with `maximum: {amount}` may bid it)"
    least = next((least for least in MINIMUMS if least <= amount), None)
    if least is None:
        return f" (the `minimum` of no table is below {MINIMUMS[-1]})"
    return f" (a table with `minimum: {least}` may bid it)"


# --- Called at the table ---------------------------------------------------------------------------------------------

SAYS = {
    BID_FORCED: "he must open; if all pass the deal is void",
    BID_STEP: "it is void if he bids again in turn; if the others let it stand, it stands",
    PASS_FINAL: "the bid is void",
    INSUFFICIENT: "the bid is void; unless he had passed before, he must make it sufficient",
    ILLEGAL_BID: "the bid is void; nothing follows",
}


@BID_FORCED.follows()
@BID_STEP.follows()
@PASS_FINAL.follows()
@INSUFFICIENT.follows()
@ILLEGAL_BID.follows()
def says(finding: Finding, _: Auction, __: Sequence[Entry]) -> Ruling:
    """A fault of the bidding costs nothing more than the rule itself says."""
    return Ruling(rule=finding.rule, text=SAYS[finding.rule])


@BID_FORCED.examined
@BID_STEP.examined
@PASS_FINAL.examined
@INSUFFICIENT.examined
@ILLEGAL_BID.examined
def spoken(state: Auction, said: Irregularity) -> weigh.Weight:
    """The bids as they are recorded, where that is all of them."""
    rule = state.session.game.rule(said.fault)
    found = any(f.rule is rule and f.severity == FAULT and said.by in (None, f.seat) for f in state.found)
    if found:
        return weigh.CONFIRMED
    return weigh.refuted("every bid was made as it should be") if state.all_spoke else weigh.OPEN
