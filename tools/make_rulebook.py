"""Draws docs/rulebook/ from the rules and their examples.

python tools/make_rulebook.py           writes the pages
python tools/make_rulebook.py --check   fails if a page is stale
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pinocle_cli import rulebook
from pinocle_cli.game import options_of
from pinocle_cli.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent.parent / "docs" / "rulebook"
HEADINGS = {
    "score": "What scores",
    "settlement": "How a game ends",
    "irregularity": "Irregularities",
    "procedure": "Procedure",
    "record": "About records",
}


def page(name: str) -> Iterator[str]:
    """One game's page."""
    yield f"# {name.capitalize()}"
    yield ""
    yield "Drawn from the rules in the code by `tools/make_rulebook.py`; do not edit."
    rules = rulebook.rules_of_game(name)
    for kind, heading in HEADINGS.items():
        chosen = [rule for rule in rules if rule.kind == kind]
        if not chosen:
            continue
        yield from ("", f"## {heading}")
        for rule in chosen:
            id_ = rule.id_in(name)
            yield from ("", f"### {rule.title}", "", f"`{id_}`", "", rule.text, "")
            yield from (f"- {text}" for text in rulebook.examples(id_))
            yield from (f"- House rule `{option}`: {values}." for option, values in rulebook.varied_by(id_))
            yield f"- Source: {rule.source}."
            yield from (f"- Applied in `{place}`." for place in rulebook.code_of(rule))
    if name in GAMES:
        yield from house_rules(name)


def house_rules(name: str) -> Iterator[str]:
    """The table of options and profiles."""
    game = GAMES[name]
    profiles = list(game.profiles)
    yield from ("", "## House rules", "")
    yield "| option | values | " + " | ".join(profiles) + " |"
    yield "|---|---|" + "---|" * len(profiles)
    for option, item in options_of(game.house).items():
        about = item.metadata
        values = ", ".join(about["choices"]) + (", or any number" if about["number"] else "")
        each = [str(getattr(game.house(**game.profiles[profile]), item.name)) for profile in profiles]
        yield f"| `{option}` | {values} | " + " | ".join(each) + " |"


def main() -> int:
    """Write the pages, or compare them."""
    stale = []
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in (*GAMES, "record"):
        file, text = FOLDER / f"{name}.md", "\n".join(page(name)) + "\n"
        if "--check" in sys.argv:
            if not file.exists() or file.read_text("utf-8") != text:
                stale.append(file.name)
        else:
            file.write_text(text, "utf-8")
    if stale:
        print(f"stale: {', '.join(stale)}; run python tools/make_rulebook.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
