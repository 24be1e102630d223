"""The count of cards: what they are worth in tricks, the last trick, and rounding."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.games.partnership.seats import SIDES, account, by_side, side_of
from pinocle_cli.games.pinochle.common import COUNTS, LAST_TRICK_POINTS, card_values
from pinocle_cli.ledger import FAULT, Entry, Finding, Run
from pinocle_cli.record import CLAIM, Figure
from pinocle_cli.rule import Rule
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pinocle_cli.course import Trick
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership

CARD_POINTS = Rule(
    "card-points",
    "Counting cards",
    "score",
    """Cards in tricks count: ace eleven, ten ten, king four, queen three, knave two. Most tables count ace and ten
    ten, king and queen five; others ace, ten and king ten and nothing else.""",
    "003, Подсчет очков",
)


@CARD_POINTS.applied
def take(state: Partnership, tricks: Sequence[Trick]) -> None:
    """Tricks go each to the side of its winner."""
    won, number, (worth, unit) = given(state.won), state.tricks, _worth(state)
    for trick in tricks:
        side = side_of(given(trick.winner))
        number[side] = (number[side] or 0) + 1
        won[side] += sum(map(worth, trick.cards)) // unit
    state.taken += tricks


def _worth(state: Partnership) -> tuple[Callable[[int], int], int]:
    """What a card counts, and by how much what a trick comes to is divided."""
    return card_values(state.deck, state.house.count).__getitem__, state.unit if state.even else 1


@CARD_POINTS.applied
def tricks_entered(state: Partnership) -> Iterator[Run]:
    """What the cards of each trick count; where fours and fives go by ten it is entered with the count of the deal."""
    won = given(state.won)
    if state.even and any(won):
        made = partial(_entries, state.taken, state.play.lines, state.session.names, *_worth(state))
        yield Run((won[0], won[1]), made)


def _entries(
    taken: Sequence[Trick], lines: Sequence[int], names: Sequence[str], worth: Callable[[int], int], unit: int
) -> Iterator[Entry]:
    for trick in taken:
        points, seat = sum(map(worth, trick.cards)) // unit, given(trick.winner)
        if points:
            yield Entry(account(seat), points, CARD_POINTS, lines[trick.n], f"trick {trick.number}, {names[seat]}")


SYSTEMS = CARD_POINTS.table(COUNTS)

LAST_TRICK = Rule(
    "last-trick",
    "Last trick",
    "score",
    "The last trick is worth ten to its winner. With it the cards of a deal come to 250 in every system.",
    "003, Подсчет очков",
)


@LAST_TRICK.applied
def last_trick(state: Partnership, trick: Trick) -> Said:
    """Ten more for the last."""
    assert trick.winner is not None and state.won is not None  # noqa: S101, PT018 - a whole trick, trumps are known
    points = LAST_TRICK_POINTS // (state.unit if state.even else 1)
    state.won[side_of(trick.winner)] += points
    if state.even:
        line = state.play.lines[trick.n]
        yield Entry(account(trick.winner), points, LAST_TRICK, line, f"last trick, {state.name(trick.winner)}")


TENS = Rule(
    "tens",
    "Everything by ten",
    "procedure",
    """Many tables divide every value by ten: aces 10, a flush 15, the cards 25 with the last trick, the game 150. A
    figure that the table itself states (a target, a least bid) is meant as it is written.""",
    "house rule",
)

ROUNDING = Rule(
    "rounding",
    "Counting in tens",
    "score",
    """The source counts exactly. Where the house counts in tens, the last digit of the cards of a side is dropped, but
    seven, eight and nine make another ten.""",
    "house rule; 000, Подсчет очков",
)


@ROUNDING.applied
@TENS.applied
def round_cards(state: Partnership) -> Said:
    """Card points in tens, when the deal is over or somebody has declared himself out."""
    won = state.won
    if won is None:
        return
    if state.deal.play is not None and not state.even:
        for side, points in enumerate(won):
            won[side] = by_ten(points)
            yield Entry(SIDES[side], won[side], CARD_POINTS, state.counted_at[side], f"cards: {points} by ten")
        return
    if state.house.rounding == "exact" or state.unit > 1 or not (state.whole or state.out is not None):
        return
    for side, points in enumerate(won):
        lost = rounded(points) - points
        if lost:
            won[side] += lost
            text = f"{points} is entered as {points + lost}"
            yield Entry(SIDES[side], lost, ROUNDING, state.counted_at[side] or state.deal.line, text)


def rounded(points: int) -> int:
    """Card points to the next ten, from seven on up."""
    return (points + 3) // 10 * 10


def by_ten(points: int) -> int:
    """Card points of a house that divides by ten, where they do not come out even."""
    return rounded(points) // 10


def counts_beside_the_play(state: Partnership) -> Said:
    """Counts that stand beside a whole play are compared with it; where play stopped they are what each took."""
    deal, won = state.deal, state.won
    if deal.play is None or won is None:
        return
    figures = {seat: value for seat, value in (deal.taken or {}).items() if isinstance(value, Figure)}
    cards = won if state.even else [by_ten(points) for points in won]
    for what, written, right in (("card points", figures, cards), ("tricks", deal.tricks or {}, state.tricks)):
        for seat, figure in by_side(written).items():
            name, counted = state.name(seat), right[side_of(seat)]
            if state.whole and counted != figure.value:
                text = f"{name} wrote {figure.value} {what}, the play gives {counted}"
                yield Finding.at(figure.place, CLAIM, FAULT, text, seat)
            elif not state.whole and figure.value < (counted or 0):
                text = f"{name} wrote {figure.value} {what}; the tricks that are recorded hold {counted}"
                yield Finding.at(figure.place, CLAIM, FAULT, text, seat)
            elif not state.whole and what == "card points" and state.even:
                yield from _counted_by_the_table(state, seat, figure)


def _counted_by_the_table(state: Partnership, seat: int, figure: Figure) -> Said:
    """`taken` is what a side took in the whole deal as far as it went."""
    side = side_of(seat)
    assert state.won is not None  # noqa: S101 - the caller has looked
    more = figure.value - state.won[side]
    if more:
        state.won[side] = figure.value
        yield Entry(seat, more, CARD_POINTS, figure.place.line, "cards, as the table counted them")
    state.counted = all(side_of(one) in map(side_of, given(state.deal.taken)) for one in SIDES)
