"""`pinocle schema`: JSON Schema of the record, for editors."""

from __future__ import annotations

import json

import click

from pinocle_cli.cli.common import GameName, in_utf_8
from pinocle_cli.schema import schema_of


@click.command("schema")
@click.argument("game", type=GameName(), required=False)
def command(game: str | None) -> None:
    """Print the JSON Schema of a record of GAME, or of any game, for editors that complete and check YAML.

    \b
    Example:
      pinocle schema two-handed > two-handed.schema.json
    """
    in_utf_8()
    click.echo(json.dumps(schema_of(game), ensure_ascii=False, indent=2))
