"""The exchange: what each threw out and drew, and with how many cards he plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.games.piquet.evidence import gather, wants
from pinocle_cli.games.piquet.hands import DECK, ELDERS, HAND, TALON_SIZE, bits_of, show
from pinocle_cli.games.piquet.rulings import NO_PENALTY, says
from pinocle_cli.record import IMPOSSIBLE
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.record import Irregularity, Place
    from pinocle_cli.weigh import Weight

DISCARD_FINAL = Rule(
    "discard-final",
    "A discard is final",
    "procedure",
    """What has been thrown out is not used again. The discard is made before drawing. (Source 001 once says "before
    and after" by a slip.)""",
    "001; Portland laws, 24 and 25",
)
DISCARD_FINAL.follows()(says("what was thrown out stays out"))

OWN_DISCARD = Rule(
    "own-discard",
    "Looking at discards",
    "procedure",
    "A player may look at his own discard while he plays, never at the other's.",
    "001; Portland laws, 45",
)
OWN_DISCARD.follows()(says("no penalty is laid down for it"))

LEFTOVER = Rule(
    "leftover-talon",
    "Cards left in the talon",
    "procedure",
    "What is left may be opened when younger wishes it, after elder's first lead; or it stays closed.",
    "001; Portland laws, 33, 36 and 37",
)
LEFTOVER.follows()(says(NO_PENALTY))


def exchange(state: Piquet) -> Said:
    """The hands as played, as far as the exchange tells; says what cannot be and what may not be."""
    gather(state)
    if state.dealt == [None, None] and state.discarded == [None, None]:
        return
    as_due = state.in_order and state.deal.held is None  # each has drawn his own cards, and played them
    for seat in (state.elder, state.younger):
        impossible = next(_agrees(state, seat), None)
        if impossible is not None:
            yield impossible
            return
        if not as_due:
            yield from drew_his_own(state, seat)
        yield from how_many(state, seat)


def _agrees(state: Piquet, seat: int) -> Said:
    """The hand as played is what was kept of the hand dealt, and cards of the talon."""
    dealt, out, name = state.dealt[seat], state.discarded[seat] or 0, state.name(seat)
    if dealt is None:
        return
    if out & ~dealt:
        text = f"{name} throws out {show(out & ~dealt)}, which was not dealt to him"
        yield state.error(IMPOSSIBLE, _place(state, seat, "discards"), text, seat)
    held = state.held[seat]
    if held is None:
        return
    lost, drew = dealt & ~out & ~held, held & ~dealt
    other = state.dealt[1 - seat] if 1 - seat in (state.deal.hands or {}) else None
    text = ""
    if lost:
        text = f"{name} was dealt {show(lost)} and did not throw it out, but plays without it"
    elif state.talon is not None and state.deal.talon is not None and drew & ~state.talon:
        text = f"{name} plays with {show(drew & ~state.talon)}, which is neither in his hand nor in the talon"
    elif drew & (other or 0):
        text = f"{name} plays with {show(drew & (other or 0))}, which the other was dealt"
    if text:
        yield state.error(IMPOSSIBLE, _place(state, seat), text, seat)


TALON = Rule(
    "talon",
    "The talon",
    "procedure",
    """The eight cards that are left lie face down: the first five are elder's, the last three younger's. By the laws
    of 1882 a player who takes a card that is the other's reckons nothing in the deal; or the other, having looked at
    his hand, may have a fresh deal.""",
    "001; Portland laws, 27 to 29",
)


@TALON.applied
def drew_his_own(state: Piquet, seat: int) -> Said:
    """Elder draws from the top of the first five, younger from what elder left on."""
    dealt, held = state.dealt[seat], state.held[seat]
    if dealt is None or state.deal.talon is None:
        return
    drew, talon = state.lo[seat] & ~dealt, state.deal.talon.cards
    rule, due = (TALON, talon[:ELDERS]) if seat == state.elder else (YOUNGER_EXCHANGE, _due_to_younger(state))
    due = due[: drew.bit_count()]
    others = drew & bits_of(talon[ELDERS:]) if seat == state.elder else 0
    wrong = drew & ~bits_of(due)
    if not wrong or (held is None and not others):
        return
    text = f"{state.name(seat)} took {show(wrong)}; he should have taken {DECK.show(due)}"
    if others:
        text = f"{state.name(seat)} took {show(others)}, of younger's three cards"
    yield state.fault(rule, _place(state, seat), text, seat)._replace(cause=others or None)


