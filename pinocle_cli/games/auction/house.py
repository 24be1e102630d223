"""The house rules of auction pinochle, each with the rule that it varies, and the profiles."""

from __future__ import annotations

from pinocle_cli.games.pinochle.common import COUNTS
from pinocle_cli.light import light_dataclass
from pinocle_cli.options import option


@light_dataclass(frozen=True, kw_only=True)
class House:
    """The house rules; their defaults are the rulebook."""

    minimum: str = option("300", "250", varies="illegal-bid")
    maximum: int = option("650", varies="illegal-bid", number=True)
    opening_bid: str = option("forced", "free", varies="bid-forced-300")
    chips: str = option("base", "doubling", "suits", "per-ten", varies="bid-value")
    spades: str = option("1", "2", varies="spades-double")
    hearts: str = option("1", "3", varies="spades-double")
    kitty: str = option("account", "pot", varies="kitty-account")
    count: str = option(*COUNTS, varies="card-points")
    heading: str = option("trumps", "always", varies="play")
    doubles: str = option("single", "table", varies="meld-table")


PROFILES: dict[str, dict[str, str | int]] = {
    "classic": {},
    "modern": {"opening_bid": "free", "spades": "2", "kitty": "pot"},
}
