"""The play: who leads, who must follow, and what follows from a revoke."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Duties, Trick, in_order, steps, undone
from pinocle_cli.game import note
from pinocle_cli.games.partnership.chapters.bidding import show_contract, taken_off
from pinocle_cli.games.partnership.chapters.count import (
    CARD_POINTS,
    LAST_TRICK,
    ROUNDING,
    last_trick,
    take,
    tricks_entered,
)
from pinocle_cli.games.partnership.chapters.hands import bidder_leads
from pinocle_cli.games.partnership.seats import PLAYERS, account, side_of
from pinocle_cli.games.partnership.state import TRICKS
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Ruling, Run, net
from pinocle_cli.record import ASSUMED, COUNT, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import BROKEN, breaches, could_have, winner
from pinocle_cli.weigh import OPEN, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from pinocle_cli.game import Said
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
            yield from act(state, step)
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


def _not_dealt(state: Partnership, seat: int) -> Finding:
    """What a player held at the first lead is what he was dealt, the exchange and a wrong hand apart."""
    held = given(state.deal.held)[seat]
    own = state.known.lo[seat] if state.known else []
    strange = next((card for card in held.cards if held.cards.count(card) > own[card]), held.cards[0])
    text = f"{state.name(seat)} holds {state.deck.names[strange]} here, which he was not dealt"
    return Finding.at(held.place, IMPOSSIBLE, ERROR, text, seat)


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
    if trick.due is None and bidder_leads(state) and not first and event.seat < 0:
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


def _end(state: Partnership, known: Known, last: Trick | None) -> Iterator[Entry | Run | Finding]:
    """How far the play went, and what of it could not be checked."""
    written, first = state.play, state.plan.first if state.plan else 0
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


def act(state: Partnership, step: Act) -> Said:
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
