"""The hearing of recorded calls: whether each was held, how it was answered, and what the answers come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.calls import EQUAL, GOOD, NOT_GOOD, Call, believed, in_hand
from pinocle_cli.games.piquet.combos import CARTE_BLANCHE_KIND, KINDS, POINT, SEQUENCE, SET, Combo, held_of
from pinocle_cli.games.piquet.declare import (
    DECLARE_ORDER,
    FALSE_DECLARATION,
    OMITTED,
    SEQUENCE_IN_POINT_SUIT,
    Called,
    Counted,
    all_that_they_have,
    is_blank,
    only_in_point_suit,
    outcome,
    point_suit,
)
from pinocle_cli.ledger import FAULT, Finding
from pinocle_cli.record import NOT_CHECKED, Place

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.deal import Piquet
    from pinocle_cli.record import Event


class Hearing:
    """The calls of a deal gone through in order."""

    def __init__(self, state: Piquet) -> None:
        self.state, self.called = state, state.called
        self.events: list[Event] = state.deal.calls
        self.answers: dict[int, tuple[str, Event]] = {}
        self.first: dict[int, Event] = {}  # elder's first call of each kind
        self.false: dict[tuple[int, int], list[Event]] = {}
        self.asked_pips = False  # younger said first that the number of the point was equal
        self.hands = [
            None if hand is None else [held_of(kind, hand) for kind in (POINT, SEQUENCE, SET)] for hand in state.held
        ]
        self.sound: set[int] = set()  # kinds in which he holds what he first called
        self.suits = [0, 0]  # each seat's suit of the point, where only its sequences count

    def run(self) -> Said:
        """Answers first: whether a false call was allowed to be good depends on them."""
        self._answers()
        for event in self.events:
            if isinstance(event.what, Call):
                yield from self._call(event, event.what)
        if self.state.house.sequences == "point-suit":
            yield from self._not_of_the_point()
        for kind in (POINT, SEQUENCE, SET):
            yield from self._answered(kind)
            yield from self._held_back(kind)

    def _answers(self) -> None:
        """What younger last said to elder's calls of each kind, before elder called the next."""
        elder, asked = self.state.elder, -1
        for event in self.events:
            if isinstance(event.what, Call):
                asked = event.what.kind if event.seat == elder else -1
                if event.seat == elder:
                    self.first.setdefault(asked, event)
            elif asked > 0 and event.seat != elder and (asked not in self.answers or self._completed(asked, event)):
                if asked in self.answers and self.answers[asked][0] == EQUAL:
                    self.asked_pips = True
                self.answers[asked] = (event.what, event)

    def _completed(self, kind: int, event: Event) -> bool:
        """An answer is given to the first call of a kind; a later one counts if the call was only made more precise."""
        before = self.answers[kind][1].nth
        between = [e for e in self.events if before < e.nth < event.nth and isinstance(e.what, Call)]
        return all(e.what.kind == POINT == kind for e in between)

    # --- One call ---

    def _call(self, event: Event, call: Call) -> Said:
        if call.kind == CARTE_BLANCHE_KIND:
            yield from self._carte_blanche(event)
            return
        own = self.called.kinds[call.kind].own[event.seat]
        if call.kind == POINT and self._too_late(event):
            text = f"{self.state.name(event.seat)} called something else before the point: elder calls the point first"
            fault = Finding(DECLARE_ORDER, FAULT, event.line, text, event.seat, event.column, event.path, cause=event)
            yield fault._replace(remedy=DECLARE_ORDER, ruling="the right to call the point is lost (law 46)")
            return
        combo = self._held(event.seat, call)
        if combo is not None and event is self.first.get(call.kind):
            self.sound.add(call.kind)
        if combo is None:
            yield from self._false(event, call)
        elif call.kind == POINT and own:
            if combo.strength[0] == own[0].combo.strength[0]:
                own[0] = Counted(combo, own[0].line)  # the same point, made more precise
        else:
            self._add(own, Counted(combo, event.line))

    def _too_late(self, event: Event) -> bool:
        """By the laws of 1882 elder calls the point first or not at all."""
        others = [first.nth for kind, first in self.first.items() if kind in (SEQUENCE, SET)]
        return self.state.portland and event.seat == self.state.elder and min(others, default=event.nth) < event.nth

    def _add(self, own: list[Counted], counted: Counted) -> None:
        """Cards count once: of two calls that share cards the better stays."""
        for n, other in enumerate(own):
            if other.combo.cards & counted.combo.cards:
                if counted.combo.strength > other.combo.strength:
                    own[n] = counted
                return
            if other.combo.kind == SET and other.combo.strength[1] == counted.combo.strength[1]:
                return
        own.append(counted)

    def _carte_blanche(self, event: Event) -> Said:
        blank = is_blank(self.state, event.seat)
        if blank is False:
            text = f"{self.state.name(event.seat)} calls carte blanche, but was dealt a king, queen or knave"
            yield _fault(event, text)
        elif (event.seat, event.line) not in self.called.blank:
            self.called.blank.append((event.seat, event.line))
            if blank is None:
                text = "whether it was a carte blanche is not checked: the hand dealt is not recorded"
                yield note(NOT_CHECKED, Place(event.line, event.column, event.path), text, event.seat)

    def _held(self, seat: int, call: Call) -> Combo | None:
        """What the call names, if the player holds it; where his hand is not known the call is believed."""
        hand = self.state.held[seat]
        if hand is None:
            return believed(call)
        return in_hand(hand, call)

    def _false(self, event: Event, call: Call) -> Said:
        """A call of what is not held."""
        state, seat = self.state, event.seat
        self.false.setdefault((call.kind, seat), []).append(event)
        name, hand = state.name(seat), state.held[seat] or 0
        held = [combo.name for combo in held_of(call.kind, hand)]
        said = event.text.partition(":")[2].strip()
        if call.making is not None:
            held = [f"point {combo.strength[0]} making {combo.strength[1]}" for combo in held_of(POINT, hand)]
        has = f"he has {', '.join(held)}" if held else f"he has no {KINDS[call.kind]}"
        text = f"{name} calls {said}; {has}"
        place = Place(event.line, event.column, event.path)
        if not self.state.portland:
            yield _fault(event, text)
            return
        out = state.discarded[seat]
        if out is not None and in_hand(hand | out, call) is None:
            meant = self._meant(call, hand)
            if meant is not None:
                self._add(self.called.kinds[call.kind].own[seat], Counted(meant, event.line))
                if event is self.first.get(call.kind):
                    self.sound.add(call.kind)
            text += "; he could not have held it even before his discard: a slip of the tongue, and no offence"
            yield note(FALSE_DECLARATION, place, text, seat)
        elif self._refused(event, call):
            yield note(FALSE_DECLARATION, place, f"{text}; it was not allowed to be good, so nothing follows", seat)
        else:
            yield _fault(event, text)
            if out is None:
                text = "whether it was only a slip of the tongue is not checked: his discard is not recorded"
                yield note(NOT_CHECKED, place, text, seat)

    def _meant(self, call: Call, hand: int) -> Combo | None:
        """The combination of the same worth that he may have meant."""
        return next((combo for combo in held_of(call.kind, hand) if combo.strength[0] == call.size), None)

    def _refused(self, event: Event, call: Call) -> bool:
        answer = self.answers.get(call.kind, ("", event))[0]
        return event.seat == self.state.elder and answer == NOT_GOOD

    def _not_of_the_point(self) -> Said:
        """Sequences called outside the suit of the point, where the table does not count them."""
        state = self.state
        for seat in (0, 1):
            self.suits[seat] = point_suit(self.called, seat, state.held[seat])
            for combo, line in only_in_point_suit(self.called, seat, self.suits[seat]):
                text = f"{combo.name} of {state.name(seat)}'s does not count: it is not in the suit of his point"
                yield note(SEQUENCE_IN_POINT_SUIT, state.place()._replace(line=line), text, seat)
        if not self.called.kinds[SEQUENCE].own[state.elder]:
            self.sound.discard(SEQUENCE)

    def _held_of(self, kind: int, seat: int) -> list[Combo]:
        """All of a kind that the player could have called and counted."""
        hand = self.hands[seat]
        combos = hand[kind - POINT] if hand else []
        suit = self.suits[seat] if kind == SEQUENCE else 0
        return [combo for combo in combos if not suit or not combo.cards & ~suit]

    # --- The answers ---

    def _answered(self, kind: int) -> Said:
        """What younger's answer comes to, once the cards have been looked at."""
        answer, event = self.answers.get(kind, ("", None))
        calls, state = self.called.kinds[kind], self.state
        mine, his = calls.own[state.elder], calls.own[state.younger]
        if event is None or kind not in self.sound:
            if kind == SET and not mine and his and kind not in self.first:
                yield from self._implied()
            return
        hand = self.hands[state.younger]
        if answer == GOOD:
            yield from self._allowed(kind, event)
        elif hand is None or self.hands[state.elder] is None:
            calls.answer = answer
            if answer == EQUAL:
                his[:] = [mine[0]._replace(line=event.line)]
                calls.answer = ""
        else:
            yield from self._weighed(kind, answer, event, hand[kind - POINT])

    def _allowed(self, kind: int, event: Event) -> Said:
        """`good`, which younger may take back until elder calls again; after that no call of his own counts."""
        state, calls = self.state, self.called.kinds[kind]
        own = [e for e in self.events if e.nth > event.nth and isinstance(e.what, Call)]
        if own and own[0].seat == state.younger and own[0].what.kind == kind and calls.own[state.younger]:
            return
        calls.answer = GOOD
        if calls.own[state.younger]:
            text = (
                f"{state.name(state.younger)} let {state.name(state.elder)}'s {KINDS[kind]} be good: his own is barred"
            )
            yield note(DECLARE_ORDER, Place(event.line, event.column, event.path), text, state.younger)

    def _weighed(self, kind: int, answer: str, event: Event, held: list[Combo]) -> Said:
        """`equal` or `not good`, held against what younger truly has."""
        calls, state = self.called.kinds[kind], self.state
        mine, his = calls.own[state.elder], calls.own[state.younger]
        best = max((combo.strength for combo in self._held_of(kind, state.younger)), default=(0, 0))
        asked, name = mine[0].combo.strength, state.name(state.younger)
        place = Place(event.line, event.column, event.path)
        if kind == POINT and answer == EQUAL and self._only_the_number(event) and best[0] == asked[0]:
            if not his:
                his.append(Counted(held[0], event.line))  # the pips decide
        elif kind == POINT and answer == NOT_GOOD and self.asked_pips and state.portland and best[0] > asked[0]:
            his[:] = [mine[0]._replace(line=event.line)]
            calls.saves = True
            text = f"{name} had said equal and so may not count a longer point; it saves pique and repique (law 46)"
            yield note(DECLARE_ORDER, place, text, state.younger)
        elif answer == EQUAL and best >= asked:
            his[:] = [mine[0]._replace(line=event.line)]
            if best > asked:
                calls.saves = True
                text = f"{name} said equal with a better {KINDS[kind]}: it cannot score, but it saves pique and repique"
                yield note(DECLARE_ORDER, place, text, state.younger)
        elif answer == NOT_GOOD and best > asked:
            if not his:
                calls.answer = NOT_GOOD if (kind, state.younger) not in self.false else ""
        elif answer == NOT_GOOD and (kind, state.younger) in self.false:
            return  # the false call is the fault
        else:
            text = f"{name} said {answer}, but has no {KINDS[kind]} as good: {mine[0].combo.name} is good"
            if best == asked:
                text = f"{name} said {answer}, but his {KINDS[kind]} is only equal"
                his[:] = [mine[0]._replace(line=event.line)]
            yield Finding(DECLARE_ORDER, FAULT, event.line, text, state.younger, event.column, event.path, cause=event)

    def _only_the_number(self, event: Event) -> bool:
        """Whether elder had called a number of cards and not yet their pips."""
        elder = self.state.elder
        return not any(
            e.seat == elder and isinstance(e.what, Call) and e.what.kind == POINT and e.what.making is not None
            for e in self.events
            if e.nth < event.nth
        )

    def _implied(self) -> Said:
        """Elder called no set, but the point and sequences that he called show one (laws of 1882, Case IV)."""
        state, calls = self.state, self.called.kinds[SET]
        if not self.state.portland:
            return
        shown = 0
        for kind in (POINT, SEQUENCE):
            if outcome(state, kind, state.terms).winner == state.elder:
                for counted in self.called.kinds[kind].own[state.elder]:
                    shown |= counted.combo.cards
        implied = held_of(SET, shown)
        his = calls.own[state.younger]
        if implied and implied[0].strength > max(counted.combo.strength for counted in his):
            calls.own[state.younger].clear()
            text = (
                f"{implied[0].name} of {state.name(state.elder)}'s is shown by what he called: it bars "
                f"{state.name(state.younger)}'s, and counts for nobody as it was not called"
            )
            yield note(OMITTED, state.place(), text, state.elder)

    def _held_back(self, kind: int) -> Said:
        """Says if a player had better than he called, and it would have been good."""
        state = self.state
        if self.hands[0] is None or self.hands[1] is None or self.called.kinds[kind].saves:
            return
        held = [self._held_of(kind, seat) for seat in (0, 1)]
        best = [combos[0].strength if combos else (0, 0) for combos in held]
        if best[0] == best[1]:
            return
        seat = 0 if best[0] > best[1] else 1
        own = self.called.kinds[kind].own[seat]
        if (max(counted.combo.strength for counted in own) if own else (0, 0)) < best[seat]:
            text = f"{state.name(seat)} had {held[seat][0].name} and did not call it: what is not called is not counted"
            yield note(OMITTED, state.place(), text, seat)


def declared(state: Piquet) -> Said:
    """What each has called, or would have called where the calls are not recorded."""
    if state.deal.calls is None:
        yield from all_that_they_have(state)
    else:
        state.called = Called()
        yield from Hearing(state).run()


def _fault(event: Event, text: str) -> Finding:
    return Finding(FALSE_DECLARATION, FAULT, event.line, text, event.seat, event.column, event.path, cause=event)
