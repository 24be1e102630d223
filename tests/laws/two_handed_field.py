"""Whole legal deals of two-handed for the laws of weighing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fields import Field, Record, tricks, with_deal
from legal_deals import SUITS, legal_deal
from pinochle_play import lawful
from two_handed_faults import FAULTS, UNSEEN, drawn

from pinocle_cli.games import GAMES
from pinocle_cli.tricks import winner

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

NAMES = ["Anna", "Boris"]


def deal(chance: random.Random, record: Record, dealer: int) -> dict[str, Any]:
    """A deal played at random, with the stock or with a line for each draw."""
    house = FIELD.in_force(record)
    players = (NAMES[1 - dealer], NAMES[dealer])
    played = legal_deal(
        chance, pack=int(house.deck), heading=house.heading, count=house.count, draws=chance.random() < 0.4,
        must_exchange=house.first_dix == "must-exchange", players=players,
    )  # fmt: skip
    return played.deal


def seats_in_play(record: Record) -> list[str]:
    """The two players; whoever did not deal leads."""
    return sorted(NAMES, key=lambda name: name == record["deals"][0]["dealer"])


def in_other_words(record: Record) -> Iterator[Record]:
    """The same facts written otherwise."""
    whole = record["deals"][0]
    yield with_deal(record, hands=None)
    yield with_deal(record, stock=None)
    yield with_deal(record, hands=None, stock=None)
    if not whole["turned"].endswith(("9", "7")):  # a dix turned is ten points
        suit = SUITS[whole["turned"][0]]
        yield with_deal(record, turned=None, trump=suit, hands=None, stock=None)
    if "stock" in whole:
        yield with_draws(record)


def with_draws(record: Record) -> Record:
    """The stock told in lines of play."""
    whole = record["deals"][0]
    stock = whole["stock"].split()
    lines: list[str] = []
    after = {trick.n: trick.names for trick in tricks(FIELD, record)[1:]}
    for n, line in enumerate(whole["play"]):
        for name in after.get(n, ()):
            lines += [f"{name}: draw {stock.pop(0)}"] if stock else []
        lines.append(line)
    return with_deal(record, stock=None, play=lines)


def shown_again(record: Record) -> bool:
    """The same player shows the same cards a second time, which counts them again."""
    melds = [
        (line.partition(":")[0], sorted(line.split()[2:])) for line in record["deals"][0]["play"] if ": meld" in line
    ]
    return any(meld in melds[:n] for n, meld in enumerate(melds))


FIELD = Field(
    game=GAMES["two-handed"],
    players=lambda _, __: NAMES,
    deal=deal,
    seats=seats_in_play,
    lawful=lawful,
    faults=FAULTS,
    unseen=UNSEEN,
    # What was drawn wrongly is put right at once; where no draw has its line nothing is seen of it.
    leaves_open=lambda record, label, _: label in ("draw-out-of-turn", "draw-several") and not drawn(record),
    wins=winner,
    optional=("dealer", "hands", "stock", "turned", "hands.Anna", "hands.Boris"),
    scored=frozenset({"turned"}),
    beside_play=("dealer", "hands", "stock"),
    otherwise=in_other_words,
    is_a_fault=shown_again,
)
