"""The bidder's melds, counted for the most that the cards laid down are worth, and the three cards that he buries."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pinocle_cli.game import note
from pinocle_cli.games.auction.state import HAND, WIDOW, Decider
from pinocle_cli.games.pinochle.common import A, Meld, dix_card, meld_table
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.record import AS_RECORDED, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.games.pinochle.common import Listed
    from pinocle_cli.record import Cards

WIDOW_SHOWN = Rule(
    "widow-shown",
    "The widow is shown",
    "procedure",
    "Unless he concedes without looking, the bidder turns the widow up for all to see and takes it into his hand.",
    "004, Вдова; 002, Комбинации",
)

ONLY_BIDDER = Rule(
    "only-bidder-melds",
    "Only the bidder melds",
    "procedure",
    "He names trumps and lays down his melds; nobody else melds.",
    "004, Похороны; 002, Комбинации",
)

MELD_TABLE = Rule(
    "meld-table",
    "Melds",
    "score",
    """Flush (the five highest trumps) 150, royal marriage 40, plain marriage 20, dix 10; pinochle (queen of spades and
    knave of diamonds) 40; four aces 100, kings 80, queens 60, knaves 40, one of each suit. A second one of other cards
    scores as much again; only where the table plays doubles is a double dearer: pinochle 300, knaves 400, queens 600,
    kings 800, aces 1000, flush 1500. The cards laid down count for the most that they are worth.""",
    "004, Показ комбинаций (the table is lost; restored from 002)",
)

MELD_VALUES = Rule(
    "meld-values",
    "The dix is a meld",
    "score",
    "The nine of trumps belongs to the sequences and scores 10, but only if it is laid down with the other melds.",
    "002, Комбинации",
)

CLASS_ONCE = Rule(
    "meld-class-once",
    "No card twice in one class",
    "score",
    """A card counts once in each class (sequences; pinochle; fours), but may count in several classes. So the marriage
    within a flush is not counted again.""",
    "004, Показ комбинаций",
)

MELD_COUNT = Rule(
    "meld-count-error",
    "Melds added wrongly",
    "irregularity",
    """If melds lie on the table and are added wrongly, it is put right at any time until the settlement is complete;
    after that what was counted stands.""",
    "004, Ошибка в подсчете очков за комбинации; Пример",
)

BURY = Rule(
    "bury-three",
    "Burying three cards",
    "irregularity",
    """After melding the bidder lays three cards face down before him; they count for him like a trick that he has won.
    Then he takes his melds back.""",
    "004, Похороны; 002, Начало игры",
)

NO_BURY_MELDED = Rule(
    "no-bury-melded",
    "No melded card may be buried",
    "irregularity",
    "A card that was used in a meld may not be buried.",
    "004, Похороны",
)

BURIED_MELD = Rule(
    "buried-meld-card",
    "A melded card buried",
    "irregularity",
    "Whoever buries a card of a meld that he scores loses the deal, unless he puts it right before his first lead.",
    "002, Начало игры",
)

CHANGE = Rule(
    "change-until-lead",
    "Changes until the first lead",
    "procedure",
    "Until he leads to the first trick the bidder may change trumps, melds and what he buries as he likes.",
    "004, Похороны; 002, Начало игры",
)

IMPROPER_BURY = Rule(
    "improper-bury",
    "Improper burial",
    "irregularity",
    "If the bidder leads before he has buried, or buries a card that he has melded, he pays a double bete.",
    "004, Неправильные похороны",
)

# --- What cards are worth --------------------------------------------------------------------------------------------

DOUBLES = {"pinochle": 300, "40 jacks": 400, "60 queens": 600, "80 kings": 800, "100 aces": 1000, "flush": 1500}


@cache
def _priced(deck: Deck, trump: int | None) -> tuple[Meld, ...]:
    """Every meld, the dearest first, the dix last."""
    dix = () if trump is None else (Meld("dix", (dix_card(deck, trump),), A, 10),)
    return (*meld_table(deck, trump), *dix)


@lru_cache(maxsize=4096)  # most melds are written one by one, and come again and again
def most(deck: Deck, trump: int | None, cards: tuple[int, ...], *, doubles: bool = False) -> tuple[Meld, ...]:
    """The melds that give the most for these cards, the dearest first.

    Classes do not touch one another, and within a class only a flush and a royal marriage want the same cards; so the
    dearest meld is taken as often as the cards allow, then the next.
    """
    have = deck.count(cards)
    left = (have, have.copy(), have.copy())
    found = []
    for meld in _priced(deck, trump):
        rest = left[meld.group]
        times = min([rest[card] for card in meld.cards])
        if not times:
            continue
        for card in meld.cards:
            rest[card] -= times
        if doubles and times == deck.copies and meld.name in DOUBLES:
            found.append(Meld(f"double {meld.name}", meld.cards * 2, meld.group, DOUBLES[meld.name]))
        else:
            found += [meld] * times
    return tuple(found)


def worth(deck: Deck, trump: int | None, cards: Iterable[int], house: Any) -> list[Meld]:
    """What cards laid down are worth, for `pinocle meld`."""
    return list(most(deck, trump, tuple(cards), doubles=house.doubles == "table"))


# --- What was laid down ----------------------------------------------------------------------------------------------


class Miscount(NamedTuple):
    """Melds that the table gave another figure than they are worth."""

    right: int
    scored: int


class _Item(NamedTuple):
    """One entry of `melds`: what was laid, and the melds in it."""

    shown: Listed
    cards: tuple[int, ...]
    melds: tuple[Meld, ...]


def lay_down(state: Auction) -> Said:
    """The melds, checked against what the bidder can hold, and counted."""
    bidder, house = state.bidder, state.house
    items: list[_Item] = []
    total = 0
    for shown in state.deal.melds:
        if not shown.parts:
            total += shown.scored or 0
            yield Entry(
                _seat(state), shown.scored or 0, AS_RECORDED, shown.place.line, "melds, as the table wrote them"
            )
            text = "the melds behind this figure are not recorded; it is taken as written"
            yield note(AS_RECORDED, shown.place, text, bidder)
            continue
        cards = shown.cards(state.deck, state.trump)
        if state.trump is None or cards is None:
            yield from _without_trumps(state, shown)
            return
        impossible = _not_held(state, shown, cards)
        if impossible is not None:
            yield impossible
            return
        items.append(_Item(shown, cards, most(state.deck, state.trump, cards, doubles=house.doubles == "table")))
    counted, refused = _count(state, items)
    for item, melds, left in zip(items, counted, refused, strict=True):
        total += sum(meld.points for meld in melds)
        yield from _say(state, item, melds, left)
    state.melds = total


def _seat(state: Auction) -> int:
    return state.active[0] if state.bidder is None else state.bidder


def _without_trumps(state: Auction, shown: Listed) -> Said:
    text = f'what "{shown.text}" is worth depends on the trump suit, which is not recorded'
    yield note(NOT_CHECKED, shown.place, text, state.bidder)


def _not_held(state: Auction, shown: Listed, cards: Sequence[int]) -> Finding | None:
    """A card that was laid down and cannot have been in the hand."""
    can = state.can_hold
    for card in cards:
        if cards.count(card) > can[card]:
            name, seat = state.deck.names[card], _seat(state)
            often = " so often" * bool(can[card])
            text = f"{name} is melded, but {state.name(seat)} does not hold it{often}"
            line, column, path = shown.place
            return Finding(IMPOSSIBLE, ERROR, line, text, state.bidder, column, path)
    return None


def _count(state: Auction, items: list[_Item]) -> tuple[list[list[Meld]], list[list[Meld]]]:
    """For each item the melds that count and those that would use a card twice in a class; the dearest count first."""
    can = state.can_hold
    again = can  # what a card that counts a second time must not exceed
    if not state.all_known and state.deal.bury:
        buried = state.deck.count(state.deal.bury.cards)
        again = [n - gone for n, gone in zip(can, buried, strict=True)]
    used = [[0] * state.deck.kinds for _ in range(3)]
    counted: list[list[Meld]] = [[] for _ in items]
    refused: list[list[Meld]] = [[] for _ in items]
    found = [(n, meld) for n, item in enumerate(items) for meld in item.melds]
    found.sort(key=lambda one: -one[1].points)
    twice: set[str] = set()  # with prices of their own for doubles, the second of a kind makes the first one double
    for n, meld in found:
        own, fits = used[meld.group], True
        for card in meld.cards:
            own[card] += 1
            fits = fits and own[card] <= (can[card] if own[card] == 1 else again[card])
        if not fits:
            for card in meld.cards:
                own[card] -= 1
        (counted if fits else refused)[n].append(_second(meld) if fits and meld.name in twice else meld)
        if state.house.doubles == "table" and meld.name in DOUBLES:
            twice.add(meld.name)
    state.need = [max(each) for each in zip(*used, strict=True)]
    return counted, refused


def _second(meld: Meld) -> Meld:
    """What a second meld of the same cards adds, where the two lie there as a double."""
    double = DOUBLES[meld.name]
    return replace(meld, name=f"{meld.name}, with the first {double}", points=double - meld.points)


def _say(state: Auction, item: _Item, melds: list[Meld], refused: list[Meld]) -> Said:
    """The entries and faults of one item."""
    deck, (line, column, path) = state.deck, item.shown.place
    seat, name = _seat(state), state.name(_seat(state))
    for meld in melds:
        rule = MELD_VALUES if meld.name == "dix" else MELD_TABLE
        yield Entry(seat, meld.points, rule, line, f"{meld.name} {deck.show(meld.cards)}")
    if not item.melds:
        text = f"{deck.show(item.cards)} is no meld; see `pinocle rules {state.session.game.name}.{MELD_TABLE.label}`"
        yield Finding(MELD_TABLE, FAULT, line, text, state.bidder, column, path)
    for meld in refused:
        text = f"{name} melds {meld.name} {deck.show(meld.cards)}, but a card counts only once in a class"
        yield Finding(CLASS_ONCE, FAULT, line, text, state.bidder, column, path)
    right, scored = sum(meld.points for meld in melds), item.shown.scored
    if scored is not None and scored != right and not refused:
        text = f"{deck.show(item.cards)} was given {scored} and is worth {right}"
        wrong = Miscount(right, scored)
        yield Finding(MELD_COUNT, FAULT, line, text, state.bidder, column, path, cause=wrong)


# --- What was buried -------------------------------------------------------------------------------------------------


def burial(state: Auction) -> Said:
    """Three cards that the bidder held, none of them melded."""
    deal, deck = state.deal, state.deck
    bury: Cards = deal.bury
    can = state.can_hold
    line, column, path = bury.place
    buried = Counter(bury.cards)
    seat = _seat(state)
    for card, times in buried.items():
        if times > can[card]:
            text = f"{deck.names[card]} is buried, but {state.name(seat)} does not hold it" + " so often" * bool(
                can[card]
            )
            yield Finding(IMPOSSIBLE, ERROR, line, text, seat, column, path)
            return
    if len(bury.cards) != WIDOW and not _wrong_hand(state):
        text = f"{state.name(seat)} buried {len(bury.cards)} cards, not {WIDOW}"
        yield improper(state, Finding(BURY, FAULT, line, text, seat, column, path, cause=bury))
    melded = [card for card, times in buried.items() if state.need[card] and state.need[card] + times > can[card]]
    if melded:
        text = f"{state.name(seat)} buried {deck.show(melded)}, which he had melded"
        yield improper(state, Finding(NO_BURY_MELDED, FAULT, line, text, seat, column, path, cause=bury))


def _wrong_hand(state: Auction) -> bool:
    """Whether the bidder was dealt a wrong number of cards, so that he may have to bury another number."""
    return len(state.hands.get(_seat(state), range(HAND))) != HAND


def improper(state: Auction, finding: Finding) -> Finding:
    """Once he has led, an improper burial costs a double bete."""
    if state.led:
        decider = Decider((0, 9), finding.seat, "double", IMPROPER_BURY, finding.cause, finding.line)
        state.deciders.append(decider)
    return finding
