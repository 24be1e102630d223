"""What the bidder has: his tricks, the cards that he buried, the last trick; and whether that makes the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.auction.actions import CLAIM
from pinocle_cli.games.auction.play import CARD_POINTS
from pinocle_cli.games.auction.state import BIDDER, TRICKS
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, WHOLE_COUNT, card_values
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import ASSUMED, COUNT, NOT_CHECKED, Cards, Figure, Place
from pinocle_cli.record import CLAIM as FIGURES_DIFFER
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction

BURIED_COUNT = Rule(
    "buried-count",
    "Buried cards count",
    "score",
    "The cards that the bidder has buried count for him.",
    "002, Очки за взятки; 004, Похороны",
)


def _points(state: Auction, cards: tuple[int, ...]) -> int:
    values = card_values(state.deck, state.house.count)
    return sum(values[card] for card in cards)


def count_play(state: Auction) -> Said:
    """The bidder's count from the tricks; a claim gives the rest to the other side."""
    bidder, deal = state.bidder, state.deal
    if bidder is None:
        return
    won = sum(points for seat, points, _ in state.tricks if seat == bidder) + state.last_won * LAST_TRICK_POINTS
    lost = sum(points for seat, points, _ in state.tricks if seat != bidder)
    lost += (state.played_out and not state.last_won) * LAST_TRICK_POINTS
    rest = WHOLE_COUNT - won - lost  # buried, or still to be played, or played before the record begins
    buried = None if deal.bury is None else _points(state, deal.bury.cards)
    line = deal.bury.place.line if deal.bury else deal.line
    if state.missed:
        state.least, state.most = won, WHOLE_COUNT - lost
        return
    if state.played_out and buried is None:
        buried = rest
    if buried:
        cards = state.deck.show(deal.bury.cards) if deal.bury else "buried"
        yield Entry(bidder, buried, BURIED_COUNT, line, cards)
    state.least, state.most = won + (buried or 0), WHOLE_COUNT - lost
    if state.claimed is not None:
        yield from _claimed(state, rest - (buried or 0), known=buried is not None)
    elif state.played_out:
        state.cards = state.least
    elif state.conceded is None and deal.taken is None:
        text = f"play breaks off after trick {len(state.tricks)}; the cards won so far count as they are"
        yield note(NOT_CHECKED, state.place(), text)


def _claimed(state: Auction, left: int, *, known: bool) -> Said:
    """All that was not played goes to the other side, the last trick included."""
    bidder, name = state.bidder, state.name
    opponents = [seat for seat in state.active if seat != bidder]
    assert bidder is not None and state.stop is not None  # noqa: S101, PT018 - only then is there a claim
    if state.claimed != bidder:
        state.least = state.cards = state.most
        text = f"{name(state.claimed or 0)} claimed: the rest goes to {name(bidder)}"
        yield Entry(bidder, left, CLAIM, state.stop.line, text)
        return
    state.most = state.least if known else min(state.most, state.least + 33)
    if known:
        state.cards = state.least
        text = f"{name(bidder)} claimed: the rest goes to {' & '.join(map(name, opponents))}"
        yield Entry(opponents[0], left, CLAIM, state.stop.line, text)


# --- Counts by the table ---------------------------------------------------------------------------------------------


def count_taken(state: Auction) -> Said:
    """`taken: 134`, what the table counted for the bidder, buried cards and last trick included."""
    taken = {BIDDER if seat == state.bidder else seat: value for seat, value in state.deal.taken.items()}
    yield from cards_that_make_no_pack(state.deck, [part for part in taken.values() if isinstance(part, Cards)])
    figures = {}
    for seat, value in taken.items():
        figures[seat] = value.value if isinstance(value, Figure) else _listed(state, seat, value)
    place = next(iter(taken.values())).place
    error = _cannot_be(state, figures, place)
    if error is not None:
        yield error
        return
    if BIDDER not in figures:
        if len(figures) < 2 or state.bidder is None:  # noqa: PLR2004 - both opponents
            yield note(NOT_CHECKED, place, "what the bidder took is not recorded")
            return
        figures[BIDDER] = WHOLE_COUNT - sum(figures.values())
        text = f"{state.name(state.bidder)} is taken to have the rest of the {WHOLE_COUNT}: {figures[BIDDER]}"
        yield note(ASSUMED, place, text, state.bidder)
    yield from _enter(state, figures, place)


def _listed(state: Auction, seat: int, part: Cards) -> int:
    """The points of cards that were listed, with the ten of the last trick where it is known who won it."""
    last = state.deal.last
    own = last is not None and (last == seat or (seat == BIDDER and last == state.bidder))
    points = _points(state, part.cards) + own * LAST_TRICK_POINTS
    if seat == BIDDER and state.deal.bury is not None:
        have = state.deck.count(part.cards)
        points += _points(state, tuple(card for card in state.deal.bury.cards if not have[card]))
    return points


def _cannot_be(state: Auction, figures: dict[int, int], place: Place) -> Finding | None:
    """Counts that no deal gives."""
    total = sum(figures.values())
    whole = len(figures) == len(state.active)
    text = None
    if total > WHOLE_COUNT or (whole and total != WHOLE_COUNT):
        sums = " + ".join(map(str, figures.values()))
        text = f"{sums} = {total} card points" if len(figures) > 1 else f"{total} card points"
        text += f"; a whole deal has {WHOLE_COUNT}"
    if text is None:
        return None
    line, column, path = place
    return Finding(COUNT, ERROR, line, text, None, column, path)


_STEPS = {"10-10-5-5": 5, "10-10-10": 10}


def _enter(state: Auction, figures: dict[int, int], place: Place) -> Said:
    bidder, count = state.bidder, figures[BIDDER]
    if bidder is None:
        return
    if count % _STEPS.get(state.house.count, 1):
        yield note(NOT_CHECKED, place, f"{count} is no count that {state.house.count} gives; it is taken as written")
    if state.cards is not None:
        if state.cards != count:
            line, column, path = place
            text = f"the table counted {count} for {state.name(bidder)}; the tricks come to {state.cards}"
            yield Finding(FIGURES_DIFFER, FAULT, line, text, bidder, column, path)
        return
    if not state.least <= count <= state.most:
        line, column, path = place
        text = f"{count} card points; from what was played it is {state.least} at least and {state.most} at most"
        yield Finding(COUNT, ERROR, line, text, bidder, column, path)
        return
    so_far = state.least
    state.cards = state.least = state.most = count
    if count > so_far:
        text = "cards, as the table counted them" if not so_far else "the rest, as the table counted it"
        yield Entry(bidder, count - so_far, CARD_POINTS, place.line, text)
    for seat, points in figures.items():
        if seat != BIDDER and points and not state.tricks:
            yield Entry(seat, points, CARD_POINTS, place.line, "cards, as the table counted them")
    if state.deal.play is None:
        yield note(NOT_CHECKED, state.place(), "the play is not recorded; the count is taken as written")


def tricks_on_the_sheet(state: Auction) -> Said:
    """Tricks that were only counted score nothing here, but there are no more than are played."""
    total = sum(figure.value for figure in state.deal.tricks.values())
    if total > TRICKS:
        line, column, path = next(iter(state.deal.tricks.values())).place
        text = f"{total} tricks stand here; a deal has {TRICKS}"
        yield Finding(COUNT, ERROR, line, text, None, column, path)
