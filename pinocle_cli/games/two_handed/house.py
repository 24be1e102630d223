"""The house rules of two-handed pinochle, each with the rule that it varies, and the profiles."""

from __future__ import annotations

from pinocle_cli.games.pinochle.common import COUNTS
from pinocle_cli.light import light_dataclass
from pinocle_cli.options import option


@light_dataclass(frozen=True, kw_only=True)
class House:
    """The house rules; their defaults are the rulebook."""

    deck: str = option("48", "64", varies="pack-48")
    target: int | str = option("1000", "deal", varies="game-1000", number=True)
    step: int = option("250", varies="both-over-target", number=True)
    going_out: str = option("immediate", "must-win-a-trick", "must-win-own-lead", varies="declare-out")
    declared_count: str = option("rounded", "exact", varies="declare-out")
    first_dix: str = option("may-exchange", "must-exchange", varies="dix-first-exchange")
    heading: str = option("trumps", "always", varies="stage2-follow")
    count: str = option(*COUNTS, varies="card-points")
    rounding: str = option("seven-up", "exact", varies="card-rounding")
    doubles: str = option("single", "twice", varies="meld-table")


PROFILES: dict[str, dict[str, str | int]] = {
    "classic": {},
    "modern": {"first_dix": "must-exchange", "heading": "always"},
}
