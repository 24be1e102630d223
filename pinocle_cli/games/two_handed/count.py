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


def melds_on_the_sheet(table: TwoHanded) -> Said:
    """The melds that a score sheet lists, one a turn; a card named twice is the same card or its twin, as is better."""
    if table.deal.play is not None and table.deal.held is None:
        return
    needed = {seat: _needed(table, shown) for seat, shown in table.deal.melds.items()}
    for seat, shown in table.deal.melds.items():
        other = needed.get(1 - seat, Counter())
        can_hold = [max(table.deck.copies - other[card], 0) for card in range(table.deck.kinds)]
        yield from _sheet_of(table, seat, shown, can_hold)


def _needed(table: TwoHanded, shown: list[Listed]) -> Counter[int]:
    """How many copies of each card a player must have held to lay down what he laid down at once."""
    need: Counter[int] = Counter()
    for one in shown:
        need |= Counter(one.cards(table.deck, table.trump) or ())
    return need


def _sheet_of(table: TwoHanded, seat: int, shown: list[Listed], can_hold: list[int]) -> Said:
    laid, dixes = Laid(), 0
    for one in shown:
        cards = one.cards(table.deck, table.trump)
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
            text = f"{table.deck.names[over]} is shown more often in these melds than the pack has it"
            yield Finding(IMPOSSIBLE, ERROR, one.place.line, text, seat, *one.place[1:])
            continue
        rest = tuple(card for card in cards if card != table.dix)
        shown_now = len(cards) - len(rest)
        for _ in range(shown_now):
            dixes += 1
            yield from _dix_of(table, seat, one, dixes, can_hold)
        if rest:
            yield from _meld_of(table, seat, one, rest, laid, can_hold, 10 * shown_now)
        elif table.dix is not None:
            yield from _miscounted(table, seat, one, Meld("dix", (table.dix,), A, 10), 10 * shown_now)


def _dix_of(table: TwoHanded, seat: int, one: Listed, nth: int, can_hold: list[int]) -> Said:
    dix = table.dix
    if dix is None:
        return
    turned = table.deal.turned is not None and table.deal.turned.cards[0] == dix
    if nth > can_hold[dix] - turned:
        text = f"{table.name(seat)} shows the dix {table.deck.names[dix]} more often than he can hold it"
        yield Finding(IMPOSSIBLE, ERROR, one.place.line, text, seat, *one.place[1:])
    else:
        yield Entry(seat, 10, DIX_SHOW, one.place.line, f"dix {table.deck.names[dix]}")


def _meld_of(
    table: TwoHanded, seat: int, one: Listed, cards: tuple[int, ...], laid: Laid, can_hold: list[int], dixes: int
) -> Said:
    deck, name, line = table.deck, table.name(seat), one.place.line
    melds = spread(deck, table.trump, cards, table.house.doubles).melds
    if not melds:
        text = f"{deck.show(cards)} is no meld; see `pinocle rules {MELD_TABLE.id}`"
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
    if table.trump is None and meld.points == 20:  # noqa: PLR2004 - a marriage
        yield note(NOT_CHECKED, one.place, "counted as a plain marriage: the trump suit is not recorded", seat)
    yield from _miscounted(table, seat, one, meld, points + dixes)


def _miscounted(table: TwoHanded, seat: int, one: Listed, meld: Meld, right: int) -> Said:
    """What the table entered for what lay there, where it is not what it is worth."""
    if one.scored not in (None, right):
        wrong = Miscount(seat, meld, right, one.scored, state="stands")
        rule = UNDERCREDIT if wrong.scored < right else OVERCREDIT
        yield Finding(rule, FAULT, one.place.line, given(table.name(seat), wrong), seat, *one.place[1:], cause=wrong)


# --- Cards -----------------------------------------------------------------------------------------------------------

