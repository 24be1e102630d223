"""The pack and the deal: what is dealt to whom, and whether it can be one pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.games.auction.state import HAND, WIDOW
from pinocle_cli.games.pinochle.turns import out_of_rotation
from pinocle_cli.ledger import ERROR, FAULT, Finding
from pinocle_cli.packs import cards_that_make_no_pack, what_is_missing
from pinocle_cli.record import COUNT, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction

PACK = Rule(
    "pack-48",
    "The pack",
    "procedure",
    "Forty-eight cards: two copies each of ace, ten, king, queen, knave and nine in every suit.",
    "004, Колода",
)

RANK = Rule(
    "rank",
    "Rank of the cards",
    "procedure",
    "From the top: ace, ten, king, queen, knave, nine.",
    "004, Старшинство карт",
)

DRAW_LOWEST = Rule(
    "draw-lowest-deals",
    "Who deals first",
    "procedure",
    """Whoever draws the lowest card deals first, the next lowest sits on his left, and so on round the table. Suits do
    not rank; players with equal ranks draw again.""",
    "004, Жеребьевка",
)


@DRAW_LOWEST.applied
def whose_deal(state: Auction) -> Said:
    """From then on the deal goes round the table; a dealer may be written whose turn it was not."""
    yield from out_of_rotation(state, DRAW_LOWEST)


CUT = Rule(
    "cut-min-5",
    "Shuffle and cut",
    "procedure",
    "The dealer shuffles and the player on his left cuts, leaving five cards or more in either part.",
    "004, Тасование и снятие",
)

DEAL = Rule(
    "deal",
    "The deal",
    "procedure",
    """Three at a time (or four, four, four and three), the player on the dealer's left first, until each of the three
    has fifteen cards. The three cards of the widow are dealt at the end of the first round.""",
    "004, Сдача (3-widow-3-3-3-3 or 4-widow-4-4-3; a З there is a 3)",
)

DEAL_002 = Rule(
    "deal-002",
    "The deal, five packets",
    "procedure",
    "Fifteen cards each in five packets of three; the widow of three cards is dealt face down after the first packets.",
    "002, Сдача",
)


@DEAL.applied
def dealt(state: Auction) -> Said:
    """The cards dealt make one pack, and each hand has the cards that are dealt; what alone is missing is the rest."""
    deal, deck = state.deal, state.deck
    hands = deal.hands or {}
    impossible = list(cards_that_make_no_pack(deck, [*hands.values(), *([deal.widow] if deal.widow else [])]))
    if deal.held:
        impossible += cards_that_make_no_pack(deck, [*deal.held.values(), *([deal.bury] if deal.bury else [])])
    yield from impossible
    if impossible:
        return
    state.hands = {seat: hand.cards for seat, hand in hands.items() if seat in state.active}
    state.widow = deal.widow.cards if deal.widow else None
    yield from _sizes(state)
    _fill_in(state)


@DEAL.examined
def dealt_rightly(state: Auction, said: Irregularity) -> weigh.Weight:
    """Only the dealer deals in wrong packets, which no card shows; whose hand was wrong the hands show."""
    hands = [state.hands.get(seat) for seat in state.active]
    if said.by in (None, state.dealer) or state.wrong or None in hands:
        return weigh.OPEN
    return weigh.refuted(f"each was dealt {HAND} cards, and {state.name(state.dealer)} dealt")


def _sizes(state: Auction) -> Said:
    """A wrong hand that still leaves one pack is a fault of the deal; cards that make no pack are a slip of the pen."""
    deal, size = state.deal, state.deck.size
    hands, widow = deal.hands or {}, deal.widow
    wrong = [(seat, hand, HAND) for seat, hand in hands.items() if len(hand.cards) != HAND]
    if widow is not None and len(widow.cards) != WIDOW:
        wrong.append((None, widow, WIDOW))  # type: ignore[arg-type]
    if not wrong:
        return
    total = sum([len(hand.cards) for hand in hands.values()]) + (len(widow.cards) if widow else 0)
    whole = len(hands) == len(state.active) and total == (size if widow is not None else size - WIDOW)
    called = state.calls_of_hands
    for seat, cards, right in wrong:
        state.wrong[seat] = len(cards.cards)
        who = "the widow" if seat is None else state.name(seat)
        text = f"{who} has {len(cards.cards)} cards; {right} are dealt"
        text += " (the widow is written apart)" if len(cards.cards) == HAND + WIDOW else ""
        if not whole:
            yield Finding.at(cards.place, COUNT, ERROR, text + _missing(state), seat)
        elif not called:
            yield Finding.at(cards.place, DEAL, FAULT, text, seat, cause=cards)


def _missing(state: Auction) -> str:
    """Which card may have been left out, where the rest of the pack is recorded."""
    hands, widow = state.deal.hands or {}, state.deal.widow
    if len(hands) != len(state.active) or widow is None:
        return ""
    return what_is_missing(state.deck, [*hands.values(), widow])


def _fill_in(state: Auction) -> None:
    """The one part of the deal that is not recorded is the rest of the pack."""
    deck, hands, widow = state.deck, state.hands, state.widow
    missing = [seat for seat in state.active if seat not in hands]
    if state.wrong or len(missing) + (widow is None) != 1:
        return
    have = deck.count(*hands.values(), widow or ())
    rest = tuple(card for card in range(deck.kinds) for _ in range(deck.copies - have[card]))
    if widow is None:
        state.widow = rest
    else:
        hands[missing[0]] = rest
