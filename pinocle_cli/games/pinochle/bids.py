"""Bids as they are written: a figure or a pass, and who said it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.reader.context import MOST_DIGITS, NUMBER
from pinocle_cli.reader.kinds import said
from pinocle_cli.reader.patterns import any_of
from pinocle_cli.reader.tree import Text
from pinocle_cli.reader.words import did_you_mean, figure_meant, shorten
from pinocle_cli.record import WRONG_TYPE

if TYPE_CHECKING:
    from pinocle_cli.reader.context import Reading
    from pinocle_cli.record import Place

_PASS = ("pass", "passes", "passed")


def _bid(reading: Reading, text: str, place: Place) -> tuple[tuple[int, ...], int | None] | None:
    """`300` or `pass`."""
    if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and text.strip("0"):  # as nearly all write it
        return (), int(text)
    word = text.lower()
    if word in _PASS:
        return (), None
    figure = figure_meant(text)
    if not NUMBER.fullmatch(figure):
        message = f'"{shorten(text)}" stands here; expected a bid, like 300, or pass{did_you_mean(word, _PASS)}'
        reading.error(WRONG_TYPE, place, message)
        return None
    bid = reading.number(Text.at(figure, place.line, place.column), 1)
    return None if bid is None else ((), bid.value)


BIDS = said("bids", "Ann: 300", _bid, rf"{any_of(_PASS)}|\+?0*[1-9][0-9]*(?:\.0+)?")
