"""`pinocle fmt`: the canonical form of a record, comments kept."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from pinocle_cli.api import as_data, verdicts_of_text
from pinocle_cli.canonical import canonical
from pinocle_cli.games import GAMES
from pinocle_cli.logs.inputs import files_in


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
    status = 0
    for file in files_in(files):
        if file.endswith(".jsonl"):
            continue  # a log is written by programs, and has one form
        text = _text_of(file)
        new = canonical(text, GAMES)
        if new != text and _meaning(new) != _meaning(text):
            click.echo(f"{file}: left as it is, for the canonical form would not mean the same", err=True)
            status = 2
        elif check:
            if new != text:
                click.echo(f"{file}: not in canonical form")
                status = max(status, 1)
        elif not write:
            click.echo(new, nl=False)
        elif new != text:
            _replace(Path(file), new)
            click.echo(f"{file}: rewritten")
    ctx.exit(status)


def _text_of(file: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8")
    except OSError as why:
        raise click.ClickException(f"{file}: cannot be read: {(why.strerror or str(why)).lower()}") from why
    except UnicodeDecodeError as why:
        raise click.ClickException(f"{file}: is not UTF-8 at byte {why.start}") from why


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


def _replace(path: Path, text: str) -> None:
    """Write beside the file and put it in its place at once, so that no interruption leaves half a file."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="", dir=path.parent, delete=False) as temporary:
        temporary.write(text)
    Path(temporary.name).chmod(path.stat().st_mode & 0o777)
    os.replace(temporary.name, path)  # noqa: PTH105 - the two are one step
