"""`pinocle report`: rulings as pages that people read, print and hang on a wall."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli.common import INTERRUPTED, finish, in_utf_8, jobs_option, on_terminal, records
from pinocle_cli.files import write_whole
from pinocle_cli.logs.batch import Tally, verdict_on
from pinocle_cli.logs.paths import files_in
from pinocle_cli.render import data
from pinocle_cli.render.lines import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.report.page import Judged

OURS = b'<meta name="generator" content="pinocle '  # what we have written may be written over
_HEAD = 2_000  # bytes in which it stands


@click.command("report")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-o",
    "--output",
    metavar="FILE|FOLDER/",
    help="The page (.html or .pdf), or the folder of a site; without it standard output.",
)
@click.option("--pdf", "as_pdf", is_flag=True, help="Print the page to a PDF beside it, through Chromium.")
@click.option("--analyse", is_flag=True, help="Work out what claims and concessions were worth, where hands are known.")
@click.option("--force", is_flag=True, help="Write over a file that is not a page of pinocle's.")
@jobs_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    paths: tuple[str, ...],
    output: str | None,
    as_pdf: bool,
    analyse: bool,
    force: bool,
    jobs: int,
) -> None:
    """Make a page of the records in PATH...: the score sheet, a replay of every deal, the rulings, ready to print.

    The page is one file that needs no network. In a folder (`-o site/`) the records become a site: standings, players,
    evenings, and the sheet of every record, of which only what has changed is made anew.

    \b
    Examples:
      pinocle report evening.yaml -o sheet.html
      pinocle report evening.yaml -o sheet.pdf
      pinocle report season/ -o site/
    """
    from pinocle_cli.report.page import page  # noqa: PLC0415 - templates are for pages only
    from pinocle_cli.report.pdf import NoPdfError, browser  # noqa: PLC0415

    target = None if output in (None, "-") else Path(output or "")
    if target is not None and ((output or "").endswith(("/", "\\")) or target.is_dir() or not target.suffix):
        if as_pdf:
            raise click.UsageError("a site has no PDF; name a file with -o, like -o sheet.pdf", ctx)
        finish(ctx, _site(paths, target, analyse=analyse, force=force, jobs=jobs))
    as_pdf = as_pdf or (target is not None and target.suffix == ".pdf")
    if target is None and (on_terminal() or as_pdf):
        raise click.UsageError("name the page with -o, like -o sheet.html", ctx)
    wanted = [] if target is None else _wanted(target, as_pdf=as_pdf)
    for path in wanted:
        _may_be_written(path, paths, force=force)
    try:
        if as_pdf:
            browser()
        summary = data.Summary()
        made = page(_judged(paths, summary), analyse=analyse)
        if target is None:
            in_utf_8()
            sys.stdout.write(made)
        for path in wanted:
            _write(path, made)
            click.echo(
                f"{path}: {plural(summary.counts['sessions'], 'record')}, {plural(summary.counts['deals'], 'deal')}"
            )
    except NoPdfError as why:
        raise click.ClickException(str(why)) from why
    ctx.exit(summary.exit_status)


def _site(paths: tuple[str, ...], target: Path, *, analyse: bool, force: bool, jobs: int) -> Tally:
    """Judge a season and write its site."""
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415

    from pinocle_cli.cli.collect import collect  # noqa: PLC0415 - SQLite and processes only for a site
    from pinocle_cli.report.site import Folder, NotOurFolderError, build  # noqa: PLC0415
    from pinocle_cli.season.database import Season  # noqa: PLC0415

    tally = Tally()
    inputs = list(files_in(paths))
    if "-" in inputs:
        raise click.ClickException("a site is made from files, which can be read again; standard input cannot")
    try:
        folder = Folder.opened(target, force=force)
        with Season() as season:
            collect(inputs, season, tally, whole=False, jobs=jobs)
            season.finish()
            if tally.stopped == INTERRUPTED:
                return tally
            done = build(season, inputs, folder, title=_title(paths), analyse=analyse, jobs=jobs)
    except NotOurFolderError as why:
        raise click.ClickException(str(why)) from why
    except BrokenExecutor as why:
        raise click.ClickException(
            "a process that made pages came to a sudden end; what it made is kept: try again"
        ) from why
    except OSError as why:
        raise click.ClickException(f"{why.filename or target}: {(why.strerror or str(why)).lower()}") from why
    gone = f", {done.gone} taken away" if done.gone else ""
    sheets = f"{plural(done.sheets, 'sheet')} ({done.made} made anew{gone})"
    click.echo(f"{target}: {sheets}, {plural(done.pages, 'page')} of standings, players and evenings")
    return tally


def _title(paths: tuple[str, ...]) -> str:
    """What a site is called: as its club is, or its folder."""
    from pinocle_cli.games import GAMES  # noqa: PLC0415
    from pinocle_cli.reader.club import club_above  # noqa: PLC0415

    first = Path(paths[0]).resolve()
    folder = first if first.is_dir() else first.parent
    return club_above(str(folder), GAMES).name or (folder.name if len(paths) == 1 else "") or "Results"


def _judged(paths: tuple[str, ...], summary: data.Summary) -> Iterator[Judged]:
    """Every record with its verdict and its text."""
    from pinocle_cli.report.page import Judged  # noqa: PLC0415

    for record, text in records(paths):
        verdict = verdict_on(record)
        summary.add(verdict)
        yield Judged(record, verdict, text)


def _wanted(target: Path, *, as_pdf: bool) -> list[Path]:
    """The files that are to be written: the page, the PDF, or both."""
    if target.suffix == ".pdf":
        return [target]
    return [target, target.with_suffix(".pdf")] if as_pdf else [target]


def _may_be_written(path: Path, inputs: tuple[str, ...], *, force: bool) -> None:
    """Refuse to write over what is not ours."""
    if any(Path(name).resolve() == path.resolve() for name in inputs):
        raise click.ClickException(f"{path} is the record itself; name another file with -o")
    if not path.exists() or force:
        return
    if not path.is_file():
        raise click.ClickException(f"{path} is not a file; name one with -o, like -o sheet.html")
    from pinocle_cli.report import pdf  # noqa: PLC0415

    raw = path.read_bytes()
    if OURS not in raw[:_HEAD] and not raw.endswith(pdf.OURS):
        raise click.ClickException(f"{path} is there already and is not a page of pinocle's; --force writes over it")


def _write(path: Path, page: str) -> None:
    from pinocle_cli.report.pdf import printed  # noqa: PLC0415

    raw = printed(page) if path.suffix == ".pdf" else page.encode()
    try:
        write_whole(path, raw)
    except OSError as why:
        raise click.ClickException(f"{path}: cannot be written: {(why.strerror or str(why)).lower()}") from why
