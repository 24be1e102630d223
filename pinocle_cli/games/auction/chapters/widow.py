"""The widow: who has seen or shown a card of it too soon, and hands that turn out to be wrong before or after it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.games.auction.chapters.deal import DEAL
from pinocle_cli.games.auction.chapters.deciding import decides
from pinocle_cli.games.auction.chapters.misdeals import WIDOW_SHORT, dealt_again, dropped, make_void
from pinocle_cli.games.auction.chapters.settling import KITTY_FROM
from pinocle_cli.games.auction.chapters.stakes import worth_of
from pinocle_cli.games.auction.state import HAND, WIDOW, Auction, Ends, Outcome, Paid
from pinocle_cli.ledger import Entry, Finding, Ruling
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.record import Irregularity

# --- Cards of it seen or shown ---------------------------------------------------------------------------------------

WIDOW_PEEK = Rule(
    "widow-peek",
    "A widow card seen",
    "irregularity",
    "Whoever sees a card of the widow before the bidding is closed may not bid any more in this deal.",
    "004, Показ вдовы",
)


@WIDOW_PEEK.follows()
def peeked(finding: Finding, _: Auction, __: Sequence[Entry]) -> Ruling:
    """Barred from then on; where it is not recorded when that was, the bids that the table let him make stand."""
    when = finding.said is None or finding.said.after_bid is not None
    text = "he may not bid any more in this deal"
    return Ruling(rule=WIDOW_PEEK, text=text if when else f"{text}; when he saw it is not recorded, so his bids stand")


WIDOW_EXPOSED = Rule(
    "widow-exposed",
    "A widow card exposed",
    "irregularity",
    """If a player exposes a card of the widow during the bidding the deal is void and the next dealer deals. The
    offender pays every player the worth of the highest bid made before, and the kitty too if it was 350 or more.""",
    "004, Показ вдовы; decided by us for the kitty",
)


@WIDOW_EXPOSED.follows()
def widow_exposed(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Void; the offender pays everybody the worth of the highest bid made before."""
    rule, seat, said = WIDOW_EXPOSED, finding.seat, finding.said
    if any(paid.rule is rule for paid in state.paid):
        return Ruling(rule=rule, text="the deal is void already, and has been paid for")
    make_void(state, rule, redeal=False)
    after = len(state.highs) if said is None or said.after_bid is None else said.after_bid
    high = state.highs[min(after, len(state.highs)) - 1] if after and state.highs else 0
    text = f"the deal is void and the next dealer deals{dropped(state)}"
    if seat is None or not high:
        return Ruling(rule=rule, text=text + ("; no bid had been made, so nothing is paid" if not high else ""))
    worth = worth_of(high, state.house.chips)
    others = [other for other in range(state.session.players) if other != seat]
    others += [state.kitty] if high >= KITTY_FROM else []
    state.paid += [Paid(seat, other, worth, rule) for other in others]
    line, why = finding.line, f"the worth of {high}"
    own = Entry(seat, -worth * len(others), rule, line, f"{why} to each", "chips")
    entries = (own, *[Entry(other, worth, rule, line, why, "chips") for other in others])
    return Ruling(rule=rule, text=f"{text}; {state.name(seat)} pays {worth} to each, {why}", entries=entries)


@WIDOW_PEEK.examined
@WIDOW_EXPOSED.examined
def while_it_was_hidden(state: Auction, said: Irregularity) -> weigh.Weight:
    """Nobody sees or shows a card of the widow too soon once the bidding is closed."""
    if said.after:
        return weigh.refuted("the widow had lain open since before the first lead")
    if said.after_bid is not None and state.closed is not None and said.after_bid >= state.closed:
        return weigh.refuted(f"the bidding was closed after {state.closed} bids and passes")
    return weigh.OPEN


WIDOW_SHOWN = Rule(
    "widow-shown",
    "The widow is shown",
    "procedure",
    "Unless he concedes without looking, the bidder turns the widow up for all to see and takes it into his hand.",
    "004, Вдова; 002, Комбинации",
)

