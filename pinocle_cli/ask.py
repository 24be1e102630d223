"""What is asked of whoever keeps a record at the table, question by question. A game declares its own as values.

What is asked follows from what is written so far and from the rules; nothing of it is judged here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinocle_cli.course import Act, Plan, steps
from pinocle_cli.light import NamedTuple, light_dataclass
from pinocle_cli.record import Cards
from pinocle_cli.tricks import wins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.record import Deal, Event, Record
    from pinocle_cli.rule import Rule

SHEET, CARDS = "sheet", "cards"  # the two ways of keeping a deal: the figures of a score sheet, or card by card
WAYS = (SHEET, CARDS)


@light_dataclass(frozen=True, kw_only=True)
class Situation:
    """A deal as far as it is written, and what is known at the table when it begins."""

    deck: Deck
    record: Record
    house: Any
    names: tuple[str, ...]  # the players, then sides or kitty
    players: int
    trick_size: int
    deal: Any  # the game's own Deal; nothing in it before the first entry
    number: int
    dealer: int  # as written, or by turn
    dealer_known: bool  # it is written, or follows from the deal before
    trump: int | None
    totals: Mapping[int, int] | None  # before the deal; None where they are not known

    @property
    def eldest(self) -> int:
        """The player on the dealer's left."""
        return (self.dealer + 1) % self.players

    def round_from(self, seat: int) -> tuple[int, ...]:
        """The players in their order, this one first."""
        return tuple((seat + n) % self.players for n in range(self.players))


class Turn(NamedTuple):
    """Whose line comes next in `play`, `bids` or `calls`, what is expected of it, and words that may stand in it."""

    seat: int | None
    says: str
    offers: tuple[str, ...] = ()
    rule: Rule | None = None  # by which it is this turn
    nothing: str = ""  # what an answer without words says; if nothing, the question is passed over


Says = str  # with {name} for whom it is asked of


@light_dataclass(frozen=True, kw_only=True)
class Ask:
    """A question: the keys of the deal that may take the answer (the first that can read it), and when it is put."""

    keys: tuple[str, ...]
    label: str
    says: Says
    way: str = ""  # SHEET or CARDS; nothing: in both
    whom: Callable[[Situation], Sequence[int]] | None = None  # each of these answers; None: there is one answer
    turn: Callable[[Situation], Turn | None] | None = None  # the answers are lines; None from it: no more of them
    when: Callable[[Situation], bool] = lambda _: True
    nothing: str = ""  # what an answer without words writes; if nothing, the question is passed over
    listed: bool = False  # commas separate the items of a list
    given: Callable[[Situation, int | None], str] = lambda _, __: (
        ""
    )  # the answer that the rest of the deal gives already
    apart: tuple[str, ...] = ()  # the keys whose cards lie elsewhere and so cannot be these
    offers: tuple[str, ...] = ()  # words that may stand in the answer
    rule: Rule | None = None  # that whoever answers may want to read

    @property
    def key(self) -> str:
        """The key that takes the answer as a rule."""
        return self.keys[0]


# --- What several games ask alike ------------------------------------------------------------------------------------


def seated(now: Situation) -> tuple[int, ...]:
    """The players as they are listed."""
    return tuple(range(now.players))


def dealt_by_turn(now: Situation, _: int | None) -> str:
    """Who deals, where the deal before tells."""
    return now.names[now.dealer] if now.dealer_known else ""


def dealer(rule: Rule) -> Ask:
    """Who deals; the rule says how that is found out."""
    return Ask(keys=("dealer",), label="dealer", says="who deals?", given=dealt_by_turn, rule=rule)


class Progress(NamedTuple):
    """How far play has come: tricks, who leads to the next (None: nobody can tell), the verb that ended it."""

    tricks: int
    leader: int | None
    stopped: str


def progress(now: Situation, order: tuple[int, ...], first: int | None, ends: Sequence[str] = ()) -> Progress:
    """How far the play of the deal has come, the players in this order and the first lead with `first`."""
    known = first is not None and first in order
    plan = Plan(
        seats=order,
        leader=first if first is not None and known else order[0],
        leader_known=known,
        wins=wins(now.deck, now.trump),
    )
    tricks, leader, stopped = 0, first, ""
    for step in steps(now.deal.play, plan) if now.deal.play is not None else ():
        if isinstance(step, Act):
            stopped = step.event.verb if step.event.verb in ends else stopped
        elif step.taken_back is None:
            tricks, leader = step.number, step.winner
    return Progress(tricks, leader, stopped)


def bid_due(
    now: Situation, order: Sequence[int], least: int, step: int, *, closes_with: int, rule: Rule | None = None
) -> Turn | None:
    """Who speaks, and what he may say; None when the bidding is closed. Once there is a bid, silence is a pass."""
    bids = now.deal.bids or ()
    due = next_bid(bids, order, least, step, closes_with=closes_with)
    if due is None:
        return None
    seat, at_least = due
    begun = any(event.what is not None for event in bids)
    says = f"{now.names[seat]} bids {at_least} or more, or passes"
    return Turn(seat, says + " (Enter)" * begun, (str(at_least), "pass"), rule, "pass" if begun else "")


def next_bid(
    bids: Sequence[Event], order: Sequence[int], least: int, step: int, *, closes_with: int
) -> tuple[int, int] | None:
    """(who speaks, his least bid), the bids being as they are written; None when the bidding is closed.

    It is closed when `closes_with` players have passed and one has bid, or when all have passed.
    """
    passed = {event.seat for event in bids if event.what is None}
    high = max((event.what for event in bids if event.what is not None), default=0)
    left = [seat for seat in order if seat not in passed]
    if not left or (high and len(passed) >= closes_with):
        return None
    start = (order.index(bids[-1].seat) + 1) if bids and bids[-1].seat in order else 0
    turn = next(seat for n in range(len(order)) if (seat := order[(start + n) % len(order)]) in left)
    return turn, max(least, high + step)


def cards_written(deal: Deal, keys: Sequence[str], but: int | None = None) -> Iterator[int]:
    """Every card that stands under these keys of a deal, but for those of one player."""
    for key in keys:
        value = getattr(deal, key.replace("-", "_"), None)
        parts = value.items() if isinstance(value, dict) else ((None, value),)
        for seat, part in parts:
            if isinstance(part, Cards) and (seat is None or seat != but):
                yield from part.cards
