"""What all makers need: a session as it happened and as it is written, names, and faults of the score sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

NAMES = [
    *("Anna", "Boris", "Cyd", "Dan", "Eve", "Annabel", "Bob", "Zoë", "O'Neil", "Ann Lee", "NO", "1_000"),
    *("Анна", "Борис", "Вера", "Глеб", "Дарья", "Мария Ивановна"),
]


@dataclass
class Session:
    """What happened, whole (the opinion is on this); and the parts of it that are written down."""

    whole: dict[str, Any]
    written: dict[str, Any]
    kinds: list[str] = field(default_factory=list)  # the faults that were put in

    @property
    def sound(self) -> bool:
        return not self.kinds


def chance(rng: random.Random, share: float) -> bool:
    return rng.random() < share


def players(rng: random.Random, number: int) -> list[str]:
    return rng.sample(NAMES, number)


def house(rng: random.Random, profiles: list[str], options: dict[str, list[Any]]) -> dict[str, Any]:
    """A profile and a few options at random; often nothing at all."""
    rules: dict[str, Any] = {"profile": rng.choice(profiles)} if chance(rng, 0.7) else {}
    for name in rng.sample(sorted(options), rng.choice([0, 0, 1, 2, 3])):
        rules[name] = rng.choice(options[name])
    return rules


def goes_on(session: Session, fault: str, result: object) -> bool:
    """Whether another deal is made: not when the game is decided, unless the table overlooked it, once."""
    if result is None:
        return "after the end" not in session.kinds
    if fault == "after the end" and fault not in session.kinds:
        session.kinds.append(fault)
        return True
    return False


def sheet_faults(
    rng: random.Random,
    session: Session,
    figures: Sequence[dict[str, int] | None],
    totals: dict[str, int] | None,
    faulty: float,
) -> None:
    """The table writes its figures: mostly right, sometimes ten too many."""
    for deal, there, scores in zip(session.whole["deals"], session.written["deals"], figures, strict=True):
        if scores is None or not ({"play", "taken"} & set(deal)) or chance(rng, 0.7):
            continue
        claimed = dict(scores)
        if chance(rng, faulty):
            claimed[rng.choice(list(claimed))] += 10
            session.kinds.append("a deal added wrongly")
        deal["claimed"] = there["claimed"] = claimed
    if totals is not None and chance(rng, 0.3):
        wrote = dict(totals)
        if chance(rng, faulty):
            wrote[rng.choice(list(wrote))] += 100
            session.kinds.append("totals added wrongly")
        session.whole["claimed"] = session.written["claimed"] = wrote
