"""What is to be seen at one moment of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pinocle_cli.light import NamedTuple

if TYPE_CHECKING:
    from pinocle_cli.ledger import Finding

Kind = Literal["deal", "bid", "exchange", "call", "meld", "play", "draw", "act", "end"]


class Pile(NamedTuple):
    """Cards that lie somewhere: those known, and how many are not; `name` is the players' word for the place."""

    name: str
    cards: tuple[int, ...] = ()
    hidden: int = 0
    seat: int | None = None  # whose it is; None: the table's
    open: bool = False  # it lies face up

    @property
    def size(self) -> int:
        """How many cards lie there."""
        return len(self.cards) + self.hidden


class Hand(NamedTuple):
    """One hand: what the record shows of it, what was worked out, how many cards are not known; all sorted."""

    cards: tuple[int, ...] = ()
    worked_out: tuple[int, ...] = ()
    hidden: int = 0

    @property
    def size(self) -> int:
        """How many cards the hand has."""
        return len(self.cards) + len(self.worked_out) + self.hidden

    @property
    def known(self) -> tuple[int, ...]:
        """Every card that is known, however."""
        return tuple(sorted((*self.cards, *self.worked_out)))


class Played(NamedTuple):
    """A card on the table, and who played it."""

    seat: int
    card: int


class Frame(NamedTuple):
    """One moment: what has just happened, in words, and everything that is to be seen after it."""

    kind: Kind
    says: str
    line: int  # of the record, where this stands
    seat: int | None  # who did it
    trick: int  # the number of the trick that is being played, or was played last; zero before the first
    hands: tuple[Hand, ...]  # by seat
    table: tuple[Played, ...]  # the trick as far as it has been played
    winner: int | None  # who took it, once it is complete
    laid: tuple[tuple[int, ...], ...]  # by seat: melds that lie on the table (in two-handed still part of the hand)
    piles: tuple[Pile, ...]  # stock, turned card, widow, talon, discards
    points: tuple[int, ...]  # in this deal so far, by name
    totals: tuple[int, ...] | None  # in the game's unit with this deal so far, by name; None where they are not known
    entries: tuple[int, ...]  # the numbers of the ledger entries that were made by this step
    findings: tuple[Finding, ...]  # what is said of this step
    verb: str = ""  # what was done besides playing: `claim`, `concede`, `out`; `out of turn` for such a lead
    due: int | None = None  # whose lead it was, where another led


class Course(NamedTuple):
    """A deal as frames, and who sits where."""

    seats: tuple[int, ...]  # who plays, in turn; idle ones are left out
    frames: tuple[Frame, ...]
    order: tuple[int, ...]  # of the kinds of card: how a hand is sorted
