"""A revoke: the side counts no cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.partnership.chapters.count import CARD_POINTS, LAST_TRICK, ROUNDING
from pinocle_cli.games.partnership.chapters.duties import PLAY, always_followed
from pinocle_cli.games.partnership.chapters.failed_bid import show_contract, taken_off
from pinocle_cli.games.partnership.seats import account, side_of
from pinocle_cli.ledger import Entry, Ruling, net
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.ledger import Finding
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Irregularity

REVOKE = Rule(
    "revoke",
    "Revoke",
    "irregularity",
    """The side of a player who revokes counts no cards in this deal, nor the last trick; its melds stand if it has won
    a trick. The other side counts its own. If both sides revoke, neither counts cards.""",
    "decided by us after 000, Ренонс; 003 is silent",
)


@REVOKE.follows(PLAY, REVOKE)
def revoke(finding: Finding, state: Partnership, ledger: Sequence[Entry]) -> Ruling:
    """No card points for the side."""
    if finding.seat is None:
        return Ruling(rule=REVOKE, text="who revoked is not recorded, so nothing is taken off")
    seat, side = account(finding.seat), side_of(finding.seat)
    text = f"no cards count for {state.name(seat)} in this deal; melds stand"
    if any(entry.seat == seat and entry.rule is REVOKE for entry in ledger):
        return Ruling(rule=REVOKE, text=text)
    bidding_side = state.bidder is not None and side_of(state.bidder) == side
    if bidding_side and state.made is False:
        return Ruling(rule=REVOKE, text=f"nothing counts for {state.name(seat)} in this deal anyway")
    counted = net(ledger, seat, (CARD_POINTS, LAST_TRICK, ROUNDING))
    entries = [Entry(seat, -counted, REVOKE, finding.line, "no card points after a revoke")] if counted else []
    if bidding_side and state.made and state.melded[side] < state.bid:
        state.made = False
        entries += taken_off(state, state.melded[side])
        text += f", so that the bid of {state.bid} is not made"
    if bidding_side:
        show_contract(state, 0)
    return Ruling(rule=REVOKE, text=text, entries=tuple(entries))


@REVOKE.examined
def revoked_or_not(state: Partnership, said: Irregularity) -> Weight:
    """The same, called by the name of what follows."""
    return always_followed(state, said)
