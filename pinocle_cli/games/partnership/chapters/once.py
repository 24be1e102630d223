"""Which melds count: a card once in each class, the dearest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.chapters.worth import DOUBLE_TABLE, DOUBLES, MELD_ALL
from pinocle_cli.games.partnership.chapters.wrong_hands import melds_what_was_drawn
from pinocle_cli.games.partnership.seats import PLAYERS, account, side_of
from pinocle_cli.ledger import FAULT, Entry, Finding, Ruling
from pinocle_cli.record import ASSUMED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, has_shown, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.chapters.laid import Laid
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.games.pinochle.common import Meld
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Irregularity

ONCE = Rule(
    "meld-class-once",
    "A card counts once in a class",
    "score",
    """Flush and marriages are one class, pinochle the second, fours the third. A card may count in melds of
    different classes, but only once in each: no marriage is counted out of a flush, and a second marriage of a suit
    needs the other king and the other queen.""",
    "decided by us after the usual practice; the source is silent",
)


@ONCE.applied
def count_melds(state: Partnership, seat: int, items: list[Laid], sums: list[int]) -> Said:
    """The melds of a player, the dearest first: each card counts once in a class."""
    claims = [(meld, nth) for nth, laid in enumerate(items) for meld in _melds_in(state, seat, laid)]
    claims.sort(key=lambda claim: -claim[0].points)
    used = [[0] * state.deck.kinds for _ in range(3)]  # by class
    singles: set[str] = set()
    one_hand = seat < PLAYERS
    can = state.melding[seat] if one_hand else [state.deck.copies] * state.deck.kinds
    surely = state.surely[seat] if one_hand else can
    for meld, nth in claims:
        place = items[nth].shown.place
        before = used[meld.group]
        after = used[meld.group] = before.copy()
        for card in meld.cards:
            after[card] += 1
        if [card for card in meld.cards if after[card] > can[card]]:
            used[meld.group] = before
            text = f"{state.name(seat)} melded {state.deck.show(meld.cards)} again: its cards count once in this class"
            yield Finding.at(place, ONCE, FAULT, text, seat)
            continue
        if can != surely and [card for card in meld.cards if before[card] and surely[card] <= before[card]]:
            text = f"{state.name(seat)} is taken to have held both copies of {state.deck.show(meld.cards)}"
            yield note(ASSUMED, place, text, seat)
        again = meld.name in singles and one_hand and state.house.doubles == "table"
        singles.add(meld.name)
        entry = _entry(state, seat, place.line, meld, again=again)
        sums[nth] += entry.points
        state.melded[side_of(seat)] += entry.points
        yield entry


def _melds_in(state: Partnership, seat: int, laid: Laid) -> tuple[Meld, ...]:
    """The melds of one item that count for the most; of `flush, pinochle` each part by itself."""
    return () if melds_what_was_drawn(state, seat, laid) else laid.spread.melds


def _entry(state: Partnership, seat: int, line: int, meld: Meld, *, again: bool) -> Entry:
    """The points for one meld; the second of a kind makes it the doubled one."""
    points, text = meld.points, f"{state.name(seat)}: {meld.name} {state.deck.show(meld.cards)}"
    rule = DOUBLE_TABLE if meld.name.startswith("double ") else MELD_ALL
    if again and meld.name in DOUBLES:
        points, rule = DOUBLES[meld.name] - meld.points, DOUBLE_TABLE
        text += f", with the first {DOUBLES[meld.name] // state.unit}"
    return Entry(account(seat), points // state.unit, rule, line, text)


@ONCE.follows()
def reversed_once(finding: Finding, state: Partnership, ledger: Sequence[Entry]) -> Ruling:
    """The dearest melds stand; one that the table called is taken off again."""
    text = "the cards count once in a class: the melds that are worth most stand, this one scores nothing"
    said = finding.said
    if said is None or not said.cards or said.by is None:
        return Ruling(rule=ONCE, text=text)
    shown = state.deck.show(said.cards)
    entry = next((e for e in ledger if e.rule is MELD_ALL and e.note.endswith(shown) and _of(state, e, said.by)), None)
    if entry is None:
        return Ruling(rule=ONCE, text="what is recorded counts as it stands")
    state.melded[entry.seat - PLAYERS] -= entry.points
    back = Entry(entry.seat, -entry.points, ONCE, finding.line, f"{shown} does not count")
    return Ruling(rule=ONCE, text=text, entries=(back,), each=True)


def _of(state: Partnership, entry: Entry, seat: int) -> bool:
    return entry.seat == account(seat) and (seat >= PLAYERS or entry.note.startswith(f"{state.name(seat)}:"))


@ONCE.examined
def melded_twice(state: Partnership, said: Irregularity) -> Weight:
    """Whether the hand shows that no card was counted twice in a class."""
    return melds_examined(state, said, ONCE, "counted no card twice in a class")


def melds_examined(state: Partnership, said: Irregularity, rule: Rule, rightly: str) -> Weight:
    """Where melds and hand of a player are recorded, what was wrong with them has been found."""
    if has_shown(state, rule, said):
        return CONFIRMED
    melds, hands = state.deal.melds, state.deal.hands or {}
    if said.by is None or melds is None:
        return OPEN
    own = melds.get(said.by, ())
    if not own and account(said.by) not in melds:
        return refuted(f"{state.name(said.by)} melded nothing")
    if said.by not in hands or not own or not all(one.parts for one in own):
        return OPEN
    return refuted(f"{state.name(said.by)} {rightly}")
