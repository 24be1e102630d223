"""Melds that the table scored wrongly: until when they may be put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.two_handed.state import Miscount
from pinocle_cli.ledger import Entry, Ruling
from pinocle_cli.record import ASSUMED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.course import Act
    from pinocle_cli.games.pinochle.common import Meld
    from pinocle_cli.games.two_handed.state import TwoHanded, Walk
    from pinocle_cli.ledger import Finding
    from pinocle_cli.record import Irregularity


def miscounted(walk: Walk, act: Act, meld: Meld, right: int) -> None:
    """Remember a figure of the table's that is not what was laid down."""
    scored, seat = act.event.what.scored, act.event.seat
    if scored not in (None, right):
        wrong = Miscount(seat, meld, right, scored)
        walk.miscounts.append(wrong)
        walk.fault(wrong_credit(wrong), act, given(walk.state.name(seat), wrong), seat, cause=wrong)


def wrong_credit(wrong: Miscount) -> Rule:
    """Which fault it is."""
    return UNDERCREDIT if wrong.scored < wrong.right else OVERCREDIT


def given(name: str, wrong: Miscount) -> str:
    """What the table entered for a meld, in words."""
    dix = " with the dix" if wrong.right > wrong.meld.points else ""
    return f"{name} was given {wrong.scored} for the {wrong.meld.name}{dix}, which is worth {wrong.right}"


UNDERCREDIT = Rule(
    "meld-undercredit",
    "Too little counted for a meld",
    "irregularity",
    """Too few points entered for a meld may be put right until a card of it is played or picked up; after that they
    stand.""",
    "000, Ренонс",
)


@UNDERCREDIT.applied
def card_played(walk: Walk, seat: int, card: int) -> None:
    """A card that was shown is about to be played."""
    walk.laid[seat].play(card)
    if walk.dixes[seat] and card == walk.dix:
        walk.dixes[seat] -= 1
    for wrong in walk.miscounts:
        held = walk.known.lo[seat][card]
        if wrong.state == "open" and wrong.seat == seat and held <= wrong.meld.cards.count(card) > 0:
            wrong.state = "stands"


OVERCREDIT = Rule(
    "meld-overcredit",
    "Too much counted for a meld",
    "irregularity",
    """Too many points entered for a meld are put right if the opponent asks before the next card is drawn; after
    that they stand.""",
    "000, Ренонс",
)


@OVERCREDIT.applied
def card_drawn(walk: Walk, *, stock_gone: bool = False) -> None:
    """The next card is drawn; with the last of them the melds are picked up."""
    for wrong in walk.miscounts:
        if wrong.state == "open" and (stock_gone or wrong.scored > wrong.right):
            wrong.state = "stands"
    if stock_gone:
        walk.watched.clear()  # nothing is melded any more


@UNDERCREDIT.follows()
@OVERCREDIT.follows()
def miscount(finding: Finding, state: TwoHanded, _: Sequence[Entry]) -> Ruling:
    """A meld scored wrongly stands once its time has passed; before that the right value counts."""
    wrong = finding.cause
    if not isinstance(wrong, Miscount):
        return Ruling(rule=finding.rule, text="what was entered stands unless it was put right in time")
    if wrong.state != "stands":
        when = "it was put right in time" if wrong.state == "corrected" else "it could still be put right"
        return Ruling(rule=finding.rule, text=f"{when}: {wrong.right} counts")
    late = "the correction came too late" if wrong.late else "nobody put it right in time"
    entry = Entry(wrong.seat, wrong.scored - wrong.right, finding.rule, finding.line, f"{wrong.scored} stands")
    return Ruling(rule=finding.rule, text=f"{late}: {wrong.scored} stands", entries=(entry,), each=True)


@UNDERCREDIT.examined
@OVERCREDIT.examined
def as_entered(state: TwoHanded, said: Irregularity) -> Weight:
    """Where no meld of those cards is recorded of that player, nothing was counted for it."""
    if state.walk is None or said.by is None:
        return OPEN
    shown = [one for one in state.shown if one.seat == said.by]
    if said.cards:
        shown = [one for one in shown if sorted(one.cards) == sorted(said.cards)]
    return OPEN if shown else refuted("he showed no such meld")


def correct(walk: Walk, act: Act) -> None:
    """`Anna: correct`: the meld last scored wrongly is put right, by its owner or on the other's demand."""
    seat = act.event.seat
    own = [wrong for wrong in walk.miscounts if wrong.seat == seat] or walk.miscounts
    pending = [wrong for wrong in own if wrong.state == "open"] or own
    if not pending:
        text = "nothing was scored wrongly that could be put right here"
        walk.found.append(note(ASSUMED, walk.event(act).place, text, seat))
    elif pending[-1].state == "open":
        pending[-1].state = "corrected"
    else:
        pending[-1].late = True
