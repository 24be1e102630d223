"""The bidder's melds: what he lays down, counted for the most that it is worth, and what is put right."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.game import Bounds, note
from pinocle_cli.games.auction import cards as known_cards
from pinocle_cli.games.auction.chapters.deciding import recount
from pinocle_cli.games.auction.chapters.worth import DOUBLES, MELD_TABLE, MELD_VALUES, MOST, most
from pinocle_cli.games.auction.state import HAND, WIDOW
from pinocle_cli.games.pinochle.common import A, B, C, Meld, near_meld
from pinocle_cli.ledger import ERROR, FAULT, Choice, Entry, Finding, Ruling, Run
from pinocle_cli.light import NamedTuple
from pinocle_cli.memory import remembered
from pinocle_cli.record import AS_RECORDED, ASSUMED, COUNT, IMPOSSIBLE, NOT_CHECKED, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.games.pinochle.shown import Listed

ONLY_BIDDER = Rule(
    "only-bidder-melds",
    "Only the bidder melds",
    "procedure",
    "He names trumps and lays down his melds; nobody else melds.",
    "004, Похороны; 002, Комбинации",
)


class Miscount(NamedTuple):
    """Melds that the table gave another figure than they are worth."""

    right: int
    scored: int


class _Item(NamedTuple):
    """One entry of `melds`: what was laid, and the melds in it."""

    shown: Listed
    cards: tuple[int, ...]
    melds: tuple[Meld, ...]
    need: tuple[int, ...]  # how many copies of each card these melds need
    spare: tuple[int, ...]  # the cards that belong to none of them


def lay_down(state: Auction) -> Said:
    """The melds, checked against what the bidder can hold, and counted."""
    impossible = known_cards.walk(state, state.until_melds)
    if impossible is not None:
        yield impossible
        return
    if state.deal.melds is None:
        _cap(state)
        return
    figures = [shown for shown in state.deal.melds or () if not shown.parts]
    for shown in figures:
        yield from _as_written(state, shown)
    spread = [shown for shown in state.deal.melds or () if shown.parts]
    if state.trump is None and spread:
        yield from _in_any_suit(state, spread, figures)
        return
    items = [_item(state, shown, state.trump) for shown in spread]
    cannot = _cannot_lie(state, items)
    if cannot is not None:
        yield cannot
        return
    counted, refused = count(state, items)
    state.melding = _sure(state) or state.melding
    if sum(state.need) > HAND + WIDOW:
        text = f"these melds need {sum(state.need)} cards; with the widow the bidder has {HAND + WIDOW}"
        yield Finding.at(items[0].shown.place, COUNT, ERROR, text, state.bidder)
        return
    total = sum([shown.scored or 0 for shown in figures])
    for item, melds, left in zip(items, counted, refused, strict=True):
        total += sum([meld.points for meld in melds])
        yield from _say(state, item, melds, left)
    yield from _twins(state, items)
    state.melds = Bounds(total, total)


def _cap(state: Auction) -> None:
    """Where no melds are recorded: the most that the cards can give, if they are known."""
    known, bidder = state.known, state.bidder
    if known is not None and bidder is not None and state.trump is not None and known.sure(bidder):
        cards = tuple(card for card, number in enumerate(known.lo[bidder]) for _ in range(number))
        melds = most(state.deck, state.trump, cards, doubles=state.house.doubles == "table")
        state.meld_cap = sum(meld.points for meld in melds)


def _entry(state: Auction, points: int, rule: Rule, line: int, text: str) -> Iterator[Entry]:
    if state.bidder is not None:
        yield Entry(state.bidder, points, rule, line, text)


def _item(state: Auction, shown: Listed, trump: int | None) -> _Item:
    cards = shown.cards_that(state.deck, trump, _can(state).__getitem__) or ()
    return _Item(shown, cards, *_spread(state.deck, trump, cards, state.house.doubles))


@remembered()  # as `most` is: the same melds come again and again
def _spread(
    deck: Deck, trump: int | None, cards: tuple[int, ...], doubles: str
) -> tuple[tuple[Meld, ...], tuple[int, ...], tuple[int, ...]]:
    """The melds in some cards, how many copies of each card these need, and the cards that belong to none."""
    melds = most(deck, trump, cards, doubles=doubles == "table")
    classes = [[card for meld in melds if meld.group == group for card in meld.cards] for group in (A, B, C)]
    need = tuple(map(max, *map(deck.count, classes)))
    return melds, need, tuple(sorted({*cards}.difference(*classes)))


def _cannot_lie(state: Auction, items: list[_Item]) -> Finding | None:
    """Cards that the bidder cannot have laid down."""
    known, bidder = state.known, state.bidder
    for item in items:
        cards, place = item.cards, item.shown.place
        if len(cards) > HAND + WIDOW:
            text = f"{len(cards)} cards are laid down; with the widow the bidder has {HAND + WIDOW}"
            return Finding.at(place, COUNT, ERROR, text, bidder)
        if known is None or bidder is None or not known.sure(bidder) or state.size < HAND:
            continue
        lo = known.lo[bidder]
        for card in cards:
            if cards.count(card) > lo[card]:
                often = " that often" * bool(lo[card])
                text = f"{state.deck.names[card]} is melded, but {state.name(bidder)} does not hold it{often}"
                text += near_meld(state.deck, state.trump, cards, lo)
                return Finding.at(place, IMPOSSIBLE, ERROR, text, bidder)
    return None


def _as_written(state: Auction, shown: Listed) -> Said:
    """Melds of which only the total is recorded."""
    scored = shown.scored or 0
    cap = MOST[state.house.doubles]
    if scored % 10 or scored > cap:
        why = "every meld is a multiple of ten" if scored % 10 else f"the most that a hand can meld is {cap}"
        yield Finding.at(shown.place, COUNT, ERROR, f"{scored} in melds cannot be: {why}", state.bidder)
        return
    yield from _entry(state, scored, AS_RECORDED, shown.place.line, "melds, as the table wrote them")
    text = "only the total of the melds is recorded; it is taken as written"
    yield note(AS_RECORDED, shown.place, text, state.bidder)


def _in_any_suit(state: Auction, spread: list[Listed], figures: list[Listed]) -> Said:
    """Trumps are not recorded: the least and the most that the cards are worth."""
    totals = []
    for trump in range(4):
        counted, _ = count(state, [_item(state, shown, trump) for shown in spread])
        totals.append(sum(meld.points for melds in counted for meld in melds))
    written = sum(shown.scored or 0 for shown in figures)
    state.melds = Bounds(min(totals) + written, max(totals) + written)
    state.need = [0] * state.deck.kinds
    text = f'what "{spread[0].text}" is worth depends on the trump suit, which is not recorded (`trump:`)'
    if state.melds.least != state.melds.most:
        yield note(NOT_CHECKED, spread[0].place, text, state.bidder)
    else:
        yield from _entry(state, totals[0], MELD_TABLE, spread[0].place.line, "melds, the same in every suit")


CLASS_ONCE = Rule(
    "meld-class-once",
    "No card twice in one class",
    "score",
    """A card counts once in each class (sequences; pinochle; fours), but may count in several classes. So the marriage
    within a flush is not counted again.""",
    "004, Показ комбинаций",
)


@CLASS_ONCE.applied
def count(state: Auction, items: list[_Item]) -> tuple[list[list[Meld]], list[list[Meld]]]:
    """For each item the melds that count and those that would use a card twice in a class; the dearest count first."""
    if len(items) == 1 and state.house.doubles == "single":  # no card lies there that often, and no second is dearer
        (item,) = items
        state.need = [*item.need]
        return [[*item.melds]], [[]]
    together = [state.deck.count(item.cards) for item in items]  # two that lie there at once are no one card
    can = [max(each) for each in zip(_can(state), *together, strict=True)]
    used = [[0] * state.deck.kinds for _ in range(3)]
    counted: list[list[Meld]] = [[] for _ in items]
    refused: list[list[Meld]] = [[] for _ in items]
    found = [(n, meld) for n, item in enumerate(items) for meld in item.melds]
    found.sort(key=lambda one: -one[1].points)
    twice: set[str] = set()  # with prices of their own for doubles, the second of a kind makes the first one double
    for n, meld in found:
        own = used[meld.group]
        for card in meld.cards:
            own[card] += 1
        fits = not [card for card in meld.cards if own[card] > can[card]]
        if not fits:
            for card in meld.cards:
                own[card] -= 1
        (counted if fits else refused)[n].append(_second(meld) if fits and meld.name in twice else meld)
        if state.house.doubles == "table" and meld.name in DOUBLES:
            twice.add(meld.name)
    state.need = list(map(max, *used))
    return counted, refused


def _can(state: Auction) -> list[int]:
    """How many of each card the bidder can have had and lay down: one that he led without is not taken for its twin."""
    known, bidder, deck = state.known, state.bidder, state.deck
    if known is None or bidder is None or state.size < HAND:
        return [deck.copies] * deck.kinds
    can = known.highest(bidder)
    for card in state.deal.bury.cards if state.deal.bury and state.led else ():
        can[card] -= can[card] > 1
    return can


def _sure(state: Auction) -> list[int] | None:
    """The bidder's cards, where all of them are known."""
    known, bidder = state.known, state.bidder
    return known.lo[bidder].copy() if known is not None and bidder is not None and known.sure(bidder) else None


