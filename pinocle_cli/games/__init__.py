"""The games. To add one is to add its GAME to the tuple below."""

from __future__ import annotations

from pinocle_cli.games.pinochle import auction, two_handed

GAMES = {game.name: game for game in (two_handed.GAME, auction.GAME)}
