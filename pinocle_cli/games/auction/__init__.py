"""Auction pinochle."""

from pinocle_cli.games.auction.game import GAME

__all__ = ["GAME"]
