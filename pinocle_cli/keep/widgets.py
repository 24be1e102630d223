"""The parts of the screen of `pinocle keep` that are typed into or clicked on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.containers import ScrollableContainer
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pinocle_cli.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.text import Text
    from textual import events
    from textual.app import ComposeResult

    from pinocle_cli.writing.slots import Slot


class Key(NamedTuple):
    """A key, as Textual and as people call it, what it does, and the word for that below the screen (or none)."""

    key: str
    sign: str
    action: str
    word: str
    says: str


KEYS = (
    Key("up", "↑", "app.answer_before", "back", "the answer before"),
    Key("down", "↓", "app.answer_behind", "", "the answer after"),
    Key("enter", "⏎", "app.enter", "next", "enter the answer, on to the next question"),
    Key("ctrl+z", "^Z", "app.undo", "undo", "take the last answer back"),
    Key("ctrl+y", "^Y", "app.redo", "", "make it again"),
    Key("pageup", "PgUp", "app.deal_before", "", "the deal before"),
    Key("pagedown", "PgDn", "app.deal_behind", "", "the deal after"),
    Key("tab", "Tab", "app.complete", "", "complete what was begun"),
    Key("f1", "F1", "app.rule", "rule", "the rule in question"),
    Key("f2", "F2", "app.way", "cards", "card by card, or the sheet"),
    Key("f5", "F5", "app.sheet", "score", "the whole score, and every entry of it"),
    Key("ctrl+q", "^Q", "app.leave", "close", "close; everything is saved"),
    Key("f12", "F12", "app.help", "help", "help"),
)


class Lines(Static):
    """The answers above or below the open one; a click goes to one of them."""

    class Picked(Message):
        """An answer was clicked on."""

        def __init__(self, slot: Slot) -> None:
            super().__init__()
            self.slot = slot

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.slots: Sequence[Slot] = ()

    def show(self, slots: Sequence[Slot], text: Text) -> None:
        """Other answers."""
        self.slots = slots
        self.update(text)
        self.display = bool(slots)

    def on_click(self, event: events.Click) -> None:
        """To the answer under the pointer."""
        for slot in self.slots[event.y : event.y + 1]:  # none below the last
            self.post_message(self.Picked(slot))


class Pen(Input):
    """Where answers are typed. It sees to its keys itself, one after the other: whoever types ahead is understood."""

    ACTIONS: ClassVar = {key.key: key.action for key in KEYS}

    async def _on_key(self, event: events.Key) -> None:
        """What a key does; a letter is written."""
        if event.key not in self.ACTIONS:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        await self.run_action(self.ACTIONS[event.key])


class Foot(Static):
    """The keys, to be clicked on too; in as many lines as they need."""

    def show(self, keys: Sequence[tuple[str, str, str]], width: int) -> None:
        """Other keys: each its sign, its word, and what it does."""
        lines, room = [""], width
        for sign, word, action in keys:
            size = cell_len(sign) + 1 + cell_len(word)
            if room < size:
                lines.append("")
                room = width
            lines[-1] += f"[@click={action}][b]{sign}[/b] {word}[/]  "
            room -= size + 2
        self.update("\n".join(line.rstrip() for line in lines))


class Page(ModalScreen[None]):
    """Something to be read: a rule, the sheet, help; Escape closes it."""

    BINDINGS: ClassVar = [(key, "dismiss", "back") for key in ("escape", "q", "f1", "f5", "f12", "enter")]
    CSS = """
    Page { align: center middle; }
    #page { width: 94%; height: auto; max-height: 90%; padding: 0 1; border: round $primary; background: $surface; }
    #page Static { width: auto; }
    Page Foot { dock: bottom; height: 1; padding: 0 1; background: $panel; }
    """
    EDGES = 6  # columns that the frame and what is around it take

    def __init__(self, written: Callable[[int], Text]) -> None:
        super().__init__()
        self.written = written  # for so many columns

    def compose(self) -> ComposeResult:
        """The text, to be scrolled."""
        with ScrollableContainer(id="page"):
            yield Static(self.written(self.columns), id="text")
        yield Foot()

    def on_mount(self) -> None:
        """The way out."""
        self.query_one(Foot).show([("Esc", "back", "screen.dismiss")], self.app.size.width)

    def on_resize(self) -> None:
        """As wide as the terminal."""
        self.query_one("#text", Static).update(self.written(self.columns))

    @property
    def columns(self) -> int:
        """How many columns a text may have."""
        return max(int(self.app.size.width * 0.94) - self.EDGES, 20)
