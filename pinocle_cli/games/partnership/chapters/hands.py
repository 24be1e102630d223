"""Between the deal and the first lead: the dix exchanged, wrong hands, and what is known of each hand."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Plan, undone
from pinocle_cli.game import Begin, note
from pinocle_cli.games.partnership.chapters.laid import cards_laid
from pinocle_cli.games.partnership.seats import PLAYERS
from pinocle_cli.games.partnership.state import HAND, TRICKS
from pinocle_cli.known import HIDDEN, IN, OUT, PLAY, SHOW, Known, Move
from pinocle_cli.ledger import ERROR, FAULT, Finding, Ruling
from pinocle_cli.record import COUNT, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import breaks_duty, wins
from pinocle_cli.weigh import APART, CONFIRMED, OPEN, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.ledger import Entry
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Irregularity, Place

DIX_EXCHANGE = Rule(
    "dix-exchange",
    "Exchanging the dix",
    "irregularity",
    """Before the melds each player in turn, from eldest on, may take the turned card for his dix, the nine of trumps.
    The turned card, or the dix that lies in its place, then joins the dealer's hand.""",
    "003, Козырная карта",
)


@DIX_EXCHANGE.applied
def exchange(state: Partnership) -> Said:
    """Who took the turned card; the first of several, as they sit."""
    place = state.place()._replace(path="dix-exchange")
    who = sorted(set(state.deal.dix_exchange or ()), key=lambda seat: (seat - state.dealer - 1) % PLAYERS)
    if who and state.bidding:
        text = "no card is turned where trumps are bid for: there is nothing to exchange a dix for"
        yield Finding.at(place, DIX_EXCHANGE, FAULT, text, who[0])
        return
    takers = [seat for seat in who if seat != state.dealer]  # the turned card is the dealer's already
    for seat in takers[1:]:
        yield note(DIX_EXCHANGE, place, f"the turned card was gone: {state.name(seat)} took a dix for a dix", seat)
    if not takers or state.dix is None:
        return
    taker = takers[0]
    if state.turned == state.dix:
        text = f"the turned card is the dix {state.deck.names[state.dix]} itself: the exchange changes nothing"
        yield note(DIX_EXCHANGE, place, text, taker)
        return
    state.exchanger = taker
    if state.turned is None and state.deal.hands:
        text = "which card was turned is not recorded: what was exchanged for the dix is not known"
        yield note(NOT_CHECKED, place, text, taker)


@DIX_EXCHANGE.follows()
def nothing_to_exchange(_: Finding, __: Partnership, ___: Sequence[Entry]) -> Ruling:
    """Where no card lies there is nothing to take."""
    return Ruling(rule=DIX_EXCHANGE, text="there was nothing to exchange it for: each keeps his cards")


@DIX_EXCHANGE.examined
def exchanged_rightly(state: Partnership, said: Irregularity) -> Weight:
    """Who is written to have exchanged, or holds and plays what he was dealt, is known."""
    if any(f.rule is DIX_EXCHANGE and f.severity == FAULT for f in state.found):
        return CONFIRMED
    hand = (state.deal.hands or {}).get(said.by) if said.by is not None else None
    if said.by is None or said.by >= PLAYERS or (state.deal.dix_exchange is None and hand is None):
        return OPEN
    if state.exchanger == said.by:
        return OPEN if hand is None else refuted(f"{state.name(said.by)} was dealt the dix that he exchanged")
    return refuted(f"{state.name(said.by)} exchanged no dix")


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


@BEFORE_LOOK.applied
@AFTER_LOOK.applied
def hand_sizes(state: Partnership) -> Said:
    """A wrong hand that still leaves one pack is a fault of the deal; hands that make none are a slip of the pen."""
    deal = state.deal
    wrong = wrong_sizes(state)
    said = next((one for one in deal.irregularities or () if _is_wrong_hand(state, one)), None)
    state.before_look = said is not None and state.session.game.rule(said.fault) is BEFORE_LOOK
    if not wrong:
        yield from _held_sizes(state)
        return
    hands = given(deal.hands)
    if sum([len(cards.cards) for cards in hands.values()]) != HAND * len(hands):
        yield from _no_pack(state, wrong)
        return
    if said is None:
        state.before_look = deal.melds is None and deal.play is None
        rule = BEFORE_LOOK if state.before_look else AFTER_LOOK
        seat = next(iter(wrong))
        counts = ", ".join(f"{state.name(seat)} has {number}" for seat, number in wrong.items())
        yield Finding.at(hands[seat].place, rule, FAULT, f"{counts} cards; each is dealt {HAND}", seat)
    yield from _held_sizes(state)


