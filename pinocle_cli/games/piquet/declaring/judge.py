"""What each call comes to: held, made more precise, false, forgotten or too late; and how it was answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.combinations import (
    CARTE_BLANCHE_KIND,
    POINT,
    SEQUENCE,
    SET,
    Combo,
)
from pinocle_cli.games.piquet.declaring.answers import answered, point_too_late
from pinocle_cli.games.piquet.declaring.conversation import Spoken, conversation
from pinocle_cli.games.piquet.declaring.false_calls import FALSE_DECLARATION, not_held
from pinocle_cli.games.piquet.declaring.omitted import (
    OMITTED,
    blanks_not_called,
    held_back,
    implied,
    remembered,
    too_late,
)
from pinocle_cli.games.piquet.declaring.outcome import (
    SEQUENCE_IN_POINT_SUIT,
    all_that_they_have,
    is_blank,
    only_in_point_suit,
    point_suit,
)
from pinocle_cli.games.piquet.declaring.table import Table, add, held_as_called
from pinocle_cli.games.piquet.hands import HAND
from pinocle_cli.games.piquet.state import Called, Counted
from pinocle_cli.record import NOT_CHECKED

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet


def declared(state: Piquet) -> Said:
    """What each has called, or would have called where the calls are not recorded."""
    if state.deal.calls is None:
        yield from all_that_they_have(state)
        return
    called = state.called = Called()
    spoken: list[Spoken] = []
    yield from conversation(state, spoken)
    yield from too_late(state, spoken)
    table = Table(state, called, [one for one in spoken if not one.late])
    for one in table.spoken:
        yield from _one_call(table, one)
    remembered(table)
    if state.house.sequences == "point-suit":
        yield from _not_of_the_point(table)
    for kind in (POINT, SEQUENCE, SET):
        yield from answered(table, kind)
    yield from implied(table)
    yield from table.by_the_cards()
    for kind in (POINT, SEQUENCE, SET):
        yield from held_back(table, kind)
    yield from blanks_not_called(state)


# --- One call --------------------------------------------------------------------------------------------------------


def _one_call(table: Table, one: Spoken) -> Said:
    state, call, seat = table.state, one.call, one.event.seat
    if call.kind == CARTE_BLANCHE_KIND:
        yield from _carte_blanche(state, one)
        return
    lost = point_too_late(table, one) if call.kind == POINT else None
    if lost is not None:
        yield lost
        return
    own = table.called.kinds[call.kind].own[seat]
    combo = held_as_called(state, seat, call)
    if combo is None:
        yield from not_held(table, one)
    elif call.kind == POINT and own:
        yield from _another_point(table, one, combo)
    else:
        add(own, Counted(combo, one.event.line))
        table.first.setdefault((seat, call.kind), one)


def _another_point(table: Table, one: Spoken, combo: Combo) -> Said:
    """A second point of a player's: the first made more precise, put right, or one point too many."""
    state, seat = table.state, one.event.seat
    own, first = table.called.kinds[POINT].own[seat], table.first[seat, POINT]
    if combo.strength[0] == own[0].combo.strength[0]:
        own[0] = Counted(combo, own[0].line)
        table.precise.append(one)
    elif combo.strength > own[0].combo.strength and (first.answer is None or not state.portland):
        own[0] = Counted(combo, one.event.line)
        table.first[seat, POINT] = one
    else:
        text = f"{state.name(seat)} has called a point of {own[0].combo.strength[0]}: this one does not count"
        yield note(OMITTED, one.event.place, text, seat)


def _carte_blanche(state: Piquet, one: Spoken) -> Said:
    seat, event = one.event.seat, one.event
    assert state.called is not None  # noqa: S101 - made before anything is called
    blank = is_blank(state, seat)
    if blank is False:
        dealt = state.dealt[seat]
        few = dealt is not None and dealt.bit_count() < HAND
        why = "fewer than twelve cards" if few else "a king, queen or knave"
        text = f"{state.name(seat)} calls carte blanche, but was dealt {why}"
        if state.portland:
            text += "; it must be shown, so nothing can have been allowed for it: no forfeit (laws 19 and 54)"
            yield note(FALSE_DECLARATION, event.place, text, seat)
        else:
            yield state.fault(FALSE_DECLARATION, event.place, text, seat)._replace(cause=event)
    elif all(seat != other for other, _ in state.called.blank):  # it counts once
        state.called.blank.append((seat, event.line))
        if blank is None:
            text = "whether it was a carte blanche is not checked: the hand dealt is not recorded"
            yield note(NOT_CHECKED, event.place, text, seat)


def _not_of_the_point(table: Table) -> Said:
    """Sequences called outside the suit of the point, where the table does not count them."""
    state = table.state
    for seat in (0, 1):
        table.suits[seat] = point_suit(table.called, seat, state.held[seat])
        for combo, line in only_in_point_suit(table.called, seat, table.suits[seat]):
            text = f"{combo.name} of {state.name(seat)}'s does not count: it is not in the suit of his point"
            yield note(SEQUENCE_IN_POINT_SUIT, state.place()._replace(line=line), text, seat)
