"""The partie: which deals count double, when it is over, and who pays whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import SessionState, note
from pinocle_cli.games.piquet.chapters.deal import DEAL_ALTERNATES
from pinocle_cli.games.piquet.chapters.reckoning import REFET
from pinocle_cli.ledger import Payment, Result
from pinocle_cli.light import light_dataclass
from pinocle_cli.record import NOT_CHECKED, Figure
from pinocle_cli.rule import Rule
from pinocle_cli.weigh import leads_beyond_reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.games.piquet.house import House
    from pinocle_cli.games.piquet.state import Piquet
    from pinocle_cli.ledger import Finding, Verdict

SHUT_OUT_POINTS = 100
EXTRA_DEALS = 2
DOUBLED_DEALS = 2
SHORT_PARTIE = 4  # deals, of which the first and the last are doubled


@light_dataclass(kw_only=True)
class Partie(SessionState):
    """The score of a partie, and how many deals still count double."""

    house: House
    doubled: int = 0  # deals of this partie that are still to be doubled after a refet
    carried: int = 0  # deals of the next partie that will be
    first: int | None = None  # the number of the first deal recorded
    played: bool = True  # every deal so far was played to the end
    last: int | None = None  # the number of the last deal that counted
    hole: str = ""  # why nobody can say who won
    twice: int | None = None  # who deals twice in a row, after the other dealt out of turn

    def __post_init__(self) -> None:
        """The score card before the first deal."""
        carried = self.record.more.get("opening-refet")
        if isinstance(carried, Figure) and self.house.refet == "yes":
            self.doubled = carried.value

    def doubles(self, number: int) -> Rule | None:
        """The rule by which the deal of that number counts double; nothing counts more than twice."""
        if number > self.house.deals:
            return None
        if self.doubled > 0:
            return REFET
        return PARTIE_SIX if is_doubled_of_four(self.house.deals, number) else None


PARTIE_SIX = Rule(
    "partie-six",
    "The partie",
    "settlement",
    """A partie is six deals; the points are written down after each. Whoever has more at the end wins. Where a partie
    is four deals, the first and the last are doubled.""",
    "001; Portland laws, 71 and its note",
)


@PARTIE_SIX.applied
def is_doubled_of_four(deals: int, number: int) -> bool:
    """Whether the deal is the first or the last of a partie of four."""
    return deals == SHORT_PARTIE and number in (1, SHORT_PARTIE)


def close(partie: Partie, state: Piquet, verdict: Verdict) -> Iterator[Finding]:
    """The deal has been entered; says whether it decides the partie."""
    if state.void is not None:
        partie.number -= 1  # the same deal is dealt again
        return
    if partie.first is None:
        partie.first = state.number
        carried = partie.record.more.get("opening-refet")
        if isinstance(carried, Figure) and partie.house.refet == "no":
            yield note(REFET_CARRY, carried.place, "by the rules in force there is no refet: nothing is doubled for it")
    _holes(partie, state)
    partie.played = partie.played and (state.whole or (state.deal.play is None and bool(state.deal.claimed)))
    _who_deals_twice(partie, state, verdict)
    yield from _refet(partie, state, verdict)
    if partie.result is None and partie.reach is not None and partie.played:
        yield from _decide(partie, state, verdict)


def _holes(partie: Partie, state: Piquet) -> None:
    """Whether deals are missing before this one."""
    last, number = partie.last, state.number
    if last is None and number > 1 and not partie.record.opening:
        partie.hole = f"the deals before deal {number} are not recorded, and there is no `opening`"
    elif last is not None and number > last + 1:
        missing = f"deal {last + 1} is" if number == last + 2 else f"deals {last + 1} to {number - 1} are"
        partie.hole = f"{missing} not recorded"
    partie.last = number


def _who_deals_twice(partie: Partie, state: Piquet, verdict: Verdict) -> None:
    """By the laws of 1882 the other makes up for a deal out of turn, unless the partie is nearly over (law 16)."""
    wrong = any(finding.rule is DEAL_ALTERNATES and finding.severity == "fault" for finding in verdict.findings)
    if wrong and state.portland and state.number < partie.house.deals - 1:
        partie.twice = 1 - state.dealer
    elif partie.twice == state.dealer:
        state.redeal, partie.twice = True, None


def _refet(partie: Partie, state: Piquet, verdict: Verdict) -> Iterator[Finding]:
    """Both scored the same: the next two deals count double, in this partie or the next."""
    if state.double is REFET:
        partie.doubled -= 1
    scores = verdict.scores
    level = scores is not None and (state.whole or state.complete) and scores[0] == scores[1]
    if not level or partie.house.refet != "yes":
        return
    left = partie.house.deals - state.number
    if left >= DOUBLED_DEALS:
        partie.doubled = DOUBLED_DEALS
        yield note(REFET, state.place(), "both scored the same: a refet, the next two deals count double")
    else:
        yield carried_over(partie, state)


REFET_CARRY = Rule(
    "refet-carry",
    "A refet carried over",
    "settlement",
    """If fewer than two deals are left after a refet, both doubled deals are carried over to the next partie. The extra
    deals of a level partie are not doubled.""",
    "001; decided for a level partie by us",
)


@REFET_CARRY.applied
def carried_over(partie: Partie, state: Piquet) -> Finding:
    """The refet is for the next partie."""
    partie.carried = DOUBLED_DEALS
    text = "both scored the same: a refet, carried over to the first two deals of the next partie"
    return note(REFET_CARRY, state.place(), text)


LEVEL = Rule(
    "level-partie",
    "A level partie",
    "settlement",
    "If both have the same after the last deal, each deals once more; if they still have, the partie is drawn.",
    "Portland laws, 71; the source text is silent",
)


@LEVEL.applied
def _decide(partie: Partie, state: Piquet, verdict: Verdict) -> Iterator[Finding]:
    """After the sixth deal, or after the eighth where they were level."""
    reach = partie.reach or {}
    deals, number = partie.house.deals, state.number
    level = reach[0] == reach[1] and reach[0].least == reach[0].most
    if number < deals or deals < number < deals + EXTRA_DEALS:
        return
    open_ = next((finding for finding in verdict.findings if finding.open), None)
    if partie.hole or open_ is not None:
        why = partie.hole or f"a choice is open in the last deal ({', '.join(c.name for c in open_.choices)})"  # type: ignore[union-attr]
        yield note(NOT_CHECKED, state.place(), f"who won the partie is not decided: {why}")
        return
    if level and number == deals:
        yield note(LEVEL, state.place(), f"both have {reach[0].least}: each deals once more")
        return
    carried = min(partie.carried + partie.doubled, DOUBLED_DEALS)
    more = (("refet-carried", carried),) if carried else ()
    if level:
        partie.result = Result(None, LEVEL, state.deal.line, more)
        return
    winner = next((seat for seat in (0, 1) if leads_beyond_reach(reach, seat)), None)
    if winner is None:
        yield note(NOT_CHECKED, state.place(), "what is not recorded may decide the partie: it stays undecided")
        return
    crossed = {points >= partie.house.rubicon for points in reach[1 - winner]}
    if len(crossed) > 1:
        text = f"{state.name(winner)} has won; whether {state.name(1 - winner)} crossed the rubicon is not recorded"
        yield note(NOT_CHECKED, state.place(), text)
        return
    partie.result = Result(winner, RUBICON_BOTH if crossed == {True} else RUBICON, state.deal.line, more)


# --- Who pays whom ---------------------------------------------------------------------------------------------------

RUBICON_BOTH = Rule(
    "rubicon-both-100",
    "Both over the rubicon",
    "settlement",
    """If both have a hundred points or more after the last deal, the winner gets the difference of the scores and a
    hundred. Exactly a hundred has crossed.""",
    "001; Portland laws, 72",
)


@RUBICON_BOTH.applied
def difference(winner: int, loser: int, bonus: int) -> int:
    """What the loser pays who has crossed the rubicon."""
    return winner - loser + bonus


RUBICON = Rule(
    "rubicon",
    "The rubicon",
    "settlement",
    """If the loser has fewer than a hundred, the winner gets the sum of the two scores and a hundred, even if he has
    not reached a hundred himself.""",
    "001; Portland laws, 73",
)


@RUBICON.applied
def total(winner: int, loser: int, bonus: int) -> int:
    """What the loser pays who has not."""
    return winner + loser + bonus


def settle(partie: Partie) -> list[Payment]:
    """Who pays whom: the difference or the sum, with a hundred; and a hundred for a shut-out."""
    result, totals = partie.result, partie.totals
    if result is None or result.winner is None or totals is None:
        return []
    winner, loser = result.winner, 1 - result.winner
    due = total if result.rule is RUBICON else difference
    amount = due(totals[winner], totals[loser], partie.house.bonus)
    payments = [Payment(loser, winner, amount, "points", result.rule)]
    return payments + ([Payment(loser, winner, SHUT_OUT_POINTS, "points", SHUT_OUT)] if shut_out(partie, loser) else [])


SHUT_OUT = Rule(
    "skvoznaya",
    "Shut out",
    "settlement",
    """If a player writes down nothing at all in a whole partie, the other gets a hundred on top of the settlement.
    (Source 001 says that "the player" writes a hundred for himself; that must be the other one.)""",
    "001; decided by us",
)


@SHUT_OUT.applied
def shut_out(partie: Partie, loser: int) -> bool:
    """Whether the loser wrote down nothing in the whole partie."""
    known = partie.first == 1 or loser in partie.record.opening
    return partie.house.shut_out == "yes" and partie.totals is not None and partie.totals[loser] == 0 and known
