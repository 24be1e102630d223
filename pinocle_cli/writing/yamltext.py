"""YAML that is edited where it stands: one value is put, moved or taken away, and every other sign stays as it was.

The text is never printed anew. libyaml says where each key and value stands; the lines in between, comments and spacing
among them, are the writer's. After every edit the new text is read again and must mean just what was meant: a text that
cannot be edited safely raises `CannotEditError` and stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from pinocle_cli.reader.parse import composed, with_line_feeds_alone
from pinocle_cli.reader.pyyaml import yaml
from pinocle_cli.writing.yamlvalues import (
    STEP,
    Lines,
    Path,
    Value,
    as_line,
    as_plain,
    entry,
    fits_a_line,
    follows,
    in_line,
    item_of,
    plain,
    scalar,
    with_value,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yaml.error import Mark

_COMMENT = re.compile(r"(?:^|\s)#.*")  # as in the lines of a record


class CannotEditError(ValueError):
    """The text stands in a form in which this value cannot be put; the message says what to do."""


@dataclass(frozen=True)
class YamlText:
    """One YAML document as text."""

    text: str
    lines: list[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """The lines, which are what is edited."""
        object.__setattr__(self, "lines", self.text.split("\n"))

    @cached_property
    def root(self) -> yaml.Node | None:
        """The composed tree; None where nothing stands, or nothing that can be read."""
        text = with_line_feeds_alone(self.text.replace("\r", " "))
        try:
            return composed(text)
        except yaml.YAMLError:
            return None

    # --- Looking ---

    def node(self, path: Path) -> yaml.Node | None:
        """What stands at a path; None where nothing does."""
        node = self.root
        for step in path:
            if isinstance(node, yaml.MappingNode):
                node = next((value for key, value in node.value if key.value == step), None)
            elif (
                isinstance(node, yaml.SequenceNode)
                and isinstance(step, int)
                and -len(node.value) <= step < len(node.value)
            ):
                node = node.value[step]
            else:
                return None
        return node

    def value(self, path: Path) -> Value | None:
        """The plain value at a path: text, list or dict; None where nothing stands."""
        return plain(self.node(path))

    def keys(self, path: Path) -> list[str]:
        """The keys of the mapping at a path."""
        node = self.node(path)
        return [key.value for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []

    def block(self, path: Path) -> list[tuple[int, str]]:
        """(number of the line in the text from 0, what stands on it) of each line of a | block or list of lines."""
        node = self.node(path)
        if isinstance(node, yaml.SequenceNode):
            return [(item.start_mark.line, as_line(item)) for item in node.value]
        if isinstance(node, yaml.ScalarNode) and node.style == "|":
            numbers = range(node.start_mark.line + 1, self.last_line(node) + 1)
            found = [(number, _COMMENT.sub("", self.lines[number]).strip()) for number in numbers]
            return [(number, text) for number, text in found if text]
        if isinstance(node, yaml.ScalarNode) and node.value.strip():
            return [(node.start_mark.line, node.value)]
        return []

    def last_line(self, node: yaml.Node) -> int:
        """The last line (from 0) that belongs to a node."""
        if isinstance(node, yaml.ScalarNode):
            if node.style in ("|", ">"):
                return self._last_of_block(node)
            return int(node.end_mark.line)
        if _is_flow(node) or not isinstance(node, yaml.MappingNode | yaml.SequenceNode) or not node.value:
            return int(node.end_mark.line)
        last = node.value[-1]
        return self.last_line(last[1] if isinstance(node, yaml.MappingNode) else last)

    def _last_of_block(self, node: yaml.ScalarNode) -> int:
        last = first = node.start_mark.line
        indent = None
        for number in range(first + 1, len(self.lines)):
            line = self.lines[number]
            if not line.strip():
                continue
            have = _indent(line)
            indent = have if indent is None else indent
            if number >= node.end_mark.line or have < indent:
                break
            last = number
        return last

    # --- Editing ---

    def put(self, path: Path, value: Value, order: Sequence[str] = ()) -> YamlText:
        """The text with this value at a path of keys; a new key comes where `order` has it, else last."""
        if isinstance(value, Lines) and _is_flow(self.node(path[:-1])):
            value = [*value]  # no block can stand in braces
        new = self._put(path, value, order)
        return self._meaning(new, with_value(plain(self.root), path, value))

    def remove(self, path: Path) -> YamlText:
        """The text without what stands at a path; what is empty without it goes too."""
        parent = self.node(path[:-1])
        if not isinstance(parent, yaml.MappingNode | yaml.SequenceNode) or self.node(path) is None:
            return self
        if len(parent.value) == 1 and len(path) > 1:
            return self.remove(path[:-1])
        flow = bool(parent.flow_style)
        new = self._remove_in_braces(path) if flow else self._remove_lines(path)
        return self._meaning(new, without(plain(self.root), path))

    def append(self, path: Path, value: Value, order: Sequence[str] = ()) -> YamlText:
        """The text with one item more in the list at a path; the list begins with it where there is none."""
        node = self.node(path)
        if node is None or (isinstance(node, yaml.ScalarNode) and not node.value):
            return self.put(path, [value], order)
        if not isinstance(node, yaml.SequenceNode) or _is_flow(node):
            raise CannotEditError("the list stands in brackets; write its items on lines of their own")
        indent = node.start_mark.column
        last = self._after_comments(self.last_line(node), indent + STEP)
        new = _joined(self.lines[: last + 1], item_of(value, indent), self.lines[last + 1 :])
        expected = with_value(plain(self.root), path, [*map(plain, node.value), as_plain(value)])
        return self._meaning(new, expected)

    def put_line(self, path: Path, nth: int, text: str | None, order: Sequence[str] = ()) -> YamlText:
        """The text with the nth line of a | block (or list of lines) written anew, added at its end, or taken away."""
        block = self.block(path)
        node = self.node(path)
        if not block:
            return self.put(path, Lines([text]), order) if text is not None else self
        if node is not None and not self._is_block(node):
            every: list[str | None] = [line for _, line in block]
            every[nth : nth + 1] = [text]
            if "#" in "\n".join(self.lines[node.start_mark.line : self.last_line(node) + 1]):
                raise CannotEditError(f"write `{path[-1]}: |` and a line for each thing that happened")
            left = [line for line in every if line is not None]
            return self.put(path, Lines(left), order) if left else self.remove(path)
        if text is None and len(block) == 1:
            return self.remove(path)
        lines = [*self.lines]
        if nth >= len(block):
            number = block[-1][0]
            lines.insert(number + 1, self._bare(number)[0] + (text or ""))
        elif text is None:
            del lines[block[nth][0]]
        else:
            head, _, tail = self._bare(block[nth][0])
            lines[block[nth][0]] = head + text + tail
        expected = [line for _, line in block]
        expected[nth : nth + 1] = [] if text is None else [text]
        new = YamlText("\n".join(lines))
        if [line for _, line in new.block(path)] != expected or without(plain(new.root), path) != without(
            plain(self.root), path
        ):
            raise CannotEditError(f"line {nth + 1} of {path[-1]} cannot be written there")
        return new

    # --- How it is done ---

    def _meaning(self, new: YamlText, expected: object) -> YamlText:
        """The new text, if it means what is expected."""
        if plain(new.root) != expected:
            raise CannotEditError("this cannot be put there without changing something else; edit the file by hand")
        return new

    def _is_block(self, node: yaml.Node | None) -> bool:
        """Whether each line of it has a line of the text: a | block, or a list with one plain line an item."""
        if isinstance(node, yaml.SequenceNode):
            starts = [item.start_mark.line for item in node.value]
            return (
                not _is_flow(node)
                and len(set(starts)) == len(starts)
                and all(self.last_line(item) == item.start_mark.line for item in node.value)
                and all(not _is_flow(item) for item in node.value)
            )
        return isinstance(node, yaml.ScalarNode) and node.style == "|"

    def _bare(self, number: int) -> tuple[str, str, str]:
        """(indentation and dash, what stands there, comment with the space before it) of a line."""
        line = self.lines[number]
        body = _COMMENT.sub("", line)
        comment = line[len(body) :]
        text = body.strip()
        start = body.index(text)
        if text.startswith("- "):
            text, start = text[2:].lstrip(), body.index(text[2:].lstrip(), start)
        end = start + len(text)
        return line[:start], text, line[end : len(body)] + comment

    def _put(self, path: Path, value: Value, order: Sequence[str]) -> YamlText:
        *steps, key = path
        above = tuple(steps)
        parent = self.node(above)
        if parent is None or (isinstance(parent, yaml.ScalarNode) and not parent.value):
            if not above:
                head = self.text.rstrip()
                return YamlText((f"{head}\n" if head else "") + entry(key, value, 0))
            if isinstance(above[-1], int):
                raise CannotEditError("there is no such item in the list")
            return self._put(above, {str(key): value}, order)
        if isinstance(parent, yaml.SequenceNode) and isinstance(key, int):
            return self._put_item(parent, key, value)
        if not isinstance(parent, yaml.MappingNode):
            raise CannotEditError(f"{above[-1] if above else 'the record'} is not written as keys and values")
        old = self.node(path)
        if _is_flow(parent):
            return self._put_in_braces(parent, str(key), old, value)
        if old is not None:
            return self._replace(parent, str(key), old, value)
        return self._insert(parent, str(key), value, order)

    def _put_item(self, parent: yaml.SequenceNode, nth: int, value: Value) -> YamlText:
        old = parent.value[nth]
        if not isinstance(value, str) or not isinstance(old, yaml.ScalarNode) or old.style in ("|", ">"):
            raise CannotEditError("this item of a list cannot be written anew in its place")
        return self._span(old, scalar(value, flow=_is_flow(parent)))

    def _span(self, old: yaml.Node, new: str) -> YamlText:
        """The text with what a node spans written anew."""
        start, end = self._index(old.start_mark), self._index(old.end_mark)
        return _with_space(self.text[:start], new + self.text[end:])

    def _index(self, mark: Mark) -> int:
        """Where in the text a mark is."""
        return sum(len(line) + 1 for line in self.lines[: mark.line]) + int(mark.column)

    def _replace(self, parent: yaml.MappingNode, key: str, old: yaml.Node, value: Value) -> YamlText:
        name = next(node for node, _ in parent.value if node.value == key)
        indent, first, last = parent.start_mark.column, name.start_mark.line, self.last_line(old)
        one_line = not isinstance(value, dict | Lines) or fits_a_line(value)
        if first == last and one_line and not (isinstance(old, yaml.ScalarNode) and old.style in ("|", ">")):
            return self._span(old, in_line(value))
        head = self.lines[first][: name.start_mark.column]
        new = entry(key, value, indent).rstrip("\n").split("\n")
        new[0] = head + new[0][indent:]
        return YamlText("\n".join([*self.lines[:first], *new, *self.lines[last + 1 :]]))

    def _insert(self, parent: yaml.MappingNode, key: str, value: Value, order: Sequence[str]) -> YamlText:
        indent = parent.start_mark.column
        before = follows(key, [name.value for name, _ in parent.value], order)
        new = entry(key, value, indent).rstrip("\n").split("\n")
        if before is not None:
            last = self.last_line(parent.value[before][1])
            return _joined(self.lines[: last + 1], new, self.lines[last + 1 :])
        first = parent.start_mark.line
        head, rest = self.lines[first][:indent], self.lines[first][indent:]
        new[0] = head + new[0][indent:]
        return _joined(self.lines[:first], [*new, " " * indent + rest], self.lines[first + 1 :])

    def _put_in_braces(self, parent: yaml.MappingNode, key: str, old: yaml.Node | None, value: Value) -> YamlText:
        if old is not None:
            return self._span(old, in_line(value, flow=True))
        close = self._index(parent.end_mark) - 1
        before = self.text[:close].rstrip()
        comma = ", " if parent.value else ""
        return _with_space(before, f"{comma}{scalar(key, flow=True)}: {in_line(value, flow=True)}{self.text[close:]}")

    def _remove_lines(self, path: Path) -> YamlText:
        parent = self.node(path[:-1])
        assert parent is not None  # noqa: S101 - looked at by the caller
        if isinstance(parent, yaml.SequenceNode):
            nth = int(path[-1]) % len(parent.value)
            first, last = parent.value[nth].start_mark.line, self.last_line(parent.value[nth])
            return YamlText("\n".join([*self.lines[:first], *self.lines[last + 1 :]]))
        nth = next(n for n, (name, _) in enumerate(parent.value) if name.value == path[-1])
        name, value = parent.value[nth]
        first, last = name.start_mark.line, self.last_line(value)
        kept = [*self.lines[:first], *self.lines[last + 1 :]]
        head = self.lines[first][: name.start_mark.column]
        if head.strip():  # the dash of an item of a list stands before it: it goes to the next key
            following = parent.value[1][0].start_mark
            at = following.line - (last + 1 - first)
            kept[at] = head + kept[at][following.column :]
            if at > first:  # comments stood between; the dash comes before them
                kept[first:at] = [line for line in kept[first:at] if line.strip()]
        return YamlText("\n".join(kept))

    def _remove_in_braces(self, path: Path) -> YamlText:
        parent = self.node(path[:-1])
        assert parent is not None  # noqa: S101 - looked at by the caller
        if isinstance(parent, yaml.SequenceNode):
            spans = [(item, item) for item in parent.value]
            nth = int(path[-1]) % len(spans)
        else:
            spans = parent.value
            nth = next(n for n, (name, _) in enumerate(spans) if name.value == path[-1])
        start, end = self._index(spans[nth][0].start_mark), self._index(spans[nth][1].end_mark)
        if nth + 1 < len(spans):
            end = self._index(spans[nth + 1][0].start_mark)
        elif nth:
            start = self._index(spans[nth - 1][1].end_mark)
        return _with_space(self.text[:start], self.text[end:])

    def _after_comments(self, last: int, indent: int) -> int:
        """The last of the comment lines that follow a line at this indentation: they belong to it."""
        number = last + 1
        while number < len(self.lines):
            line = self.lines[number]
            if line.strip() and (not line.lstrip().startswith("#") or _indent(line) < indent):
                break
            last = number if line.strip() else last
            number += 1
        return last


def _with_space(before: str, after: str) -> YamlText:
    """Text put together, with a space behind a key that has no value yet."""
    return YamlText(f"{before}{' ' if before.endswith(':') else ''}{after}")


def _joined(before: Sequence[str], new: Sequence[str], after: Sequence[str]) -> YamlText:
    """Lines put together, with a line feed at the end of what was the last line of the file."""
    return YamlText("\n".join([*before, *new, *(after or [""])]))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _is_flow(node: yaml.Node | None) -> bool:
    return isinstance(node, yaml.MappingNode | yaml.SequenceNode) and bool(node.flow_style)
