"""What rulings are made of: the choices that a rule gives, a fresh deal, and a forfeit that changes the reckoning.

Most rulings change the terms of the reckoning (a player counts nothing, or his play does not): the deal is reckoned
again on the new terms, and the difference stands in the ledger as entries of the ruling. Nothing is erased.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.ledger import Choice, Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pinocle_cli.game import Remedy
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Entry, Finding
    from pinocle_cli.record import Irregularity
    from pinocle_cli.rule import Rule

REDEAL, STAND, ENFORCE, WAIVE, RECKON, LEAVE = "redeal", "stand", "enforce", "waive", "reckon", "leave"


def chosen(finding: Finding) -> str | None:
    """What the injured side chose, where the table wrote it."""
    return finding.said.choice if finding.said is not None else None


def void(state: Piquet, rule: Rule, text: str = "") -> Ruling:
    """The deal does not count, and is dealt again by the same player."""
    state.void, state.redeal, state.scored, state.complete = rule, True, True, True
    return Ruling(rule=rule, text=f"{text}the deal is void; {state.name(state.dealer)} deals again")


def fresh_deal(rule: Rule, finding: Finding, state: Piquet, who: int) -> Ruling:
    """For the injured player to choose; until it is known what was chosen the deal counts as it stands."""
    choice, name = chosen(finding), state.name(who)
    if choice == REDEAL:
        return void(state, rule, f"{name} chose a fresh deal: ")
    if choice == STAND:
        return Ruling(rule=rule, text=f"{name} let the deal stand")
    choices = (
        Choice(REDEAL, f"the deal is void; {state.name(state.dealer)} deals again"),
        Choice(STAND, "the deal counts" if state.scored else "the deal stands"),
    )
    return Ruling(rule=rule, text=f"{name} may choose a fresh deal or let it stand", choices=choices)


def compulsory(rule: Rule) -> Remedy[Piquet]:
    """A remedy: there must be a fresh deal."""

    def remedy(_: Finding, state: Piquet, __: Sequence[Entry]) -> Ruling:
        return void(state, rule)

    return remedy


def says(text: str) -> Callable[[Finding, Piquet, Sequence[Entry]], Ruling]:
    """A remedy that costs nothing and only says what holds."""

    def remedy(finding: Finding, _: Piquet, __: Sequence[Entry]) -> Ruling:
        return Ruling(rule=finding.rule, text=text)

    return remedy


NO_PENALTY = "no penalty is laid down for it; the deal stands"


# --- What is asked of a called fault ---------------------------------------------------------------------------------


def too_late_to_put_right(state: Piquet, said: Irregularity) -> bool:
    """Whether the exchange with which a player played is known, and had he put another right, it was before that."""
    seats = (0, 1) if said.by is None else (said.by,)
    known = all(state.dealt[seat] is not None and state.held[seat] is not None for seat in seats)
    return known and bool(said.after)


def each(state: Piquet, said: Irregularity) -> str:
    """Who is said to have broken a rule; each, where nobody is named."""
    return "each" if said.by is None else state.name(said.by)
