"""The play, trick by trick: who leads, who wins, and every breach on the way.

Of a hand that is not known a duty is called broken on the strength of what its player is known to have held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Trick, steps
from pinocle_cli.game import Begin, note
from pinocle_cli.games.piquet.chapters.between_tricks import action
from pinocle_cli.games.piquet.chapters.walk import Walk, cannot_have
from pinocle_cli.games.piquet.evidence import plan_of
from pinocle_cli.games.piquet.hands import ALL_TRICKS, DECK, PACK, bits_of, cards_of, show, suit_of
from pinocle_cli.games.piquet.state import Taken
from pinocle_cli.ledger import Finding, Ruling
from pinocle_cli.record import ASSUMED, CLAIM, COUNT, IMPOSSIBLE, NOT_CHECKED, Event
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry
    from pinocle_cli.record import Irregularity
    from pinocle_cli.weigh import Weight

_PLAYERS = 2


def play(state: Piquet) -> Said:
    """Everything that happened from the first lead on, in order."""
    if not state.in_order:
        walk = Walk(state, list(state.lo))
        for step in steps(state.play, plan_of(state)):
            for found in action(walk, step) if isinstance(step, Act) else _line(walk, step):
                yield found
                if found.severity == "error":
                    return  # whatever comes after this may only follow from it
        _unplayed(walk)
    yield from _end(state)


def begins(state: Piquet) -> Begin:
    """Each hand as it is known, and what was thrown out."""
    gone = cards_of((state.discarded[0] or 0) | (state.discarded[1] or 0))
    least = [DECK.count(cards_of(hand or 0)) for hand in state.held]
    most = [DECK.count(cards_of(PACK if hand is None else hand)) for hand in state.held]
    return Begin(plan_of(state), least, most, state.size, gone)


def _line(walk: Walk, step: Trick) -> Iterator[Finding]:
    state = walk.state
    if step.taken_back is not None:
        yield from taken_back(walk, step)
    elif walk.unanswered is not None:
        before = walk.event(walk.unanswered)
        name = state.name(1 - walk.unanswered.leader)
        text = f'"{before.text}" has one card, and play went on: {name} has none written'
        yield state.error(COUNT, before.place, text)
    elif len(state.tricks) >= ALL_TRICKS:
        yield from _thirteenth(walk, step)
    else:
        yield from _played(walk, step)


def _played(walk: Walk, step: Trick) -> Iterator[Finding]:
    """A trick as it stands; after an error the caller asks for no more."""
    state = walk.state
    yield from _lead(walk, step)
    for nth, card in enumerate(step.cards):
        seat = step.seats[nth]
        if nth:
            yield from follows(walk, step, seat)
        why = cannot_have(walk, step, seat, card)
        if why:
            place = walk.place(step)._replace(column=walk.event(step).column_of(nth))
            yield state.error(IMPOSSIBLE, place, why, seat)._replace(cause=step)
        walk.left[seat] &= ~(1 << card)
        walk.lines[card] = walk.event(step).line
    _count(walk, step)


def _count(walk: Walk, step: Trick) -> None:
    """The trick as it counts; where a card was wrongly taken back, as it was first played."""
    line = walk.event(step).line
    if step.winner is None:
        walk.unanswered = step
        walk.state.tricks.append(Taken(line, step.leader, step.cards[0], -1, None))
        return
    cards = step.cards if walk.stands is None else walk.stands.cards
    winner = step.winner
    if walk.stands is not None:
        winner = step.leader if _wins_not(cards) else 1 - step.leader
    walk.stands = None
    reply = cards[1] if len(cards) == _PLAYERS else -1
    walk.state.tricks.append(Taken(line, step.leader, cards[0], reply, winner))


def _wins_not(cards: Sequence[int]) -> bool:
    led, reply = cards
    return led // 8 != reply // 8 or reply > led


def _thirteenth(walk: Walk, step: Trick) -> Iterator[Finding]:
    """A card that is over when twelve tricks have been played makes no trick."""
    place = walk.place(step)
    if len(step.cards) == 1 and any(walk.left):
        yield note(NOT_CHECKED, place, f"{DECK.show(step.cards)} is left over; the twelfth trick was the last")
    else:
        yield walk.state.error(COUNT, place, f"a trick too many stands here; a deal has {ALL_TRICKS}")


# --- The duties ------------------------------------------------------------------------------------------------------

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


def _lead(walk: Walk, step: Trick) -> Iterator[Finding]:
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


# --- Cards taken back ------------------------------------------------------------------------------------------------


def taken_back(walk: Walk, step: Trick) -> Iterator[Finding]:
    """A card that was taken back, held against what may be: one led out of turn, or one of a wrong suit, in time."""
    state, act = walk.state, walk.state.play[given(step.taken_back)]
    if not set(act.cards) <= set(step.cards) or _again_later(walk, step, act):
        return  # a trick played since, which is undone with it
    nth = step.cards.index(act.cards[0])
    seat = step.seats[nth]
    if seat != act.seat:
        text = f"{state.name(act.seat)} takes back {DECK.show(act.cards)}, which {state.name(seat)} played"
        yield note(NOT_CHECKED, act.place, text, act.seat)
    elif nth == 0 and step.out_of_turn and step.due is not None:
        text = f"{state.name(seat)} led out of turn; the lead was {state.name(step.due)}'s"
        ruling = "taken back before the other had played to it: nothing follows"
        if len(step.cards) > 1:
            ruling = "the other had played to it and it was taken back all the same: nothing follows"
        found = state.fault(PLAY, walk.place(step), text, seat)._replace(cause=step)
        yield found._replace(remedy=PLAY, ruling=ruling)
    elif nth and (revoke := next(follows(walk, step, seat), None)) is not None:
        late = not state.portland and step.taken_back != step.n + 1
        ruling = "the card was changed: nothing follows"
        if late:
            ruling = "it was changed when the trick was closed, which is too late: the card first played stands"
        yield revoke._replace(remedy=REVOKE, ruling=ruling)
        if late:
            walk.stands = step
    elif not _may_play_differently(state, step, nth):
        what = "led" if nth == 0 else "played"
        law = "law 59" if state.portland else "only a card of a wrong suit may be changed"
        text = f"{state.name(seat)} took back {DECK.show(act.cards)}, which was rightly {what}"
        ruling = f"a card once led or played is not taken up again ({law}): the card first played stands"
        found = state.fault(PLAY, act.place, text, seat)._replace(cause=step)
        yield found._replace(remedy=PLAY, ruling=ruling)
        walk.stands = step if len(step.cards) == _PLAYERS and nth else None


def _again_later(walk: Walk, step: Trick, act: Event) -> bool:
    """Whether a later trick, undone by the same line, is the one that the card was in."""
    play = walk.state.play
    return any(not play[n].verb and set(act.cards) <= set(play[n].cards) for n in range(step.n + 1, act.nth))


def _may_play_differently(state: Piquet, step: Trick, nth: int) -> bool:
    """By the laws of 1882 elder may retake his first lead where younger has put a call right after it (law 52)."""
    return state.portland and step.number == 1 and nth == 0 and state.younger in state.corrected


# --- The end ---------------------------------------------------------------------------------------------------------


def _unplayed(walk: Walk) -> None:
    """Cards that cannot be played to are tricks, written down or not."""
    state = walk.state
    if walk.unanswered is not None or None in state.held:
        return
    line = state.play.lines[-1] if len(state.play) else state.deal.line
    for seat in (0, 1):
        if not walk.left[1 - seat]:
            for card in cards_of(walk.left[seat])[: ALL_TRICKS - len(state.tricks)]:
                state.tricks.append(Taken(line, seat, card, -1, seat))


def _end(state: Piquet) -> Said:
    answered = len(state.tricks) - [trick.winner for trick in state.tricks].count(None)
    state.whole = answered == ALL_TRICKS
    if not state.whole:
        lines = state.play
        place = lines[-1].place if len(lines) else state.place()
        state.complete = False
        state.lacks = ALL_TRICKS - answered
        text = f"play breaks off after trick {answered}; what was counted so far stands, the cards do not"
        yield note(NOT_CHECKED, place, text)
        for seat in (0, 1):
            if state.held[seat] is None:
                text = f"whether {state.name(seat)} followed suit is not checked: his hand is not known"
                yield note(NOT_CHECKED, place, text, seat)
    elif state.deal.tricks is not None:
        yield from _as_counted(state)


def _as_counted(state: Piquet) -> Iterator[Finding]:
    """The number of tricks that the table wrote beside the play."""
    won = [0, 0]
    for trick in state.tricks:
        won[trick.winner or 0] += 1
    for seat, figure in given(state.deal.tricks).items():
        if figure.value != won[seat]:
            text = f"{state.name(seat)} wrote {figure.value} tricks; the play gives {won[seat]}"
            yield state.fault(CLAIM, figure.place, text, seat)
