"""The count of a deal: cards that were counted at the table, melds that need a trick, and what is not recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.deal import TRICKS
from pinocle_cli.games.partnership.play import CARD_POINTS, LAST_TRICK
from pinocle_cli.games.partnership.seats import SIDES, account, by_side, side_of
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, card_values
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import AS_RECORDED, ASSUMED, CLAIM, COUNT, NOT_CHECKED, Cards, Figure, Place
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.deal import Partnership

SIDE_SCORE = Rule(
    "side-score",
    "One account a side",
    "score",
    """Partners have one account. Into it go the melds of both, if the side has won a trick, and the cards in the tricks
    of both.""",
    "003, Подсчет очков",
)

NEEDS_TRICK = Rule(
    "meld-needs-trick",
    "Melds need a trick",
    "score",
    """The melds of a side count only if it wins a trick, were it a worthless one; a trick of either partner makes the
    melds of both good. The tens for dixes are melds in this.""",
    "003, Показ комбинаций; decided by us for the dix",
)

OUT_MELD = Rule(
    "declare-out-meld",
    "Melds when somebody is out",
    "settlement",
    """When play stops because somebody declares himself out, the melds of this deal count for a side only if it has
    won a trick since they were shown.""",
    "003, Партия",
)

ROUNDING = Rule(
    "rounding",
    "Counting in tens",
    "score",
    """The source counts exactly. Where the house counts in tens, the last digit of the cards of a side is dropped, but
    seven, eight and nine make another ten.""",
    "house rule; 000, Подсчет очков",
)

TENS = Rule(
    "tens",
    "Everything by ten",
    "procedure",
    """Many tables divide every value by ten: aces 10, a flush 15, the cards 25 with the last trick, the game 150.
    Figures of the house that can only be meant in full (a target of 1500, a least bid of 250) are divided too.""",
    "house rule",
)


# --- Cards that the table counted ------------------------------------------------------------------------------------


def tricks_on_the_sheet(state: Partnership) -> Said:
    """How many tricks each side took, where the play is not recorded."""
    if state.deal.play is not None:
        return
    won = [0, 0]
    for seat, figure in state.deal.tricks.items():
        won[side_of(seat)] += figure.value
    named = {side_of(seat) for seat in state.deal.tricks}
    place = next(iter(state.deal.tricks.values())).place
    total, stopped = sum(won), state.deal.out is not None and not state.bidding
    if total > TRICKS or (len(named) > 1 and total < TRICKS and not stopped):
        text = f"{total} tricks stand here; a deal has {TRICKS}"
        yield Finding(COUNT, ERROR, place.line, text, None, *place[1:])
        return
    for side in (0, 1):
        if side in named:
            state.tricks[side] = won[side]
        elif not stopped:
            state.tricks[side] = TRICKS - total


def cards_on_the_sheet(state: Partnership) -> Said:
    """The cards that each took, counted by the table or listed, where the play is not recorded."""
    taken = state.deal.taken
    if state.deal.play is not None:
        return
    lists = {seat: value for seat, value in taken.items() if isinstance(value, Cards)}
    impossible = list(cards_that_make_no_pack(state.deck, list(lists.values())))
    yield from impossible
    if impossible:
        return
    values = card_values(state.deck, state.house.count)
    state.won = [0, 0]
    for seat, value in taken.items():
        side, line = side_of(seat), value.place.line
        state.counted_at[side] = line
        if isinstance(value, Figure):
            points, text = value.value, "cards, as the table counted them"
        else:
            points, text = sum(values[card] for card in value.cards), f"{len(value.cards)} cards"
            points = points // state.unit if state.even else by_ten(points)
        state.won[side] += points
        if state.name(seat) != state.name(account(seat)):
            text = f"{state.name(seat)}: {text}"
        yield Entry(account(seat), points, CARD_POINTS, line, text)
        _took_a_trick(state, side, points, value)
    yield from _last_of(state, lists)
    yield from _whole_count(state, taken)


def _took_a_trick(state: Partnership, side: int, points: int, value: Figure | Cards) -> None:
    """Points come from tricks, and so do cards."""
    if state.tricks[side] is None and (points or (isinstance(value, Cards) and value.cards)):
        state.tricks[side] = 1


def _last_of(state: Partnership, lists: dict[int, Cards]) -> Said:
    """The ten for the last trick, where the cards are listed; a count by the table holds it already."""
    if not lists or state.won is None:
        return
    everything = sum(len(cards.cards) for cards in lists.values()) == state.deck.size
    last = state.deal.last
    sides = {side_of(seat): cards for seat, cards in lists.items()}
    if last is not None and side_of(last) in sides:
        points = LAST_TRICK_POINTS // state.unit
        state.won[side_of(last)] += points
        yield Entry(account(last), points, LAST_TRICK, sides[side_of(last)].place.line, "last trick")
    elif last is None and everything:
        yield note(NOT_CHECKED, state.place(), "who won the last trick is not recorded; its ten points are not given")
    state.whole = everything


def _whole_count(state: Partnership, taken: dict[int, Figure | Cards]) -> Said:
    """In a whole deal the counts make 250."""
    won, whole = state.won, state.whole_count
    if won is None:
        return
    if any(isinstance(value, Cards) for value in taken.values()):
        state.whole = state.whole or sum(won) == whole
        return
    place = list(taken.values())[-1].place
    named = {side_of(seat) for seat in taken}
    total, stopped = sum(won), state.deal.out is not None and not state.bidding
    if len(named) == 1 and total <= whole:
        yield from _the_rest(state, named.pop(), place, stopped=stopped)
        total = sum(won)
    state.whole = not stopped
    if total > whole or (not stopped and not _is_whole(state, total)):
        sums = " + ".join(str(points) for points in won)
        text = f"{sums} = {total} card points; a whole deal has {whole}"
        yield Finding(COUNT, ERROR, place.line, text, None, *place[1:])
    for side in (0, 1):
        if state.tricks[side] == 0 and won[side]:
            text = f"{state.name(SIDES[side])} has {won[side]} card points, but no trick"
            yield Finding(COUNT, ERROR, place.line, text, SIDES[side], *place[1:])


def _is_whole(state: Partnership, total: int) -> bool:
    """By tens a table that counts elevens and fives loses one where both round down."""
    return total == state.whole_count or (not state.even and total == state.whole_count - 1)


def _the_rest(state: Partnership, side: int, place: Place, *, stopped: bool) -> Said:
    """What the other side took, where only one count is written."""
    won, other = state.won, 1 - side
    name = state.name(SIDES[other])
    if won is None:
        return
    if stopped:
        yield note(NOT_CHECKED, place, f"what {name} took is not recorded", SIDES[other])
        return
    rest = state.whole_count - won[side]
    won[other], state.counted_at[other] = rest, place.line
    if rest and state.tricks[other] is None:
        state.tricks[other] = 1
    text = f"the rest of the {state.whole_count} is taken to be with {name}: {rest}"
    yield note(ASSUMED, place, text, SIDES[other])
    yield Entry(SIDES[other], rest, CARD_POINTS, place.line, "the rest of the cards")


def counts_beside_the_play(state: Partnership) -> Said:
    """Counts that stand beside the play are compared with it; only the play itself is scored."""
    deal, won = state.deal, state.won
    if deal.play is None or won is None:
        return
    figures = {seat: value for seat, value in (deal.taken or {}).items() if isinstance(value, Figure)}
    cards = won if state.even else [by_ten(points) for points in won]
    for what, written, right in (("card points", figures, cards), ("tricks", deal.tricks or {}, state.tricks)):
        for seat, figure in by_side(written).items():
            name, counted = state.name(seat), right[side_of(seat)]
            if not state.whole and state.out is None:
                text = f"the play is not whole: the {figure.value} {what} that {name} wrote are not compared"
                yield note(NOT_CHECKED, figure.place, text, seat)
            elif counted != figure.value:
                text = f"{name} wrote {figure.value} {what}, the play gives {counted}"
                yield Finding(CLAIM, FAULT, figure.place.line, text, seat, *figure.place[1:])


def out_on_the_sheet(state: Partnership) -> Said:
    """`out: Ann` beside a score sheet."""
    if state.deal.play is not None:
        return
    if state.bidding:
        text = "nobody declares himself out where trumps are bid for"
        yield note(ASSUMED, state.place()._replace(path="out"), text, state.deal.out)
    else:
        state.out, state.out_at = state.deal.out, state.place()._replace(path="out")


# --- Cards in tens ---------------------------------------------------------------------------------------------------


def rounded(points: int) -> int:
    """Card points to the next ten, from seven on up."""
    return (points + 3) // 10 * 10


def by_ten(points: int) -> int:
    """Card points of a house that divides by ten, where they do not come out even."""
    return rounded(points) // 10


def round_cards(state: Partnership) -> Said:
    """Card points in tens, when the deal is over or somebody has declared himself out."""
    won = state.won
    if won is None:
        return
    if state.deal.play is not None and not state.even:
        for side, points in enumerate(won):
            won[side] = by_ten(points)
            text = f"cards: {points} by ten"
            yield Entry(SIDES[side], won[side], CARD_POINTS, state.counted_at[side], text)
        return
    if state.house.rounding == "exact" or state.unit > 1 or not (state.whole or state.out is not None):
        return
    for side, points in enumerate(won):
        lost = rounded(points) - points
        if lost:
            won[side] += lost
            text = f"{points} is entered as {points + lost}"
            yield Entry(SIDES[side], lost, ROUNDING, state.counted_at[side] or state.deal.line, text)


# --- Melds need a trick ----------------------------------------------------------------------------------------------


def melds_need_a_trick(state: Partnership) -> Said:
    """A side that has no trick has shown its melds for nothing; where that is not known they are kept."""
    for side, points in enumerate(state.melded):
        if not points:
            continue
        name = state.name(SIDES[side])
        if state.tricks[side] == 0:
            at = state.out_at
            rule, line = (NEEDS_TRICK, state.deal.line) if at is None else (OUT_MELD, at.line)
            state.melded[side] = 0
            yield Entry(SIDES[side], -points, rule, line, f"{name} won no trick: the melds do not count")
        elif state.tricks[side] is None:
            text = f"whether {name} won a trick is not recorded; the melds are kept"
            yield note(NOT_CHECKED, state.place(), text, SIDES[side])


# --- What is missing -------------------------------------------------------------------------------------------------


def missing_parts(state: Partnership) -> Said:
    """Says what could not be checked, and takes a bare claim as it was written."""
    deal, place = state.deal, state.place()
    if state.trump is None and deal.play is not None:
        state.scored = False
        yield note(NOT_CHECKED, place, "the trump suit is not recorded, so who won the tricks is not known")
    if deal.melds is None and (deal.play is not None or deal.taken is not None) and state.void is None:
        yield note(NOT_CHECKED, place, "no melds are recorded for this deal, so none count")
    if deal.play is not None or state.void is not None:
        return
    if deal.taken is not None:
        yield note(NOT_CHECKED, place, "the play is not recorded; the counts are taken as written")
    elif deal.melds is not None or any(state.melded):
        state.complete = False
        yield note(NOT_CHECKED, place, "no card points are recorded for this deal; only its melds count")
    elif deal.claimed:
        yield from _as_claimed(state)
    elif not any(said.fault.rpartition(".")[2].startswith("misdeal") for said in deal.irregularities or ()):
        state.scored = False
        yield note(NOT_CHECKED, place, "nothing that scores is recorded for this deal")


def _as_claimed(state: Partnership) -> Said:
    """A line of a score sheet."""
    state.whole = True
    for seat, figure in state.deal.claimed.items():
        yield Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it")
    place = state.place()
    yield note(AS_RECORDED, place, "only the figures of this deal are recorded; they are taken as written")
    for seat in SIDES:
        if seat not in state.deal.claimed:
            yield note(NOT_CHECKED, place, f"no figure for {state.name(seat)}; nothing is counted", seat)
