"""Findings as lines: `file:line:column: severity rule message`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.render.style import cards

if TYPE_CHECKING:
    from pinocle_cli.ledger import Finding


def finding_line(file: str, finding: Finding, where: str = "") -> str:
    """One finding."""
    column = f":{finding.column}" if finding.column else ""
    return f"{file}:{finding.line}{column}: {finding.severity} {finding.rule.id} {cards(finding.message)}{where}"


def plural(number: int, word: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")
