"""Between the tricks: cards dropped, and a rest conceded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Trick
from pinocle_cli.game import note
from pinocle_cli.games.piquet.chapters.walk import Walk, cannot_have
from pinocle_cli.games.piquet.hands import ALL_TRICKS, DECK, bits_of, show
from pinocle_cli.games.piquet.rulings import says
from pinocle_cli.games.piquet.state import Taken
from pinocle_cli.record import IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Finding

EXPOSED = Rule(
    "exposed-card",
    "A card dropped in play",
    "irregularity",
    "A card that is dropped by accident is taken up again, and nothing follows.",
    "Portland laws, 59",
)


@EXPOSED.applied
def _exposes(walk: Walk, act: Act) -> Iterator[Finding]:
    state, event = walk.state, act.event
    for card in event.cards:
        why = cannot_have(walk, _as_trick(act), event.seat, card)
        if why:
            yield state.error(IMPOSSIBLE, event.place, why, event.seat)._replace(cause=act)
    text = f"{state.name(event.seat)} exposed {DECK.show(event.cards)}"
    yield state.fault(EXPOSED, event.place, text, event.seat)._replace(cause=act)


EXPOSED.follows()(says("the card is taken up again: nothing follows"))


def _as_trick(act: Act) -> Trick:
    return Trick(act.n, act.tricks, None, act.event.seat, (act.event.seat,), act.event.cards, None)


def called_cards_that_can_be(state: Piquet) -> Said:
    """A card that is said to have been dropped was in the hand of the one who dropped it, and not yet played."""
    for said in state.deal.irregularities or ():
        late = said.after is not None and said.after > state.most_tricks  # which is said where it is weighed
        if not said.fault.endswith(EXPOSED.label) or said.by is None or late:
            continue
        gone = 0
        for trick in state.tricks[: said.after or 0]:
            gone |= bits_of(card for card in (trick.led, trick.reply) if card >= 0)
        cards = bits_of(said.cards)
        wrong = cards & (gone | ~state.most(said.by))
        if wrong:
            text = f"{state.name(said.by)} is said to have exposed {show(wrong)}, which he did not hold then"
            yield state.error(IMPOSSIBLE, said.place, text, said.by)


CONCEDE = Rule(
    "concede",
    "The rest conceded",
    "procedure",
    """Whoever gives up the rest gives the other every trick that is left, one point for each and one for the last, and
    the cards.""",
    "Cavendish, treatise; decided by us",
)


@CONCEDE.applied
def _conceded(walk: Walk, act: Act) -> None:
    state, line = walk.state, act.event.line
    other = 1 - act.event.seat
    state.conceded = True
    if walk.unanswered is not None:
        state.tricks[-1] = state.tricks[-1]._replace(winner=other)
        walk.unanswered = None
    state.tricks += [Taken(line, other, -1, -1, other)] * (ALL_TRICKS - len(state.tricks))


def action(walk: Walk, act: Act) -> Iterator[Finding]:
    """What a player did besides playing."""
    state, event = walk.state, act.event
    if event.verb == "exposes":
        yield from _exposes(walk, act)
    elif event.verb == "concede" and not state.conceded:
        _conceded(walk, act)
    elif event.verb == "takes back" and not any(
        set(event.cards) <= set(line.cards) for line in state.play[: act.n] if not line.verb
    ):
        text = f"{state.name(event.seat)} takes back {DECK.show(event.cards)}, which was not played before"
        yield note(NOT_CHECKED, event.place, text, event.seat)
