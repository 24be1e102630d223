"""The conversation about one record, the same on a full screen and line by line: what is typed, and what is said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from pinocle_cli.ask import CARDS, SHEET
from pinocle_cli.ledger import FAULT, NOTE
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.writing.complete import Spot, completions
from pinocle_cli.writing.judging import standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pinocle_cli.ledger import Finding, Severity
    from pinocle_cli.rule import Rule
    from pinocle_cli.writing.keeper import Answered, Keeper
    from pinocle_cli.writing.slots import Slot

HELP = """\
Answer each question and press Enter; Enter alone passes it over. Besides answers you may type:
  undo, redo        take the last answer back, or make it again
  back              the question before; `clear` takes away what stands there
  deal N            go to deal N and correct it; `deal` alone goes on with the last
  cards, sheet      keep this deal card by card, or by the figures of a score sheet
  show              the score so far
  rule              the rule that was mentioned last
  !FAULT NAME ...   a fault that the table called, like `!revoke-1000 boris after 17`
  KEY: VALUE        any key of the deal, like `note: a cold night` or `claimed: 240 220`
  choose NAME       what the injured side chose, where a ruling leaves a choice
  again             the game is over: a new one, in the same file
  quit              everything is saved already"""
QUIT = ("quit", "exit")


class Said(NamedTuple):
    """Something that is said: what kind of thing it is, and the rule that it is about."""

    kind: Literal["refused", "done", "show", "help", "text"] | Severity
    text: str
    rule: Rule | None = None


@dataclass
class Companion:
    """Where the conversation about a record has come to."""

    keeper: Keeper
    at: Slot | None = None  # the question that was gone to; else the next open one
    rule: Rule | None = None  # that was mentioned last
    drafts: dict[object, str] = field(default_factory=dict)  # what was typed and not entered, by its place

    @property
    def slot(self) -> Slot | None:
        """The question that is put; None where the game is over."""
        if self.at is None and not self.over and self.keeper.current() is None:
            self.keeper.deal = self.keeper.record.deals
        return self.at or (None if self.over else self.keeper.current())

    @property
    def over(self) -> bool:
        """Whether the game is decided, and no deal of it is open any more."""
        keeper = self.keeper
        decided = keeper.judged.verdict.result is not None
        return decided and (keeper.deal >= keeper.record.deals or keeper.current() is None)

    def enter(self, typed: str) -> list[Said]:
        """Do what is typed: a command, or an answer to the question that is put."""
        text = typed.strip()
        said = self._command(text)
        if said is not None:
            return said
        slot = self.slot
        if slot is None:
            return [Said("text", "the game is over; `again` begins a new one in the same file")]
        return [*self._answer(slot, text)]

    def _answer(self, slot: Slot, text: str) -> Iterator[Said]:
        deal = self.keeper.deal
        answered = self.keeper.answer(slot, "" if text == "clear" and slot.written else text)
        yield from self._said(answered)
        if not answered.stands:
            return
        self.drafts.pop((deal, slot.id), None)
        self.at = self._next_after(slot) if self.at is not None else None
        if self.at is None and self.keeper.current() is None and deal < self.keeper.record.deals:
            yield Said("done", standing(self.keeper.judged, deal) + self._end())

    def _next_after(self, slot: Slot) -> Slot | None:
        """Where the pen goes after a correction: the question behind it, until the end of the deal."""
        following = self.keeper.neighbour(slot, 1)
        return None if following.id == slot.id else following

    def _said(self, answered: Answered) -> Iterator[Said]:
        if answered.said:
            yield Said("text" if answered.stands else "refused", answered.said)
        for finding in answered.findings:
            if answered.stands:
                self.rule = finding.rule
            yield from said_of(finding, refused=not answered.stands)

    # --- Commands ---

    def _command(self, text: str) -> list[Said] | None:
        """What is said to a command; None if it is none."""
        word, _, rest = text.lower().partition(" ")
        if word == "deal" and (rest.strip().isdecimal() or not rest):
            return [self.go_to(int(rest) if rest else 0)]
        commands: dict[str, Callable[[], list[Said]]] = {
            "help": lambda: [Said("help", HELP)],
            "?": lambda: [Said("help", HELP)],
            "undo": lambda: [self.undo()],
            "redo": lambda: [self.redo()],
            "back": lambda: self.move(-1),
            "cards": lambda: [self.keep_by(CARDS)],
            "sheet": lambda: [self.keep_by(SHEET)],
            "show": lambda: [Said("show", "")],
            "rule": lambda: [self.rule_mentioned()],
            "again": lambda: [self.again()],
        }
        if word == "choose" and rest.strip():
            return [*self._said(self.keeper.choose(text.partition(" ")[2].strip()))]
        known = commands.get(text.lower())
        return None if known is None else known()

    def keep_by(self, way: str) -> Said:
        """Keep this deal card by card, or by the figures of a score sheet."""
        self.keeper.way, self.at = way, None
        return Said("text", f"this deal is kept {'card by card' if way == CARDS else 'as on a score sheet'}")

    def again(self) -> Said:
        """A new game of the same players, behind this one in the file."""
        if not self.over:
            return Said("refused", "the game is not over; a new one begins when it is")
        self.keeper.new_game()
        self.at = None
        return Said("text", "a new game, in the same file")

    def undo(self) -> Said:
        """Take the last answer back; the pen stands where it was given."""
        return self._gone(done=self.keeper.undo(), text="taken back", nothing="there is nothing to take back")

    def redo(self) -> Said:
        """Make the answer again that was taken back last."""
        return self._gone(done=self.keeper.redo(), text="made again", nothing="there is nothing to make again")

    def _gone(self, *, done: bool, text: str, nothing: str) -> Said:
        self.at = None
        return Said("text", text if done else nothing)

    def move(self, step: int) -> list[Said]:
        """To the question before or behind; before the first of a deal is the deal before."""
        slot = self.slot
        slots = self.keeper.slots()
        here = next((n for n, one in enumerate(slots) if slot is not None and one.id == slot.id), len(slots))
        if 0 <= here + step < len(slots):
            self.at = slots[here + step]
            return []
        deal = self.keeper.deal + (1 if step > 0 else -1)
        if not 0 <= deal <= self.keeper.record.deals:
            return []
        return [self.go_to(deal + 1, last=step < 0)]

    def go_to(self, number: int, *, last: bool = False) -> Said:
        """To a deal by its place in the record, from 1; 0 is the one that is open."""
        deals = self.keeper.record.deals
        if number > deals + 1:
            return Said("refused", f"there is no deal {number}; {deals} are written")
        self.keeper.deal = number - 1 if number else deals
        slots = []
        if self.keeper.deal < deals:
            self.keeper.way = self.keeper.way_of(self.keeper.deal)
            slots = self.keeper.slots()
        self.at = slots[-1 if last else 0] if slots else None
        return Said("text", self.head())

    def rule_mentioned(self) -> Said:
        """The text of the rule that was mentioned last."""
        if self.rule is None:
            return Said("text", "no rule was mentioned yet")
        return Said("help", f"{self.rule.id_in(self.keeper.game.name)}  {self.rule.title}\n{self.rule.text}", self.rule)

    # --- What stands ---

    def head(self) -> str:
        """Which deal it is, and who deals."""
        now = self.keeper.situation()
        return f"deal {now.number}" + (f", {now.names[now.dealer]} deals" if now.dealer_known else "")

    def about(self) -> str:
        """The file, the game, its rules."""
        verdict = self.keeper.judged.verdict
        game = self.keeper.game
        about = ", ".join(filter(None, (game.name, verdict.profile, game.headline(verdict.house))))
        return f"{self.keeper.stored.path.name}: {about}"

    def _end(self) -> str:
        result = self.keeper.judged.verdict.result
        if result is None:
            return ""
        names = self.keeper.judged.verdict.names
        return "; the game is drawn" if result.winner is None else f"; {names[result.winner]} wins the game"

    def doubts(self) -> list[Said]:
        """What is wrong with the deal that is being written, the gravest first."""
        verdict, deal = self.keeper.judged.verdict, self.keeper.deal
        found = verdict.deals[deal].findings if deal < len(verdict.deals) else []
        grave = sorted((f for f in found if f.severity != NOTE), key=lambda f: f.severity == FAULT)
        return [said for finding in grave for said in said_of(finding)]

    def offers(self, text: str) -> list[tuple[int, str]]:
        """How what is typed may go on: where the word begins, and the word."""
        slot = self.slot
        if slot is None:
            return []
        keeper, now = self.keeper, self.keeper.situation()
        kind = deal_keys(keeper.game)[slot.ask.key].kind
        before = (now.deal.play or ())[: slot.nth] if slot.nth is not None else ()

        def can_play(leader: int, cards: tuple[int, ...]) -> bool:
            return keeper.judged.can_play(keeper.deal, before, leader, cards)

        return completions(keeper.game, now, Spot(kind, slot.ask, slot.seat, slot.turn, can_play), text)


def said_of(finding: Finding, *, refused: bool = False) -> Iterator[Said]:
    """A finding in words, with what follows from it and what may be chosen."""
    ruling = f"; {finding.ruling}" if finding.ruling else ""
    yield Said("refused" if refused else finding.severity, finding.message + ruling, finding.rule)
    for choice in finding.choices:
        yield Said("text", f"choice {choice.name}: {choice.gives}", finding.rule)
