"""What holds of every deal of piquet, whatever the cards: deals are dealt, exchanged and played at random."""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

from conftest import findings, verdict_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pinocle_cli.games.piquet import evidence
from pinocle_cli.games.piquet.combinations import held_of, runs_in
from pinocle_cli.games.piquet.hands import COURTS, DECK, bits_of, suit_bits
from pinocle_cli.games.piquet.sheet import MOST

POINT, SEQUENCE, SET = 1, 2, 3
IN_PLAY = {"piquet.lead", "piquet.capture", "piquet.last-trick"}
KINDS = (
    {"piquet.point-value"},
    {"piquet.tierce", "piquet.quart", "piquet.quint"},
    {"piquet.trio", "piquet.quatorze"},
)
chances = st.integers(0, 2**32).map(random.Random)
profiles = st.sampled_from(["classic", "portland"])


def dealt(chance: random.Random) -> dict[str, Any]:
    """A whole deal: hands, talon, discards and a legal play."""
    pack = list(range(DECK.kinds))
    chance.shuffle(pack)
    hands, talon = {"Anna": pack[:12], "Boris": pack[12:24]}, pack[24:]
    held, discards, left = {}, {}, list(talon)
    for player, most in (("Anna", 5), ("Boris", 8)):
        number = chance.randint(1, min(most, len(left), 12))
        out = chance.sample(hands[player], number)
        held[player] = [card for card in hands[player] if card not in out] + left[:number]
        discards[player], left = out, left[number:]
    return {
        "dealer": "Boris",
        "hands": {player: DECK.show(cards) for player, cards in hands.items()},
        "talon": DECK.show(talon),
        "discards": {player: DECK.show(cards) for player, cards in discards.items()},
        "play": played(chance, held),
    }


