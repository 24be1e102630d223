"""Random legal deals of partnership pinochle, as records in plain data."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from pinocle_cli.games.partnership import GAME
from pinocle_cli.games.partnership.chapters.worth import worth
from pinocle_cli.games.pinochle.common import PACK_48 as DECK
from pinocle_cli.games.pinochle.common import dix_card
from pinocle_cli.tricks import duty_broken, winner

PLAYERS = ["Ann", "Bob", "Cyd", "Dan"]


def seeded(seed: int) -> random.Random:
    """A pack shuffled in the same way every time."""
    return random.Random(seed)


@dataclass
class Dealt:
    """A deal that was played by the rules: the cards, and the record of it."""

    trump: int
    dealer: int
    hands: list[list[int]]  # as dealt
    held: list[list[int]]  # after the exchange
    leads: list[int] = field(default_factory=list)
    tricks: list[list[int]] = field(default_factory=list)
    record: dict[str, Any] = field(default_factory=dict)


def deal(rng: random.Random, *, exchange: bool = True, always: bool = False, turn: bool = True) -> Dealt:
    """Deal, exchange a dix where somebody can, show every meld, and play twelve legal tricks."""
    pack = [card for card in range(DECK.kinds) for _ in range(DECK.copies)]
    rng.shuffle(pack)
    hands = [pack[12 * seat : 12 * seat + 12] for seat in range(4)]
    dealer = rng.randrange(4)
    turned = hands[dealer][-1]
    trump = DECK.suit[turned]
    held = [list(hand) for hand in hands]
    dix = dix_card(DECK, trump)
    record: dict[str, Any] = {"dealer": PLAYERS[dealer]}
    record["hands"] = {PLAYERS[seat]: DECK.show(hand) for seat, hand in enumerate(hands)}
    record |= {"turned": DECK.names[turned]} if turn else {"trump": ["spades", "hearts", "diamonds", "clubs"][trump]}
    takers = [seat for seat in range(4) if seat != dealer and dix in hands[seat]]
    if takers and exchange and turn and turned != dix:
        taker = min(takers, key=lambda seat: (seat - dealer - 1) % 4)
        held[taker].remove(dix)
        held[dealer].remove(turned)
        held[taker].append(turned)
        held[dealer].append(dix)
        record["dix-exchange"] = [PLAYERS[taker]]
    found = Dealt(trump, dealer, hands, held, record=record)
    record["melds"] = melds(found, turned if turn else None)
    play(found, rng, always=always)
    record["play"] = [DECK.show(trick) for trick in found.tricks]
    return found


def melds(dealt: Dealt, turned: int | None) -> dict[str, list[str]]:
    """Everything that each player can show, one meld an item."""
    house, shown = GAME.house(), {}
    dix = dix_card(DECK, dealt.trump)
    for seat, name in enumerate(PLAYERS):
        items = [meld for meld in worth(DECK, dealt.trump, dealt.held[seat], house) if meld.name != "dix"]
        dixes = dealt.hands[seat].count(dix) - (seat == dealt.dealer and turned == dix)
        own = [DECK.show(meld.cards) for meld in items] + ["dix"] * dixes
        if own:
            shown[name] = own
    return shown


def play(dealt: Dealt, rng: random.Random, *, always: bool, leader: int | None = None) -> None:
    """Twelve tricks, each card taken at random from those that may be played; eldest leads, where nobody is named."""
    left = [list(hand) for hand in dealt.held]
    leader = (dealt.dealer + 1) % 4 if leader is None else leader
    for _ in range(12):
        trick: list[int] = []
        for nth in range(4):
            hand = left[(leader + nth) % 4]
            held = DECK.count(hand)
            legal = [
                card
                for card in hand
                if not trick or duty_broken(DECK, held, trick, card, dealt.trump, always=always) is None
            ]
            trick.append(rng.choice(legal))
            hand.remove(trick[-1])
        dealt.leads.append(leader)
        dealt.tricks.append(trick)
        leader = (leader + winner(DECK, trick, dealt.trump)) % 4
