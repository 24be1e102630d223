"""What may be written where the pen stands in a record's text: keys, names, house rules, verbs, melds, cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pinocle_cli.games import GAMES
from pinocle_cli.light import NamedTuple
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.reader.record import ENVELOPE
from pinocle_cli.record import Play
from pinocle_cli.writing.complete import Spot, completions
from pinocle_cli.writing.places import Meaning, Pen, meaning_of, pen_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.ask import Ask, Situation
    from pinocle_cli.game import Game, Kind
    from pinocle_cli.writing.judging import Judged


class Offer(NamedTuple):
    """Something that may be written: from which column of the line (from 0), what, of what kind, and what it is."""

    start: int
    text: str
    kind: Literal["key", "value"]
    says: str = ""


def deal_at(judged: Judged, line: int) -> int | None:
    """The deal (from 0) to which a line (from 1) belongs."""
    found = [n for n, deal in enumerate(judged.record.deals) if deal.line <= line]
    return found[-1] if found else None


def offers_at(judged: Judged | None, lines: Sequence[str], line: int, column: int) -> list[Offer]:
    """What may be written at a line and a column (from 0); `judged` is what was last known of the record there."""
    pen = pen_at(lines, line, column)
    game = judged.game if judged is not None else None
    if judged is None or game is None:
        return [*_begun(_without_game(pen), pen.before)]
    lone = is_lone(lines)
    meaning = meaning_of(game, pen.keys, lone=lone)
    if pen.keys and meaning.key is None and meaning.kind is None and not meaning.option:
        pen, meaning = _as_a_line(lines, line, pen, game, lone=lone)
    if pen.writes_key and not _in_lines(game, meaning):
        return [*_begun(_keys(judged, game, pen, meaning), pen.before)]
    return [*_values(judged, game, pen, meaning, line)]


def is_lone(lines: Sequence[str]) -> bool:
    """Whether the keys of a deal may stand at the top: there is no list of deals."""
    return not any(line.startswith("deals:") for line in lines)


def _begun(offers: Iterator[Offer], before: str) -> Iterator[Offer]:
    """Those that begin with what is written."""
    return (offer for offer in offers if offer.text.casefold().startswith(before.casefold()))


def _without_game(pen: Pen) -> Iterator[Offer]:
    """How a record begins."""
    if pen.keys == ("game",):
        yield from (Offer(pen.column, name, "value") for name in GAMES)
    elif not pen.keys and pen.writes_key:
        yield from (Offer(pen.column, f"{k}: ", "key", a.doc) for k, a in ENVELOPE.items() if k not in pen.used)


def _in_lines(game: Game, meaning: Meaning) -> bool:
    """Whether lines stand there: play, bids, calls."""
    return meaning.kind is not None and (
        meaning.kind.holds == "lines" or _ask_for(game, meaning.name, lines=True) is not None
    )


def _ask_for(game: Game, key: str, *, lines: bool = False) -> Ask | None:
    """The question that is answered under a key."""
    return next((ask for ask in game.asks() if key in ask.keys and (ask.turn is not None or not lines)), None)


def _as_a_line(lines: Sequence[str], line: int, pen: Pen, game: Game, *, lone: bool) -> tuple[Pen, Meaning]:
    """`- Ann: 300` is a line of the list above it, not a key of a mapping."""
    for depth in range(len(pen.keys) - 1, 0, -1):
        meaning = meaning_of(game, pen.keys[:depth], lone=lone)
        if _in_lines(game, meaning):
            text = lines[line][: pen.column] + pen.before
            bare = text.lstrip().removeprefix("- ").lstrip()
            start = len(text) - len(bare)
            return Pen(pen.keys[:depth], False, bare, start, in_block=True), meaning
    return pen, meaning_of(game, pen.keys, lone=lone)


def _keys(judged: Judged, game: Game, pen: Pen, meaning: Meaning) -> Iterator[Offer]:
    """The keys that may stand there."""
    if meaning.name == "rules":
        for name, item in (("profile", None), *game.options.items()):
            says = ", ".join(item.choices) if item is not None else ", ".join(game.profiles)
            if name not in pen.used:
                yield Offer(pen.column, f"{name}: ", "key", says)
    elif meaning.kind is not None and meaning.kind.each is not None:
        for name in judged.verdict.names:
            if name not in pen.used:
                yield Offer(pen.column, f"{name}: ", "key")
    else:
        for name, about in (meaning.keys or {}).items():
            if name not in pen.used:
                block = _in_lines(game, Meaning(about, name, about.kind))
                yield Offer(pen.column, f"{name}: |" if block else f"{name}: ", "key", about.doc)


def _values(judged: Judged, game: Game, pen: Pen, meaning: Meaning, line: int) -> Iterator[Offer]:
    """The values that may stand there."""
    if meaning.option:
        choices = game.options[meaning.option].choices
        yield from _begun((Offer(pen.column, choice, "value") for choice in choices), pen.before)
    elif meaning.name == "profile" or (meaning.name == "rules" and not pen.writes_key):
        yield from _begun((Offer(pen.column, name, "value") for name in game.profiles), pen.before)
    elif meaning.name == "game":
        yield from _begun((Offer(pen.column, name, "value") for name in GAMES), pen.before)
    elif meaning.name == "fault":
        faults = (rule for rule in game.rules if rule.kind == "irregularity")
        yield from _begun((Offer(pen.column, rule.label, "value", rule.title) for rule in faults), pen.before)
    elif meaning.kind is not None:
        yield from _by_kind(judged, game, pen, meaning, meaning.kind, line)


def _by_kind(judged: Judged, game: Game, pen: Pen, meaning: Meaning, kind: Kind[object], line: int) -> Iterator[Offer]:
    deal = deal_at(judged, line + 1)
    now = judged.situation(len(judged.record.deals) if deal is None else deal)
    names = judged.verdict.names
    seat = names.index(meaning.player) if meaning.player in names else None
    ask, turn = _ask_for(game, meaning.name), None
    if _in_lines(game, meaning):
        ask = _ask_for(game, meaning.name, lines=True)
        now = _as_far_as(judged, now, game, meaning.name, line + 1)
        turn = ask.turn(now) if ask is not None and ask.turn is not None else None

    def can_play(leader: int, cards: tuple[int, ...]) -> bool:
        return deal is None or judged.can_play(deal, now.deal.play or (), leader, cards)

    for start, word in completions(game, now, Spot(kind, ask, seat, turn, can_play), pen.before):
        yield Offer(pen.column + start, word, "value")


def _as_far_as(judged: Judged, now: Situation, game: Game, key: str, line: int) -> Situation:
    """The situation before a line of play, bids or calls."""
    field = deal_keys(game)[key].field
    events = [event for event in getattr(now.deal, field) or () if judged.lines.real(event.line) < line]
    return replace(now, deal=replace(now.deal, **{field: Play.of(events) if field == "play" else events}))
