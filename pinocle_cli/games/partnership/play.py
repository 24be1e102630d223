"""The play replayed, trick by trick: who leads, who wins, and every breach on the way.

The replay only finds out what happened and says what breaks a rule; what follows from a breach is in `rulings`. Of a
hand that is not recorded only the cards that its owner plays are known, so a duty is only ever called broken on the
strength of cards that he is known to have held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.deal import TRICKS
from pinocle_cli.games.partnership.hands import bidder_leads, first_leader
from pinocle_cli.games.partnership.seats import PLAYERS, account, side_of
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, card_values
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import ASSUMED, COUNT, IMPOSSIBLE, NOT_CHECKED, Cards, Event, Place
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import duty_broken, winner

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.deal import Partnership
    from pinocle_cli.games.partnership.hands import Hands

RANK = Rule(
    "identical-first-wins",
    "Rank of the cards",
    "procedure",
    "From the top: ace, ten, king, queen, knave, nine. Of two identical cards in a trick the one played first wins.",
    "003, Старшинство карт",
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

ALWAYS = Rule(
    "must-win-always",
    "Every lead is headed",
    "procedure",
    """At some tables a player must beat the best card of the trick whenever he can, whether trumps were led or not;
    if he cannot win the trick he need only follow.""",
    "003, Вариант",
)

CARD_POINTS = Rule(
    "card-points",
    "Counting cards",
    "score",
    """Cards in tricks count: ace eleven, ten ten, king four, queen three, knave two. Most tables count ace and ten
    ten, king and queen five; others ace, ten and king ten and nothing else.""",
    "003, Подсчет очков",
)

LAST_TRICK = Rule(
    "last-trick",
    "Last trick",
    "score",
    "The last trick is worth ten to its winner. With it the cards of a deal come to 250 in every system.",
    "003, Подсчет очков",
)

_DUTIES = {"follow": "did not follow suit", "head": "did not beat it", "trump": "did not trump"}


class Replay:
    """One deal from the first lead on."""

    def __init__(self, state: Partnership, hands: Hands) -> None:
        self.state, self.deck, self.hands = state, state.deck, hands
        self.events: list[Event] = [*state.deal.play]
        self.held = [list(hand) for hand in hands.playing]
        self.left = [sum(hand) for hand in self.held]
        self.size = TRICKS  # tricks that the record can have
        if all(hands.sure) and state.deal.held and len(set(self.left)) == 1:
            self.size = self.left[0]
        self.values = card_values(self.deck, state.house.count)
        self.always = state.house.heading == "always"
        self.leader = first_leader(state)
        self.leader_assumed = bidder_leads(state) and state.bidder is None
        self.winner: int | None = None  # of the last trick
        self.tricks = 0
        self.won = [0, 0]
        self.taken = [0, 0]  # tricks, by side
        self.last_line = state.deal.line

    # --- The course of play ---

    def run(self) -> Said:
        """Everything that happened, in order."""
        state, events = self.state, self.events
        if not all(self.hands.sure):
            impossible = list(self._more_than_the_pack())
            yield from impossible
            if impossible:
                return
        for n, event in enumerate(events):
            following = events[n + 1].verb if n + 1 < len(events) else None
            said = self._action(event, n) if event.verb else self._trick(event, taken_back=following == "takes back")
            for one in said:
                yield one
                if one.__class__ is Finding and one.severity == ERROR:
                    return  # whatever comes after this may only follow from it
            if state.out is not None:
                if n + 1 < len(events):
                    later = events[n + 1]
                    text = "play had stopped here; what is written below does not count"
                    yield note(NOT_CHECKED, Place(later.line, later.column, later.path), text)
                break
            if not event.verb and len(event.cards) < PLAYERS and following == "":
                yield self._short(event)
                return
        yield from self._end()

    def _more_than_the_pack(self) -> Said:
        """Where hands are not recorded, the cards played must still be of one pack."""
        tricks = [event for n, event in enumerate(self.events) if not event.verb and not self._taken_back(n)]
        parts = [Cards(event.cards, Place(event.line, event.column, event.path)) for event in tricks]
        yield from cards_that_make_no_pack(self.deck, parts)

    def _begins_later(self) -> bool:
        """Whether the first tricks of the deal may be missing."""
        recorded = sum(not event.verb for event in self.events)
        return self.size < TRICKS or (not self.state.deal.hands and not self.state.deal.held and recorded < TRICKS)

    def _taken_back(self, n: int) -> bool:
        return n + 1 < len(self.events) and self.events[n + 1].verb == "takes back"

    def _short(self, event: Event) -> Finding:
        number = len(event.cards)
        text = f"this trick has {number} cards and play goes on; each of the {PLAYERS} plays one"
        return Finding(COUNT, ERROR, event.line, text, None, event.column, event.path)

    def _end(self) -> Said:
        state = self.state
        last = self.events[-1] if self.events else None
        finished = self.tricks >= self.size and self.winner is not None
        state.whole = finished and self.size == TRICKS
        state.won, state.tricks = self.won, list(self.taken)
        state.counted_at = [self.last_line, self.last_line]
        place = Place(last.line, last.column, last.path) if last else state.place()
        if finished and self.winner is not None:
            points = LAST_TRICK_POINTS // (state.unit if state.even else 1)
            self.won[side_of(self.winner)] += points
            if state.even:
                text = f"last trick, {state.name(self.winner)}"
                yield Entry(account(self.winner), points, LAST_TRICK, self.last_line, text)
        if not state.whole and state.out is None:
            state.complete = False
            self._unknown_tricks()
            if finished:
                yield note(NOT_CHECKED, place, f"the first {TRICKS - self.size} tricks of the deal are not recorded")
            else:
                text = f"play breaks off after trick {self.tricks}; the cards won so far count as they are"
                yield note(NOT_CHECKED, place, text)
        unsure = [seat for seat, sure in enumerate(self.hands.sure) if not sure]
        if unsure:
            who = ", ".join(state.name(seat) for seat in unsure)
            text = f"whether everybody followed suit is not wholly checked: not all cards are known of {who}"
            yield note(NOT_CHECKED, state.place(), text, unsure[0] if len(unsure) == 1 else None)

    def _unknown_tricks(self) -> None:
        """A side without a trick so far may have won one in what is not recorded."""
        self.state.tricks = [number or None for number in self.taken]

    # --- A trick ---

    def _trick(self, event: Event, *, taken_back: bool) -> Said:
        """One trick as it was played; one that was taken back is only looked at."""
        state, deck, cards = self.state, self.deck, event.cards
        leader = event.seat if event.seat >= 0 else self.leader
        place = Place(event.line, event.column, event.path)
        if self.leader_assumed and event.seat < 0:
            text = f"who had the bid is not recorded; {state.name(leader)} is taken to have led"
            yield note(ASSUMED, place, text)
        elif leader != self.leader and not (self.tricks or self.leader_assumed or taken_back) and self._begins_later():
            yield note(NOT_CHECKED, place, "the tricks before this one are not recorded")
        elif leader != self.leader and not self.leader_assumed:
            text = f"{state.name(leader)} led out of turn; the lead was {state.name(self.leader)}'s"
            then = "it was taken back" if taken_back else "nothing follows from it in this game: the trick stands"
            yield self._fault(event, 0, leader, text)._replace(ruling=then)
        for nth, card in enumerate(cards):
            seat = (leader + nth) % PLAYERS
            held = self.held[seat]
            if not held[card] and (self.hands.sure[seat] or not taken_back):
                yield self._not_held(event, nth, seat, card)
                return
            if nth:
                broken = duty_broken(deck, held, cards[:nth], card, state.trump, always=self.always)
                if broken is not None:
                    yield self._revoke(event, nth, seat, broken, taken_back=taken_back)
        if taken_back:
            return
        self.leader_assumed = False
        for nth, card in enumerate(cards):
            self.held[(leader + nth) % PLAYERS][card] -= 1
        if len(cards) == PLAYERS:
            yield from self._take(event, leader)

    def _take(self, event: Event, leader: int) -> Said:
        cards, values, state = event.cards, self.values, self.state
        seat = (leader + winner(self.deck, cards, state.trump)) % PLAYERS
        side = side_of(seat)
        self.tricks += 1
        self.taken[side] += 1
        self.leader = self.winner = seat
        self.last_line = event.line
        points = values[cards[0]] + values[cards[1]] + values[cards[2]] + values[cards[3]]
        if state.even:
            points //= state.unit
        self.won[side] += points
        if points and state.even:
            yield Entry(account(seat), points, CARD_POINTS, event.line, f"trick {self.tricks}, {state.name(seat)}")

    def _revoke(self, event: Event, nth: int, seat: int, broken: str, *, taken_back: bool) -> Finding:
        names, cards = self.deck.names, event.cards
        best = cards[winner(self.deck, cards[:nth], self.state.trump)]
        on = cards[0] if broken == "follow" else best
        rest = " ".join(names[card] for card in self._could_have(self.held[seat], cards[0], best, broken))
        text = f"{names[cards[nth]]} on {names[on]}: {self.state.name(seat)} {_DUTIES[broken]} but held {rest}"
        finding = self._fault(event, nth, seat, text)
        if taken_back:
            return finding._replace(ruling="taken back before the trick was closed: nothing follows")
        return finding

    def _could_have(self, held: list[int], led: int, best: int, broken: str) -> list[int]:
        deck = self.deck
        suit = {"follow": deck.suit[led], "trump": self.state.trump, "head": deck.suit[best]}[broken]
        assert suit is not None  # noqa: S101 - a duty to trump needs trumps
        least = deck.power[best] if broken == "head" else 0
        return [card for card in deck.of_suit[suit] for _ in range(held[card]) if deck.power[card] > least]

    def _not_held(self, event: Event, nth: int, seat: int, card: int) -> Finding:
        text = f"{self.state.name(seat)} does not hold {self.deck.names[card]}"
        column = event.column_of(nth)
        return Finding(IMPOSSIBLE, ERROR, event.line, text, seat, column, event.path, cause=event)

    def _fault(self, event: Event, nth: int, seat: int, text: str) -> Finding:
        return Finding(PLAY, FAULT, event.line, text, seat, event.column_of(nth), event.path, cause=event)

    # --- What else a player may do ---

    def _action(self, event: Event, n: int) -> Said:
        state, deck = self.state, self.deck
        place, name = Place(event.line, event.column, event.path), state.name(event.seat)
        if event.verb == "exposes":
            text = f"{name} exposed {deck.show(event.cards)}; the rules of this game set no penalty for it"
            yield note(PLAY, place, text, event.seat)
        elif event.verb == "takes back":
            before = self.events[n - 1] if n else None
            if before is None or before.verb or not set(event.cards) <= set(before.cards):
                text = f"{name} takes back {deck.show(event.cards)}, which is not in the line before"
                yield note(NOT_CHECKED, place, text, event.seat)
        elif state.bidding:
            text = "nobody declares himself out where trumps are bid for; the deal is played to its end"
            yield note(ASSUMED, place, text, event.seat)
        else:
            state.out, state.out_at = event.seat, place
