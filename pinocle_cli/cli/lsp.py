"""`pinocle lsp`: the language server for editors."""

from __future__ import annotations

import click

from pinocle_cli.extras import wanted


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak over standard input and output; this is the default.")
@click.option("--port", type=click.IntRange(1, 65535), help="Listen on this port of this machine instead.")
def command(stdio: bool, port: int | None) -> None:
    """Serve an editor: findings as you type, hover, completion, quick fixes, scores beside each deal.

    An editor starts it by itself; docs/editors.md has the settings for VS Code, Neovim and Helix.

    \b
    Example:
      pinocle lsp --help
    """
    try:
        from pinocle_cli.lsp.server import serve  # noqa: PLC0415 - needs an extra
    except ImportError as why:
        raise click.ClickException(wanted("the language server", "lsp")) from why
    serve(port=port)
