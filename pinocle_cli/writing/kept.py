"""What keeping a record is made of: steps to take back, what became of an answer, files that are no record."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pinocle_cli.ledger import Finding
    from pinocle_cli.writing.judging import Judged
    from pinocle_cli.writing.recordtext import RecordText
    from pinocle_cli.writing.slots import SlotId


class NotKeptError(Exception):
    """A file that cannot be gone on with; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the text, and where it was made."""

    text: str
    number: int
    deal: int
    slot: SlotId


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of an answer: whether it stands, what was written, and what is to be said of it."""

    stands: bool
    findings: tuple[Finding, ...] = ()
    said: str = ""


def check(record: RecordText, judged: Judged) -> None:
    """Raises NotKeptError where a record cannot be gone on with as it stands."""
    read = judged.record
    if record.text.lstrip()[:1] in ("{", "["):
        raise NotKeptError("this is JSON, which programs write; a record that is kept at the table is YAML")
    if read.game is None or not read.players or read.house is None or record.body.root is None:
        name = Path(read.file).name
        errors = [f"{name}:{f.line}:{f.column or 1}: {f.message}" for f in judged.unread]
        raise NotKeptError("\n".join(errors) or "there is no record to go on with")


def with_choice(record: RecordText, *, deal: int, nth: int, name: str) -> RecordText:
    """The record with the choice that was made beside the nth fault that the table called."""
    alone = isinstance(record.value(deal, ("irregularities",)), dict)
    return record.put(deal, ("irregularities", "choice") if alone else ("irregularities", nth, "choice"), name)
