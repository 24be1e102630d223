"""The discard: made once and before drawing; and whether the hands agree with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.chapters.exchange import how_many
from pinocle_cli.games.piquet.chapters.forfeits import reckons_nothing
from pinocle_cli.games.piquet.chapters.talon import drew_his_own
from pinocle_cli.games.piquet.evidence import gather
from pinocle_cli.games.piquet.hands import ELDERS, bits_of, show
from pinocle_cli.games.piquet.rulings import NO_PENALTY, says
from pinocle_cli.ledger import Ruling
from pinocle_cli.record import IMPOSSIBLE
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry, Finding

DISCARD_FINAL = Rule(
    "discard-final",
    "A discard is final",
    "procedure",
    """What has been thrown out is not used again. The discard is made before drawing. (Source 001 once says "before
    and after" by a slip.)""",
    "001; Portland laws, 24 and 25",
)
DISCARD_FINAL.follows()(says("what was thrown out stays out"))


def exchange(state: Piquet) -> Said:
    """The hands as played, as far as the exchange tells; says what cannot be and what may not be."""
    gather(state)
    if state.dealt == [None, None] and state.discarded == [None, None]:
        return
    as_due = state.in_order and state.deal.held is None  # each has drawn his own cards, and played them
    for seat in (state.elder, state.younger):
        impossible = next(_agrees(state, seat), None)
        if impossible is not None:
            yield impossible
            return
        if not as_due:
            yield from drew_his_own(state, seat)
        yield from how_many(state, seat)


def _agrees(state: Piquet, seat: int) -> Said:
    """The hand as played is what was kept of the hand dealt, and cards of the talon."""
    dealt, out, name = state.dealt[seat], state.discarded[seat] or 0, state.name(seat)
    if dealt is None:
        return
    if out & ~dealt:
        text = f"{name} throws out {show(out & ~dealt)}, which was not dealt to him"
        yield state.error(IMPOSSIBLE, state.written_at(seat, "discards"), text, seat)
    held = state.held[seat]
    if held is None:
        return
    lost, drew = dealt & ~out & ~held, held & ~dealt
    other = state.dealt[1 - seat] if 1 - seat in (state.deal.hands or {}) else None
    text = ""
    if lost:
        text = f"{name} was dealt {show(lost)} and did not throw it out, but plays without it"
    elif state.talon is not None and state.deal.talon is not None and drew & ~state.talon:
        text = f"{name} plays with {show(drew & ~state.talon)}, which is neither in his hand nor in the talon"
    elif drew & (other or 0):
        text = f"{name} plays with {show(drew & (other or 0))}, which the other was dealt"
    if text:
        yield state.error(IMPOSSIBLE, state.written_at(seat), text, seat)


OWN_DISCARD = Rule(
    "own-discard",
    "Looking at discards",
    "procedure",
    "A player may look at his own discard while he plays, never at the other's.",
    "001; Portland laws, 45",
)
OWN_DISCARD.follows()(says("no penalty is laid down for it"))

LEFTOVER = Rule(
    "leftover-talon",
    "Cards left in the talon",
    "procedure",
    "What is left may be opened when younger wishes it, after elder's first lead; or it stays closed.",
    "001; Portland laws, 33, 36 and 37",
)
LEFTOVER.follows()(says(NO_PENALTY))

NO_SECOND_DISCARD = Rule(
    "no-second-discard",
    "One discard",
    "irregularity",
    """Nobody throws out a second time, and nobody looks at the talon beforehand. What was thrown out first stays out;
    by the laws of 1882 a player who takes back any of it plays with too many cards, and one who looks at the other's
    cards of the talon reckons nothing.""",
    "001; Portland laws, 24 to 27",
)


@NO_SECOND_DISCARD.follows()
def second_discard(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """The first discard stands; a player who looked at the other's cards of the talon reckons nothing, by law 27."""
    said, rule, seat = finding.said, NO_SECOND_DISCARD, finding.seat
    talon = state.deal.talon.cards if state.deal.talon is not None else ()
    elders = (state.discarded[state.elder] or 0).bit_count() or ELDERS
    others = bits_of(talon[ELDERS:] if seat == state.elder else talon[:elders])
    if state.portland and said is not None and seat is not None and bits_of(said.cards) & others:
        return reckons_nothing(finding, state, rule, bars=True)
    return Ruling(rule=rule, text="the first discard stands, and the talon is put back; no points are lost")
