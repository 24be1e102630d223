"""Which melds count: a card once in each class, the dearest first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.game import note
from pinocle_cli.games.auction.chapters.deciding import recount
from pinocle_cli.games.auction.chapters.laid import can_lay
from pinocle_cli.games.auction.chapters.worth import DOUBLES, MELD_TABLE
from pinocle_cli.games.auction.state import HAND
from pinocle_cli.ledger import FAULT, Entry, Finding, Ruling
from pinocle_cli.record import ASSUMED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.chapters.laid import Item
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.games.pinochle.common import Meld
    from pinocle_cli.record import Irregularity

CLASS_ONCE = Rule(
    "meld-class-once",
    "No card twice in one class",
    "score",
    """A card counts once in each class (sequences; pinochle; fours), but may count in several classes. So the marriage
    within a flush is not counted again.""",
    "004, Показ комбинаций",
)


@CLASS_ONCE.applied
def count(state: Auction, items: list[Item]) -> tuple[list[list[Meld]], list[list[Meld]]]:
    """For each item the melds that count and those that would use a card twice in a class; the dearest count first."""
    if len(items) == 1 and state.house.doubles == "single":  # no card lies there that often, and no second is dearer
        (item,) = items
        state.need = [*item.need]
        return [[*item.melds]], [[]]
    together = [state.deck.count(item.cards) for item in items]  # two that lie there at once are no one card
    can = [max(each) for each in zip(can_lay(state), *together, strict=True)]
    used = [[0] * state.deck.kinds for _ in range(3)]
    counted: list[list[Meld]] = [[] for _ in items]
    refused: list[list[Meld]] = [[] for _ in items]
    found = [(n, meld) for n, item in enumerate(items) for meld in item.melds]
    found.sort(key=lambda one: -one[1].points)
    twice: set[str] = set()  # with prices of their own for doubles, the second of a kind makes the first one double
    for n, meld in found:
        own = used[meld.group]
        for card in meld.cards:
            own[card] += 1
        fits = not [card for card in meld.cards if own[card] > can[card]]
        if not fits:
            for card in meld.cards:
                own[card] -= 1
        (counted if fits else refused)[n].append(_second(meld) if fits and meld.name in twice else meld)
        if state.house.doubles == "table" and meld.name in DOUBLES:
            twice.add(meld.name)
    state.need = list(map(max, *used))
    return counted, refused


def _second(meld: Meld) -> Meld:
    """What a second meld of the same cards adds, where the two lie there as a double."""
    double = DOUBLES[meld.name]
    return replace(meld, name=f"{meld.name}, with the first {double}", points=double - meld.points)


def twins(state: Auction, items: list[Item]) -> Said:
    """Where both copies of a card are needed, or one is buried, and the hand does not show both."""
    known, bidder = state.known, state.bidder
    if known is None or bidder is None or not items or state.size < HAND or known.sure(bidder):
        return
    shown = [max(each) for each in zip(*[state.deck.count(item.cards) for item in items], strict=True)]
    buried = state.deck.count(state.deal.bury.cards if state.deal.bury else ())
    lo, copies = known.lo[bidder], range(state.deck.kinds)
    twice = [c for c in copies if max(lo[c], shown[c]) < state.need[c] + (buried[c] if state.need[c] else 0)]
    held = [card for card in twice if known.most(bidder, card) > 1]
    if held:
        text = f"{state.name(bidder)} is taken to have held both copies of {state.deck.show(held)}"
        yield note(ASSUMED, items[0].shown.place, text, bidder)


@MELD_TABLE.examined
@CLASS_ONCE.examined
def laid_rightly(state: Auction, said: Irregularity) -> weigh.Weight:
    """The melds as they are recorded, and what the bidder is known to have held."""
    known, bidder = state.known, state.bidder
    rule = state.session.game.rule(said.fault)
    if said.by is not None and bidder is not None and said.by != bidder:
        return weigh.refuted(f"only {state.name(bidder)} melds")
    if any(f.rule is rule and f.severity == FAULT for f in state.found):
        return weigh.CONFIRMED
    if not state.laid or bidder is None or known is None:
        return weigh.OPEN
    if rule is MELD_TABLE:
        return weigh.refuted("every meld is in the table of melds")
    sure = all(had >= number for had, number in zip(state.melding, state.need, strict=True))
    once = max(state.need) < 2  # noqa: PLR2004 - no card is needed twice
    return weigh.refuted("no card was used twice in one class") if sure or once else weigh.OPEN


@MELD_TABLE.follows()
@CLASS_ONCE.follows()
def scores_nothing(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """It scores nothing: what the cards show has not been counted, what the table called is taken off."""
    said, rule = finding.said, finding.rule
    cards = sorted(said.cards) if said and finding.cause is said else None
    laid = [meld for meld in state.laid if sorted(meld.cards) == cards]
    if not laid:
        return Ruling(rule=rule, text="it scores nothing")
    entries = recount(state, rule, finding.line, melded=-laid[-1].points)
    return Ruling(rule=rule, text=f"it scores nothing: {laid[-1].points} are taken off", entries=entries)
