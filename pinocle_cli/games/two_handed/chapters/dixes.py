"""The dix: turned by the dealer, shown, or exchanged for the trump card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import Says, note
from pinocle_cli.games.pinochle.common import dix_card
from pinocle_cli.games.two_handed.chapters.melds import (
    rightly_shown,
    scores_nothing,
)
from pinocle_cli.games.two_handed.chapters.turn import TWICE, holds_them, not_counted, not_his_turn
from pinocle_cli.games.two_handed.chapters.wrong_hands import WRONG_HAND_NO_MELD
from pinocle_cli.games.two_handed.laid import spread
from pinocle_cli.games.two_handed.state import Laying
from pinocle_cli.games.two_handed.stock import is_the_line_before
from pinocle_cli.ledger import Entry
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from pinocle_cli.course import Act
    from pinocle_cli.game import Said
    from pinocle_cli.games.two_handed.state import TwoHanded, Walk
    from pinocle_cli.record import Irregularity

DIX_CARD = Rule(
    "dix-card",
    "The dix",
    "procedure",
    "The lowest trump is the dix: the nine in a pack of forty-eight, the seven in a pack of sixty-four.",
    "000, Цель игры; 002, Дикс",
)
DIX_CARD.applied(dix_card)

DIX_TURNED = Rule(
    "dix-turned",
    "Dix turned",
    "score",
    "A dealer who turns up the dix as the trump card scores ten at once.",
    "000, Показ дикса; 002, Дикс",
)


@DIX_TURNED.applied
def dix_turned(state: TwoHanded) -> Said:
    """Ten for the dealer; where only the figures of the deal are recorded, it is among them."""
    turned, dix = state.turned, state.dix
    if turned is not None and turned == dix and not state.only_claimed:
        line = state.deal.turned.place.line if state.deal.turned else state.deal.line
        yield Entry(state.dealer, 10, DIX_TURNED, line, f"{state.deck.names[turned]} turned")
    elif turned is None and dix is not None and state.deal.play is not None and state.deal.held is None:
        name = state.deck.names[dix]
        text = f"`turned` is not recorded; if it was the dix {name}, {state.name(state.dealer)} would have ten more"
        yield note(NOT_CHECKED, state.place(), text, state.dealer)


DIX_SHOW = Rule(
    "dix-show",
    "Dix shown",
    "score",
    "A player who has won a trick while the stock lasts scores ten for each dix that he shows.",
    "000, Показ дикса; 002, Дикс",
)


@DIX_SHOW.applied
def dix(walk: Walk, act: Act) -> None:
    """`Anna: dix`, exchanged wherever an exchange is open; `dix shown` where it was only shown."""
    seat, card = act.event.seat, walk.dix
    name, shown = walk.state.name(seat), walk.known.deck.names[card]
    laid = spread(walk.known.deck, walk.state.trump, (card,), "single")
    if why := not_his_turn(walk, seat):
        not_counted(walk, act, laid, DIX_SHOW, f"{name} showed the dix {shown} {why}")
    elif walk.moment().wrong:
        text = f"{name} showed the dix with a wrong number of cards in the hand"
        not_counted(walk, act, laid, WRONG_HAND_NO_MELD, text)
    elif is_the_line_before(walk.steps, walk.at) or holds_them(walk, act, laid, DIX_SHOW):
        shown_dix(walk, act)


DIX_SHOW.follows()(scores_nothing)
DIX_SHOW.examined(rightly_shown)

DIX_PLUS_MELD = Rule(
    "dix-plus-meld",
    "Dix beside a meld",
    "score",
    "A dix and another meld may both be counted in the same turn.",
    "000, Показ дикса; 002, Дикс",
)


@DIX_PLUS_MELD.applied
def shown_dix(walk: Walk, act: Act) -> int:
    """The points for one dix that is shown and held: none where it is the one that was shown before."""
    seat, card, moment, known = act.event.seat, walk.dix, walk.moment(), walk.known
    if known.lo[seat][card] <= walk.dixes[seat] and is_the_line_before(walk.steps, walk.at):
        walk.found.append(note(ASSUMED, walk.event(act).place, TWICE, seat))
        return 0
    fresh = known.most(seat, card) > walk.dixes[seat]
    if fresh:
        if known.lo[seat][card] <= walk.dixes[seat]:
            known.assume(seat, card)
            walk.assumed.add(seat)
            text = f"{walk.state.name(seat)} is taken to have shown the other dix"
            walk.found.append(note(ASSUMED, walk.event(act).place, text, seat))
        line = walk.event(act).line
        walk.enter(Laying(seat, (card,), 10, DIX_SHOW, line, walk.number), f"dix {known.deck.names[card]}")
    elif not moment.exchange:
        text = f"{walk.state.name(seat)} showed the same dix {known.deck.names[card]} twice"
        walk.fault(DIX_SHOW, act, text, seat)
        return 0
    _exchanged(walk, act, card, fresh=fresh)
    return 10 * fresh


DIX_EXCHANGE = Rule(
    "dix-exchange",
    "Exchanging the dix",
    "procedure",
    """Having won a trick, the holder of a dix may exchange it for the trump card; he need not. One that was shown
    first may be exchanged in a later turn, without a second ten.""",
    "000, Показ дикса",
)


@DIX_EXCHANGE.applied
def _exchanged(walk: Walk, act: Act, card: int, *, fresh: bool) -> None:
    """The dix goes for the trump card, or stays in the hand."""
    seat, moment, known = act.event.seat, walk.moment(), walk.known
    if moment.exchange and not walk.exchanged:
        walk.exchanged = True
        walk.dixes[seat] -= not fresh
        if known.walk(moment.after) is not None:
            walk.impossible(act, seat, card, f"{known.deck.names[card]} cannot have been exchanged")
    else:
        walk.dixes[seat] += 1
        walk.watched.add(card)
        _only_shown(walk, act)


DIX_FIRST_EXCHANGE = Rule(
    "dix-first-exchange",
    "The first dix is exchanged",
    "irregularity",
    """Where the house asks for it, the first dix that a player declares is exchanged for the trump card, unless the
    dealer turned one.""",
    "002, Дикс",
)


@DIX_FIRST_EXCHANGE.applied
def _only_shown(walk: Walk, act: Act) -> None:
    """The first dix, where the house asks for an exchange."""
    if not walk.moment().dix_lies or walk.state.house.first_dix != "must-exchange":
        return
    text = f"{walk.state.name(act.event.seat)} only showed the first dix; it is to be exchanged for the trump card"
    if walk.state.turned is None:
        text += ", unless that was a dix: it is not recorded"
        walk.found.append(note(NOT_CHECKED, walk.event(act).place, text, act.event.seat))
    else:
        walk.fault(DIX_FIRST_EXCHANGE, act, text, act.event.seat)


DIX_FIRST_EXCHANGE.follows()(Says("the ten points stand; the dix should have been exchanged"))


@DIX_FIRST_EXCHANGE.examined
def not_asked_for(state: TwoHanded, said: Irregularity) -> Weight:
    """Where the house asks for no exchange, or the play shows every dix, nothing was broken."""
    if state.house.first_dix != "must-exchange":
        return refuted("at this table the first dix need not be exchanged")
    return OPEN if state.walk is None else refuted("no first dix was only shown")
