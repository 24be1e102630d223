"""Bids that fail: trumps that may not be named, and melds and cards that come to too little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.seats import SIDES, account, side_of
from pinocle_cli.ledger import Entry
from pinocle_cli.record import NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.ledger import Finding
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Irregularity

NEEDS_MARRIAGE = Rule(
    "trump-needs-marriage",
    "Trumps need a marriage",
    "irregularity",
    """At many tables the bidder may name only a suit of which he himself holds king and queen. If he has none the bid
    fails, and the deal is not played.""",
    "house rule of many clubs",
)


@NEEDS_MARRIAGE.applied
def needs_marriage(state: Partnership) -> Said:
    """Whether the bidder's own cards have the royal marriage, where they are known."""
    bidder, trump = state.bidder, state.trump
    if state.house.trump_needs != "marriage" or bidder is None or trump is None or state.void is not None:
        return
    pair = (state.deck.card(trump, "K"), state.deck.card(trump, "Q"))
    hand = (state.deal.hands or {}).get(bidder)
    if hand is None:
        yield from _marriage_on_the_sheet(state, bidder, pair)
        return
    missing = [card for card in pair if card not in hand.cards]
    if missing:
        state.made, state.thrown_in = False, True
        text = f"{state.name(bidder)} names trumps without {state.deck.show(missing)}: the bid fails"
        yield note(NEEDS_MARRIAGE, hand.place, text, bidder)


def _marriage_on_the_sheet(state: Partnership, bidder: int, pair: tuple[int, int]) -> Iterator[Finding]:
    shown = (state.deal.melds or {}).get(bidder, ())
    if any(set(pair) <= set(one.cards(state.deck, state.trump) or ()) for one in shown):
        return
    text = f"whether {state.name(bidder)} held the marriage of trumps is not recorded"
    yield note(NOT_CHECKED, state.place(), text, bidder)


@NEEDS_MARRIAGE.examined
def had_a_marriage(state: Partnership, said: Irregularity) -> Weight:
    """Only the bidder names trumps; his hand shows whether he had king and queen of them."""
    bidder, trump = state.bidder, state.trump
    if state.house.trump_needs != "marriage":
        return refuted("at this table the bidder names any suit")
    if bidder is None or trump is None:
        return OPEN
    if said.by not in (None, bidder, account(bidder)):
        return refuted(f"{state.name(bidder)} named trumps")
    hand = (state.deal.hands or {}).get(bidder)
    if hand is None:
        return OPEN
    pair = {state.deck.card(trump, "K"), state.deck.card(trump, "Q")}
    held = pair <= set(hand.cards)
    return refuted(f"{state.name(bidder)} was dealt {state.deck.show(sorted(pair))}") if held else CONFIRMED


FAILED_BID = Rule(
    "failed-bid",
    "A bid that fails",
    "settlement",
    """If the bidding side makes its bid with melds and cards it counts all that it made. If not, it counts nothing and
    the bid is taken off its score, even below zero; some tables take the melds off as well. The other side counts
    what it made in any case. The bidder may throw the hand in after the melds: that is minus the bid, and the others
    keep their melds without a trick, or at some tables nothing.""",
    "club practice",
)


@FAILED_BID.applied
def settled(state: Partnership) -> Said:
    """Whether the bid was made; if not, the bid goes off and the rest with it."""
    if not state.bidding or state.void is not None or state.only_claimed:
        return
    deal = state.deal
    if state.bidder is None:
        if not deal.claimed or deal.taken is not None or deal.play is not None:
            text = "who bid how much is not recorded; both sides count what they made"
            yield note(NOT_CHECKED, state.place(), text)
        return
    side = side_of(state.bidder)
    if state.thrown_in:
        yield from _thrown_in(state, side)
        return
    least, most = state.reach(side)
    if state.made is None and (least >= state.bid or most < state.bid):
        state.made = least >= state.bid
    cards = state.won[side] if state.won is not None and state.whole else None
    show_contract(state, cards)
    if state.made is None:
        yield from _open(state, side, least, most)
    elif state.made is False:
        counted = state.melded[side] + (0 if state.won is None else state.won[side])
        yield from taken_off(state, counted)


def _open(state: Partnership, side: int, least: int, most: int) -> Said:
    """Nobody can tell whether the bid was made: the bidders' score is not known, unless the table wrote it."""
    missing = [] if state.melds_known[side] else ["melds"]
    missing += ["trump"] if state.trump is None else []
    missing += ["taken"] if state.won is None or not state.whole else []
    keys = " and ".join(f"`{key}`" for key in missing) or "the rest of the deal"
    text = (
        f"whether {state.side_name(side)} made the bid of {state.bid} depends on {keys}, which is not recorded:"
        f" with what is, the side has {least} to {most}"
    )
    state.scored, state.complete = False, False
    yield note(NOT_CHECKED, state.place(), text, SIDES[side])


def _thrown_in(state: Partnership, side: int) -> Said:
    """The hand is not played: minus the bid; the others have their melds, or nothing."""
    state.made, state.complete, state.scored = False, True, True
    show_contract(state, None)
    yield from taken_off(state, state.melded[side])
    other = 1 - side
    if state.melded[other] and state.house.throw_in == "nothing-for-others":
        text = f"{state.side_name(other)}: the hand was thrown in, and melds do not count"
        yield Entry(SIDES[other], -state.melded[other], FAILED_BID, state.bid_line, text)


def show_contract(state: Partnership, cards: int | None) -> None:
    """What the verdict says of the bid."""
    assert state.bidder is not None  # noqa: S101 - there is a contract
    melds = state.melded[side_of(state.bidder)]
    contract = {"bidder": state.name(state.bidder), "bid": state.bid, "melds": melds, "cards": cards}
    state.more["contract"] = {**contract, "made": state.made}


def taken_off(state: Partnership, counted: int) -> Iterator[Entry]:
    """The entries of a failed bid; `counted` is what stands in the ledger for the side."""
    assert state.bidder is not None  # noqa: S101 - there is a contract
    seat, line = account(state.bidder), state.bid_line
    melds = state.melded[side_of(state.bidder)]
    if counted:
        yield Entry(seat, -counted, FAILED_BID, line, f"{state.bid} was bid and not made: nothing counts")
    yield Entry(seat, -state.bid, FAILED_BID, line, "the bid")
    if melds and state.house.set == "bid-and-melds":
        yield Entry(seat, -melds, FAILED_BID, line, "the melds as well")
