"""The text of a record file, and the one record in it that is being written: its envelope and its deals."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from pinocle_cli.light import late_pattern
from pinocle_cli.reader.pyyaml import yaml
from pinocle_cli.writing.yamltext import CannotEditError, YamlText
from pinocle_cli.writing.yamlvalues import STEP, entry, plain, without

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from yaml.nodes import Node

    from pinocle_cli.writing.yamlvalues import Path, Value

_CUT = late_pattern(r"^---.*(?:\n|\Z)", re.MULTILINE)
_IN_BRACES = "the deals of this record stand in braces or brackets; write each on lines of its own, and then go on"


@dataclass(frozen=True)
class RecordText:
    """A file's text around one record, which is the last of the file unless told otherwise."""

    before: str
    body: YamlText
    after: str
    deal_keys: frozenset[str]  # the keys that make a lone deal of a record without `deals`

    @classmethod
    def of(cls, text: str, deal_keys: Collection[str], document: int = -1) -> Self:
        """The record with that number (from 0) among the documents of a text that have something in them."""
        pieces = _spans(text)
        start, end = pieces[document] if pieces else (0, len(text))
        return cls(text[:start], YamlText(text[start:end]), text[end:], frozenset(deal_keys))

    @property
    def text(self) -> str:
        """The whole file."""
        return self.before + self.body.text + self.after

    @property
    def first_line(self) -> int:
        """The line of the file, from 1, at which the record begins."""
        return self.before.count("\n") + 1

    def with_body(self, body: YamlText) -> RecordText:
        """The same file with another text of the record."""
        return RecordText(self.before, body, self.after, self.deal_keys)

    # --- Deals ---

    @property
    def is_lone(self) -> bool:
        """Whether the keys of a single deal stand at the top level."""
        keys = self.body.keys(())
        return "deals" not in keys and not self.deal_keys.isdisjoint({*keys} - {"note", "claimed"})

    @property
    def deals(self) -> int:
        """How many deals there are."""
        node = self.body.node(("deals",))
        if isinstance(node, yaml.SequenceNode):
            return len(node.value)
        return int(isinstance(node, yaml.MappingNode) or self.is_lone)

    def deal_path(self, deal: int) -> Path:
        """Where the deal stands (counted from 0)."""
        if self.is_lone:
            return ()
        return ("deals",) if isinstance(self.body.node(("deals",)), yaml.MappingNode) else ("deals", deal)

    def put(self, deal: int, path: Path, value: Value, order: Sequence[str] = ()) -> RecordText:
        """The text with a value at a path within a deal."""
        return self.with_body(self.body.put((*self.deal_path(deal), *path), value, order))

    def put_line(self, deal: int, key: str, nth: int, line: str | None, order: Sequence[str] = ()) -> RecordText:
        """The text with the nth line of a block within a deal; None takes it away."""
        return self.with_body(self.body.put_line((*self.deal_path(deal), key), nth, line, order))

    def remove(self, deal: int, path: Path) -> RecordText:
        """The text without what stands at a path within a deal."""
        return self.with_body(self.body.remove((*self.deal_path(deal), *path)))

    def append(self, deal: int, key: str, item: Value, order: Sequence[str] = ()) -> RecordText:
        """The text with an item more in a list within a deal, which begins with it where there is none."""
        return self.with_body(self.body.append((*self.deal_path(deal), key), item, order))

    def value(self, deal: int, path: Path) -> Value | None:
        """What stands at a path within a deal; None if nothing does."""
        return self.body.value((*self.deal_path(deal), *path)) if deal < self.deals else None

    def block(self, deal: int, key: str) -> list[str]:
        """The lines of a block within a deal."""
        found = self.body.block((*self.deal_path(deal), key)) if deal < self.deals else []
        return [line for _, line in found]

    def lines_of(self, deal: int, path: Path) -> range:
        """The lines of the file (from 1) on which a value within a deal stands, or what holds it; else none."""
        whole = (*self.deal_path(deal), *path) if deal < self.deals else ()
        node = next((found for n in range(len(path)) if (found := self.body.node(whole[: len(whole) - n]))), None)
        if node is None:
            return range(0)
        return range(self.first_line + node.start_mark.line, self.first_line + self.body.last_line(node) + 1)

    def block_lines(self, deal: int, key: str) -> list[range]:
        """The line of the file, from 1, of each line of a block within a deal."""
        found = self.body.block((*self.deal_path(deal), key)) if deal < self.deals else []
        return [range(self.first_line + line, self.first_line + line + 1) for line, _ in found]

    def add_deal(self, first: Mapping[str, Value]) -> RecordText:
        """The text with a deal more, which begins with these keys."""
        node = self.body.node(("deals",))
        if isinstance(node, yaml.SequenceNode):
            return self.with_body(self.body.append(("deals",), dict(first)))
        if isinstance(node, yaml.MappingNode) or self.is_lone:
            return self._listed().add_deal(first)
        lines = self.body.lines
        item = "".join(entry(key, value, 2 * STEP) for key, value in first.items()).rstrip("\n").split("\n")
        item[0] = "  - " + item[0].lstrip()
        if isinstance(node, yaml.ScalarNode):
            at = node.start_mark.line + 1
            return self.with_body(_checked(self.body, [*lines[:at], *item, *lines[at:]], first))
        end = len(lines)
        while end and not lines[end - 1].strip():
            end -= 1
        return self.with_body(_checked(self.body, [*lines[:end], "deals:", *item, ""], first))

    def _listed(self) -> RecordText:
        """The same with its single deal as the first item of a list."""
        body, node = self.body, self.body.node(("deals",))
        if isinstance(node, yaml.MappingNode):
            if node.flow_style:
                raise CannotEditError(_IN_BRACES)
            first, last = node.start_mark.line, body.last_line(node)
            dashed = _as_item(body.lines[first : last + 1], node.start_mark.column)
            return self.with_body(YamlText("\n".join([*body.lines[:first], *dashed, *body.lines[last + 1 :]])))
        root = body.root
        if not isinstance(root, yaml.MappingNode) or root.flow_style:
            raise CannotEditError(_IN_BRACES)
        totals = {"claimed"} if "opening" in body.keys(()) else set()  # what is claimed is then no deal's own
        own = self.deal_keys - totals
        moved: list[str] = []
        kept = [*body.lines]
        for key, value in reversed(root.value):
            if key.value in own:
                first = _with_comments(kept, key.start_mark.line, root)
                last = body.last_line(value)
                moved[:0] = kept[first : last + 1]
                del kept[first : last + 1]
        while kept and not kept[-1].strip():
            kept.pop()
        return self.with_body(YamlText("\n".join([*kept, "deals:", *_as_item(moved, 0), ""])))


