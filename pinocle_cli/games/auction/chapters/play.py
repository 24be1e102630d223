"""The play: what each must play to a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Duties, Trick, in_order, steps
from pinocle_cli.game import note
from pinocle_cli.games.auction.cards import plan_of
from pinocle_cli.games.auction.chapters import between_tricks, exposed
from pinocle_cli.games.auction.chapters.conceding import concedes
from pinocle_cli.games.auction.chapters.counting import last_trick, tricks_entered, won
from pinocle_cli.games.auction.chapters.leads import who_led
from pinocle_cli.games.auction.state import TRICKS, Auction
from pinocle_cli.games.auction.table import Table, at_card, not_held
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Run
from pinocle_cli.record import NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import BROKEN, could_have, duty_broken

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pinocle_cli.game import Said


def play(state: Auction) -> Said:
    """The play from the first lead on."""
    known, bidder = state.known, state.bidder
    if bidder is None or known is None:
        text = "who bid is not recorded, so nobody knows who led: the play is not checked"
        yield note(NOT_CHECKED, state.place(), text)
        return
    plan = plan_of(state, bidder)
    state.missed = TRICKS if state.trump is None else plan.first
    if state.trump is None:
        yield note(NOT_CHECKED, state.place(), "trumps are not recorded, so who won the tricks is not known")
        yield from _acts_alone(state)
        return
    unchecked = [state.name(seat) for seat in state.active if not known.sure(seat)]
    table = Table(state, known, plan, state.trump)
    table.watched = exposed.choices_made(state)
    yield from course(table)
    yield from tricks_entered(state)
    if not failed(state):
        yield from _end(table, unchecked)


def _acts_alone(state: Auction) -> Said:
    """Who gave up or claimed, where the tricks cannot be followed."""
    conceding: set[int] = set()
    for event in state.play.actions.values():
        if event.verb == "claim" and event.seat in state.active:
            state.claimed, state.stop = event.seat, event.place
        elif event.verb == "concede" and event.seat in state.active:
            yield from concedes(state, conceding, event)
    state.proposed = bool(conceding) and state.stop is None


PLAY = Rule(
    "play",
    "Follow, head a trump, trump",
    "irregularity",
    """The bidder leads to the first trick, the winner of each trick to the next, with any card. Suit must be followed;
    if trumps are led each must beat the best trump so far if he can. Whoever has none of the suit led must trump if he
    can, but need not go over a trump played before. The highest trump wins, or the highest card of the suit led; of two
    identical cards the first. Many tables ask for every lead to be beaten. Every breach is a revoke.""",
    "004, Розыгрыш; 002, Взятки",
)


@PLAY.applied
def course(table: Table) -> Said:
    """Every line of the play in order: tricks and what was done between them."""
    state, known = table.state, table.known
    lines, careful = state.play, bool(table.weighed or table.watched)
    duties = Duties(state.deck, table.trump, table.always)
    ordinary = [] if careful else in_order(lines, table.plan, duties, known.lo)
    won(table, ordinary)
    for step in steps(lines, table.plan, after=ordinary[-1] if ordinary else None):
        if isinstance(step, Act):
            if (yield from _ends(table, step)):
                return
            continue
        if careful or step.due != step.leader or lines.tricks[step.n] is None or step.taken_back is not None:
            yield from _before(table, step)
            if step.taken_back is not None:
                continue
        for nth, card in enumerate(step.cards):
            yield from breach(table, step, nth)
            if careful:
                yield from _carefully(table, step, nth)
            if not known.play(step.seats[nth], card):
                yield not_held(state, step, nth)
                return
        table.conceding.clear()
        if step.winner is not None:
            won(table, [step])


def _ends(table: Table, step: Act) -> Generator[Entry | Run | Finding, None, bool]:
    """What was done between two tricks; whether the play ends with it."""
    state, lines = table.state, table.state.deal.play
    yield from between_tricks.act(table, step)
    if state.stop is not None and lines is not None and step.n + 1 < len(lines):
        text = "play had stopped here; what is written below does not count"
        yield note(NOT_CHECKED, lines[step.n + 1].place, text)
    return state.stop is not None or failed(state)


def failed(state: Auction) -> bool:
    """Whether the record cannot be true so far: whatever comes after may only follow from it."""
    return ERROR in [finding.severity for finding in state.found]


def breach(table: Table, step: Trick, nth: int) -> Iterator[Finding]:
    """A card that breaks the duty to follow, to beat trumps or to trump, where it was held."""
    deck, known, seat = table.state.deck, table.known, step.seats[nth]
    held, card, before = known.lo[seat], step.cards[nth], step.cards[:nth]
    broken = duty_broken(deck, held, before, card, table.trump, always=table.always) if before else None
    if broken is None or not known.most(seat, card):
        return  # a card that was never held says nothing of a duty
    names = deck.names
    rest = " ".join(names[c] for c in could_have(deck, held, before, broken, table.trump))
    text = f"{names[card]} on {names[before[0]]}: {table.state.name(seat)} {BROKEN[broken]} but held {rest}"
    yield at_card(table.state, step, nth, PLAY, FAULT, text)


def _before(table: Table, step: Trick) -> Said:
    """What is out of the ordinary with a trick: who led, what was exposed before, and that it was taken back.

    Of one that was taken back it is said what was wrong, and nothing follows.
    """
    yield from who_led(table, step)
    if table.weighed:
        yield from _before_trick(table, step)
    if step.taken_back is None:
        return
    for nth in range(1, len(step.cards)):
        for finding in breach(table, step, nth):
            yield finding._replace(ruling="taken back before the trick was closed: nothing follows", cause=None)


def _before_trick(table: Table, step: Trick) -> Said:
    """Cards that the table called exposed since the trick before are still held."""
    if step.out_of_turn is False and step.due is not None:
        table.state.in_turn.add(step.number)
    for said in table.shown:
        if said.after == step.number - 1:
            yield from exposed.shown(table, said)


def _carefully(table: Table, step: Trick, nth: int) -> Iterator[Finding]:
    """Where something was called: whether nobody can say that he revoked, and whether he does what was required."""
    seat, known, before = step.seats[nth], table.known, step.cards[:nth]
    deck = table.state.deck
    if not before or not duty_broken(
        deck, known.highest(seat), before, step.cards[nth], table.trump, always=table.always
    ):
        table.state.cleared.add((step.number, seat))
    yield from exposed.obeys(table, step, nth)


def _end(table: Table, unchecked: list[str]) -> Said:
    state, lines = table.state, table.state.deal.play
    state.played_out = table.number == TRICKS and bool(state.tricks)
    state.proposed = bool(table.conceding) and state.stop is None
    state.lacks = 0 if state.stop is not None or state.proposed else TRICKS - table.number
    if state.stop is not None:
        state.most_tricks = table.number
    if state.played_out:
        yield from last_trick(state)
    if unchecked and table.number > table.plan.first and lines is not None:
        *others, last_one = unchecked
        who = f"{', '.join(others)} and {last_one}" if others else last_one
        text = f"whether {who} always followed suit is not checked: the whole hand is not known"
        yield note(NOT_CHECKED, state.place(), text)
