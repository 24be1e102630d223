"""Wrong hands: too short, too long, and a stock that does not come out even."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Step
from pinocle_cli.games.two_handed.stock import sizes_of
from pinocle_cli.ledger import Choice, Entry, Ruling
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import CONFIRMED, OPEN, Weight, refuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.games.two_handed.state import TwoHanded, Walk
    from pinocle_cli.games.two_handed.stock import Stock
    from pinocle_cli.ledger import Finding
    from pinocle_cli.record import Irregularity

WRONG_HAND_SHORT = Rule(
    "wrong-hand-short",
    "A hand too short",
    "irregularity",
    "If it is found after the first trick, a short hand draws at its next turn as many cards as it lacks.",
    "000, Неправильная рука",
)


@WRONG_HAND_SHORT.applied
def forgotten(state: TwoHanded, steps: list[Step]) -> frozenset[tuple[int, int]]:
    """Who did not draw after which trick: he draws more than one card later, and nothing is written of him there."""
    acts = [step for step in steps if isinstance(step, Act) and step.event.verb == "draw"]
    written = {(act.event.seat, act.tricks) for act in acts}
    if len(acts) == len(written):
        return frozenset()
    return frozenset((seat, trick) for seat in (0, 1) for trick in _silent(state, seat, acts))


def _silent(state: TwoHanded, seat: int, acts: list[Act]) -> list[int]:
    """After which tricks a player did not draw: the last of which nothing is written, for each card drawn too many."""
    silent: list[int] = []
    forgot: list[int] = []
    size = sizes_of(state)[seat]
    for trick in range(1, state.size + 1):
        size -= 1  # played to the trick
        number = sum(act.event.seat == seat and act.tricks == trick for act in acts)
        lacks = state.size - size
        if not number:
            silent.append(trick)
            size += max(0, lacks)
            continue
        for _ in range(number - max(1, lacks)):
            if silent:
                forgot.append(silent.pop())
                size -= 1
        size += number
    return forgot


WRONG_HAND_LONG = Rule(
    "wrong-hand-long",
    "A hand too long",
    "irregularity",
    "If it is found after the first trick, a long hand draws nothing until it has the right number of cards.",
    "000, Неправильная рука",
)


@WRONG_HAND_LONG.applied
def due(stock: Stock, seat: int) -> int:
    """How many cards a player draws where nothing is written: what his hand lacks, once it is put right."""
    if (seat, stock.trick) in stock.way.forgot:
        return 0
    if stock.dealt_wrong[seat] and stock.trick < stock.way.restored:
        return 1
    return max(0, stock.full - stock.sizes[seat])


WRONG_HAND_NO_MELD = Rule(
    "wrong-hand-no-meld",
    "No meld from a wrong hand",
    "irregularity",
    "A player may not meld while his hand has a wrong number of cards.",
    "000, Неправильная рука",
)


@WRONG_HAND_NO_MELD.follows(WRONG_HAND_SHORT, WRONG_HAND_LONG)
def nothing_melded(finding: Finding, state: TwoHanded, _: Sequence[Entry]) -> Ruling:
    """What the table called takes off what was shown in that turn; what the cards show was not counted."""
    does = (
        "draws what it lacks at its next turn"
        if finding.rule is WRONG_HAND_SHORT
        else "draws nothing until it is right"
    )
    text = f"the hand {does}, and melds nothing before that"
    said = finding.said
    if said is None or said.by is None or said.after is None:
        return Ruling(rule=finding.rule, text=text)
    taken = [one for one in state.shown if one.seat == said.by and one.after == said.after]
    state.shown = [one for one in state.shown if one not in taken]
    entries = [Entry(one.seat, -one.points, WRONG_HAND_NO_MELD, finding.line, "shown by a wrong hand") for one in taken]
    return Ruling(rule=WRONG_HAND_NO_MELD if entries else finding.rule, text=text, entries=tuple(entries), each=True)


def right_number(state: TwoHanded, said: Irregularity) -> Weight:
    """A hand that is recorded, and of which every card has its place, had the right number."""
    walk = state.walk
    rule = state.session.game.rule(said.fault)
    if any(one.rule is rule and said.by in (None, one.seat) for one in state.found):
        return CONFIRMED
    hand = (state.deal.hands or {}).get(said.by) if said.by is not None else None
    if hand is not None and len(hand.cards) == state.size and said.after == 0:
        return refuted("he was dealt the right number of cards, and nobody had drawn yet")
    if walk is None or said.by is None or not _all_draws_known(state, walk, said):
        return OPEN
    return refuted("his hand had the right number of cards") if hand is not None or state.whole else OPEN


def _all_draws_known(state: TwoHanded, walk: Walk, said: Irregularity) -> bool:
    """Whether the stock is recorded, or what the player drew after each trick up to then."""
    if state.deal.stock is not None:
        return True
    last = min(said.after or state.size, state.size - 1)  # the trump card drawn at the end needs no line
    acts = [step for step in walk.steps if isinstance(step, Act) and step.event.verb == "draw"]
    drew = {act.tricks for act in acts if act.event.seat == said.by}
    return drew >= {*range(1, last + 1)}


WRONG_HAND_SHORT.examined(right_number)
WRONG_HAND_LONG.examined(right_number)

WRONG_STOCK_THREE = Rule(
    "wrong-stock-three",
    "Three cards left in the stock",
    "irregularity",
    """If three cards are left at the end (two face down and the trump card) and both hands are right, the winner of
    the trick takes the top one; the loser may take the other without looking at it, or the trump card. The card
    that is left is shown; it takes no part and counts for nobody.""",
    "000, Неправильный резерв",
)


@WRONG_STOCK_THREE.follows()
def three_left(finding: Finding, state: TwoHanded, _: Sequence[Entry]) -> Ruling:
    """The loser of the trick chooses; the card that is left counts for nobody."""
    chosen = finding.said.choice if finding.said else None
    cards = finding.said.cards if finding.said else ()
    left = f"; {state.deck.show(cards)} is shown and counts for nobody" if cards else ""
    if chosen in ("stock", "trump"):
        took = "the other card of the stock" if chosen == "stock" else "the trump card"
        return Ruling(rule=WRONG_STOCK_THREE, text=f"the loser of the trick took {took}{left}")
    if cards:
        return Ruling(rule=WRONG_STOCK_THREE, text=f"the loser of the trick has chosen{left}")
    choices = (
        Choice("stock", "he takes the other card of the stock unseen; the trump card is left and counts for nobody"),
        Choice("trump", "he takes the trump card; the other card is shown and counts for nobody"),
    )
    text = "the winner of the trick takes the top card; the loser may choose between the other one and the trump card"
    return Ruling(rule=WRONG_STOCK_THREE, text=text, choices=choices)


@WRONG_STOCK_THREE.examined
def none_left(state: TwoHanded, _: Irregularity) -> Weight:
    """Where every card of the pack was played none was left."""
    return refuted("every card of the pack was played") if state.tricks == 2 * state.size else OPEN
