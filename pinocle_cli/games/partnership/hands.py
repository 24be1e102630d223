"""What each player had: the cards from which he melds, those with which he plays, and the dixes that he was dealt.

Between the deal and the melds a dix may go for the turned card, and a wrong hand is put right before or after the
melds. Where a hand is not recorded, the cards that its owner plays tell what he held.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.deal import HAND, could_lead, seats_and_cards
from pinocle_cli.games.partnership.seats import PLAYERS
from pinocle_cli.ledger import ERROR, FAULT, Finding
from pinocle_cli.record import ASSUMED, COUNT, IMPOSSIBLE, NOT_CHECKED, Irregularity
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.deal import Partnership

DIX_EXCHANGE = Rule(
    "dix-exchange",
    "Exchanging the dix",
    "irregularity",
    """Before the melds each player in turn, from eldest on, may take the turned card for his dix, the nine of trumps.
    The turned card, or the dix that lies in its place, then joins the dealer's hand.""",
    "003, Козырная карта",
)

BEFORE_LOOK = Rule(
    "wrong-hand-before-look",
    "A wrong hand, found before looking",
    "irregularity",
    """If one player has too many cards and another too few, and it is found before they have looked at them, the
    short hand draws what it lacks from the long one. The cards drawn are its own like any other.""",
    "003, Неправильная рука",
)

AFTER_LOOK = Rule(
    "wrong-hand-after-look",
    "A wrong hand, found after looking",
    "irregularity",
    """If it is found only after they have looked at their cards, all meld first. Then the short hand draws what it
    lacks from those cards of the long one that were not shown in melds; the cards so drawn may not be melded.""",
    "003, Неправильная рука",
)

WRONG_HANDS = (BEFORE_LOOK, AFTER_LOOK)

Counts = list[int]


