"""A game as the laws of weighing need it: how its deals are made, written in other words, and gone wrong.

And what every maker of deals does with a record: leaves keys out, adds a call, reads its tricks.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import random

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game

Record = dict[str, Any]
Deal = dict[str, Any]


class Fault(NamedTuple):
    """A deal in which somebody broke a rule."""

    record: Record
    by: str | None
    path: str  # where the verdict must find it: `play[3]`, `irregularities[0]`
    rule: str = ""  # under which it is found, where that is another than the one that was broken
    also: tuple[str, ...] = ()  # rules that are broken by the same deed, whoever breaks them
    after: int | None = None  # the trick after which a table would call it
    cards: str = ""  # and the cards that it would name


MakeFault = Callable[["random.Random", Record], Fault | None]


@dataclass(frozen=True, kw_only=True)
class Field:
    """A game as the laws need it: how its deals are made, written in other words, and gone wrong."""

    game: Game
    players: Callable[[random.Random, Record], list[str]]
    deal: Callable[[random.Random, Record, int], Deal]  # (chance, record, who deals): sound and whole
    seats: Callable[[Record], list[str]]  # who plays, in turn; the first leads
    lawful: Callable[[Deck, Any, list[int], tuple[int, ...], int], list[int]]  # (pack, house, hand, trick, trump)
    wins: Callable[[Deck, tuple[int, ...], int], int]  # (pack, cards of a trick, trump): which card wins it
    optional: tuple[str, ...]  # keys that may be left out, one of them or several
    scored: frozenset[str]  # those of them that are worth something by themselves
    beside_play: tuple[str, ...]  # those of them without which the play alone shows a breach of duty
    otherwise: Callable[[Record], Iterator[Record]]  # the same facts in other words
    house: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # choices where not all of them may be taken
    faults: Mapping[str, MakeFault] = field(default_factory=dict)
    unseen: frozenset[str] = frozenset()  # faults that only the table can have seen: the cards of a whole deal refute
    # every other
    leaves_open: Callable[[Record, str, str], bool] = lambda _, __, ___: False  # (record, fault, by whom): it leaves no
    # trace in a whole deal as it is written here
    is_a_fault: Callable[[Record], bool] = lambda _: (
        False
    )  # (record of a sound deal, with a slip in it): it says to the
    # letter what a table writes of a fault that was committed, which no reader can tell from it

    def deck(self, record: Record) -> Deck:
        """The pack of a record."""
        pack: Deck = self.game.deck(self.in_force(record))
        return pack

    def record(self, chance: random.Random, number: int = 1) -> Record:
        """A record of so many deals that break no rule, under rules of a house at random."""
        record: Record = {"game": self.game.name, "rules": self.rules(chance), "deals": []}
        record["players"] = self.players(chance, record)
        dealer = chance.randrange(len(record["players"]))
        for _ in range(number):
            record["deals"].append(self.deal(chance, record, dealer))
            dealer = (dealer + 1) % len(record["players"])
        return record

    def rules(self, chance: random.Random) -> dict[str, str]:
        """A profile of the game with some options of the house's own."""
        found = {"profile": chance.choice([*self.game.profiles])}
        for name, item in self.game.options.items():
            choices = self.house.get(name, item.choices)
            if len(choices) > 1 and chance.random() < 0.2:
                found[name] = chance.choice(choices)
        return found

    def in_force(self, record: Record) -> Any:
        """The house rules of a record."""
        rules = record["rules"]
        given = {**self.game.profiles[rules["profile"]]}
        for name, item in self.game.options.items():
            if name in rules:
                numeric = item.number and rules[name].isdigit()
                given[item.field] = int(rules[name]) if numeric else rules[name]
        return self.game.house_with(given)


class Trial(NamedTuple):
    """What one law did to one deal, and what came of it."""

    kind: str
    marks: Mapping[str, bool]
    record: Record
    verdict: Record


# --- Records ---------------------------------------------------------------------------------------------------------


def with_deal(record: Record, **edit: Any) -> Record:
    """The record with keys of its first deal changed; None takes one out. An underscore stands for a hyphen."""
    found = copy.deepcopy(record)
    for key, value in edit.items():
        name = key.replace("_", "-")
        if value is None:
            found["deals"][0].pop(name, None)
        else:
            found["deals"][0][name] = value
    return found


def without(record: Record, *keys: str) -> Record:
    """The record without these parts of its first deal; `hands.Anna` is one player's."""
    found = copy.deepcopy(record)
    deal = found["deals"][0]
    for key in keys:
        name, _, player = key.partition(".")
        if player and name in deal:
            deal[name].pop(player, None)
        if not player or not deal.get(name):
            deal.pop(name, None)
    return found


def called(record: Record, fault: str, by: str | None = None, **more: Any) -> Record:
    """The record with a fault that the table called in its first deal."""
    return called_in(0, record, fault, by, **more)


def called_in(nth: int, record: Record, fault: str, by: str | None = None, **more: Any) -> Record:
    """The record with a fault that the table called in a deal."""
    said = {"fault": fault, **({"by": by} if by is not None else {}), **{k: v for k, v in more.items() if v}}
    if "after" in more and more["after"] is not None:
        said["after"] = str(more["after"])
    found = copy.deepcopy(record)
    found["deals"][nth].setdefault("irregularities", []).append(said)
    return found


class Played(NamedTuple):
    """A trick that was played: its line of the play, who played to it in turn, and what."""

    n: int
    names: list[str]
    cards: tuple[int, ...]


def tricks(field: Field, record: Record) -> list[Played]:
    """The tricks of the first deal."""
    deal, deck = record["deals"][0], field.deck(record)
    trump, turn = trump_of(deal), field.seats(record)
    found = []
    for n, line in enumerate(deal["play"]):
        if ":" in line:
            continue
        cards = deck.parse(line)
        found.append(Played(n, turn, cards))
        at = field.wins(deck, cards, trump)
        turn = turn[at:] + turn[:at]
    return found


def trump_of(deal: Deal) -> int:
    """The index of the trump suit of a deal that has one."""
    written = deal.get("turned") or deal.get("trump") or "S"
    return "SHDC".index(written[0].upper())


def bidder_of(deal: Deal) -> str | None:
    """Who won the bidding, where there was one."""
    said = [pair for bid in deal.get("bids", ()) for pair in bid.items()]
    return next((name for name, what in reversed(said) if what != "pass"), None)


def insert(record: Record, n: int, *lines: str) -> Record:
    """The record with lines of play more before number `n`."""
    play = record["deals"][0]["play"]
    return with_deal(record, play=[*play[:n], *lines, *play[n:]])
