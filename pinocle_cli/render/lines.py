"""Findings as lines: `file:line:column: severity rule message`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.render.style import cards, line

if TYPE_CHECKING:
    from pinocle_cli.ledger import Choice, Finding, SessionVerdict


def key(path: str | None, column: int | None) -> list[str]:
    """The path of the key, where no column tells the place: in a log of JSON all of a record is on one line."""
    return [path] if path and not column else []


def finding_line(verdict: SessionVerdict, finding: Finding) -> str:
    """One finding of a record."""
    column = f":{finding.column}" if finding.column else ""
    within = "".join(f" ({path})" for path in key(finding.path, finding.column))
    rule = verdict.id_of(finding.rule)
    return f"{line(verdict.file)}:{finding.line}{column}: {finding.severity} {rule} {cards(finding.message + within)}"


def plural(number: int, word: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")


def choice_line(verdict: SessionVerdict, choice: Choice) -> str:
    """An answer that a ruling leaves to the injured side, and what the deal comes to with it."""
    scores = ", ".join(f"{verdict.names[seat]} {points}" for seat, points in (choice.scores or {}).items())
    return f"{choice.name}: {choice.gives}" + (f" ({scores})" if scores else "")
