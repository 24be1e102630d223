"""The second half: when the stock is gone suit is followed, and a revoke is a revoke."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Trick
from pinocle_cli.games.pinochle.duties import breach
from pinocle_cli.games.two_handed.chapters.count import CARD_ROUNDING, COUNTED
from pinocle_cli.ledger import Entry, Ruling, net
from pinocle_cli.record import AS_RECORDED
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import duty_broken
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.two_handed.state import TwoHanded, Walk
    from pinocle_cli.ledger import Finding
    from pinocle_cli.record import Irregularity

STAGE2 = Rule(
    "stage2",
    "The second half",
    "procedure",
    """When the stock is gone melds go back to the hand, nothing more is melded, and the last tricks are played
    strictly.""",
    "002, Вторая стадия игры",
)

STAGE2_FOLLOW = Rule(
    "stage2-follow",
    "Follow, head a trump, trump",
    "irregularity",
    """Once the stock is gone a player must follow suit if he can; if trumps are led he must beat them if he can;
    with no card of the suit led he must trump if he can; otherwise he plays what he likes. Many tables ask him to
    beat every lead that he can beat.""",
    "000, Повторный розыгрыш; 002, Вторая стадия игры",
)


@STAGE2_FOLLOW.applied
def follow(walk: Walk, trick: Trick) -> None:
    """The second card of a trick against what its player is known to hold."""
    if len(trick.cards) < 2:  # noqa: PLR2004 - two players
        return
    state, known, (card, reply), seat = walk.state, walk.known, trick.cards, trick.seats[1]
    held, always = known.lo[seat], state.house.heading == "always"
    if known.hidden[seat]:
        walk.unchecked.add(seat)
        if duty_broken(known.deck, known.highest(seat), (card,), reply, state.trump, always=always):
            walk.doubts.add((seat, trick.number))
    if not known.most(seat, reply):
        return  # a card that was never held says nothing of a duty
    broken = breach(known.deck, held, (card,), reply, state.trump, always=always)
    if broken is None:
        return
    names, taken_back = known.deck.names, trick.taken_back is not None
    text = f"{names[reply]} on {names[card]}: {state.name(seat)} {broken}"
    ruling = "taken back before the trick was closed: nothing follows" if taken_back else ""
    walk.fault(STAGE2_FOLLOW, trick, text, seat, nth=1, ruling=ruling)


def revokers(walk: Walk) -> None:
    """Who revoked, and did not take it back."""
    walk.state.revoked = {
        one.seat for one in walk.found if one.rule is STAGE2_FOLLOW and not one.ruling and one.seat is not None
    }


REVOKE_1000 = Rule(
    "revoke-1000",
    "Revoke in a game to 1000",
    "irregularity",
    """Whoever revokes scores nothing for the cards that he took in this deal; the other player counts hers. Melds
    that have been entered stand. If both revoke, neither scores cards.""",
    "000, Ренонс",
)


@REVOKE_1000.follows(STAGE2_FOLLOW)
@REVOKE_1000.follows()
def revoke(finding: Finding, state: TwoHanded, ledger: Sequence[Entry]) -> Ruling:
    """No card points, or in a single-deal game the loss of it."""
    seat = finding.seat
    if seat is None:
        return Ruling(rule=REVOKE_WHEN, text="who revoked is not recorded, so nothing can be taken off")
    if state.house.target == "deal" and 1 - seat not in state.revoked:
        text = f"{state.name(seat)} loses the game; the scores stay as they were counted"
        return Ruling(rule=REVOKE_SINGLE, text=text)
    rule = REVOKE_SINGLE if state.house.target == "deal" else REVOKE_1000
    counted = net(ledger, seat, (*COUNTED, CARD_ROUNDING))
    text = f"{state.name(seat)} scores nothing for cards in this deal; melds stand"
    if any(entry.seat == seat and entry.rule is AS_RECORDED for entry in ledger) and not counted:
        text += ". How much of the figure that was written is for cards is not recorded, so nothing is taken off"
    entry = Entry(seat, -counted, rule, finding.line, "no card points after a revoke")
    return Ruling(rule=rule, text=text, entries=(entry,) if counted else ())


REVOKE_SINGLE = Rule(
    "revoke-single-deal",
    "Revoke where one deal is the game",
    "irregularity",
    """Where a single deal is the game, whoever revokes loses it; the scores stay as they were counted. If both
    revoke, neither scores cards and the melds decide.""",
    "000, Ренонс; decided for both by us",
)


@REVOKE_SINGLE.applied
def lost_by_a_revoke(state: TwoHanded) -> int | None:
    """Who has lost a single-deal game by a revoke; nobody where both revoked."""
    return next(iter(state.revoked)) if len(state.revoked) == 1 and state.house.target == "deal" else None


REVOKE_SINGLE.follows(REVOKE_SINGLE, STAGE2_FOLLOW)(revoke)

REVOKE_WHEN = Rule(
    "revoke-when",
    "When a revoke is possible",
    "irregularity",
    "There is no revoke while the stock lasts, because until then no suit need be followed.",
    "000, Ренонс",
)


@REVOKE_WHEN.examined
@REVOKE_WHEN.applied
def did_follow(state: TwoHanded, said: Irregularity) -> Weight:
    """Before the stock was gone nobody had to follow suit; after that the tricks that are recorded tell."""
    if said.after is not None and said.after < state.size:
        return refuted("the stock was not gone then, and nobody had to follow suit")
    walk = state.walk
    if walk is None:
        return OPEN
    last = 2 * state.size
    numbers = {said.after, said.after + 1} if said.after is not None else set(range(state.size + 1, last + 1))
    wanted = {number for number in numbers if state.size < number <= last}
    looked_at = {trick.number for trick in walk.steps if isinstance(trick, Trick)}
    seats = {0, 1} if said.by is None else {said.by}
    doubtful = any(number in wanted and seat in seats for seat, number in walk.doubts)
    if not wanted <= looked_at or doubtful:
        return OPEN
    return refuted("suit was followed as it had to be")


REVOKE_WHEN.follows(REVOKE_WHEN, STAGE2_FOLLOW)(revoke)
for _rule in (STAGE2_FOLLOW, REVOKE_1000, REVOKE_SINGLE):
    _rule.examined(did_follow)

REVOKES = frozenset(rule.label for rule in (STAGE2_FOLLOW, REVOKE_1000, REVOKE_SINGLE, REVOKE_WHEN))
