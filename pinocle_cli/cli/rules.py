"""`pinocle rules`: the rulebook, from the same texts as the docs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pinocle_cli import rulebook
from pinocle_cli.cli import completion
from pinocle_cli.games import GAMES
from pinocle_cli.render import screen, style

if TYPE_CHECKING:
    from collections.abc import Iterator

_INDENT = " " * 15


@click.command("rules")
@click.argument("what", required=False, shell_complete=completion.rules_and_games, metavar="[GAME or RULE]")
@click.option("--faults", is_flag=True, help="Only what a record may name in `irregularities`, and what replay finds.")
@click.option(
    "--options", is_flag=True, help="The house rules of the game: their values, what each changes, an example."
)
@click.pass_context
def command(ctx: click.Context, what: str | None, faults: bool, options: bool) -> None:
    """The rulebook: every game, the rules of a GAME, or one RULE with its source, examples and house rules.

    \b
    Examples:
      pinocle rules two-handed
      pinocle rules two-handed.card-rounding
      pinocle rules two-handed --faults
      pinocle rules auction --options
    """
    if options and what is not None and what not in GAMES:
        raise click.UsageError(f"--options goes with a game: {', '.join(GAMES)}", ctx)
    if faults and what not in GAMES:
        raise click.UsageError(f"--faults goes with a game: {', '.join(GAMES)}", ctx)
    if faults and options:
        raise click.UsageError("--faults and --options are asked for one by one", ctx)
    for line in _asked(ctx, what, faults=faults, options=options):
        click.echo(line)


def _asked(ctx: click.Context, what: str | None, *, faults: bool, options: bool) -> Iterator[str]:
    if options:
        return _options_of([what] if what else [*GAMES])
    if what is None:
        return _games()
    if what in GAMES or what == "record":
        return _list(what, faults=faults)
    found = rulebook.find(what)
    if found is None:
        near = rulebook.nearest(what)
        hint = f"; did you mean {', '.join(near)}?" if near else f"; the games are {', '.join(GAMES)}"
        raise click.UsageError(f'"{what}" is neither a game nor a rule{hint}', ctx)
    return page_of(found)


def _games() -> Iterator[str]:
    """What there are rules of; ours are not imported for that."""
    from pinocle_cli.templates import title_of  # noqa: PLC0415 - only where games are listed

    yield from screen.table([*([name, title_of(name)] for name in GAMES), ["record", "What is said of records"]])
    yield ""
    yield from screen.wrapped("`pinocle rules GAME` lists the rules of a game, with --options its house rules.")


def _options_of(games: list[str]) -> Iterator[str]:
    """The house rules of these games, line by line."""
    for n, name in enumerate(games):
        if len(games) > 1:
            yield from [""] if n else []
            yield from [style.bold(f"== {name}"), ""]
        yield from _options(name)


def _list(what: str, *, faults: bool) -> Iterator[str]:
    rules = rulebook.rules_of_game(what)
    if faults and what in GAMES:
        rules = tuple(rule for rule in rules if GAMES[what].is_fault(rule))
    return screen.table([[rule.id_in(what), rule.kind, rule.title] for rule in rules])


def _options(name: str) -> Iterator[str]:
    """Every house rule: its values, what it changes, and what a value shows."""
    told = set()
    for n, one in enumerate(rulebook.house_rules(name)):
        if n:
            yield ""
        others = (*one.choices[1:], *(["any other number"] if one.number else []))
        yield from screen.packed([f"{one.choices[0]} (default)", *others], f"{style.bold(one.name)}    ")
        other = [f"{profile}: {value}" for profile, value in one.profiles.items() if value != one.choices[0]]
        if other:
            yield from screen.packed(other, f"  {'profile':<13}", _INDENT)
        yield from screen.wrapped(f"{one.rule.id_in(name)}, {one.rule.title}", f"  {'varies':<13}")
        if one.rule not in told:
            told.add(one.rule)
            yield from screen.wrapped(one.rule.text, _INDENT)
        for value, says in one.examples:
            yield from screen.wrapped(f"{value}: {says}", f"  {'for example':<13}")


def page_of(id_: str) -> Iterator[str]:
    """One rule: its text, examples, source, house rules, and where it is applied."""
    rule = rulebook.rule_of(id_)
    if rule is None:
        return
    yield from screen.wrapped(f"{id_}    {rule.kind}    {rule.title}", indent="    ")
    yield ""
    yield from screen.wrapped(rule.text, "  ")
    yield ""
    about = [("for example", text) for text in rulebook.examples(id_)] + [("source", rule.source)]
    for name, values in rulebook.varied_by(id_):
        about.append(("house rule", f"{name}: {values} (the first is the default)"))
    about += [("code", place) for place in rulebook.code_of(rule)]
    said = ""
    for word, text in about:
        yield from screen.wrapped(text, f"  {'' if word == said else word:15}")
        said = word if word == "for example" else ""
