"""Signs that look like YAML's and are none, or that nobody can see: what they are called, and where they do harm.

They come from word processors, web pages and telephones: no-break spaces, dashes, typographic quotes.
"""

from __future__ import annotations

import re
import unicodedata

from pinocle_cli.light import late_pattern

_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# Joiners within a word are not among these: names and emoji are made with them.
UNSEEN = "".join(
    map(chr, (0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF))
)
_DASHES = "\u2010-\u2015\u2022\u2043\u2212\ufe58\ufe63\uff0d"
_COLONS = "\u2236\ua789\ufe13\ufe55\uff1a"
_COMMAS = "\u3001\ufe10\ufe50\uff0c"
QUOTES = "\u00ab\u00bb\u2018-\u201f\u2039\u203a\u275b-\u275e\u301d-\u301f\uff02\uff07"
_BRACKETS = "\uff3b\uff3d\uff5b\uff5d"
# Patterns are compiled when a record has such a sign: most have none.
_STRANGE = f"[{_SPACES}{UNSEEN}{_DASHES}{_COLONS}{_COMMAS}{QUOTES}{_BRACKETS}]"

# Where such a sign breaks YAML: at the beginning of a line, behind a key, round a value.
_KEY = r"[^\s\"'#:{}\[\],|>]+"
_BREAKING = (
    f"^[ \\t]*([{_SPACES}{UNSEEN}])",
    f"^[ \\t]*([{_DASHES}])[ {_SPACES}]",
    f"^[ \\t]*-([{_SPACES}])",
    f"^[ \\t]*(?:- +)*{_KEY}:([{_SPACES}])",
    f"[{{,] *{_KEY}:([{_SPACES}])",
    f"^[ \\t]*(?:- +)*{_KEY}?([{_COLONS}])",
    f"[{{,] *[^:{{}},{_COLONS}]+([{_COLONS}])",
    f"(?:: +|- +|[{{\\[,] *)([{QUOTES}{_BRACKETS}])",
    f"([{UNSEEN}])",
)
BEGINNING = late_pattern(f"([{_SPACES}]|[{_DASHES}](?=[ {_SPACES}]))")  # of a line, instead of spaces or a hyphen
_FAR = 3  # lines above the place where YAML stumbles


_INSTEAD = (
    (_SPACES, "write a plain space"),
    (UNSEEN, "leave it out, nobody can see it"),
    (_DASHES, "write a hyphen and a space"),
    (_COLONS, "write a colon and a space"),
    (QUOTES, "write no quotes, or plain ones"),
    (_BRACKETS, "write a plain bracket"),
)


def sign(char: str) -> str:
    """What a sign is called: `a no-break space (U+00A0)`."""
    name = unicodedata.name(char, "sign").lower()
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} (U+{ord(char):04X})"


def instead(char: str) -> str:
    """What to write for a sign that breaks YAML."""
    return next(words for signs, words in _INSTEAD if re.match(f"[{signs}]", char))


def with_signs(text: str) -> str:
    """`; there is a no-break space (U+00A0) in it`, or nothing."""
    found = list(dict.fromkeys(re.findall(_STRANGE, text)))
    return f"; there is {' and '.join(map(sign, found[:3]))} in it" if found else ""


_PLAIN = {
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(map(ord, UNSEEN), ""),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"), "-"),
    **{code: chr(code - 0xFEE0) for code in range(0xFF10, 0xFF1A)},
}


def plain(text: str) -> str:
    """A text with plain spaces, hyphens and figures for those of word processors."""
    return text.translate(_PLAIN)


def breaking(lines: list[str], at: int) -> tuple[int, int, str] | None:
    """(line, column, sign) that made YAML stumble at or soon after; the lines and places count from zero."""
    seen = 0
    found = None
    for n in range(min(at, len(lines) - 1), -1, -1):
        line = lines[n]
        if not line.strip():
            continue
        places = [] if line.isascii() else [(m.start(1), m.group(1)) for p in _BREAKING if (m := re.search(p, line))]
        if places:
            found = (n, *min(places))
        elif found or seen >= _FAR:
            break
        seen += 1
    return found
