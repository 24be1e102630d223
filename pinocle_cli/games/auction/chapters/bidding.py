"""The bidding: whose turn it is, and what contract comes of it.

Passes that are not written are assumed of whoever says no more. A bid that is void stands where the table played on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.game import note
from pinocle_cli.games.auction.bids import Bidding, fault
from pinocle_cli.games.auction.chapters.idle import INACTIVE
from pinocle_cli.games.auction.chapters.void_bids import (
    BID_FORCED,
    ILLEGAL_BID,
    INSUFFICIENT,
    PASS_FINAL,
    after_pass,
    illegal,
    insufficient,
    must_open,
    out_of_range,
)
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Ruling
from pinocle_cli.record import ASSUMED, IMPOSSIBLE, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.record import Event

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
    seat, name = event.seat, bids.state.name
    if n and (seat, event.what) == (bids.events[n - 1].seat, bids.events[n - 1].what):
        yield note(
            ASSUMED, event.place, f"{name(seat)} says the same twice in a row: it is taken to be written twice", seat
        )
    elif bids.closed and seat not in bids.passed:
        yield closed(bids, event)
    elif seat not in bids.order:
        yield fault(INACTIVE, event, f"{name(seat)} is idle in this deal and does not bid", "it does not count")
    elif n >= barred.get(seat, n + 1):
        if event.what is not None:
            text = f"{name(seat)} bids {event.what}; he had seen a card of the widow and may not bid"
            rule = bids.state.session.game.labels["widow-peek"]
            yield fault(rule, event, text, "the bid is void")
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
    state.bids = len(bids.events) + len(bids.assumed)
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
            yield fault(BID_STEP, event, text, f"it is void; {name(seat)} speaks again when his turn comes")
            return
        yield fault(BID_STEP, event, text, "the others let it stand")
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
    return fault(BID_STEP, event, text, "it does not count: the contract stands")


def _pass(bids: Bidding, event: Event) -> Said:
    seat, name = event.seat, bids.state.name
    if seat == bids.bidder:
        text = f"{name(seat)} passes his own bid of {bids.high}"
        yield fault(BID_STEP, event, text, "it does not count: the bid stands")
        return
    if bids.owing is not None and not bids.owing[1]:
        text = f"{name(seat)} passes; he had to make his bid good"
        yield fault(INSUFFICIENT, event, text, "the pass stands; it is a fault of its own")
    if bids.state.forced and not bids.high and seat == bids.order[0]:
        yield must_open(bids, event)
    bids.passes(seat)


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
