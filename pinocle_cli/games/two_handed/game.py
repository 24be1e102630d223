"""Two-handed pinochle as a game: its house rules, how a game is won, and what the program needs to know of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinocle_cli.game import Column, Game, Phase, SessionState, note, option
from pinocle_cli.games.pinochle.common import (
    COUNTS,
    PACK_48,
    PACK_64,
    card_values,
    cards_shown,
    dix_verb,
    meld_verb,
    raised,
    trick_values,
)
from pinocle_cli.games.two_handed import actions, deal, melding, melds, play, rulings, stock
from pinocle_cli.games.two_handed import count as counting
from pinocle_cli.games.two_handed.asks import ASKS
from pinocle_cli.games.two_handed.worth import worth
from pinocle_cli.ledger import FAULT, Finding, Result
from pinocle_cli.reader.deal import no_words, one_card, some_cards
from pinocle_cli.record import AS_RECORDED, NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.two_handed.deal import TwoHanded
    from pinocle_cli.ledger import Payment, Verdict
    from pinocle_cli.record import Record

# --- How a game is won -----------------------------------------------------------------------------------------------

SINGLE_DEAL = Rule(
    "single-deal-game",
    "One deal is a game",
    "settlement",
    "A single deal may be the whole game; whoever has more points in it wins.",
    "000, Партия",
)

DRAWN = Rule(
    "drawn",
    "Drawn",
    "settlement",
    "Where a single deal is the game and both have the same, it is drawn.",
    "decided by us; the sources are silent",
)

GAME_1000 = Rule(
    "game-1000",
    "Game to 1000",
    "settlement",
    "Or the game goes to 1000: if at the end of a deal only one player has 1000 or more, he wins.",
    "000, Партия; 002",
)

BOTH_OVER = Rule(
    "both-over-target",
    "Both over 1000",
    "settlement",
    """If both have reached the target at the end of a deal, play goes on to 250 more, as often as both have reached
    it: 1130 to 1000 plays on to 1250, and 1300 to 1010 wins there at once.""",
    "000, Партия; 002; decided by us for the second half",
)

DECLARE_OUT = Rule(
    "declare-out",
    "Declaring out",
    "settlement",
    """At any moment of play a player may declare himself out. Play stops and both are counted as they stand: if he
    has 1000 or more he wins, even if the other has more; if he has less he loses the game.""",
    "000, Объявление о выходе",
)

OUT_EXTENDED = Rule(
    "declare-out-extended",
    "Declaring out at a raised target",
    "settlement",
    "Once the game goes to 1250, 1500 and so on, whoever declares himself out must have that many.",
    "000, Объявление о выходе",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house rules; their defaults are the rulebook."""

    deck: str = option("48", "64", varies=deal.PACK)
    target: int | str = option("1000", "deal", varies=GAME_1000, number=True)
    step: int = option("250", varies=BOTH_OVER, number=True)
    going_out: str = option("immediate", "must-win-a-trick", "must-win-own-lead", varies=DECLARE_OUT)
    declared_count: str = option("rounded", "exact", varies=DECLARE_OUT)
    first_dix: str = option("may-exchange", "must-exchange", varies=melds.DIX_FIRST_EXCHANGE)
    heading: str = option("trumps", "always", varies=play.STAGE2_FOLLOW)
    count: str = option(*COUNTS, varies=play.CARD_POINTS)
    rounding: str = option("seven-up", "exact", varies=counting.CARD_ROUNDING)
    doubles: str = option("single", "twice", varies=melding.MELD_TABLE)


PROFILES: dict[str, dict[str, Any]] = {
    "classic": {},
    "modern": {"first_dix": "must-exchange", "heading": "always"},
}


@dataclass(slots=True, kw_only=True)
class TwoHandedSession(SessionState):
    """The score of a game, and what it goes to by now."""

    target: int = 1000

    def __post_init__(self) -> None:
        """The score pad before the first deal; an opening with both over a mark starts at the next."""
        house = self.house
        if house.target != "deal":
            self.target = house.target
            if self.record.opening and self.totals is not None:
                self.target = raised(house.target, house.step, self.totals.values())


def close(session: TwoHandedSession, state: TwoHanded, verdict: Verdict) -> Iterator[Finding]:
    """The deal has been entered; says whether it decides the game."""
    if verdict.scores is None or state.void is not None:
        return
    if session.result is not None:
        text = f"the game was decided in line {session.result.line}; this deal still counts in the totals"
        yield note(session.result.rule, state.place(), text)
        return
    if not state.complete and state.out is None:
        return
    if session.house.target == "deal":
        recorded = any(entry.rule is AS_RECORDED for entry in verdict.ledger)
        if state.whole or recorded:
            session.result = _single_deal(state, verdict)
    elif state.out is not None:
        yield from _out(session, state)
    elif state.whole:
        yield from _at_the_end(session, state)


def _single_deal(state: TwoHanded, verdict: Verdict) -> Result:
    scores = verdict.scores or {}
    revoked = {f.seat for f in verdict.findings if f.remedy is rulings.REVOKE_SINGLE and f.seat is not None}
    if len(revoked) == 1:
        return Result(1 - revoked.pop(), rulings.REVOKE_SINGLE, verdict.line)
    if scores[0] == scores[1]:
        return Result(None, DRAWN, verdict.line)
    return Result(0 if scores[0] > scores[1] else 1, SINGLE_DEAL, verdict.line)


