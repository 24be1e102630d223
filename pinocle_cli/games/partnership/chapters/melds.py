"""The melds that each player shows, all at once, and what they are worth to his side."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.chapters.hands import AFTER_LOOK, wrong_sizes
from pinocle_cli.games.partnership.chapters.laid import Laid, laid_by, melds_what_was_drawn, most_of
from pinocle_cli.games.partnership.chapters.worth import DOUBLE_TABLE, DOUBLES, MELD_ALL, melds_of
from pinocle_cli.games.partnership.seats import PLAYERS, account, side_of
from pinocle_cli.games.partnership.state import HAND, MOST_MELDS
from pinocle_cli.games.pinochle.common import near_meld
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Ruling
from pinocle_cli.record import AS_RECORDED, ASSUMED, CLAIM, COUNT, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.games.pinochle.common import Meld
    from pinocle_cli.games.pinochle.shown import Listed
    from pinocle_cli.known import Known
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Cards, Irregularity


def melds(state: Partnership) -> Said:
    """Every player's melds, in the order of the record."""
    known = state.known
    assert known is not None  # noqa: S101 - what each holds is known before the melds
    table = {
        seat: [one for one in (laid_by(state, seat, shown) for shown in items) if one]
        for seat, items in given(state.deal.melds).items()
    }
    yield from _figures(state)
    if state.trump is None and any(table.values()):
        yield from _without_trumps(state)
    impossible = list(_too_many(state, table)) or list(_not_held(state, known, table))
    yield from impossible
    if impossible:
        return
    for seat, items in table.items():
        yield from _count(state, seat, items)
    for seat in range(PLAYERS):
        if seat not in table:
            yield from _more_held(state, seat, 0, [])
    if state.drawn:
        yield from _drawn_though_shown(state, table)


def _figures(state: Partnership) -> Said:
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


def _without_trumps(state: Partnership) -> Said:
    state.complete = False
    state.melds_known[:] = [False, False]
    text = "`trump` is not recorded: what is worth more in trumps counts as in another suit"
    yield note(NOT_CHECKED, state.place()._replace(path="melds"), text)


# --- Whether it can be -----------------------------------------------------------------------------------------------


def _too_many(state: Partnership, table: dict[int, list[Laid]]) -> Said:
    """More cards on the table than a hand has."""
    for seat, items in table.items():
        if sum([sum(laid.spread.need.values()) for laid in items]) <= HAND:
            continue
        need = sum(most_of([Counter(laid.cards) for laid in items]).values())
        hands = 1 if seat < PLAYERS else 2
        if need > HAND * hands:
            text = f"the melds of {state.name(seat)} need {need} cards; {HAND * hands} are dealt"
            yield Finding.at(items[0].shown.place, COUNT, ERROR, text, seat)


def _not_held(state: Partnership, known: Known, table: dict[int, list[Laid]]) -> Said:
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


# --- What it counts --------------------------------------------------------------------------------------------------

DIX_HOLDER = Rule(
    "dix-holder",
    "Dix",
    "score",
    """Whoever was dealt a dix, the nine of trumps, scores ten for it, whether or not he exchanged it; a dix that came
    to the dealer in an exchange brings nothing.""",
    "003, Козырная карта",
)


@DIX_HOLDER.applied
def dixes(state: Partnership, seat: int, items: list[Laid], sums: list[int]) -> Said:
    """Ten for each dix that he was dealt."""
    dix = given(state.dix)
    points, counted, limit = 10 // state.unit, 0, dix_limit(state, seat)
    for nth, laid in enumerate(items):
        for _ in range(laid.spread.dixes):
            if counted >= limit:
                yield _one_dix_too_many(state, seat, laid, counted)
                continue
            counted += 1
            sums[nth] += points
            state.melded[side_of(seat)] += points
            text = f"{state.name(seat)}: dix {state.deck.names[dix]}"
            yield Entry(account(seat), points, DIX_HOLDER, laid.shown.place.line, text)
    if counted and seat == state.dealer and state.turned == dix and seat not in (state.deal.hands or {}):
        text = f"{state.name(seat)} is taken to have been dealt a dix besides the one that was turned up"
        yield note(ASSUMED, items[0].shown.place, text, seat)


@DIX_HOLDER.follows()
def dix_scores_nothing(_: Finding, __: Partnership, ___: Sequence[Entry]) -> Ruling:
    """The ten are not his."""
    return Ruling(rule=DIX_HOLDER, text="it scores nothing")


@DIX_HOLDER.examined
def dealt_each(state: Partnership, said: Irregularity) -> Weight:
    """Whoever shows no more dixes than he was dealt broke nothing."""
    return _melds_examined(state, said, DIX_HOLDER, "showed no dix that he was not dealt")


def _melds_examined(state: Partnership, said: Irregularity, rule: Rule, rightly: str) -> Weight:
    """Where melds and hand of a player are recorded, what was wrong with them has been found."""
    if any(f.rule is rule and f.severity == FAULT and said.by in (None, f.seat) for f in state.found):
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


def dix_limit(state: Partnership, seat: int) -> int:
    """How many dixes he can have been dealt, the one that was turned left out."""
    known, dix = state.known, state.dix
    assert known is not None and dix is not None  # noqa: S101, PT018 - asked where trumps are known
    if seat >= PLAYERS:
        return state.deck.copies
    own: Cards | None = (state.deal.hands or {}).get(seat)
    turned = state.turned == dix and seat == state.dealer
    if own is not None:
        return own.cards.count(dix) - turned + _put_right(state, seat, dix)
    given = (seat == state.exchanger) - (seat == state.dealer and state.exchanger is not None)
    elsewhere = sum(cards.cards.count(dix) for other, cards in (state.deal.hands or {}).items() if other != seat)
    elsewhere += state.turned == dix and state.dealer not in (state.deal.hands or {})
    at_most = known.most(seat, dix) + given - turned
    return int(max(0, min(at_most, state.deck.copies - elsewhere)))


