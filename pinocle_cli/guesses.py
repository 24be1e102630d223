"""What a pen may have made of a deal: another card, name, suit or order than was meant, each guess a deal put right.

Nothing here judges; who asks does (`slips`, `likelier`).
"""

from __future__ import annotations

import dataclasses
import itertools
from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.cards import SUITS
from pinocle_cli.course import TAKES_BACK, Act, Trick
from pinocle_cli.ledger import Fix
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import with_parts
from pinocle_cli.written import Cards, Event, Laid, Listed, Place, Play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pinocle_cli.game import SessionState
    from pinocle_cli.ledger import Finding
    from pinocle_cli.record import Deal

_Key = int | tuple[int, int] | None  # a seat or an index, or both; None: the field holds nothing else
_FEW = 8  # cards of which each is tried as every other: all of them are, or nobody could say that one alone fits


class Guess(NamedTuple):
    """What may have been meant: the deal put right, where the slip stands, and the question; `{}` is for the place."""

    deal: Deal
    place: Place
    asks: str
    here: str = "this line"  # the place, where it is the one at which the deal failed
    there: str = "{}"  # another place; `{}` is for its line
    fix: Fix | None = None  # how an editor puts it right
    written: str = ""  # the card, name or suit that stands there, and how it is said that it does
    meant: str = ""  # what may have been meant by it

    def asked(self, finding: Finding) -> str:
        """The question, as seen from where the deal failed."""
        return self.asks.replace("{}", self.where(finding))

    def where(self, finding: Finding) -> str:
        """Where it stands, as seen from where the deal failed; in a log of JSON everything is on one line."""
        line, _, path = self.place
        if path == finding.path:
            return self.here
        return self.there.format(f"line {line}" if line != finding.line else path)


# --- Another card ----------------------------------------------------------------------------------------------------


class Slot(NamedTuple):
    """One card as it was written, among which cards it counts, and how another is put in its place."""

    part: str  # the field of the deal; nothing for a card that stands there a second time, as one that is shown does
    card: int
    nth: int
    place: Place
    put: Callable[[int], Deal]


def slots(session: SessionState, deal: Deal) -> list[Slot]:
    """Every card written in the deal; none if there are more than a record can need."""
    found: list[Slot] = []
    for item in dataclasses.fields(deal):
        value = getattr(deal, item.name)
        for key, part in _parts(value):
            cards, change, shown = _cards_in(part)
            of = item.name if not shown else ""
            if isinstance(part, Event) and part.verb:
                of = "stock" if part.verb in session.game.brings else ""  # a card that is drawn is dealt
            for nth, card in enumerate(cards):
                put = partial(_put, deal, item.name, key, change, nth)
                found.append(Slot(of, card, nth, part.place, put))
    return found if len(found) <= 4 * session.deck.size else []


def _put(deal: Deal, field: str, key: _Key, change: Callable[[int, int], object], nth: int, card: int) -> Deal:
    return _with_part(deal, field, key, change(nth, card))


def _parts(value: object) -> Iterator[tuple[_Key, Cards | Event | Listed]]:
    """What stands in a field of a deal: cards, lines, and what was laid down, each with its key or index."""
    if isinstance(value, Cards):
        yield None, value
    elif isinstance(value, dict):
        for key, part in value.items():
            if isinstance(part, Cards):
                yield key, part
            elif isinstance(part, list):
                yield from (((key, n), one) for n, one in enumerate(part) if isinstance(one, Listed))
    elif isinstance(value, list | Play):
        yield from ((n, part) for n, part in enumerate(value) if isinstance(part, Event | Listed))


def _cards_in(part: Cards | Event | Listed) -> tuple[tuple[int, ...], Callable[[int, int], object], bool]:
    """The cards of a part, how another is put in the place of the nth, and whether they were only shown."""
    if not isinstance(part, Event | Cards):
        return part.spelled, part.with_card, True
    what, cards = (part.what if isinstance(part, Event) else None), part.cards
    if isinstance(part, Event) and isinstance(what, Laid):
        return what.spelled, lambda nth, card: part._replace(what=what.with_card(nth, card)), True
    return cards, lambda nth, card: part._replace(cards=(*cards[:nth], card, *cards[nth + 1 :])), False


