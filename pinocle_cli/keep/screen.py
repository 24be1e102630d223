"""A record kept on a full screen: the score so far, the deal that is being written, and what is to be said of it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, Static

from pinocle_cli.ask import CARDS, SHEET
from pinocle_cli.cards import SYMBOLS
from pinocle_cli.keep.companion import HELP, QUIT, Companion, Said
from pinocle_cli.keep.looks import KEYS, LOOKS, Page, brought, in_colour, page_of, spread_out
from pinocle_cli.render import layout
from pinocle_cli.render.table import ledger_lines
from pinocle_cli.writing.keeper import Keeper, NotKeptError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.app import RenderResult

    from pinocle_cli.writing.slots import Slot

_LABEL, _NAME, _NARROW = 8, 10, 60


class Lines(Static):
    """The answers above or below the open one; a click goes to one of them."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.slots: list[Slot] = []

    def show(self, slots: list[Slot], text: Text) -> None:
        """Other answers."""
        self.slots = slots
        self.update(text)
        self.display = bool(slots)

    def on_click(self, event: events.Click) -> None:
        """To the answer under the pointer."""
        app = self.app
        if isinstance(app, KeepApp) and event.y < len(self.slots):
            app.go_to(self.slots[event.y])


class Pen(Input):
    """Where answers are typed. It sees to its keys itself, one after the other: whoever types ahead is understood."""

    BINDINGS: ClassVar = [
        Binding("enter", "app.enter", "next"),
        Binding("ctrl+z", "app.undo", "undo"),
        Binding("up", "app.move(-1)", "back"),
        Binding("f1", "app.rule", "rule"),
        Binding("f2", "app.way", "cards/sheet"),
        Binding("f5", "app.sheet", "score"),
    ]
    KEYS: ClassVar[dict[str, tuple[str, tuple[int, ...]]]] = {
        "enter": ("enter", ()), "tab": ("complete", ()), "ctrl+z": ("undo", ()), "ctrl+y": ("redo", ()),
        "up": ("move", (-1,)), "down": ("move", (1,)), "pageup": ("deal", (-1,)), "pagedown": ("deal", (1,)),
        "f1": ("rule", ()), "f2": ("way", ()), "f5": ("sheet", ()),
    }  # fmt: skip

    async def _on_key(self, event: events.Key) -> None:
        """What a key does; a letter is written."""
        if event.key not in self.KEYS:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        name, arguments = self.KEYS[event.key]
        getattr(self.app, f"action_{name}")(*arguments)


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
    #offers { height: 1; color: $text-muted; padding: 0 1; }
    #said { height: auto; max-height: 6; padding: 0 1; border-top: solid $panel; }
    """
    BINDINGS: ClassVar = [
        Binding("f12", "help", "help"),
        Binding("ctrl+q", "leave", "close", priority=True),
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
        yield Footer()

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
        self.query_one("#head", Static).update(spread_out(companion.about(), f"saved {self.saved}", width))
        self.query_one("#sheet", Static).update(self._sheet(self.size.width))
        self.query_one("#deal", Static).update(self._deal(width))
        slots = companion.keeper.slots() if slot is not None else []
        here = next((n for n, one in enumerate(slots) if slot is not None and one.id == slot.id), len(slots))
        self._lines("#above", slots[:here])
        self._lines("#below", slots[here + 1 :])
        self.query_one("#row").display = not self.broken
        self.query_one("#label", Static).update(self._label(slot) if slot is not None else "")
        if not self.broken:
            self._fill_entry(slot)
            self.entry.focus()
        self._say()
        self.call_after_refresh(lambda: self.query_one("#row").scroll_visible(animate=False))

    def _sheet(self, width: int) -> RenderResult:
        """The score so far, its last lines if there is no room for all."""
        verdict = self.companion.keeper.judged.verdict
        if not verdict.deals or not verdict.accounts:
            return Text("no deal is written yet", style="dim")
        room = max(self.size.height * 2 // 5, 3)
        return Text("\n").join(map(Text.from_ansi, layout.latest(verdict, width, room)))

    def _deal(self, width: int) -> Text:
        """Which deal it is, its trumps, and how it is kept."""
        companion = self.companion
        if companion.slot is None:
            return Text("the game is over")
        now = companion.keeper.situation()
        trump = f" · {SYMBOLS[now.trump]}" if now.trump is not None else ""
        ways = Text.assemble(
            ("sheet", "bold reverse" if companion.keeper.way == SHEET else "dim"), " ",
            ("cards" if self.narrow else "card by card", "bold reverse" if companion.keeper.way == CARDS else "dim"),
        )  # fmt: skip
        head = Text((companion.head() + trump).replace(", ", " · "))
        return Text.assemble(head, " " * max(1, width - len(head) - len(ways)), ways)

    def _lines(self, where: str, slots: list[Slot]) -> None:
        rows = [Text.assemble(self._label(slot), in_colour(slot.written or slot.given or "")) for slot in slots]
        for row, slot in zip(rows, slots, strict=True):
            if not slot.written:
                row.stylize("dim")
            row.truncate(max(self.size.width - 3, 10), overflow="ellipsis")
        self.query_one(where, Lines).show(slots, Text("\n").join(rows))

    def _label(self, slot: Slot) -> Text:
        names = self.companion.keeper.judged.verdict.names
        name = names[slot.seat] if slot.seat is not None and slot.turn is None else ""
        if slot.turn is not None and slot.seat is not None:
            name = names[slot.seat]
        if slot.nth is not None:
            name = f"{slot.nth + 1:>2} {name}"
        wide = 6 if self.narrow else _NAME
        return Text(f"{slot.label[: _LABEL - 1]:<{_LABEL}}{name[:wide]:<{wide}} ", style="bold" if slot.label else "")

    def _fill_entry(self, slot: Slot | None) -> None:
        """What stands at the open place, or was typed there before and not entered."""
        where = (self.companion.keeper.deal, slot.id if slot is not None else None)
        over = "the game is over; `again` begins a new one in the same file"
        self.entry.placeholder = over if slot is None else slot.given or slot.says
        if self.shown != where:
            self.shown = where
            self.entry.value = self.companion.drafts.get(where, slot.written if slot is not None else "")
            self.entry.cursor_position = len(self.entry.value)
        self._offer()

    def _say(self) -> None:
        """What came of the last answer, else what is wrong with the deal."""
        said = self.said or self.companion.doubts()
        self.query_one("#said", Static).update(Text("\n").join(map(self._line_said, said)) if said else Text(""))

    def _line_said(self, said: Said) -> Text:
        mark = {"refused": "✗ ", "error": "✗ ", "fault": "⚠ ", "done": "✓ "}.get(said.kind, "  ")
        line = Text(mark, style=LOOKS.get(said.kind, "")) + in_colour(said.text)
        if said.rule is not None and said.kind != "note" and not self.narrow:
            line.append(f"  {said.rule.id_in(self.companion.keeper.game.name)}", style="dim")
        return line

    # --- Typing ---

    @on(Input.Changed, "#entry")
    def _offer(self) -> None:
        """How the answer may go on, and what it would bring."""
        text, slot = self.entry.value, self.companion.slot
        self.leaving = False
        words = Text(" ".join(word for _, word in self.companion.offers(text)[:12]), no_wrap=True, overflow="ellipsis")
        if slot is not None and text.strip() and text.strip() != slot.written and not self._is_command(text):
            preview = self.companion.keeper.preview(slot, text)
            if preview is not None and preview[0]:
                words = brought(preview[0], self.companion.keeper.judged.verdict.names)
            if preview is not None and preview[1]:
                words = Text("⚠ ", style="yellow") + in_colour(preview[1][0].message)
        elif slot is not None and (self.narrow or not words):
            words = Text(slot.says, no_wrap=True, overflow="ellipsis")
        self.query_one("#offers", Static).update(words)

    @staticmethod
    def _is_command(text: str) -> bool:
        return text.strip().lower() in (*QUIT, "undo", "redo", "back", "show", "rule", "help")

    def action_enter(self) -> None:
        """What is typed is entered."""
        text = self.entry.value
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
                self.push_screen(Page(in_colour(said.text)))
        self.said = [said for said in self.said if said.kind not in ("show", "help")]
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
        self.draw()

    def go_to(self, slot: Slot) -> None:
        """To an answer of this deal."""
        self._leave_draft()
        self.companion.at = slot
        self.draw()
        self.entry.focus()

    def action_move(self, step: int) -> None:
        """To the answer before or behind."""
        self._go(lambda: self.companion.move(step))

    def action_deal(self, step: int) -> None:
        """To the deal before or behind."""
        keeper = self.companion.keeper
        number = min(max(keeper.deal + 1 + step, 1), keeper.record.deals + 1)
        self._go(lambda: [self.companion.go_to(number)])

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
        doubts = self.companion.doubts()
        rule = self.companion.rule or next((said.rule for said in doubts if said.rule), None)
        if rule is None:
            self.said = [Said("text", "no rule is in question here")]
            self._say()
            return
        self.push_screen(Page(page_of(rule, self.companion.keeper.game)))

    def action_sheet(self) -> None:
        """The whole score, and every entry of it."""
        verdict = self.companion.keeper.judged.verdict
        lines = [*layout.whole(verdict, None), "", *ledger_lines(verdict)] if verdict.deals else ["no deal is written"]
        self.push_screen(Page(Text("\n").join(Text.from_ansi(line, no_wrap=True) for line in lines), wide=True))

    def action_help(self) -> None:
        """What may be typed, and which keys there are."""
        self.push_screen(Page(Text(f"{HELP}\n\n{KEYS}")))

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
