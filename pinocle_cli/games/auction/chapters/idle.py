"""Who plays, and who is idle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.games.auction.state import active_of
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Ruling
from pinocle_cli.record import UNKNOWN_NAME, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction, AuctionDeal, AuctionSession

PLAYERS = Rule(
    "players",
    "Players",
    "procedure",
    "Three play; with four at the table the dealer sits out.",
    "002, Игроки",
)

INACTIVE = Rule(
    "inactive",
    "Who is idle",
    "procedure",
    """Three are dealt cards and play. With four at the table the dealer gets none; with five neither the dealer nor the
    second player on his left does. The idle ones only take part in the settlement.""",
    "004, Число игроков",
)


@INACTIVE.applied
def who_plays(state: Auction) -> Said:
    """The kitty is no player, and only those who are dealt cards have any."""
    hands = state.deal.hands or {}
    yield from _no_player(state)
    for seat, hand in hands.items():
        if seat not in state.active and seat != state.kitty:
            text = f"{state.name(seat)} is idle when {state.name(state.dealer)} deals, but has cards"
            yield Finding.at(hand.place, INACTIVE, FAULT, text, seat)
    if len(hands) == len(state.active) and state.kitty not in hands and not hands.keys() <= {*state.active}:
        order = [(state.dealer + n) % state.session.players for n in range(1, state.session.players + 1)]
        state.active = tuple(seat for seat in order if seat in hands)


@INACTIVE.follows()
def idle(_: Finding, __: Auction, ___: Sequence[Entry]) -> Ruling:
    """Who is idle has no say."""
    return Ruling(rule=INACTIVE, text="the idle ones take no part in bidding and play")


@INACTIVE.examined
def took_no_part(state: Auction, said: Irregularity) -> weigh.Weight:
    """Who was dealt cards is not idle; bids that are all recorded show that nobody idle spoke."""
    if said.by in state.active:
        return weigh.refuted(f"{state.name(said.by)} was dealt cards, and not idle")
    return weigh.refuted("nobody who was idle bid or passed") if state.all_spoke else weigh.OPEN


def _no_player(state: Auction) -> Iterator[Finding]:
    """The kitty deals, bids and plays nothing."""
    deal, kitty = state.deal, state.kitty
    spoke = [*(deal.bids or ()), *(deal.play.actions.values() if deal.play else ())]
    places = [event.place for event in spoke if event.seat == kitty]
    places += [part[kitty].place for part in (deal.hands, deal.held, deal.taken, deal.tricks) if part and kitty in part]
    places += [said.place for said in deal.irregularities or () if said.by == kitty]
    if kitty in (deal.dealer, deal.last):
        places.append(state.place())
    for place in places:
        yield Finding.at(place, UNKNOWN_NAME, ERROR, "the kitty is no player and has no cards")


def told_dealer(session: AuctionSession, deal: AuctionDeal) -> int | None:
    """Who must have dealt: the idle seats tell, or whoever spoke first."""
    players, with_cards = session.players, set(deal.hands or {})
    if players > len(with_cards) == 3:  # noqa: PLR2004 - three play
        dealers = [seat for seat in range(players) if with_cards == set(active_of(seat, players))]
        if len(dealers) == 1:
            return dealers[0]
    return (deal.bids[0].seat - 1) % players if deal.bids else None
