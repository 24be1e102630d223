"""The kitty: a player with an account of its own, or a pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction.chapters.stakes import bidder_of, pays, priced
from pinocle_cli.games.auction.state import Auction, Paid, Settled
from pinocle_cli.ledger import Entry
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said


KITTY_ACCOUNT = Rule(
    "kitty-account",
    "The kitty as a player",
    "settlement",
    """The kitty has chips of its own. It alone is paid for a 300 given up unseen, and pays and is paid like an opponent
    from 350 on. If it cannot pay, the three players put in the same number of chips, as few as will do; at the end all
    share it equally, and what cannot be shared stays.""",
    "004, Китти; decided by us for the number of chips and the remainder",
)


@KITTY_ACCOUNT.applied
def kitty_account(state: Auction, amount: int, line: int, ruling: Rule | None) -> Settled:
    """The kitty pays (or, below zero, is paid) like a player; what it has not is put in by the three."""
    kitty, bidder, has, rule = state.kitty, bidder_of(state), in_kitty(state), ruling or KITTY_ACCOUNT
    entries, paid = [], []
    if has is not None and has < amount:
        each = -((has - amount) // len(state.active))
        for seat in state.active:
            paid.append(Paid(seat, kitty, each, KITTY_ACCOUNT))
            entries.append(Entry(seat, -each, rule, line, "the kitty cannot pay: it is topped up", "chips"))
        entries.append(Entry(kitty, each * len(state.active), rule, line, f"topped up by {each} each", "chips"))
    kept = _with_the_kitty(state, amount, line, rule, "kitty")
    return Settled("made", (*entries, *kept), (*paid, pays(kitty, bidder, amount, rule)))


KITTY_350 = Rule(
    "kitty-350",
    "The pot from 350",
    "settlement",
    """Who makes a contract of 350 or more takes its worth from the pot as well, as far as the pot has it; who fails
    pays the same into it as to a player.""",
    "002, Партия; decided by us for a pot that has less",
)


@KITTY_350.applied
def pot(state: Auction, amount: int, line: int, ruling: Rule | None) -> Settled:
    """The pot pays what it has (or, below zero, is paid)."""
    rule, has = ruling or KITTY_350, in_kitty(state)
    amount = amount if has is None else min(amount, has)
    if not amount:
        return Settled("made", (), ())
    kept = _with_the_kitty(state, amount, line, rule, "pot")
    return Settled("made", kept, (pays(state.kitty, bidder_of(state), amount, rule),))


def _with_the_kitty(state: Auction, amount: int, line: int, rule: Rule, name: str) -> tuple[Entry, Entry]:
    way = "from" if amount > 0 else "into"
    text = f"{state.bid}: {abs(amount)} {way} the {name}"
    worth = f"{state.bid} is worth {priced(state, abs(amount))}"
    own = Entry(bidder_of(state), amount, rule, line, text, "chips")
    return own, Entry(state.kitty, -amount, rule, line, worth, "chips")


def in_kitty(state: Auction) -> int | None:
    """What the kitty holds now; None if an earlier deal could not be scored."""
    totals = state.session.totals
    if totals is None:
        return None
    return totals[state.kitty] + sum(p.amount for p in state.paid if p.payee == state.kitty)


KITTY_ANTE = Rule(
    "kitty-ante",
    "Antes",
    "settlement",
    "Before the play begins every player, the idle ones too, puts three chips into the pot.",
    "002, Партия",
)

ANTE = 3


@KITTY_ANTE.applied
def antes(state: Auction) -> Said:
    """Three chips each in the first deal that is more than a line of a score sheet, if no chips were brought in."""
    session, deal = state.session, state.deal
    if state.house.kitty != "pot" or session.pot_filled or not (state.goes_on or deal.bids or not deal.claimed):
        return
    for seat in range(session.players):
        state.paid.append(Paid(seat, state.kitty, ANTE, KITTY_ANTE))
        yield Entry(seat, -ANTE, KITTY_ANTE, deal.line, "ante", "chips")
    yield Entry(state.kitty, ANTE * session.players, KITTY_ANTE, deal.line, "antes", "chips")


KITTY_ALL_PASS = Rule(
    "kitty-all-pass",
    "All pass",
    "settlement",
    "If all pass, the three who passed put three chips each into the pot.",
    "002, Партия; decided by us for the idle players",
)


@KITTY_ALL_PASS.applied
def all_pass(state: Auction) -> Said:
    """The three who passed put three chips each into the pot."""
    if state.house.kitty != "pot" or not state.deal.bids:
        return
    line = state.deal.bids[-1].line
    for seat in state.active:
        state.paid.append(Paid(seat, state.kitty, ANTE, KITTY_ALL_PASS))
        yield Entry(seat, -ANTE, KITTY_ALL_PASS, line, "all pass", "chips")
    yield Entry(state.kitty, ANTE * len(state.active), KITTY_ALL_PASS, line, "all pass", "chips")