def played(chance: random.Random, held: dict[str, list[int]]) -> list[str]:
    hands = [list(held["Anna"]), list(held["Boris"])]
    leader, play = 0, []
    for _ in range(12):
        led = chance.choice(hands[leader])
        follower = hands[1 - leader]
        reply = chance.choice([card for card in follower if card // 8 == led // 8] or follower)
        hands[leader].remove(led)
        follower.remove(reply)
        play.append(DECK.show((led, reply)))
        if led // 8 == reply // 8 and reply < led:
            leader = 1 - leader
    return play


def judged(deal: dict[str, Any], rules: Any) -> dict[str, Any]:
    record = {"game": "piquet", "rules": rules, "players": ["Anna", "Boris"], "deals": [deal]}
    session = verdict_of(record)
    assert not [f for f in findings(session) if f["severity"] != "note"]
    found: dict[str, Any] = session["deals"][0]
    return found


def points(deal: dict[str, Any], rules: set[str], player: str | None = None) -> int:
    return sum(e["points"] for e in deal["ledger"] if e["rule"] in rules and player in (None, e["player"]))


@settings(max_examples=80, deadline=None)
@given(chances, profiles)
def test_what_holds_of_every_deal(chance: random.Random, profile: str) -> None:
    deal = judged(dealt(chance), profile)
    ledger = deal["ledger"]
    rules = [entry["rule"] for entry in ledger]
    captures = rules.count("piquet.capture")
    assert rules.count("piquet.lead") == 12
    assert rules.count("piquet.last-trick") == 1
    assert points(deal, IN_PLAY) == 12 + captures + 1
    assert points(deal, {"piquet.cards", "piquet.capot"}) in (0, 10, 40)
    for kind in KINDS:
        assert len({entry["player"] for entry in ledger if entry["rule"] in kind}) <= 1
    assert rules.count("piquet.pique") + rules.count("piquet.repique") <= 1
    for player, score in deal["scores"].items():
        assert score == sum(entry["points"] for entry in ledger if entry["player"] == player)
        assert 0 <= score <= MOST


@settings(max_examples=60, deadline=None)
@given(chances, profiles, st.data())
def test_a_sunk_call_never_raises_a_score(chance: random.Random, profile: str, data: st.DataObject) -> None:
    record = dealt(chance)
    whole = judged(record, profile)
    calls = full_calls(record)
    assert judged({**record, "calls": calls}, profile)["scores"] == whole["scores"]
    own = [call for call in calls if call.startswith("Anna") and "good" not in call]
    if not own:
        return
    sunk = data.draw(st.sampled_from(own))
    fewer = [call for n, call in enumerate(calls) if call != sunk and not (calls[n - 1] == sunk and is_answer(call))]
    assert judged({**record, "calls": fewer}, profile)["scores"]["Anna"] <= whole["scores"]["Anna"]


def is_answer(call: str) -> bool:
    return call.partition(": ")[2] in ("good", "equal", "not good")


def full_calls(record: dict[str, Any]) -> list[str]:
    """Everything that is good, called with the right answers."""
    hands = [bits_of(DECK.parse(text)) for text in hands_played(record)]
    later: list[str] = []
    calls = [
        f"{player}: carte blanche"
        for player, cards in record["hands"].items()
        if not bits_of(DECK.parse(cards)) & COURTS
    ]
    for kind in (POINT, SEQUENCE, SET):
        mine, his = (held_of(kind, hand) for hand in hands)
        best = [combos[0].strength if combos else (0, 0) for combos in (mine, his)]
        own, other = words(kind, mine), words(kind, his)
        if own:
            answer = "good" if best[0] > best[1] else "equal" if best[0] == best[1] else "not good"
            calls += [f"Anna: {own[0]}", f"Boris: {answer}"]
            calls += [f"Anna: {call}" for call in own[1:] if answer == "good"]
        if best[1] > best[0]:
            later += [f"Boris: {call}" for call in other]
    return calls + later


def words(kind: int, combos: list[Any]) -> list[str]:
    if kind == POINT:
        return [f"point {combos[0].strength[0]} making {combos[0].strength[1]}"]
    return [combo.name for combo in combos]


def hands_played(record: dict[str, Any]) -> tuple[str, str]:
    """Both hands, from the play: whoever leads is known from the tricks."""
    hands: list[list[int]] = [[], []]
    leader = 0
    for trick in record["play"]:
        led, reply = DECK.parse(trick)
        hands[leader].append(led)
        hands[1 - leader].append(reply)
        if led // 8 == reply // 8 and reply < led:
            leader = 1 - leader
    return DECK.show(hands[0]), DECK.show(hands[1])


@settings(max_examples=60, deadline=None)
@given(chances, profiles)
def test_hands_written_or_only_shown_in_play_come_to_the_same(chance: random.Random, profile: str) -> None:
    record = dealt(chance)
    whole = judged(record, profile)
    bare = judged({key: record[key] for key in ("dealer", "play")}, profile)
    blank = {"piquet.carte-blanche"}
    if not points(whole, blank):
        assert bare["scores"] == whole["scores"]


@settings(max_examples=20, deadline=None)
@given(chances, profiles, st.integers(0, 12))
def test_the_short_way_through_a_play_in_order_comes_to_the_same(
    chance: random.Random, profile: str, tricks: int
) -> None:
    deal = dealt(chance)
    record = {"game": "piquet", "rules": profile, "players": ["Anna", "Boris"]}
    records = [{**record, "deals": [{**deal, "play": deal["play"][:length]}]} for length in (tricks, 12)]
    short = [verdict_of(one) for one in records]
    with mock.patch.object(evidence, "in_order", return_value=False):
        assert [verdict_of(one) for one in records] == short


@given(st.integers(0, 2**32 - 1))
def test_the_sequences_of_a_suit_are_those_that_can_be(hand: int) -> None:
    for suit in range(4):
        bits = suit_bits(hand, suit)
        lengths = sorted(combo.strength[0] for combo in runs_in(bits))
        if bits.bit_count() == 7:
            assert lengths in ([7], [6], [5], [3, 4])
        if bits.bit_count() == 6:
            assert lengths in ([], [3], [3, 3], [4], [5], [6])
