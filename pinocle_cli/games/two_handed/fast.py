"""A plain deal in one go: every card known, played in turn by players who hold them, and nothing to be said of it.

Logs by the million are made of such deals: this takes a third of the time of the walk, which says the same line by
line. At the first thing that is not plain it gives up, and the deal is walked from the beginning.
"""

from __future__ import annotations

from collections import deque
from dataclasses import field
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, card_values
from pinocle_cli.games.two_handed.chapters.count import CARD_POINTS, last_trick
from pinocle_cli.games.two_handed.chapters.dixes import DIX_SHOW
from pinocle_cli.games.two_handed.chapters.melds import CLASSES
from pinocle_cli.games.two_handed.laid import Laid, count, spread
from pinocle_cli.ledger import Entry, Run
from pinocle_cli.light import light_dataclass
from pinocle_cli.tricks import duty_broken
from pinocle_cli.tricks import winner as trick_winner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.games.two_handed.state import TwoHanded
    from pinocle_cli.record import Event, Play

TRICK = [f"trick {number}" for number in range(65)]
SHOWN = frozenset({"meld", "dix"})

Outcome = tuple[int, int, bool, int, tuple[int, ...]]


class Outcomes(dict[tuple[int, ...] | None, Outcome | None]):
    """What a trick comes to: its two cards, whether the second wins, its points, and what breaks a duty if it is held.

    Worked out when a trick first turns up; None for what are not two cards.
    """

    def __init__(self, deck: Deck, trump: int | None, system: str, *, always: bool) -> None:
        super().__init__()
        self.deck, self.trump, self.always = deck, trump, always
        self.points_of = card_values(deck, system)

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
def outcomes(deck: Deck, trump: int | None, system: str, heading: str) -> Outcomes:
    """The outcomes under these house rules."""
    return Outcomes(deck, trump, system, always=heading == "always")


@light_dataclass()
class Plain:
    """A deal while it is played in one go."""

    state: TwoHanded
    held: list[list[int]]
    stock: deque[int] | None  # None where each card that is drawn is written instead
    turned: int
    trump_card: int  # or the dix that was exchanged for it
    course: list[Outcome | None]
    leader: int
    won: list[int] = field(default_factory=lambda: [0, 0])
    winners: list[int] = field(default_factory=list)  # of each trick
    lines: list[int] = field(default_factory=list)  # at which each stands in the play
    melded: list[int] = field(default_factory=lambda: [0, 0])
    entries: list[tuple[int, Entry]] = field(default_factory=list)  # (tricks before it, what was shown)
    laid: tuple[Laid, Laid] = field(default_factory=lambda: (Laid(), Laid()))
    watched: set[int] = field(default_factory=set)
    dixes: list[int] = field(default_factory=lambda: [0, 0])
    unseen: list[int] = field(default_factory=list)  # copies of each kind that may still be drawn, where that is asked
    exchanged: bool = False
    shown: bool = False  # a meld, in this turn


def plain(state: TwoHanded) -> Run | None:
    """The whole play, or None where any of it needs a look; the table of the deal is then as the walk leaves it."""
    deal, size, play = state.deal, state.size, state.play
    hands = deal.hands or {}
    beside = (deal.held, deal.irregularities, deal.melds, deal.taken, deal.tricks, deal.out)
    if any(part is not None for part in beside) or state.turned is None:
        return None
    if [len(hand.cards) for hand in hands.values()] != [size, size]:
        return None
    if deal.stock is not None and len(deal.stock.cards) != 2 * size - 1:
        return None
    every = outcomes(state.deck, state.trump, state.house.count, state.house.heading)
    one = Plain(
        state, [state.deck.count(hands[0].cards), state.deck.count(hands[1].cards)],
        None if deal.stock is None else deque(deal.stock.cards),
        state.turned, state.turned, [*map(every.__getitem__, play.tricks)], 1 - state.dealer,
    )  # fmt: skip
    n = _first_half(one)
    if n is None or not _second_half(one, n):
        return None
    return _entered(one)


def _first_half(one: Plain) -> int | None:  # noqa: C901 - every card of a log goes through this loop
    """While the stock lasts any card may be played, and both draw, the winner first; he may meld before he does."""
    held, course, won, watched = one.held, one.course, one.won, one.watched
    leader, stock = one.leader, one.stock
    mine, his = held[leader], held[1 - leader]
    winners, n, size = one.winners, 0, one.state.size
    to_draw = False
    while True:
        for outcome in islice(course, n, n + size - len(winners)):
            if outcome is None or (to_draw and stock is None):
                break
            if to_draw and stock is not None:
                mine[stock.popleft()] += 1
                his[stock.popleft()] += 1
            led, reply, second, points, _ = outcome
            ours, theirs = mine[led], his[reply]
            if not ours or not theirs:
                return None
            if led in watched or reply in watched:
                _played(one, leader, led, reply)
            mine[led] = ours - 1
            his[reply] = theirs - 1
            if second:
                leader, mine, his = 1 - leader, his, mine
            won[leader] += points
            winners.append(leader)
            one.lines.append(n)
            n += 1
            to_draw = True
        shown = _turn(one, leader, n) if to_draw else n
        if shown is None:
            return None
        drew = _drew(one, leader, shown) if stock is None and to_draw else shown
        if drew is None or len(winners) == size:
            n = drew or 0
            break
        if drew == n:
            return None
        to_draw, n = to_draw and stock is not None, drew
    if len(winners) < size or drew is None or n >= len(course):
        return None
    if stock is not None:
        mine[stock.popleft()] += 1
        his[one.trump_card] += 1
    one.leader = leader
    return n


