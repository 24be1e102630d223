"""The last of the stock: who gets each card that is written to have been drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act
from pinocle_cli.games.two_handed.chapters.drawn_wrongly import DRAW_OUT_OF_TURN, out_of_turn, too_many
from pinocle_cli.games.two_handed.stock import Breach, Draw
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.course import Step
    from pinocle_cli.games.two_handed.stock import Stock


def who_draws(stock: Stock, steps: list[Step], n: int) -> None:
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
            out_of_turn(stock, draws)
    for seat in stock.to_draw:
        too_many(stock, seat, draws)


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
