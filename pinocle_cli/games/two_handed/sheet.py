"""Score sheets: deals of which the counts are known but not the play, and what stands beside a play."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import (
    READ_AS_ROUNDED,
    WHOLE_COUNT,
    card_values,
    counts_as_written,
    how_counted,
)
from pinocle_cli.games.two_handed.chapters.count import CARD_POINTS, can_be_counted, last_trick, rounded
from pinocle_cli.games.two_handed.chapters.reach import most_melds
from pinocle_cli.games.two_handed.sheet_melds import melds_in_play
from pinocle_cli.ledger import ERROR, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import AS_RECORDED, ASSUMED, COUNT, NOT_CHECKED, Cards, Figure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinocle_cli.game import Said
    from pinocle_cli.games.two_handed.state import TwoHanded
    from pinocle_cli.record import Place

# --- Cards -----------------------------------------------------------------------------------------------------------


def cards_on_the_sheet(state: TwoHanded) -> Said:
    """The cards that each took, counted by the table or listed, wherever play stopped."""
    taken = state.deal.taken or {}
    if state.won is not None:
        return  # the tricks are counted instead
    lists = {seat: value for seat, value in taken.items() if isinstance(value, Cards)}
    impossible = [*cards_that_make_no_pack(state.deck, list(lists.values())), *_no_counts(state)]
    yield from impossible
    if impossible:
        return
    values = card_values(state.deck, state.house.count)
    state.won = [0, 0]
    for seat, value in taken.items():
        line = state.count_line[seat] = value.place.line
        if isinstance(value, Figure):
            points, text = value.value, how_counted(value)
        else:
            points, text = sum(values[card] for card in value.cards), f"{len(value.cards)} cards"
        state.won[seat] = points
        yield Entry(seat, points, CARD_POINTS, line, text)
    yield from _last_of(state, lists)
    yield from _whole_count(state, taken)


def _no_counts(state: TwoHanded) -> Iterator[Finding]:
    """Figures that no cards can give: no sum of cards, an odd pile, less than the tricks that are recorded hold."""
    possible = can_be_counted(state.deck, state.house.count)
    entered = state.house.rounding != "exact"
    so_far = state.walk.won if state.walk is not None else [0, 0]
    for seat, value in (state.deal.taken or {}).items():
        name, text = state.name(seat), ""
        if isinstance(value, Cards):
            if len(value.cards) % 2:
                text = f"{len(value.cards)} cards stand here; tricks hold two cards each"
        elif value.value < so_far[seat] and not entered:
            text = f"{name} counted {value.value} in cards; the tricks that are recorded hold {so_far[seat]}"
        elif value.value not in possible and not (entered and value.value % 10 == 0):
            text = f"{value.value} cannot be the count of {name}: no cards make it in {state.house.count}"
        elif value.value < so_far[seat] and value.value != rounded(so_far[seat]):
            text = f"{name} counted {value.value} in cards; the tricks that are recorded hold {so_far[seat]}"
        if text:
            yield Finding.at(value.place, COUNT, ERROR, text, seat)


def _last_of(state: TwoHanded, lists: dict[int, Cards]) -> Said:
    """The ten for the last trick, where the cards are listed; a count by the table holds it already."""
    if state.won is None:
        return
    everything = sum(len(cards.cards) for cards in lists.values()) == state.deck.size
    last = state.deal.last
    if last is not None and last in lists:
        entry = last_trick(last, lists[last].place.line)
        state.won[last] += entry.points
        yield entry
    elif last is None and everything:
        yield note(NOT_CHECKED, state.place(), "who won the last trick is not recorded; its ten points are not given")
    state.whole = everything


def _whole_count(state: TwoHanded, taken: Mapping[int, Figure | Cards]) -> Said:
    """In a whole deal the counts make 250, less a card that took no part; or 240 as they are entered."""
    won, out = state.won, state.deal.out if state.out is None else state.out
    if won is None or any(isinstance(value, Cards) for value in taken.values()):
        return
    values = set(card_values(state.deck, state.house.count))  # of the card that took no part, if it is not recorded
    possible = {WHOLE_COUNT - points for points in (values if state.left_out is None else {state.left_out})}
    whole, total, place = max(possible), sum(won), list(taken.values())[-1].place
    if len(taken) == 1:
        yield from _the_other(state, next(iter(taken)), whole, possible, place)
        return
    state.whole = out is None
    if total in possible or (out is not None and total <= whole):
        return
    if _as_entered(state, won) and total in {rounded(one) + rounded(whole - one) for one in range(whole + 1)}:
        state.rounded = True
        yield note(ASSUMED, place, READ_AS_ROUNDED)
        return
    sums = " + ".join(str(points) for points in won)
    text = f"{sums} = {total} card points; a whole deal has {whole}{_perhaps_out(state, won)}"
    yield Finding.at(place, COUNT, ERROR, text)


def _as_entered(state: TwoHanded, won: list[int]) -> bool:
    return state.house.rounding != "exact" and all(points % 10 == 0 for points in won)


def _the_other(state: TwoHanded, seat: int, whole: int, possible: set[int], place: Place) -> Said:
    """One count alone gives the other, where the deal was played to its end and every card took part."""
    other, won = 1 - seat, state.won or [0, 0]
    out = state.deal.out if state.out is None else state.out
    state.whole = out is None
    if out is not None or won[seat] > whole or len(possible) > 1:
        state.complete = state.cards_known = False
        yield note(NOT_CHECKED, place, f"what {state.name(other)} took is not recorded", other)
        if won[seat] > whole:
            yield Finding.at(place, COUNT, ERROR, f"{won[seat]} card points; a whole deal has {whole}", seat)
        return
    won[other] = whole - won[seat]
    state.count_line[other] = place.line
    text = f"{state.name(other)} is taken to have the rest of the {whole}: {won[other]}"
    yield note(ASSUMED, place, text, other)
    yield Entry(other, won[other], CARD_POINTS, place.line, "the rest of the cards")


def _perhaps_out(state: TwoHanded, won: list[int]) -> str:
    """Where somebody then stands at the target, he may have declared himself out."""
    session = state.session
    if session.totals is None or session.house.target == "deal":
        return ""
    shown = Counter({one.seat: 0 for one in state.shown})
    for one in state.shown:
        shown[one.seat] += one.points
    for seat in (0, 1):
        if session.totals[seat] + shown[seat] + rounded(won[seat]) >= session.target:
            return f"; was {state.name(seat)} out? Then write `out: {state.name(seat)}`"
    return ""


def tricks_on_the_sheet(state: TwoHanded) -> Said:
    """Tricks that were only counted score nothing here, but there are no more than are played, nor others."""
    taken, tricks, whole = state.deal.taken or {}, state.deal.tricks or {}, 2 * state.size
    for seat, figure in tricks.items():
        points = taken.get(seat)
        if not figure.value and isinstance(points, Figure) and points.value and state.walk is None:
            text = f"{state.name(seat)} took {points.value} card points here, and no trick"
            yield Finding.at(points.place, COUNT, ERROR, text, seat)
        won = state.walk.taken[seat] if state.walk is not None else 0
        if figure.value < won or (state.whole and state.walk is not None and figure.value != won):
            text = f"{state.name(seat)} has {figure.value} tricks here; the play has {won}"
            yield Finding.at(figure.place, COUNT, ERROR, text, seat)
    total = sum(figure.value for figure in tricks.values())
    if total > whole:
        first = next(iter(tricks.values()))
        yield Finding.at(first.place, COUNT, ERROR, f"{total} tricks stand here; a deal has {whole}")


# --- What is missing -------------------------------------------------------------------------------------------------


def out_on_the_sheet(state: TwoHanded) -> Said:
    """`out: Anna` beside a score sheet."""
    out = state.deal.out
    if state.deal.play is not None or out is None:
        return
    state.out, state.out_at = out, state.place()
    if state.house.going_out != "immediate":
        text = f"{state.name(out)} is taken to have won the trick that going out asks for"
        yield note(ASSUMED, state.place(), text, out)


def missing_parts(state: TwoHanded) -> Said:
    """Says what could not be checked, and takes a bare claim as it was written."""
    deal = state.deal
    if deal.play is not None:
        if deal.melds is not None and melds_in_play(state):
            text = "melds are taken from the play; those listed beside it are not looked at. Write each after its trick"
            yield note(NOT_CHECKED, state.place(), text)
    elif state.only_claimed:
        yield from _figures(state)
    elif deal.taken is not None:
        yield note(NOT_CHECKED, state.place(), counts_as_written(deal.taken))
        if deal.melds is None:
            state.melds_known = False
            text = "the melds of this deal are not recorded; what was melded is not known (`melds: none`: nothing was)"
            yield note(NOT_CHECKED, state.place(), text)
    elif deal.melds is not None:
        state.cards_known = False
        yield note(NOT_CHECKED, state.place(), "no card points are recorded for this deal; only its melds count")
    elif not _is_void(state):
        state.scored = state.ended = state.cards_known = state.melds_known = False
        yield note(NOT_CHECKED, state.place(), "nothing that scores is recorded for this deal")
    state.complete = state.complete and state.melds_known and state.cards_known
    yield from _no_score(state)


def _is_void(state: TwoHanded) -> bool:
    return state.deal.void or any(one.fault.endswith("misdeal") for one in state.deal.irregularities or ())


def _figures(state: TwoHanded) -> Said:
    """Only what the table wrote for the deal: that is the whole of it."""
    state.whole, state.figures_only = True, True
    claimed = state.deal.claimed or {}
    for seat, figure in claimed.items():
        yield Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it")
    text = "only the figures of this deal are recorded; they are taken as written"
    yield note(AS_RECORDED, state.place(), text)
    for seat in (0, 1):
        if seat not in claimed:
            state.complete = False
            yield note(NOT_CHECKED, state.place(), f"no figure for {state.name(seat)}; nothing is counted", seat)


def _no_score(state: TwoHanded) -> Said:
    """A figure for the deal that no cards can give."""
    if not state.figures_only and state.complete:
        return
    most = most_melds(state.deck, state.size, state.house.doubles) + WHOLE_COUNT
    exact = "exact" in (state.house.rounding, state.house.declared_count)
    for seat, figure in (state.deal.claimed or {}).items():
        if figure.value % 10 and not exact:
            text = f"{figure.value} cannot be {state.name(seat)}'s deal: melds score in tens and cards are entered so"
            yield Finding.at(figure.place, COUNT, ERROR, text, seat)
        elif not 0 <= figure.value <= most:
            text = f"{figure.value} cannot be {state.name(seat)}'s deal: it gives {most} at the most"
            yield Finding.at(figure.place, COUNT, ERROR, text, seat)
