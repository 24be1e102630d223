"""Trumps by bidding, as most clubs play it: the auction, and what becomes of a bid."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.chapters.deal import went_on
from pinocle_cli.games.partnership.seats import PLAYERS, SIDES, account, side_of
from pinocle_cli.ledger import FAULT, Entry, Finding
from pinocle_cli.light import light_dataclass
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    bids = _Auction(state, events)
    for n in range(len(events)):
        yield from bids.entry(n)
    yield from bids.close()


@light_dataclass()
class _Auction:
    """The bids one after the other."""

    state: Partnership
    events: Sequence[Event]
    turns: bool = False  # whether it is known whose turn it was: passes are written, and by players
    turn: int = 0
    passed: set[int] = field(default_factory=set)
    ahead: set[int] = field(default_factory=set)  # who has spoken before his turn came
    high: Event | None = None
    void: Event | None = None  # a void bid that has not been put right yet
    stood: list[Event] = field(default_factory=list)  # void bids that were not put right

    def __post_init__(self) -> None:
        by_side = any(event.seat >= PLAYERS for event in self.events)
        self.turns = not by_side and any(event.what is None for event in self.events)
        self.turn = (self.state.dealer + 1) % PLAYERS
        if by_side:
            text = "the bids are written by side: whose turn it was is not checked"
            self.state.found.append(note(NOT_CHECKED, self.events[0].place, text))

    def entry(self, n: int) -> Iterator[Finding]:
        """One bid or pass."""
        event = self.events[n]
        seat, name = event.seat, self.state.name(event.seat)
        correction = self.void is not None and self.void.seat == seat
        if self.void is not None and not correction:
            self._give_up(self.void)
        self.void = None
        if self._closed():
            yield self._fault(event, f"{name} speaks after the bidding was closed", "it does not count")
            return
        if seat in self.passed:
            yield self._fault(event, f"{name} bids after passing", "the bid is void")
            return
        out_of_turn = self.turns and not correction and seat != self.turn and not self._skipped_have_passed(n)
        if out_of_turn:
            self.ahead.add(seat)
            whose, done = self.state.name(self.turn), "passes" if event.what is None else "bids"
            yield self._fault(event, f"{name} {done} out of turn; it was the turn of {whose}", "it stands")
        if event.what is None:
            self.passed.add(seat)
        elif why := self._too_low(event.what):
            self.void = event
            yield self._fault(event, f"{name} bids {event.what}, {why}", "the bid is void; he bids enough or passes")
            return
        else:
            self.high = event
        if not out_of_turn:
            self._next(seat)

    def _skipped_have_passed(self, n: int) -> bool:
        """Passes that nobody wrote: whoever was passed over and never speaks again is taken to have passed."""
        seat, skipped, turn = self.events[n].seat, [], self.turn
        while turn != seat:
            if turn not in self.passed and turn not in self.ahead:
                skipped.append(turn)
            turn = (turn + 1) % PLAYERS
        if any(later.seat in skipped for later in self.events[n:]):
            return False
        self.passed.update(skipped)
        if skipped:
            who = " and ".join(map(self.state.name, skipped))
            text = f"{who} {'is' if len(skipped) == 1 else 'are'} taken to have passed"
            self.state.found.append(note(ASSUMED, self.events[n].place, text))
        return True

    def _give_up(self, event: Event) -> None:
        """A void bid that its maker did not put right: a pass, unless the table plays on it."""
        self.stood.append(event)
        self.passed.add(event.seat)
        self._next(event.seat)

    def _closed(self) -> bool:
        """Whether all others have passed since somebody bid."""
        if self.high is None:
            return False
        seat = self.high.seat
        if seat >= PLAYERS:
            return any(side_of(one) != side_of(seat) and one >= PLAYERS for one in self.passed)
        return all(one in self.passed for one in range(PLAYERS) if one != seat)

    def _too_low(self, bid: int) -> str:
        least = minimum(self.state)
        if bid < least:
            return f"below the least bid of {least} (a house where less is bid writes `minimum`)"
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

    def close(self) -> Iterator[Finding]:
        """Who has the bid in the end."""
        state = self.state
        if self.void is not None:
            self.stood.append(self.void)
        passes = {event.seat for event in self.events if event.what is None and event.seat < PLAYERS}
        state.all_spoke = len(passes) >= PLAYERS - (self.high is not None)
        state.bids = len(self.events) if state.all_spoke else None
        high = self.high
        if high is None and self.stood and went_on(state):
            high = max(self.stood, key=lambda event: event.what or 0)
            text = f"play went on: the others let {state.name(high.seat)}'s bid of {high.what} stand"
            yield note(BIDDING, high.place, text, high.seat)
        if high is not None:
            state.bidder, state.bid, state.bid_line = high.seat, high.what, high.line
        elif sum(event.what is None for event in self.events) >= PLAYERS or len(self.passed) == PLAYERS:
            yield from self._all_passed()

    def _all_passed(self) -> Iterator[Finding]:
        state = self.state
        if state.house.all_pass == "dealer-must-bid":  # noqa: S105 - a house rule
            state.bidder, state.bid = state.dealer, minimum(state)
            state.bid_line = self.events[-1].line
            text = f"all have passed: {state.name(state.dealer)}, who dealt, has the bid at {state.bid}"
            yield note(BIDDING, state.place(), text, state.dealer)
            return
        state.void, state.scored, state.passed_out = BIDDING, True, True
        yield note(BIDDING, state.place(), "all have passed: the deal is thrown in, and the next player deals")

    @staticmethod
    def _fault(event: Event, text: str, ruling: str) -> Finding:
        return Finding.at(event.place, BIDDING, FAULT, text, event.seat, cause=event)._replace(ruling=ruling)


@BIDDING.examined
def spoken(state: Partnership, said: Irregularity) -> Weight:
    """Where trumps are turned nobody bids; bids that are all recorded show what was wrong with them."""
    if not state.bidding:
        return refuted("trumps are turned here and not bid for")
    if any(f.rule is BIDDING and f.severity == FAULT and said.by in (None, f.seat) for f in state.found):
        return CONFIRMED
    return refuted("every bid was made as it should be") if state.all_spoke else OPEN


def minimum(state: Partnership) -> int:
    """The lowest bid, in the values of the house."""
    return state.minimum


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


def _marriage_on_the_sheet(state: Partnership, bidder: int, pair: tuple[int, int]) -> Iterator[Finding]:
    shown = (state.deal.melds or {}).get(bidder, ())
    if any(set(pair) <= set(one.cards(state.deck, state.trump) or ()) for one in shown):
        return
    text = f"whether {state.name(bidder)} held the marriage of trumps is not recorded"
    yield note(NOT_CHECKED, state.place(), text, bidder)


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
    if state.made is None and least >= state.bid:
        state.made = True
    elif state.made is None and most < state.bid:
        state.made = False
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
