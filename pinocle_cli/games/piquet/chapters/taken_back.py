"""Cards taken back: one led out of turn, one of a wrong suit, and those that may not be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.chapters.following import PLAY, REVOKE, follows
from pinocle_cli.games.piquet.hands import DECK
from pinocle_cli.record import NOT_CHECKED
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.course import Trick
    from pinocle_cli.games.piquet.chapters.walk import Walk
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Finding
    from pinocle_cli.record import Event

_PLAYERS = 2


def taken_back(walk: Walk, step: Trick) -> Iterator[Finding]:
    """A card that was taken back, held against what may be: one led out of turn, or one of a wrong suit, in time."""
    state, act = walk.state, walk.state.play[given(step.taken_back)]
    if not set(act.cards) <= set(step.cards) or _again_later(walk, step, act):
        return  # a trick played since, which is undone with it
    nth = step.cards.index(act.cards[0])
    seat = step.seats[nth]
    if seat != act.seat:
        text = f"{state.name(act.seat)} takes back {DECK.show(act.cards)}, which {state.name(seat)} played"
        yield note(NOT_CHECKED, act.place, text, act.seat)
    elif nth == 0 and step.out_of_turn and step.due is not None:
        text = f"{state.name(seat)} led out of turn; the lead was {state.name(step.due)}'s"
        ruling = "taken back before the other had played to it: nothing follows"
        if len(step.cards) > 1:
            ruling = "the other had played to it and it was taken back all the same: nothing follows"
        found = state.fault(PLAY, walk.place(step), text, seat)._replace(cause=step)
        yield found._replace(remedy=PLAY, ruling=ruling)
    elif nth and (revoke := next(follows(walk, step, seat), None)) is not None:
        late = not state.portland and step.taken_back != step.n + 1
        ruling = "the card was changed: nothing follows"
        if late:
            ruling = "it was changed when the trick was closed, which is too late: the card first played stands"
        yield revoke._replace(remedy=REVOKE, ruling=ruling)
        if late:
            walk.stands = step
    elif not _may_play_differently(state, step, nth):
        what = "led" if nth == 0 else "played"
        law = "law 59" if state.portland else "only a card of a wrong suit may be changed"
        text = f"{state.name(seat)} took back {DECK.show(act.cards)}, which was rightly {what}"
        ruling = f"a card once led or played is not taken up again ({law}): the card first played stands"
        found = state.fault(PLAY, act.place, text, seat)._replace(cause=step)
        yield found._replace(remedy=PLAY, ruling=ruling)
        walk.stands = step if len(step.cards) == _PLAYERS and nth else None


def _again_later(walk: Walk, step: Trick, act: Event) -> bool:
    """Whether a later trick, undone by the same line, is the one that the card was in."""
    play = walk.state.play
    return any(not play[n].verb and set(act.cards) <= set(play[n].cards) for n in range(step.n + 1, act.nth))


def _may_play_differently(state: Piquet, step: Trick, nth: int) -> bool:
    """By the laws of 1882 elder may retake his first lead where younger has put a call right after it (law 52)."""
    return state.portland and step.number == 1 and nth == 0 and state.younger in state.corrected
