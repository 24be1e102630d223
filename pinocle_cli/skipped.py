"""A line of play left out in copying: the commonest slip of all, and the one that looks most like cheating.

Where a play lacks one or two tricks for no recorded reason, the cards left over are known: one or two in each hand.
They are put in as a trick before every line up to the first breach; where nobody broke a rule then, that is the slip.
Where nobody broke a rule anyway it is said where a line may lack, for that changes who led and who won.
"""

from __future__ import annotations

import dataclasses
import itertools
import operator
from functools import partial
from typing import TYPE_CHECKING

from pinocle_cli.course import Act, Trick, steps
from pinocle_cli.engine import withhold
from pinocle_cli.game import ANY_FAULTS, note
from pinocle_cli.ledger import ERROR, Finding, Fix
from pinocle_cli.light import NamedTuple
from pinocle_cli.record import ASSUMED, IMPOSSIBLE, NOT_CHECKED
from pinocle_cli.worlds import Reading, TriedEnoughError
from pinocle_cli.written import Event, Play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pinocle_cli.course import Plan
    from pinocle_cli.game import Begin, DealState
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.record import Deal
    from pinocle_cli.worlds import Judge, World

    Cards = tuple[int, ...]
    Seats = tuple[int, ...]

MOST_TRIALS = 200  # before the line at which it failed, and as many behind it
MOST_LACKING = 2  # tricks: who records the tricks up to the disputed one means what he writes
_MOST_DIFFERENT = 8  # tricks with which somebody broke a rule, of which one may still be better than the others
_MOST_PLACES = 4  # that are offered where one is as likely as another


class Gap(NamedTuple):
    """A trick that may have been left out, and before which line of the play."""

    n: int
    cards: tuple[int, ...]
    reading: Reading


def excuse(
    deal: Deal, state: DealState, verdict: Verdict, judge: Judge, elsewhere: Callable[[], Iterator[World]]
) -> None:
    """A breach is found only where no line left out explains it: then the record lacks a line, and accuses nobody.

    What was assumed of a fact that nobody wrote, such as who dealt, may be what made it a breach: each is tried.
    """
    play = deal.play
    written = Reading(deal, state, verdict)
    breaches = written.breaches()
    if play is None or not breaches:
        return
    end = len(play) - 1  # what is not about one trick may be explained by a line left out anywhere
    causes = [f.cause for f in verdict.findings if (f.rule, f.seat, f.line) in breaches]
    last = min(cause.n if isinstance(cause, Trick | Act) else end for cause in causes)
    found: list[Gap] = []
    for most in dict.fromkeys((0, max(0, written.faults() - 1))):  # what leaves nobody at fault is the likelier
        judged = partial(judge, most_faults=most)
        found = gaps(deal, state, last, judged, lambda reading: reading.breaches() < breaches)
        if found:
            break
        found = [gap for world in elsewhere() for gap in _gaps_in(world, play, most)]
        if found:
            verdict.findings = [f for f in verdict.findings if f.rule is not ASSUMED or f.path]
            break
    if not found:
        return
    n, text, fixes = left_out(state, play, found)
    verdict.scores, verdict.ledger = None, []
    withhold(verdict)
    finding = Finding.at(play[n].place, IMPOSSIBLE, ERROR, f"{text} (then nobody broke a rule)")
    verdict.findings.append(finding._replace(fixes=fixes))


def _gaps_in(world: World, play: Play, most: int) -> list[Gap]:
    """Where a trick fits in another world than the one that was assumed, so that nobody broke a rule."""
    state, judge = world.state, partial(world.judge, most_faults=most)
    return gaps(state.deal, state, len(play) - 1, judge, lambda reading: not reading.breaches())


def may_be(deal: Deal, state: DealState, verdict: Verdict, judge: Judge) -> None:
    """A play that lacks one trick and in which nobody broke a rule: its end may lack, or a line before; it is said."""
    play = deal.play
    if play is None or not play or state.lacks > 1:
        return
    faults = Reading(deal, state, verdict).faults()
    found = gaps(deal, state, len(play) - 1, partial(judge, most_faults=faults))
    if found:
        n, text, _ = left_out(state, play, found)
        text = f"{text.replace('is left out', 'may be left out')}; else the last trick is not written"
        verdict.findings.append(note(NOT_CHECKED, play[n].place, text))