class Hands:
    """The four hands. A hand is None where it is not known."""

    def __init__(self, state: Partnership) -> None:
        deal, deck = state.deal, state.deck
        self.state = state
        self.dealt: list[Counts | None] = [None] * PLAYERS  # with the exchange made
        for seat, cards in (deal.hands or {}).items():
            self.dealt[seat] = deck.count(cards.cards)
        dix = state.dix
        self.nines = [None if hand is None or dix is None else hand[dix] for hand in self.dealt]
        self.drawn: list[Counter[int]] = [Counter() for _ in range(PLAYERS)]
        self.sure = [False] * PLAYERS  # whether every card of the hand is known
        self.before_look = False
        self.drawn_is_recorded = False  # the recorded hands hold already what was drawn
        self.long = {seat for seat, number in self.wrong().items() if number > HAND}
        self.melding: list[Counts | None] = []
        self.playing: list[Counts] = []

    def prepare(self) -> Said:
        """Make the exchange, put wrong hands right, and fill in from the play what is not recorded."""
        yield from self._exchange()
        plays = self._plays()
        yield from self._draw(plays)
        held = {seat: self.state.deck.count(cards.cards) for seat, cards in (self.state.deal.held or {}).items()}
        for seat in range(PLAYERS):
            self._fill_in(seat, held.get(seat), plays[seat])
        yield from self._held_as_dealt(held)

    def _fill_in(self, seat: int, held: Counts | None, played: Counts) -> None:
        """The hand with which a player melds and the one with which he plays, as far as they are known."""
        hand = held or self._after_draw(seat)
        known = sum(held or played) == HAND
        self.sure[seat] = hand is not None or known
        melding = self.dealt[seat]
        if melding is None and known:
            melding = hand or played
            self._count_nines(seat, melding)
        melding = None if melding is None else list(melding)
        if melding is not None:
            for card, number in self.drawn[seat].items():
                if self.before_look and not self.drawn_is_recorded:
                    melding[card] += number
                elif self.drawn_is_recorded and not self.before_look:
                    melding[card] = max(melding[card] - number, 0)
        self.melding.append(melding)
        self.playing.append(hand or (played if known else self._with_melds(seat, played)))

    def _with_melds(self, seat: int, played: Counts) -> Counts:
        """Of a hand that is not all known, what was shown is known besides what is played."""
        state, found = self.state, list(played)
        for shown in (state.deal.melds or {}).get(seat, ()):
            cards = shown.cards(state.deck, state.trump) or ()
            for card in cards:
                if card != state.dix:  # the dix may have gone for the turned card
                    found[card] = max(found[card], cards.count(card))
        return found

    def _count_nines(self, seat: int, hand: Counts) -> None:
        """How many dixes he was dealt, where it is known who exchanged one."""
        state, dix = self.state, self.state.dix
        if dix is not None and (state.deal.dix_exchange is not None or state.turned == dix):
            taker = state.exchanger
            self.nines[seat] = hand[dix] + (seat == taker) - (taker is not None and seat == state.dealer)

    # --- The exchange ---

    def _exchange(self) -> Said:
        state, deal = self.state, self.state.deal
        place = state.place()._replace(path="dix-exchange")
        who = sorted(set(deal.dix_exchange or ()), key=lambda seat: (seat - state.dealer - 1) % PLAYERS)
        if who and state.bidding:
            text = "no card is turned where trumps are bid for: there is nothing to exchange a dix for"
            yield Finding(DIX_EXCHANGE, FAULT, place.line, text, who[0], place.column, place.path)
            return
        takers = [seat for seat in who if seat != state.dealer]  # the turned card is the dealer's already
        taker = takers[0] if takers else self._taker_by_what_he_held()
        if state.exchanger is not None:
            taker = state.exchanger
        for seat in takers[1:]:
            text = f"the turned card was gone: {state.name(seat)} took a dix for a dix"
            yield note(DIX_EXCHANGE, place, text, seat)
        if taker is None or state.dix is None:
            return
        if state.turned == state.dix:
            text = f"the turned card is the dix {state.deck.names[state.dix]} itself: the exchange changes nothing"
            yield note(DIX_EXCHANGE, place, text, taker)
            return
        state.exchanger = taker
        if self.nines[taker] == 0:
            text = f"{state.name(taker)} exchanges the dix {state.deck.names[state.dix]} but does not hold it"
            yield Finding(IMPOSSIBLE, ERROR, place.line, text, taker, place.column, place.path)
        elif state.turned is None:
            self.dealt[taker] = self.dealt[state.dealer] = None
            if deal.hands:
                text = "which card was turned is not recorded: what was exchanged for the dix is not known"
                yield note(NOT_CHECKED, place, text, taker)
        else:
            self._move(state.turned, state.dealer, taker)
            self._move(state.dix, taker, state.dealer)

    def _move(self, card: int, giver: int, taker: int) -> None:
        for seat, number in ((giver, -1), (taker, 1)):
            hand = self.dealt[seat]
            if hand is not None:
                hand[card] += number

    def _taker_by_what_he_held(self) -> int | None:
        """Where hands are recorded before and after, they tell who took the turned card."""
        state, turned = self.state, self.state.turned
        if turned is None or state.deal.dix_exchange is not None:
            return None
        for seat, cards in (state.deal.held or {}).items():
            hand = self.dealt[seat]
            if seat != state.dealer and hand is not None and cards.cards.count(turned) > hand[turned]:
                return seat if self.nines[seat] else None
        return None

    # --- Wrong hands ---

    def wrong(self) -> dict[int, int]:
        """Seat: number of cards, for each recorded hand that has not twelve."""
        hands = self.state.deal.hands or {}
        return {seat: len(cards.cards) for seat, cards in hands.items() if len(cards.cards) != HAND}

    def _draw(self, plays: list[Counts]) -> Said:
        """A short hand draws what it lacks from a long one."""
        wrong = self.wrong()
        said = _called(self.state)
        if not wrong:
            self.before_look = said is not None and said.fault.endswith(BEFORE_LOOK.label)
            if said is not None and said.by is not None and said.by < PLAYERS:
                self.drawn_is_recorded = True
                self.drawn[said.by] = Counter(said.cards)
            return
        hands = self.state.deal.hands
        if sum(len(cards.cards) for cards in hands.values()) != HAND * len(hands):
            yield from self._no_pack(wrong)
            return
        self.before_look = self._found_before_look(said)
        if said is None:
            yield self._found(wrong)
        for seat in sorted(wrong, key=lambda seat: wrong[seat]):
            if wrong[seat] < HAND:
                own = _called(self.state, seat)
                self.drawn[seat] = self._drawn_by(seat, plays, own, HAND - wrong[seat])

    def _found_before_look(self, said: Irregularity | None) -> bool:
        if said is not None:
            return said.fault.endswith(BEFORE_LOOK.label)
        return self.state.deal.melds is None and self.state.deal.play is None

    def _found(self, wrong: dict[int, int]) -> Finding:
        rule = BEFORE_LOOK if self.before_look else AFTER_LOOK
        seat = next(iter(wrong))
        line, column, path = self.state.deal.hands[seat].place
        counts = ", ".join(f"{self.state.name(seat)} has {number}" for seat, number in wrong.items())
        return Finding(rule, FAULT, line, f"{counts} cards; each is dealt {HAND}", seat, column, path)

    def _no_pack(self, wrong: dict[int, int]) -> Said:
        """Hands that make no pack together are a slip of the pen."""
        state, deck = self.state, self.state.deck
        hands = state.deal.hands
        whole = len(hands) == PLAYERS
        have = deck.count(card for cards in hands.values() for card in cards.cards)
        missing = [card for card in range(deck.kinds) for _ in range(deck.copies - have[card])]
        few = whole and 0 < len(missing) < 4  # noqa: PLR2004 - a slip or two
        hint = f"; {deck.show(missing)} is missing from the pack" if few else ""
        for seat, number in wrong.items():
            line, column, path = hands[seat].place
            text = f"{state.name(seat)} has {number} cards; {HAND} are dealt{hint}"
            yield Finding(COUNT, ERROR, line, text, seat, column, path)

    def _drawn_by(self, seat: int, plays: list[Counts], said: Irregularity | None, most: int) -> Counter[int]:
        """The cards that a short hand drew: as they were written down, or as what it then shows and plays tells."""
        state, own = self.state, self.dealt[seat]
        if said is not None and said.cards:
            return Counter(said.cards)
        if own is None:
            return Counter()
        later = Counter({card: number for card, number in enumerate(plays[seat]) if number})
        held = (state.deal.held or {}).get(seat)
        if held is not None:
            later = Counter(held.cards)
        elif self.before_look or state.deal.play is None:
            for shown in (state.deal.melds or {}).get(seat, ()):
                later |= Counter(card for card in shown.cards(state.deck, state.trump) or () if card != state.dix)
        drawn = later - Counter({card: number for card, number in enumerate(own) if number})
        return drawn if sum(drawn.values()) <= most else Counter()

    def _after_draw(self, seat: int) -> Counts | None:
        """The hand with which a player plays: what was drawn lies in one hand and is gone from another."""
        hand = self.dealt[seat]
        if hand is None:
            return None
        new = list(hand)
        if self.drawn_is_recorded:
            return new
        for other, cards in enumerate(self.drawn):
            for card, number in cards.items():
                if other == seat:
                    new[card] += number
                elif seat in self.long:
                    new[card] = max(new[card] - number, 0)
        return new

    def _held_as_dealt(self, held: dict[int, Counts]) -> Said:
        """What a player held at the first lead is what he was dealt, the exchange and a wrong hand apart."""
        deck, places = self.state.deck, self.state.deal.held or {}
        for seat, counts in held.items():
            line, column, path = places[seat].place
            own = self._after_draw(seat)
            if sum(counts) > HAND:
                text = f"{self.state.name(seat)} has {sum(counts)} cards here; {HAND} are played"
                yield Finding(COUNT, ERROR, line, text, seat, column, path)
            elif own is not None:
                strange = next((card for card, number in enumerate(counts) if number > own[card]), None)
                if strange is not None:
                    text = f"{self.state.name(seat)} holds {deck.names[strange]} here, which he was not dealt"
                    yield Finding(IMPOSSIBLE, ERROR, line, text, seat, column, path)

    # --- What the play tells ---

    def _plays(self) -> list[Counts]:
        """The cards that each plays, where a hand is not known otherwise; empty where all are."""
        state = self.state
        plays = [[0] * state.deck.kinds for _ in range(PLAYERS)]
        held = state.deal.held or {}
        known = all(seat in held or self.dealt[seat] is not None for seat in range(PLAYERS))
        if known and not self.wrong():
            return plays
        for seat, card in seats_and_cards(state, first_leader(state)):
            plays[seat][card] += 1
        return plays


