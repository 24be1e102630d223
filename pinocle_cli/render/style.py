"""How cards and words look: suit signs where the output can show them, colour only on a terminal."""

from __future__ import annotations

import os
import sys

import click

from pinocle_cli.cards import LETTERS, SYMBOLS
from pinocle_cli.light import late_pattern
from pinocle_cli.plain import line, plain

__all__ = ["bold", "cards", "faint", "glyph", "in_colour", "line", "plain", "red", "signs", "suit"]

_CARD = late_pattern(r'"[^"]*"|\b([SHDC])(10|[AKQJ987])\b')  # what stands in quotes is shown as it was written
_RED = late_pattern("[♥♦](?:10|[AKQJ987])")


def _can_show(text: str) -> bool:
    try:
        stream = sys.stdout if hasattr(sys.stdout, "encoding") else sys.__stdout__  # a full screen catches the first
        text.encode((stream and stream.encoding) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def in_colour() -> bool:
    """Colour is for terminals that have it, and not for those who ask for none."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in ("dumb", "unknown")
    )


def cards(text: str) -> str:
    """A text as it can be shown (see `plain`), card names with their suit signs, red ones in red."""
    return red(signs(text))


def signs(text: str) -> str:
    """The same without colour, to be broken into lines."""
    text = plain(text)
    if not _can_show(SYMBOLS):
        return text
    return _CARD.sub(lambda found: SYMBOLS[LETTERS.index(found[1])] + found[2] if found[1] else found[0], text)


def red(text: str) -> str:
    """Its red cards in red."""
    return _RED.sub(lambda found: click.style(found[0], fg="red"), text) if in_colour() else text


def suit(number: int | None, *, colour: bool = True) -> str:
    """A trump suit as a sign or, where that cannot be shown, a letter."""
    if number is None:
        return ""
    if not _can_show(SYMBOLS):
        return LETTERS[number]
    sign = SYMBOLS[number]
    return click.style(sign, fg="red") if colour and in_colour() and sign in "♥♦" else sign


def bold(text: str) -> str:
    """What matters most."""
    return click.style(text, bold=True) if in_colour() else text


def faint(text: str) -> str:
    """What matters least."""
    return click.style(text, dim=True) if in_colour() else text


def glyph(sign: str, else_: str) -> str:
    """A sign, or what stands for it where it cannot be shown."""
    return sign if _can_show(sign) else else_
