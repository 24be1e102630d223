"""The likely slip of the pen: what, put right, would make an impossible record possible, or take an accusation away.

The pack is known, so a card that stands once too often and a card that is missing are both known. Each place where the
first stands is tried with the second, and the deal is judged again; the reading that leaves nothing impossible and the
fewest faults is named. Where the cards are right, a line may be written twice, left out, exchanged with the next, or
the wrong way round, a name wrong, the stock written from the wrong end.

A record that can be true as it stands is excused by a line left out; what else may have been meant is `likelier`.
"""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING, Literal

from pinocle_cli import guesses, skipped
from pinocle_cli.course import Act, Trick
from pinocle_cli.game import ANY_FAULTS, note
from pinocle_cli.ledger import ERROR, FAULT, Finding, Fix
from pinocle_cli.likelier import another_reading
from pinocle_cli.packs import times
from pinocle_cli.record import ASSUMED, COUNT, IMPOSSIBLE, with_parts
from pinocle_cli.worlds import Reading, TriedEnoughError, World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pinocle_cli.game import DealState, SessionState
    from pinocle_cli.guesses import Guess
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.record import Deal, Play
    from pinocle_cli.worlds import Breach, Judge

    Guesses = Callable[[], Iterable[Guess]]
    Kinds = Iterator[tuple[Guesses | None, "Keep"]]  # of slips; None is a line left out

MOST_SLIPS = 20  # of one record: to find one takes a hundred times as long as to judge a deal
MOST_TRIALS = 400
_MOST_WORLDS = 4  # that are looked into, where who dealt is not told
_MOST_PLACES = 4  # that are named where one is as likely as another


def weighed(
    session: SessionState,
    deal: Deal,
    state: DealState,
    verdict: Verdict,
    judge: Judge,
    elsewhere: Callable[[], Iterator[World]],
) -> tuple[DealState, Verdict]:
    """The verdict after every slip that could explain it has been looked for, as far as anybody would wait.

    `elsewhere` are the other worlds in which it may have happened, where not every fact is told.
    """
    if deal.findings or session.slips >= MOST_SLIPS:
        return state, verdict
    deal = state.deal  # with what was left out and is assumed
    with contextlib.suppress(TriedEnoughError):
        if verdict.has_errors:
            session.slips += 1
            return _impossible(session, World(state, verdict, judge), elsewhere)
        if Reading(deal, state, verdict).faults():
            session.slips += 1
            state, verdict = another_reading(session, deal, state, verdict, judge)
        _line_or_exchange(session, deal, Reading(deal, state, verdict), judge, elsewhere)
    return state, verdict


def _line_or_exchange(
    session: SessionState, deal: Deal, reading: Reading, judge: Judge, elsewhere: Callable[[], Iterator[World]]
) -> None:
    """A line left out may excuse a breach; two neighbouring ones exchanged are mentioned beside it."""
    state, verdict, accused = reading.state, reading.verdict, reading.breaches()
    if 0 < state.lacks <= skipped.MOST_LACKING:
        session.slips += 1
        if accused:
            skipped.excuse(deal, state, verdict, judge, elsewhere)
        else:
            skipped.may_be(deal, state, verdict, judge)
    if accused and not verdict.has_errors:
        session.slips += 1
        mention_an_exchange(deal, verdict, accused, judge)


def _impossible(
    session: SessionState, usual: World, elsewhere: Callable[[], Iterator[World]]
) -> tuple[DealState, Verdict]:
    """The verdict with the slip that was named; had another player dealt it may be another.

    The likeliest kinds of slips come first, in every world; the right world is likely to be the one in which the deal
    goes well the longest.
    """
    impossible = [world for world in elsewhere() if world.verdict.has_errors]
    worlds = sorted([usual, *impossible], key=World.goes_to, reverse=True)[:_MOST_WORLDS]
    every = [(world, n, _kinds(session, world, n)) for world in worlds for n in _what_is_asked(world)]
    for of_one_kind in zip(*[kinds for _, _, kinds in every], strict=True):
        for (world, n, _), (guessed, keep) in zip(every, of_one_kind, strict=True):
            if _named(session, world, n, guessed, keep):
                state, verdict = world.state, world.verdict
                dealer = f"who dealt is not recorded; {state.name(state.dealer)} is taken to have dealt"
                assumed = [world.words, dealer if state.dealer != usual.state.dealer else ""]
                verdict.findings += [note(ASSUMED, state.place(), text) for text in assumed if text]
                return state, verdict
    return usual.state, usual.verdict


