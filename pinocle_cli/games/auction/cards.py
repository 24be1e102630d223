"""What is known of the cards of a deal: the moves that the record tells, from the dealing to the last trick."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Plan, Trick, steps
from pinocle_cli.game import Begin
from pinocle_cli.games.auction.state import HAND, TRICKS, WIDOW
from pinocle_cli.known import HIDDEN, IN, OUT, PLAY, SHOW, Known, Move
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.record import IMPOSSIBLE, Place
from pinocle_cli.tricks import breaks_duty, second_wins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.state import Auction, Told
    from pinocle_cli.record import Irregularity

EXPOSED = ("expose-one-opponent", "expose-one-bidder", "expose-several-opponent")
OF_THE_WIDOW = ("widow-exposed", "widow-peek")


# --- The course of play ----------------------------------------------------------------------------------------------


@cache
def wins(deck: Deck, trump: int) -> Callable[[tuple[int, ...]], int]:
    """Which of three cards wins the trick."""
    second = second_wins(deck, trump)

    def winner(cards: tuple[int, ...]) -> int:
        best = 1 if second[cards[0]][cards[1]] else 0
        return 2 if second[cards[best]][cards[2]] else best

    return winner


def plan_of(state: Auction, bidder: int) -> Plan:
    """From where the play starts: the bidder leads, unless tricks were played before the record begins."""
    play = state.deal.play
    first = TRICKS - state.size
    if not first and not state.hands and play:
        line, recorded = play.first_trick, play.number_of_tricks
        if line is not None and line.seat in state.active and line.seat != bidder and recorded < TRICKS:
            first = TRICKS - recorded  # the tricks before are missing
    known = None if state.trump is None else wins(state.deck, state.trump)
    duties = breaks_duty(state.deck, state.trump, state.house.heading == "always")
    return Plan(seats=state.active, leader=bidder, wins=known, leader_known=not first, first=first, breaks=duties)


# --- The moves -------------------------------------------------------------------------------------------------------


def lay_out(state: Auction) -> Said:
    """What each is known to hold when the melds are laid down, and what of the record cannot be."""
    bury = state.deal.bury
    if bury is not None and len(bury.cards) == WIDOW:
        state.buried = bury.cards
    uncertain = _uncertain(state)  # else nothing is learnt from what is shown and played
    with_widow = _with_widow(state)
    plain = not uncertain and not state.deal.irregularities and with_widow
    before, after = [] if plain else [*_before(state)], [*_after(state, shown=uncertain)]
    told = [*before, *after]
    later = [*_course(state)] if uncertain else []
    hands, sizes = _start(state)
    outside = () if with_widow else state.widow or ()
    known = Known(state.deck, hands, sizes, [*[move for move, _, _ in told], *later], outside)
    state.known, state.until_melds, state.until_lead = known, len(before), len(told)
    state.told = told
    if uncertain:
        yield from _impossible(state, known)


def begins(state: Auction) -> Begin | None:
    """How the play begins, by all that is known without it."""
    if state.bidder is None or state.trump is None:
        return None
    moves = [move for move, _, _ in (*_before(state), *_after(state, shown=True))]
    outside = () if _with_widow(state) else state.widow or ()
    return Begin.of(plan_of(state, state.bidder), Known(state.deck, *_start(state), moves, outside), len(moves))


def walk(state: Auction, to: int) -> Finding | None:
    """Make the moves up to number `to`; the first that cannot be is said."""
    known = state.known
    move = None if known is None else known.walk(to)
    if known is None or move is None:
        return None
    _, place, words = state.told[known.made]
    return Finding.at(place, IMPOSSIBLE, ERROR, _cannot(state, move, words), move.seat)


def _cannot(state: Auction, move: Move, words: str) -> str:
    known, names = state.known, state.deck.names
    cards = move.cards if move.cards is not None else (move.card,)
    assert known is not None  # noqa: S101 - the caller has walked it
    wanted = [card for card in dict.fromkeys(cards) if cards.count(card) > known.most(move.seat, card)]
    card = wanted[0] if wanted else cards[0]
    often = " that often" * bool(known.most(move.seat, card))
    return f"{names[card]} {words}, but {state.name(move.seat)} does not hold it{often}"


def _start(state: Auction) -> tuple[list[tuple[int, ...] | None], list[int]]:
    """The hands as they are dealt, or as they are held where the record begins later, and how many cards each has."""
    size, dealt = state.size, state.hands
    if size < HAND:
        dealt = {seat: part.cards for seat, part in (state.deal.held or {}).items()}
    elif _with_widow(state) and state.bidder is not None:
        dealt = {**dealt, state.bidder: dealt[state.bidder] + (state.widow or ())}
    seats = range(state.session.players)
    hands = [dealt.get(seat) if seat in state.active else () for seat in seats]
    return hands, [size if hand is None else len(hand) for hand in hands]


def _with_widow(state: Auction) -> bool:
    """Whether the bidder's eighteen cards are known from the start, so that taking the widow tells nothing."""
    known = state.bidder in state.hands and state.widow is not None and not state.wrong
    return known and state.size == HAND and state.conceded_by != "unseen"


