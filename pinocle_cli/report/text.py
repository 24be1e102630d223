"""Words out of a record as they stand on a page: harmless, each name in its own direction, cards with their signs."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from pinocle_cli.cards import LETTERS, SYMBOLS
from pinocle_cli.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

_CARD = re.compile(r"&#34;.*?&#34;|\b([SHDC])(10|[AKQJ987])\b")  # what stands in quotes is shown as it was written
_SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
_RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
_FIRST, _POP = "\u2068", "\u2069"  # what stands between them has a direction of its own


class Words:
    """The texts of one record, which may name its players."""

    def __init__(self, names: Sequence[str]) -> None:
        from_right = sorted((name for name in names if _from_right(name)), key=len, reverse=True)
        self._all = tuple(names)
        self._names = re.compile("|".join(map(re.escape, from_right))) if from_right else None

    def plain(self, text: str) -> str:
        """A text without what would move the cursor or turn the writing round; names kept apart."""
        if self._names is None:
            return text if text.isprintable() else "".join(map(plain, text))
        text = "\n".join(self._names.sub(lambda name: f"\0{name[0]}\1", line) for line in text.split("\n"))
        shown = "".join(sign if sign in "\0\1" else plain(sign) for sign in text)
        return shown.replace("\0", _FIRST).replace("\1", _POP)

    def marked(self, text: str) -> Markup:
        """The same for the page, every card with its sign in its colour."""
        return Markup(_CARD.sub(_shown, str(escape(self.plain(text)))))  # noqa: S704 - escaped just here

    def sentence(self, text: str) -> Markup:
        """The same with a capital at its beginning, unless a player's name stands there."""
        return self.marked(text if text.startswith(self._all) else text[:1].upper() + text[1:])


def _from_right(text: str) -> bool:
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)


def _shown(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[0]
    suit = LETTERS.index(match[1])
    return f'<span class="c s{suit}">{SYMBOLS[suit]}{match[2]}</span>'


def spoken(name: str) -> str:
    """A card as a screen reader says it: `ten of hearts`."""
    return f"{_RANK_NAMES.get(name[1:], name[1:])} of {_SUIT_NAMES[LETTERS.index(name[0])]}"