@BEFORE_LOOK.follows()
def drawn_before_look(finding: Finding, _: Partnership, __: Sequence[Entry]) -> Ruling:
    """The short hand draws."""
    text = "the short hand draws what it lacks from the long one; what it draws may be melded"
    return Ruling(rule=BEFORE_LOOK, text=finding.ruling or text)


@AFTER_LOOK.follows()
def drawn_after_look(finding: Finding, _: Partnership, __: Sequence[Entry]) -> Ruling:
    """All meld first, then the short hand draws."""
    text = (
        "after the melds the short hand draws what it lacks from cards of the long one that were not shown; what it"
        " draws may not be melded"
    )
    return Ruling(rule=AFTER_LOOK, text=finding.ruling or text)


@BEFORE_LOOK.examined
@AFTER_LOOK.examined
def hands_were_right(state: Partnership, said: Irregularity) -> Weight:
    """Hands written with twelve cards each, without a word of what was drawn, were right hands."""
    hands = state.deal.hands or {}
    whole = all(len(cards.cards) == HAND for cards in hands.values())
    if said.cards or not hands or not whole or (len(hands) < PLAYERS and said.by not in hands):
        return APART  # what the record shows under this rule is that a card so drawn was melded
    return refuted("each was dealt twelve cards")


def _is_wrong_hand(state: Partnership, said: Irregularity) -> bool:
    return state.session.game.rule(said.fault) in WRONG_HANDS


def wrong_sizes(state: Partnership) -> dict[int, int]:
    """Seat: number of cards, for each recorded hand that has not twelve."""
    hands = state.deal.hands
    return {seat: len(cards.cards) for seat, cards in hands.items() if len(cards.cards) != HAND} if hands else {}


def _no_pack(state: Partnership, wrong: dict[int, int]) -> Said:
    deck, hands = state.deck, given(state.deal.hands)
    have = deck.count(card for cards in hands.values() for card in cards.cards)
    missing = [card for card in range(deck.kinds) for _ in range(deck.copies - have[card])]
    few = len(hands) == PLAYERS and 0 < len(missing) < 4  # noqa: PLR2004 - a slip or two
    hint = f"; {deck.show(missing)} is missing from the pack" if few else ""
    for seat, number in wrong.items():
        text = f"{state.name(seat)} has {number} cards; {HAND} are dealt{hint}"
        yield Finding.at(hands[seat].place, COUNT, ERROR, text, seat)


def _held_sizes(state: Partnership) -> Said:
    for seat, cards in (state.deal.held or {}).items():
        if len(cards.cards) > HAND:
            text = f"{state.name(seat)} has {len(cards.cards)} cards here; {HAND} are played"
            yield Finding.at(cards.place, COUNT, ERROR, text, seat)


# --- What is known of the hands --------------------------------------------------------------------------------------


def first_leader(state: Partnership) -> int:
    """Eldest; or the bidder, where the house has it so."""
    eldest = (state.dealer + 1) % PLAYERS
    if not bidder_leads(state) or state.bidder is None or state.bidder >= PLAYERS:
        return eldest
    return state.bidder


def bidder_leads(state: Partnership) -> bool:
    """Whether the bidder leads to the first trick, and not eldest."""
    return state.bidding and bool(state.house.leader == "bidder")


def plan(state: Partnership) -> Plan:
    """From what the course of play starts."""
    unknown = bidder_leads(state) and (state.bidder is None or state.bidder >= PLAYERS)
    size = played_size(state)
    first = TRICKS - size
    leader, play = first_leader(state), state.deal.play
    named = play.first_trick if play and play.actions else None
    apart = play and named and named.seat >= 0 and named.seat != leader and named.nth not in undone(play)
    if play and apart and not state.deal.hands and play.number_of_tricks < size:
        first = max(first, TRICKS - play.number_of_tricks)  # the tricks before are missing
    return _plan(state.deck, state.trump, leader, not unknown and not first, first, state.house.heading == "always")


@cache
def _plan(deck: Deck, trump: int | None, leader: int, leader_known: bool, first: int, always: bool) -> Plan:
    who_wins, breaks = None if trump is None else wins(deck, trump), breaks_duty(deck, trump, always)
    seats = tuple(range(PLAYERS))
    return Plan(seats=seats, leader=leader, wins=who_wins, leader_known=leader_known, first=first, breaks=breaks)


