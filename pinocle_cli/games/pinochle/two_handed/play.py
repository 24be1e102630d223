"""The play replayed, trick by trick: who leads, who wins, who shows what, who draws, and every breach on the way.

The replay only finds out what happened and says what breaks a rule; what follows from a breach is in `rulings`. Cards
that the record does not show (an unrecorded stock, one known hand) are counted as hidden: such a card can be anything,
so a duty is only ever called broken on the strength of cards that the player is known to have held.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, card_values
from pinocle_cli.games.pinochle.two_handed.melds import Melder
from pinocle_cli.games.pinochle.two_handed.stock import DRAW_OUT_OF_TURN, Hands, Stock
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.record import ASSUMED, IMPOSSIBLE, NOT_CHECKED, Event, Place
from pinocle_cli.rulebook import Rule
from pinocle_cli.tricks import duty_broken

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.pinochle.two_handed.deal import TwoHanded

FIRST_LEAD = Rule(
    "two-handed.first-lead",
    "The lead",
    "procedure",
    "The dealer's opponent leads to the first trick, the winner of each trick to the next, with any card.",
    "000, Розыгрыш; 002, Первая стадия игры",
)

TRICK_RANK = Rule(
    "two-handed.trick-rank",
    "Who wins a trick",
    "procedure",
    "A trump led is won by the higher trump; any other lead by the higher card of the suit led, or by a trump.",
    "000, Розыгрыш",
)

IDENTICAL = Rule(
    "two-handed.identical-first-wins",
    "Two identical cards",
    "procedure",
    "Of two identical cards in a trick the one played first wins.",
    "002, Первая стадия игры",
)

STAGE1_FREE = Rule(
    "two-handed.stage1-free-play",
    "Free play while the stock lasts",
    "procedure",
    "While the stock lasts either player may play any card; nobody need follow suit.",
    "000, Розыгрыш; 002, Первая стадия игры",
)

STAGE2 = Rule(
    "two-handed.stage2",
    "The second half",
    "procedure",
    """When the stock is gone melds go back to the hand, nothing more is melded, and the last tricks are played
    strictly.""",
    "002, Вторая стадия игры",
)

STAGE2_FOLLOW = Rule(
    "two-handed.stage2-follow",
    "Follow, head a trump, trump",
    "irregularity",
    """Once the stock is gone a player must follow suit if he can; if trumps are led he must beat them if he can;
    with no card of the suit led he must trump if he can; otherwise he plays what he likes. Many tables ask him to
    beat every lead that he can beat.""",
    "000, Повторный розыгрыш; 002, Вторая стадия игры",
)

REVOKE_WHEN = Rule(
    "two-handed.revoke-when",
    "When a revoke is possible",
    "irregularity",
    "There is no revoke while the stock lasts, for until then no suit need be followed.",
    "000, Ренонс",
)

CARD_POINTS = Rule(
    "two-handed.card-points",
    "Counting cards",
    "score",
    """Cards in tricks count: ace eleven, ten ten, king four, queen three, knave two. Other tables count ace and ten
    ten, king and queen five; or ace, ten and king ten. With the last trick it is 250 in every system.""",
    "002, Стоимость взяток",
)

NINES_ZERO = Rule(
    "two-handed.nines-zero",
    "Nines count nothing",
    "score",
    "Nines, and the eights and sevens of the larger pack, count nothing in tricks.",
    "000, Цель игры",
)

LAST_TRICK = Rule(
    "two-handed.last-trick",
    "Last trick",
    "score",
    "The last trick of all is worth ten to its winner.",
    "002, Стоимость взяток",
)

LEAD_OUT_OF_TURN = Rule(
    "two-handed.lead-out-of-turn",
    "Lead out of turn",
    "irregularity",
    "A card led out of turn must be taken back if the opponent asks for it; if he does not, it stands.",
    "000, за показ карты",
)

EXPOSED = Rule(
    "two-handed.exposed-card",
    "A card exposed",
    "irregularity",
    "Nothing follows when a player exposes a card in play.",
    "000, за показ карты",
)

OUT_VARIANT_1 = Rule(
    "two-handed.declare-out-variant-1",
    "Out after winning a trick",
    "settlement",
    """At some tables a player who has declared himself out must win a trick before he is counted. If the other
    declares himself out meanwhile, whoever first wins a trick is counted first and wins or loses by that count.""",
    "000, Объявление о выходе, Вариант 1",
)

OUT_VARIANT_2 = Rule(
    "two-handed.declare-out-variant-2",
    "Out after winning a trick that he led",
    "settlement",
    "The same, but the trick must be one that the claimant led himself.",
    "000, Объявление о выходе, Вариант 2",
)

VARIANTS = {"must-win-a-trick": OUT_VARIANT_1, "must-win-own-lead": OUT_VARIANT_2}

_DUTIES = {"follow": "did not follow suit", "head": "did not beat it", "trump": "did not trump"}


class Replay:
    """One deal from the first lead on. `run` yields what is to be said, in the order of the record."""

    def __init__(self, table: TwoHanded, *, hand_over: bool = True) -> None:
        deal, self.table, self.deck = table.deal, table, table.deck
        self.last_line = deal.line
        self.at = 0  # the index of the event that is being looked at
        self.events: list[Event] = deal.play
        self.trump = table.trump
        self.values = card_values(table.deck, table.house.count)
        self.always = table.house.heading == "always"
        self.second_half = deal.held is not None
        dealt = {seat: cards.cards for seat, cards in ((deal.held or deal.hands) or {}).items()}
        face_up = [] if self.second_half else [part for part in (deal.stock, deal.turned) if part]
        self.hands = Hands(table, dealt, tuple(card for part in face_up for card in part.cards))
        self.stock = Stock(self, self.hands, hand_over=hand_over)
        self.tricks = table.size if self.second_half else 0
        self.most = 2 * table.size
        self.leader: int | None = None if self.second_half else 1 - table.dealer
        self.winner: int | None = None  # of the last trick
        self.melder = Melder(self)
        self.won = [0, 0]
        self.claimants: list[int] = []  # who declared himself out, in the modes in which play goes on
        self.unchecked: set[int] = set()
        self.deeds = {
            "meld": self.melder.meld, "dix": self.melder.dix, "correct": self.melder.correct, "draw": self.stock.draw,
            "out": self.declares_out, "exposes": self.exposes, "takes back": self.takes_back,
        }  # fmt: skip

    # --- The course of play ---

    def run(self) -> Said:
        """Everything that happened, in order."""
        table, deeds = self.table, self.deeds
        events = self.events
        yield from self.stock.wrong_hands()
        for n, event in enumerate(events):
            self.at = n
            if event.verb:
                said = deeds[event.verb](event)
            else:
                said = self._trick(event, taken_back=n + 1 < len(events) and events[n + 1].verb == "takes back")
            for one in said:
                yield one
                if one.__class__ is Finding and one.severity == ERROR:
                    return  # whatever comes after this may only follow from it
            if table.out is not None:
                if n + 1 < len(events):
                    later = events[n + 1]
                    text = "play had stopped here; what is written below does not count"
                    yield note(NOT_CHECKED, Place(later.line, later.column, later.path), text)
                break
        yield from self._end()

    def _end(self) -> Said:
        table = self.table
        if self.claimants and table.out is None:
            text = f"{table.name(self.claimants[0])} won no such trick any more: the declaration lapses"
            rule = VARIANTS[table.house.going_out]
            yield note(rule, Place(table.out_line, 1, "play"), text, self.claimants[0])
        yield from self.melder.finish()
        table.won = self.won
        table.whole = self.tricks >= self.most or (self.stock.gone and not any(self.hands.size))
        last = self.events[-1] if self.events else None
        if table.whole and self.winner is not None and last is not None:
            self.won[self.winner] += LAST_TRICK_POINTS
            yield Entry(self.winner, LAST_TRICK_POINTS, LAST_TRICK, self.last_line, "last trick")
        elif table.out is None:
            table.complete = False
            place = Place(last.line, last.column, last.path) if last else table.place()
            text = f"play breaks off after trick {self.tricks}; the cards won so far count as they are"
            yield note(NOT_CHECKED, place, text)
        for seat in sorted(self.unchecked):
            text = f"whether {table.name(seat)} always followed suit is not checked: not all of the hand is known"
            yield note(NOT_CHECKED, table.place(), text, seat)

    def _trick(self, event: Event, *, taken_back: bool) -> Said:
        """One trick as it was played; one that was taken back is only looked at."""
        if self.stock.to_draw:
            self.stock.draw_the_rest()
        cards = event.cards
        leader = event.seat if event.seat >= 0 else self.leader
        if leader is None:
            leader = 1 - self.table.dealer
            text = f"who led is not recorded; {self.table.name(leader)} is taken to have led"
            yield note(ASSUMED, Place(event.line, event.column, event.path), text)
        elif event.seat >= 0 and self.leader is not None and event.seat != self.leader:
            text = f"{self.table.name(leader)} led out of turn; the lead was {self.table.name(self.leader)}'s"
            finding = self.fault(LEAD_OUT_OF_TURN, event, text, leader)
            yield finding._replace(ruling="taken back, as the opponent may ask") if taken_back else finding
        if taken_back:
            yield from self._look_at(event, leader, taken_back=True)
            return
        if self.tricks == self.table.size and not self.second_half:
            self._know_from_later_play(self.at, leader)
        yield from self._look_at(event, leader)
        hands, seats = self.hands, (leader, 1 - leader)
        for nth, card in enumerate(cards):
            seat = seats[nth]
            self.melder.played(seat, card, hands.held[seat][card])
            if not hands.play(seat, card):
                yield self.impossible(event, nth, seat, card)
                return
        self.tricks += 1
        self.last_line = event.line
        if len(cards) < 2:  # noqa: PLR2004 - two players
            return
        yield from self._take(event, leader, seats[self._wins(cards)])

    def _wins(self, cards: tuple[int, ...]) -> int:
        led, reply = cards
        suit, power = self.deck.suit, self.deck.power
        if suit[led] == suit[reply]:
            return int(power[reply] > power[led])
        return int(suit[reply] == self.trump)

    def _take(self, event: Event, leader: int, winner: int) -> Said:
        points = self.values[event.cards[0]] + self.values[event.cards[1]]
        if points:
            self.won[winner] += points
            yield Entry(winner, points, CARD_POINTS, event.line, f"trick {self.tricks}")
        self.leader = self.winner = winner
        self.stock.after_trick(winner)
        self.melder.new_turn()
        if winner in self.claimants and (winner == leader or self.table.house.going_out == "must-win-a-trick"):
            self.table.out = winner

    # --- The duties of the second half ---

    def _look_at(self, event: Event, leader: int, *, taken_back: bool = False) -> Said:
        """Whether the second card breaks a duty of the second half."""
        if not self.stock.gone or len(event.cards) < 2:  # noqa: PLR2004 - two players
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
        text = f"{names[reply]} on {names[led]}: {self.table.name(seat)} {_DUTIES[broken]} but held {rest}"
        finding = self.fault(STAGE2_FOLLOW, event, text, seat, nth=1)
        if taken_back:
            finding = finding._replace(ruling="taken back before the trick was closed: nothing follows")
        else:
            self.table.revoked.add(seat)
        yield finding

    def _could_have(self, held: list[int], led: int, broken: str) -> list[int]:
        suit = self.trump if broken == "trump" else self.deck.suit[led]
        least = self.deck.power[led] if broken == "head" else 0
        assert suit is not None  # noqa: S101 - a duty to trump needs trumps
        return [c for c in self.deck.of_suit[suit] for _ in range(held[c]) if self.deck.power[c] > least]

    def _know_from_later_play(self, at: int, leader: int) -> None:
        """When the stock is gone no card comes to a hand any more: what a player plays later he holds now."""
        if not any(self.hands.hidden):
            return
        later: list[list[int]] = [[], []]
        for trick in self.events[at:]:
            if trick.verb or len(trick.cards) < 2:  # noqa: PLR2004 - two players
                continue
            first = trick.seat if trick.seat >= 0 else leader
            later[first].append(trick.cards[0])
            later[1 - first].append(trick.cards[1])
            leader = first if self._wins(trick.cards) == 0 else 1 - first
        for seat in (0, 1):
            for card, times in Counter(later[seat]).items():
                while self.hands.held[seat][card] < times and self.hands.reveal(seat, card):
                    pass

    # --- What else a player may do ---

    def exposes(self, event: Event) -> Said:
        """`Anna: exposes HA`."""
        text = f"{self.table.name(event.seat)} exposed {self.deck.show(event.cards)}"
        yield self.fault(EXPOSED, event, text, event.seat)

    def takes_back(self, event: Event) -> Said:
        """`Anna: takes back S9`: the trick before this line was not played after all."""
        before = self.events[self.at - 1] if self.at else None
        if before is None or before.verb or not set(event.cards) <= set(before.cards):
            cards = self.deck.show(event.cards)
            text = f"{self.table.name(event.seat)} takes back {cards}, which is not in the line before"
            yield note(NOT_CHECKED, Place(event.line, event.column, event.path), text, event.seat)

    def declares_out(self, event: Event) -> Said:
        """`Anna: out`: play stops at once, or when the claimant wins the trick that the house asks for."""
        table = self.table
        if table.house.target == "deal":
            text = "a single deal is the game, so nobody can declare himself out; play went on"
            yield note(ASSUMED, Place(event.line, event.column, event.path), text, event.seat)
        elif table.house.going_out == "immediate":
            table.out, table.out_line = event.seat, event.line
        else:
            self.claimants.append(event.seat)
            table.out_line = event.line

    # --- Saying it ---

    def fault(self, rule: Rule, event: Event, text: str, seat: int, nth: int | None = None) -> Finding:
        """A breach, at the line where it stands; `nth` is the card of a trick."""
        column = event.column if nth is None else event.column_of(nth)
        return Finding(rule, FAULT, event.line, text, seat, column, event.path, cause=event)

    def impossible(self, event: Event, nth: int, seat: int, card: int, why: str = "") -> Finding:
        """A card that its player cannot have had."""
        name = self.deck.names[card]
        text = f"{self.table.name(seat)} does not hold {name}" if not why else f"{name} {why}"
        column = event.column_of(nth) if not event.verb else event.column
        return Finding(IMPOSSIBLE, ERROR, event.line, text, seat, column, event.path, cause=event)


def replay(table: TwoHanded) -> Said:
    """The play from the first lead on.

    A card drawn out of turn is taken to have been handed over, unless what was played later shows that it was not.
    """
    said = list(Replay(table).run())
    if any(one.rule is DRAW_OUT_OF_TURN for one in said) and any(one.rule is IMPOSSIBLE for one in said):
        table.out, table.revoked = None, set()
        said = list(Replay(table, hand_over=False).run())
    yield from said
