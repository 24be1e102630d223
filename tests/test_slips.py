"""One slip of the pen in a legal deal: never a penalty, always the place, and what was meant."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings, verdict, verdict_of
from legal_deals import RANKS, SUITS, as_yaml, legal_deal, record_of

from pinocle_cli import session, slips
from pinocle_cli.engine import adjudicate

if TYPE_CHECKING:
    from collections.abc import Callable

PACK = [suit + rank for suit in SUITS for rank in RANKS[:6]]
DEALS = 300
SHARE = 0.95


class Spoiled:
    """A legal deal with one card of its play written wrong."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        played = legal_deal(rng)
        play = played.deal["play"]
        at = rng.choice([n for n, line in enumerate(play) if ":" not in line])
        words, nth = play[at].split(), rng.randrange(2)
        self.true = words[nth]
        words[nth] = self.wrong = rng.choice([card for card in PACK if card != self.true])
        play[at] = " ".join(words)
        self.record, self.path = record_of(played), f"deals[0].play[{at}]"
        text = as_yaml(self.record)
        self.line = first_line(text) + at
        self.session = verdict(text)
        (self.error,) = findings(self.session, "error")

    def __str__(self) -> str:
        return f"line {self.line}, {self.wrong} for {self.true}: {self.error['line']}: {self.error['message']}"


def named(error: dict[str, Any]) -> tuple[str, list[int]] | None:
    """The card that a message names, and the lines where it may belong."""
    said = re.search(r"is (this|\w+ in line (\d+)) (\w+)\?(?: \(or (.*)\?\))?$", error["message"])
    if said is None:
        return None
    others = re.findall(r"in line (\d+)", said[4] or "")
    return said[3], [int(said[2] or error["line"]), *map(int, others)]


def first_line(text: str) -> int:
    return text.split("\n").index("    play: |") + 2


@pytest.fixture(scope="module")
def spoiled() -> list[Spoiled]:
    return [Spoiled(seed) for seed in range(DEALS)]


def test_a_slip_is_an_error_and_costs_nobody_anything(spoiled: list[Spoiled]) -> None:
    for one in spoiled:
        (deal,) = one.session["deals"]
        assert one.error["rule"] == "record.impossible"
        assert deal["scores"] is None
        assert one.session["totals"] is None
        assert deal["ledger"] == []
        assert not findings(one.session, "fault")


def test_the_likely_slip_names_the_true_card(spoiled: list[Spoiled]) -> None:
    missed = [one for one in spoiled if (said := named(one.error)) is None or said[0] != one.true]
    assert 1 - len(missed) / DEALS >= SHARE, f"{len(missed)} of {DEALS}:\n" + "\n".join(map(str, missed))


def test_its_place_is_among_those_that_are_named(spoiled: list[Spoiled]) -> None:
    missed = [one for one in spoiled if (said := named(one.error)) is None or one.line not in said[1]]
    assert 1 - len(missed) / DEALS >= SHARE, f"{len(missed)} of {DEALS}:\n" + "\n".join(map(str, missed))


def test_in_a_log_where_all_is_one_line_the_path_tells_the_place(spoiled: list[Spoiled]) -> None:
    told = 0
    for one in spoiled[:60]:
        (error,) = findings(verdict_of(one.record), "error")
        said = re.search(r"is (this|\w+ in (\S+)) (\w+)\?(.*)$", error["message"])
        assert said is not None
        place = error["path"] if said[1] == "this" else f"deals[0].{said[2]}"
        told += place == one.path or one.path.removeprefix("deals[0].") in said[4]
    assert told >= 60 * SHARE


@pytest.mark.parametrize("where", ["Anna", "Boris", "stock", "turned"])
@pytest.mark.parametrize("seed", range(10))
def test_a_slip_in_what_was_dealt(where: str, seed: int) -> None:
    rng = random.Random(seed)
    played = legal_deal(rng)
    part = played.deal if where in played.deal else played.deal["hands"]
    words = part[where].split()
    nth = rng.randrange(len(words))
    true, words[nth] = words[nth], rng.choice([card for card in PACK if card != words[nth]])
    part[where] = " ".join(words)
    text = as_yaml(record_of(played))
    line = next(n for n, row in enumerate(text.split("\n"), 1) if row.strip().startswith(f"{where}:"))
    error = findings(verdict(text), "error")[0]
    assert error["rule"] == "record.impossible"
    said = named(error)
    assert said is not None, error
    assert said[0] == true, error
    assert line in said[1], error


def twice(play: list[str], at: int) -> str:
    play.insert(at, play[at])
    return f"is {{}} the trick before it, written twice?|{at + 1}"


