"""Auction pinochle."""

from pinocle_cli.games.pinochle.auction.game import GAME

__all__ = ["GAME"]
