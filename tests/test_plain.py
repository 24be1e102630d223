"""A plain deal is judged in one go, which says exactly what the walk says line by line."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from conftest import make_logs, verdict_of
from legal_deals import legal_deal, record_of

from pinocle_cli.games.two_handed import fast

if TYPE_CHECKING:
    from pinocle_cli.games.two_handed.state import TwoHanded
    from pinocle_cli.ledger import Run


def spoiled(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:  # noqa: C901, PLR0912 - goes through it in one go
    """The deal with something in it that is not plain, or not right."""
    deal = record["deals"][0]
    lines: list[str] = deal["play"]
    at = rng.randrange(len(lines))
    other = rng.randrange(len(lines))
    actions = [n for n, line in enumerate(lines) if ":" in line] or [at]
    kind = rng.randrange(15)
    if kind == 0:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 1 and ":" not in lines[at]:
        lines[at] = " ".join(reversed(lines[at].split()))
    elif kind == 2 and ":" not in lines[at]:
        lines[at] = f"{rng.choice(record['players'])}: {lines[at]}"
    elif kind == 3:
        lines.insert(at, f"{rng.choice(record['players'])}: {rng.choice(['meld', 'exposes'])} {rng.choice(lines)[-7:]}")
    elif kind == 4:
        del lines[at:]
    elif kind == 5:
        deal.pop(rng.choice(["stock", "turned", "hands", "dealer"]))
    elif kind == 6:
        lines.insert(
            at, f"{rng.choice(record['players'])}: {rng.choice(['out', 'correct', 'dix', 'dix shown', 'draw C9'])}"
        )
    elif kind == 7:
        melds = [n for n, line in enumerate(lines) if "meld" in line] or [at]
        lines[rng.choice(melds)] += rng.choice([" scored 100", " scored 10"])
    elif kind == 8:
        words = deal["hands"]["Anna"].split()
        deal["hands"]["Anna"] = " ".join(words[: rng.choice([10, 11])])
    elif kind == 9:
        record["rules"] = {"heading": "always", "going-out": "must-win-a-trick", "count": "10-10-10"}
        lines.insert(at, "Anna: out")
    elif kind == 10 and ":" not in lines[at]:
        lines[at + 1 : at + 1] = [f"Boris: takes back {lines[at].split()[-1]}", rng.choice([lines[at], lines[other]])]
    elif kind == 11 and ":" not in lines[at]:
        lines[at] = f"{lines[at].split()[0]} {rng.choice(['S9', 'HA', 'DK', 'C10'])}"
    elif kind >= 12:  # two things wrong where somebody melds: the second is not looked at, or looked at otherwise
        action = rng.choice(actions)
        who = lines[action].partition(":")[0]
        wrong = [f"{who}: meld {rng.choice(lines)[-5:]}", f"{who}: meld SQ DJ scored 10", f"{who}: dix", lines[action]]
        lines[action + 1 : action + 1] = rng.sample(wrong, 2)
        lines.insert(min(action + rng.choice([4, 5]), len(lines)), f"{who}: correct")
    record["deals"][0]["play"] = "\n".join(lines)
    return record


@pytest.mark.usefixtures("as_written")
@pytest.mark.parametrize("seed", range(200))
def test_in_one_go_or_line_by_line_the_verdict_is_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    record = spoiled(make_logs.two_handed(rng), rng)
    quick = verdict_of(record)
    monkeypatch.setattr(fast, "plain", lambda _: None)
    assert verdict_of(record) == quick


@pytest.mark.parametrize("seed", range(40))
def test_legal_deals_are_judged_in_one_go(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nothing of the above would say anything of it."""
    record = record_of(legal_deal(random.Random(seed)))
    found = []

    def seen(state: TwoHanded) -> Run | None:
        found.append(plain(state))
        return found[-1]

    plain = fast.plain
    monkeypatch.setattr(fast, "plain", seen)
    quick = verdict_of(record)
    monkeypatch.setattr(fast, "plain", lambda _: None)
    assert verdict_of(record) == quick
    assert None not in found
