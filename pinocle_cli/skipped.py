"""A line of play left out in copying: the commonest slip of all, and the one that looks most like cheating.

Where a play lacks one or two tricks for no recorded reason, the cards left over are known: one or two in each hand.
They are put in as a trick before every line up to the first breach; where nobody broke a rule then, that is the slip.
Where nobody broke a rule anyway it is said where a line may lack, for that changes who led and who won.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli.course import Act, Trick, steps
from pinocle_cli.engine import withhold
from pinocle_cli.game import note
from pinocle_cli.ledger import ERROR, FAULT, Finding, Fix
from pinocle_cli.record import ASSUMED, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.weigh import Reading
from pinocle_cli.written import Event, Play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pinocle_cli.course import Plan
    from pinocle_cli.game import DealState
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.record import Deal
    from pinocle_cli.weigh import Judge, World

    Cards = tuple[int, ...]

MOST_TRIALS = 600  # before the line at which it failed, and as many behind it
MOST_LACKING = 2  # tricks: who records the tricks up to the disputed one means what he writes
_MOST_PLACES = 4  # that are offered where one is as likely as another


class Gap(NamedTuple):
    """A trick that may have been left out, and before which line of the play."""

    n: int
    cards: tuple[int, ...]
    reading: Reading


def excuse(
    deal: Deal, state: DealState, verdict: Verdict, judge: Judge, elsewhere: Callable[[], Iterator[World]]
) -> None:
    """A breach is found only where no line left out explains it: then the record lacks a line, and accuses nobody.

    What was assumed of a fact that nobody wrote, such as who dealt, may be what made it a breach: each is tried.
    """
    play = deal.play
    accused = [f for f in verdict.findings if f.severity == FAULT and f.rule in state.session.game.breaches]
    if play is None or not accused:
        return
    end = len(play) - 1  # what is not about one trick may be explained by a line left out anywhere
    last = min(f.cause.n if isinstance(f.cause, Trick | Act) else end for f in accused)
    breaches = Reading(deal, "", state, verdict).breaches()
    found = gaps(deal, state, last, judge, lambda reading: reading.breaches() < breaches)
    if not found:
        found = [gap for world in elsewhere() for gap in _gaps_in(world, play)]
        verdict.findings = [f for f in verdict.findings if not found or f.rule is not ASSUMED or f.path]
    if not found:
        return
    n, text, fixes = left_out(state, play, found)
    verdict.scores, verdict.ledger = None, []
    withhold(verdict)
    finding = Finding.at(play[n].place, IMPOSSIBLE, ERROR, f"{text} (then nobody broke a rule)")
    verdict.findings.append(finding._replace(fixes=fixes))


def _gaps_in(world: World, play: Play) -> list[Gap]:
    """Where a trick fits in another world than the one that was assumed, so that nobody broke a rule."""
    state = world.state
    return gaps(state.deal, state, len(play) - 1, world.judge, lambda reading: not reading.breaches())


def may_be(deal: Deal, state: DealState, verdict: Verdict, judge: Judge) -> None:
    """A play that lacks one trick and in which nobody broke a rule: its end may lack, or a line before; it is said."""
    play = deal.play
    if play is None or not play or state.lacks > 1:
        return
    found = gaps(deal, state, len(play) - 1, judge)
    if found:
        n, text, _ = left_out(state, play, found)
        text = f"{text.replace('is left out', 'may be left out')}; else the last trick is not written"
        verdict.findings.append(note(NOT_CHECKED, play[n].place, text))


def left_out(state: DealState, play: Play, found: Sequence[Gap]) -> tuple[int, str, tuple[Fix, ...]]:
    """The number of the line that follows the one left out, which it is and where it fits, and how it is put in."""
    places = sorted({gap.n for gap in found})
    tricks = {tuple(sorted(gap.cards)) for gap in found}
    if len(tricks) > 1:
        return places[0], "a line of play is left out", ()
    cards = state.deck.show(found[0].cards)
    fixes = tuple(Fix("line", play.lines[n], new=cards) for n in places[:_MOST_PLACES])
    if len(places) == 1:
        return places[0], f"a line is left out here: {cards}", fixes
    first, last = in_words(play, places[0]), in_words(play, places[-1])
    return places[0], f"a line is left out: {cards}, somewhere before {first} to {last}", fixes


def in_words(play: Play, n: int) -> str:
    """Where a line of the play stands; in a log of JSON all are on one line."""
    return play[n].path if play.lines[0] == play.lines[-1] else f"line {play.lines[n]}"


# --- Where a trick fits ----------------------------------------------------------------------------------------------


def gaps(
    deal: Deal, state: DealState, last: int, judge: Judge, explains: Callable[[Reading], bool] = lambda _: True
) -> list[Gap]:
    """Where a trick, put in before a line up to number `last` of the play, leaves nothing impossible and no breach.

    If nowhere there, then further below: what is played later tells what was held before.
    """
    play = deal.play
    if play is None:
        return []
    known = state.plan is not None and bool(state.played) and None not in state.played
    for places in (range(last, -1, -1), range(last + 1, len(play))):
        candidates = _from_hands(state, play, places) if known else _from_pack(deal, state, play, places)
        found = []
        for n, cards in itertools.islice(candidates, MOST_TRIALS):
            world = dataclasses.replace(deal, play=with_trick(play, n, cards))
            reading = Reading(world, "", *judge(world))
            if reading.possible and not reading.breaches(in_play=True) and explains(reading):
                found.append(Gap(n, cards, reading))
                if not known and len({tuple(sorted(gap.cards)) for gap in found}) > 1:
                    break  # which it is cannot be told
        if found:
            fewest = min(gap.reading.faults() for gap in found)
            return [gap for gap in found if gap.reading.faults() == fewest]
    return []


def with_trick(play: Play, n: int, cards: tuple[int, ...]) -> Play:
    """The play with one trick more before line `n`."""
    at = play[min(n, len(play) - 1)]
    lost = Event("", -1, cards, None, at.line, at.column, "play", n, "")
    return Play.of([*play[:n], lost, *play[n:]])


def _from_pack(deal: Deal, state: DealState, play: Play, places: range) -> Iterator[tuple[int, Cards]]:
    """Any cards that were not seen, for each place, so that the rest of the play is still in order."""
    plan = state.plan
    left = unplayed(state, play) if state.left is None else state.left
    size = state.session.game.trick_size(state.session.players)
    not_played = 0 if deal.held else max(0, state.deck.size - size * state.most_tricks)  # a talon, a widow
    if not size <= len(left) <= size * MOST_LACKING + not_played:
        return
    orders = sorted(set(itertools.permutations(left, size)))
    for n in places:
        if plan is None or plan.wins is None or plan.breaks is None:
            yield from ((n, cards) for cards in orders)
        else:
            yield from ((n, cards) for cards in _in_order(state, play, n, plan, orders))


def _in_order(state: DealState, play: Play, n: int, plan: Plan, orders: list[Cards]) -> Iterator[Cards]:
    """The tricks with which, put in before line `n`, nobody breaks a duty by what he plays later."""
    assert plan.wins is not None  # noqa: S101 - the caller has looked
    every = [(step.n, step.leader, (step.seats, step.cards)) for step in _tricks(play, plan)]
    leader = next((leader for m, leader, _ in every if m >= n), None)
    if leader is None:
        return
    before = [trick for m, _, trick in every if m < n]
    turn = plan.seats[plan.seats.index(leader) :] + plan.seats[: plan.seats.index(leader)]
    for nth, winner in enumerate(turn):
        rest = _tricks(Play.of(play[n:]), dataclasses.replace(plan, leader=winner, leader_known=True, sizes=None))
        after = [(step.seats, step.cards) for step in rest]
        if _lawful(state, plan, [*before, *after]):
            for cards in orders:
                if plan.wins(cards) == nth and _lawful(state, plan, [*before, (turn, cards), *after]):
                    yield cards


def _tricks(play: Play, plan: Plan) -> list[Trick]:
    """The tricks that stood."""
    return [step for step in steps(play, plan) if isinstance(step, Trick) and step.taken_back is None]


def _lawful(state: DealState, plan: Plan, tricks: Sequence[tuple[tuple[int, ...], Cards]]) -> bool:
    """Whether nobody breaks a duty, by the cards that he plays to these tricks."""
    assert plan.breaks is not None  # noqa: S101 - the caller has looked
    held = {seat: [0] * state.deck.kinds for seat in plan.seats}
    for seats, cards in reversed(tricks):
        for seat, card in zip(seats, cards, strict=True):
            held[seat][card] += 1
        if any(plan.breaks(held[seats[nth]], cards[:nth], cards[nth]) for nth in range(1, len(cards))):
            return False
    return True


def unplayed(state: DealState, play: Play) -> list[int]:
    """The cards that are in no trick of the record: of the hands as played, else of the whole pack."""
    held = state.deal.held or {}
    whole = Counter(card for hand in held.values() for card in hand.cards) if held else Counter(state.deck.pack)
    whole.subtract(card for event in play if not event.verb for card in event.cards)
    return sorted((+whole).elements())


def _from_hands(state: DealState, play: Play, places: range) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What each hand has left over, for each place and each winner of the trick that is missing."""
    plan = state.plan
    assert plan is not None  # noqa: S101 - the caller has looked
    tricks = {step.n: step for step in steps(play, plan) if isinstance(step, Trick)}
    for n in places:
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
