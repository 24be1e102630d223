"""Plain tricks, played in one go: known cards, played in turn by players who hold them, as nearly all tricks are.

`Replay._trick` does the same for any trick whatever, and says what is wrong with it; these two loops hand over to it at
the first trick that is not plain, or action after which the next may not be. Logs by the million are made of plain
tricks: a loop takes half the time.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.common import card_values
from pinocle_cli.ledger import Entry
from pinocle_cli.tricks import duty_broken
from pinocle_cli.tricks import winner as trick_winner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.games.two_handed.play import Replay
    from pinocle_cli.record import Play
    from pinocle_cli.rule import Rule

TRICK = [f"trick {number}" for number in range(65)]

Outcome = tuple[int, int, bool, int, tuple[int, ...]]


class Outcomes(dict[tuple[int, ...] | None, Outcome | None]):
    """What a trick comes to: its two cards, whether the second wins, its points, and what breaks a duty if it is held.

    Worked out when a trick first turns up; None for what are not two cards.
    """

    def __init__(self, deck: Deck, trump: int | None, count: str, *, always: bool) -> None:
        super().__init__()
        self.deck, self.trump, self.always = deck, trump, always
        self.points_of = card_values(deck, count)

    def __missing__(self, cards: tuple[int, ...] | None) -> Outcome | None:
        outcome = None
        if cards is not None and len(cards) == 2:  # noqa: PLR2004 - two players
            led, reply = cards
            points = self.points_of[led] + self.points_of[reply]
            second = trick_winner(self.deck, cards, self.trump) == 1
            outcome = led, reply, second, points, tuple(self._duties(led, reply))
        self[cards] = outcome
        return outcome

    def _duties(self, led: int, reply: int) -> list[int]:
        """The cards any of which, held, makes the reply a breach: they can only be of the suit led, or trumps."""
        deck, trump, always = self.deck, self.trump, self.always
        found, held = [], [0] * deck.kinds
        for suit in {deck.suit[led], deck.suit[led] if trump is None else trump}:
            for card in deck.of_suit[suit]:
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
    stock = replay.stock
    if not replay.plain or replay.leader is None:
        return n
    if not stock.gone:
        n = _first_half(replay, replay.leader, n)
        last = stock.face_down < 2 and stock.to_draw  # noqa: PLR2004 - one card each, and the loser's is the trump card
        if not last or not replay.plain or stock.trump_card is None:
            return n
        if n == len(replay.course) or replay.course[n] is None:
            return n
        stock.draw_the_rest(replay.melder)
    return n if stock.to_draw else _second_half(replay, replay.leader, n)


_AMONG_TRICKS = frozenset({"meld", "dix"})  # what is done while the stock lasts, and leaves the course of play alone


def _first_half(replay: Replay, leader: int, n: int) -> int:
    """While the stock lasts any card may be played, and both draw, the winner first; he may meld before he does."""
    stock, melder, held, course = replay.stock, replay.melder, replay.hands.held, replay.course
    watched, won = melder.watched, replay.won
    draw, to_draw = stock.cards.popleft, bool(stock.to_draw)
    mine, his = held[leader], held[1 - leader]
    while True:
        winners: list[int] = []
        # Of an odd stock one player draws the trump card, and the second half begins.
        for outcome in islice(course, n, n + stock.face_down // 2 + (not to_draw)):
            if outcome is None:
                break
            if to_draw:
                mine[draw()] += 1
                his[draw()] += 1
                to_draw = False
            led, reply, second, points, _ = outcome
            ours, theirs = mine[led], his[reply]
            if not ours or not theirs:
                break
            if watched:
                if led in watched:
                    melder.played(replay, leader, led)
                if reply in watched:
                    melder.played(replay, 1 - leader, reply)
            mine[led] = ours - 1
            his[reply] = theirs - 1
            to_draw = True
            if second:
                leader, mine, his = 1 - leader, his, mine
            won[leader] += points
            winners.append(leader)
        _drawn(replay, leader, winners, to_draw=to_draw)
        n = _played(replay, n, winners)
        event = replay.events.actions.get(n)
        if event is None or event.verb not in _AMONG_TRICKS:
            return n
        replay.at, n = n, n + 1
        if not replay.action(event):
            return n


def _drawn(replay: Replay, leader: int, winners: list[int], *, to_draw: bool) -> None:
    """The stock, the hands and whose turn it is to meld, as a loop left them; `to_draw` if both are to draw next."""
    stock, melder, size = replay.stock, replay.melder, replay.hands.size
    if winners:
        melder.open, melder.melded = to_draw, False
    elif len(stock.cards) < stock.face_down:
        melder.open = False
    stock.face_down = len(stock.cards)
    stock.to_draw = (leader, 1 - leader) if to_draw else ()
    size[0] = size[1] = replay.state.size - to_draw


def _second_half(replay: Replay, leader: int, first: int) -> int:
    """When the stock is gone suit is followed; where a card is held that may forbid the reply, it is looked at."""
    held, won = replay.hands.held, replay.won
    winners: list[int] = []
    mine, his = held[leader], held[1 - leader]
    for outcome in islice(replay.course, first, None):
        if outcome is None:
            break
        led, reply, second, points, duties = outcome
        ours, theirs = mine[led], his[reply]
        if not ours or not theirs:
            break
        for card in duties:
            if his[card]:
                replay.look_at(replay.events[first + len(winners)], leader, taken_back=False)
                break
        mine[led] = ours - 1
        his[reply] = theirs - 1
        if second:
            leader, mine, his = 1 - leader, his, mine
        won[leader] += points
        winners.append(leader)
    size = replay.hands.size
    size[0] -= len(winners)
    size[1] -= len(winners)
    return _played(replay, first, winners)


def _played(replay: Replay, first: int, winners: list[int]) -> int:
    """The replay after a loop, which has played the tricks from event `first` on; where the next event is."""
    n = first + len(winners)
    if winners:
        replay.entries.append((first, replay.tricks, winners))
        replay.leader = replay.winner = winners[-1]
        replay.tricks += len(winners)
        replay.last_trick = n - 1
    return n


# The first event, how many tricks came before it, and who won it and those after it.
Tricks = tuple[int, int, list[int]]


def entries_of(entries: list[Entry | Tricks], rule: Rule, play: Play, outcomes: Outcomes) -> Iterator[Entry]:
    """The entries of a replay, those for its plain tricks made here."""
    for one in entries:
        if isinstance(one, Entry):
            yield one
            continue
        first, before, winners = one
        for n, winner in enumerate(winners):
            outcome = outcomes[play.tricks[first + n]]
            if outcome is not None and outcome[3]:
                yield Entry(winner, outcome[3], rule, play.lines[first + n], TRICK[before + n + 1])
