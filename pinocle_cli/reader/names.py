"""Names: the one form in which they are compared, and whom a shortened one means."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def one_form(name: str) -> str:
    """A name in the one form in which names are compared: NFC, every space a plain one, none round it."""
    name = " ".join(name.split())
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def called(name: str, names: Mapping[str, int], players: int) -> list[int]:
    """Whom a name that nobody has in just these signs may stand for: its one form, or the beginning of a name.

    Players come before sides and the kitty, for a side that is not named begins like its first player.
    """
    name = one_form(name)
    if not name:
        return []
    if name in names:
        return [names[name]]
    folded = name.casefold()
    every = [seat for one, seat in names.items() if one.startswith(name)]
    every = every or [seat for one, seat in names.items() if one.casefold().startswith(folded)]
    return [seat for seat in every if seat < players] or every
