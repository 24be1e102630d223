"""Auction pinochle as a game: its house rules, the chips of an evening, and what the program needs to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinocle_cli.game import Column, Game, Key, Phase, option
from pinocle_cli.games.auction import (
    actions,
    bidding,
    count,
    deal,
    deciding,
    melds,
    outcome,
    play,
    rulings,
    stakes,
    state,
)
from pinocle_cli.games.auction.asks import ASKS
from pinocle_cli.games.auction.state import AuctionSession
from pinocle_cli.games.pinochle.common import COUNTS, PACK_48
from pinocle_cli.reader.deal import no_words, some_cards
from pinocle_cli.reader.kinds import COUNT, YES
from pinocle_cli.tally import Tally, contract_is_a_game, deals_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinocle_cli.cards import Deck
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.ledger import Finding, Verdict
    from pinocle_cli.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house rules; their defaults are the rulebook."""

    minimum: str = option("300", "250", varies=bidding.ILLEGAL_BID)
    maximum: int = option("650", varies=bidding.ILLEGAL_BID, number=True)
    opening_bid: str = option("forced", "free", varies=bidding.BID_FORCED)
    chips: str = option("base", "doubling", "suits", "per-ten", varies=stakes.BID_VALUE)
    spades: str = option("1", "2", varies=stakes.SPADES_DOUBLE)
    hearts: str = option("1", "3", varies=stakes.SPADES_DOUBLE)
    kitty: str = option("account", "pot", varies=stakes.KITTY_ACCOUNT)
    count: str = option(*COUNTS, varies=play.CARD_POINTS)
    heading: str = option("trumps", "always", varies=play.PLAY)
    doubles: str = option("single", "table", varies=melds.MELD_TABLE)


PROFILES: dict[str, dict[str, Any]] = {
    "classic": {},
    "modern": {"opening_bid": "free", "spades": "2", "kitty": "pot"},
}


# --- The chips of an evening -----------------------------------------------------------------------------------------


def close(session: AuctionSession, state: Auction, verdict: Verdict) -> Iterator[Finding]:
    """The deal has been entered: note who owes what, and after the last one share out the kitty."""
    session.pot_filled = session.pot_filled or any(paid.rule is stakes.KITTY_ANTE for paid in state.paid)
    if verdict.scores is not None:
        for paid in state.paid:
            if state.void is None or paid.rule in rulings.KEPT_WHEN_VOID:
                stakes.owe(session, paid.payer, paid.payee, paid.amount)
    if session.record.more.get("divide-kitty") and state.deal is session.record.deals[-1] and verdict.scores:
        for entry in stakes.divide(session, state):
            verdict.ledger.append(entry)
            verdict.scores[entry.seat] += entry.points
            if session.totals is not None:
                session.totals[entry.seat] += entry.points
    yield from ()


def _accounts(record: Record) -> tuple[tuple[str, ...], tuple[int, ...]]:
    names = (*record.players, "kitty")
    return names, tuple(range(len(names)))


# --- What the score table shows --------------------------------------------------------------------------------------


_ENDS = {
    stakes.CONCEDE_PRICE: "unseen",
    stakes.SINGLE_BETE: "single bete",
    stakes.DOUBLE_BETE: "double bete",
    stakes.OPPONENTS_CONCEDE: "conceded",
}


def facts(verdict: Verdict, _: tuple[str, ...]) -> Mapping[str, str]:
    """The contract and what came of it."""
    contract = verdict.more.get("contract")
    if not contract:
        return {}
    shown = {key: "" if contract[key] is None else str(contract[key]) for key in ("bidder", "bid", "melds", "cards")}
    end = {True: "made", False: "failed", None: "open"}[contract["made"]]
    if not any(entry.note == stakes.REVERSED for entry in verdict.ledger):  # a ruling has made another end
        end = next((_ENDS[entry.rule] for entry in verdict.ledger if entry.rule in _ENDS), end)
    return {**shown, "contract": end}


def _headline(house: House) -> str:
    return f"from {house.minimum}, {'a pot' if house.kitty == 'pot' else 'with a kitty'}"


def _deck(_: House) -> Deck:
    return PACK_48


GAME = Game(
    name="auction",
    unit="chips",
    seats=(3, 4, 5),
    house=House,
    profiles=PROFILES,
    deck=_deck,
    deal=state.AuctionDeal,
    chapters=(deal, bidding, melds, play, actions, count, stakes, deciding, rulings),
    trick_size=lambda _: 3,
    verbs={"claim": no_words, "concede": no_words, "takes back": some_cards, "exposes": some_cards},
    envelope={
        "kitty": Key(COUNT, "The chips in the kitty at the start.", "kitty: 12"),
        "divide-kitty": Key(YES, "Whether the kitty was shared out at the end.", "divide-kitty: yes"),
    },
    words=frozenset({"kitty"}),
    accounts=_accounts,
    session=AuctionSession,
    state=state.Auction,
    phases=(
        Phase(deal.who_plays),
        Phase(stakes.antes),
        Phase(bidding.bidding, needs="bids"),
        Phase(deal.fits_one_pack),
        Phase(deal.called_cards, needs="irregularities"),
        Phase(melds.lay_down, needs="melds"),
        Phase(melds.burial, needs="bury"),
        Phase(play.replay, needs="play"),
        Phase(count.tricks_on_the_sheet, needs="tricks"),
        Phase(count.count_play, needs="play"),
        Phase(count.count_taken, needs="taken"),
        Phase(deciding.called_faults, needs="irregularities"),
        Phase(deciding.wrong_hands, needs="hands"),
        Phase(outcome.outcome),
    ),
    breaches=frozenset({play.PLAY, play.LEAD_OPPONENT, play.LEAD_BIDDER}),
    remedies=rulings.REMEDIES,
    kept_when_void=rulings.KEPT_WHEN_VOID,
    close=close,
    settle=stakes.payments,
    columns=(Column("stakes", stakes.STAKES),),
    facts=facts,
    headline=_headline,
    meld=melds.worth,
    asks=ASKS,
    games=contract_is_a_game,
    season=(
        Tally("single betes", "contracts given up before the first lead", deals_with({stakes.SINGLE_BETE}, -1)),
        Tally("double betes", "contracts that failed once they were played", deals_with({stakes.DOUBLE_BETE}, -1)),
        Tally("unseen", "contracts given up before the widow was seen", deals_with({stakes.CONCEDE_PRICE}, -1)),
    ),
)
