"""What is asked of whoever keeps a two-handed game."""

from __future__ import annotations

from dataclasses import replace

from pinocle_cli.ask import CARDS, SHEET, Ask, Situation, Turn, dealer, progress, seated
from pinocle_cli.games.pinochle import asks as pinochle
from pinocle_cli.games.two_handed.chapters.count import CARD_ROUNDING
from pinocle_cli.games.two_handed.chapters.deal import CUT_FOR_DEAL, DEAL_12
from pinocle_cli.games.two_handed.chapters.dixes import DIX_TURNED
from pinocle_cli.games.two_handed.chapters.drawing import DRAW_ORDER
from pinocle_cli.games.two_handed.chapters.going_out import DECLARE_OUT
from pinocle_cli.games.two_handed.chapters.melds import MELD_TABLE
from pinocle_cli.games.two_handed.chapters.play import STAGE1_FREE
from pinocle_cli.games.two_handed.chapters.second_half import STAGE2_FOLLOW


def _play(now: Situation) -> Turn | None:
    order = seated(now)
    so_far = progress(now, order, now.eldest, ends=("out",))
    if so_far.stopped or so_far.tricks * now.trick_size >= now.deck.size:
        return None
    name = "somebody" if so_far.leader is None else now.names[so_far.leader]
    says = f"trick {so_far.tricks + 1}: {name} leads; or `meld HK HQ`, `dix`, `out`"
    offers = ("meld", "dix", "draw", "out", "correct", "takes back", "exposes")
    draws = so_far.tricks * now.trick_size < now.deck.size // 2
    rule = STAGE1_FREE if draws else STAGE2_FOLLOW
    return Turn(so_far.leader, says, offers if draws and so_far.tricks else offers[3:], rule)


def _out(now: Situation) -> bool:
    return now.deal.play is None and pinochle.out_is_near(now, (0, 1), now.house.target)


ASKS = (
    dealer(CUT_FOR_DEAL),
    pinochle.turned(DIX_TURNED),
    pinochle.hands(("hands", "stock", "turned"), DEAL_12),
    Ask(
        keys=("stock",), label="stock", says="the stock in the order drawn; Enter if it is not known", way=CARDS,
        apart=("hands", "turned"), rule=DRAW_ORDER,
    ),
    Ask(keys=("play",), label="play", says="a trick, the leader's card first", way=CARDS, turn=_play),
    replace(
        pinochle.melds("{name}'s melds, a comma between turns; Enter: none", MELD_TABLE),
        way=SHEET, whom=seated, listed=True,
    ),
    Ask(
        keys=("taken",), label="taken", says="the card points {name} took, the last trick included", way=SHEET,
        whom=seated, given=pinochle.the_rest, rule=CARD_ROUNDING,
    ),
    Ask(
        keys=("out",), label="out", says="who declared himself out? Enter for nobody", way=SHEET, when=_out,
        rule=DECLARE_OUT,
    ),
)  # fmt: skip
