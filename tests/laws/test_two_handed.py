"""The laws of weighing, over random deals of two-handed: nobody is accused by a slip, what is decided is decided."""

from __future__ import annotations

import copy
import itertools
import random
from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings, verdict_of
from legal_deals import RANKS, SUITS, legal_deal, record_of

from pinocle_cli.games import GAMES
from pinocle_cli.games.pinochle.common import PACK_64 as DECK
from pinocle_cli.tricks import winner as winner_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    Record = dict[str, Any]

PLANS: list[tuple[dict[str, Any], dict[str, Any]]] = [  # how a deal is made, and the rules that a record then has
    ({}, {}),
    ({}, {"target": "deal"}),
    ({}, {"rounding": "exact"}),
    ({"heading": "always"}, {"heading": "always"}),
    ({"count": "10-10-5-5"}, {"count": "10-10-5-5"}),
    ({"pack": 64}, {"deck": 64}),
]
PACK = [suit + rank for suit in SUITS for rank in RANKS[:6]]


def deals(number: int, seed: int) -> Iterator[tuple[random.Random, Record]]:
    for n in range(number):
        chance = random.Random(1000 * seed + n)
        plan, rules = chance.choice(PLANS)
        yield chance, record_of(legal_deal(chance, draws=chance.random() < 0.4, **plan), **rules)


def without(record: Record, *keys: str) -> Record:
    found = copy.deepcopy(record)
    deal = found["deals"][0]
    for key in keys:
        if key in deal.get("hands", {}):
            deal["hands"] = {name: cards for name, cards in deal["hands"].items() if name != key}
        else:
            deal.pop(key, None)
    if not deal.get("hands", True):
        del deal["hands"]
    return found


def scores(verdict: Record) -> Any:
    return verdict["deals"][0]["scores"]


def accused(verdict: Record) -> list[tuple[str, str | None]]:
    return [(finding["rule"], finding["player"]) for finding in findings(verdict, "fault")]


def test_silence() -> None:
    """Parts of a sound record left out accuse nobody, and change no score without a word."""
    for chance, record in deals(60, 1):
        whole = verdict_of(record)
        assert findings(whole, "fault") == findings(whole, "error") == []
        left = chance.sample(("dealer", "hands", "stock", "turned", "Anna", "Boris"), chance.randint(1, 4))
        part = without(record, *left)
        if "turned" in left and chance.random() < 0.5:
            part["deals"][0]["trump"] = SUITS[record["deals"][0]["turned"][0]]
        verdict = verdict_of(part)
        assert findings(verdict, "fault") == findings(verdict, "error") == [], (left, part)
        assert scores(verdict) == scores(whole) or findings(verdict, "note"), (left, part)


def test_the_same_in_other_words() -> None:
    """Hands or play alone, the stock or the draws, a block or a list: the scores are the same."""
    for _, record in deals(15, 2):
        right = scores(verdict_of(record))
        block = copy.deepcopy(record)
        block["deals"][0]["play"] = "\n".join(record["deals"][0]["play"])
        for other in (block, without(record, "hands"), without(record, "stock"), without(record, "hands", "stock")):
            verdict = verdict_of(other)
            assert findings(verdict, "fault") == findings(verdict, "error") == [], other
            assert scores(verdict) == right, other


def test_draws_or_the_stock() -> None:
    for seed in range(15):
        with_stock = record_of(legal_deal(random.Random(seed)))
        with_draws = record_of(legal_deal(random.Random(seed), draws=True))
        assert scores(verdict_of(with_stock)) == scores(verdict_of(with_draws))


@pytest.mark.parametrize("kind", ["card", "skipped", "doubled", "hand"])
@pytest.mark.parametrize("left", [(), ("hands",), ("stock",), ("hands", "stock")], ids=" ".join)
def test_a_slip_accuses_nobody_and_is_named(kind: str, left: tuple[str, ...]) -> None:
    named = trials = 0
    for chance, record in deals(10, 3):
        wrong = without(record, *(left if kind != "hand" else ()))
        deal = wrong["deals"][0]
        play: list[str] = deal["play"]
        at = chance.choice([n for n, line in enumerate(play) if ":" not in line])
        if kind == "skipped":
            true = play.pop(at)
        elif kind == "doubled":
            at = chance.randrange(len(play))
            true = play[at]
            play.insert(at, true)
        else:
            words = (deal["hands"]["Anna"] if kind == "hand" else play[at]).split()
            nth = chance.randrange(len(words))
            true, words[nth] = words[nth], chance.choice([card for card in PACK if card != words[nth]])
            if kind == "hand":
                deal["hands"]["Anna"] = " ".join(words)
            else:
                play[at] = " ".join(words)
        verdict = verdict_of(wrong)
        assert accused(verdict) == [], (kind, true, wrong)
        errors = [finding["message"] for finding in findings(verdict, "error")]
        if errors:  # a line left out at a place where nothing shows it is a play that broke off
            trials += 1
            named += kind == "doubled" or any(all(card in message for card in true.split()) for message in errors)
    assert trials >= 5
    assert named >= trials - 1