def _second(meld: Meld) -> Meld:
    """What a second meld of the same cards adds, where the two lie there as a double."""
    double = DOUBLES[meld.name]
    return replace(meld, name=f"{meld.name}, with the first {double}", points=double - meld.points)


def _say(state: Auction, item: _Item, melds: list[Meld], refused: list[Meld]) -> Said:
    """The entries, faults and notes of one item."""
    deck, place = state.deck, item.shown.place
    state.laid += melds
    right, scored = sum([meld.points for meld in melds]), item.shown.scored
    if state.bidder is not None and melds:
        sums = [right * (account == state.bidder) for account in state.session.accounts]
        yield Run((*sums,), partial(_entries, deck, state.bidder, melds, place.line))
    if not item.melds:
        see = f"; see `pinocle rules {MELD_TABLE.id_in(state.session.game.name)}`"
        text = f"{deck.show(item.cards)} is not a meld{near_meld(deck, state.trump, item.cards, _sure(state)) or see}"
        yield Finding.at(place, MELD_TABLE, FAULT, text, state.bidder)
    elif item.spare:
        text = f"{deck.show(item.spare)} {'belongs' if len(item.spare) == 1 else 'belong'} to no meld here"
        yield note(MELD_TABLE, place, text, state.bidder)
    for meld in refused:
        name = "the bidder" if state.bidder is None else state.name(state.bidder)
        text = f"{name} melds {meld.name} {deck.show(meld.cards)}, but a card counts only once in a class"
        yield Finding.at(place, CLASS_ONCE, FAULT, text, state.bidder)
    if scored not in (None, right) and not refused:
        text = f"{deck.show(item.cards)} was given {scored} and is worth {right}"
        yield Finding.at(place, MELD_COUNT, FAULT, text, state.bidder, cause=Miscount(right, scored))


