"""Who wins a trick and what may be played to it: pure, for any game with or without trumps."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pinocle_cli.cards import Deck

Duty = Literal["follow", "head", "trump"]


def winner(deck: Deck, trick: Sequence[int], trump: int | None) -> int:
    """Which card of a trick wins it, counted from the lead; of two identical cards the first."""
    suit, power = deck.suit, deck.power
    best = 0
    for n in range(1, len(trick)):
        card, leading = trick[n], trick[best]
        if suit[card] == suit[leading]:
            if power[card] > power[leading]:
                best = n
        elif suit[card] == trump:
            best = n
    return best


@cache
def second_wins(deck: Deck, trump: int | None) -> tuple[tuple[bool, ...], ...]:
    """For each card led, whether each card played to it as the second wins the trick."""
    kinds = range(deck.kinds)
    return tuple(tuple(winner(deck, (led, reply), trump) == 1 for reply in kinds) for led in kinds)


@cache
def wins(deck: Deck, trump: int | None) -> Callable[[Sequence[int]], int]:
    """Which card of a trick wins it, as `winner` has it: for a course of play (`Plan.wins`)."""
    second = second_wins(deck, trump)

    def which(cards: Sequence[int]) -> int:
        best, wins_over = 0, second[cards[0]]
        for n, card in enumerate(cards):
            if wins_over[card]:
                best, wins_over = n, second[card]
        return best

    return which


def duty_broken(
    deck: Deck,
    held: Sequence[int],
    trick: Sequence[int],
    card: int,
    trump: int | None,
    *,
    always: bool = False,
    best: int | None = None,
) -> Duty | None:
    """The duty that `card` breaks, played to `trick` (the cards before it) from `held` (counts by kind).

    Duties: follow suit; when trumps are led, or always, beat the best card with a higher one; when void, trump. Where
    the `best` card so far is known, only the lead of the trick is looked at.
    """
    suit = deck.suit
    led, played = suit[trick[0]], suit[card]
    if played != led:
        if any(held[deck.span[led]]):
            return "follow"
        if trump is None or led == trump:
            return None
        if played != trump:
            return "trump" if any(held[deck.span[trump]]) else None
    elif led != trump and not always:
        return None
    if best is None:
        best = trick[winner(deck, trick, trump)]
    must_beat = suit[best] == played and (played == led or always)
    return "head" if must_beat and _could_beat(deck, held, best, card) else None


def breaks_duty(deck: Deck, trump: int | None, always: bool) -> Callable[[Sequence[int], tuple[int, ...], int], bool]:
    """Whether a card breaks any duty, played to a trick from what is held: for a course of play (`Plan.breaks`)."""
    return lambda held, trick, card: duty_broken(deck, held, trick, card, trump, always=always) is not None


BROKEN: dict[Duty, str] = {"follow": "did not follow suit", "head": "did not beat it", "trump": "did not trump"}


def breaches(
    deck: Deck, held: Sequence[Sequence[int]], cards: Sequence[int], trump: int | None, *, always: bool = False
) -> Iterator[tuple[int, Duty]]:
    """Which cards of a trick break a duty, and which; `held` is what the player of each is known to hold before it."""
    suit = deck.suit
    led = suit[cards[0]]
    strict = always or led == trump  # following suit is not enough
    for nth in range(1, len(cards)):
        if not strict and suit[cards[nth]] == led:
            continue
        duty = duty_broken(deck, held[nth], cards[:nth], cards[nth], trump, always=always)
        if duty is not None:
            yield nth, duty


def could_have(deck: Deck, held: Sequence[int], before: Sequence[int], duty: Duty, trump: int | None) -> list[int]:
    """The cards of a hand that would have done the duty."""
    best = before[winner(deck, before, trump)]
    suit = trump if duty == "trump" else deck.suit[before[0] if duty == "follow" else best]
    least = deck.power[best] if duty == "head" else 0
    return [
        card
        for card in range(deck.kinds)
        for _ in range(held[card])
        if deck.suit[card] == suit and deck.power[card] > least
    ]


def _could_beat(deck: Deck, held: Sequence[int], best: int, card: int) -> bool:
    """Whether `card` is below the best card of the trick while a card in the hand is above it."""
    power = deck.power
    if power[card] > power[best]:
        return False
    for other in deck.of_suit[deck.suit[best]]:  # the highest first
        if held[other]:
            return power[other] > power[best]
    return False
