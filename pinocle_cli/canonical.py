"""The canonical form of a record's text: cards as `SA10K`, play as a block; comments, order and spacing stay.

The text is edited where the tree says that cards stand, to the sign, and never printed anew: whatever is not a value of
cards (comments, notes, keys of other programs) stays byte for byte.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from pinocle_cli.cards import LETTERS, CardError
from pinocle_cli.light import NamedTuple, late_pattern
from pinocle_cli.reader.context import COMMENT
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.reader.parse import composed, with_line_feeds_alone
from pinocle_cli.reader.pyyaml import yaml
from pinocle_cli.reader.record import read_record, record_keys
from pinocle_cli.reader.streams import buffered, pieces, yaml_documents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Mapping as Known

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game, Holds, Key

_WORD = late_pattern(r"[^\s,]+")
_COMMAS = late_pattern(r"\s*,[\s,]*")
_TRIMMED = late_pattern(r"([\s,]*)(.*?)([\s,]*)", re.DOTALL)
_BEHIND = late_pattern(r"[ \t]+#[^\n]*")
_FLOW = ("", "'", '"', None)  # styles of a scalar that is no block


class _Edit(NamedTuple):
    start: int
    end: int
    new: str


def canonical(text: str, games: Known[str, Game]) -> str:
    """The text in its canonical form; a document that cannot be read stays as it is."""
    parts, mark = [], "\ufeff" if text.startswith("\ufeff") else ""
    for _, piece in pieces(io.BytesIO(text.removeprefix(mark).encode("utf-8")), 1):
        if piece is None:
            return text  # a record longer than any can be
        part = piece.decode("utf-8")
        parts.append(_document(part, games))
    return mark + "".join(parts)


def _document(text: str, games: Known[str, Game]) -> str:
    """One document of a file in its canonical form."""
    game, deck = _game_of(text, games)
    if game is None or deck is None:
        return text
    plain, places = _with_line_feeds(text)
    try:
        root = composed(plain)
    except yaml.YAMLError:
        return text
    line_end = "\r\n" if "\r\n" in text else "\n"
    for start, end, new in sorted(_edits(root, game, deck, plain), reverse=True):
        text = text[: places[start]] + new.replace("\n", line_end) + text[places[end - 1] + 1 :]
    return text


def _game_of(text: str, games: Known[str, Game]) -> tuple[Game | None, Deck | None]:
    """The game and the pack of the record, as far as it can be read."""
    for document in yaml_documents(buffered(io.BytesIO(text.encode("utf-8")))):
        if document.root is not None:
            record = read_record(document.root, "", 1, document.line, games, lambda _: None)
            if record.game is not None and record.house is not None:
                return games[record.game], games[record.game].deck(record.house)
    return None, None


def _with_line_feeds(text: str) -> tuple[str, Sequence[int]]:
    """The text as the parser sees it, and where each sign of it stands in what was written."""
    text = with_line_feeds_alone(text)
    if "\r" not in text:
        return text, range(len(text) + 1)
    places = [n for n, sign in enumerate(text) if sign != "\r" or text[n + 1 : n + 2] != "\n"]
    return "".join(text[n] for n in places).replace("\r", " "), [*places, len(text)]


# --- Where cards stand -----------------------------------------------------------------------------------------------


def _edits(root: yaml.Node | None, game: Game, deck: Deck, text: str) -> Iterator[_Edit]:
    """Each place where cards stand and are written otherwise than canonically."""
    stack: list[tuple[yaml.Node | None, Holds, Known[str, Key]]] = [
        (root, "text", {**deal_keys(game), **record_keys(game)})
    ]
    while stack:
        node, holds, keys = stack.pop()
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if not keys:  # the names of players
                    stack.append((value, holds, keys))
                elif isinstance(key, yaml.ScalarNode) and (about := keys.get(key.value)):
                    block = _as_block(key, value, text, deck) if _could_be_a_block(node, about, value) else None
                    if block is not None:
                        yield block
                    else:
                        stack.append((value, about.kind.holds, about.kind.keys))
        elif isinstance(node, yaml.SequenceNode):
            stack.extend((item, holds, keys) for item in node.value)
        elif isinstance(node, yaml.ScalarNode) and holds in ("cards", "lines"):
            yield from _scalar(node, holds, deck, text)


def _scalar(node: yaml.ScalarNode, holds: Holds, deck: Deck, text: str) -> Iterator[_Edit]:
    """The edits in one text, which may be a block of lines."""
    form = _cards if holds == "cards" else _line if node.style == "|" else _item
    for start, end, said in _spans(node, text):
        new = form(said, deck)
        if new != text[start:end] and not (new == said and "\\" in text[start:end]):
            yield _Edit(start, end, new)


def _spans(node: yaml.ScalarNode, text: str) -> Iterator[tuple[int, int, str]]:
    """From where to where the signs of a text stand, line by line, and what they say."""
    start, end = node.start_mark.index, node.end_mark.index
    if node.style in ("'", '"'):
        start, end = start + 1, end - 1
    if node.style == ">":
        yield from _folded(text, text.find("\n", start) + 1, end)
    elif node.style in _FLOW and node.start_mark.line != node.end_mark.line:
        yield from _folded(text, start, end)
    elif node.style in _FLOW:
        if not {*node.value} & {*"'\"\\"}:
            yield start, end, node.value
    else:  # a block
        at = text.find("\n", start) + 1
        for line in node.value.rstrip("\n").split("\n"):
            after = _line_end(text, at)
            if line:
                yield after - len(line), after, line
            at = after + 1


def _folded(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Of a text that goes over several lines and is one, each line."""
    at = start
    for line in [] if {*text[start:end]} & {*"'\"\\"} else text[start:end].split("\n"):
        said = line.strip()
        begin = at + line.find(said)
        if said:
            yield begin, begin + len(said), said
        at += len(line) + 1