def _uncertain(state: Auction) -> bool:
    """Whether a card of anybody is not known from the start."""
    deal = state.deal
    if state.size < HAND:
        return len(deal.held or {}) < len(state.active)
    whole = len(state.hands) == len(state.active) and state.widow is not None
    return not whole or bool(state.wrong) or (state.buried is None and state.bidder is not None)


def _before(state: Auction) -> Iterator[Told]:
    """What happens until the melds lie on the table."""
    if state.size < HAND:
        return
    for said in state.calls_of(*EXPOSED):
        if not said.after:
            yield from _exposed(state, said)
    yield from _drawn(state)
    bidder, seen = state.bidder, state.place()
    if bidder is None or state.conceded_by == "unseen" or _with_widow(state):
        return
    taken = _left_of_widow(state)
    for n in range(WIDOW):
        yield Move(IN, bidder, taken[n] if taken else HIDDEN), seen, "is in the widow"


def _exposed(state: Auction, said: Irregularity) -> Iterator[Told]:
    if said.by in state.active and said.cards:
        yield Move(SHOW, said.by, cards=said.cards), said.place, "is exposed"


def _drawn(state: Auction) -> Iterator[Told]:
    """The short hand draws from the long one, or from a widow that is long; the cards may be written down."""
    if not state.wrong:
        return
    short = {seat: HAND - number for seat, number in state.wrong.items() if seat is not None and number < HAND}
    long = [seat for seat, number in state.wrong.items() if seat is not None for _ in range(number - HAND)]
    calls = state.calls_of("wrong-hand-before-widow")
    cards = [card for said in calls for card in said.cards]
    if not (calls or _played_whole(state)):
        return
    place = calls[0].place if calls else state.place()
    for seat, number in short.items():
        for _ in range(number):
            card = cards.pop(0) if cards else HIDDEN
            if long:
                yield Move(OUT, long.pop(), card), place, "is drawn"
            yield Move(IN, seat, card), place, "is drawn"


def _played_whole(state: Auction) -> bool:
    """Whether all tricks were played, so that wrong hands had been put right."""
    play = state.deal.play
    return play is not None and sum(cards is not None for cards in play.tricks) >= TRICKS


def _left_of_widow(state: Auction) -> tuple[int, ...] | None:
    """The widow as the bidder takes it; None where its cards are not known."""
    widow = state.widow
    if widow is None or len(widow) == WIDOW:
        return widow
    gone = [card for said in state.calls_of("wrong-hand-before-widow") for card in said.cards]
    left = list(widow)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left) if len(left) == WIDOW else None


def _after(state: Auction, *, shown: bool) -> Iterator[Told]:
    """The melds shown, where they tell anything, and what is buried."""
    bidder, deal = state.bidder, state.deal
    if bidder is None or state.size < HAND:
        return
    for meld in (deal.melds or ()) if shown else ():
        own = (*state.hands[bidder], *state.widow) if bidder in state.hands and state.widow is not None else None
        can = [state.deck.copies] * state.deck.kinds if own is None else state.deck.count(own)
        cards = meld.cards_that(state.deck, state.trump, can.__getitem__) if meld.parts else None
        if cards:
            yield Move(SHOW, bidder, cards=cards), meld.place, "is melded"
    yield from _buried(state, bidder)
    for said in state.calls_of(*EXPOSED):
        if said.after:
            yield from _exposed(state, said)  # whenever that was, he held them at the first lead
    for seat, cards_held in (deal.held or {}).items():
        if seat in state.active:
            yield Move(SHOW, seat, cards=cards_held.cards), cards_held.place, "is held"