def _with_part(deal: Deal, field: str, key: _Key, new: object) -> Deal:
    """The deal with another part in that place."""
    value = getattr(deal, field)
    if isinstance(key, tuple):
        key, n = key
        new = [*value[key][:n], new, *value[key][n + 1 :]]
    if isinstance(value, dict):
        new = {**value, key: new}
    elif key is not None:
        lines = [*value[:key], new, *value[key + 1 :]]
        new = Play.of(lines) if isinstance(value, Play) else lines
    return with_parts(deal, {field: new})


def _another(session: SessionState, slot: Slot, card: int) -> Guess:
    """The deal with another card in that place."""
    names = session.deck.names
    old, new = names[slot.card], names[card]
    fix = Fix("card", slot.place.line, old, new, slot.nth)
    return Guess(slot.put(card), slot.place, f"is {{}} {new}?", "this", f"{old} in {{}}", fix, f"{old} is written", new)


def _any_other(session: SessionState, some: Iterable[Slot]) -> Iterator[Guess]:
    for slot in some:
        yield from (_another(session, slot, card) for card in range(session.deck.kinds) if card != slot.card)


_DEALT = ("hands", "stock", "turned", "talon", "widow")
_APART = (("hands", "stock", "talon", "widow"), ("play",))  # a card lies in one of these places, or is played, once
_ONE_PACK = (  # what is played; dealt; held; and what was thrown out with what is then played or held
    ("play",), _DEALT, ("held",), ("discards", "bury", "play"), ("discards", "bury", "held"),
)  # fmt: skip


def other_cards(session: SessionState, deal: Deal) -> Iterator[Guess]:
    """A card that stands too often among those that are at most one pack is one that stands too seldom there."""
    deck, every = session.deck, slots(session, deal)
    for fields in _ONE_PACK:
        cards = [slot for slot in every if slot.part in fields]
        count = deck.count(slot.card for slot in cards)
        over = {card for card in range(deck.kinds) if count[card] > deck.copies}
        under = [card for card in range(deck.kinds) if count[card] < deck.copies]
        for slot in cards:
            if slot.card in over:
                yield from (_another(session, slot, card) for card in under)


def card_there(session: SessionState, deal: Deal, finding: Finding) -> Iterator[Guess]:
    """A card of what stands where the deal failed (a burial, a discard) is any other; of many cards none is tried."""
    there = [slot for slot in slots(session, deal) if slot.place.path == finding.path and slot.part not in ("", "play")]
    yield from _any_other(session, there if len(there) <= _FEW else ())


def shown_there(session: SessionState, deal: Deal, trump: int | None, *paths: str) -> Iterator[Guess]:
    """A card that was shown at one of these places is any other with which it is a meld."""
    for path in dict.fromkeys(paths):
        there = [one for one in slots(session, deal) if not one.part and one.place.path == path]
        laid = [one.card for one in there]
        for n, slot in enumerate(there):
            with_it = (card for card in range(session.deck.kinds) if card != slot.card)
            sense = [card for card in with_it if _is_a_meld(session, trump, [*laid[:n], card, *laid[n + 1 :]])]
            yield from (_another(session, slot, card) for card in sense)


def _is_a_meld(session: SessionState, trump: int | None, cards: list[int]) -> bool:
    """Whether each of these cards is part of a meld, as far as the game can tell."""
    worth = session.game.meld
    if worth is None or trump is None:
        return True
    return set(cards) <= {card for one in worth(session.deck, trump, cards, session.house) for card in one.cards}


def never_seen_again(session: SessionState, deal: Deal) -> Iterator[Guess]:
    """A card dealt to a hand that is seen nowhere else is one that is seen, and dealt to nobody."""
    every = slots(session, deal)
    count = session.deck.count
    dealt, seen = (
        count(one.card for one in every if (one.part in _DEALT) is wanted and one.part) for wanted in (True, False)
    )
    came = [card for card in range(session.deck.kinds) if seen[card] > dealt[card]]
    for slot in every:
        if slot.part == "hands" and dealt[slot.card] > seen[slot.card]:
            yield from (_another(session, slot, card) for card in came)


