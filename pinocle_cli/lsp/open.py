"""A record that is open in an editor: its text, what was last known of it, and what an editor shows of that.

Everything here is in lines and columns of the text, from 0; the server turns them into those of the protocol.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pinocle_cli.canonical import canonical
from pinocle_cli.cards import LETTERS, SYMBOLS
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR
from pinocle_cli.light import NamedTuple
from pinocle_cli.logs.names import CLUB_FILE
from pinocle_cli.render import data
from pinocle_cli.writing.fixes import Edit, edits_for, span_of
from pinocle_cli.writing.judging import FileMemory, Judged, standing
from pinocle_cli.writing.offers import Offer, deal_at, is_lone, offers_at
from pinocle_cli.writing.places import meaning_of, pen_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import Finding
    from pinocle_cli.rule import Rule

_RECORD = re.compile(r"""^[ \t{\[]*["']?game["']?[ \t]*:""", re.MULTILINE)
_SUITS = re.compile(r"\b([SHDC])(10|[AKQJ987])\b")


class Span(NamedTuple):
    """From where to where something stands: lines and columns, from 0."""

    line: int
    start: int
    last: int
    end: int


class Shown(NamedTuple):
    """A finding with the words of the text that it is about."""

    span: Span
    finding: Finding
    id: str  # of its rule


@dataclass
class OpenRecord:
    """One text in an editor."""

    name: str
    text: str = ""
    lines: list[str] = field(default_factory=lambda: [""])
    judged: list[Judged] = field(default_factory=list)  # of the text as it is
    known: dict[int, Judged] = field(default_factory=dict)  # the last that could be read of each of its records
    stale: bool = True
    memory: FileMemory = field(init=False)

    def __post_init__(self) -> None:
        """Nothing is known of it yet."""
        self.memory = FileMemory(self.name)

    def write(self, text: str) -> None:
        """The text has changed."""
        self.text, self.lines, self.stale = text, text.split("\n"), True

    def look(self) -> None:
        """Judge the text, if it has changed since."""
        if not self.stale:
            return
        self.judged = self.memory.judged(self.text) if self.is_record else []
        for number, judged in enumerate(self.judged):
            if judged.game is not None and judged.record.players:
                self.known[number] = judged
        self.stale = False

    @property
    def is_record(self) -> bool:
        """Whether this is a record at all, among the other YAML files that an editor may send."""
        return bool(_RECORD.search(self.text)) or Path(self.name).name == CLUB_FILE

    def record_at(self, line: int) -> Judged | None:
        """The record to which a line (from 0) belongs, as it was last known."""
        numbers = [n for n, judged in enumerate(self.judged) if judged.record.line <= line + 1]
        number = numbers[-1] if numbers else 0
        return self.known.get(number)

    # --- What is shown ---

    def findings(self) -> Iterator[Shown]:
        """Every finding, and the words that it is about."""
        lines = self.lines
        for judged in self.judged:
            for finding in judged.findings():
                line = min(max(finding.line - 1, 0), len(lines) - 1)
                start, end = span_of(lines[line].rstrip("\r"), finding.column)
                yield Shown(Span(line, start, line, max(end, start)), finding, judged.verdict.id_of(finding.rule))

    def fixes(self, shown: Shown) -> Iterator[Edit]:
        """How the text is put right as a finding suggests."""
        judged = self.record_at(shown.span.line)
        deck = judged.game.deck(judged.record.house) if judged is not None and judged.game is not None else None
        return edits_for(shown.finding, self.lines, deck)

    def offers(self, line: int, column: int) -> list[Offer]:
        """What may be written at a place."""
        return offers_at(self.record_at(line), self.lines, line, column)

    def deals(self) -> Iterator[tuple[Span, str, str]]:
        """(where it stands, which deal, what it came to) of each deal."""
        lines = self.lines
        for judged in self.judged:
            starts = [deal.line - 1 for deal in judged.record.deals]
            for n, deal in enumerate(judged.verdict.deals[: len(starts)]):
                end = starts[n + 1] if n + 1 < len(starts) else self._end_of(judged)
                last = max((k for k in range(starts[n], end) if lines[k].strip()), default=starts[n])
                yield Span(starts[n], 0, last, len(lines[last])), f"deal {deal.number}", standing(judged, n)

    def _end_of(self, judged: Judged) -> int:
        """The line behind the last that can belong to the last deal of a record."""
        lines = self.lines
        first = judged.record.deals[-1].line - 1
        column = len(lines[first]) - len(lines[first].lstrip(" "))
        for n in range(first + 1, len(lines)):
            line = lines[n]
            if line.startswith("---") or (column and line.strip() and len(line) - len(line.lstrip(" ")) < column):
                return n
        return len(lines)

    def hover(self, line: int, column: int) -> str:
        """What comes from a line and why, and what the key there means; Markdown."""
        judged = self.record_at(line)
        if judged is None:
            return ""
        parts = [*self._scored(judged, line + 1), *self._wrong(line + 1), *self._meant(judged, line, column)]
        return "\n\n".join(parts)

    def _scored(self, judged: Judged, line: int) -> Iterator[str]:
        deal = deal_at(judged, line)
        told: set[Rule] = set()
        for entry in judged.verdict.deals[deal].ledger if deal is not None and deal < len(judged.verdict.deals) else ():
            if entry.line == line:
                unit = "" if entry.unit == "points" else f" {entry.unit}"
                name = judged.verdict.names[entry.seat]
                yield f"**{entry.points:+}{unit}** {name}: {_pretty(entry.note)}"
                yield from _rule(entry.rule, judged.verdict.id_of(entry.rule), told)

    def _wrong(self, line: int) -> Iterator[str]:
        told: set[Rule] = set()
        for shown in self.findings():
            if shown.finding.line == line and shown.finding.severity != "note":
                yield f"**{shown.finding.severity}** {_pretty(said_of(shown.finding))}"
                if shown.finding.severity != ERROR:
                    yield from _rule(shown.finding.rule, shown.id, told)

    def _meant(self, judged: Judged, line: int, column: int) -> Iterator[str]:
        """What the key under the pointer is for."""
        lines, game = self.lines, judged.game
        text = lines[line] if line < len(lines) else ""
        colon = text.find(":", column)
        if game is None or colon < 0 or text[column:colon].strip(" \"'-").count(" "):
            return
        pen = pen_at(lines, line, min(colon + 2, len(text)))
        meaning = meaning_of(game, pen.keys, lone=is_lone(lines))
        if meaning.key is not None and meaning.name in text[: colon + 1]:
            yield f"`{meaning.name}`: {meaning.key.doc}\n\n```yaml\n{meaning.key.example}\n```"

    # --- The text as a whole ---

    def folds(self) -> Iterator[tuple[int, int]]:
        """(first, last line) of whatever is indented below a line."""
        lines = self.lines
        for n, line in enumerate(lines):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            indent, last = len(line) - len(line.lstrip(" ")), n
            for m in range(n + 1, len(lines)):
                if lines[m].strip():
                    if len(lines[m]) - len(lines[m].lstrip(" ")) <= indent:
                        break
                    last = m
            if last > n:
                yield n, last

    def formatted(self) -> str | None:
        """The text in its canonical form; None where that would not mean the same."""
        new = canonical(self.text, GAMES)
        if new == self.text or not self.is_record:
            return None
        return new if _meaning(self.name, new) == _meaning(self.name, self.text) else None


def said_of(finding: Finding) -> str:
    """A finding in words, with what follows from it."""
    choices = "".join(f"\nchoice {choice.name}: {choice.gives}" for choice in finding.choices)
    return finding.message + (f"; {finding.ruling}" if finding.ruling else "") + choices


def _rule(rule: Rule, id_: str, told: set[Rule]) -> Iterator[str]:
    """The words of a rule, once."""
    if rule not in told:
        told.add(rule)
        yield f"*{rule.title}* (`{id_}`). {rule.text}"


def _pretty(text: str) -> str:
    """Cards with their suit signs."""
    return _SUITS.sub(lambda match: SYMBOLS[LETTERS.index(match[1])] + match[2], text)


def _meaning(name: str, text: str) -> list[object]:
    """What a text comes to, without the places in it."""
    return [
        [(deal.scores, [f.rule for f in deal.findings]) for deal in judged.verdict.deals]
        + [data.session(judged.verdict)["totals"]]
        for judged in FileMemory(name).judged(text)
    ]
