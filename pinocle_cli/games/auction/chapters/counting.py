"""Counting: what the cards of the tricks come to, and the last trick."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pinocle_cli.game import Bounds, note
from pinocle_cli.games.auction.chapters.burial import BURIED_COUNT, points_buried
from pinocle_cli.games.auction.chapters.claims import claimed
from pinocle_cli.games.auction.state import Won
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, WHOLE_COUNT, card_values
from pinocle_cli.ledger import Entry, Run
from pinocle_cli.record import NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.course import Trick
    from pinocle_cli.game import Said
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
    state, lines, new = table.state, table.state.play.lines, tuple.__new__
    found = state.tricks
    points: dict[Any, int] = state.points  # each of these tricks has a winner
    for n, number, _, _, _, cards, winner, _ in tricks:
        count = sum(map(worth, cards))
        found.append(new(Won, (number, winner, count, cards, lines[n])))
        points[winner] = points.get(winner, 0) + count
        table.number = number


@CARD_POINTS.applied
def tricks_entered(state: Auction) -> Iterator[Run]:
    """What the cards of each trick count for its winner."""
    if state.tricks:
        yield Run((*[state.points.get(seat, 0) for seat in state.session.accounts],), partial(_entries, state.tricks))


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


# --- What the bidder has ---------------------------------------------------------------------------------------------


def count_play(state: Auction) -> Said:
    """The bidder's count from the tricks; a claim gives the rest to the other side."""
    bidder, deal, buried = state.bidder, state.deal, points_buried(state)
    if bidder is None:
        return
    won = state.points.get(bidder, 0)
    lost = sum(state.points.values()) - won
    won += state.last_won * LAST_TRICK_POINTS
    lost += (state.played_out and not state.last_won) * LAST_TRICK_POINTS
    rest = WHOLE_COUNT - won - lost  # buried, or still to be played, or played before the record begins
    state.cards = Bounds(won + (buried or 0) * (not state.missed), WHOLE_COUNT - lost)
    if deal.play is None or state.missed:
        return
    if state.played_out and buried is None:
        buried = rest
        state.cards = Bounds(won + buried, won + buried)
    if buried:
        cards = state.deck.show(state.buried) if state.buried else "buried"
        yield Entry(bidder, buried, BURIED_COUNT, deal.bury.place.line if deal.bury else deal.line, cards)
    if state.claimed is not None:
        yield from _claimed(state, rest - (buried or 0), known=buried is not None)
    elif state.played_out:
        state.counted = True
    elif state.conceded is None and deal.taken is None:
        text = f"play breaks off after trick {len(state.tricks)}; the cards won so far count as they are"
        yield note(NOT_CHECKED, state.place(), text)


def _claimed(state: Auction, left: int, *, known: bool) -> Said:
    """All that was not played goes to the other side."""
    least, most = state.cards
    if state.claimed != state.bidder:
        state.cards, state.counted = Bounds(most, most), True
    elif known:
        state.cards, state.counted = Bounds(least, least), True
    else:
        state.cards = Bounds(least, min(most, least + 3 * max(card_values(state.deck, state.house.count))))
        return
    yield claimed(state, left)
