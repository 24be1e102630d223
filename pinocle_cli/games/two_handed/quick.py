"""A quick look at a deal of which every card is known, for a card that is played from a hand that cannot have it.

To name a slip of the pen a hundred deals are tried, and most of them cannot have happened. To see that, who won the
tricks and drew what is enough; the walk, which says what is wrong, and where, takes twenty times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, steps
from pinocle_cli.games.two_handed.chapters.play import plan

if TYPE_CHECKING:
    from pinocle_cli.games.two_handed.state import TwoHanded


def rules_out(state: TwoHanded) -> bool:
    """Whether a player plays what he was not dealt and cannot have drawn.

    The dix and the turned card may have been exchanged unwritten: nothing is told by them.
    """
    deal, size, play = state.deal, state.size, state.deal.play
    stock, turned, hands = deal.stock, state.turned, deal.hands or {}
    if play is None or stock is None or turned is None or deal.held is not None or deal.irregularities is not None:
        return False
    if len(stock.cards) != 2 * size - 1 or [len(hand.cards) for hand in hands.values()] != [size, size]:
        return False
    held = [state.deck.count(hands[seat].cards) for seat in (0, 1)]
    drawn, at = (*stock.cards, turned), 0
    for step in steps(play, plan(state)):
        if isinstance(step, Act):
            if step.event.verb not in ("meld", "dix"):
                return False
            continue
        if step.winner is None:
            return False
        for seat, card in zip(step.seats, step.cards, strict=True):
            if not held[seat][card] and card not in (turned, state.dix):
                return True
            held[seat][card] -= 1
        if at < len(drawn):
            held[step.winner][drawn[at]] += 1
            held[1 - step.winner][drawn[at + 1]] += 1
            at += 2
    return False