def _turn(one: Plain, leader: int, n: int) -> int | None:
    """What the winner of a trick shows before he draws, from line `n` on; the next line."""
    actions = one.state.play.actions
    one.shown = False
    event = actions.get(n)
    while event is not None and event.verb in SHOWN:
        if event.seat != leader or not _showed(one, event):
            return None
        n += 1
        event = actions.get(n)
    return n


def _drew(one: Plain, leader: int, n: int) -> int | None:
    """The cards that both are written to have drawn, the winner first; of the last two the trump card needs no line."""
    actions, last = one.state.play.actions, len(one.winners) == one.state.size
    if not one.unseen:
        deal, deck = one.state.deal, one.state.deck
        known = deck.count([one.turned], *[hand.cards for hand in (deal.hands or {}).values()])
        one.unseen = [deck.copies - number for number in known]
    for seat in (leader, 1 - leader):
        event = actions.get(n)
        written = event is not None and event.verb == "draw" and event.seat == seat
        if last and seat != leader:
            if written and event is not None and event.cards[0] != one.trump_card:
                return None
            one.held[seat][one.trump_card] += 1
            return n + written
        if event is None or not written:
            return None
        card = event.cards[0]
        if not one.unseen[card]:
            return None
        one.unseen[card] -= 1
        one.held[seat][card] += 1
        n += 1
    return n


def _played(one: Plain, leader: int, led: int, reply: int) -> None:
    """A card of a kind that was shown is about to be played."""
    for seat, card in ((leader, led), (1 - leader, reply)):
        if card in one.watched:
            one.laid[seat].play(card)
            if card == one.state.dix and one.dixes[seat]:
                one.dixes[seat] -= 1


def _showed(one: Plain, event: Event) -> bool:
    """A meld or a dix, if there is nothing to be said of it."""
    return _dix(one, event) if event.verb == "dix" else _meld(one, event)


def _meld(one: Plain, event: Event) -> bool:
    state, seat, shown = one.state, event.seat, event.what
    cards = shown.cards(state.deck, state.trump) or ()
    laid = spread(state.deck, state.trump, cards, state.house.doubles)
    held = one.held[seat]
    if one.shown or shown.scored is not None or laid.dixes or not laid.melds:
        return False
    for card, number in laid.need:
        if held[card] < number:
            return False
    first = laid.melds[0]
    if len(first.meld.cards) != len(cards):
        return False
    counted = count(one.laid[seat], (first,), held)
    if isinstance(counted, str):
        return False
    meld, points = first.meld, counted[1]
    one.shown = True
    one.watched.update(meld.cards)
    _enter(one, Entry(seat, points, CLASSES[meld.group], event.line, first.note))
    return True


def _dix(one: Plain, event: Event) -> bool:
    state, seat = one.state, event.seat
    dix, held = state.dix, one.held[seat]
    if dix is None or held[dix] <= one.dixes[seat]:
        return False
    open_ = not one.exchanged and one.trump_card != dix
    if open_ and event.what == "shown" and state.house.first_dix == "must-exchange":
        return False
    _enter(one, Entry(seat, 10, DIX_SHOW, event.line, f"dix {state.deck.names[dix]}"))
    if open_ and event.what != "shown":
        held[dix] -= 1
        held[one.trump_card] += 1
        one.trump_card, one.exchanged = dix, True
    else:
        one.dixes[seat] += 1
        one.watched.add(dix)
    return True


def _enter(one: Plain, entry: Entry) -> None:
    one.entries.append((len(one.winners), entry))
    one.melded[entry.seat] += entry.points


def _second_half(one: Plain, first: int) -> bool:
    """When the stock is gone suit is followed to the last card."""
    held, won, winners, leader = one.held, one.won, one.winners, one.leader
    mine, his = held[leader], held[1 - leader]
    if len(one.course) != first + one.state.size:
        return False
    for outcome in islice(one.course, first, None):
        if outcome is None:
            return False
        led, reply, second, points, duties = outcome
        ours, theirs = mine[led], his[reply]
        if not ours or not theirs:
            return False
        for card in duties:
            if his[card]:
                return False
        mine[led] = ours - 1
        his[reply] = theirs - 1
        if second:
            leader, mine, his = 1 - leader, his, mine
        won[leader] += points
        winners.append(leader)
    one.lines.extend(range(first, len(one.course)))
    return True


def _entered(one: Plain) -> Run:
    """The deal as the walk leaves it, and its entries, which are made when somebody reads them."""
    state, play, winner = one.state, one.state.play, one.winners[-1]
    one.won[winner] += LAST_TRICK_POINTS
    state.won, state.whole, state.tricks = one.won, True, len(one.winners)
    state.last_line = play.lines[one.lines[-1]]
    sums = (one.melded[0] + one.won[0], one.melded[1] + one.won[1])
    made = partial(_entries, one.winners, one.lines, one.entries, play, one.state.deck, one.course, state.last_line)
    return Run(sums, made)


def _entries(
    winners: list[int], lines: list[int], shown: list[tuple[int, Entry]], play: Play, deck: Deck,
    course: list[Outcome | None], last: int,
) -> Iterator[Entry]:  # fmt: skip
    """What was shown and what was won, in the order of the record."""
    waiting = iter([*shown, (len(winners) + 1, None)])
    before, entry = next(waiting)
    for n, winner in enumerate(winners):
        outcome = course[lines[n]]
        if outcome is not None and outcome[3]:
            yield Entry(winner, outcome[3], CARD_POINTS, play.lines[lines[n]], TRICK[n + 1])
        while before == n + 1 and entry is not None:
            yield entry
            before, entry = next(waiting)
    yield last_trick(winners[-1], last)
