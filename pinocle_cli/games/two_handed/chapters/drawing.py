"""The stock: where every card of the play comes from and goes to.

Draws are facts: what is written was drawn, whatever ought to have been. Where nothing is written the winner is taken to
have drawn the top card and then the loser the next. Out of that the moves of all cards are made, before any of them is
looked at.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Step, Trick
from pinocle_cli.games.two_handed.chapters.draws import who_draws
from pinocle_cli.games.two_handed.chapters.wrong_hands import due, forgotten
from pinocle_cli.games.two_handed.state import Moment, Way
from pinocle_cli.games.two_handed.stock import Stock, dealt, is_the_line_before, sizes_of
from pinocle_cli.known import HIDDEN, PLAY, SHOW, Move
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.games.pinochle.shown import Shown
    from pinocle_cli.games.two_handed.state import TwoHanded

DRAW_ORDER = Rule(
    "draw-order",
    "Drawing",
    "procedure",
    """After each trick the winner draws first from the top of the stock and then the loser; each fills up to a whole
    hand.""",
    "000, Розыгрыш; 002, Первая стадия игры",
)


@DRAW_ORDER.applied
def moves_of(state: TwoHanded, steps: list[Step], way: Way) -> Stock:
    """Where every card of the play comes from and goes to, line by line, under one reading."""
    stock = _before_the_first_lead(state, way._replace(forgot=way.forgot | forgotten(state, steps)))
    for n, step in enumerate(steps):
        if isinstance(step, Trick):
            _trick(stock, steps, n, step)
        else:
            _act(stock, n, step, again=is_the_line_before(steps, n))
    return stock


def _before_the_first_lead(state: TwoHanded, way: Way) -> Stock:
    deal = state.deal
    hands, sizes = dealt(state), sizes_of(state)
    lies = deal.held is None
    wrong = (sizes[0] != state.size, sizes[1] != state.size) if lies and hands != [None, None] else (False, False)
    return Stock(
        deck=state.deck, suit=state.trump, full=state.size, sizes=sizes,
        face_down=state.deck.size - 1 - sum(sizes) if lies else 0,
        cards=deque(deal.stock.cards if deal.stock and lies else ()),
        trump=HIDDEN if state.turned is None else state.turned, trump_lies=lies, dix=state.dix, way=way,
        dealt_wrong=wrong, gone=not lies,
    )  # fmt: skip


def _trick(stock: Stock, steps: list[Step], n: int, trick: Trick) -> None:
    """Whoever has not drawn does, and the cards are played."""
    drew = bool(stock.to_draw)
    if trick.taken_back is None or trick.number > stock.full:
        _both_have_drawn(stock)
    before = len(stock.moves)
    if trick.taken_back is None:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            stock.moves.append(Move(PLAY, seat, card))
            stock.sizes[seat] -= 1
    moment = Moment(before, len(stock.moves), drew and not stock.to_draw, stock.gone, False, False, False, False, None)
    stock.moments.append(moment)
    if trick.winner is not None and not stock.gone:
        stock.trick, stock.to_draw, stock.drawn = trick.number, (trick.winner, 1 - trick.winner), [0, 0]
        who_draws(stock, steps, n)


def _both_have_drawn(stock: Stock) -> None:
    if not stock.to_draw:
        return
    if stock.way.exchange is not None and stock.way.exchange[0] == stock.trick:
        stock.exchange(stock.way.exchange[1])
    for seat in stock.to_draw:
        if not stock.drawn[seat]:
            for _ in range(due(stock, seat)):
                stock.take(seat)
    stock.to_draw = ()
    stock.gone = stock.trick >= stock.full or not (stock.face_down or stock.trump_lies)


def _act(stock: Stock, n: int, act: Act, *, again: bool) -> None:
    """A card drawn, or shown; and what the player may do here."""
    seat, verb = act.event.seat, act.event.verb
    before = len(stock.moves)
    his_turn = bool(stock.to_draw) and seat == stock.to_draw[0] and not stock.drawn[seat]
    wrong = his_turn and stock.sizes[seat] != stock.full - 1
    open_, top = stock.exchange_is_open(), stock.top()
    exchange = False
    if verb == "draw":
        if n in stock.hurried:
            for _ in range(due(stock, stock.hurried[n])):
                stock.take(stock.hurried[n])
        gets = stock.written.get(n)
        if gets is not None:
            stock.take_named(gets, act.event.cards[0])
    elif verb in ("meld", "dix"):
        cards = _shown(stock, act)
        if cards and not again:  # what may only be written twice shows nothing new
            stock.moves.append(Move(SHOW, seat, cards=cards))
        exchange = his_turn and not wrong and open_ and act.event.what != "shown" and stock.dix in cards
        if exchange:
            stock.exchange(seat)
    stock.moments.append(Moment(before, len(stock.moves), False, stock.gone, his_turn, wrong, exchange, open_, top))


def _shown(stock: Stock, act: Act) -> tuple[int, ...]:
    """The cards that are shown; of the dix one, which may be the one that was shown before."""
    if act.event.verb == "dix":
        return () if stock.dix is None else (stock.dix,)
    shown: Shown = act.event.what
    return shown.cards(stock.deck, stock.suit) or ()