def _entries(deck: Deck, bidder: int, melds: list[Meld], line: int) -> list[Entry]:
    """Each meld as it stands in the ledger."""
    rules = [MELD_VALUES if meld.name == "dix" else MELD_TABLE for meld in melds]
    return [
        Entry(bidder, meld.points, rule, line, f"{meld.name} {deck.show(meld.cards)}")
        for meld, rule in zip(melds, rules, strict=True)
    ]


def _twins(state: Auction, items: list[_Item]) -> Said:
    """Where both copies of a card are needed, or one is buried, and the hand does not show both."""
    known, bidder = state.known, state.bidder
    if known is None or bidder is None or not items or state.size < HAND or known.sure(bidder):
        return
    shown = [max(each) for each in zip(*[state.deck.count(item.cards) for item in items], strict=True)]
    buried = state.deck.count(state.deal.bury.cards if state.deal.bury else ())
    lo, copies = known.lo[bidder], range(state.deck.kinds)
    twice = [c for c in copies if max(lo[c], shown[c]) < state.need[c] + (buried[c] if state.need[c] else 0)]
    held = [card for card in twice if known.most(bidder, card) > 1]
    if held:
        text = f"{state.name(bidder)} is taken to have held both copies of {state.deck.show(held)}"
        yield note(ASSUMED, items[0].shown.place, text, bidder)


