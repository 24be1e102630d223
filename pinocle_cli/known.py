"""What is known of the cards: who is sure to hold what, at every moment, from the whole record.

Every movement of a card that the record tells is a move: played, come in, gone out, shown. What a player shows or plays
later, and what cannot have come to him in between, he holds now; so the moves are read backward once, and then walked
forward. Two copies of a card are a count of two, no special case. What ought to have happened (the top card drawn) is a
move like any other, made by the game where the record is silent.

    backward   what goes out is needed before, what comes in is not; a hidden card that comes in may be any of them
    forward    a hand that is not recorded begins with what it needs, the rest of it is hidden
"""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING

from pinocle_cli.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pinocle_cli.cards import Deck

Counts = list[int]  # how many of each kind

PLAY, IN, OUT, SHOW, SWAP = range(5)
HIDDEN = -1  # a card that the record does not show


class Move(NamedTuple):
    """A card that moves: `kind` is PLAY, IN or OUT (`card` may be HIDDEN), or SHOW (`cards`, which stay in the hand).

    SWAP: an unknown number of cards went out, and as many came in, of `cards` where it is known what could.
    """

    kind: int
    seat: int
    card: int = HIDDEN
    cards: tuple[int, ...] | None = None


class Known:
    """The hands as they are known, at the moment up to which the moves have been walked.

    `lo[seat]` is the least number of each kind that the seat holds, `hidden[seat]` how many cards of his are not
    known, `seen` how many of each kind have a known place. A hand that is not recorded is None, and has `sizes` cards.
    """

    __slots__ = (
        "_at",
        "_kept",
        "_last_unknown",
        "_moves",
        "_shown",
        "deck",
        "hidden",
        "lo",
        "outside",
        "seen",
        "short",
    )

    def __init__(
        self,
        deck: Deck,
        hands: Sequence[Iterable[int] | None],
        sizes: Sequence[int],
        moves: Sequence[Move],
        outside: Iterable[int] = (),
    ) -> None:
        """`outside` are cards whose place is known and in no hand: the turned card, the stock, the widow."""
        self.deck, self._moves, self._at = deck, moves, 0
        self._shown: dict[int, tuple[int, Counts]] = {}  # seat: up to which move, and what it shows from there on
        self._kept: dict[int, Counts] = {}  # move: what the seat needs right after it
        self.outside = deck.count(outside)
        unknown = [n for n, move in enumerate(moves) if move.card == HIDDEN and move.kind in (IN, SWAP)]
        self._last_unknown = unknown[-1] if unknown else -1
        needs = self._backward(hands)
        self.lo: list[Counts] = []
        self.hidden: list[int] = []
        for hand, size, need in zip(hands, sizes, needs, strict=True):
            self.lo.append(need if hand is None else deck.count(hand))
            self.hidden.append(size - sum(need) if hand is None else 0)
        self.short = [seat for seat, number in enumerate(self.hidden) if number < 0]  # shows more than a hand holds
        self.seen = self.outside.copy()
        for held in self.lo:
            self.seen = list(map(add, self.seen, held))

    def _backward(self, hands: Sequence[Iterable[int] | None]) -> list[Counts]:
        """What each seat must have held at the start to play and show what it does; kept where a hidden card moves."""
        needs = [[0] * self.deck.kinds for _ in hands]
        moves = self._moves
        if None not in hands and not [move for move in moves if move.card == HIDDEN and move.kind != SHOW]:
            return needs  # every card is known from the start
        for n in range(len(moves) - 1, -1, -1):
            kind, seat, card, cards = moves[n]
            need = needs[seat]
            if kind == SHOW:
                for one in set(cards or ()):
                    need[one] = max(need[one], (cards or ()).count(one))
            elif kind == SWAP:
                self._kept[n] = need.copy()
                needs[seat] = [0] * len(need) if cards is None else _less(need, self.deck.count(cards))
            elif card == HIDDEN:
                self._kept[n] = need.copy()
                if kind == IN:
                    needs[seat] = [number - 1 if number else 0 for number in need]
            elif kind == IN:
                need[card] -= need[card] > 0
            else:
                need[card] += 1
        return needs

    # --- Forward ---

    def walk(self, to: int) -> Move | None:
        """Make the moves up to (not with) number `to`; the first that cannot be is given back, and is not made."""
        while self._at < to:
            move = self._moves[self._at]
            if not self._make(move):
                return move
            self._at += 1
        return None

    @property
    def made(self) -> int:
        """How many moves have been made."""
        return self._at

    def skip(self) -> None:
        """Pass over a move that cannot be."""
        self._at += 1

    def _make(self, move: Move) -> bool:
        kind, seat, card, cards = move
        lo = self.lo[seat]
        if kind in (PLAY, OUT):
            if card == HIDDEN:
                self._hide(seat, lost=1)
            elif not self.play(seat, card):
                return False
            if kind == OUT and card != HIDDEN:
                self.outside[card] += 1
        elif kind == IN:
            if card == HIDDEN:
                self.hidden[seat] += 1
                self._raise(seat, self._kept.get(self._at))
            else:
                if self.outside[card]:
                    self.outside[card] -= 1
                elif self.unseen(card):
                    self.seen[card] += 1
                else:
                    return False
                lo[card] += 1
        elif kind == SHOW:
            return self.show(seat, cards or ()) is None
        else:
            self._hide(seat, lost=0)
            self._raise(seat, self._kept.get(self._at))
        return True

    def play(self, seat: int, card: int) -> bool:
        """A card leaves the hand for the table; False where it cannot have been there."""
        lo = self.lo[seat]
        if lo[card]:
            lo[card] -= 1
        elif self.hidden[seat] > 0 and self.unseen(card):
            self.hidden[seat] -= 1
            self.seen[card] += 1
        else:
            return False
        return True

    def trick(self, seats: Sequence[int], cards: Sequence[int]) -> int | None:
        """The cards of a trick leave the hands; which of them (from 0) cannot have been there."""
        for nth, (seat, card) in enumerate(zip(seats, cards, strict=True)):
            lo = self.lo[seat]
            if lo[card]:
                lo[card] -= 1
            elif not self.play(seat, card):
                return nth
        return None

    def show(self, seat: int, cards: Sequence[int]) -> int | None:
        """Cards are shown and stay in the hand; the first that cannot be there is given back."""
        need = self.deck.count(cards)
        self._raise(seat, need)
        lo = self.lo[seat]
        return next((card for card in cards if lo[card] < need[card]), None)

    def _hide(self, seat: int, *, lost: int) -> None:
        """Of an unknown number of cards that go, any may be gone that the seat does not need afterwards."""
        lo, need = self.lo[seat], self._kept.get(self._at) or [0] * self.deck.kinds
        for card, number in enumerate(lo):
            if number > need[card]:
                self.hidden[seat] += number - need[card]
                self.seen[card] -= number - need[card]
                lo[card] = need[card]
        self.hidden[seat] -= lost

    def _raise(self, seat: int, need: Counts | None) -> None:
        """The seat is known to hold these, as far as it can."""
        lo = self.lo[seat]
        for card, number in enumerate(need or ()):
            while lo[card] < number and self.hidden[seat] > 0 and self._free(seat, card) > 0:
                lo[card] += 1
                self.hidden[seat] -= 1
                self.seen[card] += 1

    def assume(self, seat: int, card: int) -> None:
        """Take a hidden card of the seat to be this one."""
        self.lo[seat][card] += 1
        self.hidden[seat] -= 1
        self.seen[card] += 1

    def later(self, kind: int, seat: int) -> Counts:
        """How often the seat plays (or shows, or gives away) each kind from here on."""
        return self.deck.count([move.card for move in self._moves[self._at :] if move[:2] == (kind, seat)])

    # --- What may be asked of a moment ---

    @property
    def contradictory(self) -> bool:
        """Whether there is a card too many: more copies than the pack has, or more cards than a hand."""
        return bool(self.short) or max(self.seen) > self.deck.copies

    def unseen(self, card: int) -> bool:
        """Whether a copy of the card has no known place."""
        return bool(self.seen[card] < self.deck.copies)

    def most(self, seat: int, card: int) -> int:
        """How many of the kind the seat can hold at the most."""
        hidden = self.hidden[seat]
        return (
            int(self.lo[seat][card] + max(0, min(hidden, self._free(seat, card))))
            if hidden > 0
            else self.lo[seat][card]
        )

    def _free(self, seat: int, card: int) -> int:
        """How many copies have no known place, and do not come to another seat, which plays or shows them later."""
        free = self.deck.copies - self.seen[card]
        if free > 0 and self._at <= self._last_unknown:
            others = [other for other in range(len(self.lo)) if other != seat]
            free -= sum(max(0, self._still_shown(other)[card] - self.lo[other][card]) for other in others)
        return int(free)

    def _still_shown(self, seat: int) -> Counts:
        """How many copies of each kind, from no place that is known, the seat plays or shows from here on."""
        at, number = self._shown.get(seat, (-1, []))
        if at == self._at:
            return number
        number = [0] * self.deck.kinds
        for kind, who, one, cards in reversed(self._moves[self._at :]):
            if who != seat:
                continue
            if kind == SHOW:
                for card in cards or ():
                    number[card] = max(number[card], (cards or ()).count(card))
            elif kind == SWAP:
                number = _less(number, self.deck.count(cards or ()))
            elif one != HIDDEN:
                number[one] = max(0, number[one] - 1) if kind == IN else number[one] + 1
        self._shown[seat] = self._at, number
        return number

    def size(self, seat: int) -> int:
        """How many cards the seat holds."""
        return sum(self.lo[seat]) + self.hidden[seat]

    def sure(self, seat: int) -> bool:
        """Whether every card of the seat is known."""
        return self.hidden[seat] == 0

    def highest(self, seat: int) -> Counts:
        """The most of each kind that the seat can hold."""
        if not self.hidden[seat]:
            return self.lo[seat].copy()
        return [self.most(seat, card) for card in range(self.deck.kinds)]


def first_contradiction(known: Callable[[Sequence[Move]], Known], moves: Sequence[Move]) -> int:
    """The number of the first move with which there is a card too many; `known` makes the knowledge of some moves."""
    low, high = 0, len(moves)  # without any move there is none, with all of them there is one
    while low < high:
        middle = (low + high) // 2
        if known(moves[: middle + 1]).contradictory:
            high = middle
        else:
            low = middle + 1
    return low


def _less(need: Counts, given: Counts) -> Counts:
    return [max(0, number - may) for number, may in zip(need, given, strict=True)]
