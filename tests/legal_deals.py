"""Whole legal deals of two-handed pinochle, played at random, with what they come to.

Written apart from the program, with cards that are told apart, so that each is a check on the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7")
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
COUNTS = {
    "11-10-4-3-2": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2},
    "10-10-5-5": {"A": 10, "10": 10, "K": 5, "Q": 5},
    "10-10-10": {"A": 10, "10": 10, "K": 10},
}


@dataclass(eq=False)
class Card:
    """One card, told apart from its twin."""

    suit: str
    rank: str
    marks: dict[str, int] = field(default_factory=dict)  # class of melds: the dearest in which it was counted
    laid: bool = False
    shown_as_dix: bool = False

    @property
    def name(self) -> str:
        return self.suit + self.rank

    @property
    def strength(self) -> int:
        return -RANKS.index(self.rank)


@dataclass
class Played:
    """A deal as it was played: its parts as written, and what it comes to by a count of its own."""

    deal: dict[str, Any]
    melds: list[int]
    cards: list[int]


def names(cards: list[Card]) -> str:
    return " ".join(card.name for card in cards)


def melds_of(hand: list[Card], trump: str) -> list[tuple[str, int, list[list[Card]]]]:
    """(class, points, for each card of the meld the copies that may stand for it)."""
    table = [
        ("four", points, [s + rank for s in SUITS]) for rank, points in zip("AKQJ", (100, 80, 60, 40), strict=True)
    ]
    table.append(("pinochle", 40, ["SQ", "DJ"]))
    table += [("sequence", 40 if suit == trump else 20, [suit + "K", suit + "Q"]) for suit in SUITS]
    table.append(("sequence", 150, [trump + rank for rank in RANKS[:5]]))
    found = []
    for kind, points, needed in table:
        copies = [[c for c in hand if c.name == name and c.marks.get(kind, 0) < points] for name in needed]
        if all(copies) and any(not card.laid for options in copies for card in options):
            found.append((kind, points, copies))
    return found


class Table:
    """One deal being played."""

    def __init__(
        self, rng: random.Random, *, pack: int, heading: str, count: str, draws: bool, must_exchange: bool = False
    ) -> None:
        self.must_exchange = must_exchange  # the first dix that is shown
        self.rng, self.always, self.values, self.draws = rng, heading == "always", COUNTS[count], draws
        ranks = RANKS if pack == 64 else RANKS[:6]
        cards = [Card(suit, rank) for suit in SUITS for rank in ranks for _ in range(2)]
        rng.shuffle(cards)
        self.size = pack // 4
        self.hands = [cards[: self.size], cards[self.size : 2 * self.size]]
        self.turned, self.stock = cards[2 * self.size], cards[2 * self.size + 1 :]
        self.trump, self.dix = self.turned.suit, self.turned.suit + ranks[-1]
        self.lines: list[str] = []
        self.melds, self.cards = [0, 10 if self.turned.name == self.dix else 0], [0, 0]  # Boris deals

    def play(self, players: tuple[str, str]) -> Played:
        deal: dict[str, Any] = {"dealer": players[1], "turned": self.turned.name}
        deal["hands"] = {player: names(hand) for player, hand in zip(players, self.hands, strict=True)}
        if not self.draws:
            deal["stock"] = names(self.stock)
        leader = 0
        for trick in range(2 * self.size):
            leader = self.trick(leader, second_half=trick >= self.size)
            if trick < self.size:
                self.show(leader, players)
                self.draw(leader, players)
        self.cards[leader] += 10
        return Played({**deal, "play": self.lines}, self.melds, self.cards)

    def trick(self, leader: int, *, second_half: bool) -> int:
        led = self.rng.choice(self.hands[leader])
        replies = self.hands[1 - leader]
        reply = self.rng.choice(self.lawful(led, replies) if second_half else replies)
        self.hands[leader].remove(led)
        replies.remove(reply)
        self.lines.append(f"{led.name} {reply.name}")
        same, trumped = reply.suit == led.suit, reply.suit == self.trump
        won = reply.strength > led.strength if same else trumped
        winner = 1 - leader if won else leader
        self.cards[winner] += sum(self.values.get(card.rank, 0) for card in (led, reply))
        return winner

    def lawful(self, led: Card, hand: list[Card]) -> list[Card]:
        same = [card for card in hand if card.suit == led.suit]
        if same:
            higher = [card for card in same if card.strength > led.strength]
            return higher if higher and (self.always or led.suit == self.trump) else same
        return [card for card in hand if card.suit == self.trump] or hand

    def show(self, seat: int, players: tuple[str, str]) -> None:
        hand = self.hands[seat]
        melds = melds_of(hand, self.trump)
        if melds and self.rng.random() < 0.8:
            kind, points, copies = self.rng.choice(melds)
            chosen = [self.rng.choice(options) for options in copies]
            if any(not card.laid for card in chosen):
                self.lines.append(f"{players[seat]}: meld {names(chosen)}")
                self.melds[seat] += points
                for card in chosen:
                    card.laid = True
                    card.marks[kind] = points
        dix = next((card for card in hand if card.name == self.dix and not card.shown_as_dix), None)
        if dix is not None and self.rng.random() < 0.8:
            self.melds[seat] += 10
            if self.turned.name == self.dix or (not self.must_exchange and self.rng.random() < 0.3):
                self.lines.append(f"{players[seat]}: dix shown")
                dix.shown_as_dix = True
            else:
                self.lines.append(f"{players[seat]}: dix")
                hand.remove(dix)
                hand.append(self.turned)
                self.turned = dix

    def draw(self, winner: int, players: tuple[str, str]) -> None:
        for seat in (winner, 1 - winner):
            card = self.stock.pop(0) if self.stock else self.turned
            self.hands[seat].append(card)
            if self.draws and card is not self.turned:
                self.lines.append(f"{players[seat]}: draw {card.name}")


def legal_deal(
    rng: random.Random,
    *,
    pack: int = 48,
    heading: str = "trumps",
    count: str = "11-10-4-3-2",
    draws: bool = False,
    must_exchange: bool = False,
    players: tuple[str, str] = ("Anna", "Boris"),
) -> Played:
    """One legal deal of 24 or 32 tricks; the second player deals."""
    table = Table(rng, pack=pack, heading=heading, count=count, draws=draws, must_exchange=must_exchange)
    return table.play(players)


def record_of(played: Played, **rules: Any) -> dict[str, Any]:
    """The deal as a record of its own."""
    players = list(played.deal["hands"])
    return {"game": "two-handed", "rules": rules, "players": players, "deals": [played.deal]}


def as_yaml(record: dict[str, Any]) -> str:
    """The record as a person writes it, the play as a block."""
    out = [f"game: {record['game']}", f"players: [{', '.join(record['players'])}]"]
    if record.get("rules"):
        out.append("rules: {" + ", ".join(f"{key}: {value}" for key, value in record["rules"].items()) + "}")
    out.append("deals:")
    for deal in record["deals"]:
        dash = "  - "
        for key, value in deal.items():
            if isinstance(value, list):
                out += [f"{dash}{key}: |", *(f"      {line}" for line in value)]
            elif isinstance(value, dict):
                out += [f"{dash}{key}:", *(f"      {name}: {text}" for name, text in value.items())]
            else:
                out.append(f"{dash}{key}: {value}")
            dash = "    "
    return "\n".join(out) + "\n"
