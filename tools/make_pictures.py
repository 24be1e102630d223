"""Draws docs/pictures/: `pinocle keep` as it looks, kept by an imaginary hand.

python tools/make_pictures.py           writes the pictures
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from pinocle_cli.keep.screen import KeepApp
from pinocle_cli.writing.keeper import Keeper

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
EVENING = """\
game: two-handed
players: [Anna, Boris]
deals:
  - dealer: Anna
    trump: hearts
    melds:
      Anna: [HK HQ, SQ DJ, dix, aces]
      Boris: [DK DQ]
    taken: {Anna: 94}
  - dealer: Boris
    trump: spades
    melds:
      Anna: none
      Boris: [SA10KQJ, dix]
    taken: {Anna: 140}
"""
PICTURES = {
    "keep": ((80, 24), [*"d9", "enter", *"sqdj,dkdq"]),
    "keep-doubt": ((80, 24), [*"d9", "enter", *"sqdj,dkhq", "enter"]),
    "keep-cards": (
        (80, 24),
        [
            *"d9",
            "enter",
            "f2",
            "enter",
            "enter",
            "enter",
            *"s9 sa",
            "enter",
            *"m dkdq",
            "enter",
            *"ca c9",
            "enter",
            *"h",
        ],
    ),
    "keep-narrow": ((40, 20), [*"d9", "enter", *"sqdj,dkdq"]),
}


async def draw(name: str, size: tuple[int, int], keys: list[str], folder: Path) -> None:
    """One picture."""
    file = folder / "evening.yaml"
    file.write_text(EVENING, "utf-8")
    app = KeepApp(Keeper.open(file))
    async with app.run_test(size=size) as hand:
        for key in keys:
            await hand.press("space" if key == " " else "comma" if key == "," else key)
        app.saved = "21:14"
        app.draw()
        await hand.pause()
        (FOLDER / f"{name}.svg").write_text(app.export_screenshot(title="pinocle keep evening.yaml"), "utf-8")


def main() -> None:
    """Draw every picture."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, (size, keys) in PICTURES.items():
            asyncio.run(draw(name, size, keys, Path(folder)))


if __name__ == "__main__":
    main()
