"""Who pays whom in the fewest payments."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")

_MOST_SEATS = 10  # of more, only pairs that are exactly quits are looked for


def fewest_payments(payments: Iterable[tuple[T, T, int, *tuple[object, ...]]]) -> list[tuple[T, T, int]]:
    """(payer, payee, amount) that clear what these payments (which begin so) come to, as few as can be.

    Players whose debts and credits are quits among themselves settle apart: so many groups fewer are the payments.
    """
    net: Counter[T] = Counter()
    for payer, payee, amount, *_ in payments:
        net[payer] -= amount
        net[payee] += amount
    seats = tuple(seat for seat in net if net[seat])
    return [paid for group in _groups(seats, net) for paid in _cleared(group, net)]


def _groups(seats: tuple[T, ...], net: Counter[T]) -> list[tuple[T, ...]]:
    """The players in as many groups as can be, each of which is quits in itself."""
    if not seats:
        return []
    best = [seats]
    first, others = seats[0], seats[1:]
    sizes = range(1, len(others)) if len(seats) <= _MOST_SEATS else (1,)
    for size in sizes:
        for rest in combinations(others, size):
            if net[first] + sum(net[seat] for seat in rest) == 0:
                left = tuple(seat for seat in others if seat not in rest)
                found = [(first, *rest), *_groups(left, net)]
                best = max(best, found, key=len)
    return best


def _cleared(group: tuple[T, ...], net: Counter[T]) -> list[tuple[T, T, int]]:
    """The payments of one group: whoever owes most pays whoever is owed most; each clears at least one of the two."""
    found, open_ = [], {seat: net[seat] for seat in group}
    while any(open_.values()):
        payer, payee = min(open_, key=lambda seat: open_[seat]), max(open_, key=lambda seat: open_[seat])
        amount = min(-open_[payer], open_[payee])
        found.append((payer, payee, amount))
        open_[payer] += amount
        open_[payee] -= amount
    return found
