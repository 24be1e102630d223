"""The count of cards: what they are worth in tricks, and how the count is entered."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, card_values
from pinocle_cli.ledger import FAULT, Entry, Finding
from pinocle_cli.record import CLAIM, NOT_CHECKED, Figure
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.course import Trick
    from pinocle_cli.game import Said
    from pinocle_cli.games.two_handed.state import TwoHanded, Walk

CARD_POINTS = Rule(
    "card-points",
    "Counting cards",
    "score",
    """Cards in tricks count: ace eleven, ten ten, king four, queen three, knave two. Other tables count ace and ten
    ten, king and queen five; or ace, ten and king ten. With the last trick it is 250 in every system.""",
    "002, Стоимость взяток",
)


@CARD_POINTS.applied
def count_trick(walk: Walk, trick: Trick) -> None:
    """The points of a trick go to its winner."""
    values = card_values(walk.known.deck, walk.state.house.count)
    points = sum(values[card] for card in trick.cards)
    if points and trick.winner is not None:
        walk.won[trick.winner] += points
        line = walk.play.lines[trick.n]
        walk.entries.append(Entry(trick.winner, points, CARD_POINTS, line, f"trick {trick.number}"))


NINES_ZERO = Rule(
    "nines-zero",
    "Nines count nothing",
    "score",
    "Nines, and the eights and sevens of the larger pack, count nothing in tricks.",
    "000, Цель игры",
)
NINES_ZERO.table(card_values)

LAST_TRICK = Rule(
    "last-trick",
    "Last trick",
    "score",
    "The last trick of all is worth ten to its winner.",
    "002, Стоимость взяток",
)


@LAST_TRICK.applied
def last_trick(seat: int, line: int) -> Entry:
    """Ten for the last trick."""
    return Entry(seat, LAST_TRICK_POINTS, LAST_TRICK, line, "last trick")


COUNTED = (CARD_POINTS, LAST_TRICK)


def tricks_counted(walk: Walk) -> Said:
    """What was scored in play, for cards and for what was shown; counts of the table's stand for the cards, if any."""
    own = walk.state.won is not None
    yield from (entry for entry in walk.entries if own or entry.rule not in COUNTED)


def ends(walk: Walk, *, to_the_end: bool) -> None:
    """What the cards won so far are good for: a whole count, or less."""
    state, deal = walk.state, walk.state.deal
    second_half = deal.held is not None
    state.out, state.out_at, state.tricks = walk.out, walk.out_at, walk.number
    state.whole = to_the_end and not second_half
    state.ended = to_the_end or walk.out is not None
    state.melds_known = walk.out is not None or (deal.melds is not None if second_half else walk.number >= state.size)
    line = deal.line if walk.last_trick is None else walk.play.lines[walk.last_trick]
    state.last_line = line
    if deal.taken is not None and not state.whole:
        return  # the count of the table stands
    if to_the_end and walk.winner is not None:
        walk.won[walk.winner] += LAST_TRICK_POINTS
        walk.entries.append(last_trick(walk.winner, line))
    state.won = walk.won
    if state.whole:
        walk.found += _as_counted(walk)
    elif walk.out is None:
        state.complete = state.cards_known = False
        place = walk.play[-1].place if walk.play and not second_half else state.place()
        breaks_off = f"play breaks off after trick {walk.number}"
        why = "the tricks before the stock was gone are not recorded" if second_half else breaks_off
        walk.found.append(note(NOT_CHECKED, place, f"{why}; the cards won in what is recorded count as they are"))


def _as_counted(walk: Walk) -> Iterator[Finding]:
    """A count that the table wrote beside the whole play is compared with it."""
    for seat, figure in (walk.state.deal.taken or {}).items():
        if isinstance(figure, Figure) and figure.value != walk.won[seat]:
            text = f"{walk.state.name(seat)} counted {figure.value} in cards; the tricks hold {walk.won[seat]}"
            yield Finding.at(figure.place, CLAIM, FAULT, text, seat)


STAGE2_COUNT = Rule(
    "stage2-count",
    "Cards are counted after the play",
    "score",
    "After the last trick each player counts the cards that he won in all his tricks.",
    "000, Повторный розыгрыш; 002, Стоимость взяток",
)


@STAGE2_COUNT.applied
@cache
def can_be_counted(deck: Deck, system: str) -> frozenset[int]:
    """Every count that some cards give, with the last trick or without."""
    sums = {0}
    for value in card_values(deck, system):
        sums |= {points + value * copies for points in sums for copies in range(1, deck.copies + 1)}
    return frozenset(sums | {points + LAST_TRICK_POINTS for points in sums})


SCOREKEEPING = Rule(
    "scorekeeping",
    "Keeping score",
    "procedure",
    "Points are kept on paper or with chips.",
    "000, Подсчет очков",
)

CARD_ROUNDING = Rule(
    "card-rounding",
    "Cards are entered in tens",
    "score",
    """The count of cards is entered in tens: a last digit of seven, eight or nine counts as a full ten, less is
    dropped. What is lost in this way is lost to both.""",
    "000, Подсчет очков; 002, Стоимость взяток",
)


@CARD_ROUNDING.applied
def rounded(points: int) -> int:
    """Card points as they are entered."""
    return (points + 3) // 10 * 10


def round_cards(state: TwoHanded) -> Said:
    """Card points in tens, after a whole deal or (as the house has it) when a player declared himself out."""
    if state.won is None or state.house.rounding == "exact" or state.rounded:
        return
    if state.out is None and not state.whole:
        return
    if state.out is not None and state.house.declared_count == "exact":
        return  # though the trick that going out asks for was the last
    for seat, points in enumerate(state.won):
        lost = rounded(points) - points
        if lost:
            line = state.count_line.get(seat, state.out_at.line if state.out_at else state.last_line)
            yield Entry(seat, lost, CARD_ROUNDING, line, f"{points} is entered as {points + lost}")
