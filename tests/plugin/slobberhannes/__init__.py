"""Slobberhannes: four players, 32 cards, no trumps; nobody wants the first trick, the last, or the queen of clubs.

A game of its own, in another package: it shows all that a game needs, and that nothing of it has to be ours.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinocle_cli.cards import Deck
from pinocle_cli.course import Act, Plan, Trick, steps
from pinocle_cli.game import Column, DealState, GameOf, Phase, SessionState, note, part
from pinocle_cli.known import PLAY, Known, Move
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Result, Ruling
from pinocle_cli.options import option
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.reader.deal import some_cards
from pinocle_cli.reader.kinds import NAME
from pinocle_cli.record import AS_RECORDED, IMPOSSIBLE, NOT_CHECKED, Deal, read_once
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import BROKEN, breaches, could_have, winner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.ledger import Payment, Verdict

PLAYERS = 4
TRICKS = 8
PACK = Deck("A K Q J 10 9 8 7", 1)
QUEEN = PACK.card(3, "Q")


@read_once
class SlobberhannesDeal(Deal):
    """A deal as it is written: the keys of every game, and who took the queen where the play is not recorded."""

    queen: int | None = part(NAME, doc="Who took the queen of clubs.", example="queen: Ann")


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house rules."""

    target: int = option("10", varies="end", number=True)
    revoke: int = option("1", varies="revoke", number=True)


@dataclass(slots=True, kw_only=True)
class Score(SessionState):
    """What carries from deal to deal."""

    house: House


@dataclass(slots=True, kw_only=True)
class Hand(DealState):
    """One deal while it is judged."""

    session: Score
    house: House
    deal: SlobberhannesDeal
    first: int | None = None  # who took the first trick
    last: int | None = None
    queen: int | None = None


DEAL = Rule("deal", "The deal", "procedure", "Thirty-two cards, eight to each of four players.", "Cavendish, 1879")


@DEAL.applied
def fits_one_pack(state: Hand) -> Said:
    """The cards dealt make one pack."""
    yield from cards_that_make_no_pack(state.deck, (state.deal.hands or {}).values())


FOLLOW = Rule(
    "follow",
    "Following suit",
    "irregularity",
    "Eldest leads, then the winner of each trick. Suit must be followed; the highest card of the suit led wins.",
    "Cavendish, 1879",
)


@FOLLOW.applied
def play(state: Hand) -> Said:
    """The tricks, and who failed to follow."""
    plan = Plan(seats=(0, 1, 2, 3), leader=(state.dealer + 1) % PLAYERS, wins=lambda cards: winner(PACK, cards, None))
    course = [*steps(state.play, plan)]
    tricks = [step for step in course if not isinstance(step, Act) and step.taken_back is None]
    dealt = state.deal.hands or {}
    hands = [dealt[seat].cards if seat in dealt else None for seat in range(PLAYERS)]
    moves = [Move(PLAY, seat, card) for trick in tricks for seat, card in zip(trick.seats, trick.cards, strict=True)]
    known = Known(PACK, hands, [TRICKS] * PLAYERS, moves)
    for trick in tricks:
        yield from _broken(state, known, trick)
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if not known.play(seat, card):
                text = f"{state.name(seat)} does not hold {PACK.names[card]}"
                yield Finding.at(state.play[trick.n].place, IMPOSSIBLE, ERROR, text, seat, cause=trick)
                return
    won = [trick.winner for trick in tricks]
    state.lacks = TRICKS - len(tricks)
    state.first = won[0] if won else None
    state.last = won[-1] if len(won) == TRICKS else None
    state.queen = next((trick.winner for trick in tricks if QUEEN in trick.cards), None)
    state.complete = not state.lacks


def _broken(state: Hand, known: Known, trick: Trick) -> Iterator[Finding]:
    for nth, duty in breaches(PACK, [known.lo[seat] for seat in trick.seats], trick.cards, None):
        seat, names = trick.seats[nth], PACK.names
        held = PACK.show(could_have(PACK, known.lo[seat], trick.cards[:nth], duty, None))
        text = (
            f"{names[trick.cards[nth]]} on {names[trick.cards[0]]}: {state.name(seat)} {BROKEN[duty]} but held {held}"
        )
        yield Finding.at(state.play[trick.n].place, FOLLOW, FAULT, text, seat, cause=trick)


REVOKE = Rule("revoke", "Revoke", "irregularity", "Whoever revokes takes a point besides.", "Cavendish, 1879")


@REVOKE.follows(FOLLOW)
def revoke(finding: Finding, state: Hand, _: Sequence[Entry]) -> Ruling | None:
    """One point for the offender."""
    if finding.seat is None:
        return None
    entry = Entry(finding.seat, state.house.revoke, REVOKE, finding.line, "revoke")
    return Ruling(rule=REVOKE, text=f"{state.name(finding.seat)} takes a point", entries=(entry,))


POINTS = Rule(
    "points",
    "What nobody wants",
    "score",
    "A point each for the first trick, the last trick and the queen of clubs, and one more for all three.",
    "Cavendish, 1879",
)


@POINTS.applied
def points(state: Hand) -> Said:
    """A point for each."""
    line = state.deal.line
    state.queen = state.deal.queen if state.queen is None else state.queen
    taken = {"the first trick": state.first, "the last trick": state.last, "the queen of clubs": state.queen}
    for what, seat in taken.items():
        if seat is not None:
            yield Entry(seat, 1, POINTS, line, what)
    if state.first is not None and state.first == state.last == state.queen:
        yield Entry(state.first, 1, POINTS, line, "all three")
    if state.deal.play is None:
        state.scored = state.queen is not None or bool(state.wrote)
        state.complete = False
        for seat, figure in state.wrote.items():
            yield Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it")
        yield note(NOT_CHECKED, state.place(), "the play is not recorded")


END = Rule("end", "Ten points lose", "settlement", "Whoever first has ten points loses.", "Cavendish, 1879")


@END.applied
def close(session: Score, state: Hand, verdict: Verdict) -> Iterator[Finding]:
    """Whoever has fewest wins, once somebody has ten."""
    totals = session.totals or {}
    if session.result is None and totals and max(totals.values()) >= session.house.target:
        session.result = Result(min(totals, key=lambda seat: totals[seat]), END, state.deal.line)
    return iter(())


def _settle(_: Score) -> list[Payment]:
    return []


GAME: GameOf[SlobberhannesDeal, Hand, House, Score] = GameOf(
    name="slobberhannes",
    package="slobberhannes",
    seats=(PLAYERS,),
    house=House,
    profiles={"classic": {}},
    deck=lambda _: PACK,
    deal=SlobberhannesDeal,
    chapters=(sys.modules[__name__],),
    trick_size=lambda players: players,
    verbs={"takes back": some_cards},
    envelope={},
    accounts=lambda players, _: (players, tuple(range(len(players)))),
    session=Score,
    state=Hand,
    phases=(Phase(fits_one_pack), Phase(play, needs="play"), Phase(points)),
    breaches=frozenset({FOLLOW}),
    close=close,
    settle=_settle,
    columns=(Column("points", frozenset({POINTS})),),
    headline=lambda house: f"to {house.target}",
)
