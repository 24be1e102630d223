"""Every fault of auction that a table can call, made in a random deal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from breaches import exposed, led_out_of_turn, only_called, revoke, role
from conftest import verdict_of
from fields import Fault, MakeFault, bidder_of, called, tricks, with_deal

from pinocle_cli.games.pinochle.common import PACK_48 as DECK

if TYPE_CHECKING:
    import random

    from fields import Field, Record


def field() -> Field:
    """The game; it is made from these faults."""
    from auction_field import FIELD  # noqa: PLC0415 - it imports this module

    return FIELD


def bids_with(record: Record, n: int, name: str, what: int) -> Record:
    """The record with one bid more before number `n`."""
    bids = record["deals"][0]["bids"]
    return with_deal(record, bids=[*bids[:n], {name: str(what)}, *bids[n:]])


def highest(record: Record) -> int:
    return max(int(what) for bid in record["deals"][0]["bids"] for what in bid.values() if what != "pass")


def inactive(chance: random.Random, record: Record) -> Fault | None:
    idle = role(chance, record, "idle")
    if idle is None:
        return None
    n = chance.randrange(1, len(record["deals"][0]["bids"]))
    return Fault(bids_with(record, n, idle, 400), idle, f"bids[{n}]")


def dealt_wrong(chance: random.Random, record: Record) -> Fault | None:
    hands = record["deals"][0]["hands"]
    one, other = chance.sample([*hands], 2)
    cards = hands[one].split()
    hands[other] += " " + cards.pop()
    hands[one] = " ".join(cards)
    return Fault(with_deal(record, play=None, bury=None, melds=None), one, f"hands.{one}", also=("deal",))


def after_the_close(_: random.Random, record: Record) -> Fault | None:
    bids, bidder = record["deals"][0]["bids"], bidder_of(record["deals"][0])
    if list(bids[-1]) == [bidder] or highest(record) >= 640:
        return None
    return Fault(bids_with(record, len(bids), str(bidder), highest(record) + 10), bidder, f"bids[{len(bids)}]")


def eldest_passes(_: random.Random, record: Record) -> Fault | None:
    if field().in_force(record).opening_bid != "forced":
        return None
    deal, names = record["deals"][0], [*record["deals"][0]["hands"]]
    bidder = bidder_of(deal)
    if names[0] == bidder:
        return None
    bids = [{name: str(highest(record)) if name == bidder else "pass"} for name in names]
    return Fault(with_deal(record, bids=bids), names[0], "bids[0]")


def bids_after_a_pass(chance: random.Random, record: Record) -> Fault | None:
    bids = record["deals"][0]["bids"]
    passed = [name for bid in bids for name, what in bid.items() if what == "pass"]
    name = chance.choice(passed)
    return Fault(bids_with(record, len(bids), name, highest(record) + 10), name, f"bids[{len(bids)}]")


def too_low(_: random.Random, record: Record) -> Fault | None:
    bids = record["deals"][0]["bids"]
    first = next(n for n, bid in enumerate(bids) if "pass" not in bid.values())
    if first + 1 >= len(bids):
        return None
    ((name, _said),), (amount,) = bids[first + 1].items(), bids[first].values()
    return Fault(bids_with(record, first + 1, name, int(amount)), name, f"bids[{first + 1}]")


def out_of_range(chance: random.Random, record: Record) -> Fault | None:
    bids, least = record["deals"][0]["bids"], int(field().in_force(record).minimum)
    first = next(n for n, bid in enumerate(bids) if "pass" not in bid.values())
    (name,) = bids[first]
    return Fault(bids_with(record, first, name, chance.choice((least - 10, 660, least + 5))), name, f"bids[{first}]")


def peeks(chance: random.Random, record: Record) -> Fault | None:
    bids = record["deals"][0]["bids"]
    passes = [n for n, bid in enumerate(bids) if n and "pass" in bid.values()]
    n = chance.choice(passes)
    (name,) = bids[n]
    return Fault(called(record, "widow-peek", name, **{"after-bid": str(n)}), name, "irregularities[0]")


def widow_shown(chance: random.Random, record: Record) -> Fault | None:
    deal = record["deals"][0]
    name, card = chance.choice([*deal["hands"]]), deal["widow"].split()[0]
    kept = with_deal(record, bids=deal["bids"][:1], melds=None, bury=None, play=None, trump=None)
    said = called(kept, "widow-exposed", name, cards=card, **{"after-bid": "1"})
    return Fault(said, name, "irregularities[0]")


def wrong_hand(label: str, **said: str) -> MakeFault:
    def make(chance: random.Random, record: Record) -> Fault | None:
        by = role(chance, record, "opponent")
        kept = with_deal(record, hands=None, widow=None, bury=None, play=None, taken="100")
        return Fault(called(kept, label, by, **said), by, "irregularities[0]")

    return make


def kept_cards(record: Record) -> list[str]:
    """The bidder's cards after the burial."""
    from auction_field import held_in  # noqa: PLC0415 - it imports this module

    return held_in(record)[str(bidder_of(record["deals"][0]))].split()


def no_meld(chance: random.Random, record: Record) -> Fault | None:
    melds, cards = record["deals"][0]["melds"], kept_cards(record)
    aces = [card for card in cards if card[1:] == "A"]
    tens = [card for card in cards if card[1:] == "10"]
    if melds == "none" or not aces or not tens:
        return None
    wrong = [*melds, f"{chance.choice(aces)} {chance.choice(tens)}"]
    return Fault(with_deal(record, melds=wrong), bidder_of(record["deals"][0]), f"melds[{len(melds)}]")


