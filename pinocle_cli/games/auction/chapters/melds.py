"""The bidder's melds: what he lays down, counted for the most that it is worth."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.game import Bounds, note
from pinocle_cli.games.auction import cards as known_cards
from pinocle_cli.games.auction.chapters.laid import Item, all_known, cannot_lie, item_of
from pinocle_cli.games.auction.chapters.miscounted import MELD_COUNT, Miscount
from pinocle_cli.games.auction.chapters.once import CLASS_ONCE, count, twins
from pinocle_cli.games.auction.chapters.worth import MELD_TABLE, MELD_VALUES, MOST, most
from pinocle_cli.games.auction.state import HAND, WIDOW
from pinocle_cli.games.pinochle.common import near_meld
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding, Run
from pinocle_cli.record import AS_RECORDED, COUNT, NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.games.pinochle.common import Meld
    from pinocle_cli.games.pinochle.shown import Listed

ONLY_BIDDER = Rule(
    "only-bidder-melds",
    "Only the bidder melds",
    "procedure",
    "He names trumps and lays down his melds; nobody else melds.",
    "004, Похороны; 002, Комбинации",
)


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
    items = [item_of(state, shown, state.trump) for shown in spread]
    cannot = cannot_lie(state, items)
    if cannot is not None:
        yield cannot
        return
    counted, refused = count(state, items)
    state.melding = all_known(state) or state.melding
    if sum(state.need) > HAND + WIDOW:
        text = f"these melds need {sum(state.need)} cards; with the widow the bidder has {HAND + WIDOW}"
        yield Finding.at(items[0].shown.place, COUNT, ERROR, text, state.bidder)
        return
    total = sum([shown.scored or 0 for shown in figures])
    for item, melds, left in zip(items, counted, refused, strict=True):
        total += sum([meld.points for meld in melds])
        yield from _say(state, item, melds, left)
    yield from twins(state, items)
    state.melds = Bounds(total, total)


def _cap(state: Auction) -> None:
    """Where no melds are recorded: the most that the cards can give, if they are known."""
    known, bidder = state.known, state.bidder
    if known is not None and bidder is not None and state.trump is not None and known.sure(bidder):
        cards = tuple(card for card, number in enumerate(known.lo[bidder]) for _ in range(number))
        melds = most(state.deck, state.trump, cards, doubles=state.house.doubles == "table")
        state.meld_cap = sum(meld.points for meld in melds)


def _say(state: Auction, item: Item, melds: list[Meld], refused: list[Meld]) -> Said:
    """The entries, faults and notes of one item."""
    deck, place = state.deck, item.shown.place
    state.laid += melds
    right, scored = sum([meld.points for meld in melds]), item.shown.scored
    if state.bidder is not None and melds:
        sums = [right * (account == state.bidder) for account in state.session.accounts]
        yield Run((*sums,), partial(_entries, deck, state.bidder, melds, place.line))
    if not item.melds:
        near = near_meld(deck, state.trump, item.cards, all_known(state))
        hint = near or f"; see `pinocle rules {MELD_TABLE.id_in(state.session.game.name)}`"
        yield Finding.at(place, MELD_TABLE, FAULT, f"{deck.show(item.cards)} is not a meld{hint}", state.bidder)
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
        counted, _ = count(state, [item_of(state, shown, trump) for shown in spread])
        totals.append(sum(meld.points for melds in counted for meld in melds))
    written = sum(shown.scored or 0 for shown in figures)
    state.melds = Bounds(min(totals) + written, max(totals) + written)
    state.need = [0] * state.deck.kinds
    text = f'what "{spread[0].text}" is worth depends on the trump suit, which is not recorded (`trump:`)'
    if state.melds.least != state.melds.most:
        yield note(NOT_CHECKED, spread[0].place, text, state.bidder)
    else:
        yield from _entry(state, totals[0], MELD_TABLE, spread[0].place.line, "melds, the same in every suit")


def _entry(state: Auction, points: int, rule: Rule, line: int, text: str) -> Iterator[Entry]:
    if state.bidder is not None:
        yield Entry(state.bidder, points, rule, line, text)
