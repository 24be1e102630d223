"""The order of declaring: what the answers come to, for whom each kind is good, once the cards have been looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.combinations import KINDS, POINT, SEQUENCE, SET, Combo, best_of
from pinocle_cli.games.piquet.declaring.table import held_as_called
from pinocle_cli.games.piquet.notation import EQUAL, GOOD, NOT_GOOD
from pinocle_cli.games.piquet.rulings import says
from pinocle_cli.games.piquet.state import Counted
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, has_shown, refuted

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.declaring.conversation import Spoken
    from pinocle_cli.games.piquet.declaring.table import Table
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Finding
    from pinocle_cli.record import Event, Irregularity
    from pinocle_cli.weigh import Weight

DECLARE_ORDER = Rule(
    "declare-order",
    "Calling and answering",
    "irregularity",
    """Elder calls first, the number of cards of his longest suit; younger answers that it is good, that it is equal,
    or that it is not good. An answer that the cards do not bear out changes nothing, what is good counts; but "good"
    gives an equality away, and lets a call stand that his own cards would beat. Where no answer is written the cards
    answer. By the laws of 1882 elder loses a point that is not called first; younger who said "equal" cannot count a
    longer one, though it saves pique and repique; and elder whose first call was allowed but not good against the
    cards counts none that is higher.""",
    "001; Portland laws, 46 to 51, Case I",
)


@DECLARE_ORDER.applied
def answered(table: Table, kind: int) -> Said:
    """What younger's answer to elder's calls of a kind comes to."""
    state, calls = table.state, table.called.kinds[kind]
    if not calls.own[state.elder]:
        return
    first = table.first.get((state.elder, kind))
    answer = _answer_of(table, kind, first)
    if answer is None:
        table.called.answered = False
        calls.answer = _by_the_cards(table, kind)
    elif answer.what == GOOD:
        yield from _allowed(table, kind, answer)
    elif state.held[0] is None or state.held[1] is None:
        calls.answer = answer.what
    else:
        yield from _weighed(table, kind, answer, _asked(table, kind, first))
    if first is not None and first.answer is not None:
        yield from _nothing_higher(table, kind, first)


DECLARE_ORDER.follows()(says("what is good by the cards counts; no penalty is laid down for the answer"))


@DECLARE_ORDER.examined
def _borne_out(state: Piquet, said: Irregularity) -> Weight:
    """Whether every call was answered, and every answer is borne out by the cards."""
    if has_shown(state, DECLARE_ORDER, said):
        return CONFIRMED
    called = state.called
    if called is None or not called.answered or None in state.held or state.deal.calls is None:
        return OPEN
    return refuted("every answer that is recorded is borne out by the cards")


def point_too_late(table: Table, one: Spoken) -> Finding | None:
    """By the laws of 1882 elder calls the point first or not at all."""
    state, event = table.state, one.event
    if not state.portland or event.seat != state.elder or (event.seat, POINT) in table.first:
        return None
    others = [other.event for other in table.spoken if other.call.kind in (SEQUENCE, SET)]
    if all(other.seat != event.seat or other.nth > event.nth for other in others):
        return None
    text = f"{state.name(event.seat)} called something else before the point: elder calls the point first"
    found = state.fault(DECLARE_ORDER, event.place, text, event.seat)
    return found._replace(remedy=DECLARE_ORDER, ruling="the right to call the point is lost (law 46)", cause=event)


def _answer_of(table: Table, kind: int, first: Spoken | None) -> Event | None:
    """The answer that counts: to the first call that stands, or to the point when it was made more precise."""
    if first is None:
        return None
    last = next((one for one in reversed(table.precise) if one.answer and one.event.seat == first.event.seat), None)
    return last.answer if last is not None and kind == POINT else first.answer


def _by_the_cards(table: Table, kind: int) -> str:
    """No answer is written: the cards answer; where they are not known the call is taken as good."""
    state, calls = table.state, table.called.kinds[kind]
    mine, own = best_of(one.combo for one in calls.own[state.elder]), calls.own[state.younger]
    his = best_of(one.combo for one in own) if own else table.best(kind, state.younger)
    unsure = kind == POINT and his is not None and mine[0] == his[0] and 0 in (mine[1], his[1])  # pips not said
    if his is None or unsure:
        table.silent.append(f"{state.name(state.elder)}'s {KINDS[kind]} is taken as good")
        return GOOD
    answer = GOOD if mine > his else EQUAL if mine == his else NOT_GOOD
    table.silent.append(f"{state.name(state.elder)}'s {KINDS[kind]} is {answer} by the cards")
    return answer


def _allowed(table: Table, kind: int, answer: Event) -> Said:
    """`good`, which younger may take back until elder calls again; after that no call of his own counts."""
    state, calls = table.state, table.called.kinds[kind]
    after = [one for one in table.spoken if one.event.nth > answer.nth]
    own = calls.own[state.younger]
    if own and after and after[0].event.seat == state.younger and after[0].call.kind == kind:
        mine = best_of(one.combo for one in calls.own[state.elder])
        his = best_of(one.combo for one in own)
        calls.answer = GOOD if mine > his else EQUAL if mine == his else NOT_GOOD
        return
    calls.answer = GOOD
    if own:
        text = f"{state.name(state.younger)} let {state.name(state.elder)}'s {KINDS[kind]} be good: his own is barred"
        yield note(DECLARE_ORDER, answer.place, text, state.younger)


def _asked(table: Table, kind: int, first: Spoken | None) -> Combo:
    """What was answered: the first call, though a longer run or four of the rank may have been called after it."""
    combo = table.called.kinds[kind].own[table.state.elder][0].combo
    if first is None or kind == POINT:  # of a point the number counts, and what it makes
        return combo
    return held_as_called(table.state, table.state.elder, first.call) or combo


def _weighed(table: Table, kind: int, answer: Event, first: Combo) -> Said:
    """`equal` or `not good` to the first call, held against what younger truly has."""
    state, calls = table.state, table.called.kinds[kind]
    mine, his = calls.own[state.elder], calls.own[state.younger]
    best = table.best(kind, state.younger) or (0, 0)
    asked, name = first.strength, state.name(state.younger)
    only_number = kind == POINT and _said_equal_to_the_number(table)
    if only_number and answer.what == EQUAL and best[0] == asked[0]:
        calls.answer = GOOD if asked > best else EQUAL if asked == best else NOT_GOOD  # the pips decide
        if best > asked and not his:
            his.append(Counted(table.held(POINT, state.younger)[0], answer.line))
    elif only_number and state.portland and best[0] > asked[0]:
        calls.answer, calls.saves = EQUAL, True
        text = f"{name} had said equal and so may not count a longer point; it saves pique and repique (law 46)"
        yield note(DECLARE_ORDER, answer.place, text, state.younger)
    elif answer.what == EQUAL and best >= asked:
        calls.answer, calls.saves = EQUAL, best > asked
        if best > asked:
            text = f"{name} said equal with a better {KINDS[kind]}: it cannot score, but it saves pique and repique"
            yield note(DECLARE_ORDER, answer.place, text, state.younger)
    elif answer.what == NOT_GOOD and best > asked:
        higher = best_of(one.combo for one in mine)
        calls.answer = NOT_GOOD if state.portland or higher < best else GOOD if higher > best else EQUAL
    else:
        calls.answer = EQUAL if best == asked else GOOD
        if answer.what == NOT_GOOD and kind in table.called.false.get(state.younger, ()):
            return  # the false call is the fault
        text = f"{name} said {answer.what}, but has no {KINDS[kind]} as good: {first.name} is good"
        if best == asked:
            text = f"{name} said {answer.what}, but his {KINDS[kind]} is only equal"
        yield state.fault(DECLARE_ORDER, answer.place, text, state.younger)._replace(cause=answer)


def _said_equal_to_the_number(table: Table) -> bool:
    """Whether younger said "equal" when elder had called a number of cards and not yet what they make."""
    first = table.first.get((table.state.elder, POINT))
    return first is not None and first.call.making is None and first.said == EQUAL


def _nothing_higher(table: Table, kind: int, first: Spoken) -> Said:
    """By the laws of 1882 elder's first call, once answered, is his highest, unless it was good against the cards."""
    state, own = table.state, table.called.kinds[kind].own[table.state.elder]
    best = table.best(kind, state.younger)
    if not state.portland or kind == POINT or best is None:
        return
    asked = _asked(table, kind, first)
    lost = [one for one in own if one.combo.strength > asked.strength] if asked.strength <= best else []
    for combo, line in lost:
        table.lost |= combo.cards
        text = (
            f"{combo.name} of {state.name(state.elder)}'s is lost: a lower {KINDS[kind]} was called first, and was not "
            "good against the cards (laws 49 and 50)"
        )
        yield note(DECLARE_ORDER, state.place()._replace(line=line), text, state.elder)
    left = [one for one in own if one not in lost]
    if lost and all(one.combo != asked for one in left):
        left.insert(0, Counted(asked, first.event.line))  # the lower one, which is part of a higher, stands
    own[:] = left
