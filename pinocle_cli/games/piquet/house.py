"""The house rules of piquet, each with the rule that it varies, and the profiles."""

from __future__ import annotations

from pinocle_cli.light import light_dataclass
from pinocle_cli.options import option


@light_dataclass(frozen=True, kw_only=True)
class House:
    """The house rules; their defaults are the rulebook."""

    deals: int = option("6", "4", varies="partie-six", number=True)
    rubicon: int = option("100", varies="rubicon", number=True)
    bonus: int = option("100", varies="rubicon-both-100", number=True)
    cards_at: str = option("7", "6", varies="cards")
    sequences: str = option("any-suit", "point-suit", varies="sequence-in-point-suit")
    equality_bars_pique: str = option("yes", "no", varies="pique")
    repique: str = option("nothing-counted", "order-of-counting", varies="repique")
    younger_must_exchange: str = option("no", "yes", varies="younger-exchange")
    extra_card: str = option("doubled", "reckons-nothing", varies="too-many-cards")
    refet: str = option("yes", "no", varies="refet")
    shut_out: str = option("yes", "no", varies="skvoznaya")
    low_cards: str = option("count", "do-not-count", varies="lead")


PROFILES: dict[str, dict[str, str | int]] = {
    "classic": {},
    "portland": {
        "equality_bars_pique": "no",
        "repique": "order-of-counting",
        "younger_must_exchange": "yes",
        "extra_card": "reckons-nothing",
        "refet": "no",
        "shut_out": "no",
    },
}
