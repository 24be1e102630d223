"""Piquet."""

from pinocle_cli.games.piquet.partie import GAME

__all__ = ["GAME"]
