"""`pinocle rules`: the rulebook, from the same texts as the docs."""

from __future__ import annotations

import click
from tabulate import tabulate

from pinocle_cli import rulebook
from pinocle_cli.cli import completion
from pinocle_cli.game import options_of
from pinocle_cli.games import GAMES
from pinocle_cli.render import style


@click.command("rules")
@click.argument("what", required=False, shell_complete=completion.rules_and_games, metavar="[GAME or RULE]")
@click.option("--faults", is_flag=True, help="Only what a record may name in `irregularities`, and what replay finds.")
@click.option("--options", is_flag=True, help="The house rules of the game, with their values and profiles.")
@click.pass_context
def command(ctx: click.Context, what: str | None, faults: bool, options: bool) -> None:
    """The rulebook: every game, the rules of a GAME, or one RULE with its source, examples and house rules.

    \b
    Examples:
      pinocle rules two-handed
      pinocle rules two-handed.card-rounding
      pinocle rules two-handed --faults
    """
    if options and what not in GAMES:
        raise click.UsageError(f"--options goes with a game: {', '.join(GAMES)}", ctx)
    if faults and what not in GAMES:
        raise click.UsageError(f"--faults goes with a game: {', '.join(GAMES)}", ctx)
    if faults and options:
        raise click.UsageError("--faults and --options are asked for one by one", ctx)
    if what is None:
        rows = [
            [game.name, f"{len(game.rules)} rules", "profiles " + ", ".join(game.profiles)] for game in GAMES.values()
        ]
        rows.append(["record", f"{len(rulebook.RECORD_RULES)} rules", "about records themselves"])
        click.echo(tabulate(rows, tablefmt="plain"))
    elif options:
        click.echo(_options(what))
    elif what in GAMES or what == "record":
        _list(what, faults=faults)
    elif (rule := rulebook.find(what)) is not None:
        for line in rulebook.page_of(rule):
            click.echo(style.cards(line))
    else:
        near = rulebook.nearest(what)
        hint = f"; did you mean {', '.join(near)}?" if near else f"; the games are {', '.join(GAMES)}"
        raise click.UsageError(f'"{what}" is no game and no rule{hint}', ctx)


def _list(what: str, *, faults: bool) -> None:
    rules = rulebook.rules_of_game(what)
    if faults and what in GAMES:
        rules = tuple(rule for rule in rules if GAMES[what].is_fault(rule))
    click.echo(tabulate([[rule.id_in(what), rule.kind, rule.title] for rule in rules], tablefmt="plain"))


def _options(name: str) -> str:
    game = GAMES[name]
    profiles = list(game.profiles)
    rows = []
    for option, item in options_of(game.house).items():
        about = item.metadata
        values = [getattr(game.house(**game.profiles[profile]), item.name) for profile in profiles]
        choices = ", ".join(about["choices"]) + (", or any number" if about["number"] else "")
        rows.append([option, choices, *values, about["varies"].id_in(name)])
    return tabulate(rows, headers=["option", "values", *profiles, "varies"], tablefmt="plain", disable_numparse=True)