def test_a_real_revoke_is_found_whatever_else_is_left_out() -> None:
    found = 0
    for chance, record in deals(12, 4):
        at = revoke(chance, record)
        if at is None:
            continue
        found += 1
        faults = accused(verdict_of(record))
        assert ("two-handed.stage2-follow", at[1]) in faults
        for left in (("hands",), ("stock",), ("hands", "stock"), ("dealer", "hands")):
            verdict = verdict_of(without(record, *left))
            assert ("two-handed.stage2-follow", at[1]) in accused(verdict), (left, record)
            assert set(accused(verdict)) <= set(faults), (left, record)
        called = {"fault": "stage2-follow", "by": at[1], "after": str(at[0])}
        record["deals"][0]["irregularities"] = [called]
        assert accused(verdict_of(record)) == faults, record
    assert found >= 10


def revoke(chance: random.Random, record: Record) -> tuple[int, str] | None:
    """Exchange a reply of the second half for another card, so that the hands still fit: (trick, who)."""
    play: list[str] = record["deals"][0]["play"]
    lines = [n for n, line in enumerate(play) if ":" not in line]
    tricks = [DECK.parse(play[n]) for n in lines]
    (turned,) = DECK.parse(record["deals"][0]["turned"])
    takers = [winner_of(DECK, trick, DECK.suit[turned]) for trick in tricks]
    half = range(len(tricks) // 2, len(tricks))
    for one, other in chance.sample(pairs := list(itertools.combinations(half, 2)), len(pairs)):
        nth = 1 ^ sum(takers[one:other]) % 2  # where the card of who replied in the one stands in the other
        first, second = [*tricks[one]], [*tricks[other]]
        first[1], second[nth] = second[nth], first[1]
        same = [winner_of(DECK, trick, DECK.suit[turned]) for trick in (first, second)] == [takers[one], takers[other]]
        if not same or DECK.suit[first[1]] == DECK.suit[first[0]]:
            continue
        tried = copy.deepcopy(record)
        for n, trick in ((one, first), (other, second)):
            tried["deals"][0]["play"][lines[n]] = DECK.show(trick)
        verdict = verdict_of(tried)
        faults = [f for f in findings(verdict, "fault") if f["rule"] == "two-handed.stage2-follow"]
        if len(faults) == 1 and faults[0]["path"].endswith(f"[{lines[one]}]") and not findings(verdict, "error"):
            record["deals"][0]["play"] = tried["deals"][0]["play"]
            return one + 1, str(faults[0]["player"])
    return None


FAULTS = [
    rule.label
    for rule in GAMES["two-handed"].rules
    if rule.kind == "irregularity" or rule in GAMES["two-handed"].remedies
]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_called_against_a_legal_deal_costs_nothing(fault: str) -> None:
    for chance, record in deals(4, 5):
        if "stock" not in record["deals"][0]:
            continue
        right = scores(verdict_of(record))
        called: dict[str, str] = {"fault": fault, "by": chance.choice(record["players"])}
        if chance.random() < 0.8:
            called["after"] = str(chance.randrange(1, 24))
        record["deals"][0]["irregularities"] = [called]
        verdict = verdict_of(record)
        assert scores(verdict) == right, called
        assert [rule for rule, _ in accused(verdict)] in (["record.claim"], [f"two-handed.{fault}"]), called


REFUTED = (
    "stage2-follow", "revoke-1000", "revoke-single-deal", "revoke-when", "misdeal", "wrong-stock-three",
    "wrong-hand-short", "wrong-hand-long", "meld-reuse-class", "meld-new-card", "dix-first-exchange",
)  # fmt: skip


@pytest.mark.parametrize("fault", REFUTED)
def test_what_the_cards_refute_is_a_wrong_claim(fault: str) -> None:
    for chance, record in deals(6, 6):
        if "stock" not in record["deals"][0]:
            continue
        called = {"fault": fault, "by": chance.choice(record["players"]), "after": str(chance.randrange(1, 24))}
        record["deals"][0]["irregularities"] = [called]
        assert [rule for rule, _ in accused(verdict_of(record))] == ["record.claim"], called


@pytest.mark.parametrize("seed", range(40))
def test_a_partial_sheet_is_decided_only_where_every_completion_agrees(seed: int) -> None:
    """One deal is the game: melds of either, or the count of cards, may be left out."""
    chance = random.Random(seed)
    melds = [chance.randrange(0, 410, 10) for _ in range(2)]
    taken = chance.choice([None, chance.randrange(0, 251, 10)])
    deal: dict[str, Any] = {
        "dealer": "Anna",
        "trump": "clubs",
        "melds": dict(zip(("Anna", "Boris"), melds, strict=True)),
    }
    if taken is not None:
        deal["taken"] = {"Anna": taken, "Boris": 250 - taken}
    record = {"game": "two-handed", "rules": {"target": "deal"}, "players": ["Anna", "Boris"], "deals": [deal]}
    result = verdict_of(record)["result"]
    ends = {winner(melds, points) for points in (range(251) if taken is None else [taken])}
    if len(ends) > 1:
        assert result is None
    else:
        assert result is not None
        assert result["winner"] == ends.pop()


def winner(melds: list[int], taken: int) -> str | None:
    mine, his = melds[0] + (taken + 3) // 10 * 10, melds[1] + (253 - taken) // 10 * 10
    return None if mine == his else "Anna" if mine > his else "Boris"
