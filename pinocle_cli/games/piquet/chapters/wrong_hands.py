"""Wrong hands: more or fewer than twelve cards after the exchange."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.chapters.forfeits import on_new_terms, reckons_nothing
from pinocle_cli.games.piquet.hands import HAND
from pinocle_cli.games.piquet.rulings import each, says, too_late_to_put_right
from pinocle_cli.ledger import Ruling
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry, Finding
    from pinocle_cli.record import Irregularity
    from pinocle_cli.weigh import Weight

SHORT_DISCARD = Rule(
    "short-discard",
    "Fewer thrown out than drawn",
    "irregularity",
    """If a player throws out fewer cards than he draws, that must be put right, best before the talon is opened. By
    the laws of 1882 it can no longer be put right once he has taken up a card of the talon.""",
    "001; Portland laws, 24 and 31",
)

TOO_MANY = Rule(
    "too-many-cards",
    "Too many cards",
    "irregularity",
    """Whoever plays with more than twelve cards after a wrong discard plays in silence: his play counts nothing, and
    the other's leads, captures and last trick count double, though not towards a pique; what he called stands. By the
    laws of 1882 he reckons nothing in the deal at all, and his cards only bar the other's; the other need not enforce
    it.""",
    "001; Portland laws, 25, 31, 35, 44 and 58; decided for the pique by us",
)

TOO_FEW = Rule(
    "too-few-cards",
    "Too few cards",
    "irregularity",
    """Nothing follows for a player with fewer than twelve cards, except that the other counts as tricks all the cards
    to which he has none to play.""",
    "Portland laws, 26, 30 and 57; the source text is silent",
)


@SHORT_DISCARD.applied
@TOO_MANY.applied
@TOO_FEW.applied
def wrong_hands(state: Piquet) -> Said:
    """Hands of more or fewer than twelve cards after the exchange."""
    for seat, hand in enumerate(state.held):
        size = state.size[seat] if hand is None else hand.bit_count()
        if size == HAND:
            continue
        rule = TOO_MANY if size > HAND else TOO_FEW
        if size > HAND and _is_short(state, seat):
            rule = SHORT_DISCARD
        text = f"{state.name(seat)} has {size} cards to play{_because(state, seat, size)}"
        yield state.fault(rule, state.place_of[seat] or state.place(), text, seat)


def _is_short(state: Piquet, seat: int) -> bool:
    """Whether the fault is the discard: it is not played yet, or the table calls it so."""
    called = [said.fault for said in state.deal.irregularities or () if said.by in (None, seat)]
    if any(fault.endswith(TOO_MANY.label) for fault in called):
        return False
    return any(fault.endswith(SHORT_DISCARD.label) for fault in called) or (
        state.deal.play is None and state.discarded[seat] is not None
    )


def _because(state: Piquet, seat: int, size: int) -> str:
    out, dealt = state.discarded[seat], state.dealt[seat]
    if out is None:
        return f" instead of {HAND}"
    thrown = out.bit_count()
    return f": he threw out {thrown} and drew {size + thrown - (HAND if dealt is None else dealt.bit_count())}"


@TOO_MANY.follows(TOO_MANY, SHORT_DISCARD)
def too_many_cards(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling | None:
    """His play counts nothing and the other's double, or he reckons nothing at all."""
    rule, seat = TOO_MANY, finding.seat
    if finding.rule is SHORT_DISCARD and (seat is None or state.deal.play is None or not _plays_with_more(state, seat)):
        text = (
            "it must be put right, best before the talon is opened; with a card too many he plays on under the rule "
            "for too many cards"
        )
        return Ruling(rule=SHORT_DISCARD, text=text)
    if seat is None:
        return Ruling(rule=rule, text="who played with too many cards is not recorded (`by`): nothing is taken off")
    if state.house.extra_card == "reckons-nothing":
        return reckons_nothing(finding, state, rule, bars=True)
    state.terms.no_play.add(seat)
    why = f"{state.name(seat)} plays in silence"
    entries = on_new_terms(state, rule, finding.line, why)
    other = state.name(1 - seat)
    text = f"{why}: his play and the cards count nothing, and {other}'s leads and tricks count double"
    if state.deal.play is None and not state.tricks:
        text = f"{why}; the figures stand as the table wrote them"
    return Ruling(rule=rule, text=text, entries=entries)


def _plays_with_more(state: Piquet, seat: int) -> bool:
    held = state.held[seat]
    return held is not None and held.bit_count() > HAND


TOO_FEW.follows()(says("no penalty; cards to which he has none to play are the other's tricks"))


@TOO_MANY.examined
@SHORT_DISCARD.examined
@TOO_FEW.examined
def _how_many_he_had(state: Piquet, said: Irregularity) -> Weight:
    """Whether the hand that was played is known to be right."""
    rules = (TOO_FEW,) if said.fault.endswith(TOO_FEW.label) else (TOO_MANY, SHORT_DISCARD)
    if any(f.rule in rules and f.severity == "fault" and said.by in (None, f.seat) for f in state.found):
        return CONFIRMED
    seats = (0, 1) if said.by is None else (said.by,)
    if any(state.held[seat] is None for seat in seats):
        return OPEN
    if said.fault.endswith(SHORT_DISCARD.label) and not too_late_to_put_right(state, said):
        return OPEN
    return refuted(f"{each(state, said)} played with twelve cards")
