"""Partnership pinochle as a game: its house rules, how a game is won, and what the program needs to know of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinocle_cli.game import Column, Game, Phase, SessionState, note, option
from pinocle_cli.games.partnership import bidding as auction
from pinocle_cli.games.partnership import count as counting
from pinocle_cli.games.partnership import (
    deal,
    hands,
    melds,
    play,
    rulings,
    seats,
    worth,
)
from pinocle_cli.games.partnership.asks import ASKS
from pinocle_cli.games.partnership.round import melds_and_play
from pinocle_cli.games.pinochle.common import COUNTS, PACK_48, raised
from pinocle_cli.ledger import FAULT, Finding, Result
from pinocle_cli.reader.deal import no_words, some_cards
from pinocle_cli.record import NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinocle_cli.games.partnership.deal import Partnership
    from pinocle_cli.ledger import Payment, Verdict

# --- How a game is won -----------------------------------------------------------------------------------------------

GAME_1000 = Rule(
    "game-1000",
    "Game to 1000",
    "settlement",
    "The side wins that is the first to have 1000 or more in melds and cards.",
    "003, Партия",
)

DECLARE_OUT = Rule(
    "declare-out",
    "Declaring out",
    "settlement",
    """A player may at any moment declare that his side is out. Play stops and is counted: if his side has reached the
    target it wins, whatever the other side has; if not, it loses the game.""",
    "003, Партия",
)

BOTH_OVER = Rule(
    "both-over-target",
    "Both over 1000",
    "settlement",
    """If both sides have reached the target at the end of a deal, play goes on to 250 more, as often as both have
    reached it: 1070 to 1120 plays on to 1250, and 1300 to 1010 wins there at once.""",
    "003, Партия; decided by us for the second half",
)

BIDDERS_FIRST = Rule(
    "bidders-first",
    "The bidders are counted first",
    "settlement",
    """Where trumps are bid for nobody declares himself out. If both sides have reached the target at the end of a
    deal, the side that had the bid wins, whatever the other has.""",
    "club practice",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house rules; their defaults are the rulebook."""

    target: int = option("1000", varies=GAME_1000, number=True)
    step: int = option("250", varies=BOTH_OVER, number=True)
    count: str = option(*COUNTS, varies=play.CARD_POINTS)
    heading: str = option("trumps", "always", varies=play.ALWAYS)
    doubles: str = option("table", "single", varies=worth.DOUBLE_TABLE)
    rounding: str = option("exact", "seven-up", varies=counting.ROUNDING)
    bidding: str = option("none", "auction", varies=auction.BIDDING)
    minimum: int = option("250", varies=auction.BIDDING, number=True)
    leader: str = option("eldest", "bidder", varies=play.PLAY)
    set: str = option("bid", "bid-and-melds", varies=auction.FAILED_BID)
    values: str = option("full", "tens", varies=counting.TENS)


PROFILES: dict[str, dict[str, Any]] = {
    "classic": {},
    "club": {"bidding": "auction", "leader": "bidder", "count": "10-10-10", "target": 1500},
}

_LEAST_TARGET_IN_FULL = 250
_LEAST_STEP_IN_FULL = 50


def _target(house: House) -> int:
    unit = 10 if house.values == "tens" else 1
    return auction.scale(unit, house.target, _LEAST_TARGET_IN_FULL)


@dataclass(slots=True, kw_only=True)
class PartnershipSession(SessionState):
    """The score of a game, and what it goes to by now."""

    target: int = 1000
    step: int = 250

    def __post_init__(self) -> None:
        """The score pad before the first deal; an opening with both over a mark starts at the next."""
        record, house = self.record, self.house
        unit = 10 if house.values == "tens" else 1
        self.target = _target(house)
        self.step = auction.scale(unit, house.step, _LEAST_STEP_IN_FULL)
        opening = {seat: figure.value for seat, figure in seats.by_side(record.opening).items()}
        self.totals = {side: opening.get(side, 0) for side in seats.SIDES}
        if record.claimed is not None:
            record.claimed = seats.by_side(record.claimed)
        if house.bidding == "none":
            self.target = raised(self.target, self.step, self.totals.values())


def close(session: PartnershipSession, state: Partnership, verdict: Verdict) -> Iterator[Finding]:
    """The deal has been entered; says whether it decides the game."""
    if verdict.scores is None or state.void is not None:
        return
    if session.result is not None:
        text = f"the game was decided in line {session.result.line}; this deal still counts in the totals"
        yield note(session.result.rule, state.place(), text)
    elif state.out is not None:
        yield from _out(session, state)
    elif state.whole and session.totals is not None:
        if state.bidding:
            yield from _bidders_first(session, state)
        else:
            yield from _at_the_end(session, state)


