"""Trumps by bidding, as most clubs play it: the auction, and what becomes of a bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.seats import PLAYERS, SIDES, account, side_of
from pinocle_cli.ledger import FAULT, Entry, Finding
from pinocle_cli.record import ASSUMED, NOT_CHECKED, Place
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.deal import Partnership
    from pinocle_cli.record import Event

BIDDING = Rule(
    "bidding",
    "Trumps by bidding",
    "irregularity",
    """Where the house bids for trumps no card is turned. From eldest on each player in turn bids, in tens and more
    than the last bid, the first one not below the minimum, or passes; whoever has passed bids no more. The highest
    bidder names trumps. A bid that is too low is void: he bids enough, or it counts as a pass. If all pass, the deal
    is thrown in and the next player deals.""",
    "club practice",
)

FAILED_BID = Rule(
    "failed-bid",
    "A bid that fails",
    "settlement",
    """If the bidding side makes its bid with melds and cards it counts all that it made. If not, it counts nothing and
    the bid is taken off its score, even below nought; some tables take the melds off as well. The other side counts
    what it made in any case.""",
    "club practice",
)


def scale(table_unit: int, figure: int, least_in_full: int) -> int:
    """A figure of the house by tens: one that can only be meant in full is divided, a small one is meant as it is."""
    return figure // table_unit if figure >= least_in_full else figure


def minimum(state: Partnership) -> int:
    """The lowest bid."""
    return scale(state.unit, state.house.minimum, 100)


class _Auction:
    """The bids one after the other."""

    def __init__(self, state: Partnership, *, turns: bool) -> None:
        self.state = state
        self.turns = turns  # whether passes are recorded, so that it is known whose turn it was
        self.turn = (state.dealer + 1) % PLAYERS
        self.passed: set[int] = set()
        self.ahead: set[int] = set()  # who has spoken before his turn came
        self.high: Event | None = None
        self.void: int | None = None  # whose void bid has not been put right yet

    def entry(self, event: Event) -> Iterator[Finding]:
        """One bid or pass."""
        seat, name = event.seat, self.state.name(event.seat)
        correction = self.void == seat
        if self.void is not None and not correction:
            self.passed.add(self.void)
            self._next(self.void)
        self.void = None
        if seat in self.passed:
            yield self._fault(event, f"{name} bids after passing", "the bid is void")
            return
        out_of_turn = self.turns and seat != self.turn and not correction
        if out_of_turn:
            self.ahead.add(seat)
            whose, done = self.state.name(self.turn), "passes" if event.what is None else "bids"
            yield self._fault(event, f"{name} {done} out of turn; it was the turn of {whose}", "it stands")
        if event.what is None:
            self.passed.add(seat)
        else:
            why = self._too_low(event.what)
            if why:
                self.void = seat
                yield self._fault(
                    event, f"{name} bids {event.what}, {why}", "the bid is void; he bids enough or passes"
                )
                return
            self.high = event
        if not out_of_turn:
            self._next(seat)

    def _too_low(self, bid: int) -> str:
        least = minimum(self.state)
        if bid < least:
            return f"below the least bid of {least}"
        if self.high is not None and bid <= self.high.what:
            return f"not more than the {self.high.what} before"
        return "which is not in tens" if self.state.unit == 1 and bid % 10 else ""

    def _next(self, seat: int) -> None:
        """Whose turn it is after this player: those who have passed, or spoken already, are left out."""
        for step in range(1, PLAYERS + 1):
            self.turn = (seat + step) % PLAYERS
            if self.turn in self.ahead:
                self.ahead.discard(self.turn)
            elif self.turn not in self.passed:
                return

    @staticmethod
    def _fault(event: Event, text: str, ruling: str) -> Finding:
        return Finding(BIDDING, FAULT, event.line, text, event.seat, event.column, event.path, ruling=ruling)


def auction(state: Partnership) -> Said:
    """Who bid the most."""
    events = state.deal.bids
    if not state.bidding:
        place = Place(events[0].line, events[0].column, "bids") if events else state.place()
        yield note(ASSUMED, place, "trumps are turned here and not bid for; the bids are passed over")
        return
    bids = _Auction(state, turns=any(event.what is None for event in events))
    for event in events:
        yield from bids.entry(event)
    if bids.high is not None:
        state.bidder, state.bid, state.bid_line = bids.high.seat, bids.high.what, bids.high.line
    elif len(bids.passed) == PLAYERS:
        state.void, state.scored = BIDDING, True
        yield note(BIDDING, state.place(), "all have passed: the deal is thrown in, and the next player deals")


def settled(state: Partnership) -> Said:
    """Whether the bid was made; if not, the bid goes off and the rest with it."""
    if not state.bidding or state.void is not None:
        return
    if state.bidder is None:
        if not state.deal.claimed or state.deal.taken is not None or state.deal.play is not None:
            text = "who bid how much is not recorded; both sides count what they made"
            yield note(NOT_CHECKED, state.place(), text)
        return
    side = side_of(state.bidder)
    known = state.whole and state.won is not None
    cards = state.won[side] if known and state.won is not None else None
    melds = state.melded[side]
    if cards is not None:
        state.made = melds + cards >= state.bid
    elif not state.whole:
        text = f"whether {state.name(SIDES[side])} made the bid of {state.bid} is not known: the deal is not whole"
        yield note(NOT_CHECKED, state.place(), text)
    show_contract(state, cards)
    if state.made is False and cards is not None:
        yield from taken_off(state, melds + cards)


def show_contract(state: Partnership, cards: int | None) -> None:
    """What the verdict says of the bid."""
    if state.bidder is None:
        return
    melds = state.melded[side_of(state.bidder)]
    contract = {"bidder": state.name(state.bidder), "bid": state.bid, "melds": melds, "cards": cards}
    state.more["contract"] = {**contract, "made": state.made}


def taken_off(state: Partnership, counted: int) -> Iterator[Entry]:
    """The entries of a failed bid; `counted` is what stands in the ledger for the side."""
    if state.bidder is None:
        return
    seat, line = account(state.bidder), state.bid_line
    melds = state.melded[side_of(state.bidder)]
    if counted:
        yield Entry(seat, -counted, FAILED_BID, line, f"{state.bid} was bid and not made: nothing counts")
    yield Entry(seat, -state.bid, FAILED_BID, line, "the bid")
    if melds and state.house.set == "bid-and-melds":
        yield Entry(seat, -melds, FAILED_BID, line, "the melds as well")
