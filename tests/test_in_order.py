"""The tricks that are in order are walked apart, which says exactly what the course of play says of them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from conftest import make_logs, verdict_of

from pinocle_cli.games.auction.chapters import play as auction
from pinocle_cli.games.partnership.chapters import play as partnership

if TYPE_CHECKING:
    from types import ModuleType

    from pinocle_cli.course import Duties, Plan, Trick
    from pinocle_cli.record import Play

CARDS = [f"{suit}{rank}" for suit in "SHDC" for rank in ("A", "10", "K", "Q", "J", "9")]


def spoiled(record: dict[str, Any], rng: random.Random) -> None:
    """Something in the deal that is out of order, or not recorded."""
    (deal,), players = record["deals"], record["players"]
    lines, at = deal["play"], rng.randrange(len(deal["play"]))
    words = lines[at].split()
    kind = rng.randrange(10)
    if kind == 0:
        lines[at : at + 2] = reversed(lines[at : at + 2])
    elif kind == 1:
        lines[at] = " ".join(rng.sample(words, len(words)))
    elif kind == 2:
        lines[at] = f"{rng.choice(players)}: {lines[at]}"
    elif kind == 3:
        words[rng.randrange(len(words))] = rng.choice(CARDS)
        lines[at] = " ".join(words)
    elif kind == 4:
        lines[:] = lines[: at + 1] if rng.random() < 0.5 else lines[at:]
    elif kind == 5:
        lines[at] = " ".join(words[:-1])
    elif kind == 6:
        back = f"{rng.choice(players)}: takes back {rng.choice(words)}"
        lines[at + 1 : at + 1] = [back, " ".join(rng.sample(words, len(words)))]
    elif kind == 7:
        said = [f"exposes {rng.choice(CARDS)}", "claim", "concede"] if record["game"] == "auction" else ["out"]
        lines.insert(at, f"{rng.choice(players)}: {rng.choice(said)}")
    elif kind == 8:
        deal["hands"] = {name: deal["hands"][name] for name in rng.sample(players, 2)}
    else:
        deal["irregularities"] = [{"fault": "play", "by": rng.choice(players), "after": at}]


def out_of_turn(record: dict[str, Any], rng: random.Random) -> None:
    """Two cards of one player change places: a revoke, often."""
    (deal,) = record["deals"]
    lines = [line.split() for line in deal["play"]]
    hand = rng.choice([*deal["hands"].values()])
    his = [(n, m) for n, words in enumerate(lines) for m, card in enumerate(words) if card in hand]
    if len(his) > 1:
        (n, m), (other, k) = rng.sample(his, 2)
        lines[n][m], lines[other][k] = lines[other][k], lines[n][m]
    deal["play"] = [" ".join(words) for words in lines]


@pytest.mark.usefixtures("as_written")
@pytest.mark.parametrize("heading", ["trumps", "always"])
@pytest.mark.parametrize(("game", "chapter"), [("auction", auction), ("partnership", partnership)])
def test_what_is_in_order_is_told_as_step_by_step(
    game: str, chapter: ModuleType, heading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"{game} {heading}")
    walked, in_order = 0, chapter.in_order

    def counted(play: Play, plan: Plan, duties: Duties, held: list[list[int]]) -> list[Trick]:
        nonlocal walked
        found: list[Trick] = in_order(play, plan, duties, held)
        walked += len(found)
        return found

    for _ in range(100):
        record = make_logs.MAKERS[game](rng)
        record["rules"] = {"heading": heading}
        for _ in range(rng.randrange(3)):
            rng.choice((spoiled, spoiled, out_of_turn))(record, rng)
        monkeypatch.setattr(chapter, "in_order", counted)
        quick = verdict_of(record)
        monkeypatch.setattr(chapter, "in_order", lambda *_: [])
        assert quick == verdict_of(record), record
    assert walked > 10
