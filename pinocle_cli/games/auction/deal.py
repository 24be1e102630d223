"""The deal: who plays and who is idle, what is dealt to whom, and whether the cards recorded can be one pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.auction.state import HAND, WIDOW
from pinocle_cli.ledger import ERROR, FAULT, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import ASSUMED, COUNT, IMPOSSIBLE, UNKNOWN_NAME, Cards, Place
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction

PLAYERS = Rule(
    "players",
    "Players",
    "procedure",
    "Three play; with four at the table the dealer sits out.",
    "002, Игроки",
)

INACTIVE = Rule(
    "inactive",
    "Who is idle",
    "procedure",
    """Three are dealt cards and play. With four at the table the dealer gets none; with five neither the dealer nor the
    second player on his left does. The idle ones only take part in the settlement.""",
    "004, Число игроков",
)

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


# --- The cards -------------------------------------------------------------------------------------------------------


def who_plays(state: Auction) -> Said:
    """The kitty is no player, and only those who are dealt cards have any."""
    deal = state.deal
    told = deal.dealer is not None or state.dealer == state.session.dealer
    if not told and (state.session.dealer is not None or (deal.play is None and deal.bids)):
        text = f"who dealt is not recorded; {state.name(state.dealer)} is taken to have dealt"
        yield note(ASSUMED, state.place(), text)
    yield from _no_player(state)
    hands = deal.hands or {}
    for seat, hand in hands.items():
        if seat not in state.active and seat != state.kitty:
            line, column, path = hand.place
            text = f"{state.name(seat)} is idle when {state.name(state.dealer)} deals, but has cards"
            yield Finding(INACTIVE, FAULT, line, text, seat, column, path)
    if len(hands) == len(state.active) and state.kitty not in hands:
        order = [(state.dealer + n) % state.session.players for n in range(1, state.session.players + 1)]
        state.active = tuple(seat for seat in order if seat in hands)


def _no_player(state: Auction) -> Iterator[Finding]:
    """The kitty deals, bids and plays nothing."""
    deal, kitty = state.deal, state.kitty
    events = [event for part in (deal.bids, deal.play) for event in part or () if event.seat == kitty]
    places = [Place(event.line, event.column, event.path) for event in events]
    places += [part[kitty].place for part in (deal.hands, deal.held, deal.taken, deal.tricks) if part and kitty in part]
    places += [said.place for said in deal.irregularities or () if said.by == kitty]
    if kitty in (deal.dealer, deal.last):
        places.append(state.place())
    for line, column, path in places:
        yield Finding(UNKNOWN_NAME, ERROR, line, "the kitty is no player and has no cards", None, column, path)


def fits_one_pack(state: Auction) -> Said:
    """The cards dealt make one pack, and each hand has the cards that are dealt."""
    deal, deck = state.deal, state.deck
    hands = deal.hands or {}
    parts = [*hands.values(), *([deal.widow] if deal.widow else [])]
    impossible = list(cards_that_make_no_pack(deck, parts))
    if deal.held:
        impossible += cards_that_make_no_pack(deck, [*deal.held.values(), *([deal.bury] if deal.bury else [])])
    yield from impossible
    if impossible:
        return
    state.hands = {seat: hand.cards for seat, hand in hands.items() if seat in state.active}
    state.widow = deal.widow.cards if deal.widow else None
    yield from _sizes(state)
    _fill_in(state)
    _what_he_can_hold(state)
    yield from _held(state)


def _sizes(state: Auction) -> Said:
    """A wrong hand that still leaves one pack is a fault of the deal; cards that make no pack are a slip of the pen."""
    deal, size = state.deal, state.deck.size
    hands = deal.hands or {}
    widow = deal.widow
    dealt = sum(len(hand.cards) for hand in hands.values()) + (len(widow.cards) if widow else 0)
    whole = len(hands) == len(state.active) and widow is not None and dealt == size
    wrong = [(seat, hand, HAND) for seat, hand in hands.items() if len(hand.cards) != HAND]
    if widow is not None and len(widow.cards) != WIDOW:
        wrong.append((None, widow, WIDOW))
    for seat, cards, right in wrong:
        line, column, path = cards.place
        who = "the widow" if seat is None else state.name(seat)
        text = f"{who} has {len(cards.cards)} cards; {right} are dealt"
        text += " (the widow is written apart)" if len(cards.cards) == HAND + WIDOW else ""
        if whole:
            yield Finding(DEAL, FAULT, line, text, seat, column, path, cause=cards)
        else:
            yield Finding(COUNT, ERROR, line, text + _missing(state, dealt), seat, column, path)


def _missing(state: Auction, dealt: int) -> str:
    """Which card may have been left out, where the rest of the pack is recorded."""
    deal, deck = state.deal, state.deck
    few = 0 < deck.size - dealt < 4  # noqa: PLR2004 - a slip or two
    if not few or len(deal.hands or {}) != len(state.active) or deal.widow is None:
        return ""
    have = deck.count(*[part.cards for part in (*deal.hands.values(), deal.widow)])
    missing = [card for card in range(deck.kinds) for _ in range(deck.copies - have[card])]
    return f"; {deck.show(missing)} is missing from the pack"


def _held(state: Auction) -> Said:
    """As they are played, after the burial, all hands are of one size, and of the cards that were dealt."""
    held = state.deal.held or {}
    for seat, cards in held.items():
        line, column, path = cards.place
        if seat not in state.active:
            text = f"{state.name(seat)} is idle when {state.name(state.dealer)} deals, but has cards"
            yield Finding(INACTIVE, FAULT, line, text, seat, column, path)
        elif len(cards.cards) > HAND or len(cards.cards) != len(next(iter(held.values())).cards):
            text = f"{state.name(seat)} has {len(cards.cards)} cards; in play each has {HAND}, and all have the same"
            yield Finding(COUNT, ERROR, line, text, seat, column, path)
        else:
            yield from _held_differs(state, seat, cards)


def _held_differs(state: Auction, seat: int, cards: Cards) -> Said:
    """A card in play that was not dealt, nor taken from the widow, or that was buried."""
    dealt = state.hands.get(seat, ())
    if len(dealt) != HAND or (seat == state.bidder and not state.all_known) or state.bidder is None:
        return  # not known, or a wrong hand that has been put right
    have = state.deck.count(dealt)
    if seat == state.bidder:
        have = state.can_hold.copy()
        for card in state.deal.bury.cards if state.deal.bury else ():
            have[card] -= 1
    for card in cards.cards:
        have[card] -= 1
        if have[card] < 0:
            line, column, path = cards.place
            text = f"{state.deck.names[card]} is not among the cards that {state.name(seat)} was left with"
            yield Finding(IMPOSSIBLE, ERROR, line, text, seat, column, path)
            return


def _fill_in(state: Auction) -> None:
    """The one part of the deal that is not recorded is the rest of the pack."""
    deck = state.deck
    hands, widow = state.hands, state.widow
    if any(len(hand) != HAND for hand in hands.values()) or (widow is not None and len(widow) != WIDOW):
        return
    missing = [seat for seat in state.active if seat not in hands]
    if len(missing) + (widow is None) != 1:
        return
    have = deck.count(*hands.values(), widow or ())
    rest = tuple(card for card in range(deck.kinds) for _ in range(deck.copies - have[card]))
    if widow is None:
        state.widow = rest
    else:
        hands[missing[0]] = rest


def called_cards(state: Auction) -> Said:
    """Cards that the table saw exposed were there to be exposed."""
    deck = state.deck
    for said in state.deal.irregularities or ():
        where = state.hands.get(-1 if said.by is None else said.by)
        who = "" if said.by is None else state.name(said.by)
        if said.fault.rpartition(".")[2] in _OF_THE_WIDOW:
            where, who = state.widow, "the widow"
        elif not said.fault.rpartition(".")[2].startswith("expose-"):
            continue
        for card in said.cards if where is not None else ():
            extra = state.widow or () if said.by == state.bidder else ()
            if card not in (*(where or ()), *extra):
                line, column, path = said.place
                text = f"{deck.names[card]} is exposed, but {who} has it not"
                yield Finding(IMPOSSIBLE, ERROR, line, text, said.by, column, path)


_OF_THE_WIDOW = ("widow-exposed", "widow-peek")


def _what_he_can_hold(state: Auction) -> None:
    """How many of each card the bidder can have had with the widow, and whether his cards are all known."""
    deck, bidder, deal = state.deck, state.bidder, state.deal
    held = {seat: part.cards for seat, part in (deal.held or {}).items() if len(part.cards) == HAND}
    if bidder in state.hands and state.widow is not None:
        state.can_hold, state.all_known = deck.count(state.hands[bidder], state.widow), True
        return
    if bidder in held and deal.bury is not None:
        state.can_hold, state.all_known = deck.count(held[bidder], deal.bury.cards), True
        return
    known = {**held, **state.hands}
    elsewhere = deck.count(*[hand for seat, hand in known.items() if seat != bidder])
    state.can_hold = [deck.copies - n for n in elsewhere]
    if bidder in state.hands:
        dealt = deck.count(state.hands[bidder])
        state.can_hold = [min(most, n + WIDOW) for most, n in zip(state.can_hold, dealt, strict=True)]
