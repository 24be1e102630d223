"""What each player has done at each game in a season: deals, games, points or chips, betes, rubicons, faults."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli.games import GAMES
from pinocle_cli.ledger import FAULT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.ledger import SessionVerdict


class Standing(NamedTuple):
    """What a player has to show at a game."""

    player: str
    game: str
    deals: int = 0
    games: int = 0  # that were decided; at a game for chips every deal is one
    won: int = 0
    score: int = 0
    unit: str = "points"
    betes: int = 0
    rubicons: int = 0  # games lost below the rubicon
    faults: int = 0


_FIGURES = ("deals", "games", "won", "score", "betes", "rubicons", "faults")


def standings_of(verdict: SessionVerdict) -> list[Standing]:
    """What a session adds to each player's standing."""
    if verdict.game is None or not verdict.players:
        return []
    unit = GAMES[verdict.game].unit
    return [_standing(verdict, seat, unit) for seat in range(verdict.players)]


def _standing(verdict: SessionVerdict, seat: int, unit: str) -> Standing:
    name, account, result = verdict.names[seat], _account(verdict, seat), verdict.result
    scores = [deal.scores[account] for deal in verdict.deals if deal.scores is not None]
    games, won = int(result is not None), int(result is not None and result.winner == account)
    if unit == "chips":
        games, won = len(scores), sum(score > 0 for score in scores)
    contracts = [deal.more.get("contract") or {} for deal in verdict.deals]
    lost = result is not None and result.winner not in (None, account)
    return Standing(
        player=name,
        game=verdict.game or "",
        deals=len(verdict.deals),
        games=games,
        won=won,
        score=sum(scores),
        unit=unit,
        betes=sum(one.get("bidder") == name and one.get("made") is False for one in contracts),
        rubicons=int(lost and result is not None and verdict.id_of(result.rule) == "piquet.rubicon"),
        faults=sum(f.severity == FAULT and f.seat in (seat, account) for f in verdict.all_findings()),
    )


def _account(verdict: SessionVerdict, seat: int) -> int:
    """Where a player's score is kept: with himself, or with his side; partners sit opposite."""
    accounts = verdict.accounts
    return seat if seat in accounts else accounts[seat % len(accounts)]


def added_up(found: Iterable[Iterable[Standing]]) -> list[Standing]:
    """The standings of a season: by game, the best first."""
    sums: dict[tuple[str, str], Standing] = {}
    for one in (standing for standings in found for standing in standings):
        key = (one.game, one.player)
        before = sums.get(key)
        sums[key] = one if before is None else _sum(before, one)
    return sorted(sums.values(), key=lambda row: (list(GAMES).index(row.game), -row.score, row.player))


def _sum(one: Standing, other: Standing) -> Standing:
    return one._replace(**{name: getattr(one, name) + getattr(other, name) for name in _FIGURES})


def table(rows: list[Standing]) -> Iterator[str]:
    """For people: a table a game, without the columns that the game does not know."""
    from tabulate import tabulate  # noqa: PLC0415 - only for people

    for game in dict.fromkeys(row.game for row in rows):
        own = [row for row in rows if row.game == game]
        columns = ["player", "deals", "games", "won", "score", "betes", "rubicons", "faults"]
        shown = [c for c in columns if c not in ("betes", "rubicons") or any(getattr(row, c) for row in own)]
        heads = [own[0].unit if column == "score" else column for column in shown]
        body = [[getattr(row, column) for column in shown] for row in own]
        yield game
        yield tabulate(body, heads, tablefmt="simple")
        yield ""
