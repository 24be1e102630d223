"""The best play of both sides from a moment on, where every hand is known: exact, or not at all.

The method: the side that is asked about wants as many of the points still to be won as it can get, the other side as
few. Whether it gets at least so many is searched by alpha-beta with an empty window, card by card; a table remembers
what has been found out about every distribution between two tricks (a least and a most). A bisection over the points
asks that question until least and most meet, so the answer is exact. A hand is an int of two bits for each kind
of card (none, one or both of the twins), so that a distribution is a few ints and twins are never searched twice.

Which cards may be played is asked of `tricks.duty_broken`, the same that rules on a revoke.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinocle_cli.tricks import duty_broken, winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.cards import Deck

NODES = 1_000_000  # cards tried before the search gives up: some seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Open hands at a moment: who holds what, who leads, who plays with whom, and what the cards are worth.

    Players are numbered in the order of play; `hands` are cards by player, `own` says of each whether he is of the
    side that is asked about. `lying` are the cards of a trick that has been begun, by the leader first.
    """

    deck: Deck
    trump: int | None
    hands: tuple[tuple[int, ...], ...]
    leader: int
    own: tuple[bool, ...]
    lying: tuple[int, ...] = ()
    values: tuple[int, ...]  # of each kind of card, for whoever wins it
    last: int = 0  # for the last trick
    always: bool = False  # every lead is to be headed, not trumps alone

    @property
    def rest(self) -> int:
        """The points that are still to be won."""
        return sum(self.values[card] for hand in (*self.hands, self.lying) for card in hand) + self.last


