"""Words for messages: what stood there, shown safely, and what was meant by it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable

_LONGEST_WORD = 100
_MOST_KEYS = 32  # that are listed


def shorten(text: str, width: int = 40) -> str:
    """A text as it can stand in a message: on one line, and without signs that a terminal would obey."""
    text = " ".join(text[: 4 * width].split())
    text = text if len(text) <= width else text[: width - 3] + "..."
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean "dealer"?` or nothing."""
    if len(word) > _LONGEST_WORD:
        return ""  # a comparison would cost more than the word is worth
    import difflib  # noqa: PLC0415 - only where something is misspelt

    close = difflib.get_close_matches(word.lower(), {name.lower(): name for name in known}, 1, cutoff=0.6)
    name = next((name for name in known if close and name.lower() == close[0]), None)
    return f'; did you mean "{name}"?' if name else ""


_MEANT = r'did you mean (?:"([^"]+)"|`([^`]+)`|([^"`?;]+?)(?: \(with a zero\))?)\?'


def meant_by(message: str) -> str | None:
    """The spelling that a message asks about."""
    match = re.search(_MEANT, message)
    return next(filter(None, match.groups())) if match else None


def signs_in(text: str) -> str:
    """`; there is a no-break space (U+00A0) in it`, or nothing."""
    if text.isascii():
        return ""
    from pinocle_cli.reader.signs import with_signs  # noqa: PLC0415 - only where such signs can be

    return with_signs(text)


_JOINERS = "\u200c\u200d"  # with which names of some languages, and emoji, are made


def unseen_in(name: str) -> str:
    """The first sign in a name that a screen cannot show or would obey, by its name; nothing if there is none."""
    bare = name if name.isascii() else name.translate(dict.fromkeys(map(ord, _JOINERS))) or name
    if bare.isprintable():
        return ""
    from pinocle_cli.reader.signs import sign  # noqa: PLC0415 - only where such signs are

    return sign(next(char for char in bare if not char.isprintable()))


_THOUSANDS = r"[+-]?[0-9]{1,3}(?:[ .,'_][0-9]{3})+"
_SUM = r"[0-9]{1,6}(?: *\+ *[0-9]{1,6})+"


def figure_meant(text: str) -> str:
    """A figure as it is written here: a dash for a minus and `160.0`, as spreadsheets have them, can mean one only."""
    if not text.isascii():
        from pinocle_cli.reader.signs import plain  # noqa: PLC0415 - only where such signs can be

        text = plain(text)
    text = text.strip()
    whole, point, rest = text.partition(".")
    return whole if point and rest and not rest.strip("0") else text


def figure_hint(text: str) -> str:
    """What to write instead of a figure that is written otherwise."""
    if re.fullmatch(_THOUSANDS, text):
        return f"; write {re.sub('[ .,_]', '', text.replace(chr(39), ''))}"
    if re.fullmatch(_SUM, text):
        return f"; write the sum, {sum(map(int, text.split('+')))}"
    return ""


# Words that other tables have for what a key here is called.
_OTHER_WORDS = {
    "claimed": ("total", "totals", "score", "scores", "points", "sum", "result", "results", "written"),
    "taken": ("count", "counts", "card-points", "cards-taken", "won", "points", "trick-points"),
    "melds": ("meld", "melded", "meld-points", "combinations", "declarations"),
    "calls": ("call", "declarations", "declared", "point", "sequence", "sets"),
    "hands": ("hand", "cards", "dealt"),
    "bids": ("bid", "bidder", "bidding", "auction", "contract"),
    "trump": ("trumps", "suit"),
    "discards": ("discard", "exchange", "thrown"),
    "deals": ("rounds", "games", "hands"),
    "note": ("notes", "comment", "comments", "remark"),
    "irregularities": ("faults", "fault", "penalties", "irregularity"),
    "rules": ("profile", "house", "options", "target", "variant"),
    "play": ("plays", "moves"),
    "dealer": ("deal", "dealt-by"),
}


def close_colon(text: str, known: Container[str]) -> str:
    """`trump: hearts` for `trump:hearts`, which is no key and its value to YAML; nothing if it is anything else."""
    key, colon, value = text.partition(":")
    return shorten(f"{key}: {value}") if colon and value and key in known else ""


def key_meant(key: str, known: Collection[str], player: str | None, house: Collection[str] = ()) -> str:
    """What a key that is none may have meant: another word for one, a near one, a player; else those that there are."""
    if written := close_colon(key, known):
        return f": a space is missing after the colon; write `{written}`"
    if (bare := key.lstrip("-")) != key and bare.strip("{["):
        return "; a space is missing after the hyphen"
    word = key.lower().replace("_", "-")
    if word in ("winner", "won-by"):
        return ": who wins is worked out; what the table wrote down is `claimed`"
    meant = [name for name, words in _OTHER_WORDS.items() if word in words and name in known]
    if word in known:
        meant = [word]
    if word in house and meant in ([], ["rules"]):
        return f": it is a house rule; write it under `rules`, like `rules: {{{word}: ...}}`"
    if meant:
        return f"; did you mean {' or '.join(f'`{name}`' for name in meant)}?"
    if player is not None:
        return f": it is the name of {player}; write what the figure is, like `claimed: {{{key}: ...}}`"
    return did_you_mean(key, known) or (f"; the keys are {', '.join(known)}" if len(known) <= _MOST_KEYS else "")
