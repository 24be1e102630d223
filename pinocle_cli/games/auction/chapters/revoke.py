"""A revoke: by the bidder it costs him a double bete, by an opponent it makes the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.course import Trick
from pinocle_cli.games.auction.chapters.deciding import decides
from pinocle_cli.games.auction.chapters.play import PLAY
from pinocle_cli.games.auction.state import TRICKS, Auction, Ends
from pinocle_cli.ledger import FAULT, Finding
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.record import Irregularity

REVOKE_BIDDER = Rule(
    "revoke-bidder",
    "The bidder's revoke",
    "irregularity",
    "If the bidder revokes he pays a double bete.",
    "004, Ренонс",
)

REVOKE_OPPONENT = Rule(
    "revoke-opponent",
    "An opponent's revoke",
    "irregularity",
    "If an opponent revokes the contract is made.",
    "004, Ренонс",
)


@REVOKE_BIDDER.follows(REVOKE_BIDDER, PLAY)
@REVOKE_OPPONENT.follows(REVOKE_OPPONENT, PLAY)
@decides
def revoke(state: Auction, finding: Finding) -> Ends:
    """Whoever revoked: the name by which it was called does not matter where it is recorded who did."""
    seat = finding.seat
    if seat is None and finding.rule is PLAY:
        return Ends(("double", "made"), PLAY, ("the bidder revoked", "an opponent did"))
    own = finding.rule is REVOKE_BIDDER if seat is None else seat == state.bidder
    return Ends(("double",), REVOKE_BIDDER) if own else Ends(("made",), REVOKE_OPPONENT)


@PLAY.examined
@REVOKE_BIDDER.examined
@REVOKE_OPPONENT.examined
def followed(state: Auction, said: Irregularity) -> weigh.Weight:
    """The tricks as they were played, where it is known what each could have played."""
    if said.by is not None and said.by not in state.active:
        return weigh.refuted(f"{state.name(said.by)} is idle and plays no card")
    near = range(1, TRICKS + 1) if said.after is None else (max(said.after, 1), min(said.after + 1, TRICKS))
    found = [f for f in state.found if f.rule is PLAY and f.severity == FAULT and said.by in (None, f.seat)]
    if any(isinstance(f.cause, Trick) and f.cause.number in near for f in found):
        return weigh.CONFIRMED
    seats = [said.by] if said.by is not None else list(_role(state, said))
    covered = all((number, seat) in state.cleared for number in near for seat in seats)
    if not covered or not state.tricks:
        return weigh.OPEN
    who = state.name(said.by) if said.by is not None else "everybody"
    return weigh.refuted(f"{who} followed suit, beat and trumped as he had to")


def _role(state: Auction, said: Irregularity) -> Sequence[int]:
    label = said.fault.rpartition(".")[2]
    if label == REVOKE_BIDDER.label and state.bidder is not None:
        return (state.bidder,)
    return [seat for seat in state.active if label == PLAY.label or seat != state.bidder]
