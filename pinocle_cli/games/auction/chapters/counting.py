"""Counting: what the cards of the tricks come to, and the last trick."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.games.auction.state import Won
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, card_values
from pinocle_cli.ledger import Entry, Run
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.course import Trick
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.games.auction.table import Table


CARD_POINTS = Rule(
    "card-points",
    "Counting cards",
    "score",
    """Cards in tricks count: ace eleven, ten ten, king four, queen three, knave two. Other tables count ace and ten
    ten, king and queen five; or ace, ten and king ten. With the last trick it is 250 in every system; nothing is
    rounded.""",
    "004, Цель игры; 002, Очки за взятки",
)


@CARD_POINTS.applied
def won(table: Table, tricks: Sequence[Trick]) -> None:
    """Tricks that count for their winners."""
    worth = card_values(table.state.deck, table.state.house.count).__getitem__
    lines, new = table.state.play.lines, tuple.__new__
    for n, number, _, _, _, cards, winner, _ in tricks:
        points = sum(map(worth, cards))
        table.state.tricks.append(new(Won, (number, winner, points, cards, lines[n])))
        table.number = number


@CARD_POINTS.applied
def tricks_entered(state: Auction) -> Iterator[Run]:
    """What the cards of each trick count for its winner."""
    sums = dict.fromkeys(state.session.accounts, 0)
    for _, winner, points, _, _ in state.tricks:
        sums[winner] += points
    if state.tricks:
        yield Run((*sums.values(),), partial(_entries, state.tricks))


def _entries(tricks: Sequence[Won]) -> list[Entry]:
    return [
        Entry(winner, points, CARD_POINTS, line, f"trick {number}")
        for number, winner, points, _, line in tricks
        if points
    ]


LAST_TRICK = Rule(
    "last-trick",
    "Last trick",
    "score",
    "The last trick is worth ten to the side that wins it.",
    "004, Цель игры; 002, Очки за взятки",
)


@LAST_TRICK.applied
def last_trick(state: Auction) -> Iterator[Entry]:
    """Ten to the side that wins it."""
    last = state.tricks[-1]
    state.last_won = last.winner == state.bidder
    yield Entry(last.winner, LAST_TRICK_POINTS, LAST_TRICK, last.line, "last trick")
