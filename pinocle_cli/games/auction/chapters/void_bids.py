"""Bids that do not count: who must open, who has passed, and what a bid may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction.bids import MINIMUMS, STEP, Bidding, fault
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.ledger import Finding
    from pinocle_cli.record import Event

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
    return fault(BID_FORCED, event, text, "he must open; if all pass the deal is void")


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
    yield fault(PASS_FINAL, event, f"{name} bids {amount} after passing", "the bid is void")
    if amount <= bids.high:
        text = f"{amount} is not higher than {bids.high}"
        yield fault(INSUFFICIENT, event, text, f"the bid is void; {name} had passed, so nothing follows")


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
    return fault(INSUFFICIENT, event, text, "the bid is void; he must make it sufficient")


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
        yield fault(ILLEGAL_BID, event, text, "the others let it stand: the table played on")
        bids.bids(seat, event)
    else:
        yield fault(ILLEGAL_BID, event, text, "the bid is void; nothing follows")
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
