"""The laws of weighing, over random deals of partnership: a slip accuses nobody, and what is decided is decided."""

from __future__ import annotations

import copy
import itertools
import random
from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings, verdict_of
from partnership_deals import PLAYERS, Dealt, deal, seeded

from pinocle_cli.games import GAMES
from pinocle_cli.games.pinochle.common import PACK_48 as DECK
from pinocle_cli.tricks import winner

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS = list(itertools.combinations(range(11), 2))  # of tricks, but for the last
OPTIONAL = ("hands", "dealer", "turned", "dix-exchange")


def deals(number: int, seed: int) -> Iterator[tuple[random.Random, dict[str, Any]]]:
    for n in range(number):
        chance = random.Random(1000 * seed + n)
        yield chance, deal(seeded(1000 * seed + n)).record


def judged(record: dict[str, Any], **house: Any) -> dict[str, Any]:
    return verdict_of({"game": "partnership", "players": PLAYERS, "rules": house or "classic", "deals": [record]})


def scores(verdict: dict[str, Any]) -> Any:
    return verdict["deals"][0]["scores"]


def accused(verdict: dict[str, Any]) -> list[str]:
    return [finding["rule"] for finding in findings(verdict, "fault")]


def test_silence() -> None:
    """Parts of a sound record left out accuse nobody, and change no score without a word."""
    for chance, record in deals(40, 1):
        whole = judged(record)
        assert findings(whole, "fault") == findings(whole, "error") == []
        left = chance.sample(OPTIONAL, chance.randint(1, 4))
        part = judged({key: value for key, value in record.items() if key not in left})
        assert findings(part, "fault") == findings(part, "error") == [], (left, record)
        assert scores(part) == scores(whole) or findings(part, "note"), (left, record)


def test_the_same_in_other_words() -> None:
    for chance, record in deals(20, 2):
        right = scores(judged(record))
        pairs = [*record.items()]
        chance.shuffle(pairs)
        block = {**record, "play": "\n".join(record["play"])}
        suit = ("spades", "hearts", "diamonds", "clubs")["SHDC".index(record["turned"][0])]
        for other in (dict(pairs), block, {**record, "trump": suit}):
            assert scores(judged(other)) == right, other


@pytest.mark.parametrize("kind", ["card", "hand", "skipped", "doubled", "exchanged"])
def test_a_slip_accuses_nobody_and_is_named(kind: str) -> None:
    named = told = 0
    for chance, record in deals(20, 3):
        wrong = copy.deepcopy(record)
        true = spoiled(kind, wrong, chance)
        verdict = judged(wrong)
        errors = findings(verdict, "error")
        if kind == "exchanged" and not errors:
            continue  # two lines may be exchanged in a record that can be true
        assert not accused(verdict), (wrong, accused(verdict))
        told += bool(errors)
        named += any(all(word in error["message"] for word in true) for error in errors)
    assert told >= 14
    assert named >= told * 0.97


def spoiled(kind: str, record: dict[str, Any], chance: random.Random) -> list[str]:
    """Make one slip in a record; the words that must be said of it."""
    play, n = record["play"], chance.randrange(11)
    if kind == "skipped":
        play.pop(n)
        return ["left out"]
    if kind == "doubled":
        play.insert(n, play[n])
        return ["written twice"]
    if kind == "exchanged":
        play[n : n + 2] = reversed(play[n : n + 2])
        return ["exchanged"]
    place: Any = play if kind == "card" else record["hands"]
    key: Any = n if kind == "card" else chance.choice(PLAYERS)
    words = place[key].split()
    nth = chance.randrange(len(words))
    true, words[nth] = words[nth], chance.choice([card for card in DECK.names if card != words[nth]])
    place[key] = " ".join(words)
    return [true]


def test_a_real_revoke_is_found() -> None:
    """In a play that is complete, or that stops where the revoke is shown up."""
    seen = 0
    for n in range(60):
        chance, dealt = random.Random(4000 + n), deal(seeded(4000 + n))
        assert not accused(judged(dealt.record))
        broken = with_revoke(dealt, chance)
        if broken is None:
            continue
        seen += 1
        assert "partnership.play" in accused(judged(broken)), broken
    assert seen >= 50


def with_revoke(dealt: Dealt, chance: random.Random) -> dict[str, Any] | None:
    """The deal with two cards of one player exchanged between two tricks, so that he does not follow in the first."""
    for n, m in chance.sample(PAIRS, len(PAIRS)):
        first, second = dealt.tricks[n], dealt.tricks[m]
        led = DECK.suit[first[0]]
        for nth in (1, 2, 3):
            kth = (dealt.leads[n] + nth - dealt.leads[m]) % 4
            card = second[kth]
            if kth == 0 or DECK.suit[first[nth]] != led or DECK.suit[card] in (led, dealt.trump):
                continue
            tricks = [*dealt.tricks]
            tricks[n] = [*first[:nth], card, *first[nth + 1 :]]
            tricks[m] = [*second[:kth], first[nth], *second[kth + 1 :]]
            if all(winner(DECK, dealt.tricks[k], dealt.trump) == winner(DECK, tricks[k], dealt.trump) for k in (n, m)):
                wrong = {**dealt.record, "play": [DECK.show(trick) for trick in tricks]}
                if not findings(judged(wrong), "error"):
                    return wrong
    return None


@pytest.mark.parametrize("hands", [True, False])
def test_an_accusation_that_the_cards_refute(hands: bool) -> None:
    for chance, record in deals(30, 5):
        said = {"fault": chance.choice(["play", "revoke"]), "by": chance.choice(PLAYERS), "after": chance.randrange(12)}
        kept = {key: value for key, value in record.items() if hands or key != "hands"}
        verdict = judged({**kept, "irregularities": [said]})
        assert accused(verdict) == ["record.claim"], (said, record)
        assert scores(verdict) == scores(judged(kept))


@pytest.mark.parametrize("fault", [r.label for r in GAMES["partnership"].rules if r.kind == "irregularity"])
def test_no_called_fault_is_passed_over(fault: str) -> None:
    """Refuted, or open; never an error, and never a penalty beside a refutation."""
    for chance, record in deals(3, 6):
        said = {"fault": fault, "by": chance.choice(PLAYERS), "after": 3}
        verdict = judged({**record, "irregularities": [said]})
        assert not findings(verdict, "error")
        assert accused(verdict)
        if "record.claim" in accused(verdict):
            assert scores(verdict) == scores(judged(record))


def test_bounds_are_those_of_all_completions() -> None:
    """What a club's bid comes to on a partial sheet is what all ways to fill the sheet in have in common."""
    for chance, _ in deals(40, 7):
        bid, melds, seen = chance.randrange(250, 420, 10), chance.randrange(0, 200, 10), chance.random() < 0.5
        sheet = {
            "dealer": "Dan",
            "bids": [f"Ann: {bid}"],
            "trump": "hearts",
            "melds": {"Ann": str(melds), "Bob": "20"},
            "tricks": {"Ann": "6", "Bob": "6"},
        }
        if seen:
            sheet["melds"] = {"Ann": str(melds)}
        counts = [{"Ann": str(ours), "Bob": str(250 - ours)} for ours in range(0, 251, 10)]
        made = {contract({**sheet, "taken": taken})["made"] for taken in counts}
        assert contract(sheet)["made"] == (made.pop() if len(made) == 1 else None), sheet


def contract(sheet: dict[str, Any]) -> Any:
    return judged(sheet, profile="club")["deals"][0]["contract"]
