"""A quick look at a deal, for a card that is played from a hand that cannot have it, or is drawn and never played.

To name a slip of the pen a hundred deals are tried, and most of them cannot have happened. To see that, who won the
tricks and drew what is enough; the walk, which says what is wrong, and where, takes twenty times as long.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from pinocle_cli.course import Act, steps
from pinocle_cli.games.two_handed.chapters.play import plan

if TYPE_CHECKING:
    from pinocle_cli.course import Trick
    from pinocle_cli.games.two_handed.state import TwoHanded
    from pinocle_cli.record import Play


class _Hands:
    """What each can hold, by kind: what he was dealt, and what he can have drawn."""

    def __init__(self, state: TwoHanded) -> None:
        deal, deck, self.size = state.deal, state.deck, state.size
        dealt = [deck.count(hand.cards) for _, hand in sorted((deal.hands or {}).items())]
        self.known = bool(dealt)
        self.held = dealt or [[0] * deck.kinds, [0] * deck.kinds]
        self.rest = [deck.copies - sum(numbers) for numbers in zip(*self.held, strict=True)]  # not drawn yet
        self.stock: deque[int] = deque()  # empty where it is not known
        if deal.stock is not None and state.turned is not None and len(deal.stock.cards) == 2 * self.size - 1:
            self.stock.extend((*deal.stock.cards, state.turned))
        self.last: Trick | None = None
        self.written: list[Act] = []  # what was drawn since

    def draw(self) -> None:
        """What both drew after the last trick; once that is not sure, each may have any card that is left."""
        trick, written = self.last, self.written
        if trick is None or trick.number > self.size or not self.rest:
            return
        seats = [act.event.seat for act in written]
        drawn = [(act.event.seat, act.event.cards[0]) for act in written]
        if self.stock and not written and trick.winner is not None:
            seats = [trick.winner, 1 - trick.winner]
            drawn = [(seat, self.stock.popleft()) for seat in seats]
        if trick.winner is None or seats != [trick.winner, 1 - trick.winner]:
            self.held = [[*map(sum, zip(hand, self.rest, strict=True))] for hand in self.held]
            self.rest = []
            return
        for seat, card in drawn:
            self.held[seat][card] += 1
            self.rest[card] -= 1


def rules_out(state: TwoHanded) -> bool:
    """Whether a player plays what he was not dealt and cannot have drawn.

    Where the hands are not written but the stock is: whether he draws what he does not play, though all is played. The
    dix and the turned card may have been exchanged unwritten: nothing is told by them.
    """
    deal = state.deal
    hands = [len(hand.cards) for hand in (deal.hands or {}).values()]
    if deal.play is None or deal.held or deal.irregularities or hands not in ([], [state.size, state.size]):
        return False
    hand, played, either = _Hands(state), 0, (state.turned, state.dix)
    if not hand.known and hand.stock is None:
        return False
    for step in steps(deal.play, plan(state)):
        if isinstance(step, Act):
            if step.event.verb not in ("meld", "dix", "draw"):
                return False
            hand.written += [step] * (step.event.verb == "draw")
            continue
        hand.draw()
        for seat, card in zip(step.seats, step.cards, strict=True):
            if hand.known and hand.held[seat][card] < 1 and card not in either:
                return True
            hand.held[seat][card] -= 1
            played += 1
        hand.last, hand.written = step, []
    if hand.known or not hand.rest or played < state.deck.size:
        return False
    return any(number > 0 and card not in either for held in hand.held for card, number in enumerate(held))


def has_room(play: Play, n: int) -> bool:
    """Whether a trick more may stand before line `n`: where draws are written, both draw between two tricks."""
    before, after, verbs = 0, 0, [event.verb for event in play]
    for verb in reversed(verbs[:n]):
        if not verb:
            break
        before += verb == "draw"
    for verb in verbs[n:]:
        if not verb:
            break
        after += verb == "draw"
    return "draw" not in verbs[n:] or (before == 2 and after > 0) or (n == 0 and after > 0)  # noqa: PLR2004 - players