STAGE2_COUNT = Rule(
    "two-handed.stage2-count",
    "Cards are counted after the play",
    "score",
    "After the last trick each player counts the cards that he won in all his tricks.",
    "000, Повторный розыгрыш; 002, Стоимость взяток",
)

SCOREKEEPING = Rule(
    "two-handed.scorekeeping",
    "Keeping score",
    "procedure",
    "Points are kept on paper or with chips.",
    "000, Подсчет очков",
)


def cards_on_the_sheet(table: TwoHanded) -> Said:
    """The cards that each took, counted by the table or listed, where the play is not recorded."""
    taken = table.deal.taken
    if table.deal.play is not None and table.deal.held is None:
        return  # the tricks are counted instead
    lists = {seat: value for seat, value in taken.items() if isinstance(value, Cards)}
    impossible = list(cards_that_make_no_pack(table.deck, list(lists.values())))
    yield from impossible
    if impossible:
        return
    values = card_values(table.deck, table.house.count)
    table.won = [0, 0]
    for seat, value in taken.items():
        line = table.count_line[seat] = value.place.line
        if isinstance(value, Figure):
            points, text = value.value, "cards, as the table counted them"
        else:
            points, text = sum(values[card] for card in value.cards), f"{len(value.cards)} cards"
        table.won[seat] = points
        yield Entry(seat, points, CARD_POINTS, line, text)
    yield from _last_of(table, lists)
    yield from _whole_count(table, taken)


def _last_of(table: TwoHanded, lists: dict[int, Cards]) -> Said:
    """The ten for the last trick, where the cards are listed; a count by the table holds it already."""
    if not lists or table.won is None:
        return
    everything = sum(len(cards.cards) for cards in lists.values()) == table.deck.size
    last = table.deal.last
    if last is not None and last in lists:
        table.won[last] += LAST_TRICK_POINTS
        yield Entry(last, LAST_TRICK_POINTS, LAST_TRICK, lists[last].place.line, "last trick")
    elif last is None and everything:
        yield note(NOT_CHECKED, table.place(), "who won the last trick is not recorded; its ten points are not given")
    table.whole = everything


def _whole_count(table: TwoHanded, taken: dict[int, Figure | Cards]) -> Said:
    """In a whole deal the counts make 250, less a card that took no part."""
    won = table.won
    values = set(card_values(table.deck, table.house.count))  # of the card that took no part, if it is not recorded
    possible = {WHOLE_COUNT - points for points in (values if table.left_out is None else {table.left_out})}
    whole = max(possible)
    if won is None or any(isinstance(value, Cards) for value in taken.values()):
        return
    line, column, path = list(taken.values())[-1].place
    total, out = sum(won), table.deal.out if table.out is None else table.out
    if len(taken) == 1:
        (seat,) = taken
        if out is not None or total > whole or len(possible) > 1:
            text = f"what {table.name(1 - seat)} took is not recorded"
            yield note(NOT_CHECKED, Place(line, column, path), text, 1 - seat)
        else:
            won[1 - seat] = whole - total
            table.count_line[1 - seat] = line
            text = f"{table.name(1 - seat)} is taken to have the rest of the {whole}: {whole - total}"
            yield note(ASSUMED, Place(line, column, path), text, 1 - seat)
            yield Entry(1 - seat, whole - total, CARD_POINTS, line, "the rest of the cards")
            total = whole
    table.whole = out is None
    if total > whole or (out is None and total not in possible and (len(taken) > 1 or len(possible) == 1)):
        sums = " + ".join(str(points) for points in won)
        text = f"{sums} = {total} card points; a whole deal has {whole}"
        yield Finding(COUNT, ERROR, line, text, None, column, path)


