"""What the answers of a deal that is being kept have brought, and what one would bring."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.writing.judging import new_findings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.ledger import Entry, Finding
    from pinocle_cli.writing.keeper import Keeper
    from pinocle_cli.writing.slots import Slot, SlotId


def brought_by(keeper: Keeper, slots: Sequence[Slot]) -> dict[SlotId, list[Entry]]:
    """What each of these answers has brought: the entries of its lines, where no other answer stands on them."""
    deals, account = keeper.judged.verdict.deals, keeper.judged.verdict.account
    ledger = deals[keeper.deal].ledger if keeper.deal < len(deals) else []
    whose = {slot.id: None if slot.seat is None or slot.nth is not None else account(slot.seat) for slot in slots}
    there = Counter((line, whose[slot.id]) for slot in slots for line in slot.lines)
    keys = Counter(line for line, _ in {(line, slot.ask.key) for slot in slots for line in slot.lines})

    def own(slot: Slot, entry: Entry) -> bool:
        seat = whose[slot.id]
        alone = keys[entry.line] == 1 and there[entry.line, seat] == 1
        return alone and entry.line in slot.lines and seat in (None, entry.seat)

    return {slot.id: [entry for entry in ledger if own(slot, entry)] for slot in slots}


def would_bring(keeper: Keeper, slot: Slot, typed: str) -> tuple[list[Entry], list[Finding]] | None:
    """What an answer would bring: new entries of the deal, new findings; None if it cannot be read."""
    judged = keeper.tried(slot, typed)
    if judged is None:
        return None
    before = keeper.judged.verdict.deals[keeper.deal : keeper.deal + 1]
    old = Counter((entry.seat, entry.points, entry.rule) for deal in before for entry in deal.ledger)
    entries = []
    for entry in judged.verdict.deals[keeper.deal].ledger:
        key = (entry.seat, entry.points, entry.rule)
        if old[key]:
            old[key] -= 1
        else:
            entries.append(entry)
    return entries, new_findings([*keeper.judged.findings()], [*judged.findings()], range(0))