# --- What stands there -----------------------------------------------------------------------------------------------


def _line(written: str, deck: Deck) -> str:
    """One line of a block of play, with the comment behind it."""
    body = COMMENT.sub("", written)
    return _item(body, deck) + written[len(body) :]


def _item(written: str, deck: Deck) -> str:
    """A trick, or what a player does."""
    name, colon, said = written.partition(":")
    if colon:
        return name + colon + _cards(said, deck)
    try:
        deck.parse(written)
    except CardError:
        return written  # it is no trick
    return _cards(written, deck)


def _cards(written: str, deck: Deck) -> str:
    """A text of cards, with what else may stand among them; spaces stay, commas become spaces."""
    words = _WORD.sub(lambda word: _word(word[0], deck), written)
    if "," not in words:
        return words
    found = _TRIMMED.fullmatch(words)
    before, body, after = found.groups() if found else ("", words, "")
    return before.replace(",", "") + _COMMAS.sub(" ", body) + after.replace(",", "")


def _word(word: str, deck: Deck) -> str:
    """One card or group as it is canonically written; any other word as it is."""
    try:
        cards = deck.parse(word)
    except CardError:
        return word
    return LETTERS[deck.suit[cards[0]]] + "".join(deck.rank[card] for card in cards)


# --- A list of lines as a block --------------------------------------------------------------------------------------


def _could_be_a_block(parent: yaml.MappingNode, about: Key, value: yaml.Node) -> bool:
    """In braces no block can stand; a tag or an anchor is nobody's business here."""
    return (
        about.kind.holds == "lines"
        and isinstance(value, yaml.SequenceNode)
        and not parent.flow_style
        and bool(value.value)
    )


def _as_block(key: yaml.ScalarNode, items: yaml.SequenceNode, text: str, deck: Deck) -> _Edit | None:
    """`play:` and its list as a block; None where an item would not be read the same there."""
    said = [_said(item) for item in items.value]
    if any(not line or line != line.strip() or COMMENT.search(line) for line in said):
        return None
    starts = [item.start_mark.index for item in items.value]
    ends = [_end(item) for item in items.value]
    colon = text.find(":", key.end_mark.index)
    last = items.end_mark.index - 1 if items.flow_style else _line_end(text, ends[-1])
    at = min(_line_end(text, colon), starts[0])
    head = text[colon + 1 : at].rstrip(" -[") if at == starts[0] else text[colon + 1 : at].replace("[", "", 1)
    if head.strip() and not head.strip().startswith("#"):
        return None
    indent = " " * (key.start_mark.column + 2)
    lines = [f": |{head.rstrip()}"]
    for line, start, end, following in zip(said, starts, ends, [*starts[1:], last], strict=True):
        lines += [f"{indent}{comment}".rstrip() for comment in _between(text[at:start])]
        behind = _BEHIND.search(text, end, min(_line_end(text, end), following))
        lines.append(f"{indent}{_item(line or '', deck)}{behind[0] if behind else ''}")
        at = behind.end() if behind else end
    if not items.flow_style:
        return _Edit(colon, last, "\n".join(lines))
    lines += [f"{indent}{comment}" for comment in _between(text[at : last + 1]) if comment]
    behind = _BEHIND.match(text, last + 1)
    if behind and text.find("\n", at, last) < 0:  # behind the last item and the bracket
        lines[-1] += behind[0]
    elif behind:
        lines.append(f"{indent}{behind[0].strip()}")
    return _Edit(colon, behind.end() if behind else last + 1, "\n".join(lines))


def _said(item: yaml.Node) -> str | None:
    """The line that an item stands for: a text, or `- Anna: meld HK HQ`, which is YAML for a mapping with one key."""
    if isinstance(item, yaml.ScalarNode):
        return " ".join(item.value.split("\n")) if item.style in _FLOW else None
    if isinstance(item, yaml.MappingNode) and len(item.value) == 1:
        parts = [_said(part) if isinstance(part, yaml.ScalarNode) else None for part in item.value[0]]
        return None if None in parts else ": ".join(str(part) for part in parts)
    return None


def _end(item: yaml.Node) -> int:
    """Where the signs of an item end; of a mapping without braces the parser tells where the next thing begins."""
    bare = isinstance(item, yaml.MappingNode) and not item.flow_style
    return int((item.value[-1][1] if bare else item).end_mark.index)


def _between(text: str) -> Iterator[str]:
    """Comments and blank lines between two items, without the signs of the list."""
    for line in text.split("\n")[1:-1]:
        comment = line.strip(" \t-[,")
        if comment.startswith("#") or not line.strip():
            yield comment


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
