"""The conversation about one record, the same on a full screen and line by line: what is typed, and what is said."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pinocle_cli.ask import CARDS, SHEET
from pinocle_cli.ledger import FAULT, NOTE
from pinocle_cli.light import NamedTuple
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.writing.complete import Spot, completions
from pinocle_cli.writing.judging import standing
from pinocle_cli.writing.kept import NotKeptError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pinocle_cli.ledger import Finding, Severity
    from pinocle_cli.rule import Rule
    from pinocle_cli.writing.keeper import Keeper
    from pinocle_cli.writing.kept import Answered
    from pinocle_cli.writing.slots import Slot

HELP = "Answer each question and press Enter; Enter alone skips it. Besides answers you may type:"
COMMANDS = (
    ("undo, redo", "take the last answer back, or make it again"),
    ("back", "the question before; `clear` takes away what stands there"),
    ("deal N", "go to deal N and correct it; `deal` alone goes on with the last"),
    ("game N", "go to another game of this file and correct it"),
    ("cards, sheet", "keep this deal card by card, or by the figures of a score sheet"),
    ("show", "the score so far"),
    ("rule", "the rule that was mentioned last, or that the question is about"),
    ("!FAULT NAME ...", "a fault that the table called, like `!revoke-1000 boris after 17`"),
    ("KEY: VALUE", "any key of the deal, like `note: a cold night` or `claimed: 240 220`"),
    ("choose NAME", "what the injured side chose, where a ruling leaves a choice"),
    ("again", "the game is over: a new one, in the same file"),
    ("quit", "everything is saved already"),
)
_ROOM = 60  # columns in which two stand beside each other
COMMANDS_ALONE = ("help", "?", "undo", "redo", "back", "cards", "sheet", "show", "rule", "again")
QUIT = ("quit", "exit")


class Said(NamedTuple):
    """Something that is said: what kind of thing it is, and the rule that it is about."""

    kind: Literal["refused", "done", "show", "help", "rule", "head", "text"] | Severity
    text: str
    rule: Rule | None = None


@dataclass
class Companion:
    """Where the conversation about a record has come to."""

    keeper: Keeper
    at: Slot | None = None  # the question that was gone to; else the next open one
    rule: Rule | None = None  # that the last answer broke
    drafts: dict[object, str] = field(default_factory=dict)  # what was typed and not entered, by its place

    @property
    def slot(self) -> Slot | None:
        """The question that is put; None where the game is over."""
        if self.at is None and not self.over and self.keeper.current() is None:
            self.keeper.begin_next()
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
        deal, self.rule = self.keeper.deal, None
        answered = self.keeper.answer(slot, "" if text == "clear" and slot.written else text)
        yield from self._said(answered)
        if not answered.stands:
            return
        self.drafts.pop((deal, slot.id), None)
        self.at = self._next_after(slot) if self.at is not None else None
        if self.at is not None or self.keeper.current() is not None:
            return
        if not self.keeper.empty(deal):
            yield Said("done", standing(self.keeper.judged, deal) + self._end())
            return
        yield Said("text", f"nothing was written for deal {self.keeper.situation().number}; it is asked for again")
        self.keeper.ask_again(deal)

    def _next_after(self, slot: Slot) -> Slot | None:
        """Where the pen goes after a correction: the question behind it, until the end of the deal."""
        following = self.keeper.neighbour(slot, 1)
        return None if following.id == slot.id else following

    def _said(self, answered: Answered) -> Iterator[Said]:
        if answered.said:
            yield Said("text" if answered.stands else "refused", answered.said)
        for finding in answered.findings:
            if answered.stands and finding.severity != NOTE:
                self.rule = self.rule or finding.rule
            yield from said_of(finding, refused=not answered.stands)

    # --- Commands ---

    @staticmethod
    def is_command(text: str) -> bool:
        """Whether this is, or may become, a command rather than an answer."""
        word, _, rest = text.strip().lower().partition(" ")
        return word in ("deal", "game", "choose") or (word in (*QUIT, *COMMANDS_ALONE) and not rest)

    def _command(self, text: str) -> list[Said] | None:
        """What is said to a command; None if it is none."""
        word, _, rest = text.lower().partition(" ")
        if word in ("deal", "game") and (rest.strip().isdecimal() or not rest):
            return self.go_to(int(rest or 0)) if word == "deal" else self.turn_to(int(rest or self.keeper.games))
        commands: dict[str, Callable[[], list[Said]]] = {
            "help": lambda: [Said("help", HELP)],
            "?": lambda: [Said("help", HELP)],
            "undo": lambda: [self.undo()],
            "redo": lambda: [self.redo()],
            "back": lambda: self.move(-1),
            "cards": lambda: [self.keep_by(CARDS)],
            "sheet": lambda: [self.keep_by(SHEET)],
            "show": lambda: [Said("show", "")],
            "rule": lambda: [*self.rule_in_words()],
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
        slot, over = self.slot, self.slot is None and self.keeper.deal >= self.keeper.record.deals
        slots = [] if over else self.keeper.slots()
        here = next((n for n, one in enumerate(slots) if slot is not None and one.id == slot.id), len(slots))
        if 0 <= here + step < len(slots):
            self.at = slots[here + step]
            return []
        return self.turn(1 if step > 0 else -1, last=step < 0)

    def turn(self, step: int, *, last: bool = False) -> list[Said]:
        """To the deal before or behind, if need be in the game before or behind."""
        keeper = self.keeper
        deal = (keeper.record.deals if self.slot is None else keeper.deal) + step
        if 0 <= deal <= keeper.record.deals:
            return self.go_to(deal + 1, last=last)
        if not 0 <= keeper.number + step < keeper.games:
            return []
        said = self.turn_to(keeper.number + step + 1)
        return said if said[0].kind == "refused" else self.go_to(1 if step > 0 else keeper.record.deals, last=last)

    def turn_to(self, number: int) -> list[Said]:
        """To a game by its place in the file, from 1."""
        games = self.keeper.games
        if not 0 < number <= games:
            return [Said("refused", f"there is no game {number}; this file has {games}")]
        try:
            self.keeper.turn_to(number - 1)
        except NotKeptError as why:
            return [Said("refused", str(why))]
        self.at = None
        return [Said("head", self.head())]

    def go_to(self, number: int, *, last: bool = False) -> list[Said]:
        """To a deal by its place in the record, from 1; 0 is the one that is open."""
        deals = self.keeper.record.deals
        if number > deals + 1:
            return [Said("refused", f"there is no deal {number}; {deals} are written")]
        self.keeper.deal = number - 1 if number else deals
        slots = []
        if self.keeper.deal < deals:
            self.keeper.way = self.keeper.way_of(self.keeper.deal)
            slots = self.keeper.slots()
        self.at = slots[-1 if last else 0] if slots else None
        return [Said("head", self.head())]

    def rules(self) -> list[Rule]:
        """The rules in question: what the last answer and the deal broke, then what the question is about."""
        slot = self.slot
        found = [self.rule, *(doubt.rule for doubt in self.doubts()), slot.rule if slot is not None else None]
        return [*dict.fromkeys(rule for rule in found if rule is not None)]

    def rule_in_words(self) -> Iterator[Said]:
        """The text of the rule in question."""
        for rule in self.rules()[:1]:
            yield Said("rule", f"{rule.id_in(self.keeper.game.name)}  {rule.title}\n{rule.text}", rule)
            return
        yield Said("text", "no rule is in question here")

    # --- What stands ---

    def head(self) -> str:
        """Which deal it is, and who deals."""
        now, games = self.keeper.situation(), self.keeper.games
        game = f"game {self.keeper.number + 1}, " if games > 1 else ""
        return f"{game}deal {now.number}" + (f", {now.names[now.dealer]} deals" if now.dealer_known else "")

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


def help_lines(width: int, commands: Iterable[tuple[str, str]] = COMMANDS, text: str = HELP) -> Iterator[str]:
    """What may be typed besides answers, in so many columns."""
    yield from textwrap.wrap(text, width)
    column = 2 + max(len(typed) for typed, _ in commands) + 2
    for typed, does in commands:
        if width < _ROOM:
            yield from textwrap.wrap(f"{typed}: {does}", width, initial_indent="  ", subsequent_indent="    ")
        else:
            yield from textwrap.wrap(
                does, width, initial_indent=f"  {typed}".ljust(column), subsequent_indent=" " * column
            )


def said_of(finding: Finding, *, refused: bool = False) -> Iterator[Said]:
    """A finding in words, with what follows from it and what may be chosen."""
    ruling = f"; {finding.ruling}" if finding.ruling else ""
    yield Said("refused" if refused else finding.severity, finding.message + ruling, finding.rule)
    for choice in finding.choices:
        yield Said("text", f"choice {choice.name}: {choice.gives}", finding.rule)
