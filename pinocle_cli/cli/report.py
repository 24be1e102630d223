"""`pinocle report`: rulings as pages that people read, print and hang on a wall."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinocle_cli.cli.common import on_terminal, records
from pinocle_cli.files import write_whole
from pinocle_cli.logs.batch import verdict_on
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
    metavar="FILE or FOLDER/",
    help="The page (.html, .pdf), or the folder of a site; without it stdout.",
)
@click.option("--pdf", "as_pdf", is_flag=True, help="Print the page to a PDF beside it, through Chromium.")
@click.option("--analyse", is_flag=True, help="Work out what claims and concessions were worth, where hands are known.")
@click.option("--force", is_flag=True, help="Write over a file that is no page of pinocle's.")
@click.pass_context
def command(
    ctx: click.Context, /, paths: tuple[str, ...], output: str | None, as_pdf: bool, analyse: bool, force: bool
) -> None:
    """Make a page of the records in PATH...: the score sheet, a replay of every deal, the rulings, ready to print.

    The page is one file that needs no network.

    \b
    Examples:
      pinocle report evening.yaml -o sheet.html
      pinocle report evening.yaml -o sheet.pdf
    """
    from pinocle_cli.report.page import page  # noqa: PLC0415 - templates are for pages only
    from pinocle_cli.report.pdf import NoPdfError, browser  # noqa: PLC0415

    target = None if output in (None, "-") else Path(output or "")
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
            sys.stdout.write(made)
        for path in wanted:
            _write(path, made)
            click.echo(
                f"{path}: {plural(summary.counts['sessions'], 'record')}, {plural(summary.counts['deals'], 'deal')}"
            )
    except NoPdfError as why:
        raise click.ClickException(str(why)) from why
    ctx.exit(summary.exit_status)


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
        raise click.ClickException(f"{path} is no file; name one with -o, like -o sheet.html")
    head = path.read_bytes()[:_HEAD] if path.suffix != ".pdf" else path.read_bytes()
    if OURS not in head and not (path.suffix == ".pdf" and b"Skia/PDF" in head):
        raise click.ClickException(f"{path} is there already and is no page of pinocle's; --force writes over it")


def _write(path: Path, page: str) -> None:
    from pinocle_cli.report.pdf import printed  # noqa: PLC0415

    raw = printed(page) if path.suffix == ".pdf" else page.encode()
    try:
        write_whole(path, raw)
    except OSError as why:
        raise click.ClickException(f"{path}: cannot be written: {(why.strerror or str(why)).lower()}") from why
