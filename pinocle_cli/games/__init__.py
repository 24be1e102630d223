"""The games. To add one is to name the package that holds its GAME below.

A game is imported when it is first asked for: checking a record of one game does not pay for the others.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Game

_PACKAGES = {
    "two-handed": "pinocle_cli.games.two_handed",
    "auction": "pinocle_cli.games.auction",
    "partnership": "pinocle_cli.games.partnership",
    "piquet": "pinocle_cli.games.piquet",
}


class Games(Mapping[str, "Game"]):
    """Game names to games, in the order in which they are listed."""

    def __init__(self) -> None:
        self._loaded: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in self._loaded:
            game: Game = importlib.import_module(_PACKAGES[name]).GAME
            self._loaded[name] = game
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in _PACKAGES

    def __iter__(self) -> Iterator[str]:
        return iter(_PACKAGES)

    def __len__(self) -> int:
        return len(_PACKAGES)


GAMES = Games()
