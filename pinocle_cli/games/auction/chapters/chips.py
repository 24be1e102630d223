"""The chips that the table wrote for a deal, where the record does not decide what it came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.auction.chapters.settling import net_of
from pinocle_cli.games.auction.state import MADE, Paid
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Payment
from pinocle_cli.record import AS_RECORDED, ASSUMED, CLAIM, COUNT
from pinocle_cli.settle import fewest_payments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction, Outcome, Settled


def same_chips(one: Settled, other: Settled) -> bool:
    """Whether two ends come to the same for everybody."""
    return net_of(one.entries) == net_of(other.entries)


def agrees(state: Auction, settled: Settled, claims: Mapping[int, int]) -> bool:
    """Whether the chips that the table wrote are those of this end."""
    net = net_of([*settled.entries, *_antes(state)])
    return all(net.get(seat, 0) == chips for seat, chips in claims.items())


def chips_of(state: Auction, possible: Sequence[Settled]) -> Said:
    """The chips that the table wrote down, where the record does not decide what the contract came to."""
    claimed = state.deal.claimed or {}
    figures = {seat: figure.value for seat, figure in claimed.items()}
    for settled in possible:
        if agrees(state, settled, figures):
            yield from _as_settled(state, settled)
            return
    place = next(iter(claimed.values())).place
    shown = dict.fromkeys(_in_words(state, settled) for settled in possible)
    wrote = ", ".join(f"{state.name(seat)} {figure.value:+}" for seat, figure in claimed.items())
    text = f"{wrote} cannot be for a bid of {state.bid}; possible are {'; '.join(shown)}"
    nothing = state.melds is None and not state.led and state.conceded_by is None
    rule, severity = (COUNT, ERROR) if nothing else (CLAIM, FAULT)
    yield Finding.at(place, rule, severity, text)


def _antes(state: Auction) -> list[Entry]:
    """What has been put into the pot before the play."""
    return [
        Entry(seat, sign * paid.amount, paid.rule, 0, "", "chips")
        for paid in state.paid
        for seat, sign in ((paid.payer, -1), (paid.payee, 1))
    ]


def _in_words(state: Auction, settled: Settled) -> str:
    net = net_of([*settled.entries, *_antes(state)])
    return ", ".join(f"{state.name(seat)} {net[seat]:+}" for seat in sorted(net) if net[seat])


def _as_settled(state: Auction, settled: Settled) -> Said:
    """One of the ends that are possible is the one that the table wrote."""
    net, claimed = net_of(settled.entries), state.deal.claimed or {}
    for seat, chips in net.items():
        line = claimed[seat].place.line if seat in claimed else state.deal.line
        state.settled.append(Entry(seat, chips, AS_RECORDED, line, "as the table wrote it", "chips"))
    state.paid += settled.paid
    state.outcome, state.scored = settled.outcome, True
    text = "what the contract came to is not recorded; the chips are taken as written"
    yield note(AS_RECORDED, next(iter(claimed.values())).place, text)


def chips_alone(state: Auction) -> Said:
    """A line of a score sheet without a bid: what one wins another pays, so a single missing figure is known."""
    state.scored = True
    claimed, players, kitty = state.deal.claimed or {}, range(state.session.players), state.kitty
    entered = net_of(_antes(state))
    net = {seat: figure.value - entered.get(seat, 0) for seat, figure in claimed.items()}
    for seat, chips in net.items():
        line = claimed[seat].place.line
        state.settled.append(Entry(seat, chips, AS_RECORDED, line, "as the table wrote it", "chips"))
    place = next(iter(claimed.values())).place
    yield note(AS_RECORDED, state.place(), "only the chips of this deal are recorded; they are taken as written")
    balance = -sum(net.values())
    missing = [seat for seat in players if seat not in claimed]
    heir = missing[0] if len(missing) == 1 else kitty if kitty not in claimed else None
    if balance and heir is None:
        text = f"the chips of this deal add up to {-balance}, not to zero: what one wins another pays"
        yield Finding.at(place, COUNT, ERROR, text)
        return
    if heir == kitty and balance < 0 and not _kitty_may_pay(state, -balance, -min(net.values())):
        text = f"the chips of this deal add up to {-balance}, and no bid makes the kitty pay that"
        yield Finding.at(place, COUNT, ERROR, text)
        return
    if balance and heir is not None:
        net[heir] = balance
        state.settled.append(Entry(heir, balance, AS_RECORDED, place.line, "what the others' chips leave", "chips"))
        yield note(ASSUMED, place, f"{state.name(heir)} is taken to have the balance, {balance}")
    has = (state.session.totals or {}).get(kitty)
    if has is not None and net.get(kitty, 0) + entered.get(kitty, 0) + has < 0:
        text = f"the kitty has {has} chips and cannot pay {-net[kitty]}: who else paid is not recorded"
        yield Finding.at(place, COUNT, ERROR, text)
        return
    through = [Payment(seat, kitty, -chips, "chips", AS_RECORDED) for seat, chips in net.items() if seat != kitty]
    state.paid += [Paid(*who, AS_RECORDED) for who in fewest_payments(through)]


def _kitty_may_pay(state: Auction, paid: int, lost: int) -> bool:
    """Whether a kitty can have paid so much where a player lost so much: the same, or less what he put in before."""
    topped = (lost - paid) / (len(state.active) + 1)
    return paid == lost or state.house.kitty == "pot" or (topped > 0 and topped == int(topped))


def made_or_not(outcome: Outcome | None) -> bool | None:
    """Whether an outcome makes the contract; None while it is open."""
    return None if outcome is None else outcome in MADE
