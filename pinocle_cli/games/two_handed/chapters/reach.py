"""How little and how much a deal can give where not all of it is recorded."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli.game import Bounds
from pinocle_cli.games.pinochle.common import WHOLE_COUNT, meld_table
from pinocle_cli.games.two_handed.chapters.count import rounded

if TYPE_CHECKING:
    from pinocle_cli.cards import Deck
    from pinocle_cli.games.two_handed.state import TwoHanded
    from pinocle_cli.ledger import Verdict

DIX = 10


@cache
def most_melds(deck: Deck, turns: int, doubles: str) -> int:
    """No player can meld more in so many turns: the dearest melds with both copies of their cards, and every dix."""
    every = sorted([meld.points for meld in meld_table(deck, 0)] * deck.copies, reverse=True)
    return sum(every if doubles == "twice" else every[:turns]) + DIX * (deck.copies + 1)


def bounds(state: TwoHanded, verdict: Verdict) -> dict[int, Bounds]:
    """The least and the most of each player's score for the deal."""
    found = {}
    for seat in state.session.accounts:
        score = sum(entry.points for entry in verdict.ledger if entry.seat == seat)
        least, most = _cards(state, seat)
        unknown = state.figures_only and seat not in (state.deal.claimed or {})
        melds = most_melds(state.deck, state.size, state.house.doubles) if unknown or not state.melds_known else 0
        found[seat] = Bounds(score + least, score + most + melds)
    return found


def _cards(state: TwoHanded, seat: int) -> tuple[int, int]:
    """How many points for cards may still be added, at least and at most; what is entered later is rounded."""
    enter = (lambda points: points) if state.house.rounding == "exact" else rounded
    if state.figures_only:
        return (0, 0) if seat in (state.deal.claimed or {}) else (0, enter(WHOLE_COUNT))
    if state.cards_known or seat in state.revoked:
        return 0, 0
    if state.won is None:
        return 0, enter(WHOLE_COUNT)
    won = state.won[seat]
    return enter(won) - won, enter(WHOLE_COUNT - state.won[1 - seat]) - won
