"""The melds that each player shows, all at once, and what they are worth to his side."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pinocle_cli.game import note
from pinocle_cli.games.partnership.deal import HAND
from pinocle_cli.games.partnership.hands import AFTER_LOOK
from pinocle_cli.games.partnership.seats import PLAYERS, account, side_of
from pinocle_cli.games.partnership.worth import DOUBLE_TABLE, DOUBLES, MELD_ALL, ONCE, melds_of
from pinocle_cli.games.pinochle.common import Shown, meld_table
from pinocle_cli.ledger import ERROR, FAULT, Entry, Finding
from pinocle_cli.record import AS_RECORDED, ASSUMED, CLAIM, COUNT, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.deal import Partnership
    from pinocle_cli.games.partnership.hands import Hands
    from pinocle_cli.games.pinochle.common import Listed, Meld

DIX_HOLDER = Rule(
    "dix-holder",
    "Dix",
    "score",
    """Whoever was dealt a dix, the nine of trumps, scores ten for it, whether or not he exchanged it; a dix that came
    to the dealer in an exchange brings nothing.""",
    "003, Козырная карта",
)


class Laid(NamedTuple):
    """One item of a player's melds: its parts and all its cards, without the dixes, and how many dixes."""

    shown: Listed
    parts: list[tuple[int, ...]]
    cards: tuple[int, ...]
    need: Counter[int]  # how many copies of each card are needed to show it
    dixes: int


class Claim(NamedTuple):
    """A meld that an item of the list holds."""

    meld: Meld
    nth: int  # of which item


