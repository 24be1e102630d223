"""Wrong hands: one player has a card too many and another one too few."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.games.partnership.chapters.laid import most_of
from pinocle_cli.games.partnership.seats import PLAYERS
from pinocle_cli.games.partnership.state import HAND
from pinocle_cli.ledger import ERROR, FAULT, Finding, Ruling
from pinocle_cli.packs import what_is_missing
from pinocle_cli.record import COUNT
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import APART, refuted
from pinocle_cli.written import given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.chapters.laid import Laid
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.ledger import Entry
    from pinocle_cli.weigh import Weight
    from pinocle_cli.written import Irregularity

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
    deal, hands, rule_of = state.deal, state.deal.hands or {}, state.session.game.rule
    state.wrong_sizes = {seat: len(cards.cards) for seat, cards in hands.items() if len(cards.cards) != HAND}
    said = [one for one in deal.irregularities or () if rule_of(one.fault) in WRONG_HANDS]
    state.before_look = bool(said) and rule_of(said[0].fault) is BEFORE_LOOK
    state.drawn = {one.by: list(one.cards) for one in said if one.cards and one.by is not None and one.by < PLAYERS}
    if not state.wrong_sizes:
        yield from _held_sizes(state)
        return
    if sum([len(cards.cards) for cards in hands.values()]) != HAND * len(hands):
        yield from _no_pack(state)
        return
    if not said:
        state.before_look = deal.melds is None and deal.play is None
        rule = BEFORE_LOOK if state.before_look else AFTER_LOOK
        seat = next(iter(state.wrong_sizes))
        counts = ", ".join(f"{state.name(seat)} has {number}" for seat, number in state.wrong_sizes.items())
        yield Finding.at(hands[seat].place, rule, FAULT, f"{counts} cards; each is dealt {HAND}", seat)
    yield from _held_sizes(state)


def _no_pack(state: Partnership) -> Said:
    hands = given(state.deal.hands)
    hint = what_is_missing(state.deck, hands.values()) if len(hands) == PLAYERS else ""
    for seat, number in state.wrong_sizes.items():
        text = f"{state.name(seat)} has {number} cards; {HAND} are dealt{hint}"
        yield Finding.at(hands[seat].place, COUNT, ERROR, text, seat)


def _held_sizes(state: Partnership) -> Said:
    for seat, cards in (state.deal.held or {}).items():
        if len(cards.cards) > HAND:
            text = f"{state.name(seat)} has {len(cards.cards)} cards here; {HAND} are played"
            yield Finding.at(cards.place, COUNT, ERROR, text, seat)


@BEFORE_LOOK.examined
@AFTER_LOOK.examined
def hands_were_right(state: Partnership, said: Irregularity) -> Weight:
    """Hands written with twelve cards each, without a word of what was drawn, were right hands."""
    hands = state.deal.hands or {}
    whole = all(len(cards.cards) == HAND for cards in hands.values())
    if said.cards or not hands or not whole or (len(hands) < PLAYERS and said.by not in hands):
        return APART  # what the record shows under this rule is that a card so drawn was melded
    return refuted("each was dealt twelve cards")


@BEFORE_LOOK.follows()
def drawn_before_look(finding: Finding, _: Partnership, __: Sequence[Entry]) -> Ruling:
    """The short hand draws."""
    text = "the short hand draws what it lacks from the long one; what it draws may be melded"
    return Ruling(rule=BEFORE_LOOK, text=finding.ruling or text)


# --- After the melds -------------------------------------------------------------------------------------------------


@AFTER_LOOK.applied
def drawn_though_shown(state: Partnership, table: dict[int, list[Laid]]) -> Said:
    """A short hand draws only from cards that the long one has not shown."""
    long = [seat for seat, cards in (state.deal.hands or {}).items() if len(cards.cards) > HAND]
    for seat in () if state.before_look else long:
        items = table.get(seat)
        if not items:
            continue
        shown, own = most_of([Counter(laid.cards) for laid in items]), Counter(given(state.deal.hands)[seat].cards)
        for other, drawn in state.drawn.items():
            for card, number in Counter(drawn).items():
                if 0 < own[card] < shown[card] + number:
                    name, giver = state.name(other), state.name(seat)
                    text = f"{name} drew {state.deck.names[card]}, which {giver} had shown in a meld"
                    finding = Finding.at(items[0].shown.place, AFTER_LOOK, FAULT, text, other)
                    ruling = "it should have been a card that was not shown; the melds stand"
                    yield finding._replace(remedy=AFTER_LOOK, ruling=ruling)


@AFTER_LOOK.applied
def melds_what_was_drawn(state: Partnership, seat: int, laid: Laid) -> bool:
    """Whether an item needs a card that came to the hand only after the melds."""
    if state.before_look or not state.drawn.get(seat):
        return False
    late = Counter(state.drawn[seat])
    own = (state.deal.hands or {}).get(seat)
    had = Counter(own.cards) if own is not None and len(own.cards) < HAND else Counter(own.cards if own else ()) - late
    return any(late[card] and number > had[card] for card, number in laid.spread.need.items())


def drawn_card_melded(state: Partnership, seat: int, laid: Laid) -> Finding:
    """A meld that needs a card which came to the hand after the melds."""
    text = f"{state.name(seat)} melded {state.deck.show(sorted(laid.cards))} with a card drawn after the melds"
    finding = Finding.at(laid.shown.place, AFTER_LOOK, FAULT, text, seat)
    return finding._replace(remedy=AFTER_LOOK, ruling="the meld scores nothing")


@AFTER_LOOK.follows()
def drawn_after_look(finding: Finding, _: Partnership, __: Sequence[Entry]) -> Ruling:
    """All meld first, then the short hand draws."""
    text = (
        "after the melds the short hand draws what it lacks from cards of the long one that were not shown; what it"
        " draws may not be melded"
    )
    return Ruling(rule=AFTER_LOOK, text=finding.ruling or text)
