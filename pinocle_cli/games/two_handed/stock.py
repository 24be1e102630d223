"""The stock: what lies to be drawn, how many cards each hand has, and all that has moved so far.

Nothing here knows a rule: the chapters say who draws what.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pinocle_cli.course import Act
from pinocle_cli.known import HIDDEN, IN, OUT, Move
from pinocle_cli.light import NamedTuple, light_dataclass

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.course import Step
    from pinocle_cli.games.two_handed.state import Moment, TwoHanded, Way
    from pinocle_cli.rule import Rule


def is_the_line_before(steps: Sequence[Step], n: int) -> bool:
    """Whether a player did just the same in the line before."""
    step, before = steps[n], steps[n - 1] if n else None
    return isinstance(step, Act) and isinstance(before, Act) and before.event[:4] == step.event[:4]


class Draw(NamedTuple):
    """A card that is written to have been drawn: at which step, by whom, and which."""

    at: int
    seat: int
    card: int


class Breach(NamedTuple):
    """A fault of drawing: which, at which step, whose, and in words behind his name."""

    rule: Rule
    step: int
    seat: int
    text: str


@light_dataclass()
class Stock:
    """What lies to be drawn, how many cards each hand has, and all that moved so far."""

    deck: Deck
    suit: int | None  # of trumps
    full: int  # cards in a right hand
    sizes: list[int]
    face_down: int
    cards: deque[int]  # those of them that are known
    trump: int  # that lies under the stock, HIDDEN where it is not known
    trump_lies: bool
    dix: int | None
    way: Way
    dealt_wrong: tuple[bool, ...] = (False, False)
    exchanged: bool = False
    gone: bool = False
    moves: list[Move] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    found: list[Breach] = field(default_factory=list)
    trick: int = 0  # after which both draw now
    to_draw: tuple[int, ...] = ()  # winner first, until both have drawn
    written: dict[int, int | None] = field(default_factory=dict)  # step: who gets the card that is drawn there
    hurried: dict[int, int] = field(default_factory=dict)  # step: who draws before it, though nothing is written
    remarks: dict[int, str] = field(default_factory=dict)  # step: how it was read, where that is not to the letter
    drawn: list[int] = field(default_factory=lambda: [0, 0])  # since the trick

    def lacks(self, seat: int) -> int:
        """How many cards a player may draw after a trick."""
        return max(1, self.full - self.sizes[seat])

    def top(self) -> int | None:
        """The card that is drawn next, where it is known."""
        if self.face_down:
            return self.cards[0] if self.cards else None
        return self.trump if self.trump_lies and self.trump != HIDDEN else None

    def take(self, seat: int) -> None:
        """The next card comes to a hand, if there is one."""
        card = HIDDEN
        if self.face_down:
            self.face_down -= 1
            if self.cards:
                card = self.cards.popleft()
        elif self.trump_lies:
            card, self.trump_lies = self.trump, False
        else:
            return
        self._comes(seat, card)

    def take_named(self, seat: int, card: int) -> None:
        """A card that is written to have been drawn comes to a hand."""
        if self.face_down and (card in self.cards or not self._is_the_trump_card(card)):
            self.face_down -= 1
            if card in self.cards:
                self.cards.remove(card)
            elif len(self.cards) > self.face_down:
                self.cards.popleft()  # another card than was to be drawn: whether it can be is for the knowledge to say
        else:
            self.trump_lies = False
        self._comes(seat, card)

    def _is_the_trump_card(self, card: int) -> bool:
        return self.trump_lies and card == self.trump and self.face_down == 1

    def _comes(self, seat: int, card: int) -> None:
        self.moves.append(Move(IN, seat, card))
        self.sizes[seat] += 1
        self.drawn[seat] += 1

    def exchange(self, seat: int) -> None:
        """The dix goes for the trump card."""
        assert self.dix is not None  # noqa: S101 - whoever exchanges knows the trump suit
        self.moves += (Move(OUT, seat, self.dix), Move(IN, seat, self.trump))
        self.trump, self.exchanged = self.dix, True

    def exchange_is_open(self) -> bool:
        """Whether a dix can go for the trump card now."""
        unknown = self.trump == HIDDEN and not self.way.exchanged
        return self.trump_lies and not self.exchanged and self.trump != self.dix and not unknown


def dealt(state: TwoHanded) -> list[tuple[int, ...] | None]:
    """Each hand at the first lead that is recorded, where it is known."""
    hands = state.deal.held or state.deal.hands or {}
    return [hands[seat].cards if seat in hands else None for seat in (0, 1)]


def sizes_of(state: TwoHanded) -> list[int]:
    """How many cards each hand has at the first lead that is recorded."""
    usual = max((len(hand.cards) for hand in (state.deal.held or {}).values()), default=state.size)
    return [usual if hand is None else len(hand) for hand in dealt(state)]