def left_out(state: DealState, play: Play, found: Sequence[Gap]) -> tuple[int, str, tuple[Fix, ...]]:
    """The number of the line that follows the one left out, which it is and where it fits, and how it is put in."""
    places = sorted({gap.n for gap in found})
    tricks = {tuple(sorted(gap.cards)) for gap in found}
    if len(tricks) > 1:
        return places[0], "a line of play is left out", ()
    cards = state.deck.show(found[0].cards)
    fixes = tuple(Fix("line", play.lines[n], new=cards) for n in places[:_MOST_PLACES])
    if len(places) == 1:
        return places[0], f"a line is left out here: {cards}", fixes
    first, last = in_words(play, places[0]), in_words(play, places[-1])
    return places[0], f"a line is left out: {cards}, somewhere before {first} to {last}", fixes


def in_words(play: Play, n: int) -> str:
    """Where a line of the play stands; in a log of JSON all are on one line."""
    return play[n].path if play.lines[0] == play.lines[-1] else f"line {play.lines[n]}"


# --- Where a trick fits ----------------------------------------------------------------------------------------------


def gaps(
    deal: Deal, state: DealState, last: int, judge: Judge, explains: Callable[[Reading], bool] = lambda _: True
) -> list[Gap]:
    """Where a trick, put in before a line up to number `last` of the play, leaves nothing impossible and no breach.

    If nowhere there, then further below: what is played later tells what was held before.
    """
    play, begin = deal.play, state.session.game.begins(state)
    if play is None or begin is None:
        return []
    search = _Search(state, play, begin)
    for places in (range(last, -1, -1), range(last + 1, len(play))):
        found: list[Gap] = []
        fits: dict[Cards, int] = {}  # the fewest faults with each trick
        there: set[tuple[int, Cards]] = set()  # where which trick fits and nobody broke a rule
        for n, cards in itertools.islice(search.tricks(places), MOST_TRIALS):
            trick = tuple(sorted(cards))
            if (n, trick) in there:
                continue  # whoever played which of them
            world = dataclasses.replace(deal, play=with_trick(play, n, cards))
            try:
                reading = Reading(world, *judge(world))
            except TriedEnoughError:
                break  # those that were found explain it
            if reading.possible and not reading.breaches(in_play=True) and explains(reading):
                found.append(Gap(n, cards, reading))
                there |= set() if reading.faults() else {(n, trick)}
                fits[trick] = min(fits.get(trick, ANY_FAULTS), reading.faults())
                fewest = min(fits.values())
                if [*fits.values()].count(fewest) > (_MOST_DIFFERENT if fewest else 1):
                    break  # which it is cannot be told
        if found:
            fewest = min(gap.reading.faults() for gap in found)
            return [gap for gap in found if gap.reading.faults() == fewest]
    return []


def with_trick(play: Play, n: int, cards: tuple[int, ...]) -> Play:
    """The play with one trick more before line `n`."""
    at = play[min(n, len(play) - 1)]
    lost = Event("", -1, cards, None, at.line, at.column, "play", n, "")
    return Play.of([*play[:n], lost, *play[n:]])


