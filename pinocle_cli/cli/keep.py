"""`pinocle keep`: the scorer's companion at the table."""

from __future__ import annotations

import datetime as dt
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli import completion
from pinocle_cli.cli.common import GameName
from pinocle_cli.extras import wanted

if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    class Options(TypedDict):
        """What a new record begins with, and how it is kept."""

        game: str | None
        players: str | None
        rules: str | None
        cards: bool


_PLAIN = "; `pinocle keep --plain` asks line by line and needs nothing more"


@click.command("keep")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--game", type=GameName(), help="For a new record: which game is played.")
@click.option(
    "--players",
    metavar="A,B",
    shell_complete=completion.players,
    help="For a new record: who plays, in order round the table.",
)
@click.option("--rules", metavar="RULES", help="For a new record: a profile, or {profile: ..., option: value}.")
@click.option("--plain", is_flag=True, help="Line by line, for screen readers, simple terminals and pipes.")
@click.option("--cards", is_flag=True, help="Card by card; else the figures of a score sheet.")
@click.pass_context
def command(ctx: click.Context, /, file: Path | None, plain: bool, **options: Unpack[Options]) -> None:
    """Keep the score at the table: asks for what comes next, checks it at once, and saves every answer in FILE.

    FILE may be new, begun by hand, or hold a whole evening; without it the record is named after the day.

    \b
    Examples:
      pinocle keep evening.yaml
      pinocle keep --game two-handed --players Anna,Boris
      printf 'Anna\\nd9\\nsqdj,dkdq\\n' | pinocle keep --plain --game two-handed --players Anna,Boris tonight.yaml
    """
    from pinocle_cli.ask import CARDS  # noqa: PLC0415
    from pinocle_cli.keep import begin  # noqa: PLC0415 - not for other commands
    from pinocle_cli.keep import plain as line_by_line  # noqa: PLC0415
    from pinocle_cli.writing.keeper import Keeper  # noqa: PLC0415
    from pinocle_cli.writing.kept import NotKeptError  # noqa: PLC0415
    from pinocle_cli.writing.storing import UnreadableFileError  # noqa: PLC0415

    path = file or Path(f"{dt.datetime.now().astimezone():%Y-%m-%d}.yaml")
    given = (options["game"] or "", options["players"] or "", options["rules"] or "")
    try:
        keeper = Keeper.open(path, lambda: begin.asked_head(line_by_line.teller(), click.echo, *given, str(path)))
    except (NotKeptError, UnreadableFileError) as why:
        raise click.ClickException(str(why)) from why
    except EOFError as why:
        raise click.ClickException("the answers ended before the record had begun") from why
    except OSError as why:
        raise click.ClickException(f"{path} cannot be written: {(why.strerror or str(why)).lower()}") from why
    if options["cards"]:
        keeper.way = CARDS
    if plain or not sys.stdin.isatty() or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        ctx.exit(line_by_line.converse(keeper))
    try:
        from pinocle_cli.keep import screen  # noqa: PLC0415 - needs an extra
    except ImportError as why:
        raise click.ClickException(wanted("the full screen", "table") + _PLAIN) from why
    ctx.exit(screen.show(keeper))
