"""Draws pinocle_cli/schemas/ from the keys that the games declare: what the head of a record points its editor to.

python tools/make_schemas.py           writes the files
python tools/make_schemas.py --check   fails if a file is stale
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pinocle_cli.games import GAMES
from pinocle_cli.schema import schema_of

FOLDER = Path(__file__).parent.parent / "pinocle_cli" / "schemas"


def main() -> None:
    """Write or check every file."""
    stale = []
    for name in GAMES:
        file = FOLDER / f"{name}.schema.json"
        text = json.dumps(schema_of(name), ensure_ascii=False, indent=1) + "\n"
        if not file.exists() or file.read_text("utf-8") != text:
            stale.append(str(file))
            if "--check" not in sys.argv:
                FOLDER.mkdir(exist_ok=True)
                file.write_text(text, "utf-8")
    if "--check" in sys.argv and stale:
        sys.exit(f"stale: {', '.join(stale)}; run python tools/make_schemas.py")


if __name__ == "__main__":
    main()
