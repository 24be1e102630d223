"""The rulebook as people read it, in the terminal and in the docs, both drawn from the rules and their examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import record
from pinocle_cli.games import GAMES
from pinocle_cli.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinocle_cli.game import Game
    from pinocle_cli.rule import Rule

RECORD_RULES = record.RULES


def rules_of_game(name: str) -> tuple[Rule, ...]:
    """The rules of a game, or those about records."""
    return RECORD_RULES if name == "record" else GAMES[name].rules


def chapters_of(name: str) -> list[tuple[str, tuple[Rule, ...]]]:
    """(heading, rules) of every chapter of a game, in the order of play; of those about records there is one."""
    if name == "record":
        return [("What is said of records", RECORD_RULES)]
    found = []
    for module in GAMES[name].chapters:
        rules = tuple(rule for rule in GAMES[name].rules if rule.module == module.__name__)
        sentence = " ".join((module.__doc__ or module.__name__).split("\n\n")[0].split())
        found.append((sentence.partition(":")[0].rstrip("."), rules))
    return found


def every_rule() -> dict[str, Rule]:
    """Every rule there is, by its id."""
    return {rule.id_in(name): rule for name in ("record", *GAMES) for rule in rules_of_game(name)}


def rule_of(id_: str) -> Rule | None:
    """The rule of that id; only its own game is looked through."""
    name = id_.partition(".")[0]
    rules = rules_of_game(name) if name == "record" or name in GAMES else ()
    return next((rule for rule in rules if rule.id_in(name) == id_), None)


def find(text: str) -> str | None:
    """The id of the rule of that id, or of that name where only one game has it."""
    if rule_of(text) is not None:
        return text
    rules = every_rule()
    named = [id_ for id_ in rules if id_.partition(".")[2] == text]
    return named[0] if len(named) == 1 else None


def nearest(text: str) -> list[str]:
    """Ids that the reader may have meant."""
    rules = every_rule()
    same = [id_ for id_ in rules if id_.partition(".")[2] == text]
    import difflib  # noqa: PLC0415 - only where nothing has that name

    return same or difflib.get_close_matches(text, rules, 3, cutoff=0.5)


def varied_by(id_: str) -> Iterator[tuple[str, str]]:
    """(option, its values) of each house rule that varies this rule."""
    name, rule = id_.partition(".")[0], rule_of(id_)
    options = GAMES[name].options if name in GAMES else {}
    for option, item in options.items():
        if rule is not None and item.varies == rule.label:
            values = ", ".join(item.choices)
            yield option, f"{values} or another number" if item.number else values


class HouseRule(NamedTuple):
    """A house rule: its values, the default first, what the profiles have, what it varies, and what its values show."""

    name: str
    choices: tuple[str, ...]
    number: bool  # any other number will do too
    profiles: dict[str, str]
    rule: Rule
    examples: tuple[tuple[str, str], ...]  # (value, what it shows)


def house_rules(name: str) -> Iterator[HouseRule]:
    """Every house rule of a game."""
    from pinocle_cli.examples import examples_of  # noqa: PLC0415 - only where a rule is shown

    game = GAMES[name]
    rows = [(row, _house_of(game, row.record.get("rules"))) for row in examples_of(name, game.package)]
    for option, item in game.options.items():
        varies, default = game.labels[item.varies], item.default
        values = {one: str(getattr(game.house_with(game.profiles[one]), item.field)) for one in game.profiles}
        said: dict[str, str] = {}
        id_ = varies.id_in(name)
        for row, (own, house) in sorted(rows, key=lambda pair: (option not in pair[1][0], pair[0].rule != id_)):
            value = str(house.get(item.field, default))
            if value != str(default) and (option in own or (value not in said and row.rule == id_)):
                said.setdefault(value, row.says)
        yield HouseRule(option, item.choices, item.number, values, varies, tuple(said.items()))


def _house_of(game: Game, rules: str | Mapping[str, str] | None) -> tuple[set[str], dict[str, str | int]]:
    """(the options that a record names itself, what holds in it where it is not the default)."""
    own = {} if rules is None else {"profile": rules} if isinstance(rules, str) else rules
    profile = own.get("profile")
    house = dict(game.profiles.get(profile or next(iter(game.profiles)), {}))
    return set(own), {**house, **{key.replace("-", "_"): value for key, value in own.items()}}


def examples(id_: str) -> list[str]:
    """What the worked examples of a rule show."""
    from pinocle_cli.examples import said_of  # noqa: PLC0415 - only where a rule is shown

    name = id_.partition(".")[0]
    package = GAMES[name].package if name in GAMES else ""
    return said_of(name, package, id_)


def code_of(rule: Rule) -> list[str]:
    """`module, function` for everything that applies the rule, in the order of the code."""
    return list(dict.fromkeys(f"{one.module}, {one.name}" for one in rule.code))
