"""What lies on the table: what the bidder laid down, the melds in it, and whether he can have held it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction.chapters.worth import most
from pinocle_cli.games.auction.state import HAND, WIDOW
from pinocle_cli.games.pinochle.common import A, B, C, Meld, near_meld
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.light import NamedTuple
from pinocle_cli.memory import remembered
from pinocle_cli.record import COUNT, IMPOSSIBLE

if TYPE_CHECKING:
    from pinocle_cli.cards import Deck
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.games.pinochle.shown import Listed


class Item(NamedTuple):
    """One entry of `melds`: what was laid, and the melds in it."""

    shown: Listed
    cards: tuple[int, ...]
    melds: tuple[Meld, ...]
    need: tuple[int, ...]  # how many copies of each card these melds need
    spare: tuple[int, ...]  # the cards that belong to none of them


def item_of(state: Auction, shown: Listed, trump: int | None) -> Item:
    """What was laid there, and the melds in it."""
    cards = shown.cards_that(state.deck, trump, lambda card: can_lay(state)[card]) or ()
    return Item(shown, cards, *_spread(state.deck, trump, cards, state.house.doubles))


@remembered()  # as `most` is: the same melds come again and again
def _spread(
    deck: Deck, trump: int | None, cards: tuple[int, ...], doubles: str
) -> tuple[tuple[Meld, ...], tuple[int, ...], tuple[int, ...]]:
    """The melds in some cards, how many copies of each card these need, and the cards that belong to none."""
    melds = most(deck, trump, cards, doubles=doubles == "table")
    classes = [[card for meld in melds if meld.group == group for card in meld.cards] for group in (A, B, C)]
    need = tuple(map(max, *map(deck.count, classes)))
    return melds, need, tuple(sorted({*cards}.difference(*classes)))


def cannot_lie(state: Auction, items: list[Item]) -> Finding | None:
    """Cards that the bidder cannot have laid down."""
    known, bidder = state.known, state.bidder
    for item in items:
        cards, place = item.cards, item.shown.place
        if len(cards) > HAND + WIDOW:
            text = f"{len(cards)} cards are laid down; with the widow the bidder has {HAND + WIDOW}"
            return Finding.at(place, COUNT, ERROR, text, bidder)
        if known is None or bidder is None or not known.sure(bidder) or state.size < HAND:
            continue
        lo = known.lo[bidder]
        for card in cards:
            if cards.count(card) > lo[card]:
                often = " that often" * bool(lo[card])
                text = f"{state.deck.names[card]} is melded, but {state.name(bidder)} does not hold it{often}"
                text += near_meld(state.deck, state.trump, cards, lo)
                return Finding.at(place, IMPOSSIBLE, ERROR, text, bidder)
    return None


def can_lay(state: Auction) -> list[int]:
    """How many of each card the bidder can have had and lay down: one that he led without is not taken for its twin."""
    known, bidder, deck = state.known, state.bidder, state.deck
    if known is None or bidder is None or state.size < HAND:
        return [deck.copies] * deck.kinds
    can = known.highest(bidder)
    for card in state.deal.bury.cards if state.deal.bury and state.led else ():
        can[card] -= can[card] > 1
    return can


def all_known(state: Auction) -> list[int] | None:
    """The bidder's cards, where all of them are known."""
    known, bidder = state.known, state.bidder
    return known.lo[bidder].copy() if known is not None and bidder is not None and known.sure(bidder) else None
