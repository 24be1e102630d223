"""What is counted in hand: for whom each kind of call is good.

Only what was called and is truly held is ever counted. Calling less than one holds is anybody's right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.combinations import NOTHING, POINT, SEQUENCE, best_of, held_of, points_in, runs_in
from pinocle_cli.games.piquet.hands import COURTS, HAND, bits_of
from pinocle_cli.games.piquet.notation import EQUAL, GOOD, NOT_GOOD
from pinocle_cli.games.piquet.state import Called, Counted
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet, Terms

CARTE_BLANCHE = Rule(
    "carte-blanche",
    "Carte blanche",
    "score",
    """Twelve cards dealt without king, queen or knave score ten. They are shown for a moment. Whatever a player
    forfeits afterwards, a carte blanche that was shown stays his.""",
    "001; Portland laws, 18, 19 and 61, Case XXI",
)


@CARTE_BLANCHE.applied
def is_blank(state: Piquet, seat: int) -> bool | None:
    """Whether the twelve cards dealt had no king, queen or knave; None if that is not known."""
    dealt, held, out = state.dealt[seat], state.held[seat], state.discarded[seat]
    if dealt is not None:
        return not dealt & COURTS and (dealt.bit_count() >= HAND or not state.portland)
    if out is not None and held is not None and not (held | out) & COURTS:
        return True
    return False if out is not None and out & COURTS else None


SEQUENCE_IN_POINT_SUIT = Rule(
    "sequence-in-point-suit",
    "Sequences in any suit",
    "score",
    """A sequence of any suit counts. Source 001 says that it must belong to the suit called for point, which no other
    text has; a table that plays so says `sequences: point-suit`.""",
    "001; Portland laws, 63; decided by us",
)


@SEQUENCE_IN_POINT_SUIT.applied
def only_in_point_suit(called: Called, seat: int, suit: int) -> list[Counted]:
    """Leave out the sequences that are not in the suit of the point; which they are."""
    runs = called.kinds[SEQUENCE].own[seat]
    out = [one for one in runs if suit and one.combo.cards & ~suit]
    runs[:] = [one for one in runs if one not in out]
    return out


def point_suit(called: Called, seat: int, hand: int | None) -> int:
    """The cards of the suit that a player called for point; if he called none, of the one that he would have called.

    Of two suits as good it is the one of his sequences: those that he called, else those that he holds.
    """
    point = called.kinds[POINT].own[seat]
    if hand is None:
        return point[0].combo.cards if point else 0
    runs = [one.combo.cards for one in called.kinds[SEQUENCE].own[seat]]
    best = point[0].combo.strength if point else best_of(points_in(hand))
    level = [combo.cards for combo in points_in(hand) if combo.strength == best] or [point[0].combo.cards]
    held = [combo.cards for combo in runs_in(hand)]
    return max(level, key=lambda suit: [sum((suit & cards).bit_count() for cards in some) for some in (runs, held)])


# --- For whom a kind is good -----------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """For whom a kind is good (None: nobody), and whether it was equal."""

    winner: int | None
    equal: bool = False


_GOOD_FOR = {None: Outcome(None), 0: Outcome(0), 1: Outcome(1)}
_EQUAL = Outcome(None, equal=True)


def outcome(state: Piquet, kind: int, terms: Terms) -> Outcome:
    """Who counts a kind, given whose calls bar nothing."""
    assert state.called is not None  # noqa: S101 - asked only where something was called
    calls, elder, younger = state.called.kinds[kind], state.elder, 1 - state.elder
    mine = [] if elder in terms.bars_nothing else calls.own[elder]
    his = [] if younger in terms.bars_nothing else calls.own[younger]
    if not mine:
        return _GOOD_FOR[younger if his else None]
    if calls.answer == GOOD or (younger in terms.bars_nothing and not calls.saves):
        return _GOOD_FOR[elder]
    if calls.answer == EQUAL:
        return _EQUAL
    return _GOOD_FOR[younger if his else None]


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
    forgotten = [
        said for said in deal.irregularities or () if said.fault.endswith("omitted-declaration") and said.after
    ]
    for seat, hand in enumerate(state.held):
        gone = [bits_of(said.cards) for said in forgotten if said.by == seat and said.cards]
        line = lines[seat]
        for kind, calls in called.kinds.items():
            calls.own[seat].extend([Counted(one, line) for one in held_of(kind, hand or 0) if one.cards not in gone])
        if state.house.sequences == "point-suit":
            only_in_point_suit(called, seat, point_suit(called, seat, hand))
    for calls in called.kinds.values():
        mine, his = calls.own[state.elder], calls.own[state.younger]
        if mine:  # the best stands first
            best, other = mine[0].combo.strength, his[0].combo.strength if his else NOTHING
            calls.answer = GOOD if best > other else EQUAL if best == other else NOT_GOOD
    yield note(ASSUMED, place, "the calls are not recorded: each is taken to have called all that he had")
