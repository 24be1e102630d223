"""When something is shown: the turn of whoever won a trick, and whether he holds what he shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.two_handed.chapters.melds import (
    CARD_PLAYABLE,
    rightly_shown,
    scores_nothing,
    was_played,
)
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.course import Act
    from pinocle_cli.games.two_handed.laid import Spread
    from pinocle_cli.games.two_handed.state import Walk

TWICE = "this line is taken to be the one before it, written twice"

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


MELD_TIMING.follows()(scores_nothing)
MELD_TIMING.examined(rightly_shown)


def not_counted(walk: Walk, act: Act, laid: Spread, rule: Rule, text: str) -> None:
    """What is shown at the wrong time scores nothing; that he cannot hold it is the greater thing to say."""
    seat, known, moment = act.event.seat, walk.known, walk.moment()
    missing = [card for card, number in laid.need if known.most(seat, card) < number and card != moment.top]
    if missing and not was_played(walk, seat, missing):
        text = f"{walk.state.name(seat)} shows {known.deck.names[missing[0]]} but does not hold it"
        walk.impossible(act, seat, missing[0], text)
        return
    walk.fault(rule, act, text, seat)
    shown_all_the_same(walk)


def shown_all_the_same(walk: Walk) -> None:
    """What is shown at the wrong time tells what is held as well; cards that cannot be held are not looked at."""
    while walk.known.walk(walk.moment().after) is not None:
        walk.known.skip()


def holds_them(walk: Walk, act: Act, laid: Spread, late: Rule) -> bool:
    """Whether the player holds what he shows; else what is wrong with it has been said, by `late` if he drew first."""
    seat, moment, known = act.event.seat, walk.moment(), walk.known
    played = walk.dropped.get(moment.before)
    missing = [card for card, number in laid.need if card == played or known.most(seat, card) < number]
    if not missing and known.walk(min(moment.before + 1, moment.after)) is None:
        return True
    # Where each card can be held but not all of them, the hand has no place for so many.
    missing = missing or [card for card, number in laid.need if known.lo[seat][card] < number]
    shown_all_the_same(walk)
    name, shown = walk.state.name(seat), known.deck.names[missing[0]]
    if laid.rest and not laid.melds:  # what is no meld is no evidence of what he had
        walk.impossible(act, seat, missing[0], f"{name} shows {shown} but does not hold it")
    elif missing == [moment.top]:
        text = f"{name} showed {shown}, which was the next card of the stock: it was shown after drawing"
        walk.fault(late, act, text, seat)
    elif was_played(walk, seat, missing):
        walk.fault(CARD_PLAYABLE, act, f"{name} showed {shown}, which had been played", seat)
    else:
        walk.impossible(act, seat, missing[0], f"{name} shows {shown} but does not hold it")
    return False