def _due_to_younger(state: Piquet) -> tuple[int, ...]:
    dealt, held = state.dealt[state.elder], state.held[state.elder]
    gone = (held & ~dealt & (state.talon or 0)).bit_count() if held is not None and dealt is not None else 0
    talon: tuple[int, ...] = given(state.deal.talon).cards
    return talon[gone:]


@TALON.examined
def _own_card(state: Piquet, said: Irregularity) -> Weight:
    """A card that a player is said to have taken may have been his own, or none of the talon's."""
    if any(f.rule in (TALON, YOUNGER_EXCHANGE) and f.severity == "fault" and f.seat == said.by for f in state.found):
        return CONFIRMED
    cards, seat = bits_of(said.cards), said.by
    if not cards and _too_late_to_put_right(state, said) and state.deal.talon is not None:
        return refuted(f"{_each(state, said)} played with cards that were his own to draw")
    if not cards or seat is None or state.talon is None:
        return OPEN
    if not cards & state.talon:
        return refuted(f"{DECK.show(said.cards)} did not lie in the talon")
    if state.deal.talon is not None:
        own = bits_of(state.deal.talon.cards[:ELDERS]) if seat == state.elder else bits_of(_due_to_younger(state))
        if not cards & ~own:
            return refuted(f"{DECK.show(said.cards)} was {state.name(seat)}'s own to draw")
    return OPEN


ELDER_EXCHANGE = Rule(
    "elder-exchange",
    "Elder exchanges one to five",
    "procedure",
    """Elder hand exchanges first, one card at least and five at most, and says how many he takes. With thirteen cards
    dealt he throws out two at least, one more than he takes.""",
    "001; Portland laws, 21, 32 and 40 to 43",
)

YOUNGER_EXCHANGE = Rule(
    "younger-exchange",
    "Younger exchanges what is left",
    "procedure",
    """Younger hand draws second: first the cards that elder left, then his own; he may take all that remain. He need
    not exchange; by the laws of 1882 he exchanges one card at least.""",
    "001; Portland laws, 22, 23, 34 and 35",
)


@ELDER_EXCHANGE.applied
@YOUNGER_EXCHANGE.applied
def how_many(state: Piquet, seat: int) -> Said:
    """Whether so many may be thrown out."""
    if state.discarded[seat] is None:
        return
    out, elder = (state.discarded[seat] or 0).bit_count(), seat == state.elder
    dealt = state.dealt[seat]
    over = dealt.bit_count() - HAND if dealt is not None else 0
    size = len(state.deal.talon.cards) if state.deal.talon else TALON_SIZE
    may = ELDERS if elder else size - _taken_by_elder(state)
    if 0 < out <= may and over <= 0:
        return
    must = elder or state.house.younger_must_exchange == "yes"
    name, place = state.name(seat), _place(state, seat, "discards")
    rule = ELDER_EXCHANGE if elder else YOUNGER_EXCHANGE
    if must and wants(state, seat) < 1:
        who = "elder" if elder else "younger"
        text = f"{name} exchanges nothing; {who} must exchange one card at least"
        if out:
            text = f"{name} was dealt {HAND + over} cards and throws out {out}; he must throw out two at least"
        yield state.fault(rule, place, text, seat)
    elif out > may + max(over, 0):
        yield state.fault(rule, place, f"{name} throws out {out} cards, but may take only {may}", seat)


def _taken_by_elder(state: Piquet) -> int:
    dealt, held, out = state.dealt[state.elder], state.held[state.elder], state.discarded[state.elder]
    if dealt is not None and held is not None:
        return (held & ~dealt).bit_count()
    return min(out.bit_count(), ELDERS) if out is not None else 0


@ELDER_EXCHANGE.examined
@YOUNGER_EXCHANGE.examined
def _by_the_right_player(state: Piquet, said: Irregularity) -> Weight:
    """Whether the exchange that is recorded breaks the rule."""
    elder = said.fault.endswith(ELDER_EXCHANGE.label)
    seat, rule = (state.elder, ELDER_EXCHANGE) if elder else (state.younger, YOUNGER_EXCHANGE)
    if any(f.rule is rule and f.severity == "fault" for f in state.found) and said.by in (None, seat):
        return CONFIRMED
    if said.by not in (None, seat):
        return refuted(f"{state.name(1 - seat)} was {'younger' if elder else 'elder'} hand")
    if state.dealt[seat] is None or state.held[seat] is None or said.cards:
        return OPEN
    return refuted(
        f"{state.name(seat)} threw out {(state.discarded[seat] or 0).bit_count()}, and took as many of his own"
    )


