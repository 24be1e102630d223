"""A record of each game to fill in, with every key explained: what `pinocle new` prints."""

from __future__ import annotations

import os

from pinocle_cli.games import GAMES


def template_of(game: str) -> str:
    """The template of a game, which another package has brought along where it is not ours."""
    ours = os.path.join(os.path.dirname(__file__), f"{game}.yaml")
    if os.path.isfile(ours):  # there is no need to ask the game
        with open(ours, encoding="utf-8") as stream:
            return stream.read()
    from importlib.resources import files  # noqa: PLC0415 - only for a game from outside

    return (files(GAMES[game].package) / "template.yaml").read_text("utf-8")


def title_of(game: str) -> str:
    """What a game is called: its template begins with that."""
    first = template_of(game).partition("\n")[0]
    return first.removeprefix("#").partition(".")[0].strip()
