"""The canonical form of a record's text: cards as `SA10K`, play as a block; comments, order and spacing stay.

The text is edited where the tree says that cards stand, never printed anew, so that nothing is lost of what the writer
put there.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli.cards import LETTERS, CardError
from pinocle_cli.envelope import read_record
from pinocle_cli.source import BLOCK, Mapping, Node, Scalar, Sequence, buffered, yaml_documents

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as Known

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game

_WORD = re.compile(r"[^\s,]+")
_CARD_KEYS = frozenset(
    {"hands", "held", "stock", "turned", "talon", "widow", "discards", "bury", "taken", "melds", "cards"}
)
_LINE_KEYS = frozenset({"play"})


class _Edit(NamedTuple):
    line: int
    column: int
    length: int
    new: str


def canonical(text: str, games: Known[str, Game]) -> str:
    """The text in its canonical form; a document that cannot be read stays as it is."""
    lines = text.split("\n")
    edits: list[_Edit] = []
    blocks: list[tuple[int, Sequence]] = []
    for document in yaml_documents(buffered(io.BytesIO(text.encode("utf-8")))):
        if document.root is None:
            continue
        record = read_record(document.root, "", 1, games, lambda _: None)
        if record.game is None or record.house is None:
            continue
        game = games[record.game]
        edits += _edits(document.root, game.deck(record.house), lines)
        blocks += _lists_of_play(document.root)
    for edit in sorted(edits, reverse=True):
        line = lines[edit.line - 1]
        start = edit.column - 1
        lines[edit.line - 1] = line[:start] + edit.new + line[start + edit.length :]
    for key_line, items in blocks:
        _make_block(lines, key_line, items)
    return "\n".join(lines)


def _edits(root: Node, deck: Deck, lines: list[str]) -> Iterator[_Edit]:
    """Each word that stands where cards are expected and is written otherwise than canonically."""
    stack: list[tuple[Node, str]] = [(root, "")]
    while stack:
        node, kind = stack.pop()
        if isinstance(node, Mapping):
            for key, value in node.pairs:
                if isinstance(key, Scalar) and not kind:
                    inner = "cards" if key.text in _CARD_KEYS else "lines" if key.text in _LINE_KEYS else ""
                    stack.append((value, inner))
                else:
                    stack.append((value, kind))
        elif isinstance(node, Sequence):
            stack.extend((item, kind) for item in node.items)
        elif kind:
            yield from _words(node, kind, deck, lines)


def _words(node: Scalar, kind: str, deck: Deck, lines: list[str]) -> Iterator[_Edit]:
    last = node.line + node.text.count("\n") if node.style == BLOCK else node.line
    for number in range(node.line, min(last, len(lines)) + 1):
        line = lines[number - 1]
        start = node.column - 1 if number == node.line else 0
        whole = line if node.style == BLOCK else line[: start + len(node.text) + 2]
        body = whole.split(" #", 1)[0]
        if kind == "lines" and ":" in body[start:]:
            start = body.index(":", start) + 1  # the name of a player is not a card
        for match in _WORD.finditer(body, start):
            word = match.group().strip("'\"[]{}")
            new = _canonical_word(word, deck)
            if word and new != word:
                yield _Edit(number, match.start() + match.group().index(word) + 1, len(word), new)


def _canonical_word(word: str, deck: Deck) -> str:
    """One card or group as it is canonically written; any other word as it is."""
    try:
        cards = deck.parse(word)
    except CardError:
        return word
    suits = {deck.suit[card] for card in cards}
    if len(suits) != 1:
        return word
    return LETTERS[suits.pop()] + "".join(deck.rank[card] for card in cards)


def _lists_of_play(root: Node) -> Iterator[tuple[int, Sequence]]:
    """(line of the key, list) of each play that is written as a list, one line an item."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Mapping):
            for key, value in node.pairs:
                if isinstance(key, Scalar) and key.text == "play" and isinstance(value, Sequence):
                    if value.line > key.line and len({item.line for item in value.items}) == len(value.items):
                        yield key.line, value
                else:
                    stack.append(value)
        elif isinstance(node, Sequence):
            stack.extend(node.items)


def _make_block(lines: list[str], key_line: int, items: Sequence) -> None:
    """Turn `play:` and its list into a block, if every item is one plain line."""
    at = [item.line for item in items.items]
    bodies = {}
    for number in at:
        match = re.fullmatch(r"(\s*)- (.*)", lines[number - 1])
        if match is None or match[2].startswith(("{", "[", "'", '"', "|", ">", "&", "!")):
            return
        bodies[number] = match[2]
    head, colon, rest = lines[key_line - 1].partition("play:")
    if not colon or rest.strip().startswith(("|", "[")):
        return
    indent = " " * (len(head) + 2)
    lines[key_line - 1] = f"{head}play: |{rest}"
    for number in range(key_line + 1, at[-1] + 1):
        body = bodies.get(number, lines[number - 1].strip())
        lines[number - 1] = indent + body if body else ""
