"""Trumps by bidding, as most clubs play it: who may bid what, and who has the bid in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.bids import Bidding
from pinocle_cli.ledger import FAULT, Finding
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, has_shown, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Event, Irregularity

BIDDING = Rule(
    "bidding",
    "Trumps by bidding",
    "irregularity",
    """Where the house bids for trumps no card is turned. From eldest on each player in turn bids, in tens and more
    than the last bid, the first one not below the minimum, or passes; whoever has passed bids no more, and when three
    have passed the bidding is closed. The highest bidder names trumps. A bid that is too low is void: he bids enough,
    or it counts as a pass; if the table plays on nevertheless, it has let the bid stand. If all pass, the deal is
    thrown in and the next player deals; at some tables the dealer then has the bid at the minimum.""",
    "club practice",
)


@BIDDING.applied
def auction(state: Partnership) -> Said:
    """Who bid the most."""
    events = given(state.deal.bids)
    if not state.bidding:
        place = events[0].place._replace(path="bids") if events else state.place()
        yield note(ASSUMED, place, "trumps are turned here and not bid for; the bids are ignored")
        return
    bids = Bidding(state, events)
    if bids.by_side:
        yield note(NOT_CHECKED, events[0].place, "the bids are written by side: whose turn it was is not checked")
    for n in range(len(events)):
        yield from _entry(bids, n)
    yield from _close(bids)


def _entry(bids: Bidding, n: int) -> Iterator[Finding]:
    """One bid or pass."""
    event = bids.events[n]
    seat, name = event.seat, bids.state.name(event.seat)
    correction = bids.void is not None and bids.void.seat == seat
    if not correction:
        bids.leave_void()
    bids.void = None
    if bids.closed:
        yield _fault(event, f"{name} speaks after the bidding was closed", "it does not count")
        return
    if seat in bids.passed:
        yield _fault(event, f"{name} bids after passing", "the bid is void")
        return
    in_turn = not bids.turns or correction or seat == bids.turn or (yield from _others_have_passed(bids, n))
    if not in_turn:
        bids.ahead.add(seat)
        whose, done = bids.state.name(bids.turn), "passes" if event.what is None else "bids"
        yield _fault(event, f"{name} {done} out of turn; it was the turn of {whose}", "it stands")
    if event.what is None:
        bids.passed.add(seat)
    elif why := _too_low(bids, event.what):
        bids.void = event
        yield _fault(event, f"{name} bids {event.what}, {why}", "the bid is void; he bids enough or passes")
        return
    else:
        bids.high = event
    if in_turn:
        bids.move_on(seat)


def _others_have_passed(bids: Bidding, n: int) -> Generator[Finding, None, bool]:
    """Passes that nobody wrote: whoever was passed over and never speaks again is taken to have passed."""
    skipped = bids.skipped(n)
    if bids.speak_later(skipped, n):
        return False
    bids.passed.update(skipped)
    if skipped:
        who = " and ".join(map(bids.state.name, skipped))
        text = f"{who} {'is' if len(skipped) == 1 else 'are'} taken to have passed"
        yield note(ASSUMED, bids.events[n].place, text)
    return True


def _too_low(bids: Bidding, bid: int) -> str:
    least = bids.state.minimum
    if bid < least:
        return f"below the least bid of {least} (a house where less is bid writes `minimum`)"
    if bids.high is not None and bid <= bids.high.what:
        return f"not more than the {bids.high.what} before"
    return "which is not in tens" if bids.state.unit == 1 and bid % 10 else ""


def _close(bids: Bidding) -> Iterator[Finding]:
    """Who has the bid in the end."""
    state, high = bids.state, bids.high
    if bids.void is not None:
        bids.stood.append(bids.void)
    state.all_spoke = bids.all_spoke
    state.bids = len(bids.events) if state.all_spoke else None
    if high is None and bids.stood and state.went_on:
        high = max(bids.stood, key=lambda event: event.what or 0)
        text = f"play went on: the others let {state.name(high.seat)}'s bid of {high.what} stand"
        yield note(BIDDING, high.place, text, high.seat)
    if high is not None:
        state.bidder, state.bid, state.bid_line = high.seat, high.what, high.line
    elif not bids.all_passed:
        return
    elif state.house.all_pass == "dealer-must-bid":  # noqa: S105 - a house rule
        state.bidder, state.bid, state.bid_line = state.dealer, state.minimum, bids.events[-1].line
        text = f"all have passed: {state.name(state.dealer)}, who dealt, has the bid at {state.bid}"
        yield note(BIDDING, state.place(), text, state.dealer)
    else:
        state.void, state.scored = BIDDING, True
        yield note(BIDDING, state.place(), "all have passed: the deal is thrown in, and the next player deals")


def _fault(event: Event, text: str, ruling: str) -> Finding:
    return Finding.at(event.place, BIDDING, FAULT, text, event.seat, cause=event)._replace(ruling=ruling)


@BIDDING.examined
def spoken(state: Partnership, said: Irregularity) -> Weight:
    """Where trumps are turned nobody bids; bids that are all recorded show what was wrong with them."""
    if not state.bidding:
        return refuted("trumps are turned here and not bid for")
    if has_shown(state, BIDDING, said):
        return CONFIRMED
    return refuted("every bid was made as it should be") if state.all_spoke else OPEN
