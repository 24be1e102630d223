"""Giving up: by the bidder or by both opponents, before the first lead or after it, the widow seen or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.game import note
from pinocle_cli.games.auction.chapters.stakes import DOUBLE_BETE, SINGLE_BETE
from pinocle_cli.ledger import FAULT, Entry, Finding, Ruling
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.record import Event, Irregularity

CONCESSION_BINDING = Rule(
    "concession-binding",
    "A concession binds",
    "settlement",
    """Whoever concedes is bound by it. But an opponent only proposes it to his partner: if he declines, play goes
    on.""",
    "004, Претензии и уступки",
)


@CONCESSION_BINDING.applied
def concedes(state: Auction, conceding: set[int], event: Event) -> Said:
    """The bidder's concession binds at once, an opponent's only when the other gives up as well."""
    who = "bidder"
    if event.seat != state.bidder:
        conceding.add(event.seat)
        if len(conceding) < 2:  # noqa: PLR2004 - two opponents
            text = f"{state.name(event.seat)} proposes to concede; unless the other opponent agrees, play goes on"
            yield note(CONCESSION_BINDING, event.place, text, event.seat)
            return
        who = "opponents"
    state.conceded, state.stop = who, event.place


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
