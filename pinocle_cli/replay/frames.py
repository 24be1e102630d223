"""The frames of a deal: every step with the hands as they are known then, what it scores and what is said of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.known import HIDDEN, IN, OUT, PLAY, Known
from pinocle_cli.light import NamedTuple
from pinocle_cli.replay.apart import Lines, told_apart
from pinocle_cli.replay.frame import Course, Frame, Hand
from pinocle_cli.replay.steps import told
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game
    from pinocle_cli.ledger import Entry, Finding, SessionVerdict, Verdict
    from pinocle_cli.record import Deal, Record
    from pinocle_cli.replay.table import Step, Table


def courses(record: Record, verdict: SessionVerdict, games: Mapping[str, Game]) -> list[Course]:
    """Every deal of a judged record as frames; none of a record that could not be read."""
    if record.game is None or not verdict.deals:
        return []
    apart, lines = told_apart(record)
    placed = _placed(apart, lines, verdict, games)
    totals: dict[int, int] | None = verdict.opening
    found = []
    for deal, judged, places in zip(apart.deals, verdict.deals, placed, strict=True):
        course = _course(games[record.game], record, deal, judged, _Places(places, lines), totals)
        found.append(course)
        known = totals is not None and judged.scores is not None
        totals = {s: n + (judged.scores or {}).get(s, 0) for s, n in (totals or {}).items()} if known else None
    return found


def _placed(apart: Record, lines: Lines, verdict: SessionVerdict, games: Mapping[str, Game]) -> Iterator[list[int]]:
    """By deal, the lines of its entries in the record told apart: judged again where several things share a line."""
    numbers = {line: number for number, line in lines.items()}
    if len(numbers) < len(lines):
        yield from ([entry.line for entry in deal.ledger] for deal in judge(apart, games).deals)
    else:
        yield from ([numbers.get(entry.line, 0) for entry in deal.ledger] for deal in verdict.deals)


class _Places(NamedTuple):
    """Where each entry of a ledger stands, by lines that nothing else has; and which these are in the record."""

    entries: list[int]
    lines: Lines


def _course(
    game: Game, record: Record, deal: Deal, judged: Verdict, places: _Places, totals: dict[int, int] | None
) -> Course:
    """One deal, every part of which has a line of its own."""
    table = told(game, record, deal, judged)
    steps = table.steps
    apart = [step.line if step.path or step.kind == "deal" else 0 for step in steps]
    due = _due(judged.ledger, places.entries, apart)
    said = _said(judged.findings, deal, steps)
    hands = _Hands(table)
    points = [0] * len(table.names)
    sums = None if totals is None else [totals.get(seat, 0) for seat in range(len(table.names))]
    frames = []
    for n, step in enumerate(steps):
        for at in due.get(n, ()):
            entry = judged.ledger[at]
            if entry.unit == "points":
                points[entry.seat] += entry.points
            if sums is not None and entry.unit == game.unit:
                sums[entry.seat] += entry.points
        known = judged.scores is not None or n < len(steps) - 1
        held = hands.at(step.moves)
        laid = tuple(_still(cards, hand) for cards, hand in zip(step.laid, held, strict=True))
        frames.append(
            Frame(
                kind=step.kind, says=step.says, line=places.lines.get(step.line, step.line), seat=step.seat,
                trick=step.trick, hands=held, table=step.table, winner=step.winner, laid=laid, piles=step.piles,
                points=tuple(points), totals=tuple(sums) if sums is not None and known else None,
                entries=tuple(due.get(n, ())), findings=tuple(said.get(n, ())), verb=step.verb, due=step.due,
            )
        )  # fmt: skip
    return Course(table.seats, tuple(frames), fan(table.deck, judged.trump))


def _still(laid: Sequence[int], hand: Hand) -> tuple[int, ...]:
    """Of the cards that were laid down those that have not been played since."""
    if not laid:
        return ()
    left = Counter(hand.known)
    return tuple(card for card, number in Counter(laid).items() for _ in range(min(number, left[card])))


# --- What a step scores, and what is said of it -----------------------------------------------------------------------


def _due(ledger: Sequence[Entry], lines: Sequence[int], steps: Sequence[int]) -> dict[int, list[int]]:
    """Step: the entries that it makes. Rulings and settlements are entered at the end, whatever line they are about."""
    last = {line: n for n, line in enumerate(steps)}  # a trick scores with its last card
    found: dict[int, list[int]] = {}
    for at, (entry, line) in enumerate(zip(ledger, lines, strict=False)):
        end = len(steps) - 1
        found.setdefault(last.get(line, end) if entry.rule.kind in ("score", "record") else end, []).append(at)
    return found


def _said(findings: Sequence[Finding], deal: Deal, steps: Sequence[Step]) -> dict[int, list[Finding]]:
    """Step: the findings about it; in a trick, about the card that stands in their column."""
    at_path: dict[str, list[int]] = {}
    for n, step in enumerate(steps):
        if step.path:
            at_path.setdefault(step.path, []).append(n)
    found: dict[int, list[Finding]] = {}
    for finding in findings:
        path = finding.path.removeprefix(deal.prefix)
        at = at_path.get(path)
        if at is None and path.startswith("irregularities["):
            at = _called_at(deal, path, steps)
        if at:
            found.setdefault(_card_in(finding, deal, path, at, steps), []).append(finding)
    return found


def _called_at(deal: Deal, path: str, steps: Sequence[Step]) -> list[int] | None:
    """Where a fault that the table called was committed: after the trick or the bid that it names."""
    called = next((one for one in deal.irregularities or () if one.place.path == path), None)
    if called is None or (called.after is None and called.after_bid is None):
        return None
    if called.after_bid is not None:
        bids = [n for n, step in enumerate(steps) if step.kind == "bid"]
        return bids[called.after_bid - 1 : called.after_bid] or None
    tricks = [n for n, step in enumerate(steps) if step.trick == called.after and step.kind in ("play", "deal")]
    return tricks[-1:] or None


def _card_in(finding: Finding, deal: Deal, path: str, at: list[int], steps: Sequence[Step]) -> int:
    """Of the steps of a trick the one whose card stands in the column of the finding, or is that of its player."""
    if len(at) > 1 and finding.column and path.startswith("play[") and deal.play is not None:
        columns = [deal.play[int(path[5:-1])].column_of(nth) for nth in range(len(at))]
        if finding.column in columns:
            return at[columns.index(finding.column)]
    return next((n for n in at if steps[n].seat == finding.seat), at[-1])


# --- The hands --------------------------------------------------------------------------------------------------------


class _Hands:
    """The hands as the steps go on: what the record shows of each, what was worked out, and what is hidden."""

    def __init__(self, table: Table) -> None:
        deck, deal = table.deck, table.deal
        written = deal.held or deal.hands or {}
        seats = range(len(table.record.players))
        hands = [written[seat].cards if seat in written else None for seat in seats]
        sizes = [
            (len(hand) if hand is not None else table.size) if s in table.seats else 0 for s, hand in enumerate(hands)
        ]
        if deal.held:
            most = max(len(cards.cards) for cards in deal.held.values())
            sizes = [min(size, most) for size in sizes]
        outside = [card for pile in table.steps[0].piles for card in pile.cards]
        self.deck, self.moves, self.order = deck, table.moves, fan(deck, table.verdict.trump)
        self.known = Known(deck, hands, sizes, table.moves, outside)
        self.shown = [deck.count(hand or ()) for hand in hands]  # what the record shows of each hand
        self.made = 0
        self.hands = [self._hand(seat) for seat in seats]

    def at(self, moves: int) -> tuple[Hand, ...]:
        """The hands when so many moves have been made."""
        moved = {move.seat for move in self.moves[self.made : moves]}
        while self.made < moves:
            move = self.moves[self.made]
            if self.known.walk(self.made + 1) is not None:
                self.known.skip()  # a record that cannot be true is shown as far as it can be
            shown = self.shown[move.seat]
            if move.card != HIDDEN and move.kind == IN:
                shown[move.card] += 1
            elif move.card != HIDDEN and move.kind in (PLAY, OUT) and shown[move.card]:
                shown[move.card] -= 1
            self.made += 1
        for seat in moved:
            self.hands[seat] = self._hand(seat)
        return tuple(self.hands)

    def _hand(self, seat: int) -> Hand:
        held, shown = self.known.lo[seat], self.shown[seat]
        cards: list[int] = []
        worked_out: list[int] = []
        for card in self.order:
            if number := held[card]:
                seen = min(number, shown[card])
                cards += [card] * seen
                worked_out += [card] * (number - seen)
        return Hand(tuple(cards), tuple(worked_out), max(self.known.hidden[seat], 0))


def fan(deck: Deck, trump: int | None) -> tuple[int, ...]:
    """The kinds of card as a hand is sorted: trumps first, then black and red in turn, the strongest first."""
    suits = [0, 1, 3, 2]
    if trump is not None:
        at = suits.index(trump)
        suits = suits[at:] + suits[:at]
    return tuple(sorted(range(deck.kinds), key=lambda card: (suits.index(deck.suit[card]), card)))
