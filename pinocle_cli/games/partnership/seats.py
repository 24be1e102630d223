"""Who sits where: four players, two sides, and the account that a side has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import Key, Kind
from pinocle_cli.reader.patterns import SCALAR
from pinocle_cli.reader.players import check_name
from pinocle_cli.record import DUPLICATE_KEY, WRONG_TYPE, Figure

if TYPE_CHECKING:
    from collections.abc import Mapping as Map

    from pinocle_cli.plain import JsonObject
    from pinocle_cli.reader.context import Reading
    from pinocle_cli.reader.tree import Node

PLAYERS = 4
SIDES = (4, 5)  # the sides stand behind the players in the list of names


def side_of(seat: int) -> int:
    """0 for the first and third player and their side, 1 for the others."""
    return seat % 2 if seat < PLAYERS else seat - PLAYERS


def account(seat: int) -> int:
    """The side whose account a player's points go to."""
    return PLAYERS + side_of(seat)


def accounts(players: tuple[str, ...], more: Map[str, object]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The players, then the sides, of which alone there is an account."""
    named = more.get("sides")
    sides = tuple(
        (named.get(side) if isinstance(named, dict) else None) or f"{players[side]} & {players[side + 2]}"
        for side in (0, 1)
    )
    return players + sides, SIDES


def by_side(figures: Map[int, Figure]) -> dict[int, Figure]:
    """Figures by side: what stands under a player's name is his side's, and partners' figures are added up."""
    found: dict[int, Figure] = {}
    for seat, figure in figures.items():
        side = account(seat)
        before = found.get(side)
        found[side] = figure if before is None else before._replace(value=before.value + figure.value)
    return found


def read_sides(reading: Reading, node: Node) -> dict[int, str] | None:
    """`sides: {Us: [Ann, Cyd], Them: [Bob, Dan]}`: side -> name."""
    if not isinstance(node, tuple):
        reading.wrong(node, "{Us: [Ann, Cyd], Them: [Bob, Dan]}")
        return None
    found: dict[int, str] = {}
    for key, value in node:
        if not isinstance(key, str):
            reading.wrong(key, "the name of a side")
            continue
        name = check_name(reading, key, (*reading.players, *found.values()))
        side = _partners(reading, value)
        if side is None:
            continue
        if side in found:
            reading.error(DUPLICATE_KEY, key, f'this side is called "{found[side]}" already')
        else:
            found[side] = name
    return found


_TWO: JsonObject = {"type": "array", "items": SCALAR, "minItems": 2, "maxItems": 2}
SIDES_KEY = Key(
    Kind(read_sides, "name", lambda: {"type": "object", "additionalProperties": _TWO}),
    "What the two sides are called, and who makes each.",
    "sides: {Us: [Ann, Cyd], Them: [Bob, Dan]}",
)


def _partners(reading: Reading, node: Node) -> int | None:
    """Which side two players make; partners sit opposite."""
    players = reading.players
    if not isinstance(node, list) or len(node) != 2 or not all(isinstance(item, str) for item in node):  # noqa: PLR2004
        reading.wrong(node, "the names of two partners, like [Ann, Cyd]")
        return None
    names = [name for name in node if isinstance(name, str)]
    seats = [reading.seat_named(name, node) for name in names]
    first, second = seats
    if first is None or second is None:
        return None
    if first == second or side_of(first) != side_of(second):
        pairs = f"{players[0]} and {players[2]} against {players[1]} and {players[3]}"
        reading.error(WRONG_TYPE, node, f"partners sit opposite: as the players are listed, {pairs}")
        return None
    return side_of(first)
