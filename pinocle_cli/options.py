"""House rules as a game declares them: each with its choices, and the rule of the book that it varies."""

from __future__ import annotations

import dataclasses
from dataclasses import field
from typing import Any

from pinocle_cli.light import NamedTuple


class Option(NamedTuple):
    """A house rule: its choices, the default first, the name of the rule that it varies, and where it is kept.

    `number` admits any other number.
    """

    choices: tuple[str, ...]
    varies: str
    number: bool
    field: str = ""

    @property
    def default(self) -> str | int:
        """What holds where nobody says otherwise."""
        return int(self.choices[0]) if self.number else self.choices[0]


def option(*choices: str, varies: str, number: bool = False) -> Any:  # noqa: ANN401 - a dataclass has it as a str, or an int
    """A house rule, declared where the house keeps it."""
    made = Option(choices, varies, number)
    return field(default=made.default, metadata={"option": made})


def options_of(house: type) -> dict[str, Option]:
    """The house rules that a house declares, under the names that a record uses."""
    fields = [item for item in dataclasses.fields(house) if "option" in item.metadata]
    return {item.name.replace("_", "-"): item.metadata["option"]._replace(field=item.name) for item in fields}
