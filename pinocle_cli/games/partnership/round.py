"""The exchange, the melds and the play of one deal, which are read together: each tells something of the hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.partnership.hands import Hands, note_exchange
from pinocle_cli.games.partnership.melds import Melder
from pinocle_cli.games.partnership.play import Replay
from pinocle_cli.games.partnership.seats import PLAYERS
from pinocle_cli.ledger import ERROR, Finding

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.deal import Partnership
    from pinocle_cli.ledger import Entry


def melds_and_play(state: Partnership) -> Said:
    """What was shown and played.

    An exchange that nobody wrote down is looked for only where the cards cannot be right without one.
    """
    deal, melded = state.deal, list(state.melded)
    said = list(_as_recorded(state))
    if _has_errors(said) and deal.dix_exchange is None and state.turned not in (None, state.dix):
        for seat in ((state.dealer + step) % PLAYERS for step in range(1, PLAYERS)):
            hand = (deal.hands or {}).get(seat)
            if (state.dix not in hand.cards) if hand else (deal.play is None and not deal.held):
                continue  # he had no dix, or nothing tells what he had
            state.exchanger, state.out, state.out_at, state.melded = seat, None, None, list(melded)
            again = list(_as_recorded(state))
            if not _has_errors(again):
                said = [note_exchange(state, seat), *again]
                break
    yield from said


def _has_errors(said: list[Entry | Finding]) -> bool:
    return any(isinstance(one, Finding) and one.severity == ERROR for one in said)


def _as_recorded(state: Partnership) -> Said:
    deal, hands = state.deal, Hands(state)
    said = list(hands.prepare())
    yield from said
    if _has_errors(said):
        return
    if deal.melds is not None:
        said = list(Melder(state, hands).run())
        yield from said
        if _has_errors(said):
            return
    if deal.play is not None:
        yield from Replay(state, hands).run()
