"""The exchange: what each threw out and drew, and with which cards he plays.

What is written is taken together: hands, discards, talon and the hands as played may each be left out, and what follows
from the others is worked out. Where all are there they must agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.combos import DECK, bits_of, show
from pinocle_cli.games.piquet.deal import ELDERS, HAND, TALON, TALON_SIZE
from pinocle_cli.ledger import ERROR, FAULT, Finding
from pinocle_cli.record import IMPOSSIBLE
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.deal import Piquet
    from pinocle_cli.record import Place

DISCARD_FINAL = Rule(
    "discard-final",
    "A discard is final",
    "procedure",
    """What has been thrown out is not used again. The discard is made before drawing. (Source 001 once says "before
    and after" by a slip.)""",
    "001; Portland laws, 24 and 25",
)

ELDER_EXCHANGE = Rule(
    "elder-exchange",
    "Elder exchanges one to five",
    "procedure",
    "Elder hand exchanges first, one card at least and five at most, and says how many he takes.",
    "001; Portland laws, 21 and 32",
)

OWN_DISCARD = Rule(
    "own-discard",
    "Looking at discards",
    "procedure",
    "A player may look at his own discard while he plays, never at the other's.",
    "001; Portland laws, 45",
)

YOUNGER_EXCHANGE = Rule(
    "younger-exchange",
    "Younger exchanges what is left",
    "procedure",
    """Younger hand draws second: first the cards that elder left, then his own; he may take all that remain. He need
    not exchange; by the laws of 1882 he exchanges one card at least.""",
    "001; Portland laws, 22, 23 and 34",
)

LEFTOVER = Rule(
    "leftover-talon",
    "Cards left in the talon",
    "procedure",
    "What is left may be opened when younger wishes it, after elder's first lead; or it stays closed.",
    "001; Portland laws, 36",
)

NO_SECOND_DISCARD = Rule(
    "no-second-discard",
    "One discard",
    "irregularity",
    """Nobody throws out a second time, and nobody looks at the talon beforehand. What was thrown out first stays out;
    by the laws of 1882 a player who takes back any of it plays with too many cards, and one who looks at the other's
    cards of the talon reckons nothing.""",
    "001; Portland laws, 24 to 27",
)

SHORT_DISCARD = Rule(
    "short-discard",
    "Fewer thrown out than drawn",
    "irregularity",
    """If a player throws out fewer cards than he draws, that must be put right, best before the talon is opened. By
    the laws of 1882 it can no longer be put right once he has taken up a card of the talon.""",
    "001; Portland laws, 24 and 31",
)


def exchange(state: Piquet) -> Said:
    """The hands as played, as far as the exchange tells, elder's first."""
    deal = state.deal
    for seat in (0, 1):
        for cards, into in ((deal.hands, state.dealt), (deal.discards, state.discarded), (deal.held, state.held)):
            if cards and seat in cards:
                into[seat] = bits_of(cards[seat].cards)
                state.place_of[seat] = cards[seat].place
    drawn: int | None = 0  # cards of the talon gone; None is not known
    for seat in (state.elder, state.younger):
        hand, out = state.dealt[seat], state.discarded[seat]
        if hand is not None and out is not None and out & ~hand:
            text = f"{state.name(seat)} throws out {show(out & ~hand)}, which was not dealt to him"
            yield _impossible(state, seat, text, "discards")
            return
        if hand is not None and state.held[seat] is not None:
            yield from agrees(state, seat)
            out = state.discarded[seat]
        elif hand is not None and out is not None and deal.talon is not None and drawn is not None:
            if seat == state.elder and _play_tells(state):
                drawn = None
            else:
                due = deal.talon.cards[drawn : drawn + _takes(state, seat, drawn)]
                state.held[seat] = hand & ~out | bits_of(due)
        if out is not None:
            yield from _how_many(state, seat, out.bit_count(), drawn or 0)
        if drawn is not None:
            drawn = None if out is None else drawn + _taken(state, seat, drawn)


def shown_in_play(state: Piquet, seat: int) -> Said:
    """The same for a hand that only the play has shown."""
    if state.dealt[seat] is None:
        return
    recorded = state.discarded[seat] is not None
    yield from agrees(state, seat)
    out = state.discarded[seat]
    if out is not None and not recorded:
        elders = state.discarded[state.elder]
        drawn = 0 if seat == state.elder or elders is None else elders.bit_count()
        yield from _how_many(state, seat, out.bit_count(), drawn)


def _wants(state: Piquet, seat: int) -> int:
    """How many cards a player needs from the talon to have twelve again."""
    dealt, out = state.dealt[seat], state.discarded[seat] or 0
    return out.bit_count() + (HAND - dealt.bit_count() if dealt is not None else 0)


