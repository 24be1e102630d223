"""What is asked of whoever keeps a game of pinochle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.ask import CARDS, Ask, Situation, seated
from pinocle_cli.games.pinochle.common import WHOLE_COUNT
from pinocle_cli.record import Figure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pinocle_cli.record import Cards
    from pinocle_cli.rule import Rule

NAMED_MELDS = (
    "flush", "royal marriage", "marriage S", "marriage H", "marriage D", "marriage C", "pinochle",
    "aces", "kings", "queens", "jacks", "dix",
)  # fmt: skip


def turned(rule: Rule) -> Ask:
    """The card turned up; the rule says what a nine is worth there."""
    return Ask(keys=("turned", "trump"), label="turned", says="the card turned up, or the trump suit", rule=rule)


def melds(says: str, rule: Rule) -> Ask:
    """What was melded; the rule says what melds are worth."""
    return Ask(keys=("melds",), label="melds", says=says, nothing="none", offers=NAMED_MELDS, rule=rule)


def hands(apart: Sequence[str], rule: Rule, whom: Callable[[Situation], Sequence[int]] = seated) -> Ask:
    """The cards dealt to each; those under the keys of `apart` lie elsewhere."""
    says = "the cards dealt to {name}; Enter if not known"
    return Ask(keys=("hands",), label="hand", says=says, way=CARDS, whom=whom, apart=tuple(apart), rule=rule)


def whole_count(now: Situation) -> int:
    """The card points of a whole deal, in the values of the house."""
    return WHOLE_COUNT // 10 if getattr(now.house, "values", "") == "tens" else WHOLE_COUNT


def the_rest(now: Situation, seat: int | None) -> str:
    """What is left of the card points for one of two, where the other's are written."""
    taken: Mapping[int, Figure | Cards] = now.deal.taken or {}
    others = [figure.value for other, figure in taken.items() if other != seat and isinstance(figure, Figure)]
    left = whole_count(now) - others[0] if len(others) == len(taken) == 1 else -1
    return str(left) if left >= 0 else ""


def out_is_near(now: Situation, accounts: Sequence[int], target: int | str) -> bool:
    """Whether somebody may have declared himself out: the counts are short, or he has come to within a deal of it."""
    taken = now.deal.taken or {}
    counted = [part.value for part in taken.values() if isinstance(part, Figure)]
    if len(counted) == len(accounts) and sum(counted) < whole_count(now):
        return True
    within = 2 * whole_count(now)  # more than nearly any deal brings
    totals = now.totals or {}
    return isinstance(target, int) and any(totals.get(seat, 0) + within > target for seat in accounts)
