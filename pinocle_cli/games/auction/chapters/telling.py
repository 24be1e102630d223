"""Telling, looking and asking: what opponents may not tell, played tricks, and what trumps are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.games.auction.chapters import claims
from pinocle_cli.games.auction.chapters.deciding import decides
from pinocle_cli.games.auction.state import TRICKS, Auction, Ends
from pinocle_cli.ledger import Entry, Finding, Ruling
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.record import Irregularity

ILLEGAL_INFORMATION = Rule(
    "illegal-information",
    "Illegal information",
    "irregularity",
    """Once an opponent has played to the first trick, neither of them may ask or tell the bid, the melds, or the points
    that either side has or needs; if one does, the contract is made.""",
    "004, Незаконная информация",
)


@ILLEGAL_INFORMATION.follows()
@decides
def told(state: Auction, finding: Finding) -> Ends | str:
    """Only opponents are bound to silence."""
    if finding.seat is None:
        return Ends(("made", None), ILLEGAL_INFORMATION, ("an opponent did", "the bidder did"))
    opponent = state.is_opponent(finding.seat)
    return Ends(("made",), ILLEGAL_INFORMATION) if opponent else "no penalty: only an opponent is bound to silence"


@ILLEGAL_INFORMATION.examined
def in_the_play(state: Auction, said: Irregularity) -> weigh.Weight:
    """Once an opponent has played to the first trick, and until the last."""
    if said.by is not None and state.bidder is not None and not state.is_opponent(said.by):
        return weigh.refuted(f"{state.name(said.by)} is not an opponent, and only opponents are bound to silence")
    if said.after == 0 or said.after_bid is not None:
        return weigh.refuted("no opponent had played to the first trick")
    if said.after == TRICKS:
        return weigh.refuted("the last trick was played, and nothing was left to tell")
    return weigh.OPEN


LOOK_AT_TRICKS = Rule(
    "look-at-tricks",
    "Looking at played tricks",
    "irregularity",
    """If a player turns up and looks at played cards after his side has played to the next trick, play ends and the
    other side wins. But the bidder may look at what he buried until he plays to the second trick.""",
    "004, Просмотр сыгранных карт",
)


@LOOK_AT_TRICKS.follows()
@decides
def looked(state: Auction, finding: Finding) -> Ends:
    """The other side wins."""
    if finding.seat is None:
        return Ends(("double", "made"), LOOK_AT_TRICKS, ("the bidder looked", "an opponent did"))
    return Ends(("double" if finding.seat == state.bidder else "made",), LOOK_AT_TRICKS)


@LOOK_AT_TRICKS.examined
def too_late(state: Auction, said: Irregularity) -> weigh.Weight:
    """A trick may be seen until one's side has played to the next, the buried cards until the second trick."""
    if said.after_bid is not None or said.after == 0:
        return weigh.refuted("nothing had been played yet")
    if said.after == TRICKS:
        return weigh.refuted("no trick follows the last one")
    if said.by is not None and said.by not in state.active:
        return weigh.refuted(f"{state.name(said.by)} is idle and has no side")
    after = TRICKS - 1 if said.after is None else said.after
    buried = state.deal.bury.cards if state.deal.bury else ()
    if said.cards and set(said.cards) <= set(buried) and said.by in (None, state.bidder):
        early = after < 2  # noqa: PLR2004 - he may look until he plays to the second trick
        return weigh.refuted("he had not played to the second trick") if early else weigh.OPEN
    trick = claims.trick_of(state, said)
    last = after if trick is None else after - trick.number + 1
    if last < 2:  # noqa: PLR2004 - the trick just taken
        return weigh.refuted("nobody had played to the trick after it")
    return weigh.OPEN


TRUMP_NOT_NAMED = Rule(
    "trump-not-named",
    "Trumps not named",
    "irregularity",
    """Anybody may ask at any time what trumps are. Whoever revokes because he did not know gets no relief.""",
    "004, Заявитель не объявил козырь",
)


@TRUMP_NOT_NAMED.follows()
def no_relief(_: Finding, __: Auction, ___: Sequence[Entry]) -> Ruling:
    """A revoke made in ignorance of trumps stands."""
    text = "anybody may ask for trumps; a revoke made in ignorance of them stands"
    return Ruling(rule=TRUMP_NOT_NAMED, text=text)