def played_size(state: Partnership) -> int:
    """How many cards each has when the record of the play begins."""
    held = state.deal.held
    if not held:
        return HAND
    sizes = {len(cards.cards) for cards in held.values()}
    return sizes.pop() if len(held) == PLAYERS and len(sizes) == 1 else HAND


def know(state: Partnership) -> Said:
    """What each is known to hold from the deal to the last trick; where that cannot be, the record is wrong."""
    deal, deck = state.deal, state.deck
    state.plan = plan(state)
    if _as_dealt(state):
        exchanged = _exchanged(state)
        state.at_melds = state.at_play = len(exchanged)
        hands, sizes = [given(deal.hands)[seat].cards for seat in range(PLAYERS)], [HAND] * PLAYERS
        state.known, state.without_play = Known(deck, hands, sizes, exchanged), (hands, sizes, exchanged, [])
        yield from _cannot_be(state, state.known, exchanged)
    else:
        yield from _work_out(state)


def _as_dealt(state: Partnership) -> bool:
    """Whether every card is known from the deal on, so that what is shown and played tells nothing of the hands.

    Of several melds in one item it is looked at together whether they can lie there.
    """
    deal = state.deal
    if deal.hands is None or len(deal.hands) < PLAYERS or state.trump is None or wrong_sizes(state):
        return False
    hidden = state.exchanger is not None and state.turned is None
    several = [one for items in (deal.melds or {}).values() for one in items if len(one.parts) > 1]
    return not (hidden or several or deal.held or deal.irregularities)


def _work_out(state: Partnership) -> Said:
    """The same where cards are hidden, or came to a short hand: from all that was shown and played later."""
    deal, deck = state.deal, state.deck
    late = played_size(state) < HAND
    hands: list[list[int] | None] = [None] * PLAYERS
    for seat, cards in ((deal.held if late else deal.hands) or {}).items():
        hands[seat] = list(cards.cards)
    named = {} if late else _drawn(state, hands)
    sizes = [played_size(state) if hand is None else len(hand) for hand in hands]
    exchanged = [] if late else _exchanged(state)
    draws = _draws(state, named, sizes)
    held = [Move(SHOW, seat, HIDDEN, cards.cards) for seat, cards in (deal.held or {}).items() if not late]
    certain = None not in hands and not any(move.card == HIDDEN for move in (*exchanged, *draws))
    played = held if certain else [*held, *_plays(state)]  # to be read backward
    outside = [] if wrong_sizes(state) else [card for cards in named.values() for card in cards]
    state.drawn = named
    if any(move.kind == IN and move.card == HIDDEN for move in draws):
        state.drawn = named | _seen_later(Known(deck, hands, sizes, [*exchanged, *draws, *played]), exchanged, draws)
    before, after = ([*exchanged, *draws], []) if state.before_look else (exchanged, draws)
    shows = [] if late else _shown(state, state.drawn)
    state.at_melds, state.at_play = len(before), len(before) + len(shows) + len(after)
    state.known = known = Known(deck, hands, sizes, [*before, *shows, *after, *played], outside)
    state.without_play = hands, sizes, [*before, *shows, *after], outside
    yield from _cannot_be(state, known, exchanged)
    if max(known.seen) > deck.copies:  # else whoever plays such a card is found not to hold it
        yield from _melded_too_often(state, Known(deck, hands, sizes, [*before, *shows, *after], outside))


def begins(state: Partnership) -> Begin | None:
    """How the play begins, by all that is known without it."""
    if state.trump is None or state.without_play is None:
        return None
    hands, sizes, moves, outside = state.without_play
    if _as_dealt(state):
        moves = [*moves, *_shown(state, {})]
    return Begin.of(plan(state), Known(state.deck, hands, sizes, moves, outside), len(moves))


def _seen_later(known: Known, exchanged: list[Move], draws: list[Move]) -> dict[int, list[int]]:
    """The cards that a short hand must have drawn, by what it holds and plays later."""
    found: dict[int, list[int]] = {}
    for n, move in enumerate(draws, len(exchanged)):
        before = known.lo[move.seat].copy() if known.walk(n) is None else []
        known.walk(n + 1)
        after = known.lo[move.seat]
        if move.kind == IN:
            found.setdefault(move.seat, []).extend(card for card, had in enumerate(before) if after[card] > had)
    return found


