"""What is asked of whoever keeps a two-handed game."""

from __future__ import annotations

from pinocle_cli.ask import CARDS, DEALER, SHEET, Ask, Situation, Turn, progress, seated
from pinocle_cli.games.pinochle import asks as pinochle


def _play(now: Situation) -> Turn | None:
    order = seated(now)
    so_far = progress(now, order, now.eldest, ends=("out",))
    if so_far.stopped or so_far.tricks * now.trick_size >= now.deck.size:
        return None
    name = "somebody" if so_far.leader is None else now.names[so_far.leader]
    says = f"trick {so_far.tricks + 1}: {name} leads; or what a player does, like `meld HK HQ`"
    offers = ("meld", "dix", "draw", "out", "correct", "takes back", "exposes")
    if so_far.tricks * now.trick_size < now.deck.size // 2 and so_far.tricks:
        return Turn(so_far.leader, says, offers)
    return Turn(so_far.leader, says, offers[3:])


def _out(now: Situation) -> bool:
    return now.deal.play is None and pinochle.out_is_near(now, (0, 1), now.house.target)


ASKS = (
    DEALER,
    pinochle.TURNED,
    pinochle.hands(("hands", "stock", "turned")),
    Ask(
        keys=("stock",), label="stock", says="the stock in the order drawn; Enter if it is not known", way=CARDS,
        apart=("hands", "turned"),
    ),
    Ask(keys=("play",), label="play", says="a trick, the leader's card first", way=CARDS, turn=_play),
    pinochle.MELDS,
    Ask(
        keys=("taken",), label="taken", says="the card points {name} took, the last trick included", way=SHEET,
        whom=seated, given=pinochle.the_rest,
    ),
    Ask(keys=("out",), label="out", says="who declared himself out? Enter for nobody", way=SHEET, when=_out),
)  # fmt: skip
