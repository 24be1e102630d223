"""Every rule that scores, settles or rules stands directly above the code that applies it."""

from __future__ import annotations

import importlib
import inspect
from typing import TYPE_CHECKING

import pytest

from pinocle_cli.games import GAMES

if TYPE_CHECKING:
    from pinocle_cli.rule import Rule

MOVED = ("two-handed", "auction", "partnership", "piquet")  # games whose code is in chapters
NEAR = 5  # lines, other rules left out
RULES = [
    pytest.param(rule, id=rule.id_in(name)) for name in MOVED for rule in GAMES[name].rules if rule.kind != "procedure"
]


@pytest.mark.parametrize("rule", RULES)
def test_the_code_is_named_and_near(rule: Rule) -> None:
    assert rule.code, "nothing says that it applies this rule"
    lines = inspect.getsource(importlib.import_module(rule.module)).split("\n")
    below = [one.line for one in rule.code if one.module == rule.module and one.line > rule.line]
    if not below:
        assert any(one.module != rule.module for one in rule.code)  # a function that games share
        return
    between = lines[rule.line - 1 : min(below) - 1]
    assert len(without_rules(between)) <= NEAR


def without_rules(lines: list[str]) -> list[str]:
    """Lines of code between a rule and its function, other rules and blank lines left out."""
    found, within = [], False
    for line in lines:
        within = within or line.rstrip().endswith("= Rule(")
        if not within and line.strip():
            found.append(line)
        within = within and line != ")"
    return found
