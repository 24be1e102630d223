"""The laws of weighing, over random deals of auction: nobody is accused by a slip, and what is decided is decided."""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any

import pytest
from auction_deals import NAMES, bidder_of, deal, in_other_words, with_revoke
from conftest import findings, verdict_of
from weighing import with_deal

from pinocle_cli.games import GAMES
from pinocle_cli.games.pinochle.common import PACK_48

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES: list[dict[str, str]] = [{}, {"heading": "always"}, {"count": "10-10-10"}, {"doubles": "table"}, {"spades": "2"}]
OPTIONAL = ("dealer", "hands", "widow", "bids", "trump", "melds", "bury")


def deals(number: int, seed: int) -> Iterator[tuple[random.Random, dict[str, Any]]]:
    for n in range(number):
        chance = random.Random(1000 * seed + n)
        yield chance, deal(chance, chance.choice(RULES), chance.choice((3, 3, 4, 5)))


def scores(verdict: dict[str, Any]) -> Any:
    return verdict["deals"][0]["scores"]


def accused(verdict: dict[str, Any]) -> list[tuple[str, str]]:
    return [(finding["rule"], finding["player"]) for finding in findings(verdict, "fault")]


def test_silence() -> None:
    """Parts of a sound record left out accuse nobody, and change no score without a word."""
    for chance, record in deals(40, 1):
        whole = verdict_of(record)
        assert findings(whole, "fault") == findings(whole, "error") == []
        left = chance.sample(OPTIONAL, chance.randint(1, 3))
        part = verdict_of(with_deal(record, **dict.fromkeys(left)))
        assert findings(part, "fault") == findings(part, "error") == [], (left, record)
        assert scores(part) in (scores(whole), None)
        assert scores(part) is not None or {"melds", "bids"} & set(left), (left, record)


def test_the_same_in_other_words() -> None:
    for _, record in deals(8, 2):
        right = scores(verdict_of(record))
        for other in in_other_words(record):
            verdict = verdict_of(other)
            assert findings(verdict, "fault") == findings(verdict, "error") == [], other
            assert scores(verdict) == right, other


@pytest.mark.parametrize("kind", ["card", "skipped", "doubled", "hand"])
def test_a_slip_accuses_nobody_and_is_named(kind: str) -> None:
    named = trials = 0
    for chance, record in deals(15, 3):
        wrong = copy.deepcopy(record)
        whole, at = wrong["deals"][0], chance.randrange(14)
        if kind == "skipped":
            true = " ".join(whole["play"].pop(at).split())
        elif kind == "doubled":
            true = whole["play"][at]
            whole["play"].insert(at, true)
        else:
            name = chance.choice(list(whole["hands"]))
            cards = (whole["hands"][name] if kind == "hand" else whole["play"][at]).split()
            nth = chance.randrange(len(cards))
            true, cards[nth] = cards[nth], chance.choice([card for card in PACK_48.names if card != cards[nth]])
            if kind == "hand":
                whole["hands"][name] = " ".join(cards)
            else:
                whole["play"][at] = " ".join(cards)
        verdict = verdict_of(wrong)
        assert accused(verdict) == [], wrong
        errors = [finding["message"] for finding in findings(verdict, "error")]
        if errors:  # a line left out at a place where nothing shows it is a play that broke off
            trials += 1
            named += kind == "doubled" or any(true.split()[0] in message for message in errors)
    assert trials >= 10
    assert named >= trials - 1


def test_a_real_revoke_is_found_whatever_else_is_left_out() -> None:
    for chance, record in deals(10, 4):
        made = with_revoke(chance, record)
        if made is None:
            continue
        revoked, _, who = made
        for left in ((), ("hands",), ("widow", "dealer"), ("bury",), ("hands", "widow"), ("melds",)):
            verdict = verdict_of(with_deal(revoked, **dict.fromkeys(left)))
            assert ("auction.play", who) in accused(verdict), (left, revoked)
            assert findings(verdict, "error") == []


def test_a_called_revoke_is_one_finding() -> None:
    for chance, record in deals(6, 5):
        made = with_revoke(chance, record)
        if made is None:
            continue
        revoked, at, who = made
        fault = "revoke-bidder" if who == bidder_of(record) else "revoke-opponent"
        before, called = accused(verdict_of(revoked)), {"fault": fault, "by": who, "after": str(at)}
        assert accused(verdict_of(with_deal(revoked, irregularities=[called]))) == before


REFUTED = (
    "play", "revoke-bidder", "revoke-opponent", "lead-out-of-turn-bidder", "lead-out-of-turn-opponent", "bury-three",
    "no-bury-melded", "buried-meld-card", "wrong-hand-before-widow", "wrong-hand-after-widow", "widow-short",
    "meld-table", "bid-step", "bid-forced-300", "pass-final", "insufficient-bid", "illegal-bid", "concede-300-unseen",
)  # fmt: skip


def test_what_the_cards_refute_costs_nothing() -> None:
    labels = {rule.label for rule in GAMES["auction"].rules}
    assert set(REFUTED) <= labels
    for chance, record in deals(2, 6):
        right = scores(verdict_of(record))
        for fault in REFUTED:
            for who in record["players"]:
                called = {"fault": fault, "by": who, "after": str(chance.randrange(1, 15))}
                verdict = verdict_of(with_deal(record, irregularities=[called]))
                assert [rule for rule, _ in accused(verdict)] == ["record.claim"], called
                assert scores(verdict) == right


@pytest.mark.parametrize("seed", range(30))
def test_a_partial_sheet_is_decided_only_where_every_completion_agrees(seed: int) -> None:
    chance = random.Random(seed)
    bid, melds = chance.randrange(300, 660, 10), chance.choice([None, chance.randrange(0, 510, 10)])
    taken = chance.choice([None, chance.randrange(0, 251)])
    sheet: dict[str, Any] = {"dealer": "Cyd", "bids": ["Ann: " + str(bid), "Bob: pass", "Cyd: pass"], "trump": "clubs"}
    sheet |= {} if melds is None else {"melds": str(melds)}
    sheet |= {} if taken is None else {"taken": str(taken)}
    verdict = verdict_of({"game": "auction", "players": NAMES[:3], "kitty": "100", "deals": [sheet]})
    all_melds = range(0, 510, 10) if melds is None else [melds]
    all_cards = range(251) if taken is None else [taken]
    ends = {own + cards >= bid for own in all_melds for cards in all_cards}
    assert verdict["deals"][0]["contract"]["made"] == (ends.pop() if len(ends) == 1 else None)
