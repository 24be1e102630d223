"""What the three games of pinochle share under the laws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinocle_cli.tricks import duty_broken

if TYPE_CHECKING:
    from pinocle_cli.cards import Deck


def lawful(deck: Deck, house: Any, hand: list[int], trick: tuple[int, ...], trump: int) -> list[int]:
    """The cards of a hand that may be played to a trick."""
    have, always = deck.count(hand), house.heading == "always"
    return [card for card in hand if not duty_broken(deck, have, trick, card, trump, always=always)]
