"""What becomes of the contract: conceded, made or failed, and what the record leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.game import Bounds, note
from pinocle_cli.games.auction.chapters import kitty, sheet
from pinocle_cli.games.auction.chapters.burial import BURIED_COUNT, points_buried
from pinocle_cli.games.auction.chapters.claims import claimed
from pinocle_cli.games.auction.chapters.misdeals import voided
from pinocle_cli.games.auction.chapters.settling import settlement
from pinocle_cli.games.auction.chapters.stakes import DOUBLE_BETE, SINGLE_BETE
from pinocle_cli.games.auction.chapters.void_bids import BID_FORCED
from pinocle_cli.games.auction.chapters.worth import MOST
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, WHOLE_COUNT, card_values
from pinocle_cli.ledger import FAULT, Entry, Finding, Ruling
from pinocle_cli.record import ASSUMED, NOT_CHECKED, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction, Outcome, Settled

# --- What the bidder has ---------------------------------------------------------------------------------------------


def count_play(state: Auction) -> Said:
    """The bidder's count from the tricks; a claim gives the rest to the other side."""
    bidder, deal, buried = state.bidder, state.deal, points_buried(state)
    if bidder is None:
        return
    won = sum([points for _, winner, points, _, _ in state.tricks if winner == bidder])
    lost = sum([points for _, _, points, _, _ in state.tricks]) - won
    won += state.last_won * LAST_TRICK_POINTS
    lost += (state.played_out and not state.last_won) * LAST_TRICK_POINTS
    rest = WHOLE_COUNT - won - lost  # buried, or still to be played, or played before the record begins
    state.cards = Bounds(won + (buried or 0) * (not state.missed), WHOLE_COUNT - lost)
    if deal.play is None or state.missed:
        return
    if state.played_out and buried is None:
        buried = rest
        state.cards = Bounds(won + buried, won + buried)
    if buried:
        cards = state.deck.show(state.buried) if state.buried else "buried"
        yield Entry(bidder, buried, BURIED_COUNT, deal.bury.place.line if deal.bury else deal.line, cards)
    if state.claimed is not None:
        yield from _claimed(state, rest - (buried or 0), known=buried is not None)
    elif state.played_out:
        state.counted = True
    elif state.conceded is None and deal.taken is None:
        text = f"play breaks off after trick {len(state.tricks)}; the cards won so far count as they are"
        yield note(NOT_CHECKED, state.place(), text)


def _claimed(state: Auction, left: int, *, known: bool) -> Said:
    """All that was not played goes to the other side."""
    least, most = state.cards
    if state.claimed != state.bidder:
        state.cards, state.counted = Bounds(most, most), True
    elif known:
        state.cards, state.counted = Bounds(least, least), True
    else:
        state.cards = Bounds(least, min(most, least + 3 * max(card_values(state.deck, state.house.count))))
        return
    yield claimed(state, left)


# --- Conceded --------------------------------------------------------------------------------------------------------

CONCEDE_UNSEEN = Rule(
    "concede-300-unseen",
    "Conceding unseen",
    "irregularity",
    """With a contract of the minimum, 300, the bidder may give up without looking at the widow, at a lower price. With
    any other, or once he has looked, he may not.""",
    "004, Вдова",
)


@CONCEDE_UNSEEN.applied
def unseen(state: Auction) -> Said:
    """Only a contract of the minimum may be given up unseen."""
    deal, least = state.deal, int(state.house.minimum)
    place = deal.conceded[1] if deal.conceded else state.place()
    looked = state.led or deal.melds is not None or deal.bury is not None
    if state.bid <= least and not looked:
        state.outcome = "unseen"
        return
    name = state.name(state.bidder or 0)
    why = f"only {least} may be" if state.bid > least else f"{name} had seen the widow"
    state.outcome = "double" if state.led else "single"
    rule = DOUBLE_BETE if state.led else SINGLE_BETE
    finding = Finding.at(place, CONCEDE_UNSEEN, FAULT, f"{state.bid} is given up unseen; {why}", state.bidder)
    yield finding._replace(remedy=rule, ruling=f"it counts as a {state.outcome} bete")


@CONCEDE_UNSEEN.follows()
def unseen_called(_: Finding, __: Auction, ___: Sequence[Entry]) -> Ruling:
    """Called at the table: the deal is recorded as it was settled."""
    text = "only the minimum may be given up unseen; the deal counts as it is recorded"
    return Ruling(rule=CONCEDE_UNSEEN, text=text)


@CONCEDE_UNSEEN.examined
def given_up(state: Auction, said: Irregularity) -> weigh.Weight:
    """Whether the contract was given up unseen, as it is recorded."""
    if said.by is not None and state.bidder is not None and said.by != state.bidder:
        return weigh.refuted(f"only {state.name(state.bidder)} could give the contract up")
    if state.conceded_by == "unseen":
        lawful = state.bid <= int(state.house.minimum) and not (state.led or state.deal.melds or state.deal.bury)
        return weigh.refuted("it was allowed: it was the minimum") if lawful else weigh.OPEN
    return weigh.refuted("the contract was not given up unseen") if state.goes_on else weigh.OPEN


PLAYED_ONCE_LED = Rule(
    "played-once-led",
    "Led means played",
    "settlement",
    "Once the bidder has led to the first trick the deal counts as played, even if somebody concedes later.",
    "004, Уступки",
)


@PLAYED_ONCE_LED.applied
def conceded(state: Auction, who: str) -> Said:
    """Who gave up, and whether that was before the first lead."""
    led = state.led
    place = state.stop or (state.deal.conceded[1] if state.deal.conceded else state.place())
    if who == "opponents":
        state.outcome = "made" if led else "opponents"
    else:
        state.outcome = "double" if led else "single"
    if led:
        side = state.name(state.bidder or 0) if who == "bidder" else "the opponents"
        text = f"{side} conceded after the first lead: the deal counts as played"
        yield note(PLAYED_ONCE_LED, place, text)


# --- Played ----------------------------------------------------------------------------------------------------------


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
        "made": sheet.made_or_not(state.outcome),
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
    one = len(ways) == 1 or all(sheet.same_chips(way, ways[0]) for way in ways)
    if one and (not state.open or not claims or sheet.agrees(state, ways[0], claims)):
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
        yield from sheet.chips_of(state, [*ways, *_ways(state, (*others, *more), line)])
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
        yield from sheet.chips_alone(state)
        return
    if deal.bids:
        text = "no bid stands, so there is no contract"
    elif state.goes_on:
        text = "who bid, and how much, is not recorded (`bids:`): the deal cannot be settled"
    else:
        text = "nothing that scores is recorded for this deal"
    yield note(NOT_CHECKED, state.place(), text)
