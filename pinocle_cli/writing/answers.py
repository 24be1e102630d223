"""How an answer is written: the edits of a record's text that it may mean, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.writing.recordtext import RecordText
from pinocle_cli.writing.slots import path_of
from pinocle_cli.writing.typed import each_meant, fault_meant, key_meant, line_meant, value_meant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ask import Situation
    from pinocle_cli.game import Game
    from pinocle_cli.writing.slots import Slot
    from pinocle_cli.writing.yamlvalues import Value

Edit = Callable[[RecordText], RecordText]


def offered(slot: Slot, text: str) -> list[str]:
    """The one word of those that were offered of which this is the beginning: `p` for pass."""
    offers = slot.turn.offers if slot.turn is not None else slot.ask.offers
    found = [offer for offer in offers if text and offer.startswith(text.lower())]
    return found if len(found) == 1 else []


def edits_for(game: Game, now: Situation, deal: int, slot: Slot, text: str) -> Iterator[Edit]:
    """The ways in which an answer can be written, the likeliest first."""
    meant = key_meant(text, deal_keys(game), now.names)
    if text.startswith("!"):
        fault = fault_meant(text[1:], now.deck, now.names)
        yield lambda record: record.append(deal, "irregularities", fault, order_of(game))
    elif meant is not None:
        yield _under_a_key(game, now, deal, *meant)
    elif slot.nth is not None:
        yield _as_a_line(game, now, deal, slot, text)
    else:
        for key in slot.ask.keys:
            yield _as_a_value(game, now, deal, slot, key, text)


def _under_a_key(game: Game, now: Situation, deal: int, key: str, words: str) -> Edit:
    """`note: a cold night`: the value of a key that is named."""
    kind, order = deal_keys(game)[key].kind, order_of(game)
    if not words:
        return lambda record: record.remove(deal, (key,))
    meaning = each_meant(kind, words, now) if kind.each else value_meant(kind, None, words, now.deck, now.names)
    return lambda record: record.put(deal, (key,), meaning, order)


def _as_a_line(game: Game, now: Situation, deal: int, slot: Slot, text: str) -> Edit:
    """A line of play, bids or calls; without words it is taken away."""
    key, nth, order = slot.ask.key, slot.nth or 0, order_of(game)
    plays = deal_keys(game)[key].kind.holds == "lines"
    line = line_meant(game, slot.turn, text, now.deck, now.names, plays=plays) if text else None
    return lambda record: record.put_line(deal, key, nth, line, order)


def _as_a_value(game: Game, now: Situation, deal: int, slot: Slot, key: str, text: str) -> Edit:
    """The value of a key, or of a player's under it; without words it is taken away."""
    value: Value = value_meant(deal_keys(game)[key].kind, slot.ask, text, now.deck, now.names)
    order = order_of(game)

    def edit(record: RecordText) -> RecordText:
        path = path_of(record, deal, key, slot.seat, now.names)
        if not text:
            return record.remove(deal, path)
        return _without_others(record, deal, slot, key).put(deal, path, value, order)

    return edit


def _without_others(record: RecordText, deal: int, slot: Slot, key: str) -> RecordText:
    """A question that may be answered under one of several keys is answered under one."""
    for other in slot.ask.keys:
        if other != key and record.value(deal, (other,)) is not None:
            record = record.remove(deal, (other,))
    return record


def order_of(game: Game) -> tuple[str, ...]:
    """The keys of a deal in the order in which they are asked for and written."""
    own = {ask.key for ask in game.asks()}
    asked = [key for ask in game.asks() for key in (ask.key, *(key for key in ask.keys[1:] if key not in own))]
    return ("number", "dealer", *asked, "claimed", "irregularities", "note")