# --- In the play ------------------------------------------------------------------------------------------------------


def _number_of(play: Play, finding: Finding) -> int:
    """Which line of the play a finding points at: in a log of JSON all of them are one line of the file."""
    if isinstance(finding.cause, Trick | Act):
        return finding.cause.n
    one_line = play.lines[0] == play.lines[-1]
    numbers = range(len(play))
    same = (n for n in numbers if play.lines[n] >= finding.line and (not one_line or play[n].path == finding.path))
    return next(same, len(play) - 1)


def _both(play: Play, n: int) -> str:
    """A line of the play and the next."""
    if play.lines[0] == play.lines[-1]:
        return f"{play[n].path} and {play[n + 1].path}"
    return f"lines {play.lines[n]} and {play.lines[n + 1]}"


def mention_an_exchange(deal: Deal, verdict: Verdict, accused: frozenset[Breach], judge: Judge) -> None:
    """Two neighbouring tricks exchanged do not excuse a breach, but are mentioned where they would undo it."""
    play = deal.play
    faults = [f for f in verdict.findings if f.severity == FAULT and (f.rule, f.seat, f.line) in accused]
    at = {f.cause.n for f in faults if isinstance(f.cause, Trick)}
    if play is None:
        return
    for n in range(len(play) - 1):
        if play[n].verb or play[n + 1].verb or not at & {n, n + 1}:
            continue
        world = with_parts(deal, {"play": guesses.exchanged(play, n)})
        other = Reading(world, *judge(world))
        if other.possible and not other.breaches():
            where = _both(play, n)
            text = f"; with {where} exchanged nobody broke a rule"
            verdict.findings = [
                f._replace(message=f.message + text) if (f.rule, f.seat, f.line) in accused else f
                for f in verdict.findings
            ]
            return


# --- A record that cannot be true ------------------------------------------------------------------------------------


Keep = Literal[
    "fewest faults", "whatever is asked", "no fault", "the only one"
]  # which of the guesses that make the deal possible


def _kinds(session: SessionState, world: World, n: int) -> Kinds:
    """A whole line too much or too few explains itself: two like lines in a row, a play that is too short.

    Else a name, a card, the trump suit, the order of the lines or of their cards.
    """
    deal, verdict = world.state.deal, world.verdict
    finding = verdict.findings[n]
    yield lambda: guesses.written_twice(deal), "no fault"
    yield None, "fewest faults"
    senseless = [f.path for f in verdict.findings if f.rule in session.game.garbled]
    yield lambda: guesses.name_there(session, deal, finding), "no fault"
    yield lambda: guesses.other_cards(session, deal), "fewest faults"
    yield lambda: guesses.other_trump(deal), "the only one"
    yield lambda: guesses.other_names(session, deal, shows=False), "no fault"
    yield lambda: guesses.exchanged_seats(session, deal, finding), "no fault"
    yield lambda: guesses.shown_there(session, deal, verdict.trump, finding.path, *senseless), "no fault"
    yield lambda: guesses.card_there(session, deal, finding), "the only one"
    yield lambda: guesses.turned_card(session, deal), "no fault"
    yield lambda: guesses.other_order(session, deal, finding), "whatever is asked"
    yield lambda: guesses.any_card(session, deal, finding), "fewest faults"


def _what_is_asked(world: World) -> list[int]:
    """The number of the first impossible thing in a verdict, where it is one that a slip can explain."""
    asked = (IMPOSSIBLE, COUNT) if world.state.deal.play is not None else (IMPOSSIBLE,)
    return [n for n, f in enumerate(world.verdict.findings) if f.rule in asked and f.severity == ERROR][:1]


