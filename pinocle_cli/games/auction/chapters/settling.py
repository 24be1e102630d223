"""Who pays whom: everybody settles with the bidder, and the kitty as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction.chapters.kitty import (
    KITTY_350,
    KITTY_ACCOUNT,
    KITTY_ALL_PASS,
    KITTY_ANTE,
    kitty_account,
    pot,
)
from pinocle_cli.games.auction.chapters.stakes import (
    BID_VALUE,
    DOUBLE_BETE,
    MADE_IF_EQUAL,
    OPPONENTS_CONCEDE,
    PLAYED_MADE,
    SINGLE_BETE,
    SPADES_DOUBLE,
    bidder_of,
    factor,
    pays,
    priced,
    terms,
    worth_of,
)
from pinocle_cli.games.auction.state import Auction, Outcome, Paid, Settled
from pinocle_cli.ledger import Entry
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable

REVERSED = "reversed"  # what an entry says that takes back what was paid as the cards fell

SETTLE_ALL = Rule(
    "settle-all",
    "Everybody settles with the bidder",
    "settlement",
    """The bidder pays to or collects from every player, the idle ones too, and from a bid of 350 on the kitty as
    well.""",
    "004, Расчеты",
)


KITTY_FROM = 350  # from this bid on the kitty pays and is paid


@SETTLE_ALL.applied
def settlement(state: Auction, outcome: Outcome, line: int, ruling: Rule | None = None) -> Settled:
    """What the outcome of the contract makes everybody pay; `ruling` stands in where a fault decides."""
    if outcome == "unseen":
        return forfeit(state, line)
    sign, amount, reason, text = terms(state, outcome)
    bidder, reason = bidder_of(state), ruling or reason
    others = [seat for seat in range(state.session.players) if seat != bidder]
    price = ruling or (SPADES_DOUBLE if factor(state) > 1 and outcome != "single" else BID_VALUE)
    worth = f"{state.bid} is worth {priced(state, amount)}"
    entries = [Entry(bidder, sign * amount * len(others), reason, line, text, "chips")]
    entries += [Entry(seat, -sign * amount, price, line, worth, "chips") for seat in others]
    paid = [pays(seat, bidder, sign * amount, reason) for seat in others]
    if state.bid >= KITTY_FROM:
        more = (kitty_account if state.house.kitty == "account" else pot)(state, sign * amount, line, ruling)
        entries += more.entries
        paid += more.paid
    return Settled(outcome, tuple(entries), tuple(paid))


def net_of(entries: Iterable[Entry]) -> dict[int, int]:
    """The chips of each that entries come to."""
    sums: dict[int, int] = {}
    for entry in entries:
        sums[entry.seat] = sums.get(entry.seat, 0) + entry.points
    return sums


CONCEDE_PRICE = Rule(
    "concede-300-price",
    "The price of conceding unseen",
    "settlement",
    "Whoever gives up 300 unseen pays its worth, three chips, to the kitty and nothing to the players.",
    "004, Уступки",
)


@CONCEDE_PRICE.applied
def forfeit(state: Auction, line: int) -> Settled:
    """The minimum given up unseen: the kitty alone is paid."""
    bidder, kitty = bidder_of(state), state.kitty
    price, text = worth_of(state.bid, state.house.chips), f"{state.bid} given up unseen"
    to = KITTY_ACCOUNT if state.house.kitty == "account" else CONCEDE_PRICE
    entries = (
        Entry(bidder, -price, CONCEDE_PRICE, line, text, "chips"),
        Entry(kitty, price, to, line, text, "chips"),
    )
    return Settled("unseen", entries, (Paid(bidder, kitty, price, CONCEDE_PRICE),))


STAKES = frozenset({
    BID_VALUE, SPADES_DOUBLE, MADE_IF_EQUAL, PLAYED_MADE, DOUBLE_BETE, SINGLE_BETE, CONCEDE_PRICE, OPPONENTS_CONCEDE,
    KITTY_ACCOUNT, KITTY_ANTE, KITTY_ALL_PASS, KITTY_350,
})  # fmt: skip
