"""The pack and the deal: who plays with what, and what is dealt to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.partnership.seats import PLAYERS
from pinocle_cli.games.pinochle.common import PACK_48
from pinocle_cli.games.pinochle.turns import out_of_rotation
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import COUNT, UNKNOWN_NAME
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.written import Place

PLAYERS_4 = Rule(
    "players",
    "Players",
    "procedure",
    "Four play, two against two; partners sit opposite each other.",
    "003, Число игроков",
)


@PLAYERS_4.applied
def names_fit(state: Partnership) -> Said:
    """A side has points, but it holds no cards, deals none and leads to no trick."""
    deal = state.deal
    if deal.dealer is not None and deal.dealer >= PLAYERS:
        yield _no_player(state, deal.dealer, state.place()._replace(path="dealer"))
    for part in (deal.hands, deal.held):
        for seat, cards in (part or {}).items():
            if seat >= PLAYERS:
                yield _no_player(state, seat, cards.place)
    for event in deal.play.actions.values() if deal.play else ():
        if event.seat >= PLAYERS and not event.verb:
            yield _no_player(state, event.seat, event.place)
    for seat in deal.dix_exchange or ():
        if seat >= PLAYERS:
            yield _no_player(state, seat, state.place()._replace(path="dix-exchange"))


def _no_player(state: Partnership, seat: int, place: Place) -> Finding:
    one, other = state.name(seat - PLAYERS), state.name(seat - PLAYERS + 2)
    text = f"{state.name(seat)} is a side; which of the two is meant, {one} or {other}?"
    return Finding.at(place, UNKNOWN_NAME, ERROR, text, seat)


PACK = Rule(
    "pack-48",
    "The pack",
    "procedure",
    "Forty-eight cards: two copies each of ace, ten, king, queen, knave and nine in every suit.",
    "003, Колода",
)

DECK = PACK.table(PACK_48)

DRAW = Rule(
    "draw-partners",
    "Drawing for partners",
    "procedure",
    "Each draws a card. The two who have the highest play together; if two draw the same rank, all draw again.",
    "003, Жеребьевка",
)

CUT = Rule(
    "shuffle-cut",
    "Shuffle and cut",
    "procedure",
    "Anybody may shuffle and the dealer does so last; the player at his right cuts.",
    "003, Тасование и снятие",
)

DEAL = Rule(
    "deal",
    "The deal",
    "procedure",
    """The cards are dealt three at a time, twelve to each. The dealer turns up the last card, which is his own: its
    suit is trumps.""",
    "003, Сдача",
)


@DEAL.applied
def whose_deal(state: Partnership) -> Said:
    """The deal goes round the table; a dealer may be written whose turn it was not."""
    yield from out_of_rotation(state, DEAL)


@DEAL.applied
def fits_one_pack(state: Partnership) -> Said:
    """The cards dealt make one pack, and the turned card is one of the dealer's."""
    deal, deck = state.deal, state.deck
    hands, turned = deal.hands or {}, deal.turned
    if turned is not None and deal.trump is not None and deck.suit[turned.cards[0]] != deal.trump:
        text = f"{deck.show(turned.cards)} is turned, but `trump` names another suit"
        yield Finding.at(turned.place, COUNT, ERROR, text)
    apart = [turned] if turned is not None and state.dealer not in hands else []
    yield from cards_that_make_no_pack(deck, [*hands.values(), *apart])
    if deal.held:
        yield from cards_that_make_no_pack(deck, list(deal.held.values()))
    if state.turned is not None and state.dealer in hands and state.turned not in hands[state.dealer].cards:
        text = (
            f"{deck.names[state.turned]} was turned, but is not among the cards of {state.name(state.dealer)}, who"
            " dealt: the turned card is the dealer's own"
        )
        yield Finding.at(hands[state.dealer].place, COUNT, ERROR, text, state.dealer)
