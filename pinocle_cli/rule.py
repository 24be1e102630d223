"""Rule, the value on which every point and every finding stands, and the links from it to the code that applies it.

A rule stands directly above its code, and the code says so: `@RULE.applied` above the function, `RULE.table(...)` round
a table, `@REMEDY.follows(FAULT)` above what follows from a breach. `pinocle rules`, the pages and a game's remedies are
drawn from these links.
"""

from __future__ import annotations

import sys
from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeVar

from pinocle_cli.light import NamedTuple, light_dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType, ModuleType

Kind = Literal["score", "settlement", "irregularity", "procedure", "record"]
T = TypeVar("T")
F = TypeVar("F", bound="Callable[..., object]")

EDITION = "2026.1"


class Applied(NamedTuple):
    """Where a rule is applied: module, line (pages leave it out, tests measure it), and the name of the function."""

    module: str
    line: int
    name: str


@light_dataclass(frozen=True, eq=False)
class Rule:
    """One rule of the book, in our own words; two rules are the same only if they are one value.

    `label` is its name without the game, by which a record calls it; one with a dot is of its own book
    (`record.claim`). `kind` says what depends on it: a score, a settlement, what follows from an irregularity, or only
    the procedure.
    """

    label: str
    title: str
    kind: Kind
    text: str
    source: str
    code: list[Applied] = field(default_factory=list, init=False)
    remedies: dict[Rule, Callable[..., object]] = field(default_factory=dict, init=False)  # fault: what follows
    examiners: list[Callable[..., object]] = field(default_factory=list, init=False)  # of a called fault
    module: str = field(default="", init=False)  # whose chapter it is
    line: int = field(default=0, init=False)  # where it begins there

    def __post_init__(self) -> None:
        """Fold the text, which is written over several indented lines, into one paragraph; note where it stands."""
        object.__setattr__(self, "text", " ".join(self.text.split()))
        frame = sys._getframe(2)  # noqa: SLF001 - of the module that makes the rule: past this and the made __init__
        object.__setattr__(self, "module", frame.f_globals.get("__name__", ""))
        object.__setattr__(self, "line", frame.f_lineno)

    def __repr__(self) -> str:
        return f"<{self.label}>"

    def id_in(self, game: str | None) -> str:
        """The id under which the rule is printed for a record of that game."""
        return self.label if "." in self.label or game is None else f"{game}.{self.label}"

    def applied(self, function: T) -> T:
        """Say that this function (or class) applies the rule; usable as a decorator and for a shared function."""
        self._note(function, sys._getframe(1))  # noqa: SLF001 - of the module in which it is said
        return function

    def _note(self, function: object, frame: FrameType) -> None:
        """Where a function stands; any other value stands where it is said that it applies the rule."""
        code = getattr(getattr(function, "__wrapped__", function), "__code__", None)  # what a decorator stands for
        if code is None:
            self.code.append(Applied(frame.f_globals.get("__name__", ""), frame.f_lineno, type(function).__name__))
        else:
            name = getattr(function, "__qualname__", "")
            self.code.append(Applied(function.__module__, code.co_firstlineno, name))

    def examined(self, function: F) -> F:
        """Say that this function (state, irregularity) tells whether the cards confirm or refute a called breach."""
        self.examiners.append(function)
        return function

    def table(self, values: T) -> T:
        """Say that these values are the rule; they are given back as they are."""
        frame = sys._getframe(1)  # noqa: SLF001 - of the module in which the table stands
        self.code.append(Applied(frame.f_globals.get("__name__", ""), frame.f_lineno, "table"))
        return values

    def follows(self, *faults: Rule) -> Callable[[F], F]:
        """Say that this function rules on a breach of these rules (of this rule itself, where none is named)."""

        def link(remedy: F) -> F:
            for fault in faults or (self,):
                self.remedies[fault] = remedy
            self._note(remedy, sys._getframe(1))  # noqa: SLF001 - of the module in which it is said
            return remedy

        return link


def rules_in(chapters: Iterable[ModuleType]) -> tuple[Rule, ...]:
    """Every rule written in these modules, in their order; ValueError where two have one name."""
    found: dict[str, Rule] = {}
    for module in chapters:
        own = [value for value in vars(module).values() if isinstance(value, Rule) and value.module == module.__name__]
        for rule in own:
            other = found.setdefault(rule.label, rule)
            if other is not rule:
                raise ValueError(f"two rules are called {rule.label}: in {other.module} and in {rule.module}")
    return tuple(found.values())


def by_label(rules: Iterable[Rule]) -> dict[str, Rule]:
    """The rules under their names without the game."""
    return {rule.label: rule for rule in rules}
