"""The canonical form of a record's text: cards as `SA10K`, play as a block; comments, order and spacing stay.

The text is edited where the tree says that cards stand, never printed anew, so that nothing is lost of what the writer
put there.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli.cards import LETTERS, CardError
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.reader.parse import Block, Items, Pairs, Text, buffered, yaml_documents
from pinocle_cli.reader.record import read_record, record_keys

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as Known

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game, Holds, Key
    from pinocle_cli.reader.parse import Node

_WORD = re.compile(r"[^\s,]+")


class _Edit(NamedTuple):
    line: int
    column: int
    length: int
    new: str


def canonical(text: str, games: Known[str, Game]) -> str:
    """The text in its canonical form; a document that cannot be read stays as it is."""
    lines = text.split("\n")
    edits: list[_Edit] = []
    blocks: list[tuple[int, Items]] = []
    for document in yaml_documents(buffered(io.BytesIO(text.encode("utf-8")))):
        if document.root is None:
            continue
        record = read_record(document.root, "", 1, document.line, games, lambda _: None)
        if record.game is None or record.house is None:
            continue
        game = games[record.game]
        edits += _edits(document.root, game, game.deck(record.house), lines)
        blocks += _lists_of_play(document.root)
    for edit in sorted(edits, reverse=True):
        line = lines[edit.line - 1]
        start = edit.column - 1
        lines[edit.line - 1] = line[:start] + edit.new + line[start + edit.length :]
    for key_line, items in blocks:
        _make_block(lines, key_line, items)
    return "\n".join(lines)


def _edits(root: Node, game: Game, deck: Deck, lines: list[str]) -> Iterator[_Edit]:
    """Each word that stands where cards are expected and is written otherwise than canonically."""
    stack: list[tuple[Node, Holds, Known[str, Key]]] = [(root, "text", {**deal_keys(game), **record_keys(game)})]
    while stack:
        node, holds, keys = stack.pop()
        if isinstance(node, Pairs):
            for key, value in node:
                if not keys:  # the names of players
                    stack.append((value, holds, keys))
                elif isinstance(key, Text) and (about := keys.get(key)):
                    stack.append((value, about.kind.holds, about.kind.keys))
        elif isinstance(node, Items):
            stack.extend((item, holds, keys) for item in node)
        elif isinstance(node, Text) and holds in ("cards", "lines"):
            yield from _words(node, holds, deck, lines)


def _words(node: Text, holds: Holds, deck: Deck, lines: list[str]) -> Iterator[_Edit]:
    block = isinstance(node, Block)
    last = node.line + node.count("\n") if block else node.line
    for number in range(node.line, min(last, len(lines)) + 1):
        line = lines[number - 1]
        start = node.column - 1 if number == node.line else 0
        whole = line if block else line[: start + len(node) + 2]
        body = whole.split(" #", 1)[0]
        if holds == "lines" and ":" in body[start:]:
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


def _lists_of_play(root: Node) -> Iterator[tuple[int, Items]]:
    """(line of the key, list) of each play that is written as a list, one line an item."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Pairs):
            for key, value in node:
                if isinstance(key, Text) and key == "play" and isinstance(value, Items):
                    if value.line > key.line and len({*_lines_of(value)}) == len(value):
                        yield key.line, value
                else:
                    stack.append(value)
        elif isinstance(node, Items):
            stack.extend(node)


def _lines_of(items: Items) -> list[int]:
    """The line at which each item begins."""
    return [item.line for item in items if isinstance(item, Text | Items | Pairs)]


def _make_block(lines: list[str], key_line: int, items: Items) -> None:
    """Turn `play:` and its list into a block, if every item is one plain line."""
    at = _lines_of(items)
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
