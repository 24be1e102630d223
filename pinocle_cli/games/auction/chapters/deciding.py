"""Faults that decide the contract: the earliest of them does, whatever the cards came to.

A chapter says what a breach makes of the contract with a function under `@decides`; here they are put in order. Nothing
is erased: what was paid as the cards fell is reversed, and what the ruling makes of it is paid.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Trick
from pinocle_cli.game import Bounds
from pinocle_cli.games.auction.chapters.kitty import KITTY_ANTE
from pinocle_cli.games.auction.chapters.settling import REVERSED, net_of, settlement
from pinocle_cli.games.auction.chapters.stakes import terms
from pinocle_cli.games.auction.state import MADE, Auction, Decider, Ends, Outcome
from pinocle_cli.ledger import FAULT, Choice, Entry, Ruling
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pinocle_cli.game import Remedy, Said
    from pinocle_cli.ledger import Finding
    from pinocle_cli.rule import Rule

    Judge = Callable[[Auction, Finding], Ends | Ruling | str]

WORDS: dict[Outcome | None, str] = {
    "made": "the contract is made",
    "double": "the bidder pays a double bete",
    "single": "the bidder pays a single bete",
    None: "the deal counts as it was played",
}


def decides(judge: Judge) -> Remedy[Auction]:
    """A remedy made of what a breach makes of the contract, or of the words that say why it makes nothing of it."""

    @functools.wraps(judge)
    def remedy(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
        ends = judge(state, finding)
        if not isinstance(ends, Ends):
            return ends if isinstance(ends, Ruling) else Ruling(rule=finding.rule, text=ends)
        ruling = _decided(state, finding, answered(ends, finding))
        ruling.choices = tuple(
            Choice(way, WORDS[outcome]) for way, outcome in zip(ends.ways, ends.outcomes, strict=bool(ends.ways))
        )
        return ruling

    return remedy


def weigh_deciders(state: Auction) -> Said:
    """Which faults may decide the contract, and what is left open where it is not known who did it, or when."""
    remedies = state.session.game.remedies
    if not state.found:
        return
    for finding in state.found:
        judge: Judge | None = getattr(remedies.get(finding.rule), "__wrapped__", None)
        if judge is None or finding.severity != FAULT or finding.ruling or state.bidder is None:
            continue
        ends = judge(state, finding)
        if isinstance(ends, Ends):
            ends = answered(ends, finding)
            state.deciders.append(Decider(_when(finding), ends, finding.cause, finding.seat, finding.line))
    state.deciders.sort(key=lambda decider: decider.when)
    possible: dict[Outcome | None, None] = {}
    for decider in state.deciders:
        possible.update(dict.fromkeys(decider.ends.outcomes))
        if None not in decider.ends.outcomes:
            break
        del possible[None]
    else:
        possible[None] = None
    state.open = tuple(possible) if len(possible) > 1 else ()
    yield from ()


def answered(ends: Ends, finding: Finding) -> Ends:
    """What it comes to where the table wrote which way it was."""
    choice = finding.said.choice if finding.said is not None else None
    if choice not in ends.ways:
        return ends
    return Ends((ends.outcomes[ends.ways.index(choice)],), ends.rule, ends.ways)


def _when(finding: Finding) -> tuple[int, int]:
    """In which trick it happened, or between two; what has no time comes last."""
    cause, said = finding.cause, finding.said
    if isinstance(cause, Trick):
        return cause.number, 0
    if isinstance(cause, Act):
        return cause.tricks, 5
    if said is None:
        return 0, 8
    return (99, 0) if said.after is None and said.after_bid is None else (said.after or 0, 5)


def _decided(state: Auction, finding: Finding, ends: Ends) -> Ruling:
    """The earliest fault that decides the contract does; later ones change nothing."""
    rule = ends.rule
    if state.contract is None:
        return Ruling(rule=rule, text="there is no contract that it could decide")
    if len(ends.outcomes) > 1:
        return _left_open(ends)
    (outcome,) = ends.outcomes
    first = next(d for d in state.deciders if len(d.ends.outcomes) == 1)
    if not (first.cause is finding.cause and first.seat == finding.seat):
        same = first.ends.outcomes == ends.outcomes
        text = WORDS[outcome] if same else "the contract was decided before"
        return Ruling(rule=rule, text=f"{text}; the fault in line {first.line} has settled it already")
    if state.open:
        text = f"{WORDS[outcome]}, unless another fault decided it before; when that was, or who did it, is open"
        return Ruling(rule=rule, text=text)
    entries = () if outcome is None else change(state, outcome, rule, finding.line)
    return Ruling(rule=rule, text=WORDS[outcome] + ("" if entries else ", as it was anyway"), entries=entries)


def _left_open(ends: Ends) -> Ruling:
    """What each answer would give, where the record does not say who did it, or when."""
    text = "; ".join(f"{way}: {WORDS[outcome]}" for way, outcome in zip(ends.ways, ends.outcomes, strict=True))
    return Ruling(rule=ends.rule, text=f"it is not recorded, so the ruling is open ({text})")


def change(state: Auction, outcome: Outcome, rule: Rule, line: int) -> tuple[Entry, ...]:
    """The entries that turn what was paid as the cards fell into what the ruling says."""
    before, was = state.settled, state.outcome
    if was not in (None, "unseen") and terms(state, was)[:2] == terms(state, outcome)[:2]:
        return ()
    state.paid = [paid for paid in state.paid if paid.rule is KITTY_ANTE]
    new = settlement(state, outcome, line, rule)
    state.outcome, state.settled = outcome, [*new.entries]
    state.paid += new.paid
    state.scored = True
    given(state.contract)["made"] = outcome in MADE
    sums = net_of(before)
    reversed_ = [Entry(seat, -chips, rule, line, REVERSED, "chips") for seat, chips in sums.items() if chips]
    return (*reversed_, *new.entries)


def recount(state: Auction, rule: Rule, line: int, *, melded: int = 0, carded: int = 0) -> tuple[Entry, ...]:
    """Other points for the bidder, and what that makes of the contract."""
    bidder, contract = state.bidder, state.contract
    if bidder is None or contract is None:
        return ()
    points = Entry(bidder, melded + carded, rule, line, "as it stands")
    melds, cards = state.melds or Bounds(0, 0), state.cards
    state.melds = melds = Bounds(melds.least + melded, melds.most + melded)
    state.cards = cards = Bounds(cards.least + carded, cards.most + carded)
    contract["melds"] = melds.least
    if not state.counted or state.conceded_by:
        return (points,)
    contract["cards"] = cards.least
    if state.deciders:
        return (points,)
    return (points, *change(state, "made" if melds.least + cards.least >= state.bid else "double", rule, line))
