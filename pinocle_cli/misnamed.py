"""A name written for another: a bid, a call or an act of play under the wrong player's name.

Where somebody broke a rule as it is written, and with one other name nobody did and nothing is to be remarked, that
name is taken to have been meant, and is asked about. Of an act of play that needs the hands: without them whoever
melds out of turn may well have held what he showed.
"""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING

from pinocle_cli.course import TAKES_BACK
from pinocle_cli.game import note
from pinocle_cli.ledger import FAULT
from pinocle_cli.record import ASSUMED, Play, with_parts
from pinocle_cli.weigh import Reading
from pinocle_cli.written import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import DealState, SessionState
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.record import Deal
    from pinocle_cli.weigh import Judge

MOST_TRIALS = 200


def another_name(
    session: SessionState, deal: Deal, state: DealState, verdict: Verdict, judge: Judge
) -> tuple[DealState, Verdict]:
    """The verdict with the name that was meant, where one slip explains every fault; else as it was."""
    remarks = {(f.rule, f.path) for f in verdict.findings if f.severity != FAULT}
    for event, name, world in itertools.islice(_worlds(session, deal), MOST_TRIALS):
        other = Reading(world, "", *judge(world))
        if other.possible and not other.faults() and {(f.rule, f.path) for f in other.verdict.findings} <= remarks:
            text = f"{session.names[event.seat]} is written here; with {name} nobody broke a rule: is it {name}?"
            other.verdict.findings.append(note(ASSUMED, event.place, text))
            return other.state, other.verdict
    return state, verdict


def _worlds(session: SessionState, deal: Deal) -> Iterator[tuple[Event, str, Deal]]:
    """The deal with one line under another name: the line, and the name."""
    for item in dataclasses.fields(deal):
        lines = getattr(deal, item.name)
        if not isinstance(lines, list | Play) or (isinstance(lines, Play) and not _hands_known(session, deal)):
            continue
        for n, event in enumerate(lines):
            if not isinstance(event, Event) or event.seat < 0 or (isinstance(lines, Play) and not _shows(event)):
                continue
            for seat in range(session.players):
                if seat != event.seat:
                    changed = [*lines[:n], event._replace(seat=seat), *lines[n + 1 :]]
                    parts = {item.name: Play.of(changed) if isinstance(lines, Play) else changed}
                    yield event, session.names[seat], with_parts(deal, parts)


def _shows(event: Event) -> bool:
    """Whether it is an act that only who has the cards can do."""
    return bool(event.verb) and event.verb != TAKES_BACK


def _hands_known(session: SessionState, deal: Deal) -> bool:
    return len(deal.hands or deal.held or ()) == session.players
