"""Draws docs/rulebook/ from the rules and their examples.

python tools/make_rulebook.py           writes the pages
python tools/make_rulebook.py --check   fails if a page is stale
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pinocle_cli import rulebook
from pinocle_cli.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.rule import Rule

FOLDER = Path(__file__).parent.parent / "docs" / "rulebook"
DRAWN = "<!-- Drawn from the rules in the code by tools/make_rulebook.py; do not edit. -->"
OF_GAMES = (
    "The rules in the order of play, in our own words. With each stand examples, all of which are run as tests, the "
    "name by which verdicts cite it, and [where it comes from](../sources.md). `pinocle rules NAME` shows a rule "
    "in the terminal."
)
OF_RECORDS = (
    "What a verdict says of a record that cannot be read, cannot be true or leaves something open, whatever the game. "
    "[How a record is written](../record.md) is a page of its own."
)


def page(name: str) -> Iterator[str]:
    """One game's page: its chapters in the order of play."""
    title = f"{name.capitalize()} pinochle" if name in GAMES and name != "piquet" else name.capitalize()
    yield from (DRAWN, f"# {title}", "", OF_GAMES if name in GAMES else OF_RECORDS)
    chapters = rulebook.chapters_of(name)
    if name in GAMES:
        yield ""
        yield from (f"- [{heading}](#{_anchor(heading)})" for heading in (*(one for one, _ in chapters), "House rules"))
    for heading, rules in chapters:
        yield from ("", f"## {heading}")
        for rule in rules:
            yield from _rule(rule, rule.id_in(name))
    if name in GAMES:
        yield from house_rules(name)


def _rule(rule: Rule, id_: str) -> Iterator[str]:
    """A rule: its text, what shows it, how houses vary it, its name and source."""
    yield from ("", f"### {rule.title}", "", rule.text, "")
    shown = [*rulebook.examples(id_)]
    shown += [f"House rule `{option}`: {values}." for option, values in rulebook.varied_by(id_)]
    yield from (f"- {text}" for text in shown)
    yield from [""] if shown else []
    yield f"`{id_}`, from {rule.source}"


def _anchor(heading: str) -> str:
    """How a page's own heading is linked to."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def house_rules(name: str) -> Iterator[str]:
    """The table of options and profiles."""
    game = GAMES[name]
    profiles = list(game.profiles)
    yield from ("", "## House rules", "")
    yield "| option | values | " + " | ".join(profiles) + " |"
    yield "|---|---|" + "---|" * len(profiles)
    for option, item in game.options.items():
        values = ", ".join(item.choices) + (", or any number" if item.number else "")
        each = [str(getattr(game.house_with(game.profiles[profile]), item.field)) for profile in profiles]
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
