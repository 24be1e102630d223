"""`pinocle completion`: completion for a shell, by Click; and what is completed besides commands and options."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem, get_completion_class

if TYPE_CHECKING:
    from collections.abc import Iterator

SHELLS = {
    "bash": 'eval "$(pinocle completion bash)"                     in ~/.bashrc',
    "zsh": 'eval "$(pinocle completion zsh)"                      in ~/.zshrc, after compinit',
    "fish": "pinocle completion fish | source                      in ~/.config/fish/config.fish",
}
_MOST_LINES = 400


@click.command("completion")
@click.argument("shell", type=click.Choice(list(SHELLS)), required=False)
@click.pass_context
def command(ctx: click.Context, shell: str | None) -> None:
    """Print the completion for a SHELL: commands, options, games, rules, names, and lines of a file.

    \b
    Examples:
      pinocle completion
      pinocle completion zsh
    """
    if shell is None:
        guess = Path(os.environ.get("SHELL", "")).name
        for name, line in SHELLS.items():
            click.echo(f"{name:<5} {line}" + ("   (this is your shell)" if name == guess else ""))
        return
    made = get_completion_class(shell)
    root = ctx.find_root()
    if made is not None:
        if shell == "bash":  # which would take the file and the line of FILE:LINE for two words
            click.echo("COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}")
        click.echo(made(root.command, {}, "pinocle", "_PINOCLE_COMPLETE").source())


# --- What is completed -----------------------------------------------------------------------------------------------


def rules_and_games(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Games, and the ids of rules."""
    from pinocle_cli import rulebook  # noqa: PLC0415 - only when it is asked for
    from pinocle_cli.games import GAMES  # noqa: PLC0415

    titles = {"record": "about records", **dict.fromkeys(GAMES, "a game")}
    titles |= {id_: rule.title for id_, rule in rulebook.every_rule().items()}
    return [CompletionItem(name, help=title) for name, title in titles.items() if name.startswith(begun)]


def suits(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The suits."""
    from pinocle_cli.cards import SUITS  # noqa: PLC0415 - only when it is asked for

    return [CompletionItem(suit) for suit in SUITS if suit.startswith(begun.lower())]


def line_of_a_file(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """A file, and behind its colon the lines that something in the verdict comes from."""
    file, colon, number = begun.rpartition(":")
    if not colon or not Path(file).is_file():
        return [CompletionItem(begun, type="file")]
    return [CompletionItem(f"{file}:{n}", help=text) for n, text in _lines(file) if str(n).startswith(number)]


def _lines(file: str) -> Iterator[tuple[int, str]]:
    from pinocle_cli.cli.common import verdicts  # noqa: PLC0415 - only when it is asked for

    told: dict[int, str] = {}
    for verdict in verdicts([file]):
        for deal in verdict.deals:
            for entry in deal.ledger:
                told.setdefault(entry.line, f"{entry.points:+} {verdict.names[entry.seat]}: {entry.note}")
        for finding in verdict.all_findings():
            told[finding.line] = f"{finding.severity}: {finding.message}"
    yield from sorted(told.items())[:_MOST_LINES]


def players(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The names in the records of this folder, behind the last comma."""
    from pinocle_cli.cli.common import records  # noqa: PLC0415 - only when it is asked for

    before, comma, name = begun.rpartition(",")
    have = {one.strip() for one in before.split(",")}
    found: dict[str, None] = {}
    for record, _chunk in records(sorted(map(str, Path().glob("*.yaml")))[:20]):
        found |= dict.fromkeys(record.players)
    return [CompletionItem(before + comma + one) for one in found if one.startswith(name) and one not in have]


def topics(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """What `pinocle help` can tell of."""
    from pinocle_cli.manual import topics as every_topic  # noqa: PLC0415 - only when it is asked for

    return [CompletionItem(name, help=topic.title) for name, topic in every_topic().items() if name.startswith(begun)]
