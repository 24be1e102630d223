"""The likely slip of the pen: what, put right, would make an impossible record possible, or take an accusation away.

The pack is known, so a card that stands once too often and a card that is missing are both known. Each place where the
first stands is tried with the second, and the deal is judged again; the reading that leaves nothing impossible and the
fewest faults is named. Where the cards are right, a line may be written twice, left out, exchanged with the next, or
the wrong way round, a name wrong, the stock written from the wrong end.

A record that can be true as it stands is excused by one slip only: a line left out.
"""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli import skipped
from pinocle_cli.cards import SUITS
from pinocle_cli.course import Act, Trick
from pinocle_cli.ledger import ERROR, FAULT, Finding, Fix
from pinocle_cli.misnamed import another_name
from pinocle_cli.packs import times
from pinocle_cli.record import COUNT, IMPOSSIBLE, Cards, Event, Play, with_parts
from pinocle_cli.weigh import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.game import DealState, SessionState
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.record import Deal
    from pinocle_cli.weigh import Breach, Judge

MOST_SLIPS = 20  # of one record: to find one takes a hundred times as long as to judge a deal
MOST_TRIALS = 400
_FEW = 8  # cards of which each is tried as every other: all of them are, or nobody could say that one alone fits
_MOST_PLACES = 4  # that are named where one is as likely as another


def weighed(
    session: SessionState, deal: Deal, state: DealState, verdict: Verdict, judge: Judge
) -> tuple[DealState, Verdict]:
    """The verdict after every slip that could explain it has been looked for."""
    if deal.findings or session.slips >= MOST_SLIPS:
        return state, verdict
    if verdict.has_errors:
        session.slips += 1
        name_the_slip(session, deal, state, verdict, judge)
        return state, verdict
    written = Reading(deal, "", state, verdict)
    if written.faults():
        session.slips += 1
        state, verdict = another_name(session, deal, state, verdict, judge)
    accused = Reading(deal, "", state, verdict).breaches()
    if 0 < state.lacks <= skipped.MOST_LACKING:
        session.slips += 1
        (skipped.excuse if accused else skipped.may_be)(deal, state, verdict, judge)
    if accused and not verdict.has_errors:
        session.slips += 1
        mention_an_exchange(deal, verdict, accused, judge)
    return state, verdict


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
    at = {f.cause.n for f in verdict.findings if (f.rule, f.seat, f.line) in accused and isinstance(f.cause, Trick)}
    if play is None:
        return
    for n in range(len(play) - 1):
        if play[n].verb or play[n + 1].verb or not at & {n, n + 1}:
            continue
        world = dataclasses.replace(deal, play=exchanged(play, n))
        other = Reading(world, "", *judge(world))
        if other.possible and not other.breaches():
            where = _both(play, n)
            text = f"; with {where} exchanged nobody broke a rule"
            verdict.findings = [
                f._replace(message=f.message + text) if (f.rule, f.seat, f.line) in accused else f
                for f in verdict.findings
            ]
            return


def exchanged(play: Sequence[Event], n: int) -> Play:
    """The play with line `n` and the next exchanged."""
    return Play.of([*play[:n], play[n + 1], play[n], *play[n + 2 :]])


# --- A record that cannot be true ------------------------------------------------------------------------------------


class _Guess(NamedTuple):
    """What may have been meant: the deal put right, where the slip stands, and the question; `{}` is for the place."""

    deal: Deal
    line: int
    path: str
    asks: str
    here: str  # the place, where it is the one at which the deal failed
    there: str  # another place; `{}` is for its line
    fix: Fix | None = None  # how an editor puts it right

    def place(self, finding: Finding) -> str:
        """Where it stands, as seen from where the deal failed; in a log of JSON everything is on one line."""
        if self.path == finding.path:
            return self.here
        return self.there.format(f"line {self.line}" if self.line != finding.line else self.path)


def name_the_slip(session: SessionState, deal: Deal, state: DealState, verdict: Verdict, judge: Judge) -> None:
    """Add to the first impossible thing of a verdict what the writer may have meant."""
    asked = (IMPOSSIBLE, COUNT) if deal.play is not None else (IMPOSSIBLE,)
    n = next((n for n, f in enumerate(verdict.findings) if f.rule in asked and f.severity == ERROR), None)
    if n is None:
        return
    finding = verdict.findings[n]
    for guesses in (_other_cards, _other_trump, _card_there, None, _other_order, _any_card):
        if guesses is None:
            text, fixes = _line_left_out(deal, state, finding, judge)
        else:
            best = _best(finding, guesses(session, deal, finding), judge, sure=guesses in (_other_trump, _card_there))
            text, fixes = _asked(finding, best), tuple(guess.fix for guess in best if guess.fix)
        if text:
            message = f"{finding.message}{_counted(session, deal, finding)}{text}"
            verdict.findings[n] = finding._replace(message=message, fixes=fixes)
            return


