"""The laws of weighing, over random deals of piquet: nobody is accused by a slip, and what is decided is decided."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings, verdict_of
from piquet_deals import deal, held_in, in_other_words
from weighing import with_deal

from pinocle_cli.games import GAMES
from pinocle_cli.games.piquet import evidence
from pinocle_cli.games.piquet.hands import DECK, bits_of, cards_of, suit_of, wins

if TYPE_CHECKING:
    from collections.abc import Iterator

OPTIONAL = ("dealer", "hands", "talon", "discards", "calls")
FAULTS = [rule.label for rule in GAMES["piquet"].rules if GAMES["piquet"].is_fault(rule)]


def deals(number: int, seed: int) -> Iterator[tuple[random.Random, dict[str, Any]]]:
    for n in range(number):
        chance = random.Random(1000 * seed + n)
        yield chance, deal(chance, ("classic", "portland")[n % 2])


def bare(record: dict[str, Any]) -> dict[str, Any]:
    """The same with only the hands as played."""
    return with_deal(record, hands=None, talon=None, discards=None, held=held_in(record))


def scores(verdict: dict[str, Any]) -> Any:
    return verdict["deals"][0]["scores"]


def accused(verdict: dict[str, Any]) -> list[str]:
    return [finding["message"] for finding in findings(verdict, "fault")]


def test_the_same_facts_in_other_words_come_to_the_same() -> None:
    for _, record in deals(24, 1):
        whole = verdict_of(record)
        assert not accused(whole)
        assert not findings(whole, "error")
        for other in in_other_words(record):
            verdict = verdict_of(other)
            assert not accused(verdict)
            assert scores(verdict) == scores(whole)


def test_silence() -> None:
    """Parts of a sound record left out accuse nobody, and change no score without a word."""
    for chance, record in deals(40, 2):
        whole = verdict_of(record)
        for _ in range(3):
            left_out = chance.sample(OPTIONAL, chance.randint(1, 3))
            verdict = verdict_of(with_deal(record, **dict.fromkeys(left_out)))
            assert not accused(verdict), left_out
            assert not findings(verdict, "error")
            assert scores(verdict) == scores(whole) or findings(verdict, "note")


def test_a_line_left_out_accuses_nobody_and_is_named() -> None:
    for chance, record in deals(30, 3):
        for whole in (record, bare(record)):
            play = whole["deals"][0]["play"]
            n = chance.randrange(12)
            verdict = verdict_of(with_deal(whole, play=play[:n] + play[n + 1 :]))
            assert not accused(verdict)
            for finding in findings(verdict, "error"):
                named = all(card in finding["message"] for card in play[n].split())
                assert named or "a line of play is left out" in finding["message"]


def test_a_card_miswritten_accuses_nobody_and_is_named() -> None:
    named = tried = 0
    for chance, record in deals(40, 4):
        play = list(record["deals"][0]["play"])
        n, nth = chance.randrange(12), chance.randrange(2)
        trick = play[n].split()
        old = trick[nth]
        trick[nth] = chance.choice([name for name in DECK.names if name != old])
        play[n] = " ".join(trick)
        verdict = verdict_of(with_deal(bare(record), play=play))
        assert not accused(verdict)
        tried += 1
        named += any(old in finding["message"] for finding in findings(verdict, "error"))
    assert named >= 0.95 * tried


def test_a_line_written_twice_accuses_nobody() -> None:
    for chance, record in deals(20, 5):
        play = record["deals"][0]["play"]
        n = chance.randrange(12)
        verdict = verdict_of(with_deal(record, play=[*play[: n + 1], play[n], *play[n + 1 :]]))
        assert not accused(verdict)
        assert findings(verdict, "error")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_called_against_a_legal_deal_costs_nothing_that_the_cards_refute(fault: str) -> None:
    """What the cards cover is refuted; what only the table can have seen stands, and is named."""
    for chance, record in deals(4, 6):
        by, after = chance.choice(("Anna", "Boris")), chance.randint(1, 11)
        called = {"fault": fault, "by": by, **({"after": after} if fault in ("play", "revoke", "exposed-card") else {})}
        verdict = verdict_of(with_deal(record, irregularities=[called]))
        (found,) = findings(verdict, "fault")
        assert found["rule"] in ("record.claim", f"piquet.{fault}")
        covered = fault in ("play", "revoke", "false-declaration", "too-many-cards", "too-few-cards", "thirteen-dealt")
        if covered:
            assert found["rule"] == "record.claim"
            assert scores(verdict) == scores(verdict_of(record))


def with_revoke(record: dict[str, Any]) -> tuple[dict[str, Any], int] | None:
    """The same hands, played with one card that did not follow suit though it might have; and in which trick."""
    hands = {name: bits_of(DECK.parse(text)) for name, text in held_in(record).items()}
    left, leader, play, revoked = [hands["Anna"], hands["Boris"]], 0, [], None
    for n in range(12):
        led = cards_of(left[leader])[0]
        other = left[1 - leader]
        follow = suit_of(other, led)
        strange = other & ~follow
        reply = cards_of(follow or other)[-1]
        if revoked is None and follow and strange and n < 11:
            reply, revoked = cards_of(strange)[-1], n + 1
        left[leader] &= ~(1 << led)
        left[1 - leader] &= ~(1 << reply)
        play.append(DECK.show((led, reply)))
        leader = 1 - leader if wins(led, reply) else leader
    return (with_deal(bare(record), play=play, calls=None), revoked) if revoked else None


def test_a_revoke_is_found_and_called_where_it_happened_it_is_one_finding() -> None:
    for _, record in deals(20, 7):
        made = with_revoke(record)
        if made is None:
            continue
        faulty, number = made
        found = [f for f in findings(verdict_of(faulty), "fault") if f["rule"] == "piquet.play"]
        assert found
        by, called = found[0]["player"], {"fault": "revoke", "by": found[0]["player"], "after": number}
        again = findings(verdict_of(with_deal(faulty, irregularities=[called])), "fault")
        assert len(again) == len(found), by


def test_the_short_way_through_a_play_in_order_comes_to_the_same_as_the_course(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [other for _, record in deals(20, 8) for other in (record, bare(record), with_deal(record, calls=None))]
    records += [with_deal(record, play=record["deals"][0]["play"][:7]) for record in records]  # play breaks off
    short = [verdict_of(record) for record in records]
    monkeypatch.setattr(evidence, "in_order", lambda _: False)
    assert [verdict_of(record) for record in records] == short
