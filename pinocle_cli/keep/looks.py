"""How things look on the screen of `pinocle keep`: cards in their colours, and pages to be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from pinocle_cli import rulebook
from pinocle_cli.cards import LETTERS, SYMBOLS
from pinocle_cli.keep.companion import help_lines
from pinocle_cli.keep.widgets import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinocle_cli.game import Game
    from pinocle_cli.ledger import Entry
    from pinocle_cli.rule import Rule

_PLAIN = Console(no_color=True)  # only breaks lines
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


def spread_out(left: Text, right: Text, width: int) -> Text:
    """Two texts at the two ends of a line; the right one goes first where there is no room."""
    room = width - left.cell_len - right.cell_len
    line = Text.assemble(left, " " * room, right) if room > 0 else left
    line.truncate(width, overflow="ellipsis")
    return line


def rules_in_full(rules: Iterable[Rule], game: Game, width: int) -> Text:
    """Rules as they are read beside the score."""
    lines = Text()
    for rule in rules:
        head = Text(f"{rule.id_in(game.name)}  {rule.title}", style="bold")
        examples = [Text.assemble(("for example  ", "dim"), says) for says in rulebook.examples(rule.id_in(game.name))]
        parts = [head, Text(rule.text), *examples, Text(f"source  {rule.source}", style="dim")]
        for part in parts:
            lines.append_text(broken(part, width)).append("\n\n")
    lines.rstrip()
    return lines


def broken(text: Text, width: int) -> Text:
    """A text in lines of so many columns."""
    return Text("\n").join(text.wrap(_PLAIN, width))


def keys_and_commands(width: int) -> Text:
    """What may be typed, and which keys there are."""
    keys = [(key.sign, key.says) for key in KEYS]
    lines = [*help_lines(width), "", *help_lines(width, keys, "Keys:")]
    return Text("\n".join(lines))


def brought(entries: Iterable[Entry], names: tuple[str, ...], *, alone: bool = False) -> str:
    """What an answer brings to each: `Anna 40 + 40 = 80`, `Cyd 12 chips`; without the name where it is `alone`."""
    by_seat: dict[tuple[int, str], list[int]] = {}
    for entry in entries:
        by_seat.setdefault((entry.seat, entry.unit), []).append(entry.points)
    parts = []
    for (seat, unit), points in by_seat.items():
        sums = " ".join(f"{'+' if one >= 0 else '−'} {abs(one)}" for one in points[1:])
        said = f"{points[0]} {sums} = {sum(points)}" if sums else f"{points[0]}"
        name = "" if alone else f"{names[seat]} "
        parts.append(f"{name}{said}{'' if unit == 'points' else f' {unit}'}")
    return "   ".join(parts)
