"""A deal as a score sheet has it: tricks and cards that the table counted, and what is not recorded at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import Bounds, note
from pinocle_cli.games.partnership.chapters.count import CARD_POINTS, LAST_TRICK, by_ten
from pinocle_cli.games.partnership.seats import SIDES, account, side_of
from pinocle_cli.games.partnership.state import MOST_MELDS, TRICKS
from pinocle_cli.games.pinochle.common import (
    LAST_TRICK_POINTS,
    READ_AS_ROUNDED,
    card_values,
    counts_as_written,
    how_counted,
)
from pinocle_cli.ledger import ERROR, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import AS_RECORDED, ASSUMED, COUNT, NOT_CHECKED, Cards, Figure
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.written import Place


def tricks_on_the_sheet(state: Partnership) -> Said:
    """How many tricks each side took, where the play is not recorded."""
    if state.deal.play is not None:
        return
    won, written = [0, 0], given(state.deal.tricks)
    for seat, figure in written.items():
        won[side_of(seat)] += figure.value
    named = {side_of(seat) for seat in written}
    place = next(iter(written.values())).place
    total, stopped = sum(won), state.deal.out is not None and not state.bidding
    if total > TRICKS or (len(named) > 1 and total < TRICKS and not stopped):
        yield Finding.at(place, COUNT, ERROR, f"{total} tricks are written; a deal has {TRICKS}")
        return
    for side in (0, 1):
        if side in named:
            state.tricks[side] = won[side]
        elif not stopped:
            state.tricks[side] = TRICKS - total


def cards_on_the_sheet(state: Partnership) -> Said:
    """The cards that each took, counted by the table or listed, where the play is not recorded."""
    taken = given(state.deal.taken)
    if state.deal.play is not None:
        return
    lists = {seat: value for seat, value in taken.items() if isinstance(value, Cards)}
    impossible: list[Finding] = list(cards_that_make_no_pack(state.deck, list(lists.values())))
    impossible += _no_count(state, taken)
    yield from impossible
    if impossible:
        return
    state.won = [0, 0]
    for seat, value in taken.items():
        side, line = side_of(seat), value.place.line
        state.counted_at[side] = line
        points, text = _counted(state, value)
        state.won[side] += points
        if state.name(seat) != state.name(account(seat)):
            text = f"{state.name(seat)}: {text}"
        yield Entry(account(seat), points, CARD_POINTS, line, text)
        if state.tricks[side] is None and (points or (isinstance(value, Cards) and value.cards)):
            state.tricks[side] = 1  # points come from tricks, and so do cards
    yield from _last_of(state, lists)
    yield from _whole_count(state, taken)


def _counted(state: Partnership, value: Figure | Cards) -> tuple[int, str]:
    if isinstance(value, Figure):
        return value.value, how_counted(value)
    values = card_values(state.deck, state.house.count)
    points = sum(values[card] for card in value.cards)
    return points // state.unit if state.even else by_ten(points), f"{len(value.cards)} cards"


def _no_count(state: Partnership, taken: Mapping[int, Figure | Cards]) -> Iterator[Finding]:
    """A count that the cards of the house cannot give."""
    step = {"10-10-10": 10, "10-10-5-5": 5}.get(state.house.count, 1)
    if state.unit > 1 or state.house.rounding != "exact":
        return
    for seat, value in taken.items():
        if isinstance(value, Figure) and value.value % step:
            text = f"{value.value} is not a count that {state.house.count} gives: it is not a multiple of {step}"
            yield Finding.at(value.place, COUNT, ERROR, text, seat)


def _last_of(state: Partnership, lists: dict[int, Cards]) -> Said:
    """The ten for the last trick, where the cards are listed; a count by the table holds it already."""
    if not lists or state.won is None:
        return
    everything = sum(len(cards.cards) for cards in lists.values()) == state.deck.size
    last = state.deal.last
    sides = {side_of(seat): cards for seat, cards in lists.items()}
    if last is not None and side_of(last) in sides:
        points = LAST_TRICK_POINTS // state.unit
        state.won[side_of(last)] += points
        yield Entry(account(last), points, LAST_TRICK, sides[side_of(last)].place.line, "last trick")
    elif last is None and everything:
        yield note(NOT_CHECKED, state.place(), "who won the last trick is not recorded; its ten points are not given")
    state.whole = everything


def _whole_count(state: Partnership, taken: Mapping[int, Figure | Cards]) -> Said:
    """In a whole deal the counts make 250."""
    won, whole = state.won, state.whole_count
    assert won is not None  # noqa: S101 - counted by the caller
    if any(isinstance(value, Cards) for value in taken.values()):
        state.whole = state.whole or sum(won) == whole
        return
    place = list(taken.values())[-1].place
    named = {side_of(seat) for seat in taken}
    total, stopped = sum(won), state.deal.out is not None and not state.bidding
    if len(named) == 1 and total <= whole:
        yield from _the_rest(state, named.pop(), place, stopped=stopped)
        total = sum(won)
    state.whole = not stopped
    if total > whole or (not stopped and not is_whole(state, total)):
        sums = " + ".join(str(points) for points in won)
        hint = "" if total > whole or state.bidding else f"; did somebody declare himself out? `out: {state.name(0)}`"
        text = f"{sums} = {total} card points; a whole deal has {whole}{hint}"
        yield Finding.at(place, COUNT, ERROR, text)
    elif total < whole and not stopped and state.even:
        yield note(ASSUMED, place, READ_AS_ROUNDED)
    for side in (0, 1):
        if state.tricks[side] == 0 and won[side]:
            text = f"{state.side_name(side)} has {won[side]} card points, but no trick"
            yield Finding.at(place, COUNT, ERROR, text, SIDES[side])


def is_whole(state: Partnership, total: int) -> bool:
    """Where both sides round down, a table that counts by tens loses one, and one that rounds loses ten."""
    if total == state.whole_count or (not state.even and total == state.whole_count - 1):
        return True
    rounds = state.house.rounding != "exact" and state.unit == 1
    return rounds and total == state.whole_count - 10 and not any(points % 10 for points in state.won or ())


def _the_rest(state: Partnership, side: int, place: Place, *, stopped: bool) -> Said:
    """What the other side took, where only one count is written."""
    won, other = state.won, 1 - side
    name = state.side_name(other)
    assert won is not None  # noqa: S101 - counted by the caller
    if stopped:
        yield note(NOT_CHECKED, place, f"what {name} took is not recorded", SIDES[other])
        return
    rest = state.whole_count - won[side]
    won[other], state.counted_at[other] = rest, place.line
    if rest and state.tricks[other] is None:
        state.tricks[other] = 1
    text = f"the rest of the {state.whole_count} is taken to be with {name}: {rest}"
    yield note(ASSUMED, place, text, SIDES[other])
    yield Entry(SIDES[other], rest, CARD_POINTS, place.line, "the rest of the cards")


def out_on_the_sheet(state: Partnership) -> Said:
    """`out: Ann` beside a score sheet."""
    if state.deal.play is not None:
        return
    if state.bidding:
        text = "nobody declares himself out where trumps are bid for"
        yield note(ASSUMED, state.place()._replace(path="out"), text, state.deal.out)
    else:
        state.out, state.out_at = state.deal.out, state.place()._replace(path="out")


# --- What is missing -------------------------------------------------------------------------------------------------


def missing_parts(state: Partnership) -> Said:
    """Says what is not recorded: it is not nothing."""
    deal, place = state.deal, state.place()
    if state.void is not None or state.thrown_in:
        return
    if state.only_claimed:
        yield from as_claimed(state)
        return
    if deal.melds is None and (deal.play is not None or deal.taken is not None or deal.tricks is not None):
        state.complete = False
        state.melds_known[:] = [False, False]
        yield note(NOT_CHECKED, place, "`melds` are not recorded; the deal counts what is")
    if deal.play is not None:
        return
    if deal.taken is not None:
        yield note(NOT_CHECKED, place, counts_as_written(deal.taken))
    elif deal.melds is not None:
        state.complete = False
        yield note(NOT_CHECKED, place, "no card points are recorded for this deal; only its melds count")
    elif not deal.claimed and not deal.irregularities:
        state.scored = state.complete = False
        state.melds_known[:] = [False, False]
        yield note(NOT_CHECKED, place, "nothing that scores is recorded for this deal")


def as_claimed(state: Partnership) -> Said:
    """A line of a score sheet."""
    state.whole = state.figures_only = True
    for seat, figure in state.wrote.items():
        if not _of_a_deal(state).hold(figure.value) or (
            state.unit == 1 and state.house.count == "10-10-10" and figure.value % 10
        ):
            text = f"{state.name(seat)} wrote {figure.value}; no deal gives that"
            yield Finding.at(figure.place, COUNT, ERROR, text, seat)
            return
        yield Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it")
    place = state.place()
    yield note(AS_RECORDED, place, "only the figures of this deal are recorded; they are taken as written")
    for seat in SIDES:
        if seat not in state.wrote:
            state.complete = False
            yield note(NOT_CHECKED, place, f"no figure for {state.name(seat)}; nothing is counted", seat)


MOST_BID = 10_000


def _of_a_deal(state: Partnership) -> Bounds:
    """What a side can write for a deal of which nothing else is recorded."""
    return Bounds(-MOST_BID // state.unit if state.bidding else 0, MOST_MELDS // state.unit + state.whole_count)


def bounds(state: Partnership, _: Verdict) -> Mapping[int, Bounds] | None:
    """The least and the most that each side's score can be, with what is not recorded."""
    if state.figures_only:
        return dict.fromkeys(SIDES, _of_a_deal(state))
    found = {}
    for side in (0, 1):
        least, most = state.reach(side)
        mine = state.bidder is not None and side_of(state.bidder) == side
        if mine and state.made is not True:
            melds = state.melded[side] + (0 if state.melds_known[side] else MOST_MELDS // state.unit)
            lost = state.bid + (melds if state.house.set == "bid-and-melds" else 0)
            least, most = (-lost, most) if most >= state.bid and state.made is None else (-lost, -state.bid)
        found[SIDES[side]] = Bounds(least, most)
    return found