def _spans(text: str) -> list[tuple[int, int]]:
    """Where each document of a text that has something in it begins and ends."""
    cuts = [0, *(match.start() for match in _CUT.finditer(text)), len(text)]
    return [(start, end) for start, end in itertools.pairwise(cuts) if _has_content(text[start:end])]


def documents_in(text: str) -> list[tuple[int, str]]:
    """(first line, text) of each document that has something in it."""
    return [(text.count("\n", 0, start) + 1, text[start:end]) for start, end in _spans(text)]


def _has_content(piece: str) -> bool:
    lines = (line.removeprefix("---").strip() for line in piece.split("\n"))
    return any(line and not line.startswith(("#", "%")) for line in lines)


def _checked(old: YamlText, lines: list[str], first: Mapping[str, Value]) -> YamlText:
    """The new text, if it has just this one deal more."""
    new = YamlText("\n".join(lines))
    rest = [without(plain(text.root) or {}, ("deals",)) for text in (new, old)]
    if [*new.keys(("deals", 0))] != [*first] or rest[0] != rest[1]:
        raise CannotEditError("no deal can be written behind this record; put an empty `deals:` at its end, and go on")
    return new


def _with_comments(lines: list[str], first: int, root: Node) -> int:
    """Where the comments directly above a key begin; those at the head of the record belong to all of it."""
    while first > root.start_mark.line + 1 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return first


def _as_item(lines: list[str], indent: int) -> list[str]:
    """Lines at an indentation as the first item of a list."""
    shift = " " * (max(indent, STEP) + STEP - indent)
    first = next(n for n, line in enumerate(lines) if not line.lstrip().startswith("#"))  # comments stand before it
    dashed = [shift + line if line.strip() else line for line in lines[first:]]
    at = len(dashed[0]) - len(dashed[0].lstrip())
    dashed[0] = dashed[0][: at - STEP] + "- " + dashed[0][at:]
    return [*(shift[STEP:] + line for line in lines[:first]), *dashed]
