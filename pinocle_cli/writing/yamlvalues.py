"""Values of a YAML text: composed nodes as plain trees, and how a value is written, without quotes where it can be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import overload

from pinocle_cli.reader.parse import composed
from pinocle_cli.reader.pyyaml import yaml

Path = tuple[str | int, ...]
STEP = 2  # spaces that a level is indented by
_FIGURE = re.compile(r"[+-]?\d+")


class Lines(list[str]):
    """A value that is written as a | block, a line for each of its own."""


class Braces(dict[str, str]):
    """A mapping that is written in braces on one line."""


Value = str | Sequence["Value"] | Mapping[str, "Value"]

# --- Plain trees -----------------------------------------------------------------------------------------------------


@overload
def plain(node: yaml.Node) -> Value: ...
@overload
def plain(node: None) -> None: ...
def plain(node: yaml.Node | None) -> Value | None:
    """A composed node as text, list or dict."""
    if node is None:
        return None
    if isinstance(node, yaml.MappingNode):
        return {str(plain(key)): plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [plain(item) for item in node.value]
    return str(node.value)


def as_line(node: yaml.Node) -> str:
    """The line that an item of a list of lines stands for: `- Anna: pass` is YAML for a mapping."""
    if isinstance(node, yaml.MappingNode) and len(node.value) == 1:
        key, value = node.value[0]
        return f"{key.value}: {value.value}"
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def as_plain(value: Value) -> Value:
    """A value as it will be read again."""
    if isinstance(value, Lines):
        return "".join(f"{line}\n" for line in value)
    if isinstance(value, dict):
        return {key: as_plain(item) for key, item in value.items()}
    return [*value] if isinstance(value, list) else value


def with_value(tree: object, path: Path, value: Value) -> object:
    """A plain tree with a value at a path."""
    if not path:
        return as_plain(value)
    step, *rest = path
    if isinstance(tree, list) and isinstance(step, int):
        return [with_value(item, tuple(rest), value) if n == step else item for n, item in enumerate(tree)]
    below = tree if isinstance(tree, dict) else {}
    return {**below, str(step): with_value(below.get(str(step)), tuple(rest), value)}


def without(tree: object, path: Path) -> object:
    """A plain tree without what stands at a path."""
    step, *rest = path
    if isinstance(tree, list) and isinstance(step, int):
        changed = [without(item, tuple(rest)) if n == step and rest else item for n, item in enumerate(tree)]
        return changed if rest else [item for n, item in enumerate(tree) if n != step % len(tree)]
    if not isinstance(tree, dict):
        return tree
    if rest and str(step) in tree:
        return {**tree, str(step): without(tree[str(step)], tuple(rest))}
    return {key: item for key, item in tree.items() if key != step}


# --- How values are written ------------------------------------------------------------------------------------------


def scalar(text: str, *, flow: bool = False) -> str:
    """A text as YAML writes it on one line: plain where that means the same, else in quotes."""
    whole = f"{{k: {text}}}" if flow else f"k: {text}"
    try:
        node = composed(whole)
    except yaml.YAMLError:
        node = None
    if text and plain(node) == {"k": text}:
        return text
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return yaml.safe_dump(text, allow_unicode=True, width=10**6, default_style='"').strip()


def rules_line(text: str) -> str:
    """`rules: ...` for a profile, or for options in braces as they were typed; nothing for nothing."""
    try:
        options = text.lstrip().startswith("{") and isinstance(plain(composed(text)), dict)
    except yaml.YAMLError:
        options = False
    return f"rules: {text.strip() if options else scalar(text)}" if text.strip() else ""


def in_line(value: Value, *, flow: bool = False) -> str:
    """A value within one line; `flow` where it stands in brackets or braces itself."""
    if isinstance(value, dict):
        each = (f"{scalar(key, flow=True)}: {in_line(item, flow=True)}" for key, item in value.items())
        return "{" + ", ".join(each) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(in_line(item, flow=True) for item in value) + "]"
    return scalar(str(value), flow=flow)


def fits_a_line(value: Value) -> bool:
    """Whether a mapping is written on one line: figures by player, and what is meant to stand in braces."""
    figures = isinstance(value, dict) and all(isinstance(i, str) and _FIGURE.fullmatch(i) for i in value.values())
    return figures or isinstance(value, Braces)


def entry(key: str | int, value: Value, indent: int) -> str:
    """`key: value` as lines of a block, the first of them at `indent`."""
    head = " " * indent + scalar(str(key)) + ":"
    deeper = indent + STEP
    if isinstance(value, Lines):
        return f"{head} |\n" + "".join(f"{' ' * deeper}{line}\n" for line in value)
    if isinstance(value, dict) and not fits_a_line(value):
        return f"{head}\n" + "".join(entry(name, item, deeper) for name, item in value.items())
    if isinstance(value, list) and any(isinstance(part, dict) for part in value):
        items = [line for part in value for line in item_of(part, deeper)]
        return f"{head}\n" + "".join(f"{line}\n" for line in items)
    return f"{head} {in_line(value)}\n"


def item_of(value: Value, indent: int) -> list[str]:
    """An item of a list as lines."""
    dash = " " * indent + "- "
    if not isinstance(value, dict) or fits_a_line(value):
        return [dash + in_line(value)]
    text = "".join(entry(key, item, indent + STEP) for key, item in value.items())
    return (dash + text[len(dash) :]).rstrip("\n").split("\n")


def follows(key: str, keys: Sequence[str], order: Sequence[str]) -> int | None:
    """Which of the keys a new one follows, as the order goes; None if it comes first."""
    if key not in order:
        return len(keys) - 1
    place = order.index(key)
    earlier = [n for n, name in enumerate(keys) if name not in order or order.index(name) < place]
    later = [n for n, name in enumerate(keys) if name in order and order.index(name) > place]
    if later and not [n for n in earlier if n < later[0]]:
        return None
    before = [n for n in earlier if not later or n < later[0]]
    return before[-1] if before else len(keys) - 1
