"""The play replayed, trick by trick: who leads, who wins, and every breach on the way.

The replay finds out what happened and says what breaks a rule; what follows is in `rulings`, what it scores in
`reckon`. Of a hand that is not known a duty is only called broken on the strength of what its player plays later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.combos import DECK, SUIT_BITS, SUIT_SIZE, show, suit_bits
from pinocle_cli.games.piquet.deal import HAND
from pinocle_cli.games.piquet.exchange import SHORT_DISCARD, shown_in_play
from pinocle_cli.games.piquet.reckon import ALL_TRICKS, Trick
from pinocle_cli.ledger import ERROR, FAULT, Finding
from pinocle_cli.record import ASSUMED, CLAIM, COUNT, IMPOSSIBLE, NOT_CHECKED, Event, Place
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.deal import Piquet

PLAY = Rule(
    "play",
    "Playing the cards",
    "irregularity",
    """There are no trumps. Elder leads first, then the winner of each trick. Whoever can follow suit must; the higher
    card of the suit led wins. A card led out of turn may be taken back until the other has played to it; then it
    stands.""",
    "001; Portland laws, 59",
)

REVOKE = Rule(
    "revoke",
    "Revoke",
    "irregularity",
    """A card of a wrong suit may be changed until the trick is closed. By the laws of 1882 the cards are taken back and
    played again whenever it is found. No points are lost; where the play is recorded as finished it stands as it
    was.""",
    "001; Portland laws, 59; decided by us where the play went on",
)

EXPOSED = Rule(
    "exposed-card",
    "A card dropped in play",
    "irregularity",
    "A card that is dropped by accident is taken up again, and nothing follows.",
    "Portland laws, 59",
)

TOO_MANY = Rule(
    "too-many-cards",
    "Too many cards",
    "irregularity",
    """Whoever plays with more than twelve cards after a wrong discard plays in silence: his play counts nothing, and
    the other's leads, captures and last trick count double, though not towards a pique; what he called stands. By the
    laws of 1882 he reckons nothing in the deal at all, and his cards only bar the other's.""",
    "001; Portland laws, 25, 31, 35 and 58; decided for the pique by us",
)

TOO_FEW = Rule(
    "too-few-cards",
    "Too few cards",
    "irregularity",
    """Nothing follows for a player with fewer than twelve cards, except that the other counts as tricks all the cards
    to which he has none to play.""",
    "Portland laws, 26, 30 and 57; the source text is silent",
)


def wins(led: int, reply: int) -> bool:
    """Whether the second card of a trick beats the first: cards of a suit are counted from the strongest down."""
    return led // SUIT_SIZE == reply // SUIT_SIZE and reply < led


def wrong_hands(state: Piquet) -> Iterator[Finding]:
    """Hands of more or fewer than twelve cards after the exchange."""
    for seat, hand in enumerate(state.held):
        size = HAND if hand is None else hand.bit_count()
        if size == HAND:
            continue
        rule = TOO_MANY if size > HAND else TOO_FEW
        if size > HAND and state.deal.play is None and state.discarded[seat] is not None:
            rule = SHORT_DISCARD
        place = state.place_of[seat] or state.place()
        text = f"{state.name(seat)} has {size} cards to play{_because(state, seat)}"
        yield Finding(rule, FAULT, place.line, text, seat, place.column, place.path)


def _because(state: Piquet, seat: int) -> str:
    out, dealt, held = state.discarded[seat], state.dealt[seat], state.held[seat] or 0
    if out is None:
        return f" instead of {HAND}"
    thrown = out.bit_count()
    drew = held.bit_count() + thrown - (HAND if dealt is None else dealt.bit_count())
    return f": he threw out {thrown} and drew {drew}"


def wrong_hands_alone(state: Piquet) -> Said:
    """The same where the play is not recorded."""
    if state.deal.play is None:
        yield from wrong_hands(state)


