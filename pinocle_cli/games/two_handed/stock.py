"""The stock and the hands: what each player is known to hold, and what he draws."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING

from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.games.two_handed.deal import TwoHanded
    from pinocle_cli.games.two_handed.melds import Melder
    from pinocle_cli.games.two_handed.play import Replay
    from pinocle_cli.record import Event

DRAW_ORDER = Rule(
    "draw-order",
    "Drawing",
    "procedure",
    """After each trick the winner draws first from the top of the stock and then the loser; each fills up to a whole
    hand.""",
    "000, Розыгрыш; 002, Первая стадия игры",
)

TWELFTH_TRICK = Rule(
    "twelfth-trick",
    "The last of the stock",
    "procedure",
    """The winner of the last trick before the stock is gone may meld and draws the last card that lies face down;
    the loser takes the trump card, or the dix that was exchanged for it. The winner leads to the next trick.""",
    "000, Повторный розыгрыш",
)

LAST_SHOWN = Rule(
    "last-stock-card-shown",
    "The last stock card shown",
    "procedure",
    "At many tables whoever draws the last card of the stock shows it. It costs nothing and is not looked for.",
    "002, Первая стадия игры",
)

DRAW_OUT_OF_TURN = Rule(
    "draw-out-of-turn",
    "Drawing out of turn",
    "irregularity",
    """Whoever draws out of turn gives the card to his opponent, to whom it belongs, and shows him the card that he
    then draws himself.""",
    "000, Неправильная рука",
)

DRAW_SEVERAL = Rule(
    "draw-several",
    "Drawing several cards",
    "irregularity",
    "Whoever draws more cards than he should puts the extra card back on the stock and shows all that he drew.",
    "000, Неправильная рука",
)

WRONG_HAND_SHORT = Rule(
    "wrong-hand-short",
    "A hand too short",
    "irregularity",
    "If it is found after the first trick, a short hand draws at its next turn as many cards as it lacks.",
    "000, Неправильная рука",
)

WRONG_HAND_LONG = Rule(
    "wrong-hand-long",
    "A hand too long",
    "irregularity",
    "If it is found after the first trick, a long hand draws nothing until it has the right number of cards.",
    "000, Неправильная рука",
)


class Hands:
    """What each player is known to hold, how many cards of his are hidden, and how many he has in all."""

    __slots__ = ("_deal", "_seen", "deck", "held", "hidden", "size")

    def __init__(self, state: TwoHanded) -> None:
        self.deck, self._deal = state.deck, state.deal
        dealt = state.deal.held or state.deal.hands or {}
        self.held: list[list[int]] = []
        self.size: list[int] = []
        self.hidden: list[int] = []
        for seat in (0, 1):
            hand = dealt.get(seat)
            cards = () if hand is None else hand.cards
            self.held.append(self.deck.count(cards))
            self.size.append(state.size if hand is None else len(cards))
            self.hidden.append(state.size if hand is None else 0)
        self._seen: list[int] | None = None

    @property
    def seen(self) -> list[int]:
        """How often each card has been seen; asked for only where something is hidden."""
        if self._seen is None:
            deal = self._deal
            known = [*(deal.held or deal.hands or {}).values()]
            if deal.held is None:
                known += [part for part in (deal.stock, deal.turned) if part]
            self._seen = self.deck.count(*[part.cards for part in known])
        return self._seen

    def reveal(self, seat: int, card: int) -> bool:
        """Take a card that the player shows for one of his hidden ones, if the pack still has it."""
        if not self.hidden[seat] or not self.unseen(card):
            return False
        self.hidden[seat] -= 1
        self.seen[card] += 1
        self.held[seat][card] += 1
        return True

    def unseen(self, card: int) -> bool:
        """Whether a copy of this card may still be among what is hidden."""
        return self.seen[card] < self.deck.copies

    def gain(self, seat: int, card: int | None) -> None:
        """A card comes to the hand; None is one that the record does not show."""
        self.size[seat] += 1
        if card is None:
            self.hidden[seat] += 1
        else:
            self.held[seat][card] += 1


def know_from_later_play(replay: Replay, leader: int) -> None:
    """When the stock is gone no card comes to a hand any more: what a player plays later he holds now."""
    if not any(replay.hands.hidden):
        return
    for seat, later in enumerate(later_cards(replay, leader)):
        for card, times in later.items():
            while replay.hands.held[seat][card] < times and replay.hands.reveal(seat, card):
                pass


def later_cards(replay: Replay, leader: int | None) -> tuple[Counter[int], Counter[int]]:
    """How often each player plays each card from here on; what is taken back is not played."""
    later: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    following = [event.verb for event in replay.events[replay.at + 1 :]] + [""]
    for trick, next_verb in zip(replay.events[replay.at :], following, strict=True):
        if trick.verb or next_verb == "takes back":
            continue
        first = trick.seat if trick.seat >= 0 else leader
        if first is None:
            break
        for nth, card in enumerate(trick.cards):
            later[first ^ nth][card] += 1
        if len(trick.cards) < 2:  # noqa: PLR2004 - two players
            break
        _, _, second, _, _ = replay.outcomes[trick.cards] or (0, 0, False, 0, ())
        leader = 1 - first if second else first
    return later


class Stock:
    """What is left to draw, who draws next, and whose hand is wrong."""

    __slots__ = (
        "cards", "deck", "face_down", "gone", "hand_over", "handed_over", "hands", "size", "state", "to_draw",
        "trump_card", "trump_lies", "wrong_hand",
    )  # fmt: skip

    def __init__(self, state: TwoHanded, hands: Hands, *, hand_over: bool) -> None:
        self.hands, self.state, self.deck = hands, state, state.deck
        deal, self.size = state.deal, state.size
        self.trump_lies = deal.held is None  # the trump card, or the dix exchanged for it, still lies under the stock
        self.cards = deque(deal.stock.cards) if deal.stock and self.trump_lies else deque()
        self.trump_card: int | None = deal.turned.cards[0] if deal.turned and self.trump_lies else None
        self.face_down = self.deck.size - 1 - sum(hands.size) if self.trump_lies else 0
        mine, his = hands.size
        self.wrong_hand = [self.trump_lies and mine != self.size, self.trump_lies and his != self.size]
        self.gone = not self.trump_lies  # nothing is left to draw: the second half has begun
        self.to_draw: tuple[int, ...] = ()
        self.hand_over = hand_over  # a card drawn out of turn goes to the winner of the trick
        self.handed_over = False

    def _top(self) -> int | None:
        """The next card of the stock, or of the trump card when the stock is gone; None if it is not recorded."""
        if self.face_down:
            self.face_down -= 1
            return self.cards.popleft() if self.cards else None
        self.trump_lies, self.gone = False, True
        return self.trump_card

    def draw_the_rest(self, melder: Melder) -> None:
        """Winner first, each fills up; a long hand waits, a short one draws what it lacks."""
        hands, full = self.hands, self.size
        for seat in self.to_draw:
            while hands.size[seat] < full and not self.gone:
                card = self._top()
                hands.size[seat] += 1
                if card is None:
                    hands.hidden[seat] += 1
                else:
                    hands.held[seat][card] += 1
        self.to_draw = ()
        self._drawn(melder)

    def _drawn(self, melder: Melder) -> None:
        melder.drawn(stock_gone=self.gone)
        if True in self.wrong_hand:
            both = zip(self.wrong_hand, self.hands.size, strict=True)
            self.wrong_hand = [wrong and held != self.size for wrong, held in both]

    def draw(self, replay: Replay, event: Event) -> None:
        """`Anna: draw C9`: the card that was drawn, where the stock is not recorded or another was drawn."""
        seat, card = event.seat, event.cards[0]
        if not self.to_draw:
            text = f"{self.state.name(seat)} drew {self.deck.names[card]} when nothing was to be drawn"
            replay.fault(DRAW_SEVERAL if replay.tricks else DRAW_OUT_OF_TURN, event, text, seat)
            return
        if seat not in self.to_draw and self.handed_over:
            seat, self.handed_over = self.to_draw[0], False
        if seat not in self.to_draw:
            text = f"{self.state.name(seat)} drew {self.deck.names[card]} besides the card that was due"
            replay.fault(DRAW_SEVERAL, event, text, seat)
            return
        first = self.to_draw[0]
        if seat != first and self.hands.size[first] < self.size:
            name = self.state.name
            text = f"{name(seat)} drew {self.deck.names[card]} before {name(first)}, who won the trick"
            replay.fault(DRAW_OUT_OF_TURN, event, text, seat)
            # The card belongs to the winner, and the next one that is drawn to the offender.
            self.handed_over = self.hand_over
            seat = first if self.handed_over else seat
        if not self._leaves_stock(card):
            replay.impossible(event, 0, seat, card, "cannot have been drawn")
            return
        replay.melder.a_card_drawn()
        self.hands.gain(seat, card)
        if self.hands.size[seat] >= self.size:
            self.to_draw = tuple(other for other in self.to_draw if other != seat)
        if not self.to_draw:
            self._drawn(replay.melder)

    def _leaves_stock(self, card: int) -> bool:
        """Take a card that is named out of the stock, or the trump card at the end; False if it cannot be there."""
        if not self.face_down:
            if self.trump_card is not None and card != self.trump_card:
                return False
            self.trump_lies, self.gone = False, True
            if self.trump_card is None:
                self.hands.seen[card] += 1
            return self.hands.seen[card] <= self.deck.copies
        self.face_down -= 1
        if card in self.cards:
            self.cards.remove(card)
            return True
        if self.cards and len(self.cards) == self.face_down + 1:
            return False
        self.hands.seen[card] += 1
        return self.hands.seen[card] <= self.deck.copies
