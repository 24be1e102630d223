"""Measures how a record is weighed: every fault and every slip of the pen in random deals of every game, by the laws.

    python tools/measure_trust.py --deals 200 --seed 1
    python tools/measure_trust.py --game piquet --deals 1000
    python tools/measure_trust.py --deals 300 --write    # the tables of docs/trust.md

The laws and the makers of deals are those of the tests (`tests/laws`). A bad trial is printed with its seed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "laws"), str(ROOT / "tests"), str(ROOT)]

import weighing  # noqa: E402 - of the tests, which are no package
from all_fields import FIELDS  # noqa: E402
from conftest import rules_shown  # noqa: E402
from slips_made import slips, slips_in_part  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fields import Field, Trial
    from weighing import Law

PAGE = ROOT / "docs" / "trust.md"
BEGIN, END = "<!-- measured by tools/measure_trust.py -->", "<!-- end of what was measured -->"
OTHERS: tuple[Law, ...] = (
    weighing.sound, weighing.silence, weighing.silence_of_faults, weighing.breach_in_part, weighing.other_words,
    weighing.more_facts, weighing.bounds,
)  # fmt: skip


class Measured:
    """What the trials of one game came to."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.marks: dict[tuple[str, str], Counter[str]] = {}
        self.shown: set[str] = set()
        self.bad: list[str] = []

    def add(self, table: str, trial: Trial, seed: int) -> None:
        """Count one trial."""
        marks = self.marks.setdefault((table, trial.kind), Counter())
        marks["trials"] += 1
        marks.update(mark for mark, holds in trial.marks.items() if holds)
        marks["called"] += "once" in trial.marks
        marks["covered"] += "refuted" in trial.marks
        self.shown |= rules_shown(trial.verdict)
        if _bad(trial):
            self.bad.append(f"{self.field.game.name}: {table}: {trial.kind}, seed {seed}: {dict(trial.marks)}")

    def unseen(self) -> list[str]:
        """The rules that no verdict named."""
        name = self.field.game.name
        return [rule.label for rule in self.field.game.rules if rule.id_in(name) not in self.shown]

    def rows(self, table: str) -> Iterator[tuple[str, Counter[str]]]:
        """What was counted for each kind in one table."""
        return ((kind, marks) for (of, kind), marks in self.marks.items() if of == table)


def _bad(trial: Trial) -> bool:
    marks = trial.marks
    wanted = ("good", "found", "rule", "line", "once", "refuted", "free")
    unnamed = marks.get("seen", False) and not marks["named"] and not marks["open"]
    return bool(
        not all(marks.get(mark, True) for mark in wanted) or unnamed or marks.get("wrongly") or marks.get("punished")
    )


def measure(field: Field, deals: int, seed: int) -> Measured:
    """Every law over so many deals of a game."""
    found = Measured(field)
    laws: list[tuple[str, Any]] = [("faults", weighing.faults), ("called", weighing.accusations), ("slips", slips)]
    laws.append(("slips", slips_in_part))
    laws += [("laws", law) for law in OTHERS]
    for table, law in laws:
        for n in range(deals):
            number = 1_000_000 * seed + n
            for trial in law(field, random.Random(number)):  # noqa: S311 - shuffled cards are no secret
                found.add(table, trial, number)
    return found


def _percent(part: int, whole: int) -> str:
    return "-" if not whole else f"{100 * part / whole:.4g} %"


def tables(measured: list[Measured]) -> str:
    """All that was measured, in Markdown."""
    lines = [
        "| game | fault | made | found | right line | right rule | wrongly accused | called besides: one finding |"
    ]
    lines += ["|---|---|---:|---:|---:|---:|---:|---:|"]
    for one in measured:
        for kind, marks in one.rows("faults"):
            once = _percent(marks["once"], marks["called"])
            shares = " | ".join(_percent(marks[mark], marks["trials"]) for mark in ("found", "line", "rule"))
            lines.append(
                f"| {one.field.game.name} | `{kind}` | {marks['trials']} | {shares} | {marks['wrongly']} | {once} |"
            )
    lines += ["", "A fault that is called against a whole deal which shows that there was none:", ""]
    lines += ["| game | faults | called | refuted | cost somebody something |", "|---|---:|---:|---:|---:|"]
    for one in measured:
        rows = [marks for _, marks in one.rows("called") if marks["covered"]]
        number, free = sum(m["covered"] for m in rows), sum(m["free"] for m in rows)
        refuted = _percent(sum(m["refuted"] for m in rows), number)
        lines.append(f"| {one.field.game.name} | {len(rows)} | {number} | {refuted} | {number - free} |")
    lines += [
        "",
        "Slips of the pen. Not every slip can be seen: a deal with it may be as possible as the true one. Nor can",
        "every one that is seen be told: with another slip put right, as it is asked about, the deal is as sound.",
        "",
    ]
    lines += ["| game | slip | made | seen | could not be told | of the rest named | punished |"]
    lines += ["|---|---|---:|---:|---:|---:|---:|"]
    for one in measured:
        for kind, marks in one.rows("slips"):
            named = _percent(marks["named"], marks["seen"] - marks["open"])
            row = (one.field.game.name, kind, marks["trials"], marks["seen"], marks["open"], named, marks["punished"])
            lines.append(f"| {' | '.join(map(str, row))} |")
    lines += ["", "| game | law | trials | broken |", "|---|---|---:|---:|"]
    for one in measured:
        for kind, marks in one.rows("laws"):
            lines.append(f"| {one.field.game.name} | {kind} | {marks['trials']} | {marks['trials'] - marks['good']} |")
    lines += [
        "",
        "Rules that none of these verdicts named (many only say how to play, and nothing can come of them):",
        "",
    ]
    for one in measured:
        names = ", ".join(f"`{label}`" for label in one.unseen())
        lines.append(f"* {one.field.game.name} ({len(one.unseen())} of {len(one.field.game.rules)}): {names or 'none'}")
    return "\n".join(lines) + "\n"


def write(text: str) -> None:
    """Put the tables between their marks in docs/trust.md."""
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}", "utf-8")


def main() -> None:
    """Measure, and print or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100, help="of each kind and game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=[*FIELDS], action="append")
    parser.add_argument("--write", action="store_true", help="into docs/trust.md")
    asked = parser.parse_args()
    measured = [measure(FIELDS[name], asked.deals, asked.seed) for name in asked.game or FIELDS]
    for line in (line for one in measured for line in one.bad):
        print(line, file=sys.stderr)
    text = f"{asked.deals} deals of each kind and game, seed {asked.seed}.\n\n{tables(measured)}"
    if asked.write:
        write(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
