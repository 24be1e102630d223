"""The calling: what each player called, whether he had it, how it was answered, and for whom each kind is good.

Only what was called and is truly held is ever counted. Calling less than one holds is anybody's right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli.game import note
from pinocle_cli.games.piquet.calls import EQUAL, GOOD, NOT_GOOD, Call
from pinocle_cli.games.piquet.combos import (
    CARTE_BLANCHE_KIND,
    COURTS,
    KINDS,
    LENGTH,
    PIPS,
    POINT,
    RANK_BITS,
    SEQUENCE,
    SET,
    SUIT_BITS,
    SUIT_SIZE,
    Combo,
    bits_of,
    held_of,
    run,
    runs_in,
    set_of,
    strength,
    suit_bits,
)
from pinocle_cli.ledger import FAULT, Finding
from pinocle_cli.record import ASSUMED, NOT_CHECKED, Place
from pinocle_cli.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.deal import Piquet, Terms
    from pinocle_cli.record import Event

DECLARE_ORDER = Rule(
    "piquet.declare-order",
    "Calling and answering",
    "procedure",
    """Elder calls first, the number of cards of his longest suit; younger answers that it is good, that it is equal,
    or that it is not good. An answer that the cards do not bear out changes nothing: what is good counts.""",
    "001; Portland laws, 46 to 51",
)

SEQUENCES_THEN_SETS = Rule(
    "piquet.declare-sequence-then-sets",
    "In which order",
    "procedure",
    "After the point come sequences, then fourteens and trios.",
    "001; Portland laws, 47",
)

SEQUENCE_IN_POINT_SUIT = Rule(
    "piquet.sequence-in-point-suit",
    "Sequences in any suit",
    "score",
    """A sequence of any suit counts. Source 001 says that it must belong to the suit called for point, which no other
    text has; a table that plays so says `sequences: point-suit`.""",
    "001; Portland laws, 63; decided by us",
)

SHOW_ON_DEMAND = Rule(
    "piquet.show-on-demand",
    "Showing what was called",
    "procedure",
    "Whatever has been called is laid on the table when the other player first asks for it.",
    "001; Portland laws, 55",
)

YOUNGER_DECLARES = Rule(
    "piquet.younger-declares-after-lead",
    "When younger calls",
    "procedure",
    "Elder leads; younger calls what he has before he plays to that trick.",
    "001",
)

CARTE_BLANCHE = Rule(
    "piquet.carte-blanche",
    "Carte blanche",
    "score",
    "Twelve cards dealt without king, queen or knave score ten. They are shown for a moment.",
    "001; Portland laws, 18, 19 and 61",
)

FALSE_DECLARATION = Rule(
    "piquet.false-declaration",
    "False declaration",
    "irregularity",
    """Whoever calls what he does not have and does not put it right before the first lead counts nothing in this
    deal, and his calls bar nothing; the other player counts his calls and his tricks. By the laws of 1882 this holds
    for a call that was allowed to be good and is not put right before younger has played to the first trick; the
    offender's true calls still bar the other's, and a slip of the tongue is forgiven: a call that he could not have
    held in hand and discard together.""",
    "001; Portland laws, 52 to 54",
)

OMITTED = Rule(
    "piquet.omitted-declaration",
    "Omitted declaration",
    "irregularity",
    """What a player forgot to call he cannot add after the first lead; by the laws of 1882, once younger has played to
    the first trick. What is not called is not counted.""",
    "001; Portland laws, 56",
)


class Counted(NamedTuple):
    """A combination that was called and is held, and the line of the call."""

    combo: Combo
    line: int


@dataclass(slots=True)
class Kind:
    """The calls of one kind: each seat's, and what younger's answer to elder's amounts to."""

    own: tuple[list[Counted], list[Counted]] = field(default_factory=lambda: ([], []))
    answer: str = ""  # good, equal, not good; empty where the cards decide
    saves: bool = False  # younger's better cards, though barred from scoring, save pique and repique


@dataclass(slots=True)
class Called:
    """All the calls of a deal."""

    kinds: dict[int, Kind] = field(default_factory=lambda: {kind: Kind() for kind in (POINT, SEQUENCE, SET)})
    blank: list[tuple[int, int]] = field(default_factory=list)  # carte blanche: seat and line


