"""The deal: who plays and who is idle, what is dealt to whom, and when it is a misdeal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.games.auction.state import HAND, WIDOW, active_of
from pinocle_cli.games.pinochle.turns import out_of_rotation
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Ruling
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import COUNT, UNKNOWN_NAME, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction, AuctionDeal, AuctionSession

# --- Who plays -------------------------------------------------------------------------------------------------------

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


@INACTIVE.applied
def who_plays(state: Auction) -> Said:
    """The kitty is no player, and only those who are dealt cards have any."""
    hands = state.deal.hands or {}
    yield from _no_player(state)
    for seat, hand in hands.items():
        if seat not in state.active and seat != state.kitty:
            text = f"{state.name(seat)} is idle when {state.name(state.dealer)} deals, but has cards"
            yield Finding.at(hand.place, INACTIVE, FAULT, text, seat)
    if len(hands) == len(state.active) and state.kitty not in hands and not hands.keys() <= {*state.active}:
        order = [(state.dealer + n) % state.session.players for n in range(1, state.session.players + 1)]
        state.active = tuple(seat for seat in order if seat in hands)


@INACTIVE.follows()
def idle(_: Finding, __: Auction, ___: Sequence[Entry]) -> Ruling:
    """Who is idle has no say."""
    return Ruling(rule=INACTIVE, text="the idle ones take no part in bidding and play")


@INACTIVE.examined
def took_no_part(state: Auction, said: Irregularity) -> weigh.Weight:
    """Who was dealt cards is not idle; bids that are all recorded show that nobody idle spoke."""
    if said.by in state.active:
        return weigh.refuted(f"{state.name(said.by)} was dealt cards, and not idle")
    return weigh.refuted("nobody who was idle bid or passed") if state.all_spoke else weigh.OPEN


def _no_player(state: Auction) -> Iterator[Finding]:
    """The kitty deals, bids and plays nothing."""
    deal, kitty = state.deal, state.kitty
    spoke = [*(deal.bids or ()), *(deal.play.actions.values() if deal.play else ())]
    places = [event.place for event in spoke if event.seat == kitty]
    places += [part[kitty].place for part in (deal.hands, deal.held, deal.taken, deal.tricks) if part and kitty in part]
    places += [said.place for said in deal.irregularities or () if said.by == kitty]
    if kitty in (deal.dealer, deal.last):
        places.append(state.place())
    for place in places:
        yield Finding.at(place, UNKNOWN_NAME, ERROR, "the kitty is no player and has no cards")


def told_dealer(session: AuctionSession, deal: AuctionDeal) -> int | None:
    """Who must have dealt: the idle seats tell, or whoever spoke first."""
    players, with_cards = session.players, set(deal.hands or {})
    if players > len(with_cards) == 3:  # noqa: PLR2004 - three play
        dealers = [seat for seat in range(players) if with_cards == set(active_of(seat, players))]
        if len(dealers) == 1:
            return dealers[0]
    return (deal.bids[0].seat - 1) % players if deal.bids else None


# --- The pack --------------------------------------------------------------------------------------------------------

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
            yield Finding.at(cards.place, COUNT, ERROR, text + _missing(state, total), seat)
        elif not called:
            yield Finding.at(cards.place, DEAL, FAULT, text, seat, cause=cards)


def _missing(state: Auction, total: int) -> str:
    """Which card may have been left out, where the rest of the pack is recorded."""
    deal, deck = state.deal, state.deck
    few = 0 < deck.size - total < 4  # noqa: PLR2004 - a slip or two
    if not few or len(deal.hands or {}) != len(state.active) or deal.widow is None:
        return ""
    have = deck.count(*[part.cards for part in (*(deal.hands or {}).values(), deal.widow)])
    missing = [card for card in range(deck.kinds) for _ in range(deck.copies - have[card])]
    return f"; {deck.show(missing)} is missing from the pack"


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


# --- Misdeals --------------------------------------------------------------------------------------------------------


def make_void(state: Auction, rule: Rule, *, redeal: bool) -> None:
    """The deal does not count; who voided it first has done so."""
    if state.void is None:
        state.void, state.redeal = rule, redeal
    state.scored = True
    state.more["contract"] = None


def dealt_again(state: Auction, rule: Rule) -> Ruling:
    """The deal is void, and the same dealer deals again."""
    make_void(state, rule, redeal=True)
    return Ruling(rule=rule, text=f"the deal is void; {state.name(state.dealer)} deals again{dropped(state)}")


def dropped(state: Auction) -> str:
    """What is to be said where more is recorded of a deal that is void."""
    deal = state.deal
    return "; what is recorded of its play does not count" if deal.play or deal.taken or deal.claimed else ""


MISDEAL_EXPOSED = Rule(
    "misdeal-exposed",
    "Misdeal, cards exposed",
    "irregularity",
    """If the dealer exposes several cards of a player or a card of the widow, the deal is void and he deals again. A
    single card of a player is no misdeal.""",
    "004, Неправильная сдача",
)


@MISDEAL_EXPOSED.follows()
def misdeal(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Several cards, or one of the widow; of a single card it may not be known whose it was."""
    cards = finding.said.cards if finding.said else ()
    if len(cards) == 1 and cards[0] not in (state.widow or cards):
        text = "a single card of a player is no misdeal: nothing follows"
        return Ruling(rule=MISDEAL_EXPOSED, text=text)
    if len(cards) == 1 and state.widow is None:
        text = "if it was a card of the widow, the deal is void; whose it was is not recorded, and the deal stands"
        return Ruling(rule=MISDEAL_EXPOSED, text=text)
    return dealt_again(state, MISDEAL_EXPOSED)


