"""Rule, the value on which every point and every finding stands, and the ways to find one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

Kind = Literal["score", "settlement", "irregularity", "procedure", "record"]

EDITION = "2026.1"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rule:
    """One rule of the book, in our own words; two rules are the same only if they are one value.

    `kind` says what hangs on it: a score, a settlement, what follows from an irregularity, or only the procedure.
    """

    id: str
    title: str
    kind: Kind
    text: str
    source: str

    def __post_init__(self) -> None:
        """Fold the text, which is written over several indented lines, into one paragraph."""
        object.__setattr__(self, "text", " ".join(self.text.split()))

    def __repr__(self) -> str:
        return f"<{self.id}>"

    @property
    def name(self) -> str:
        """The id without its game: the name by which a record calls the rule."""
        return self.id.partition(".")[2]


def rules_of(game: str, *modules: ModuleType) -> tuple[Rule, ...]:
    """Every rule of the game that is written in these modules, in the order in which it stands there."""
    found: dict[str, Rule] = {}
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Rule) and value.id.startswith(f"{game}."):
                found.setdefault(value.id, value)
    return tuple(found.values())


def by_name(rules: Iterable[Rule]) -> dict[str, Rule]:
    """The rules under their names without the game."""
    return {rule.name: rule for rule in rules}
