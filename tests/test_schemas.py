"""The schemas that a record's first line points an editor to."""

from __future__ import annotations

import json
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest

from pinocle_cli.games import GAMES
from pinocle_cli.schema import modeline, schema_of


@pytest.mark.parametrize("game", GAMES)
def test_the_file_is_there_and_what_the_keys_say(game: str) -> None:
    """`python tools/make_schemas.py` draws it anew."""
    uri = modeline(game).removeprefix("# yaml-language-server: $schema=")
    with open(url2pathname(urlparse(uri).path), encoding="utf-8") as stream:  # noqa: PTH123 - a path that a URI gave
        assert json.load(stream) == schema_of(game)
