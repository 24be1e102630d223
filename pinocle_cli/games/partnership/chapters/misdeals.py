"""Deals that are made again: cards exposed in dealing, and no trump card turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.ledger import Choice, Ruling
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.ledger import Entry, Finding

MISDEAL_EXPOSED = Rule(
    "misdeal-exposed",
    "Several cards exposed in dealing",
    "irregularity",
    "If several cards are exposed in dealing, the same dealer deals again. One card alone is no reason for it.",
    "003, Неправильная сдача (1a)",
)


@MISDEAL_EXPOSED.follows()
def exposed(finding: Finding, state: Partnership, _: Sequence[Entry]) -> Ruling:
    """Several cards exposed in dealing: a new deal. One card alone changes nothing."""
    said = finding.said
    if said is not None and len(said.cards) == 1:
        return Ruling(rule=MISDEAL_EXPOSED, text="only one card was exposed: the deal stands")
    if said is not None and (said.after or 0) > 0:
        return Ruling(rule=MISDEAL_EXPOSED, text="it was called after the first trick was played: the deal stands")
    return _new_deal(state, MISDEAL_EXPOSED)


MISDEAL_NO_TRUMP = Rule(
    "misdeal-no-trump",
    "No trump card turned",
    "irregularity",
    """If the dealer does not turn up the trump card, the same dealer deals again, or one of the dealer's cards is
    drawn for it. Either is lawful, and it is for the table to say which way it went.""",
    "003, Неправильная сдача (1b, 2)",
)

DRAW_TRUMP = Rule(
    "draw-trump-card",
    "A trump card is drawn",
    "irregularity",
    """Where no trump card was turned, any player may draw one of the dealer's cards, face down; it becomes the trump
    card. A new deal would be lawful too.""",
    "003, Неправильная сдача (2)",
)


@MISDEAL_NO_TRUMP.follows()
@DRAW_TRUMP.follows()
def no_trump(finding: Finding, state: Partnership, _: Sequence[Entry]) -> Ruling:
    """No trump card turned: the record says which of the two lawful ways the table went."""
    choice = finding.said.choice if finding.said is not None else None
    drawn = choice == "draw" or (choice != "redeal" and state.went_on)
    if drawn or finding.rule is DRAW_TRUMP:
        text = "one of the dealer's cards was drawn for the trump card; a new deal would have been lawful too"
        called = finding.rule is MISDEAL_NO_TRUMP
        return Ruling(rule=DRAW_TRUMP, text=text, choices=_ways(state, went_on=True) if called else ())
    ruling = _new_deal(state, MISDEAL_NO_TRUMP)
    if choice == "redeal":
        ruling.text += "; one of the dealer's cards might as well have been drawn for the trump card"
    else:
        ruling.text += ", unless one of the dealer's cards is drawn for the trump card: the table chooses"
        ruling.choices = _ways(state, went_on=False)
    return ruling


def _ways(state: Partnership, *, went_on: bool) -> tuple[Choice, ...]:
    """What a table without a trump card may do; where it played on, a card was drawn."""
    drawn = "any player draws one of the dealer's cards, face down; it is the trump card and play goes on"
    return (
        Choice("redeal", f"the deal is void and scores nothing; {state.name(state.dealer)} deals again"),
        Choice("draw", drawn, default=went_on),
    )


def _new_deal(state: Partnership, rule: Rule) -> Ruling:
    state.void, state.redeal, state.scored = rule, True, True
    return Ruling(rule=rule, text=f"the deal is void; {state.name(state.dealer)} deals again")
