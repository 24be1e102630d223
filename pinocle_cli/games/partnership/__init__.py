"""Partnership pinochle."""

from pinocle_cli.games.partnership.game import GAME

__all__ = ["GAME"]