SHORT_DISCARD = Rule(
    "short-discard",
    "Fewer thrown out than drawn",
    "irregularity",
    """If a player throws out fewer cards than he draws, that must be put right, best before the talon is opened. By
    the laws of 1882 it can no longer be put right once he has taken up a card of the talon.""",
    "001; Portland laws, 24 and 31",
)

TOO_MANY = Rule(
    "too-many-cards",
    "Too many cards",
    "irregularity",
    """Whoever plays with more than twelve cards after a wrong discard plays in silence: his play counts nothing, and
    the other's leads, captures and last trick count double, though not towards a pique; what he called stands. By the
    laws of 1882 he reckons nothing in the deal at all, and his cards only bar the other's; the other need not enforce
    it.""",
    "001; Portland laws, 25, 31, 35, 44 and 58; decided for the pique by us",
)

TOO_FEW = Rule(
    "too-few-cards",
    "Too few cards",
    "irregularity",
    """Nothing follows for a player with fewer than twelve cards, except that the other counts as tricks all the cards
    to which he has none to play.""",
    "Portland laws, 26, 30 and 57; the source text is silent",
)


@SHORT_DISCARD.applied
@TOO_MANY.applied
@TOO_FEW.applied
def wrong_hands(state: Piquet) -> Said:
    """Hands of more or fewer than twelve cards after the exchange."""
    for seat, hand in enumerate(state.held):
        size = state.size[seat] if hand is None else hand.bit_count()
        if size == HAND:
            continue
        rule = TOO_MANY if size > HAND else TOO_FEW
        if size > HAND and _is_short(state, seat):
            rule = SHORT_DISCARD
        text = f"{state.name(seat)} has {size} cards to play{_because(state, seat, size)}"
        yield state.fault(rule, state.place_of[seat] or state.place(), text, seat)


def _is_short(state: Piquet, seat: int) -> bool:
    """Whether the fault is the discard: it is not played yet, or the table calls it so."""
    called = [said.fault for said in state.deal.irregularities or () if said.by in (None, seat)]
    if any(fault.endswith(TOO_MANY.label) for fault in called):
        return False
    return any(fault.endswith(SHORT_DISCARD.label) for fault in called) or (
        state.deal.play is None and state.discarded[seat] is not None
    )


def _because(state: Piquet, seat: int, size: int) -> str:
    out, dealt = state.discarded[seat], state.dealt[seat]
    if out is None:
        return f" instead of {HAND}"
    thrown = out.bit_count()
    return f": he threw out {thrown} and drew {size + thrown - (HAND if dealt is None else dealt.bit_count())}"


TOO_FEW.follows()(says("no penalty; cards to which he has none to play are the other's tricks"))


@TOO_MANY.examined
@SHORT_DISCARD.examined
@TOO_FEW.examined
def _how_many_he_had(state: Piquet, said: Irregularity) -> Weight:
    """Whether the hand that was played is known to be right."""
    rules = (TOO_FEW,) if said.fault.endswith(TOO_FEW.label) else (TOO_MANY, SHORT_DISCARD)
    if any(f.rule in rules and f.severity == "fault" and said.by in (None, f.seat) for f in state.found):
        return CONFIRMED
    seats = (0, 1) if said.by is None else (said.by,)
    if any(state.held[seat] is None for seat in seats):
        return OPEN
    if said.fault.endswith(SHORT_DISCARD.label) and not _too_late_to_put_right(state, said):
        return OPEN
    return refuted(f"{_each(state, said)} played with twelve cards")


def _too_late_to_put_right(state: Piquet, said: Irregularity) -> bool:
    """Whether the exchange with which a player played is known, and had he put another right, it was before that."""
    seats = (0, 1) if said.by is None else (said.by,)
    known = all(state.dealt[seat] is not None and state.held[seat] is not None for seat in seats)
    return known and bool(said.after)


def _each(state: Piquet, said: Irregularity) -> str:
    return "each" if said.by is None else state.name(said.by)


def _place(state: Piquet, seat: int, part: str = "held") -> Place:
    """Where the hand or the discard of a player stands."""
    written = getattr(state.deal, part) or {}
    found: Place | None = written[seat].place if seat in written else state.place_of[seat]
    return found or state.place()