def _cannot_be(state: Partnership, known: Known, before: list[Move]) -> Said:
    for seat in known.short:
        text = f"{state.name(seat)} shows and plays more cards than a hand of {HAND} holds"
        yield Finding.at(state.place(), IMPOSSIBLE, ERROR, text, seat)
    failed = known.walk(len(before))
    if failed is not None:
        name, place = state.name(failed.seat), state.place()._replace(path="dix-exchange")
        text = f"{name} exchanges the dix {state.deck.names[state.dix or 0]} but does not hold it"
        yield Finding.at(place, IMPOSSIBLE, ERROR, text, failed.seat)


def _melded_too_often(state: Partnership, known: Known) -> Said:
    """A card that melds show more often than the hands and the pack have it: said where the last of them lies."""
    over = next((card for card, number in enumerate(known.seen) if number > state.deck.copies), None)
    if over is not None:
        where: list[tuple[Place, int | None]] = [(state.place(), None)]  # it may be one that was drawn
        for seat, items in (state.deal.melds or {}).items():
            where += [(one.place, seat) for one in items if over in (cards_laid(state, seat, one) or ())]
        text = f"{state.deck.names[over]} is named more often than the pack has it ({state.deck.copies} times)"
        yield Finding.at(where[-1][0], IMPOSSIBLE, ERROR, text, where[-1][1])


def _exchanged(state: Partnership) -> list[Move]:
    taker, dix = state.exchanger, state.dix
    if taker is None or dix is None:
        return []
    turned = HIDDEN if state.turned is None else state.turned
    dealer = state.dealer
    return [Move(OUT, taker, dix), Move(OUT, dealer, turned), Move(IN, taker, turned), Move(IN, dealer, dix)]


def _drawn(state: Partnership, hands: list[list[int] | None]) -> dict[int, list[int]]:
    """Cards that a short hand drew, where the table named them; taken out of hands that hold them already."""
    found: dict[int, list[int]] = {}
    wrong = wrong_sizes(state)
    for said in state.deal.irregularities or ():
        if not _is_wrong_hand(state, said) or not said.cards or said.by is None or said.by >= PLAYERS:
            continue
        own = hands[said.by]
        if not wrong and own is not None:
            rest = Counter(own)
            rest.subtract(said.cards)
            hands[said.by] = sorted((+rest).elements())
        found[said.by] = list(said.cards)
    return found


def _draws(state: Partnership, drawn: dict[int, list[int]], sizes: list[int]) -> list[Move]:
    wrong = wrong_sizes(state)
    handed = [card for seat in wrong for card in drawn.get(seat, ())]
    moves = []
    for seat, size in wrong.items():
        for _ in range(size - HAND):
            own = given(state.deal.hands)[seat].cards
            card = next((card for card in handed if card in own), HIDDEN)
            handed.remove(card) if card in handed else None
            moves.append(Move(OUT, seat, card))
    for seat, size in wrong.items():
        named = drawn.get(seat, [])
        moves += [Move(IN, seat, card) for card in named] + [Move(IN, seat)] * (HAND - size - len(named))
    if not wrong:
        moves += [Move(IN, seat, card) for seat, cards in drawn.items() for card in cards]
        for seat, cards in drawn.items():
            sizes[seat] = sizes[seat] if state.deal.hands and seat in state.deal.hands else HAND - len(cards)
    return moves


def _shown(state: Partnership, drawn: dict[int, list[int]]) -> list[Move]:
    """What each shows in melds, the dix apart, which may have gone for the turned card since it was dealt."""
    found, dix = [], state.dix
    for seat, items in (state.deal.melds or {}).items():
        if seat >= PLAYERS:
            continue
        need: dict[int, int] = {}  # how often each card lies in one item
        for one in items:
            cards = cards_laid(state, seat, one) or ()
            for card in cards:
                need[card] = max(need.get(card, 0), cards.count(card))
        late = () if state.before_look else drawn.get(seat, ())
        shown = [card for card, number in need.items() if card != dix for _ in range(number - late.count(card))]
        found.append(Move(SHOW, seat, HIDDEN, tuple(shown)))
    return found


def _plays(state: Partnership) -> list[Move]:
    if state.trump is None:
        return []  # who won the tricks, and so who played what, is not known
    return [
        Move(PLAY, seat, card)
        for step in state.steps
        if not isinstance(step, Act) and step.taken_back is None
        for seat, card in zip(step.seats, step.cards, strict=True)
    ]
