"""What lies where while a deal is told step by step, and the steps that have been told."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any, TypedDict

from pinocle_cli.known import Move
from pinocle_cli.light import light_dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.record import Deal, Record
    from pinocle_cli.replay.frame import Kind, Pile, Played
    from pinocle_cli.written import Event, Place


@light_dataclass(kw_only=True)
class Step:
    """One step: what happened, in words, where it stands, and what lies on the table afterwards."""

    kind: Kind
    says: str
    line: int
    path: str  # within the deal
    seat: int | None
    card: int | None  # which card of its line this is, from 0; None: the line as a whole
    moves: int  # how many moves have been made when it is done
    trick: int
    table: tuple[Played, ...]
    winner: int | None
    laid: tuple[tuple[int, ...], ...]
    piles: tuple[Pile, ...]
    verb: str
    due: int | None


class _More(TypedDict, total=False):
    """What is told of some steps only."""

    seat: int | None
    card: int | None
    verb: str
    due: int | None


@light_dataclass(kw_only=True)
class Table:
    """What lies where while the steps are told."""

    game: Game
    record: Record
    deal: Deal
    verdict: Verdict
    deck: Deck
    names: tuple[str, ...]
    seats: tuple[int, ...]
    size: int  # cards of a right hand
    steps: list[Step] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    trick: list[Played] = field(default_factory=list)
    number: int = 0
    winner: int | None = None
    laid: list[list[int]] = field(default_factory=list)
    piles: dict[str, Pile] = field(default_factory=dict)
    due: list[int] = field(default_factory=list)  # who draws next from the stock

    def __post_init__(self) -> None:
        """Nothing lies on the table yet."""
        self.laid = [[] for _ in self.record.players]

    def part(self, name: str) -> Any:  # noqa: ANN401 - each game has its own
        """A part of the deal that not every game has."""
        return getattr(self.deal, name, None)

    def show(self, cards: Iterable[int]) -> str:
        """Cards as text."""
        return self.deck.show(cards)

    def step(self, kind: Kind, says: str, place: Place | Event | None = None, **more: Unpack[_More]) -> None:
        """Something has happened; the table as it is now goes with it."""
        line, path = (self.deal.line, "") if place is None else (place.line, place.path)
        self.steps.append(
            Step(
                kind=kind, says=says, line=line, path=path, moves=len(self.moves), trick=self.number,
                table=tuple(self.trick), winner=self.winner, laid=tuple(map(tuple, self.laid)),
                piles=tuple(pile for pile in self.piles.values() if pile.size),
                seat=more.get("seat"), card=more.get("card"), verb=more.get("verb", ""), due=more.get("due"),
            )
        )  # fmt: skip

    def move(self, kind: int, seat: int, cards: Iterable[int]) -> None:
        """Cards move, one by one."""
        self.moves += [Move(kind, seat, card) for card in cards]