@dataclass(frozen=True, slots=True)
class Found:
    """What the side that is asked about wins with best play: exact where `least` is `most`."""

    least: int
    most: int
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether the search came to its end."""
        return self.least == self.most


class _TooManyError(Exception):
    """The limit of nodes was met."""


def solve(ending: Ending, *, nodes: int = NODES, wanted: int | None = None) -> Found:
    """What the side wins from here on with the best play of both; bounds where `nodes` cards tried do not suffice.

    With `wanted` the question is first whether it gets so many points, which a limit may still leave time for.
    """
    search = _Search(ending, nodes)
    low, high = 0, ending.rest
    hands = [_packed(hand) for hand in ending.hands]
    guess = wanted if wanted is not None else (high + 1) // 2
    try:
        while low < high:
            guess = min(max(guess, low + 1), high)
            found = search.begin(hands, guess)
            if found >= guess:
                low = max(low, found)
            else:
                high = min(high, found)
            guess = (low + high + 1) // 2
    except _TooManyError:
        pass
    return Found(low, high, search.nodes)


def _packed(cards: Sequence[int]) -> int:
    return sum(1 << 2 * card for card in cards)


class _Search:
    """One ending searched: the tables of its pack, and what has been found out about each distribution."""

    def __init__(self, ending: Ending, limit: int) -> None:
        self.ending, self.limit, self.nodes = ending, limit, 0
        self.values, self.own, self.players = ending.values, ending.own, len(ending.hands)
        self.known: dict[tuple[int, ...], tuple[int, int]] = {}  # distribution: least and most that the side wins
        self.first: dict[tuple[int, ...], int] = {}  # the lead that was best when it was last looked at
        self._legal: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._leads: dict[int, tuple[int, ...]] = {}
        self._beats: dict[tuple[int, int], bool] = {}

    def begin(self, hands: list[int], wanted: int) -> int:
        """The same as `trick` from the moment that is asked about, which may lie within a trick."""
        ending, lying = self.ending, self.ending.lying
        if not lying:
            return self.trick(hands, ending.leader, ending.rest, wanted)
        top = winner(ending.deck, lying, ending.trump)
        holder, points = (ending.leader + top) % self.players, sum(self.values[card] for card in lying)
        nth = len(lying)
        return self._follow(hands, ending.leader, nth, lying[0], lying[top], holder, points, ending.rest, wanted)

    def trick(self, hands: list[int], leader: int, rest: int, wanted: int) -> int:
        """A bound on what the side wins of `rest`: at least `wanted`, or at most what is returned."""
        if wanted <= 0:
            return 0
        if wanted > rest:
            return rest
        key = (leader, *hands)
        least, most = self.known.get(key, (0, rest))
        if least >= wanted:
            return least
        if most < wanted:
            return most
        found = self._lead(key, hands, leader, rest, wanted)
        if found >= wanted:
            self.known[key] = (max(least, found), most)
        else:
            self.known[key] = (least, min(most, found))
        return found

    def _lead(self, key: tuple[int, ...], hands: list[int], leader: int, rest: int, wanted: int) -> int:
        hand, own = hands[leader], self.own[leader]
        leads = self._leads.get(hand)
        if leads is None:
            leads = self._leads[hand] = self._ordered(kind for kind in range(len(self.values)) if hand >> 2 * kind & 3)
        before = self.first.get(key, -1)
        best = 0 if own else rest
        for card in (before, *leads) if before >= 0 else leads:
            hands[leader] = hand - (1 << 2 * card)
            found = self._follow(hands, leader, 1, card, card, leader, self.values[card], rest, wanted)
            hands[leader] = hand
            if (found > best) if own else (found < best):
                best = found
            if (best >= wanted) if own else (best < wanted):
                self.first[key] = card
                break
        return best

    def _follow(  # noqa: PLR0913, PLR0917 - a trick that has been begun; an object made for each card costs a third more
        self, hands: list[int], leader: int, nth: int, led: int, top: int, holder: int, points: int, rest: int,
        wanted: int,
    ) -> int:  # fmt: skip
        """The nth card of a trick; `top` is the best so far, `holder` who played it, `points` what lies there."""
        self.nodes += 1
        if self.nodes > self.limit:
            raise _TooManyError
        if nth == self.players:
            return self._taken(hands, holder, points, rest, wanted)
        seat = (leader + nth) % self.players
        hand, own = hands[seat], self.own[seat]
        legal = self._legal.get((hand, led, top))
        if legal is None:
            legal = self._legal[hand, led, top] = self._may_play(hand, led, top)
        if len(legal) > 1 and self.own[holder] == own and nth == self.players - 1:
            legal = legal[::-1]  # the trick is the side's already: it is fed before it is starved
        best = 0 if own else rest
        for card in legal:
            hands[seat] = hand - (1 << 2 * card)
            if self._over(top, card):
                found = self._follow(hands, leader, nth + 1, led, card, seat, points + self.values[card], rest, wanted)
            else:
                found = self._follow(hands, leader, nth + 1, led, top, holder, points + self.values[card], rest, wanted)
            hands[seat] = hand
            if (found > best) if own else (found < best):
                best = found
            if (best >= wanted) if own else (best < wanted):
                break
        return best

    def _taken(self, hands: list[int], holder: int, points: int, rest: int, wanted: int) -> int:
        """A trick is complete: what is left is the next one."""
        won = points if self.own[holder] else 0
        if not any(hands):
            return won + self.ending.last if self.own[holder] else 0
        return won + self.trick(hands, holder, rest - points, wanted - won)

    def _over(self, top: int, card: int) -> bool:
        """Whether a card takes the trick from the best so far."""
        known = self._beats.get((top, card))
        if known is None:
            known = self._beats[top, card] = winner(self.ending.deck, (top, card), self.ending.trump) == 1
        return known

    def _may_play(self, hand: int, led: int, top: int) -> tuple[int, ...]:
        """The kinds that break no duty, those that win first, of these and of the others the cheapest first."""
        ending = self.ending
        held = [hand >> 2 * kind & 3 for kind in range(ending.deck.kinds)]
        trick = (led,) if led == top else (led, top)
        may = [
            kind
            for kind in range(ending.deck.kinds)
            if held[kind] and not duty_broken(ending.deck, held, trick, kind, ending.trump, always=ending.always)
        ]
        power, suit = ending.deck.power, ending.deck.suit
        may.sort(
            key=lambda kind: (not self._over(top, kind), self.values[kind], suit[kind] == ending.trump, power[kind])
        )
        return tuple(may)

    def _ordered(self, kinds: object) -> tuple[int, ...]:
        """Leads, the strongest first."""
        deck, trump = self.ending.deck, self.ending.trump
        found: list[int] = sorted(kinds, key=lambda kind: (-deck.power[kind], deck.suit[kind] != trump))  # type: ignore[call-overload]
        return tuple(found)
