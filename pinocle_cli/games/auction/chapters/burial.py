"""The burial: the three cards that the bidder puts away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.game import note
from pinocle_cli.games.auction import cards as known_cards
from pinocle_cli.games.auction.chapters.deciding import decides
from pinocle_cli.games.auction.state import HAND, TRICKS, WIDOW, Auction, Ends
from pinocle_cli.games.pinochle.common import card_values
from pinocle_cli.ledger import FAULT, Finding, Ruling
from pinocle_cli.record import ASSUMED, Cards, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said

BURY = Rule(
    "bury-three",
    "Burying three cards",
    "irregularity",
    """After melding the bidder lays three cards face down before him; they count for him like a trick that he has won.
    Then he takes his melds back.""",
    "004, Похороны; 002, Начало игры",
)


@BURY.applied
def burial(state: Auction) -> Said:
    """Three cards that the bidder held, none of them melded."""
    dealt_with, before = 0, []
    if state.known is not None and state.bidder is not None:
        dealt_with, before = state.known.size(state.bidder), state.known.lo[state.bidder].copy()
    impossible = known_cards.walk(state, state.until_lead)
    if impossible is not None:
        yield impossible
        return
    bury = state.deal.bury
    if state.buried is None and dealt_with == HAND + WIDOW and sum(before) == dealt_with:
        yield from _worked_out(state, before)
    seat = state.bidder
    if seat is None:
        return  # whose melds and whose burial it is, is not known
    if bury is None:
        yield from melded_too_many(state, seat)
        return
    if len(bury.cards) != WIDOW and state.buried is None and seat not in state.wrong:
        text = f"{state.name(seat)} buried {len(bury.cards)} cards, not {WIDOW}"
        yield Finding.at(bury.place, BURY, FAULT, text, seat, cause=bury)
    yield from melded(state, seat, bury, before)


def _worked_out(state: Auction, before: list[int]) -> Said:
    """Where every card is known, what the bidder never plays is what he buried."""
    play, deal = state.deal.play, state.deal
    recorded = sum(cards is not None for cards in play.tricks) if play else 0
    known = state.known
    if recorded < TRICKS or known is None or state.bidder is None:
        return
    rest = [n - left for n, left in zip(before, known.lo[state.bidder], strict=True)]
    buried = tuple(card for card, number in enumerate(rest) for _ in range(number))
    if len(buried) == WIDOW:
        state.buried = buried
        missing = list(buried)
        for card in deal.bury.cards if deal.bury else ():
            missing.remove(card)
        place = deal.bury.place if deal.bury else state.place()
        text = f"{state.deck.show(missing)} is taken to be buried: {state.name(state.bidder)} held and never played it"
        if deal.bury:
            yield note(ASSUMED, place, text, state.bidder)


CHANGE = Rule(
    "change-until-lead",
    "Changes until the first lead",
    "procedure",
    "Until he leads to the first trick the bidder may change trumps, melds and what he buries as he likes.",
    "004, Похороны; 002, Начало игры",
)

NO_BURY_MELDED = Rule(
    "no-bury-melded",
    "No melded card may be buried",
    "irregularity",
    "A card that was used in a meld may not be buried.",
    "004, Похороны",
)


@NO_BURY_MELDED.applied
def melded(state: Auction, seat: int, bury: Cards, before: list[int]) -> Iterator[Finding]:
    """A card that was buried and is needed for the melds as well."""
    known, deck = state.known, state.deck
    both = [card for card in dict.fromkeys(state.buried or bury.cards) if state.need[card]]
    if not both:
        return
    buried = deck.count(state.buried or bury.cards)
    sure = bool(before) and known is not None and known.sure(seat)
    can = before if sure else [deck.copies - elsewhere for elsewhere in _elsewhere(state, seat)]
    wrong = [card for card in both if state.need[card] + buried[card] > can[card]]
    if wrong:
        text = f"{state.name(seat)} buried {deck.show(wrong)}, which he had melded"
        yield Finding.at(bury.place, NO_BURY_MELDED, FAULT, text, seat, cause=bury)


def _elsewhere(state: Auction, seat: int) -> list[int]:
    """How many of each card are known to be in other hands."""
    known = state.known
    assert known is not None  # noqa: S101 - the caller has looked
    others = [known.lo[other] for other in state.active if other != seat]
    return [sum(each) for each in zip(*others, strict=True)]


def melded_too_many(state: Auction, seat: int) -> Iterator[Finding]:
    """Of more than fifteen cards in melds at least one is buried."""
    number = sum(state.need)
    if number > HAND and state.led and state.deal.melds:
        text = f"{number} cards are melded, and {state.name(seat)} kept {HAND}: he buried one that he had melded"
        yield Finding.at(state.deal.melds[0].place, NO_BURY_MELDED, FAULT, text, seat, cause=state.deal.melds[0])


BURIED_MELD = Rule(
    "buried-meld-card",
    "A melded card buried",
    "irregularity",
    "Whoever buries a card of a meld that he scores loses the deal, unless he puts it right before his first lead.",
    "002, Начало игры",
)

IMPROPER_BURY = Rule(
    "improper-bury",
    "Improper burial",
    "irregularity",
    "If the bidder leads before he has buried, or buries a card that he has melded, he pays a double bete.",
    "004, Неправильные похороны",
)


@BURIED_MELD.follows(BURIED_MELD, NO_BURY_MELDED)
@IMPROPER_BURY.follows(IMPROPER_BURY, NO_BURY_MELDED, BURY)
@decides
def improper(state: Auction, finding: Finding) -> Ends | Ruling:
    """Once he has led, an improper burial costs a double bete; before, it can be put right."""
    said = finding.said
    led = state.led or (
        finding.rule is IMPROPER_BURY and not state.conceded_by and said is not None and said.after is None
    )
    if led:
        return Ends(("double",), IMPROPER_BURY)
    rule = BURIED_MELD if finding.rule is NO_BURY_MELDED else finding.rule
    return Ruling(rule=rule, text="it can still be put right before the first lead")


@BURY.examined
@NO_BURY_MELDED.examined
@BURIED_MELD.examined
@IMPROPER_BURY.examined
def as_buried(state: Auction, said: Irregularity) -> weigh.Weight:
    """What was buried, as far as it is recorded; that he led before he had buried the cards cannot show."""
    rule, bury = state.session.game.rule(said.fault), state.deal.bury
    if said.by is not None and state.bidder is not None and said.by != state.bidder:
        return weigh.refuted(f"only {state.name(state.bidder)} buries")
    if any(f.rule in (NO_BURY_MELDED, BURY) and f.severity == FAULT for f in state.found):
        return weigh.CONFIRMED
    if rule is IMPROPER_BURY or bury is None:
        return weigh.OPEN
    if rule is BURY:
        return weigh.refuted(f"{len(bury.cards)} cards were buried")
    hidden = state.melds is None or (not state.laid and bool(state.melds.most))
    both = any(state.need[card] for card in bury.cards)
    known = state.known is not None and state.bidder is not None and state.known.sure(state.bidder)
    return weigh.OPEN if hidden or (both and not known) else weigh.refuted("no card that was buried is in a meld")


BURIED_COUNT = Rule(
    "buried-count",
    "Buried cards count",
    "score",
    "The cards that the bidder has buried count for him.",
    "002, Очки за взятки; 004, Похороны",
)


@BURIED_COUNT.applied
def points_buried(state: Auction) -> int | None:
    """What the cards count that the bidder buried; None where that is not known."""
    if state.buried is None:
        return None
    values = card_values(state.deck, state.house.count)
    return sum(values[card] for card in state.buried)