def turned_card(session: SessionState, deal: Deal) -> Iterator[Guess]:
    """The card that was turned up is any other."""
    yield from _any_other(session, [slot for slot in slots(session, deal) if slot.part == "turned"])


def any_card(session: SessionState, deal: Deal, finding: Finding) -> Iterator[Guess]:
    """A card that stands on the line where the deal failed, there or before, is any other that is not there already."""
    event, deck, every = event_of(deal, finding), session.deck, slots(session, deal)
    suspect = event.cards if event is not None else ()
    for slot in every:
        if slot.card in suspect and slot.place.line <= finding.line:
            fields = next((fields for fields in _APART if slot.part in fields), ())
            there = deck.count(one.card for one in every if one.part in fields)
            yield from (
                _another(session, slot, card)
                for card in range(deck.kinds)
                if card != slot.card and there[card] < deck.copies
            )


# --- Another suit, another name --------------------------------------------------------------------------------------


def other_trump(deal: Deal) -> Iterator[Guess]:
    """Another suit was trumps than the one that is written."""
    written = getattr(deal, "trump", None)
    if not isinstance(written, int):
        return
    for suit in range(4):
        if suit != written:
            world, place = with_parts(deal, {"trump": suit}), Place(deal.line, 1, "trump")
            says = f"{SUITS[written]} is written as the trump suit"
            yield Guess(world, place, f"was the trump suit {SUITS[suit]}?", "", "", None, says, SUITS[suit])


def other_names(session: SessionState, deal: Deal, *, shows: bool) -> Iterator[Guess]:
    """One bid, call or answer under another name; `shows`: an act of play that only who has the cards can do, too."""
    for item in dataclasses.fields(deal):
        lines = getattr(deal, item.name)
        if not isinstance(lines, list | Play) or (isinstance(lines, Play) and not shows):
            continue
        for n, event in enumerate(lines):
            if isinstance(event, Event) and event.seat >= 0 and not (isinstance(lines, Play) and not _shows(event)):
                yield from _under_another_name(session, deal, item.name, lines, n)


def name_there(session: SessionState, deal: Deal, finding: Finding) -> Iterator[Guess]:
    """The act of play at which the deal failed is another's."""
    event = event_of(deal, finding)
    if event is not None and deal.play is not None and event.part == "play" and event.verb and event.seat >= 0:
        yield from _under_another_name(session, deal, "play", deal.play, event.nth)


def _shows(event: Event) -> bool:
    return bool(event.verb) and event.verb != TAKES_BACK


def _under_another_name(
    session: SessionState, deal: Deal, field: str, lines: Sequence[Event], n: int
) -> Iterator[Guess]:
    """One line under every other name."""
    event, names = lines[n], session.names
    for seat in range(session.players):
        if seat != event.seat:
            world = _with_part(deal, field, n, event._replace(seat=seat))
            says = f"{names[event.seat]} is written"
            yield Guess(world, event.place, f"is it {names[seat]} in {{}}?", written=says, meant=names[seat])


def exchanged_seats(session: SessionState, deal: Deal, finding: Finding, *, alone: bool = True) -> Iterator[Guess]:
    """What is written for one player (his melds, his hand) is another's, and the other's, if anything, is his.

    Not for a list of one thing unless it may stand `alone`: a dix could be anybody's.
    """
    field = finding.path.partition(".")[0]
    value = getattr(deal, field, None) if field.isidentifier() else None
    if not isinstance(value, dict):
        return
    for seat, other in itertools.product(value, range(session.players)):
        if other == seat or (other in value and other < seat):
            continue
        if not alone and isinstance(value[seat], list) and len(value[seat]) == 1:
            continue
        renamed = {seat: other, other: seat}
        one, two = session.names[seat], session.names[other]
        asks = f"are the {field} of {one} and {two} exchanged?" if other in value else f"are {one}'s {field} {two}'s?"
        world = with_parts(deal, {field: {renamed.get(key, key): part for key, part in value.items()}})
        says = f"{one} is written as whose {field} these are"
        meant = f"{two} (and {one} for {two}'s)" if other in value else two
        yield Guess(world, Place(finding.line, 1, field), asks, written=says, meant=meant)


