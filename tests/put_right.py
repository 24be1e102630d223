"""A text put right as its findings ask: the edits of an editor, made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.writing.fixes import edits_for
from pinocle_cli.writing.judging import judged_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.writing.fixes import Edit
    from pinocle_cli.writing.judging import Judged


def made(text: str, edit: Edit) -> str:
    """The text after an edit."""
    lines = text.split("\n")
    line = edit.line - 1
    if edit.end < 0:
        lines[line : line - edit.end] = edit.new.split("\n")[:-1]
    else:
        lines[line] = lines[line][: edit.start] + edit.new + lines[line][edit.end :]
    return "\n".join(lines)


def errors(judged: Judged) -> list[str]:
    """What in it cannot be true."""
    return [finding.message for finding in judged.findings() if finding.severity == ERROR]


def every(text: str) -> Iterator[tuple[str, Judged]]:
    """The text with each of the edits that its findings ask for, and the verdict on it."""
    judged = judged_record(text, "a.yaml")
    assert judged.game is not None
    deck = judged.game.deck(judged.record.house)
    for finding in judged.findings():
        for edit in edits_for(finding, text.split("\n"), deck):
            one = made(text, edit)
            yield one, judged_record(one, "a.yaml")


def can_be(text: str) -> bool:
    """Whether with one of these edits it can be true, and nobody broke a rule."""
    return any(all(f.severity not in (ERROR, FAULT) for f in judged.findings()) for _, judged in every(text))