def counted_twice(_: random.Random, record: Record) -> Fault | None:
    melds, cards = record["deals"][0]["melds"], Counter(kept_cards(record))
    again = [meld for meld in melds if melds != "none" and " " in meld and all(cards[c] == 1 for c in meld.split())]
    if not again:
        return None
    wrong = [*melds, again[0]]
    return Fault(
        with_deal(record, melds=wrong), bidder_of(record["deals"][0]), f"melds[{len(melds)}]", "meld-class-once"
    )


def miscounted(chance: random.Random, record: Record) -> Fault | None:
    right = verdict_of(record)["deals"][0]["contract"]["melds"]
    if not right:
        return None
    spread = {"cards": " ".join(kept_cards(record)), "scored": str(right + chance.choice((10, 20)))}
    return Fault(with_deal(record, melds=spread), bidder_of(record["deals"][0]), "melds.cards")


def two_buried(_: random.Random, record: Record) -> Fault | None:
    bury = record["deals"][0]["bury"].split()
    wrong = with_deal(record, bury=" ".join(bury[:2]), play=None, taken="100")
    return Fault(wrong, bidder_of(record["deals"][0]), "bury")


def buries_a_meld(_: random.Random, record: Record) -> Fault | None:
    deal = record["deals"][0]
    melds, kept, bury = deal["melds"], Counter(kept_cards(record)), deal["bury"].split()
    melded = [card for meld in melds for card in meld.split() if melds != "none" and kept[card] == 1]
    melded = [card for card in melded if card not in bury]
    if not melded:
        return None
    wrong = with_deal(record, bury=" ".join([melded[0], *bury[1:]]), play=None, taken="100")
    return Fault(wrong, bidder_of(deal), "bury", "no-bury-melded", ("buried-meld-card",))


def gives_a_trick_away(chance: random.Random, record: Record) -> Fault | None:
    """A trick that the other side took up."""
    every, bidder = tricks(field(), record), bidder_of(record["deals"][0])
    at = chance.randrange(2, 10)
    trick, winner = every[at], every[at + 1].names[0]
    by = bidder if winner != bidder else role(chance, record, "opponent")
    cards = DECK.show(trick.cards)
    said = called(record, "trick-misassigned", by, after=at + 1, cards=cards)
    return Fault(said, by, "irregularities[0]")


def conceded_too_dear(_: random.Random, record: Record) -> Fault | None:
    if highest(record) == int(field().in_force(record).minimum):
        return None
    kept = {key: record["deals"][0][key] for key in ("dealer", "hands", "widow", "bids")}
    record["deals"][0] = {**kept, "conceded": "unseen"}
    return Fault(record, bidder_of(kept), "conceded")


TOLD = ("dealer", "bids", "trump", "melds")
FAULTS: dict[str, Any] = {
    "inactive": inactive,
    "deal": dealt_wrong,
    "misdeal-exposed": only_called("misdeal-exposed", "dealer", keep=("dealer",), cards="SA HK"),
    "misdeal-shuffle": only_called("misdeal-shuffle", "any", keep=("dealer",)),
    "widow-short": only_called("widow-short", keep=("dealer",)),
    "bid-step": after_the_close,
    "bid-forced-300": eldest_passes,
    "pass-final": bids_after_a_pass,
    "insufficient-bid": too_low,
    "illegal-bid": out_of_range,
    "widow-peek": peeks,
    "widow-exposed": widow_shown,
    "wrong-hand-before-widow": wrong_hand("wrong-hand-before-widow", **{"after-bid": "2"}),
    "wrong-hand-after-widow": wrong_hand("wrong-hand-after-widow", after="2"),
    "meld-table": no_meld,
    "meld-class-once": counted_twice,
    "meld-count-error": miscounted,
    "bury-three": two_buried,
    "no-bury-melded": buries_a_meld,
    "buried-meld-card": buries_a_meld,
    "improper-bury": only_called("improper-bury", "bidder", keep=TOLD),
    "play": revoke("play", "play", field=field),
    "revoke-bidder": revoke("revoke-bidder", "play", who="bidder", field=field),
    "revoke-opponent": revoke("revoke-opponent", "play", who="opponent", field=field),
    "lead-out-of-turn-opponent": led_out_of_turn(who="opponent", field=field),
    "lead-out-of-turn-bidder": led_out_of_turn(who="bidder", field=field),
    "inactive-conduct": only_called("inactive-conduct", "idle", after="3"),
    "expose-one-bidder": exposed(who="bidder", field=field),
    "expose-one-opponent": exposed(who="opponent", field=field),
    "expose-several-opponent": exposed(2, who="opponent", field=field),
    "illegal-information": only_called("illegal-information", "opponent", after="2"),
    "look-at-tricks": only_called("look-at-tricks", "opponent", after="6"),
    "trump-not-named": only_called("trump-not-named", "bidder", after="0"),
    "trick-misassigned": gives_a_trick_away,
    "concede-300-unseen": conceded_too_dear,
}
UNSEEN = frozenset({
    "misdeal-shuffle", "widow-peek", "widow-exposed", "improper-bury", "inactive-conduct", "expose-one-bidder",
    "expose-one-opponent", "expose-several-opponent", "illegal-information", "look-at-tricks", "trump-not-named",
    "trick-misassigned", "misdeal-exposed", "meld-count-error",
})  # fmt: skip
