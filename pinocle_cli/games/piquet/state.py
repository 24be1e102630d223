"""The deal as it is written, and what changes while it is judged.

The pack has one copy of each card, so what a seat is known to hold is a set: `lo` are the cards that it is sure to have
begun the play with, by all that the record tells before and after; `size` is how many there were.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pinocle_cli.game import DealState, part
from pinocle_cli.games.piquet.combinations import POINT, SEQUENCE, SET, Combo
from pinocle_cli.games.piquet.hands import ALL_TRICKS, HAND, PACK
from pinocle_cli.games.piquet.notation import CALLS, DISCARDS
from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.light import NamedTuple, light_dataclass
from pinocle_cli.reader.kinds import CARDS
from pinocle_cli.record import Cards, Deal, Event, read_once

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pinocle_cli.games.piquet.house import House
    from pinocle_cli.ledger import Entry, Run
    from pinocle_cli.record import Place
    from pinocle_cli.rule import Rule


@read_once
class PiquetDeal(Deal):
    """A deal as it is written."""

    talon: Cards | None = part(
        CARDS,
        doc="The eight cards of the talon in order, elder's five first.",
        example="talon: SQ S7 H7 D9 C8 HJ HT DK",
    )
    discards: Mapping[int, Cards] | None = part(
        DISCARDS,
        doc="What each discarded; `none` where he exchanged nothing.",
        example="discards: {Anna: C8 C7, Boris: none}",
    )
    calls: Sequence[Event] | None = part(
        CALLS, doc="What was declared, in order.", example="calls: [Boris: point 5, Anna: good]"
    )


class Taken(NamedTuple):
    """A trick as it counts: its line, who led and who won it (None: it was not answered), the two cards.

    A card is -1 where none was played, or where it is not known.
    """

    line: int
    leader: int
    led: int
    reply: int
    winner: int | None


class Counted(NamedTuple):
    """A combination that was called and is held, and the line of the call."""

    combo: Combo
    line: int


@light_dataclass()
class Kind:
    """The calls of one kind that stand: each seat's, and what the answer to elder's comes to."""

    own: tuple[list[Counted], list[Counted]] = field(default_factory=lambda: ([], []))
    answer: str = ""  # good, equal, not good; empty where elder called nothing of the kind
    saves: bool = False  # younger's better cards, though barred from scoring, save pique and repique


@light_dataclass()
class Called:
    """All the calls of a deal."""

    kinds: dict[int, Kind] = field(default_factory=lambda: {kind: Kind() for kind in (POINT, SEQUENCE, SET)})
    blank: list[tuple[int, int]] = field(default_factory=list)  # carte blanche: seat and line
    answered: bool = True  # each first call of elder's was, in writing
    withheld: set[int] = field(default_factory=set)  # seats that had what would have counted, and did not call it
    false: dict[int, set[int]] = field(default_factory=dict)  # seat: the kinds in which it called what it had not


@light_dataclass(kw_only=True)
class Terms:
    """What rulings change in the reckoning: seats that count nothing, bar nothing, or whose play counts nothing."""

    nothing: set[int] = field(default_factory=set)
    bars_nothing: set[int] = field(default_factory=set)
    no_play: set[int] = field(default_factory=set)


@light_dataclass(kw_only=True)
class Piquet(DealState):
    """The table of one deal. Hands are bits; None is not known."""

    house: House
    deal: PiquetDeal
    elder: int = 0
    dealt: list[int | None] = field(default_factory=lambda: [None, None])
    discarded: list[int | None] = field(default_factory=lambda: [None, None])
    talon: int | None = None  # the cards of the talon
    held: list[int | None] = field(default_factory=lambda: [None, None])  # as played, where every card is known
    lo: list[int] = field(default_factory=lambda: [0, 0])  # sure to be in the hand as play began
    size: list[int] = field(default_factory=lambda: [HAND, HAND])
    place_of: list[Place | None] = field(default_factory=lambda: [None, None])  # where a hand stands
    tricks: list[Taken] = field(default_factory=list)
    in_order: bool = False  # the play has been gone through, and nobody broke a rule in it
    whole: bool = False  # the deal was played to the end, or stands as the table wrote it
    conceded: bool = False
    called: Called | None = None  # what each called, and how it was answered
    corrected: set[int] = field(default_factory=set)  # who put a false call right in time
    terms: Terms = field(default_factory=Terms)
    double: Rule | None = None  # the rule by which the deal counts double
    entries: list[Entry | Run] = field(default_factory=list)  # as last reckoned

    def __post_init__(self) -> None:
        """The table before the first card is looked at."""
        self.elder = 1 - self.dealer
        self.double = self.session.doubles(self.number)  # type: ignore[attr-defined]  # it is a partie
        self.most_tricks = ALL_TRICKS

    @property
    def younger(self) -> int:
        """The dealer."""
        return 1 - self.elder

    @property
    def portland(self) -> bool:
        """Whether the laws of 1882 hold where no house rule says otherwise."""
        return self.session.record.profile == "portland"

    def most(self, seat: int) -> int:
        """Every card that the seat may have begun the play with."""
        held = self.held[seat]
        if held is not None:
            return held
        gone = self.lo[1 - seat] | (self.discarded[0] or 0) | (self.discarded[1] or 0)
        other = self.dealt[1 - seat]
        return self.lo[seat] | (PACK & ~gone & ~(other or 0))

    def written_at(self, seat: int, part: str = "held") -> Place:
        """Where the hand or the discard of a seat is written."""
        written = getattr(self.deal, part) or {}
        found: Place | None = written[seat].place if seat in written else self.place_of[seat]
        return found or self.place()

    def fault(self, rule: Rule, place: Place, text: str, seat: int | None = None) -> Finding:
        """A breach of a rule."""
        return Finding.at(place, rule, "fault", text, seat)

    def error(self, rule: Rule, place: Place, text: str, seat: int | None = None) -> Finding:
        """What cannot be."""
        return Finding.at(place, rule, ERROR, text, seat)
