"""The dix: ten for whoever was dealt one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.chapters.once import ONCE, melds_examined
from pinocle_cli.games.partnership.seats import PLAYERS, account, side_of
from pinocle_cli.games.partnership.state import HAND
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Ruling
from pinocle_cli.record import ASSUMED, IMPOSSIBLE
from pinocle_cli.rule import Rule
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.chapters.laid import Laid
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Cards, Irregularity

DIX_HOLDER = Rule(
    "dix-holder",
    "Dix",
    "score",
    """Whoever was dealt a dix, the nine of trumps, scores ten for it, whether or not he exchanged it; a dix that came
    to the dealer in an exchange brings nothing.""",
    "003, Козырная карта",
)


@DIX_HOLDER.applied
def dixes(state: Partnership, seat: int, items: list[Laid], sums: list[int]) -> Said:
    """Ten for each dix that he was dealt."""
    dix = given(state.dix)
    points, counted, limit = 10 // state.unit, 0, dix_limit(state, seat)
    for nth, laid in enumerate(items):
        for _ in range(laid.spread.dixes):
            if counted >= limit:
                yield _one_dix_too_many(state, seat, laid, counted)
                continue
            counted += 1
            sums[nth] += points
            state.melded[side_of(seat)] += points
            text = f"{state.name(seat)}: dix {state.deck.names[dix]}"
            yield Entry(account(seat), points, DIX_HOLDER, laid.shown.place.line, text)
    if counted and seat == state.dealer and state.turned == dix and seat not in (state.deal.hands or {}):
        text = f"{state.name(seat)} is taken to have been dealt a dix besides the one that was turned up"
        yield note(ASSUMED, items[0].shown.place, text, seat)


def dix_limit(state: Partnership, seat: int) -> int:
    """How many dixes he can have been dealt, the one that was turned left out."""
    known, dix = state.known, state.dix
    assert known is not None and dix is not None  # noqa: S101, PT018 - asked where trumps are known
    if seat >= PLAYERS:
        return state.deck.copies
    own: Cards | None = (state.deal.hands or {}).get(seat)
    turned = state.turned == dix and seat == state.dealer
    if own is not None:
        return own.cards.count(dix) - turned + _put_right(state, seat, dix)
    given = (seat == state.exchanger) - (seat == state.dealer and state.exchanger is not None)
    elsewhere = sum(cards.cards.count(dix) for other, cards in (state.deal.hands or {}).items() if other != seat)
    elsewhere += state.turned == dix and state.dealer not in (state.deal.hands or {})
    at_most = known.most(seat, dix) + given - turned
    return int(max(0, min(at_most, state.deck.copies - elsewhere)))


def _put_right(state: Partnership, seat: int, dix: int) -> int:
    """How many dixes came to a short hand, or went from a long one, before anybody looked: they are its own."""
    wrong = state.wrong_sizes
    if not state.before_look or seat not in wrong:
        return 0
    if wrong[seat] < HAND:
        return state.drawn.get(seat, []).count(dix)
    return -sum(cards.count(dix) for cards in state.drawn.values())


def _one_dix_too_many(state: Partnership, seat: int, laid: Laid, counted: int) -> Finding:
    name, dix, place = state.name(seat), state.deck.names[state.dix or 0], laid.shown.place
    if seat == state.dealer and state.turned == state.dix:
        return note(DIX_HOLDER, place, f"the dix {dix} that {name} turned has been counted already", seat)
    if seat == state.dealer and state.exchanger is not None:
        text = f"the dix {dix} came to {name} in the exchange; the ten are {state.name(state.exchanger)}'s"
        return Finding.at(place, DIX_HOLDER, FAULT, text, seat)
    if counted:
        return Finding.at(place, ONCE, FAULT, f"{name} shows the same dix {dix} twice", seat)
    why = "but was dealt none" if seat in (state.deal.hands or {}) else "more often than it can be in that hand"
    return Finding.at(place, IMPOSSIBLE, ERROR, f"{name} shows the dix {dix} {why}", seat)


@DIX_HOLDER.follows()
def dix_scores_nothing(_: Finding, __: Partnership, ___: Sequence[Entry]) -> Ruling:
    """The ten are not his."""
    return Ruling(rule=DIX_HOLDER, text="it scores nothing")


@DIX_HOLDER.examined
def dealt_each(state: Partnership, said: Irregularity) -> Weight:
    """Whoever shows no more dixes than he was dealt broke nothing."""
    return melds_examined(state, said, DIX_HOLDER, "showed no dix that he was not dealt")
