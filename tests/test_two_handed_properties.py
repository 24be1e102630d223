"""What holds of every deal: counts, rounding, the same verdict on the same record, and calm whatever is damaged."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from conftest import findings, verdict, verdict_of, verdicts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from legal_deals import COUNTS, Played, as_yaml, legal_deal, record_of

from pinocle_cli.games.two_handed.chapters.count import rounded

SEEDS = st.integers(0, 1_000_000)
quick = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

plans = st.fixed_dictionaries(
    {
        "pack": st.sampled_from([48, 64]),
        "heading": st.sampled_from(["trumps", "always"]),
        "count": st.sampled_from(list(COUNTS)),
        "draws": st.booleans(),
    }
)


def planned(seed: int, plan: dict[str, Any], **rules: Any) -> tuple[Played, dict[str, Any]]:
    played = legal_deal(random.Random(seed), **plan)
    return played, record_of(played, deck=plan["pack"], heading=plan["heading"], count=plan["count"], **rules)


def only_deal(session: dict[str, Any]) -> dict[str, Any]:
    (deal,) = session["deals"]
    return dict(deal)


@given(seed=SEEDS, plan=plans)
@quick
def test_a_legal_deal_is_counted_as_the_other_program_counts_it(seed: int, plan: dict[str, Any]) -> None:
    played, record = planned(seed, plan, rounding="exact")
    session = verdict_of(record)
    assert not findings(session), findings(session)
    assert sum(played.cards) == 250
    scores = [melds + cards for melds, cards in zip(played.melds, played.cards, strict=True)]
    assert list(only_deal(session)["scores"].values()) == scores


@given(seed=SEEDS, plan=plans)
@quick
def test_what_is_rounded_comes_to_250_or_240(seed: int, plan: dict[str, Any]) -> None:
    played, record = planned(seed, plan)
    scores = list(only_deal(verdict_of(record))["scores"].values())
    cards = [score - melds for score, melds in zip(scores, played.melds, strict=True)]
    assert sum(cards) in (240, 250)
    assert all(points % 10 == 0 for points in cards)


def test_rounding_as_the_rule_says() -> None:
    for points in range(251):
        up = points % 10 in (7, 8, 9)
        assert rounded(points) == points // 10 * 10 + (10 if up else 0)
    assert sum(rounded(points) + rounded(250 - points) == 240 for points in range(251)) == 75


@given(seed=SEEDS, plan=plans)
@quick
def test_the_ledger_adds_up_and_every_entry_has_rule_and_line(seed: int, plan: dict[str, Any]) -> None:
    _, record = planned(seed, plan)
    text = as_yaml(record)
    deal = only_deal(verdict(text))
    lines = text.split("\n")
    for player, points in deal["scores"].items():
        assert sum(entry["points"] for entry in deal["ledger"] if entry["player"] == player) == points
    for entry in deal["ledger"]:
        assert entry["rule"].startswith("two-handed.")
        line = lines[entry["line"] - 1]
        if entry["rule"] in ("two-handed.class-a", "two-handed.class-b", "two-handed.class-c"):
            assert line.strip().startswith(f"{entry['player']}: meld ")
        elif entry["rule"] == "two-handed.dix-show":
            assert line.strip().startswith(f"{entry['player']}: dix")


def without_places(value: Any) -> Any:
    """A verdict but for where things stand."""
    if isinstance(value, dict):
        return {
            k: without_places(v) for k, v in value.items() if k not in ("line", "column", "path", "file", "document")
        }
    return [without_places(item) for item in value] if isinstance(value, list) else value


@given(seed=SEEDS, plan=plans)
@quick
def test_block_list_and_json_say_the_same(seed: int, plan: dict[str, Any]) -> None:
    _, record = planned(seed, plan)
    block = verdict(as_yaml(record))
    text_play = copy.deepcopy(record)
    text_play["deals"][0]["play"] = "\n".join(record["deals"][0]["play"])
    for other in (verdict_of(record), verdict_of(text_play), verdict(json.dumps(record, indent=1))):
        assert without_places(other) == without_places(block)


@given(seed=SEEDS)
@quick
def test_the_suits_may_change_places_but_for_the_pinochle(seed: int) -> None:
    """Hearts and clubs count alike: with the two exchanged throughout, the scores are the same."""
    _, record = planned(seed, {"pack": 48, "heading": "trumps", "count": "10-10-5-5", "draws": False})
    swapped = json.loads(json.dumps(record["deals"]).translate(str.maketrans("HC", "CH")))
    assert only_deal(verdict_of({**record, "deals": swapped}))["scores"] == only_deal(verdict_of(record))["scores"]


# --- A part removed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "parts",
    [
        ["stock"], ["turned"], ["hands"], ["hands", "stock"], ["dealer"], ["hands", "stock", "turned"], ["Anna"],
        ["Boris", "stock"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_part_removed_adds_only_notes(seed: int, parts: list[str]) -> None:
    played, record = planned(seed, {"pack": 48, "heading": "trumps", "count": "11-10-4-3-2", "draws": False})
    deal = record["deals"][0]
    for part in parts:
        if part == "dealer":
            record["players"].reverse()  # who is taken to have dealt first
        if part in deal.get("hands", {}):
            deal["hands"] = {player: cards for player, cards in deal["hands"].items() if player != part}
        elif part == "turned":
            deal["trump"] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[deal.pop("turned")[0]]
        else:
            deal.pop(part)
    session = verdict_of(record)
    assert not findings(session, "fault"), findings(session, "fault")
    assert not findings(session, "error"), findings(session, "error")
    if "turned" not in parts:
        scores = {name: only_deal(session)["scores"][name] for name in ("Anna", "Boris")}
        expected = [melds + rounded(cards) for melds, cards in zip(played.melds, played.cards, strict=True)]
        assert list(scores.values()) == expected


@pytest.mark.parametrize("seed", range(6))
def test_play_that_breaks_off_adds_only_notes(seed: int) -> None:
    _, record = planned(seed, {"pack": 48, "heading": "trumps", "count": "11-10-4-3-2", "draws": seed % 2 == 1})
    play = record["deals"][0]["play"]
    for end in range(len(play)):
        record["deals"][0]["play"] = play[:end]
        session = verdict_of(record)
        assert {finding["severity"] for finding in findings(session)} <= {"note"}, findings(session)
        assert session["result"] is None


def test_a_meld_again_is_taken_to_need_no_more_hidden_twins_than_it_does() -> None:
    """SK SQ after pinochle and four kings needs one card from the hand, and he plays a second queen, not a king."""
    deal = {
        "dealer": "Anna",
        "turned": "D10",
        "play": """C9 HA|Boris: meld SQ DJ|C9 S10|Boris: meld kings|CK HA|Boris: meld SQ SK|SA DA|DA SK|Anna: dix|H9 DJ
            SA CQ|Boris: meld DK DQ|H10 C10|CK H10|DQ C10|D10 DJ|Boris: dix shown|SJ S9|CJ CA|S9 SQ|SQ S10|D10 DK|SJ D9
            HJ HQ|DQ DK|HK HK|CJ CQ|SK HJ|HQ H9|D9 CA""".replace("\n" + " " * 12, "|").split("|"),
    }
    session = verdict_of({"game": "two-handed", "players": ["Anna", "Boris"], "deals": [deal]})
    assert {finding["severity"] for finding in findings(session)} == {"note"}, findings(session)
    assert only_deal(session)["scores"] == {"Anna": 130, "Boris": 320}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("parts", [[], ["hands"], ["hands", "stock"]], ids=" ".join)
def test_a_trick_taken_back_and_played_again_changes_nothing(seed: int, parts: list[str]) -> None:
    """A card in the trick taken back and in the one that stands is one card, not two."""
    played, record = planned(seed, {"pack": 48, "heading": "trumps", "count": "11-10-4-3-2", "draws": False})
    deal = record["deals"][0]
    for part in parts:
        del deal[part]
    tricks = [n for n, line in enumerate(deal["play"]) if ":" not in line][-10:]
    for n in reversed(tricks):
        reply = deal["play"][n].split()[1]
        deal["play"][n:n] = [deal["play"][n], f"Anna: takes back {reply}"]
    session = verdict_of(record)
    assert {finding["severity"] for finding in findings(session)} <= {"note"}, findings(session)
    expected = [melds + rounded(cards) for melds, cards in zip(played.melds, played.cards, strict=True)]
    assert list(only_deal(session)["scores"].values()) == expected


def test_who_led_the_second_half_is_known_from_a_trick_that_was_taken_back() -> None:
    deal = {
        "dealer": "Boris",
        "trump": "hearts",
        "held": {"Anna": "S9 C9", "Boris": "SA CA"},
        "play": ["Boris: SA C9", "Anna: takes back C9", "SA S9", "CA C9"],
    }
    session = verdict_of({"game": "two-handed", "players": ["Anna", "Boris"], "deals": [deal]})
    assert only_deal(session)["scores"] == {"Anna": 0, "Boris": 32}
    assert not findings(session, "error")


# --- Damage ----------------------------------------------------------------------------------------------------------


NEW = ["", "\t", ":", "#", "[", "{", '"', "'", "|", "-", "S", "H10", "T", "Т", "0", "\0", "é", ",", "&", "*"]


def damaged(text: str, rng: random.Random) -> str:
    """The record with one to four random slips: lines, words and characters lost, doubled, exchanged, changed."""
    for _ in range(rng.randrange(1, 5)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        words = lines[at].split(" ")
        word = rng.randrange(len(words))
        kind = rng.randrange(9)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif kind == 2:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            lines[at] = " ".join(words[:word] + words[word + 1 :])
        elif kind == 4:
            lines[at] = " ".join([*words[:word], words[word], *words[word:]])
        elif kind == 5:
            lines[at] = " ".join(sorted(words, key=lambda _: rng.random()))
        elif kind == 6:
            del lines[at:]
        elif lines[at]:
            place = rng.randrange(len(lines[at]))
            new = rng.choice(NEW)
            lines[at] = lines[at][:place] + new + lines[at][place + (kind == 7) :]
        text = "\n".join(lines)
    return text


@given(seed=SEEDS)
@settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)  # tools/fuzz.py: more
def test_no_damage_raises_anything(seed: int) -> None:
    rng = random.Random(seed)
    _, record = planned(seed % 20, {"pack": 48, "heading": "trumps", "count": "11-10-4-3-2", "draws": seed % 2 == 1})
    text = damaged(as_yaml(record), rng)
    sessions = verdicts(text, as_played=rng.random() < 0.5)
    last = text.count("\n") + 1
    for session in sessions:
        json.dumps(session)
        for finding in findings(session):
            assert 1 <= finding["line"] <= last
            assert finding["message"]
            assert finding["column"] is None or finding["column"] >= 1


@given(raw=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_no_bytes_raise_anything(raw: bytes) -> None:
    for name in ("a.yaml", "a.jsonl", "-"):
        assert isinstance(verdicts(raw, name), list)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["Anna", "SA", "dix"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["Anna", "Boris", "a", "fault", "meld"]), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
KEYS = (
    "rules", "opening", "claimed", "dealer", "hands", "held", "number", "play", "taken", "last", "tricks", "turned",
    "trump",    "stock", "melds", "out", "irregularities", "note", "date", "deals", "players",
)  # fmt: skip


@given(part=st.dictionaries(st.sampled_from(KEYS), values, max_size=5))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_no_value_of_any_key_raises_anything(part: dict[str, Any]) -> None:
    record = {"game": "two-handed", "players": ["Anna", "Boris"], **part}
    assert verdict_of(record)["file"] == "test.jsonl"
