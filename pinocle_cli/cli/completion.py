"""`pinocle completion`: completion for a shell, by Click; and what is completed besides commands and options."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from click.shell_completion import CompletionItem

    Items = list[CompletionItem[str]]

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
        guess = os.path.basename(os.environ.get("SHELL", ""))
        for name, line in SHELLS.items():
            click.echo(f"{name:<5} {line}" + ("   (this is your shell)" if name == guess else ""))
        return
    from click.shell_completion import get_completion_class  # noqa: PLC0415 - only when it is asked for

    made = get_completion_class(shell)
    root = ctx.find_root()
    if made is not None:
        if shell == "bash":  # which would take the file and the line of FILE:LINE for two words
            click.echo("COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}")
        click.echo(made(root.command, {}, "pinocle", "_PINOCLE_COMPLETE").source())


# --- What is completed -----------------------------------------------------------------------------------------------


def _items(found: Iterable[tuple[str, str]], begun: str) -> Items:
    """What begins as far as it is typed, each with what it says."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415 - only when it is asked for

    return [CompletionItem(name, help=says) for name, says in found if name.startswith(begun)]


def rules_and_games(_: click.Context, __: click.Parameter, begun: str) -> Items:
    """Games, and the ids of rules."""
    from pinocle_cli import rulebook  # noqa: PLC0415 - only when it is asked for
    from pinocle_cli.games import GAMES  # noqa: PLC0415

    titles = {"record": "about records", **dict.fromkeys(GAMES, "a game")}
    titles |= {id_: rule.title for id_, rule in rulebook.every_rule().items()}
    return _items(titles.items(), begun)


def suits(_: click.Context, __: click.Parameter, begun: str) -> Items:
    """The suits."""
    from pinocle_cli.cards import SUITS  # noqa: PLC0415 - only when it is asked for

    return _items(((suit, "") for suit in SUITS), begun.lower())


def line_of_a_file(_: click.Context, __: click.Parameter, begun: str) -> Items:
    """A file, and behind its colon the lines that something in the verdict comes from."""
    file, colon, _number = begun.rpartition(":")
    if not colon or not os.path.isfile(file):
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only when it is asked for

        return [CompletionItem(begun, type="file")]
    return _items(((f"{file}:{n}", text) for n, text in _lines(file)), begun)


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


def players(_: click.Context, __: click.Parameter, begun: str) -> Items:
    """The names in the records of this folder, behind the last comma."""
    import glob  # noqa: PLC0415 - only when it is asked for

    from pinocle_cli.cli.common import records  # noqa: PLC0415

    before, comma, _name = begun.rpartition(",")
    have = {one.strip() for one in before.split(",")}
    found: dict[str, None] = {}
    for record, _chunk in records(sorted(glob.glob("*.yaml"))[:20]):
        found |= dict.fromkeys(record.players)
    return _items(((before + comma + one, "") for one in found if one not in have), begun)


def topics(_: click.Context, __: click.Parameter, begun: str) -> Items:
    """What `pinocle help` can tell of."""
    from pinocle_cli.manual import topics as every_topic  # noqa: PLC0415 - only when it is asked for

    return _items(((name, topic.title) for name, topic in every_topic().items()), begun)
