"""The count of cards, and score sheets: deals of which melds and counts are known but not the play."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import LAST_TRICK_POINTS, WHOLE_COUNT, A, Meld, card_values
from pinocle_cli.games.two_handed.deal import DIX_CARD
from pinocle_cli.games.two_handed.melding import (
    CLASSES,
    MELD_TABLE,
    Laid,
    count,
    refusal,
    spread,
)
from pinocle_cli.games.two_handed.melds import DIX_SHOW, OVERCREDIT, UNDERCREDIT, Miscount, given
from pinocle_cli.games.two_handed.play import CARD_POINTS, LAST_TRICK
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import AS_RECORDED, ASSUMED, COUNT, IMPOSSIBLE, NOT_CHECKED, Cards, Figure, Place
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.pinochle.common import Listed
    from pinocle_cli.games.two_handed.deal import TwoHanded


# --- Melds without play ----------------------------------------------------------------------------------------------


def melds_on_the_sheet(state: TwoHanded) -> Said:
    """The melds that a score sheet lists, one a turn; a card named twice is the same card or its twin, as is better."""
    if state.deal.play is not None and state.deal.held is None:
        return
    needed = {seat: _needed(state, shown) for seat, shown in state.deal.melds.items()}
    for seat, shown in state.deal.melds.items():
        other = needed.get(1 - seat, Counter())
        can_hold = [max(state.deck.copies - other[card], 0) for card in range(state.deck.kinds)]
        yield from _sheet_of(state, seat, shown, can_hold)


def _needed(state: TwoHanded, shown: list[Listed]) -> Counter[int]:
    """How many copies of each card a player must have held to lay down what he laid down at once."""
    need: Counter[int] = Counter()
    for one in shown:
        need |= Counter(one.cards(state.deck, state.trump) or ())
    return need


def _sheet_of(state: TwoHanded, seat: int, shown: list[Listed], can_hold: list[int]) -> Said:
    laid, dixes = Laid(), 0
    for one in shown:
        cards = one.cards(state.deck, state.trump)
        if cards is None:
            yield note(
                NOT_CHECKED,
                one.place,
                f'what "{one.text}" scores depends on the trump suit, which is not recorded',
                seat,
            )
            continue
        if not one.parts:
            yield Entry(seat, one.scored or 0, AS_RECORDED, one.place.line, "melds, as the table wrote them")
            text = "the melds behind this figure are not recorded; it is taken as written"
            yield note(AS_RECORDED, one.place, text, seat)
            continue
        over = next((card for card, number in Counter(cards).items() if number > can_hold[card]), None)
        if over is not None:
            text = f"{state.deck.names[over]} is shown more often in these melds than the pack has it"
            yield Finding(IMPOSSIBLE, ERROR, one.place.line, text, seat, *one.place[1:])
            continue
        rest = tuple(card for card in cards if card != state.dix)
        shown_now = len(cards) - len(rest)
        for _ in range(shown_now):
            dixes += 1
            yield from _dix_of(state, seat, one, dixes, can_hold)
        if rest:
            yield from _meld_of(state, seat, one, rest, laid, can_hold, 10 * shown_now)
        elif state.dix is not None:
            yield from _miscounted(state, seat, one, Meld("dix", (state.dix,), A, 10), 10 * shown_now)


def _dix_of(state: TwoHanded, seat: int, one: Listed, nth: int, can_hold: list[int]) -> Said:
    dix = state.dix
    if dix is None:
        return
    turned = state.deal.turned is not None and state.deal.turned.cards[0] == dix
    if nth > can_hold[dix] - turned:
        text = f"{state.name(seat)} shows the dix {state.deck.names[dix]} more often than he can hold it"
        yield Finding(IMPOSSIBLE, ERROR, one.place.line, text, seat, *one.place[1:])
    else:
        yield Entry(seat, 10, DIX_SHOW, one.place.line, f"dix {state.deck.names[dix]}")


def _meld_of(
    state: TwoHanded, seat: int, one: Listed, cards: tuple[int, ...], laid: Laid, can_hold: list[int], dixes: int
) -> Said:
    deck, name, line = state.deck, state.name(seat), one.place.line
    melds = spread(deck, state.trump, cards, state.house.doubles).melds
    if not melds:
        text = f"{deck.show(cards)} is no meld; see `pinocle rules {state.session.game.name}.{MELD_TABLE.label}`"
        yield Finding(MELD_TABLE, FAULT, line, text, seat, *one.place[1:])
        return
    before = [world.copy() for world in laid.worlds]
    counted = count(laid, melds, can_hold)
    if isinstance(counted, Rule):
        text = f"{name} melded {deck.show(cards)} again: {refusal(counted)}"
        yield Finding(counted, FAULT, line, text, seat, *one.place[1:])
        return
    one_meld, points = counted
    meld = one_meld.meld
    yield Entry(seat, points, CLASSES[meld.group], line, one_meld.note)
    if Counter(cards) - Counter(meld.cards):
        text = f"{deck.show(cards)} shown in one turn: counted as {meld.name}; the rest needs a turn of its own"
        yield note(ASSUMED, one.place, text, seat)
    if all(
        any(len(world[card]) > len(was.get(card, ())) > 0 for card in meld.cards)
        for world in laid.worlds
        for was in before
    ):
        text = f"{name} is taken to have had both copies of what is melded a second time"
        yield note(ASSUMED, one.place, text, seat)
    if state.trump is None and meld.points == 20:  # noqa: PLR2004 - a marriage
        yield note(NOT_CHECKED, one.place, "counted as a plain marriage: the trump suit is not recorded", seat)
    yield from _miscounted(state, seat, one, meld, points + dixes)


def _miscounted(state: TwoHanded, seat: int, one: Listed, meld: Meld, right: int) -> Said:
    """What the table entered for what lay there, where it is not what it is worth."""
    if one.scored not in (None, right):
        wrong = Miscount(seat, meld, right, one.scored, state="stands")
        rule = UNDERCREDIT if wrong.scored < right else OVERCREDIT
        yield Finding(rule, FAULT, one.place.line, given(state.name(seat), wrong), seat, *one.place[1:], cause=wrong)


# --- Cards -----------------------------------------------------------------------------------------------------------

STAGE2_COUNT = Rule(
    "stage2-count",
    "Cards are counted after the play",
    "score",
    "After the last trick each player counts the cards that he won in all his tricks.",
    "000, Повторный розыгрыш; 002, Стоимость взяток",
)

SCOREKEEPING = Rule(
    "scorekeeping",
    "Keeping score",
    "procedure",
    "Points are kept on paper or with chips.",
    "000, Подсчет очков",
)


def cards_on_the_sheet(state: TwoHanded) -> Said:
    """The cards that each took, counted by the table or listed, where the play is not recorded."""
    taken = state.deal.taken
    if state.deal.play is not None and state.deal.held is None:
        return  # the tricks are counted instead
    lists = {seat: value for seat, value in taken.items() if isinstance(value, Cards)}
    impossible = list(cards_that_make_no_pack(state.deck, list(lists.values())))
    yield from impossible
    if impossible:
        return
    values = card_values(state.deck, state.house.count)
    state.won = [0, 0]
    for seat, value in taken.items():
        line = state.count_line[seat] = value.place.line
        if isinstance(value, Figure):
            points, text = value.value, "cards, as the table counted them"
        else:
            points, text = sum(values[card] for card in value.cards), f"{len(value.cards)} cards"
        state.won[seat] = points
        yield Entry(seat, points, CARD_POINTS, line, text)
    yield from _last_of(state, lists)
    yield from _whole_count(state, taken)


def _last_of(state: TwoHanded, lists: dict[int, Cards]) -> Said:
    """The ten for the last trick, where the cards are listed; a count by the table holds it already."""
    if not lists or state.won is None:
        return
    everything = sum(len(cards.cards) for cards in lists.values()) == state.deck.size
    last = state.deal.last
    if last is not None and last in lists:
        state.won[last] += LAST_TRICK_POINTS
        yield Entry(last, LAST_TRICK_POINTS, LAST_TRICK, lists[last].place.line, "last trick")
    elif last is None and everything:
        yield note(NOT_CHECKED, state.place(), "who won the last trick is not recorded; its ten points are not given")
    state.whole = everything


def _whole_count(state: TwoHanded, taken: dict[int, Figure | Cards]) -> Said:
    """In a whole deal the counts make 250, less a card that took no part."""
    won = state.won
    values = set(card_values(state.deck, state.house.count))  # of the card that took no part, if it is not recorded
    possible = {WHOLE_COUNT - points for points in (values if state.left_out is None else {state.left_out})}
    whole = max(possible)
    if won is None or any(isinstance(value, Cards) for value in taken.values()):
        return
    line, column, path = list(taken.values())[-1].place
    total, out = sum(won), state.deal.out if state.out is None else state.out
    if len(taken) == 1:
        (seat,) = taken
        if out is not None or total > whole or len(possible) > 1:
            text = f"what {state.name(1 - seat)} took is not recorded"
            yield note(NOT_CHECKED, Place(line, column, path), text, 1 - seat)
        else:
            won[1 - seat] = whole - total
            state.count_line[1 - seat] = line
            text = f"{state.name(1 - seat)} is taken to have the rest of the {whole}: {whole - total}"
            yield note(ASSUMED, Place(line, column, path), text, 1 - seat)
            yield Entry(1 - seat, whole - total, CARD_POINTS, line, "the rest of the cards")
            total = whole
    state.whole = out is None
    if total > whole or (out is None and total not in possible and (len(taken) > 1 or len(possible) == 1)):
        sums = " + ".join(str(points) for points in won)
        text = f"{sums} = {total} card points; a whole deal has {whole}"
        yield Finding(COUNT, ERROR, line, text, None, column, path)


def tricks_on_the_sheet(state: TwoHanded) -> Said:
    """Tricks that were only counted score nothing here, but there are no more than are played."""
    taken = state.deal.taken or {}
    for seat, figure in state.deal.tricks.items():
        points = taken.get(seat)
        if not figure.value and isinstance(points, Figure) and points.value and state.deal.play is None:
            text = f"{state.name(seat)} took {points.value} card points here, and no trick"
            yield Finding(COUNT, ERROR, points.place.line, text, seat, *points.place[1:])
    total = sum(figure.value for figure in state.deal.tricks.values())
    if total > 2 * state.size:
        line, column, path = next(iter(state.deal.tricks.values())).place
        text = f"{total} tricks stand here; a deal has {2 * state.size}"
        yield Finding(COUNT, ERROR, line, text, None, column, path)


CARD_ROUNDING = Rule(
    "card-rounding",
    "Cards are entered in tens",
    "score",
    """The count of cards is entered in tens: a last digit of seven, eight or nine counts as a full ten, less is
    dropped. What is lost in this way is lost to both.""",
    "000, Подсчет очков; 002, Стоимость взяток",
)


def rounded(points: int) -> int:
    """Card points as they are entered."""
    return (points + 3) // 10 * 10


def round_cards(state: TwoHanded) -> Said:
    """Card points in tens, after a whole deal or (as the house has it) when a player declared himself out."""
    if state.won is None or state.house.rounding == "exact":
        return
    if not state.whole and (state.out is None or state.house.declared_count == "exact"):
        return
    for seat, points in enumerate(state.won):
        lost = rounded(points) - points
        if lost:
            line = state.count_line.get(seat, state.out_at.line if state.out_at else state.last_line)
            yield Entry(seat, lost, CARD_ROUNDING, line, f"{points} is entered as {points + lost}")


# --- What is missing -------------------------------------------------------------------------------------------------


def out_on_the_sheet(state: TwoHanded) -> Said:
    """`out: Anna` beside a score sheet."""
    if state.deal.play is not None:
        return
    state.out, state.out_at = state.deal.out, state.place()
    if state.house.going_out != "immediate":
        text = f"{state.name(state.deal.out)} is taken to have won the trick that going out asks for"
        yield note(ASSUMED, state.place(), text, state.deal.out)


def missing_parts(state: TwoHanded) -> Said:
    """Says what could not be checked, and takes a bare claim as it was written."""
    deal = state.deal
    if deal.play is not None:
        if deal.melds is not None or deal.tricks is not None or deal.last is not None:
            yield from _passed_over(state)
        return
    place = state.place()
    if deal.taken is not None:
        text = "the play is not recorded; the counts are taken as written"
        yield note(NOT_CHECKED, place, text)
    elif deal.melds is not None:
        state.complete = False
        yield note(NOT_CHECKED, place, "no card points are recorded for this deal; only its melds count")
    elif deal.claimed:
        state.whole = True
        for seat, figure in deal.claimed.items():
            yield Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it")
        yield note(AS_RECORDED, place, "only the figures of this deal are recorded; they are taken as written")
        for seat in (0, 1):
            if seat not in deal.claimed:
                yield note(NOT_CHECKED, place, f"no figure for {state.name(seat)}; nothing is counted", seat)
    elif not any(said.fault in ("misdeal", "two-handed.misdeal") for said in deal.irregularities or ()):
        state.scored = False
        yield note(NOT_CHECKED, place, "nothing that scores is recorded for this deal")


def _passed_over(state: TwoHanded) -> Said:
    """What stands beside the play and is taken from it is not looked at, and that is said."""
    deal = state.deal
    if deal.melds is not None and deal.held is None:
        text = "melds are taken from the play; those listed beside it are not looked at. Write each after its trick"
        yield note(NOT_CHECKED, state.place(), text)
    for key in ("tricks", "last"):
        if getattr(deal, key) is not None:
            yield note(NOT_CHECKED, state.place(), f"`{key}` is not looked at, for the play is recorded")


SHEET_RULES = (DIX_CARD, STAGE2_COUNT, SCOREKEEPING)
