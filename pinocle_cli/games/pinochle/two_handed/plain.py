"""Plain tricks, played in one go: known cards, played in turn by players who hold them, as nearly all tricks are.

`Replay._trick` does the same for any trick whatever, and says what is wrong with it; these two loops hand over to it at
the first thing that is not plain. Logs by the million are made of plain tricks: a loop takes half the time.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.common import card_values
from pinocle_cli.ledger import Entry
from pinocle_cli.tricks import duty_broken, winner

if TYPE_CHECKING:
    from pinocle_cli.cards import Deck
    from pinocle_cli.games.pinochle.two_handed.play import Replay

TRICK = [f"trick {number}" for number in range(65)]
_new = tuple.__new__  # for what is made by the million: a named tuple's own constructor costs twice as much

Outcome = tuple[bool, int, tuple[int, ...]]


class Outcomes(dict[tuple[int, ...], Outcome | None]):
    """What a trick of two cards comes to: whether the second wins, its points, and what breaks a duty if it is held.

    Worked out when a trick first turns up; None for what are not two cards.
    """

    def __init__(self, deck: Deck, trump: int | None, count: str, *, always: bool) -> None:
        super().__init__()
        self.deck, self.trump, self.always = deck, trump, always
        self.points_of = card_values(deck, count)

    def __missing__(self, cards: tuple[int, ...]) -> Outcome | None:
        outcome = None
        if len(cards) == 2:  # noqa: PLR2004 - two players
            led, reply = cards
            points = self.points_of[led] + self.points_of[reply]
            outcome = winner(self.deck, cards, self.trump) == 1, points, tuple(self._duties(led, reply))
        self[cards] = outcome
        return outcome

    def _duties(self, led: int, reply: int) -> list[int]:
        """The cards any of which, held, makes the reply a breach."""
        deck, trump, always = self.deck, self.trump, self.always
        found, held = [], [0] * deck.kinds
        for card in range(deck.kinds):
            held[card] = 1
            if duty_broken(deck, held, (led,), reply, trump, always=always):
                found.append(card)
            held[card] = 0
        return found


@cache
def outcomes(deck: Deck, trump: int | None, count: str, heading: str) -> Outcomes:
    """The outcomes under these house rules."""
    return Outcomes(deck, trump, count, always=heading == "always")


def plain_tricks(replay: Replay, n: int) -> int:
    """Play the plain tricks from event `n` on, and say where the next event is."""
    hands, stock = replay.hands, replay.stock
    if replay.leader is None or replay.some_taken_back or replay.claimants or hands.hidden != [0, 0]:
        return n
    if not replay.counting:
        return n
    if stock.gone:
        return n if stock.to_draw else _second_half(replay, replay.leader, n)
    due = replay.table.size - bool(stock.to_draw)
    recorded = len(stock.cards) == stock.face_down and hands.size == [due, due] and True not in stock.wrong_hand
    return n if not recorded or replay.melder.miscounts else _first_half(replay, replay.leader, n)


def _first_half(replay: Replay, leader: int, n: int) -> int:
    """While the stock lasts any card may be played, and both draw, the winner first."""
    stock, melder, held, tricks = replay.stock, replay.melder, replay.hands.held, replay.tricks
    watched, outcome_of, won, say = melder.watched, replay.outcomes, replay.won, replay.say
    rule, draw, left, to_draw = replay.card_points, stock.cards.popleft, stock.face_down, bool(stock.to_draw)
    mine, his, last = held[leader], held[1 - leader], n
    for verb, seat, cards, _, line, _, _, _, _ in islice(replay.events, n, None):
        outcome = outcome_of[cards]
        if verb or outcome is None or -1 != seat != leader:
            break
        if to_draw:
            if left < 2:  # noqa: PLR2004 - one player draws the trump card, and the second half begins
                break
            mine[draw()] += 1
            his[draw()] += 1
            left -= 2
            to_draw = False
        led, reply = cards
        if not mine[led] or not his[reply]:
            break
        if watched and not watched.isdisjoint(cards):
            if led in watched:
                melder.played(replay, leader, led)
            if reply in watched:
                melder.played(replay, 1 - leader, reply)
        mine[led] -= 1
        his[reply] -= 1
        tricks += 1
        last, to_draw = line, True
        second, points, _ = outcome
        if second:
            leader, mine, his = 1 - leader, his, mine
        if points:
            won[leader] += points
            say(_new(Entry, (leader, points, rule, line, TRICK[tricks], "points")))
    if tricks > replay.tricks:
        melder.open, melder.melded = to_draw, False
    elif left < stock.face_down:
        melder.open = False
    stock.face_down = left
    stock.to_draw = (leader, 1 - leader) if to_draw else ()
    replay.hands.size[:] = [replay.table.size - to_draw] * 2
    return _played(replay, leader, tricks, n, last)


def _second_half(replay: Replay, leader: int, n: int) -> int:
    """When the stock is gone suit is followed; where a card is held that may forbid the reply, it is looked at."""
    held, outcome_of, won, say, rule = replay.hands.held, replay.outcomes, replay.won, replay.say, replay.card_points
    mine, his, tricks, last = held[leader], held[1 - leader], replay.tricks, n
    for event in islice(replay.events, n, None):
        verb, seat, cards, _, line, _, _, _, _ = event
        outcome = outcome_of[cards]
        if verb or outcome is None or -1 != seat != leader:
            break
        led, reply = cards
        if not mine[led] or not his[reply]:
            break
        second, points, duties = outcome
        for card in duties:
            if his[card]:
                replay.look_at(event, leader, taken_back=False)
                break
        mine[led] -= 1
        his[reply] -= 1
        tricks += 1
        last = line
        if second:
            leader, mine, his = 1 - leader, his, mine
        if points:
            won[leader] += points
            say(_new(Entry, (leader, points, rule, line, TRICK[tricks], "points")))
    left = replay.hands.size
    left[:] = [left[0] - tricks + replay.tricks, left[1] - tricks + replay.tricks]
    return _played(replay, leader, tricks, n, last)


def _played(replay: Replay, leader: int, tricks: int, n: int, last: int) -> int:
    """The replay after a loop: who leads now, how many tricks have been played, and where the last one stands."""
    played = tricks - replay.tricks
    if played:
        replay.leader = replay.winner = leader
        replay.tricks, replay.last_line = tricks, last
    return n + played
