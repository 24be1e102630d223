"""Auction pinochle as a game: its house rules, and what the program needs to know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.cards import SUITS
from pinocle_cli.game import Column, Fact, GameOf, Key, Phase
from pinocle_cli.games.auction import cards, evening, state
from pinocle_cli.games.auction.chapters import (
    between_tricks,
    bidding,
    burial,
    claims,
    conceding,
    contract,
    counting,
    deal,
    deciding,
    exposed,
    idle,
    kitty,
    leads,
    melds,
    miscounted,
    misdeals,
    once,
    play,
    revoke,
    settling,
    sheet,
    stakes,
    telling,
    void_bids,
    widow,
    worth,
)
from pinocle_cli.games.auction.house import PROFILES, House
from pinocle_cli.games.pinochle.common import PACK_48, trick_values
from pinocle_cli.games.pinochle.shown import cards_shown
from pinocle_cli.reader.deal import no_words, some_cards
from pinocle_cli.reader.kinds import COUNT, YES
from pinocle_cli.tally import Tally, contract_is_a_game, deals_with
from pinocle_cli.weigh import called

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pinocle_cli.ask import Ask
    from pinocle_cli.cards import Deck
    from pinocle_cli.games.auction.state import AuctionDeal, AuctionSession
    from pinocle_cli.ledger import Verdict


def _accounts(players: tuple[str, ...], _: Mapping[str, object]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    names = (*players, "kitty")
    return names, tuple(range(len(names)))


_SUITS = tuple((suit, f"{name} are taken to be trumps") for suit, name in enumerate(SUITS))


def open_facts(_: AuctionSession, written: AuctionDeal) -> Sequence[Fact]:
    """The trump suit, where it is not written and the play or the melds may tell."""
    tells = written.play or any(shown.parts for shown in written.melds or ())
    return (Fact("trump", "the trump suit", _SUITS),) if written.trump is None and tells else ()


# --- What the score table shows --------------------------------------------------------------------------------------


_ENDS = {
    stakes.SINGLE_BETE: "single bete",
    stakes.DOUBLE_BETE: "double bete",
    stakes.OPPONENTS_CONCEDE: "conceded",
    settling.CONCEDE_PRICE: "unseen",
}


def facts(verdict: Verdict, _: tuple[str, ...]) -> Mapping[str, str]:
    """The contract and what came of it."""
    made = verdict.contract
    if not made:
        return {}
    shown = {key: "" if value is None else str(value) for key, value in made.items() if key != "made"}
    end = {True: "made", False: "failed", None: "open"}[made["made"]]
    if not any(entry.note == settling.REVERSED for entry in verdict.ledger):  # a ruling has made another end
        end = next((_ENDS[entry.rule] for entry in verdict.ledger if entry.rule in _ENDS), end)
    return {**shown, "contract": end}


def _headline(house: House) -> str:
    return f"from {house.minimum}, {'a pot' if house.kitty == 'pot' else 'with a kitty'}"


def _deck(_: House) -> Deck:
    return PACK_48


CHAPTERS = (
    idle, deal, misdeals, bidding, void_bids, widow, worth, melds, once, miscounted, burial, play, revoke,
    leads, counting, between_tricks, exposed, telling, claims, conceding, contract, stakes, settling, kitty,
)  # fmt: skip
BREACHES = frozenset({
    play.PLAY, leads.LEAD_OPPONENT, leads.LEAD_BIDDER,
    bidding.BID_STEP, void_bids.BID_FORCED, void_bids.PASS_FINAL, idle.INACTIVE,
    worth.MELD_TABLE, once.CLASS_ONCE, burial.NO_BURY_MELDED,
})  # fmt: skip


def _asks() -> tuple[Ask, ...]:
    from pinocle_cli.games.auction.asks import ASKS  # noqa: PLC0415 - only where a record is written

    return ASKS


GAME: GameOf[state.AuctionDeal, state.Auction, House, state.AuctionSession] = GameOf(
    name="auction",
    unit="chips",
    seats=(3, 4, 5),
    house=House,
    profiles=PROFILES,
    deck=_deck,
    deal=state.AuctionDeal,
    chapters=CHAPTERS,
    trick_size=lambda _: 3,
    verbs={"claim": no_words, "concede": no_words, "takes back": some_cards, "exposes": some_cards},
    envelope={
        "kitty": Key(COUNT, "The chips in the kitty at the start.", "kitty: 12"),
        "divide-kitty": Key(YES, "Whether the kitty was shared out at the end.", "divide-kitty: yes"),
    },
    words=frozenset({"kitty"}),
    accounts=_accounts,
    session=state.AuctionSession,
    state=state.Auction,
    phases=(
        Phase(idle.who_plays),
        Phase(deal.whose_deal, needs="dealer"),
        Phase(kitty.antes),
        Phase(bidding.bidding, needs="bids"),
        Phase(deal.dealt),
        Phase(exposed.called_cards, needs="irregularities"),
        Phase(cards.lay_out),
        Phase(melds.lay_down),
        Phase(burial.burial),
        Phase(play.play, needs="play"),
        Phase(counting.count_play),
        Phase(sheet.count_taken, needs="taken"),
        Phase(sheet.tricks_on_the_sheet, needs="tricks"),
        Phase(claims.called_tricks, needs="irregularities"),
        Phase(called, needs="irregularities"),
        Phase(deciding.weigh_deciders),
        Phase(contract.contract),
    ),
    breaches=BREACHES,
    garbled=frozenset({worth.MELD_TABLE, once.CLASS_ONCE}),
    open_facts=open_facts,
    begins=cards.begins,
    told_dealer=idle.told_dealer,
    kept_when_void=frozenset({widow.WIDOW_EXPOSED, kitty.KITTY_ANTE}),
    close=evening.close,
    settle=evening.payments,
    columns=(Column("stakes", settling.STAKES),),
    facts=facts,
    headline=_headline,
    meld=worth.worth,
    meld_cards=cards_shown,
    row=lambda _: {"bids": "[{0}: 300, {1}: pass, {2}: pass]", "trump": "hearts", "melds": "HA10KQJ", "taken": "134"},
    asks=_asks,
    games=contract_is_a_game,
    season=(
        Tally("single betes", "contracts given up before the first lead", deals_with({stakes.SINGLE_BETE}, -1)),
        Tally("double betes", "contracts that failed once they were played", deals_with({stakes.DOUBLE_BETE}, -1)),
        Tally("unseen", "contracts given up before the widow was seen", deals_with({settling.CONCEDE_PRICE}, -1)),
    ),
    trick_values=trick_values,
)
