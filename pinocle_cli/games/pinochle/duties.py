"""A duty of play broken, in words: which it was, and the cards that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.tricks import duty_broken, winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.cards import Deck

_DUTIES = {"follow": "did not follow suit", "head": "did not beat it", "trump": "did not trump"}


def breach(
    deck: Deck, held: Sequence[int], trick: Sequence[int], card: int, trump: int | None, *, always: bool = False
) -> str | None:
    """`did not follow suit but held S9`, where the card breaks a duty; `trick` are the cards before it."""
    broken = duty_broken(deck, held, trick, card, trump, always=always)
    if broken is None:
        return None
    best = trick[winner(deck, trick, trump)]
    suit = trump if broken == "trump" else deck.suit[best if broken == "head" else trick[0]]
    least = deck.power[best] if broken == "head" else 0
    assert suit is not None  # noqa: S101 - a duty to trump needs trumps
    could = [one for one in deck.of_suit[suit] for _ in range(held[one]) if deck.power[one] > least]
    return f"{_DUTIES[broken]} but held {deck.show(could)}"
