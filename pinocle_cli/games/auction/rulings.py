"""What follows from the other faults: deals that are void, wrong hands, counts put right, and bids.

Each function takes the finding, the table and the ledger, and gives a ruling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction import actions, bidding, deciding, melds, play, stakes
from pinocle_cli.games.auction.deal import DEAL, INACTIVE
from pinocle_cli.games.auction.state import WIDOW, Auction, Paid
from pinocle_cli.ledger import Choice, Entry, Ruling
from pinocle_cli.record import Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Remedy
    from pinocle_cli.ledger import Finding

MISDEAL_EXPOSED = Rule(
    "misdeal-exposed",
    "Misdeal, cards exposed",
    "irregularity",
    """If the dealer exposes several cards of a player or a card of the widow, the deal is void and he deals again. A
    single card of a player is no misdeal.""",
    "004, Неправильная сдача",
)

MISDEAL_SHUFFLE = Rule(
    "misdeal-shuffle",
    "Misdeal, shuffle or cut",
    "irregularity",
    """That the pack was not shuffled or cut rightly may be claimed until the widow is dealt; the same dealer deals
    again.""",
    "004, Неправильная сдача",
)

WIDOW_EXPOSED = Rule(
    "widow-exposed",
    "A widow card exposed",
    "irregularity",
    """If a player exposes a card of the widow during the bidding the deal is void and the next dealer deals. The
    offender pays every player the worth of the highest bid made before, and the kitty too if it was 350 or more.""",
    "004, Показ вдовы; decided by us for the kitty",
)

WIDOW_SHORT = Rule(
    "widow-short",
    "The widow is short",
    "irregularity",
    "If the widow has too few cards the same dealer deals again.",
    "004, Неправильная рука",
)

TRUMP_NOT_NAMED = Rule(
    "trump-not-named",
    "Trumps not named",
    "irregularity",
    """Anybody may ask at any time what is trumps. Who revokes because he did not know gets no relief.""",
    "004, Заявитель не объявил козырь",
)

TRICK_MISASSIGNED = Rule(
    "trick-misassigned",
    "A trick taken by the wrong side",
    "irregularity",
    """A trick that the wrong side took is given back if it is claimed before a later trick covers it; after that it
    stays where it lies.""",
    "004, Ошибочное присвоение взятки",
)


# --- Faults that make the deal void ----------------------------------------------------------------------------------


def widow_exposed(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Void; the offender pays everybody the worth of the highest bid made before."""
    cause, seat = finding.cause, finding.seat
    after = cause.after_bid if isinstance(cause, Irregularity) else None
    if any(paid.rule is WIDOW_EXPOSED for paid in state.paid):
        return Ruling(rule=WIDOW_EXPOSED, text="the deal is void already, and has been paid for")
    _void(state, WIDOW_EXPOSED, redeal=False)
    bids = [high for n, high in state.bids_so_far if after is None or n <= after]
    high = bids[-1] if bids else 0
    text = "the deal is void and the next dealer deals"
    if seat is None or not high:
        return Ruling(
            rule=WIDOW_EXPOSED, text=text + ("; no bid had been made, so nothing is paid" if not high else "")
        )
    worth = stakes.worth_of(high, state.house.chips)
    others = [other for other in range(state.session.players) if other != seat]
    others += [state.kitty] if high >= stakes.KITTY_FROM else []
    line, note = finding.line, f"the worth of {high}"
    if not any(paid.payer == seat and paid.rule is WIDOW_EXPOSED for paid in state.paid):  # once, however often he did
        state.paid += [Paid(seat, other, worth, WIDOW_EXPOSED) for other in others]
    entries = [Entry(other, worth, WIDOW_EXPOSED, line, note, "chips") for other in others]
    entries.insert(0, Entry(seat, -worth * len(others), WIDOW_EXPOSED, line, f"{note} to each", "chips"))
    text += f"; {state.name(seat)} pays {worth} to each, the worth of {high}"
    return Ruling(rule=WIDOW_EXPOSED, text=text, entries=tuple(entries))