def _out(session: TwoHandedSession, state: TwoHanded) -> Iterator[Finding]:
    """Whoever declared himself out wins with the target in force and loses without."""
    claimant, target = state.out, session.target
    place = state.out_at or state.place()
    if session.totals is None or claimant is None:
        text = "whether he was out is not checked: an earlier deal could not be scored"
        yield note(NOT_CHECKED, place, text, claimant)
        return
    rule = actions.VARIANTS.get(session.house.going_out, DECLARE_OUT)
    name, total = state.name(claimant), session.totals[claimant]
    if not state.complete and total < target:
        text = f"whether {name} was out with {total} or more is not checked: not everything that scores is recorded"
        yield note(NOT_CHECKED, place, text, claimant)
        return
    if target != session.house.target:
        yield note(OUT_EXTENDED, place, f"the game goes to {target} by now: that is what {name} must have", claimant)
    right = total >= target
    session.result = Result(claimant if right else 1 - claimant, rule, place.line)
    if not right:
        text = f"{name} declared himself out with {total}; the game goes to {target}"
        other = state.name(1 - claimant)
        finding = Finding(
            rule, FAULT, place.line, text, claimant, place.column, place.path, ruling=f"{other} wins the game"
        )
        yield finding._replace(remedy=rule)


def _at_the_end(session: TwoHandedSession, state: TwoHanded) -> Iterator[Finding]:
    """At the end of a deal whoever alone has reached the target wins; if both have, it rises."""
    totals, line = session.totals, state.deal.line
    if totals is None:
        return
    before = session.target
    if before > max(totals.values()):
        return
    session.target = raised(before, session.house.step, totals.values())
    reached = [seat for seat, points in totals.items() if points >= session.target]
    if reached:
        session.result = Result(reached[0], GAME_1000, line)
    if session.target != before:
        text = f"both have {before}: the game goes on to {session.target}"
        yield note(BOTH_OVER, state.place(), text)


# --- The game --------------------------------------------------------------------------------------------------------


def _deck(house: House) -> Deck:
    return PACK_64 if house.deck == "64" else PACK_48


def _accounts(record: Record) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return record.players, (0, 1)


def _settle(_: SessionState) -> list[Payment]:
    return []  # nobody pays anybody at this game


def _called_before(state: TwoHanded) -> Said:
    """What the table wrote down and the replay must know: a card that took no part, a revoke that no card shows."""
    for said in state.deal.irregularities or ():
        name = said.fault.rpartition(".")[2]
        if name == rulings.WRONG_STOCK_THREE.label:
            values = card_values(state.deck, state.house.count)
            state.left_out = sum(values[card] for card in said.cards) if said.cards else None
        elif name in _REVOKES and said.by is not None and (said.after is None or said.after >= state.size):
            state.revoked.add(said.by)
    yield from ()


_REVOKES = {rule.label for rule in (play.STAGE2_FOLLOW, play.REVOKE_WHEN, rulings.REVOKE_1000, rulings.REVOKE_SINGLE)}

GAME = Game(
    name="two-handed",
    seats=(2,),
    house=House,
    profiles=PROFILES,
    deck=_deck,
    deal=deal.TwoHandedDeal,
    chapters=(deal, play, stock, actions, melds, melding, counting, rulings, sys.modules[__name__]),
    trick_size=lambda players: players,
    verbs={
        "meld": meld_verb,
        "dix": dix_verb,
        "correct": no_words,
        "takes back": some_cards,
        "exposes": some_cards,
        "out": no_words,
        "draw": one_card,
    },
    envelope={},
    accounts=_accounts,
    session=TwoHandedSession,
    state=deal.TwoHanded,
    phases=(
        Phase(_called_before, needs="irregularities"),
        Phase(deal.fits_one_pack),
        Phase(counting.tricks_on_the_sheet, needs="tricks"),
        Phase(deal.dix_turned, needs="turned"),
        Phase(play.replay, needs="play"),
        Phase(counting.melds_on_the_sheet, needs="melds"),
        Phase(counting.cards_on_the_sheet, needs="taken"),
        Phase(counting.out_on_the_sheet, needs="out"),
        Phase(counting.round_cards),
        Phase(counting.missing_parts),
    ),
    breaches=frozenset({play.STAGE2_FOLLOW, play.LEAD_OUT_OF_TURN}),
    remedies=rulings.REMEDIES,
    close=close,
    settle=_settle,
    columns=(
        Column("melds", frozenset({*melding.CLASSES.values(), melds.DIX_SHOW, deal.DIX_TURNED})),
        Column("cards", frozenset({play.CARD_POINTS, play.LAST_TRICK, counting.CARD_ROUNDING})),
    ),
    headline=lambda house: "one deal a game" if house.target == "deal" else f"to {house.target}",
    meld=worth,
    meld_cards=cards_shown,
    asks=ASKS,
    trick_values=trick_values,
)