def _out(session: PartnershipSession, state: Partnership) -> Iterator[Finding]:
    """A side whose player declares it out wins with the target in force and loses without."""
    claimant, target = state.out, session.target
    place = state.out_at or state.place()
    if session.totals is None or claimant is None:
        text = "whether the side was out is not checked: an earlier deal could not be scored"
        yield note(NOT_CHECKED, place, text, claimant)
        return
    side = seats.account(claimant)
    other = seats.SIDES[1] if side == seats.SIDES[0] else seats.SIDES[0]
    total = session.totals[side]
    if target != session.house.target:
        text = f"the game goes to {target} by now: that is what {state.name(side)} must have"
        yield note(BOTH_OVER, place, text, claimant)
    right = total >= target
    session.result = Result(side if right else other, DECLARE_OUT, place.line)
    if not right:
        text = f"{state.name(claimant)} declared out with {total}; the game goes to {target}"
        ruling = f"the game goes to {state.name(other)}"
        yield Finding(DECLARE_OUT, FAULT, place.line, text, claimant, place.column, place.path, DECLARE_OUT, ruling)


def _at_the_end(session: PartnershipSession, state: Partnership) -> Iterator[Finding]:
    """At the end of a deal the side that alone has reached the target wins; if both have, it rises."""
    totals = session.totals or {}
    before = session.target
    session.target = raised(before, session.step, totals.values())
    reached = [side for side, points in totals.items() if points >= session.target]
    if reached:
        session.result = Result(reached[0], GAME_1000, state.deal.line)
    if session.target != before:
        yield note(BOTH_OVER, state.place(), f"both have {before}: the game goes on to {session.target}")


def _bidders_first(session: PartnershipSession, state: Partnership) -> Iterator[Finding]:
    """At the end of a deal the side that had the bid is counted first."""
    totals, line = session.totals or {}, state.deal.line
    reached = [side for side, points in totals.items() if points >= session.target]
    if len(reached) == 1:
        session.result = Result(reached[0], GAME_1000, line)
    elif reached and state.bidder is not None:
        side = seats.account(state.bidder)
        session.result = Result(side, GAME_1000, line)
        text = f"both have {session.target}; the side that had the bid, {state.name(side)}, is counted first"
        yield note(BIDDERS_FIRST, state.place(), text)
    elif reached:
        text = f"both have {session.target}, and who had the bid is not recorded: the game stays undecided"
        yield note(BIDDERS_FIRST, state.place(), text)


# --- The game --------------------------------------------------------------------------------------------------------


def _settle(_: SessionState) -> list[Payment]:
    return []  # nobody pays anybody at this game


def _headline(house: House) -> str:
    """To what the game goes, and how trumps are found where they are not turned."""
    text = f"to {_target(house)}"
    if house.bidding == "auction":
        text += ", trumps by bidding"
    return text + (", by tens" if house.values == "tens" else "")


def _facts(verdict: Verdict, _: tuple[str, ...]) -> Mapping[str, str]:
    """The bid, where there was one."""
    contract = verdict.more.get("contract")
    if contract is None:
        return {}
    became = {True: " made", False: " failed", None: ""}[contract["made"]]
    return {"bid": f"{contract['bidder']} {contract['bid']}{became}"}


GAME = Game(
    name="partnership",
    seats=(seats.PLAYERS,),
    house=House,
    profiles=PROFILES,
    deck=lambda _: PACK_48,
    deal=deal.PartnershipDeal,
    chapters=(deal, hands, worth, melds, play, counting, auction, rulings, sys.modules[__name__]),
    trick_size=lambda players: players,
    verbs={"takes back": some_cards, "exposes": some_cards, "out": no_words},
    envelope={"sides": seats.SIDES_KEY},
    accounts=seats.accounts,
    session=PartnershipSession,
    state=deal.Partnership,
    phases=(
        Phase(deal.names_fit),
        Phase(deal.fits_one_pack),
        Phase(deal.bare_turn),
        Phase(auction.auction, needs="bids"),
        Phase(deal.dix_turned, needs="turned"),
        Phase(counting.tricks_on_the_sheet, needs="tricks"),
        Phase(melds_and_play),
        Phase(counting.cards_on_the_sheet, needs="taken"),
        Phase(counting.counts_beside_the_play),
        Phase(counting.out_on_the_sheet, needs="out"),
        Phase(counting.melds_need_a_trick),
        Phase(counting.round_cards),
        Phase(counting.missing_parts),
        Phase(auction.settled),
    ),
    breaches=frozenset({play.PLAY}),
    remedies=rulings.REMEDIES,
    close=close,
    settle=_settle,
    columns=(
        Column(
            "melds",
            frozenset(
                {
                    worth.MELD_ALL,
                    worth.DOUBLE_TABLE,
                    melds.DIX_HOLDER,
                    deal.DIX_TURNED,
                    counting.NEEDS_TRICK,
                    counting.OUT_MELD,
                }
            ),
        ),
        Column("cards", frozenset({play.CARD_POINTS, play.LAST_TRICK, counting.ROUNDING, rulings.REVOKE})),
    ),
    facts=_facts,
    headline=_headline,
    meld=worth.worth,
    asks=ASKS,
)