def _called(state: Partnership, seat: int | None = None) -> Irregularity | None:
    """A wrong hand that the table wrote down; of several the one of this player."""
    names = {rule.label for rule in WRONG_HANDS}
    said = [one for one in state.deal.irregularities or () if one.fault.rpartition(".")[2] in names]
    own = [one for one in said if seat is None or one.by == seat]
    return next(iter(own or said if seat is None or len(said) == 1 else own), None)


def first_leader(state: Partnership) -> int:
    """Eldest; or the bidder, where the house has it so."""
    eldest = (state.dealer + 1) % PLAYERS
    if not bidder_leads(state):
        return eldest
    if state.bidder is not None:
        return state.bidder
    turns = [(eldest + step) % PLAYERS for step in range(PLAYERS)]
    return next((seat for seat in turns if could_lead(state, seat)), eldest)


def bidder_leads(state: Partnership) -> bool:
    """Whether the bidder leads to the first trick, and not eldest."""
    return state.bidding and bool(state.house.leader == "bidder")


def note_exchange(state: Partnership, seat: int) -> Finding:
    """Says that an exchange nobody wrote down explains the cards."""
    turned = state.deck.names[state.turned or 0]
    text = f"{state.name(seat)} is taken to have exchanged the dix for {turned}: otherwise he could not have had it"
    return note(ASSUMED, state.place(), text, seat)