class _Search:
    """The tricks that may be put into a play: of cards that are nowhere else, played by those who can have had them.

    All that is written is held against what each was known to hold at the first lead, and against his duties; few are
    left for which it is worth judging the whole deal.
    """

    def __init__(self, state: DealState, play: Play, begin: Begin) -> None:
        game, deck = state.session.game, state.deck
        self.play, self.begin, self.plan, self.deck = play, begin, begin.plan, deck
        self.size = game.trick_size(state.session.players)
        self.known = begin.least == begin.most
        self.standing = _standing(play, begin.plan)
        hands = [card for hand in begin.least for card, number in enumerate(hand) for _ in range(number)]
        pack = deck.count(hands if self.known else deck.pack)
        gone = deck.count(() if self.known else begin.gone, *[trick.cards for trick in self.standing])
        self.left = [max(0, number - used) for number, used in zip(pack, gone, strict=True)]
        hidden = 0 if self.known else deck.size - len(begin.gone) - self.size * state.most_tricks
        self.lacking = self.size <= sum(self.left) <= self.size * MOST_LACKING + hidden

    def tricks(self, places: range) -> Iterator[tuple[int, Cards]]:
        """Before which line of the play, and which trick."""
        for n in places if self.lacking else ():
            if not self.begin.has_room(self.play, n):
                continue
            before = [trick for trick in self.standing if trick.n < n]
            leader = before[-1].winner if before else self.plan.leader
            if leader is None:
                continue
            rest, turn = Play.of(self.play[n:]), self._turn(leader)
            for winner in turn:
                plan = dataclasses.replace(self.plan, leader=winner, leader_known=True, sizes=None)
                yield from ((n, cards) for cards in self._between(before, turn, winner, _standing(rest, plan)))

    def _turn(self, leader: int) -> Seats:
        at = self.plan.seats.index(leader)
        return self.plan.seats[at:] + self.plan.seats[:at]

    def _between(self, before: list[Trick], turn: Seats, winner: int, after: list[Trick]) -> Iterator[Cards]:
        """The tricks that, put in there, this seat wins and with which nobody breaks a rule."""
        later = self._played(after, turn)
        used = self._played([*before, *after], turn)
        if self.plan.wins is None or later is None or used is None:
            return
        choices = []
        for seat in turn:
            kept = [max(0, had - gone) for had, gone in zip(self.begin.least[seat], used[seat], strict=True)]
            may_play = self._may_play(seat, used[seat], kept)
            choices.append([card for card in may_play if self._keeps_duties(seat, card, kept, before, after)])
            later[seat] = list(map(sum, zip(later[seat], kept, strict=True)))
        for cards in itertools.product(*choices):
            enough = all(cards.count(card) <= self.left[card] for card in cards)
            if enough and turn[self.plan.wins(cards)] == winner and self._is_lawful(turn, cards, later):
                yield cards

    def _may_play(self, seat: int, used: Sequence[int], kept: Sequence[int]) -> list[int]:
        """What a seat may have played to the trick; nothing where it has no card left, or plays what it has not."""
        unplayed, most = self.begin.sizes[seat] - sum(used), self.begin.most[seat]
        if not max(1, sum(kept)) <= unplayed <= MOST_LACKING or any(map(operator.gt, used, most)):
            return []
        kinds = range(self.deck.kinds)
        if sum(kept) == unplayed:
            return [card for card in kinds if kept[card]]
        return [card for card in kinds if self.left[card] and used[card] < most[card]]

    def _keeps_duties(self, seat: int, card: int, kept: list[int], before: list[Trick], after: list[Trick]) -> bool:
        """Whether a seat breaks no duty with a card that it plays to the missing trick, and with what is left."""
        held = [*kept]
        held[card] -= held[card] > 0
        if self._played(after, (seat,), held) is None:
            return False
        held[card] += 1
        return self._played(before, (seat,), held) is not None

    def _played(
        self, tricks: Sequence[Trick], seats: Seats, held: list[int] | None = None
    ) -> dict[int, list[int]] | None:
        """What these seats play to the tricks; None where one of them breaks a duty by what it plays later.

        `held` is what the only one of them holds behind them.
        """
        breaks, hands = self.plan.breaks, {seat: held or [0] * self.deck.kinds for seat in seats}
        for trick in reversed(tricks):
            for nth, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
                if seat in hands:
                    hands[seat][card] += 1
                    if nth and breaks is not None and breaks(hands[seat], trick.cards[:nth], card):
                        return None
        return hands

    def _is_lawful(self, turn: Seats, cards: Cards, later: Mapping[int, Sequence[int]]) -> bool:
        """Whether nobody breaks a duty with the trick itself."""
        if self.plan.breaks is None:
            return True
        for nth in range(1, len(cards)):
            held = [*later[turn[nth]]]
            held[cards[nth]] = max(1, held[cards[nth]])
            if self.plan.breaks(held, cards[:nth], cards[nth]):
                return False
        return True


def _standing(play: Play, plan: Plan) -> list[Trick]:
    """The tricks that stood."""
    return [step for step in steps(play, plan) if isinstance(step, Trick) and step.taken_back is None]
