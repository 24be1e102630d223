"""What is asked of whoever keeps a partnership game."""

from __future__ import annotations

from dataclasses import replace

from pinocle_cli.ask import CARDS, SHEET, Ask, Situation, Turn, bid_due, dealer, progress, seated
from pinocle_cli.games.partnership.chapters.bidding import BIDDING
from pinocle_cli.games.partnership.chapters.count import CARD_POINTS
from pinocle_cli.games.partnership.chapters.deal import DEAL, DRAW
from pinocle_cli.games.partnership.chapters.duties import PLAY
from pinocle_cli.games.partnership.chapters.failed_bid import NEEDS_MARRIAGE
from pinocle_cli.games.partnership.chapters.trump_card import DIX_TURNED
from pinocle_cli.games.partnership.chapters.winning import DECLARE_OUT
from pinocle_cli.games.partnership.chapters.worth import DOUBLE_TABLE
from pinocle_cli.games.partnership.seats import PLAYERS, SIDES
from pinocle_cli.games.partnership.state import in_values
from pinocle_cli.games.pinochle import asks as pinochle

TRICKS = 12


def _bid_for(now: Situation) -> bool:
    return bool(now.house.bidding == "auction")


def _turned(now: Situation) -> bool:
    return not _bid_for(now)


def _bids(now: Situation) -> Turn | None:
    least = in_values(now.record, now.house, "minimum")
    step = 1 if now.house.values == "tens" else 10
    return bid_due(now, now.round_from(now.eldest), least, step, closes_with=PLAYERS - 1)


def _bidder(now: Situation) -> int | None:
    made = [event for event in now.deal.bids or () if event.what is not None]
    return max(made, key=lambda event: event.what).seat if made else None


def _play(now: Situation) -> Turn | None:
    bidder = _bidder(now) if now.house.leader == "bidder" else None
    so_far = progress(now, seated(now), now.eldest if bidder is None else bidder, ends=("out",))
    if so_far.stopped or so_far.tricks >= TRICKS:
        return None
    name = "somebody" if so_far.leader is None else now.names[so_far.leader]
    return Turn(so_far.leader, f"trick {so_far.tricks + 1}: {name} leads", ("out", "takes back", "exposes"))


ASKS = (
    dealer(DRAW),
    replace(pinochle.turned(DIX_TURNED), when=_turned),
    pinochle.hands(("hands",), DEAL),
    Ask(keys=("bids",), label="bids", says="a bid, or pass", turn=_bids, when=_bid_for, rule=BIDDING),
    Ask(
        keys=("trump",), label="trump", says="the trump suit", when=lambda now: _bid_for(now) and not _bids(now),
        rule=NEEDS_MARRIAGE,
    ),
    replace(pinochle.melds("what {name} laid down; Enter for none", DOUBLE_TABLE), whom=seated, listed=True),
    Ask(keys=("play",), label="play", says="a trick, the leader's card first", way=CARDS, turn=_play, rule=PLAY),
    Ask(
        keys=("taken",), label="taken", says="the card points {name} took, the last trick included", way=SHEET,
        whom=lambda _: SIDES, given=pinochle.the_rest, rule=CARD_POINTS,
    ),
    Ask(
        keys=("out",), label="out", says="who declared his side out? Enter for nobody", way=SHEET,
        when=lambda now: _turned(now) and pinochle.out_is_near(now, SIDES, in_values(now.record, now.house, "target")),
        rule=DECLARE_OUT,
    ),
)  # fmt: skip
