"""A deal seen again: the cards are always one pack, every point and every finding has its moment."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import test_auction_properties as auction
import test_piquet_properties as piquet
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from legal_deals import as_yaml, legal_deal, record_of
from partnership_deals import PLAYERS
from partnership_deals import deal as partnership_deal

from pinocle_cli.api import records, records_of_text, verdict_of
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.replay.frames import courses

if TYPE_CHECKING:
    from pinocle_cli.replay.frame import Course

ROOT = Path(__file__).parent
SAMPLES = sorted((ROOT.parent / "samples").glob("*.yaml"))
RECORDS = [*SAMPLES, *sorted((ROOT / "cases").glob("*.yaml")), *sorted((ROOT / "cases").glob("*.jsonl"))]


def whole_record(game: str, rng: random.Random) -> dict[str, Any]:
    """A legal deal of the game, every card of it recorded."""
    if game == "two-handed":
        pack = rng.choice([48, 64])
        played = legal_deal(rng, pack=pack, heading="trumps", count="11-10-4-3-2", draws=False)
        return record_of(played, deck=pack)
    if game == "partnership":
        return {"game": game, "players": PLAYERS, "deals": [partnership_deal(rng).record]}
    if game == "auction":
        players = rng.choice([3, 4, 5])
        return {"game": game, "players": auction.NAMES[:players], "deals": [auction.legal_deal(rng, players, "trumps")]}
    return {"game": game, "players": ["Anna", "Boris"], "deals": [piquet.dealt(rng)]}


def seen(record: dict[str, Any]) -> tuple[Course, Any, Any]:
    (read,) = records_of_text(json.dumps(record), name="test.jsonl")
    verdict = verdict_of(read)
    (course,) = courses(read, verdict, GAMES)
    return course, verdict, GAMES[read.game or ""].deck(read.house)


@given(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_at_every_moment_the_cards_are_one_pack(game: str, seed: int) -> None:
    course, _, deck = seen(whole_record(game, random.Random(seed)))
    taken: Counter[int] = Counter()  # tricks that have been turned over
    last: dict[int, tuple[int, ...]] = {}
    for frame in course.frames:
        if frame.kind == "play":
            last[frame.trick] = tuple(played.card for played in frame.table)
        taken = Counter(card for cards in last.values() for card in cards)
        cards = Counter(card for hand in frame.hands for card in hand.known)
        cards.update(card for pile in frame.piles for card in pile.cards)
        assert not any(hand.hidden or hand.worked_out for hand in frame.hands)
        turned_lies_open = game == "partnership" and any(pile.name == "turned" for pile in frame.piles)  # and is held
        assert sum((cards + taken).values()) == deck.size + turned_lies_open
        assert max((cards + taken).values()) <= deck.copies + turned_lies_open
    assert not any(hand.size for hand in course.frames[-1].hands)


@given(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_point_has_its_moment_and_they_add_up(game: str, seed: int) -> None:
    course, verdict, _ = seen(whole_record(game, random.Random(seed)))
    (deal,) = verdict.deals
    made = [n for frame in course.frames for n in frame.entries]
    assert sorted(made) == list(range(len(deal.ledger)))
    assert course.frames[-1].totals is not None
    assert {seat: course.frames[-1].totals[seat] for seat in verdict.accounts} == deal.scores
    assert len([frame for frame in course.frames if frame.entries]) > 3  # not all at the end


@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_not_recorded_is_worked_out_or_hidden(seed: int) -> None:
    record = whole_record("two-handed", random.Random(seed))
    del record["deals"][0]["hands"]["Boris"], record["deals"][0]["stock"]
    course, _, _ = seen(record)
    boris = [frame.hands[1] for frame in course.frames]
    assert not boris[0].cards
    assert any(hand.worked_out for hand in boris)
    assert all(hand.size <= boris[0].size + 1 for hand in boris)
    assert not boris[-1].size


@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_in_json_and_in_yaml_the_same_is_seen(seed: int) -> None:
    record = whole_record("two-handed", random.Random(seed))
    (read,) = records_of_text(as_yaml(record))
    (course,) = courses(read, verdict_of(read), GAMES)
    other, _, _ = seen(record)
    assert [frame._replace(line=1) for frame in course.frames] == [frame._replace(line=1) for frame in other.frames]


@pytest.mark.parametrize("file", RECORDS, ids=[path.name for path in RECORDS])
def test_every_record_can_be_seen_and_every_fault_of_play_has_its_moment(file: Path) -> None:
    for record in records(file):
        verdict = verdict_of(record)
        found = courses(record, verdict, GAMES)
        assert len(found) in (0, len(verdict.deals))
        for course, deal in zip(found, verdict.deals, strict=False):
            shown = [finding for frame in course.frames for finding in frame.findings]
            wrong = [f for f in deal.findings if f.severity in (FAULT, ERROR) and ".play[" in f".{f.path}"]
            assert all(finding in shown for finding in wrong)
            assert len(shown) == len(set(map(id, shown)))


def test_a_fault_stands_at_the_card_and_a_ruling_is_entered_at_the_end() -> None:
    (record,) = records(ROOT.parent / "samples" / "two-handed-dispute.yaml")
    verdict = verdict_of(record)
    (course,) = courses(record, verdict, GAMES)
    (at,) = [n for n, f in enumerate(course.frames) if any("did not follow" in one.message for one in f.findings)]
    frame = course.frames[at]
    assert frame.says == "Boris plays DA and wins the trick"
    assert frame.trick == 15
    assert 2 not in frame.hands[1].cards
    assert frame.totals == (962, 962)
    assert course.frames[-1].totals == (1000, 870)


TWO = "game: two-handed\nplayers: [Anna, Boris]\ndealer: Boris\n"
FOUR = "game: partnership\nplayers: [Ann, Bob, Cyd, Dan]\ndealer: Dan\n"
THREE = (
    "game: auction\nplayers: [Ann, Bob, Cyd]\ndealer: Cyd\nbids: [Ann: 300, Bob: pass, Cyd: pass]\n"
    "trump: spades\nmelds: 240\nheld: {Ann: SA S10 HA, Bob: S9 H9 H10, Cyd: D9 DA HK}\n"
)
STEPS = {  # (a record, what is told of its steps in this order)
    "a draw from a stock that is known": (
        TWO + "turned: D9\nstock: CA C9\nplay: |\n  SA S9\n  Anna: draw CA\n  Boris: draw C9\n",
        ["Boris plays S9; Anna wins the trick", "Anna draws CA", "Boris draws C9"],
    ),
    "a draw without a trick before it": (TWO + "turned: D9\nplay: |\n  Anna: draw CA\n", ["Anna draws CA"]),
    "a draw where no stock is known": (TWO + "trump: hearts\nplay: |\n  SA S9\n  Anna: draw CA\n", ["Anna draws CA"]),
    "melds where trumps are not known": (
        TWO + "play: |\n  SA S9\n  Anna: dix\n  Anna: meld royal marriage\n",
        ["Anna shows the dix", "Anna melds royal marriage"],
    ),
    "a burial from hands as they were played": (
        THREE + "bury: C9 CA CK\nplay: |\n  Bob: exposes H10\n  Ann: SA S9 D9\n",
        ["Ann buries C9 CA CK", "Bob exposes H10", "Ann leads SA"],
    ),
    "a dix is turned, and cannot be exchanged": (
        FOUR + "turned: S9\ndix-exchange: Ann\nplay: |\n  Ann: SA S9 D9 C9\n",
        ["Dan deals; S9 is turned", "Ann leads SA"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "steps"), STEPS.values(), ids=STEPS)
def test_steps_are_told_in_words(text: str, steps: list[str]) -> None:
    (record,) = records_of_text(text)
    (course,) = courses(record, verdict_of(record), GAMES)
    says = [frame.says for frame in course.frames]
    assert [one for one in says if one in steps] == steps, says


def test_the_trump_card_that_nobody_wrote_down_is_drawn_last() -> None:
    record = record_of(legal_deal(random.Random(3)))
    (deal,) = record["deals"]
    del deal["hands"], deal["stock"]
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    deal["trump"] = suits[deal.pop("turned")[0]]
    course, verdict, _ = seen(record)
    assert not [finding for finding in verdict.all_findings() if finding.severity == ERROR]
    draws = [frame.says for frame in course.frames if " draws " in frame.says]
    assert draws[-1].endswith("the stock is gone, and the melds go back to the hands")
    assert len(draws) == 12  # of two cards each: twenty-four are drawn


def test_in_json_which_has_no_columns_a_fault_stands_at_its_players_card() -> None:
    (read,) = records(ROOT.parent / "samples" / "two-handed-dispute.yaml")
    record = yaml.safe_load((ROOT.parent / "samples" / "two-handed-dispute.yaml").read_text("utf-8"))
    (course, *_), (other, *_) = courses(read, verdict_of(read), GAMES), [seen(record)[0]]
    at = [
        [n for n, frame in enumerate(one.frames) if any("did not follow" in f.message for f in frame.findings)]
        for one in (course, other)
    ]
    assert at[0] == at[1]


def test_a_card_taken_back_comes_back_to_the_hand() -> None:
    text = """
game: piquet
players: [Anna, Boris]
dealer: Anna
held: {Boris: SA H7, Anna: SK S7}
play: |
  Boris: SA S7
  Anna: takes back S7
  SA SK
  H7 S7
"""
    (record,) = records_of_text(text)
    (course,) = courses(record, verdict_of(record), GAMES)
    says = [frame.says for frame in course.frames]
    assert "Anna takes back S7" in says
    anna = [frame.hands[0].size for frame in course.frames]
    assert anna[says.index("Anna takes back S7")] == 2
    assert anna[-1] == 0
