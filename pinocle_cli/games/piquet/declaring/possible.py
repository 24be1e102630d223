"""Whether calls can all be true of one hand of twelve, where the hand itself is not recorded.

Books print counts that no hand can hold: a point of seven, sequences of five, four and three and a trio need fourteen
cards. Such a record gets no points but the reason.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.combinations import POINT, SEQUENCE, SET, runs_in
from pinocle_cli.games.piquet.hands import HAND, PACK, RANK_BITS, SUIT_BITS, SUIT_SIZE, bits_of, show
from pinocle_cli.games.piquet.notation import Call, surely, words_of
from pinocle_cli.record import IMPOSSIBLE
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.record import Event

_QUATORZE = 4


def calls_that_can_be(state: Piquet) -> Said:
    """For each player whose hand is not known: the first call that no hand can hold together with those before it."""
    for seat in (0, 1):
        if state.held[seat] is not None or _known_to_be_false(state, seat):
            continue
        calls = {event.what: event for event in reversed(_of(state, seat))}  # each thing that was said, once
        events = sorted(calls.values(), key=lambda event: event.nth)
        free = PACK & ~_elsewhere(state, seat)
        if not why_not([event.what for event in events], free):
            continue
        number = next(n for n in range(1, len(events) + 1) if why_not([event.what for event in events[:n]], free))
        said = ", ".join(words_of(one) for one in events[:number])
        text = f"{state.name(seat)} calls {said}: {why_not([event.what for event in events[:number]], free)}"
        yield state.error(IMPOSSIBLE, events[number - 1].place, text, seat)
        return


def _of(state: Piquet, seat: int) -> list[Event]:
    """The calls of a player."""
    return [event for event in given(state.deal.calls) if event.seat == seat and isinstance(event.what, Call)]


def _known_to_be_false(state: Piquet, seat: int) -> bool:
    said = state.deal.irregularities or ()
    return any(one.by == seat and one.fault.endswith(("false-declaration", "too-many-cards")) for one in said)


def _elsewhere(state: Piquet, seat: int) -> int:
    """Cards that the player cannot hold, since they are known to be in the other's hand or thrown out."""
    gone = state.lo[1 - seat] | (state.discarded[0] or 0) | (state.discarded[1] or 0)
    if state.held[1 - seat] is None:
        for event in _of(state, 1 - seat):
            gone |= surely(event.what)
    return gone


def why_not(calls: list[Call], free: int) -> str:
    """Why no hand of these cards can hold all of the calls; nothing if one can."""
    sure = 0
    for call in calls:
        sure |= surely(call)
    if sure & ~free:
        return f"{show(sure & ~free)} is not free: it was thrown out, or is in the other hand"
    fewest, longer = HAND + SUIT_SIZE * 4, ""
    for hand in _hands(calls, sure, free):
        longer = _longer_run(calls, hand) if hand.bit_count() <= HAND else longer
        if hand.bit_count() <= HAND and not longer:
            return ""
        fewest = min(fewest, hand.bit_count())
    if fewest > SUIT_SIZE * 4:
        return "there are not so many cards left of a suit or a rank"
    return longer if fewest <= HAND else f"that needs {fewest} cards, and a hand has {HAND}"


def _hands(calls: list[Call], sure: int, free: int) -> Iterator[int]:
    """The smallest holdings that make the calls true: every choice of suit for the point and of cards for the trios."""
    trios = [call.which for call in calls if call.kind == SET and call.size < _QUATORZE]
    choices = [_threes(rank, free) for rank in dict.fromkeys(trios)]
    length = max((call.size for call in calls if call.kind == POINT), default=0)
    for threes in itertools.product(*choices):
        held = sure
        for three in threes:
            held |= three
        for suit in range(4):
            yield from _with_point(held, suit, length, free)


def _threes(rank: int, free: int) -> list[int]:
    """Three cards of a rank, in every way in which they may lie."""
    whole = RANK_BITS << rank
    options = [whole & ~(1 << suit * SUIT_SIZE + rank) for suit in range(4)]
    return [three for three in options if not three & ~free]


def _with_point(held: int, suit: int, length: int, free: int) -> Iterator[int]:
    """The holding filled up to that many cards of a suit, with the lowest that are free."""
    bits = held >> suit * SUIT_SIZE & SUIT_BITS
    more = [rank for rank in reversed(range(SUIT_SIZE)) if free >> suit * SUIT_SIZE & ~bits & 1 << rank]
    short = max(0, length - bits.bit_count())
    if short > len(more):
        return
    for ranks in itertools.combinations(more, short):
        yield held | bits_of(suit * SUIT_SIZE + rank for rank in ranks)


def _longer_run(calls: list[Call], hand: int) -> str:
    """A run of the hand that is longer than it was called."""
    named = [surely(call) for call in calls if call.kind == SEQUENCE and call.which >= 0]
    for combo in runs_in(hand):
        if any(cards & combo.cards == cards != combo.cards for cards in named):
            return f"with so many cards of the suit it is a {combo.name}"
    return ""
