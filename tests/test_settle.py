"""Who pays whom: everybody is quits, in the fewest payments."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinocle_cli.ledger import Payment
from pinocle_cli.record import CLAIM
from pinocle_cli.settle import fewest_payments


def paid(figures: dict[int, int]) -> list[Payment]:
    """Payments through a bank (seat 9) that leave each seat with its figure."""
    return [Payment(9, seat, amount, "chips", CLAIM) for seat, amount in figures.items()]


@pytest.mark.parametrize(
    ("figures", "number"),
    [
        ({0: -5, 1: 5}, 1),
        ({0: -5, 1: -3, 2: 3, 3: 5, 4: -2, 5: 2}, 3),  # three pairs
        ({0: -5, 1: 2, 2: 3, 3: -7, 4: 6, 5: 1}, 4),  # two threes
        ({0: -10, 1: 4, 2: 3, 3: 3}, 3),
        ({0: 0, 1: 0}, 0),
        ({0: -5, 1: 2, 2: 3, 3: -7, 4: 6, 5: 1, 6: -9, 7: 4, 8: 5, 10: 0}, 6),  # three threes
        ({0: -5, 1: 2, 2: 3, 3: -7, 4: 6, 5: 1, 6: -20, 7: 4, 8: 9, 10: 7}, 7),  # ten players, in threes and a four
        # Of eleven players only pairs are looked for.
        ({0: -5, 1: 2, 2: 3, 3: -7, 4: 6, 5: 1, 6: -33, 7: 4, 8: 9, 10: 12, 11: 8}, 9),
    ],
)
def test_as_few_as_can_be(figures: dict[int, int], number: int) -> None:
    assert len(fewest_payments(paid(figures))) == number


@pytest.mark.parametrize(
    ("payments", "settled"),
    [
        ([(0, 1, 5)], [(0, 1, 5)]),
        ([(0, 1, 5), (1, 2, 5)], [(0, 2, 5)]),
        ([(0, 1, 5), (1, 0, 2)], [(0, 1, 3)]),
        ([(0, 1, 5), (0, 2, 2), (1, 2, 3)], [(0, 2, 5), (0, 1, 2)]),
        ([(0, 1, 5), (1, 2, 5), (2, 0, 5)], []),
    ],
)
def test_who_pays_whom(payments: list[tuple[int, int, int]], settled: list[tuple[int, int, int]]) -> None:
    assert fewest_payments(payments) == settled


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=5))
def test_everybody_is_quits_in_the_fewest_payments(figures: list[int]) -> None:
    net = dict(enumerate([*figures, -sum(figures)]))
    settled = fewest_payments(paid(net))
    after = Counter(net)
    for payer, payee, amount in settled:
        assert amount > 0
        after[payer] += amount
        after[payee] -= amount
    assert not any(after.values())
    assert not {payer for payer, _, _ in settled} & {payee for _, payee, _ in settled}  # nobody pays to be paid
    seats = [seat for seat in net if net[seat]]
    assert len(settled) == len(seats) - most_groups(seats, net)


def most_groups(seats: list[int], net: dict[int, int]) -> int:
    """By trying everything: into how many groups that are quits the seats can be parted."""
    return max(
        (
            1 + most_groups([seat for seat in seats if seat not in group], net)
            for size in range(1, len(seats) + 1)
            for group in combinations(seats, size)
            if sum(net[seat] for seat in group) == 0
        ),
        default=0,
    )
