"""The rulebook as people read it, in the terminal and in the docs, both drawn from the rules and their examples."""

from __future__ import annotations

import ast
import difflib
import importlib.util
import pkgutil
import textwrap
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pinocle_cli
from pinocle_cli import record
from pinocle_cli.examples import examples_of
from pinocle_cli.game import options_of
from pinocle_cli.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.rule import Rule

RECORD_RULES = record.RULES


def rules_of_game(name: str) -> tuple[Rule, ...]:
    """The rules of a game, or those about records."""
    return RECORD_RULES if name == "record" else GAMES[name].rules


def every_rule() -> dict[str, Rule]:
    """Every rule there is, by its id."""
    return {rule.id: rule for name in ("record", *GAMES) for rule in rules_of_game(name)}


def find(text: str) -> Rule | None:
    """The rule of that id, or of that name where only one game has it."""
    rules = every_rule()
    named = [rule for rule in rules.values() if rule.name == text]
    return rules.get(text) or (named[0] if len(named) == 1 else None)


def nearest(text: str) -> list[str]:
    """Ids that the reader may have meant."""
    rules = every_rule()
    same = [rule.id for rule in rules.values() if rule.name == text]
    return same or difflib.get_close_matches(text, rules, 3, cutoff=0.5)


def varied_by(rule: Rule) -> Iterator[tuple[str, str]]:
    """(option, its values) of each house rule that varies this rule."""
    for game in GAMES.values():
        for name, item in options_of(game.house).items():
            if item.metadata["varies"] is rule:
                values = ", ".join(item.metadata["choices"])
                yield name, f"{values} or another number" if item.metadata["number"] else values


def examples(rule: Rule) -> list[str]:
    """What the worked examples of a rule show."""
    return [row.says for row in examples_of(rule.id.partition(".")[0]) if row.rule == rule.id]


def page_of(rule: Rule) -> Iterator[str]:
    """One rule for the terminal."""
    yield f"{rule.id}    {rule.kind}    {rule.title}"
    yield ""
    yield textwrap.fill(rule.text, 96, initial_indent="  ", subsequent_indent="  ")
    yield ""
    for n, text in enumerate(examples(rule)):
        head = "  for example    " if not n else " " * 17
        yield textwrap.fill(text, 96, initial_indent=head, subsequent_indent=" " * 17)
    yield f"  source         {rule.source}"
    for name, values in varied_by(rule):
        yield f"  house rule     {name}: {values} (the first is the default)"
    for place in code_of(rule):
        yield f"  code           {place}"


# --- Where a rule is applied -----------------------------------------------------------------------------------------


def code_of(rule: Rule) -> list[str]:
    """`file, function` for each function that names the rule."""
    return _uses().get(rule.id, [])


@cache
def _uses() -> dict[str, list[str]]:
    """Rule id: the functions that name its constant, found by reading our own source."""
    root = Path(pinocle_cli.__file__).parent
    trees = {}
    for module in pkgutil.walk_packages([str(root)], "pinocle_cli."):
        spec = importlib.util.find_spec(module.name)
        if spec is not None and spec.origin is not None and spec.origin.endswith(".py"):
            trees[Path(spec.origin).relative_to(root.parent)] = ast.parse(Path(spec.origin).read_text("utf-8"))
    named = {
        target.id: node.value.args[0].value
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.value.args
        if isinstance(node.value.func, ast.Name) and node.value.func.id == "Rule"
        if isinstance(node.value.args[0], ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: dict[str, list[str]] = {}
    for path, tree in trees.items():
        game = path.parts[-2] if len(path.parts) > 2 else ""  # noqa: PLR2004 - the package of a game
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
                names |= {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}
                for name in sorted(names & named.keys()):
                    if not game or str(named[name]).startswith((game.replace("_", "-"), "record")):
                        found.setdefault(str(named[name]), []).append(f"{path.as_posix()}, {function.name}")
    return found
