"""What lies on the table when the melds are shown: the melds in it, figures, and whether it can lie there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.chapters.worth import melds_laid
from pinocle_cli.games.partnership.moves import cards_laid
from pinocle_cli.games.partnership.seats import PLAYERS, account, side_of
from pinocle_cli.games.partnership.state import HAND, MOST_MELDS
from pinocle_cli.games.pinochle.common import near_meld
from pinocle_cli.games.pinochle.shown import Shown
from pinocle_cli.ledger import ERROR, Entry, Finding
from pinocle_cli.light import NamedTuple
from pinocle_cli.memory import remembered
from pinocle_cli.record import AS_RECORDED, COUNT, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.games.pinochle.common import Meld
    from pinocle_cli.games.pinochle.shown import Listed
    from pinocle_cli.known import Known


class Spread(NamedTuple):
    """Cards laid down at once: how often each is needed, the dixes apart; their number, the melds, what is in none."""

    need: dict[int, int]
    dixes: int
    melds: tuple[Meld, ...]
    idle: tuple[int, ...]


class Laid(NamedTuple):
    """One item of a player's melds."""

    shown: Listed
    spread: Spread

    @property
    def cards(self) -> list[int]:
        """The cards that lie there, without the dixes."""
        return [card for card, number in self.spread.need.items() for _ in range(number)]


def laid_by(state: Partnership, seat: int, shown: Listed) -> Laid | None:
    """What lies there, where it can be told."""
    cards = cards_laid(state, seat, shown)
    if not shown.parts or cards is None or (state.trump is None and shown.scored is not None):
        return None
    whole = [cards]
    if len(shown.parts) > 1:
        whole = [Shown((part,), None, "").cards(state.deck, state.trump) or () for part in shown.parts]
    return Laid(shown, _spread(state.deck, state.trump, state.dix, state.house.doubles, tuple(whole)))


@remembered()  # the few cards of an item come again and again
def _spread(deck: Deck, trump: int | None, dix: int | None, doubles: str, whole: tuple[tuple[int, ...], ...]) -> Spread:
    """What lies there in some parts: the melds of each part by itself, and the cards that are in none."""
    parts = [tuple(card for card in part if card != dix) for part in whole]
    need = most_of([Counter(part) for part in parts])
    melds = tuple(meld for part in parts for meld in melds_laid(deck, trump, part, doubles))
    in_class = [Counter(card for meld in melds if meld.group == group for card in meld.cards) for group in range(3)]
    idle = sorted((need - most_of(in_class)).elements())
    return Spread(dict(need), sum(part.count(dix) for part in whole), melds, tuple(idle))


def most_of(counts: Sequence[Counter[int]]) -> Counter[int]:
    """What a player must have had to show each of these, a card being shown as often as he likes."""
    need: Counter[int] = Counter()
    for one in counts:
        need |= one
    return need


# --- Whether it can be -----------------------------------------------------------------------------------------------


def figures(state: Partnership) -> Said:
    """A figure without the cards behind it enters as the table wrote it, where melds can give it."""
    for seat, items in given(state.deal.melds).items():
        for one in items:
            if one.parts and (
                state.trump is not None or (one.scored is None and one.cards(state.deck, None) is not None)
            ):
                continue
            side, name, points = side_of(seat), state.name(seat), one.scored
            if points is None:
                state.melds_known[side] = state.complete = False
                text = f'what "{one.text}" scores depends on `trump`, which is not recorded'
                yield note(NOT_CHECKED, one.place, text, seat)
                continue
            yield from _no_sum_of_melds(state, seat, points, one)
            state.melded[side] += points
            yield Entry(account(seat), points, AS_RECORDED, one.place.line, f"melds of {name}, as the table wrote them")
            what = "only the total of the melds is recorded; it is taken as written"
            if one.parts:
                what = "`trump` is not recorded; what these melds scored is taken as written"
            yield note(AS_RECORDED, one.place, what, seat)


def _no_sum_of_melds(state: Partnership, seat: int, points: int, one: Listed) -> Said:
    most = (MOST_MELDS if seat >= PLAYERS else MOST_MELDS // 2) // state.unit
    if points > most:
        text = f"{state.name(seat)} melds {points}; no cards of {'a side' if seat >= PLAYERS else 'one hand'} are worth"
        yield Finding.at(one.place, COUNT, ERROR, f"{text} more than {most}", seat)
    elif state.unit == 1 and points % 10:
        text = f"{state.name(seat)} melds {points}; every meld is worth a multiple of ten"
        yield Finding.at(one.place, COUNT, ERROR, text, seat)


def without_trumps(state: Partnership) -> Said:
    """What is laid down may be worth more in trumps."""
    state.complete = False
    state.melds_known[:] = [False, False]
    text = "`trump` is not recorded: what is worth more in trumps counts as in another suit"
    yield note(NOT_CHECKED, state.place()._replace(path="melds"), text)


def too_many(state: Partnership, table: dict[int, list[Laid]]) -> Said:
    """More cards on the table than a hand has."""
    for seat, items in table.items():
        if sum([sum(laid.spread.need.values()) for laid in items]) <= HAND:
            continue
        need = sum(most_of([Counter(laid.cards) for laid in items]).values())
        hands = 1 if seat < PLAYERS else 2
        if need > HAND * hands:
            text = f"the melds of {state.name(seat)} need {need} cards; {HAND * hands} are dealt"
            yield Finding.at(items[0].shown.place, COUNT, ERROR, text, seat)


def not_held(state: Partnership, known: Known, table: dict[int, list[Laid]]) -> Said:
    """Cards that a player cannot have had when all melded."""
    failed = known.walk(state.at_melds)
    held = state.melding = [known.highest(seat) for seat in range(PLAYERS)]
    state.surely = [known.lo[seat].copy() for seat in range(PLAYERS)]
    both = [state.deck.copies] * state.deck.kinds
    for seat, items in table.items():
        own = held[seat] if seat < PLAYERS else both
        late = () if state.before_look or seat >= PLAYERS else state.drawn.get(seat, ())
        for laid in items:
            for card, number in laid.spread.need.items():
                if number > own[card] + late.count(card):
                    text = f"{state.name(seat)} shows {state.deck.names[card]} {_why(state, known, seat, laid, card)}"
                    yield Finding.at(laid.shown.place, IMPOSSIBLE, ERROR, text, seat)
                    return
    failed = failed or known.walk(state.at_play)
    if failed is not None:
        seat = failed.seat
        place = table[seat][0].shown.place if table.get(seat) else state.place()
        text = f"{state.name(seat)} shows cards more often than the pack, the other melds and hands leave"
        yield Finding.at(place, IMPOSSIBLE, ERROR, text, seat)


def _why(state: Partnership, known: Known, seat: int, laid: Laid, card: int) -> str:
    if seat >= PLAYERS or not known.sure(seat):
        return "more often than the pack, the other melds and hands leave"
    own = state.melding[seat]
    near = near_meld(state.deck, state.trump, tuple(laid.cards), own)
    return f"but {'holds it only once' if own[card] else 'does not hold it'}{near}"
