"""The play replayed, trick by trick: who leads, who wins, who shows what, who draws, and every breach on the way.

The replay only finds out what happened and says what breaks a rule; what follows from a breach is in `rulings`. Cards
that the record does not show (an unrecorded stock, one known hand) are counted as hidden: such a card can be anything,
so a duty is only ever called broken on the strength of cards that the player is known to have held.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS
from pinocle_cli.games.two_handed.actions import VARIANTS, declares_out, exposes, takes_back
from pinocle_cli.games.two_handed.melds import Melder
from pinocle_cli.games.two_handed.plain import TRICK, entries_of, outcomes, plain_tricks
from pinocle_cli.games.two_handed.stock import DRAW_OUT_OF_TURN, Hands, Stock, know_from_later_play
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Run
from pinocle_cli.record import ASSUMED, CLAIM, COUNT, IMPOSSIBLE, NOT_CHECKED, Event, Figure, Play
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import duty_broken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pinocle_cli.games.two_handed.deal import TwoHanded
    from pinocle_cli.games.two_handed.plain import Tricks

FIRST_LEAD = Rule(
    "first-lead",
    "The lead",
    "procedure",
    "The dealer's opponent leads to the first trick, the winner of each trick to the next, with any card.",
    "000, Розыгрыш; 002, Первая стадия игры",
)

TRICK_RANK = Rule(
    "trick-rank",
    "Who wins a trick",
    "procedure",
    "A trump led is won by the higher trump; any other lead by the higher card of the suit led, or by a trump.",
    "000, Розыгрыш",
)

IDENTICAL = Rule(
    "identical-first-wins",
    "Two identical cards",
    "procedure",
    "Of two identical cards in a trick the one played first wins.",
    "002, Первая стадия игры",
)

STAGE1_FREE = Rule(
    "stage1-free-play",
    "Free play while the stock lasts",
    "procedure",
    "While the stock lasts either player may play any card; nobody need follow suit.",
    "000, Розыгрыш; 002, Первая стадия игры",
)

STAGE2 = Rule(
    "stage2",
    "The second half",
    "procedure",
    """When the stock is gone melds go back to the hand, nothing more is melded, and the last tricks are played
    strictly.""",
    "002, Вторая стадия игры",
)

STAGE2_FOLLOW = Rule(
    "stage2-follow",
    "Follow, head a trump, trump",
    "irregularity",
    """Once the stock is gone a player must follow suit if he can; if trumps are led he must beat them if he can;
    with no card of the suit led he must trump if he can; otherwise he plays what he likes. Many tables ask him to
    beat every lead that he can beat.""",
    "000, Повторный розыгрыш; 002, Вторая стадия игры",
)

REVOKE_WHEN = Rule(
    "revoke-when",
    "When a revoke is possible",
    "irregularity",
    "There is no revoke while the stock lasts, for until then no suit need be followed.",
    "000, Ренонс",
)

CARD_POINTS = Rule(
    "card-points",
    "Counting cards",
    "score",
    """Cards in tricks count: ace eleven, ten ten, king four, queen three, knave two. Other tables count ace and ten
    ten, king and queen five; or ace, ten and king ten. With the last trick it is 250 in every system.""",
    "002, Стоимость взяток",
)

NINES_ZERO = Rule(
    "nines-zero",
    "Nines count nothing",
    "score",
    "Nines, and the eights and sevens of the larger pack, count nothing in tricks.",
    "000, Цель игры",
)

LAST_TRICK = Rule(
    "last-trick",
    "Last trick",
    "score",
    "The last trick of all is worth ten to its winner.",
    "002, Стоимость взяток",
)

LEAD_OUT_OF_TURN = Rule(
    "lead-out-of-turn",
    "Lead out of turn",
    "irregularity",
    "A card led out of turn must be taken back if the opponent asks for it; if he does not, it stands.",
    "000, за показ карты",
)

_DUTIES = {"follow": "did not follow suit", "head": "did not beat it", "trump": "did not trump"}


ACTIONS: dict[str, Callable[[Replay, Event], object]] = {
    "meld": lambda replay, event: replay.melder.meld(replay, event),
    "dix": lambda replay, event: replay.melder.dix(replay, event),
    "correct": lambda replay, event: replay.melder.correct(replay, event),
    "draw": lambda replay, event: replay.stock.draw(replay, event),
    "out": declares_out,
    "exposes": exposes,
    "takes back": takes_back,
}


class Replay:
    """One deal from the first lead on. What is found and what is scored is collected in the order of the record."""

    def __init__(self, state: TwoHanded, *, hand_over: bool = True) -> None:
        deal, self.state, self.deck = state.deal, state, state.deck
        self.last_trick: int | None = None  # the index of the event
        self.found: list[Finding] = []
        self.say = self.found.append
        self.entries: list[Entry | Tricks] = []
        self.melded = [0, 0]  # points
        self.failed = False
        self.at = 0  # the index of the event that is being looked at
        self.events: Play = deal.play
        self.trump = state.trump
        self.some_taken_back = "takes back" in [action.verb for action in self.events.actions.values()]
        self.outcomes = outcomes(state.deck, state.trump, state.house.count, state.house.heading)
        self.always = state.house.heading == "always"
        self.second_half = deal.held is not None
        self.counting = not self.second_half or deal.taken is None  # else the table's count of the whole deal stands
        self.hands = Hands(state)
        self.stock: Stock = Stock(state, self.hands, hand_over=hand_over)
        self.tricks = state.size if self.second_half else 0
        self.most = 2 * state.size
        self.leader: int | None = None if self.second_half else 1 - state.dealer
        self.winner: int | None = None  # of the last trick
        self.melder: Melder = Melder()
        self.won = [0, 0]
        self.claimants: list[int] = []  # who declared himself out, in the modes in which play goes on
        self.unchecked: set[int] = set()
        self.plain = self._all_known()  # so that plain tricks can be played in one go
        # What each plain trick comes to; None for any other event.
        self.course = [*map(self.outcomes.__getitem__, self.events.tricks)] if self.plain else []

    # --- The course of play ---

    def run(self) -> Replay:
        """Replay it all: itself, when it has found whatever is to be said."""
        state, events, number = self.state, self.events, len(self.events)
        if state.trump is None:
            text = "the trump suit is not recorded; nobody is taken to have trumped, and melds count as plain ones"
            self.say(note(NOT_CHECKED, state.place(), text))
        n = 0
        while n < number and state.out is None and not self.failed:
            before, n = n, plain_tricks(self, n)
            if n == before:  # this one is to be looked at
                self.at = n
                (self.action if events[n].verb else self._trick)(events[n])
                n += 1
        if self.failed:
            return self  # whatever comes after this may only follow from it
        if n < number:
            text = "play had stopped here; what is written below does not count"
            self.say(note(NOT_CHECKED, events[n].place, text))
        self._end()
        return self

    def action(self, event: Event) -> bool:
        """What a player did besides playing; whether what follows may still be plain."""
        ACTIONS[event.verb](self, event)
        self.plain = self.plain and not (event.verb == "draw" or self.claimants or self.melder.miscounts or self.failed)
        return self.plain

    def _all_known(self) -> bool:
        """Whether the record shows both hands and what is drawn, and nothing was taken back."""
        hands, stock = self.hands, self.stock
        if self.some_taken_back or not self.counting or any(hands.hidden):
            return False
        full = self.state.size
        return stock.gone or (len(stock.cards) == stock.face_down and hands.size[0] == hands.size[1] == full)

    def _end(self) -> None:
        state = self.state
        if self.claimants and state.out is None:
            text = f"{state.name(self.claimants[0])} won no such trick any more: the declaration lapses"
            rule = VARIANTS[state.house.going_out]
            self.say(note(rule, state.out_at or state.place(), text, self.claimants[0]))
        self.melder.finish(self)
        if state.out is None and state.deal.out is not None:
            state.out, state.out_at = state.deal.out, state.place()
        to_the_end = self.tricks >= self.most or (self.stock.gone and not any(self.hands.size))
        self._counted(to_the_end=to_the_end)
        for seat in sorted(self.unchecked):
            text = f"whether {state.name(seat)} always followed suit is not checked: not all of the hand is known"
            self.say(note(NOT_CHECKED, state.place(), text, seat))

    def _counted(self, *, to_the_end: bool) -> None:
        """What the cards won so far are good for: a whole count, or less."""
        state = self.state
        if not self.counting:
            return
        line = state.deal.line if self.last_trick is None else self.events.lines[self.last_trick]
        if to_the_end and self.winner is not None:
            self.won[self.winner] += LAST_TRICK_POINTS
            self.entries.append(Entry(self.winner, LAST_TRICK_POINTS, LAST_TRICK, line, "last trick"))
        state.won, state.last_line = self.won, line
        state.whole = to_the_end and not self.second_half
        if state.whole:
            if state.deal.taken:
                self.found.extend(_agrees_with_count(state, self.won))
        elif state.out is None:
            state.complete = False
            place = self.events[-1].place if self.events and not self.second_half else state.place()
            breaks_off = f"play breaks off after trick {self.tricks}"
            why = "the tricks before the stock was gone are not recorded" if self.second_half else breaks_off
            self.say(note(NOT_CHECKED, place, f"{why}; the cards won in what is recorded count as they are"))

    def _trick(self, event: Event) -> None:
        """One trick as it was played; one that was taken back is only looked at."""
        stock, hands, cards = self.stock, self.hands, event.cards
        if stock.to_draw:
            stock.draw_the_rest(self.melder)
        taken_back = self.some_taken_back and self._is_taken_back()
        leader = self.leader
        if leader is None or event.seat not in (-1, leader):
            leader = self._who_led(event, taken_back=taken_back)
        if stock.gone:
            if self.tricks == self.state.size and not self.second_half:
                know_from_later_play(self, leader)
            self.look_at(event, leader, taken_back=taken_back)
        if taken_back:
            return
        seat, watched = leader, self.melder.watched
        for card in cards:
            if card in watched:
                self.melder.played(self, seat, card)
            held = hands.held[seat]
            if not held[card] and not hands.reveal(seat, card):
                self.impossible(event, int(seat != leader), seat, card)
                return
            held[card] -= 1
            hands.size[seat] -= 1
            seat = 1 - seat
        if len(cards) == 2:  # noqa: PLR2004 - two players; a trick may be cut short by the end of the record
            self.tricks += 1
            self.last_trick = self.at
            self._take(event, leader)
        elif any(not later.verb for later in self.events[self.at + 1 :]):
            text = f"{self.deck.show(cards)} stands alone; a trick has two cards, and only the last may be cut short"
            self.say(Finding(COUNT, ERROR, event.line, text, None, event.column, event.path, cause=event))
            self.failed = True

    def _is_taken_back(self) -> bool:
        """Whether the line after this trick takes it back."""
        following = self.at + 1
        return following < len(self.events) and self.events[following].verb == "takes back"

    def _who_led(self, event: Event, *, taken_back: bool) -> int:
        """The leader where the line names another than the rules, or the rules cannot tell."""
        named, rightful, name = event.seat, self.leader, self.state.name
        if rightful is None:
            if named < 0:
                named = 1 - self.state.dealer
                text = f"who led is not recorded; {name(named)} is taken to have led"
                self.say(note(ASSUMED, event.place, text))
            self.leader = named  # even if the trick is taken back
            return named
        text = f"{name(named)} led out of turn; the lead was {name(rightful)}'s"
        ruling = "taken back, as the opponent may ask" if taken_back else ""
        self.fault(LEAD_OUT_OF_TURN, event, text, named, ruling=ruling)
        return named

    def _take(self, event: Event, leader: int) -> None:
        """Somebody wins the trick."""
        _, _, second, points, _ = self.outcomes[event.cards] or (0, 0, False, 0, ())
        winner = 1 - leader if second else leader
        if points and self.counting:
            self.won[winner] += points
            self.entries.append(Entry(winner, points, CARD_POINTS, event.line, TRICK[self.tricks]))
        self.leader = self.winner = winner
        stock, melder = self.stock, self.melder
        if not stock.gone:
            stock.to_draw = (winner, 1 - winner)
            melder.open, melder.melded = True, False
        if winner in self.claimants and (winner == leader or self.state.house.going_out == "must-win-a-trick"):
            self.state.out = winner

    # --- The duties of the second half ---

    def look_at(self, event: Event, leader: int, *, taken_back: bool) -> None:
        """Whether the second card breaks a duty of the second half."""
        if len(event.cards) < 2:  # noqa: PLR2004 - two players
            return
        led, reply = event.cards
        seat = 1 - leader
        held = self.hands.held[seat]
        broken = duty_broken(self.deck, held, (led,), reply, self.trump, always=self.always)
        if self.hands.hidden[seat]:
            self.unchecked.add(seat)
        if broken is None:
            return
        if not held[reply] and not self.hands.hidden[seat]:
            return  # a card that was never held says nothing of a duty
        names = self.deck.names
        rest = " ".join(names[c] for c in self._could_have(held, led, broken))
        text = f"{names[reply]} on {names[led]}: {self.state.name(seat)} {_DUTIES[broken]} but held {rest}"
        ruling = "taken back before the trick was closed: nothing follows" if taken_back else ""
        self.fault(STAGE2_FOLLOW, event, text, seat, nth=1, ruling=ruling)
        if not taken_back:
            self.state.revoked.add(seat)

    def _could_have(self, held: list[int], led: int, broken: str) -> list[int]:
        suit = self.trump if broken == "trump" else self.deck.suit[led]
        least = self.deck.power[led] if broken == "head" else 0
        assert suit is not None  # noqa: S101 - a duty to trump needs trumps
        return [c for c in self.deck.of_suit[suit] for _ in range(held[c]) if self.deck.power[c] > least]

    # --- Saying it ---

    def enter(self, seat: int, points: int, rule: Rule, line: int, text: str) -> None:
        """What a player scores at once for what he shows."""
        self.entries.append(tuple.__new__(Entry, (seat, points, rule, line, text, "points")))
        self.melded[seat] += points

    def said(self) -> Iterator[Finding | Run]:
        """What was found, and all that was scored."""
        sums = (self.melded[0] + self.won[0], self.melded[1] + self.won[1])
        made = partial(entries_of, self.entries, CARD_POINTS, self.events, self.outcomes)
        return iter([*self.found, Run(sums, made)])

    def fault(
        self,
        rule: Rule,
        event: Event,
        text: str,
        seat: int,
        *,
        nth: int | None = None,
        ruling: str = "",
        cause: Any = None,
    ) -> None:
        """A breach, at the line where it stands; `nth` is the card of a trick, `ruling` what the table made of it."""
        column = event.column if nth is None else event.column_of(nth)
        remedy = rule if ruling else None
        finding = Finding(rule, FAULT, event.line, text, seat, column, event.path, remedy, ruling, (), cause or event)
        self.say(finding)

    def impossible(self, event: Event, nth: int, seat: int, card: int, why: str = "") -> None:
        """A card that its player cannot have had. What comes after it is not looked at."""
        name = self.deck.names[card]
        text = f"{self.state.name(seat)} does not hold {name}" if not why else f"{name} {why}"
        column = event.column_of(nth) if not event.verb else event.column
        self.say(Finding(IMPOSSIBLE, ERROR, event.line, text, seat, column, event.path, cause=event))
        self.failed = True


def _agrees_with_count(state: TwoHanded, won: list[int]) -> Iterator[Finding]:
    """A count that the table wrote beside the whole play is compared with it."""
    for seat, figure in (state.deal.taken or {}).items():
        if isinstance(figure, Figure) and figure.value != won[seat]:
            line, column, path = figure.place
            text = f"{state.name(seat)} counted {figure.value} in cards; the tricks hold {won[seat]}"
            yield Finding(CLAIM, FAULT, line, text, seat, column, path)


def replay(state: TwoHanded) -> Iterator[Finding | Run]:
    """The play from the first lead on.

    A card drawn out of turn is taken to have been handed over, unless what was played later shows that it was not.
    """
    first = Replay(state).run()
    if first.failed and any(one.rule is DRAW_OUT_OF_TURN for one in first.found):
        state.out, state.revoked = None, set()
        return Replay(state, hand_over=False).run().said()
    return first.said()
