"""Deals without play: the figures that the table wrote, and whether any cards can give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import Bounds, note
from pinocle_cli.games.piquet.chapters.in_hand import BLANK_POINTS
from pinocle_cli.games.piquet.chapters.in_play import PIQUE_POINTS
from pinocle_cli.games.piquet.chapters.reckoning import CARDS_POINTS, reckon, sums
from pinocle_cli.games.piquet.hands import ALL_TRICKS
from pinocle_cli.games.piquet.state import Taken
from pinocle_cli.record import COUNT, NOT_CHECKED
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry, Run, Verdict
    from pinocle_cli.record import Figure

# Found by search over all hands (tests/test_piquet_bounds.py makes it again): a carte blanche of ten; five courts drawn
# to a point of 5, a quint 15, a tierce 3, four knaves 14 and four tens 14; the repique 60; thirteen in play; the capot
# 40. Hoyle's 170 has no carte blanche.
MOST = 174
MOST_OF_THIRTEEN = 180  # played with a card too many, where that is not enforced
IN_PLAY = ALL_TRICKS + 1  # leads or captures, and the last trick
LEAST = 14  # of both together: six tricks each, seven points each
_BOTH = 2
_FORFEITS = ("false-declaration", "too-many-cards", "short-discard", "talon", "no-second-discard", "younger-exchange")


def most(state: Piquet) -> int:
    """The most that one player can have in this deal."""
    called = [said.fault.rpartition(".")[2] for said in state.deal.irregularities or ()]
    extra = MOST_OF_THIRTEEN if "too-many-cards" in called or "short-discard" in called else MOST
    silent = IN_PLAY if state.house.extra_card == "doubled" else 0  # the other plays in silence: play counts double
    return _times(state) * (extra + silent)


def _times(state: Piquet) -> int:
    return 1 if state.double is None else 2


def tricks_on_the_sheet(state: Piquet) -> Said:
    """Twelve tricks, no more and no less."""
    figures = given(state.deal.tricks)
    total = sum(figure.value for figure in figures.values())
    if total > ALL_TRICKS or (len(figures) == _BOTH and total != ALL_TRICKS):
        place = next(iter(figures.values())).place
        yield state.error(COUNT, place, f"{total} tricks stand here; a deal has {ALL_TRICKS}")


def claims_that_can_be(state: Piquet) -> Said:
    """Whether any cards can give the figures of a deal that is not played out in the record."""
    figures = given(state.deal.claimed)
    for seat, figure in figures.items():
        why = _why_not(state, seat, figure.value)
        if why:
            yield state.error(COUNT, figure.place, f"{figure.value} stands here; {why}", seat)
            return
    if state.deal.play is None and len(figures) == _BOTH:
        yield from _together(state, figures)


def _why_not(state: Piquet, seat: int, figure: int) -> str:
    """Why a figure cannot be; nothing where it can."""
    if state.deal.play is not None:
        return ""  # it is compared with what the cards give
    if figure < 0:
        return "nothing is ever taken off in a deal"
    if state.double is not None and figure % 2:
        return "this deal counts double, and no doubled figure is odd: it is written down doubled (40 as 80)"
    if figure > most(state):
        twice = ", doubled as this deal is," if state.double is not None else ""
        return f"no hand and no play can give more than {most(state)}{twice} in a deal"
    won = (state.deal.tricks or {}).get(seat)
    least = _times(state) * _least_of_tricks(state, won.value if won is not None else None)
    return f"{won.value} tricks give {least} at least" if won is not None and 0 < figure < least else ""


def _least_of_tricks(state: Piquet, tricks: int | None) -> int:
    """What so many tricks give at the least: one for each, as it was led or captured, and the cards."""
    if tricks is None or state.house.low_cards != "count":
        return 0
    return tricks + (CARDS_POINTS if tricks >= int(state.house.cards_at) else 0)


def _together(state: Piquet, figures: Mapping[int, Figure]) -> Said:
    """Twelve leads, the last trick and one capture at least are shared out between the two; a zero is a forfeit."""
    values, place = [figure.value for figure in figures.values()], next(iter(figures.values())).place
    forfeited = any(said.fault.endswith(_FORFEITS) for said in state.deal.irregularities or ())
    least = LEAST * _times(state) if state.house.low_cards == "count" else _times(state)
    if not any(values):
        text = "0 to 0 stands here; no deal gives that: one that did not count is `void: yes`"
        if not _may_be_void(state):
            yield state.error(COUNT, place, text)
    elif 0 not in values and sum(values) < least and not forfeited:
        figures_are = f"{values[0]} and {values[1]} stand here"
        text = f"{figures_are}; twelve leads, the captures and the last trick are {least} at least"
        yield state.error(COUNT, place, text)


def _may_be_void(state: Piquet) -> bool:
    """Whether a fault is recorded that can make the deal void."""
    return any(said.choice == "redeal" or said.fault.endswith(("faced-card", "incorrect-pack", "exposed-talon"))
               for said in state.deal.irregularities or ())  # fmt: skip


# --- The score -------------------------------------------------------------------------------------------------------


def score(state: Piquet) -> Said:
    """Everything that the deal gives."""
    deal = state.deal
    if deal.play is not None:
        yield from _reckoned(state)
        return
    sweeper = _sweeper(state)
    known = state.called is not None or deal.claimed is None  # without the calls a table's own figures tell more
    if sweeper is not None and known and state.house.low_cards == "count":
        yield from _capot(state, sweeper)
        return
    state.scored = state.complete = False
    if deal.claimed is None:
        text = "the points in play come from `play`; without it, or a claim, this deal is not scored"
        if state.called is not None:
            hand = sums(reckon(state, state.terms))
            text += f" (in hand {state.name(0)} has {hand[0]} and {state.name(1)} {hand[1]})"
        yield note(NOT_CHECKED, state.place(), text)


def _reckoned(state: Piquet) -> list[Entry | Run]:
    state.entries = reckon(state, state.terms)
    return state.entries


def _sweeper(state: Piquet) -> int | None:
    """Who took all twelve tricks, by the table's count."""
    figures = state.deal.tricks or {}
    for seat, figure in figures.items():
        if figure.value == ALL_TRICKS:
            return seat
        if figure.value == 0:
            return 1 - seat
    return None


