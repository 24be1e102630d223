"""One account a side: into it go the cards, and the melds if the side has won a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.seats import SIDES, account
from pinocle_cli.ledger import Entry
from pinocle_cli.record import NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership

SIDE_SCORE = Rule(
    "side-score",
    "One account a side",
    "score",
    """Partners have one account. Into it go the melds of both, if the side has won a trick, and the cards in the tricks
    of both.""",
    "003, Подсчет очков",
)
SIDE_SCORE.applied(account)

NEEDS_TRICK = Rule(
    "meld-needs-trick",
    "Melds need a trick",
    "score",
    """The melds of a side count only if it wins a trick, even a worthless one; a trick of either partner makes the
    melds of both good. The tens for dixes are melds in this. A side whose count is zero may have won one.""",
    "003, Показ комбинаций; decided by us for the dix",
)

OUT_MELD = Rule(
    "declare-out-meld",
    "Melds when somebody is out",
    "settlement",
    """When play stops because somebody declares himself out, the melds of this deal count for a side only if it has
    won a trick since they were shown.""",
    "003, Партия",
)


@NEEDS_TRICK.applied
@OUT_MELD.applied
def melds_need_a_trick(state: Partnership) -> Said:
    """A side that has no trick has shown its melds for nothing; where that is not known they are kept."""
    if state.thrown_in:
        return
    for side, points in enumerate(state.melded):
        if not points:
            continue
        name = state.side_name(side)
        if state.tricks[side] == 0:
            at = state.out_at
            rule, line = (NEEDS_TRICK, state.deal.line) if at is None else (OUT_MELD, at.line)
            state.melded[side] = 0
            yield Entry(SIDES[side], -points, rule, line, f"{name} won no trick: the melds do not count")
        elif state.tricks[side] is None:
            text = f"whether {name} won a trick is not recorded; the melds are kept"
            yield note(NOT_CHECKED, state.place(), text, SIDES[side])
