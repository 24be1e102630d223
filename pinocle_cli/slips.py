"""The likely slip of the pen behind a record that cannot be true: which card, put right, would make it possible.

The pack is known, so a card that stands once too often and a card that is missing are both known. Each place where the
first stands is tried with the second, and the deal is judged again; the reading that leaves nothing impossible and the
fewest faults is named.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, NamedTuple

from pinocle_cli.engine import adjudicate
from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.packs import times
from pinocle_cli.record import IMPOSSIBLE, Cards, Event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.game import Standing
    from pinocle_cli.ledger import Finding, Verdict
    from pinocle_cli.record import Deal

MOST_TRIALS = 400


class _Slot(NamedTuple):
    """One card as it was written: in which field of the deal, under which key or index, and which of its cards."""

    field: str
    key: Any
    nth: int
    card: int
    line: int


def _slots(deal: Deal) -> Iterator[_Slot]:
    """Every card written in the deal."""
    for item in dataclasses.fields(deal):
        value = getattr(deal, item.name)
        parts: list[tuple[Any, Any]] = []
        if isinstance(value, Cards):
            parts = [(None, value)]
        elif isinstance(value, dict):
            parts = [(key, part) for key, part in value.items() if isinstance(part, Cards)]
        elif isinstance(value, list):
            parts = [(key, part) for key, part in enumerate(value) if isinstance(part, Event)]
        for key, part in parts:
            line = part.line if isinstance(part, Event) else part.place.line
            for nth, card in enumerate(part.cards):
                yield _Slot(item.name, key, nth, card, line)


def _corrected(deal: Deal, slot: _Slot, card: int) -> Deal:
    """The deal with another card in that place."""
    value = getattr(deal, slot.field)
    part = value if slot.key is None else value[slot.key]
    cards = (*part.cards[: slot.nth], card, *part.cards[slot.nth + 1 :])
    new = part._replace(cards=cards)
    if slot.key is not None:
        copy: Any = dict(value) if isinstance(value, dict) else list(value)
        copy[slot.key] = new
        new = copy
    return dataclasses.replace(deal, **{slot.field: new})


def name_the_slip(standing: Standing, deal: Deal, verdict: Verdict) -> None:
    """Add to the first impossible thing of a verdict what the writer may have meant."""
    n = next((n for n, f in enumerate(verdict.findings) if f.rule is IMPOSSIBLE and f.severity == ERROR), None)
    if n is None or deal.findings:
        return
    found = _best(standing, deal, verdict, verdict.findings[n])
    if found is not None:
        slot, card = found
        names = standing.deck.names
        played = [event.cards for event in deal.play or () if not event.verb]
        count = standing.deck.count(card for cards in played for card in cards)
        counted = ""
        if slot.field == "play" and count[slot.card] > standing.deck.copies:
            often, seldom = times(count[slot.card]), times(count[card])
            counted = f" ({names[slot.card]} stands {often} in the play, {names[card]} {seldom})"
        where = "this" if slot.line == verdict.findings[n].line else f"{names[slot.card]} in line {slot.line}"
        text = f"{verdict.findings[n].message}{counted}: is {where} {names[card]}?"
        verdict.findings[n] = verdict.findings[n]._replace(message=text)


def _best(standing: Standing, deal: Deal, verdict: Verdict, finding: Finding) -> tuple[_Slot, int] | None:
    """The correction of one card that makes the deal possible with the fewest faults, nearest to where it failed."""
    ranked: list[tuple[int, int, _Slot, int]] = []
    for slot, card in list(_trials(standing, deal, finding))[:MOST_TRIALS]:
        _, judged = adjudicate(standing, _corrected(deal, slot, card), verdict.dealer or 0, verdict.number)
        if not judged.has_errors:
            faults = sum(found.severity == FAULT for found in judged.findings)
            ranked.append((faults, abs(slot.line - finding.line), slot, card))
    if not ranked:
        return None
    _, _, slot, card = min(ranked)
    return slot, card


def _trials(standing: Standing, deal: Deal, finding: Finding) -> Iterator[tuple[_Slot, int]]:
    """Which card to try in which place, the likeliest first."""
    deck, slots = standing.deck, list(_slots(deal))
    suspect = finding.cause.cards if isinstance(finding.cause, Event) else ()
    for fields in (("play",), ("hands", "stock", "turned", "talon", "widow"), ("held",)):
        cards = [slot for slot in slots if slot.field in fields]
        count = deck.count(slot.card for slot in cards)
        over = {card for card in range(deck.kinds) if count[card] > deck.copies}
        under = [card for card in range(deck.kinds) if count[card] < deck.copies]
        for slot in cards:
            if slot.card in over:
                yield from ((slot, card) for card in under)
    for slot in slots:
        if slot.card in suspect and slot.line <= finding.line:
            yield from ((slot, card) for card in range(deck.kinds) if card != slot.card)
