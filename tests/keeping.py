"""What the tests of `pinocle keep` share: heads of records, and a conversation about a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.keep.companion import Companion
from pinocle_cli.writing.keeper import Keeper

if TYPE_CHECKING:
    from pathlib import Path

HEADS = {
    "two-handed": "game: two-handed\nplayers: [Anna, Boris]\n",
    "auction": "game: auction\nplayers: [Ann, Bob, Cyd, Dan]\n",
    "auction of five": "game: auction\nplayers: [Ann, Bob, Cyd, Dan, Eve]\n",
    "partnership": "game: partnership\nplayers: [Ann, Bob, Cyd, Dan]\n",
    "club": "game: partnership\nrules: club\nplayers: [Ann, Bob, Cyd, Dan]\n",
    "piquet": "game: piquet\nplayers: [Anna, Boris]\n",
}


def kept(folder: Path, text: str) -> Companion:
    """A conversation about a file with this text."""
    file = folder / "evening.yaml"
    file.write_text(text, encoding="utf-8")
    return Companion(Keeper.open(file))


def text_of(companion: Companion) -> str:
    return companion.keeper.stored.path.read_text(encoding="utf-8")
