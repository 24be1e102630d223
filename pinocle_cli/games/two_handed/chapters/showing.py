"""Showing melds and dixes: the turn in which a player who has won a trick may show a meld and a dix."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.course import Act
from pinocle_cli.game import Says, note
from pinocle_cli.games.pinochle.common import A, Meld, meld_table, melds_in, near_meld
from pinocle_cli.games.two_handed.chapters.crediting import miscounted
from pinocle_cli.games.two_handed.chapters.melds import (
    CARD_PLAYABLE,
    CLASSES,
    MELD_TABLE,
    refusal,
    rightly_shown,
    scores_nothing,
    was_played,
)
from pinocle_cli.games.two_handed.chapters.wrong_hands import WRONG_HAND_NO_MELD
from pinocle_cli.games.two_handed.laid import count, spread
from pinocle_cli.games.two_handed.state import Laying
from pinocle_cli.games.two_handed.stock import is_the_line_before
from pinocle_cli.known import PLAY
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.pinochle.shown import Shown
    from pinocle_cli.games.two_handed.laid import Candidate, Spread
    from pinocle_cli.games.two_handed.state import TwoHanded, Walk
    from pinocle_cli.record import Irregularity

MELD_TIMING = Rule(
    "meld-timing",
    "When to meld",
    "score",
    "A player may show a meld after winning a trick and before he draws, as long as the stock lasts.",
    "000, Показ комбинаций; 002, Первая стадия игры",
)


@MELD_TIMING.applied
def not_his_turn(walk: Walk, seat: int) -> str | None:
    """Why this player may not show anything now, or None."""
    if walk.winner is None:
        return "before any trick was won"
    if seat != walk.winner:
        return f"though {walk.state.name(walk.winner)} won the last trick"
    moment = walk.moment()
    if moment.gone:
        return "when the stock was gone"
    return None if moment.open else "after drawing"


def meld(walk: Walk, act: Act) -> None:
    """`Anna: meld HK HQ`."""
    seat, moment = act.event.seat, walk.moment()
    shown: Shown = act.event.what
    cards = shown.cards(walk.known.deck, walk.state.trump) or ()
    laid = spread(walk.known.deck, walk.state.trump, cards, walk.state.house.doubles)
    text = f"{walk.state.name(seat)} melded {walk.known.deck.show(cards)}"
    if why := not_his_turn(walk, seat):
        _not_counted(walk, act, laid, MELD_TIMING, f"{text} {why}")
        return
    if moment.wrong:
        _not_counted(walk, act, laid, WRONG_HAND_NO_MELD, f"{text} with a wrong number of cards in the hand")
        return
    if written_twice(walk, act) or not _holds_them(walk, act, laid):
        return
    dixes = sum(_dix(walk, act) for _ in range(laid.dixes))
    if laid.rest:
        _lay(walk, act, laid, dixes)
    else:
        miscounted(walk, act, Meld("dix", (walk.dix,), A, 10), dixes)


def _not_counted(walk: Walk, act: Act, laid: Spread, rule: Rule, text: str) -> None:
    """What is shown at the wrong time scores nothing; that he cannot hold it is the greater thing to say."""
    seat, known, moment = act.event.seat, walk.known, walk.moment()
    missing = [card for card, number in laid.need if known.most(seat, card) < number and card != moment.top]
    if missing and not was_played(walk, seat, missing):
        text = f"{walk.state.name(seat)} shows {known.deck.names[missing[0]]} but does not hold it"
        walk.impossible(act, seat, missing[0], text)
        return
    walk.fault(rule, act, text, seat)
    _shown_all_the_same(walk)


def written_twice(walk: Walk, act: Act) -> bool:
    """Whether a line is the one before it, written twice: nobody shows the same cards twice at once."""
    if not is_the_line_before(walk.steps, walk.at):
        return False
    walk.found.append(note(ASSUMED, walk.event(act).place, TWICE, act.event.seat))
    _shown_all_the_same(walk)
    return True


TWICE = "this line is taken to be the one before it, written twice"


def _shown_all_the_same(walk: Walk) -> None:
    """What is shown at the wrong time tells what is held as well; cards that cannot be held are not looked at."""
    while walk.known.walk(walk.moment().after) is not None:
        walk.known.skip()


def _holds_them(walk: Walk, act: Act, laid: Spread) -> bool:
    """Whether the player holds what he shows; else what is wrong with it has been said."""
    seat, moment, known = act.event.seat, walk.moment(), walk.known
    played = walk.dropped.get(moment.before)
    missing = [card for card, number in laid.need if card == played or known.most(seat, card) < number]
    if not missing and known.walk(min(moment.before + 1, moment.after)) is None:
        return True
    # Where each card can be held but not all of them, the hand has no place for so many.
    missing = missing or [card for card, number in laid.need if known.lo[seat][card] < number]
    _shown_all_the_same(walk)
    name, shown = walk.state.name(seat), known.deck.names[missing[0]]
    if laid.rest and not laid.melds:  # what is no meld is no evidence of what he had
        walk.impossible(act, seat, missing[0], f"{name} shows {shown} but does not hold it")
    elif missing == [moment.top]:
        rule = DIX_SHOW if laid.need == ((moment.top, 1),) and moment.top == walk.dix else MELD_TIMING
        text = f"{name} showed {shown}, which was the next card of the stock: it was shown after drawing"
        walk.fault(rule, act, text, seat)
    elif was_played(walk, seat, missing):
        walk.fault(CARD_PLAYABLE, act, f"{name} showed {shown}, which had been played", seat)
    else:
        walk.impossible(act, seat, missing[0], f"{name} shows {shown} but does not hold it")
    return False


ONE_MELD = Rule(
    "one-meld-per-turn",
    "One meld a turn",
    "score",
    "One meld scores in a turn, even if the cards shown hold a second one.",
    "000, Показ комбинаций (1); 002, Комбинации",
)


@ONE_MELD.applied
def _lay(walk: Walk, act: Act, laid: Spread, dixes: int) -> None:
    """The dearest meld of what was shown that may be counted; `dixes` are the points for what was shown with it."""
    seat, text, name = act.event.seat, walk.known.deck.show(laid.rest), walk.state.name(act.event.seat)
    melds: Sequence[Candidate] = laid.melds
    if not melds:
        walk.fault(MELD_TABLE, act, f"{text} is not a meld{_nearest(walk, seat, act)}", seat)
        return
    if walk.melded:
        walk.fault(ONE_MELD, act, f"{name} melded {text} in the turn of another meld", seat)
        return
    if len(melds) > 1 and melds[0].meld.points == melds[1].meld.points:
        melds = _not_shown_later(walk, seat, melds)
    counted = count(walk.laid[seat], melds, walk.known.lo[seat])
    if isinstance(counted, str):
        rule, why = refusal(counted)
        counted = _with_hidden_twins(walk, act, melds) or counted
    if isinstance(counted, str):
        walk.fault(rule, act, f"{name} melded {text} again: {why}", seat)
        return
    one, points = counted
    meld = one.meld
    walk.melded = True
    walk.watched.update(meld.cards)
    walk.enter(Laying(seat, meld.cards, points, CLASSES[meld.group], walk.event(act).line, walk.number), one.note)
    if len(laid.rest) > len(meld.cards):
        text = f"{text} shown in one turn: counted as {meld.name}; the rest needs a turn of its own"
        walk.found.append(note(ASSUMED, walk.event(act).place, text, seat))
    miscounted(walk, act, meld, points + dixes)


def _not_shown_later(walk: Walk, seat: int, melds: Sequence[Candidate]) -> Sequence[Candidate]:
    """Of equally dear melds in a spread, one that the player shows by itself later counts then and not now."""
    deck, trump = walk.known.deck, walk.state.trump
    later = [
        Counter(step.event.what.cards(deck, trump))
        for step in walk.steps[walk.at + 1 :]
        if isinstance(step, Act) and step.event.verb == "meld" and step.event.seat == seat
    ]
    return sorted(melds, key=lambda one: (-one.meld.points, Counter(one.meld.cards) in later))


def _with_hidden_twins(walk: Walk, act: Act, melds: Sequence[Candidate]) -> tuple[Candidate, int] | None:
    """Where the hand is not all known, twins of melded cards may be among what is hidden.

    As few are taken to be as the meld needs, and first those that the player is seen to play later.
    """
    seat, known = act.event.seat, walk.known
    held = known.lo[seat]
    twins = [c for c in sorted(set(melds[0].meld.cards)) if c in walk.watched and known.most(seat, c) > held[c]]
    later = known.later(PLAY, seat)
    twins.sort(key=lambda card: later[card] <= held[card])
    for number in range(1, min(len(twins), known.hidden[seat]) + 1):
        for some in itertools.combinations(twins, number):
            with_them = [had + (card in some) for card, had in enumerate(held)]
            counted = count(walk.laid[seat], melds, with_them)
            if not isinstance(counted, str):
                for card in some:
                    known.assume(seat, card)
                walk.assumed.add(seat)
                text = f"{walk.state.name(seat)} is taken to have held a second copy of what was melded before"
                walk.found.append(note(ASSUMED, walk.event(act).place, text, seat))
                return counted
    return None


def _nearest(walk: Walk, seat: int, act: Act) -> str:
    """A meld that differs from the cards shown in one card, for a hint."""
    if act.event.verb != "meld":
        return ""
    deck, table = walk.known.deck, meld_table(walk.known.deck, walk.state.trump)
    cards = tuple(card for card in act.event.what.cards(deck, walk.state.trump) if card != walk.dix)
    if near := near_meld(deck, walk.state.trump, cards, walk.known.lo[seat]):
        return near
    see = MELD_TABLE.id_in(walk.state.session.game.name)
    return "" if melds_in(cards, table) else f"; see `pinocle rules {see}`"


AT_ONCE = Rule(
    "meld-scored-at-once",
    "When points are written down",
    "score",
    "Melds are entered as they are shown; the count of cards is entered after the play.",
    "000, Подсчет очков",
)
AT_ONCE.applied(count)
AT_ONCE.table(CLASSES)

for _rule in (MELD_TIMING, ONE_MELD, WRONG_HAND_NO_MELD):
    _rule.follows()(scores_nothing)
    _rule.examined(rightly_shown)

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
        _not_counted(walk, act, laid, DIX_SHOW, f"{name} showed the dix {shown} {why}")
    elif walk.moment().wrong:
        text = f"{name} showed the dix with a wrong number of cards in the hand"
        _not_counted(walk, act, laid, WRONG_HAND_NO_MELD, text)
    elif is_the_line_before(walk.steps, walk.at) or _holds_them(walk, act, laid):
        _dix(walk, act)


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
def _dix(walk: Walk, act: Act) -> int:
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