# --- Called at the table ---------------------------------------------------------------------------------------------


@MELD_TABLE.examined
@CLASS_ONCE.examined
def laid_rightly(state: Auction, said: Irregularity) -> weigh.Weight:
    """The melds as they are recorded, and what the bidder is known to have held."""
    known, bidder = state.known, state.bidder
    rule = state.session.game.rule(said.fault)
    if said.by is not None and bidder is not None and said.by != bidder:
        return weigh.refuted(f"only {state.name(bidder)} melds")
    if any(f.rule is rule and f.severity == FAULT for f in state.found):
        return weigh.CONFIRMED
    if not state.laid or bidder is None or known is None:
        return weigh.OPEN
    if rule is MELD_TABLE:
        return weigh.refuted("every meld is in the table of melds")
    sure = all(had >= number for had, number in zip(state.melding, state.need, strict=True))
    once = max(state.need) < 2  # noqa: PLR2004 - no card is needed twice
    return weigh.refuted("no card was used twice in one class") if sure or once else weigh.OPEN


@MELD_TABLE.follows()
@CLASS_ONCE.follows()
def scores_nothing(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """It scores nothing: what the cards show has not been counted, what the table called is taken off."""
    said, rule = finding.said, finding.rule
    cards = sorted(said.cards) if said and finding.cause is said else None
    laid = [meld for meld in state.laid if sorted(meld.cards) == cards]
    if not laid:
        return Ruling(rule=rule, text="it scores nothing")
    entries = recount(state, rule, finding.line, melded=-laid[-1].points)
    return Ruling(rule=rule, text=f"it scores nothing: {laid[-1].points} are taken off", entries=entries)


MELD_COUNT = Rule(
    "meld-count-error",
    "Melds added wrongly",
    "irregularity",
    """If melds lie on the table and are added wrongly, it is put right at any time until the settlement is complete;
    after that what was counted stands.""",
    "004, Ошибка в подсчете очков за комбинации; Пример",
)


@MELD_COUNT.follows()
def miscount(finding: Finding, state: Auction, _: Sequence[Entry]) -> Ruling:
    """Melds added wrongly: the right value counts, unless the settlement was complete."""
    wrong, late = finding.cause, _settled_before(state)
    if not isinstance(wrong, Miscount):
        right, stands = "the melds count what they are worth", "what was settled stands"
        choices = (Choice(CORRECTED, right, default=not late), Choice(SETTLED, stands, default=late))
        return Ruling(rule=MELD_COUNT, text=stands if late else f"it is put right: {right}", choices=choices)
    if not late:
        text = f"it is put right before the settlement is complete: {wrong.right} counts"
        return Ruling(rule=MELD_COUNT, text=text)
    entries = recount(state, MELD_COUNT, finding.line, melded=wrong.scored - wrong.right)
    text = f"it was not found before the settlement was complete: {wrong.scored} stands"
    return Ruling(rule=MELD_COUNT, text=text, entries=entries)


CORRECTED, SETTLED = "corrected", "settled"  # what the table may say of it


def _settled_before(state: Auction) -> bool:
    """Whether the deal was settled by the wrong count: the table says so, or another deal was played after it."""
    choice = next((said.choice for said in state.calls_of(MELD_COUNT.label) if said.choice), None)
    if choice is not None:
        return choice == SETTLED
    claimed = None if state.bidder is None else (state.deal.claimed or {}).get(state.bidder)
    rightly = claimed is not None and claimed.value == sum(e.points for e in state.settled if e.seat == state.bidder)
    return not state.is_last and not rightly
