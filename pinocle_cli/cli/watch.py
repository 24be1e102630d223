"""`pinocle watch`: the verdict again whenever a record is saved, what has changed in it marked."""

from __future__ import annotations

import contextlib
import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli.common import records
from pinocle_cli.extras import wanted
from pinocle_cli.logs.batch import verdict_on
from pinocle_cli.logs.names import CLUB_FILE
from pinocle_cli.logs.paths import files_in
from pinocle_cli.render import screen, style
from pinocle_cli.render.lines import finding_lines
from pinocle_cli.render.table import errors, session_table

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOOK = 1000  # milliseconds after which it is looked at what was saved before the watcher had begun


@click.command("watch")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--once", is_flag=True, help="Show the verdict as it is now, and end.", hidden=True)
def command(paths: tuple[str, ...], once: bool) -> None:
    """Show the verdict on the records in PATH... again whenever one is saved, what has changed in it marked.

    PATH is a file or a folder; what is saved in a folder later is seen too. Ctrl-C ends it.

    \b
    Example:
      pinocle watch evening.yaml
    """
    try:
        from watchfiles import watch  # noqa: PLC0415 - needs an extra
    except ImportError as why:
        raise click.ClickException(wanted("`pinocle watch`", "watch")) from why
    missing = next((path for path in paths if not Path(path).exists()), None)
    if missing is not None:
        raise click.ClickException(f"{missing}: there is no such file or folder")
    with contextlib.suppress(KeyboardInterrupt):  # which may come at any moment, not only while nothing happens
        watched = Watched(paths)
        for file in watched.files():
            _show(watched, file)
        folders = {str(path if (path := Path(name)).is_dir() else path.absolute().parent) for name in paths}
        for changes in () if once else watch(*folders, rust_timeout=_LOOK, yield_on_timeout=True):
            _show_again(watched, {Path(path) for _, path in changes})


def _show_again(watched: Watched, changed: set[Path]) -> None:
    """The records that were saved, and a word on those that were taken away."""
    now = f"{dt.datetime.now().astimezone():%H:%M:%S}"
    for file in watched.touched(changed):
        click.echo(style.faint(f"\n{now} saved"))
        _show(watched, file)
    for file in watched.gone():
        click.echo(style.faint(f"\n{now} taken away: ") + style.line(file))


def _show(watched: Watched, file: str) -> None:
    for mark, line in watched.verdict(file):
        click.echo(f"{style.bold(mark) if mark else ' '} {line}")


class Watched:
    """The records that are watched, and what was last said of each."""

    def __init__(self, paths: tuple[str, ...]) -> None:
        self.paths = paths
        self.said: dict[str, list[str]] = {}
        self.states: dict[str, tuple[int, int]] = {}  # of each file, as it was when it was read
        self.begun = False  # whether a first word of the watcher has come; what was saved before it nobody has told

    def files(self) -> Iterator[str]:
        """Every record there is now."""
        return (file for file in files_in(self.paths) if Path(file).is_file())

    def touched(self, changed: set[Path]) -> Iterator[str]:
        """The records to be shown again: those that were saved, and all where a club's rules were."""
        real, first = {path.resolve() for path in changed}, not self.begun
        everything = any(path.name == CLUB_FILE for path in real)
        self.begun = True
        for file in self.files() if real or first else ():
            path = Path(file)
            if everything or path.resolve() in real or (first and self.states.get(file) != _state(path)):
                yield file

    def gone(self) -> Iterator[str]:
        """The records that are there no more; what was said of them is forgotten."""
        for file in [file for file in self.said if not Path(file).is_file()]:
            del self.said[file]
            yield file

    def verdict(self, file: str) -> Iterator[tuple[str, str]]:
        """(mark, line) of the verdict on a file; the mark says that the line is new or another since the last time."""
        before = self.said.get(file)
        self.states[file] = _state(Path(file))
        lines = [*_verdict(file)]
        self.said[file] = lines
        old = {*(before or ())}
        for line in lines:
            yield ("" if before is None or line in old or not line.strip() else style.glyph("▸", ">")), line
        if before is not None and lines == before:
            yield "", style.faint("nothing has changed in the verdict")


def _state(path: Path) -> tuple[int, int]:
    """What tells whether a file was written since."""
    try:
        state = path.stat()
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_size


def _verdict(file: str) -> Iterator[str]:
    """A file's records as `pinocle score` has them, and before that what could not be read."""
    for n, (record, text) in enumerate(records([file])):
        verdict = verdict_on(record)
        if n:
            yield ""
        for finding in errors(verdict):
            yield from finding_lines(verdict, finding, text.text_of)
        if verdict.deals:
            yield from session_table(verdict, (screen.columns() or 82) - 2)