@MISDEAL_EXPOSED.examined
def whose_misdeal(state: Auction, said: Irregularity) -> weigh.Weight:
    """Only the dealer's; and a single card must be one of the widow."""
    if said.by is not None and said.by != state.dealer:
        return weigh.refuted(f"{state.name(state.dealer)} dealt, and only the dealer's is a misdeal")
    if said.after:
        return weigh.refuted("the cards had long been dealt")
    return weigh.OPEN


MISDEAL_SHUFFLE = Rule(
    "misdeal-shuffle",
    "Misdeal, shuffle or cut",
    "irregularity",
    """That the pack was not shuffled or cut rightly may be claimed until the widow is dealt; the same dealer deals
    again.""",
    "004, Неправильная сдача",
)


@MISDEAL_SHUFFLE.follows()
def badly_shuffled(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Void, if it was claimed in time."""
    said = finding.said
    if said and (said.after or said.after_bid or (state.deal.bids and said.after_bid is None)):
        text = "it was claimed too late, when the widow had been dealt: the deal stands"
        return Ruling(rule=MISDEAL_SHUFFLE, text=text)
    return dealt_again(state, MISDEAL_SHUFFLE)


WIDOW_SHORT = Rule(
    "widow-short",
    "The widow is short",
    "irregularity",
    "If the widow has too few cards the same dealer deals again.",
    "004, Неправильная рука",
)


@WIDOW_SHORT.follows()
def short_widow(_: Finding, state: Auction, __: Sequence[Entry]) -> Ruling:
    """Void, and the same dealer deals again."""
    return dealt_again(state, WIDOW_SHORT)


@WIDOW_SHORT.examined
def widow_counted(state: Auction, _: Irregularity) -> weigh.Weight:
    """The widow as it is recorded."""
    if state.widow is None:
        return weigh.OPEN
    number = len(state.widow)
    return weigh.CONFIRMED if number < WIDOW else weigh.refuted(f"the widow had {number} cards")


VOIDS = (MISDEAL_EXPOSED, MISDEAL_SHUFFLE, WIDOW_SHORT)


def voided(state: Auction) -> bool:
    """Whether the table wrote down something that may make the deal void."""
    rules = [state.session.game.rule(said.fault) for said in state.upheld]
    return any(rule in VOIDS or (rule is not None and rule.label == "widow-exposed") for rule in rules)
