"""How a text is put right where a finding tells what may have been meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pinocle_cli.cards import CardError
from pinocle_cli.light import NamedTuple
from pinocle_cli.reader.words import meant_by
from pinocle_cli.writing.typed import grouped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.ledger import Finding, Fix

_TOKEN = re.compile(r"""[^\s,:#\[\]{}"']+""")


class Edit(NamedTuple):
    """What an editor does: the columns (from 0) of a line (from 1) to be written over, or whole lines."""

    title: str
    line: int
    start: int
    end: int  # -1: the whole line, with its end
    new: str


def span_of(text: str, column: int) -> tuple[int, int]:
    """The word at a column (from 1; 0: the whole line) of a line: where it begins and ends, from 0."""
    if column:
        match = _TOKEN.match(text, min(column - 1, len(text)))
        return (column - 1, match.end()) if match else (min(column - 1, len(text)), len(text.rstrip()))
    bare = text.strip()
    start = text.find(bare) if bare else 0
    return start, start + len(bare)


def edits_for(finding: Finding, lines: Sequence[str], deck: Deck | None) -> Iterator[Edit]:
    """Every way in which a text is put right as a finding suggests, the likeliest first."""
    line = lines[finding.line - 1] if 0 < finding.line <= len(lines) else ""
    meant = meant_by(finding.message)
    if meant is not None and finding.column:
        yield _word(finding, line, meant)
    for fix in finding.fixes:
        found = _edit(fix, lines, deck)
        if found is not None:
            yield found


def _word(finding: Finding, line: str, meant: str) -> Edit:
    """Another spelling of the word that the finding points at, or of the one that it quotes."""
    start, end = span_of(line, finding.column)
    quoted = re.match('"([^"]+)"', finding.message)
    wrong = " ".join(quoted[1].split(" ")[: meant.count(" ") + 1]) if quoted else ""
    if wrong and (at := line.find(wrong, max(start - 1, 0))) >= 0:
        start, end = at, at + len(wrong)
    return Edit(f"write {meant}", finding.line, start, end, meant)


def _edit(fix: Fix, lines: Sequence[str], deck: Deck | None) -> Edit | None:
    if deck is None or not 0 < fix.line <= len(lines):  # of a text that has changed since
        return None
    line = lines[fix.line - 1]
    if fix.kind == "card":
        return _card(fix, line, deck)
    both = [line, *lines[fix.line : fix.line + 1]]
    if not all(map(_alone, both if fix.kind == "exchanged" else both[:1])):
        return None
    if fix.kind == "line":
        indent = line[: len(line) - len(line.lstrip(" -"))]
        return Edit(f"put in the line {fix.new}", fix.line, 0, 0, f"{indent}{fix.new}\n")
    if fix.kind == "twice":
        return Edit("take this line away", fix.line, 0, -1, "")
    if fix.kind == "exchanged":
        return Edit("exchange this line with the next", fix.line, 0, -2, f"{both[-1]}\n{line}\n")
    return _turned(fix, line, deck)


def _bare(line: str) -> str:
    """A line without its comment."""
    return re.split(r"(?:^|\s)#", line, maxsplit=1)[0].rstrip()


def _alone(line: str) -> bool:
    """Whether one line of a play stands here and nothing else: in a list in brackets others would go with it."""
    bare = _bare(line)
    return bool(bare) and not bare.endswith(",") and not {*bare} & {*"[]{}\"'"}


def _tokens(line: str, deck: Deck) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """(start, end, cards) of each word on a line that names cards; a comment has none."""
    body = _bare(line)
    for match in _TOKEN.finditer(body):
        if body[match.end() :].lstrip().startswith(":"):
            continue  # the name of a player
        try:
            cards = deck.parse(match.group())
        except CardError:
            continue
        yield match.start(), match.end(), cards


def _card(fix: Fix, line: str, deck: Deck) -> Edit | None:
    """Another card in the place of the nth, if it stands there, else of the first that is the same."""
    (old,), (new,) = deck.parse(fix.old), deck.parse(fix.new)
    places = [(token, n) for token in _tokens(line, deck) for n in range(len(token[2]))]
    same = [place for place in places if place[0][2][place[1]] == old]
    if not same:
        return None
    at = places[fix.nth] if fix.nth < len(places) and places[fix.nth] in same else same[0]
    (start, end, cards), n = at
    return Edit(
        f"write {fix.new} for {fix.old}", fix.line, start, end, grouped((*cards[:n], new, *cards[n + 1 :]), deck)
    )


def _turned(fix: Fix, line: str, deck: Deck) -> Edit | None:
    tokens = list(_tokens(line, deck))
    if not tokens:
        return None
    cards = [card for _, _, some in tokens for card in some]
    return Edit("turn the cards of this line round", fix.line, tokens[0][0], tokens[-1][1], deck.show(reversed(cards)))
