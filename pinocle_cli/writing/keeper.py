"""A record that is kept at the table: question by question, saved after every answer, every step undone and redone.

The file is the truth. What is answered is put into the file's text where it belongs, in the form that a person would
write; what the reader cannot read is refused with its reason, and what it finds doubtful stands, with the doubt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.api import GAMES
from pinocle_cli.ask import SHEET, WAYS, Situation
from pinocle_cli.ledger import NOTE
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.record import NOT_CHECKED
from pinocle_cli.writing.answers import edits_for, offered
from pinocle_cli.writing.judging import FileMemory, Judged, changed_lines, new_findings
from pinocle_cli.writing.kept import Answered, NotKeptError, Step, check, with_choice
from pinocle_cli.writing.recordtext import RecordText
from pinocle_cli.writing.slots import NOWHERE, Slot, SlotId, slots_in
from pinocle_cli.writing.storing import ChangedElsewhereError, StoredText, UnreadableFileError
from pinocle_cli.writing.typed import key_meant
from pinocle_cli.writing.yamltext import CannotEditError
from pinocle_cli.writing.yamlvalues import entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pinocle_cli.game import Game
    from pinocle_cli.ledger import Finding
    from pinocle_cli.writing.answers import Edit

_KEYS_OF_ALL = frozenset(key for game in GAMES for key in deal_keys(GAMES[game]))
_CALLED = re.compile(r"irregularities\[(\d+)\]")


@dataclass
class Keeper:
    """One record in one file, and how far it has come."""

    stored: StoredText
    memory: FileMemory
    record: RecordText
    judged: Judged
    number: int = 0  # of the record among those of the file, from 0; the last as a rule
    deal: int = 0  # the deal that is being written (from 0); one past the last is the next
    way: str = SHEET
    passed: set[tuple[int, SlotId]] = field(default_factory=set)
    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    # --- Beginning ---

    @classmethod
    def open(cls, path: Path, head: Callable[[], str] | None = None) -> Keeper:
        """Go on with a file, or begin one with the text that `head` gives. Raises NotKeptError."""
        stored = StoredText.open(path)
        if not stored.text.strip() and head is not None:
            stored.save(head())
        memory = FileMemory(str(path))
        judged = memory.judged(stored.text)
        keeper = cls(stored, memory, RecordText.of(stored.text, _KEYS_OF_ALL), judged[-1], number=len(judged) - 1)
        check(keeper.record, keeper.judged)
        keeper.to_the_end()
        return keeper

    def to_the_end(self) -> None:
        """To the deal that is being written: the last, if something of it is open, else the next."""
        self.deal = max(self._next() - 1, 0)
        self.way = self.way_of(self.deal)
        if self.current() is None:
            self.deal = self._next()

    def _next(self) -> int:
        """The deal behind the last of which something is written: a line that waits for it, or none yet."""
        deals = self.judged.record.deals
        return 1 + max((n for n, deal in enumerate(deals) if not deal.unwritten), default=-1)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.judged.record.game or ""]

    # --- Where we are ---

    def way_of(self, deal: int) -> str:
        """The way in which a deal was kept so far; a new one goes on like the one before."""
        for number in range(min(deal, self.record.deals - 1), -1, -1):
            keys = {*self.record.body.keys(self.record.deal_path(number))}
            for way, other in (WAYS, WAYS[::-1]):
                mine = {ask.key for ask in self.game.asks() if ask.way == way}
                if keys & mine and not keys & {ask.key for ask in self.game.asks() if ask.way == other}:
                    return way
        return self.way

    def begin_next(self) -> None:
        """To the deal that is not begun yet."""
        self.deal = self._next()
        self.ask_again(self.deal)

    def ask_again(self, deal: int) -> None:
        """Put the questions of a deal again that were passed over."""
        self.passed = {(at, slot) for at, slot in self.passed if at != deal}

    def empty(self, deal: int) -> bool:
        """Whether nothing is written for a deal but who dealt."""
        return deal >= self.record.deals or {*self.record.body.keys(self.record.deal_path(deal))} <= {"dealer"}

    def situation(self) -> Situation:
        """What is known of the deal that is being written."""
        return self.judged.situation(self.deal)

    def slots(self) -> list[Slot]:
        """Every place for an answer in this deal, in order."""
        return slots_in(self.game, self.record, self.situation(), self.deal, self.way)

    def current(self) -> Slot | None:
        """The place that is to be filled next: the first open one behind the last that was answered."""
        slots = [slot for slot in self.slots() if slot.ask.way in ("", self.way)]
        last = max((n for n, slot in enumerate(slots) if slot.written), default=-1)
        return next((s for s in slots[last + 1 :] if s.open and (self.deal, s.id) not in self.passed), None)

    def neighbour(self, slot: Slot, step: int) -> Slot:
        """The place so many before (or behind) this one in the deal; the same where there is none."""
        slots = self.slots()
        at = next((n for n, one in enumerate(slots) if one.id == slot.id), len(slots))
        return slots[min(max(at + step, 0), len(slots) - 1)]

    # --- Answering ---

    def answer(self, slot: Slot, typed: str) -> Answered:
        """Write an answer where it belongs, and save. Without words: what the question makes of that."""
        text = typed.strip()
        if text and text == slot.written:
            self.passed.add((self.deal, slot.id))
            return Answered(stands=True)
        if self.deal >= self.record.deals > 0 and self._about_the_last(text):
            return self._in_the_last(slot, text)
        if not text and not slot.written:
            nothing = slot.ask.nothing if slot.turn is None else slot.turn.nothing
            if slot.given or not nothing:
                self.passed.add((self.deal, slot.id))
                return Answered(stands=True)
            text = nothing
        several = self._several(slot, text)
        if several is not None:
            return several
        refused: Answered | None = None
        for words in (text, *offered(slot, text)):
            for edit in self._edits(slot, words):
                answered = self._try(edit, slot)
                if answered.stands:
                    return answered
                refused = refused or answered
        return refused or Answered(stands=False, said="nothing can be written there")

    def _several(self, slot: Slot, text: str) -> Answered | None:
        """What became of several bids or calls typed at once, `300, pass, pass`: each is said by whose turn it is.

        None, and nothing is written, where they are not to be read so.
        """
        parts = [part.strip() for part in text.split(",")]
        plays = deal_keys(self.game)[slot.ask.key].kind.holds == "lines"  # there a comma is between cards
        if len(parts) == 1 or slot.nth is None or slot.written or plays:
            return None
        found: list[Finding] = []
        before, deal = len(self.done), self.deal
        for part in parts:
            due = self.current()
            answered = None
            if part and due is not None and (self.deal, due.ask.key) == (deal, slot.ask.key):
                answered = self.answer(due, part)
                found += answered.findings
            if answered is None or not answered.stands:
                while len(self.done) > before:
                    self.undo()
                self.undone.clear()
                return None
        return Answered(stands=True, findings=tuple(found))

    def _about_the_last(self, text: str) -> bool:
        """Whether this can only be about a deal that was played, where the next has not begun."""
        meant = key_meant(text, deal_keys(self.game), self.judged.verdict.names)
        asked = {key for ask in self.game.asks() for key in ask.keys}
        return text.startswith("!") or (meant is not None and meant[0] not in asked)

    def _in_the_last(self, slot: Slot, text: str) -> Answered:
        self.deal -= 1
        answered = self.answer(slot, text)
        said = answered.said or f"written in deal {self.situation().number}"
        self.deal += 1
        return replace(answered, said=said)

    def _edits(self, slot: Slot, text: str) -> Iterator[Edit]:
        return edits_for(self.game, self.situation(), self.deal, slot, text)

    def _try(self, edit: Edit, slot: Slot | None) -> Answered:
        """Make an edit if the reader can read what comes of it."""
        try:
            new = edit(self._begun(self.record))
        except CannotEditError as why:
            return Answered(stands=False, said=str(why))
        judged = self._judged(new.text)
        unread = new_findings([*self.judged.unread], [*judged.unread], range(0))
        if unread:
            return Answered(stands=False, findings=tuple(unread))
        before, lines = [*self.judged.findings()], changed_lines(self.record.text, new.text)
        said = (
            "the file had been taken away; it is written again, with all that stood in it" if self.stored.gone else ""
        )
        try:
            self.stored.save(new.text)
        except ChangedElsewhereError:
            return self._changed_meanwhile(edit, slot)
        self._step(self.record.text, slot.id if slot is not None else NOWHERE)
        self.record, self.judged = new, judged
        return Answered(stands=True, findings=tuple(self._news(before, lines)), said=said)

    def _news(self, before: list[Finding], lines: range) -> Iterator[Finding]:
        """What an answer brought about; that a deal is not written to its end is no news while it is being written."""
        unfinished = self.current() is not None
        for finding in new_findings(before, [*self.judged.findings()], lines):
            of_the_deal = finding.severity == NOTE and finding.path.endswith("]")
            if not of_the_deal and not (unfinished and finding.rule is NOT_CHECKED):
                yield finding

    def _begun(self, record: RecordText) -> RecordText:
        """The record with this deal in it: a new one begins with its dealer."""
        if self.deal < record.deals:
            return record
        now = self.situation()
        return record.add_deal({"dealer": now.names[now.dealer]})

    def _step(self, before: str, slot: SlotId) -> None:
        self.done.append(Step(before, self.number, self.deal, slot))
        self.undone.clear()

    def choose(self, name: str) -> Answered:
        """Write down what the injured side chose, with the fault that the table called, and save."""
        deals = self.judged.verdict.deals
        deal = self.deal if self.deal < len(deals) else len(deals) - 1
        for finding in deals[deal].findings if deals else ():
            called = _CALLED.search(finding.path)
            if called is not None and name in [choice.name for choice in finding.choices]:
                here, self.deal = self.deal, deal
                answered = self._try(partial(with_choice, deal=deal, nth=int(called[1]), name=name), None)
                self.deal = here
                return answered
        known = [choice.name for deal in deals for finding in deal.findings for choice in finding.choices]
        hint = f"; what can be chosen is {', '.join(dict.fromkeys(known))}" if known else ""
        said = f"no fault that was called leaves the choice {name}{hint}. A fault is called with `!FAULT NAME ...`"
        return Answered(stands=False, said=said)

    def new_game(self) -> None:
        """Begin another game of the same kind, by the same rules and players, behind this one in the file."""
        body = self.record.body
        head = {key: body.value((key,)) for key in ("game", "rules", "players", *self.game.envelope)}
        lines = "".join(entry(key, value, 0) for key, value in head.items() if value is not None)
        before = self.record.text
        text = before.rstrip("\n") + "\n---\n" + lines
        self.stored.save(text)
        self._step(before, NOWHERE)
        self.turn_to(self.games - 1)
        self.deal = 0

    @property
    def games(self) -> int:
        """How many records the file has."""
        return len(self.memory.judged(self.stored.text))

    def turn_to(self, number: int) -> None:
        """To another record of the file. Raises NotKeptError, and stays here, where that cannot be gone on with."""
        if number != self.number:
            self._read(self.stored.text, number)
            self.passed.clear()
            self.to_the_end()

    def tried(self, slot: Slot, typed: str) -> Judged | None:
        """The record as it would be judged with an answer that is not entered; None if that cannot be read."""
        for words in (typed, *offered(slot, typed)):
            for edit in self._edits(slot, words.strip()):
                try:
                    judged = self._judged(edit(self._begun(self.record)).text)
                except CannotEditError:
                    continue
                if not new_findings([*self.judged.unread], [*judged.unread], range(0)):
                    return judged
        return None

    # --- Going back ---

    def undo(self) -> bool:
        """Take the last step back; False if there is none."""
        return self._go(self.done, self.undone)

    def redo(self) -> bool:
        """Take the step again that was taken back last."""
        return self._go(self.undone, self.done)

    def _go(self, source: list[Step], other: list[Step]) -> bool:
        if not source or self.look():
            return False
        step = source.pop()
        other.append(Step(self.record.text, step.number, step.deal, step.slot))
        self.stored.save(step.text)
        self._read(step.text, step.number)
        self.deal = min(step.deal, self.record.deals)
        self.passed = {(deal, slot) for deal, slot in self.passed if (deal, slot) != (step.deal, step.slot)}
        return True

    # --- Others who write the file ---

    def look(self) -> bool:
        """Take over what another program has written; whether there was anything. It can be undone like a step.

        Raises NotKeptError where the record cannot be gone on with as it stands now; then the file is left alone.
        """
        try:
            other = self.stored.elsewhere()
        except UnreadableFileError as why:
            raise NotKeptError(str(why)) from why
        if other is None:
            return False
        before = self.record.text
        self._read(other.text, self.number)
        self.stored = other
        self._step(before, NOWHERE)
        self.deal = min(self.deal, self.record.deals)
        return True

    def _changed_meanwhile(self, edit: Edit, slot: Slot | None) -> Answered:
        """Another program has written the file: its change stays, and ours is made where it does not touch the same."""
        mine = self._stands_at(slot)
        self.look()
        theirs = self._stands_at(slot)
        said = "another program has changed the file; its change was taken over"
        if theirs != mine:
            return Answered(stands=False, said=f"{said}, and {theirs or 'nothing'} stands here now: answer once more")
        answered = self._try(edit, slot)
        return Answered(answered.stands, answered.findings, said)

    def _stands_at(self, slot: Slot | None) -> str:
        return next((one.written for one in self.slots() if slot is not None and one.id == slot.id), "")

    def _read(self, text: str, number: int) -> None:
        """Make a record of this text the one. Raises NotKeptError, and leaves everything as it is, where it is none."""
        every = self.memory.judged(text)
        number = min(number, len(every) - 1)
        record, judged = RecordText.of(text, _KEYS_OF_ALL, number), every[number]
        check(record, judged)
        self.record, self.judged, self.number = record, judged, number

    def _judged(self, text: str) -> Judged:
        return self.memory.judged(text)[self.number]