class Outcome(NamedTuple):
    """For whom a kind is good (None: nobody), and whether it was equal."""

    winner: int | None
    equal: bool = False


def outcome(table: Piquet, kind: int, terms: Terms) -> Outcome:
    """Who counts a kind, given whose calls bar nothing."""
    calls = table.called.kinds[kind]
    own = [[] if seat in terms.bars_nothing else calls.own[seat] for seat in (0, 1)]
    mine, his = own[table.elder], own[table.younger]
    answer = "" if table.younger in terms.bars_nothing else calls.answer
    if not mine:
        return Outcome(table.younger if his else None)
    if answer == GOOD:
        return Outcome(table.elder)
    if not his:
        return Outcome(None if answer else table.elder)
    if answer == NOT_GOOD:
        return Outcome(table.younger)
    best, other = mine[0].combo.strength, max(counted.combo.strength for counted in his)
    if best == other:
        return Outcome(None, equal=True)
    return Outcome(table.elder if best > other else table.younger)


def declared(table: Piquet) -> Said:
    """What each has called, or would have called where the calls are not recorded."""
    if table.deal.calls is None:
        yield from _all_that_they_have(table)
    else:
        table.called = Called()
        yield from _Hearing(table).run()
    if table.called is not None and table.house.sequences == "point-suit":
        for seat in (0, 1):
            _only_in_point_suit(table.called, seat)


def _only_in_point_suit(called: Called, seat: int) -> None:
    point, runs = called.kinds[POINT].own[seat], called.kinds[SEQUENCE].own[seat]
    suits = 0
    for suit in range(4):
        whole = SUIT_BITS << suit * SUIT_SIZE
        if point and (point[0].combo.cards & whole or not point[0].combo.cards):
            suits |= whole
    runs[:] = [one for one in runs if not one.combo.cards & ~suits]


# --- Without recorded calls ------------------------------------------------------------------------------------------


def _all_that_they_have(table: Piquet) -> Said:
    deal, place = table.deal, table.place()
    if deal.play is None and deal.tricks is None:
        return
    if table.held[0] is None or table.held[1] is None:
        table.complete = False
        yield note(NOT_CHECKED, place, "neither the calls nor both hands are recorded: nothing is counted for calls")
        return
    table.called = called = Called()
    forgotten = [said for said in deal.irregularities or () if said.fault.endswith(OMITTED.name)]
    for seat, hand in enumerate(table.held):
        where = table.place_of[seat]
        line = where.line if where else deal.line
        gone = [bits_of(said.cards) for said in forgotten if said.by == seat and said.cards]
        for kind in (POINT, SEQUENCE, SET):
            called.kinds[kind].own[seat].extend(
                Counted(combo, line) for combo in held_of(kind, hand or 0) if combo.cards not in gone
            )
        if _is_blank(table, seat):
            called.blank.append((seat, line))
    yield note(ASSUMED, place, "the calls are not recorded: each is taken to have called all that he had")


def _is_blank(table: Piquet, seat: int) -> bool | None:
    """Whether the twelve cards dealt had no king, queen or knave; None if that is not known."""
    dealt, held, out = table.dealt[seat], table.held[seat], table.discarded[seat]
    if dealt is not None:
        return not dealt & COURTS
    if out is not None and held is not None and not (held | out) & COURTS:
        return True
    return False if out is not None and out & COURTS else None


# --- With calls ------------------------------------------------------------------------------------------------------


