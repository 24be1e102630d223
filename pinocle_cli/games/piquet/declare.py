"""The calling: what each player called, whether he had it, how it was answered, and for whom each kind is good.

Only what was called and is truly held is ever counted. Calling less than one holds is anybody's right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli.game import note
from pinocle_cli.games.piquet.calls import GOOD, NOT_GOOD
from pinocle_cli.games.piquet.combos import (
    COURTS,
    POINT,
    SEQUENCE,
    SET,
    Combo,
    bits_of,
    held_of,
    points_in,
)
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.deal import Piquet, Terms

DECLARE_ORDER = Rule(
    "declare-order",
    "Calling and answering",
    "procedure",
    """Elder calls first, the number of cards of his longest suit; younger answers that it is good, that it is equal,
    or that it is not good. An answer that the cards do not bear out changes nothing: what is good counts. By the laws
    of 1882 elder loses a point that is not called first, and younger who said "equal" cannot count a longer one,
    though it saves pique and repique.""",
    "001; Portland laws, 46 to 51, Case I",
)

SEQUENCES_THEN_SETS = Rule(
    "declare-sequence-then-sets",
    "In which order",
    "procedure",
    "After the point come sequences, then fourteens and trios.",
    "001; Portland laws, 47",
)

SEQUENCE_IN_POINT_SUIT = Rule(
    "sequence-in-point-suit",
    "Sequences in any suit",
    "score",
    """A sequence of any suit counts. Source 001 says that it must belong to the suit called for point, which no other
    text has; a table that plays so says `sequences: point-suit`.""",
    "001; Portland laws, 63; decided by us",
)

SHOW_ON_DEMAND = Rule(
    "show-on-demand",
    "Showing what was called",
    "procedure",
    "Whatever has been called is laid on the table when the other player first asks for it.",
    "001; Portland laws, 55",
)

YOUNGER_DECLARES = Rule(
    "younger-declares-after-lead",
    "When younger calls",
    "procedure",
    "Elder leads; younger calls what he has before he plays to that trick.",
    "001",
)

CARTE_BLANCHE = Rule(
    "carte-blanche",
    "Carte blanche",
    "score",
    "Twelve cards dealt without king, queen or knave score ten. They are shown for a moment.",
    "001; Portland laws, 18, 19 and 61",
)

FALSE_DECLARATION = Rule(
    "false-declaration",
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
    "omitted-declaration",
    "Omitted declaration",
    "irregularity",
    """What a player forgot to call he cannot add after the first lead; by the laws of 1882, once younger has played to
    the first trick. What is not called is not counted. By the laws of 1882 a set that elder's point and sequences have
    shown bars younger's lower ones all the same.""",
    "001; Portland laws, 56, Case IV",
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


def outcome(state: Piquet, kind: int, terms: Terms) -> Outcome:
    """Who counts a kind, given whose calls bar nothing."""
    calls = state.called.kinds[kind]
    own = [[] if seat in terms.bars_nothing else calls.own[seat] for seat in (0, 1)]
    mine, his = own[state.elder], own[state.younger]
    answer = "" if state.younger in terms.bars_nothing else calls.answer
    if not mine:
        return Outcome(state.younger if his else None)
    if answer == GOOD:
        return Outcome(state.elder)
    if not his:
        return Outcome(None if answer else state.elder)
    if answer == NOT_GOOD:
        return Outcome(state.younger)
    best, other = mine[0].combo.strength, max(counted.combo.strength for counted in his)
    if best == other:
        return Outcome(None, equal=True)
    return Outcome(state.elder if best > other else state.younger)


def point_suit(called: Called, seat: int, hand: int | None) -> int:
    """The cards of the suit that a player called for point; if he called none, of the one that he would have called."""
    point = called.kinds[POINT].own[seat]
    if hand is None:
        return point[0].combo.cards if point else 0
    runs = [one.combo.cards for one in called.kinds[SEQUENCE].own[seat]]
    best = point[0].combo.strength if point else max(combo.strength for combo in points_in(hand))
    level = [combo.cards for combo in points_in(hand) if combo.strength == best] or [point[0].combo.cards]
    return max(level, key=lambda suit: sum((suit & cards).bit_count() for cards in runs))


def only_in_point_suit(called: Called, seat: int, suit: int) -> list[Counted]:
    """Leave out the sequences that are not in the suit of the point; which they are."""
    runs = called.kinds[SEQUENCE].own[seat]
    out = [one for one in runs if suit and one.combo.cards & ~suit]
    runs[:] = [one for one in runs if one not in out]
    return out


# --- Without recorded calls ------------------------------------------------------------------------------------------


def all_that_they_have(state: Piquet) -> Said:
    """Where the calls are not recorded, each is taken to have called everything."""
    deal, place = state.deal, state.place()
    if deal.play is None and deal.tricks is None and (deal.claimed is not None or None in state.held):
        return
    lines = [where.line if where else deal.line for where in state.place_of]
    called = Called(blank=[(seat, lines[seat]) for seat in (0, 1) if is_blank(state, seat)])
    if None in state.held:
        state.complete = False
        state.called = called if deal.play is not None else None  # a carte blanche counts without the other hand
        text = "neither the calls nor both hands are recorded: points, sequences and sets are not counted"
        yield note(NOT_CHECKED, place, text)
        return
    state.called = called
    forgotten = [said for said in deal.irregularities or () if said.fault.endswith(OMITTED.label)]
    for seat, hand in enumerate(state.held):
        gone = [bits_of(said.cards) for said in forgotten if said.by == seat and said.cards]
        for kind in (POINT, SEQUENCE, SET):
            called.kinds[kind].own[seat].extend(
                Counted(combo, lines[seat]) for combo in held_of(kind, hand or 0) if combo.cards not in gone
            )
        if state.house.sequences == "point-suit":
            only_in_point_suit(called, seat, point_suit(called, seat, hand))
    yield note(ASSUMED, place, "the calls are not recorded: each is taken to have called all that he had")


def is_blank(state: Piquet, seat: int) -> bool | None:
    """Whether the twelve cards dealt had no king, queen or knave; None if that is not known."""
    dealt, held, out = state.dealt[seat], state.held[seat], state.discarded[seat]
    if dealt is not None:
        return not dealt & COURTS
    if out is not None and held is not None and not (held | out) & COURTS:
        return True
    return False if out is not None and out & COURTS else None
