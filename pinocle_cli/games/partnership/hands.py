"""What each is known to hold, from the deal to the last trick, and from where the course of play starts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli.course import Plan, undone
from pinocle_cli.game import Begin
from pinocle_cli.games.partnership.moves import cards_laid, draws, exchanged, plays, shows
from pinocle_cli.games.partnership.seats import PLAYERS
from pinocle_cli.games.partnership.state import HAND, TRICKS
from pinocle_cli.known import HIDDEN, IN, SHOW, Known, Move
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.record import IMPOSSIBLE
from pinocle_cli.tricks import breaks_duty, wins
from pinocle_cli.written import given

if TYPE_CHECKING:
    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.written import Place


def know(state: Partnership) -> Said:
    """What each is known to hold from the deal to the last trick; where that cannot be, the record is wrong."""
    deal, deck = state.deal, state.deck
    state.plan = _plan(state)
    if _as_dealt(state):
        moves = exchanged(state)
        state.at_melds = state.at_play = len(moves)
        hands, sizes = [given(deal.hands)[seat].cards for seat in range(PLAYERS)], [HAND] * PLAYERS
        state.known, state.without_play = Known(deck, hands, sizes, moves), (hands, sizes, moves, [])
        yield from _cannot_be(state, state.known, moves)
    else:
        yield from _work_out(state)


def _as_dealt(state: Partnership) -> bool:
    """Whether every card is known from the deal on, so that what is shown and played tells nothing of the hands.

    Of several melds in one item it is looked at together whether they can lie there.
    """
    deal = state.deal
    if deal.hands is None or len(deal.hands) < PLAYERS or state.trump is None or state.wrong_sizes:
        return False
    hidden = state.exchanger is not None and state.turned is None
    several = [one for items in (deal.melds or {}).values() for one in items if len(one.parts) > 1]
    return not (hidden or several or deal.held or deal.irregularities)


def _work_out(state: Partnership) -> Said:
    """The same where cards are hidden, or came to a short hand: from all that was shown and played later."""
    deal, deck, size = state.deal, state.deck, _played_size(state)
    late = size < HAND
    if late:
        state.drawn = {}
    hands = _hands_written(state, late=late)
    sizes = [size if hand is None else len(hand) for hand in hands]
    first = [] if late else exchanged(state)
    drawing = draws(state, sizes)
    held = [Move(SHOW, seat, HIDDEN, cards.cards) for seat, cards in (deal.held or {}).items() if not late]
    certain = None not in hands and not any(move.card == HIDDEN for move in (*first, *drawing))
    played = held if certain else [*held, *plays(state)]  # to be read backward
    outside = [] if state.wrong_sizes else [card for cards in state.drawn.values() for card in cards]
    if any(move.kind == IN and move.card == HIDDEN for move in drawing):
        known = Known(deck, hands, sizes, [*first, *drawing, *played])
        state.drawn = state.drawn | _seen_later(known, first, drawing)
    before, after = ([*first, *drawing], []) if state.before_look else (first, drawing)
    showing = [] if late else shows(state)
    state.at_melds, state.at_play = len(before), len(before) + len(showing) + len(after)
    state.known = known = Known(deck, hands, sizes, [*before, *showing, *after, *played], outside)
    state.without_play = hands, sizes, [*before, *showing, *after], outside
    yield from _cannot_be(state, known, first)
    if max(known.seen) > deck.copies:  # else whoever plays such a card is found not to hold it
        yield from _melded_too_often(state, Known(deck, hands, sizes, [*before, *showing, *after], outside))


def _hands_written(state: Partnership, *, late: bool) -> list[list[int] | None]:
    """The hands as they were dealt, or as they were when the record of the play begins.

    A card that a short hand drew is taken out of a hand that is written with it.
    """
    hands: list[list[int] | None] = [None] * PLAYERS
    for seat, cards in ((state.deal.held if late else state.deal.hands) or {}).items():
        hands[seat] = list(cards.cards)
    for seat, drawn in state.drawn.items() if not state.wrong_sizes else ():
        own = hands[seat]
        if own is not None:
            rest = Counter(own)
            rest.subtract(drawn)
            hands[seat] = sorted((+rest).elements())
    return hands


def _seen_later(known: Known, exchanged: list[Move], draws: list[Move]) -> dict[int, list[int]]:
    """The cards that a short hand must have drawn, by what it holds and plays later."""
    found: dict[int, list[int]] = {}
    for n, move in enumerate(draws, len(exchanged)):
        before = known.lo[move.seat].copy() if known.walk(n) is None else []
        known.walk(n + 1)
        after = known.lo[move.seat]
        if move.kind == IN:
            found.setdefault(move.seat, []).extend(card for card, had in enumerate(before) if after[card] > had)
    return found


def _cannot_be(state: Partnership, known: Known, before: list[Move]) -> Said:
    for seat in known.short:
        text = f"{state.name(seat)} shows and plays more cards than a hand of {HAND} holds"
        yield Finding.at(state.place(), IMPOSSIBLE, ERROR, text, seat)
    failed = known.walk(len(before))
    if failed is not None:
        name, place = state.name(failed.seat), state.place()._replace(path="dix-exchange")
        text = f"{name} exchanges the dix {state.deck.names[state.dix or 0]} but does not hold it"
        yield Finding.at(place, IMPOSSIBLE, ERROR, text, failed.seat)


def _melded_too_often(state: Partnership, known: Known) -> Said:
    """A card that melds show more often than the hands and the pack have it: said where the last of them lies."""
    over = next((card for card, number in enumerate(known.seen) if number > state.deck.copies), None)
    if over is not None:
        where: list[tuple[Place, int | None]] = [(state.place(), None)]  # it may be one that was drawn
        for seat, items in (state.deal.melds or {}).items():
            where += [(one.place, seat) for one in items if over in (cards_laid(state, seat, one) or ())]
        text = f"{state.deck.names[over]} is named more often than the pack has it ({state.deck.copies} times)"
        yield Finding.at(where[-1][0], IMPOSSIBLE, ERROR, text, where[-1][1])


# --- From where the course of play starts ----------------------------------------------------------------------------


def _plan(state: Partnership) -> Plan:
    """Eldest leads; or the bidder, where the house has it so."""
    leader, unknown = (state.dealer + 1) % PLAYERS, False
    if state.bidder_leads:
        unknown = state.bidder is None or state.bidder >= PLAYERS
        leader = leader if unknown else given(state.bidder)
    size = _played_size(state)
    first, play = TRICKS - size, state.deal.play
    named = play.first_trick if play and play.actions else None
    apart = play and named and named.seat >= 0 and named.seat != leader and named.nth not in undone(play)
    if play and apart and not state.deal.hands and play.number_of_tricks < size:
        first = max(first, TRICKS - play.number_of_tricks)  # the tricks before are missing
    return _planned(state.deck, state.trump, leader, not unknown and not first, first, state.house.heading == "always")


@cache
def _planned(deck: Deck, trump: int | None, leader: int, leader_known: bool, first: int, always: bool) -> Plan:
    who_wins, breaks = None if trump is None else wins(deck, trump), breaks_duty(deck, trump, always)
    seats = tuple(range(PLAYERS))
    return Plan(seats=seats, leader=leader, wins=who_wins, leader_known=leader_known, first=first, breaks=breaks)


def _played_size(state: Partnership) -> int:
    """How many cards each has when the record of the play begins."""
    held = state.deal.held
    if not held:
        return HAND
    sizes = {len(cards.cards) for cards in held.values()}
    return sizes.pop() if len(held) == PLAYERS and len(sizes) == 1 else HAND


def begins(state: Partnership) -> Begin | None:
    """How the play begins, by all that is known without it."""
    plan = state.plan
    if state.trump is None or state.without_play is None or plan is None:
        return None
    hands, sizes, moves, outside = state.without_play
    if _as_dealt(state):
        moves = [*moves, *shows(state)]
    return Begin.of(plan, Known(state.deck, hands, sizes, moves, outside), len(moves))