def _asked(finding: Finding, best: Sequence[_Guess]) -> str:
    if not best:
        return ""
    first, *others = best
    also = " or ".join(guess.place(finding) for guess in others)
    return f": {first.asks.replace('{}', first.place(finding))}" + (f" (or {also}?)" if also else "")


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
    if _event(deal, finding) is None:
        return ""
    names, copies = session.deck.names, session.deck.copies
    count = session.deck.count(*[event.cards for event in deal.play or () if not event.verb])
    over = [card for card, number in enumerate(count) if number > copies]
    under = [card for card, number in enumerate(count) if number < copies]
    if len(over) != 1 or len(under) != 1:
        return ""
    often, seldom = over[0], under[0]
    return f" ({names[often]} stands {times(count[often])} in the play, {names[seldom]} {times(count[seldom])})"


def _best(finding: Finding, guesses: Iterator[_Guess], judge: Judge, *, sure: bool) -> list[_Guess]:
    """The guesses that make the deal possible with the fewest faults, those nearest to where it failed first.

    `sure`: only one that leaves no fault, and only where no other does.
    """
    ranked: list[tuple[int, int, int, _Guess]] = []
    for n, guess in enumerate(itertools.islice(guesses, MOST_TRIALS)):
        _, judged = judge(guess.deal)
        if not judged.has_errors:
            faults = sum(found.severity == FAULT for found in judged.findings)
            away = abs(guess.line - finding.line) + (guess.path != finding.path)
            ranked.append((faults, away, n, guess))
    if not ranked:
        return []
    ranked.sort(key=lambda one: one[:3])
    fewest, _, _, best = ranked[0]
    as_good = [guess for faults, _, _, guess in ranked if faults == fewest and guess.asks == best.asks]
    if sure and (fewest or any(not faults and guess.asks != best.asks for faults, _, _, guess in ranked)):
        return []
    places = dict.fromkeys(guess.path for guess in as_good)
    return [next(g for g in as_good if g.path == path) for path in places][:_MOST_PLACES]


# --- Another card ----------------------------------------------------------------------------------------------------


class _Slot(NamedTuple):
    """One card as it was written: in which field of the deal, under which key or index, and which of its cards."""

    field: str
    key: int | None  # None: the field holds nothing else
    nth: int
    card: int
    line: int
    path: str


def _slots(session: SessionState, deal: Deal) -> list[_Slot]:
    """Every card written in the deal; none if there are more than a record can need."""
    found = []
    for item in dataclasses.fields(deal):
        value = getattr(deal, item.name)
        parts: Sequence[tuple[int | None, Cards | Event]] = ()
        if isinstance(value, Cards):
            parts = [(None, value)]
        elif isinstance(value, dict):
            parts = [(key, part) for key, part in value.items() if isinstance(part, Cards)]
        elif isinstance(value, list | Play):
            parts = [(key, part) for key, part in enumerate(value) if isinstance(part, Event)]
        for key, part in parts:
            line, _, path = part.place
            found += [_Slot(item.name, key, nth, card, line, path) for nth, card in enumerate(part.cards)]
    return found if len(found) <= 4 * session.deck.size else []


def _other_cards(session: SessionState, deal: Deal, _: Finding) -> Iterator[_Guess]:
    """A card that stands too often in the play, in what was dealt or in a hand is one that stands too seldom there."""
    deck, slots = session.deck, _slots(session, deal)
    for fields in (("play",), ("hands", "stock", "turned", "talon", "widow"), ("held",)):
        cards = [slot for slot in slots if _of(session, deal, slot) in fields]
        count = deck.count(slot.card for slot in cards)
        over = {card for card in range(deck.kinds) if count[card] > deck.copies}
        under = [card for card in range(deck.kinds) if count[card] < deck.copies]
        for slot in cards:
            if slot.card in over:
                yield from (_another(session, deal, slot, card) for card in under)


def _of(session: SessionState, deal: Deal, slot: _Slot) -> str:
    """Among which cards it counts: a card that is drawn is dealt; one that is shown stands a second time."""
    if slot.field != "play" or deal.play is None or slot.key is None or not deal.play[slot.key].verb:
        return slot.field
    return "stock" if deal.play[slot.key].verb in session.game.brings else ""


def _other_trump(_: SessionState, deal: Deal, __: Finding) -> Iterator[_Guess]:
    """Another suit was trumps than the one that is written."""
    written = getattr(deal, "trump", None)
    for suit in range(4) if written is not None else ():
        if suit != written:
            asks = f"was the trump suit {SUITS[suit]}?"
            yield _Guess(with_parts(deal, {"trump": suit}), deal.line, "trump", asks, "", "")


