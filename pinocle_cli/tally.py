"""What a game says of itself for a season's standings: which of its games a session holds, and columns of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pinocle_cli.ledger import net
from pinocle_cli.light import NamedTuple, light_dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.rule import Rule

Outcome = Literal["won", "lost", "drawn", "undecided"]


class Played(NamedTuple):
    """One game that was played: in which deal (from 0; None: the whole session is one game), and what became of it."""

    deal: int | None
    outcomes: dict[int, Outcome]  # by seat


@light_dataclass(frozen=True)
class Tally:
    """A column of the standings: its heading, what it counts, and how much of that a session has for a seat."""

    title: str
    doc: str
    of: Callable[[SessionVerdict, int], int]


# --- Games of a session ----------------------------------------------------------------------------------------------


def session_is_a_game(verdict: SessionVerdict) -> Iterator[Played]:
    """The session is one game, won by whom the result says."""
    result, seats = verdict.result, range(verdict.players)
    if result is None:
        yield Played(None, dict.fromkeys(seats, "undecided"))
    elif result.winner is None:
        yield Played(None, dict.fromkeys(seats, "drawn"))
    else:
        winner = result.winner
        yield Played(None, {seat: "won" if verdict.account(seat) == winner else "lost" for seat in seats})


def contract_is_a_game(verdict: SessionVerdict) -> Iterator[Played]:
    """Every deal with a contract is a game of the bidder against all others at the table."""
    for n, deal in enumerate(verdict.deals):
        contract = deal.contract
        if contract is None or deal.void is not None or deal.scores is None or deal.late:
            continue
        made, names = contract["made"], verdict.names
        won: dict[bool, Outcome] = {True: "won", False: "lost"}
        yield Played(
            n,
            {
                seat: "undecided" if made is None else won[made is (names[seat] == contract["bidder"])]
                for seat in range(verdict.players)
            },
        )


# --- Columns ---------------------------------------------------------------------------------------------------------


def deals_with(rules: Iterable[Rule], sign: int = 1) -> Callable[[SessionVerdict, int], int]:
    """In how many deals the seat won (`sign` 1) or paid (-1) something under these rules, after every ruling."""
    wanted = frozenset(rules)

    def of(verdict: SessionVerdict, seat: int) -> int:
        account = verdict.account(seat)
        return sum(net(deal.ledger, account, wanted) * sign > 0 for deal in verdict.counted())

    return of


def games_under(rule: Rule, *, won: bool) -> Callable[[SessionVerdict, int], int]:
    """How many games the seat won, or lost, by this rule."""

    def of(verdict: SessionVerdict, seat: int) -> int:
        result = verdict.result
        if result is None or result.rule is not rule or result.winner is None:
            return 0
        return int((result.winner == verdict.account(seat)) is won)

    return of


def payments_under(rule: Rule, *, made: bool) -> Callable[[SessionVerdict, int], int]:
    """How many payments by this rule the seat made, or had."""

    def of(verdict: SessionVerdict, seat: int) -> int:
        return sum(p.rule is rule and (p.payer if made else p.payee) == seat for p in verdict.payments)

    return of
