"""The likely slip of the pen behind a record that cannot be true: what, put right, would make it possible.

The pack is known, so a card that stands once too often and a card that is missing are both known. Each place where the
first stands is tried with the second, and the deal is judged again; the reading that leaves nothing impossible and the
fewest faults is named. Where the cards are right, a trick may be written twice, left out, or the wrong way round, the
stock from the wrong end, or another player may have dealt.
"""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

from pinocle_cli.engine import adjudicate
from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.packs import times
from pinocle_cli.record import IMPOSSIBLE, Cards, Event, Play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.game import SessionState
    from pinocle_cli.ledger import Finding, Verdict
    from pinocle_cli.record import Deal

MOST_TRIALS = 400
_MOST_PLACES = 4  # that are named where one is as likely as another


class _Guess(NamedTuple):
    """What may have been meant: the deal put right, where the slip stands, and the question; `{}` is for the place."""

    deal: Deal
    line: int
    path: str
    asks: str
    here: str  # the place, where it is the one at which the deal failed
    there: str  # another place; `{}` is for its line

    def place(self, finding: Finding) -> str:
        """Where it stands, as seen from where the deal failed; in a log of JSON everything is on one line."""
        if self.path == finding.path:
            return self.here
        return self.there.format(f"line {self.line}" if self.line != finding.line else self.path)


def name_the_slip(session: SessionState, deal: Deal, verdict: Verdict) -> None:
    """Add to the first impossible thing of a verdict what the writer may have meant."""
    n = next((n for n, f in enumerate(verdict.findings) if f.rule is IMPOSSIBLE and f.severity == ERROR), None)
    if n is None or deal.findings:
        return
    finding = verdict.findings[n]
    best = _best(session, deal, verdict, finding)
    if best:
        first, *others = best
        question = first.asks.replace("{}", first.place(finding))
        also = " or ".join(guess.place(finding) for guess in others)
        text = f"{finding.message}{_counted(session, deal, finding)}: {question}" + (f" (or {also}?)" if also else "")
        verdict.findings[n] = finding._replace(message=text)


def _counted(session: SessionState, deal: Deal, finding: Finding) -> str:
    """How often one card stands too often in the play and another too seldom, where that is all."""
    if not isinstance(finding.cause, Event):
        return ""
    names, copies = session.deck.names, session.deck.copies
    count = session.deck.count(*[event.cards for event in deal.play or () if not event.verb])
    over = [card for card, number in enumerate(count) if number > copies]
    under = [card for card, number in enumerate(count) if number < copies]
    if len(over) != 1 or len(under) != 1:
        return ""
    often, seldom = over[0], under[0]
    return f" ({names[often]} stands {times(count[often])} in the play, {names[seldom]} {times(count[seldom])})"


def _best(session: SessionState, deal: Deal, verdict: Verdict, finding: Finding) -> list[_Guess]:
    """The guesses that make the deal possible with the fewest faults, those nearest to where it failed first."""
    for guesses in (_other_cards, _other_order, _any_card):
        ranked: list[tuple[int, int, int, _Guess]] = []
        for n, guess in enumerate(itertools.islice(guesses(session, deal, finding), MOST_TRIALS)):
            dealer = verdict.dealer if guess.deal.dealer is None else guess.deal.dealer
            _, judged = adjudicate(session, guess.deal, dealer or 0, verdict.number)
            if not judged.has_errors:
                faults = sum(found.severity == FAULT for found in judged.findings)
                away = abs(guess.line - finding.line) + (guess.path != finding.path)
                ranked.append((faults, away, n, guess))
        if ranked:
            ranked.sort(key=lambda one: one[:3])
            fewest, _, _, best = ranked[0]
            as_good = [guess for faults, _, _, guess in ranked if faults == fewest and guess.asks == best.asks]
            places = dict.fromkeys(guess.path for guess in as_good)
            return [next(g for g in as_good if g.path == path) for path in places][:_MOST_PLACES]
    return []


# --- Another card ----------------------------------------------------------------------------------------------------


class _Slot(NamedTuple):
    """One card as it was written: in which field of the deal, under which key or index, and which of its cards."""

    field: str
    key: Any
    nth: int
    card: int
    line: int
    path: str


