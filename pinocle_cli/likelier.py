"""A record that can be true and accuses somebody, where one slip of the pen explains all of it.

A bid, a call or an act of play under another's name, another trump suit, a card of what was shown and makes no sense as
it is written: where with one of them put right nobody broke a rule and nothing more is to be remarked, that is taken to
have been meant, and is asked about. If it may have been one or another, and they do not come to the same, that is
asked, and nobody is accused. What was held must be known for it: without the hands whoever melds out of turn, or lays
down what is not a meld, may well have done so.
"""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.course import Trick
from pinocle_cli.engine import withhold
from pinocle_cli.game import note
from pinocle_cli.guesses import exchanged_seats, never_seen_again, other_names, other_trump, shown_there, shown_twice
from pinocle_cli.ledger import ERROR, FAULT, Finding
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import ASSUMED, CLAIM, IMPOSSIBLE
from pinocle_cli.worlds import Reading, TriedEnoughError, the_same, what_all_share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import DealState, SessionState
    from pinocle_cli.guesses import Guess
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.record import Deal
    from pinocle_cli.rule import Rule
    from pinocle_cli.worlds import Judge

MOST_TRIALS = 300
_MOST_NAMED = 4


class _Clean(NamedTuple):
    """A guess with which nobody broke a rule, and what the deal comes to with it."""

    guess: Guess
    reading: Reading


def another_reading(
    session: SessionState, deal: Deal, state: DealState, verdict: Verdict, judge: Judge
) -> tuple[DealState, Verdict]:
    """The verdict with what was meant, where one slip explains every fault; else as it was."""
    remarks, differ = _remarks(verdict), _figures_that_differ(verdict)
    clean = []
    with contextlib.suppress(TriedEnoughError):  # those that were found explain it
        for guess in _nearest_first(_guesses(session, deal, verdict), verdict):
            other = Reading(guess.deal, *judge(guess.deal, 0))
            agrees = _remarks(other.verdict) <= remarks and _figures_that_differ(other.verdict) <= differ
            if other.possible and not other.faults() and agrees:
                clean.append(_Clean(guess, other))
    if not clean:
        return state, verdict
    fewest = min(len(one.reading.verdict.findings) for one in clean)  # with which the least is to be remarked
    clean = [one for one in clean if len(one.reading.verdict.findings) == fewest]
    first, *others = [one.guess for one in clean[:_MOST_NAMED]]
    also = "".join(
        f" or {one.meant}" if one.written == first.written else f", or {one.meant} where {_said(one)}" for one in others
    )
    if the_same([one.reading for one in clean]):
        text = f"{_said(first)}; with {first.meant} nobody broke a rule: is it {first.meant}{also}?"
        shared = what_all_share([one.reading for one in clean])
        shared.findings += [f for f in verdict.findings if f.rule is ASSUMED and f.path in ("", "dealer")]
        shared.findings.append(note(ASSUMED, first.place, text))
        return clean[0].reading.state, shared
    verdict.scores, verdict.ledger = None, []
    withhold(verdict)
    text = f"{_said(first)}: is it {first.meant}{also}? (then nobody broke a rule)"
    verdict.findings.append(Finding.at(first.place, IMPOSSIBLE, ERROR, text))
    return state, verdict


def _nearest_first(guesses: Iterator[Guess], verdict: Verdict) -> list[Guess]:
    """What stands where somebody broke a rule is the likeliest to be written wrongly."""
    there = {f.path for f in verdict.findings if f.severity == FAULT}
    return sorted(itertools.islice(guesses, MOST_TRIALS), key=lambda guess: guess.place.path not in there)


def _remarks(verdict: Verdict) -> Counter[tuple[Rule, str]]:
    return Counter((f.rule, f.path) for f in verdict.findings if f.severity != FAULT)


def _figures_that_differ(verdict: Verdict) -> int:
    """How many of the table's figures are wrong: what it entered tells what was shown too."""
    return sum(f.severity == FAULT and f.rule is CLAIM for f in verdict.findings)


def _said(guess: Guess) -> str:
    """What stands there: `Bob is written here`."""
    return guess.written if " as " in guess.written else f"{guess.written} here"


def _guesses(session: SessionState, deal: Deal, verdict: Verdict) -> Iterator[Guess]:
    players = session.game.trick_size(session.players)  # who have cards
    known = len(deal.hands or deal.held or ()) == players
    yield from other_names(session, deal, shows=known)
    yield from shown_twice(session, deal)
    if not known:
        return
    senseless = [f.path for f in verdict.findings if f.rule in session.game.garbled and f.said is None]
    yield from shown_there(session, deal, verdict.trump, *senseless)
    own = [f for f in verdict.findings if f.severity == FAULT and f.rule is not CLAIM and f.said is None]
    for finding in {f.path.partition(".")[0]: f for f in own}.values():
        yield from exchanged_seats(session, deal, finding, alone=False)
    if not any(isinstance(f.cause, Trick) for f in own):  # what a trick shows is meant as it stands
        yield from never_seen_again(session, deal)
    faults = sum(f.severity == FAULT for f in verdict.findings)
    if deal.play is not None and (faults > 1 or senseless):  # one breach alone in the play is meant as it stands
        yield from other_trump(deal)
