"""Makes a club's season, a record a file: evenings of a few deals at all four games, with a revoke now and then.

    python benchmarks/season.py 1000 season/
    time pinocle report season/ -o site/ --jobs 2

The same seed gives the same season.
"""

from __future__ import annotations

import argparse
import random
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import make_logs

from pinocle_cli.tricks import duty_broken

NAMES = ("Anna", "Boris", "Cyd", "Dan", "Eve", "Fritz", "Gus", "Hilde", "Ian", "Julia", "Karl", "Lotte")
EVENTS = ("Winter cup", "Club evening", "Summer cup")
MOST_DEALS = 3
CARELESS = 0.005  # how often a player may play what he likes
SAME_EVENING = 0.75


def evening(rng: random.Random, day: date) -> str:
    """One record: a game, its players, a few deals, the dealer going round."""
    game = rng.choice(sorted(make_logs.MAKERS))
    record = make_logs.MAKERS[game](rng)
    made = record["players"]
    players = rng.sample(NAMES, len(made))
    deals: list[dict[str, Any]] = []
    for n in range(rng.randint(1, MOST_DEALS)):
        names = dict(zip(made, players[n % len(made) :] + players[: n % len(made)], strict=True))
        deals += [_renamed(deal, names) for deal in make_logs.MAKERS[game](rng)["deals"]]
    head = f"game: {game}\ndate: {day}\nevent: {rng.choice(EVENTS)}\n"
    text = make_logs.as_yaml({"game": game, "players": players, "deals": deals}, block=True)
    return head + text.partition(f"game: {game}\n")[2]


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """The same for other players."""
    if isinstance(value, dict):
        return {_renamed(key, names): _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    return re.sub("|".join(names), lambda found: names[found[0]], value)


def main() -> None:
    """Write a season to a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, day = random.Random(args.seed), date(2026, 9, 1)
    with patch.object(make_logs, "duty_broken", lambda *play: None if rng.random() < CARELESS else duty_broken(*play)):
        for n in range(args.number):
            file = args.folder / f"{day:%Y-%m}" / f"{day}-{n:04}.yaml"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(evening(rng, day), "utf-8")
            day += timedelta(days=rng.random() > SAME_EVENING)


if __name__ == "__main__":
    main()