def _takes(state: Piquet, seat: int, drawn: int) -> int:
    """How many he may take of them."""
    talon = state.deal.talon
    limit = ELDERS if seat == state.elder else (len(talon.cards) if talon else TALON_SIZE) - drawn
    return max(0, min(_wants(state, seat), limit))


def _taken(state: Piquet, seat: int, drawn: int) -> int:
    """How many he did take, where his hand tells."""
    hand, held = state.dealt[seat], state.held[seat]
    return _takes(state, seat, drawn) if hand is None or held is None else (held & ~hand).bit_count()


def _play_tells(state: Piquet) -> bool:
    """Elder threw out more than he may take, and played twelve cards: only the play shows what he took."""
    if _wants(state, state.elder) <= ELDERS:
        return False
    return sum(len(event.cards) > 1 and not event.verb for event in state.deal.play or ()) >= HAND


def agrees(state: Piquet, seat: int) -> Said:
    """The hand as played is what was kept of the hand dealt, and cards of the talon."""
    hand, held, out = state.dealt[seat] or 0, state.held[seat] or 0, state.discarded[seat]
    talon = state.deal.talon.cards if state.deal.talon is not None else None
    if out is None:
        out = state.discarded[seat] = hand & ~held
    lost, drew = hand & ~out & ~held, held & ~hand
    name = state.name(seat)
    if lost:
        text = f"{name} was dealt {show(lost)} and did not throw it out, but plays without it"
        yield _impossible(state, seat, text)
    elif talon is not None and drew & ~bits_of(talon):
        text = f"{name} plays with {show(drew & ~bits_of(talon))}, which is neither in his hand nor in the talon"
        yield _impossible(state, seat, text)
    elif drew & bits_of(_dealt_to_other(state, seat)):
        text = f"{name} plays with {show(drew & bits_of(_dealt_to_other(state, seat)))}, which the other was dealt"
        yield _impossible(state, seat, text)
    elif talon is not None:
        yield from _drew_his_own(state, seat, drew, talon)


def _dealt_to_other(state: Piquet, seat: int) -> tuple[int, ...]:
    hands = state.deal.hands or {}
    return hands[1 - seat].cards if 1 - seat in hands else ()


def _drew_his_own(state: Piquet, seat: int, drew: int, talon: tuple[int, ...]) -> Said:
    """Elder draws from the top of the first five, younger from what elder left on."""
    number = drew.bit_count()
    if seat == state.elder:
        due, rule = talon[: min(number, ELDERS)], TALON
    else:
        other = state.held[state.elder]
        gone = (other & bits_of(talon)).bit_count() if other is not None and state.dealt[state.elder] is not None else 0
        due, rule = talon[gone : gone + number], YOUNGER_EXCHANGE
    wrong = drew & ~bits_of(due)
    if not wrong:
        return
    others = wrong & bits_of(talon[ELDERS:]) if seat == state.elder else 0
    if others:
        text = f"{state.name(seat)} took {show(others)}, of younger's three cards"
    else:
        text = f"{state.name(seat)} took {show(wrong)}; due to him were {DECK.show(due)}"
    line, column, path = _place(state, seat)
    yield Finding(rule, FAULT, line, text, seat, column, path, cause=seat if others else None)


def _how_many(state: Piquet, seat: int, out: int, drawn: int) -> Said:
    """Whether so many may be thrown out."""
    name, elder = state.name(seat), seat == state.elder
    rule = ELDER_EXCHANGE if elder else YOUNGER_EXCHANGE
    dealt = state.dealt[seat]
    over = dealt.bit_count() - HAND if dealt is not None else 0
    talon = len(state.deal.talon.cards) if state.deal.talon else TALON_SIZE
    most = (ELDERS if elder else talon - drawn) + max(over, 0)
    line, column, path = _place(state, seat, "discards")
    must = elder or state.house.younger_must_exchange == "yes"
    if out == 0 and must and over >= 0:
        text = f"{name} exchanges nothing; {'elder' if elder else 'younger'} must exchange one card at least"
        yield Finding(rule, FAULT, line, text, seat, column, path)
    elif out > most:
        text = f"{name} throws out {out} cards, but may take only {most - max(over, 0)}"
        yield Finding(rule, FAULT, line, text, seat, column, path)


def _place(state: Piquet, seat: int, part: str = "held") -> Place:
    """Where the hand or the discard of a player stands."""
    written = getattr(state.deal, part) or {}
    found: Place | None = written[seat].place if seat in written else state.place_of[seat]
    return found or state.place()


def _impossible(state: Piquet, seat: int, text: str, part: str = "held") -> Finding:
    line, column, path = _place(state, seat, part)
    return Finding(IMPOSSIBLE, ERROR, line, text, seat, column, path)
