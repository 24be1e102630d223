"""The turned card: ten for a dealer who turns the dix, and its exchange for a dix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.seats import PLAYERS, account, side_of
from pinocle_cli.ledger import FAULT, Entry, Finding, Ruling
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Irregularity


def bare_turn(state: Partnership) -> Said:
    """Where trumps are bid for, a turned card says no more than the suit; where nothing is turned, nothing does."""
    deal = state.deal
    if state.bidding and deal.turned is not None:
        text = "trumps are bid for here and no card is turned; only its suit is taken"
        yield note(ASSUMED, deal.turned.place, text)


DIX_TURNED = Rule(
    "dix-turned",
    "Dix turned",
    "score",
    "A dealer who turns up the dix, the nine of trumps, scores ten for it.",
    "003, Козырная карта",
)


@DIX_TURNED.applied
def dix_turned(state: Partnership) -> Said:
    """Ten for the dealer's side."""
    turned = state.deal.turned
    if state.turned is None or state.turned != state.dix or turned is None or state.only_claimed:
        return
    points = 10 // state.unit
    state.melded[side_of(state.dealer)] += points
    text = f"{state.name(state.dealer)}: {state.deck.show(turned.cards)} turned"
    yield Entry(account(state.dealer), points, DIX_TURNED, turned.place.line, text)


DIX_EXCHANGE = Rule(
    "dix-exchange",
    "Exchanging the dix",
    "irregularity",
    """Before the melds each player in turn, from eldest on, may take the turned card for his dix, the nine of trumps.
    The turned card, or the dix that lies in its place, then joins the dealer's hand.""",
    "003, Козырная карта",
)


@DIX_EXCHANGE.applied
def exchange(state: Partnership) -> Said:
    """Who took the turned card; the first of several, as they sit."""
    place = state.place()._replace(path="dix-exchange")
    who = sorted(set(state.deal.dix_exchange or ()), key=lambda seat: (seat - state.dealer - 1) % PLAYERS)
    if who and state.bidding:
        text = "no card is turned where trumps are bid for: there is nothing to exchange a dix for"
        yield Finding.at(place, DIX_EXCHANGE, FAULT, text, who[0])
        return
    takers = [seat for seat in who if seat != state.dealer]  # the turned card is the dealer's already
    for seat in takers[1:]:
        yield note(DIX_EXCHANGE, place, f"the turned card was gone: {state.name(seat)} took a dix for a dix", seat)
    if not takers or state.dix is None:
        return
    taker = takers[0]
    if state.turned == state.dix:
        text = f"the turned card is the dix {state.deck.names[state.dix]} itself: the exchange changes nothing"
        yield note(DIX_EXCHANGE, place, text, taker)
        return
    state.exchanger = taker
    if state.turned is None and state.deal.hands:
        text = "which card was turned is not recorded: what was exchanged for the dix is not known"
        yield note(NOT_CHECKED, place, text, taker)


@DIX_EXCHANGE.follows()
def nothing_to_exchange(_: Finding, __: Partnership, ___: Sequence[Entry]) -> Ruling:
    """Where no card lies there is nothing to take."""
    return Ruling(rule=DIX_EXCHANGE, text="there was nothing to exchange it for: each keeps his cards")


@DIX_EXCHANGE.examined
def exchanged_rightly(state: Partnership, said: Irregularity) -> Weight:
    """Who is written to have exchanged, or holds and plays what he was dealt, is known."""
    if any(f.rule is DIX_EXCHANGE and f.severity == FAULT for f in state.found):
        return CONFIRMED
    hand = (state.deal.hands or {}).get(said.by) if said.by is not None else None
    if said.by is None or said.by >= PLAYERS or (state.deal.dix_exchange is None and hand is None):
        return OPEN
    if state.exchanger == said.by:
        return OPEN if hand is None else refuted(f"{state.name(said.by)} was dealt the dix that he exchanged")
    return refuted(f"{state.name(said.by)} exchanged no dix")
