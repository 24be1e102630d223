"""How things look on the screen of `pinocle keep`: cards in their colours, and pages to be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from pinocle_cli import rulebook
from pinocle_cli.cards import LETTERS, SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult

    from pinocle_cli.game import Game
    from pinocle_cli.ledger import Entry
    from pinocle_cli.rule import Rule

_CARDS = re.compile(r'"[^"]*"|\b([SHDC])((?:10|[AKQJ987])+)\b')
_RED = "bold #d70000"
LOOKS = {
    "refused": "bold red",
    "error": "bold red",
    "fault": "yellow",
    "done": "bold green",
    "note": "dim",
    "text": "",
}

KEYS = """\
Keys: Enter next · Up, Down another answer · PageUp, PageDown another deal · Tab complete · ^Z undo · ^Y redo
      F1 the rule in question · F2 card by card or the sheet · F5 the whole score · ^Q close"""


class Page(ModalScreen[None]):
    """Something to be read: a rule, the sheet, help; Escape closes it."""

    BINDINGS: ClassVar = [Binding("escape,q,f1,f5,f12,enter", "dismiss", "back")]
    CSS = """
    Page { align: center middle; }
    Page ScrollableContainer { width: 94%; height: auto; max-height: 90%; padding: 0 1; }
    Page ScrollableContainer { border: round $primary; background: $surface; }
    Page .wide { width: auto; }
    """

    def __init__(self, text: Text, *, wide: bool = False) -> None:
        super().__init__()
        self.text, self.wide = text, wide

    def compose(self) -> ComposeResult:
        """The text, to be scrolled; a table is never wrapped."""
        with ScrollableContainer():
            yield Static(self.text, classes="wide" if self.wide else "")
        yield Footer()


def spread_out(left: str, right: str, width: int) -> Text:
    """Two texts at the two ends of a line; the right one goes first where there is no room."""
    room = width - len(left) - len(right)
    return Text(left + " " * room + right if room > 0 else left, no_wrap=True, overflow="ellipsis")


def in_colour(text: str) -> Text:
    """Cards with their suit signs, red ones red."""
    found = Text()
    at = 0
    for match in _CARDS.finditer(text):
        if match[1] is None:
            continue
        sign = SYMBOLS[LETTERS.index(match[1])]
        found.append(text[at : match.start()])
        found.append(sign + match[2], style=_RED if sign in "♥♦" else "")
        at = match.end()
    return found.append(text[at:])


def page_of(rule: Rule, game: Game) -> Text:
    """A rule as it is read beside the score."""
    page = Text(f"{rule.id_in(game.name)}  {rule.title}\n\n", style="bold")
    page.append_text(Text(rule.text, style="not bold"))
    for says in rulebook.examples(rule.id_in(game.name)):
        page.append_text(Text("\n\nfor example  ", style="not bold dim") + Text(says, style="not bold"))
    return page.append_text(Text(f"\n\nsource  {rule.source}", style="not bold dim"))


def brought(entries: Iterable[Entry], names: tuple[str, ...]) -> Text:
    """What an answer brings to each: `Anna 40 + 40 = 80`."""
    by_seat: dict[int, list[int]] = {}
    for entry in entries:
        by_seat.setdefault(entry.seat, []).append(entry.points)
    parts = []
    for seat, points in by_seat.items():
        total = f" = {sum(points)}" if len(points) > 1 else ""
        parts.append(f"{names[seat]} {' + '.join(map(str, points))}{total}")
    return Text("   ".join(parts), style="bold")