def _capot(state: Piquet, sweeper: int) -> Said:
    """All twelve tricks tell what each led and won, whatever the cards were."""
    line = next(iter(given(state.deal.tricks).values())).place.line
    state.tricks = [Taken(line, state.elder, -1, -1, sweeper)]
    state.tricks += [Taken(line, sweeper, -1, -1, sweeper)] * (ALL_TRICKS - 1)
    state.whole = True
    yield from _reckoned(state)
    text = f"the play is not recorded; {state.name(sweeper)} took all twelve tricks, so it can be counted"
    yield note(NOT_CHECKED, state.place(), text)


# --- What a deal can come to, where not all of it is recorded --------------------------------------------------------


def bounds(state: Piquet, verdict: Verdict) -> Mapping[int, Bounds]:
    """The least and the most that each can have in the deal."""
    top, times = most(state), _times(state)
    if state.deal.play is None or state.called is None or None in state.held:
        sure = (0, 0) if state.deal.play is None else sums(state.entries)
        silent = times * BLANK_POINTS  # all that a player who forfeits may keep
        return {seat: Bounds(sure[seat], silent if seat in state.terms.nothing else top) for seat in (0, 1)}
    so_far = sums(verdict.entered)
    left = ALL_TRICKS - sum(trick.winner is not None for trick in state.tricks)
    found = {}
    for seat in (0, 1):
        swept = all(trick.winner in (seat, None) for trick in state.tricks)
        more = left + 1 + (40 if swept else CARDS_POINTS) + (PIQUE_POINTS if seat == state.elder else 0)
        silent = seat in state.terms.nothing
        found[seat] = Bounds(so_far[seat], so_far[seat] if silent else min(top, so_far[seat] + times * more))
    return found
