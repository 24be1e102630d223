"""Who pays whom in the fewest payments."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinocle_cli.ledger import Payment


def fewest_payments(payments: Iterable[Payment]) -> list[tuple[int, int, int]]:
    """(payer, payee, amount) that clear what these payments come to; exact matches first, then the largest.

    Each payment clears at least one player, so there is always one less than there are players who owe or are owed.
    """
    net: Counter[int] = Counter()
    for payment in payments:
        net[payment.payer] -= payment.amount
        net[payment.payee] += payment.amount
    found = []
    while any(net.values()):
        owing = [seat for seat in net if net[seat] < 0]
        owed = [seat for seat in net if net[seat] > 0]
        exact = [(a, b) for a in owing for b in owed if net[a] == -net[b]]
        payer, payee = exact[0] if exact else (min(owing, key=lambda s: net[s]), max(owed, key=lambda s: net[s]))
        amount = min(-net[payer], net[payee])
        found.append((payer, payee, amount))
        net[payer] += amount
        net[payee] -= amount
    return found
