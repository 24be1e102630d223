"""The table of a deal in the terminal, in 40 columns or more: hands by suit, the trick, what has just happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pinocle_cli.ledger import NOTE
from pinocle_cli.render import style

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.cards import Deck
    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.replay.frame import Course, Frame, Hand, Pile

_RED = (1, 2)
_INDENT = " " * 5  # below the number of a trick


class Shown:
    """One deal as it is shown: its frames, and the width that there is."""

    def __init__(self, verdict: SessionVerdict, nth: int, course: Course, deck: Deck, width: int) -> None:
        self.verdict, self.deal, self.course = verdict, verdict.deals[nth], course
        self.deck, self.width = deck, max(width, 20)
        self.names = [style.plain(name) for name in verdict.names]

    # --- A moment ---

    def frame(self, at: int) -> Iterator[str]:
        """Everything that is to be seen at one moment."""
        frame = self.course.frames[at]
        trick = f", trick {frame.trick}" if frame.trick else ""
        yield style.bold(f"deal {self.deal.number}{trick}") + style.faint(
            f"   step {at + 1} of {len(self.course.frames)}"
        )
        yield ""
        for seat in sorted(self.course.seats):
            yield from self.hand(seat, frame)
        yield from self._piles(frame)
        yield ""
        yield from self._wrapped("  ".join(self._played(frame)) or "")
        yield from self.says(frame)

    def hand(self, seat: int, frame: Frame) -> Iterator[str]:
        """A player, his points, and his cards suit by suit."""
        account = self._account(seat)
        total = "" if frame.totals is None else f"{frame.totals[account]:>7}"
        figures = f"{frame.points[account]:>5}{total}"
        name = self.names[seat]
        yield f"{style.bold(name)}{' ' * max(1, min(self.width, 40) - len(name) - len(figures))}{figures}"
        yield from self._wrapped("   ".join(self._suits(frame.hands[seat])) or "no card", "  ")
        if frame.laid[seat]:
            yield from self._wrapped(f"on the table {style.cards(self.deck.show(frame.laid[seat]))}", "  ")

    def says(self, frame: Frame, indent: str = "") -> Iterator[str]:
        """What has happened, what it scored, and what is wrong with it."""
        scored = [self.deal.ledger[n] for n in frame.entries]
        sums = [f"{self.names[e.seat]} {e.points:+} {e.note}" for e in scored if frame.kind not in ("play", "end")]
        yield from self._wrapped(style.cards(style.plain(frame.says)), indent)
        for said in sums:
            yield from self._wrapped(style.faint(style.cards(style.plain(said))), indent + "  ")
        yield from self._faults(frame, indent)

    def _account(self, seat: int) -> int:
        accounts = self.verdict.accounts
        return seat if seat in accounts else accounts[seat % len(accounts)]

    def _suits(self, hand: Hand) -> Iterator[str]:
        """Each suit with its ranks; in brackets what was worked out."""
        held = sorted(((card, False) for card in hand.cards), key=self._place)
        held = sorted([*held, *((card, True) for card in hand.worked_out)], key=self._place)
        for suit in dict.fromkeys(self.deck.suit[card] for card, _ in held):
            ranks = [
                f"({self.deck.rank[card]})" if worked_out else self.deck.rank[card]
                for card, worked_out in held
                if self.deck.suit[card] == suit
            ]
            text = f"{style.suit(suit, colour=False)} {' '.join(ranks)}"
            yield click.style(text, fg="red") if suit in _RED and style.in_colour() else text
        if hand.hidden:
            yield f"{hand.hidden} not known"

    def _place(self, one: tuple[int, bool]) -> int:
        return self.course.order.index(one[0])

    def _played(self, frame: Frame) -> Iterator[str]:
        tick = style.glyph("✓", "*")
        for played in frame.table:
            won = f" {tick}" if frame.winner == played.seat else ""
            yield f"{self.names[played.seat]} {style.cards(self.deck.names[played.card])}{won}"

    def _piles(self, frame: Frame) -> Iterator[str]:
        said = [self._pile(pile) for pile in frame.piles]
        if said:
            yield from self._wrapped("; ".join(said))

    def _pile(self, pile: Pile) -> str:
        whose = f"{self.names[pile.seat]} " if pile.seat is not None else ""
        if pile.name == "stock":
            return f"stock {pile.size}"
        cards = style.cards(self.deck.show(pile.cards))
        return f"{whose}{pile.name} {cards}{f' and {pile.hidden} not known' if pile.hidden and cards else ''}" + (
            f"{pile.hidden} not known" if pile.hidden and not cards else ""
        )

    def _wrapped(self, text: str, indent: str = "") -> Iterator[str]:
        if text:
            yield from click.wrap_text(text, self.width, indent, indent or "  ").split("\n")

    # --- A whole deal ---

    def deal_lines(self) -> Iterator[str]:
        """The deal from its first card to its last: the hands, then trick by trick."""
        frames = self.course.frames
        first = frames[0]
        yield from self._wrapped(f"{style.bold(f'deal {self.deal.number}')}   {style.cards(style.plain(first.says))}")
        for seat in sorted(self.course.seats):
            yield from self._wrapped(f"{self.names[seat]}: " + "   ".join(self._suits(first.hands[seat])), "  ")
        yield ""
        for at, frame in enumerate(frames[1:], 1):
            if frame.kind != "play":
                yield from self.says(frame, _INDENT)
            elif (
                frame.winner is not None
                or at + 1 == len(frames)
                or frames[at + 1].trick != frame.trick
                or frames[at + 1].kind != "play"
            ):
                yield from self._trick(frame)
            elif any(finding.severity != NOTE for finding in frame.findings):
                yield from self._faults(frame)
        yield ""

    def _trick(self, frame: Frame) -> Iterator[str]:
        yield from self._wrapped(f"{frame.trick:>3}  " + "   ".join(self._played(frame)))
        yield from self._faults(frame)

    def _faults(self, frame: Frame, indent: str = _INDENT) -> Iterator[str]:
        for finding in frame.findings:
            if finding.severity != NOTE:
                yield from self._wrapped(style.cards(f"! {style.plain(finding.message)}"), indent)

    def moments_of(self, trick: int) -> Sequence[int]:
        """The frames of one trick: from its first card to what was done after it."""
        return [at for at, frame in enumerate(self.course.frames) if frame.trick == trick and frame.kind != "end"]
