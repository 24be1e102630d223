"""Mutation testing: makes one small thing wrong in the rules at a time, and sees whether a test notices.

    python tools/mutate.py --sample 500 --seed 7 --jobs 2
    python tools/mutate.py games/piquet settle --all
    python tools/mutate.py games/piquet --sample 100 --word piquet   only by tests with that word in their names
    python tools/mutate.py games/piquet --sample 100 --random   what survives is tried by random sessions too

A first run finds out which test runs which line (`--map` does it anew). A mutant is tried by the tests that run its
line, in a process of its own, until one fails (trying.py). What came of each is appended to `--out`; mutants that
stand there already are not tried again. Survivors that were looked at and can make no difference stand in
tools/mutants-explained.txt with the reason. Ends with 1 if any other is left.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

from mutants import Mutant, mutants_of
from trying import PACKAGE, ROOT, Tests, mapped, try_all

EXPLAINED = Path(__file__).with_name("mutants-explained.txt")
MODULES = ("games", "settle", "session")
NO_RULES = ("games/__init__", "asks")  # the list of the games, and what is asked of whoever keeps a record
TESTS = (  # those that say what the rules come to, by records, tables and the same deals each time
    "test_said.py", "test_cases.py", "test_examples.py", "test_session.py", "test_settle.py", "test_meld.py",
    "test_odds.py", "test_piquet_bounds.py", "test_piquet_literature.py", "test_piquet_calls.py",
    "test_two_handed_rulings.py", "test_house_rules.py", "test_likelier.py", "test_slips.py", "test_plain.py",
    "test_in_order.py",
)  # fmt: skip
RANDOM = ("second_opinion", "laws", "test_auction_properties.py", "test_partnership_properties.py",
          "test_piquet_properties.py", "test_two_handed_properties.py")  # fmt: skip


def _modules(wanted: list[str]) -> list[str]:
    found = []
    for name in wanted or MODULES:
        path = PACKAGE / name
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
        found += [one.relative_to(PACKAGE).with_suffix("").as_posix() for one in files]
    return [name for name in found if not name.endswith(NO_RULES)]


def _explained() -> set[str]:
    return {line for line in EXPLAINED.read_text("utf-8").splitlines() if line and not line.startswith(("#", " "))}


def main() -> int:
    """Try a sample, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help=f"modules or folders of the package: {', '.join(MODULES)}")
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--map", action="store_true", help="find out anew which test runs which line")
    parser.add_argument("--random", action="store_true", help="try the survivors by random sessions too")
    parser.add_argument("--word", default="", help="only tests with this word in their names")
    parser.add_argument("--again", action="store_true", help="only what survived before, anew")
    parser.add_argument("--out", type=Path, default=ROOT / ".mutants")
    args = parser.parse_args()
    os.chdir(ROOT)
    os.environ["PINOCLE_SEED"] = "mutants"
    os.environ["CI"] = "1"  # to Hypothesis: the same examples each time, however long they take
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # those that are installed take as long to load as the package
    sys.path.insert(0, str(ROOT / "tests"))
    if args.map:
        for old in args.out.glob("map*.pickle"):
            old.unlink()
    mutants = [
        one for name in _modules(args.modules) for one in mutants_of(name, (PACKAGE / f"{name}.py").read_text("utf-8"))
    ]
    total = len(mutants)
    if not args.modules:
        for key in sorted(_explained() - {one.wherever for one in mutants}):
            print(f"explained, and there is no such mutant any more: {key}")
    results = args.out / "results.jsonl"
    came = _came(results)
    if args.again:
        mutants = [one for one in mutants if came.get(one.key) == ""]
    elif not args.all:
        mutants = random.Random(args.seed).sample(mutants, min(args.sample, total))  # noqa: S311 - no secret
    tests, at_random = Tests(TESTS, args.word), Tests(RANDOM, args.word)
    told = mapped(tests, args.out / f"map-{args.word}.pickle")
    fresh = mutants if args.again else [one for one in mutants if one.key not in came]

    with results.open("a", encoding="utf-8") as out:

        def done(mutant: Mutant, noticed: str) -> None:
            print(json.dumps({"mutant": mutant.key, "noticed": noticed}, ensure_ascii=False), file=out, flush=True)

        try_all(fresh, tests, told, args.jobs, done)
        came = _came(results)
        if args.random:
            left = [one for one in mutants if not came[one.key] and one.wherever not in _explained()]
            try_all(left, at_random, mapped(at_random, args.out / f"map-random-{args.word}.pickle"), args.jobs, done)
            came = _came(results)
    return _report(mutants, total, came)


def _came(results: Path) -> dict[str, str]:
    """What came of the mutants that were tried, by now."""
    lines = results.read_text("utf-8").splitlines() if results.exists() else []
    return {one["mutant"]: one["noticed"] for one in map(json.loads, lines)}


def _report(mutants: list[Mutant], total: int, came: dict[str, str]) -> int:
    explained = _explained()
    by_part: dict[str, Counter[str]] = defaultdict(Counter)
    left = []
    for one in mutants:
        noticed, part = came[one.key], one.part
        what = "equal" if not noticed and one.wherever in explained else "survived" if not noticed else "killed"
        if what == "killed" and noticed.partition("::")[0].removeprefix("tests/").split("/")[0] in RANDOM:
            by_part[part]["by random sessions"] += 1
        by_part[part][what] += 1
        if what == "survived":
            left.append(one)
    for one in sorted(left):
        print(f"pinocle_cli/{one.module}.py:{one.line}: {one.function}: {one.change}")
    print(f"\n{len(mutants)} of {total} mutants")
    for part, counted in sorted(by_part.items()):
        tried = counted["killed"] + counted["survived"]
        share = f"{100 * counted['killed'] / tried:.1f} %" if tried else "-"
        print(f"{part}: {tried} tried, {counted['killed']} noticed ({share}), {counted['survived']} not;", end=" ")
        print(f"by random sessions alone {counted['by random sessions']}; can make no difference {counted['equal']}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
