"""Calls and answers: as they were spoken, in order, who answered what, and what came too late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.piquet.combinations import CARTE_BLANCHE_KIND, POINT, SEQUENCE
from pinocle_cli.games.piquet.notation import NOT_GOOD, Call, words_of
from pinocle_cli.games.piquet.rulings import NO_PENALTY, says
from pinocle_cli.light import light_dataclass
from pinocle_cli.rule import Rule
from pinocle_cli.written import given

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.record import Event

SEQUENCES_THEN_SETS = Rule(
    "declare-sequence-then-sets",
    "In which order",
    "procedure",
    "After the point come sequences, then fourteens and trios.",
    "001; Portland laws, 47",
)
SEQUENCES_THEN_SETS.follows()(says(NO_PENALTY))

SHOW_ON_DEMAND = Rule(
    "show-on-demand",
    "Showing what was called",
    "procedure",
    "Whatever has been called is laid on the table when the other player first asks for it.",
    "001; Portland laws, 55",
)
SHOW_ON_DEMAND.follows()(says(NO_PENALTY))


@light_dataclass()
class Spoken:
    """A call, the answer that the other gave to it, and whether it came too late to count."""

    event: Event
    call: Call
    answer: Event | None = None
    late: bool = False

    @property
    def said(self) -> str:
        """The answer in its word; nothing where none is written."""
        return self.answer.what if self.answer is not None else ""


YOUNGER_DECLARES = Rule(
    "younger-declares-after-lead",
    "When younger calls",
    "procedure",
    """Elder leads; younger calls what he has before he plays to that trick. So what elder calls after younger's own
    calls comes after his lead, and too late; by the laws of 1882 he has time until younger has played to the trick.
    Younger's carte blanche, and his own point or sequence right after he has said "not good" to elder's, do not end
    elder's time.""",
    "001; Portland laws, 52 and 56",
)


@YOUNGER_DECLARES.applied
def ends_elders_time(event: Event, before: Event | None) -> bool:
    """Whether a call of younger's can only have come after elder's lead."""
    kind = event.what.kind
    answered = before is not None and before.seat == event.seat and before.what == NOT_GOOD
    return kind != CARTE_BLANCHE_KIND and not (answered and kind in (POINT, SEQUENCE))


YOUNGER_DECLARES.follows()(says(NO_PENALTY))


def conversation(state: Piquet, spoken: list[Spoken]) -> Said:
    """Fill in what was called, each call with its answer; says what makes no sense."""
    led = False
    asked: Spoken | None = None
    before: Event | None = None
    for event in given(state.deal.calls):
        name = state.name(event.seat)
        if isinstance(event.what, Call):
            elders = event.seat == state.elder
            led = led or (not elders and ends_elders_time(event, before))
            one = Spoken(event, event.what, late=elders and led and not state.portland)
            spoken.append(one)
            asked = one if elders and event.what.kind != CARTE_BLANCHE_KIND else None
        elif asked is not None and event.seat == state.younger:
            asked.answer = event  # he may change his answer until elder calls again
        elif before is None or not isinstance(before.what, Call):
            text = f'{name} says "{event.what}", and nothing was called that it could answer'
            yield note(YOUNGER_DECLARES, event.place, text, event.seat)
        elif before.seat == event.seat:
            text = f'{name} says "{event.what}" to a call of his own ({words_of(before)}): it answers nothing'
            yield note(YOUNGER_DECLARES, event.place, text, event.seat)
        before = event