def _void(state: Auction, rule: Rule, *, redeal: bool) -> None:
    """The deal does not count; who voided it first has done so."""
    if state.void is None:
        state.void, state.redeal = rule, redeal
    state.scored = True
    state.more["contract"] = None


def misdeal(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Void, and the same dealer deals again, if it was claimed in time."""
    cause, rule = finding.cause, finding.rule
    again = f"the deal is void; {state.name(state.dealer)} deals again"
    if isinstance(cause, Irregularity):
        widow = state.deal.widow
        if rule is MISDEAL_EXPOSED and len(cause.cards) == 1 and widow and cause.cards[0] not in widow.cards:
            return Ruling(rule=rule, text="a single card of a player is no misdeal: nothing follows")
        if rule is MISDEAL_SHUFFLE and (
            cause.after or cause.after_bid or (state.deal.bids and cause.after_bid is None)
        ):
            return Ruling(rule=rule, text="it was claimed too late, when the widow had been dealt: the deal stands")
    _void(state, rule, redeal=True)
    return Ruling(rule=rule, text=again)


def wrong_hand(finding: Finding, state: Auction, ledger: Sequence[Entry]) -> Ruling | None:
    """A hand or a widow of the wrong size: what follows depends on when it is found."""
    widow = state.deal.widow
    if widow is not None and len(widow.cards) < WIDOW:
        _void(state, WIDOW_SHORT, redeal=True)
        return Ruling(rule=WIDOW_SHORT, text=f"the deal is void; {state.name(state.dealer)} deals again")
    if not state.widow_taken or state.bidder is None or state.calls_of(deciding.WRONG_BEFORE):
        return before_widow(finding, state, ledger)
    if finding.seat is None:
        return Ruling(rule=finding.rule, text="the widow had a card too many, and a hand one too few")
    return deciding.decided(finding, state, ledger)


def before_widow(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """The short hand draws; the deal goes on."""
    return Ruling(
        rule=deciding.WRONG_BEFORE, text="the short hand draws what it lacks, face down, from where there is too much"
    )


# --- Counts put right ------------------------------------------------------------------------------------------------


def miscount(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Melds added wrongly: the right value counts, unless the settlement was complete."""
    wrong, rule = finding.cause, finding.rule
    late = _settled_before(state)
    if not isinstance(wrong, melds.Miscount):
        text = "what was settled stands" if late else "it is put right: the melds count what they are worth"
        return Ruling(rule=rule, text=text)
    if not late:
        return Ruling(rule=rule, text=f"it is put right before the settlement is complete: {wrong.right} counts")
    entries = _recount(state, rule, finding.line, melded=wrong.scored - wrong.right)
    return Ruling(
        rule=rule, text=f"it was not found before the settlement was complete: {wrong.scored} stands", entries=entries
    )


def _settled_before(state: Auction) -> bool:
    """Whether the deal was settled by the wrong count: the table says so, or another deal was played after it."""
    said = next((said.choice for said in state.calls_of(melds.MELD_COUNT) if said.choice), None)
    if said is not None:
        return said == "settled"
    claimed = (state.deal.claimed or {}).get(state.bidder)
    rightly = claimed is not None and claimed.value == sum(e.points for e in state.settled if e.seat == state.bidder)
    return state.deal is not state.session.record.deals[-1] and not rightly


def misassigned(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """A trick that the wrong side took is given back, unless a later one covers it."""
    cause, rule = finding.cause, finding.rule
    given_back = Ruling(rule=rule, text="it is given back: the trick counts for the side that won it")
    if not isinstance(cause, Irregularity) or not cause.cards or cause.after is None:
        return given_back
    trick = next((n for n, t in enumerate(state.tricks, 1) if sorted(t[2]) == sorted(cause.cards)), None)
    if trick is None or state.missed or cause.after <= trick:
        return given_back
    winner, points, _cards = state.tricks[trick - 1]
    change_of = points if winner != state.bidder else -points
    entries = _recount(state, rule, finding.line, carded=change_of)
    return Ruling(rule=rule, text=f"trick {trick} is covered by a later one: it stays where it lies", entries=entries)


def _recount(state: Auction, rule: Rule, line: int, *, melded: int = 0, carded: int = 0) -> tuple[Entry, ...]:
    """Other points for the bidder, and what that makes of the contract."""
    bidder, contract = state.bidder, state.more["contract"]
    if bidder is None or contract is None:
        return ()
    points = Entry(bidder, melded + carded, rule, line, "as it stands")
    state.melds = (state.melds or 0) + melded
    contract["melds"] = state.melds
    if state.cards is None or state.conceded or state.deal.conceded:
        return (points,)
    state.cards += carded
    contract["cards"] = state.cards
    if state.deciders:
        return (points,)
    return (points, *deciding.change(state, "made" if state.melds + state.cards >= state.bid else "double", rule, line))


# --- The rest --------------------------------------------------------------------------------------------------------

_SAYS: dict[Rule, str] = {
    bidding.BID_FORCED: "he must open; if all pass the deal is void",
    bidding.BID_STEP: "it is void if he bids again in turn; if the others let it stand, it stands",
    bidding.INSUFFICIENT: "the bid is void; unless he had passed before, he must make it sufficient",
    bidding.PASS_FINAL: "the bid is void",
    bidding.ILLEGAL_BID: "the bid is void; nothing follows",
    bidding.WIDOW_PEEK: "he may not bid any more in this deal",
    INACTIVE: "the idle ones take no part in bidding and play",
    actions.INACTIVE_CONDUCT: "what he says does not count; the texts lay down no penalty",
    TRUMP_NOT_NAMED: "anybody may ask for trumps; a revoke made in ignorance of them stands",
    melds.MELD_TABLE: "it scores nothing",
    melds.CLASS_ONCE: "it scores nothing",
}


def says(finding: Finding, _: Auction, __: Sequence[Entry]) -> Ruling:
    """A fault that costs nothing more than the rule itself says."""
    return Ruling(rule=finding.rule, text=_SAYS[finding.rule])


def bidders_lead(finding: Finding, _: Auction, __: Sequence[Entry]) -> Ruling:
    """Whoever had the lead accepts it or does not; without either on record the choice is open."""
    cause, rule = finding.cause, finding.rule
    chosen = cause.choice if isinstance(cause, Irregularity) else None
    if chosen in _LEAD_CHOICES:
        return Ruling(rule=rule, text=f"no penalty; {_LEAD_CHOICES[chosen or '']}")
    choices = tuple(Choice(name, gives) for name, gives in _LEAD_CHOICES.items())
    return Ruling(rule=rule, text="no penalty; whoever had the lead may accept it or not", choices=choices)


_LEAD_CHOICES = {
    "accept": "the lead is accepted and stands",
    "refuse": "the card is taken back, and whoever had the lead leads",
}

REMEDIES: dict[Rule, Remedy] = {
    **dict.fromkeys(_SAYS, says),
    **dict.fromkeys(deciding.CALLED, deciding.decided),
    actions.EXPOSE_ONE_BIDDER: deciding.exposed,
    actions.EXPOSE_ONE_OPPONENT: deciding.exposed,
    actions.EXPOSE_SEVERAL: deciding.exposed,
    DEAL: wrong_hand,
    play.LEAD_BIDDER: bidders_lead,
    deciding.WRONG_BEFORE: before_widow,
    WIDOW_EXPOSED: widow_exposed,
    MISDEAL_EXPOSED: misdeal,
    MISDEAL_SHUFFLE: misdeal,
    WIDOW_SHORT: misdeal,
    melds.MELD_COUNT: miscount,
    TRICK_MISASSIGNED: misassigned,
}
VOIDS = frozenset({WIDOW_EXPOSED, MISDEAL_EXPOSED, MISDEAL_SHUFFLE, WIDOW_SHORT})
KEPT_WHEN_VOID = frozenset({WIDOW_EXPOSED, stakes.KITTY_ANTE})
