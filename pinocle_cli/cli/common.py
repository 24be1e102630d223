"""What the commands share: reading the files that are named, their options, and how they end."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import click

from pinocle_cli.games import GAMES
from pinocle_cli.logs.inputs import files_in, records_of
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.logs.batch import Done, Job, Tally

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


# --- Logs of any length ----------------------------------------------------------------------------------------------

INTERRUPTED = "interrupted"


def cores() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


jobs_option = click.option(
    "--jobs", "-j", type=click.IntRange(1), metavar="N", help="Judge with N processes.  [default: as many as cores]"
)
scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Judge on the Dask cluster with this scheduler, like tcp://host:8786."
)


def batch(
    paths: Iterable[str], job: Job, tally: Tally, *, jobs: int | None = None, scheduler: str | None = None
) -> Iterator[Done]:
    """Every piece of the inputs as it is judged, counted by the caller; Ctrl-C ends it and is noted in the tally."""
    from pinocle_cli.logs.batch import Interrupted, NoClusterError  # noqa: PLC0415 - not for commands that read a single file
    from pinocle_cli.logs.execute import run  # noqa: PLC0415
    from pinocle_cli.render.progress import watched, watching  # noqa: PLC0415

    inputs = files_in(paths)
    known = list(inputs) if watched() else []
    interrupted = Interrupted()
    done = interrupted.ends(run(known or inputs, job, jobs=jobs or cores(), scheduler=scheduler))
    try:
        for one in watching(done, tally, known) if known else done:
            tally.files += one.first
            yield one
            sys.stdout.flush()
    except NoClusterError as why:
        raise click.ClickException(str(why)) from why
    if interrupted.happened:
        tally.stopped = INTERRUPTED


def finish(ctx: click.Context, tally: Tally) -> None:
    """End with the status that the findings call for, or with that of an interrupt."""
    ctx.exit(128 + signal.SIGINT if tally.stopped == INTERRUPTED else tally.exit_status)


def on_terminal() -> bool:
    """Whether a person is looking."""
    return sys.stdout.isatty()


def width() -> int | None:
    """Columns of the terminal; None where nothing limits a line."""
    import shutil  # noqa: PLC0415 - only on a terminal

    return shutil.get_terminal_size().columns if on_terminal() else None
