"""Claims, concessions and leads out of turn looked into: what was still to be had when play stopped.

It informs a director and changes no ruling. It is worked out where every card is known, or where the few that are not
can lie in few ways only; then the answer is a range over all of them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.analyse.endgame import NODES, Ending, solve
from pinocle_cli.light import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game
    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.record import Record
    from pinocle_cli.replay.frame import Course, Frame

MOST_WAYS = 40  # in which cards that are not known may lie
STOPS = ("claim", "concede", "out")


class Insight(NamedTuple):
    """What was found out about one moment: which deal and frame, the line of the record, and what is to be said."""

    deal: int
    frame: int
    line: int
    text: str
    least: int | None = None  # what the side that is asked about can still get; None where it was not worked out
    most: int | None = None
    needs: int | None = None
    nodes: int = 0


def looked_into(
    record: Record, verdict: SessionVerdict, courses: Sequence[Course], games: Mapping[str, Game], *, nodes: int = NODES
) -> list[Insight]:
    """Everything of the kind in a judged record, deal by deal."""
    game = games[record.game or ""]
    found = []
    for nth, course in enumerate(courses):
        asked = _Asked(game, record, verdict, nth, course, nodes)
        found += [insight for at in range(len(course.frames)) for insight in asked.about(at)]
    return found


class _Asked:
    """One deal, and what is asked about its moments."""

    def __init__(
        self, game: Game, record: Record, verdict: SessionVerdict, nth: int, course: Course, nodes: int
    ) -> None:
        self.game, self.record, self.verdict, self.nth, self.course, self.nodes = (
            game,
            record,
            verdict,
            nth,
            course,
            nodes,
        )
        self.deck: Deck = game.deck(record.house)
        self.deal = verdict.deals[nth]
        self.counted = game.trick_values is not None
        self.values, self.last = game.trick_values(self.deck, record.house) if game.trick_values else ((), 0)
        self.always = getattr(record.house, "heading", "") == "always"

    def about(self, at: int) -> Iterator[Insight]:
        """What is to be said of a frame, if anything."""
        frame = self.course.frames[at]
        if frame.verb in STOPS and frame.seat is not None:
            yield from self._stopped(at, frame, frame.seat)
        elif frame.verb == "out of turn" and frame.seat is not None and frame.due is not None:
            yield from self._led(at, frame, frame.seat, frame.due)

    # --- Where play stopped ---

    def _stopped(self, at: int, frame: Frame, seat: int) -> Iterator[Insight]:
        """A claim, a concession, or somebody who declared himself out."""
        side = self._side(seat)
        needs = self._needs(frame, side)
        if frame.verb == "out" and needs is not None and needs <= 0:
            return  # he had what he needed
        short = bool(frame.table) and frame.winner is None
        leader = frame.table[0].seat if short else self._last_winner(at)
        lying = tuple(played.card for played in frame.table) if short else ()
        found = self._solved(at, frame, leader, side, lying, needs)
        if isinstance(found, str):
            yield Insight(self.nth, at, frame.line, f"not worked out: {found}")
            return
        text = self._best(side, found) + _judged(frame.verb, found, needs, own=seat in side)
        yield Insight(self.nth, at, frame.line, text + self._limits(found), found.least, found.most, needs, found.nodes)

    def _best(self, side: frozenset[int], found: _Value) -> str:
        names = " and ".join(self.verdict.names[seat] for seat in sorted(side))
        return f"with best play {names} {'take' if len(side) > 1 else 'takes'} {_range(found.least, found.most)} more"

    # --- A lead out of turn ---

    def _led(self, at: int, frame: Frame, seat: int, due: int) -> Iterator[Insight]:
        """What the lead gave away, or gained: the best play from there, and from the rightful lead."""
        side = self._side(seat)
        made = self._solved(at, frame, seat, side, (frame.table[0].card,), None)
        right = self._solved(at - 1, self.course.frames[at - 1], due, side, (), None)
        if isinstance(made, str) or isinstance(right, str):
            yield Insight(self.nth, at, frame.line, f"not worked out: {made if isinstance(made, str) else right}")
            return
        rightful = f"{_range(right.least, right.most)} if {self.verdict.names[due]} leads"
        text = f"{self._best(side, made)} from this lead, {rightful}"
        both = _Value(
            made.least, made.most, max(made.ways, right.ways), made.exact and right.exact, made.nodes + right.nodes
        )
        yield Insight(self.nth, at, frame.line, text + self._limits(both), made.least, made.most, None, both.nodes)

    # --- The position ---

    def _solved(
        self, at: int, frame: Frame, leader: int | None, side: frozenset[int], lying: tuple[int, ...], needs: int | None
    ) -> _Value | str:
        """What the side can still get from a frame on, or why it was not worked out."""
        if not self.counted:
            return "the best play of this game is not searched, because its tricks do not count by their cards"
        if leader is None:
            return "who had the lead is not known"
        if self.deal.trump is None:
            return "trumps are not recorded"
        if any(pile.name == "stock" for pile in frame.piles):
            return "the stock was not gone, and nobody could know what he would draw"
        worlds = self._worlds(at, frame)
        if isinstance(worlds, str):
            return worlds
        turn, found, left = [*self.course.seats], [], self.nodes
        for hands in worlds:
            ending = Ending(
                deck=self.deck, trump=self.deal.trump, hands=tuple(hands[seat] for seat in turn), lying=lying,
                leader=turn.index(leader), own=tuple(seat in side for seat in turn), values=self.values,
                last=self.last, always=self.always,
            )  # fmt: skip
            found.append(solve(ending, nodes=max(left, 1), wanted=needs))
            left -= found[-1].nodes
        least, most = min(one.least for one in found), max(one.most for one in found)
        return _Value(least, most, len(found), all(one.exact for one in found), self.nodes - left)

    def _worlds(self, at: int, frame: Frame) -> list[dict[int, tuple[int, ...]]] | str:
        """Every way in which the hands can be, from what is known at this frame."""
        places = {seat: frame.hands[seat].hidden for seat in self.course.seats if frame.hands[seat].hidden}
        aside = sum(pile.hidden for pile in frame.piles)
        known = {seat: frame.hands[seat].known for seat in self.course.seats}
        if not places:
            return [known]
        pool = Counter(dict.fromkeys(range(self.deck.kinds), self.deck.copies))
        for cards in (*known.values(), *(pile.cards for pile in frame.piles), self._played(at)):
            pool.subtract(cards)
        if min(pool.values()) < 0 or sum(pool.values()) != sum(places.values()) + aside:
            return "the cards recorded make no whole pack"
        sizes = [*places.values(), aside]
        found = []
        for shared in _shared(sorted(pool.elements()), sizes):
            found.append({**known, **{s: (*known[s], *shared[n]) for n, s in enumerate(places)}})
            if len(found) > MOST_WAYS:
                names = " and ".join(self.verdict.names[seat] for seat in places)
                return f"not enough is known of what {names} held"
        return found

    def _played(self, at: int) -> list[int]:
        """Every card that lies in a trick by then."""
        tricks: dict[int, tuple[int, ...]] = {}
        for frame in self.course.frames[: at + 1]:
            if frame.kind == "play":
                tricks[frame.trick] = tuple(played.card for played in frame.table)
        return [card for cards in tricks.values() for card in cards]

    def _last_winner(self, at: int) -> int | None:
        """Who leads next."""
        frames = self.course.frames
        last = next((frame.winner for frame in frames[at::-1] if frame.winner is not None), None)
        if last is not None:
            return last
        first = next((frame.seat for frame in frames if frame.kind == "play"), None)
        return self._bidder() if first is None else first

    # --- Who is asked about, and what he needs ---

    def _bidder(self) -> int | None:
        contract, players = self.deal.contract, self.verdict.names[: self.verdict.players]
        return players.index(contract["bidder"]) if contract and contract["bidder"] in players else None

    def _side(self, seat: int) -> frozenset[int]:
        """The bidder where there is one against the others, else the player and his partner."""
        bidder = self._bidder()
        if bidder is not None and self.game.unit == "chips":
            return frozenset({bidder})
        accounts = self.verdict.accounts
        if seat in accounts:
            return frozenset({seat})
        mine = seat % len(accounts)
        return frozenset(other for other in self.course.seats if other % len(accounts) == mine)

    def _needs(self, frame: Frame, side: frozenset[int]) -> int | None:
        """The points that are still lacking for the contract, or for the game."""
        contract = self.deal.contract
        if contract and self._bidder() in side and contract["bid"] and contract["melds"] is not None:
            return contract["bid"] - frame.points[next(iter(side))]
        target = getattr(self.record.house, "target", None)
        if isinstance(target, int) and frame.totals is not None and self.game.unit == "points":
            seat = next(iter(side))
            accounts = self.verdict.accounts
            return target - frame.totals[seat if seat in accounts else accounts[seat % len(accounts)]]
        return None

    def _limits(self, found: _Value) -> str:
        """What the answer rests on."""
        said = f" (over the {found.ways} ways in which the cards not known may lie)" if found.ways > 1 else ""
        if not found.exact:
            said += f" (not narrowed down further: the limit of {self.nodes:,} cards tried was met)"
        return said


class _Value(NamedTuple):
    """What a side can still get: bounds, over how many ways in which hidden cards may lie, and what it took."""

    least: int
    most: int
    ways: int
    exact: bool  # for each way: the search came to its end
    nodes: int


def _judged(verb: str, found: _Value, needs: int | None, *, own: bool) -> str:
    """What that means for the claim or the concession; `own`: it was made by the side that is asked about."""
    if needs is None:
        return ""
    if needs <= 0:
        return "; nothing more was needed"
    good, sure = found.least >= needs, found.least >= needs or found.most < needs
    if not sure:
        end = "it depends on where the cards lie" if found.ways > 1 else "it is not decided"
    elif verb == "claim":
        end = "the claim is good" if good == own else "the claim is not good"
    elif verb == "out":
        end = "it was still to be had" if good else "it was out of reach"
    else:
        end = "rightly given up" if good != own else "it need not have been given up"
    return f"; {needs} {'are' if needs > 1 else 'is'} needed: {end}"


def _range(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def _shared(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to share out cards, twins not told apart: so many to each place."""
    if not sizes:
        yield ()
        return
    for own in _chosen(Counter(cards), sizes[0]):
        rest = sorted((Counter(cards) - Counter(own)).elements())
        for others in _shared(rest, sizes[1:]):
            yield (own, *others)


def _chosen(cards: Counter[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every choice of so many cards, twins not told apart."""
    if not number:
        yield ()
        return
    kinds = sorted(cards)
    for at, card in enumerate(kinds):
        for times in range(min(cards[card], number), 0, -1):
            rest = Counter({other: cards[other] for other in kinds[at + 1 :]})
            if sum(rest.values()) >= number - times:
                for others in _chosen(rest, number - times):
                    yield (*[card] * times, *others)
