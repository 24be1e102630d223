"""What each player is known to hold when the first card is led.

Where a hand is not recorded, or not recorded what was buried, the cards that a player shows later (in the play, or as
melds) are cards that he holds now: nobody draws at this game. The rest of such a hand is hidden, and a duty is only
ever called broken on the strength of cards that are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.auction.table import HAND
from pinocle_cli.tricks import winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.pinochle.auction.table import Auction
    from pinocle_cli.record import Event


class Hands:
    """The known cards of each player by kind, and how many of his are hidden."""

    __slots__ = ("can", "deck", "held", "hidden", "size")

    def __init__(self, table: Auction, events: Sequence[Event], first: int) -> None:
        """`first`: who leads to the first trick, unless its line says otherwise."""
        self.deck = table.deck
        players = table.standing.players
        self.size = _size(table)
        self.held = [[0] * self.deck.kinds for _ in range(players)]
        self.hidden = [0] * players
        self.can: dict[int, list[int]] = {}  # where cards are hidden: how many of each kind there can be
        exact = _exact(table)
        for seat, held in exact.items():
            self.held[seat] = held
        if len(exact) < len(table.active):
            self._guess(table, exact, _shown_later(table, _led_by(table, events, first)))

    def _guess(self, table: Auction, exact: dict[int, list[int]], shown: list[list[int]]) -> None:
        """Of a hand that is not known: what is played or melded later, and the rest hidden."""
        deck = self.deck
        buried = table.deal.bury.cards if table.deal.bury else ()
        seen = [sum(each) for each in zip(deck.count(buried), *exact.values(), strict=True)]
        for seat in table.active:
            if seat in exact:
                continue
            held, can = self.held[seat], [deck.copies - n for n in seen]
            if seat == table.bidder:
                certain, can = _bidders(table, can)
                for card in range(deck.kinds):
                    held[card] = max(certain[card], min(table.need[card], can[card]))
            for card in range(deck.kinds):
                held[card] = max(held[card], min(shown[seat][card], can[card]))
            self.can[seat] = can
            self.hidden[seat] = max(self.size - sum(held), 0)

    def play(self, seat: int, card: int) -> bool:
        """A card leaves the hand; False if it cannot have been there."""
        held = self.held[seat]
        if held[card]:
            held[card] -= 1
        elif self.hidden[seat] and self.can[seat][card] > 0:
            self.hidden[seat] -= 1
        else:
            return False
        if seat in self.can:
            self.can[seat][card] -= 1
        return True


def _size(table: Auction) -> int:
    """How many cards each has at the first lead of the record."""
    held = table.deal.held
    return len(next(iter(held.values())).cards) if held else HAND


def _exact(table: Auction) -> dict[int, list[int]]:
    """The hands that are known card by card, after the burial."""
    deal, deck = table.deal, table.deck
    exact = {seat: deck.count(cards.cards) for seat, cards in (deal.held or {}).items() if seat in table.active}
    if deal.held and _size(table) < HAND:
        return exact
    for seat, cards in table.hands.items():
        if seat in exact:
            continue
        if seat != table.bidder:
            if len(cards) == HAND:
                exact[seat] = deck.count(cards)
        elif table.all_known and deal.bury is not None:
            exact[seat] = rest = table.can_hold.copy()
            for card in deal.bury.cards:
                rest[card] -= 1
    return exact


def _bidders(table: Auction, can: list[int]) -> tuple[list[int], list[int]]:
    """What a bidder whose hand is not wholly known holds for certain, and what he can hold at most."""
    deal, deck = table.deal, table.deck
    own = deck.count(table.hands.get(_bidder(table), ()), table.widow or ())
    if deal.held and _size(table) < HAND:
        return [0] * deck.kinds, can
    if deal.bury is None:
        if _bidder(table) in table.hands and table.widow is not None:
            can = [min(n, have) for n, have in zip(can, own, strict=True)]
        return [0] * deck.kinds, can
    buried = deck.count(deal.bury.cards)
    certain = [max(have - gone, 0) for have, gone in zip(own, buried, strict=True)]
    return [min(n, have) for n, have in zip(can, certain, strict=True)], can


def _bidder(table: Auction) -> int:
    return -1 if table.bidder is None else table.bidder


def _shown_later(table: Auction, tricks: Sequence[tuple[int, Event]]) -> list[list[int]]:
    """What each plays in the course of the record."""
    shown = [[0] * table.deck.kinds for _ in range(table.standing.players)]
    active = table.active
    for leader, event in tricks:
        start = active.index(leader)
        for nth, card in enumerate(event.cards):
            shown[active[(start + nth) % 3]][card] += 1
    return shown


def _led_by(table: Auction, events: Sequence[Event], first: int) -> list[tuple[int, Event]]:
    """Who leads to each trick of the record, those left out that were taken back."""
    active, leader, found = table.active, first, []
    for n, event in enumerate(events):
        if event.verb or (n + 1 < len(events) and events[n + 1].verb == "takes back"):
            continue
        leader = event.seat if event.seat in active else leader
        found.append((leader, event))
        if event.cards:
            won = winner(table.deck, event.cards, table.trump)
            leader = active[(active.index(leader) + won) % 3]
    return found
