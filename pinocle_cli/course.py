"""The course of play, for every game with tricks: whose lead it was, who led, who won, and what was taken back.

It tells what happened as the record has it. What that means (a duty broken, points, who may meld) is for the chapters
of a game, which walk its steps in order.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli.light import NamedTuple, light_dataclass
from pinocle_cli.tricks import duty_broken, second_wins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.written import Event, Play

TAKES_BACK = "takes back"


@light_dataclass(frozen=True, kw_only=True)
class Plan:
    """What a course of play starts from.

    `wins` says which card of a trick wins it, counted from the lead; None where that cannot be known (trumps are not
    recorded). `sizes` are the cards that each seat has to play in all, where that is known: whoever has none left
    does not lead. `breaks` says whether a card breaks a duty, played to a trick (the cards before it) from what is
    held (counts by kind); None where duties are not the same all along.
    """

    seats: tuple[int, ...]  # who plays, in turn
    leader: int  # to the first trick of the record
    wins: Callable[[tuple[int, ...]], int] | None
    leader_known: bool = True  # else the first line may name any leader
    first: int = 0  # tricks that were played before the record begins
    sizes: dict[int, int] | None = None
    breaks: Callable[[Sequence[int], tuple[int, ...], int], bool] | None = None


class Trick(NamedTuple):
    """One trick: line `n` of the play, the `number`th of the deal."""

    n: int
    number: int
    due: int | None  # whose lead it was; None is not known
    leader: int
    seats: tuple[int, ...]  # who plays each card; as many as there are cards
    cards: tuple[int, ...]
    winner: int | None  # None where it is short, was taken back, or nobody can tell
    taken_back: int | None = None  # the line of the play that takes it back

    @property
    def out_of_turn(self) -> bool:
        """Whether somebody else led than had the lead."""
        return self.due is not None and self.leader != self.due


class Act(NamedTuple):
    """Line `n` of the play, which is no trick: what a player did, when `tricks` had been played."""

    n: int
    tricks: int
    event: Event


Step = Trick | Act


def undone(play: Play) -> dict[int, int]:
    """Trick line: the line that takes it back.

    `takes back S9` is about the last trick before it that has the card; what was played since is undone with it.
    """
    found: dict[int, int] = {}
    for n, event in play.actions.items():
        if event.verb != TAKES_BACK:
            continue
        before = [m for m in range(n) if m not in found and not play[m].verb]
        at = next((m for m in reversed(before) if set(event.cards) <= set(play[m].cards)), None)
        if at is not None:
            found |= dict.fromkeys((m for m in before if m >= at), n)
    return found


def _lay(left: dict[int, int], seats: tuple[int, ...]) -> None:
    """Each of them has a card less."""
    for seat in seats:
        left[seat] -= 1


def steps(play: Play, plan: Plan, *, after: Trick | None = None) -> Iterator[Step]:
    """The lines of the play in order, or those `after` a trick, each with what the course of play makes of it."""
    turn = _turns(plan.seats)
    back = undone(play) if play.actions else {}
    left = dict(plan.sizes) if plan.sizes else None
    begin, due, leader, number = _standing(plan, after)
    actions, whole = play.actions, len(plan.seats)
    new = tuple.__new__  # a trick is made for nearly every line
    for n, line in enumerate(play.tricks[begin:], begin):
        cards, named = line, -1
        if cards is None:
            event = actions[n]
            if event.verb:
                yield Act(n, number, event)
                continue
            cards, named = event.cards, event.seat
        if left is not None and due is not None and not left[due]:
            due = leader = _next_with_cards(turn[due], left)
        if named in turn:
            leader = named
        elif due is not None:
            leader = due
        seats = turn[leader][: len(cards)]
        if n in back:
            yield Trick(n, number + 1, due, leader, seats, cards, None, back[n])
            continue
        if left is not None:
            _lay(left, seats)
        winner = seats[plan.wins(cards)] if plan.wins and len(cards) == whole else None
        if winner is None and left is not None and len(cards) == 1 and not any(left[seat] for seat in turn[leader][1:]):
            winner = leader  # the others have no card left to play to it
        complete = winner is not None or len(cards) == whole
        yield new(Trick, (n, number + 1, due, leader, seats, cards, winner, None))
        number += complete
        due = leader if winner is None and plan.wins else winner
        leader = leader if due is None else due


def _standing(plan: Plan, after: Trick | None) -> tuple[int, int | None, int, int]:
    """Where the steps begin: at which line, who has the lead and leads, and how many tricks were played."""
    if after is None or after.winner is None:
        return 0, plan.leader if plan.leader_known else None, plan.leader, plan.first
    return after.n + 1, after.winner, after.winner, after.number


@cache
def _turns(seats: tuple[int, ...]) -> Mapping[int, tuple[int, ...]]:
    """Leader: the seats in the order in which they play."""
    return {seat: seats[at:] + seats[:at] for at, seat in enumerate(seats)}


def _next_with_cards(turn: Sequence[int], left: dict[int, int]) -> int:
    return next((seat for seat in turn if left[seat] > 0), turn[0])


# --- Nearly every trick of a log -------------------------------------------------------------------------------------


class Duties(NamedTuple):
    """What must be played: the pack, the trump suit, and whether every lead is to be beaten."""

    deck: Deck
    trump: int | None
    always: bool


def in_order(play: Play, plan: Plan, duties: Duties, held: Sequence[list[int]]) -> list[Trick]:
    """The tricks with which a play begins that are in order; their cards leave the hands, which are counts by kind.

    Each is whole, is led by whoever has the lead, and all play what they hold and must. Nearly every trick is like
    that: they are made in a third of the time that the steps and the chapters take, which go on after them.
    """
    deck, trump, always = duties
    turn, suit, beaten_by = _turns(plan.seats), deck.suit, second_wins(deck, trump)
    back = undone(play) if play.actions else {}
    leader, number, whole = plan.leader, plan.first, len(plan.seats)
    found: list[Trick] = []
    new = tuple.__new__
    for n, cards in enumerate(play.tricks if plan.leader_known else ()):
        if cards is None or len(cards) != whole or n in back:
            break
        seats, best, nth = turn[leader], cards[0], 0
        led, beaten, winner = suit[best], beaten_by[best], leader
        strict = always or led == trump  # following suit is not enough
        for card in cards:
            hand = held[seats[nth]]
            asked = nth and (strict or suit[card] != led)
            if not hand[card] or (asked and duty_broken(deck, hand, cards, card, trump, always=always, best=best)):
                break
            hand[card] -= 1
            if beaten[card]:
                best, beaten, winner = card, beaten_by[card], seats[nth]
            nth += 1
        if nth < whole:
            for seat, card in zip(seats, cards[:nth], strict=False):
                held[seat][card] += 1
            break
        number += 1
        found.append(new(Trick, (n, number, leader, leader, seats, cards, winner, None)))
        leader = winner
    return found
