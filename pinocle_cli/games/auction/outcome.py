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
    from pinocle_cli.games.auction.table import Auction
    from pinocle_cli.record import Figure


def outcome(table: Auction) -> Said:
    """The contract as it was played; what faults make of it is left to the rulings."""
    deal = table.deal
    table.more["contract"] = None
    if table.all_passed:
        if table.forced:
            table.void = BID_FORCED
        else:
            yield from stakes.all_pass(table)
        return
    if table.bidder is None or not table.bid:
        yield from _without_contract(table)
        yield from table.settled
        return
    conceded = table.conceded or (deal.conceded[0] if deal.conceded else None)
    if conceded is not None:
        yield from _conceded(table, conceded)
    else:
        yield from _played(table)
    if table.outcome is None:
        yield from _undecided(table)
    yield from table.settled
    cards = None if conceded else table.least if deal.play and not table.missed else table.cards
    table.more["contract"] = {
        "bidder": table.name(table.bidder),
        "bid": table.bid,
        "melds": table.melds,
        "cards": cards,
        "made": None if table.outcome is None else table.outcome in ("made", "equal", "opponents"),
    }


# --- Conceded --------------------------------------------------------------------------------------------------------


def _conceded(table: Auction, who: str) -> Said:
    """Who gave up, and whether that was before the first lead."""
    deal = table.deal
    place = table.stop or (deal.conceded[1] if deal.conceded else table.place())
    if who == "unseen":
        yield from _unseen(table)
        return
    if who == "opponents":
        stakes.settle(table, "made" if table.led else "opponents", place.line)
    else:
        stakes.settle(table, "double" if table.led else "single", place.line)
    if table.led:
        side = table.name(table.bidder or 0) if who == "bidder" else "the opponents"
        text = f"{side} conceded after the first lead: the deal counts as played"
        yield note(stakes.PLAYED_ONCE_LED, place, text)


def _unseen(table: Auction) -> Said:
    """Only a contract of the minimum may be given up unseen."""
    deal, least = table.deal, int(table.house.minimum)
    line, column, path = deal.conceded[1]
    looked = table.led or deal.melds is not None or deal.bury is not None
    if table.bid <= least and not looked:
        stakes.settle(table, "unseen", line)
        return
    name = table.name(table.bidder or 0)
    why = f"only {least} may be" if table.bid > least else f"{name} had seen the widow"
    price = "double" if table.led else "single"
    stakes.settle(table, price, line)
    text = f"{table.bid} is given up unseen; {why}"
    rule = stakes.DOUBLE_BETE if table.led else stakes.SINGLE_BETE
    finding = Finding(stakes.CONCEDE_UNSEEN, FAULT, line, text, table.bidder, column, path)
    yield finding._replace(remedy=rule, ruling=f"it counts as a {price} bete")


# --- Played ----------------------------------------------------------------------------------------------------------


def _played(table: Auction) -> Said:
    """Melds and cards against the bid, as far as they are known."""
    melds, bid = table.melds, table.bid
    if melds is None or not (table.led or table.claimed is not None):
        return
    line = table.bid_line
    if melds + table.least >= bid:
        equal = table.cards is not None and melds + table.cards == bid
        stakes.settle(table, "equal" if equal else "made", line)
        if table.cards is None:
            yield note(ASSUMED, table.place(), f"{melds} and {table.least} make the bid, whatever is still to come")
    elif melds + table.most < bid:
        stakes.settle(table, "double", line)
        if table.cards is None:
            yield note(ASSUMED, table.place(), f"{melds} and at most {table.most} fail, whatever is still to come")
    if table.outcome and table.trump is None and _suit_matters(table):
        text = "counted single: trumps are not recorded, and the stakes depend on them"
        yield note(NOT_CHECKED, table.place(), text)


def _suit_matters(table: Auction) -> bool:
    house = table.house
    return bool(house.chips == "suits" or house.spades != "1" or house.hearts != "1")


def _undecided(table: Auction) -> Said:
    """Says what is missing; a bare claim of the table is taken as it was written."""
    deal = table.deal
    table.scored = False
    if table.deciders or _voided(table):
        return
    if deal.claimed:
        yield from as_recorded(table)
        return
    if deal.trump is None and deal.melds is None and deal.bury is None and not table.led:
        text = "only the bidding is recorded for this deal"
    elif not table.led:
        text = "neither play nor a count is recorded: whether the contract was made is not known"
    elif table.melds is None:
        text = "the bidder's melds are not recorded: whether the contract was made is not known"
    else:
        text = "not all the cards that the bidder took are recorded: whether the contract was made is not known"
    yield note(NOT_CHECKED, table.place(), text)


def _voided(table: Auction) -> bool:
    """Whether the table wrote down something that may make the deal void."""
    said = table.deal.irregularities or ()
    return any(table.standing.game.rule(one.fault) in rulings.VOIDS for one in said)


# --- No contract -----------------------------------------------------------------------------------------------------


def _without_contract(table: Auction) -> Said:
    deal = table.deal
    table.scored = False
    if _voided(table):
        return
    if deal.claimed:
        yield from as_recorded(table)
        return
    if not deal.bids and (deal.melds or deal.taken or deal.play or deal.conceded):
        text = "who bid, and how much, is not recorded: the deal cannot be settled"
    else:
        text = "nothing that scores is recorded for this deal"
    yield note(NOT_CHECKED, table.place(), text)


def as_recorded(table: Auction) -> Said:
    """The chips that the table wrote down; what one wins another pays, so a single missing figure is known."""
    table.scored = True
    claimed: dict[int, Figure] = table.deal.claimed
    everybody = (*range(table.standing.players), table.kitty)
    net: dict[int, int] = {seat: claimed[seat].value if seat in claimed else 0 for seat in everybody}
    missing = [seat for seat in everybody if seat not in claimed]
    balance = sum(net.values())
    open_seat = missing[0] if len(missing) == 1 else table.kitty if table.kitty in missing else None
    for seat, figure in claimed.items():
        entry = Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it", "chips")
        table.settled.append(entry)
    place = next(iter(claimed.values())).place
    text = "only the chips of this deal are recorded; they are taken as written"
    yield note(AS_RECORDED, table.place(), text)
    if balance and open_seat is None:
        line, column, path = place
        text = f"the chips of this deal add up to {balance}, not to nought: what one wins another pays"
        yield Finding(COUNT, ERROR, line, text, None, column, path)
        return
    if balance and open_seat is not None:
        net[open_seat] -= balance
        entry = Entry(open_seat, -balance, AS_RECORDED, place.line, "what the others' chips leave", "chips")
        table.settled.append(entry)
        text = f"{table.name(open_seat)} is taken to have the balance, {-balance}"
        yield note(ASSUMED, place, text, open_seat if open_seat != table.kitty else None)
    table.paid += stakes.clearing(table, net)
