"""Faults that decide the contract: the earliest of them does, whatever the cards came to.

Nothing is erased: what was paid as the cards fell is reversed, and what the ruling makes of it is paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction import actions, melds, play, stakes
from pinocle_cli.games.auction.deal import DEAL
from pinocle_cli.games.auction.state import HAND, Auction, Decider
from pinocle_cli.ledger import Choice, Entry, Ruling
from pinocle_cli.record import Event, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.ledger import Finding

WRONG_BEFORE = Rule(
    "wrong-hand-before-widow",
    "A wrong hand, found before the widow is shown",
    "irregularity",
    """A hand that is short draws what it lacks, face down, from the hand that has too many cards, or from the
    widow.""",
    "004, Неправильная рука",
)

WRONG_AFTER = Rule(
    "wrong-hand-after-widow",
    "A wrong hand, found after the widow is shown",
    "irregularity",
    """If the bidder's own hand is right the contract is made. If it is wrong he pays a bete, a double one once he has
    led.""",
    "004, Неправильная рука",
)

ILLEGAL_INFORMATION = Rule(
    "illegal-information",
    "Illegal information",
    "irregularity",
    """Once an opponent has played to the first trick, neither of them may ask or tell the bid, the melds, or the points
    that either side has or needs; if one does, the contract is made.""",
    "004, Незаконная информация",
)

LOOK_AT_TRICKS = Rule(
    "look-at-tricks",
    "Looking at played tricks",
    "irregularity",
    """If a player turns up and looks at played cards after his side has played to the next trick, play ends and the
    other side wins. But the bidder may look at what he buried until he plays to the second trick.""",
    "004, Просмотр сыгранных карт",
)

_OUTCOMES = {
    "made": "the contract is made",
    "double": "the bidder pays a double bete",
    "single": "the bidder pays a single bete",
}


# --- Faults that decide the contract ---------------------------------------------------------------------------------


def called_faults(state: Auction) -> Said:
    """Which of the faults that the table wrote down decide the contract, and when they happened."""
    for said in state.deal.irregularities or ():
        rule = state.session.game.rule(said.fault)
        judge = CALLED.get(rule) if rule is not None else None
        if judge is None or state.bidder is None:
            continue
        found = judge(state, said)
        if found is not None:
            outcome, remedy = found
            when = (99, 0) if said.after is None and said.after_bid is None else (said.after or 0, 5)
            state.deciders.append(Decider(when, said.by, outcome, remedy, said, said.place.line))
    yield from ()


Verdict = tuple[str, Rule] | None


def _revoke(state: Auction, said: Irregularity) -> Verdict:
    own = said.by == state.bidder or (said.by is None and said.fault.endswith("bidder"))
    if not own and said.by is not None and not state.is_opponent(said.by):
        return None
    return ("double", play.REVOKE_BIDDER) if own else ("made", play.REVOKE_OPPONENT)


def _by_opponent(rule: Rule) -> Callable[[Auction, Irregularity], Verdict]:
    def judge(state: Auction, said: Irregularity) -> Verdict:
        return ("made", rule) if said.by is None or state.is_opponent(said.by) else None

    return judge


def _several(state: Auction, said: Irregularity) -> Verdict:
    """Several cards, even if they were written down under the rule for one."""
    one = len(said.cards) == 1 or (not said.cards and said.fault.endswith(actions.EXPOSE_ONE_OPPONENT.label))
    return ("made", actions.EXPOSE_SEVERAL) if state.is_opponent(said.by) and not one else None


def _information(state: Auction, said: Irregularity) -> Verdict:
    early = said.after == 0 or said.after_bid is not None
    return None if early else _by_opponent(ILLEGAL_INFORMATION)(state, said)


def _look(state: Auction, said: Irregularity) -> Verdict:
    if said.after == 0 or said.after_bid is not None:
        return None  # nothing has been played yet
    if said.by != state.bidder:
        return _by_opponent(LOOK_AT_TRICKS)(state, said)
    bury = state.deal.bury
    own = bool(said.cards) and bury is not None and set(said.cards) <= set(bury.cards)
    return None if own and (said.after or 0) <= 1 else ("double", LOOK_AT_TRICKS)


def _wrong_after(state: Auction, said: Irregularity) -> Verdict:
    if said.by is not None and said.by != state.bidder and not state.is_opponent(said.by):
        return None
    led = state.led if said.after is None else said.after > 0
    return (("double" if led else "single") if said.by == state.bidder else "made"), WRONG_AFTER


def _dealt(state: Auction, said: Irregularity) -> Verdict:
    """A wrong number of cards, called as such: what follows depends on when it was found."""
    early = said.after_bid is not None or not state.widow_taken
    return None if early else _wrong_after(state, said)


def _buried(state: Auction, said: Irregularity) -> Verdict:
    """Once he has led; a lead before he has buried is one."""
    led = state.led or (
        said.fault.endswith(melds.IMPROPER_BURY.label) and not state.deal.conceded and said.after is None
    )
    return ("double", melds.IMPROPER_BURY) if led and said.by in (None, state.bidder) else None


CALLED: dict[Rule, Callable[[Auction, Irregularity], Verdict]] = {
    play.PLAY: _revoke,
    play.REVOKE_BIDDER: _revoke,
    play.REVOKE_OPPONENT: _revoke,
    play.LEAD_OPPONENT: _by_opponent(play.LEAD_OPPONENT),
    actions.EXPOSE_ONE_OPPONENT: _several,
    actions.EXPOSE_SEVERAL: _several,
    ILLEGAL_INFORMATION: _information,
    LOOK_AT_TRICKS: _look,
    WRONG_AFTER: _wrong_after,
    DEAL: _dealt,
    melds.BURY: _buried,
    melds.BURIED_MELD: _buried,
    melds.NO_BURY_MELDED: _buried,
    melds.IMPROPER_BURY: _buried,
}


def wrong_hands(state: Auction) -> Said:
    """Hands that were dealt wrong, found when the widow had been shown."""
    bidder = state.bidder
    if bidder is None or not state.widow_taken or state.calls_of(WRONG_BEFORE):
        return
    for seat, hand in (state.deal.hands or {}).items():
        if seat in state.hands and len(hand.cards) != HAND:
            own = len(state.hands.get(bidder, range(HAND))) != HAND
            outcome = ("double" if state.led else "single") if own else "made"
            state.deciders.append(Decider((0, 8), seat, outcome, WRONG_AFTER, hand, hand.place.line))
    yield from ()


def decided(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling | None:
    """The earliest fault that decides the contract does; later ones change nothing."""
    own = next((d for d in state.deciders if d.cause is finding.cause and d.seat == finding.seat), None)
    if own is None:
        rule = melds.BURIED_MELD if finding.rule is melds.NO_BURY_MELDED else finding.rule
        return Ruling(rule=rule, text=_WHY_NOT.get(finding.rule, "nothing follows"))
    if state.more["contract"] is None:
        return Ruling(rule=own.rule, text="there is no contract that it could decide")
    first = min(state.deciders, key=lambda decider: decider.when)
    if first is not own:
        same = first.outcome == own.outcome
        text = f"{_OUTCOMES[own.outcome]}" if same else "the contract was decided before"
        return Ruling(rule=own.rule, text=f"{text}; the fault in line {first.line} has settled it already")
    text = _OUTCOMES[own.outcome]
    entries = change(state, own.outcome, own.rule, finding.line)
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


def change(state: Auction, outcome: str, rule: Rule, line: int) -> tuple[Entry, ...]:
    """The entries that turn what was paid as the cards fell into what the ruling says."""
    made = outcome in ("made", "equal", "opponents")
    before, were = list(state.settled), stakes.terms(state, state.outcome or "") if _settled(state) else None
    if were is not None and were[:2] == stakes.terms(state, outcome)[:2]:
        return ()
    stakes.settle(state, outcome, line, rule)
    state.scored = True
    contract = state.more["contract"]
    contract["made"] = made
    sums: dict[int, int] = {}
    for entry in before:
        sums[entry.seat] = sums.get(entry.seat, 0) + entry.points
    reversed_ = [Entry(seat, -sums[seat], rule, line, stakes.REVERSED, "chips") for seat in sums if sums[seat]]
    return (*reversed_, *state.settled)


def _settled(state: Auction) -> bool:
    return state.outcome not in (None, "unseen")


# --- The bidder's choice ---------------------------------------------------------------------------------------------


def exposed(finding: Finding, state: Auction, ledger: Sequence[Entry]) -> Ruling | None:
    """One card of an opponent: the bidder may require or forbid it; several: the contract is made."""
    cause = finding.cause
    if any(d.cause is cause for d in state.deciders):
        return decided(finding, state, ledger)
    rule = actions.EXPOSE_ONE_OPPONENT
    if finding.rule is not rule or (isinstance(cause, Event) and cause.verb != "exposes"):
        return Ruling(rule=finding.rule, text=_no_exposure(finding, state))
    if not state.is_opponent(finding.seat) and (state.bidder is not None or state.void):
        return Ruling(rule=rule, text=_no_exposure(finding, state))
    card = state.deck.show(cause.cards) or "the card"
    name = "the player" if finding.seat is None else state.name(finding.seat)
    bidder = "the bidder" if state.bidder is None else state.name(state.bidder)
    chosen = cause.choice if isinstance(cause, Irregularity) else None
    if chosen in ("require", "forbid"):
        what = "must" if chosen == "require" else "may not"
        return Ruling(rule=rule, text=f"{bidder} has chosen: {name} {what} play {card} at the first opportunity")
    at_first = "at the first opportunity"
    now = f"as the play is recorded: {_standing(state)}"
    choices = (
        Choice("require", f"{name} must play {card} {at_first}; {now}"),
        Choice("forbid", f"{name} may not play {card} {at_first}; {now}"),
    )
    return Ruling(
        rule=rule, text=f"{bidder} may require or forbid that {name} plays {card} {at_first}", choices=choices
    )


def _standing(state: Auction) -> str:
    if not _settled(state):
        return "the contract is open"
    terms = stakes.terms(state, state.outcome or "")
    made, way = ("made", "from") if terms.sign > 0 else ("failed", "to")
    return f"contract {made}, {terms.amount} chips {way} each"


def _no_exposure(finding: Finding, state: Auction) -> str:
    if isinstance(finding.cause, Event) and finding.cause.verb != "exposes":
        return "what the bidder chooses binds; the texts lay down no more than that"
    if finding.seat is not None and finding.seat not in state.active:
        return "an idle player has no cards: nothing follows"
    return "no penalty: the card is the bidder's own"
