"""What becomes of the contract: conceded, made or failed, and what the record leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.auction import rulings, stakes
from pinocle_cli.games.auction.bidding import BID_FORCED
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.record import AS_RECORDED, ASSUMED, COUNT, NOT_CHECKED

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.record import Figure


def outcome(state: Auction) -> Said:
    """The contract as it was played; what faults make of it is left to the rulings."""
    deal = state.deal
    state.more["contract"] = None
    if state.all_passed:
        if state.forced:
            state.void = BID_FORCED
        else:
            yield from stakes.all_pass(state)
        return
    if state.bidder is None or not state.bid:
        yield from _without_contract(state)
        yield from state.settled
        return
    conceded = state.conceded or (deal.conceded[0] if deal.conceded else None)
    if conceded is not None:
        yield from _conceded(state, conceded)
    else:
        yield from _played(state)
    if state.outcome is None:
        yield from _undecided(state)
    yield from state.settled
    cards = None if conceded else state.least if deal.play and not state.missed else state.cards
    state.more["contract"] = {
        "bidder": state.name(state.bidder),
        "bid": state.bid,
        "melds": state.melds,
        "cards": cards,
        "made": None if state.outcome is None else state.outcome in ("made", "equal", "opponents"),
    }


# --- Conceded --------------------------------------------------------------------------------------------------------


def _conceded(state: Auction, who: str) -> Said:
    """Who gave up, and whether that was before the first lead."""
    deal = state.deal
    place = state.stop or (deal.conceded[1] if deal.conceded else state.place())
    if who == "unseen":
        yield from _unseen(state)
        return
    if who == "opponents":
        stakes.settle(state, "made" if state.led else "opponents", place.line)
    else:
        stakes.settle(state, "double" if state.led else "single", place.line)
    if state.led:
        side = state.name(state.bidder or 0) if who == "bidder" else "the opponents"
        text = f"{side} conceded after the first lead: the deal counts as played"
        yield note(stakes.PLAYED_ONCE_LED, place, text)


def _unseen(state: Auction) -> Said:
    """Only a contract of the minimum may be given up unseen."""
    deal, least = state.deal, int(state.house.minimum)
    line, column, path = deal.conceded[1]
    looked = state.led or deal.melds is not None or deal.bury is not None
    if state.bid <= least and not looked:
        stakes.settle(state, "unseen", line)
        return
    name = state.name(state.bidder or 0)
    why = f"only {least} may be" if state.bid > least else f"{name} had seen the widow"
    price = "double" if state.led else "single"
    stakes.settle(state, price, line)
    text = f"{state.bid} is given up unseen; {why}"
    rule = stakes.DOUBLE_BETE if state.led else stakes.SINGLE_BETE
    finding = Finding(stakes.CONCEDE_UNSEEN, FAULT, line, text, state.bidder, column, path)
    yield finding._replace(remedy=rule, ruling=f"it counts as a {price} bete")


# --- Played ----------------------------------------------------------------------------------------------------------


def _played(state: Auction) -> Said:
    """Melds and cards against the bid, as far as they are known."""
    melds, bid = state.melds, state.bid
    if melds is None or not (state.led or state.claimed is not None):
        return
    line = state.bid_line
    if melds + state.least >= bid:
        equal = state.cards is not None and melds + state.cards == bid
        stakes.settle(state, "equal" if equal else "made", line)
        if state.cards is None:
            yield note(ASSUMED, state.place(), f"{melds} and {state.least} make the bid, whatever is still to come")
    elif melds + state.most < bid:
        stakes.settle(state, "double", line)
        if state.cards is None:
            yield note(ASSUMED, state.place(), f"{melds} and at most {state.most} fail, whatever is still to come")
    if state.outcome and state.trump is None and _suit_matters(state):
        text = "counted single: trumps are not recorded, and the stakes depend on them"
        yield note(NOT_CHECKED, state.place(), text)


def _suit_matters(state: Auction) -> bool:
    house = state.house
    return bool(house.chips == "suits" or house.spades != "1" or house.hearts != "1")


def _undecided(state: Auction) -> Said:
    """Says what is missing; a bare claim of the table is taken as it was written."""
    deal = state.deal
    state.scored = False
    if state.deciders or _voided(state):
        return
    if deal.claimed:
        yield from as_recorded(state)
        return
    if deal.trump is None and deal.melds is None and deal.bury is None and not state.led:
        text = "only the bidding is recorded for this deal"
    elif not state.led:
        text = "neither play nor a count is recorded: whether the contract was made is not known"
    elif state.melds is None:
        text = "the bidder's melds are not recorded: whether the contract was made is not known"
    else:
        text = "not all the cards that the bidder took are recorded: whether the contract was made is not known"
    yield note(NOT_CHECKED, state.place(), text)


def _voided(state: Auction) -> bool:
    """Whether the table wrote down something that may make the deal void."""
    said = state.deal.irregularities or ()
    return any(state.session.game.rule(one.fault) in rulings.VOIDS for one in said)


# --- No contract -----------------------------------------------------------------------------------------------------


def _without_contract(state: Auction) -> Said:
    deal = state.deal
    state.scored = False
    if _voided(state):
        return
    if deal.claimed:
        yield from as_recorded(state)
        return
    if not deal.bids and (deal.melds or deal.taken or deal.play or deal.conceded):
        text = "who bid, and how much, is not recorded: the deal cannot be settled"
    else:
        text = "nothing that scores is recorded for this deal"
    yield note(NOT_CHECKED, state.place(), text)


def as_recorded(state: Auction) -> Said:
    """The chips that the table wrote down; what one wins another pays, so a single missing figure is known."""
    state.scored = True
    claimed: dict[int, Figure] = state.deal.claimed
    everybody = (*range(state.session.players), state.kitty)
    net: dict[int, int] = {seat: claimed[seat].value if seat in claimed else 0 for seat in everybody}
    missing = [seat for seat in everybody if seat not in claimed]
    balance = sum(net.values())
    open_seat = missing[0] if len(missing) == 1 else state.kitty if state.kitty in missing else None
    for seat, figure in claimed.items():
        entry = Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it", "chips")
        state.settled.append(entry)
    place = next(iter(claimed.values())).place
    text = "only the chips of this deal are recorded; they are taken as written"
    yield note(AS_RECORDED, state.place(), text)
    if balance and open_seat is None:
        line, column, path = place
        text = f"the chips of this deal add up to {balance}, not to nought: what one wins another pays"
        yield Finding(COUNT, ERROR, line, text, None, column, path)
        return
    if balance and open_seat is not None:
        net[open_seat] -= balance
        entry = Entry(open_seat, -balance, AS_RECORDED, place.line, "what the others' chips leave", "chips")
        state.settled.append(entry)
        text = f"{state.name(open_seat)} is taken to have the balance, {-balance}"
        yield note(ASSUMED, place, text, open_seat if open_seat != state.kitty else None)
    state.paid += stakes.clearing(state, net)