def tricks_on_the_sheet(table: TwoHanded) -> Said:
    """Tricks that were only counted score nothing here, but there are no more than are played."""
    taken = table.deal.taken or {}
    for seat, figure in table.deal.tricks.items():
        points = taken.get(seat)
        if not figure.value and isinstance(points, Figure) and points.value and table.deal.play is None:
            text = f"{table.name(seat)} took {points.value} card points here, and no trick"
            yield Finding(COUNT, ERROR, points.place.line, text, seat, *points.place[1:])
    total = sum(figure.value for figure in table.deal.tricks.values())
    if total > 2 * table.size:
        line, column, path = next(iter(table.deal.tricks.values())).place
        text = f"{total} tricks stand here; a deal has {2 * table.size}"
        yield Finding(COUNT, ERROR, line, text, None, column, path)


CARD_ROUNDING = Rule(
    "two-handed.card-rounding",
    "Cards are entered in tens",
    "score",
    """The count of cards is entered in tens: a last digit of seven, eight or nine counts as a full ten, less is
    dropped. What is lost in this way is lost to both.""",
    "000, Подсчет очков; 002, Стоимость взяток",
)


def rounded(points: int) -> int:
    """Card points as they are entered."""
    return (points + 3) // 10 * 10


def round_cards(table: TwoHanded) -> Said:
    """Card points in tens, after a whole deal or (as the house has it) when a player declared himself out."""
    if table.won is None or table.house.rounding == "exact":
        return
    if not table.whole and (table.out is None or table.house.declared_count == "exact"):
        return
    for seat, points in enumerate(table.won):
        lost = rounded(points) - points
        if lost:
            line = table.count_line.get(seat, table.out_at.line if table.out_at else table.last_line)
            yield Entry(seat, lost, CARD_ROUNDING, line, f"{points} is entered as {points + lost}")


# --- What is missing -------------------------------------------------------------------------------------------------


def out_on_the_sheet(table: TwoHanded) -> Said:
    """`out: Anna` beside a score sheet."""
    if table.deal.play is not None:
        return
    table.out, table.out_at = table.deal.out, table.place()
    if table.house.going_out != "immediate":
        text = f"{table.name(table.deal.out)} is taken to have won the trick that going out asks for"
        yield note(ASSUMED, table.place(), text, table.deal.out)


def missing_parts(table: TwoHanded) -> Said:
    """Says what could not be checked, and takes a bare claim as it was written."""
    deal = table.deal
    if deal.play is not None:
        if deal.melds is not None or deal.tricks is not None or deal.last is not None:
            yield from _passed_over(table)
        return
    place = table.place()
    if deal.taken is not None:
        text = "the play is not recorded; the counts are taken as written"
        yield note(NOT_CHECKED, place, text)
    elif deal.melds is not None:
        table.complete = False
        yield note(NOT_CHECKED, place, "no card points are recorded for this deal; only its melds count")
    elif deal.claimed:
        table.whole = True
        for seat, figure in deal.claimed.items():
            yield Entry(seat, figure.value, AS_RECORDED, figure.place.line, "as the table wrote it")
        yield note(AS_RECORDED, place, "only the figures of this deal are recorded; they are taken as written")
        for seat in (0, 1):
            if seat not in deal.claimed:
                yield note(NOT_CHECKED, place, f"no figure for {table.name(seat)}; nothing is counted", seat)
    elif not any(said.fault in ("misdeal", MISDEAL_ID) for said in deal.irregularities or ()):
        table.scored = False
        yield note(NOT_CHECKED, place, "nothing that scores is recorded for this deal")


def _passed_over(table: TwoHanded) -> Said:
    """What stands beside the play and is taken from it is not looked at, and that is said."""
    deal = table.deal
    if deal.melds is not None and deal.held is None:
        text = "melds are taken from the play; those listed beside it are not looked at. Write each after its trick"
        yield note(NOT_CHECKED, table.place(), text)
    for key in ("tricks", "last"):
        if getattr(deal, key) is not None:
            yield note(NOT_CHECKED, table.place(), f"`{key}` is not looked at, for the play is recorded")


MISDEAL_ID = "two-handed.misdeal"
SHEET_RULES = (DIX_CARD, STAGE2_COUNT, SCOREKEEPING)
