"""What must be played: who leads, who must follow suit, head a trump and trump; and a revoke."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Trick
from pinocle_cli.game import note
from pinocle_cli.games.partnership.chapters.count import CARD_POINTS, LAST_TRICK, ROUNDING
from pinocle_cli.games.partnership.chapters.failed_bid import show_contract, taken_off
from pinocle_cli.games.partnership.seats import account, side_of
from pinocle_cli.games.partnership.state import TRICKS
from pinocle_cli.ledger import FAULT, Entry, Finding, Ruling, net
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import BROKEN, breaches, could_have, winner
from pinocle_cli.weigh import OPEN, refuted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.known import Known
    from pinocle_cli.tricks import Duty
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Irregularity, Play

RANK = Rule(
    "identical-first-wins",
    "Rank of the cards",
    "procedure",
    "From the top: ace, ten, king, queen, knave, nine. Of two identical cards in a trick the one played first wins.",
    "003, Старшинство карт",
)
RANK.applied(winner)

ALWAYS = Rule(
    "must-win-always",
    "Every lead is headed",
    "procedure",
    """At some tables a player must beat the best card of the trick whenever he can, whether trumps were led or not;
    if he cannot win the trick he need only follow.""",
    "003, Вариант",
)

PLAY = Rule(
    "play",
    "Follow, head a trump, trump",
    "irregularity",
    """Eldest leads to the first trick, the winner of each trick to the next, with any card. A player must follow suit
    if he can; if trumps are led he must beat the best of them if he can; with no card of the suit led he must trump
    if he can; otherwise he plays what he likes.""",
    "003, Розыгрыш",
)


@PLAY.applied
@ALWAYS.applied
def follow(state: Partnership, known: Known, trick: Trick) -> list[Finding]:
    """Every card of a trick against what its player is known to hold."""
    always = state.house.heading == "always"
    held = [known.lo[seat] for seat in trick.seats]
    broken = breaches(state.deck, held, trick.cards, state.trump, always=always)
    return [_revoked(state, trick, nth, duty, held[nth]) for nth, duty in broken]


def _revoked(state: Partnership, trick: Trick, nth: int, duty: Duty, held: Sequence[int]) -> Finding:
    event, names, before = state.play[trick.n], state.deck.names, trick.cards[:nth]
    best = before[winner(state.deck, before, state.trump)]
    on = before[0] if duty == "follow" else best
    rest = " ".join(names[card] for card in could_have(state.deck, held, before, duty, state.trump))
    seat = trick.seats[nth]
    text = f"{names[trick.cards[nth]]} on {names[on]}: {state.name(seat)} {BROKEN[duty]} but held {rest}"
    place = event.place._replace(column=event.column_of(nth))
    finding = Finding.at(place, PLAY, FAULT, text, seat, cause=trick)
    then = "taken back before the trick was closed: nothing follows"
    return finding if trick.taken_back is None else finding._replace(ruling=then)


@PLAY.applied
def leader(state: Partnership, trick: Trick) -> Iterator[Finding]:
    """Who led, where it was not whose turn it was or nobody can tell."""
    event, first = state.play[trick.n], state.plan.first if state.plan else 0
    name = state.name(trick.leader)
    if trick.due is None and state.bidder_leads and not first and event.seat < 0:
        text = f"who had the bid is not recorded; {name} is taken to have led"
        yield note(ASSUMED, event.place, text)
    elif trick.due is None and first and event.seat >= 0 and trick.number == first + 1:
        yield note(NOT_CHECKED, event.place, "the tricks before this one are not recorded")
    elif trick.out_of_turn and trick.due is not None:
        text = f"{name} led out of turn; the lead was {state.name(trick.due)}'s"
        back = trick.taken_back is not None
        then = "it was taken back" if back else "nothing follows from it in this game: the trick stands"
        yield Finding.at(event.place, PLAY, FAULT, text, trick.leader, cause=trick)._replace(ruling=then)


@PLAY.examined
def always_followed(state: Partnership, said: Irregularity) -> Weight:
    """Whether the cards show that a player did in a trick, and in the next, what he must."""
    written: Play | None = state.deal.play
    if written is None or state.plan is None or state.known is None:
        return OPEN
    tricks = [step for step in state.steps if isinstance(step, Trick) and step.taken_back is None]
    if said.by is None or not tricks:
        return OPEN
    ended = state.whole or tricks[-1].number == TRICKS
    sure = ended or said.by in (state.deal.hands or {}) or said.by in (state.deal.held or {})
    numbers = {trick.number for trick in tricks}
    wanted = numbers if said.after is None else {said.after, said.after + 1} & numbers
    covered = said.after is None and len(numbers) == TRICKS
    if sure and (covered or wanted == ({said.after, min((said.after or 0) + 1, TRICKS)} - {0})):
        return refuted(f"{state.name(said.by)} followed, headed and trumped as he must")
    return OPEN


REVOKE = Rule(
    "revoke",
    "Revoke",
    "irregularity",
    """The side of a player who revokes counts no cards in this deal, nor the last trick; its melds stand if it has won
    a trick. The other side counts its own. If both sides revoke, neither counts cards.""",
    "decided by us after 000, Ренонс; 003 is silent",
)


@REVOKE.follows(PLAY, REVOKE)
def revoke(finding: Finding, state: Partnership, ledger: Sequence[Entry]) -> Ruling:
    """No card points for the side."""
    if finding.seat is None:
        return Ruling(rule=REVOKE, text="who revoked is not recorded, so nothing is taken off")
    seat, side = account(finding.seat), side_of(finding.seat)
    text = f"no cards count for {state.name(seat)} in this deal; melds stand"
    if any(entry.seat == seat and entry.rule is REVOKE for entry in ledger):
        return Ruling(rule=REVOKE, text=text)
    bidding_side = state.bidder is not None and side_of(state.bidder) == side
    if bidding_side and state.made is False:
        return Ruling(rule=REVOKE, text=f"nothing counts for {state.name(seat)} in this deal anyway")
    counted = net(ledger, seat, (CARD_POINTS, LAST_TRICK, ROUNDING))
    entries = [Entry(seat, -counted, REVOKE, finding.line, "no card points after a revoke")] if counted else []
    if bidding_side and state.made and state.melded[side] < state.bid:
        state.made = False
        entries += taken_off(state, state.melded[side])
        text += f", so that the bid of {state.bid} is not made"
    if bidding_side:
        show_contract(state, 0)
    return Ruling(rule=REVOKE, text=text, entries=tuple(entries))


@REVOKE.examined
def revoked_or_not(state: Partnership, said: Irregularity) -> Weight:
    """The same, called by the name of what follows."""
    return always_followed(state, said)
