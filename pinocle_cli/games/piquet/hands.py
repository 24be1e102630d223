"""The pack: thirty-two cards, and hands of them kept as bits.

A hand is an int with a bit for each of its cards; the eight cards of a suit stand in eight bits, the ace lowest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.cards import Deck
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable

PACK_32 = Rule(
    "pack-32",
    "The pack",
    "procedure",
    "Thirty-two cards: in each suit, from the top, ace, king, queen, knave, ten, nine, eight and seven.",
    "001",
)

DECK = PACK_32.table(Deck("A K Q J 10 9 8 7", 1))
PACK = 0xFFFFFFFF
SUIT_SIZE = 8
SUIT_BITS = 0xFF
RANK_BITS = 0x01010101  # the same card of each suit
COURTS = 0b1110 * RANK_BITS  # king, queen and knave of every suit

HAND, TALON_SIZE, ELDERS, ALL_TRICKS = 12, 8, 5, 12


_BITS = tuple(1 << card for card in range(DECK.kinds))


def bits_of(cards: Iterable[int]) -> int:
    """Cards as bits."""
    hand = 0
    for card in cards:
        hand |= _BITS[card]
    return hand


def cards_of(hand: int) -> tuple[int, ...]:
    """Bits as cards."""
    return tuple(card for card in range(DECK.kinds) if hand >> card & 1)


def show(hand: int) -> str:
    """Bits as canonical text."""
    return DECK.show(cards_of(hand))


def suit_bits(hand: int, suit: int) -> int:
    """The eight bits of a suit."""
    return hand >> suit * SUIT_SIZE & SUIT_BITS


def suit_of(hand: int, card: int) -> int:
    """The cards of a hand that are of the suit of a card."""
    return hand & SUIT_BITS << card // SUIT_SIZE * SUIT_SIZE


def wins(led: int, reply: int) -> bool:
    """Whether the second card of a trick beats the first: cards of a suit are counted from the strongest down."""
    return led // SUIT_SIZE == reply // SUIT_SIZE and reply < led