class Melder:
    """The melds of one deal."""

    def __init__(self, state: Partnership, hands: Hands) -> None:
        self.state, self.hands, self.deck = state, hands, state.deck
        self.laid: dict[int, list[Laid]] = {}
        self.shown: dict[int, int] = {}  # what each player's melds came to
        self.needed: Counter[int] = Counter()  # the copies that all must have had to show what they showed

    def run(self) -> Said:
        """Every player's melds, in the order of the record."""
        for seat, shown in self.state.deal.melds.items():
            self.laid[seat] = []
            for one in shown:
                yield from self._lay(seat, one)
            self.needed += _most([laid.need for laid in self.laid[seat]])
        yield from self._doubts()
        impossible = [finding for seat in self.laid for finding in self._impossible(seat)]
        yield from impossible
        if impossible:
            return
        for seat in self.laid:
            yield from self._count(seat)
        for seat in range(PLAYERS):
            yield from self._more_held(seat)
        if not self.hands.before_look and any(self.hands.drawn):
            yield from self._drawn_though_shown()

    def _doubts(self) -> Said:
        """What is to be said of the melds before they are counted."""
        for seat, items in self.laid.items():
            need = sum(_most([laid.need for laid in items]).values())
            if need > HAND and seat < PLAYERS:
                text = f"the melds of {self.state.name(seat)} need {need} cards; a hand has {HAND}"
                yield note(COUNT, items[0].shown.place, text, seat)
        if self.state.trump is None and any(self.laid.values()):
            self.state.complete = False
            text = "the trump suit is not recorded: what is worth more in trumps counts as in another suit"
            yield note(NOT_CHECKED, self.state.place()._replace(path="melds"), text)

    # --- What was laid down ---

    def _lay(self, seat: int, one: Listed) -> Said:
        state = self.state
        if not one.parts or (state.trump is None and one.scored is not None):
            points = one.scored or 0
            state.melded[side_of(seat)] += points
            yield Entry(account(seat), points, AS_RECORDED, one.place.line, f"{state.name(seat)}: melds as written")
            what = "trumps" if one.parts else "the melds behind this figure"
            text = f"{what} are not recorded; {points} is taken as written"
            yield note(AS_RECORDED, one.place, text, seat)
            return
        cards = one.cards(self.deck, state.trump)
        dix = state.dix
        if cards is None:
            text = f'what "{one.text}" scores depends on the trump suit, which is not recorded'
            yield note(NOT_CHECKED, one.place, text, seat)
            return
        whole = [cards]
        if len(one.parts) > 1:
            whole = [Shown((part,), None, "").cards(self.deck, state.trump) or () for part in one.parts]
        parts = [rest for part in whole if (rest := tuple(card for card in part if card != dix))]
        need = Counter(parts[0]) if len(parts) == 1 else _most([Counter(part) for part in parts])
        every = parts[0] if len(parts) == 1 else tuple(need.elements())
        self.laid[seat].append(Laid(one, parts, every, need, cards.count(dix) if dix is not None else 0))

    def _impossible(self, seat: int) -> Said:
        """Cards that he cannot have had."""
        own = self.hands.melding[seat] if seat < PLAYERS else None
        for laid in self.laid[seat]:
            for card, number in laid.need.items():
                if own is None:
                    if self.needed[card] > self.deck.copies or number > self._not_elsewhere(seat, card):
                        yield self._not_held(
                            seat, laid, card, "more often than the pack, the other melds and hands leave"
                        )
                        return
                elif number > own[card] + self._drawn_late(seat)[card]:
                    near = self._nearest(laid.cards, own)
                    held = "holds it only once" if own[card] else "does not hold it"
                    yield self._not_held(seat, laid, card, f"but {held}{near}")
                    return

    def _not_held(self, seat: int, laid: Laid, card: int, why: str) -> Finding:
        text = f"{self.state.name(seat)} shows {self.deck.names[card]} {why}"
        return Finding(IMPOSSIBLE, ERROR, laid.shown.place.line, text, seat, *laid.shown.place[1:])

    def _not_elsewhere(self, seat: int, card: int) -> int:
        """How many copies of a card may be in a hand that is not known."""
        hands = self.hands.melding
        known = [hand for other, hand in enumerate(hands) if hand is not None and not self._may_be(other, seat)]
        return self.deck.copies - sum(hand[card] for hand in known)

    @staticmethod
    def _may_be(player: int, seat: int) -> bool:
        """Whether what stands under `seat`, a player or a side, may be this player's."""
        return player == seat or (seat >= PLAYERS and side_of(player) == side_of(seat))

    def _drawn_late(self, seat: int) -> Counter[int]:
        return Counter() if self.hands.before_look else self.hands.drawn[seat]

    # --- What it counts ---

    def _count(self, seat: int) -> Said:
        """Everything that one player showed."""
        state = self.state
        sums = [0] * len(self.laid[seat])
        yield from self._dixes(seat, sums)
        late = self._drawn_late(seat) if seat < PLAYERS else Counter()
        claims: list[Claim] = []
        for nth, laid in enumerate(self.laid[seat]):
            if late and self._melds_what_was_drawn(seat, laid):
                text = f"{state.name(seat)} melded {self.deck.show(laid.cards)} with a card drawn after the melds"
                yield self._fault(AFTER_LOOK, seat, laid, text)._replace(
                    remedy=AFTER_LOOK, ruling="the meld scores nothing"
                )
                continue
            melds = self._melds_in(laid)
            claims += [Claim(meld, nth) for meld in melds]
            yield from self._idle(seat, laid, melds)
        yield from self._claims(seat, claims, sums)
        self.shown[seat] = sum(sums)
        for laid, right in zip(self.laid[seat], sums, strict=True):
            scored, place = laid.shown.scored, laid.shown.place
            if scored is not None and right and scored != right:
                cards = self.deck.show(laid.shown.cards(self.deck, state.trump) or ())
                text = f"{state.name(seat)} was given {scored} for {cards}, which brings {right}"
                yield Finding(CLAIM, FAULT, place.line, text, seat, *place[1:], ruling=f"{right} counts")

    def _drawn_though_shown(self) -> Said:
        """A short hand draws only from cards that the long one has not shown."""
        for seat, items in self.laid.items():
            shown = _most([laid.need for laid in items])
            own = self.hands.dealt[seat] if seat < PLAYERS else None
            for other, drawn in enumerate(self.hands.drawn):
                for card, number in drawn.items():
                    if own is not None and seat in self.hands.long and 0 < own[card] < shown[card] + number:
                        giver, name = self.state.name(seat), self.state.name(other)
                        text = f"{name} drew {self.deck.names[card]}, which {giver} had shown in a meld"
                        ruling = "it should have been a card that was not shown; the melds stand"
                        yield self._fault(AFTER_LOOK, other, items[0], text)._replace(remedy=AFTER_LOOK, ruling=ruling)

    def _melds_what_was_drawn(self, seat: int, laid: Laid) -> bool:
        own, late = self.hands.melding[seat], self._drawn_late(seat)
        if own is None:
            return any(late[card] for card in laid.cards)
        return any(number > own[card] for card, number in laid.need.items())

    def _melds_in(self, laid: Laid) -> list[Meld]:
        """The melds of one item that count for the most; of `flush, pinochle` each part by itself."""
        return [meld for part in laid.parts for meld in self._melds_of(self.deck.count(part))]

    def _melds_of(self, have: list[int]) -> list[Meld]:
        state = self.state
        return melds_of(self.deck, state.trump, have, state=state.house.doubles == "table")

    def _idle(self, seat: int, laid: Laid, melds: list[Meld]) -> Said:
        """Cards that were laid down and belong to no meld."""
        if laid.cards and not melds:
            near = self._nearest(laid.cards)
            yield self._fault(MELD_ALL, seat, laid, f"{self.deck.show(laid.cards)} is no meld{near}")
            return
        if len(melds) == 1 and len(laid.cards) == len(melds[0].cards):
            return
        in_class = [Counter(card for meld in melds if meld.group == group for card in meld.cards) for group in range(3)]
        idle = laid.need - _most(in_class)
        if idle:
            text = f"{self.deck.show(sorted(idle.elements()))} belongs to no meld here"
            yield note(MELD_ALL, laid.shown.place, text, seat)

    def _nearest(self, cards: tuple[int, ...], own: list[int] | None = None) -> str:
        """A meld that differs from the cards shown in one card, for a hint; of a known hand, one that it holds."""
        have = Counter(cards)
        for meld in meld_table(self.deck, self.state.trump):
            held = own is None or all(own[card] for card in meld.cards)
            if held and len(cards) == len(meld.cards) and sum((Counter(meld.cards) - have).values()) == 1:
                return f"; was it {self.deck.show(meld.cards)}?"
        return ""

    def _claims(self, seat: int, claims: list[Claim], sums: list[int]) -> Said:
        """The melds of a player, the dearest first: each card counts once in a class."""
        state, name = self.state, self.state.name(seat)
        hold = self.hands.melding[seat] if seat < PLAYERS else None
        used = [[0] * self.deck.kinds for _ in range(3)]  # by class
        singles: Counter[str] = Counter()
        for claim in sorted(claims, key=lambda claim: -claim.meld.points):
            meld, laid = claim.meld, self.laid[seat][claim.nth]
            before = list(used[meld.group])
            for card in meld.cards:
                used[meld.group][card] += 1
            can = hold or {card: self._not_elsewhere(seat, card) for card in meld.cards}
            if any(used[meld.group][card] > can[card] for card in meld.cards):
                used[meld.group] = before
                text = f"{name} melded {self.deck.show(meld.cards)} again: its cards count once in this class"
                yield self._fault(ONCE, seat, laid, text)
                continue
            if hold is None and seat < PLAYERS and any(before[card] for card in meld.cards):
                text = f"{name} is taken to have held both copies of {self.deck.show(meld.cards)}"
                yield note(ASSUMED, laid.shown.place, text, seat)
            singles[meld.name] += 1
            again = singles[meld.name] > 1 and seat < PLAYERS and state.house.doubles == "table"
            entry = self._entry(seat, laid, meld, again=again)
            sums[claim.nth] += entry.points
            state.melded[side_of(seat)] += entry.points
            yield entry

    def _entry(self, seat: int, laid: Laid, meld: Meld, *, again: bool) -> Entry:
        """The points for one meld; the second of a kind makes it the doubled one."""
        name, unit = self.state.name(seat), self.state.unit
        points, text = meld.points, f"{name}: {meld.name} {self.deck.show(meld.cards)}"
        rule = DOUBLE_TABLE if meld.name.startswith("double ") else MELD_ALL
        if again and meld.name in DOUBLES:
            points, rule = DOUBLES[meld.name] - meld.points, DOUBLE_TABLE
            text += f", with the first {DOUBLES[meld.name] // unit}"
        return Entry(account(seat), points // unit, rule, laid.shown.place.line, text)

    # --- The dix ---

    def _more_held(self, seat: int) -> Said:
        """Says that a player held more than he showed; that is no fault."""
        state, hand = self.state, self.hands.melding[seat]
        own = state.deal.melds.get(seat, ())
        if hand is None or account(seat) in state.deal.melds or any(not one.parts for one in own):
            return
        held = sum(meld.points for meld in self._melds_of(hand)) // state.unit
        held += self._dix_limit(seat)[0] * 10 // state.unit if state.dix is not None else 0
        shown = self.shown.get(seat, 0)
        if held > shown:
            place = own[0].place if own else state.place()._replace(path="melds")
            text = f"{state.name(seat)} held melds for {held} and showed {shown or 'none'}"
            yield note(MELD_ALL, place, text, seat)

    def _dixes(self, seat: int, sums: list[int]) -> Said:
        """Ten for each dix that he was dealt."""
        state, dix = self.state, self.state.dix
        if dix is None:
            return
        counted = 0
        limit, lies = self._dix_limit(seat)
        for nth, laid in enumerate(self.laid[seat]):
            for _ in range(laid.dixes):
                if counted < limit:
                    counted += 1
                    points = 10 // state.unit
                    sums[nth] += points
                    state.melded[side_of(seat)] += points
                    if lies and (seat >= PLAYERS or self.hands.nines[seat] is None):
                        text = (
                            f"{state.name(seat)} is taken to have been dealt a dix besides the one that was turned up"
                        )
                        yield note(ASSUMED, laid.shown.place, text, seat)
                    text = f"{state.name(seat)}: dix {self.deck.names[dix]}"
                    yield Entry(account(seat), points, DIX_HOLDER, laid.shown.place.line, text)
                else:
                    yield self._one_dix_too_many(seat, laid, counted, lies)

    def _dix_limit(self, seat: int) -> tuple[int, bool]:
        """How many dixes he can have been dealt, and whether one that brings nothing more lies in his hand."""
        state = self.state
        turned = state.turned == state.dix
        lies = seat == state.dealer and (turned or state.exchanger is not None)
        nines = self.hands.nines[seat] if seat < PLAYERS else None
        if nines is not None:
            return nines - (turned and seat == state.dealer), lies
        known = self.hands.nines
        gone = sum(number or 0 for other, number in enumerate(known) if not self._may_be(other, seat))
        gone += turned and (known[state.dealer] is None or self._may_be(state.dealer, seat))
        for other, items in self.laid.items():
            if other != seat and (other >= PLAYERS or known[other] is None):
                gone += sum(laid.dixes for laid in items)
        return max(self.deck.copies - gone, 0), lies

    def _one_dix_too_many(self, seat: int, laid: Laid, counted: int, lies: bool) -> Finding:
        state, name = self.state, self.state.name(seat)
        dix = self.deck.names[state.dix or 0]
        if lies and state.turned == state.dix:
            text = f"the dix {dix} that {name} turned has been counted already"
            return note(DIX_HOLDER, laid.shown.place, text, seat)
        if lies:
            text = f"the dix {dix} came to {name} in the exchange; the ten are {state.name(state.exchanger or 0)}'s"
            return self._fault(DIX_HOLDER, seat, laid, text)
        if counted:
            return self._fault(ONCE, seat, laid, f"{name} shows the same dix {dix} twice")
        known = seat < PLAYERS and self.hands.nines[seat] is not None
        why = "but was dealt none" if known else "more often than it can be in that hand"
        text = f"{name} shows the dix {dix} {why}"
        return Finding(IMPOSSIBLE, ERROR, laid.shown.place.line, text, seat, *laid.shown.place[1:])

    def _fault(self, rule: Rule, seat: int, laid: Laid, text: str) -> Finding:
        line, column, path = laid.shown.place
        return Finding(rule, FAULT, line, text, seat, column, path)


def _most(counts: list[Counter[int]]) -> Counter[int]:
    """What a player must have had to show each of these, a card being shown as often as he likes."""
    need: Counter[int] = Counter()
    for one in counts:
        need |= one
    return need
