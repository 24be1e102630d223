"""The games: ours, named below, and those of other packages, named in their entry points.

A game is imported when it is first asked for: checking a record of one game does not pay for the others. Another
package offers a game with

    [project.entry-points."pinocle.games"]
    bezique = "my_package:GAME"

and such a game can do whatever ours can. What other packages offer is looked up only for a name that is not ours, or
where games are listed.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint

    from pinocle_cli.game import Game

GROUP = "pinocle.games"

_OURS = {
    "two-handed": "pinocle_cli.games.two_handed",
    "auction": "pinocle_cli.games.auction",
    "partnership": "pinocle_cli.games.partnership",
    "piquet": "pinocle_cli.games.piquet",
}


class Games(Mapping[str, "Game"]):
    """Game names to games, in the order in which they are listed; ours first."""

    def __init__(self) -> None:
        self._loaded: dict[str, Game] = {}
        self.broken: dict[str, str] = {}  # games of other packages that cannot be loaded, and why

    @cached_property
    def _others(self) -> dict[str, EntryPoint]:
        """What other packages offer; our own names stay ours."""
        from importlib.metadata import entry_points  # noqa: PLC0415 - only for a name that is not ours

        return {point.name: point for point in entry_points(group=GROUP) if point.name not in _OURS}

    def __getitem__(self, name: str) -> Game:
        if name not in self._loaded:
            game: Game = importlib.import_module(_OURS[name]).GAME if name in _OURS else self._from_outside(name)
            self._loaded[name] = game
        return self._loaded[name]

    def _from_outside(self, name: str) -> Game:
        """A game of another package; KeyError where none offers it, or it cannot be loaded: `broken` says why."""
        if name in self.broken or name not in self._others:
            raise KeyError(name)
        point = self._others[name]
        package = point.dist.name if point.dist is not None else point.value
        try:
            game: Game = point.load()
            if game.name != name:
                raise ValueError(f"it calls itself {game.name}")  # noqa: TRY301 - told like whatever else is wrong
        except Exception as why:
            self.broken[name] = f"the game {name} of the package {package} cannot be loaded ({why})"
            raise KeyError(name) from why
        return game

    def __contains__(self, name: object) -> bool:
        if name in _OURS or name in self._loaded:
            return True
        if not isinstance(name, str) or "." in name or name not in self._others:  # with a dot it is a rule
            return False
        try:
            self[name]
        except KeyError:
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        yield from _OURS
        yield from (name for name in self._others if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES = Games()