def _slots(session: SessionState, deal: Deal) -> list[_Slot]:
    """Every card written in the deal; none if there are more than a record can need."""
    found = []
    for item in dataclasses.fields(deal):
        value = getattr(deal, item.name)
        parts: list[tuple[Any, Any]] = []
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
        cards = [slot for slot in slots if slot.field in fields]
        count = deck.count(slot.card for slot in cards)
        over = {card for card in range(deck.kinds) if count[card] > deck.copies}
        under = [card for card in range(deck.kinds) if count[card] < deck.copies]
        for slot in cards:
            if slot.card in over:
                yield from (_another(session, deal, slot, card) for card in under)


def _any_card(session: SessionState, deal: Deal, finding: Finding) -> Iterator[_Guess]:
    """A card that stands on the line where the deal failed, there or before, is any other."""
    suspect = finding.cause.cards if isinstance(finding.cause, Event) else ()
    for slot in _slots(session, deal):
        if slot.card in suspect and slot.line <= finding.line:
            yield from (_another(session, deal, slot, card) for card in range(session.deck.kinds) if card != slot.card)


def _another(session: SessionState, deal: Deal, slot: _Slot, card: int) -> _Guess:
    """The deal with another card in that place."""
    value = getattr(deal, slot.field)
    part = value if slot.key is None else value[slot.key]
    new = part._replace(cards=(*part.cards[: slot.nth], card, *part.cards[slot.nth + 1 :]))
    if slot.key is not None:
        copy: Any = dict(value) if isinstance(value, dict) else list(value)
        copy[slot.key] = new
        new = Play.of(copy) if isinstance(value, Play) else copy
    names = session.deck.names
    corrected = dataclasses.replace(deal, **{slot.field: new})
    asks, there = f"is {{}} {names[card]}?", f"{names[slot.card]} in {{}}"
    return _Guess(corrected, slot.line, slot.path, asks, "this", there)


# --- Another order ---------------------------------------------------------------------------------------------------


def _other_order(session: SessionState, deal: Deal, finding: Finding) -> Iterator[_Guess]:
    """The cards are right, but not their order."""
    play: Sequence[Event] = deal.play or ()
    last = next((n for n, event in enumerate(play) if event is finding.cause), -1)
    if last < 0 or len(play) > 4 * session.deck.size:
        return
    if all(event.verb for event in play[:last]):
        for seat in range(session.players):
            other = dataclasses.replace(deal, dealer=seat)
            yield _Guess(other, finding.line, finding.path, f"did {session.names[seat]} deal?", "", "")
    stock = getattr(deal, "stock", None)
    if stock is not None:
        turned: Any = {"stock": stock._replace(cards=stock.cards[::-1])}
        asks = "is the stock in {} written from the bottom?"
        yield _Guess(dataclasses.replace(deal, **turned), stock.place.line, "stock", asks, "this line", "{}")
    yield from _other_tricks(session, deal, play, last)


def _other_tricks(session: SessionState, deal: Deal, play: Sequence[Event], last: int) -> Iterator[_Guess]:
    """Up to where the deal failed, a trick is written twice, the wrong way round, or one is left out."""
    before: Event | None = None
    for n, event in enumerate(play[: last + 1]):
        if event.verb:
            continue
        if before is not None and event.cards == before.cards:
            yield _played(deal, [*play[:n], *play[n + 1 :]], event, "is {} the trick before it, written twice?")
        other = event._replace(cards=event.cards[::-1])
        yield _played(deal, [*play[:n], other, *play[n + 1 :]], event, "are the cards of {} the wrong way round?")
        before = event
    count = session.deck.count(*[event.cards for event in play if not event.verb])
    missing = [card for card in range(session.deck.kinds) for _ in range(session.deck.copies - count[card])]
    if before is None or len(missing) != len(before.cards):
        return
    asks = f"is a trick left out before {{}}, with {session.deck.show(missing)}?"
    for n in range(last, -1, -1):
        for cards in itertools.permutations(missing):
            lost = Event("", -1, cards, None, play[n].line, play[n].column, "play", n, "")
            yield _played(deal, [*play[:n], lost, *play[n:]], play[n], asks)


def _played(deal: Deal, play: list[Event], at: Event, asks: str) -> _Guess:
    return _Guess(dataclasses.replace(deal, play=Play.of(play)), at.line, at.path, asks, "this line", "{}")
