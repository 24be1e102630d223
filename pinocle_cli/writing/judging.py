"""A record's text with everything that is known of it: how it was read, the verdict, and what comes next."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from pinocle_cli.ask import Situation
from pinocle_cli.engine import adjudicate
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, FAULT, Finding, SessionVerdict
from pinocle_cli.logs.inputs import club_of, empty, records_in_text
from pinocle_cli.logs.names import is_club_file
from pinocle_cli.session import judge
from pinocle_cli.worlds import settled
from pinocle_cli.writing.fixed_lines import Lines
from pinocle_cli.writing.memory import RecordMemory
from pinocle_cli.writing.recordtext import documents_in
from pinocle_cli.written import Event, Play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.game import Game, SessionState
    from pinocle_cli.record import Record


@dataclass(frozen=True)
class Judged:
    """One record as it was read, and the verdict on it."""

    record: Record
    verdict: SessionVerdict
    next_dealer: int | None = None  # who deals after the last deal, where it is known
    sessions: tuple[SessionState, ...] = ()  # as they were before each deal
    lines: Lines = field(default_factory=Lines)  # where the deals stand

    @property
    def game(self) -> Game | None:
        """The game, where it is known."""
        return GAMES[self.record.game] if self.record.game else None

    @property
    def unread(self) -> Iterator[Finding]:
        """What could not be read."""
        yield from self.record.findings
        for deal in self.record.deals:
            yield from deal.findings

    def findings(self) -> Iterator[Finding]:
        """Every finding."""
        return iter(self.verdict.all_findings())

    def before(self, deal: int) -> dict[int, int] | None:
        """The totals before a deal (from 0); None where they are not known."""
        return self._running[deal] if deal < len(self._running) else self._running[-1]

    @cached_property
    def _running(self) -> list[dict[int, int] | None]:
        """The totals before each deal, and after the last."""
        found: list[dict[int, int] | None] = [self.verdict.opening]
        for judged in self.verdict.deals:
            totals = found[-1]
            if judged.scores is None or totals is None:
                found.append(None)
                continue
            found.append({seat: totals.get(seat, 0) + judged.scores.get(seat, 0) for seat in totals | judged.scores})
        return found

    def situation(self, deal: int) -> Situation:
        """What is known at the table when a deal (from 0; one past the last is the next) is asked for."""
        game, record = self.game, self.record
        assert game is not None  # noqa: S101 - a record of which nobody knows the game has no deals to ask for
        written = record.deals[deal] if deal < len(record.deals) else game.deal(line=record.line, prefix="")
        judged = self.verdict.deals[deal] if deal < len(self.verdict.deals) else None
        due = self.next_dealer if deal >= len(record.deals) else None
        known = due is not None or written.dealer is not None or (deal > 0 and judged is not None)
        dealer = written.dealer if written.dealer is not None else due if judged is None else judged.dealer
        return Situation(
            deck=game.deck(record.house),
            record=record,
            house=record.house,
            names=self.verdict.names,
            players=len(record.players),
            trick_size=game.trick_size(len(record.players)),
            deal=written,
            number=judged.number if judged else self._number(deal),
            dealer=dealer or 0,
            dealer_known=known,
            trump=judged.trump if judged else None,
            totals=self.before(deal),
        )

    def can_play(self, deal: int, before: Sequence[Event], seat: int, cards: tuple[int, ...]) -> bool:
        """Whether these cards can be the trick behind those lines of play (`seat`: who is named as its leader, or -1).

        What the rules forbid can be played; what nobody can hold cannot. It is so where the play is impossible anyway.
        """
        if deal >= len(self.sessions) or deal >= len(self.record.deals):
            return True
        with_it = [*before, _trick(seat, cards, len(before))]
        return self._stands(deal, with_it) or not self._stands(deal, before)

    def _stands(self, deal: int, play: Sequence[Event]) -> bool:
        """Whether the deal could have been played so."""
        session = copy.copy(self.sessions[deal])
        written = replace(self.record.deals[deal], play=Play.of(play), taken=None, claimed=None)
        judged = self.verdict.deals[deal]
        dealer, number = judged.dealer or 0, judged.number
        facts = session.game.open_facts(session, written)
        reading = settled(written, facts, lambda world: adjudicate(session, world, dealer, number))
        return not reading.verdict.has_errors

    def _number(self, deal: int) -> int:
        before = self.verdict.deals[deal - 1].number if 0 < deal <= len(self.verdict.deals) else 0
        return before + 1


class FileMemory:
    """What was read and judged of a file before; `name` tells where a club's rules may stand."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.records: list[RecordMemory] = []

    def judged(self, text: str) -> list[Judged]:
        """Every record of the text, judged: what has not changed is not judged again."""
        text = text.removeprefix("\ufeff")  # the mark of a file's encoding is no part of it
        if is_club_file(self.name) or text.lstrip()[:1] in ("{", "[") or text.startswith("%") or "\n%" in text:
            records = records_in_text(text.encode("utf-8", "surrogatepass"), self.name, GAMES)
            return [Judged(record, judge(record, GAMES)) for record in records]
        found = []
        for number, (first_line, piece) in enumerate(documents_in(text)):
            if number == len(self.records):
                self.records.append(RecordMemory())
            memory = self.records[number]
            record, verdict = memory.judge(piece, first_line, number + 1, self.name, club_of(self.name, GAMES))
            found.append(Judged(record, verdict, memory.dealer, tuple(memory.sessions), memory.lines))
        if not found:
            record = empty(self.name)
            found.append(Judged(record, judge(record, GAMES)))
        return found

    def last(self, text: str) -> Judged:
        """The last record of the text."""
        return self.judged(text)[-1]


def _trick(seat: int, cards: tuple[int, ...], nth: int) -> Event:
    return Event("", seat, cards, None, 0, 0, "play", nth, "")


def judged_record(text: str, name: str) -> Judged:
    """The last record of a text, judged once."""
    return FileMemory(name).last(text)


def new_findings(before: Sequence[Finding], after: Sequence[Finding], lines: range) -> list[Finding]:
    """What an entry brought about: faults and errors that were not there before, and notes on its own lines."""
    known = [(finding.rule, finding.message) for finding in before]
    found = []
    for finding in after:
        if (finding.rule, finding.message) in known:
            known.remove((finding.rule, finding.message))
        elif finding.severity in (ERROR, FAULT) or finding.line in lines:
            found.append(finding)
    return found


def changed_lines(before: str, after: str) -> range:
    """The lines (from 1) of the new text that are not those of the old one."""
    old, new = before.split("\n"), after.split("\n")
    first = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    same = 0
    while same < min(len(old), len(new)) - first and old[-1 - same] == new[-1 - same]:
        same += 1
    return range(first + 1, len(new) - same + 1)


def standing(judged: Judged, deal: int) -> str:
    """What a deal (from 0) came to for each, and what stands then."""
    verdict = judged.verdict
    scores = verdict.deals[deal].scores
    if judged.record.deals[deal].unwritten:
        return f"nothing was written for deal {verdict.deals[deal].number}"
    if verdict.deals[deal].void is not None and not any((scores or {}).values()):
        return f"deal {verdict.deals[deal].number} did not count"
    if scores is None:
        return f"deal {verdict.deals[deal].number} cannot be scored"
    after = judged.before(deal + 1)
    each = (
        f"{verdict.names[seat]} {points}" + (f" ({after[seat]} in all)" if after is not None else "")
        for seat, points in scores.items()
    )
    return f"deal {verdict.deals[deal].number}: {', '.join(each)}"
