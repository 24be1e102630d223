"""What the screen of `pinocle keep` shows: the score so far, the deal that is being written, each answer in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from pinocle_cli.ask import CARDS, SHEET
from pinocle_cli.cards import SYMBOLS
from pinocle_cli.keep.looks import LOOKS, brought, in_colour, spread_out
from pinocle_cli.render import layout
from pinocle_cli.writing.effects import would_bring

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinocle_cli.keep.companion import Companion, Said
    from pinocle_cli.ledger import Entry
    from pinocle_cli.writing.slots import Slot, SlotId

_LABEL = 8
_NAMES = (6, 12)  # columns for a name, at least and at most


def score_so_far(companion: Companion, width: int, height: int) -> Text:
    """The score so far, its last lines if there is no room for all."""
    verdict = companion.keeper.judged.verdict
    room = max(height * 2 // 5, 3)
    lines = layout.latest(verdict, width, room) if verdict.deals and verdict.accounts else []
    if not lines:
        return Text("no deal is written yet", style="dim")
    return Text("\n").join(map(Text.from_ansi, lines))


def about_the_deal(companion: Companion, width: int, *, narrow: bool) -> Text:
    """Which deal it is, its trumps, and how it is kept."""
    if companion.slot is None:
        return Text("the game is over")
    now = companion.keeper.situation()
    trump = f" · {SYMBOLS[now.trump]}" if now.trump is not None else ""
    ways = Text.assemble(
        ("sheet", "bold reverse" if companion.keeper.way == SHEET else "dim"), " ",
        ("cards" if narrow else "card by card", "bold reverse" if companion.keeper.way == CARDS else "dim"),
    )  # fmt: skip
    head = Text((companion.head() + trump).replace(", ", " · "))
    return spread_out(head, ways, width)


def answers(
    companion: Companion, slots: list[Slot], points: Mapping[SlotId, list[Entry]], width: int, *, narrow: bool
) -> Text:
    """Answers as they stand, and what each has brought."""
    names, rows = companion.keeper.judged.verdict.names, []
    for slot in slots:
        name, text = _named(slot, names)
        row = Text.assemble(_label(slot, name, names, narrow=narrow), in_colour(text or slot.given))
        if not slot.written:
            row.stylize("dim")
        alone = slot.seat is not None and slot.nth is None
        rows.append(spread_out(row, Text(brought(points[slot.id], names, alone=alone), "dim"), width))
    return Text("\n").join(rows)


def open_label(companion: Companion, slot: Slot, *, narrow: bool) -> Text:
    """What stands before the answer that is open; a line says itself whose it is."""
    names = companion.keeper.judged.verdict.names
    name = "" if slot.nth is not None and slot.written else _named(slot, names)[0]
    return _label(slot, name, names, narrow=narrow)


def _named(slot: Slot, names: tuple[str, ...]) -> tuple[str, str]:
    """Whose answer it is, and the answer without that."""
    before, colon, after = slot.written.partition(": ")
    if slot.nth is not None and colon and before in names:
        return before, after
    return names[slot.seat] if slot.seat is not None else "", slot.written


def _label(slot: Slot, name: str, names: tuple[str, ...], *, narrow: bool) -> Text:
    """What stands before an answer: the question in a word, the number of the trick, whose it is."""
    least, most = _NAMES
    wide = min(max(least, *(cell_len(one) for one in names)), least if narrow else most)
    number = f"{slot.label[: _LABEL - 4]:<{_LABEL - 4}}{slot.trick:>3} " if slot.trick else ""
    label = number or f"{slot.label[: _LABEL - 1]:<{_LABEL}}"
    return Text(f"{label}{set_cell_size(name, wide)} ", style="bold" if slot.label else "")


def preview(companion: Companion, slot: Slot, text: str) -> Iterator[Text]:
    """What an answer would bring, and what is to be said of it."""
    would = would_bring(companion.keeper, slot, text)
    if would is not None and would[0]:
        yield Text(brought(would[0], companion.keeper.judged.verdict.names), style="bold")
    for finding in would[1][:1] if would is not None else ():
        yield Text("⚠ ", style="yellow") + in_colour(finding.message)


def what_was_said(companion: Companion, said: Said, *, narrow: bool) -> Text:
    """A line about what came of an answer, with the key for its rule."""
    mark = {"refused": "✗ ", "error": "✗ ", "fault": "⚠ ", "done": "✓ "}.get(said.kind, "  ")
    line = Text(mark, style=LOOKS.get(said.kind, "")) + in_colour(said.text)
    if said.rule is not None and said.kind in ("fault", "error") and not narrow:
        line.append(f"  F1 {said.rule.id_in(companion.keeper.game.name)}", style="dim")
    return line
