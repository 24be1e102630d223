"""The chips of an evening: who owes how much to whom, and what is shared out at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.auction.chapters import kitty, settling
from pinocle_cli.ledger import Entry, Payment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.games.auction.state import Auction, AuctionSession
    from pinocle_cli.ledger import Finding, Verdict


def close(session: AuctionSession, state: Auction, verdict: Verdict) -> Iterator[Finding]:
    """The deal has been entered: note who owes what, and after the last one share out the kitty."""
    session.pot_filled = session.pot_filled or any(paid.rule is kitty.KITTY_ANTE for paid in state.paid)
    if verdict.scores is not None:
        for paid in state.paid:
            if state.void is None or paid.rule in session.game.kept_when_void:
                owe(session, paid.payer, paid.payee, paid.amount)
    totals = session.totals
    if session.record.more.get("divide-kitty") and state.is_last and verdict.scores and totals is not None:
        for entry in divide(session, state, totals[state.kitty]):
            verdict.ledger.append(entry)
            verdict.scores[entry.seat] += entry.points
            totals[entry.seat] += entry.points
    yield from ()


def divide(session: AuctionSession, state: Auction, has: int) -> list[Entry]:
    """The kitty is shared out at the end; what cannot be shared stays."""
    pot, players = state.kitty, session.players
    each = has // players
    if each <= 0:
        return []
    line, rule = state.deal.line, kitty.KITTY_ACCOUNT
    shares = [Entry(seat, each, rule, line, "share of the kitty", "chips") for seat in range(players)]
    for seat in range(players):
        owe(session, pot, seat, each)
    return [*shares, Entry(pot, -each * players, rule, line, f"divided, {each} to each", "chips")]


def owe(session: AuctionSession, payer: int, payee: int, amount: int) -> None:
    """Note a debt, net of what the other owes."""
    low, high = sorted((payer, payee))
    owed = session.owed
    owed[low, high] = owed.get((low, high), 0) + (amount if payer == low else -amount)


def payments(session: AuctionSession) -> list[Payment]:
    """The chips of the evening, net between each two who have settled."""
    found = []
    for (low, high), amount in sorted(session.owed.items()):
        if amount:
            payer, payee = (low, high) if amount > 0 else (high, low)
            found.append(Payment(payer, payee, abs(amount), "chips", settling.SETTLE_ALL))
    return found
