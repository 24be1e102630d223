"""Whole legal deals of partnership for the laws of weighing: trumps turned or bid for, melds and play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fields import Field, Record, with_deal
from partnership_deals import Dealt, melds, play
from partnership_faults import FAULTS, UNSEEN
from pinochle_play import lawful

from pinocle_cli.cards import SUITS
from pinocle_cli.games import GAMES
from pinocle_cli.games.pinochle.common import PACK_48 as DECK
from pinocle_cli.games.pinochle.common import dix_card
from pinocle_cli.tricks import winner

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

PLAYERS = ["Ann", "Bob", "Cyd", "Dan"]


def deal(chance: random.Random, record: Record, dealer: int) -> dict[str, Any]:
    """Deal, bid or turn a card, exchange the dix where somebody can, show every meld, and play twelve legal tricks."""
    house = FIELD.in_force(record)
    pack = list(DECK.pack)
    chance.shuffle(pack)
    hands = [pack[12 * seat : 12 * seat + 12] for seat in range(4)]
    found: dict[str, Any] = {"dealer": PLAYERS[dealer]}
    found["hands"] = {PLAYERS[seat]: DECK.show(hand) for seat, hand in enumerate(hands)}
    leader, turned = (dealer + 1) % 4, None
    if house.bidding == "auction":
        bidder, found["bids"] = bid(chance, dealer, 25 if house.values == "tens" else 250)
        trump = best_suit(hands[bidder])
        found["trump"] = SUITS[trump]
        leader = bidder if house.leader == "bidder" else leader
    else:
        turned = hands[dealer][-1]
        trump = DECK.suit[turned]
        found["turned"] = DECK.names[turned]
    dealt = Dealt(trump, dealer, hands, [list(hand) for hand in hands], record=found)
    if turned is not None:
        exchange(chance, dealt, turned)
    found["melds"] = melds(dealt, turned)
    dealt.leads = []
    play(dealt, chance, always=house.heading == "always", leader=leader)
    found["play"] = [DECK.show(trick) for trick in dealt.tricks]
    return found


def exchange(chance: random.Random, dealt: Dealt, turned: int) -> None:
    """The first who has a dix, and who wants to, takes the turned card for it."""
    dix = dix_card(DECK, dealt.trump)
    for seat in ((dealt.dealer + step) % 4 for step in (1, 2, 3)):
        if dix in dealt.hands[seat] and turned != dix and chance.random() < 0.7:
            dealt.held[seat].remove(dix)
            dealt.held[dealt.dealer].remove(turned)
            dealt.held[seat].append(turned)
            dealt.held[dealt.dealer].append(dix)
            dealt.record["dix-exchange"] = [PLAYERS[seat]]
            return


def bid(chance: random.Random, dealer: int, least: int) -> tuple[int, list[dict[str, str]]]:
    """From eldest on each bids or passes until three have passed; who has the bid, and what was said."""
    said, high, bidder, passed = [], 0, -1, set[int]()
    seat = dealer
    while len(passed) < 3 or bidder < 0:
        seat = (seat + 1) % 4
        if seat in passed or seat == bidder:
            continue
        if (len(passed) == 3) or (high < least * 1.2 and chance.random() < 0.5):
            high, bidder = (high + least // 25 if high else least), seat
            said.append({PLAYERS[seat]: str(high)})
        else:
            passed.add(seat)
            said.append({PLAYERS[seat]: "pass"})
    return bidder, said


def best_suit(hand: list[int]) -> int:
    """The suit in which the bidder has the marriage, else most cards."""
    return max(
        range(4),
        key=lambda suit: (
            {DECK.card(suit, "K"), DECK.card(suit, "Q")} <= set(hand),
            sum(DECK.suit[card] == suit for card in hand),
        ),
    )


def seats_in_play(record: Record) -> list[str]:
    """Who plays, in turn."""
    whole, house = record["deals"][0], FIELD.in_force(record)
    at = (PLAYERS.index(whole["dealer"]) + 1) % 4
    if house.bidding == "auction" and house.leader == "bidder":
        at = PLAYERS.index(next(name for one in reversed(whole["bids"]) for name, bid in one.items() if bid != "pass"))
    return PLAYERS[at:] + PLAYERS[:at]


def in_other_words(record: Record) -> Iterator[Record]:
    """The same facts written otherwise."""
    whole = record["deals"][0]
    if "turned" in whole:
        yield with_deal(record, trump=SUITS["SHDC".index(whole["turned"][0])])
    yield with_deal(record, hands={name: whole["hands"][name] for name in PLAYERS[:2]})
    yield with_deal(record, hands=None)
    if "dix-exchange" not in whole:
        yield with_deal(record, hands=None, held=whole["hands"])
    shown = {name: ", ".join(items) for name, items in whole["melds"].items()}
    yield with_deal(record, melds=shown or None)
    yield with_deal(record, melds={name: [*reversed(items)] for name, items in whole["melds"].items()} or None)
    yield with_deal(record, melds=[whole["melds"].get(name, "none") for name in PLAYERS])


FIELD = Field(
    game=GAMES["partnership"],
    players=lambda _, __: PLAYERS,
    deal=deal,
    seats=seats_in_play,
    lawful=lawful,
    faults=FAULTS,
    unseen=UNSEEN,
    wins=winner,
    optional=("dealer", "hands", "turned", "dix-exchange", "melds", "trump", "bids"),
    scored=frozenset({"turned", "trump", "melds", "bids", "dix-exchange"}),
    beside_play=("dealer", "hands", "dix-exchange", "melds"),
    otherwise=in_other_words,
    house={"trump-needs": ("nothing",)},
)
