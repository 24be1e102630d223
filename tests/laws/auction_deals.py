"""Whole legal deals of auction for the laws of weighing: bidding, widow, melds, burial and play, all recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from auction_field import active, buried, held_in, played
from weighing import with_deal

from pinocle_cli.cards import SUITS
from pinocle_cli.games.auction.chapters.melds import most
from pinocle_cli.games.pinochle.common import PACK_48 as DECK
from pinocle_cli.tricks import duty_broken, winner

if TYPE_CHECKING:
    import random

Record = dict[str, Any]
NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve"]
show = DECK.show


def spoken(chance: random.Random, seats: list[int]) -> tuple[list[tuple[int, int | None]], int]:
    """Bids in turn until two have passed, and who won; eldest opens."""
    said: list[tuple[int, int | None]] = [(seats[0], 300)]
    high, bidder, turn = 300, seats[0], 0
    out: set[int] = set()
    while len(out) < 2:
        turn = (turn + 1) % 3
        seat = seats[turn]
        if seat in out or seat == bidder:
            continue
        if high < 400 and chance.random() < 0.4:
            high, bidder = high + 10 * chance.randint(1, 3), seat
            said.append((seat, high))
        else:
            out.add(seat)
            said.append((seat, None))
    return said, bidder


def deal(chance: random.Random, rules: dict[str, str], players: int = 3) -> Record:
    """A record of one deal that breaks no rule."""
    pack = list(DECK.pack)
    chance.shuffle(pack)
    dealer = chance.randrange(players)
    seats = active(dealer, players)
    hands = {seat: pack[n * 15 : n * 15 + 15] for n, seat in enumerate(seats)}
    widow, trump = pack[45:], chance.randrange(4)
    dealt = {NAMES[seat]: show(hand) for seat, hand in hands.items()}
    bids, bidder = spoken(chance, seats)
    cards = hands[bidder] + widow
    bury, kept = buried(chance, cards, trump)
    hands[bidder] = kept
    melds = most(DECK, trump, tuple(kept))
    record = {
        "dealer": NAMES[dealer],
        "hands": dealt,
        "widow": show(widow),
        "bids": [{NAMES[seat]: "pass" if bid is None else str(bid)} for seat, bid in bids],
        "trump": SUITS[trump],
        "melds": [show(meld.cards) for meld in melds] or "none",
        "bury": show(bury),
        "play": played(chance, hands, seats, bidder, trump, always=rules.get("heading") == "always"),
    }
    return {"game": "auction", "rules": rules, "players": NAMES[:players], "kitty": "200", "deals": [record]}


def bidder_of(record: Record) -> str:
    """Who won the bidding."""
    said: list[tuple[str, str]] = [pair for bid in record["deals"][0]["bids"] for pair in bid.items()]
    return next(name for name, what in reversed(said) if what != "pass")


def in_other_words(record: Record) -> list[Record]:
    """The same facts written otherwise."""
    whole, bidder, held = record["deals"][0], bidder_of(record), held_in(record)
    made = [bid for bid in whole["bids"] if "pass" not in bid.values()]
    return [
        with_deal(record, held=held),
        with_deal(record, held=held, hands=None, widow=None),
        with_deal(record, hands=None, widow=None),
        with_deal(record, bury=None),
        with_deal(record, bids=made),
        with_deal(record, play="\n".join(whole["play"]) + "\n"),
        with_deal(record, hands=dict(list(whole["hands"].items())[:2])),
        with_deal(record, hands={bidder: whole["hands"][bidder]}),
        with_deal(record, melds=held[bidder] if whole["melds"] != "none" else "none"),
    ]


def with_revoke(chance: random.Random, record: Record) -> tuple[Record, int, str] | None:
    """The deal played anew with one revoke in it; its line, and who did it. None where nobody could have revoked."""
    whole, players = record["deals"][0], record["players"]
    seats, trump = active(players.index(whole["dealer"]), len(players)), SUITS.index(whole["trump"])
    hands = {players.index(name): list(DECK.parse(hand)) for name, hand in held_in(record).items()}
    always = record["rules"].get("heading") == "always"
    lead, at, culprit, lines = seats.index(players.index(bidder_of(record))), chance.randrange(12), -1, []
    for n in range(15):
        trick: tuple[int, ...] = ()
        for k in range(3):
            seat = seats[(lead + k) % 3]
            hand, have = hands[seat], DECK.count(hands[seat])
            bad = [c for c in hand if trick and duty_broken(DECK, have, trick, c, trump, always=always)]
            revokes = n >= at and bad and culprit < 0
            card = chance.choice(bad if revokes else [c for c in hand if c not in bad])
            if revokes:
                at, culprit = n, seat
            trick = (*trick, card)
            hand.remove(card)
        lines.append(show(trick))
        lead = (lead + winner(DECK, trick, trump)) % 3
    found = culprit >= 0 and at < 13  # one in the last tricks shows nothing
    return (with_deal(record, play=lines), at, players[culprit]) if found else None
