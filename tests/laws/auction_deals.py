"""Whole legal deals of auction for the laws of weighing: bidding, widow, melds, burial and play, all recorded."""

from __future__ import annotations

import copy
from collections import Counter
from typing import TYPE_CHECKING, Any

from pinocle_cli.cards import SUITS
from pinocle_cli.games.auction.chapters.melds import most
from pinocle_cli.games.pinochle.common import PACK_48 as DECK
from pinocle_cli.tricks import duty_broken, winner

if TYPE_CHECKING:
    import random

Record = dict[str, Any]
NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve"]
show = DECK.show


def active(dealer: int, players: int) -> list[int]:
    return [(dealer + n) % players for n in ((1, 3, 4) if players == 5 else (1, 2, 3))]


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


def with_deal(record: Record, **edit: Any) -> Record:
    """The record with keys of its deal changed; None takes one out."""
    found = copy.deepcopy(record)
    for key, value in edit.items():
        found["deals"][0].pop(key, None)
        if value is not None:
            found["deals"][0][key] = value
    return found


def with_revoke(chance: random.Random, record: Record) -> tuple[Record, int, str] | None:
    """The same deal with a revoke put in: the play from there on is played anew; the line, and who did it."""
    whole = record["deals"][0]
    players = record["players"]
    seats = active(players.index(whole["dealer"]), len(players))
    trump = SUITS.index(whole["trump"])
    hands = {seat: list(DECK.parse(whole["hands"][NAMES[seat]])) for seat in seats}
    bidder = players.index(
        max((b for b in whole["bids"] if "pass" not in b.values()), key=lambda b: int(*b.values()))
        .__iter__()
        .__next__()
    )
    hands[bidder] += DECK.parse(whole["widow"])
    for card in DECK.parse(whole["bury"]):
        hands[bidder].remove(card)
    lead, at = seats.index(bidder), chance.randrange(12)
    always = record["rules"].get("heading") == "always"
    lines: list[str] = []
    for n in range(15):
        trick: tuple[int, ...] = ()
        done = None
        for k in range(3):
            seat = seats[(lead + k) % 3]
            hand, have = hands[seat], DECK.count(hands[seat])
            bad = [c for c in hand if trick and duty_broken(DECK, have, trick, c, trump, always=always)]
            good = [c for c in hand if c not in bad]
            revokes = n == at and k and bad and done is None
            card = chance.choice(bad if revokes else good)
            done = seat if revokes else done
            trick = (*trick, card)
            hand.remove(card)
        lines.append(show(trick))
        lead = (lead + winner(DECK, trick, trump)) % 3
        if n == at:
            if done is None:
                at += 1
                if at > 12:
                    return None
            else:
                culprit = NAMES[done]
    return with_deal(record, play=lines), at, culprit
