"""Auction: what holds of every deal and of every evening."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings, verdict_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pinocle_cli.cards import SUITS
from pinocle_cli.games.auction.chapters.worth import DOUBLES, most
from pinocle_cli.games.pinochle.common import COUNTS, PACK_48, A, Meld, dix_card, meld_table
from pinocle_cli.tricks import duty_broken, winner

if TYPE_CHECKING:
    from random import Random

NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve"]
WHOLE_PACK = [card for card in range(PACK_48.kinds) for _ in range(PACK_48.copies)]
show = PACK_48.show


def active(dealer: int, players: int) -> list[int]:
    return [(dealer + n) % players for n in ((1, 3, 4) if players == 5 else (1, 2, 3))]


# --- Melds: the most that any assignment gives -----------------------------------------------------------------------


def best(have: Counter[int], melds: list[Meld]) -> int:
    """The most points of any choice of these melds in which no card is used twice; tried out one by one."""
    if not melds:
        return 0
    meld, *others = melds
    points = best(have, others)
    need = Counter(meld.cards)
    if all(have[card] >= times for card, times in need.items()):
        points = max(points, meld.points + best(have - need, melds))
    return points


@given(st.permutations(WHOLE_PACK), st.integers(5, 15), st.integers(0, 3), st.booleans())
@settings(max_examples=300, deadline=None)
def test_melds_are_the_most_that_any_assignment_gives(pack: list[int], number: int, trump: int, doubles: bool) -> None:
    cards = pack[:number]
    single = [*meld_table(PACK_48, trump), Meld("dix", (dix_card(PACK_48, trump),), A, 10)]
    double = [Meld(m.name, m.cards * 2, m.group, DOUBLES[m.name]) for m in single if doubles and m.name in DOUBLES]
    wanted = sum(best(Counter(cards), [m for m in (*single, *double) if m.group == group]) for group in range(3))
    assert sum(meld.points for meld in most(PACK_48, trump, tuple(cards), doubles=doubles)) == wanted


# --- Whole deals -----------------------------------------------------------------------------------------------------


def legal_deal(rng: Random, players: int, heading: str) -> dict[str, Any]:
    """A deal that breaks no rule: the bidder lays down all that melds, and everybody plays as he may."""
    pack = rng.sample(WHOLE_PACK, len(WHOLE_PACK))
    dealer = rng.randrange(players)
    seats = active(dealer, players)
    hands = {seat: pack[n * 15 : n * 15 + 15] for n, seat in enumerate(seats)}
    widow, bid = pack[45:], rng.randrange(300, 660, 10)
    bidder, trump = seats[0], rng.randrange(4)
    dealt = {NAMES[seat]: show(hand) for seat, hand in hands.items()}
    kept = rng.sample(hands[bidder] + widow, 18)
    bury, hands[bidder] = kept[:3], kept[3:]
    laid = {card for meld in most(PACK_48, trump, tuple(hands[bidder])) for card in meld.cards}
    melds = show(card for card in hands[bidder] if card in laid) if laid else []
    play, leader = [], 0
    while hands[bidder]:
        trick: tuple[int, ...] = ()
        for n in range(3):
            hand = hands[seats[(leader + n) % 3]]
            held = PACK_48.count(hand)
            always = heading == "always"
            may = [c for c in hand if not trick or not duty_broken(PACK_48, held, trick, c, trump, always=always)]
            trick = (*trick, rng.choice(may))
            hand.remove(trick[-1])
        play.append(show(trick))
        leader = (leader + winner(PACK_48, trick, trump)) % 3
    return {
        "dealer": NAMES[dealer],
        "hands": dealt,
        "widow": show(widow),
        "bids": [{NAMES[bidder]: str(bid)}, *({NAMES[seat]: "pass"} for seat in seats[1:])],
        "trump": SUITS[trump],
        "melds": melds,
        "bury": show(bury),
        "play": play,
    }


def session(deal: dict[str, Any], players: int, **rules: str) -> dict[str, Any]:
    return {"game": "auction", "rules": rules, "players": NAMES[:players], "kitty": 100, "deals": [deal]}


@given(
    st.randoms(use_true_random=False), st.integers(3, 5), st.sampled_from(COUNTS), st.sampled_from(["trumps", "always"])
)
@settings(max_examples=60, deadline=None)
def test_a_legal_deal(rng: Random, players: int, count: str, heading: str) -> None:
    deal = legal_deal(rng, players, heading)
    verdict = verdict_of(session(deal, players, count=count, heading=heading))
    assert findings(verdict) == []
    (judged,) = verdict["deals"]
    contract = judged["contract"]
    assert contract["made"] == (contract["melds"] + contract["cards"] >= contract["bid"])
    cards = [e for e in judged["ledger"] if e["unit"] == "points" and "meld" not in e["rule"]]
    assert sum(entry["points"] for entry in cards) == 250
    assert sum(e["points"] for e in cards if e["player"] == contract["bidder"]) == contract["cards"]
    assert sum(judged["scores"].values()) == 0


@given(
    st.randoms(use_true_random=False), st.sets(st.sampled_from(["hands", "widow", "bury", "trump", "melds", "dealer"]))
)
@settings(max_examples=80, deadline=None)
def test_what_is_left_out_is_not_checked_but_breaks_nothing(rng: Random, parts: set[str]) -> None:
    deal = legal_deal(rng, 3, "trumps")
    whole = verdict_of(session(deal, 3))["deals"][0]
    left = {key: value for key, value in deal.items() if key not in parts}
    verdict = verdict_of(session(left, 3))
    assert {finding["severity"] for finding in findings(verdict)} <= {"note"}
    if not parts & {"trump", "melds"}:
        assert verdict["deals"][0]["contract"] == whole["contract"]


@given(st.randoms(use_true_random=False), st.integers(0, 14), st.integers(0, 2))
@settings(max_examples=80, deadline=None)
def test_one_wrong_card_never_raises_and_keeps_the_chips_together(rng: Random, line: int, nth: int) -> None:
    deal = legal_deal(rng, 3, "trumps")
    cards = deal["play"][line].split()
    cards[nth] = rng.choice(PACK_48.names)
    deal["play"][line] = " ".join(cards)
    (judged,) = verdict_of(session(deal, 3))["deals"]
    assert judged["scores"] is None or sum(judged["scores"].values()) == 0


# --- Evenings --------------------------------------------------------------------------------------------------------

FAULTS = ["revoke-bidder", "revoke-opponent", "expose-several-opponent", "look-at-tricks", "illegal-information",
          "wrong-hand-after-widow", "improper-bury", "widow-exposed", "misdeal-exposed", "widow-short"]  # fmt: skip


def settled_deal(rng: Random, players: int, dealer: int, least: int) -> dict[str, Any]:
    """A deal of which only the bidding and the end are recorded, sometimes with faults that the table called."""
    seats = active(dealer, players)
    bid = rng.randrange(least, 660, 10)
    deal: dict[str, Any] = {
        "dealer": NAMES[dealer],
        "bids": [{NAMES[seats[0]]: str(bid)}, {NAMES[seats[1]]: "pass"}, {NAMES[seats[2]]: "pass"}],
        "trump": rng.choice(SUITS),
    }
    end = rng.choice(["unseen", "bidder", "opponents", "played", "played", "passed"])
    if end == "passed":
        deal = {"dealer": NAMES[dealer], "bids": [{NAMES[seat]: "pass"} for seat in seats]}
    elif end == "played":
        deal |= {"melds": str(rng.randrange(0, 400, 10)), "taken": str(rng.randrange(251))}
    else:
        deal["conceded"] = end
    if end != "passed" and rng.random() < 0.4:
        deal["irregularities"] = [
            {"fault": rng.choice(FAULTS), "by": NAMES[rng.choice(seats)], "after": str(rng.randrange(15))}
            for _ in range(rng.randrange(1, 3))
        ]
    return deal


@given(
    st.randoms(use_true_random=False),
    st.integers(3, 5),
    st.fixed_dictionaries(
        {
            "minimum": st.sampled_from(["300", "250"]),
            "opening-bid": st.sampled_from(["forced", "free"]),
            "chips": st.sampled_from(["base", "doubling", "suits", "per-ten"]),
            "spades": st.sampled_from(["1", "2"]),
            "hearts": st.sampled_from(["1", "3"]),
            "kitty": st.sampled_from(["account", "pot"]),
        }
    ),
    st.sampled_from([None, 0, 7, 100]),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_chips_never_get_lost(
    rng: Random, players: int, rules: dict[str, str], kitty: int | None, divide: bool
) -> None:
    names = NAMES[:players]
    dealers = [n % players for n in range(rng.randrange(1, 7))]
    record: dict[str, Any] = {
        "game": "auction",
        "rules": rules,
        "players": names,
        "deals": [settled_deal(rng, players, dealer, int(rules["minimum"])) for dealer in dealers],
    }
    if kitty is not None:
        record["kitty"] = str(kitty)
    if divide:
        record["divide-kitty"] = "yes"
    verdict = verdict_of(record)
    assert {finding["severity"] for finding in findings(verdict)} <= {"note", "fault"}, findings(verdict, "error")
    totals = verdict["totals"]
    assert totals is not None
    assert sum(totals.values()) == (kitty or 0)
    assert totals["kitty"] >= 0
    for deal in verdict["deals"]:
        assert sum(deal["scores"].values()) == 0
        for name, points in deal["scores"].items():
            own = [e["points"] for e in deal["ledger"] if e["player"] == name and e["unit"] == "chips"]
            assert sum(own) == points
    net = Counter(dict.fromkeys(totals, 0))
    for payment in verdict["payments"]:
        assert payment["amount"] > 0
        net[payment["from"]] -= payment["amount"]
        net[payment["to"]] += payment["amount"]
    assert {name: totals[name] - (kitty or 0) * (name == "kitty") for name in totals} == dict(net)


# --- Who sits out ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "idle"), [(3, ""), (4, "Ann"), (5, "Ann Cyd")])
def test_the_idle_ones_settle_but_do_not_bid(players: int, idle: str) -> None:
    names = NAMES[:players]
    bidders = [name for name in names[1:] + names[:1] if name not in idle.split()]
    deal = {
        "dealer": "Ann",
        "bids": [{name: "pass" if n else "400"} for n, name in enumerate(bidders)],
        "conceded": "bidder",
    }
    verdict = verdict_of({"game": "auction", "players": names, "deals": [deal]})
    assert findings(verdict, "fault") == []
    assert all(verdict["totals"][name] == 10 for name in names if name != bidders[0])
