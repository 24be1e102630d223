"""What is asked of whoever keeps a game of auction."""

from __future__ import annotations

from dataclasses import replace

from pinocle_cli.ask import CARDS, SHEET, Ask, Situation, Turn, bid_due, dealer, progress
from pinocle_cli.games.auction.bids import STEP
from pinocle_cli.games.auction.chapters.bidding import BID_MIN, BID_STEP
from pinocle_cli.games.auction.chapters.burial import BURY
from pinocle_cli.games.auction.chapters.conceding import CONCEDE_UNSEEN
from pinocle_cli.games.auction.chapters.counting import CARD_POINTS
from pinocle_cli.games.auction.chapters.deal import DEAL, DRAW_LOWEST
from pinocle_cli.games.auction.chapters.play import PLAY
from pinocle_cli.games.auction.chapters.stakes import SPADES_DOUBLE
from pinocle_cli.games.auction.chapters.widow import WIDOW_SHOWN
from pinocle_cli.games.auction.chapters.worth import MELD_TABLE
from pinocle_cli.games.auction.state import TRICKS
from pinocle_cli.games.pinochle import asks as pinochle

_ACTIVE = 3


def _active(now: Situation) -> tuple[int, ...]:
    """Who is dealt cards, eldest first: with four the dealer is idle, with five the second on his left too."""
    order = [seat for seat in now.round_from(now.eldest) if now.players == _ACTIVE or seat != now.dealer]
    if len(order) > _ACTIVE:
        del order[1]
    return tuple(order)


def _bids(now: Situation) -> Turn | None:
    rule = BID_STEP if now.deal.bids else BID_MIN
    return bid_due(now, _active(now), int(now.house.minimum), STEP, closes_with=_ACTIVE - 1, rule=rule)


def _bidder(now: Situation) -> int | None:
    made = [event for event in now.deal.bids or () if event.what is not None]
    return max(made, key=lambda event: event.what).seat if made and not _bids(now) else None


def _contract(now: Situation) -> bool:
    return _bidder(now) is not None


def _played(now: Situation) -> bool:
    return _contract(now) and now.deal.conceded is None


def _play(now: Situation) -> Turn | None:
    so_far = progress(now, _active(now), _bidder(now), ends=("claim", "concede"))
    if so_far.stopped or so_far.tricks >= TRICKS or now.deal.conceded:
        return None
    name = "somebody" if so_far.leader is None else now.names[so_far.leader]
    says = f"trick {so_far.tricks + 1}: {name} leads"
    return Turn(so_far.leader, says, ("claim", "concede", "takes back", "exposes"))


ASKS = (
    dealer(DRAW_LOWEST),
    pinochle.hands(("hands", "widow"), DEAL, whom=_active),
    Ask(
        keys=("widow",), label="widow", says="the three cards of the widow", way=CARDS, apart=("hands",),
        rule=WIDOW_SHOWN,
    ),
    Ask(keys=("bids",), label="bids", says="a bid, or pass", turn=_bids),
    Ask(
        keys=("conceded",), label="give up", when=_contract, offers=("unseen", "bidder", "opponents"),
        says="given up unplayed, and by whom? Enter if it was played", rule=CONCEDE_UNSEEN,
    ),
    Ask(keys=("trump",), label="trump", says="the trump suit", when=_played, rule=SPADES_DOUBLE),
    replace(pinochle.melds("what the bidder laid down; Enter for none", MELD_TABLE), when=_played),
    Ask(
        keys=("bury",), label="bury", says="the three cards that the bidder buried", way=CARDS, when=_played, rule=BURY
    ),
    Ask(
        keys=("play",), label="play", says="a trick, the leader's card first", way=CARDS, turn=_play, when=_played,
        rule=PLAY,
    ),
    Ask(
        keys=("taken",), label="taken", way=SHEET, when=_played, rule=CARD_POINTS,
        says="the bidder's card points, with the buried cards and the last",
    ),
)  # fmt: skip
