"""Misdeals: deals that do not count and are dealt again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.games.auction.state import WIDOW
from pinocle_cli.ledger import Entry, Finding, Ruling
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.record import Irregularity


def make_void(state: Auction, rule: Rule, *, redeal: bool) -> None:
    """The deal does not count; who voided it first has done so."""
    if state.void is None:
        state.void, state.redeal = rule, redeal
    state.scored = True
    state.more["contract"] = None


def dealt_again(state: Auction, rule: Rule) -> Ruling:
    """The deal is void, and the same dealer deals again."""
    make_void(state, rule, redeal=True)
    return Ruling(rule=rule, text=f"the deal is void; {state.name(state.dealer)} deals again{dropped(state)}")


def dropped(state: Auction) -> str:
    """What is to be said where more is recorded of a deal that is void."""
    deal = state.deal
    return "; what is recorded of its play does not count" if deal.play or deal.taken or deal.claimed else ""


MISDEAL_EXPOSED = Rule(
    "misdeal-exposed",
    "Misdeal, cards exposed",
    "irregularity",
    """If the dealer exposes several cards of a player or a card of the widow, the deal is void and he deals again. A
    single card of a player is no misdeal.""",
    "004, Неправильная сдача",
)


@MISDEAL_EXPOSED.follows()
def misdeal(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Several cards, or one of the widow; of a single card it may not be known whose it was."""
    cards = finding.said.cards if finding.said else ()
    if len(cards) == 1 and cards[0] not in (state.widow or cards):
        text = "a single card of a player is no misdeal: nothing follows"
        return Ruling(rule=MISDEAL_EXPOSED, text=text)
    if len(cards) == 1 and state.widow is None:
        text = "if it was a card of the widow, the deal is void; whose it was is not recorded, and the deal stands"
        return Ruling(rule=MISDEAL_EXPOSED, text=text)
    return dealt_again(state, MISDEAL_EXPOSED)


@MISDEAL_EXPOSED.examined
def whose_misdeal(state: Auction, said: Irregularity) -> weigh.Weight:
    """Only the dealer's; and a single card must be one of the widow."""
    if said.by is not None and said.by != state.dealer:
        return weigh.refuted(f"{state.name(state.dealer)} dealt, and only the dealer's is a misdeal")
    if said.after:
        return weigh.refuted("the cards had long been dealt")
    return weigh.OPEN


MISDEAL_SHUFFLE = Rule(
    "misdeal-shuffle",
    "Misdeal, shuffle or cut",
    "irregularity",
    """That the pack was not shuffled or cut rightly may be claimed until the widow is dealt; the same dealer deals
    again.""",
    "004, Неправильная сдача",
)


@MISDEAL_SHUFFLE.follows()
def badly_shuffled(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Void, if it was claimed in time."""
    said = finding.said
    if said and (said.after or said.after_bid or (state.deal.bids and said.after_bid is None)):
        text = "it was claimed too late, when the widow had been dealt: the deal stands"
        return Ruling(rule=MISDEAL_SHUFFLE, text=text)
    return dealt_again(state, MISDEAL_SHUFFLE)


WIDOW_SHORT = Rule(
    "widow-short",
    "The widow is short",
    "irregularity",
    "If the widow has too few cards the same dealer deals again.",
    "004, Неправильная рука",
)


@WIDOW_SHORT.follows()
def short_widow(_: Finding, state: Auction, __: Sequence[Entry]) -> Ruling:
    """Void, and the same dealer deals again."""
    return dealt_again(state, WIDOW_SHORT)


@WIDOW_SHORT.examined
def widow_counted(state: Auction, _: Irregularity) -> weigh.Weight:
    """The widow as it is recorded."""
    if state.widow is None:
        return weigh.OPEN
    number = len(state.widow)
    return weigh.CONFIRMED if number < WIDOW else weigh.refuted(f"the widow had {number} cards")


VOIDS = (MISDEAL_EXPOSED, MISDEAL_SHUFFLE, WIDOW_SHORT)


def voided(state: Auction) -> bool:
    """Whether the table wrote down something that may make the deal void."""
    rules = [state.session.game.rule(said.fault) for said in state.upheld]
    return any(rule in VOIDS or (rule is not None and rule.label == "widow-exposed") for rule in rules)