def _named(session: SessionState, world: World, n: int, guessed: Guesses | None, keep: Keep) -> bool:
    """Add to an impossible thing what the writer may have meant, where a slip of that kind explains it."""
    state, verdict, judge, deal = world.state, world.verdict, world.judge, world.state.deal
    finding = verdict.findings[n]
    if guessed is None:
        text, fixes = _line_left_out(deal, state, finding, judge)
    else:
        best = _best(finding, guessed(), judge, keep)
        text, fixes = _asked(finding, best), tuple(guess.fix for guess in best if guess.fix)
    if text:
        message = f"{finding.message}{_counted(session, deal, finding)}{text}"
        verdict.findings[n] = finding._replace(message=message, fixes=fixes)
    return bool(text)


def _asked(finding: Finding, best: Sequence[Guess]) -> str:
    """The question; of others of the same kind the place is enough."""
    if not best:
        return ""
    first, *others = best
    also = " or ".join(
        guess.where(finding) if guess.asks == first.asks else guess.asked(finding).rstrip("?") for guess in others
    )
    return f": {first.asked(finding)}" + (f" (or {also}?)" if also else "")


def _line_left_out(deal: Deal, state: DealState, finding: Finding, judge: Judge) -> tuple[str, tuple[Fix, ...]]:
    play = deal.play
    if play is None:
        return "", ()
    failed = _number_of(play, finding)  # where what is known of the cards failed; the line may be lacking behind it
    found = skipped.gaps(deal, state, failed, judge)
    if not found:
        return "", ()
    n, text, fixes = skipped.left_out(state, play, found)
    before = f" before {skipped.in_words(play, n)}" if n != failed else ""
    return f": {text.replace(' here', before or ' here')} (then it could have happened)", fixes


def _counted(session: SessionState, deal: Deal, finding: Finding) -> str:
    """How often one card stands too often in the play and another too seldom, where that is all."""
    if guesses.event_of(deal, finding) is None:
        return ""
    names, copies = session.deck.names, session.deck.copies
    count = session.deck.count(*[event.cards for event in deal.play or () if not event.verb])
    over = [card for card, number in enumerate(count) if number > copies]
    under = [card for card, number in enumerate(count) if number < copies]
    if len(over) != 1 or len(under) != 1:
        return ""
    often, seldom = over[0], under[0]
    return f" ({names[often]} stands {times(count[often])} in the play, {names[seldom]} {times(count[seldom])})"


def _best(finding: Finding, guessed: Iterable[Guess], judge: Judge, keep: Keep) -> list[Guess]:
    """The guesses that make the deal possible, those nearest to where it failed first.

    Of those with the fewest faults the ones that ask the same as the nearest, or whatever they ask; or of those without
    a fault all with which the least is to be remarked; or the only one without a fault.
    """
    ranked: list[tuple[int, int, int, Guess]] = []
    clean = keep in ("no fault", "the only one")
    most = 0 if clean else ANY_FAULTS  # with which a guess is still one of the best
    for n, guess in enumerate(itertools.islice(guessed, MOST_TRIALS)):
        try:
            tried, judged = judge(guess.deal, most)
        except TriedEnoughError:
            if keep == "the only one":
                raise
            break  # those that were found explain it
        faults = sum(found.severity == FAULT for found in judged.findings)
        if judged.has_errors or tried.unsettled or (faults and clean):
            continue
        unlikely = {"no fault": len(judged.findings), "the only one": 0}.get(keep, faults)
        away = abs(guess.place.line - finding.line) + (guess.place.path != finding.path)
        ranked.append((unlikely, away, n, guess))
        most = min(most, faults)
    ranked.sort(key=lambda one: one[:3])
    best = [guess for unlikely, _, _, guess in ranked if unlikely == ranked[0][0]]
    alike = [guess for guess in best if guess.asks == best[0].asks]
    if keep == "the only one" and len(alike) < len(best):
        return []
    as_good = best if keep in ("no fault", "whatever is asked") else alike
    places = dict.fromkeys((guess.place.path, guess.asks) for guess in as_good)
    return [next(g for g in as_good if (g.place.path, g.asks) == one) for one in places][:_MOST_PLACES]
