"""Whole legal deals of piquet, dealt, exchanged, called in full and played at random, and the same in other words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from piquet_field import full_calls
from weighing import with_deal

from pinocle_cli.games.piquet.hands import DECK, wins

if TYPE_CHECKING:
    import random

Record = dict[str, Any]


def deal(chance: random.Random, profile: str) -> Record:
    """A deal that is dealt, exchanged, called in full and played at random."""
    pack = list(range(DECK.kinds))
    chance.shuffle(pack)
    hands, left = [pack[:12], pack[12:24]], pack[24:]
    held, discards = [], []
    for seat, most in ((0, 5), (1, 8)):
        number = chance.randint(1, min(most, len(left)))
        out = chance.sample(hands[seat], number)
        held.append([card for card in hands[seat] if card not in out] + left[:number])
        discards.append(out)
        left = left[number:]
    whole = {
        "dealer": "Boris",
        "hands": by_name(DECK.show(hand) for hand in hands),
        "talon": DECK.show(pack[24:]),
        "discards": by_name(DECK.show(out) for out in discards),
        "calls": full_calls(["Anna", "Boris"], hands, held),
        "play": played(chance, held),
    }
    return {"game": "piquet", "rules": profile, "players": ["Anna", "Boris"], "deals": [whole]}


def by_name(values: Any) -> dict[str, str]:
    return dict(zip(("Anna", "Boris"), values, strict=True))


def played(chance: random.Random, held: list[list[int]]) -> list[str]:
    hands, leader, play = [list(hand) for hand in held], 0, []
    for _ in range(12):
        led = chance.choice(hands[leader])
        follower = hands[1 - leader]
        reply = chance.choice([card for card in follower if card // 8 == led // 8] or follower)
        hands[leader].remove(led)
        follower.remove(reply)
        play.append(DECK.show((led, reply)))
        leader = 1 - leader if wins(led, reply) else leader
    return play


def held_in(record: Record) -> dict[str, str]:
    """The hands as played, from the play."""
    hands: list[list[int]] = [[], []]
    leader = 0
    for trick in record["deals"][0]["play"]:
        led, reply = DECK.parse(trick)
        hands[leader].append(led)
        hands[1 - leader].append(reply)
        leader = 1 - leader if wins(led, reply) else leader
    return by_name(DECK.show(hand) for hand in hands)


def in_other_words(record: Record) -> list[Record]:
    whole = record["deals"][0]
    held = held_in(record)
    return [
        with_deal(record, calls=None),
        with_deal(record, held=held),
        with_deal(record, held=held, discards=None),
        with_deal(record, talon=None),
        with_deal(record, held=held, talon=None, hands=None),
        with_deal(record, play="\n".join(whole["play"]) + "\n"),
        with_deal(record, calls="\n".join(whole["calls"]) + "\n"),
        with_deal(record, calls=[call for call in whole["calls"] if call.partition(": ")[2] not in ANSWERS]),
        with_deal(record, hands={"Anna": whole["hands"]["Anna"]}),
    ]


ANSWERS = ("good", "equal", "not good")
