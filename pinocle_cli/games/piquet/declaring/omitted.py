"""Calls that were forgotten: calls that came too late, those remembered in time, and what nobody called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.combinations import CARTE_BLANCHE_KIND, POINT, SEQUENCE, SET, best_of, held_of
from pinocle_cli.games.piquet.declaring.outcome import is_blank, outcome
from pinocle_cli.games.piquet.declaring.table import add, held_as_called
from pinocle_cli.games.piquet.hands import bits_of
from pinocle_cli.games.piquet.notation import words_of
from pinocle_cli.games.piquet.state import Counted
from pinocle_cli.ledger import Ruling
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.declaring.conversation import Spoken
    from pinocle_cli.games.piquet.declaring.table import Table
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry, Finding
    from pinocle_cli.record import Irregularity
    from pinocle_cli.weigh import Weight

OMITTED = Rule(
    "omitted-declaration",
    "Omitted declaration",
    "irregularity",
    """What a player forgot to call he cannot add after the first lead; by the laws of 1882, once younger has played to
    the first trick. What is not called is not counted. By the laws of 1882 a set that elder's point and sequences have
    shown bars younger's lower ones all the same.""",
    "001; Portland laws, 56, Case IV",
)


@OMITTED.applied
def too_late(state: Piquet, spoken: list[Spoken]) -> Said:
    """Calls that are in the list, but came too late: by their place there, or because the table says so."""
    for said in state.deal.irregularities or ():
        if said.fault.endswith(OMITTED.label) and said.after != 0 and said.cards:
            for one in spoken:
                one.late = one.late or (one.event.seat == said.by and _names(state, one, bits_of(said.cards)))
    for one in spoken:
        if one.late:
            text = (
                f"{words_of(one.event)} of {state.name(one.event.seat)}'s came after the first lead and does not count"
            )
            yield note(OMITTED, one.event.place, text, one.event.seat)


def _names(state: Piquet, one: Spoken, cards: int) -> bool:
    """Whether a call is about these cards."""
    if one.call.kind == CARTE_BLANCHE_KIND:
        return False
    combo = held_as_called(state, one.event.seat, one.call)
    return (
        combo is not None and bool(cards) and (combo.cards & cards == cards or cards & combo.cards == combo.cards != 0)
    )


def remembered(table: Table) -> None:
    """What was forgotten and remembered in time counts, where its cards are named."""
    for said in table.state.deal.irregularities or ():
        if not said.fault.endswith(OMITTED.label) or said.after != 0 or said.by is None or not said.cards:
            continue
        cards = bits_of(said.cards)
        if cards & ~table.state.most(said.by):
            continue
        named = [c for kind in (SET, SEQUENCE, POINT) for c in held_of(kind, cards) if c.cards == cards]
        if named:
            add(table.called.kinds[named[0].kind].own[said.by], Counted(named[0], said.place.line))


@OMITTED.follows()
def omitted(finding: Finding, _: Piquet, __: Sequence[Entry]) -> Ruling:
    """What was forgotten can be added before the first lead, and not later."""
    said = finding.said
    if said is not None and said.after == 0:
        how = "and counts" if said.cards else "and may still be called; name its `cards`, or add it to `calls`"
        return Ruling(rule=OMITTED, text=f"it was remembered before the first lead {how}")
    return Ruling(rule=OMITTED, text="it came too late and cannot be added; the score stands")


@OMITTED.examined
def _held_it(state: Piquet, said: Irregularity) -> Weight:
    """Whether a player can have forgotten to call these cards."""
    if said.by is not None and said.cards and bits_of(said.cards) & ~state.most(said.by):
        return refuted(f"{state.name(said.by)} did not hold {state.deck.show(said.cards)}")
    called = state.called
    if said.cards or not said.after or called is None or state.deal.calls is None or None in state.held:
        return OPEN
    forgot = called.withheld & ({0, 1} if said.by is None else {said.by})
    return OPEN if forgot else refuted(f"{_both(state, said)} called all that was good")


def _both(state: Piquet, said: Irregularity) -> str:
    return "both" if said.by is None else state.name(said.by)


def held_back(table: Table, kind: int) -> Said:
    """Says what a player had that would have been good, and did not call."""
    state, calls = table.state, table.called.kinds[kind]
    best = [table.best(kind, seat) for seat in (0, 1)]
    found = outcome(state, kind, state.terms)
    seat = found.winner
    if seat is None and not found.equal and None not in best and best[0] != best[1]:
        seat = 0 if (best[0] or (0, 0)) > (best[1] or (0, 0)) else 1
    if seat is None or state.held[seat] is None:
        return
    own = calls.own[seat]
    for combo in table.held(kind, seat):
        called = next((one.combo for one in own if one.combo.cards & combo.cards), None)
        more = called is None or combo.strength > called.strength
        if more and not combo.cards & table.lost and not (kind == POINT and called is None and own):
            table.called.withheld.add(seat)
            text = f"{state.name(seat)} had {combo.name} and did not call it: what is not called is not counted"
            yield note(OMITTED, state.place(), text, seat)


def blanks_not_called(state: Piquet) -> Said:
    """Says if a player had a carte blanche and did not call it."""
    assert state.called is not None  # noqa: S101 - the caller has made it
    for seat in (0, 1):
        if is_blank(state, seat) and all(seat != other for other, _ in state.called.blank):
            state.called.withheld.add(seat)
            text = f"{state.name(seat)} had a carte blanche and did not call it: what is not called is not counted"
            yield note(OMITTED, state.place(), text, seat)


def implied(table: Table) -> Said:
    """Elder called no set, but the point and sequences that he called show one (laws of 1882, Case IV)."""
    state, calls = table.state, table.called.kinds[SET]
    if not state.portland or table.elder_called(SET) or not calls.own[state.younger]:
        return
    shown = 0
    for kind in (POINT, SEQUENCE):
        if outcome(state, kind, state.terms).winner == state.elder:
            for counted in table.called.kinds[kind].own[state.elder]:
                shown |= counted.combo.cards
    implied = held_of(SET, shown)
    if implied and implied[0].strength > best_of(one.combo for one in calls.own[state.younger]):
        calls.own[state.younger].clear()
        text = (
            f"{implied[0].name} of {state.name(state.elder)}'s is shown by what he called: it bars "
            f"{state.name(state.younger)}'s, and counts for nobody as it was not called"
        )
        yield note(OMITTED, state.place(), text, state.elder)
