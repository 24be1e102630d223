"""Lines: a block of lines, or a YAML list of the same lines, as texts with their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.reader.context import COMMENT, MOST_LINES, Reading
from pinocle_cli.reader.tree import Block, Folded, Text
from pinocle_cli.record import DUPLICATE_KEY, LIMIT, WRONG_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.reader.tree import Node


def block(reading: Reading, node: Node) -> tuple[list[str], Sequence[int], int] | None:
    """The texts of a block, or of a list, as they stand, their lines and their column; None where one needs care."""
    if isinstance(node, list):
        return _listed(reading, node)
    if not isinstance(node, str) or isinstance(node, Folded) or "#" in node:
        return None
    first, column, _ = reading.place(node)
    texts = node.removesuffix("\n").split("\n")
    number = len(texts)
    if number > MOST_LINES:
        return None
    return texts, range(first, first + number) if isinstance(node, Block) else (first,) * number, column


def _listed(reading: Reading, node: list[Node]) -> tuple[list[str], Sequence[int], int] | None:
    """The same of a list, where its items stand below each other, or nowhere (in JSON)."""
    texts = [item if isinstance(item, str) else _said_of(item) for item in node]
    if len(node) > MOST_LINES or None in texts or "\n" in "".join(map(str, texts)):
        return None
    if {*map(type, node)} == {str}:
        return [*map(str, texts)], (reading.line,) * len(node), 0
    places = [reading.place(item) for item in node]
    if len({place.column for place in places}) != 1:
        return None
    return [*map(str, texts)], [place.line for place in places], places[0].column


def _said_of(item: Node) -> str | None:
    """`- Anna: meld HK HQ` is YAML for a mapping with one key."""
    if isinstance(item, tuple) and len(item) == 1:
        key, value = item[0]
        if isinstance(key, str) and isinstance(value, str):
            return f"{key}: {value}"
    return None


def lines(reading: Reading, node: Node, key: str, example: str, *, join: str = " ") -> Iterator[tuple[str, int, int]]:
    """(text, line, column) of each line of a block, or of each item of a list; `join` goes between the parts of one."""
    number = len(node) if isinstance(node, list) else node.count("\n") if isinstance(node, str) else 0
    if number > MOST_LINES:
        reading.error(LIMIT, node, f"{number:,} lines stand here; no {key} has more than {MOST_LINES:,}")
    elif isinstance(node, list):
        return _of_list(reading, node, example, join)
    elif isinstance(node, str) and not isinstance(node, Folded):
        return _of_text(reading, node)
    elif isinstance(node, str):
        message = f"{key} has several lines here; write `{key}: |` and the lines below it"
        reading.error(WRONG_TYPE, node, message)
    else:
        reading.wrong(node, f"lines: write `{key}: |` and a line for each thing that happened, like {example}")
    return iter(())


def _of_list(reading: Reading, node: list[Node], example: str, join: str) -> Iterator[tuple[str, int, int]]:
    outer = reading.path
    for n, item in enumerate(node):
        reading.path = f"{outer}[{n}]"
        text = _item(reading, item, example, join)
        reading.path = outer
        if text:
            yield text, *reading.place(item)[:2]


def _of_text(reading: Reading, node: str) -> Iterator[tuple[str, int, int]]:
    line, column, _ = reading.place(node)
    step = isinstance(node, Block)
    for text in node.split("\n"):
        bare = text
        if "#" in text:
            bare = COMMENT.sub("", text)
        stripped = bare.strip()
        if stripped:
            yield stripped, line, column and column + len(bare) - len(bare.lstrip())
        line += step


def _item(reading: Reading, item: Node, example: str, join: str) -> str | None:
    """The line that an item of a list stands for."""
    if isinstance(item, str):
        return " ".join(item.split("\n"))
    if (said := _said_of(item)) is not None:
        return said
    if isinstance(item, tuple) and item:
        _, *more = item
        if more and all(isinstance(k, str) and v == "" for k, v in more):
            reading.error(WRONG_TYPE, item, "in braces a comma ends the value; write the line without braces")
            return None
    if isinstance(item, list) and all(isinstance(part, str) for part in item):
        return join.join(map(str, item))  # as programs write a trick, or who said what
    reading.wrong(item, f"one line, like {example}")
    return None


def said_lines(reading: Reading, node: Node, key: str, example: str) -> Iterator[tuple[str, int, int]]:
    """The same of `bids` or `calls`, which may also be a mapping, and where they are one text have commas for lines."""
    if isinstance(node, tuple):
        return _of_mapping(reading, node, key, example)
    if isinstance(node, list):
        node = [line for item in node for line in _each(reading, item)]
    found = lines(reading, node, key, example, join=": ")
    one_text = isinstance(node, str) and "," in node and "\n" not in node.strip()
    return _between_commas(found) if one_text else found


def _of_mapping(
    reading: Reading, node: tuple[tuple[Node, Node], ...], key: str, example: str
) -> Iterator[tuple[str, int, int]]:
    seen: set[str] = set()
    for name, words in node:
        if not isinstance(name, str) or not isinstance(words, str):
            reading.wrong(name if not isinstance(name, str) else words, f"what a player said, like {example}")
        elif name in seen:
            text = f'"{name}" stands here twice; write `{key}` as a list, in which a player may come again'
            reading.error(DUPLICATE_KEY, name, text)
        else:
            seen.add(name)
            yield f"{name}: {words}", *reading.place(name)[:2]


def _between_commas(found: Iterator[tuple[str, int, int]]) -> Iterator[tuple[str, int, int]]:
    for text, line, column in found:
        start = 0
        for piece in text.split(","):
            if stripped := piece.strip():
                yield stripped, line, column and column + start + len(piece) - len(piece.lstrip())
            start += len(piece) + 1


def _each(reading: Reading, item: Node) -> list[Node]:
    """The lines of an item that is a mapping of what several said; any other item as it is."""
    if not isinstance(item, tuple) or len(item) < 2:  # noqa: PLR2004 - which is one line
        return [item]
    pairs = [(key, value) for key, value in item if isinstance(key, str) and isinstance(value, str) and value]
    if len(pairs) < len(item) or len({key for key, _ in pairs}) < len(pairs):
        return [item]
    return [Text.at(f"{key}: {value}", *reading.place(key)[:2]) for key, value in pairs]