class _Hearing:
    """The calls of a deal gone through in order."""

    def __init__(self, table: Piquet) -> None:
        self.table, self.called = table, table.called
        self.events: list[Event] = table.deal.calls
        self.answers: dict[int, tuple[str, Event]] = {}
        self.first: dict[int, Event] = {}  # elder's first call of each kind
        self.false: dict[tuple[int, int], list[Event]] = {}
        self.sound: set[int] = set()  # kinds in which he holds what he first called

    def run(self) -> Said:
        """Answers first: whether a false call was allowed to be good depends on them."""
        self._answers()
        for event in self.events:
            if isinstance(event.what, Call):
                yield from self._call(event, event.what)
        for kind in (POINT, SEQUENCE, SET):
            yield from self._answered(kind)
            yield from self._held_back(kind)

    def _answers(self) -> None:
        """What younger last said to elder's calls of each kind, before elder called the next."""
        elder, asked = self.table.elder, -1
        for event in self.events:
            if isinstance(event.what, Call):
                asked = event.what.kind if event.seat == elder else -1
                if event.seat == elder:
                    self.first.setdefault(asked, event)
            elif asked > 0 and event.seat != elder and (asked not in self.answers or self._completed(asked, event)):
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
        blank = _is_blank(self.table, event.seat)
        if blank is False:
            text = f"{self.table.name(event.seat)} calls carte blanche, but was dealt a king, queen or knave"
            yield _fault(event, text)
        elif (event.seat, event.line) not in self.called.blank:
            self.called.blank.append((event.seat, event.line))
            if blank is None:
                text = "whether it was a carte blanche is not checked: the hand dealt is not recorded"
                yield note(NOT_CHECKED, Place(event.line, event.column, event.path), text, event.seat)

    def _held(self, seat: int, call: Call) -> Combo | None:
        """What the call names, if the player holds it; where his hand is not known the call is believed."""
        hand = self.table.held[seat]
        if hand is None:
            return _believed(call)
        return _in_hand(hand, call)

    def _false(self, event: Event, call: Call) -> Said:
        """A call of what is not held."""
        table, seat = self.table, event.seat
        self.false.setdefault((call.kind, seat), []).append(event)
        name, hand = table.name(seat), table.held[seat] or 0
        held = [combo.name for combo in held_of(call.kind, hand)]
        said = event.text.partition(":")[2].strip()
        has = f"he has {', '.join(held)}" if held else f"he has no {KINDS[call.kind]}"
        text = f"{name} calls {said}; {has}"
        place = Place(event.line, event.column, event.path)
        if not self.table.portland:
            yield _fault(event, text)
            return
        out = table.discarded[seat]
        if out is not None and _in_hand(hand | out, call) is None:
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
        return event.seat == self.table.elder and answer == NOT_GOOD

    # --- The answers ---

    def _answered(self, kind: int) -> Said:
        """What younger's answer comes to, once the cards have been looked at."""
        answer, event = self.answers.get(kind, ("", None))
        calls, table = self.called.kinds[kind], self.table
        mine, his = calls.own[table.elder], calls.own[table.younger]
        if event is None or kind not in self.sound:
            if kind == SET and not mine and his and kind not in self.first:
                yield from self._implied()
            return
        hand = table.held[table.younger]
        if answer == GOOD:
            calls.answer = GOOD
        elif hand is None or table.held[table.elder] is None:
            calls.answer = answer
            if answer == EQUAL:
                his[:] = [mine[0]._replace(line=event.line)]
                calls.answer = ""
        else:
            yield from self._weighed(kind, answer, event, hand)

    def _weighed(self, kind: int, answer: str, event: Event, hand: int) -> Said:
        """`equal` or `not good`, held against what younger truly has."""
        calls, table = self.called.kinds[kind], self.table
        mine, his = calls.own[table.elder], calls.own[table.younger]
        best = max((combo.strength for combo in held_of(kind, hand)), default=(0, 0))
        asked, name = mine[0].combo.strength, table.name(table.younger)
        place = Place(event.line, event.column, event.path)
        if answer == EQUAL and best >= asked:
            his[:] = [mine[0]._replace(line=event.line)]
            if best > asked:
                calls.saves = True
                text = f"{name} said equal with a better {KINDS[kind]}: it cannot score, but it saves pique and repique"
                yield note(DECLARE_ORDER, place, text, table.younger)
        elif answer == NOT_GOOD and best > asked:
            if not his:
                calls.answer = NOT_GOOD if (kind, table.younger) not in self.false else ""
        elif answer == NOT_GOOD and (kind, table.younger) in self.false:
            return  # the false call is the fault
        else:
            text = f"{name} said {answer}, but has no {KINDS[kind]} as good: {mine[0].combo.name} is good"
            if best == asked:
                text = f"{name} said {answer}, but his {KINDS[kind]} is only equal"
                his[:] = [mine[0]._replace(line=event.line)]
            yield Finding(DECLARE_ORDER, FAULT, event.line, text, table.younger, event.column, event.path, cause=event)

    def _implied(self) -> Said:
        """Elder called no set, but the point and sequences that he called show one (laws of 1882, Case IV)."""
        table, calls = self.table, self.called.kinds[SET]
        if not self.table.portland:
            return
        shown = 0
        for kind in (POINT, SEQUENCE):
            if outcome(table, kind, table.terms).winner == table.elder:
                for counted in self.called.kinds[kind].own[table.elder]:
                    shown |= counted.combo.cards
        implied = held_of(SET, shown)
        his = calls.own[table.younger]
        if implied and implied[0].strength > max(counted.combo.strength for counted in his):
            calls.own[table.younger].clear()
            text = (
                f"{implied[0].name} of {table.name(table.elder)}'s is shown by what he called: it bars "
                f"{table.name(table.younger)}'s, and counts for nobody as it was not called"
            )
            yield note(OMITTED, table.place(), text, table.elder)

    def _held_back(self, kind: int) -> Said:
        """Says if a player had better than he called, and it would have been good."""
        table = self.table
        hands = [table.held[0], table.held[1]]
        if hands[0] is None or hands[1] is None:
            return
        held = [held_of(kind, hand or 0) for hand in hands]
        best = [combos[0].strength if combos else (0, 0) for combos in held]
        if best[0] == best[1]:
            return
        seat = 0 if best[0] > best[1] else 1
        own = self.called.kinds[kind].own[seat]
        if (max(counted.combo.strength for counted in own) if own else (0, 0)) < best[seat]:
            text = f"{table.name(seat)} had {held[seat][0].name} and did not call it: what is not called is not counted"
            yield note(OMITTED, table.place(), text, seat)


