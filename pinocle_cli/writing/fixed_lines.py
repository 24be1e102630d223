"""Lines that do not move: while a text is written, each deal is read and judged as if it began at a line of its own.

So whoever writes a line into one deal changes nothing in the others. What is shown has the lines of the file again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.ledger import Run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.ledger import Entry, Finding, SessionVerdict, Verdict
    from pinocle_cli.record import Deal, Record

_FIRST, MOST = 1_000_000_000, 100_000  # the line of the first deal, which no file has; and how many lines one may have
_MENTIONED = re.compile(r"\b1\d{9}\b")


def fixed_line(deal: int) -> int:
    """The line at which a deal (from 0) is said to begin."""
    return _FIRST + deal * MOST


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines at which the deals of a file begin; without any of them every line is what it says."""

    starts: tuple[int, ...] = ()

    def real(self, line: int) -> int:
        """The line of the file."""
        deal, behind = divmod(line - _FIRST, MOST)
        return self.starts[deal] + behind if 0 <= deal < len(self.starts) else line

    def told(self, text: str) -> str:
        """Words with the lines of the file in them."""
        return _MENTIONED.sub(lambda found: str(self.real(int(found[0]))), text)

    def record(self, record: Record) -> Record:
        """A record whose deals and findings have the lines of the file; the lines of play have their fixed ones."""
        return replace(record, deals=[self._deal(deal) for deal in record.deals], findings=self._all(record.findings))

    def verdict(self, verdict: SessionVerdict) -> SessionVerdict:
        """A verdict with the lines of the file."""
        result = verdict.result
        return replace(
            verdict,
            deals=[self._judged(deal) for deal in verdict.deals],
            findings=self._all(verdict.findings),
            result=None if result is None else result._replace(line=self.real(result.line)),
        )

    def _deal(self, deal: Deal) -> Deal:
        return replace(deal, line=self.real(deal.line), findings=self._all(deal.findings))

    def _judged(self, judged: Verdict) -> Verdict:
        entries = Run((), partial(self._entries, judged))  # made when somebody reads them
        return replace(judged, line=self.real(judged.line), findings=self._all(judged.findings), entered=[entries])

    def _entries(self, judged: Verdict) -> Iterator[Entry]:
        for entry in judged.ledger:
            yield entry._replace(line=self.real(entry.line), note=self.told(entry.note))

    def _all(self, findings: Sequence[Finding]) -> list[Finding]:
        return [self._finding(finding) for finding in findings]

    def _finding(self, finding: Finding) -> Finding:
        return finding._replace(
            line=self.real(finding.line),
            message=self.told(finding.message),
            ruling=self.told(finding.ruling),
            choices=tuple(choice._replace(gives=self.told(choice.gives)) for choice in finding.choices),
            fixes=tuple(fix._replace(line=self.real(fix.line)) for fix in finding.fixes),
        )
