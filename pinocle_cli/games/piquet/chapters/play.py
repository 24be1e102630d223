"""The play, trick by trick, to its end, and what cannot have been played.

Of a hand that is not known a duty is called broken on the strength of what its player is known to have held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Trick, steps
from pinocle_cli.game import Begin, note
from pinocle_cli.games.piquet.chapters.between_tricks import action
from pinocle_cli.games.piquet.chapters.following import follows, leads
from pinocle_cli.games.piquet.chapters.taken_back import taken_back
from pinocle_cli.games.piquet.chapters.walk import Walk, cannot_have
from pinocle_cli.games.piquet.evidence import plan_of
from pinocle_cli.games.piquet.hands import ALL_TRICKS, DECK, PACK, cards_of
from pinocle_cli.games.piquet.state import Taken
from pinocle_cli.record import CLAIM, COUNT, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Finding

_PLAYERS = 2


def play(state: Piquet) -> Said:
    """Everything that happened from the first lead on, in order."""
    if not state.in_order:
        walk = Walk(state, list(state.lo))
        for step in steps(state.play, plan_of(state)):
            for found in action(walk, step) if isinstance(step, Act) else _line(walk, step):
                yield found
                if found.severity == "error":
                    return  # whatever comes after this may only follow from it
        _unplayed(walk)
    yield from _end(state)


def begins(state: Piquet) -> Begin:
    """Each hand as it is known, and what was thrown out."""
    gone = cards_of((state.discarded[0] or 0) | (state.discarded[1] or 0))
    least = [DECK.count(cards_of(hand or 0)) for hand in state.held]
    most = [DECK.count(cards_of(PACK if hand is None else hand)) for hand in state.held]
    return Begin(plan_of(state), least, most, state.size, gone)


def _line(walk: Walk, step: Trick) -> Iterator[Finding]:
    state = walk.state
    if step.taken_back is not None:
        yield from taken_back(walk, step)
    elif walk.unanswered is not None:
        before = walk.event(walk.unanswered)
        name = state.name(1 - walk.unanswered.leader)
        text = f'"{before.text}" has one card, and play went on: {name} has none written'
        yield state.error(COUNT, before.place, text)
    elif len(state.tricks) >= ALL_TRICKS:
        yield from _thirteenth(walk, step)
    else:
        yield from _played(walk, step)


def _played(walk: Walk, step: Trick) -> Iterator[Finding]:
    """A trick as it stands; after an error the caller asks for no more."""
    state = walk.state
    yield from leads(walk, step)
    for nth, card in enumerate(step.cards):
        seat = step.seats[nth]
        if nth:
            yield from follows(walk, step, seat)
        why = cannot_have(walk, step, seat, card)
        if why:
            place = walk.place(step)._replace(column=walk.event(step).column_of(nth))
            yield state.error(IMPOSSIBLE, place, why, seat)._replace(cause=step)
        walk.left[seat] &= ~(1 << card)
        walk.lines[card] = walk.event(step).line
    _count(walk, step)


def _count(walk: Walk, step: Trick) -> None:
    """The trick as it counts; where a card was wrongly taken back, as it was first played."""
    line = walk.event(step).line
    if step.winner is None:
        walk.unanswered = step
        walk.state.tricks.append(Taken(line, step.leader, step.cards[0], -1, None))
        return
    cards = step.cards if walk.stands is None else walk.stands.cards
    winner = step.winner
    if walk.stands is not None:
        winner = step.leader if _wins_not(cards) else 1 - step.leader
    walk.stands = None
    reply = cards[1] if len(cards) == _PLAYERS else -1
    walk.state.tricks.append(Taken(line, step.leader, cards[0], reply, winner))


def _wins_not(cards: Sequence[int]) -> bool:
    led, reply = cards
    return led // 8 != reply // 8 or reply > led


def _thirteenth(walk: Walk, step: Trick) -> Iterator[Finding]:
    """A card that is over when twelve tricks have been played makes no trick."""
    place = walk.place(step)
    if len(step.cards) == 1 and any(walk.left):
        yield note(NOT_CHECKED, place, f"{DECK.show(step.cards)} is left over; the twelfth trick was the last")
    else:
        yield walk.state.error(COUNT, place, f"a trick too many stands here; a deal has {ALL_TRICKS}")


# --- The end ---------------------------------------------------------------------------------------------------------


def _unplayed(walk: Walk) -> None:
    """Cards that cannot be played to are tricks, written down or not."""
    state = walk.state
    if walk.unanswered is not None or None in state.held:
        return
    line = state.play.lines[-1] if len(state.play) else state.deal.line
    for seat in (0, 1):
        if not walk.left[1 - seat]:
            for card in cards_of(walk.left[seat])[: ALL_TRICKS - len(state.tricks)]:
                state.tricks.append(Taken(line, seat, card, -1, seat))


def _end(state: Piquet) -> Said:
    answered = len(state.tricks) - [trick.winner for trick in state.tricks].count(None)
    state.whole = answered == ALL_TRICKS
    if not state.whole:
        lines = state.play
        place = lines[-1].place if len(lines) else state.place()
        state.complete = False
        state.lacks = ALL_TRICKS - answered
        text = f"play breaks off after trick {answered}; what was counted so far stands, the cards do not"
        yield note(NOT_CHECKED, place, text)
        for seat in (0, 1):
            if state.held[seat] is None:
                text = f"whether {state.name(seat)} followed suit is not checked: his hand is not known"
                yield note(NOT_CHECKED, place, text, seat)
    elif state.deal.tricks is not None:
        yield from _as_counted(state)


def _as_counted(state: Piquet) -> Iterator[Finding]:
    """The number of tricks that the table wrote beside the play."""
    won = [0, 0]
    for trick in state.tricks:
        won[trick.winner or 0] += 1
    for seat, figure in given(state.deal.tricks).items():
        if figure.value != won[seat]:
            text = f"{state.name(seat)} wrote {figure.value} tricks; the play gives {won[seat]}"
            yield state.fault(CLAIM, figure.place, text, seat)
