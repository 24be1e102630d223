"""What each player is known to hold when the first card is led.

Where a hand is not recorded, or not recorded what was buried, the cards that a player shows later (in the play, or as
melds) are cards that he holds now: nobody draws at this game. The rest of such a hand is hidden, and a duty is only
ever called broken on the strength of cards that are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction.state import HAND
from pinocle_cli.tricks import winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.record import Event


class Hands:
    """The known cards of each player by kind, and how many of his are hidden."""

    __slots__ = ("deck", "held", "hidden", "pool", "size")

    def __init__(self, state: Auction, events: Sequence[Event], first: int) -> None:
        """`first`: who leads to the first trick, unless its line says otherwise."""
        self.deck = state.deck
        players = state.session.players
        self.size = _size(state)
        exact = _exact(state)
        self.held = [exact[seat] if seat in exact else [0] * self.deck.kinds for seat in range(players)]
        self.hidden = [0] * players
        self.pool: dict[int, list[int]] = {}  # where cards are hidden: which they can be
        if len(exact) < len(state.active):
            self._guess(state, exact)
            self._know_from_later_play(state, events, first)
            for seat in self.pool:
                self.hidden[seat] = max(self.size - sum(self.held[seat]), 0)

    def _guess(self, state: Auction, exact: dict[int, list[int]]) -> None:
        """Where a hand is not known, every card that nobody is known to have can be in it."""
        deck, deal = state.deck, state.deal
        buried = deck.count(deal.bury.cards if deal.bury else ())
        left = [deck.copies - sum(each) for each in zip(buried, *exact.values(), strict=True)]
        self.pool = {seat: left for seat in state.active if seat not in exact}
        bidder = state.bidder
        if bidder is None or bidder in exact:
            return
        if state.all_known and deal.bury is None and self.size == HAND:
            self.pool[bidder] = state.can_hold.copy()  # fifteen of these eighteen
            left[:] = [n - own for n, own in zip(left, state.can_hold, strict=True)]
        elif self.size == HAND:
            dealt = deck.count(state.hands.get(bidder, ()), state.widow or ())
            for card in range(deck.kinds):
                certain = dealt[card] - buried[card] if deal.bury else 0
                self._reveal(bidder, card, certain)
        for card in range(deck.kinds):
            self._reveal(bidder, card, state.need[card] - buried[card])

    def _reveal(self, seat: int, card: int, times: int) -> None:
        """The player is known to hold a card so many times, as far as he can."""
        held, pool = self.held[seat], self.pool[seat]
        while held[card] < times and pool[card] > 0:
            held[card] += 1
            pool[card] -= 1

    def _know_from_later_play(self, state: Auction, events: Sequence[Event], first: int) -> None:
        """Nobody draws at this game: what a player plays later he holds now."""
        played = [[0] * state.deck.kinds for _ in self.held]
        active = state.active
        for leader, event in _led_by(state, events, first):
            start = active.index(leader)
            for nth, card in enumerate(event.cards):
                seat = active[(start + nth) % 3]
                played[seat][card] += 1
                if seat in self.pool:
                    self._reveal(seat, card, played[seat][card])

    def has(self, seat: int, card: int) -> bool:
        """Whether the card can be in the hand."""
        return self.held[seat][card] > 0 or (self.hidden[seat] > 0 and self.pool[seat][card] > 0)

    def play(self, seat: int, card: int) -> bool:
        """A card leaves the hand; False if it cannot have been there."""
        held = self.held[seat]
        if held[card]:
            held[card] -= 1
        elif self.has(seat, card):
            self.pool[seat][card] -= 1
            self.hidden[seat] -= 1
        else:
            return False
        return True


def _size(state: Auction) -> int:
    """How many cards each has at the first lead of the record."""
    held = state.deal.held
    return len(next(iter(held.values())).cards) if held else HAND


def _exact(state: Auction) -> dict[int, list[int]]:
    """The hands that are known card by card, after the burial."""
    deal, deck = state.deal, state.deck
    exact = {seat: deck.count(cards.cards) for seat, cards in (deal.held or {}).items() if seat in state.active}
    if deal.held and _size(state) < HAND:
        return exact
    for seat, cards in state.hands.items():
        if seat in exact:
            continue
        if seat != state.bidder:
            if len(cards) == HAND:
                exact[seat] = deck.count(cards)
        elif state.all_known and deal.bury is not None:
            exact[seat] = rest = state.can_hold.copy()
            for card in deal.bury.cards:
                rest[card] -= 1
    return exact


def _led_by(state: Auction, events: Sequence[Event], first: int) -> list[tuple[int, Event]]:
    """Who leads to each trick of the record, those left out that were taken back."""
    active, leader, found = state.active, first, []
    for n, event in enumerate(events):
        if event.verb or (n + 1 < len(events) and events[n + 1].verb == "takes back"):
            continue
        leader = event.seat if event.seat in active else leader
        found.append((leader, event))
        if event.cards:
            won = winner(state.deck, event.cards, state.trump)
            leader = active[(active.index(leader) + won) % 3]
    return found
