"""The reckoning: what the calls and the tricks come to, in the order in which they count, with pique and repique.

`reckon` says what a deal gives on given terms. First it is called on none, for the points as they were played; a ruling
then changes the terms, and the difference is what the ruling costs or gives.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.combinations import POINT, SEQUENCE, SET, rule_of
from pinocle_cli.games.piquet.declaring.outcome import CARTE_BLANCHE, outcome
from pinocle_cli.games.piquet.hands import ALL_TRICKS, DECK
from pinocle_cli.ledger import Entry, Run
from pinocle_cli.light import NamedTuple
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pinocle_cli.games.piquet.state import Piquet, Taken, Terms

    Point = tuple[int, Rule, int, str]  # whose, by which rule, in which line, and for what

THIRTY, PIQUE_POINTS, REPIQUE_POINTS = 30, 30, 60
BLANK_POINTS, CARDS_POINTS, CAPOT_POINTS = 10, 10, 40


def reckon(state: Piquet, terms: Terms) -> list[Entry | Run]:
    """Every point of the deal, in the order in which they count."""
    items, equal = in_hand(state, terms)
    entries: list[Entry | Run] = [item.entry for item in items if not item.bars]
    repiqued = repique(state, terms, items)
    if repiqued is not None:
        entries.append(repiqued)
    barred = repiqued is not None or no_pique(state, terms, items, equal=equal)
    entries.append(in_play(state, terms, sums(entries), can_pique=not barred))
    if state.whole:
        entries += cards(state, terms)
    if state.double is not None:
        entries += doubled(state, sums(entries))
    return entries


def sums(entries: Iterable[Entry | Run]) -> tuple[int, int]:
    """What each has."""
    count = [0, 0]
    for one in entries:
        if isinstance(one, Run):
            count = [had + points for had, points in zip(count, one.sums, strict=True)]
        else:
            count[one.seat] += one.points
    return count[0], count[1]


# --- In hand ---------------------------------------------------------------------------------------------------------


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


# --- In play ---------------------------------------------------------------------------------------------------------

LEAD = Rule(
    "lead",
    "Leading",
    "score",
    """Each card led scores one, also if play stops before it is answered. At some tables leading a nine, eight or seven
    scores nothing.""",
    "001; Portland laws, 65",
)

LEADS = LEAD.table((*(f"leads {name}" for name in DECK.names), "leads"))  # by the card; -1 is not known

CAPTURE = Rule(
    "capture",
    "Winning the other's lead",
    "score",
    """Each trick won to which the other player led scores one. At some tables winning it with a nine, eight or seven
    scores nothing.""",
    "001; Portland laws, 65",
)

CAPTURES = CAPTURE.table((*(f"takes with {name}" for name in DECK.names), "takes the trick"))

LAST_TRICK = Rule(
    "last-trick",
    "Last trick",
    "score",
    "The winner of the twelfth trick scores one more, even if somebody should have a card over.",
    "001; Portland laws, 65; Case XIX",
)

LAST = LAST_TRICK.table("last trick")
PLAY_RULES = frozenset({LEAD, CAPTURE, LAST_TRICK})

PIQUE = Rule(
    "pique",
    "Pique",
    "score",
    """If elder hand reaches thirty in hand and play together before younger has counted anything, in hand or in play,
    he adds thirty; not if younger has said "equal" to his point or sequence. By the laws of 1882 an equality does not
    save a pique. The cards and a capot do not count towards it.""",
    "001; Portland laws, 69",
)


@PIQUE.applied
def pique(elder: int, line: int, count: int) -> Entry:
    """Thirty for elder, who counts on from there."""
    return Entry(elder, PIQUE_POINTS, PIQUE, line, f"thirty before the other: {count}")


_LOW = (*(rank in ("9", "8", "7") for rank in DECK.rank), False)

RUNNING_COUNT = Rule(
    "running-count",
    "Counting aloud",
    "score",
    """Each counts on from what his calls gave: with 21 elder says 22 as he leads; younger with 7 says 8 as he wins a
    trick and 9 as he leads to the next. Whoever has nothing begins with one.""",
    "001",
)


@RUNNING_COUNT.applied
def in_play(state: Piquet, terms: Terms, count: tuple[int, int], *, can_pique: bool) -> Run:
    """One for each lead, capture and the last trick, as each counts aloud; with the pique where elder reaches it."""
    silent = terms.nothing | terms.no_play
    worth = [0 if seat in silent else 2 if 1 - seat in terms.no_play else 1 for seat in (0, 1)]
    points = partial(_points, state.tricks, whole=state.whole, low_counts=state.house.low_cards == "count")
    seats = [seat for seat, _, _, _ in points()]
    made = [worth[0] * seats.count(0), worth[1] * seats.count(1)]
    elder = state.elder if can_pique else None
    aloud = partial(_aloud, points, worth, count, elder)
    if elder is not None and count[elder] + made[elder] >= THIRTY:
        made[elder] += sum(entry.points for entry in aloud() if entry.rule is PIQUE)
    return Run((made[0], made[1]), aloud)


def _points(tricks: Sequence[Taken], *, whole: bool, low_counts: bool) -> Iterator[Point]:
    """Each point of the play as it is made."""
    last = len(tricks) - 1
    for n, (line, leader, led, reply, winner) in enumerate(tricks):
        if low_counts or not _LOW[led]:
            yield leader, LEAD, line, LEADS[led]
        if winner is None:
            continue
        if winner != leader and (low_counts or not _LOW[reply]):
            yield winner, CAPTURE, line, CAPTURES[reply]
        if n == last and whole:
            yield winner, LAST_TRICK, line, LAST


def _aloud(
    points: Callable[[], Iterable[Point]], worth: Sequence[int], count: Sequence[int], elder: int | None
) -> Iterator[Entry]:
    """What both count aloud while they play; `elder` where he may still come to a pique.

    That a penalty doubles his play does not shorten his way to thirty.
    """
    count = [*count]
    towards = 0 if elder is None else count[elder]
    for seat, rule, line, text in points():
        if not worth[seat]:
            continue
        count[seat] += worth[seat]
        yield Entry(seat, worth[seat], rule, line, f"{text}: {count[seat]}")
        if elder is None:
            continue
        towards += 1
        if seat != elder:
            elder = None
        elif towards >= THIRTY:
            count[elder] += PIQUE_POINTS
            yield pique(elder, line, count[elder])
            elder = None


# --- The cards -------------------------------------------------------------------------------------------------------

CAPOT = Rule(
    "capot",
    "Capot",
    "score",
    """All twelve tricks score forty instead of ten. They are added after the play. A rest that was conceded gives the
    cards and no capot.""",
    "001; Portland laws, 66 and 69; Cavendish for a concession",
)


@CAPOT.applied
def is_capot(state: Piquet, won: int) -> bool:
    """Whether so many tricks make a capot."""
    return won == ALL_TRICKS and not state.conceded


CARDS = Rule(
    "cards",
    "The cards",
    "score",
    """More than six tricks score ten "for the cards"; with six tricks each nobody scores them. (Source 001 says six or
    more and, in its own example, more than six.) Where a table gives them for six, both may have them.""",
    "001; Portland laws, 66",
)


@CARDS.applied
def cards(state: Piquet, terms: Terms) -> list[Entry]:
    """Ten for more than six tricks, forty for all."""
    winners = [trick.winner for trick in state.tricks]
    found = []
    line = state.tricks[-1].line if state.tricks else state.deal.line
    for seat in (0, 1):
        number = winners.count(seat)
        if seat in terms.nothing or seat in terms.no_play:
            continue
        if is_capot(state, number):
            found.append(Entry(seat, CAPOT_POINTS, CAPOT, line, "capot: all twelve tricks"))
        elif number >= int(state.house.cards_at):
            found.append(Entry(seat, CARDS_POINTS, CARDS, line, f"{number} tricks"))
    return found


REFET = Rule(
    "refet",
    "Refet",
    "settlement",
    """If both players score the same in a deal, the next two deals count double: for 40 and 73 the table writes 80 and
    146. A refet in a doubled deal makes the two deals after it double; nothing counts more than twice.""",
    "001; decided for the second half by us",
)


@REFET.applied
def doubled(state: Piquet, have: Sequence[int]) -> list[Entry]:
    """What each has once more, where the deal counts double."""
    assert state.double is not None  # noqa: S101 - the caller has looked
    why = "after a refet" if state.double is REFET else "as the first and the last of four do"
    return [
        Entry(seat, total, state.double, state.deal.line, f"{total} counts double {why}")
        for seat, total in enumerate(have)
        if total
    ]
