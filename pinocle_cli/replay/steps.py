"""What happened in a deal, step by step, as its record tells: each step in words, and the cards that it moves.

The course of play is `course`'s; here it is only put into words and spread out card by card. A deal's parts say what
there is to be seen: a stock is drawn from, a widow taken up, a talon exchanged, calls are spoken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.replay import before, play
from pinocle_cli.replay.table import Table
from pinocle_cli.written import Cards

if TYPE_CHECKING:
    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.record import Deal, Record


def told(game: Game, record: Record, deal: Deal, verdict: Verdict) -> Table:
    """The steps of a deal, and the moves that they make."""
    deck = game.deck(record.house)
    table = Table(
        game=game, record=record, deal=deal, verdict=verdict, deck=deck,
        names=game.accounts(record.players, record.more)[0],
        seats=_seats(game, record, deal, verdict), size=_size(game, record, deal, deck),
    )  # fmt: skip
    for tell in (*before.STEPS, play.played, _end):
        tell(table)
    return table


def _seats(game: Game, record: Record, deal: Deal, verdict: Verdict) -> tuple[int, ...]:
    """Who plays, in turn, from the dealer's left on."""
    number = len(record.players)
    playing, dealer = game.trick_size(number), verdict.dealer or 0
    turn = [(dealer + n) % number for n in range(1, number + 1)]
    dealt = {seat for seat in deal.hands or deal.held or () if seat < number}
    if len(dealt) == playing:
        return tuple(seat for seat in turn if seat in dealt)
    idle = number - playing  # the dealer, and with two idle ones the second on his left
    return tuple(seat for n, seat in enumerate(turn) if not (idle > 1 and n == 1) and not (idle and n == number - 1))


def _size(game: Game, record: Record, deal: Deal, deck: Deck) -> int:
    """How many cards each is dealt."""
    players = game.trick_size(len(record.players))
    aside = {"stock": deck.size // 2, "widow": 3, "talon": 8}
    return (deck.size - next((n for part, n in aside.items() if hasattr(deal, part)), 0)) // players


def _end(table: Table) -> None:
    """What was counted at the table, and the end."""
    deal = table.deal
    table.trick, table.winner = [], None
    for seat, taken in (deal.taken or {}).items():
        who = table.names[seat] if seat >= 0 else "The bidder"
        what = table.show(taken.cards) if isinstance(taken, Cards) else taken.value
        text = f"{who} has taken {what}"
        table.step("act", text, taken.place, seat=seat if 0 <= seat < len(table.laid) else None)
    scores = table.verdict.scores
    ends = (
        "" if scores is None else ": " + ", ".join(f"{table.names[seat]} {points}" for seat, points in scores.items())
    )
    table.step("end", f"The deal ends{ends}")
