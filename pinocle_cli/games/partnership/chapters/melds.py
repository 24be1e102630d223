"""The melds that each player shows, all at once, and what they are worth to his side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.chapters.dix import dix_limit, dixes
from pinocle_cli.games.partnership.chapters.laid import (
    Laid,
    figures,
    laid_by,
    not_held,
    too_many,
    without_trumps,
)
from pinocle_cli.games.partnership.chapters.once import count_melds
from pinocle_cli.games.partnership.chapters.worth import MELD_ALL, melds_of
from pinocle_cli.games.partnership.chapters.wrong_hands import (
    drawn_card_melded,
    drawn_though_shown,
    melds_what_was_drawn,
)
from pinocle_cli.games.partnership.seats import PLAYERS, account
from pinocle_cli.games.pinochle.common import near_meld
from pinocle_cli.ledger import FAULT, Finding
from pinocle_cli.record import CLAIM
from pinocle_cli.written import given

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership


def melds(state: Partnership) -> Said:
    """Every player's melds, in the order of the record."""
    known = state.known
    assert known is not None  # noqa: S101 - what each holds is known before the melds
    table = {
        seat: [one for one in (laid_by(state, seat, shown) for shown in items) if one]
        for seat, items in given(state.deal.melds).items()
    }
    yield from figures(state)
    if state.trump is None and any(table.values()):
        yield from without_trumps(state)
    impossible = list(too_many(state, table)) or list(not_held(state, known, table))
    yield from impossible
    if impossible:
        return
    for seat, items in table.items():
        yield from _count(state, seat, items)
    for seat in range(PLAYERS):
        if seat not in table:
            yield from _more_held(state, seat, 0, [])
    if state.drawn:
        yield from drawn_though_shown(state, table)


def _count(state: Partnership, seat: int, items: list[Laid]) -> Said:
    """Everything that one player showed."""
    sums = [0] * len(items)
    if state.dix is not None and [laid for laid in items if laid.spread.dixes]:
        yield from dixes(state, seat, items, sums)
    for laid in items:
        if melds_what_was_drawn(state, seat, laid):
            yield drawn_card_melded(state, seat, laid)
        elif laid.spread.idle:
            yield _idle(state, seat, laid)
    yield from count_melds(state, seat, items, sums)
    for laid, right in zip(items, sums, strict=True):
        scored, place = laid.shown.scored, laid.shown.place
        if scored not in (None, right) and right:
            cards = state.deck.show(laid.shown.cards(state.deck, state.trump) or ())
            text = f"{state.name(seat)} was given {scored} for {cards}, which brings {right}"
            yield Finding.at(place, CLAIM, FAULT, text, seat)._replace(ruling=f"{right} counts")
    yield from _more_held(state, seat, sum(sums), items)


def _idle(state: Partnership, seat: int, laid: Laid) -> Finding:
    """Cards that were laid down and belong to no meld count nothing, which is no fault."""
    near = "" if laid.spread.melds else near_meld(state.deck, state.trump, laid.cards)
    text = f"{state.deck.show(laid.spread.idle)} belongs to no meld here{near}"
    return note(MELD_ALL, laid.shown.place, text, seat)


def _more_held(state: Partnership, seat: int, shown: int, items: list[Laid]) -> Said:
    """Says that a player held more than he showed; that is no fault."""
    own, written = (state.deal.hands or {}).get(seat), given(state.deal.melds)
    figures = [one for one in written.get(seat, ()) if not one.parts]
    if own is None or figures or account(seat) in written:
        return
    have = state.surely[seat]
    priced = state.house.doubles == "table"
    held = sum(meld.points for meld in melds_of(state.deck, state.trump, have, priced=priced)) // state.unit
    held += dix_limit(state, seat) * 10 // state.unit if state.dix is not None else 0
    if held > shown:
        place = items[0].shown.place if items else state.place()._replace(path="melds")
        place = place._replace(path=place.path.partition("[")[0])  # it is about all that he showed
        yield note(MELD_ALL, place, f"{state.name(seat)} held melds for {held} and showed {shown or 'none'}", seat)
