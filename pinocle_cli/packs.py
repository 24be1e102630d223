"""Whether cards can belong to one pack, and what slip of the pen may explain it where they cannot."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.record import IMPOSSIBLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.record import Cards

TIMES = ("not at all", "once", "twice", "three times", "four times", "five times")


def times(number: int) -> str:
    """How often, in words."""
    return TIMES[number] if number < len(TIMES) else f"{number} times"


def is_one_pack(deck: Deck, parts: Iterable[Cards]) -> bool:
    """Whether these cards are the whole pack, no more and no less."""
    cards: list[int] = []
    for part in parts:
        cards += part.cards
    return len(cards) == deck.size and sorted(cards) == deck.pack


def what_is_missing(deck: Deck, parts: Iterable[Cards]) -> str:
    """`; S9 is missing from the pack`: said where these parts ought to be the pack, and lack one card or a few."""
    have = deck.count(card for part in parts for card in part.cards)
    missing = [card for card in range(deck.kinds) for _ in range(deck.copies - have[card])]
    if not 0 < len(missing) < 4:  # noqa: PLR2004 - a slip or two
        return ""
    return f"; {deck.show(missing)} {'is' if len(missing) == 1 else 'are'} missing from the pack"


def cards_that_make_no_pack(deck: Deck, parts: Iterable[Cards]) -> Iterator[Finding]:
    """A finding for each kind of card that is named more often than the pack has it, at the place where it does."""
    parts = list(parts)
    cards = [*itertools.chain.from_iterable([part.cards for part in parts])]
    if (len(cards) == deck.size and sorted(cards) == deck.pack) or len({*cards}) == len(cards):
        return
    have = deck.count(cards)
    copies = deck.copies
    if max(have) <= copies:
        return
    over = [card for card, count in enumerate(have) if count > copies]
    total = sum(have)
    missing = [card for card, count in enumerate(have) if count < copies]
    for card in over:
        so_far = itertools.accumulate(part.cards.count(card) for part in parts)
        place = next(part.place for part, number in zip(parts, so_far, strict=True) if number > copies)
        message = f"{deck.names[card]} stands {times(have[card])} in this deal"
        if total in (deck.size, deck.size + 1) and 0 < len(missing) < 4:  # noqa: PLR2004 - a slip or two
            message += ", " + ", ".join(f"{deck.names[c]} {times(have[c])}" for c in missing)
        message += f"; the pack has it {times(copies)}"
        yield Finding.at(place, IMPOSSIBLE, ERROR, message)
