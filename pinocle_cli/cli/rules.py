"""`pinocle rules`: the rulebook, from the same texts as the docs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from tabulate import tabulate

from pinocle_cli import rulebook
from pinocle_cli.cli import completion
from pinocle_cli.games import GAMES
from pinocle_cli.render import style

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    if options:
        for line in _options_of([what] if what else [*GAMES]):
            click.echo(line)
    elif what is None:
        rows = [
            [game.name, f"{len(game.rules)} rules", "profiles " + ", ".join(game.profiles)] for game in GAMES.values()
        ]
        rows.append(["record", f"{len(rulebook.RECORD_RULES)} rules", "about records themselves"])
        click.echo(tabulate(rows, tablefmt="plain"))
    elif what in GAMES or what == "record":
        _list(what, faults=faults)
    elif (rule := rulebook.find(what)) is not None:
        for line in rulebook.page_of(rule):
            click.echo(style.cards(line))
    else:
        near = rulebook.nearest(what)
        hint = f"; did you mean {', '.join(near)}?" if near else f"; the games are {', '.join(GAMES)}"
        raise click.UsageError(f'"{what}" is no game and no rule{hint}', ctx)


def _options_of(games: list[str]) -> Iterator[str]:
    """The house rules of these games, line by line."""
    for n, name in enumerate(games):
        if len(games) > 1:
            yield ("\n" if n else "") + style.bold(f"== {name}") + "\n"
        for text in _options(name):
            yield from text.split("\n")


def _list(what: str, *, faults: bool) -> None:
    rules = rulebook.rules_of_game(what)
    if faults and what in GAMES:
        rules = tuple(rule for rule in rules if GAMES[what].is_fault(rule))
    click.echo(tabulate([[rule.id_in(what), rule.kind, rule.title] for rule in rules], tablefmt="plain"))


def _options(name: str) -> Iterator[str]:
    """Every house rule: its values, what it changes, and what a value shows."""
    told = set()
    for n, one in enumerate(rulebook.house_rules(name)):
        if n:
            yield ""
        others = (*one.choices[1:], *(["any other number"] if one.number else []))
        yield f"{style.bold(one.name)}    {one.choices[0]} (default){', ' if others else ''}{', '.join(others)}"
        other = [f"{profile}: {value}" for profile, value in one.profiles.items() if value != one.choices[0]]
        if other:
            yield f"  {'profile':<13}{', '.join(other)}"
        yield f"  {'varies':<13}{one.rule.id_in(name)}, {one.rule.title}"
        if one.rule not in told:
            told.add(one.rule)
            yield click.wrap_text(one.rule.text, 96, initial_indent=" " * 15, subsequent_indent=" " * 15)
        for value, says in one.examples:
            yield click.wrap_text(
                f"{value}: {says}", 96, initial_indent=f"  {'for example':<13}", subsequent_indent=" " * 15
            )
