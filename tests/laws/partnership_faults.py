"""Every fault of partnership that a table can call, made in a random deal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from breaches import only_called, revoke
from fields import Fault, MakeFault, bidder_of, called, with_deal

if TYPE_CHECKING:
    import random

    from fields import Field, Record

CLUB = {"profile": "club"}


def field() -> Field:
    """The game; it is made from these faults."""
    from partnership_field import FIELD  # noqa: PLC0415 - it imports this module

    return FIELD


def at_a_club(chance: random.Random, **rules: str) -> Record:
    """A deal with bidding."""
    game = field()
    record: Record = {"game": "partnership", "rules": {**CLUB, **rules}, "deals": []}
    record["players"] = game.players(chance, record)
    record["deals"].append(game.deal(chance, record, chance.randrange(4)))
    return record


def bids_too_low(chance: random.Random, _: Record) -> Fault | None:
    record = at_a_club(chance)
    bids = record["deals"][0]["bids"]
    first = next(n for n, bid in enumerate(bids) if "pass" not in bid.values())
    (name,) = bids[first]
    return Fault(with_deal(record, bids=[*bids[:first], {name: "240"}, *bids[first:]]), name, f"bids[{first}]")


def no_marriage(chance: random.Random, _: Record) -> Fault | None:
    record = at_a_club(chance, **{"trump-needs": "marriage"})
    deal = record["deals"][0]
    bidder = bidder_of(deal)
    suits = dict(zip("SHDC", ("spades", "hearts", "diamonds", "clubs"), strict=True))
    hand = deal["hands"][bidder].split()
    without = [suit for suit in "SHDC" if not {suit + "K", suit + "Q"} <= set(hand)]
    if not without:
        return None
    wrong = with_deal(record, trump=suits[chance.choice(without)], play=None, melds=None)
    said = called(wrong, "trump-needs-marriage", bidder)
    return Fault(said, bidder, "irregularities[0]")


def exchanges(chance: random.Random, _: Record) -> Fault | None:
    record, name = at_a_club(chance), chance.choice(field().players(chance, {}))
    return Fault(with_deal(record, dix_exchange=[name]), name, "dix-exchange")


def wrong_hand(label: str) -> MakeFault:
    def make(chance: random.Random, record: Record) -> Fault | None:
        deal = record["deals"][0]
        if "dix-exchange" in deal:
            return None
        short, long = chance.sample([*deal["hands"]], 2)
        hands = {name: hand.split() for name, hand in deal["hands"].items()}
        drawable = hands[short][:-1]  # the last of the dealer's is turned
        if label == "wrong-hand-after-look":  # what is drawn after the melds was not melded
            shown = {card for item in deal.get("melds", {}).get(short, ()) for card in item.split()}
            drawable = [card for card in drawable if card not in shown and not card.endswith("9")]
        if not drawable:
            return None
        card = drawable[0]
        hands[short].remove(card)
        hands[long].append(card)
        wrong = with_deal(record, hands={name: " ".join(hand) for name, hand in hands.items()})
        return Fault(called(wrong, label, short, cards=card), short, "irregularities[0]")

    return make


def dix_of_the_exchange(_: random.Random, record: Record) -> Fault | None:
    deal = record["deals"][0]
    dealer, turned = deal["dealer"], deal.get("turned")
    if "dix-exchange" not in deal or turned[0] + "9" in deal["hands"][dealer].split():
        return None
    items = deal["melds"].get(dealer, [])
    wrong = with_deal(record, melds={**deal["melds"], dealer: [*items, "dix"]})
    return Fault(wrong, dealer, f"melds.{dealer}[{len(items)}]", "dix-holder")


def counted_twice(_: random.Random, record: Record) -> Fault | None:
    deal = record["deals"][0]
    if "dix-exchange" in deal:
        return None
    for name, items in deal["melds"].items():
        hand = Counter(deal["hands"][name].split())
        again = [item for item in items if " " in item and all(hand[card] == 1 for card in item.split())]
        if again:
            wrong = with_deal(record, melds={**deal["melds"], name: [*items, again[0]]})
            return Fault(wrong, name, f"melds.{name}[{len(items)}]", "meld-class-once")
    return None


FAULTS: dict[str, Any] = {
    "misdeal-exposed": only_called("misdeal-exposed", "dealer", keep=("dealer",), cards="SA HK"),
    "misdeal-no-trump": only_called("misdeal-no-trump", "dealer", keep=("dealer",), choice="redeal"),
    "draw-trump-card": only_called("draw-trump-card", "other", keep=("dealer", "turned", "trump", "taken")),
    "bidding": bids_too_low,
    "trump-needs-marriage": no_marriage,
    "dix-exchange": exchanges,
    "wrong-hand-before-look": wrong_hand("wrong-hand-before-look"),
    "wrong-hand-after-look": wrong_hand("wrong-hand-after-look"),
    "dix-holder": dix_of_the_exchange,
    "meld-class-once": counted_twice,
    "play": revoke("play", "play", field=field),
    "revoke": revoke("revoke", "play", field=field),
}
UNSEEN = frozenset({"misdeal-exposed", "misdeal-no-trump", "draw-trump-card"})
