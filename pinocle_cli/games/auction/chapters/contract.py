"""What becomes of the contract: made or failed, and what the record leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.auction.chapters import chips, kitty
from pinocle_cli.games.auction.chapters.conceding import conceded, unseen
from pinocle_cli.games.auction.chapters.misdeals import voided
from pinocle_cli.games.auction.chapters.settling import settlement
from pinocle_cli.games.auction.chapters.void_bids import BID_FORCED
from pinocle_cli.games.auction.chapters.worth import MOST
from pinocle_cli.record import ASSUMED, NOT_CHECKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction, Outcome, Settled


def as_played(state: Auction) -> tuple[Outcome, ...]:
    """What melds and cards can make of the bid, from the least and the most that the record leaves."""
    melds, cards, bid = state.melds, state.cards, state.bid
    low = (melds.least if melds else 0) + cards.least
    high = (melds.most if melds else min(MOST[state.house.doubles], state.meld_cap)) + cards.most
    if low >= bid:
        return ("equal",) if low == high == bid else ("made",)
    if high < bid and not state.proposed:
        return ("double",)
    return ("made", "double")


def _whatever_comes(state: Auction) -> Said:
    """Decided though not everything is recorded: in what way."""
    melds, cards = state.melds, state.cards
    if state.outcome not in ("made", "double") or (state.counted and melds is not None and melds.least == melds.most):
        return
    if state.outcome == "made":
        text = f"{melds.least if melds else 0} and {cards.least} make the bid, whatever is still to come"
    else:
        most = str(melds.most) if melds else "all that a hand can meld"
        text = f"{most} and at most {cards.most} fail, whatever is still to come"
    yield note(ASSUMED, state.place(), text)


def contract(state: Auction) -> Said:
    """The contract as it was played; what faults make of it is left to the rulings."""
    state.more["contract"] = None
    if state.all_passed:
        if state.forced:
            state.void = BID_FORCED
        else:
            yield from kitty.all_pass(state)
        return
    if state.bidder is None or not state.bid:
        yield from _without_contract(state)
        yield from state.settled
        return
    who = state.conceded_by
    if who is not None:
        yield from unseen(state) if who == "unseen" else conceded(state, who)
    ends: tuple[Outcome, ...] = as_played(state) if state.outcome is None else (state.outcome,)
    yield from _settled(state, ends)
    yield from state.settled
    state.more["contract"] = {
        "bidder": state.name(state.bidder),
        "bid": state.bid,
        "melds": state.melds.least if state.melds and state.melds.least == state.melds.most else None,
        "cards": _cards(state),
        "made": chips.made_or_not(state.outcome),
    }


def _cards(state: Auction) -> int | None:
    if state.conceded_by:
        return None
    return state.cards.least if state.counted or (state.deal.play and not state.missed) else None


def _settled(state: Auction, ends: tuple[Outcome, ...]) -> Said:
    """The chips, where the record decides them; else those that the table wrote, where they are possible."""
    line = state.bid_line if not state.conceded_by else (state.stop or state.place()).line
    if state.deal.conceded and not state.stop:
        line = state.deal.conceded[1].line
    ways = _ways(state, ends, line)
    claims = {seat: figure.value for seat, figure in (state.deal.claimed or {}).items()}
    one = len(ways) == 1 or all(chips.same_chips(way, ways[0]) for way in ways)
    if one and (not state.open or not claims or chips.agrees(state, ways[0], claims)):
        first = ways[0]
        state.outcome, state.settled = first.outcome, [*first.entries]
        state.paid += first.paid
        if not state.conceded_by:
            yield from _whatever_comes(state)
        return
    state.scored, state.outcome = False, None
    if (state.deciders and not state.open) or voided(state):
        return  # the ruling decides
    if claims:
        others = [end for end in state.open if end is not None]
        more = [] if state.led or one else [*_before_the_lead(state)]
        yield from chips.chips_of(state, [*ways, *_ways(state, (*others, *more), line)])
    else:
        yield note(NOT_CHECKED, state.place(), _missing(state, ends))


def _ways(state: Auction, ends: Sequence[Outcome], line: int) -> list[Settled]:
    """What each end comes to, in each trump suit where that is not recorded and the stakes depend on it."""
    if state.trump is not None:
        return [settlement(state, end, line) for end in ends]
    house, found = state.house, []
    depends = house.chips == "suits" or house.spades != "1" or house.hearts != "1"
    for end in ends:
        suits = (3, 0, 1) if depends and end in ("made", "equal", "double") else (None,)
        for suit in suits:
            state.trump = suit
            found.append(settlement(state, end, line))
    state.trump = None
    return found


def _before_the_lead(state: Auction) -> Sequence[Outcome]:
    """How the deal may have ended before a card was led."""
    seen = state.goes_on or state.bid > int(state.house.minimum)
    return ("single", "opponents") if seen else ("single", "opponents", "unseen")


def _missing(state: Auction, ends: tuple[Outcome, ...]) -> str:
    """What would have to be recorded."""
    if len(ends) == 1:
        return "the stakes depend on the trump suit, which is not recorded (`trump:`)"
    if not state.goes_on:
        return "only the bidding is recorded for this deal"
    if not state.led and not state.counted:
        what = "neither play nor a count is recorded (`play:` or `taken:`)"
    elif state.proposed:
        what = "the answer to the proposal to concede is not recorded (both opponents must write `concede`)"
    elif state.melds is None:
        what = "the bidder's melds are not recorded (`melds:`, or `melds: none`)"
    elif state.melds.least != state.melds.most:
        what = "what the melds are worth depends on the trump suit, which is not recorded (`trump:`)"
    else:
        what = "not all the cards that the bidder took are recorded"
    return f"{what}: whether the contract was made is not known"


def _without_contract(state: Auction) -> Said:
    deal = state.deal
    state.scored = False
    if voided(state):
        return
    if deal.claimed:
        yield from chips.chips_alone(state)
        return
    if deal.bids:
        text = "no bid stands, so there is no contract"
    elif state.goes_on:
        text = "who bid, and how much, is not recorded (`bids:`): the deal cannot be settled"
    else:
        text = "nothing that scores is recorded for this deal"
    yield note(NOT_CHECKED, state.place(), text)