def _put_right(state: Partnership, seat: int, dix: int) -> int:
    """How many dixes came to a short hand, or went from a long one, before anybody looked: they are its own."""
    wrong = wrong_sizes(state)
    if not state.before_look or seat not in wrong:
        return 0
    if wrong[seat] < HAND:
        return state.drawn.get(seat, []).count(dix)
    return -sum(cards.count(dix) for cards in state.drawn.values())


def _one_dix_too_many(state: Partnership, seat: int, laid: Laid, counted: int) -> Finding:
    name, dix, place = state.name(seat), state.deck.names[state.dix or 0], laid.shown.place
    if seat == state.dealer and state.turned == state.dix:
        return note(DIX_HOLDER, place, f"the dix {dix} that {name} turned has been counted already", seat)
    if seat == state.dealer and state.exchanger is not None:
        text = f"the dix {dix} came to {name} in the exchange; the ten are {state.name(state.exchanger)}'s"
        return Finding.at(place, DIX_HOLDER, FAULT, text, seat)
    if counted:
        return Finding.at(place, ONCE, FAULT, f"{name} shows the same dix {dix} twice", seat)
    why = "but was dealt none" if seat in (state.deal.hands or {}) else "more often than it can be in that hand"
    return Finding.at(place, IMPOSSIBLE, ERROR, f"{name} shows the dix {dix} {why}", seat)


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
    return _melds_examined(state, said, ONCE, "counted no card twice in a class")


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


def _count(state: Partnership, seat: int, items: list[Laid]) -> Said:
    """Everything that one player showed."""
    sums = [0] * len(items)
    if state.dix is not None and [laid for laid in items if laid.spread.dixes]:
        yield from dixes(state, seat, items, sums)
    for laid in items:
        if melds_what_was_drawn(state, seat, laid):
            cards = state.deck.show(sorted(laid.cards))
            text = f"{state.name(seat)} melded {cards} with a card drawn after the melds"
            finding = Finding.at(laid.shown.place, AFTER_LOOK, FAULT, text, seat)
            yield finding._replace(remedy=AFTER_LOOK, ruling="the meld scores nothing")
        elif laid.spread.idle:
            yield _idle(state, seat, laid)
    yield from count_melds(state, seat, items, sums)
    for laid, right in zip(items, sums, strict=True):
        scored, place = laid.shown.scored, laid.shown.place
        if scored not in (None, right) and right:
            cards = state.deck.show(laid.shown.cards(state.deck, state.trump) or ())
            text = f"{state.name(seat)} was given {scored} for {cards}, which brings {right}"
            yield Finding.at(place, CLAIM, FAULT, text, seat)._replace(ruling=f"{right} counts")
    yield from _more_held(state, seat, sum(sums), items)


def _idle(state: Partnership, seat: int, laid: Laid) -> Finding:
    """Cards that were laid down and belong to no meld count nothing, which is no fault."""
    near = "" if laid.spread.melds else near_meld(state.deck, state.trump, laid.cards)
    text = f"{state.deck.show(laid.spread.idle)} belongs to no meld here{near}"
    return note(MELD_ALL, laid.shown.place, text, seat)


def _more_held(state: Partnership, seat: int, shown: int, items: list[Laid]) -> Said:
    """Says that a player held more than he showed; that is no fault."""
    own, written = (state.deal.hands or {}).get(seat), given(state.deal.melds)
    figures = [one for one in written.get(seat, ()) if not one.parts]
    if own is None or figures or account(seat) in written:
        return
    have = state.surely[seat]
    priced = state.house.doubles == "table"
    held = sum(meld.points for meld in melds_of(state.deck, state.trump, have, priced=priced)) // state.unit
    held += dix_limit(state, seat) * 10 // state.unit if state.dix is not None else 0
    if held > shown:
        place = items[0].shown.place if items else state.place()._replace(path="melds")
        place = place._replace(path=place.path.partition("[")[0])  # it is about all that he showed
        yield note(MELD_ALL, place, f"{state.name(seat)} held melds for {held} and showed {shown or 'none'}", seat)


# --- Cards drawn by a short hand -------------------------------------------------------------------------------------


def _drawn_though_shown(state: Partnership, table: dict[int, list[Laid]]) -> Said:
    """A short hand draws only from cards that the long one has not shown."""
    long = [seat for seat, cards in (state.deal.hands or {}).items() if len(cards.cards) > HAND]
    for seat in () if state.before_look else long:
        items = table.get(seat)
        if not items:
            continue
        shown, own = most_of([Counter(laid.cards) for laid in items]), Counter(given(state.deal.hands)[seat].cards)
        for other, drawn in state.drawn.items():
            for card, number in Counter(drawn).items():
                if 0 < own[card] < shown[card] + number:
                    name, giver = state.name(other), state.name(seat)
                    text = f"{name} drew {state.deck.names[card]}, which {giver} had shown in a meld"
                    finding = Finding.at(items[0].shown.place, AFTER_LOOK, FAULT, text, other)
                    ruling = "it should have been a card that was not shown; the melds stand"
                    yield finding._replace(remedy=AFTER_LOOK, ruling=ruling)
