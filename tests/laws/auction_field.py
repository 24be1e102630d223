"""Whole legal deals of auction for the laws of weighing: bidding, widow, melds, burial and play, all recorded."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import fields
from auction_faults import FAULTS, UNSEEN
from fields import Field, Record, with_deal
from pinochle_play import lawful

from pinocle_cli.cards import SUITS
from pinocle_cli.games import GAMES
from pinocle_cli.games.auction.chapters.worth import most
from pinocle_cli.games.pinochle.common import PACK_48 as DECK
from pinocle_cli.tricks import duty_broken, winner

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve"]
show = DECK.show


def active(dealer: int, players: int) -> list[int]:
    return [(dealer + n) % players for n in ((1, 3, 4) if players == 5 else (1, 2, 3))]


def players(chance: random.Random, _: Record) -> list[str]:
    return NAMES[: chance.choice((3, 3, 4, 5))]


def spoken(chance: random.Random, seats: list[int], least: int, *, forced: bool) -> list[tuple[int, int | None]]:
    """Bids in turn until two have passed; eldest opens, where the house asks for it."""
    said: list[tuple[int, int | None]] = []
    high, bidder, turn = 0, -1, -1
    out: set[int] = set()
    while len(out) < (2 if bidder >= 0 else 3):
        turn = (turn + 1) % 3
        seat = seats[turn]
        if seat in out or seat == bidder:
            continue
        must = bidder < 0 and (forced or len(out) == 2)
        if must or (high < 400 and chance.random() < 0.4):
            high, bidder = (
                (high + 10 * chance.randint(1, 3) if high else least + 10 * chance.choice((0, 0, 1, 5))),
                seat,
            )
            said.append((seat, high))
        else:
            out.add(seat)
            said.append((seat, None))
    return said


def deal(chance: random.Random, record: Record, dealer: int) -> dict[str, Any]:
    """A deal that breaks no rule; one that follows another may end before it is played."""
    house, names = FIELD.in_force(record), record["players"]
    pack = list(DECK.pack)
    chance.shuffle(pack)
    seats = active(dealer, len(names))
    hands = {seat: pack[n * 15 : n * 15 + 15] for n, seat in enumerate(seats)}
    widow, trump = pack[45:], chance.randrange(4)
    found: dict[str, Any] = {
        "dealer": names[dealer],
        "hands": {names[seat]: show(hand) for seat, hand in hands.items()},
        "widow": show(widow),
    }
    forced = house.opening_bid == "forced"
    bids = spoken(chance, seats, int(house.minimum), forced=forced)
    end = chance.choice(ENDS) if record["deals"] else ""
    if end == "passed" and not forced:
        return {"dealer": names[dealer], "bids": [{names[seat]: "pass"} for seat in seats]}
    if end == "unseen":
        bids = [(seats[0], int(house.minimum)), (seats[1], None), (seats[2], None)]
    bidder = next(seat for seat, bid in reversed(bids) if bid is not None)
    found["bids"] = [{names[seat]: "pass" if bid is None else str(bid)} for seat, bid in bids]
    if end in ("unseen", "bidder", "opponents"):
        return {**found, "conceded": end}
    cards = hands[bidder] + widow
    bury, kept = buried(chance, cards, trump)
    hands[bidder] = kept
    melds = most(DECK, trump, tuple(kept))
    found |= {
        "trump": SUITS[trump],
        "melds": [show(meld.cards) for meld in melds] or "none",
        "bury": show(bury),
        "play": played(chance, hands, seats, bidder, trump, always=house.heading == "always"),
    }
    if end in ("claim", "concede"):
        found["play"] = found["play"][: chance.randrange(2, 13)]
        others = [seat for seat in seats if seat != bidder]
        found["play"] += [f"{names[seat]}: {end}" for seat in ([bidder] if chance.random() < 0.5 else others)]
    return found


ENDS = ("passed", "unseen", "bidder", "opponents", "claim", "concede", "", "")


def buried(chance: random.Random, cards: list[int], trump: int) -> tuple[list[int], list[int]]:
    """Three cards that leave the melds whole, as far as they can."""
    for _ in range(200):
        kept = chance.sample(cards, 15)
        if most(DECK, trump, tuple(kept)):
            break
    rest = list((Counter(cards) - Counter(kept)).elements())
    return rest, kept


def played(
    chance: random.Random, held: dict[int, list[int]], seats: list[int], leader: int, trump: int, *, always: bool
) -> list[str]:
    hands, lines, lead = {seat: list(hand) for seat, hand in held.items()}, [], seats.index(leader)
    for _ in range(15):
        trick: tuple[int, ...] = ()
        for n in range(3):
            hand = hands[seats[(lead + n) % 3]]
            have = DECK.count(hand)
            may = [c for c in hand if not trick or not duty_broken(DECK, have, trick, c, trump, always=always)]
            trick = (*trick, chance.choice(may))
            hand.remove(trick[-1])
        lines.append(show(trick))
        lead = (lead + winner(DECK, trick, trump)) % 3
    return lines


def bidder_of(record: Record) -> str:
    """Who plays the deal."""
    return str(fields.bidder_of(record["deals"][0]))


def seats_in_play(record: Record) -> list[str]:
    """Who plays, in turn; the bidder leads."""
    names = record["players"]
    turn = [names[seat] for seat in active(names.index(record["deals"][0]["dealer"]), len(names))]
    at = turn.index(bidder_of(record))
    return turn[at:] + turn[:at]


def held_in(record: Record) -> dict[str, str]:
    """The hands as they are played."""
    whole, bidder = record["deals"][0], bidder_of(record)
    held = {name: list(DECK.parse(hand)) for name, hand in whole["hands"].items()}
    held[bidder] += DECK.parse(whole["widow"])
    for card in DECK.parse(whole["bury"]):
        held[bidder].remove(card)
    return {name: show(hand) for name, hand in held.items()}


def in_other_words(record: Record) -> Iterator[Record]:
    """The same facts written otherwise."""
    whole, bidder, held = record["deals"][0], bidder_of(record), held_in(record)
    made = [bid for bid in whole["bids"] if "pass" not in bid.values()]
    yield with_deal(record, held=held)
    yield with_deal(record, held=held, hands=None, widow=None)
    yield with_deal(record, hands=None, widow=None)
    yield with_deal(record, bury=None)
    yield with_deal(record, bids=made)
    yield with_deal(record, bids="\n".join(f"{name}: {bid}" for one in whole["bids"] for name, bid in one.items()))
    yield with_deal(record, hands=dict(list(whole["hands"].items())[:2]))
    yield with_deal(record, hands={bidder: whole["hands"][bidder]})
    yield with_deal(record, melds=held[bidder] if whole["melds"] != "none" else "none")
    if whole["melds"] != "none":
        yield with_deal(record, melds=", ".join(whole["melds"]))


FIELD = Field(
    game=GAMES["auction"],
    players=players,
    deal=deal,
    seats=seats_in_play,
    lawful=lawful,
    faults=FAULTS,
    unseen=UNSEEN,
    # Of the packets in which the dealer deals no card tells.
    leaves_open=lambda record, label, by: label == "deal" and by == record["deals"][0]["dealer"],
    wins=winner,
    optional=("dealer", "hands", "widow", "bids", "trump", "melds", "bury"),
    scored=frozenset({"melds", "bids"}),
    beside_play=("dealer", "hands", "widow", "bury", "melds"),
    otherwise=in_other_words,
)
