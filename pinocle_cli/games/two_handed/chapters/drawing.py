"""The stock: who draws what, whose hand is wrong, and where every card of the play comes from and goes to.

Draws are facts: what is written was drawn, whatever ought to have been. Where nothing is written the winner is taken to
have drawn the top card and then the loser the next. Out of that the moves of all cards are made, before any of them is
looked at.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Step, Trick
from pinocle_cli.game import Says, note
from pinocle_cli.games.two_handed.chapters.wrong_hands import WRONG_HAND_SHORT, due, forgotten
from pinocle_cli.games.two_handed.state import Moment, Way
from pinocle_cli.games.two_handed.stock import Breach, Draw, Stock, dealt, is_the_line_before, sizes_of
from pinocle_cli.known import HIDDEN, PLAY, SHOW, Move
from pinocle_cli.ledger import FAULT, Finding
from pinocle_cli.record import ASSUMED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.games.pinochle.shown import Shown
    from pinocle_cli.games.two_handed.state import TwoHanded, Walk
    from pinocle_cli.record import Irregularity

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
        _who_draws(stock, steps, n)


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


TWELFTH_TRICK = Rule(
    "twelfth-trick",
    "The last of the stock",
    "procedure",
    """The winner of the last trick before the stock is gone may meld and draws the last card that lies face down;
    the loser takes the trump card, or the dix that was exchanged for it. The winner leads to the next trick.""",
    "000, Повторный розыгрыш",
)


@TWELFTH_TRICK.applied
def _took_the_trump_card(stock: Stock, draws: list[Draw]) -> Draw | None:
    """The draw with which the winner of the trick took the trump card, which was the loser's."""
    first = stock.to_draw[0]
    mine = next((draw for draw in draws if draw.seat == first), None)
    if mine is None or stock.face_down != 1 or mine.card != stock.trump:
        return None
    if stock.cards:
        return mine if stock.cards[0] != stock.trump else None
    return mine if any(draw.seat != first and draw.card != stock.trump for draw in draws) else None


LAST_SHOWN = Rule(
    "last-stock-card-shown",
    "The last stock card shown",
    "procedure",
    "At many tables whoever draws the last card of the stock shows it. It costs nothing and is not looked for.",
    "002, Первая стадия игры",
)


def _who_draws(stock: Stock, steps: list[Step], n: int) -> None:
    """Look at the draws that are written up to the next trick: who gets each card, and what was wrong with them."""
    every = list(_draws_after(steps, n))
    stock.written = dict.fromkeys([draw.at for draw in every])
    stock.hurried = {}
    draws = every if stock.way.to_the_letter else _as_meant(stock, every)
    if not draws:
        return
    stock.written |= {draw.at: draw.seat for draw in draws}
    first, second = stock.to_draw
    mine, his = (sum(draw.seat == seat for draw in draws) for seat in stock.to_draw)
    if (took := _took_the_trump_card(stock, draws)) is not None:
        text = "took the trump card, which belongs to the loser of the trick"
        stock.found.append(Breach(DRAW_OUT_OF_TURN, took.at, first, text))
    elif draws[0].seat == second:
        if not mine and his <= stock.lacks(second):
            stock.hurried[draws[0].at] = first
        elif not _only_written_so(stock, draws):
            _out_of_turn(stock, draws)
    for seat in stock.to_draw:
        _too_many(stock, seat, draws)


def _draws_after(steps: list[Step], n: int) -> Iterator[Draw]:
    for at in range(n + 1, len(steps)):
        step = steps[at]
        if isinstance(step, Act):
            if step.event.verb == "draw":
                yield Draw(at, step.event.seat, step.event.cards[0])
        elif step.taken_back is None:
            return


def _as_meant(stock: Stock, draws: list[Draw]) -> list[Draw]:
    """The draws without what looks like a slip of the pen: a line written twice, or the other player's name."""
    meant: list[Draw] = []
    for draw in draws:
        before = meant[-1] if meant else None
        number = sum(draw.seat == one.seat for one in draws)
        if before and before[1:] == draw[1:] and before.at == draw.at - 1 and number > stock.lacks(draw.seat):
            stock.remarks[draw.at] = "this line is taken to be the one before it, written twice"
        else:
            meant.append(draw)
    first, second = stock.to_draw
    if [draw.seat for draw in meant] == [first, first] and stock.lacks(first) == stock.lacks(second) == 1:
        stock.remarks[meant[1].at] = "this card is taken to be the other player's, whose draw is not written"
        meant[1] = meant[1]._replace(seat=second)
    return meant


