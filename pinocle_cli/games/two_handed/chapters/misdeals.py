"""Misdeals: a wrong number of cards, and cards exposed in dealing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.two_handed.chapters.wrong_hands import WRONG_HAND_LONG, WRONG_HAND_SHORT
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Ruling
from pinocle_cli.packs import cards_that_make_no_pack, what_is_missing
from pinocle_cli.record import COUNT, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, Weight, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.two_handed.state import TwoHanded
    from pinocle_cli.record import Irregularity

MISDEAL = Rule(
    "misdeal",
    "Misdeal",
    "irregularity",
    """If it is found before the first trick is played that a player has a wrong number of cards, or that a card of a
    player or of the pack was exposed in dealing, the deal is void and the same dealer deals again.""",
    "000, Неправильная сдача",
)


@MISDEAL.applied
def hand_sizes(state: TwoHanded) -> Said:
    """A wrong hand that still leaves one pack is a fault of the deal; cards that make no pack are a slip of the pen."""
    deal, size = state.deal, state.size
    hands = deal.hands or {}
    wrong = {seat: len(hand.cards) for seat, hand in hands.items() if len(hand.cards) != size}
    dealt = sum(len(hand.cards) for hand in hands.values())
    stock = state.deck.size - 1 - dealt
    both = len(hands) == state.session.players
    if deal.stock is not None and both and len(deal.stock.cards) > stock:
        dealt_in_all = f"{dealt} in the hands, one turned and {len(deal.stock.cards)} in the stock"
        text = f"{dealt_in_all} are more than the {state.deck.size} cards of the pack"
        yield Finding.at(deal.stock.place, COUNT, ERROR, text)
        return
    if not wrong:
        if deal.stock is not None and both and len(deal.stock.cards) < stock:
            text = f"{len(deal.stock.cards)} cards of the stock are recorded, of {stock}{_missing(state)}"
            yield note(NOT_CHECKED, deal.stock.place, text)
        return
    whole = both and (dealt == 2 * size or (deal.stock is not None and len(deal.stock.cards) == stock))
    for seat, count in wrong.items():
        text = f"{state.name(seat)} has {count} cards; {size} are dealt"
        place = hands[seat].place
        if not whole:
            yield Finding.at(place, COUNT, ERROR, text + _missing(state), seat)
        elif was_played(state):
            yield Finding.at(place, WRONG_HAND_LONG if count > size else WRONG_HAND_SHORT, FAULT, text, seat)
        else:
            text += ", and it was found before the first trick"
            yield Finding.at(place, MISDEAL, FAULT, text, seat)


def was_played(state: TwoHanded) -> bool:
    """Whether the record goes beyond the first trick: tricks, melds, or a result."""
    deal = state.deal
    if any(part is not None for part in (deal.taken, deal.melds, deal.claimed, deal.held, deal.out)):
        return True
    return any(not event.verb for event in deal.play or ())


def _missing(state: TwoHanded) -> str:
    """Which card may have been left out, where the rest of the pack is recorded."""
    deal, hands = state.deal, state.deal.hands or {}
    if len(hands) < state.session.players or deal.stock is None or deal.turned is None:
        return ""
    return what_is_missing(state.deck, [*hands.values(), deal.stock, deal.turned])


def held_sizes(state: TwoHanded) -> Said:
    """The hands when the stock is gone: no more cards than there can be, and as many in the one as in the other."""
    held = state.deal.held or {}
    for seat, hand in held.items():
        if len(hand.cards) > state.size:
            limit = f"when the stock is gone each has {state.size}"
            text = f"{state.name(seat)} has {len(hand.cards)} cards here; {limit}"
            yield Finding.at(hand.place, COUNT, ERROR, text, seat)
    sizes = {len(hand.cards) for hand in held.values()}
    if len(sizes) > 1:
        *_, last = held.values()
        text = f"{' and '.join(map(str, sorted(sizes)))} cards stand here; both play to every trick"
        yield Finding.at(last.place, COUNT, ERROR, text)
    if held:
        yield from cards_that_make_no_pack(state.deck, held.values())


@MISDEAL.follows()
def misdeal(finding: Finding, state: TwoHanded, _: Sequence[Entry]) -> Ruling:
    """The deal is void, if it was found in time."""
    state.void, state.redeal, state.scored = MISDEAL, True, True
    return Ruling(rule=MISDEAL, text=f"the deal is void; {state.name(state.dealer)} deals again")


@MISDEAL.examined
def found_in_time(state: TwoHanded, said: Irregularity) -> Weight:
    """A deal that was played on was not found to be wrong before its first trick."""
    if (said.after or 0) > 0:
        return refuted("it was found after the first trick was played, so that the deal stands")
    return refuted("the deal was played, so that it stands") if was_played(state) else OPEN
