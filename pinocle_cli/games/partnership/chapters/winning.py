"""How a game is won: the target, declaring out, both over, so many deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import SessionState, note
from pinocle_cli.games.partnership import seats
from pinocle_cli.games.partnership.seats import SIDES, account
from pinocle_cli.games.partnership.state import in_values
from pinocle_cli.games.pinochle.common import may_have_reached_alone, raised, reached_alone
from pinocle_cli.ledger import FAULT, Finding, Result
from pinocle_cli.light import light_dataclass
from pinocle_cli.record import NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.games.partnership.house import House
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.ledger import Verdict


@light_dataclass(kw_only=True)
class PartnershipSession(SessionState):
    """The score of a game, and what it goes to by now."""

    house: House
    target: int = 1000
    step: int = 250
    deals: int = 0  # that the game has; zero where it goes to a target
    perhaps: frozenset[int] = frozenset()  # who may have won before, as far as what is recorded tells

    def __post_init__(self) -> None:
        """The score pad before the first deal; an opening with both over a mark starts at the next."""
        record, house = self.record, self.house
        self.target = in_values(record, house, "target")
        self.step = in_values(record, house, "step")
        self.deals = house.deals
        opening = {seat: figure.value for seat, figure in seats.by_side(record.opening).items()}
        self.totals = {side: opening.get(side, 0) for side in SIDES}
        if house.bidding == "none":
            self.target = raised(self.target, self.step, self.totals.values())


GAME_1000 = Rule(
    "game-1000",
    "Game to 1000",
    "settlement",
    """The side wins that is the first to have 1000 or more in melds and cards. Some tables agree on a number of deals
    instead: whoever has more after the last wins.""",
    "003, Партия; the number of deals is a house rule",
)


@GAME_1000.applied
def close(session: PartnershipSession, state: Partnership, verdict: Verdict) -> Iterator[Finding]:
    """The deal has been entered; says whether it decides the game."""
    if session.deals and state.void is not None:
        session.number -= 1  # a deal that did not count is none of so many
    if state.void is not None or session.result is not None:
        return
    deal = state.deal
    ended = state.whole or state.thrown_in or (deal.play is None and deal.taken is None)  # it was played, then
    if session.deals:
        yield from _so_many_deals(session, state)
    elif state.out is not None:
        if verdict.scores is not None:
            yield from declared_out(session, state)
    elif ended and session.reach is not None:
        yield from (bidders_first if state.bidding else at_the_end)(session, state)


def opening_decides(session: PartnershipSession) -> bool:
    """Whether one side alone had the target before the first deal of the record."""
    totals = session.totals or {}
    reached = [side for side, points in totals.items() if points >= session.target]
    if session.deals or session.house.bidding == "auction" or len(reached) != 1:
        return False
    session.result = Result(reached[0], GAME_1000, session.record.line)
    return True


def _so_many_deals(session: PartnershipSession, state: Partnership) -> Iterator[Finding]:
    reach = session.reach
    if state.number < session.deals or reach is None:
        return
    one, other = SIDES
    ahead = one if reach[one].least > reach[other].most else other
    behind = other if ahead == one else one
    if reach[ahead].least > reach[behind].most:
        session.result = Result(ahead, GAME_1000, state.deal.line)
    elif reach[one] == reach[other] and reach[one].least == reach[one].most:
        session.result = Result(None, GAME_1000, state.deal.line)
    else:
        yield note(GAME_1000, state.place(), "what is not recorded may decide the game: it stays undecided")


DECLARE_OUT = Rule(
    "declare-out",
    "Declaring out",
    "settlement",
    """A player may at any moment declare that his side is out. Play stops and is counted: if his side has reached the
    target it wins, whatever the other side has; if not, it loses the game.""",
    "003, Партия",
)


@DECLARE_OUT.applied
def declared_out(session: PartnershipSession, state: Partnership) -> Iterator[Finding]:
    """A side whose player declares it out wins with the target in force and loses without."""
    claimant, target = state.out, session.target
    place = state.out_at or state.place()
    if session.totals is None or session.reach is None or claimant is None:
        text = "whether the side was out is not checked: what it had before this deal is not known"
        yield note(NOT_CHECKED, place, text, claimant)
        return
    side = account(claimant)
    other = SIDES[1] if side == SIDES[0] else SIDES[0]
    total = session.totals[side]
    least, most = session.reach[side]
    if target != in_values(session.record, session.house, "target"):
        text = f"the game goes to {target} by now: that is what {state.name(side)} must have"
        yield note(BOTH_OVER, place, text, claimant)
    if least < target <= most:
        text = f"{state.name(side)} has {least} to {most} with what is recorded: whether it was out is not known"
        yield note(NOT_CHECKED, place, text, claimant)
        return
    right = least >= target
    session.result = Result(side if right else other, DECLARE_OUT, place.line)
    if not right:
        text = f"{state.name(claimant)} declared out with {total}; the game goes to {target}"
        finding = Finding.at(place, DECLARE_OUT, FAULT, text, claimant)
        yield finding._replace(remedy=DECLARE_OUT, ruling=f"the game goes to {state.name(other)}")


BOTH_OVER = Rule(
    "both-over-target",
    "Both over 1000",
    "settlement",
    """If both sides have reached the target at the end of a deal, play goes on to 250 more, as often as both have
    reached it: 1070 to 1120 plays on to 1250, and 1300 to 1010 wins there at once.""",
    "003, Партия; decided by us for the second half",
)


@BOTH_OVER.applied
def at_the_end(session: PartnershipSession, state: Partnership) -> Iterator[Finding]:
    """At the end of a deal the side that alone has reached the target wins; if both have, it rises."""
    bounds = session.reach or {}
    before = session.target
    session.target = raised(before, session.step, [one.least for one in bounds.values()])
    winner = reached_alone(session.target, session.step, bounds)
    if winner is not None and session.perhaps <= {winner}:
        session.result = Result(winner, GAME_1000, state.deal.line)
    if session.target != before:
        yield note(BOTH_OVER, state.place(), f"both have {before}: the game goes on to {session.target}")
    session.perhaps |= may_have_reached_alone(session.target, session.step, bounds)


BIDDERS_FIRST = Rule(
    "bidders-first",
    "The bidders are counted first",
    "settlement",
    """Where trumps are bid for nobody declares himself out. If both sides have reached the target at the end of a
    deal, the side that had the bid wins, whatever the other has.""",
    "club practice",
)


@BIDDERS_FIRST.applied
def bidders_first(session: PartnershipSession, state: Partnership) -> Iterator[Finding]:
    """At the end of a deal the side that had the bid is counted first."""
    bounds, line = session.reach or {}, state.deal.line
    reached = [side for side, one in bounds.items() if one.least >= session.target]
    maybe = [side for side, one in bounds.items() if one.most >= session.target]
    if len(reached) == 1 and maybe == reached:
        session.result = Result(reached[0], GAME_1000, line)
    elif reached and state.bidder is not None and account(state.bidder) in reached:
        side = account(state.bidder)
        session.result = Result(side, GAME_1000, line)
        text = f"both have {session.target}; the side that had the bid, {state.name(side)}, is counted first"
        yield note(BIDDERS_FIRST, state.place(), text)
    elif len(reached) == len(SIDES) and state.bidder is None:
        text = f"both have {session.target}, and who had the bid is not recorded: the game stays undecided"
        yield note(BIDDERS_FIRST, state.place(), text)
