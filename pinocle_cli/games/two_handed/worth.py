"""What cards are worth as melds, for `pinocle meld`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinocle_cli.games.pinochle.common import A, Meld, dix_card, doubled, meld_table, melds_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinocle_cli.cards import Deck


def worth(deck: Deck, trump: int | None, cards: Iterable[int], house: Any) -> list[Meld]:
    """Every meld that these cards hold, the dearest first, each to be shown in a turn of its own, and each dix."""
    cards = list(cards)
    state = meld_table(deck, trump)
    found = [meld for meld in melds_in(cards, state) for _ in range(_copies(cards, meld))]
    if house.doubles == "twice":
        found += melds_in(cards, map(doubled, state))
    if trump is not None:
        dix = dix_card(deck, trump)
        found += [Meld("dix", (dix,), A, 10)] * cards.count(dix)
    return found


def _copies(cards: list[int], meld: Meld) -> int:
    """How often the meld can be laid with cards of its own."""
    return min(cards.count(card) for card in meld.cards)
