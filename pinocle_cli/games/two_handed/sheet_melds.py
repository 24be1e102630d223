"""Melds of which the play is not recorded: a list of what each showed, or only its sum."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.pinochle.common import A, Meld, may_be_dix, near_meld
from pinocle_cli.games.two_handed.chapters.crediting import given, wrong_credit
from pinocle_cli.games.two_handed.chapters.dixes import DIX_SHOW
from pinocle_cli.games.two_handed.chapters.melds import CLASSES, MELD_TABLE, refusal
from pinocle_cli.games.two_handed.chapters.reach import most_melds
from pinocle_cli.games.two_handed.laid import Laid, a_twin_more, count, spread
from pinocle_cli.games.two_handed.state import Laying, Miscount
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.record import AS_RECORDED, ASSUMED, COUNT, IMPOSSIBLE, NOT_CHECKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.pinochle.shown import Listed
    from pinocle_cli.games.two_handed.state import TwoHanded

MELDED = frozenset({"meld", "dix"})


def melds_in_play(state: TwoHanded) -> bool:
    """Whether the melds are taken from the play: it tells them, or it is all that is recorded."""
    deal = state.deal
    if deal.play is None or deal.held is not None:
        return False
    return any(event.verb in MELDED for event in deal.play.actions.values())


def melds_on_the_sheet(state: TwoHanded) -> Said:
    """The melds that a score sheet lists, one a turn; a card named twice is the same card or its twin, as is better."""
    if melds_in_play(state):
        return
    state.melds_known = True
    melds = state.deal.melds or {}
    needed = {seat: _needed(state, shown) for seat, shown in melds.items()}
    for seat, shown in melds.items():
        other = needed.get(1 - seat, Counter())
        can_hold = [max(state.deck.copies - other[card], 0) for card in range(state.deck.kinds)]
        yield from _Sheet(state, seat, can_hold).read(shown)


def _needed(state: TwoHanded, shown: Sequence[Listed]) -> Counter[int]:
    """How many copies of each card a player must have held to lay down what he laid down at once."""
    need: Counter[int] = Counter()
    for one in shown:
        need |= Counter(one.cards(state.deck, state.trump) or ())
    return need


class _Sheet:
    """One player's list of melds."""

    def __init__(self, state: TwoHanded, seat: int, can_hold: list[int]) -> None:
        self.state, self.seat, self.can_hold = state, seat, can_hold
        self.name, self.laid, self.dixes = state.name(seat), Laid(), 0

    def say(self, one: Listed, text: str) -> Finding:
        return note(ASSUMED, one.place, text, self.seat)

    def read(self, shown: Sequence[Listed]) -> Said:
        """Each of them in turn."""
        turns = sum(1 for one in shown if one.parts and not self._only_dixes(one))
        if turns > (size := self.state.size):
            text = f"{turns} melds stand here; each of the {size} tricks while the stock lasts gives one"
            yield Finding.at(shown[-1].place, COUNT, ERROR, text, self.seat)
        for one in shown:
            yield from self._one(one)

    def _only_dixes(self, one: Listed) -> bool:
        return set(one.cards(self.state.deck, self.state.trump) or ()) == {self.state.dix}

    def _one(self, one: Listed) -> Said:
        state = self.state
        cards = one.cards(state.deck, state.trump)
        if cards is None:
            state.complete = state.melds_known = False
            text = f'what "{one.text}" scores depends on the trump suit, which is not recorded'
            yield note(NOT_CHECKED, one.place, text, self.seat)
        elif not one.parts:
            yield from self._figure(one)
        elif (over := next((c for c, number in Counter(cards).items() if number > self.can_hold[c]), None)) is not None:
            text = f"{state.deck.names[over]} is shown more often in these melds than the pack has it"
            yield Finding.at(one.place, IMPOSSIBLE, ERROR, text, self.seat)
        else:
            yield from self._cards(one, cards)

    def _figure(self, one: Listed) -> Said:
        """A bare figure: the sum of some melds."""
        points, most = one.scored or 0, most_melds(self.state.deck, self.state.size, self.state.house.doubles)
        if points % 10 or points > most:
            why = "melds score in tens" if points % 10 else f"nobody can meld more than {most} in a deal"
            yield Finding.at(one.place, COUNT, ERROR, f"{points} cannot be the melds of {self.name}: {why}", self.seat)
            return
        yield Entry(self.seat, points, AS_RECORDED, one.place.line, "melds, as the table wrote them")
        text = "only the total of the melds is recorded; it is taken as written"
        yield note(AS_RECORDED, one.place, text, self.seat)

    def _cards(self, one: Listed, cards: tuple[int, ...]) -> Said:
        state, dix = self.state, self.state.dix
        rest = tuple(card for card in cards if card not in may_be_dix(state.deck, state.trump))
        shown_now = len(cards) - len(rest)
        if dix is None and shown_now:
            state.complete = state.melds_known = False
            text = f"whether {state.deck.show(cards)} has a dix depends on the trump suit, which is not recorded"
            yield note(NOT_CHECKED, one.place, text, self.seat)
            one = replace(one, scored=None)
        elif dix is not None:
            for _ in range(shown_now):
                yield from self._dix(one, dix)
            if not rest:
                yield from self._miscounted(one, Meld("dix", (dix,), A, 10), 10 * shown_now)
        if rest:
            yield from self._meld(one, rest, 10 * shown_now)

    def _dix(self, one: Listed, dix: int) -> Said:
        state = self.state
        self.dixes += 1
        name = state.deck.names[dix]
        if self.dixes > self.can_hold[dix] - (state.turned == dix):
            text = f"{self.name} shows the dix {name} more often than he can hold it"
            yield Finding.at(one.place, IMPOSSIBLE, ERROR, text, self.seat)
        else:
            state.shown.append(Laying(self.seat, (dix,), 10, DIX_SHOW, one.place.line))
            yield Entry(self.seat, 10, DIX_SHOW, one.place.line, f"dix {name}")

    def _meld(self, one: Listed, cards: tuple[int, ...], dixes: int) -> Said:
        state, deck, laid = self.state, self.state.deck, self.laid
        melds = spread(deck, state.trump, cards, state.house.doubles).melds
        if not melds:
            see = f"; see `pinocle rules {MELD_TABLE.id_in(state.session.game.name)}`"
            text = f"{deck.show(cards)} is not a meld{near_meld(deck, state.trump, cards) or see}"
            yield Finding.at(one.place, MELD_TABLE, FAULT, text, self.seat)
            return
        before = [world.copy() for world in laid.worlds]
        counted = count(laid, melds, self.can_hold)
        if isinstance(counted, str):
            rule, why = refusal(counted)
            yield Finding.at(one.place, rule, FAULT, f"{self.name} melded {deck.show(cards)} again: {why}", self.seat)
            return
        candidate, points = counted
        meld = candidate.meld
        rule = CLASSES[meld.group]
        state.shown.append(Laying(self.seat, meld.cards, points, rule, one.place.line))
        yield Entry(self.seat, points, rule, one.place.line, candidate.note)
        if Counter(cards) - Counter(meld.cards):
            text = f"{deck.show(cards)} shown in one turn: counted as {meld.name}; the rest needs a turn of its own"
            yield self.say(one, text)
        if all(a_twin_more(world, was, meld) for world in laid.worlds for was in before):
            yield self.say(one, f"{self.name} is taken to have had both copies of what is melded a second time")
        if state.trump is None and meld.points == 20:  # noqa: PLR2004 - a marriage
            state.complete = state.melds_known = False
            text = "counted as a plain marriage: the trump suit is not recorded"
            yield note(NOT_CHECKED, one.place, text, self.seat)
        else:
            yield from self._miscounted(one, meld, points + dixes)

    def _miscounted(self, one: Listed, meld: Meld, right: int) -> Said:
        """What the table entered for what lay there, where it is not what it is worth."""
        if one.scored not in (None, right):
            wrong = Miscount(self.seat, meld, right, one.scored, state="stands")
            yield Finding.at(one.place, wrong_credit(wrong), FAULT, given(self.name, wrong), self.seat, cause=wrong)
