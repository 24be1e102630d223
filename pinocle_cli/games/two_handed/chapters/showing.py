"""Showing a meld: one a turn, and which of what was shown it is."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.course import Act
from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import A, Meld, meld_table, melds_in, near_meld
from pinocle_cli.games.two_handed.chapters.crediting import miscounted
from pinocle_cli.games.two_handed.chapters.dixes import DIX_SHOW, shown_dix
from pinocle_cli.games.two_handed.chapters.melds import (
    CLASSES,
    MELD_TABLE,
    refusal,
    rightly_shown,
    scores_nothing,
)
from pinocle_cli.games.two_handed.chapters.turn import (
    MELD_TIMING,
    TWICE,
    holds_them,
    not_counted,
    not_his_turn,
    shown_all_the_same,
)
from pinocle_cli.games.two_handed.chapters.wrong_hands import WRONG_HAND_NO_MELD
from pinocle_cli.games.two_handed.laid import count, spread
from pinocle_cli.games.two_handed.state import Laying
from pinocle_cli.games.two_handed.stock import is_the_line_before
from pinocle_cli.known import PLAY
from pinocle_cli.record import ASSUMED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.pinochle.shown import Shown
    from pinocle_cli.games.two_handed.laid import Candidate, Spread
    from pinocle_cli.games.two_handed.state import Walk


def meld(walk: Walk, act: Act) -> None:
    """`Anna: meld HK HQ`."""
    seat, moment = act.event.seat, walk.moment()
    shown: Shown = act.event.what
    cards = shown.cards(walk.known.deck, walk.state.trump) or ()
    laid = spread(walk.known.deck, walk.state.trump, cards, walk.state.house.doubles)
    text = f"{walk.state.name(seat)} melded {walk.known.deck.show(cards)}"
    if why := not_his_turn(walk, seat):
        not_counted(walk, act, laid, MELD_TIMING, f"{text} {why}")
        return
    if moment.wrong:
        not_counted(walk, act, laid, WRONG_HAND_NO_MELD, f"{text} with a wrong number of cards in the hand")
        return
    late = DIX_SHOW if laid.need == ((walk.dix, 1),) else MELD_TIMING
    if written_twice(walk, act) or not holds_them(walk, act, laid, late):
        return
    dixes = sum(shown_dix(walk, act) for _ in range(laid.dixes))
    if laid.rest:
        _lay(walk, act, laid, dixes)
    else:
        miscounted(walk, act, Meld("dix", (walk.dix,), A, 10), dixes)


def written_twice(walk: Walk, act: Act) -> bool:
    """Whether a line is the one before it, written twice: nobody shows the same cards twice at once."""
    if not is_the_line_before(walk.steps, walk.at):
        return False
    walk.found.append(note(ASSUMED, walk.event(act).place, TWICE, act.event.seat))
    shown_all_the_same(walk)
    return True


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

for _rule in (ONE_MELD, WRONG_HAND_NO_MELD):
    _rule.follows()(scores_nothing)
    _rule.examined(rightly_shown)
