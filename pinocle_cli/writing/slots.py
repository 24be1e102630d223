"""The places for answers in a deal: which questions are put, and what stands there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.course import TAKES_BACK
from pinocle_cli.light import light_dataclass
from pinocle_cli.writing.typed import name_meant
from pinocle_cli.writing.yamlvalues import in_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ask import Ask, Situation, Turn
    from pinocle_cli.game import Game
    from pinocle_cli.rule import Rule
    from pinocle_cli.writing.recordtext import RecordText
    from pinocle_cli.writing.yamlvalues import Path

SlotId = tuple[str, int | None, int | None]
NOWHERE: SlotId = ("", None, None)


@light_dataclass(frozen=True)
class Slot:
    """A place for an answer: which question, of whom, the line of a block, and what stands there."""

    ask: Ask
    label: str
    says: str
    seat: int | None = None
    nth: int | None = None
    written: str = ""  # as it would be typed again
    given: str = ""  # what the rest of the deal tells, where nothing is written
    turn: Turn | None = None
    lines: range = range(0)  # of the file, where the answer stands
    trick: int = 0  # its number, in a play

    @property
    def id(self) -> SlotId:
        """The same slot after another answer."""
        return self.ask.key, self.seat, self.nth

    @property
    def rule(self) -> Rule | None:
        """The rule that whoever answers may want to read."""
        return (self.turn.rule if self.turn is not None else None) or self.ask.rule

    @property
    def open(self) -> bool:
        """Whether there is no answer."""
        return not self.written and not self.given


def slots_in(game: Game, record: RecordText, now: Situation, deal: int, way: str) -> list[Slot]:
    """Every place for an answer in a deal, in order; `way` is how it is kept."""
    return [slot for ask in game.asks() for slot in _slots_of(ask, record, now, deal, way)]


def _slots_of(ask: Ask, record: RecordText, now: Situation, deal: int, way: str) -> Iterator[Slot]:
    asked = ask.way in ("", way) and ask.when(now)
    if ask.turn is not None:
        yield from _lines_of(ask, record, now, deal, asked=asked)
        return
    for seat in ask.whom(now) if ask.whom else (None,):
        written = _written(ask, record, seat, now, deal)
        if asked or written:
            name = "" if seat is None else now.names[seat]
            given = "" if written else ask.given(now, seat)
            path = path_of(record, deal, ask.key, seat, now.names)
            lines = record.lines_of(deal, path) if written or given else range(0)
            yield Slot(ask, ask.label, ask.says.format(name=name), seat, None, written, given, lines=lines)


def _lines_of(ask: Ask, record: RecordText, now: Situation, deal: int, *, asked: bool) -> Iterator[Slot]:
    """The lines of a block, and the one that comes next."""
    written, places = record.block(deal, ask.key), record.block_lines(deal, ask.key)
    tricks = _tricks(now) if ask.key == "play" else []
    for nth, (line, place) in enumerate(zip(written, places, strict=True)):
        trick = tricks[nth] if nth < len(tricks) else 0
        yield Slot(ask, ask.label if not nth else "", ask.says, nth=nth, written=line, lines=place, trick=trick)
    turn = ask.turn(now) if asked and ask.turn is not None else None
    if turn is not None:
        label = "" if written else ask.label
        yield Slot(ask, label, turn.says, seat=turn.seat, nth=len(written), turn=turn)


def _tricks(now: Situation) -> list[int]:
    """The number of the trick on each line of the play; 0 where something else stands."""
    found, number = [], 0
    for event in now.deal.play or ():
        number += not event.verb
        found.append(0 if event.verb else number)
        number -= event.verb == TAKES_BACK
    return found


def _written(ask: Ask, record: RecordText, seat: int | None, now: Situation, deal: int) -> str:
    """What stands in the record, as it would be typed."""
    for key in ask.keys:
        value = record.value(deal, path_of(record, deal, key, seat, now.names))
        if value:
            return _typed(value)
    return ""


def path_of(record: RecordText, deal: int, key: str, seat: int | None, names: tuple[str, ...]) -> Path:
    """Where the answer stands, or will: under the name of its player as it is written, or at his seat in a list."""
    if seat is None:
        return (key,)
    value = record.value(deal, (key,))
    if isinstance(value, list):
        return (key, seat)
    written = [name for name in value if name_meant(name, names) == names[seat]] if isinstance(value, dict) else []
    return (key, written[0] if written else names[seat])


def _typed(value: object) -> str:
    """A value as somebody would type it."""
    if isinstance(value, list):
        return ", ".join(str(item) if isinstance(item, str) else in_line(item) for item in value)
    return in_line(value) if isinstance(value, dict) else str(value).strip()