def reversed_(play: list[str], at: int) -> str:
    play[at] = " ".join(reversed(play[at].split()))
    return f"are the cards of {{}} the wrong way round?|{at}"


def left_out(play: list[str], at: int) -> str:
    return f"a line is left out{{}}: {play.pop(at)}|{at}"


@pytest.mark.parametrize("seed", range(10))
def test_a_stock_from_the_wrong_end(seed: int) -> None:
    played = legal_deal(random.Random(seed))
    played.deal["stock"] = " ".join(reversed(played.deal["stock"].split()))
    text = as_yaml(record_of(played))
    line = next(n for n, row in enumerate(text.split("\n"), 1) if row.strip().startswith("stock:"))
    (error,) = findings(verdict(text), "error")
    assert error["message"].endswith(f"is the stock in line {line} written from the bottom?"), error


@pytest.mark.parametrize("seed", range(10))
def test_a_dealer_with_whom_it_cannot_have_happened(seed: int) -> None:
    played = legal_deal(random.Random(seed))
    right = verdict(as_yaml(record_of(played)))["deals"][0]["scores"]
    played.deal["dealer"] = "Anna"
    judged = verdict(as_yaml(record_of(played)))
    assert not findings(judged, "error") + findings(judged, "fault")
    assert judged["deals"][0]["scores"] == right
    assert any(note["message"].endswith("did Boris deal?") for note in findings(judged, "note"))


def test_a_stock_that_is_short_is_told() -> None:
    played = legal_deal(random.Random(1))
    *cards, lost = played.deal["stock"].split()
    played.deal["stock"] = " ".join(cards)
    (note,) = findings(verdict(as_yaml(record_of(played))))
    assert note["message"] == f"22 cards of the stock are recorded, of 23; {lost} is missing from the pack"


def places(error: dict[str, Any]) -> range:
    """The lines before which a line that was left out may have stood."""
    said = re.search(r"before line (\d+)(?: to line (\d+))?", error["message"])
    first = int(said[1]) if said else error["line"]
    return range(first, int((said and said[2]) or first) + 1)


@pytest.mark.parametrize("slip", [twice, reversed_, left_out], ids=lambda slip: slip.__name__)
def test_a_slip_of_a_whole_trick(slip: Callable[[list[str], int], str]) -> None:
    told, failed = 0, []
    for seed in range(40):
        rng = random.Random(seed)
        played = legal_deal(rng)
        play: list[str] = played.deal["play"]
        asks, _, at = slip(play, rng.choice([n for n, line in enumerate(play) if ":" not in line])).partition("|")
        text = as_yaml(record_of(played))
        line = first_line(text) + int(at)
        judged = verdict(text)
        errors = findings(judged, "error")
        if not errors:
            continue  # the other way round it may be a legal deal as well, and without the last trick it breaks off
        (error,) = errors
        assert not findings(judged, "fault")
        told += 1
        if slip is left_out:
            right = asks.rpartition(": ")[2] in error["message"] and line in places(error)
        else:
            right = asks.format("this line" if error["line"] == line else f"line {line}") in error["message"]
        if not right and f"line {line}" not in error["message"]:
            failed.append((seed, line, error["line"], error["message"]))
    assert told >= 20
    assert len(failed) <= told * 0.2, failed


def test_no_more_time_is_spent_on_a_record_that_is_nothing_but_slips(monkeypatch: Any) -> None:
    trials = []

    def counted(*args: Any, **more: Any) -> Any:
        trials.append(args)
        return adjudicate(*args, **more)

    monkeypatch.setattr(session, "adjudicate", counted)
    record = record_of(legal_deal(random.Random(1)))
    record["deals"][0]["play"][2] = "SA SA"
    record["deals"] *= 200
    assert len(findings(verdict(as_yaml(record)), "error")) == 200
    assert trials
    assert len(trials) <= slips.MOST_SLIPS * 3 * slips.MOST_TRIALS


@pytest.mark.parametrize("left_out", [(), ("hands",), ("stock",), ("hands", "stock")], ids=str)
def test_two_like_lines_in_a_row_are_asked_about_before_anything_else(left_out: tuple[str, ...]) -> None:
    for seed in range(10):
        rng = random.Random(seed)
        record = record_of(legal_deal(rng))
        (deal,) = record["deals"]
        for key in left_out:
            del deal[key]
        play: list[str] = deal["play"]
        at = rng.randrange(len(play))
        play.insert(at, play[at])
        errors = findings(verdict_of(record), "error")
        assert [error for error in errors if not error["message"].endswith("written twice?")] == [], play[at]
