"""How much room there is, and texts and tables made to fit it. Nothing is ever cut off a figure or a name."""

from __future__ import annotations

import sys
from itertools import zip_longest
from typing import TYPE_CHECKING

from pinocle_cli.light import late_pattern
from pinocle_cli.render import style

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

ENDLESS = 1 << 16  # columns, where nothing limits a line
PROSE = 100  # columns in which a text reads well, and as many as are used where nobody looks
_COLOUR = late_pattern(r"\x1b\[[0-9;]*m")
# Signs of one column each: all that most records are written in. What is beyond them is left to the library.
_NARROW = late_pattern(
    "[ -~\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0558\u2010-\u2027\u2030-\u205e"
    "\u2190-\u2199\u2500-\u257f\u25b8\u2660-\u2667]*"
)


def columns() -> int | None:
    """Columns of the terminal; None where nothing limits a line."""
    if not sys.stdout.isatty():
        return None
    import shutil  # noqa: PLC0415 - only on a terminal

    return max(shutil.get_terminal_size().columns, 20)


def prose() -> int:
    """The width of a text: that of the terminal, as far as it reads well."""
    return min(columns() or PROSE, PROSE)


def wide(text: str) -> int:
    """How many columns a text takes on the screen."""
    text = _COLOUR.sub("", text)
    if (text.isascii() and text.isprintable()) or _NARROW.fullmatch(text):
        return len(text)
    import wcwidth  # noqa: PLC0415 - half of what starting costs, and only for signs of other widths

    return max(wcwidth.wcswidth(text), 0)


def padded(text: str, width: int, *, right: bool = False) -> str:
    """A text with blanks up to a width."""
    blanks = " " * (width - wide(text))
    return blanks + text if right else text + blanks


def wrapped(
    text: str, head: str = "", indent: str | None = None, width: int | None = None, *, cards: bool = True
) -> Iterator[str]:
    """A text in lines that fit the screen: `head` before the first, `indent` before the others.

    Its cards are shown as signs, unless there are none in it: then a name is what it is, though it may look like one.
    """
    if width == ENDLESS:
        yield head + (style.cards(text) if cards else style.plain(text))
        return
    indent = " " * wide(head) if indent is None else indent
    shown = style.signs(text) if cards else style.plain(text)
    lines = _broken(shown, max((width or prose()) - max(wide(head), wide(indent)), 16))
    for number, one in enumerate(lines or [""]):
        yield ((indent if number else head) + (style.red(one) if cards else one)).rstrip()


def _broken(text: str, width: int) -> list[str]:
    if text.isprintable() and wide(text) <= width:
        return [text]
    if _NARROW.fullmatch(text):
        import textwrap  # noqa: PLC0415 - only for a long text

        return textwrap.wrap(text, width, break_on_hyphens=False)
    import wcwidth  # noqa: PLC0415 - see above

    return wcwidth.wrap(text, width, break_on_hyphens=False)


def packed(
    items: Sequence[str], head: str = "", indent: str = "    ", width: int | None = None, *, cards: bool = True
) -> Iterator[str]:
    """Items with commas between them, in lines that fit the screen; no item is broken that fits one."""
    width, row, empty = width or prose(), head, True
    if wide(head) > width:
        *full, row = wrapped(head, indent=indent, width=width, cards=cards)
        yield from full
        row += " "
    for number, one in enumerate(items):
        item = (style.signs(one) if cards else style.plain(one)) + ("," if number < len(items) - 1 else "")
        if wide(row) + 1 + wide(item) > width and (not empty or row.strip()):
            yield style.red(row.rstrip()) if cards else row.rstrip()
            row, empty = indent, True
        *full, row = wrapped(item, row if empty else row + " ", indent, width, cards=cards)
        yield from full
        empty = False
    yield row


def part(text: str, column: int, width: int, *, more: tuple[bool, bool] = (False, False)) -> tuple[str, int]:
    """As much of a line as fits, with the place `column` (from 0) in it, and in which screen column that is.

    `more` says whether something stands before and behind the text already.
    """
    before, behind = more
    if wide(text) + before + behind <= width:
        dots = style.glyph("…", ">")
        return dots * before + text + dots * behind, wide(text[:column]) + before
    dots = style.glyph("…", ">")
    start = 0 if not before and wide(text[: column + 1]) < width - 1 else max(column - width // 3, 0)
    before, stop = before or start > 0, start + 8 * width  # signs of no width too, but not eight million
    behind = behind or stop < len(text)
    shown = dots * before + text[start:stop]
    end = len(shown)
    while wide(shown[:end]) > width - 1:
        end -= 1
    shown = shown[:end] + dots if behind or end < len(shown) else shown
    return shown, wide(text[start:column]) + before


# --- Tables ----------------------------------------------------------------------------------------------------------


def aligned(rows: Sequence[Sequence[object]], right: Collection[int] = (), gap: str = "  ") -> list[str]:
    """Rows in columns, those of the numbers in `right` to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(wide, column)) for column in zip_longest(*texts, fillvalue="")]
    return [gap.join(padded(cell, widths[n], right=n in right) for n, cell in enumerate(row)).rstrip() for row in texts]


def table(
    rows: Sequence[Sequence[object]], heads: Sequence[str] = (), right: Collection[int] = (), width: int | None = None
) -> Iterator[str]:
    """Rows in columns where they fit; else each as a text: its first cell, then the others with their heads."""
    lines = aligned([heads, *rows] if heads else rows, right)
    width = width or columns()
    if width is None or max(map(wide, lines), default=0) <= width:
        if heads:
            lines.insert(1, style.glyph("─", "-") * max(map(wide, lines)))
        yield from map(style.cards, lines)
        return
    for first, *others in rows:
        if heads:
            yield from packed(
                [f"{h} {one}" for h, one in zip(heads[1:], others, strict=False)], f"{first}: ", width=width
            )
        else:
            yield from wrapped("  ".join(map(str, (first, *others))), indent="    ", width=width)
