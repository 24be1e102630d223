"""The play replayed, trick by trick: who leads, who wins, and every breach on the way.

The replay only finds out what happened and says what breaks a rule; what follows from a breach is in `rulings`, what
the tricks come to in `count`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.auction import actions
from pinocle_cli.games.auction.hands import Hands
from pinocle_cli.games.auction.state import TRICKS, Decider
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, card_values
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.record import ASSUMED, COUNT, IMPOSSIBLE, NOT_CHECKED, Event, Place
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import duty_broken, second_wins, winner

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction

PLAY = Rule(
    "play",
    "Follow, head a trump, trump",
    "irregularity",
    """The bidder leads to the first trick, the winner of each trick to the next, with any card. Suit must be followed;
    if trumps are led each must beat the best trump so far if he can. Who has none of the suit led must trump if he can,
    but need not go over a trump played before. The highest trump wins, or the highest card of the suit led; of two
    identical cards the first. Many tables ask for every lead to be beaten. Every breach is a revoke.""",
    "004, Розыгрыш; 002, Взятки",
)

CARD_POINTS = Rule(
    "card-points",
    "Counting cards",
    "score",
    """Cards in tricks count: ace eleven, ten ten, king four, queen three, knave two. Other tables count ace and ten
    ten, king and queen five; or ace, ten and king ten. With the last trick it is 250 in every system; nothing is
    rounded.""",
    "004, Цель игры; 002, Очки за взятки",
)

LAST_TRICK = Rule(
    "last-trick",
    "Last trick",
    "score",
    "The last trick is worth ten to the side that wins it.",
    "004, Цель игры; 002, Очки за взятки",
)

REVOKE_BIDDER = Rule(
    "revoke-bidder",
    "The bidder's revoke",
    "irregularity",
    "If the bidder revokes he pays a double bete.",
    "004, Ренонс",
)

REVOKE_OPPONENT = Rule(
    "revoke-opponent",
    "An opponent's revoke",
    "irregularity",
    "If an opponent revokes the contract is made.",
    "004, Ренонс",
)

LEAD_OPPONENT = Rule(
    "lead-out-of-turn-opponent",
    "An opponent's lead out of turn",
    "irregularity",
    "If an opponent leads out of turn the contract is made.",
    "004, Внеочередной заход (whose lead is meant is lost in the text)",
)

LEAD_BIDDER = Rule(
    "lead-out-of-turn-bidder",
    "The bidder's lead out of turn",
    "irregularity",
    "If the bidder leads out of turn nothing follows, but whoever had the lead may accept it.",
    "004, Внеочередной заход",
)

_DUTIES = {"follow": "did not follow suit", "head": "did not beat it", "trump": "did not trump"}


class Replay:
    """One deal from the first lead on. What is to be said is collected in the order of the record."""

    def __init__(self, state: Auction, bidder: int) -> None:
        self.state, self.deck, self.bidder = state, state.deck, bidder
        self.events: list[Event] = [*state.deal.play]
        self.trump, self.active = state.trump, state.active
        self.values = card_values(state.deck, state.house.count)
        self.wins = second_wins(state.deck, state.trump)
        one, two, three = state.active
        self.seats = {one: (one, two, three), two: (two, three, one), three: (three, one, two)}
        self.always = state.house.heading == "always"
        self.said: list[Entry | Finding] = []
        self.at = 0
        self.hands = Hands(state, self.events, bidder)
        self.first = TRICKS - self.hands.size  # tricks played before the record begins
        first = self.events[0] if self.events else None
        named = first is not None and not first.verb and first.seat >= 0 and first.seat != bidder
        recorded = sum(not event.verb for event in self.events)
        if named and not self.first and not state.hands and recorded < TRICKS:
            self.first = TRICKS - recorded  # the tricks before are missing
        self.number = self.first
        self.leader: int | None = None if self.first else bidder
        self.winner: int | None = None
        self.last_line = state.deal.line
        self.conceding: set[int] = set()
        self.stopped = False
        self.failed = False  # the record cannot be true
        self.unchecked = [seat for seat in state.active if self.hands.hidden[seat]]
        self.watched = actions.choices_made(state)

    # --- The course of play ---

    def run(self) -> list[Entry | Finding]:
        """Everything that is to be said of what happened, in order."""
        events, said = self.events, self.said
        for n, event in enumerate(events):
            self.at = n
            if self.stopped:
                text = "play had stopped here; what is written below does not count"
                said.append(note(NOT_CHECKED, event.place, text))
                break
            if event.verb:
                said.extend(actions.action(self, event))
            elif self.trump is not None:  # else who wins a trick, and so who leads to the next, is not known
                self._trick(event, taken_back=n + 1 < len(events) and events[n + 1].verb == "takes back")
            if self.failed:
                return said  # whatever comes after this may only follow from it
        said.extend(self._end())
        return said

    def _trick(self, event: Event, *, taken_back: bool) -> None:
        """One trick as it was played; one that was taken back is only looked at."""
        cards, leader = event.cards, self.leader
        if not cards:
            return
        if event.seat >= 0 or leader is None:
            self.said.extend(self._says_who_led(event, taken_back=taken_back))
            if self.failed:
                return
            leader = event.seat if event.seat >= 0 else self.bidder
        seats = self.seats[leader]
        if taken_back:
            self.said.extend(self._look_at_all(event, seats))
            return
        hands, held, suit = self.hands, self.hands.held, self.deck.suit
        led = suit[cards[0]]
        strict = self.always or led == self.trump  # following suit is not enough
        for nth, card in enumerate(cards):
            seat = seats[nth]
            if nth and (strict or suit[card] != led) and (broken := self._look_at(event, nth, seat)):
                self.said.append(broken)
            if self.watched:
                self.said.extend(self._obeys(event, nth, seat))
            if held[seat][card]:
                held[seat][card] -= 1
            elif not hands.play(seat, card):
                self.said.append(self.not_held(event, card, seat, nth))
                return
        self.last_line = event.line
        self.conceding.clear()
        if len(cards) < 3:  # noqa: PLR2004 - three play to a trick
            return
        self.number += 1
        best = 1 if self.wins[cards[0]][cards[1]] else 0
        best = 2 if self.wins[cards[best]][cards[2]] else best
        self.winner = self.leader = seats[best]
        points = self.values[cards[0]] + self.values[cards[1]] + self.values[cards[2]]
        self.state.tricks.append((seats[best], points, cards))
        if points:
            self.said.append(Entry(seats[best], points, CARD_POINTS, event.line, f"trick {self.number}"))
        if self.number > TRICKS:
            text = f"this is trick {self.number}; a deal has {TRICKS}"
            self.said.append(self.error(COUNT, event, text, None, event.column))

    def _says_who_led(self, event: Event, *, taken_back: bool) -> Said:
        """A leader who is named, or one who has to be assumed."""
        leader = event.seat
        if leader < 0:
            text = f"who led is not recorded; {self.state.name(self.bidder)} is taken to have led"
            yield note(ASSUMED, Place(event.line, event.column, event.path), text)
        elif leader not in self.active:
            text = f"{self.state.name(leader)} is idle in this deal and plays no card"
            yield self.error(IMPOSSIBLE, event, text, leader, event.column)
        elif self.leader is not None and leader != self.leader:
            yield self._led_out_of_turn(event, leader, taken_back=taken_back)

    def _led_out_of_turn(self, event: Event, leader: int, *, taken_back: bool) -> Finding:
        name = self.state.name
        rightful = name(-1 if self.leader is None else self.leader)
        text = f"{name(leader)} led out of turn; the lead was {rightful}'s"
        if leader == self.bidder:
            what = "did not accept it, and it is taken back" if taken_back else "let it stand"
            finding = self.fault(LEAD_BIDDER, event, text, leader)
            return finding._replace(remedy=LEAD_BIDDER, ruling=f"no penalty; {rightful} {what}")
        self.decides(leader, "made", LEAD_OPPONENT, event)
        return self.fault(LEAD_OPPONENT, event, text, leader)

    # --- The duties ---

    def _look_at_all(self, event: Event, seats: tuple[int, ...]) -> Said:
        """A trick that was taken back: what was wrong with it is said, and nothing follows."""
        for nth in range(1, len(event.cards)):
            finding = self._look_at(event, nth, seats[nth], taken_back=True)
            if finding is not None:
                yield finding._replace(ruling="taken back before the trick was closed: nothing follows", cause=None)

    def _look_at(self, event: Event, nth: int, seat: int, *, taken_back: bool = False) -> Finding | None:
        """Whether a card breaks the duty to follow, to beat trumps or to trump."""
        hands, card, before = self.hands, event.cards[nth], event.cards[:nth]
        held = hands.held[seat]
        broken = duty_broken(self.deck, held, before, card, self.trump, always=self.always)
        if broken is None or not hands.has(seat, card):
            return None  # a card that was never held says nothing of a duty
        names = self.deck.names
        rest = " ".join(names[c] for c in self._could_have(held, before, broken))
        text = f"{names[card]} on {names[before[0]]}: {self.state.name(seat)} {_DUTIES[broken]} but held {rest}"
        if not taken_back:
            own = seat == self.bidder
            self.decides(seat, "double" if own else "made", REVOKE_BIDDER if own else REVOKE_OPPONENT, event)
        return self.fault(PLAY, event, text, seat, nth)

    def _could_have(self, held: list[int], before: tuple[int, ...], broken: str) -> list[int]:
        deck = self.deck
        best = before[winner(deck, before, self.trump)]
        suit = self.trump if broken == "trump" else deck.suit[before[0] if broken == "follow" else best]
        least = deck.power[best] if broken == "head" else 0
        return [c for c in range(deck.kinds) for _ in range(held[c]) if deck.suit[c] == suit and deck.power[c] > least]

    def _obeys(self, event: Event, nth: int, seat: int) -> Said:
        """Whether an opponent does what the bidder asked of a card that he had exposed, at the first opportunity."""
        for watch in list(self.watched):
            if watch.by != seat or self.number < (watch.after or 0):
                continue
            card, held, before = watch.cards[0], self.hands.held[seat], event.cards[:nth]
            broken = before and duty_broken(self.deck, held, before, card, self.trump, always=self.always)
            if not held[card] or broken:
                continue
            played = event.cards[nth]
            self.watched.remove(watch)
            if (watch.choice == "require") != (played == card):
                other = any(held[c] for c in range(self.deck.kinds) if c != card and self._may(held, before, c))
                if watch.choice == "require" or other:
                    names = self.deck.names
                    text = f"{self.state.name(seat)} played {names[played]}; the bidder had chosen: {watch.choice}"
                    yield self.fault(actions.EXPOSE_ONE_OPPONENT, event, f"{text} {names[card]}", seat, nth)

    def _may(self, held: list[int], before: tuple[int, ...], card: int) -> bool:
        return not before or not duty_broken(self.deck, held, before, card, self.trump, always=self.always)

    # --- The end, and saying it ---

    def _end(self) -> Said:
        state = self.state
        state.missed = TRICKS if self.trump is None else self.first
        if self.conceding and not self.stopped and self.number < TRICKS:
            end = self.events[-1]
            text = "play stops at the proposal to concede: the other opponent is taken to have agreed"
            yield note(ASSUMED, Place(end.line, end.column, end.path), text)
            state.conceded, state.stop = "opponents", Place(end.line, end.column, end.path)
        state.played_out = self.number == TRICKS
        if state.played_out and self.winner is not None:
            last = self.winner
            state.last_won = last == self.bidder
            yield Entry(last, LAST_TRICK_POINTS, LAST_TRICK, self.last_line, "last trick")
        if self.unchecked and self.number > self.first:
            *others, last_one = map(state.name, self.unchecked)
            who = f"{', '.join(others)} and {last_one}" if others else last_one
            text = f"whether {who} always followed suit is not checked: the whole hand is not known"
            yield note(NOT_CHECKED, state.place(), text)
        if self.trump is None:
            yield note(NOT_CHECKED, state.place(), "trumps are not recorded, so who won the tricks is not known")

    def decides(self, seat: int, outcome: str, rule: Rule, event: Event, *, order: int = 0) -> None:
        """A breach that decides the contract; the earliest of them does. Order 5: after the trick, not in it."""
        when = (self.number, order) if order else (self.number + 1, order)
        self.state.deciders.append(Decider(when, seat, outcome, rule, event, event.line))

    def fault(self, rule: Rule, event: Event, text: str, seat: int, nth: int | None = None) -> Finding:
        """A breach, at the line where it stands; `nth` is the card of a trick."""
        column = event.column if nth is None else event.column_of(nth)
        return Finding(rule, FAULT, event.line, text, seat, column, event.path, cause=event)

    def not_held(self, event: Event, card: int, seat: int, nth: int | None = None) -> Finding:
        """A card that its player cannot have had."""
        text = f"{self.state.name(seat)} does not hold {self.deck.names[card]}"
        column = event.column if nth is None else event.column_of(nth)
        return self.error(IMPOSSIBLE, event, text, seat, column)

    def error(self, rule: Rule, event: Event, text: str, seat: int | None, column: int) -> Finding:
        """Something that cannot have happened: the replay ends here."""
        self.failed = True
        return Finding(rule, ERROR, event.line, text, seat, column, event.path, cause=event)


def replay(state: Auction) -> Said:
    """The play from the first lead on."""
    if state.bidder is None:
        text = "who bid is not recorded, so nobody knows who led: the play is not checked"
        yield note(NOT_CHECKED, state.place(), text)
        return
    yield from Replay(state, state.bidder).run()
