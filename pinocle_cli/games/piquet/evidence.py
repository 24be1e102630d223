"""Which cards each was dealt, threw out, drew and played with: worked out from all that the record tells.

The pack has one copy of each card, so knowledge is sets. What was drawn is what the record shows to have been drawn:
cards that are played, held or declared and were not kept of the hand dealt. What ought to have been drawn is taken only
where nothing shows otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Plan, steps
from pinocle_cli.games.piquet.hands import (
    ALL_TRICKS,
    DECK,
    ELDERS,
    HAND,
    PACK,
    SUIT_SIZE,
    TALON_SIZE,
    bits_of,
    suit_of,
    wins,
)
from pinocle_cli.games.piquet.notation import Call, surely
from pinocle_cli.games.piquet.state import Taken
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.piquet.state import Piquet

_AT_MOST_OVER = 2  # cards of a whole packet that is taken up though fewer were thrown out


def gather(state: Piquet) -> None:
    """Fill in what each was dealt, threw out and holds, as far as it is known."""
    _written(state)
    _as_due(state)
    if state.deal.play is not None and not (None in state.held or state.deal.play.actions) and in_order(state):
        return
    played, tricks = _played(state)
    due = list(state.held), list(state.lo), list(state.size)
    for seat in (state.elder, state.younger):
        if seat == state.younger:
            _not_drawn_by_both(state)
        _of_seat(state, seat, played, ended=tricks >= ALL_TRICKS)
    if any(_more_than_due(state, seat, due[0][seat]) for seat in (0, 1)) and not _followed_suit(state):
        state.held, state.lo, state.size = due  # a card miswritten: nobody takes a card too many and revokes besides
    for seat in (0, 1):
        _by_elimination(state, seat)


def _more_than_due(state: Piquet, seat: int, due: int | None) -> bool:
    """Whether a hand of more than twelve is only inferred."""
    hand = state.held[seat]
    inferred = hand is not None and due is not None and hand != due and hand.bit_count() > HAND
    return inferred and not _said_to_be_too_many(state, seat)


def _followed_suit(state: Piquet) -> bool:
    """Whether both followed suit all along with the hands that were worked out."""
    left = [hand or 0 for hand in state.held]
    for step in steps(state.play, plan_of(state)):
        if isinstance(step, Act) or step.taken_back is not None:
            continue
        for seat, card in zip(step.seats, step.cards, strict=True):
            led = step.cards[0]
            if card // SUIT_SIZE != led // SUIT_SIZE and suit_of(left[seat], led):
                return False
            left[seat] &= ~(1 << card)
    return True


def _written(state: Piquet) -> None:
    """What stands there in so many words, and what is left of the pack."""
    deal, place_of = state.deal, state.place_of
    for cards, into in ((deal.hands, state.dealt), (deal.discards, state.discarded), (deal.held, state.held)):
        for seat, part in (cards or {}).items():
            into[seat] = bits_of(part.cards)
            place_of[seat] = part.place
    if deal.talon is not None:
        state.talon = bits_of(deal.talon.cards)
        for seat in (0, 1):
            other = state.dealt[1 - seat]
            if state.dealt[seat] is None and other is not None and other.bit_count() == HAND:
                state.dealt[seat] = PACK & ~other & ~state.talon
    elif state.dealt[0] is not None and state.dealt[1] is not None:
        state.talon = PACK & ~state.dealt[0] & ~state.dealt[1]


def _as_due(state: Piquet) -> None:
    """Each draws what is his: from the top of the talon, as many cards as he threw out."""
    gone: int | None = 0  # cards of the talon taken; None is not known
    talon: tuple[int, ...] = state.deal.talon.cards if state.deal.talon is not None else ()
    for seat in (state.elder, state.younger):
        dealt, out, held = state.dealt[seat], state.discarded[seat], state.held[seat]
        if held is not None and dealt is not None:
            if out is None:
                state.discarded[seat] = dealt & ~held
            gone = None if gone is None else gone + (held & ~dealt).bit_count()
        elif dealt is not None and out is not None and gone is not None and talon:
            limit = ELDERS if seat == state.elder else len(talon) - gone
            takes = max(0, min(wants(state, seat), limit))
            state.held[seat] = dealt & ~out | bits_of(talon[gone : gone + takes])
            gone += takes
        else:
            gone = None if out is None or gone is None else gone + out.bit_count()
        hand = state.held[seat]
        if hand is not None:
            state.lo[seat], state.size[seat] = hand, hand.bit_count()


def wants(state: Piquet, seat: int) -> int:
    """How many cards a player needs from the talon to have twelve again."""
    dealt, out = state.dealt[seat], state.discarded[seat] or 0
    return out.bit_count() + (HAND - dealt.bit_count() if dealt is not None else 0)


# --- What the play shows ---------------------------------------------------------------------------------------------


def in_order(state: Piquet) -> bool:
    """Whether the play is one of known hands of twelve in which nobody broke a rule; then its tricks are filled in.

    Nearly every play is: it needs no closer look.
    """
    play, tricks = state.play, []
    one, two = state.held
    if one is None or two is None or one.bit_count() != HAND or two.bit_count() != HAND or one & two:
        return False
    if len(play) > ALL_TRICKS:
        return False
    leader, other = state.elder, state.younger
    # What each has left, suit by suit: a small number for each.
    left = one.to_bytes(4, "little"), two.to_bytes(4, "little")
    mine, his = [*left[leader]], [*left[other]]
    for line, cards in zip(play.lines, play.tricks, strict=True):
        if cards is None or len(cards) != 2:  # noqa: PLR2004 - two players
            return False
        led, reply = cards
        suit, card = _IN_SUIT[led]
        other_suit, other_card = _IN_SUIT[reply]
        followed = other_suit == suit
        if not (mine[suit] & card and his[other_suit] & other_card) or not (followed or not his[suit]):
            return False
        mine[suit] ^= card
        his[other_suit] ^= other_card
        if followed and reply < led:
            tricks.append(tuple.__new__(Taken, (line, leader, led, reply, other)))
            leader, other, mine, his = other, leader, his, mine
        else:
            tricks.append(tuple.__new__(Taken, (line, leader, led, reply, leader)))
    state.tricks, state.in_order = tricks, True
    return True


_IN_SUIT = tuple((card // SUIT_SIZE, 1 << card % SUIT_SIZE) for card in range(DECK.kinds))  # its suit, its bit there


def plan_of(state: Piquet) -> Plan:
    """From what the course of play starts."""
    sizes = dict(enumerate(state.size)) if None not in state.held else None
    return Plan(seats=(0, 1), leader=state.elder, wins=_second_wins, sizes=sizes, breaks=_does_not_follow)


def _does_not_follow(held: Sequence[int], trick: tuple[int, ...], card: int) -> bool:
    suit = trick[0] // SUIT_SIZE
    return card // SUIT_SIZE != suit and any(held[suit * SUIT_SIZE : (suit + 1) * SUIT_SIZE])


def _second_wins(cards: tuple[int, ...]) -> int:
    return int(wins(*cards))


def _played(state: Piquet) -> tuple[list[int], int]:
    """What each plays, exposes or takes back, and how many tricks there are."""
    shown, number = [0, 0], 0
    if state.deal.play is None:
        return shown, number
    plan = Plan(seats=(0, 1), leader=state.elder, wins=_second_wins)
    for step in steps(state.play, plan):
        if isinstance(step, Act):
            if step.event.verb == "exposes":
                shown[step.event.seat] |= bits_of(step.event.cards)
            continue
        number += step.taken_back is None
        for seat, card in zip(step.seats, step.cards, strict=True):
            shown[seat] |= 1 << card
    return shown, number


# --- What follows ----------------------------------------------------------------------------------------------------


def _of_seat(state: Piquet, seat: int, played: Sequence[int], *, ended: bool) -> None:
    """What a seat played with, where the record does not say it in so many words."""
    if state.deal.held is not None and seat in state.deal.held:
        return
    dealt, out, shown, due = state.dealt[seat], state.discarded[seat], played[seat], state.held[seat]
    if not _fits(state, seat, played):
        state.lo[seat] = shown & ~(state.dealt[1 - seat] or 0) if due is None else due
        return
    kept = dealt & ~out if dealt is not None and out is not None else 0
    whole = shown.bit_count() >= HAND or (ended and bool(shown))
    hand: int | None = None
    if due is not None:
        hand = _in_one_draw(state, seat, kept, shown, ended=ended)
    elif dealt is not None and out is not None:
        drew, wanted = (shown & ~kept).bit_count(), wants(state, seat)
        hand = (
            kept | shown if drew == wanted or (whole and (drew < wanted or _whole_packet(state, seat, drew))) else None
        )
    elif whole and (dealt is None or _in_order(state, seat, shown & ~dealt)):
        hand = shown
    state.held[seat] = hand
    state.lo[seat] = kept | shown | _declared(state, seat, kept | shown) if hand is None else hand
    state.size[seat] = HAND if hand is None else hand.bit_count()
    if hand is not None and dealt is not None and out is None:
        state.discarded[seat] = dealt & ~hand


def _in_one_draw(state: Piquet, seat: int, kept: int, shown: int, *, ended: bool) -> int:
    """The hand, where one draw explains the cards that are shown; else with the cards that were due.

    What is due comes first; then a whole packet, taken up by somebody who threw out fewer; then so many cards that lie
    together elsewhere; then any number from the top, where the table says that they were too many.
    """
    drew, wanted = shown & ~kept, max(0, wants(state, seat))
    left = _left_for(state, seat)
    due = left[: min(wanted, ELDERS if seat == state.elder else len(left))]
    if ended and shown.bit_count() < HAND and not drew & ~bits_of(due):
        return kept | drew  # he ran out of cards: fewer were drawn
    own = left[:ELDERS] if seat == state.elder else left
    packets = [due]
    if 0 < len(own) - wanted <= _AT_MOST_OVER:
        packets.append(own)
    if seat == state.elder:
        packets += [left[n : n + wanted] for n in range(1, len(left) - wanted + 1)]
    elif wanted == TALON_SIZE - ELDERS:
        packets.append(left[-wanted:])
    if _said_to_be_too_many(state, seat):
        packets += [own[:n] for n in range(wanted + 1, len(own))]
    return kept | bits_of(next((packet for packet in packets if not drew & ~bits_of(packet)), due))


def _left_for(state: Piquet, seat: int) -> tuple[int, ...]:
    """The cards of the talon, without what elder took."""
    talon: tuple[int, ...] = given(state.deal.talon).cards
    elder, dealt = state.held[state.elder], state.dealt[state.elder]
    if seat == state.elder:
        return talon
    if elder is not None and dealt is not None:
        return tuple(card for card in talon if not (elder & ~dealt) >> card & 1)
    return talon[(state.discarded[state.elder] or 0).bit_count() :]


def _said_to_be_too_many(state: Piquet, seat: int) -> bool:
    faults = [said.fault for said in state.deal.irregularities or () if said.by in (None, seat)]
    return any(fault.endswith(("too-many-cards", "short-discard")) for fault in faults)


def _whole_packet(state: Piquet, seat: int, drew: int) -> bool:
    """Whether so many cards are a whole packet, which somebody takes up who threw out fewer."""
    gone = state.discarded[state.elder]
    rest = TALON_SIZE - gone.bit_count() if gone is not None else TALON_SIZE - ELDERS
    return _said_to_be_too_many(state, seat) or drew in (
        (ELDERS,) if seat == state.elder else (TALON_SIZE - ELDERS, rest)
    )


def _in_order(state: Piquet, seat: int, drew: int) -> bool:
    """Whether these cards may have been drawn from the top, as far as the talon is known."""
    if state.deal.talon is None:
        return True
    left = _left_for(state, seat)
    return any(bits_of(left[n : n + drew.bit_count()]) == drew for n in range(len(left) + 1))


def _not_drawn_by_both(state: Piquet) -> None:
    """What elder is shown to have drawn was not there for younger."""
    younger = state.younger
    due, dealt = state.held[younger], state.dealt[younger]
    if due is not None and younger not in (state.deal.held or {}) and due & state.lo[state.elder]:
        elder, was = state.held[state.elder], state.dealt[state.elder]
        kept = (dealt or 0) & ~(state.discarded[younger] or 0)
        if elder is None or was is None:
            state.held[younger], state.lo[younger], state.size[younger] = None, kept, HAND
            return
        left = [card for card in given(state.deal.talon).cards if not elder >> card & 1]
        hand = kept | bits_of(left[: max(0, wants(state, younger))])
        state.held[younger], state.lo[younger], state.size[younger] = hand, hand, hand.bit_count()


def _fits(state: Piquet, seat: int, played: Sequence[int]) -> bool:
    """Whether the cards that a seat plays can be his; where they cannot, a line of the play is wrong somewhere."""
    shown, other = played[seat], 1 - seat
    out = (state.discarded[0] or 0) | (state.discarded[1] or 0)
    elsewhere = (
        out
        | played[other]
        | (state.dealt[other] or 0)
        | (state.held[other] or 0 if other in (state.deal.held or {}) else 0)
    )
    dealt = state.dealt[seat]
    strange = shown & ~dealt & ~state.talon if dealt is not None and state.talon is not None else 0
    return not shown & elsewhere and not strange


def _declared(state: Piquet, seat: int, sure: int) -> int:
    """Cards that the player named in his calls, as far as they can be what he drew."""
    named = 0
    for event in state.deal.calls or ():
        if event.seat == seat and isinstance(event.what, Call):
            cards = surely(event.what)
            if cards & ~state.most(seat) == 0 and (sure | named | cards).bit_count() <= HAND:
                named |= cards
    return named


def _by_elimination(state: Piquet, seat: int) -> None:
    """The hand is known where only so many cards can be in it as it has."""
    if state.held[seat] is None and state.lo[seat].bit_count() <= HAND:
        may = state.most(seat)
        dealt, out = state.dealt[seat], state.discarded[seat]
        if dealt is not None and out is not None and state.talon is not None:
            may &= (dealt & ~out) | state.talon
        if may.bit_count() == HAND:
            state.held[seat] = state.lo[seat] = may
            if dealt is not None and out is None:
                state.discarded[seat] = dealt & ~may
