"""The deal: who deals, and what is dealt to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.rulings import NO_PENALTY, says
from pinocle_cli.ledger import Ruling
from pinocle_cli.record import ASSUMED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry, Finding
    from pinocle_cli.record import Irregularity
    from pinocle_cli.weigh import Weight

TWO_PACKS = Rule(
    "two-packs",
    "Two packs",
    "procedure",
    """Two packs are used; each player deals from his own and shuffles it, and the other cuts. If the wrong pack is
    dealt and the cards have been taken up, the deal holds and the packs remain changed.""",
    "001; Portland laws, 1 to 8 and 15",
)
TWO_PACKS.follows()(says("once the cards have been taken up the deal holds good, and the packs remain changed"))

HIGH_CARD = Rule(
    "high-card-deals",
    "Who deals first",
    "procedure",
    "Whoever draws the higher card deals first. The dealer is younger hand, the other player elder.",
    "001",
)
HIGH_CARD.follows()(says(NO_PENALTY))

DEAL_12 = Rule(
    "deal-12",
    "The deal",
    "procedure",
    """Twelve cards each, three at a time or by 2, 3, 2, 3, 2, elder first. As it was done in the first deal it is
    done to the end.""",
    "001; Portland laws, 9 and 10",
)
DEAL_12.follows()(says(NO_PENALTY))

DEAL_ALTERNATES = Rule(
    "deal-alternates",
    "The deal alternates",
    "procedure",
    """The two deal in turn, so whoever deals first is elder hand in the sixth deal. A deal out of turn that is found
    out once the cards have been taken up stands; by the laws of 1882 the other then deals twice in a row, unless that
    deal or the next is the last of the partie.""",
    "001; Portland laws, 16",
)


@DEAL_ALTERNATES.applied
def whose_deal(state: Piquet) -> Said:
    """Says if the same player deals twice, or if a deal is missing."""
    due, before = state.session.dealer, state.session.number
    next_deal = state.number == before + 1
    if not before and state.number > 1 and not state.session.record.opening:
        text = f"the scores of the deals before deal {state.number} are not recorded; they are taken as nothing"
        yield note(ASSUMED, state.place(), f"{text}, and the partie stays undecided")
    elif before and not next_deal:
        text = f"deal {state.number} follows deal {before} here; what is between is not counted"
        yield note(ASSUMED, state.place(), f"{text}, and the partie stays undecided")
    if due is not None and next_deal and state.deal.dealer is not None and state.dealer != due:
        text = f"{state.name(state.dealer)} dealt; it was {state.name(due)}'s turn"
        yield state.fault(DEAL_ALTERNATES, state.place()._replace(column=0, path="dealer"), text, state.dealer)


@DEAL_ALTERNATES.follows()
def dealt_out_of_turn(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """The deal stands; by the laws of 1882 the other makes up for it."""
    text = "once the cards have been taken up the deal stands"
    if state.portland:
        text += f"; {state.name(1 - state.dealer)} then deals twice in a row"
    return Ruling(rule=finding.rule, text=text)


@DEAL_ALTERNATES.examined
def _in_turn(state: Piquet, said: Irregularity) -> Weight:
    if any(finding.rule is DEAL_ALTERNATES for finding in state.found):
        return CONFIRMED
    if state.session.dealer is None or state.dealer != state.session.dealer:
        return OPEN
    return refuted(f"it was {state.name(state.dealer)}'s turn to deal")
