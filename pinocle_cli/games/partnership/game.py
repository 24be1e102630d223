"""Partnership pinochle as a game: its house rules, its chapters in order, and what the program needs to know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.cards import SUITS
from pinocle_cli.game import Column, Fact, GameOf, Phase, SessionState
from pinocle_cli.games.partnership import hands, seats, sheet, state
from pinocle_cli.games.partnership.chapters import (
    bidding,
    count,
    deal,
    dix,
    duties,
    failed_bid,
    melds,
    misdeals,
    needs_trick,
    once,
    play,
    trump_card,
    winning,
    worth,
    wrong_hands,
)
from pinocle_cli.games.partnership.house import PROFILES, House
from pinocle_cli.games.partnership.seats import PLAYERS
from pinocle_cli.games.pinochle.common import COUNTS, dix_card, trick_values
from pinocle_cli.games.pinochle.shown import cards_shown
from pinocle_cli.reader.deal import no_words, some_cards
from pinocle_cli.record import Play
from pinocle_cli.weigh import called

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pinocle_cli.ask import Ask
    from pinocle_cli.ledger import Payment, Verdict


_SUITS = tuple((suit, f"{name} are taken to be trumps") for suit, name in enumerate(SUITS))


def open_facts(session: winning.PartnershipSession, written: state.PartnershipDeal) -> Sequence[Fact]:
    """What a record may leave out: the trump suit, who exchanged a dix, and who had the bid and led."""
    facts = []
    if written.turned is None and written.trump is None and (written.play is not None or written.melds is not None):
        facts.append(Fact("trump", "the trump suit", _SUITS))
    shown = written.melds is not None or written.play is not None or written.held is not None
    if written.dix_exchange is None and shown and session.house.bidding == "none":
        who = [([seat], f"{session.names[seat]} is taken to have exchanged the dix") for seat in _may_exchange(written)]
        facts.append(Fact("dix_exchange", "who exchanged the dix", ((None, ""), *who), usual=True))
    if session.house.bidding == "auction" and session.house.leader == "bidder" and written.bids is None:
        facts += _who_led(session, written)
    return facts


def _may_exchange(written: state.PartnershipDeal) -> Iterator[int]:
    """Who can have taken the turned card: whoever was dealt a dix, as far as that is written, and did not deal."""
    hands, turned = written.hands or {}, written.turned.cards[0] if written.turned else None
    dix = None if turned is None else dix_card(deal.DECK, deal.DECK.suit[turned])
    for seat in range(PLAYERS):
        dealt = dix is None or seat not in hands or dix in hands[seat].cards
        if seat != written.dealer and dealt and (turned is None or turned != dix):
            yield seat


def _who_led(session: winning.PartnershipSession, written: state.PartnershipDeal) -> Iterator[Fact]:
    """Nobody wrote who had the bid: anybody may have led, eldest or another."""
    play = written.play
    first = None if play is None else play.first_trick
    if play is None or first is None or first.seat >= 0:
        return
    led = [
        Play.of([event._replace(seat=seat) if event is first else event for event in play]) for seat in range(PLAYERS)
    ]
    words = [f"{session.names[seat]} is taken to have had the bid and led" for seat in range(PLAYERS)]
    yield Fact("play", "who had the bid", ((play, ""), *zip(led, words, strict=True)), usual=True)


def told_dealer(session: winning.PartnershipSession, written: state.PartnershipDeal) -> int | None:
    """Who dealt, where the first lead or the first bid names eldest."""
    if session.house.leader == "eldest":
        first = written.play.first_trick if written.play else None
    else:
        first = next(iter(written.bids or ()), None)
    return (first.seat - 1) % PLAYERS if first is not None and 0 <= first.seat < PLAYERS else None


def _settle(_: SessionState) -> list[Payment]:
    return []  # nobody pays anybody at this game


def _headline(house: House) -> str:
    """To what the game goes, and how trumps are found where they are not turned."""
    target = house.target // 10 if house.values == "tens" and house.target >= _IN_FULL else house.target
    text = f"{house.deals} deals" if house.deals else f"to {target}"
    if house.bidding == "auction":
        text += ", trumps by bidding"
    return text + (", by tens" if house.values == "tens" else "")


_IN_FULL = 1000


def _facts(verdict: Verdict, _: tuple[str, ...]) -> Mapping[str, str]:
    """The bid, where there was one."""
    contract = verdict.contract
    if contract is None:
        return {}
    became = {True: " made", False: " failed", None: ""}[contract["made"]]
    return {"bid": f"{contract['bidder']} {contract['bid']}{became}"}


MELDS = {worth.MELD_ALL, worth.DOUBLE_TABLE, dix.DIX_HOLDER, once.ONCE, trump_card.DIX_TURNED}


def _row(house: House) -> Mapping[str, str]:
    """A line of a score sheet; where trumps are bid for it begins with the bids."""
    bids = {"bids": "[{0}: 250, {1}: pass, {2}: pass, {3}: pass]"} if house.bidding == "auction" else {}
    taken = "[126, 124]" if house.count == COUNTS[0] else "[130, 120]"
    return {**bids, "trump": "hearts", "melds": "[60, 20, 0, 40]", "taken": taken}


def _asks() -> tuple[Ask, ...]:
    from pinocle_cli.games.partnership.asks import ASKS  # noqa: PLC0415 - only where a record is written

    return ASKS


GAME: GameOf[state.PartnershipDeal, state.Partnership, House, winning.PartnershipSession] = GameOf(
    name="partnership",
    seats=(PLAYERS,),
    house=House,
    profiles=PROFILES,
    deck=lambda _: deal.DECK,
    deal=state.PartnershipDeal,
    chapters=(
        deal,
        misdeals,
        bidding,
        failed_bid,
        trump_card,
        wrong_hands,
        worth,
        dix,
        once,
        duties,
        count,
        needs_trick,
        winning,
    ),
    trick_size=lambda players: players,
    verbs={"takes back": some_cards, "exposes": some_cards, "out": no_words},
    envelope={"sides": seats.SIDES_KEY},
    accounts=seats.accounts,
    session=winning.PartnershipSession,
    state=state.Partnership,
    phases=(
        Phase(deal.names_fit),
        Phase(deal.whose_deal, needs="dealer"),
        Phase(deal.fits_one_pack),
        Phase(trump_card.bare_turn, needs="turned"),
        Phase(bidding.auction, needs="bids"),
        Phase(trump_card.dix_turned, needs="turned"),
        Phase(failed_bid.needs_marriage),
        Phase(sheet.tricks_on_the_sheet, needs="tricks"),
        Phase(trump_card.exchange),
        Phase(wrong_hands.hand_sizes),
        Phase(hands.know),
        Phase(melds.melds, needs="melds"),
        Phase(play.play, needs="play"),
        Phase(sheet.cards_on_the_sheet, needs="taken"),
        Phase(count.counts_beside_the_play, needs="play"),
        Phase(sheet.out_on_the_sheet, needs="out"),
        Phase(needs_trick.melds_need_a_trick),
        Phase(count.round_cards),
        Phase(sheet.missing_parts),
        Phase(failed_bid.settled),
        Phase(called, needs="irregularities"),
    ),
    breaches=frozenset({duties.PLAY, bidding.BIDDING}),
    garbled=frozenset({worth.MELD_ALL, once.ONCE}),
    open_facts=open_facts,
    begins=hands.begins,
    told_dealer=told_dealer,
    bounds=sheet.bounds,
    opening_decides=winning.opening_decides,
    close=winning.close,
    settle=_settle,
    columns=(
        Column("melds", frozenset(MELDS | {needs_trick.NEEDS_TRICK, needs_trick.OUT_MELD}), "melds"),
        Column("cards", frozenset({count.CARD_POINTS, count.LAST_TRICK, count.ROUNDING, duties.REVOKE})),
    ),
    facts=_facts,
    headline=_headline,
    meld=worth.worth,
    meld_cards=cards_shown,
    row=_row,
    asks=_asks,
    trick_values=trick_values,
)
