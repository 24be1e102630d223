"""Judges any number of random sessions twice, by the package and by the second opinion in tests/second_opinion.

python tools/second_opinion.py --sessions 100000 --seed 7 --jobs 2
python tools/second_opinion.py --game piquet --sessions 1000
python tools/second_opinion.py --session 7-4711 --game piquet      shows one session again

What both say differently is printed with its session; the records are written to `--out`. Ends with 1 if there was any.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from pinocle_cli.api import as_data, verdicts_of_text

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "second_opinion"))

from differ import GAMES, case, differences


class Told(NamedTuple):
    """What came of one session."""

    seed: str
    sessions: list[tuple[str, int, list[str]]]  # game, number of deals, the faults that were put in
    differ: list[str]
    raw: bytes
    name: str


def judged(raw: bytes, name: str) -> list[dict[str, Any]]:
    """The package's verdicts, as plain data."""
    return [as_data(verdict) for verdict in verdicts_of_text(raw, name=name)]


def one(seed: str, games: list[str]) -> Told:
    """One session, made and judged twice."""
    found = case(seed, games)
    sessions = [(one.whole["game"], len(one.whole["deals"]), one.kinds) for one in found.sessions]
    differ = differences(found, judged)
    return Told(seed, sessions, differ, found.raw if differ else b"", found.name)


def main() -> int:
    """Run them all, and say what was done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--seed", default="", help="a new one, if it is not said")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--session", help="the seed of one session, which is shown")
    parser.add_argument("--out", type=Path, help="a folder for the records that are judged differently")
    options = parser.parse_args()
    games = options.game or list(GAMES)
    if options.session:
        found = case(options.session, games)
        print(found.text, *differences(found, judged), sep="\n")
        return 0
    seed = options.seed or secrets.token_hex(4)
    print(f"seed {seed}")
    seeds = [f"{seed}-{number}" for number in range(options.sessions)]
    with ProcessPoolExecutor(options.jobs) as pool:
        each = pool.map(partial(one, games=games), seeds, chunksize=50)
        return summary(list(tqdm(filter(shown(options.out), each), total=len(seeds), disable=None)))


def shown(folder: Path | None) -> Any:
    """Tells of a session that is judged differently, as soon as it is met; all are passed on."""

    def look(told: Told) -> bool:
        if told.differ:
            print("\n".join([f"session {told.seed}:", *told.differ]), flush=True)
            if folder:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{told.seed}-{told.name}").write_bytes(told.raw)
        return True

    return look


def summary(every: list[Told]) -> int:
    """A line a game, and the faults that were put in."""
    for game in GAMES:
        mine = [session for told in every for session in told.sessions if session[0] == game]
        kinds = Counter(kind for _, _, faults in mine for kind in faults)
        deals, sound = sum(number for _, number, _ in mine), sum(not faults for _, _, faults in mine)
        print(f"{game}: {len(mine)} sessions, {deals} deals, {sound} sessions without a fault")
        print("   " + ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))
    wrong = sum(bool(told.differ) for told in every)
    print(f"{len(every)} files, {wrong} judged differently")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
