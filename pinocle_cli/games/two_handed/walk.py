"""The play walked from the first lead on: each line is handed to the chapter that has the rule for it.

What is not written, or may be taken in two ways, is first read as it usually is; another reading is walked only where
the record cannot be true otherwise, or where it accuses of less.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from pinocle_cli.course import TAKES_BACK, Act, Trick, steps
from pinocle_cli.game import note
from pinocle_cli.games.two_handed import fast
from pinocle_cli.games.two_handed.chapters import (
    count,
    crediting,
    dixes,
    drawing,
    drawn_wrongly,
    going_out,
    second_half,
    showing,
    wrong_hands,
)
from pinocle_cli.games.two_handed.chapters import play as course_of_play
from pinocle_cli.games.two_handed.state import Walk, Way
from pinocle_cli.games.two_handed.stock import dealt, sizes_of
from pinocle_cli.known import HIDDEN, IN, OUT, PLAY, SHOW, Known, Move, first_contradiction
from pinocle_cli.ledger import FAULT
from pinocle_cli.record import ASSUMED, NOT_CHECKED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pinocle_cli.course import Step
    from pinocle_cli.games.two_handed.state import TwoHanded
    from pinocle_cli.ledger import Entry, Finding, Run


def _draw(walk: Walk, act: Act) -> None:
    crediting.card_drawn(walk)
    drawn_wrongly.draw(walk, act)


ACTIONS: dict[str, Callable[[Walk, Act], None]] = {
    "meld": showing.meld,
    "dix": dixes.dix,
    "correct": crediting.correct,
    "draw": _draw,
    "out": going_out.declares_out,
    "exposes": course_of_play.exposes,
    TAKES_BACK: course_of_play.takes_back,
}


def replay(state: TwoHanded) -> Iterator[Entry | Finding | Run]:
    """The play from the first lead on."""
    if state.trump is None:
        state.scored = state.complete = state.cards_known = state.melds_known = state.ended = False
        text = "the trump suit is not recorded, and the play does not tell it: nobody can say who won the tricks"
        yield note(NOT_CHECKED, state.place(), f"{text}. Write `turned` or `trump`")
        return
    plain = fast.plain(state)
    if plain is not None:
        yield plain
        return
    walk = _likeliest(state)
    state.walk = walk
    whole = walk.failed is None and not _given_up(walk)
    if whole:
        _end(walk)
    yield from walk.found
    if whole:
        yield from count.tricks_counted(walk)


def _likeliest(state: TwoHanded) -> Walk:
    """The play as it is usually read, or the first other reading with which it can have happened."""
    every = [*steps(state.play, course_of_play.plan(state))]
    usual = _walked(state, every, Way())
    if _given_up(usual):
        return usual
    if usual.failed is None:
        others = [*_other_draws(usual)] if _faults(usual) > 1 else []
        state.walks += len(others)
        walks = [usual, *(_walked(state, every, way) for way in others)]
        return min((walk for walk in walks if walk.failed is None), key=_faults)
    for way in _other_ways(usual):
        state.walks += 1
        walk = _walked(state, every, way)
        if walk.failed is None:
            if way.exchange is not None:
                trick, seat = way.exchange
                text = f"{state.name(seat)} is taken to have exchanged the dix after trick {trick}"
                walk.found.append(note(ASSUMED, state.place(), f"{text}: otherwise it cannot have happened", seat))
            return walk
    return usual


def _other_ways(walk: Walk) -> Iterator[Way]:
    """The other ways to read what failed."""
    state, usual = walk.state, walk.way
    if walk.remarks:
        letter = usual._replace(to_the_letter=True)
        yield from (letter, letter._replace(kept=True))
    yield from _other_draws(walk)
    if wrong_hands.WRONG_HAND_LONG in {one.rule for one in state.found}:
        yield from (usual._replace(restored=trick) for trick in range(2, state.size + 2))
    for said in state.deal.irregularities or ():
        if said.fault.endswith(wrong_hands.WRONG_HAND_SHORT.label) and said.by is not None and said.after:
            yield usual._replace(forgot=frozenset({(said.by, said.after)}))
    _, card = walk.failed or (0, 0)
    if card in (state.turned, state.dix):
        if state.turned is None:
            yield usual._replace(exchanged=False)
        if not walk.exchanged:
            yield from (usual._replace(exchange=(trick, seat)) for seat, trick in walk.could_exchange.items())


def _other_draws(walk: Walk) -> Iterator[Way]:
    """Who else may have the cards that were drawn out of turn, or too many at once: what a fault does was not done."""
    rules = {one.rule for one in walk.found}
    handed = [True, False] if drawn_wrongly.DRAW_OUT_OF_TURN in rules else [True]
    kept = [False, True] if drawn_wrongly.DRAW_SEVERAL in rules else [False]
    for over, extra in itertools.product(handed, kept):
        if not over or extra:
            yield walk.way._replace(handed_over=over, kept=extra)


def _given_up(walk: Walk) -> bool:
    """Whether somebody broke a rule where it is only of interest whether nobody did: whoever has the cards then."""
    return walk.state.most_faults == 0 and _faults(walk) > 0


def _faults(walk: Walk) -> int:
    return sum(one.severity == FAULT for one in walk.found)


def _walked(state: TwoHanded, every: list[Step], way: Way) -> Walk:
    drawn = drawing.moves_of(state, every, way)
    known, dropped, wrong = _knowledge(state, drawn.moves)
    walk = Walk(
        state=state, play=state.play, steps=every, way=way, moments=drawn.moments, known=known, dropped=dropped,
        remarks=bool(drawn.remarks), played=[[0] * state.deck.kinds, [0] * state.deck.kinds], number=state.first_tricks,
    )  # fmt: skip
    if wrong is not None:
        _say_impossible(walk, drawn.moves[wrong], wrong)
        return walk
    said = drawn_wrongly.said_of_draws(walk, drawn)
    for walk.at, step in enumerate(every):
        if walk.out is not None:
            text = "play had stopped here; what is written below does not count"
            walk.found.append(note(NOT_CHECKED, walk.event(step).place, text))
            break
        walk.found += said.get(walk.at, ())
        if isinstance(step, Act):
            ACTIONS[step.event.verb](walk, step)
        else:
            _trick(walk, step)
        if walk.failed is not None or _given_up(walk):
            break  # whatever comes after this may only follow from it
    return walk


def _knowledge(state: TwoHanded, moves: list[Move]) -> tuple[Known, dict[int, int], int | None]:
    """What is known of the cards; which cards were shown that had been played; the move that cannot be."""
    deal = state.deal
    stock = deal.stock.cards if deal.stock and deal.held is None else ()
    turned = [state.turned] if state.turned is not None and deal.held is None else []
    outside, hands, sizes = [*stock, *turned], dealt(state), sizes_of(state)
    dropped: dict[int, int] = {}

    def known(some: Sequence[Move]) -> Known:
        return Known(state.deck, hands, sizes, some, outside)

    every = known(moves)
    while every.contradictory:
        if state.trial and not _may_be_shown_too_late(every, moves):
            return every, dropped, len(moves) - 1
        wrong = first_contradiction(known, moves)
        over = _too_often(known(moves[: wrong + 1]), moves[: wrong + 1])
        at = next((n for n in range(wrong, -1, -1) if _shown_after_it_was_played(moves, n, over)), None)
        if at is None:
            return every, dropped, wrong
        cards = moves[at].cards or ()
        dropped[at] = next(card for card in over if card in cards)
        moves[at] = moves[at]._replace(cards=tuple(card for card in cards if card not in over))
        every = known(moves)
    return every, dropped, None


def _may_be_shown_too_late(known: Known, moves: list[Move]) -> bool:
    """Whether there may be a card too many because it was shown after it had been played."""
    over = _too_often(known, moves)
    return any(_shown_after_it_was_played(moves, n, over) for n in range(len(moves)))


def _too_often(known: Known, moves: list[Move]) -> list[int]:
    """The cards that must have been dealt and drawn more often than the pack has them."""
    drawn = known.deck.count([move.card for move in moves if move.kind == IN and move.card != HIDDEN])
    put_down = known.deck.count([move.card for move in moves if move.kind == OUT and move.card != HIDDEN])
    lay_there = [lay + put for lay, put in zip(known.outside, put_down, strict=True)]
    need = [seen + max(0, came - lay) for seen, came, lay in zip(known.seen, drawn, lay_there, strict=True)]
    return [card for card, number in enumerate(need) if number > known.deck.copies]


def _shown_after_it_was_played(moves: list[Move], n: int, over: list[int]) -> bool:
    """Whether a move shows a card, of which there is one too many, that its player had played before."""
    kind, seat, _, cards = moves[n]
    if kind != SHOW or not set(over) & set(cards or ()):
        return False
    return any(move.kind in (PLAY, OUT) and move.seat == seat and move.card in over for move in moves[:n])


def _say_impossible(walk: Walk, move: Move, n: int) -> None:
    """The line with which there is a card too many."""
    walk.at = next(
        at for at, moment in enumerate(walk.moments) if moment.before <= n < moment.after or n < moment.before
    )
    step, card = walk.steps[walk.at], (move.cards or (move.card,))[0]
    name, shown = walk.state.name(move.seat), walk.known.deck.names[max(card, 0)]
    if move.kind == PLAY:
        walk.impossible(step, move.seat, card, f"{name} does not hold {shown}", nth=n - walk.moment().before)
    elif move.kind == SHOW:
        walk.impossible(step, move.seat, card, f"{name} shows {shown} but does not hold it")
    else:
        walk.impossible(step, move.seat, card, f"{shown} cannot have been drawn")


def _trick(walk: Walk, trick: Trick) -> None:
    """One trick as it was played; one that was taken back is only looked at."""
    state, known, moment = walk.state, walk.known, walk.moment()
    if moment.drew:
        crediting.card_drawn(walk, stock_gone=moment.gone)
    before = known.walk(moment.before)
    if before is not None:
        walk.impossible(trick, before.seat, before.card, f"{known.deck.names[before.card]} cannot have been drawn")
        return
    course_of_play.led(walk, trick)
    if trick.number > state.size:
        second_half.follow(walk, trick)
    if trick.taken_back is not None:
        return
    for seat, card in zip(trick.seats, trick.cards, strict=True):
        if card in walk.watched:
            crediting.card_played(walk, seat, card)
        walk.played[seat][card] += 1
    wrong = known.walk(moment.after)
    if wrong is not None:
        text = f"{state.name(wrong.seat)} does not hold {known.deck.names[wrong.card]}"
        walk.impossible(trick, wrong.seat, wrong.card, text, nth=trick.seats.index(wrong.seat))
    elif course_of_play.stands_alone(walk, trick):
        walk.failed = trick.leader, trick.cards[0]
    elif trick.winner is not None:
        _won(walk, trick, trick.winner)


def _won(walk: Walk, trick: Trick, winner: int) -> None:
    """Somebody has won a trick."""
    walk.number, walk.last_trick, walk.winner, walk.melded = trick.number, trick.n, winner, False
    walk.taken[winner] += 1
    count.count_trick(walk, trick)
    going_out.is_counted(walk, trick)
    if trick.number <= walk.state.size and walk.known.most(winner, walk.dix):
        walk.could_exchange[winner] = trick.number


def _end(walk: Walk) -> None:
    """What is to be said when all is known."""
    state = walk.state
    if walk.out is None and state.deal.out is not None:
        walk.out, walk.out_at = state.deal.out, state.place()
    state.shown, held = walk.shown, state.deal.held or {}
    tricks = max((len(hand.cards) for hand in held.values()), default=state.size)
    all_tricks = state.size + tricks
    to_the_end = walk.number >= all_tricks and walk.winner is not None
    going_out.lapsed(walk, to_the_end=to_the_end)
    state.lacks = 0 if walk.out is not None or to_the_end else all_tricks - walk.number
    second_half.revokers(walk)
    count.ends(walk, to_the_end=to_the_end)
    for seat in sorted(walk.unchecked):
        text = f"whether {state.name(seat)} always followed suit is not checked: not all of the hand is known"
        walk.found.append(note(NOT_CHECKED, state.place(), text, seat))
