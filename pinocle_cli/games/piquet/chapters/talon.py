"""The talon: elder's five cards and younger's three, and a card taken that was the other's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.chapters.exchange import YOUNGER_EXCHANGE
from pinocle_cli.games.piquet.chapters.forfeits import reckons_nothing
from pinocle_cli.games.piquet.hands import DECK, ELDERS, bits_of, show
from pinocle_cli.games.piquet.rulings import NO_PENALTY, REDEAL, chosen, each, too_late_to_put_right, void
from pinocle_cli.ledger import Choice, Ruling
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry, Finding
    from pinocle_cli.record import Irregularity
    from pinocle_cli.weigh import Weight

TALON = Rule(
    "talon",
    "The talon",
    "procedure",
    """The eight cards that are left lie face down: the first five are elder's, the last three younger's. By the laws
    of 1882 a player who takes a card that is the other's reckons nothing in the deal; or the other, having looked at
    his hand, may have a fresh deal.""",
    "001; Portland laws, 27 to 29",
)


@TALON.applied
def drew_his_own(state: Piquet, seat: int) -> Said:
    """Elder draws from the top of the first five, younger from what elder left on."""
    dealt, held = state.dealt[seat], state.held[seat]
    if dealt is None or state.deal.talon is None:
        return
    drew, talon = state.lo[seat] & ~dealt, state.deal.talon.cards
    rule, due = (TALON, talon[:ELDERS]) if seat == state.elder else (YOUNGER_EXCHANGE, _due_to_younger(state))
    due = due[: drew.bit_count()]
    others = drew & bits_of(talon[ELDERS:]) if seat == state.elder else 0
    wrong = drew & ~bits_of(due)
    if not wrong or (held is None and not others):
        return
    text = f"{state.name(seat)} took {show(wrong)}; he should have taken {DECK.show(due)}"
    if others:
        text = f"{state.name(seat)} took {show(others)}, of younger's three cards"
    yield state.fault(rule, state.written_at(seat), text, seat)._replace(cause=others or None)


def _due_to_younger(state: Piquet) -> tuple[int, ...]:
    dealt, held = state.dealt[state.elder], state.held[state.elder]
    gone = (held & ~dealt & (state.talon or 0)).bit_count() if held is not None and dealt is not None else 0
    talon: tuple[int, ...] = given(state.deal.talon).cards
    return talon[gone:]


@TALON.follows(TALON, YOUNGER_EXCHANGE)
def took_wrong_cards(finding: Finding, state: Piquet, ledger: Sequence[Entry]) -> Ruling:
    """A card of the other's taken from the talon."""
    seat, rule = finding.seat, finding.rule
    said = finding.said
    shown = said is None or finding.path != said.place.path  # by the cards, whoever called it
    others = finding.cause if shown else bool(said is not None and said.cards)
    if not others or seat is None or (rule is YOUNGER_EXCHANGE and shown):
        return Ruling(rule=rule, text=NO_PENALTY)
    if not state.portland:
        text = "no penalty is laid down for it; cards wrongly taken are given back if it is seen"
        return Ruling(rule=rule, text=text)
    other = state.name(1 - seat)
    redeal = Choice(REDEAL, f"the deal is void; {state.name(state.dealer)} deals again")
    if chosen(finding) == REDEAL:
        return void(state, rule, f"{other} chose a fresh deal: ")
    ruling = reckons_nothing(finding, state, rule, bars=True)
    ruling.choices += (redeal,)
    ruling.text += f"; {other} may have a fresh deal instead, having looked at his hand"
    return ruling


@TALON.examined
def _own_card(state: Piquet, said: Irregularity) -> Weight:
    """A card that a player is said to have taken may have been his own, or none of the talon's."""
    if any(f.rule in (TALON, YOUNGER_EXCHANGE) and f.severity == "fault" and f.seat == said.by for f in state.found):
        return CONFIRMED
    cards, seat = bits_of(said.cards), said.by
    if not cards and too_late_to_put_right(state, said) and state.deal.talon is not None:
        return refuted(f"{each(state, said)} played with cards that were his own to draw")
    if not cards or seat is None or state.talon is None:
        return OPEN
    if not cards & state.talon:
        return refuted(f"{DECK.show(said.cards)} did not lie in the talon")
    if state.deal.talon is not None:
        own = bits_of(state.deal.talon.cards[:ELDERS]) if seat == state.elder else bits_of(_due_to_younger(state))
        if not cards & ~own:
            return refuted(f"{DECK.show(said.cards)} was {state.name(seat)}'s own to draw")
    return OPEN