def _fault(event: Event, text: str) -> Finding:
    return Finding(FALSE_DECLARATION, FAULT, event.line, text, event.seat, event.column, event.path, cause=event)


def _believed(call: Call) -> Combo:
    if call.kind == POINT:
        return Combo(POINT, (call.size, call.making or 0), call.size, 0, f"point {call.size}")
    if call.kind == SEQUENCE:
        suit, top = divmod(max(call.which, 0), SUIT_SIZE)
        combo = run(suit, top, call.size)
        return combo if call.which >= 0 else combo._replace(cards=0, strength=(call.size, -SUIT_SIZE))
    return set_of(call.which, call.size, 0)


def _in_hand(hand: int, call: Call) -> Combo | None:
    """The combination of a call, if these cards hold it."""
    if call.kind == POINT:
        return max(_points_called(hand, call), key=strength, default=None)
    if call.kind == SEQUENCE:
        return max(_runs_called(hand, call), key=strength, default=None)
    holding = hand & RANK_BITS << call.which
    return set_of(call.which, call.size, holding) if holding.bit_count() >= call.size else None


def _points_called(hand: int, call: Call) -> Iterator[Combo]:
    """The suits that a call of point may mean: as long as it says, or longer and called for less."""
    for suit in range(4):
        bits = suit_bits(hand, suit)
        most = _best_cards(bits, call.size)
        if LENGTH[bits] < call.size or (call.making is not None and call.making > PIPS[most]):
            continue
        if LENGTH[bits] == call.size and call.making not in (None, PIPS[bits]):
            continue
        cards = bits << suit * SUIT_SIZE
        yield Combo(POINT, (call.size, call.making or PIPS[most]), call.size, cards, f"point {call.size}")


def _best_cards(bits: int, number: int) -> int:
    """The highest cards of a suit."""
    while LENGTH[bits] > number:
        bits &= ~(1 << bits.bit_length() - 1)
    return bits


def _runs_called(hand: int, call: Call) -> Iterator[Combo]:
    """The sequence that a call names; without a card, any of that length."""
    if call.which >= 0:
        named = run(*divmod(call.which, SUIT_SIZE), call.size)
        if named.cards & hand == named.cards:
            yield named
        return
    for combo in runs_in(hand):
        if combo.strength[0] == call.size:
            yield combo
