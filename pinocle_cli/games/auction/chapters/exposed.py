"""Cards exposed: by the bidder, by an opponent, one or several, and what the bidder may ask of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Trick
from pinocle_cli.games.auction.cards import OF_THE_WIDOW
from pinocle_cli.games.auction.chapters.deciding import decides
from pinocle_cli.games.auction.state import Auction, Ends
from pinocle_cli.games.auction.table import Table, at_card
from pinocle_cli.ledger import ERROR, FAULT, Choice, Finding, Ruling
from pinocle_cli.record import IMPOSSIBLE, Irregularity
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import duty_broken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said

EXPOSE_ONE_BIDDER = Rule(
    "expose-one-bidder",
    "A card of the bidder's exposed",
    "irregularity",
    "Nothing follows when the bidder exposes a card.",
    "004, Показ одной карты",
)


@EXPOSE_ONE_BIDDER.applied
def exposes(table: Table, step: Act) -> Finding:
    """`Bob: exposes HA`: by the bidder it is nothing, by an opponent it depends on how many."""
    state, event = table.state, step.event
    wanting = table.known.show(event.seat, event.cards)
    if wanting is not None:
        text = f"{state.name(event.seat)} does not hold {state.deck.names[wanting]}"
        return Finding.at(event.place, IMPOSSIBLE, ERROR, text, event.seat, cause=step)
    text = f"{state.name(event.seat)} exposed {state.deck.show(event.cards)}"
    several = EXPOSE_SEVERAL if len(event.cards) > 1 else EXPOSE_ONE_OPPONENT
    rule = EXPOSE_ONE_BIDDER if event.seat == state.bidder else several
    return Finding.at(event.place, rule, FAULT, text, event.seat, cause=step)


def shown(table: Table, said: Irregularity) -> Iterator[Finding]:
    """Cards that the table saw exposed between two tricks were still in the hand."""
    state = table.state
    wanting = None if said.by is None else table.known.show(said.by, said.cards)
    if wanting is not None and said.by is not None:
        text = f"{state.deck.names[wanting]} is exposed, but {state.name(said.by)} does not have it"
        yield Finding.at(said.place, IMPOSSIBLE, ERROR, text, said.by)


def called_cards(state: Auction) -> Said:
    """Cards that were called were there to be seen: so many of each in the pack, and those of the widow in it."""
    deck = state.deck
    for said in state.deal.irregularities or ():
        count = deck.count(said.cards)
        over = next((card for card, number in enumerate(count) if number > deck.copies), None)
        if over is not None:
            text = f"{deck.names[over]} is named {count[over]} times; the pack has it {deck.copies} times"
            yield Finding.at(said.place, IMPOSSIBLE, ERROR, text, said.by)
        elif said.fault.rpartition(".")[2] in OF_THE_WIDOW and state.widow is not None:
            for card in said.cards:
                if card not in state.widow:
                    text = f"{deck.names[card]} is exposed, but the widow does not have it"
                    yield Finding.at(said.place, IMPOSSIBLE, ERROR, text, said.by)


EXPOSE_ONE_OPPONENT = Rule(
    "expose-one-opponent",
    "An opponent's card exposed",
    "irregularity",
    """If an opponent exposes a card, or before the contract a player who becomes an opponent, the bidder may require or
    forbid that he plays it at the first opportunity. If he becomes the bidder himself, nothing follows.""",
    "004, Показ одной карты",
)


@EXPOSE_ONE_BIDDER.follows()
@EXPOSE_ONE_OPPONENT.follows()
@decides
def exposed(state: Auction, finding: Finding) -> Ends | Ruling:
    """One card of an opponent: the bidder may require or forbid it; several: the contract is made."""
    rule, said, cause = EXPOSE_ONE_OPPONENT, finding.said, finding.cause
    cards = said.cards if said is not None else cause.event.cards if isinstance(cause, Act) else ()
    if isinstance(cause, Trick):
        return Ruling(rule=rule, text="what the bidder chooses binds; the texts lay down no more than that")
    if len(cards) > 1 and state.is_opponent(finding.seat):
        return Ends(("made",), EXPOSE_SEVERAL)
    if finding.seat is not None and finding.seat not in state.active:
        return Ruling(rule=finding.rule, text="an idle player has no cards: nothing follows")
    named = finding.rule is EXPOSE_ONE_BIDDER if finding.seat is None else not state.is_opponent(finding.seat)
    if named and (state.bidder is not None or state.void):
        return Ruling(rule=finding.rule, text="no penalty: the card is the bidder's own")
    card = state.deck.show(cards) or "the card"
    name = "the player" if finding.seat is None else state.name(finding.seat)
    bidder = "the bidder" if state.bidder is None else state.name(state.bidder)
    chosen, at_first = said.choice if said is not None else None, "at the first opportunity"
    choices = (
        Choice("require", f"{name} must play {card} {at_first}; {_standing(state)}"),
        Choice("forbid", f"{name} may not play {card} {at_first}; {_standing(state)}"),
    )
    if chosen in CHOICES:
        what = "must" if chosen == "require" else "may not"
        text = f"{bidder} has chosen: {name} {what} play {card} {at_first}"
    else:
        text = f"{bidder} may require or forbid that {name} plays {card} {at_first}"
    return Ruling(rule=rule, text=text, choices=choices)


CHOICES = ("require", "forbid")


def _standing(state: Auction) -> str:
    made = state.contract and state.contract["made"]
    if made is None:
        return "the contract is open"
    chips = abs(state.settled[1].points) if len(state.settled) > 1 else 0
    way = "made" if made else "failed"
    return f"as the play is recorded: contract {way}, {chips} chips {'from' if made else 'to'} each"


def choices_made(state: Auction) -> list[Irregularity]:
    """The cards that an opponent had exposed and of which the bidder has chosen what is to become."""
    return [
        said
        for said in state.calls_of(EXPOSE_ONE_OPPONENT.label)
        if said.choice in CHOICES and len(said.cards) == 1 and state.is_opponent(said.by)
    ]


@EXPOSE_ONE_OPPONENT.applied
def obeys(table: Table, step: Trick, nth: int) -> Iterator[Finding]:
    """Whether an opponent does what the bidder asked of a card that he had exposed, at the first opportunity."""
    seat, known, before = step.seats[nth], table.known, step.cards[:nth]
    for watch in list(table.watched):
        if watch.by != seat or table.number < (watch.after or 0):
            continue
        card, held, played = watch.cards[0], known.lo[seat], step.cards[nth]
        if not held[card] or not _may(table, held, before, card):
            continue
        table.watched.remove(watch)
        if (watch.choice == "require") != (played == card):
            kinds = range(table.state.deck.kinds)
            other = any(held[c] for c in kinds if c != card and _may(table, held, before, c))
            if watch.choice == "require" or other:
                names = table.state.deck.names
                text = f"{table.state.name(seat)} played {names[played]}; the bidder had chosen: {watch.choice}"
                yield at_card(table.state, step, nth, EXPOSE_ONE_OPPONENT, FAULT, f"{text} {names[card]}")


def _may(table: Table, held: list[int], before: tuple[int, ...], card: int) -> bool:
    deck = table.state.deck
    return not before or not duty_broken(deck, held, before, card, table.trump, always=table.always)


EXPOSE_SEVERAL = Rule(
    "expose-several-opponent",
    "Several cards of an opponent's exposed",
    "irregularity",
    "If an opponent exposes several cards the contract is made.",
    "004, Показ нескольких карт",
)


@EXPOSE_SEVERAL.follows()
@decides
def several(state: Auction, finding: Finding) -> Ends | str:
    """Several cards of an opponent; the rule itself says that it was one."""
    if finding.seat is not None and finding.seat not in state.active:
        return "an idle player has no cards: nothing follows"
    said = finding.said
    if finding.seat == state.bidder:
        return "no penalty: the cards are the bidder's own"
    if said is not None and len(said.cards) == 1:
        return "a single card: the bidder might require or forbid it, the contract is not decided"
    return Ends(("made",), EXPOSE_SEVERAL)
