"""`pinocle new`: a commented record to fill in."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from pinocle_cli.cli.common import in_utf_8
from pinocle_cli.games import GAMES
from pinocle_cli.schema import modeline


@click.command("new")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False), help="Write it to this file, which must not exist yet."
)
def command(game: str, output: str | None) -> None:
    """Print a commented record of GAME to fill in.

    \b
    Example:
      pinocle new two-handed -o tonight.yaml
    """
    package = GAMES[game].package
    ours = files("pinocle_cli") / "templates" / f"{game}.yaml"
    text = (files(package) / "template.yaml" if package else ours).read_text("utf-8")
    text = "".join(f"{line}\n" for line in [modeline(game)] if line) + text
    if output is None:
        in_utf_8()
        click.echo(text, nl=False)
        return
    try:
        with Path(output).open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError as why:
        raise click.ClickException(f"{output} exists already; it is left as it is") from why
    except OSError as why:
        raise click.ClickException(f"{output} cannot be written: {(why.strerror or str(why)).lower()}") from why
    click.echo(f"{output}: fill it in, then pinocle score {output}")
