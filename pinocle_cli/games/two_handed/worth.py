"""What cards are worth as melds, for `pinocle meld`: every meld shown in a turn of its own, as far as that can be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.common import A, Meld, dix_card, doubled, meld_table, melds_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinocle_cli.cards import Deck
    from pinocle_cli.games.two_handed.house import House


def worth(deck: Deck, trump: int | None, cards: Iterable[int], house: House) -> list[Meld]:
    """The melds for which these cards can be shown, turn by turn, the dearest first, and each dix (see `laying`)."""
    return sorted(laying(deck, trump, cards, house), key=lambda meld: (meld.name == "dix", -meld.points))


def laying(deck: Deck, trump: int | None, cards: Iterable[int], house: House) -> list[Meld]:
    """The same in an order in which they can be shown, each dix behind them.

    What no order allows stands there too, and is worth nothing.
    """
    cards = list(cards)
    state = meld_table(deck, trump)
    found = [meld for meld in melds_in(cards, state) for _ in range(_copies(cards, meld))]
    if house.doubles == "twice":
        found += melds_in(cards, map(doubled, state))
    shown = can_be_shown(found, Counter(cards))
    given_up = (Counter(found) - Counter(shown)).elements()
    if trump is not None:
        dix = dix_card(deck, trump)
        shown += [Meld("dix", (dix,), A, 10)] * cards.count(dix)
    return shown + [replace(meld, name=f"{meld.name}, with no card of its own left", points=0) for meld in given_up]


def _copies(cards: list[int], meld: Meld) -> int:
    """How often the meld can be laid with cards of its own."""
    return min(cards.count(card) for card in meld.cards)


# --- In which order --------------------------------------------------------------------------------------------------


def can_be_shown(melds: list[Meld], have: Counter[int]) -> list[Meld]:
    """The most of these melds that some order allows, in that order: each lays a card from the hand (`meld-new-card`).

    They are taken away from the last: that is one which can lay a card that no other needs. Where there is none the
    rest is closed, its cards would all lie there before its last meld, and the cheapest of it is given up.
    """
    kept, rest, have = list[Meld](), list(melds), Counter(have)
    while rest:
        last = max(((slack, meld) for meld in rest if (slack := _slack(meld, rest, have))), key=_first, default=None)
        if last is None:
            rest.remove(min(rest, key=lambda meld: meld.points))
            continue
        (_, card), meld = last
        rest.remove(meld)
        kept.append(meld)
        have[card] -= 1
    return kept[::-1]


def _first(found: tuple[tuple[int, int], Meld]) -> tuple[int, int]:
    (slack, _), meld = found
    return slack, -meld.points


def _slack(meld: Meld, melds: list[Meld], have: Counter[int]) -> tuple[int, int] | None:
    """(how many copies the others can spare, card) of the card that the meld can lay after all the others."""
    rest = list(melds)
    rest.remove(meld)
    own = [other for other in rest if other.group == meld.group and other.points >= meld.points]
    for card, times in Counter(meld.cards).items():
        if _need(own, card) + times > have[card]:
            return None  # it would have to use cards of one of its own class that is as dear
    card = max(set(meld.cards), key=lambda card: have[card] - _need(rest, card))
    spare = have[card] - _need(rest, card)
    return (spare, card) if spare > 0 else None


def _need(melds: Iterable[Meld], card: int) -> int:
    """How many copies of a card these melds need: one kind needs its own for each, others may share them."""
    times: Counter[tuple[int, int]] = Counter()
    for meld in melds:
        times[meld.group, meld.points] += meld.cards.count(card)
    return max(times.values(), default=0)
