"""Calls that are false: whether what was called and not held was put right, forgiven, or is a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.combinations import KINDS, POINT, SEQUENCE, SET, Combo, best_of, held_of
from pinocle_cli.games.piquet.declaring.table import add, held_as_called
from pinocle_cli.games.piquet.notation import NOT_GOOD, Call, believed, in_hand, words_of
from pinocle_cli.games.piquet.state import Counted
from pinocle_cli.record import NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, has_shown, refuted

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.declaring.conversation import Spoken
    from pinocle_cli.games.piquet.declaring.table import Table
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.record import Irregularity
    from pinocle_cli.weigh import Weight

FALSE_DECLARATION = Rule(
    "false-declaration",
    "False declaration",
    "irregularity",
    """Whoever calls what he does not have and does not put it right before the first lead counts nothing in this
    deal, and his calls bar nothing; the other player counts his calls and his tricks, and may still reckon what he was
    told was not good. It is put right by the next call that can stand in its place: another point, a sequence of the
    same suit, a set of the same rank. Calling less than one has is never an offence. By the laws
    of 1882 this holds for a point, sequence, quatorze or trio that was allowed to be good and is not put right before
    younger has played to the first trick; the offender's true calls still bar the other's, a slip of the tongue is
    forgiven (a call that he could not have held in hand and discard together), and the other need not enforce it.""",
    "001; Portland laws, 44, 50 and 52 to 54",
)


@FALSE_DECLARATION.applied
def not_held(table: Table, one: Spoken) -> Said:
    """A call of what is not in the hand: a fault, unless it was put right in time, or is forgiven."""
    state, call, event = table.state, one.call, one.event
    seat, place, text = event.seat, event.place, _what_he_has(state, one)
    correction = _put_right_by(table, one)
    if correction is None and _said_to_be_put_right(state, seat):
        meant = next((combo for combo in held_of(call.kind, state.held[seat] or 0) if _can_mean(call, combo)), None)
        if meant is not None:
            add(table.called.kinds[call.kind].own[seat], Counted(meant, event.line))
    if correction is not None:
        state.corrected.add(seat)
        text += f"; put right in time by {words_of(correction.event)}: nothing follows"
        yield note(FALSE_DECLARATION, place, text, seat)
        return
    table.called.false.setdefault(seat, set()).add(call.kind)
    if state.portland:
        forgiven = _forgiven(table, one)
        if forgiven:
            table.called.false[seat].discard(call.kind)
            yield note(FALSE_DECLARATION, place, f"{text}; {forgiven}", seat)
            return
    yield state.fault(FALSE_DECLARATION, place, text, seat)._replace(cause=event)
    if state.portland and state.discarded[seat] is None:
        text = "whether it was only a slip of the tongue is not checked: his discard is not recorded"
        yield note(NOT_CHECKED, place, text, seat)


def _what_he_has(state: Piquet, one: Spoken) -> str:
    call, seat = one.call, one.event.seat
    held = [combo.name for combo in held_of(call.kind, state.held[seat] or 0)]
    if call.making is not None:
        held = [f"point {c.strength[0]} making {c.strength[1]}" for c in held_of(POINT, state.held[seat] or 0)]
    has = f"he has {', '.join(held)}" if held else f"he has no {KINDS[call.kind]}"
    return f"{state.name(seat)} calls {words_of(one.event)}; {has}"


def _put_right_by(table: Table, one: Spoken) -> Spoken | None:
    """The next call of the player's that can stand in place of a false one, if it is true (or put right in its turn).

    Another point; a sequence in the same suit; a set of the same rank.
    """
    later = table.spoken[table.spoken.index(one) + 1 :]
    for other in later:
        if other.event.seat == one.event.seat and _can_replace(one.call, other.call):
            if held_as_called(table.state, other.event.seat, other.call) is not None:
                return other
            return _put_right_by(table, other)
    return None


def _can_replace(false: Call, other: Call) -> bool:
    if false.kind != other.kind or false == other:
        return False
    if false.kind == POINT:
        return True
    if false.kind == SET:
        return false.which == other.which
    return -1 in (false.which, other.which) or false.which // 8 == other.which // 8


def _said_to_be_put_right(state: Piquet, seat: int) -> bool:
    """Whether the table says that a false call was put right before the first lead."""
    said = state.deal.irregularities or ()
    return any(one.fault.endswith(FALSE_DECLARATION.label) and one.by == seat and one.after == 0 for one in said)


def _can_mean(call: Call, combo: Combo) -> bool:
    """Whether a combination is less than what was called, and may be what is left of it when it was put right."""
    if call.kind == POINT:
        return True
    if call.kind == SET:
        return combo.strength[1] == -call.which
    return call.which < 0 or bool(combo.cards & 0xFF << call.which // 8 * 8)


def _forgiven(table: Table, one: Spoken) -> str:
    """Why a false call is no offence by the laws of 1882; nothing where it is one."""
    state, call, seat = table.state, one.call, one.event.seat
    hand, out = state.held[seat] or 0, state.discarded[seat]
    if out is not None and in_hand(hand | out, call) is None:
        meant = next((combo for combo in held_of(call.kind, hand) if combo.strength[0] == call.size), None)
        if meant is not None:  # the combination of the same worth that he may have meant
            add(table.called.kinds[call.kind].own[seat], Counted(meant, one.event.line))
            table.first.setdefault((seat, call.kind), one)
        return "he could not have held it even before his discard: a slip of the tongue, and no offence"
    other = table.best(call.kind, 1 - seat)
    silent = one.answer is None and other is not None and other > believed(call).strength and call.kind != POINT
    if seat == state.elder and (one.said == NOT_GOOD or silent):
        return "it was not allowed to be good, so nothing follows"
    return ""


@FALSE_DECLARATION.examined
def _all_true(state: Piquet, said: Irregularity) -> Weight:
    """Whether every call that is recorded is true."""
    if has_shown(state, FALSE_DECLARATION, said):
        return CONFIRMED
    seats = (0, 1) if said.by is None else (said.by,)
    if state.deal.calls is None or said.after == 0 or any(state.held[seat] is None for seat in seats):
        return OPEN
    whose = "every call recorded" if said.by is None else f"every call of {state.name(said.by)}'s that is recorded"
    return refuted(f"{whose} is true, or was put right in time")


def reckonable(state: Piquet, seat: int) -> list[Combo]:
    """What the other player may still reckon after a false declaration of `seat`'s: what stood against his calls."""
    called, other = state.called, 1 - seat
    hand = state.held[other]
    if called is None or hand is None or state.deal.calls is None:
        return []
    kinds = [kind for kind in (POINT, SEQUENCE, SET) if kind in called.false.get(seat, ())]
    if not state.portland:  # his calls bar nothing, true or false
        kinds = [kind for kind in (POINT, SEQUENCE, SET) if kind in kinds or called.kinds[kind].own[seat]]
    found = []
    for kind in kinds:
        own = called.kinds[kind].own
        against = best_of(one.combo for one in own[seat]) if state.portland else (0, 0)
        combos = held_of(kind, hand)
        if combos and combos[0].strength > against:
            found += [c for c in combos if all(not c.cards & one.combo.cards for one in own[other])]
    return found
