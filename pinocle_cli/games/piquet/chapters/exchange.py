"""The exchange: how many cards elder and younger throw out and draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.evidence import wants
from pinocle_cli.games.piquet.hands import ELDERS, HAND, TALON_SIZE
from pinocle_cli.games.piquet.rulings import NO_PENALTY, says
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, has_shown, refuted

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.record import Irregularity
    from pinocle_cli.weigh import Weight

ELDER_EXCHANGE = Rule(
    "elder-exchange",
    "Elder exchanges one to five",
    "procedure",
    """Elder hand exchanges first, one card at least and five at most, and says how many he takes. With thirteen cards
    dealt he throws out two at least, one more than he takes.""",
    "001; Portland laws, 21, 32 and 40 to 43",
)

YOUNGER_EXCHANGE = Rule(
    "younger-exchange",
    "Younger exchanges what is left",
    "procedure",
    """Younger hand draws second: first the cards that elder left, then his own; he may take all that remain. He need
    not exchange; by the laws of 1882 he exchanges one card at least.""",
    "001; Portland laws, 22, 23, 34 and 35",
)


@ELDER_EXCHANGE.applied
@YOUNGER_EXCHANGE.applied
def how_many(state: Piquet, seat: int) -> Said:
    """Whether so many may be thrown out."""
    if state.discarded[seat] is None:
        return
    out, elder = (state.discarded[seat] or 0).bit_count(), seat == state.elder
    dealt = state.dealt[seat]
    over = dealt.bit_count() - HAND if dealt is not None else 0
    size = len(state.deal.talon.cards) if state.deal.talon else TALON_SIZE
    may = ELDERS if elder else size - _taken_by_elder(state)
    if 0 < out <= may and over <= 0:
        return
    must = elder or state.house.younger_must_exchange == "yes"
    name, place = state.name(seat), state.written_at(seat, "discards")
    rule = ELDER_EXCHANGE if elder else YOUNGER_EXCHANGE
    if must and wants(state, seat) < 1:
        who = "elder" if elder else "younger"
        text = f"{name} exchanges nothing; {who} must exchange one card at least"
        if out:
            text = f"{name} was dealt {HAND + over} cards and throws out {out}; he must throw out two at least"
        yield state.fault(rule, place, text, seat)
    elif out > may + max(over, 0):
        yield state.fault(rule, place, f"{name} throws out {out} cards, but may take only {may}", seat)


def _taken_by_elder(state: Piquet) -> int:
    dealt, held, out = state.dealt[state.elder], state.held[state.elder], state.discarded[state.elder]
    if dealt is not None and held is not None:
        return (held & ~dealt).bit_count()
    return min(out.bit_count(), ELDERS) if out is not None else 0


ELDER_EXCHANGE.follows()(says(NO_PENALTY))


@ELDER_EXCHANGE.examined
@YOUNGER_EXCHANGE.examined
def _by_the_right_player(state: Piquet, said: Irregularity) -> Weight:
    """Whether the exchange that is recorded breaks the rule."""
    elder = said.fault.endswith(ELDER_EXCHANGE.label)
    seat, rule = (state.elder, ELDER_EXCHANGE) if elder else (state.younger, YOUNGER_EXCHANGE)
    if has_shown(state, rule, said):
        return CONFIRMED
    if said.by not in (None, seat):
        return refuted(f"{state.name(1 - seat)} was {'younger' if elder else 'elder'} hand")
    if state.dealt[seat] is None or state.held[seat] is None or said.cards:
        return OPEN
    return refuted(
        f"{state.name(seat)} threw out {(state.discarded[seat] or 0).bit_count()}, and took as many of his own"
    )