def _only_written_so(stock: Stock, draws: list[Draw]) -> bool:
    """Whether the loser's draw is written first, but the stock shows that he drew second."""
    if len(draws) != 2:  # noqa: PLR2004 - one each
        return False
    his, mine = (draw.card for draw in draws)
    if stock.face_down == 1:
        return his == stock.trump != mine
    top = [*stock.cards][:2]
    return len(top) == 2 and top == [mine, his] and his != mine  # noqa: PLR2004


DRAW_OUT_OF_TURN = Rule(
    "draw-out-of-turn",
    "Drawing out of turn",
    "irregularity",
    """Whoever draws out of turn gives the card to his opponent, to whom it belongs, and shows him the card that he
    then draws himself.""",
    "000, Неправильная рука",
)


@DRAW_OUT_OF_TURN.applied
def _out_of_turn(stock: Stock, draws: list[Draw]) -> None:
    """The loser drew first: the card is the winner's and the next one his, unless they kept what they had."""
    first, second = stock.to_draw
    out_of_turn, *others = draws
    stock.found.append(Breach(DRAW_OUT_OF_TURN, out_of_turn.at, second, "drew before the winner of the trick"))
    if stock.way.handed_over:
        stock.written[out_of_turn.at] = first
        if others:
            stock.written[others[0].at] = second


DRAW_OUT_OF_TURN.follows()(Says("the card goes to the opponent, and the card that the offender then draws is shown"))

DRAW_SEVERAL = Rule(
    "draw-several",
    "Drawing several cards",
    "irregularity",
    "Whoever draws more cards than he should puts the extra card back on the stock and shows all that he drew.",
    "000, Неправильная рука",
)


@DRAW_SEVERAL.applied
def _too_many(stock: Stock, seat: int, draws: list[Draw]) -> None:
    """More cards than the hand lacks: the extra ones go back, unless what was played later shows that they did not."""
    alone = all(draw.seat == seat for draw in draws)
    handed = alone and stock.way.handed_over and any(one.rule is DRAW_OUT_OF_TURN for one in stock.found[-1:])
    own = [draw for draw in draws if draw.seat == seat]
    for draw in own[stock.lacks(seat) + handed :]:
        stock.found.append(Breach(DRAW_SEVERAL, draw.at, seat, "drew it besides the card that was due"))
        if not stock.way.kept:
            stock.written[draw.at] = None


DRAW_SEVERAL.follows()(Says("the extra card goes back on the stock; all the cards that were drawn are shown"))


def said_of_draws(walk: Walk, stock: Stock) -> dict[int, list[Finding]]:
    """What was wrong with the drawing, by the step at which it is to be said."""
    steps, name = walk.steps, walk.state.name
    breaches = [one._replace(text=f"{name(one.seat)} {one.text}") for one in stock.found]
    at = {step.number: n for n, step in enumerate(steps) if isinstance(step, Trick) and step.taken_back is None}
    for seat, trick in sorted(stock.way.forgot):
        text = f"{name(seat)} did not draw after trick {trick}, and drew later what was lacking"
        breaches.append(Breach(WRONG_HAND_SHORT, at.get(trick + 1, len(steps) - 1), seat, text))
    said: dict[int, list[Finding]] = {}
    for n, text in stock.remarks.items():
        said.setdefault(n, []).append(note(ASSUMED, walk.event(steps[n]).place, text))
    for one in breaches:
        step = steps[one.step]
        finding = Finding.at(walk.event(step).place, one.rule, FAULT, one.text, one.seat, cause=step)
        said.setdefault(one.step, []).append(finding)
    return said


def draw(walk: Walk, act: Act) -> None:
    """`Anna: draw C9`: the card that was drawn, where the stock is not recorded or another was drawn."""
    seat, card = act.event.seat, act.event.cards[0]
    moment, name = walk.moment(), walk.known.deck.names[card]
    if moment.gone or walk.winner is None:
        text = f"{walk.state.name(seat)} drew {name} when nothing was to be drawn"
        walk.fault(DRAW_SEVERAL if walk.number else DRAW_OUT_OF_TURN, act, text, seat)
    elif walk.known.walk(moment.after) is not None:
        walk.impossible(act, seat, card, f"{name} cannot have been drawn")


def _nothing_to_draw(state: TwoHanded, said: Irregularity) -> Weight:
    """Nothing is drawn before the first trick or when the stock is gone; what is written of a turn shows the rest."""
    if said.after is not None and not 0 < said.after <= state.size:
        return refuted("nothing was to be drawn then")
    if said.after is None or said.by is None or state.walk is None:
        return OPEN
    acts = [step for step in state.walk.steps if isinstance(step, Act) and step.event.verb == "draw"]
    written = [act for act in acts if act.tricks == said.after and act.event.seat == said.by]
    return refuted("he drew as he should") if written else OPEN


DRAW_OUT_OF_TURN.examined(_nothing_to_draw)
DRAW_SEVERAL.examined(_nothing_to_draw)
