"""Cards seen in dealing: whose card was exposed, and who may have a fresh deal for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.hands import DECK, bits_of
from pinocle_cli.games.piquet.rulings import compulsory, fresh_deal, says, void
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import OPEN, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry, Finding, Ruling
    from pinocle_cli.record import Irregularity
    from pinocle_cli.weigh import Weight


def _lay_there(state: Piquet, said: Irregularity, where: int | None) -> Weight:
    """Whether cards that were exposed in dealing were dealt to a seat, or lay in the talon (None)."""
    if said.by not in (None, state.dealer):
        return refuted(f"{state.name(said.by or 0)} did not deal")
    if said.after:
        return refuted("the cards had been dealt by then")
    cards = bits_of(said.cards)
    for place in (state.elder, state.younger, None):
        if place != where and cards & _dealt_to(state, place):
            whose = "lay in the talon" if place is None else f"was dealt to {state.name(place)}"
            right = (
                EXPOSED_TALON if place is None else EXPOSED_OPPONENT if place == state.elder else EXPOSED_DEALER
            ).label
            return refuted(f"{DECK.show(said.cards)} {whose}: that would be {right}")
    return OPEN


def _dealt_to(state: Piquet, place: int | None) -> int:
    if place is None:
        return state.talon or 0
    dealt = state.dealt[place]
    return (state.discarded[place] or 0) if dealt is None else dealt


EXPOSED_DEALER = Rule(
    "exposed-dealer-card",
    "A card of the dealer's exposed",
    "irregularity",
    "If a card of the dealer's own is exposed in dealing, the deal stands.",
    "001; Portland laws, 13",
)
EXPOSED_DEALER.follows()(says("the deal stands"))
EXPOSED_DEALER.examined(lambda state, said: _lay_there(state, said, state.younger))

EXPOSED_OPPONENT = Rule(
    "exposed-opponent-card",
    "A card of elder's exposed",
    "irregularity",
    """If the dealer exposes a card of elder's, there is a fresh deal if elder wishes it, as long as he has not looked
    at his cards.""",
    "001; Portland laws, 13",
)


@EXPOSED_OPPONENT.follows()
def exposed_opponent(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """For elder to choose."""
    ruling = fresh_deal(EXPOSED_OPPONENT, finding, state, state.elder)
    if ruling.choices and not state.portland:
        ruling.text += ", if he had not yet looked at his cards"
    return ruling


EXPOSED_OPPONENT.examined(lambda state, said: _lay_there(state, said, state.elder))

EXPOSED_TALON = Rule(
    "exposed-talon",
    "A card of the talon exposed",
    "irregularity",
    """If a card of the talon is exposed in dealing, there must be a fresh deal. By the laws of 1882 it is for elder
    to choose.""",
    "001; Portland laws, 13",
)


@EXPOSED_TALON.follows()
def exposed_talon(finding: Finding, state: Piquet, _: Sequence[Entry]) -> Ruling:
    """A fresh deal, or by the laws of 1882 for elder to choose."""
    if state.portland:
        return fresh_deal(EXPOSED_TALON, finding, state, state.elder)
    return void(state, EXPOSED_TALON)


EXPOSED_TALON.examined(lambda state, said: _lay_there(state, said, None))

FACED_CARD = Rule(
    "faced-card",
    "A card found face up",
    "irregularity",
    "If a card is found face up in the pack in dealing, or in the talon when it is taken up, there is a fresh deal.",
    "Portland laws, 14; source 001 has the same for an exposed card of the talon",
)
FACED_CARD.follows()(compulsory(FACED_CARD))
