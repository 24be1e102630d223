"""`pinocle meld`: what cards are worth, and nothing that the rules do not allow; and what the small commands refuse."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from itertools import combinations, islice, permutations, product
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from conftest import verdict
from hypothesis import given, settings
from hypothesis import strategies as st

from pinocle_cli.cli.main import cli
from pinocle_cli.games import GAMES
from pinocle_cli.games.pinochle.common import Meld, doubled, meld_table, melds_in

if TYPE_CHECKING:
    from pinocle_cli.cards import Deck

GAME = GAMES["two-handed"]


def run(*args: str) -> Any:
    result = CliRunner().invoke(cli, list(args))
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    return result


# --- Two-handed: an order of showing must allow them -----------------------------------------------------------------


def most(deck: Deck, trump: int | None, cards: tuple[int, ...], *, twice: bool) -> int:
    """The dearest melds that can be shown turn by turn, found by trying every order and every copy of every card."""
    have, known = Counter(cards), {}
    held = [(meld, min(have[card] for card in meld.cards)) for meld in melds_in(cards, meld_table(deck, trump))]
    held += [(meld, 1) for meld in melds_in(cards, map(doubled, meld_table(deck, trump))) if twice]

    def ways(meld: Meld, used: dict[Any, int]) -> Any:
        of_each = [combinations([(c, n) for n in range(have[c])], times) for c, times in Counter(meld.cards).items()]
        on_table = {copy for copy, _ in used}
        for parts in product(*of_each):
            copies = [copy for part in parts for copy in part]
            new = any(copy not in on_table for copy in copies)
            if new and all(used.get((copy, meld.group), 0) < meld.points for copy in copies):
                yield copies

    def best(left: tuple[int, ...], used: dict[Any, int]) -> int:
        key = (left, frozenset(used.items()))
        if key not in known:
            found = 0
            for n, (meld, _) in enumerate(held):
                if left[n]:
                    after = (*left[:n], left[n] - 1, *left[n + 1 :])
                    for copies in ways(meld, used):
                        shown = {**used, **dict.fromkeys(((copy, meld.group) for copy in copies), meld.points)}
                        found = max(found, meld.points + best(after, shown))
            known[key] = found
        return known[key]

    return best(tuple(times for _, times in held), {})


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("doubles", ["single", "twice"])
def test_no_more_is_promised_than_an_order_of_showing_allows(seed: int, doubles: str) -> None:
    random_ = random.Random(f"{seed} {doubles}")
    house = GAME.house_with({"doubles": doubles})
    deck, trump = GAME.deck(house), random_.choice([None, 0, 1, 2, 3])
    court = [card for card in deck.pack if deck.rank[card] in "KQJA"]
    cards = tuple(random_.sample(court, random_.randint(5, 8)))
    assert GAME.meld is not None
    found = sum(meld.points for meld in GAME.meld(deck, trump, cards, house) if meld.name != "dix")
    assert found == most(deck, trump, cards, twice=doubles == "twice"), deck.show(cards)


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("SKQ HKQ DKQ CKQ", 220), ("SKQ HKQ DKQ CKQ CQ", 240), ("SKQ HKQ DKQ CK", 160),
        ("SKKQQ HKKQQ DKKQQ CKKQQ", 460), ("SA10KQJ", 190), ("SQ DJ DK DQ", 60),
    ],
)  # fmt: skip
def test_what_two_handed_cards_are_worth(cards: str, total: int) -> None:
    printed = run("meld", cards, "--trump", "S", "--game", "two-handed", "--format", "json").stdout
    assert json.loads(printed)["total"] == total


@pytest.mark.parametrize(
    ("game", "cards", "melds"),
    [
        ("two-handed", "S9", [("dix", 10)]),
        ("two-handed", "SA10KQJ99", [("flush", 150), ("royal marriage", 40), ("dix", 10), ("dix", 10)]),
        ("auction", "SA10KQJ9", [("flush", 150), ("dix", 10)]),
        ("auction", "S99 SQ DJ", [("pinochle", 40), ("dix", 10), ("dix", 10)]),
        ("partnership", "SA10KQJ9", [("flush", 150), ("dix", 10)]),
        ("partnership", "S99 H9", [("dix", 10), ("dix", 10)]),
    ],
)
def test_each_meld_and_each_dix(game: str, cards: str, melds: list[tuple[str, int]]) -> None:
    printed = run("meld", *cards.split(), "--trump", "S", "--game", game, "--format", "json").stdout
    assert sorted((one["meld"], one["points"]) for one in json.loads(printed)["melds"]) == sorted(melds)


def test_by_tens_each_meld_and_each_dix() -> None:
    rules = ("--rules", "values: tens", "--game", "partnership", "--trump", "S", "--format", "json")
    melds = json.loads(run("meld", "SA10KQJ9", *rules).stdout)["melds"]
    assert [(one["meld"], one["points"]) for one in melds] == [("flush", 15), ("dix", 1)]


def test_what_no_order_allows_is_said() -> None:
    assert "marriage in hearts, with no card of its own left" in run("meld", "SKQ HKQ DKQ CKQ", "--trump", "S").stdout


# --- In every game ---------------------------------------------------------------------------------------------------

_cards = st.lists(
    st.sampled_from(["SK", "SQ", "HK", "HQ", "DK", "DQ", "CK", "CQ", "DJ", "HA", "H10", "HJ"]), max_size=9
)


@settings(max_examples=40, deadline=None)
@given(_cards.filter(lambda cards: all(cards.count(card) <= 2 for card in cards)))
def test_the_record_gives_what_the_order_promises_and_no_order_gives_more(cards: list[str]) -> None:
    """Laid down line by line in a record, a meld after each trick that is won."""
    deck, house = GAME.deck(GAME.house()), GAME.house()
    assert GAME.laying is not None
    best = GAME.laying(deck, 1, deck.parse(" ".join(cards)), house)

    def scored(order: tuple[str, ...]) -> int:
        lines = "".join(f"      - {one}\n" for one in order)
        head = "game: two-handed\nplayers: [A, B]\ndeals:\n  - trump: H\n"
        text = f"{head}    melds:\n      A:\n{lines}    taken: {{A: 0}}\n"
        entries = verdict(text)["deals"][0]["ledger"]
        return sum(entry["points"] for entry in entries if entry["rule"].startswith("two-handed.class"))

    melds = tuple(deck.show(one.cards) for one in best if one.name != "dix")
    total = sum(one.points for one in best if one.name != "dix")
    if melds:
        assert scored(melds) == total
        for order in islice(permutations(melds), 24):
            assert scored(order) <= total


def test_every_game_with_such_cards_is_told() -> None:
    said = run("meld", "ПТ ПК", "♠Q", "--trump", "hearts").stdout
    assert [line for line in said.split("\n") if line in GAMES] == [*GAMES]
    assert "one card more" in said
    said = run("meld", "S8 S7 S9").stdout
    assert "two-handed" not in said.split("\n")
    assert "tierce" in said


def test_what_one_card_more_adds() -> None:
    said = run("meld", "SQ HK", "--trump", "H", "--game", "two-handed").stdout
    assert "♥Q +40" in said
    assert "♦J +40" in said
    assert "♠K +20" in said
    assert said.endswith("; no other card adds anything\n")


# --- What may be written ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "cards"),
    [
        (["pinochle"], ["SQ DJ"]),
        (["royal", "marriage", "--trump", "H"], ["HK HQ"]),
        (["flush", "marriage C", "dix", "--trump", "spades"], ["SA S10 SK SQ SJ", "CK CQ", "S9"]),
        (["aces", "--game", "auction"], ["SA HA DA CA"]),
        (["HK HQ, pinochle", "--game", "partnership"], ["SQ DJ", "HK HQ"]),
        (["SQ", "DJ"], ["SQ DJ"]),
        (["S7", "--trump", "S", "--rules", "deck: 64"], ["S7"]),
        (["S7", "--trump", "S", "--rules", "{profile: modern, deck: 64}"], ["S7"]),
    ],
)
def test_cards_and_melds_by_name(args: list[str], cards: list[str]) -> None:
    game = [] if "--game" in args else ["--game", "two-handed"]
    found = json.loads(run("meld", *args, *game, "--format", "json").stdout)["melds"]
    assert {one["cards"] for one in found} >= set(cards)


@pytest.mark.parametrize("doubles", [("single", 80), ("twice", 120)])
def test_options_are_read_as_in_a_record(doubles: tuple[str, int]) -> None:
    printed = run(
        "meld", "SQQ DJJ", "--game", "two-handed", "--rules", f"doubles: {doubles[0]}", "--format", "json"
    ).stdout
    assert json.loads(printed)["total"] == doubles[1]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["meld", "S7", "--game", "two-handed"], "--rules 'deck: 64'"),
        (["meld", "flush"], "needs the trump suit"),
        (["meld", "flsh"], '"flsh" is not a meld'),
        (["meld", "HA", "--rules", "doubels: twice"], 'did you mean "doubles"'),
        (["meld", "HA", "--rules", "modrn"], 'did you mean "modern"'),
        (["meld", "HA", "--rules", "[deck]"], "keys and values"),
        (["meld", "HA", "--rules", "{deck"], ""),
        (["meld", "HA", "--game", "two-handed", "--profile", "club"], "classic, modern"),
        (["meld", "HA", "--profile", "modern", "--rules", "deck: 64"], "a part of --rules"),
        (["meld", "SA SA SA"], "more often than the pack"),
        (["rules", "record", "--faults"], "--faults goes with a game"),
        (["rules", "record", "--options"], "--options goes with a game"),
        (["rules", "two-handed.class-a", "--options"], "--options goes with a game"),
        (["rules", "two-handed.class-a", "--faults"], "--faults goes with a game"),
        (["rules", "--faults"], "--faults goes with a game"),
        (["rules", "two-handed", "--options", "--faults"], "one by one"),
    ],
)
def test_what_is_not_understood_is_never_passed_over(args: list[str], words: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert words in result.stderr


# --- The odds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "needs", "said"),
    [
        ("SA10KQ HAKQJ9 DAKQ CA10K", "SJ", ""),
        ("SA10KQ HAKQJ9 DAKQ CA10", "SJ", "14 cards; a bidder has 15"),
        ("SA", "SJ", "1 card; a bidder has 15"),
        ("SA10KQ HAKQJ9 DAKQ CA10K", "SJ SJ H10", "SJ is named twice in --needs; it counts once"),
    ],
)
def test_odds_say_what_is_odd_about_a_hand(hand: str, needs: str, said: str) -> None:
    result = run("odds", "--hand", hand, "--needs", needs)
    assert result.exit_code == 0
    assert result.stderr.strip() == said


def test_odds_have_the_same_columns_in_every_format() -> None:
    printed = {name: run("odds", "--format", name).stdout for name in ("table", "json", "csv")}
    (first, *_) = json.loads(printed["json"])["odds"]
    heads = next(csv.reader(io.StringIO(printed["csv"])))
    assert [*first] == heads
    assert all(name in printed["table"].splitlines()[0] for name in heads)
    assert len(printed["table"].splitlines()) == 2 + len(json.loads(printed["json"])["odds"])
