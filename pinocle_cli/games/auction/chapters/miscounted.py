"""Melds added wrongly: when it can still be put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction.chapters.deciding import recount
from pinocle_cli.ledger import Choice, Entry, Finding, Ruling
from pinocle_cli.light import NamedTuple
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.auction.state import Auction


class Miscount(NamedTuple):
    """Melds that the table gave another figure than they are worth."""

    right: int
    scored: int


MELD_COUNT = Rule(
    "meld-count-error",
    "Melds added wrongly",
    "irregularity",
    """If melds lie on the table and are added wrongly, it is put right at any time until the settlement is complete;
    after that what was counted stands.""",
    "004, Ошибка в подсчете очков за комбинации; Пример",
)


@MELD_COUNT.follows()
def miscount(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Melds added wrongly: the right value counts, unless the settlement was complete."""
    wrong, late = finding.cause, _settled_before(state)
    if not isinstance(wrong, Miscount):
        right, stands = "the melds count what they are worth", "what was settled stands"
        choices = (Choice(CORRECTED, right, default=not late), Choice(SETTLED, stands, default=late))
        return Ruling(rule=MELD_COUNT, text=stands if late else f"it is put right: {right}", choices=choices)
    if not late:
        text = f"it is put right before the settlement is complete: {wrong.right} counts"
        return Ruling(rule=MELD_COUNT, text=text)
    entries = recount(state, MELD_COUNT, finding.line, melded=wrong.scored - wrong.right)
    text = f"it was not found before the settlement was complete: {wrong.scored} stands"
    return Ruling(rule=MELD_COUNT, text=text, entries=entries)


CORRECTED, SETTLED = "corrected", "settled"  # what the table may say of it


def _settled_before(state: Auction) -> bool:
    """Whether the deal was settled by the wrong count: the table says so, or another deal was played after it."""
    choice = next((said.choice for said in state.calls_of(MELD_COUNT.label) if said.choice), None)
    if choice is not None:
        return choice == SETTLED
    claimed = None if state.bidder is None else (state.deal.claimed or {}).get(state.bidder)
    rightly = claimed is not None and claimed.value == sum(e.points for e in state.settled if e.seat == state.bidder)
    return not state.is_last and not rightly