def _buried(state: Auction, bidder: int) -> Iterator[Told]:
    """The cards that the bidder buried, those that are not written too."""
    bury = state.deal.bury
    if bury is not None:
        for card in bury.cards:
            yield Move(OUT, bidder, card), bury.place, "is buried"
    missing = WIDOW - (len(bury.cards) if bury else 0)
    if missing > 0 and (state.conceded_by is None or state.led) and _buries(state):
        for _ in range(missing):
            yield Move(OUT, bidder), state.place(), "is buried"


def _buries(state: Auction) -> bool:
    """Whether cards that are not written were buried: all three, or the rest of them if the play shows it."""
    return state.deal.bury is None or _played_whole(state)


def _course(state: Auction) -> Iterator[Move]:
    """The cards as they are played, exposed ones among them."""
    play, bidder = state.deal.play, state.bidder
    if play is None or bidder is None or state.trump is None:
        return
    calls = [said for said in state.calls_of(*EXPOSED) if said.after and said.by in state.active]
    for step in steps(play, plan_of(state, bidder)):
        if isinstance(step, Act):
            if step.event.verb == "exposes":
                yield Move(SHOW, step.event.seat, cards=step.event.cards)
            continue
        then = [said for said in calls if said.after == step.number - 1]
        yield from [Move(SHOW, said.by, cards=said.cards) for said in then if said.by is not None]
        if step.taken_back is None:
            yield from [Move(PLAY, seat, card) for seat, card in zip(step.seats, step.cards, strict=True)]


# --- What cannot be --------------------------------------------------------------------------------------------------


def _impossible(state: Auction, known: Known) -> Said:
    """More cards of a kind than the pack has, or more than a hand holds: said where the record shows it last."""
    deck = state.deck
    over = next((card for card, number in enumerate(known.seen) if number > deck.copies), None)
    if over is None and not known.short:
        return
    seat = None if over is not None else known.short[0]
    step = _last(state, over, seat)
    if over is not None:
        text = f"{deck.names[over]} is named more often than the pack has it ({deck.copies} times)"
        who = None
    else:
        who, text = seat, f"{state.name(seat or 0)} shows more cards than he had"
    if step is None:
        yield Finding.at(_shown_at(state, over), IMPOSSIBLE, ERROR, text, who)
        return
    event, at = state.deal.play[step.n], 0  # type: ignore[index]  # a step is one of its lines
    if over is not None:
        at = len(step.cards) - 1 - step.cards[::-1].index(over)
        who = step.seats[at]
        text = f"{state.name(who)} does not hold {deck.names[over]}: {text}"
    column = event.column_of(at)
    yield Finding(IMPOSSIBLE, ERROR, event.line, text, who, column, event.path, cause=step)


def _last(state: Auction, card: int | None, seat: int | None) -> Trick | None:
    """The last trick to which a card, or a card of that seat, is played from a hand that is not recorded."""
    play, bidder = state.deal.play, state.bidder
    if play is None or bidder is None or state.trump is None:
        return None
    found = None
    for step in steps(play, plan_of(state, bidder)):
        if isinstance(step, Trick) and step.taken_back is None:
            played = step.seats[step.cards.index(card)] if card in step.cards else None
            if (seat is not None and seat in step.seats) or (played is not None and played not in state.hands):
                found = step
    return found


def _shown_at(state: Auction, card: int | None) -> Place:
    """Where the melds, or what was exposed, show the card."""
    deal = state.deal
    shown = [(said.cards, said.place) for said in reversed(state.calls_of(*EXPOSED))]
    shown += [(one.cards(state.deck, state.trump) or (), one.place) for one in reversed(deal.melds or ())]
    other = deal.bury.place if deal.bury else state.place()
    return next((place for cards, place in shown if card is None or card in cards), other)