# --- Wrong hands -----------------------------------------------------------------------------------------------------

WRONG_BEFORE = Rule(
    "wrong-hand-before-widow",
    "A wrong hand, found before the widow is shown",
    "irregularity",
    """A hand that is short draws what it lacks, face down, from the hand that has too many cards, or from the
    widow.""",
    "004, Неправильная рука",
)


@WRONG_BEFORE.follows()
def before_widow(_: Finding, __: Auction, ___: Sequence[Entry]) -> Ruling:
    """The short hand draws; the deal goes on."""
    text = "the short hand draws what it lacks, face down, from where there is too much"
    return Ruling(rule=WRONG_BEFORE, text=text)


WRONG_AFTER = Rule(
    "wrong-hand-after-widow",
    "A wrong hand, found after the widow is shown",
    "irregularity",
    """If the bidder's own hand is right the contract is made. If it is wrong he pays a bete, a double one once he has
    led.""",
    "004, Неправильная рука",
)


@WRONG_AFTER.follows()
@decides
def after_widow(state: Auction, finding: Finding) -> Ends:
    """Whose hand was wrong, and whether the bidder had led."""
    return _after(state, finding)


def _after(state: Auction, finding: Finding) -> Ends:
    seat, said = finding.seat, finding.said
    led = state.led if said is None or said.after is None else said.after > 0
    bete: Outcome = "double" if led else "single"
    if state.wrong:
        own: bool | None = state.bidder in state.wrong
    else:
        own = None if seat is None else seat == state.bidder
    if own is None:
        return Ends((bete, "made"), WRONG_AFTER, ("the bidder's hand was wrong", "his was right"))
    return Ends((bete if own else "made",), WRONG_AFTER)


def wrong_hand(state: Auction, finding: Finding) -> Ends | str:
    """A hand that is dealt wrong: what follows depends on when it was found."""
    said = finding.said
    if not state.wrong:
        return "the texts lay down no penalty for the wrong packets"
    before = "the short hand draws what it lacks, face down, from where there is too much"
    early = said is not None and said.after_bid is not None
    if early or state.played_out or state.bidder is None or not state.goes_on:
        return before
    ends = _after(state, finding)
    if said is not None and said.after is not None:
        return ends
    ways = ("found before the widow was shown", "found after it")
    return Ends((None, *ends.outcomes), WRONG_AFTER, ways)


@WRONG_AFTER.follows(DEAL)
@functools.wraps(wrong_hand)
def wrong_deal(finding: Finding, state: Auction, ledger: Sequence[Entry]) -> Ruling | None:
    """A widow that is short makes the deal void."""
    if state.wrong.get(None, WIDOW) < WIDOW:
        return dealt_again(state, WIDOW_SHORT)
    return decides(wrong_hand)(finding, state, ledger)


@WRONG_BEFORE.examined
@WRONG_AFTER.examined
def hands_counted(state: Auction, said: Irregularity) -> weigh.Weight:
    """The hands as they were dealt; and a deal that was played to its end from hands of fifteen."""
    known = {seat: state.wrong.get(seat, HAND) for seat in state.hands}
    looked_at = [said.by] if said.by is not None else list(state.active)
    if said.by is not None and said.by not in state.active:
        return weigh.refuted(f"{state.name(said.by)} is idle and has no hand")
    if any(known.get(seat, HAND) != HAND for seat in looked_at):
        return weigh.CONFIRMED
    if all(seat in known for seat in looked_at):
        who = "every hand" if said.by is None else f"{state.name(said.by)}'s hand"
        return weigh.refuted(f"{who} had {HAND} cards")
    late = state.session.game.rule(said.fault) is WRONG_AFTER
    if late and said.after_bid is not None:
        return weigh.refuted("the widow is not shown before the bidding is closed")
    return weigh.refuted("all played to the last trick from fifteen cards") if late and state.played_out else weigh.OPEN
