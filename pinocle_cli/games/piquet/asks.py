"""What is asked of whoever keeps a partie of piquet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.ask import CARDS, SHEET, Ask, Situation, Turn, dealer, progress, seated
from pinocle_cli.games.piquet.chapters.deal import DEAL_12, HIGH_CARD
from pinocle_cli.games.piquet.chapters.exchange import ELDER_EXCHANGE
from pinocle_cli.games.piquet.chapters.following import PLAY
from pinocle_cli.games.piquet.chapters.talon import TALON
from pinocle_cli.games.piquet.combinations import POINT, RUN_NAMES, SEQUENCE, SET, SET_NAMES
from pinocle_cli.games.piquet.declaring.answers import DECLARE_ORDER
from pinocle_cli.games.piquet.hands import ELDERS, TALON_SIZE
from pinocle_cli.games.piquet.notation import ANSWERS, EQUAL, GOOD, NOT_GOOD
from pinocle_cli.games.piquet.partie import PARTIE_SIX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.record import Event

TRICKS = 12
_KINDS = (POINT, SEQUENCE, SET)
_SHOWN = {
    POINT: ("point",),
    SEQUENCE: tuple(RUN_NAMES.values()),
    SET: tuple(SET_NAMES.values()),
}


def _calls(now: Situation) -> Turn | None:
    """Elder calls in the order of the kinds, younger answers, and calls what is his own where elder's is not good."""
    elder, younger = now.names[now.eldest], now.names[now.dealer]
    said = now.deal.calls or ()
    if said and said[-1].seat == now.eldest and said[-1].what not in ANSWERS and _first_of_kind(said):
        return Turn(now.dealer, f"{younger} answers: good, equal or not good", (GOOD, EQUAL, NOT_GOOD))
    done = {event.what.kind for event in said if event.what not in ANSWERS}
    words = tuple(word for kind in _KINDS if kind not in done for word in _SHOWN[kind])
    if now.deal.play:
        return None
    says = f"{elder} calls: `point 5`, `quint CJ`; or `{younger}: ...`; Enter: no more"
    return Turn(now.eldest, says, (*words, "carte blanche"))


def _first_of_kind(said: Sequence[Event]) -> bool:
    kinds = [event.what.kind for event in said if event.what not in ANSWERS]
    return kinds.count(kinds[-1]) == 1 and kinds[-1] in _KINDS


def _play(now: Situation) -> Turn | None:
    so_far = progress(now, seated(now), now.eldest)
    if so_far.tricks >= TRICKS:
        return None
    name = "somebody" if so_far.leader is None else now.names[so_far.leader]
    return Turn(so_far.leader, f"trick {so_far.tricks + 1}: {name} leads", ("takes back", "exposes"))


ASKS = (
    dealer(HIGH_CARD),
    Ask(
        keys=("hands",), label="hand", says="the cards dealt to {name}; Enter if not known", way=CARDS, whom=seated,
        apart=("hands", "talon"), rule=DEAL_12,
    ),
    Ask(
        keys=("talon",), label="talon", way=CARDS, apart=("hands",), rule=TALON,
        says=f"the talon in order, {ELDERS} of the {TALON_SIZE} elder's; Enter if not known",
    ),
    Ask(
        keys=("discards",), label="discard", way=CARDS, whom=seated, offers=("none",), rule=ELDER_EXCHANGE,
        says="what {name} threw out, or `none`; Enter if not known",
    ),
    Ask(keys=("calls",), label="calls", says="a call or an answer", way=CARDS, turn=_calls, rule=DECLARE_ORDER),
    Ask(keys=("play",), label="play", says="a trick, the leader's card first", way=CARDS, turn=_play, rule=PLAY),
    Ask(
        keys=("claimed",), label="score", says="what {name} scored in this deal", way=SHEET, whom=seated,
        rule=PARTIE_SIX,
    ),
)  # fmt: skip