# --- Another order ---------------------------------------------------------------------------------------------------


def other_order(session: SessionState, deal: Deal, finding: Finding) -> Iterator[Guess]:
    """The cards are right, but not their order."""
    play: Sequence[Event] = deal.play or ()
    last = next((n for n, event in enumerate(play) if event is event_of(deal, finding)), len(play) - 1)
    if last < 0 or len(play) > 4 * session.deck.size:
        return
    stock = getattr(deal, "stock", None)
    if stock is not None:
        turned = with_parts(deal, {"stock": stock._replace(cards=stock.cards[::-1])})
        place = stock.place._replace(path="stock")
        yield Guess(turned, place, "is the stock in {} written from the bottom?")
    if last + 1 < len(play):
        yield from _written_twice(deal, play, last + 1)  # what it has too often may fail the first time already
    for n in range(last, -1, -1):
        yield from _written_twice(deal, play, n)
        yield from _other_line(session, deal, play, n)


def written_twice(deal: Deal) -> Iterator[Guess]:
    """A line of the play that says what one just before it says."""
    play: Sequence[Event] = deal.play or ()
    for n in range(len(play)):
        yield from _written_twice(deal, play, n)


def shown_twice(session: SessionState, deal: Deal) -> Iterator[Guess]:
    """An act of play that says what the line before it says is the same line once more; two like cards may be drawn."""
    play: Sequence[Event] = deal.play or ()
    for n, event in enumerate(play):
        if event.verb and event.verb not in session.game.brings and n and play[n - 1][:4] == event[:4]:
            yield from _written_twice(deal, play, n)


def _written_twice(deal: Deal, play: Sequence[Event], n: int) -> Iterator[Guess]:
    """A line that says what one just before it says."""
    event = play[n]
    if any(same[:4] == event[:4] for same in play[max(0, n - 2) : n]):
        what = "line" if event.verb else "trick"
        asks = f"is {{}} the {what} before it, written twice?"
        guess = _played(deal, [*play[:n], *play[n + 1 :]], event, asks, Fix("twice", event.line))
        yield guess._replace(written=f"the {what} before is written again", meant=f"a {what} written twice")


def _other_line(session: SessionState, deal: Deal, play: Sequence[Event], n: int) -> Iterator[Guess]:
    """A line the wrong way round, exchanged with the next, or under another name."""
    event = play[n]
    if not event.verb and len(event.cards) > 1:
        other = event._replace(cards=event.cards[::-1])
        asks = "are the cards of {} the wrong way round?"
        yield _played(deal, [*play[:n], other, *play[n + 1 :]], event, asks, Fix("turned", event.line))
    if n + 1 < len(play):
        asks = "are {} and the next exchanged?"
        yield _played(deal, [*exchanged(play, n)], event, asks, Fix("exchanged", event.line))
    if event.seat >= 0:
        yield from _under_another_name(session, deal, "play", play, n)


def exchanged(play: Sequence[Event], n: int) -> Play:
    """The play with line `n` and the next exchanged."""
    return Play.of([*play[:n], play[n + 1], play[n], *play[n + 2 :]])


def _played(deal: Deal, play: list[Event], at: Event, asks: str, fix: Fix | None = None) -> Guess:
    return Guess(with_parts(deal, {"play": Play.of(play)}), at.place, asks, fix=fix)


def event_of(deal: Deal, finding: Finding) -> Event | None:
    """The line of play at which the deal failed."""
    if isinstance(finding.cause, Trick | Act):
        play: Play = deal.play  # type: ignore[assignment]  # a step is one of its lines
        return play[finding.cause.n]
    return finding.cause if isinstance(finding.cause, Event) else None