def _card_there(session: SessionState, deal: Deal, finding: Finding) -> Iterator[_Guess]:
    """A card of what stands where the deal failed (a burial, a discard) is any other; of many cards none is tried."""
    there = [slot for slot in _slots(session, deal) if slot.path == finding.path and slot.field != "play"]
    for slot in there if len(there) <= _FEW else ():
        yield from (_another(session, deal, slot, card) for card in range(session.deck.kinds) if card != slot.card)


def _any_card(session: SessionState, deal: Deal, finding: Finding) -> Iterator[_Guess]:
    """A card that stands on the line where the deal failed, there or before, is any other."""
    event = _event(deal, finding)
    suspect = event.cards if event is not None else ()
    for slot in _slots(session, deal):
        if slot.card in suspect and slot.line <= finding.line:
            yield from (_another(session, deal, slot, card) for card in range(session.deck.kinds) if card != slot.card)


def _another(session: SessionState, deal: Deal, slot: _Slot, card: int) -> _Guess:
    """The deal with another card in that place."""
    value = getattr(deal, slot.field)
    part = value if slot.key is None else value[slot.key]
    new: object = part._replace(cards=(*part.cards[: slot.nth], card, *part.cards[slot.nth + 1 :]))
    if isinstance(value, dict):
        new = {**value, slot.key: new}
    elif slot.key is not None:
        lines = [*value[: slot.key], new, *value[slot.key + 1 :]]
        new = Play.of(lines) if isinstance(value, Play) else lines
    names = session.deck.names
    corrected = with_parts(deal, {slot.field: new})
    asks, there = f"is {{}} {names[card]}?", f"{names[slot.card]} in {{}}"
    fix = Fix("card", slot.line, names[slot.card], names[card], slot.nth)
    return _Guess(corrected, slot.line, slot.path, asks, "this", there, fix)


# --- Another order ---------------------------------------------------------------------------------------------------


def _other_order(session: SessionState, deal: Deal, finding: Finding) -> Iterator[_Guess]:
    """The cards are right, but not their order."""
    play: Sequence[Event] = deal.play or ()
    last = next((n for n, event in enumerate(play) if event is _event(deal, finding)), len(play) - 1)
    if last < 0 or len(play) > 4 * session.deck.size:
        return
    stock = getattr(deal, "stock", None)
    if stock is not None:
        turned = with_parts(deal, {"stock": stock._replace(cards=stock.cards[::-1])})
        asks = "is the stock in {} written from the bottom?"
        yield _Guess(turned, stock.place.line, "stock", asks, "this line", "{}")
    for n in range(last, -1, -1):
        yield from _other_line(session, deal, play, n)


def _other_line(session: SessionState, deal: Deal, play: Sequence[Event], n: int) -> Iterator[_Guess]:
    """A line written twice, the wrong way round, exchanged with the next, or under another name."""
    event = play[n]
    if any(same[:3] == event[:3] for same in play[max(0, n - 2) : n]):
        what = "line" if event.verb else "trick"
        asks = f"is {{}} the {what} before it, written twice?"
        yield _played(deal, [*play[:n], *play[n + 1 :]], event, asks, Fix("twice", event.line))
    if not event.verb and len(event.cards) > 1:
        other = event._replace(cards=event.cards[::-1])
        asks = "are the cards of {} the wrong way round?"
        yield _played(deal, [*play[:n], other, *play[n + 1 :]], event, asks, Fix("turned", event.line))
    if n + 1 < len(play):
        asks = "are {} and the next exchanged?"
        yield _played(deal, [*exchanged(play, n)], event, asks, Fix("exchanged", event.line))
    for seat in range(session.players if event.seat >= 0 else 0):
        if seat != event.seat:
            asks = f"is it {session.names[seat]} in {{}}?"
            yield _played(deal, [*play[:n], event._replace(seat=seat), *play[n + 1 :]], event, asks)


def _played(deal: Deal, play: list[Event], at: Event, asks: str, fix: Fix | None = None) -> _Guess:
    return _Guess(dataclasses.replace(deal, play=Play.of(play)), at.line, at.path, asks, "this line", "{}", fix)


def _event(deal: Deal, finding: Finding) -> Event | None:
    """The line of play at which the deal failed."""
    if isinstance(finding.cause, Trick | Act):
        play: Play = deal.play  # type: ignore[assignment]  # a step is one of its lines
        return play[finding.cause.n]
    return finding.cause if isinstance(finding.cause, Event) else None
