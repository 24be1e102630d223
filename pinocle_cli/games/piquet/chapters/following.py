"""What must be played: who leads, who must follow suit, and a revoke."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Trick
from pinocle_cli.game import note
from pinocle_cli.games.piquet.hands import ALL_TRICKS, DECK, bits_of, show, suit_of
from pinocle_cli.ledger import Finding, Ruling
from pinocle_cli.record import ASSUMED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.games.piquet.chapters.walk import Walk
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry
    from pinocle_cli.record import Irregularity
    from pinocle_cli.weigh import Weight

PLAY = Rule(
    "play",
    "Playing the cards",
    "irregularity",
    """There are no trumps. Elder leads first, then the winner of each trick. Whoever can follow suit must; the higher
    card of the suit led wins. A card led out of turn may be taken back until the other has played to it; then it
    stands. No other card once led or played may be taken up, but one of a wrong suit (see revoke).""",
    "001; Portland laws, 59",
)


@PLAY.applied
def follows(walk: Walk, step: Trick, seat: int) -> Iterator[Finding]:
    """Whether a player who could follow suit did."""
    led, card = step.cards
    could = suit_of(walk.left[seat], led)
    if card // 8 != led // 8 and could and walk.left[seat] >> card & 1:
        names = DECK.names
        text = f"{names[card]} on {names[led]}: {walk.state.name(seat)} did not follow suit but held {show(could)}"
        place = walk.place(step)._replace(column=walk.event(step).column_of(1))
        yield walk.state.fault(PLAY, place, text, seat)._replace(cause=step)


def leads(walk: Walk, step: Trick) -> Iterator[Finding]:
    """Who leads: the winner of the last trick, unless the record names another."""
    state, seat = walk.state, step.leader
    if not step.out_of_turn or step.due is None:
        return
    whole = sum(not event.verb for event in state.play) >= ALL_TRICKS
    if not state.tricks and not whole:
        state.complete = False
        text = f"the tricks before this one are not recorded; {state.name(seat)} is taken to have had the lead"
        yield note(ASSUMED, walk.place(step), text, seat)
    else:
        text = f"{state.name(seat)} led out of turn; the lead was {state.name(step.due)}'s"
        yield state.fault(PLAY, walk.place(step), text, seat)._replace(cause=step)


REVOKE = Rule(
    "revoke",
    "Revoke",
    "irregularity",
    """A card of a wrong suit may be changed until the trick is closed. By the laws of 1882 the cards are taken back and
    played again whenever it is found. No points are lost; where the play is recorded as finished it stands as it
    was.""",
    "001; Portland laws, 59; decided by us where the play went on",
)


@REVOKE.follows(REVOKE, PLAY)
def wrong_play(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """A revoke or a lead out of turn that nobody put right."""
    if not isinstance(finding.cause, Trick):
        return Ruling(rule=finding.rule, text="the play stands as it is recorded, and no points are lost")
    if finding.cause.out_of_turn and finding.seat == finding.cause.leader:
        return Ruling(rule=PLAY, text="the other played to it: it stands")
    text = "the card could be changed until the trick was closed; it was not, and the play stands as it is recorded"
    if state.portland:
        text = (
            "all cards played since are taken back and played again, whenever it is found (law 59); the play stands "
            "here as it is recorded, and no points are lost"
        )
    return Ruling(rule=REVOKE, text=text)


@REVOKE.examined
@PLAY.examined
def _followed_suit(state: Piquet, said: Irregularity) -> Weight:
    """Whether a player followed suit, in the trick that is named and the next, or throughout."""
    found = [f for f in state.found if f.rule is PLAY and f.severity == "fault" and said.by in (None, f.seat)]
    near = (None,) if said.after is None else (said.after, said.after + 1)
    if any(said.after is None or getattr(f.cause, "number", None) in near for f in found):
        return CONFIRMED
    seats = (0, 1) if said.by is None else (said.by,)
    checked = [n for n in range(1, ALL_TRICKS + 1) if said.after is None or n in near]
    played = len(state.tricks)
    if any(n > played and n <= ALL_TRICKS and (said.after is None or n == said.after) for n in checked):
        return OPEN
    tricks = [(n, trick) for n, trick in enumerate(state.tricks, 1) if n in checked]
    if not tricks or any(_may_have_revoked(state, n, seat) for n, _ in tricks for seat in seats):
        return OPEN
    who = "both" if said.by is None else state.name(said.by)
    return refuted(f"{who} followed suit, or had none of the suit left")


def _may_have_revoked(state: Piquet, number: int, seat: int) -> bool:
    """Whether the seat may have held a card of the suit led to that trick, and played another."""
    _, leader, led, reply, _ = state.tricks[number - 1]
    if leader == seat or -1 in (led, reply) or led // 8 == reply // 8:
        return False
    gone = 0
    for trick in state.tricks[:number]:
        gone |= bits_of(card for card in (trick.led, trick.reply) if card >= 0)
    return bool(suit_of(state.most(seat) & ~gone, led))
