"""The movements of cards that a record tells: exchanged, drawn by a short hand, shown in melds, played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act
from pinocle_cli.games.partnership.seats import PLAYERS
from pinocle_cli.games.partnership.state import HAND
from pinocle_cli.known import HIDDEN, IN, OUT, PLAY, SHOW, Move
from pinocle_cli.written import given

if TYPE_CHECKING:
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.games.pinochle.shown import Listed


def exchanged(state: Partnership) -> list[Move]:
    """The dix goes to the dealer, and the turned card comes for it."""
    taker, dix = state.exchanger, state.dix
    if taker is None or dix is None:
        return []
    turned = HIDDEN if state.turned is None else state.turned
    dealer = state.dealer
    return [Move(OUT, taker, dix), Move(OUT, dealer, turned), Move(IN, taker, turned), Move(IN, dealer, dix)]


def draws(state: Partnership, sizes: list[int]) -> list[Move]:
    """What a short hand draws from a long one; where hands are written right, or not at all, it was dealt fewer."""
    wrong, drawn = state.wrong_sizes, state.drawn
    if not wrong:
        for seat, cards in drawn.items():
            sizes[seat] = sizes[seat] if state.deal.hands and seat in state.deal.hands else HAND - len(cards)
        return [Move(IN, seat, card) for seat, cards in drawn.items() for card in cards]
    handed = [card for seat in wrong for card in drawn.get(seat, ())]
    moves = []
    for seat, size in wrong.items():
        for _ in range(size - HAND):
            own = given(state.deal.hands)[seat].cards
            card = next((card for card in handed if card in own), HIDDEN)
            handed.remove(card) if card in handed else None
            moves.append(Move(OUT, seat, card))
    for seat, size in wrong.items():
        named = drawn.get(seat, [])
        moves += [Move(IN, seat, card) for card in named] + [Move(IN, seat)] * (HAND - size - len(named))
    return moves


def cards_laid(state: Partnership, seat: int, shown: Listed) -> tuple[int, ...] | None:
    """The cards of one item, which a hand that is recorded must have held; None where trumps would have to be known."""
    own = (state.deal.hands or {}).get(seat)

    def can(card: int) -> int:
        if own is None:
            return state.deck.copies
        exchanged = state.exchanger is not None and card == state.turned
        came = state.drawn.get(seat, []).count(card) + (exchanged and seat == state.exchanger)
        return own.cards.count(card) + came - (exchanged and seat == state.dealer)

    return shown.cards_that(state.deck, state.trump, can)


def shows(state: Partnership) -> list[Move]:
    """What each shows in melds, the dix apart, which may have gone for the turned card since it was dealt."""
    found, dix = [], state.dix
    for seat, items in (state.deal.melds or {}).items():
        if seat >= PLAYERS:
            continue
        need: dict[int, int] = {}  # how often each card lies in one item
        for one in items:
            cards = cards_laid(state, seat, one) or ()
            for card in cards:
                need[card] = max(need.get(card, 0), cards.count(card))
        late = () if state.before_look else state.drawn.get(seat, ())
        shown = [card for card, number in need.items() if card != dix for _ in range(number - late.count(card))]
        found.append(Move(SHOW, seat, HIDDEN, tuple(shown)))
    return found


def plays(state: Partnership) -> list[Move]:
    """Every card played, where it is known who won the tricks, and so who played what."""
    if state.trump is None:
        return []
    return [
        Move(PLAY, seat, card)
        for step in state.steps
        if not isinstance(step, Act) and step.taken_back is None
        for seat, card in zip(step.seats, step.cards, strict=True)
    ]
