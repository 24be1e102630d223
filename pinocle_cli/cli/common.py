"""What the commands share: reading the files that are named, their options, and how they end."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, TypeVar, cast

import click

from pinocle_cli.games import GAMES

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Iterable, Iterator

    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.logs.batch import Done, Job, Tally
    from pinocle_cli.logs.chunks import Chunk
    from pinocle_cli.record import Record

files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")
as_played_option = click.option(
    "--as-played",
    is_flag=True,
    help="Leave out what follows from the faults; the table says what the rulings change.",
)


F = TypeVar("F", bound="Callable[..., object]")


class GameName(click.Choice[str]):
    """The name of a game; which games other packages have is looked up only for one that is not ours, or in help."""

    def __init__(self) -> None:
        super().__init__(())

    def __getattribute__(self, name: str) -> object:
        return tuple(GAMES) if name == "choices" else super().__getattribute__(name)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Ours are known without looking at others."""
        return value if value in GAMES else super().convert(value, param, ctx)


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, the first being the default."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        callback=_for_programs_too,
        help="What is printed.",
    )


def _for_programs_too(_: click.Context, option: click.Parameter, chosen: str) -> str:
    """The first format is for people; all others are read by programs."""
    if chosen != option.default:
        in_utf_8()
    return chosen


def in_utf_8() -> None:
    """What is printed is read by programs: it is UTF-8, whatever the terminal or the code page is."""
    with suppress(AttributeError):  # of what somebody else has put there
        cast("io.TextIOWrapper", sys.stdout).reconfigure(encoding="utf-8")


def verdicts(files: Iterable[str], *, as_played: bool = False) -> Iterator[SessionVerdict]:
    """The verdict on every record in the files and folders, as they are read."""
    from pinocle_cli.logs.batch import verdict_on  # noqa: PLC0415 - only for commands that judge

    return (verdict_on(record, as_played=as_played) for record, _ in records(files))


def records(files: Iterable[str]) -> Iterator[tuple[Record, Chunk]]:
    """Every record in the files and folders, as they are read, with the text that it stands in."""
    from pinocle_cli.logs.inputs import records_with_text  # noqa: PLC0415 - only for commands that read records
    from pinocle_cli.logs.paths import files_in  # noqa: PLC0415

    return chain.from_iterable(records_with_text(file, GAMES) for file in files_in(files))


# --- Logs of any length ----------------------------------------------------------------------------------------------

INTERRUPTED = "interrupted"


def cores() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


MOST_JOBS = 4  # processes for each processor; more only stand in each other's way


def _as_many_as_can_work(_: click.Context, __: click.Parameter, wanted: int | None) -> int:
    return min(wanted or cores(), MOST_JOBS * cores())


jobs_option = click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1),
    callback=_as_many_as_can_work,
    metavar="N",
    help="Judge with N processes, at most four for each core.  [default: as many as cores]",
)
scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Judge on the Dask cluster with this scheduler, like tcp://host:8786."
)


def batch(
    paths: Iterable[str], job: Job, tally: Tally, *, jobs: int = 1, scheduler: str | None = None
) -> Iterator[Done]:
    """Every piece of the inputs as it is judged, counted by the caller; Ctrl-C ends it and is noted in the tally."""
    from pinocle_cli.logs.batch import Interrupted, NoClusterError  # noqa: PLC0415 - not for commands that read a single file
    from pinocle_cli.logs.execute import run  # noqa: PLC0415
    from pinocle_cli.logs.paths import files_in  # noqa: PLC0415
    from pinocle_cli.render.progress import watched, watching  # noqa: PLC0415

    inputs = files_in(paths)
    known = list(inputs) if watched() else []
    interrupted = Interrupted()
    done = interrupted.ends(run(known or inputs, job, jobs=jobs, scheduler=scheduler))
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
