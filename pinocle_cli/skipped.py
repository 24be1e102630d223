"""A line of play left out in copying: the commonest slip of all, and the one that looks most like cheating.

Where a play lacks one or two tricks for no recorded reason, the cards left over are known: one or two in each hand.
They are put in as a trick before every line up to the first breach; where nobody broke a rule then, that is the slip.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli.course import Trick, steps
from pinocle_cli.weigh import Reading
from pinocle_cli.written import Event, Play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.course import Plan
    from pinocle_cli.game import DealState
    from pinocle_cli.record import Deal
    from pinocle_cli.weigh import Judge

MOST_TRIALS = 600
MOST_LACKING = 2  # tricks: who records the tricks up to the disputed one means what he writes


class Gap(NamedTuple):
    """A trick that may have been left out, and before which line of the play."""

    n: int
    cards: tuple[int, ...]
    reading: Reading


def gaps(deal: Deal, state: DealState, last: int, judge: Judge) -> list[Gap]:
    """Where a trick, put in before a line up to number `last` of the play, leaves nothing impossible and no breach."""
    play = deal.play
    if play is None:
        return []
    found = []
    for n, cards in itertools.islice(_candidates(state, play, last), MOST_TRIALS):
        world = dataclasses.replace(deal, play=with_trick(play, n, cards))
        reading = Reading(world, "", *judge(world))
        if reading.possible and not reading.breaches(in_play=True):
            found.append(Gap(n, cards, reading))
    fewest = min((gap.reading.faults() for gap in found), default=0)
    return [gap for gap in found if gap.reading.faults() == fewest]


def with_trick(play: Play, n: int, cards: tuple[int, ...]) -> Play:
    """The play with one trick more before line `n`."""
    at = play[min(n, len(play) - 1)]
    lost = Event("", -1, cards, None, at.line, at.column, "play", n, "")
    return Play.of([*play[:n], lost, *play[n:]])


def _candidates(state: DealState, play: Play, last: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    if state.plan is not None and state.played and None not in state.played:
        yield from _from_hands(state, play, last)
    else:
        left = unplayed(state, play) if state.left is None else state.left
        size = state.session.game.trick_size(state.session.players)
        if size <= len(left) <= size * MOST_LACKING:
            orders = sorted(set(itertools.permutations(left, size)))
            for n in range(last, -1, -1):
                yield from ((n, cards) for cards in orders)


def unplayed(state: DealState, play: Play) -> list[int]:
    """The cards that are in no trick of the record: of the hands as played, else of the whole pack."""
    held = state.deal.held or {}
    whole = Counter(card for hand in held.values() for card in hand.cards) if held else Counter(state.deck.pack)
    whole.subtract(card for event in play if not event.verb for card in event.cards)
    return sorted((+whole).elements())


def _from_hands(state: DealState, play: Play, last: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What each hand has left over, for each place and each winner of the trick that is missing."""
    plan = state.plan
    assert plan is not None  # noqa: S101 - the caller has looked
    tricks = {step.n: step for step in steps(play, plan) if isinstance(step, Trick)}
    for n in range(min(last, len(play) - 1), -1, -1):
        following = next((tricks[m] for m in range(n, len(play)) if m in tricks), None)
        before = [trick for m, trick in tricks.items() if m < n]
        if following is None and not before:
            continue
        leader = before[-1].winner if before else plan.leader
        if leader is None:
            continue
        turn = plan.seats[plan.seats.index(leader) :] + plan.seats[: plan.seats.index(leader)]
        rest = Play.of(play[n:])
        for winner in turn:
            after = dataclasses.replace(plan, leader=winner, leader_known=True, sizes=None)
            left = _left_over(state, before, rest, after)
            if left is None:
                continue
            for cards in itertools.product(*[sorted(left[seat]) for seat in turn]):
                if plan.wins is not None and turn[plan.wins(cards)] == winner:
                    yield n, cards


def _left_over(state: DealState, before: list[Trick], rest: Play, plan: Plan) -> dict[int, Counter[int]] | None:
    """Seat: the cards that it never plays, where they are one or two; None where somebody plays what he has not."""
    hands = {seat: Counter(dict(enumerate(state.played[seat] or ()))) for seat in plan.seats}
    for trick in itertools.chain(before, (step for step in steps(rest, plan) if isinstance(step, Trick))):
        if trick.taken_back is None:
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                hands[seat][card] -= 1
    if any(number < 0 for hand in hands.values() for number in hand.values()):
        return None
    left = {seat: +hand for seat, hand in hands.items()}
    return left if all(0 < sum(hand.values()) <= MOST_LACKING for hand in left.values()) else None
