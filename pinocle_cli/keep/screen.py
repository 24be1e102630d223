"""A record kept on a full screen: the score so far, the deal that is being written, and what is to be said of it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from pinocle_cli.ask import CARDS, SHEET
from pinocle_cli.keep import picture
from pinocle_cli.keep.companion import QUIT, Companion, Said
from pinocle_cli.keep.looks import keys_and_commands, rules_in_full, spread_out
from pinocle_cli.keep.widgets import KEYS, Foot, Lines, Page, Pen
from pinocle_cli.render import layout
from pinocle_cli.render.table import ledger_lines
from pinocle_cli.writing.effects import brought_by
from pinocle_cli.writing.kept import NotKeptError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pinocle_cli.writing.keeper import Keeper
    from pinocle_cli.writing.slots import Slot

_NARROW = 60


class KeepApp(App[None]):
    """The scorer's companion on one screen."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layout: vertical; }
    #head { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    #sheet { height: auto; max-height: 40%; }
    #deal { height: 1; background: $panel; padding: 0 1; margin-top: 1; }
    #form { height: 1fr; min-height: 3; padding: 0 1; scrollbar-size-vertical: 1; }
    #row { height: 1; }
    #label { width: auto; height: 1; text-style: bold; }
    #entry { border: none; height: 1; padding: 0; background: $boost; }
    #above, #below { height: auto; }
    #offers { height: auto; max-height: 3; color: $text-muted; padding: 0 1; }
    #said { height: auto; max-height: 6; padding: 0 1; border-top: solid $panel; }
    #foot { height: auto; padding: 0 1; background: $panel; }
    """
    BINDINGS: ClassVar = [
        Binding("f12", "help"),
        Binding("ctrl+q", "leave", priority=True),
    ]

    def __init__(self, keeper: Keeper) -> None:
        super().__init__()
        self.companion = Companion(keeper)
        self.said: list[Said] = []
        self.saved = f"{dt.datetime.now().astimezone():%H:%M}"
        self.leaving = False
        self.broken = False  # the file cannot be gone on with as another program has left it
        self.shown: tuple[int, object] | None = None  # the deal and slot whose answer stands in the entry

    def compose(self) -> ComposeResult:
        """The parts of the screen, from the top."""
        yield Static(id="head")
        yield Static(id="sheet")
        yield Static(id="deal")
        with VerticalScroll(id="form", can_focus=False):
            yield Lines("above")
            with Horizontal(id="row"):
                yield Static(id="label")
                yield Pen(id="entry", select_on_focus=False)
            yield Lines("below")
        yield Static(id="offers")
        yield Static(id="said")
        yield Foot(id="foot")

    def on_mount(self) -> None:
        """The first picture; from then on the file is looked at every second."""
        self.set_interval(1, self.look)
        self.draw()
        self.entry.focus()

    def on_resize(self) -> None:
        """The widths follow the terminal."""
        self.call_after_refresh(self.draw)

    @property
    def entry(self) -> Pen:
        """Where answers are typed."""
        return self.query_one("#entry", Pen)

    @property
    def narrow(self) -> bool:
        """A phone's terminal."""
        return self.size.width < _NARROW

    def _handle_exception(self, error: Exception) -> None:
        """A mistake of ours ends the screen, not the record: every answer is in the file."""
        said = f"the program failed ({type(error).__name__}: {error}); every answer is saved. Please report it."
        self.exit(return_code=2, message=said)

    # --- The picture ---

    def draw(self) -> None:
        """Everything as it stands now."""
        companion = self.companion
        width = max(self.size.width - 2, 20)
        slot = None if self.broken else companion.slot
        self.query_one("#head", Static).update(spread_out(Text(companion.about()), Text(f"saved {self.saved}"), width))
        self.query_one("#sheet", Static).update(picture.score_so_far(companion, *self.size))
        self.query_one("#deal", Static).update(picture.about_the_deal(companion, width, narrow=self.narrow))
        slots = companion.keeper.slots() if slot is not None else []
        here = next((n for n, one in enumerate(slots) if slot is not None and one.id == slot.id), len(slots))
        points = brought_by(companion.keeper, slots)
        for where, some in (("#above", slots[:here]), ("#below", slots[here + 1 :])):
            rows = picture.answers(companion, some, points, max(self.size.width - 4, 10), narrow=self.narrow)
            self.query_one(where, Lines).show(some, rows)
        self.query_one("#row").display = not self.broken
        self.query_one("#label", Static).update(self._label(slot) if slot is not None else "")
        self._foot()
        if not self.broken:
            self._fill_entry(slot)
            self.entry.focus()
        self._say()
        self.call_after_refresh(lambda: self.query_one("#row").scroll_visible(animate=False))

    def _label(self, slot: Slot) -> Text:
        """What stands before the answer that is open."""
        return picture.open_label(self.companion, slot, narrow=self.narrow)

    def _foot(self) -> None:
        """The keys, and what they do now."""
        other = "cards" if self.companion.keeper.way == SHEET else "sheet"
        keys = [(key.sign, other if key.key == "f2" else key.word, key.action) for key in KEYS if key.word]
        self.query_one("#foot", Foot).show(keys, self.size.width - 2)

    def _fill_entry(self, slot: Slot | None) -> None:
        """What stands at the open place, or was typed there before and not entered."""
        where = (self.companion.keeper.deal, slot.id if slot is not None else None)
        over = "the game is over; `again` begins a new one in the same file"
        self.entry.placeholder = over if slot is None else slot.given or slot.says  # what has no room stands below
        if self.shown != where:
            self.shown = where
            self.entry.value = self.companion.drafts.get(where, slot.written if slot is not None else "")
            self.entry.cursor_position = len(self.entry.value)
        self._offer()

    def _say(self) -> None:
        """What came of the last answer, else what is wrong with the deal."""
        said = self.said or self.companion.doubts()
        lines = [picture.what_was_said(self.companion, one, narrow=self.narrow) for one in said]
        self.query_one("#said", Static).update(Text("\n").join(lines))

    # --- Typing ---

    @on(Input.Changed, "#entry")
    def _offer(self) -> None:
        """How the answer may go on, and what it would bring."""
        text, slot = self.entry.value, self.companion.slot
        self.leaving = False
        lines = [Text(" ".join(word for _, word in self.companion.offers(text)[:12]), no_wrap=True)]
        lines[0].truncate(max(self.size.width - 2, 10), overflow="ellipsis")
        if slot is not None and text.strip() and text.strip() != slot.written and not self.companion.is_command(text):
            lines = [*picture.preview(self.companion, slot, text)] or lines
        elif slot is not None and (slot.written or cell_len(slot.says) > self._room(slot)):
            lines.insert(0, Text(slot.says))  # which does not stand, or has no room, where the answer is typed
        self.query_one("#offers", Static).update(Text("\n").join(line for line in lines if line))

    def _room(self, slot: Slot) -> int:
        """How many columns there are for an answer."""
        return self.size.width - 2 - self._label(slot).cell_len

    def action_enter(self) -> None:
        """What is typed is entered."""
        text, slot = self.entry.value, self.companion.slot
        if slot is not None and slot.written and self.companion.is_command(text.removeprefix(slot.written)):
            text = text.removeprefix(slot.written)  # a command typed behind what stands there
        if text.strip().lower() in QUIT:
            self.exit()
            return
        self._did(lambda: self.companion.enter(text))
        if not any(said.kind == "refused" for said in self.said):
            self.shown = None
        for said in self.said:
            if said.kind == "show":
                self.action_sheet()
            elif said.kind == "help":
                self.action_help()
            elif said.kind == "rule":
                self.action_rule()
        self.said = [said for said in self.said if said.kind not in ("show", "help", "rule", "head")]
        self.draw()

    def _did(self, what: Callable[[], Iterable[Said]]) -> None:
        """Do something that may say something, and may find the file in another state."""
        try:
            self.said = [*what()]
            self.broken = False
        except NotKeptError as why:
            self.said, self.broken = [Said("refused", f"{why}\n(mend the file; it is looked at again)")], True
        except OSError as why:
            self.said = [Said("refused", f"not saved: {(why.strerror or str(why)).lower()}; the answer is still here")]
        self.saved = f"{dt.datetime.now().astimezone():%H:%M}"

    def action_complete(self) -> None:
        """The first of what is offered takes the place of what was begun."""
        found = self.companion.offers(self.entry.value)
        if found:
            start, word = found[0]
            self.entry.value = self.entry.value[:start] + word
            self.entry.cursor_position = len(self.entry.value)

    # --- Going about ---

    def _leave_draft(self) -> None:
        """What was typed and not entered is there again when one comes back."""
        slot = self.companion.slot
        if slot is not None and self.shown is not None:
            text = self.entry.value
            if text != slot.written:
                self.companion.drafts[self.shown] = text
            else:
                self.companion.drafts.pop(self.shown, None)
        self.shown = None

    def _go(self, what: Callable[[], Iterable[Said]]) -> None:
        self._leave_draft()
        self._did(what)
        self.said = [said for said in self.said if said.kind != "head"]
        self.draw()

    @on(Lines.Picked)
    def _picked(self, event: Lines.Picked) -> None:
        """To an answer of this deal."""
        self._leave_draft()
        self.companion.at = event.slot
        self.draw()
        self.entry.focus()

    def action_answer_before(self) -> None:
        """To the answer before."""
        self._go(lambda: self.companion.move(-1))

    def action_answer_behind(self) -> None:
        """To the answer after."""
        self._go(lambda: self.companion.move(1))

    def action_deal_before(self) -> None:
        """To the deal before."""
        self._go(lambda: self.companion.turn(-1))

    def action_deal_behind(self) -> None:
        """To the deal after."""
        self._go(lambda: self.companion.turn(1))

    def action_undo(self) -> None:
        """Take the last answer back."""
        self._go(lambda: [self.companion.undo()])

    def action_redo(self) -> None:
        """Make it again."""
        self._go(lambda: [self.companion.redo()])

    def action_way(self) -> None:
        """From the sheet to the cards, and back."""
        other = CARDS if self.companion.keeper.way == SHEET else SHEET
        self._go(lambda: [self.companion.keep_by(other)])

    def action_rule(self) -> None:
        """The rule in question."""
        rules, game = self.companion.rules(), self.companion.keeper.game
        if not rules:
            self.said = [Said("text", "no rule is in question here")]
            self._say()
            return
        self.push_screen(Page(lambda width: rules_in_full(rules, game, width)))

    def action_sheet(self) -> None:
        """The whole score, and every entry of it."""
        verdict = self.companion.keeper.judged.verdict

        def written(width: int) -> Text:
            lines = [*layout.whole(verdict, width), "", *ledger_lines(verdict, width)]
            return Text("\n").join(Text.from_ansi(line, no_wrap=True) for line in lines)

        self.push_screen(Page(written if verdict.deals else lambda _: Text("no deal is written")))

    def action_help(self) -> None:
        """What may be typed, and which keys there are."""
        self.push_screen(Page(keys_and_commands))

    def action_leave(self) -> None:
        """Everything is saved; only what is typed and not entered is asked about."""
        slot = self.companion.slot
        unsaid = self.entry.value.strip() if slot is not None and self.entry.value != slot.written else ""
        if unsaid and not self.leaving:
            self.said = [Said("refused", f'"{unsaid}" is not entered yet: Enter enters it, ^Q once more leaves it')]
            self._say()
            self.leaving = True
            return
        self.exit()

    def look(self) -> None:
        """Whether another program has written the file."""

        def changed() -> Iterable[Said]:
            if self.companion.keeper.look():
                self.companion.at = self.shown = None
                return [Said("text", "another program has changed the file; its change was taken over (^Z undoes it)")]
            return self.said

        said = self.said
        self._did(changed)
        if self.said != said:
            self.draw()


def show(keeper: Keeper) -> int:
    """Keep the record on a full screen; the status to end with."""
    app = KeepApp(keeper)
    app.run()
    print(f"saved: {keeper.stored.path}")  # noqa: T201 - the screen is gone again
    return app.return_code or 0
