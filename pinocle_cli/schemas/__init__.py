"""The JSON Schema of each game's record, as a file (`tools/make_schemas.py` draws them), for editors."""

from __future__ import annotations

import os


def modeline(name: str) -> str:
    """The line at the head of a record that tells an editor its schema; nothing for a game that brought none along."""
    schema = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.schema.json")
    if not os.path.isfile(schema):
        return ""
    from pathlib import Path  # noqa: PLC0415 - which takes a while to import

    return f"# yaml-language-server: $schema={Path(schema).as_uri()}"
