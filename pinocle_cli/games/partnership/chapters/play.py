"""The play: trick after trick from the first lead on, and what else players do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Duties, Trick, in_order, steps, undone
from pinocle_cli.game import note
from pinocle_cli.games.partnership.chapters.count import last_trick, take, tricks_entered
from pinocle_cli.games.partnership.chapters.duties import PLAY, follow, leader
from pinocle_cli.games.partnership.seats import PLAYERS
from pinocle_cli.games.partnership.state import TRICKS
from pinocle_cli.ledger import ERROR, Entry, Finding, Run
from pinocle_cli.record import ASSUMED, COUNT, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.known import Known


def play(state: Partnership) -> Iterator[Entry | Run | Finding]:
    """The play from the first lead on, as far as it goes."""
    known, written, plan = state.known, state.play, state.plan
    if known is None or plan is None or state.trump is None:
        yield note(NOT_CHECKED, state.place(), "`trump` is not recorded, so who won the tricks is not known")
        state.scored = False
        return
    state.won, state.tricks, number = [0, 0], [0, 0], len(written)
    stopped = any(event.verb == "out" for event in written.actions.values())
    state.lacks = 0 if stopped else TRICKS - plan.first - written.number_of_tricks + len(undone(written))
    failed = known.walk(state.at_play + len(state.deal.held or ()) * (plan.first == 0))
    if failed is not None:
        yield _not_dealt(state, failed.seat)
        return
    ordinary = in_order(written, plan, Duties(state.deck, state.trump, state.house.heading == "always"), known.lo)
    take(state, ordinary)
    last = ordinary[-1] if ordinary else None
    for step in steps(written, plan, after=last):
        if isinstance(step, Act):
            yield from _act(state, step)
        else:
            impossible = yield from _trick(state, known, step)
            if impossible:
                return
            if step.taken_back is None:
                last = step
        if state.out is not None:
            if step.n + 1 < number:
                text = "play had stopped here; what is written below does not count"
                yield note(NOT_CHECKED, written[step.n + 1].place, text)
            break
    yield from _end(state, known, last)


def _trick(state: Partnership, known: Known, trick: Trick) -> Generator[Finding, None, bool]:
    """One trick: who led, whether all held what they played and did what they must; true where it cannot be."""
    lines = state.play
    if trick.number > TRICKS:
        text = f"this is trick {trick.number}; a deal has {TRICKS}"
        yield Finding.at(lines[trick.n].place, COUNT, ERROR, text, cause=trick)
        return True
    if trick.due != trick.leader:
        yield from leader(state, trick)
    broken = follow(state, known, trick)
    wrong = known.trick(trick.seats, trick.cards) if trick.taken_back is None else None
    if wrong is not None:
        event, seat = lines[trick.n], trick.seats[wrong]
        place = event.place._replace(column=event.column_of(wrong))
        text = f"{state.name(seat)} does not hold {state.deck.names[trick.cards[wrong]]}"
        yield Finding.at(place, IMPOSSIBLE, ERROR, text, seat, cause=trick)
        return True
    yield from broken
    if trick.taken_back is not None:
        return False
    if len(trick.cards) < PLAYERS:
        if any(not later.verb for later in lines[trick.n + 1 :]):
            text = f"this trick has {len(trick.cards)} cards and play goes on; each of the {PLAYERS} plays one"
            yield Finding.at(lines[trick.n].place, COUNT, ERROR, text, cause=trick)
            return True
        return False
    take(state, [trick])
    return False


def _act(state: Partnership, step: Act) -> Said:
    """What a player did besides playing cards."""
    event = step.event
    name, place = state.name(event.seat), event.place
    if event.verb == "exposes":
        text = f"{name} exposed {state.deck.show(event.cards)}; the rules of this game set no penalty for it"
        yield note(PLAY, place, text, event.seat)
    elif event.verb == "takes back":
        before = [line for line in state.play[: step.n] if not line.verb]
        if not any(set(event.cards) <= set(line.cards) for line in before):
            text = f"{name} takes back {state.deck.show(event.cards)}, which is in no trick before"
            yield note(NOT_CHECKED, place, text, event.seat)
    elif state.bidding:
        text = "nobody declares himself out where trumps are bid for; the deal is played to its end"
        yield note(ASSUMED, place, text, event.seat)
    else:
        state.out, state.out_at = event.seat, place


def _end(state: Partnership, known: Known, last: Trick | None) -> Iterator[Entry | Run | Finding]:
    """How far the play went, and what of it could not be checked."""
    written, first = state.play, given(state.plan).first
    number = last.number if last is not None and last.winner is not None else (last.number - 1 if last else first)
    finished = number >= TRICKS
    state.whole = finished and not first
    state.counted_at = [written[last.n].line if last else state.deal.line] * 2
    yield from tricks_entered(state)
    if finished and last is not None and last.winner is not None:
        yield from last_trick(state, last)
    if not state.whole and state.out is None:
        state.complete = False
        state.tricks = [won or None for won in state.tricks]  # in what is not recorded a side may have won one
        place = written[-1].place if len(written) else state.place()
        if finished:
            yield note(NOT_CHECKED, place, f"the first {first} tricks of the deal are not recorded")
        else:
            text = f"play breaks off after trick {number}; the cards won so far count as they are"
            yield note(NOT_CHECKED, place, text)
    state.most_tricks = number if state.out is not None else TRICKS
    hands = {**(state.deal.hands or {}), **(state.deal.held or {})}
    unsure = [seat for seat in range(PLAYERS) if seat not in hands and not (finished and not first)]
    if unsure and last is not None:
        who = ", ".join(state.name(seat) for seat in unsure)
        text = f"whether everybody followed suit is not wholly checked: not all cards are known of {who}"
        yield note(NOT_CHECKED, state.place(), text, unsure[0] if len(unsure) == 1 else None)


def _not_dealt(state: Partnership, seat: int) -> Finding:
    """What a player held at the first lead is what he was dealt, the exchange and a wrong hand apart."""
    held = given(state.deal.held)[seat]
    own = state.known.lo[seat] if state.known else []
    strange = next((card for card in held.cards if held.cards.count(card) > own[card]), held.cards[0])
    text = f"{state.name(seat)} holds {state.deck.names[strange]} here, which he was not dealt"
    return Finding.at(held.place, IMPOSSIBLE, ERROR, text, seat)
