"""Random sessions, judged by the package and by the second opinion; and whether the second opinion is one of its own.

The seed is a new one in every run, and stands in the head of it; `PINOCLE_SEED` sets it again. More sessions:
`python tools/second_opinion.py --sessions 100000 --seed SEED`.
"""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path
from typing import Any

import opinion.cards
import opinion.piquet
import opinion.two_handed
import pytest
from conftest import verdicts
from differ import GAMES, case, compare, differences

HERE = Path(__file__).parent
SEED = os.environ["PINOCLE_SEED"]
SESSIONS = {"two-handed": 40, "partnership": 40, "auction": 50, "piquet": 80}


@pytest.mark.parametrize("game", GAMES)
def test_both_say_the_same(game: str) -> None:
    for number in range(SESSIONS[game]):
        seed = f"{SEED}-{number}"
        found = case(seed, [game])
        differ = differences(found, verdicts)
        assert not differ, "\n".join([f"PINOCLE_SEED={SEED}, session {seed}:", *differ, "", found.text])


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_figure_is_noticed(game: str) -> None:
    """Whatever is altered in a verdict, the comparison says so."""
    found = case("1", [game])
    (verdict,) = verdicts(found.raw, found.name)
    (said,) = found.said
    assert compare(said, verdict) == []
    player = next(iter(verdict["totals"]))
    fault = {"rule": "record.claim", "player": player, "severity": "fault", "message": ""}
    wrong: list[dict[str, Any]] = [
        {"totals": {**verdict["totals"], player: verdict["totals"][player] + 1}},
        {"result": None if verdict["result"] else {"winner": player, "rule": f"{game}.drawn"}},
        {"payments": [*verdict["payments"], {"from": player, "to": "kitty", "amount": 1}]},
        {"deals": verdict["deals"][1:]},
        {"findings": [fault, {**fault, "severity": "error"}]},
    ]
    for other in wrong:
        assert compare(said, {**verdict, **other}), other


def test_it_knows_nothing_of_the_package() -> None:
    """The scorers and the makers import the standard library and each other."""
    own = {"opinion", "makers", "differ"}
    for path in HERE.rglob("*.py"):
        if path.name.startswith("test_"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            else:
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.partition(".")[0] for name in names} <= own | sys.stdlib_module_names, path


# What has a known answer: the second opinion must give it as well, or it is worth nothing.

PARTIES = [  # totals before the last deal, what each makes in it, who pays whom and how much
    ((100, 80), (43, 25), ("Y", "E", 138)),
    ((300, 60), (48, 19), ("Y", "E", 527)),
    ((60, 80), (37, 16), ("Y", "E", 293)),
    ((70, 82), (32, 7), ("Y", "E", 291)),
    ((110, 90), (10, 12), ("Y", "E", 118)),
]


@pytest.mark.parametrize(("before", "last", "pays"), PARTIES)
def test_the_rubicon(before: tuple[int, int], last: tuple[int, int], pays: tuple[str, str, int]) -> None:
    deal = {"dealer": "Y", "number": 6, "claimed": dict(zip("EY", last, strict=True))}
    record = {"players": ["E", "Y"], "opening": dict(zip("EY", before, strict=True)), "deals": [deal]}
    assert opinion.piquet.score(record).payments == {pays[:2]: pays[2]}


DEALS = [  # the deal of the source text; Cavendish's example; a party played for the rubicon
    (
        "classic",
        ("CA CK CJ C10 C9 C8 C7 SQ S7 HA H7 D9", "CQ SA SJ S10 S9 S8 HK HQ HJ H10 DK DQ"),
        "CA CQ,CK SJ,CJ S10,C10 S9,C9 S8,C8 HJ,C7 H10,SQ SA,HK HA,S7 DQ,D9 DK,HQ H7",
        (43, 8),
    ),
    (
        "portland",
        ("SA SJ S9 S8 HA HK HQ HJ H8 CJ C9 DK", "SQ S10 H10 CA CK CQ C10 DA DQ DJ D10 D7"),
        "HA H10,HK D7,HQ D10,HJ DJ,H8 DQ,DK DA,CA C9,CK CJ,CQ S8,C10 S9,SQ SA,SJ S10",
        (28, 23),
    ),
    (
        "portland",
        ("SA SK SJ S9 HA HQ HJ H10 H9 H8 DA DK", "SQ S10 S7 HK H7 CA CK CQ C10 C9 DQ DJ"),
        "HA H7,HQ HK,CA H8,CK H9,CQ H10,C10 S9,C9 SJ,DQ DA,DK DJ,SA S7,SK S10,HJ SQ",
        (32, 7),
    ),
]


@pytest.mark.parametrize(("profile", "held", "play", "scores"), DEALS)
def test_deals_of_the_books(profile: str, held: tuple[str, str], play: str, scores: tuple[int, int]) -> None:
    hands = dict(zip("EY", held, strict=True))
    deal = {
        "dealer": "Y",
        "hands": hands,
        "held": hands,
        "discards": dict.fromkeys("EY", "D7"),
        "play": play.split(","),
    }
    record = {"rules": {"profile": profile}, "players": ["E", "Y"], "deals": [deal]}
    assert opinion.piquet.score(record).scores == [dict(zip("EY", scores, strict=True))]


SPREADS = [
    ("SA S10 SK SQ SJ S9 DK DQ DJ", "S", False, 220),
    ("SK SQ HK HQ DK DQ CK CQ", "S", False, 240),
    ("SA S10 SK SQ SJ SK SQ", "S", False, 190),
    ("SQ SQ DJ DJ", "H", True, 300),
    ("SQ SQ DJ DJ", "H", False, 80),
    (" ".join(sorted(set(opinion.cards.pack()))), "H", False, 540),
    (" ".join(f"S{rank}" for rank in ("A", "10", "K", "Q", "J")) + " SA S10 SK SQ SJ", "S", True, 1500),
]


@pytest.mark.parametrize(("cards", "trump", "dear", "worth"), SPREADS)
def test_what_cards_are_worth(cards: str, trump: str, dear: bool, worth: int) -> None:
    assert opinion.cards.most(cards.split(), trump, trump + "9", dear=dear) == worth


@pytest.mark.parametrize(("count", "entered"), [(87, 90), (126, 120), (124, 120), (125, 120), (127, 130), (163, 160)])
def test_cards_in_tens(count: int, entered: int) -> None:
    assert opinion.cards.rounded(count, "seven-up") == entered
