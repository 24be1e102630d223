"""The turn in which a player who has won a trick may show a meld and a dix, and what the table scored for them."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import A, Meld, meld_table, melds_in
from pinocle_cli.games.two_handed.melding import (
    CLASSES,
    MELD_TABLE,
    Candidate,
    Laid,
    Spread,
    count,
    refusal,
    spread,
)
from pinocle_cli.games.two_handed.stock import later_cards
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.record import ASSUMED, IMPOSSIBLE, NOT_CHECKED, Event
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pinocle_cli.games.two_handed.play import Replay

MELD_TIMING = Rule(
    "meld-timing",
    "When to meld",
    "score",
    "A player may show a meld after winning a trick and before he draws, as long as the stock lasts.",
    "000, Показ комбинаций; 002, Первая стадия игры",
)

ONE_MELD = Rule(
    "one-meld-per-turn",
    "One meld a turn",
    "score",
    "One meld scores in a turn, even if the cards shown hold a second one.",
    "000, Показ комбинаций (1); 002, Комбинации",
)

AT_ONCE = Rule(
    "meld-scored-at-once",
    "When points are written down",
    "score",
    "Melds are entered as they are shown; the count of cards is entered after the play.",
    "000, Подсчет очков",
)

WRONG_HAND_NO_MELD = Rule(
    "wrong-hand-no-meld",
    "No meld from a wrong hand",
    "irregularity",
    "A player may not meld while his hand has a wrong number of cards.",
    "000, Неправильная рука",
)

DIX_SHOW = Rule(
    "dix-show",
    "Dix shown",
    "score",
    "A player who has won a trick while the stock lasts scores ten for each dix that he shows.",
    "000, Показ дикса; 002, Дикс",
)

DIX_PLUS_MELD = Rule(
    "dix-plus-meld",
    "Dix beside a meld",
    "score",
    "A dix and another meld may both be counted in the same turn.",
    "000, Показ дикса; 002, Дикс",
)

DIX_EXCHANGE = Rule(
    "dix-exchange",
    "Exchanging the dix",
    "procedure",
    "Having won a trick, the holder of a dix may exchange it for the trump card; he need not.",
    "000, Показ дикса",
)

DIX_FIRST_EXCHANGE = Rule(
    "dix-first-exchange",
    "The first dix is exchanged",
    "irregularity",
    """Where the house asks for it, the first dix that a player declares is exchanged for the trump card, unless the
    dealer turned one.""",
    "002, Дикс",
)

UNDERCREDIT = Rule(
    "meld-undercredit",
    "Too little counted for a meld",
    "irregularity",
    """Too few points entered for a meld may be put right until a card of it is played or picked up; after that they
    stand.""",
    "000, Ренонс",
)

OVERCREDIT = Rule(
    "meld-overcredit",
    "Too much counted for a meld",
    "irregularity",
    """Too many points entered for a meld are put right if the opponent asks before the next card is drawn; after
    that they stand.""",
    "000, Ренонс",
)


@dataclass(slots=True)
class Miscount:
    """A meld that the table scored wrongly, and whether that can still be put right."""

    seat: int
    meld: Meld
    right: int
    scored: int
    event: Event | None = None
    state: str = "open"  # then "stands" or "corrected"
    late: bool = False


def given(name: str, wrong: Miscount) -> str:
    """What the table entered for a meld, in words."""
    dix = " with the dix" if wrong.right > wrong.meld.points else ""
    return f"{name} was given {wrong.scored} for the {wrong.meld.name}{dix}, which is worth {wrong.right}"


class Melder:
    """Both players' melds in one replay."""

    __slots__ = ("dixes", "exchanged", "laid", "melded", "miscounts", "open", "watched")

    def __init__(self) -> None:
        self.laid = (Laid(), Laid())
        self.watched: set[int] = set()  # kinds of which a copy was shown: only these need a look when they are played
        self.dixes = [0, 0]  # dixes shown and still in the hand
        self.exchanged = False
        self.melded = False  # in this turn
        self.open = False  # the turn of the winner, before he draws
        self.miscounts: list[Miscount] = []

    # --- The turn ---

    def drawn(self, *, stock_gone: bool) -> None:
        """Both have drawn; at the end of the stock melds are picked up."""
        self.open = False
        self.a_card_drawn()
        if stock_gone:
            self.watched.clear()  # nothing is melded any more
        for wrong in self.miscounts:
            if wrong.state == "open" and stock_gone:
                wrong.state = "stands"

    def a_card_drawn(self) -> None:
        """What was counted too high stands as soon as the next card is drawn."""
        for wrong in self.miscounts:
            if wrong.state == "open" and wrong.scored > wrong.right:
                wrong.state = "stands"

    def played(self, replay: Replay, seat: int, card: int) -> None:
        """A watched card is about to be played."""
        self.laid[seat].play(card)
        if self.dixes[seat] and card == replay.state.dix:
            self.dixes[seat] -= 1
        for wrong in self.miscounts:
            held = replay.hands.held[seat][card]
            if wrong.state == "open" and wrong.seat == seat and held <= wrong.meld.cards.count(card) > 0:
                wrong.state = "stands"

    def _not_his_turn(self, replay: Replay, seat: int) -> str | None:
        """Why this player may not show anything now, or None."""
        if replay.winner is None:
            return "before any trick was won"
        if seat != replay.winner:
            return f"though {replay.state.name(replay.winner)} won the last trick"
        if replay.stock.gone:
            return "when the stock was gone"
        if not self.open or (replay.stock.to_draw and seat not in replay.stock.to_draw):
            return "after drawing"
        return None

    def meld(self, replay: Replay, event: Event) -> None:
        """`Anna: meld HK HQ`."""
        seat, shown = event.seat, event.what
        state = replay.state
        cards = shown.cards(replay.deck, replay.trump)
        if cards is None:
            text = f'what "{shown.text}" scores depends on the trump suit, which is not recorded'
            replay.say(note(NOT_CHECKED, event.place, text, seat))
            return
        if why := self._not_his_turn(replay, seat):
            replay.fault(MELD_TIMING, event, f"{state.name(seat)} melded {replay.deck.show(cards)} {why}", seat)
            return
        if replay.stock.wrong_hand[seat]:
            text = f"{state.name(seat)} melded {replay.deck.show(cards)} with a wrong number of cards in the hand"
            replay.fault(WRONG_HAND_NO_MELD, event, text, seat)
            return
        if len(cards) > replay.hands.size[seat]:  # what they would come to need not be remembered
            missing = self._not_held(replay, seat, Counter(cards).items())
            self._impossible(replay, event, cards[0] if missing is None else missing)
            return
        laid = spread(replay.deck, replay.trump, cards, state.house.doubles)
        if (missing := self._not_held(replay, seat, laid.need)) is not None:
            self._impossible(replay, event, missing)
            return
        dixes = 0
        for _ in range(laid.dixes):
            dixes += self.dix(replay, event)
        if laid.rest:
            self._lay(replay, event, laid, dixes)
        elif state.dix is not None and shown.scored not in (None, dixes):
            self.miscounts.append(Miscount(seat, Meld("dix", (state.dix,), A, 10), dixes, shown.scored, event))

    @staticmethod
    def _not_held(replay: Replay, seat: int, need: Iterable[tuple[int, int]]) -> int | None:
        """The first card shown that the player cannot hold; a hidden card that he shows is known from then on."""
        held = replay.hands.held[seat]
        for card, number in need:
            while held[card] < number:
                if not replay.hands.reveal(seat, card):
                    return card
        return None

    def _impossible(self, replay: Replay, event: Event, card: int) -> None:
        cards = event.what.cards(replay.deck, replay.trump) if event.verb == "meld" else ()
        near = nearest_meld(replay, event.seat, cards) if cards else ""
        text = f"{replay.state.name(event.seat)} shows {replay.deck.names[card]} but does not hold it{near}"
        replay.say(Finding(IMPOSSIBLE, ERROR, event.line, text, event.seat, event.column, event.path, cause=event))
        replay.failed = True

    def _lay(self, replay: Replay, event: Event, laid: Spread, dixes: int) -> None:
        """The dearest meld of what was shown that may be counted; `dixes` are the points for what was shown with it."""
        seat, deck, cards = event.seat, replay.deck, laid.rest
        melds: Sequence[Candidate] = laid.melds
        if not melds:
            near = nearest_meld(replay, seat, cards)
            replay.fault(MELD_TABLE, event, f"{deck.show(cards)} is no meld{near}", seat)
            return
        if self.melded:
            text = deck.show(cards)
            replay.fault(ONE_MELD, event, f"{replay.state.name(seat)} melded {text} in the turn of another meld", seat)
            return
        if len(melds) > 1 and melds[0].meld.points == melds[1].meld.points:
            melds = self._not_shown_later(replay, event, melds)
        counted = count(self.laid[seat], melds, replay.hands.held[seat])
        if isinstance(counted, Rule):
            counted = self._with_hidden_twins(replay, event, melds) or counted
            if isinstance(counted, Rule):
                text = f"{replay.state.name(seat)} melded {deck.show(cards)} again: {refusal(counted)}"
                replay.fault(counted, event, text, seat)
                return
        one, points = counted
        meld = one.meld
        self.melded = True
        self.watched.update(meld.cards)
        replay.enter(seat, points, CLASSES[meld.group], event.line, one.note)
        if len(cards) > len(meld.cards):
            rest = "the rest needs a turn of its own"
            text = f"{deck.show(cards)} shown in one turn: counted as {meld.name}; {rest}"
            replay.say(note(ASSUMED, event.place, text, seat))
        right, scored = points + dixes, event.what.scored
        if scored is not None and scored != right:
            self.miscounts.append(Miscount(seat, meld, right, scored, event))

    @staticmethod
    def _not_shown_later(replay: Replay, event: Event, melds: Sequence[Candidate]) -> Sequence[Candidate]:
        """Of equally dear melds in a spread, one that the player shows by itself later counts then and not now."""
        later = [
            Counter(shown.what.cards(replay.deck, replay.trump))
            for shown in replay.events[replay.at + 1 :]
            if shown.verb == "meld" and shown.seat == event.seat
        ]
        return sorted(melds, key=lambda one: (-one.meld.points, Counter(one.meld.cards) in later))

    def _with_hidden_twins(
        self, replay: Replay, event: Event, melds: Sequence[Candidate]
    ) -> tuple[Candidate, int] | None:
        """Where the hand is not all known, twins of melded cards may be among what is hidden.

        As few are taken to be as the meld needs, and first those that the player is seen to play later.
        """
        seat, hands = event.seat, replay.hands
        if not hands.hidden[seat]:
            return None
        held = hands.held[seat]
        twins = [card for card in sorted(set(melds[0].meld.cards)) if card in self.watched and hands.unseen(card)]
        later = later_cards(replay, replay.leader)[seat] if len(twins) > 1 else Counter()
        twins.sort(key=lambda card: later[card] <= held[card])
        for number in range(1, min(len(twins), hands.hidden[seat]) + 1):
            for some in itertools.combinations(twins, number):
                with_them = [had + (card in some) for card, had in enumerate(held)]
                counted = count(self.laid[seat], melds, with_them)
                if not isinstance(counted, Rule):
                    for card in some:
                        hands.reveal(seat, card)
                    text = f"{replay.state.name(seat)} is taken to have held a second copy of what was melded before"
                    replay.say(note(ASSUMED, event.place, text, seat))
                    return counted
        return None

    def dix(self, replay: Replay, event: Event) -> int:
        """`Anna: dix`, or the dix among cards that are melded; the points for it."""
        seat = event.seat
        state, hands = replay.state, replay.hands
        dix = state.dix
        if dix is None:
            text = "whether this was the dix depends on the trump suit, which is not recorded"
            replay.say(note(NOT_CHECKED, event.place, text, seat))
            return 0
        name = replay.deck.names[dix]
        if why := self._not_his_turn(replay, seat):
            replay.fault(DIX_SHOW, event, f"{state.name(seat)} showed the dix {name} {why}", seat)
            return 0
        if replay.stock.wrong_hand[seat]:
            text = f"{state.name(seat)} showed the dix with a wrong number of cards in the hand"
            replay.fault(WRONG_HAND_NO_MELD, event, text, seat)
            return 0
        if hands.held[seat][dix] <= self.dixes[seat] and not hands.reveal(seat, dix):
            if hands.held[seat][dix]:
                replay.fault(DIX_SHOW, event, f"{state.name(seat)} showed the same dix {name} twice", seat)
            else:
                self._impossible(replay, event, dix)
            return 0
        replay.enter(seat, 10, DIX_SHOW, event.line, f"dix {name}")
        self._exchange(replay, event, dix)
        return 10

    def _exchange(self, replay: Replay, event: Event, dix: int) -> None:
        """The first dix that is shown goes for the trump card, unless it was only shown or the dealer turned one."""
        seat = event.seat
        state, hands = replay.state, replay.hands
        open_ = not self.exchanged and replay.stock.trump_card != dix and replay.stock.trump_lies
        if not open_ or event.what == "shown":
            self.dixes[seat] += 1
            self.watched.add(dix)
            if open_ and state.house.first_dix == "must-exchange":
                text = f"{state.name(seat)} only showed the first dix; it is to be exchanged for the trump card"
                replay.fault(DIX_FIRST_EXCHANGE, event, text, seat)
            return
        hands.held[seat][dix] -= 1
        if replay.stock.trump_card is None:
            hands.hidden[seat] += 1
        else:
            hands.held[seat][replay.stock.trump_card] += 1
        replay.stock.trump_card = dix
        self.exchanged = True

    # --- Melds scored wrongly ---

    def correct(self, replay: Replay, event: Event) -> None:
        """`Anna: correct`: the meld last scored wrongly is put right, by its owner or on the other's demand."""
        own = [wrong for wrong in self.miscounts if wrong.seat == event.seat] or self.miscounts
        pending = [wrong for wrong in own if wrong.state == "open"] or own
        if not pending:
            text = "nothing was scored wrongly that could be put right here"
            replay.say(note(ASSUMED, event.place, text, event.seat))
        elif pending[-1].state == "open":
            pending[-1].state = "corrected"
        else:
            pending[-1].late = True

    def finish(self, replay: Replay) -> None:
        """What is to be said of each meld that was scored wrongly, when all is known of it."""
        for wrong in self.miscounts:
            rule = UNDERCREDIT if wrong.scored < wrong.right else OVERCREDIT
            name = replay.state.name(wrong.seat)
            text = given(name, wrong)
            if wrong.event is not None:
                replay.fault(rule, wrong.event, text, wrong.seat, cause=wrong)


def nearest_meld(replay: Replay, seat: int, cards: tuple[int, ...]) -> str:
    """A meld that differs from the cards shown in one card, for a hint."""
    held = replay.hands.held[seat]
    have = Counter(cards)
    for meld in meld_table(replay.deck, replay.trump):
        need = Counter(meld.cards)
        if len(cards) == len(meld.cards) and sum((need - have).values()) == 1 and all(held[c] for c in need):
            return f"; was it {replay.deck.show(meld.cards)}?"
    return (
        "" if melds_in(cards, meld_table(replay.deck, replay.trump)) else "; see `pinocle rules two-handed.meld-table`"
    )
