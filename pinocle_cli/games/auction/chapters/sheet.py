"""Deals without play: what the table counted, and how many tricks it wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import Bounds, note
from pinocle_cli.games.auction.chapters.burial import points_buried
from pinocle_cli.games.auction.chapters.counting import CARD_POINTS
from pinocle_cli.games.auction.state import BIDDER, TRICKS
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, WHOLE_COUNT, card_values
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import ASSUMED, CLAIM, COUNT, NOT_CHECKED, Cards, Figure, Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction


def count_taken(state: Auction) -> Said:
    """`taken: 134`, what the table counted for the bidder, buried cards and last trick included."""
    taken = {BIDDER if seat == state.bidder else seat: value for seat, value in (state.deal.taken or {}).items()}
    yield from cards_that_make_no_pack(state.deck, [part for part in taken.values() if isinstance(part, Cards)])
    figures = {
        seat: value.value if isinstance(value, Figure) else _listed(state, seat, value) for seat, value in taken.items()
    }
    place = next(iter(taken.values())).place
    error = _cannot_be(state, figures, place)
    if error is not None:
        yield error
        return
    if BIDDER not in figures:
        opponents = len(figures) == len(state.active) - 1
        if not opponents or state.bidder is None:
            yield note(NOT_CHECKED, place, "what the bidder took is not recorded")
            return
        figures[BIDDER] = WHOLE_COUNT - sum(figures.values())
        text = f"{state.name(state.bidder)} is taken to have the rest of the {WHOLE_COUNT}: {figures[BIDDER]}"
        yield note(ASSUMED, place, text, state.bidder)
    yield from _enter(state, figures, place)


def _listed(state: Auction, seat: int, part: Cards) -> int:
    """The points of cards that were listed, with the ten of the last trick where it is known who won it."""
    last, values = state.deal.last, card_values(state.deck, state.house.count)
    own = last is not None and (last == seat or (seat == BIDDER and last == state.bidder))
    points = sum(values[card] for card in part.cards) + own * LAST_TRICK_POINTS
    if seat == BIDDER and state.deal.bury is not None:
        have = state.deck.count(part.cards)
        points += sum(values[card] for card in state.deal.bury.cards if not have[card])
    return points


_STEPS = {"10-10-5-5": 5, "10-10-10": 10}


def _cannot_be(state: Auction, figures: Mapping[int, int], place: Place) -> Finding | None:
    """Counts that no deal gives."""
    total, step = sum(figures.values()), _STEPS.get(state.house.count, 1)
    odd = next((figure for figure in figures.values() if figure % step), None)
    if odd is not None:
        text = f"{odd} card points: {state.house.count} gives only multiples of {step}"
        return Finding.at(place, COUNT, ERROR, text)
    if total > WHOLE_COUNT or (len(figures) == len(state.active) and total != WHOLE_COUNT):
        sums = " + ".join(map(str, figures.values()))
        text = f"{sums} = {total} card points" if len(figures) > 1 else f"{total} card points"
        return Finding.at(place, COUNT, ERROR, f"{text}; a whole deal has {WHOLE_COUNT}")
    return None


def _enter(state: Auction, figures: Mapping[int, int], place: Place) -> Said:
    bidder, count, cards = state.bidder, figures[BIDDER], state.cards
    if bidder is None:
        return
    if state.counted:
        if cards.least != count:
            text = f"the table counted {count} for {state.name(bidder)}; the tricks come to {cards.least}"
            yield Finding.at(place, CLAIM, FAULT, text, bidder)
        return
    least = max(cards.least, points_buried(state) or 0)
    if not least <= count <= cards.most:
        text = f"{count} card points; from what is recorded it is {least} at least and {cards.most} at most"
        yield Finding.at(place, COUNT, ERROR, text, bidder)
        return
    state.cards, state.counted = Bounds(count, count), True
    so_far = cards.least if state.tricks else 0
    if count > so_far:
        text = "the rest, as the table counted it" if so_far else "cards, as the table counted them"
        yield Entry(bidder, count - so_far, CARD_POINTS, place.line, text)
    for seat, points in figures.items():
        if seat != BIDDER and points and not state.tricks:
            yield Entry(seat, points, CARD_POINTS, place.line, "cards, as the table counted them")
    if state.deal.play is None:
        yield note(NOT_CHECKED, state.place(), "the play is not recorded; the count is taken as written")


def tricks_on_the_sheet(state: Auction) -> Said:
    """Tricks that were only counted score nothing here, but they fit the play and the points."""
    written = state.deal.tricks or {}
    total = sum(figure.value for figure in written.values())
    place = next(iter(written.values())).place
    whole = set(written) >= set(state.active) and state.conceded_by is None and state.claimed is None
    if total > TRICKS or (whole and total != TRICKS):
        yield Finding.at(place, COUNT, ERROR, f"{total} tricks stand here; a deal has {TRICKS}")
        return
    for seat, figure in written.items():
        won = sum(trick.winner == seat for trick in state.tricks)
        if state.played_out and figure.value != won:
            text = f"{figure.value} tricks stand here for {state.name(seat)}; in the play it is {won}"
            yield Finding.at(figure.place, COUNT, ERROR, text, seat)
            return
    yield from _points_for_tricks(state, place)


def _points_for_tricks(state: Auction, place: Place) -> Said:
    """So many tricks cannot hold so many points."""
    bidder, written = state.bidder, state.deal.tricks or {}
    if bidder is None or not state.counted:
        return
    most = 3 * max(card_values(state.deck, state.house.count))
    own = written.get(bidder)
    if own is not None:
        buried = points_buried(state)
        can = (most if buried is None else buried) + _in_tricks(own.value, most)
        if state.cards.least > can:
            text = f"{state.cards.least} card points with {own.value} tricks: it is {can} at the most"
            yield Finding.at(place, COUNT, ERROR, text, bidder)
            return
    others = [written[seat].value for seat in state.active if seat != bidder and seat in written]
    if len(others) == len(state.active) - 1 and WHOLE_COUNT - state.cards.most > _in_tricks(sum(others), most):
        text = f"the opponents have {WHOLE_COUNT - state.cards.most} card points with {sum(others)} tricks"
        yield Finding.at(place, COUNT, ERROR, text)


def _in_tricks(number: int, most: int) -> int:
    return number * most + (LAST_TRICK_POINTS if number else 0)
