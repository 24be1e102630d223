"""The lines of a record around a finding, with a mark under what it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.light import late_pattern
from pinocle_cli.render import screen, style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    TextOf = Callable[[int], str | None]  # a line of an input, by its number

_WORD = late_pattern(r"""(?:"[^"]*"|'[^']*'|[^\s,{}\[\]]+?)(?=:?(?:[\s,{}\[\]]|$))""")
_LONGEST_MARK = 40


def excerpt(text_of: TextOf, line: int, column: int, said: str = "", before: int = 0) -> Iterator[str]:
    """The line and some before it, a caret under `column` (from 1; 0 is none), and what is said of it."""
    bar, arrow = style.glyph("│", "|"), style.glyph("▸", ">")
    margin = f"          {bar} "
    room = screen.prose() - screen.wide(margin)
    marks = ""
    for number in range(max(1, line - before), line + 1):
        text = text_of(number)
        if text is None or not (text.strip() or number < line):
            continue
        here = number == line
        shown, at = _shown(text, max(column - 1, 0) if here else 0, room)
        yield f"  {arrow if before and here else ' '} {number:5} {bar} {shown}".rstrip()
        if here and column:
            marks = " " * at + "^" * min(_length(text, column), room - at)
    head = margin + marks + "  " if marks else margin
    if said and screen.wide(head) + screen.wide(said) <= screen.prose():
        yield style.red(head + style.signs(said))
        return
    if marks:
        yield margin + marks
    if said:
        yield from screen.wrapped(said, margin, margin)


def _shown(text: str, place: int, room: int) -> tuple[str, int]:
    """What can be shown of a line around a place (from 0), and where that is then; a line may be megabytes long."""
    start, end = max(place - 2 * room, 0), place + 2 * room
    near = _visible(text[start:end])
    return screen.part(near, len(_visible(text[start:place] + "|")) - 1, room, more=(start > 0, end < len(text)))


def _visible(text: str) -> str:
    return style.plain(text.replace("\t", " ").rstrip())


def _length(text: str, column: int) -> int:
    """How long the mark is: as long as the word, without what only divides it from others."""
    word = _WORD.match(text[column - 1 : column + _LONGEST_MARK])
    return max(1, min(screen.wide(_visible(word[0])) if word else 1, _LONGEST_MARK))
