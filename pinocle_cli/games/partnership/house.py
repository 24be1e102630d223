"""The house rules of partnership pinochle, each with the rule that it varies, and the profiles."""

from __future__ import annotations

from pinocle_cli.games.pinochle.common import COUNTS
from pinocle_cli.light import light_dataclass
from pinocle_cli.options import option


@light_dataclass(frozen=True, kw_only=True)
class House:
    """The house rules; their defaults are the rulebook."""

    target: int = option("1000", varies="game-1000", number=True)
    step: int = option("250", varies="both-over-target", number=True)
    deals: int = option("0", varies="game-1000", number=True)  # zero: the game goes to the target
    count: str = option(*COUNTS, varies="card-points")
    heading: str = option("trumps", "always", varies="must-win-always")
    doubles: str = option("table", "single", varies="double-table")
    rounding: str = option("exact", "seven-up", varies="rounding")
    bidding: str = option("none", "auction", varies="bidding")
    minimum: int = option("250", varies="bidding", number=True)
    all_pass: str = option("void", "dealer-must-bid", varies="bidding")
    trump_needs: str = option("nothing", "marriage", varies="trump-needs-marriage")
    throw_in: str = option("bid", "nothing-for-others", varies="failed-bid")
    leader: str = option("eldest", "bidder", varies="play")
    set: str = option("bid", "bid-and-melds", varies="failed-bid")
    values: str = option("full", "tens", varies="tens")


PROFILES: dict[str, dict[str, str | int]] = {
    "classic": {},
    "club": {"bidding": "auction", "leader": "bidder", "count": "10-10-10", "target": 1500},
}