class Replay:
    """One deal from the first lead on. `run` yields what is to be said, in the order of the record."""

    def __init__(self, state: Piquet) -> None:
        self.state = state
        self.events: list[Event] = [*state.deal.play]
        self.leader = state.elder
        self.broken_off: Event | None = None
        self.lines: list[int] = [0] * DECK.kinds  # where each card was played
        self.unknown = [False, False]
        self.known = False  # both hands are
        self.undone = self._undone()  # tricks that were taken back, and whether the wrong card stands there

    def _undone(self) -> dict[int, bool]:
        """A card is taken back with all that was played since."""
        found: dict[int, bool] = {}
        for n, event in enumerate(self.events):
            if event.verb != "takes back":
                continue
            before = [e for e in self.events[:n] if not e.verb and e.nth not in found]
            first = next((e for e in reversed(before) if set(event.cards) <= set(e.cards)), None)
            if first is not None:
                found |= {e.nth: e is first for e in before if e.nth >= first.nth}
        return found

    def run(self) -> Said:
        """Everything that happened, in order."""
        state, events = self.state, self.events
        known = [hand is not None for hand in state.held]
        shown = self._hands_from_play()
        for seat in (0, 1):
            if state.held[seat] is not None and not known[seat]:
                yield from shown_in_play(state, seat)
        self.left = [hand if hand is not None else shown[seat] for seat, hand in enumerate(state.held)]
        self.unknown = [hand is None for hand in state.held]
        self.known = not any(self.unknown)
        yield from wrong_hands(state)
        for event in events:
            if event.verb:
                yield from self._action(event)
                continue
            if self._ordinary(event):
                continue
            for one in self._taken_back(event) if event.nth in self.undone else self._trick(event):
                yield one
                if one.severity == ERROR:
                    return  # whatever comes after this may only follow from it
        yield from self._end()

    # --- Hands ---

    def _hands_from_play(self) -> list[int]:
        """What each has shown in play: whoever has played twelve cards has shown his hand."""
        state, shown = self.state, [0, 0]
        if state.held[0] is not None and state.held[1] is not None:
            return shown
        leader = self.leader
        for event in self.events:
            if event.verb or event.nth in self.undone:
                continue
            leader = event.seat if event.seat >= 0 else leader
            for nth, card in enumerate(event.cards):
                shown[leader if nth == 0 else 1 - leader] |= 1 << card
            if len(event.cards) > 1 and wins(*event.cards):
                leader = 1 - leader
        for seat in (0, 1):
            if state.held[seat] is None and shown[seat].bit_count() >= HAND:
                state.held[seat] = shown[seat]
        return shown

    # --- Tricks ---

    def _ordinary(self, event: Event) -> bool:
        """A whole trick, played as it should be from known hands: nearly all are, and need no closer look."""
        cards, leader, left = event.cards, self.leader, self.left
        if len(cards) != 2 or event.seat >= 0 or not self.known or event.nth in self.undone:  # noqa: PLR2004
            return False
        led, reply = cards
        if not (left[leader] >> led & left[1 - leader] >> reply & 1) or self.broken_off is not None:
            return False
        if reply // SUIT_SIZE != led // SUIT_SIZE and left[1 - leader] >> led // SUIT_SIZE * SUIT_SIZE & SUIT_BITS:
            return False
        tricks = self.state.tricks
        if len(tricks) == ALL_TRICKS:
            return False
        left[leader] ^= 1 << led
        left[1 - leader] ^= 1 << reply
        self.lines[led] = self.lines[reply] = event.line
        if wins(led, reply):
            self.leader = 1 - leader
        tricks.append(Trick(event.line, leader, led, reply, self.leader))
        return True

    def _lead(self, event: Event) -> Iterator[Finding]:
        """Who leads: the winner of the last trick, unless the record names another."""
        state = self.state
        only = len(event.cards) == 1 and not self.left[self.leader] and not self.unknown[self.leader]
        if event.seat < 0 or event.seat == self.leader or only:
            if only:
                self.leader = 1 - self.leader  # he has no card left: what the other still has are tricks
            return
        due, self.leader = self.leader, event.seat
        whole = sum(not e.verb for e in self.events) >= ALL_TRICKS
        place = Place(event.line, event.column, event.path)
        if not state.tricks and not whole:
            state.complete = False
            text = (
                f"the tricks before this one are not recorded; {state.name(event.seat)} is taken to have had the lead"
            )
            yield note(ASSUMED, place, text, event.seat)
        else:
            text = f"{state.name(event.seat)} led out of turn; the lead was {state.name(due)}'s"
            yield Finding(PLAY, FAULT, event.line, text, event.seat, event.column, event.path, cause=event)

    def _trick(self, event: Event) -> Iterator[Finding]:
        state, cards = self.state, event.cards
        if self.broken_off is not None:
            before = self.broken_off
            text = f'"{before.text}" has one card, and play went on: {self._who_is_missing()} has none written'
            yield Finding(COUNT, ERROR, before.line, text, None, before.column, before.path)
            return
        if len(state.tricks) == ALL_TRICKS:
            yield from self._thirteenth(event)
            return
        yield from self._lead(event)
        leader = self.leader
        for nth, card in enumerate(cards):
            seat = leader if nth == 0 else 1 - leader
            if nth:
                yield from self._follows(event, seat, cards[0], card)
            wrong = self._holds(event, nth, seat, card)
            if wrong is not None:
                yield wrong
                return
            self.left[seat] &= ~(1 << card)
            self.lines[card] = event.line
        if len(cards) == 2:  # noqa: PLR2004 - two players
            if wins(*cards):
                self.leader = 1 - leader
            state.tricks.append(Trick(event.line, leader, cards[0], cards[1], self.leader))
        elif not self.left[1 - leader] and not self.unknown[1 - leader]:
            state.tricks.append(Trick(event.line, leader, cards[0], -1, leader))
        else:
            self.broken_off = event

    def _who_is_missing(self) -> str:
        return self.state.name(1 - self.leader)

    def _thirteenth(self, event: Event) -> Iterator[Finding]:
        """A card that is over when twelve tricks have been played makes no trick."""
        place = Place(event.line, event.column, event.path)
        if len(event.cards) == 1 and any(self.left):
            yield note(NOT_CHECKED, place, f"{DECK.show(event.cards)} is left over; the twelfth trick was the last")
        else:
            text = f"a trick too many stands here; a deal has {ALL_TRICKS}"
            yield Finding(COUNT, ERROR, event.line, text, None, event.column, event.path)

    def _follows(self, event: Event, seat: int, led: int, card: int) -> Iterator[Finding]:
        suit = led // SUIT_SIZE
        if card // SUIT_SIZE == suit:
            return
        could = suit_bits(self.left[seat], suit)
        if could and (self.left[seat] >> card & 1):
            names = DECK.names
            had = show(could << suit * SUIT_SIZE)
            text = f"{names[card]} on {names[led]}: {self.state.name(seat)} did not follow suit but held {had}"
            column = event.column_of(1)
            yield Finding(PLAY, FAULT, event.line, text, seat, column, event.path, cause=event)

    def _holds(self, event: Event, nth: int, seat: int, card: int) -> Finding | None:
        """Nothing, or why the card cannot have been played."""
        state, name = self.state, DECK.names[card]
        out = state.discarded[seat]
        if self.lines[card]:
            text = f"{name} was played in line {self.lines[card]}"
        elif self.unknown[seat] and out is not None and out >> card & 1:
            text = f"{state.name(seat)} threw {name} out"
        elif self.unknown[seat] and (state.held[1 - seat] or 0) >> card & 1:
            text = f"{name} is in {state.name(1 - seat)}'s hand"
        elif self.unknown[seat] and (state.dealt[1 - seat] or 0) >> card & 1:
            text = f"{name} was dealt to {state.name(1 - seat)}"
        elif not self.unknown[seat] and not self.left[seat] >> card & 1:
            talon = state.deal.talon
            left = " (by the discards it was not his to draw)" if talon and card in talon.cards else ""
            text = f"{state.name(seat)} does not hold {name}{left}"
        else:
            return None
        column = event.column_of(nth)
        return Finding(IMPOSSIBLE, ERROR, event.line, text, seat, column, event.path, cause=event)

    # --- What else happens ---

    def _taken_back(self, event: Event) -> Iterator[Finding]:
        """A trick that was taken back is only looked at."""
        if not self.undone[event.nth]:
            return
        due = self.leader
        leader = event.seat if event.seat >= 0 else due
        if leader != due:
            text = f"{self.state.name(leader)} led out of turn; the lead was {self.state.name(due)}'s"
            ruling = "taken back before the other had played to it: nothing follows"
            if len(event.cards) > 1:
                ruling = "the other had played to it and it was taken back all the same: nothing follows"
            found = Finding(PLAY, FAULT, event.line, text, leader, event.column, event.path, cause=event)
            yield found._replace(remedy=PLAY, ruling=ruling)
        if len(event.cards) > 1:
            for found in self._follows(event, 1 - leader, *event.cards):
                yield found._replace(remedy=REVOKE, ruling="the card was changed: nothing follows")

    def _action(self, event: Event) -> Iterator[Finding]:
        name, cards = self.state.name(event.seat), DECK.show(event.cards)
        if event.verb == "exposes":
            text = f"{name} exposed {cards}"
            yield Finding(EXPOSED, FAULT, event.line, text, event.seat, event.column, event.path, cause=event)
            return
        if not any(e.nth in self.undone and set(event.cards) <= set(e.cards) for e in self.events):
            text = f"{name} takes back {cards}, which was not played before"
            yield note(NOT_CHECKED, Place(event.line, event.column, event.path), text, event.seat)

    # --- The end ---

    def _end(self) -> Iterator[Finding]:
        state = self.state
        last = self.events[-1] if self.events else None
        place = Place(last.line, last.column, last.path) if last else state.place()
        self._unanswered(place.line)
        state.whole = len(state.tricks) == ALL_TRICKS
        if not state.whole:
            state.complete = False
            text = f"play breaks off after trick {len(state.tricks)}; what was counted so far stands, the cards do not"
            yield note(NOT_CHECKED, place, text)
            for seat in (0, 1):
                if self.unknown[seat]:
                    text = f"whether {state.name(seat)} followed suit is not checked: his hand is not known"
                    yield note(NOT_CHECKED, place, text, seat)
        elif state.deal.tricks is not None:
            yield from self._as_counted()

    def _unanswered(self, line: int) -> None:
        """Cards that cannot be played to are tricks, written down or not."""
        for seat in (0, 1):
            if self.broken_off is None and not any(self.unknown) and not self.left[1 - seat]:
                for card in (c for c in range(DECK.kinds) if self.left[seat] >> c & 1):
                    if len(self.state.tricks) < ALL_TRICKS:
                        self.state.tricks.append(Trick(line, seat, card, -1, seat))

    def _as_counted(self) -> Iterator[Finding]:
        """The number of tricks that the table wrote beside the play."""
        won = [0, 0]
        for trick in self.state.tricks:
            won[trick.winner] += 1
        for seat, figure in self.state.deal.tricks.items():
            if figure.value != won[seat]:
                line, column, path = figure.place
                text = f"{self.state.name(seat)} wrote {figure.value} tricks; the play gives {won[seat]}"
                yield Finding(CLAIM, FAULT, line, text, seat, column, path)


def replay(state: Piquet) -> Said:
    """The play from the first lead on."""
    yield from Replay(state).run()
