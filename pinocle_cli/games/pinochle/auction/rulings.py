"""What follows from a fault: each function takes the finding, the table and the ledger, and gives a ruling.

Most faults of play decide the contract, and the earliest of them does. Nothing is erased: what was paid as the cards
fell is reversed, and what the ruling makes of it is paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinocle_cli.games.pinochle.auction import bidding, deeds, melds, play, stakes
from pinocle_cli.games.pinochle.auction.deal import DEAL, INACTIVE, WIDOW, Auction, Decider, Paid
from pinocle_cli.ledger import Choice, Entry, Ruling
from pinocle_cli.record import Cards, Event, Irregularity
from pinocle_cli.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pinocle_cli.game import Remedy, Said
    from pinocle_cli.ledger import Finding

MISDEAL_EXPOSED = Rule(
    "auction.misdeal-exposed",
    "Misdeal, cards exposed",
    "irregularity",
    """If the dealer exposes several cards of a player or a card of the widow, the deal is void and he deals again. A
    single card of a player is no misdeal.""",
    "004, Неправильная сдача",
)

MISDEAL_SHUFFLE = Rule(
    "auction.misdeal-shuffle",
    "Misdeal, shuffle or cut",
    "irregularity",
    """That the pack was not shuffled or cut rightly may be claimed until the widow is dealt; the same dealer deals
    again.""",
    "004, Неправильная сдача",
)

WIDOW_EXPOSED = Rule(
    "auction.widow-exposed",
    "A widow card exposed",
    "irregularity",
    """If a player exposes a card of the widow during the bidding the deal is void and the next dealer deals. The
    offender pays every player the worth of the highest bid made before, and the kitty too if it was 350 or more.""",
    "004, Показ вдовы; decided by us for the kitty",
)

WRONG_BEFORE = Rule(
    "auction.wrong-hand-before-widow",
    "A wrong hand, found before the widow is shown",
    "irregularity",
    """A hand that is short draws what it lacks, face down, from the hand that has too many cards, or from the
    widow.""",
    "004, Неправильная рука",
)

WRONG_AFTER = Rule(
    "auction.wrong-hand-after-widow",
    "A wrong hand, found after the widow is shown",
    "irregularity",
    """If the bidder's own hand is right the contract is made. If it is wrong he pays a bete, a double one once he has
    led.""",
    "004, Неправильная рука",
)

WIDOW_SHORT = Rule(
    "auction.widow-short",
    "The widow is short",
    "irregularity",
    "If the widow has too few cards the same dealer deals again.",
    "004, Неправильная рука",
)

TRUMP_NOT_NAMED = Rule(
    "auction.trump-not-named",
    "Trumps not named",
    "irregularity",
    """Anybody may ask at any time what is trumps. Who revokes because he did not know gets no relief.""",
    "004, Заявитель не объявил козырь",
)

ILLEGAL_INFORMATION = Rule(
    "auction.illegal-information",
    "Illegal information",
    "irregularity",
    """Once an opponent has played to the first trick, neither of them may ask or tell the bid, the melds, or the points
    that either side has or needs; if one does, the contract is made.""",
    "004, Незаконная информация",
)

LOOK_AT_TRICKS = Rule(
    "auction.look-at-tricks",
    "Looking at played tricks",
    "irregularity",
    """If a player turns up and looks at played cards after his side has played to the next trick, play ends and the
    other side wins. But the bidder may look at what he buried until he plays to the second trick.""",
    "004, Просмотр сыгранных карт",
)

TRICK_MISASSIGNED = Rule(
    "auction.trick-misassigned",
    "A trick taken by the wrong side",
    "irregularity",
    """A trick that the wrong side took is given back if it is claimed before a later trick covers it; after that it
    stays where it lies.""",
    "004, Ошибочное присвоение взятки",
)

_OUTCOMES = {
    "made": "the contract is made",
    "double": "the bidder pays a double bete",
    "single": "the bidder pays a single bete",
}


# --- Faults that decide the contract ---------------------------------------------------------------------------------


def called_faults(table: Auction) -> Said:
    """Which of the faults that the table wrote down decide the contract, and when they happened."""
    for said in table.deal.irregularities or ():
        rule = table.standing.game.rule(said.fault)
        judge = _CALLED.get(rule) if rule is not None else None
        if judge is None or table.bidder is None:
            continue
        found = judge(table, said)
        if found is not None:
            outcome, remedy = found
            when = (99, 0) if said.after is None and said.after_bid is None else (said.after or 0, 5)
            table.deciders.append(Decider(when, said.by, outcome, remedy, said, said.place.line))
    yield from ()


Verdict = tuple[str, Rule] | None


def _revoke(table: Auction, said: Irregularity) -> Verdict:
    own = said.by == table.bidder or (said.by is None and said.fault.endswith("bidder"))
    if not own and said.by is not None and not table.is_opponent(said.by):
        return None
    return ("double", play.REVOKE_BIDDER) if own else ("made", play.REVOKE_OPPONENT)


def _by_opponent(rule: Rule) -> Callable[[Auction, Irregularity], Verdict]:
    def judge(table: Auction, said: Irregularity) -> Verdict:
        return ("made", rule) if said.by is None or table.is_opponent(said.by) else None

    return judge


def _several(table: Auction, said: Irregularity) -> Verdict:
    """Several cards, even if they were written down under the rule for one."""
    one = len(said.cards) == 1 or (not said.cards and said.fault.endswith(deeds.EXPOSE_ONE_OPPONENT.name))
    return ("made", deeds.EXPOSE_SEVERAL) if table.is_opponent(said.by) and not one else None


def _information(table: Auction, said: Irregularity) -> Verdict:
    early = said.after == 0 or said.after_bid is not None or not table.led
    return None if early else _by_opponent(ILLEGAL_INFORMATION)(table, said)


def _look(table: Auction, said: Irregularity) -> Verdict:
    if said.after == 0 or said.after_bid is not None:
        return None  # nothing has been played yet
    if said.by != table.bidder:
        return _by_opponent(LOOK_AT_TRICKS)(table, said)
    bury = table.deal.bury
    own = bool(said.cards) and bury is not None and set(said.cards) <= set(bury.cards)
    return None if own and (said.after or 0) <= 1 else ("double", LOOK_AT_TRICKS)


def _wrong_after(table: Auction, said: Irregularity) -> Verdict:
    if said.by is not None and said.by != table.bidder and not table.is_opponent(said.by):
        return None
    led = table.led if said.after is None else said.after > 0
    return (("double" if led else "single") if said.by == table.bidder else "made"), WRONG_AFTER


def _buried(table: Auction, said: Irregularity) -> Verdict:
    return ("double", melds.IMPROPER_BURY) if table.led and said.by in (None, table.bidder) else None


_CALLED: dict[Rule, Callable[[Auction, Irregularity], Verdict]] = {
    play.PLAY: _revoke,
    play.REVOKE_BIDDER: _revoke,
    play.REVOKE_OPPONENT: _revoke,
    play.LEAD_OPPONENT: _by_opponent(play.LEAD_OPPONENT),
    deeds.EXPOSE_ONE_OPPONENT: _several,
    deeds.EXPOSE_SEVERAL: _several,
    ILLEGAL_INFORMATION: _information,
    LOOK_AT_TRICKS: _look,
    WRONG_AFTER: _wrong_after,
    melds.BURIED_MELD: _buried,
    melds.NO_BURY_MELDED: _buried,
    melds.IMPROPER_BURY: _buried,
}


def decided(finding: Finding, table: Auction, _: Sequence[Entry]) -> Ruling | None:
    """The earliest fault that decides the contract does; later ones change nothing."""
    own = next((d for d in table.deciders if d.cause is finding.cause and d.seat == finding.seat), None)
    if own is None:
        return Ruling(rule=finding.rule, text=_WHY_NOT.get(finding.rule, "nothing follows"))
    first = min(table.deciders, key=lambda decider: decider.when)
    if first is not own:
        same = first.outcome == own.outcome
        text = f"{_OUTCOMES[own.outcome]}" if same else "the contract was decided before"
        return Ruling(rule=own.rule, text=f"{text}; the fault in line {first.line} has settled it already")
    text = _OUTCOMES[own.outcome]
    entries = change(table, own.outcome, own.rule, finding.line)
    return Ruling(rule=own.rule, text=text if entries else f"{text}, as it was anyway", entries=entries)


_WHY_NOT = {
    ILLEGAL_INFORMATION: "no penalty: only an opponent is bound to silence, and only when he has played to a trick",
    LOOK_AT_TRICKS: "no penalty: he might still look",
    WRONG_AFTER: "an idle player has no hand: nothing follows",
    melds.NO_BURY_MELDED: "it can still be put right before the first lead",
    melds.BURIED_MELD: "it can still be put right before the first lead",
    melds.IMPROPER_BURY: "it can still be put right before the first lead",
    melds.BURY: "it can still be put right before the first lead",
}


def change(table: Auction, outcome: str, rule: Rule, line: int) -> tuple[Entry, ...]:
    """The entries that turn what was paid as the cards fell into what the ruling says."""
    made = outcome in ("made", "equal", "opponents")
    before, were = list(table.settled), stakes.terms(table, table.outcome or "") if _settled(table) else None
    if were is not None and were[:2] == stakes.terms(table, outcome)[:2]:
        return ()
    stakes.settle(table, outcome, line, rule)
    table.scored = True
    contract = table.more["contract"]
    contract["made"] = made
    sums: dict[int, int] = {}
    for entry in before:
        sums[entry.seat] = sums.get(entry.seat, 0) + entry.points
    reversed_ = [Entry(seat, -sums[seat], rule, line, "reversed", "chips") for seat in sums if sums[seat]]
    return (*reversed_, *table.settled)


def _settled(table: Auction) -> bool:
    return table.outcome not in (None, "unseen")


# --- The bidder's choice ---------------------------------------------------------------------------------------------


def exposed(finding: Finding, table: Auction, ledger: Sequence[Entry]) -> Ruling | None:
    """One card of an opponent: the bidder may require or forbid it; several: the contract is made."""
    cause = finding.cause
    if any(d.cause is cause for d in table.deciders):
        return decided(finding, table, ledger)
    rule = deeds.EXPOSE_ONE_OPPONENT
    if finding.rule is not rule or (isinstance(cause, Event) and cause.verb != "exposes"):
        return Ruling(rule=finding.rule, text=_no_exposure(finding, table))
    if not table.is_opponent(finding.seat) and (table.bidder is not None or table.void):
        return Ruling(rule=rule, text=_no_exposure(finding, table))
    card = table.deck.show(cause.cards) or "the card"
    name = "the player" if finding.seat is None else table.name(finding.seat)
    bidder = "the bidder" if table.bidder is None else table.name(table.bidder)
    chosen = cause.choice if isinstance(cause, Irregularity) else None
    if chosen in ("require", "forbid"):
        what = "must" if chosen == "require" else "may not"
        return Ruling(rule=rule, text=f"{bidder} has chosen: {name} {what} play {card} at the first opportunity")
    at_first = "at the first opportunity"
    now = f"as the play is recorded: {_standing(table)}"
    choices = (
        Choice("require", f"{name} must play {card} {at_first}; {now}"),
        Choice("forbid", f"{name} may not play {card} {at_first}; {now}"),
    )
    return Ruling(
        rule=rule, text=f"{bidder} may require or forbid that {name} plays {card} {at_first}", choices=choices
    )


def _standing(table: Auction) -> str:
    if not _settled(table):
        return "the contract is open"
    terms = stakes.terms(table, table.outcome or "")
    made, way = ("made", "from") if terms.sign > 0 else ("failed", "to")
    return f"contract {made}, {terms.amount} chips {way} each"


def _no_exposure(finding: Finding, table: Auction) -> str:
    if isinstance(finding.cause, Event) and finding.cause.verb != "exposes":
        return "what the bidder chooses binds; the texts lay down no more than that"
    if finding.seat is not None and finding.seat not in table.active:
        return "an idle player has no cards: nothing follows"
    return "no penalty: the card is the bidder's own"


# --- Faults that make the deal void ----------------------------------------------------------------------------------


def widow_exposed(finding: Finding, table: Auction, _: Sequence[Entry]) -> Ruling:
    """Void; the offender pays everybody the worth of the highest bid made before."""
    cause, seat = finding.cause, finding.seat
    after = cause.after_bid if isinstance(cause, Irregularity) else None
    _void(table, WIDOW_EXPOSED, redeal=False)
    bids = [high for n, high in table.bids_so_far if after is None or n <= after]
    high = bids[-1] if bids else 0
    text = "the deal is void and the next dealer deals"
    if seat is None or not high:
        return Ruling(
            rule=WIDOW_EXPOSED, text=text + ("; no bid had been made, so nothing is paid" if not high else "")
        )
    worth = stakes.worth_of(high, table.house.chips)
    others = [other for other in range(table.standing.players) if other != seat]
    others += [table.kitty] if high >= stakes.KITTY_FROM else []
    line, note = finding.line, f"the worth of {high}"
    table.paid += [Paid(seat, other, worth, WIDOW_EXPOSED) for other in others]
    entries = [Entry(other, worth, WIDOW_EXPOSED, line, note, "chips") for other in others]
    entries.insert(0, Entry(seat, -worth * len(others), WIDOW_EXPOSED, line, f"{note} to each", "chips"))
    text += f"; {table.name(seat)} pays {worth} to each, the worth of {high}"
    return Ruling(rule=WIDOW_EXPOSED, text=text, entries=tuple(entries))


def _void(table: Auction, rule: Rule, *, redeal: bool) -> None:
    """The deal does not count; who voided it first has done so."""
    if table.void is None:
        table.void, table.redeal = rule, redeal
    table.scored = True
    table.more["contract"] = None


def misdeal(finding: Finding, table: Auction, _: Sequence[Entry]) -> Ruling:
    """Void, and the same dealer deals again, if it was claimed in time."""
    cause, rule = finding.cause, finding.rule
    again = f"the deal is void; {table.name(table.dealer)} deals again"
    if isinstance(cause, Irregularity):
        widow = table.deal.widow
        if rule is MISDEAL_EXPOSED and len(cause.cards) == 1 and widow and cause.cards[0] not in widow.cards:
            return Ruling(rule=rule, text="a single card of a player is no misdeal: nothing follows")
        if rule is MISDEAL_SHUFFLE and (
            cause.after or cause.after_bid or (table.deal.bids and cause.after_bid is None)
        ):
            return Ruling(rule=rule, text="it was claimed too late, when the widow had been dealt: the deal stands")
    _void(table, rule, redeal=True)
    return Ruling(rule=rule, text=again)


def wrong_hand(finding: Finding, table: Auction, ledger: Sequence[Entry]) -> Ruling | None:
    """A hand or a widow of the wrong size: what follows depends on when it is found."""
    deal, widow = table.deal, table.deal.widow
    if widow is not None and len(widow.cards) < WIDOW:
        _void(table, WIDOW_SHORT, redeal=True)
        return Ruling(rule=WIDOW_SHORT, text=f"the deal is void; {table.name(table.dealer)} deals again")
    shown = table.led or deal.melds is not None or deal.bury is not None or deal.trump is not None
    if not shown or table.bidder is None:
        return before_widow(finding, table, ledger)
    if finding.seat is None:
        return Ruling(rule=finding.rule, text="the widow had a card too many, and a hand one too few")
    return decided(finding, table, ledger)


def before_widow(finding: Finding, table: Auction, _: Sequence[Entry]) -> Ruling:
    """The short hand draws; the deal goes on."""
    return Ruling(rule=WRONG_BEFORE, text="the short hand draws what it lacks, face down, from where there is too much")


def register_wrong_hands(table: Auction) -> Said:
    """Hands of the wrong size that the deal shows, found when the widow had been shown."""
    bidder = table.bidder
    for seat, hand in (table.deal.hands or {}).items():
        if seat in table.hands and len(hand.cards) != 15 and bidder is not None:  # noqa: PLR2004
            own = len(table.hands.get(bidder, range(15))) != 15  # noqa: PLR2004
            outcome = ("double" if table.led else "single") if own else "made"
            table.deciders.append(Decider((0, 8), seat, outcome, WRONG_AFTER, hand, hand.place.line))
    yield from ()


# --- Counts put right ------------------------------------------------------------------------------------------------


def miscount(finding: Finding, table: Auction, _: Sequence[Entry]) -> Ruling:
    """Melds added wrongly: the right value counts, unless the settlement was complete."""
    wrong, rule = finding.cause, finding.rule
    late = next((said for said in table.called(rule) if said.choice == "settled"), None)
    if not isinstance(wrong, melds.Miscount):
        text = "what was settled stands" if late else "it is put right: the melds count what they are worth"
        return Ruling(rule=rule, text=text)
    if late is None:
        return Ruling(rule=rule, text=f"it is put right before the settlement is complete: {wrong.right} counts")
    entries = _recount(table, rule, finding.line, melded=wrong.scored - wrong.right)
    return Ruling(rule=rule, text=f"it was found after the settlement: {wrong.scored} stands", entries=entries)


def misassigned(finding: Finding, table: Auction, _: Sequence[Entry]) -> Ruling:
    """A trick that the wrong side took is given back, unless a later one covers it."""
    cause, rule = finding.cause, finding.rule
    given_back = Ruling(rule=rule, text="it is given back: the trick counts for the side that won it")
    if not isinstance(cause, Irregularity) or not cause.cards or cause.after is None:
        return given_back
    trick = next((n for n, t in enumerate(table.tricks, 1) if sorted(t[2]) == sorted(cause.cards)), None)
    if trick is None or table.missed or cause.after <= trick:
        return given_back
    winner, points, _cards = table.tricks[trick - 1]
    change_of = points if winner != table.bidder else -points
    entries = _recount(table, rule, finding.line, carded=change_of)
    return Ruling(rule=rule, text=f"trick {trick} is covered by a later one: it stays where it lies", entries=entries)


def _recount(table: Auction, rule: Rule, line: int, *, melded: int = 0, carded: int = 0) -> tuple[Entry, ...]:
    """Other points for the bidder, and what that makes of the contract."""
    bidder, contract = table.bidder, table.more["contract"]
    if bidder is None or contract is None:
        return ()
    points = Entry(bidder, melded + carded, rule, line, "as it stands")
    table.melds = (table.melds or 0) + melded
    contract["melds"] = table.melds
    if table.cards is None or table.conceded or table.deal.conceded:
        return (points,)
    table.cards += carded
    contract["cards"] = table.cards
    if table.deciders:
        return (points,)
    return (points, *change(table, "made" if table.melds + table.cards >= table.bid else "double", rule, line))


# --- The rest --------------------------------------------------------------------------------------------------------

_SAYS: dict[Rule, str] = {
    bidding.BID_FORCED: "he must open; if all pass the deal is void",
    bidding.BID_STEP: "it is void if he bids again in turn; if the others let it stand, it stands",
    bidding.PASS_FINAL: "the bid is void",
    bidding.ILLEGAL_BID: "the bid is void; nothing follows",
    bidding.WIDOW_PEEK: "he may not bid any more in this deal",
    INACTIVE: "the idle ones take no part in bidding and play",
    deeds.INACTIVE_CONDUCT: "what he says does not count; the texts lay down no penalty",
    play.LEAD_BIDDER: "no penalty; whoever had the lead may accept it",
    TRUMP_NOT_NAMED: "anybody may ask for trumps; a revoke made in ignorance of them stands",
    melds.MELD_TABLE: "it scores nothing",
    melds.CLASS_ONCE: "it scores nothing",
}


def says(finding: Finding, _: Auction, __: Sequence[Entry]) -> Ruling:
    """A fault that costs nothing more than the rule itself says."""
    return Ruling(rule=finding.rule, text=_SAYS[finding.rule])


def insufficient(finding: Finding, table: Auction, _: Sequence[Entry]) -> Ruling:
    """Void; to be made good, unless the offender had passed."""
    cause: Any = finding.cause
    if isinstance(cause, Event) and cause.what is None:
        return Ruling(rule=finding.rule, text="the pass stands; it is a fault of its own")
    if "had passed" in finding.message:
        return Ruling(rule=finding.rule, text="the bid is void; he had passed, so nothing follows")
    return Ruling(rule=finding.rule, text="the bid is void; he must make it sufficient")


REMEDIES: dict[Rule, Remedy] = {
    **dict.fromkeys(_SAYS, says),
    **dict.fromkeys(_CALLED, decided),
    melds.BURY: decided,
    bidding.INSUFFICIENT: insufficient,
    deeds.EXPOSE_ONE_BIDDER: exposed,
    deeds.EXPOSE_ONE_OPPONENT: exposed,
    deeds.EXPOSE_SEVERAL: exposed,
    DEAL: wrong_hand,
    WRONG_BEFORE: before_widow,
    WIDOW_EXPOSED: widow_exposed,
    MISDEAL_EXPOSED: misdeal,
    MISDEAL_SHUFFLE: misdeal,
    WIDOW_SHORT: misdeal,
    melds.MELD_COUNT: miscount,
    TRICK_MISASSIGNED: misassigned,
}
KEPT_WHEN_VOID = frozenset({WIDOW_EXPOSED, stakes.KITTY_ANTE})

__all__ = ["KEPT_WHEN_VOID", "REMEDIES", "Cards", "called_faults", "register_wrong_hands"]
