"""The course of play: who leads, who wins, what may be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Plan, Trick, undone
from pinocle_cli.game import Says, note
from pinocle_cli.games.two_handed.stock import sizes_of
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.record import ASSUMED, COUNT, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import winner, wins
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import SessionState
    from pinocle_cli.games.two_handed.state import TwoHanded, TwoHandedDeal, Walk
    from pinocle_cli.record import Irregularity

FIRST_LEAD = Rule(
    "first-lead",
    "The lead",
    "procedure",
    "The dealer's opponent leads to the first trick, the winner of each trick to the next, with any card.",
    "000, Розыгрыш; 002, Первая стадия игры",
)


@FIRST_LEAD.applied
def plan(state: TwoHanded) -> Plan:
    """What the course of play starts from; who led the second half is not known from the dealer."""
    held = state.deal.held
    sizes = sizes_of(state)
    return Plan(
        seats=(0, 1),
        leader=1 - state.dealer,
        wins=None if state.trump is None else who_wins(state.deck, state.trump),
        leader_known=held is None,
        first=state.first_tricks,
        sizes={seat: sizes[seat] for seat in (0, 1)} if held and len(held) == state.session.players else None,
    )


def who_dealt(session: SessionState, deal: TwoHandedDeal) -> int | None:
    """Who dealt, by who is written to have led to the first trick."""
    if deal.held is not None or not deal.play:
        return None
    first = next((event for event in deal.play if not event.verb), None)
    return 1 - first.seat if first is not None and first.seat >= 0 else None


TRICK_RANK = Rule(
    "trick-rank",
    "Who wins a trick",
    "procedure",
    "A trump led is won by the higher trump; any other lead by the higher card of the suit led, or by a trump.",
    "000, Розыгрыш",
)


@TRICK_RANK.applied
def who_wins(deck: Deck, trump: int) -> Callable[[Sequence[int]], int]:
    """Which card of a trick wins it."""
    return wins(deck, trump)


IDENTICAL = Rule(
    "identical-first-wins",
    "Two identical cards",
    "procedure",
    "Of two identical cards in a trick the one played first wins.",
    "002, Первая стадия игры",
)
IDENTICAL.applied(winner)

STAGE1_FREE = Rule(
    "stage1-free-play",
    "Free play while the stock lasts",
    "procedure",
    "While the stock lasts either player may play any card; nobody need follow suit.",
    "000, Розыгрыш; 002, Первая стадия игры",
)

LEAD_OUT_OF_TURN = Rule(
    "lead-out-of-turn",
    "Lead out of turn",
    "irregularity",
    "A card led out of turn must be taken back if the opponent asks for it; if he does not, it stands.",
    "000, за показ карты",
)


@LEAD_OUT_OF_TURN.applied
def led(walk: Walk, trick: Trick) -> None:
    """Who led, where the line names another than the rules, or the rules cannot tell."""
    name = walk.state.name
    if trick.due is None:
        if walk.event(trick).seat < 0:
            text = f"who led is not recorded; {name(trick.leader)} is taken to have led"
            walk.found.append(note(ASSUMED, walk.event(trick).place, text))
    elif trick.out_of_turn:
        text = f"{name(trick.leader)} led out of turn; the lead was {name(trick.due)}'s"
        ruling = "taken back, as the opponent may ask" if trick.taken_back is not None else ""
        walk.fault(LEAD_OUT_OF_TURN, trick, text, trick.leader, ruling=ruling)


LEAD_OUT_OF_TURN.follows()(Says("the opponent did not ask for it to be taken back: it stands"))


@LEAD_OUT_OF_TURN.examined
def his_lead(state: TwoHanded, said: Irregularity) -> Weight:
    """Whoever had the lead did not lead out of turn."""
    walk = state.walk
    if walk is None or said.by is None or said.after is None:
        return OPEN
    due = [step.due for step in walk.steps if isinstance(step, Trick) and step.number in (said.after, said.after + 1)]
    return refuted("the lead was his") if due and set(due) == {said.by} else OPEN


EXPOSED = Rule(
    "exposed-card",
    "A card exposed",
    "irregularity",
    "Nothing follows when a player exposes a card in play.",
    "000, за показ карты",
)


@EXPOSED.applied
def exposes(walk: Walk, act: Act) -> None:
    """`Anna: exposes HA`."""
    text = f"{walk.state.name(act.event.seat)} exposed {walk.known.deck.show(act.event.cards)}"
    walk.fault(EXPOSED, act, text, act.event.seat)


EXPOSED.follows()(Says("no penalty"))


def takes_back(walk: Walk, act: Act) -> None:
    """`Anna: takes back S9`: a trick before this line was not played after all."""
    if act.n not in undone(walk.play).values():
        cards = walk.known.deck.show(act.event.cards)
        text = f"{walk.state.name(act.event.seat)} takes back {cards}, which is in no trick before"
        walk.found.append(note(NOT_CHECKED, walk.event(act).place, text, act.event.seat))


def stands_alone(walk: Walk, trick: Trick) -> bool:
    """Whether a trick is cut short although play goes on, which has been said then."""
    last = not any(isinstance(step, Trick) for step in walk.steps[walk.at + 1 :])
    if trick.winner is not None or trick.taken_back is not None or last:
        return False
    cards = walk.known.deck.show(trick.cards)
    text = f"{cards} stands alone; a trick has two cards, and only the last may be cut short"
    walk.found.append(Finding.at(walk.event(trick).place, COUNT, ERROR, text, cause=trick))
    return True
