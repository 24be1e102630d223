"""The rulebook as people read it, in the terminal and in the docs, both drawn from the rules and their examples."""

from __future__ import annotations

import difflib
import textwrap
from typing import TYPE_CHECKING

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
    return {rule.id_in(name): rule for name in ("record", *GAMES) for rule in rules_of_game(name)}


def find(text: str) -> str | None:
    """The id of the rule of that id, or of that name where only one game has it."""
    rules = every_rule()
    named = [id_ for id_ in rules if id_.partition(".")[2] == text]
    return text if text in rules else named[0] if len(named) == 1 else None


def nearest(text: str) -> list[str]:
    """Ids that the reader may have meant."""
    rules = every_rule()
    same = [id_ for id_ in rules if id_.partition(".")[2] == text]
    return same or difflib.get_close_matches(text, rules, 3, cutoff=0.5)


def varied_by(id_: str) -> Iterator[tuple[str, str]]:
    """(option, its values) of each house rule that varies this rule."""
    name, rule = id_.partition(".")[0], every_rule()[id_]
    options = options_of(GAMES[name].house) if name in GAMES else {}
    for option, item in options.items():
        if item.metadata["varies"] is rule:
            values = ", ".join(item.metadata["choices"])
            yield option, f"{values} or another number" if item.metadata["number"] else values


def examples(id_: str) -> list[str]:
    """What the worked examples of a rule show."""
    name = id_.partition(".")[0]
    package = GAMES[name].package if name in GAMES else ""
    return [row.says for row in examples_of(name, package) if row.rule == id_]


def code_of(rule: Rule) -> list[str]:
    """`module, function` for everything that applies the rule, in the order of the code."""
    return list(dict.fromkeys(f"{one.module}, {one.name}" for one in rule.code))


def page_of(id_: str) -> Iterator[str]:
    """One rule for the terminal."""
    rule = every_rule()[id_]
    yield f"{id_}    {rule.kind}    {rule.title}"
    yield ""
    yield textwrap.fill(rule.text, 96, initial_indent="  ", subsequent_indent="  ")
    yield ""
    for n, text in enumerate(examples(id_)):
        head = "  for example    " if not n else " " * 17
        yield textwrap.fill(text, 96, initial_indent=head, subsequent_indent=" " * 17)
    yield f"  source         {rule.source}"
    for name, values in varied_by(id_):
        yield f"  house rule     {name}: {values} (the first is the default)"
    for place in code_of(rule):
        yield f"  code           {place}"
