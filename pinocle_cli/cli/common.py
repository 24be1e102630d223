"""What the commands share: reading the files that are named, their options, and how they end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from pinocle_cli.games import GAMES
from pinocle_cli.inputs import files_in, records_of
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pinocle_cli.ledger import SessionVerdict

files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")
as_played_option = click.option(
    "--as-played", is_flag=True, help="Report the faults, but leave out what follows from them."
)


def format_option(*formats: str) -> Callable[[Any], Any]:
    """`--format`, the first being the default."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="What is printed.",
    )


def verdicts(files: Iterable[str], *, as_played: bool = False) -> Iterator[SessionVerdict]:
    """The verdict on every record in the files and folders, as they are read."""
    for file in files_in(files):
        for record in records_of(file, GAMES):
            yield judge(record, GAMES, as_played=as_played)


def on_terminal() -> bool:
    """Whether a person is looking."""
    return sys.stdout.isatty()


def width() -> int | None:
    """Columns of the terminal; None where nothing limits a line."""
    import shutil  # noqa: PLC0415 - only on a terminal

    return shutil.get_terminal_size().columns if on_terminal() else None
