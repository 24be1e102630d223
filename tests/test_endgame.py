"""The best play of both sides: what the search finds is what trying out every card finds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pinocle_cli.analyse.endgame import Ending, solve
from pinocle_cli.games.pinochle.common import COUNTS, PACK_48, PACK_64, card_values
from pinocle_cli.tricks import duty_broken, winner

SIDES = ((True, False), (False, True), (True, False, False), (False, True, True), (True, False, True, False))


def by_trying(ending: Ending) -> int:
    """What the side wins with best play, every card of every player tried out."""

    def go(hands: tuple[tuple[int, ...], ...], leader: int, trick: tuple[int, ...]) -> int:
        if len(trick) == len(hands):
            taker = (leader + winner(ending.deck, trick, ending.trump)) % len(hands)
            points = sum(ending.values[card] for card in trick) + (0 if any(hands) else ending.last)
            return points * ending.own[taker] + (go(hands, taker, ()) if any(hands) else 0)
        seat = (leader + len(trick)) % len(hands)
        held, found = ending.deck.count(hands[seat]), []
        for card in set(hands[seat]):
            if trick and duty_broken(ending.deck, held, trick, card, ending.trump, always=ending.always):
                continue
            left = [*hands[seat]]
            left.remove(card)
            found.append(go((*hands[:seat], tuple(left), *hands[seat + 1 :]), leader, (*trick, card)))
        return max(found) if ending.own[seat] else min(found)

    return go(ending.hands, ending.leader, ending.lying)


def dealt(seed: int, own: tuple[bool, ...], cards: int, *, begun: bool = False) -> Ending:
    rng = random.Random(seed)
    deck = rng.choice((PACK_48, PACK_64))
    pack = rng.sample(deck.pack, deck.size)
    hands = [pack[n * cards : (n + 1) * cards] for n in range(len(own))]
    leader = rng.randrange(len(own))
    lying = (hands[leader].pop(),) if begun else ()
    return Ending(
        deck=deck, trump=rng.choice((0, 1, 2, 3)), hands=tuple(map(tuple, hands)), leader=leader, own=own, lying=lying,
        values=card_values(deck, rng.choice(COUNTS)), last=10, always=rng.random() < 0.5,
    )  # fmt: skip


@given(seed=st.integers(0, 2**32), own=st.sampled_from(SIDES), begun=st.booleans())
@settings(max_examples=150, deadline=None)
def test_the_search_finds_what_trying_everything_finds(seed: int, own: tuple[bool, ...], begun: bool) -> None:
    ending = dealt(seed, own, 4 if len(own) < 4 else 3, begun=begun)
    found = solve(ending)
    assert found.exact
    assert found.least == by_trying(ending)


@given(seed=st.integers(0, 2**32), own=st.sampled_from(SIDES))
@settings(max_examples=40, deadline=None)
def test_what_one_side_gets_the_other_does_not(seed: int, own: tuple[bool, ...]) -> None:
    ending = dealt(seed, own, 5)
    other = Ending(
        deck=ending.deck, trump=ending.trump, hands=ending.hands, leader=ending.leader, values=ending.values,
        own=tuple(not mine for mine in own), last=ending.last, always=ending.always,
    )  # fmt: skip
    assert solve(ending).least + solve(other).least == ending.rest


@given(seed=st.integers(0, 2**32), nodes=st.integers(1, 2_000), wanted=st.integers(0, 100))
@settings(max_examples=60, deadline=None)
def test_a_limit_gives_bounds_and_never_a_wrong_answer(seed: int, nodes: int, wanted: int) -> None:
    ending = dealt(seed, (True, False, False), 5)
    right, found = solve(ending).least, solve(ending, nodes=nodes, wanted=wanted)
    assert found.least <= right <= found.most
    assert found.nodes <= nodes + 1


@pytest.mark.parametrize("own", SIDES)
def test_a_typical_ending_of_eight_cards_is_far_below_the_limit(own: tuple[bool, ...]) -> None:
    found = [solve(dealt(seed, own, 8)) for seed in range(4)]
    assert all(one.exact for one in found)
