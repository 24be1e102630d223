"""Partnership pinochle."""

from pinocle_cli.games.pinochle.partnership.game import GAME

__all__ = ["GAME"]
