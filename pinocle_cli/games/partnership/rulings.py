"""What follows from a fault: each function takes the finding, the table and the ledger, and gives a ruling.

Nothing is erased: a penalty is an entry that reverses what the offender's side had scored. The engine applies it once
for a player and rule, and not at all where the record cannot be true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.partnership.bidding import show_contract, taken_off
from pinocle_cli.games.partnership.count import ROUNDING
from pinocle_cli.games.partnership.deal import DRAW_TRUMP, MISDEAL_EXPOSED, MISDEAL_NO_TRUMP, went_on
from pinocle_cli.games.partnership.hands import AFTER_LOOK, BEFORE_LOOK, DIX_EXCHANGE, WRONG_HANDS
from pinocle_cli.games.partnership.melds import DIX_HOLDER
from pinocle_cli.games.partnership.play import CARD_POINTS, LAST_TRICK, PLAY
from pinocle_cli.games.partnership.seats import account, side_of
from pinocle_cli.games.partnership.worth import MELD_ALL, ONCE
from pinocle_cli.ledger import Choice, Entry, Ruling, net
from pinocle_cli.record import Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Remedy
    from pinocle_cli.games.partnership.deal import Partnership
    from pinocle_cli.ledger import Finding

REVOKE = Rule(
    "revoke",
    "Revoke",
    "irregularity",
    """The side of a player who revokes counts no cards in this deal, nor the last trick; its melds stand if it has won
    a trick. The other side counts its own. If both sides revoke, neither counts cards.""",
    "decided by us after 000, Ренонс; 003 is silent",
)


def revoke(finding: Finding, state: Partnership, ledger: Sequence[Entry]) -> Ruling | None:
    """No card points for the side."""
    if finding.ruling:
        return None  # a lead out of turn, or a trick that was taken back
    if finding.seat is None:
        return Ruling(rule=REVOKE, text="who revoked is not recorded, so nothing is taken off")
    seat, side = account(finding.seat), side_of(finding.seat)
    text = f"no cards count for {state.name(seat)} in this deal; melds stand"
    if any(entry.seat == seat and entry.rule is REVOKE for entry in ledger):
        return Ruling(rule=REVOKE, text=text)
    counted = net(ledger, seat, (CARD_POINTS, LAST_TRICK, ROUNDING))
    bidding_side = state.bidder is not None and side_of(state.bidder) == side
    if bidding_side and state.made is False:
        return Ruling(rule=REVOKE, text=f"nothing counts for {state.name(seat)} in this deal anyway")
    entries = [Entry(seat, -counted, REVOKE, finding.line, "no card points after a revoke")] if counted else []
    if bidding_side and state.made and state.melded[side] < state.bid:
        state.made = False
        entries += taken_off(state, state.melded[side])
        text += f", so that the bid of {state.bid} is not made"
    if bidding_side:
        show_contract(state, 0)
    return Ruling(rule=REVOKE, text=text, entries=tuple(entries))


def _new_deal(state: Partnership, rule: Rule) -> Ruling:
    state.void, state.redeal, state.scored = rule, True, True
    return Ruling(rule=rule, text=f"the deal is void; {state.name(state.dealer)} deals again")


def exposed(finding: Finding, state: Partnership, _: Sequence[Entry]) -> Ruling:
    """Several cards exposed in dealing: a new deal. One card alone changes nothing."""
    cause = finding.cause
    if isinstance(cause, Irregularity) and len(cause.cards) == 1:
        return Ruling(rule=MISDEAL_EXPOSED, text="only one card was exposed: the deal stands")
    if isinstance(cause, Irregularity) and (cause.after or 0) > 0:
        return Ruling(rule=MISDEAL_EXPOSED, text="it was called after the first trick was played: the deal stands")
    return _new_deal(state, MISDEAL_EXPOSED)


_REDEAL = ("redeal", "new-deal", "new deal", "deal-again")
_DRAW = ("draw", "draw-trump-card", "drawn")


def no_trump(finding: Finding, state: Partnership, _: Sequence[Entry]) -> Ruling:
    """No trump card turned: the record says which of the two lawful ways the table went."""
    cause = finding.cause
    choice = cause.choice if isinstance(cause, Irregularity) else None
    drawn = choice in _DRAW or (choice not in _REDEAL and went_on(state.deal))
    if drawn or finding.rule is DRAW_TRUMP:
        text = "one of the dealer's cards was drawn for the trump card; a new deal would have been lawful too"
        unknown = "" if choice is None or choice in _DRAW else f'; "{choice}" is neither draw nor redeal'
        return Ruling(rule=DRAW_TRUMP, text=text + unknown)
    ruling = _new_deal(state, MISDEAL_NO_TRUMP)
    if choice in _REDEAL:
        ruling.text += "; one of the dealer's cards might as well have been drawn for the trump card"
        return ruling
    ruling.text += ", unless one of the dealer's cards is drawn for the trump card: the table chooses"
    ruling.choices = (
        Choice("redeal", f"the deal is void and scores nothing; {state.name(state.dealer)} deals again"),
        Choice("draw", "any player draws one of the dealer's cards, face down; it is the trump card and play goes on"),
    )
    return ruling


_SAYS = {
    DIX_EXCHANGE: "there was nothing to exchange it for: each keeps his cards",
    BEFORE_LOOK: "the short hand draws what it lacks from the long one; what it draws may be melded",
    AFTER_LOOK: (
        "after the melds the short hand draws what it lacks from cards of the long one that were not shown; what it"
        " draws may not be melded"
    ),
    DIX_HOLDER: "it scores nothing",
    MELD_ALL: "it scores nothing",
    ONCE: "the cards count once in a class: the dearest melds stand, this one scores nothing",
}


def says(finding: Finding, _: Partnership, __: Sequence[Entry]) -> Ruling:
    """A fault that costs nothing more than the rule itself says."""
    text = finding.ruling or _SAYS[finding.rule]
    if isinstance(finding.cause, Irregularity) and finding.rule not in WRONG_HANDS:
        text = "what is recorded counts as it stands"
    return Ruling(rule=finding.rule, text=text)


REMEDIES: dict[Rule, Remedy] = {
    **dict.fromkeys(_SAYS, says),
    **dict.fromkeys((PLAY, REVOKE), revoke),
    MISDEAL_EXPOSED: exposed,
    MISDEAL_NO_TRUMP: no_trump,
    DRAW_TRUMP: no_trump,
}
