"""`pinocle fmt`: the canonical form of a record, comments kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pinocle_cli.api import as_data, verdicts_of_text
from pinocle_cli.canonical import canonical
from pinocle_cli.files import write_whole
from pinocle_cli.games import GAMES
from pinocle_cli.logs import names
from pinocle_cli.logs.paths import files_in
from pinocle_cli.logs.storage import opened, reason
from pinocle_cli.render import style


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", is_flag=True, help="Only say which files are not in canonical form; ends with 1 if there is one."
)
@click.option("--write", is_flag=True, help="Rewrite the files in place.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], check: bool, write: bool) -> None:
    """Print FILE... in canonical form: cards as SA10K, play as a block, comments kept. Nothing is rewritten unasked.

    \b
    Examples:
      pinocle fmt game.yaml
      pinocle fmt --write games/
      pinocle fmt --check games/
    """
    if write and "-" in files:
        raise click.UsageError("standard input cannot be rewritten; leave out --write, and it is printed", ctx)
    status = 0
    for file in files_in(files):
        if (names.is_json(file) or names.compression(file) or names.is_archive(file)) and file not in files:
            continue  # a log is written by programs, and has one form; an archive is kept as it is
        try:
            text = _text_of(file)
            new = canonical(text, GAMES)
            if new != text and _meaning(new) != _meaning(text):
                raise _LeftError("left as it is, for the canonical form would not mean the same")  # noqa: TRY301
            if write and new != text:
                write_whole(Path(file), new.encode("utf-8"))
        except (_LeftError, OSError) as why:
            click.echo(f"{style.line(file)}: {reason(why)}", err=True)
            status = 2
            continue
        if not (check or write):
            click.echo(new, nl=False)
        elif new != text:
            click.echo(f"{style.line(file)}: " + ("rewritten" if write else "not in canonical form"))
            status = max(status, int(check))
    ctx.exit(status)


class _LeftError(Exception):
    """Why a file is left as it is."""


def _text_of(file: str) -> str:
    if names.is_json(file):
        raise _LeftError("a log has one form, and is left as it is")
    if names.compression(file) or names.is_archive(file) or names.is_url(file):
        raise _LeftError("only a file of text can be formatted; unpack it first")
    try:
        with opened(file) as stream:
            text: str = stream.read().decode("utf-8")
    except OSError as why:
        raise _LeftError(f"cannot be read: {reason(why)}") from why
    except UnicodeDecodeError as why:
        raise _LeftError(f"is not UTF-8 at byte {why.start}; save it as UTF-8") from why
    return text


def _meaning(text: str) -> Any:
    """The verdicts on a text without the places in it."""
    return [_without_places(as_data(verdict)) for verdict in verdicts_of_text(text)]


def _without_places(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _without_places(part)
            for key, part in value.items()
            if key not in ("line", "column", "message", "ruling")
        }
    return [_without_places(part) for part in value] if isinstance(value, list) else value
