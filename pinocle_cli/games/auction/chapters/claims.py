"""Claims, and tricks taken by the wrong side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.games.auction.chapters.deciding import recount
from pinocle_cli.ledger import ERROR, Entry, Finding, Ruling
from pinocle_cli.record import IMPOSSIBLE, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction, Won

CLAIM = Rule(
    "claim",
    "A claim",
    "settlement",
    """A side that claims to have won stops the play; every card that is not played, and the last trick, goes to the
    other side.""",
    "004, Претензии и уступки",
)


@CLAIM.applied
def claimed(state: Auction, left: int) -> Entry:
    """All that was not played goes to the other side, the last trick included."""
    name, bidder = state.name, state.bidder
    assert bidder is not None and state.stop is not None and state.claimed is not None  # noqa: S101, PT018 - a claim
    opponents = [seat for seat in state.active if seat != bidder]
    if state.claimed == bidder:
        text = f"{name(bidder)} claimed: the rest goes to {' & '.join(map(name, opponents))}"
        return Entry(opponents[0], left, CLAIM, state.stop.line, text)
    text = f"{name(state.claimed)} claimed: the rest goes to {name(bidder)}"
    return Entry(bidder, left, CLAIM, state.stop.line, text)


TRICK_MISASSIGNED = Rule(
    "trick-misassigned",
    "A trick taken by the wrong side",
    "irregularity",
    """A trick that the wrong side took is given back if it is claimed before a later trick covers it; after that it
    stays where it lies.""",
    "004, Ошибочное присвоение взятки",
)


@TRICK_MISASSIGNED.follows()
def misassigned(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """A trick that the wrong side took is given back, unless a later one that this side won covers it."""
    said, rule = finding.said, TRICK_MISASSIGNED
    trick = trick_of(state, said) if said else None
    if said is None or trick is None or said.after is None or state.missed:
        return Ruling(rule=rule, text="it is given back: the trick counts for the side that won it")
    theirs = trick.winner == state.bidder  # the opponents hold it
    later = [won for won in state.tricks if trick.number < won.number <= said.after]
    over = next((won for won in later if (won.winner != state.bidder) == theirs), None)
    if over is None:
        return Ruling(rule=rule, text="nothing lies on it: it is given back to the side that won it")
    change_of = -trick.points if theirs else trick.points
    entries = recount(state, rule, finding.line, carded=change_of)
    text = f"trick {trick.number} is covered by trick {over.number}: it stays where it lies"
    return Ruling(rule=rule, text=text, entries=entries)


@TRICK_MISASSIGNED.examined
def whose_trick(state: Auction, said: Irregularity) -> weigh.Weight:
    """Who won the trick, as it is recorded."""
    trick = trick_of(state, said)
    if trick is None or said.by is None or state.bidder is None:
        return weigh.OPEN
    if said.by not in state.active:
        return weigh.refuted(f"{state.name(said.by)} is idle and takes no trick")
    if said.after is not None and trick.number > said.after:
        return weigh.refuted(f"that is trick {trick.number}, which had not been played")
    own = (trick.winner == state.bidder) == (said.by == state.bidder)
    return weigh.refuted(f"{state.name(trick.winner)} won that trick") if own else weigh.OPEN


def trick_of(state: Auction, said: Irregularity) -> Won | None:
    """The trick of these cards; of two alike the later one that had been played when it was called."""
    alike = [won for won in state.tricks if said.cards and sorted(won.cards) == sorted(said.cards)]
    played = [won for won in alike if said.after is None or won.number <= said.after]
    return next(iter((*reversed(played), *alike)), None)


def called_tricks(state: Auction) -> Said:
    """Tricks that were called wrongly taken or looked at are among those that were played."""
    for said in state.calls_of(TRICK_MISASSIGNED.label, "look-at-tricks"):
        number = len(state.tricks) if said.after is None else said.after
        if not said.cards or state.missed or not state.tricks or number > len(state.tricks):
            continue
        there = state.deck.count(*[won.cards for won in state.tricks[:number]], state.buried or ())
        wanted = state.deck.count(said.cards)
        missing = next((card for card, times in enumerate(wanted) if times > there[card]), None)
        whole = said.fault.endswith("look-at-tricks") or trick_of(state, said) is not None
        if (missing is not None and state.buried is not None) or not whole:
            text = f"{state.deck.show(said.cards)} is not a trick that had been played"
            yield Finding.at(said.place, IMPOSSIBLE, ERROR, text, said.by)
