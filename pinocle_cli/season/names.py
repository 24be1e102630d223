"""Names that may be two spellings of one person: asked about, never joined unasked."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from pinocle_cli.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Letters that look alike: an editor with two keyboards mixes them unseen.
_ALIKE = str.maketrans("авекмнорстухіјѕ", "abekmhopctyxijs")
_LONG = 6  # letters from which one of them may be a slip


class Double(NamedTuple):
    """Two names, and why they look like one."""

    name: str
    other: str
    why: str


def likely_doubles(tables: Iterable[Iterable[str]]) -> Iterator[Double]:
    """The pairs of names that look like one person, of those who never sat at one table."""
    together: dict[str, set[str]] = defaultdict(set)
    for table in tables:
        names = set(table)
        for name in names:
            together[name] |= names
    buckets: dict[str, set[str]] = defaultdict(set)
    for name in together:
        for key in _keys(name):
            buckets[key].add(name)
    pairs = {pair for names in buckets.values() for pair in combinations(sorted(names), 2)}
    for name, other in sorted(pairs):
        if other not in together[name] and (why := _why(name, other)):
            yield Double(name, other, why)
    yield from _in_short(together)


def _in_short(together: dict[str, set[str]]) -> Iterator[Double]:
    """`Boris` or `B. Karpov` for `Boris Karpov`, where it can stand for one name only."""
    words = {name: [_looks(word) for word in name.split()] for name in together}
    whole: dict[str, set[str]] = defaultdict(set)  # by a word that is written out in both
    for name in together:
        for word in words[name]:
            whole[word].add(name)
    for name in sorted(together):
        near = set[str]().union(*(whole[word] for word in words[name] if len(word) > 1)) - together[name]
        longer = [other for other in near if words[name] != words[other] and _begins(words[name], words[other])]
        if len(longer) == 1:
            yield Double(longer[0], name, "one of them in short")


def _begins(short: list[str], long: list[str]) -> bool:
    """Whether the words of a name are those of another, some of them shortened to a letter or left out at the end."""
    pairs = zip(short, long, strict=False)
    return len(short) <= len(long) and all(a == b or (len(a) == 1 and b.startswith(a)) for a, b in pairs)


def _keys(name: str) -> Iterator[str]:
    """What names that are alike have in common: how they look, or that without one letter."""
    plain = _looks(name)
    yield plain
    if len(plain) >= _LONG:
        yield from {plain[:n] + plain[n + 1 :] for n in range(len(plain))}


def _looks(name: str) -> str:
    """How a name looks: without case, accents, points and blanks; letters that look alike are one."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in decomposed if sign.isalnum()).translate(_ALIKE)


def _why(name: str, other: str) -> str:
    first, second = _looks(name), _looks(other)
    if first != second:
        return "one letter apart" if _one_letter_apart(first, second) else ""
    if name.casefold() == other.casefold():
        return "apart from capitals"
    if _scripts(name) != _scripts(other):
        return "in letters of two alphabets that look alike"
    return "apart from accents, points or blanks"


def _one_letter_apart(first: str, second: str) -> bool:
    """One letter more, less or other, or two that have changed places; figures tell people apart."""
    if min(len(first), len(second)) < _LONG or any(sign.isdigit() for sign in first + second):
        return False
    start = next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )
    one, two = first[start:], second[start:]
    swapped = len(one) > 1 and one[:2] == two[1::-1] and one[2:] == two[2:]
    return swapped or one[1:] == two[1:] or one[1:] == two or one == two[1:]


def _scripts(name: str) -> set[str]:
    return {unicodedata.name(sign, "").partition(" ")[0] for sign in name if sign.isalpha()}
