"""Findings as lines: `file:line:column: severity rule message`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.render.style import cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import Finding, SessionVerdict


def finding_line(file: str, finding: Finding, where: str = "") -> str:
    """One finding."""
    column = f":{finding.column}" if finding.column else ""
    return f"{file}:{finding.line}{column}: {finding.severity} {finding.rule.id} {cards(finding.message)}{where}"


def finding_lines(verdict: SessionVerdict, *, notes: bool) -> Iterator[str]:
    """Every finding of a session, in the order of the file."""
    found = [(finding, "") for finding in verdict.findings]
    several = len(verdict.deals) > 1
    for deal in verdict.deals:
        where = f" (deal {deal.number})" if several else ""
        found += [(finding, where) for finding in deal.findings]
    found.sort(key=lambda pair: (pair[0].line, pair[0].column))
    for finding, where in found:
        if notes or finding.severity != "note":
            yield finding_line(verdict.file, finding, where)


def plural(number: int, word: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")
