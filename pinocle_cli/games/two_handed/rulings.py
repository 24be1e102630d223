"""What follows from a fault: each function takes the finding, the table and the ledger, and gives a ruling.

Nothing is erased: a penalty is an entry that reverses what the offender had scored. The engine applies it once for a
player and rule, and not at all where the record cannot be true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.two_handed import actions, melding, melds, play, stock
from pinocle_cli.games.two_handed.count import CARD_ROUNDING
from pinocle_cli.games.two_handed.deal import MISDEAL
from pinocle_cli.ledger import Choice, Entry, Ruling, net
from pinocle_cli.record import AS_RECORDED, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Remedy
    from pinocle_cli.games.two_handed.deal import TwoHanded
    from pinocle_cli.ledger import Finding

REVOKE_1000 = Rule(
    "revoke-1000",
    "Revoke in a game to 1000",
    "irregularity",
    """Whoever revokes scores nothing for the cards that he took in this deal; the other player counts hers. Melds
    that have been entered stand. If both revoke, neither scores cards.""",
    "000, Ренонс",
)

REVOKE_SINGLE = Rule(
    "revoke-single-deal",
    "Revoke where one deal is the game",
    "irregularity",
    """Where a single deal is the game, whoever revokes loses it; the scores stay as they were counted. If both
    revoke, neither scores cards and the melds decide.""",
    "000, Ренонс; decided for both by us",
)


def revoke(finding: Finding, state: TwoHanded, ledger: Sequence[Entry]) -> Ruling | None:
    """No card points, or in a single-deal game the loss of it."""
    seat, cause = finding.seat, finding.cause
    if seat is None:
        return Ruling(rule=play.REVOKE_WHEN, text="who revoked is not recorded, so nothing can be taken off")
    if isinstance(cause, Irregularity) and cause.after is not None and cause.after < state.size:
        return Ruling(
            rule=play.REVOKE_WHEN, text="the stock was not gone yet: nobody had to follow suit, nothing follows"
        )
    single = state.house.target == "deal"
    rule = REVOKE_SINGLE if single else REVOKE_1000
    if single and 1 - seat not in state.revoked:
        return Ruling(rule=rule, text=f"{state.name(seat)} loses the game; the scores stay as they were counted")
    counted = net(ledger, seat, (play.CARD_POINTS, play.LAST_TRICK, CARD_ROUNDING))
    text = f"{state.name(seat)} scores nothing for cards in this deal; melds stand"
    if any(entry.seat == seat and entry.rule is AS_RECORDED for entry in ledger) and not counted:
        text += ". How much of the figure that was written is for cards is not recorded, so nothing is taken off"
    entry = Entry(seat, -counted, rule, finding.line, "no card points after a revoke")
    return Ruling(rule=rule, text=text, entries=(entry,) if counted else ())


def misdeal(finding: Finding, state: TwoHanded, _: Sequence[Entry]) -> Ruling:
    """The deal is void, if it was found in time."""
    cause = finding.cause
    if isinstance(cause, Irregularity) and (cause.after or 0) > 0:
        return Ruling(rule=MISDEAL, text="it was found after the first trick was played: the deal stands")
    state.void, state.redeal, state.scored = MISDEAL, True, True
    return Ruling(rule=MISDEAL, text=f"the deal is void; {state.name(state.dealer)} deals again")


def miscount(finding: Finding, state: TwoHanded, _: Sequence[Entry]) -> Ruling | None:
    """A meld scored wrongly stands once its time has passed; before that the right value counts."""
    wrong = finding.cause
    if not isinstance(wrong, melds.Miscount):
        return Ruling(rule=finding.rule, text="what was entered stands unless it was put right in time")
    if wrong.state != "stands":
        when = "it was put right in time" if wrong.state == "corrected" else "it could still be put right"
        return Ruling(rule=finding.rule, text=f"{when}: {wrong.right} counts")
    late = "the correction came too late" if wrong.late else "nobody put it right in time"
    entry = Entry(wrong.seat, wrong.scored - wrong.right, finding.rule, finding.line, f"{wrong.scored} stands")
    return Ruling(rule=finding.rule, text=f"{late}: {wrong.scored} stands", entries=(entry,), each=True)


WRONG_STOCK_THREE = Rule(
    "wrong-stock-three",
    "Three cards left in the stock",
    "irregularity",
    """If three cards are left at the end (two face down and the trump card) and both hands are right, the winner of
    the trick takes the top one; the loser may take the other without looking at it, or the trump card. The card
    that is left is shown; it takes no part and counts for nobody.""",
    "000, Неправильный резерв",
)


def three_left(finding: Finding, state: TwoHanded, _: Sequence[Entry]) -> Ruling:
    """The loser of the trick chooses; the card that is left counts for nobody."""
    cause = finding.cause
    chosen = cause.choice if isinstance(cause, Irregularity) else None
    cards = cause.cards if isinstance(cause, Irregularity) else ()
    left = f"; {state.deck.show(cards)} is shown and counts for nobody" if cards else ""
    if chosen in ("stock", "trump"):
        took = "the other card of the stock" if chosen == "stock" else "the trump card"
        return Ruling(rule=WRONG_STOCK_THREE, text=f"the loser of the trick took {took}{left}")
    if cards:
        return Ruling(rule=WRONG_STOCK_THREE, text=f"the loser of the trick has chosen{left}")
    choices = (
        Choice("stock", "he takes the other card of the stock unseen; the trump card is left and counts for nobody"),
        Choice("trump", "he takes the trump card; the other card is shown and counts for nobody"),
    )
    text = "the winner of the trick takes the top card; the loser may choose between the other one and the trump card"
    return Ruling(rule=WRONG_STOCK_THREE, text=text, choices=choices)


_SAYS = {
    actions.EXPOSED: "no penalty",
    play.LEAD_OUT_OF_TURN: "the opponent did not ask for it to be taken back: it stands",
    stock.DRAW_OUT_OF_TURN: "the card goes to the opponent, and the card that the offender then draws is shown",
    stock.DRAW_SEVERAL: "the extra card goes back on the stock; all the cards that were drawn are shown",
    stock.WRONG_HAND_SHORT: "the hand draws what it lacks at its next turn, and melds nothing before that",
    stock.WRONG_HAND_LONG: "the hand draws nothing until it is right, and melds nothing before that",
    melds.WRONG_HAND_NO_MELD: "the meld scores nothing",
    melds.MELD_TIMING: "the meld scores nothing",
    melds.ONE_MELD: "the second meld of the turn scores nothing",
    melds.DIX_SHOW: "the dix scores nothing here",
    melds.DIX_FIRST_EXCHANGE: "the ten stand; the dix should have been exchanged",
    melding.MELD_TABLE: "it scores nothing",
    melding.NEW_CARD: "the meld scores nothing",
    melding.REUSE_CLASS: "the meld scores nothing",
}


def says(finding: Finding, _: TwoHanded, __: Sequence[Entry]) -> Ruling:
    """A fault that costs nothing more than the rule itself says."""
    return Ruling(rule=finding.rule, text=_SAYS[finding.rule])


REMEDIES: dict[Rule, Remedy] = {
    **dict.fromkeys(_SAYS, says),
    **dict.fromkeys((play.STAGE2_FOLLOW, play.REVOKE_WHEN, REVOKE_1000, REVOKE_SINGLE), revoke),
    MISDEAL: misdeal,
    melds.UNDERCREDIT: miscount,
    melds.OVERCREDIT: miscount,
    WRONG_STOCK_THREE: three_left,
}
