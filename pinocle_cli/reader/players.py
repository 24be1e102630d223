"""The players: as many as can play, each with a name that a record can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.memory import Memory
from pinocle_cli.reader.context import COMMENT, Reading
from pinocle_cli.reader.names import one_form
from pinocle_cli.reader.tree import Folded, Text
from pinocle_cli.reader.words import shorten, unseen_in
from pinocle_cli.record import LIMIT, UNKNOWN_NAME, WRONG_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pinocle_cli.game import Game
    from pinocle_cli.reader.tree import Node

LONGEST_NAME = 100


def read_players(reading: Reading, node: Node | None, game: Game, at: Node) -> tuple[str, ...]:
    """The players' names, in order round the table; empty after an error."""
    reading.path = "players"
    if node is None:
        wanted = " or ".join(map(str, game.seats))
        reading.error(WRONG_TYPE, at, f"`players` is missing; expected the names of {wanted} players")
        return ()
    if isinstance(node, list) and _PLAIN.issuperset(map(type, node)):
        known = _GOOD_NAMES.get((tuple(node), game))
        if known is not None:
            return known
    names = [item for item in node if isinstance(item, str)] if isinstance(node, list) else []
    if not isinstance(node, list) or len(names) < len(node):
        reading.wrong(node, "a list of names, like [Anna, Boris]")
        return ()
    errors = reading.errors
    _check_names(reading, names, node, game)
    if reading.errors > errors:
        return ()
    good = tuple(map(one_form, names))
    _GOOD_NAMES.keep((tuple(map(str, names)), game), good)
    return good


# Who played in the records read so far: these names need not be looked at again.
_GOOD_NAMES: Memory[tuple[tuple[Node, ...], Game], tuple[str, ...]] = Memory(1024)
_PLAIN = frozenset({str, Text})


def _check_names(reading: Reading, names: Sequence[str], node: Node, game: Game) -> None:
    """As many names as can play, all good and all different."""
    if len(names) not in game.seats:
        wanted = " or ".join(map(str, game.seats))
        stand = "1 name stands" if len(names) == 1 else f"{len(names)} names stand"
        hint = "; between names stands a comma" if len(names) < min(game.seats) else ""
        reading.error(WRONG_TYPE, node, f"{stand} here; {game.name} is played by {wanted}{hint}")
    seen: set[str] = set()
    for item in names:
        seen.add(check_name(reading, item, seen))


def check_name(reading: Reading, item: str, seen: Iterable[str]) -> str:
    """A name is not empty, not a word of the game, not another's, and can stand before a colon; its one form."""
    name = one_form(item)
    if not name or isinstance(item, Folded) or "\n" in item:
        reading.wrong(item, "a name")
    elif len(name) > LONGEST_NAME:
        message = f'"{shorten(name)}" has {len(name):,} letters; a name may have {LONGEST_NAME}'
        reading.error(LIMIT, item, message)
    elif sign := unseen_in(name):
        reading.error(UNKNOWN_NAME, item, f'"{shorten(name)}" has {sign} in it, which cannot be printed')
    elif name in reading.game.words:
        reading.error(UNKNOWN_NAME, item, f'"{name}" is a word of the game; call the player something else')
    elif ":" in name or ("#" in name and COMMENT.search(name)):
        reading.error(UNKNOWN_NAME, item, f'"{shorten(name)}" has a colon or a # in it; no name can')
    elif name in seen:
        reading.error(UNKNOWN_NAME, item, f'two here are called "{name}"; tell them apart')
    return name
