"""pinocle from Python: records in, verdicts out, as values.

    from pinocle_cli.api import verdicts, verdicts_of_text

    for verdict in verdicts("evening.yaml"):
        print(verdict.totals, [finding.message for finding in verdict.all_findings()])

Nothing is raised for what a record says: wrong play, unreadable parts and missing files are findings of the verdict.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from pinocle_cli.games import GAMES
from pinocle_cli.ledger import Choice, Entry, Finding, Payment, Result, SessionVerdict, Verdict
from pinocle_cli.logs.batch import verdict_on
from pinocle_cli.logs.inputs import records_in, records_of
from pinocle_cli.logs.paths import files_in
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from pinocle_cli.record import Record

__all__ = [
    "GAMES",
    "Choice",
    "Entry",
    "Finding",
    "Payment",
    "Result",
    "Rule",
    "SessionVerdict",
    "Verdict",
    "as_data",
    "records",
    "records_of_text",
    "verdict_of",
    "verdicts",
    "verdicts_of_text",
]


def records(*paths: str | os.PathLike[str]) -> Iterator[Record]:
    """The records in files and folders, one at a time."""
    for path in files_in(map(str, paths)):
        yield from records_of(path, GAMES)


def records_of_text(text: str | bytes, *, name: str = "text.yaml") -> Iterator[Record]:
    """The records in a text; a `name` that ends with .jsonl says that it is JSON Lines."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return records_in(io.BytesIO(raw), name, GAMES)


def verdict_of(record: Record, *, as_played: bool = False) -> SessionVerdict:
    """The verdict on one record; `as_played` reports the faults but leaves out what follows from them."""
    return verdict_on(record, as_played=as_played)


def verdicts(*paths: str | os.PathLike[str], as_played: bool = False) -> Iterator[SessionVerdict]:
    """The verdict on every record in files and folders, as they are read."""
    return (verdict_of(record, as_played=as_played) for record in records(*paths))


def verdicts_of_text(
    text: str | bytes, *, name: str = "text.yaml", as_played: bool = False
) -> Iterator[SessionVerdict]:
    """The verdict on every record in a text."""
    return (verdict_of(record, as_played=as_played) for record in records_of_text(text, name=name))


def as_data(verdict: SessionVerdict) -> dict[str, Any]:
    """A verdict as plain data, in the form of the JSON output."""
    from pinocle_cli.render import data  # noqa: PLC0415 - for those who want it

    return data.session(verdict)
