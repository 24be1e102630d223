"""The lead: whose it is, and what follows where another leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.course import Trick
from pinocle_cli.game import note
from pinocle_cli.games.auction.chapters.deciding import decides
from pinocle_cli.games.auction.state import TRICKS, Auction, Ends
from pinocle_cli.ledger import ERROR, FAULT, Choice, Entry, Finding, Ruling
from pinocle_cli.record import ASSUMED, IMPOSSIBLE, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.table import Table

LEAD_OPPONENT = Rule(
    "lead-out-of-turn-opponent",
    "An opponent's lead out of turn",
    "irregularity",
    "If an opponent leads out of turn the contract is made.",
    "004, Внеочередной заход (whose lead is meant is lost in the text)",
)


@LEAD_OPPONENT.follows()
@decides
def opponent_led(state: Auction, finding: Finding) -> Ends | str:
    """The contract is made."""
    opponent = finding.seat is None or state.is_opponent(finding.seat)
    return Ends(("made",), LEAD_OPPONENT) if opponent else "nothing follows: he is not an opponent"


@LEAD_OPPONENT.applied
def who_led(table: Table, step: Trick) -> Said:
    """A leader who is named, or one who has to be assumed."""
    state, name = table.state, table.state.name
    event = state.play[step.n]
    if event.seat < 0 and step.due is None:
        text = f"who led is not recorded; {name(step.leader)} is taken to have led"
        yield note(ASSUMED, event.place, text)
    elif event.seat >= 0 and event.seat not in state.active:
        text = f"{name(event.seat)} is idle in this deal and plays no card"
        yield Finding.at(event.place, IMPOSSIBLE, ERROR, text, event.seat, cause=step)
    elif step.out_of_turn and step.due is not None:
        text = f"{name(step.leader)} led out of turn; the lead was {name(step.due)}'s"
        rule = LEAD_BIDDER if step.leader == state.bidder else LEAD_OPPONENT
        yield Finding.at(event.place, rule, FAULT, text, step.leader, cause=step)


LEAD_BIDDER = Rule(
    "lead-out-of-turn-bidder",
    "The bidder's lead out of turn",
    "irregularity",
    "If the bidder leads out of turn nothing follows, but whoever had the lead may accept it.",
    "004, Внеочередной заход",
)


@LEAD_BIDDER.follows()
def bidders_lead(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Whoever had the lead accepts it or does not; without either on record the choice is open."""
    step, said = finding.cause, finding.said
    chosen = said.choice if said is not None else None
    if isinstance(step, Trick):
        chosen = chosen or ("accept" if step.taken_back is None else "refuse")
    choices = tuple(Choice(name, gives) for name, gives in LEAD_CHOICES.items())
    text = LEAD_CHOICES.get(chosen or "", "whoever had the lead may accept it or not")
    return Ruling(rule=LEAD_BIDDER, text=f"no penalty; {text}", choices=choices)


LEAD_CHOICES = {
    "accept": "the lead is accepted and stands",
    "refuse": "the card is taken back, and whoever had the lead leads",
}


@LEAD_OPPONENT.examined
@LEAD_BIDDER.examined
def led_in_turn(state: Auction, said: Irregularity) -> weigh.Weight:
    """The leads as they are recorded."""
    rule = state.session.game.rule(said.fault)
    if said.by is not None and said.by not in state.active:
        return weigh.refuted(f"{state.name(said.by)} is idle and leads to no trick")
    if said.by is not None and state.bidder is not None and (said.by == state.bidder) != (rule is LEAD_BIDDER):
        what = "the bidder" if said.by == state.bidder else "an opponent"
        return weigh.refuted(f"{state.name(said.by)} is {what}")
    near = range(1, TRICKS + 1) if said.after is None else (max(said.after, 1), min(said.after + 1, TRICKS))
    found = [f for f in state.found if f.rule is rule and f.severity == FAULT and said.by in (None, f.seat)]
    if any(isinstance(f.cause, Trick) and f.cause.number in near for f in found):
        return weigh.CONFIRMED
    in_turn = all(number in state.in_turn for number in near)
    return weigh.refuted("every trick there was led in turn") if in_turn else weigh.OPEN
