"""Piquet."""

from pinocle_cli.games.piquet.game import GAME

__all__ = ["GAME"]
