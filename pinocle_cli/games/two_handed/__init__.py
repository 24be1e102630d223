"""Two-handed pinochle."""

from pinocle_cli.games.two_handed.game import GAME

__all__ = ["GAME"]
