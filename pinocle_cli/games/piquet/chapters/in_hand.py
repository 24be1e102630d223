"""What counts in hand: before the first card is led, in a fixed order; and the repique."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.combinations import POINT, SEQUENCE, SET, rule_of
from pinocle_cli.games.piquet.declaring.outcome import CARTE_BLANCHE, outcome
from pinocle_cli.ledger import Entry
from pinocle_cli.light import NamedTuple
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.games.piquet.state import Piquet, Terms

THIRTY, REPIQUE_POINTS, BLANK_POINTS = 30, 60, 10


class Item(NamedTuple):
    """Something counted in hand; `bars` says that it scores nothing and only saves."""

    seat: int
    entry: Entry
    bars: bool


CARTE_BLANCHE_BARS = Rule(
    "carte-blanche-bars",
    "Carte blanche saves",
    "score",
    "A carte blanche reckons first of all: it keeps the other from pique and repique, and counts towards them.",
    "001; Portland laws, 18",
)


@CARTE_BLANCHE_BARS.applied
def in_hand(state: Piquet, terms: Terms) -> tuple[list[Item], bool]:
    """What each counts for his calls, in order, and whether point or sequence was equal."""
    items: list[Item] = []
    called = state.called
    if called is None:
        return items, False
    for seat, line in called.blank:
        entry = Entry(seat, BLANK_POINTS, CARTE_BLANCHE, line, "carte blanche: no king, queen or knave")
        items.append(Item(seat, entry, bars=False))
    equal = False
    for kind in (POINT, SEQUENCE, SET):
        (winner, level), calls = outcome(state, kind, terms), called.kinds[kind]
        if winner is not None:
            silent, own = winner in terms.nothing, calls.own[winner]
            for combo, line in own[:1] if kind == POINT else own:
                items.append(Item(winner, Entry(winner, combo.points, rule_of(combo), line, combo.name), silent))
        elif calls.saves and state.younger not in terms.bars_nothing:
            entry = Entry(state.younger, 0, rule_of(calls.own[state.elder][0].combo), 0, "")
            items.append(Item(state.younger, entry, bars=True))
        equal = equal or (level and kind != SET)
    return items, equal


REPIQUE = Rule(
    "repique",
    "Repique",
    "score",
    """Thirty in hand before play begins, while the other player has counted nothing at all, add sixty. By the laws of
    1882 it is enough that the thirty reckon before anything that the other can count.""",
    "001; Portland laws, 67 and 68",
)


@REPIQUE.applied
def repique(state: Piquet, terms: Terms, items: list[Item]) -> Entry | None:
    """Sixty, if thirty in hand come before anything of the other's."""
    count, counted = [0, 0], [False, False]
    if state.house.repique == "nothing-counted":
        for item in items:
            counted[item.seat] = True
    for seat, entry, _ in items:
        counted[seat] = True
        count[seat] += entry.points
        if count[seat] >= THIRTY and not counted[1 - seat] and seat not in terms.nothing:
            return Entry(seat, REPIQUE_POINTS, REPIQUE, entry.line, f"{count[seat]} in hand, nothing against it")
    return None


BARRED = Rule(
    "barred-by-declaration",
    "Stopped by a call",
    "score",
    """If either player stops the other with a call that counts, there is neither pique nor repique. By the laws of
    1882 it matters which of the two reckons first: carte blanche, point, sequences, sets, play.""",
    "001; Portland laws, 67 to 69",
)


@BARRED.applied
def no_pique(state: Piquet, terms: Terms, items: list[Item], *, equal: bool) -> bool:
    """Whether elder is kept from a pique before the first card is led."""
    return (
        state.elder in terms.nothing
        or any(item.seat == state.younger for item in items)
        or (equal and state.house.equality_bars_pique == "yes")
    )
