"""Draws that are faults: out of turn, and several cards at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Trick
from pinocle_cli.game import Says, note
from pinocle_cli.games.two_handed.chapters.wrong_hands import WRONG_HAND_SHORT
from pinocle_cli.games.two_handed.stock import Breach
from pinocle_cli.ledger import FAULT, Finding
from pinocle_cli.record import ASSUMED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from pinocle_cli.games.two_handed.state import TwoHanded, Walk
    from pinocle_cli.games.two_handed.stock import Draw, Stock
    from pinocle_cli.record import Irregularity

DRAW_OUT_OF_TURN = Rule(
    "draw-out-of-turn",
    "Drawing out of turn",
    "irregularity",
    """Whoever draws out of turn gives the card to his opponent, to whom it belongs, and shows him the card that he
    then draws himself.""",
    "000, Неправильная рука",
)


@DRAW_OUT_OF_TURN.applied
def out_of_turn(stock: Stock, draws: list[Draw]) -> None:
    """The loser drew first: the card is the winner's and the next one his, unless they kept what they had."""
    first, second = stock.to_draw
    early, *others = draws
    stock.found.append(Breach(DRAW_OUT_OF_TURN, early.at, second, "drew before the winner of the trick"))
    if stock.way.handed_over:
        stock.written[early.at] = first
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
def too_many(stock: Stock, seat: int, draws: list[Draw]) -> None:
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
