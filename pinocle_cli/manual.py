"""The pages of the documentation by topic, as `pinocle help` shows them: the sections of docs/, which come along."""

from __future__ import annotations

import difflib
import re
import textwrap
from functools import cache
from pathlib import Path

from pinocle_cli.light import NamedTuple, late_pattern

_HERE = Path(__file__).parent
PAGES = ("record", "keep", "editors", "logs", "season", "api")
_SECTION = late_pattern(r"^(#{1,2}) (.+)$", re.MULTILINE)
_LINK = late_pattern(r"\[([^\]]+)\]\([^)]+\)")
# What people ask for, where a heading has other words.
ALSO = {
    "cards": "Cards", "melds": "Two-handed pinochle", "deal": "A deal", "play": "Play", "club": "A club's own file",
    "faults": "Faults that only the table saw", "two-handed": "Two-handed pinochle",
    "partnership": "Partnership pinochle", "auction": "Auction pinochle", "piquet": "Piquet", "formats": "Formats",
}  # fmt: skip


class Topic(NamedTuple):
    """One topic: its heading, and the text below it."""

    title: str
    text: str


def _folder() -> Path:
    """Where the pages are: in the package when it is installed, beside it in a checkout."""
    packed = _HERE / "docs"
    return packed if packed.is_dir() else _HERE.parent / "docs"


@cache
def topics() -> dict[str, Topic]:
    """Every topic by its name: a page, a section of one, or what people call it."""
    found: dict[str, Topic] = {}
    by_title: dict[str, Topic] = {}
    pages = {name: _folder() / f"{name}.md" for name in PAGES}
    pages |= {f"{page.stem}-sheet": page for page in sorted((_folder() / "paper").glob("*.md"))}
    for name, page in pages.items():
        if not page.is_file():
            continue
        text = page.read_text("utf-8")
        heads = [*_SECTION.finditer(_without_code(text))]
        for n, head in enumerate(heads):
            end = heads[n + 1].start() if n + 1 < len(heads) else len(text)
            topic = Topic(head[2], text[head.end() : end].strip())
            by_title.setdefault(head[2], topic)
            if len(head[1]) == 1:
                found[name] = topic._replace(text=text[head.end() :].strip())
    found |= {name: by_title[title] for name, title in ALSO.items() if title in by_title}
    return {name: found[name] for name in sorted(found)}


def _without_code(text: str) -> str:
    """The text with the signs of headings within code blotted out, so that every place stays where it was."""
    return re.sub(r"^```.*?^```", lambda m: m.group().replace("#", " "), text, flags=re.MULTILINE | re.DOTALL)


def nearest(name: str) -> list[str]:
    """Topics that may have been meant."""
    return difflib.get_close_matches(name.lower(), topics(), 3, cutoff=0.5)


def plain_text(topic: Topic, width: int) -> str:
    """A topic for a terminal: links as their words, paragraphs as wide as it is, code and tables as they stand."""
    pieces = re.split(r"(^```.*?^```$)", _LINK.sub(r"\1", topic.text), flags=re.MULTILINE | re.DOTALL)
    made = [piece if piece.startswith("```") else _filled(piece, width) for piece in pieces]
    return f"{topic.title}\n\n{''.join(made).strip()}\n"


def _filled(text: str, width: int) -> str:
    """The paragraphs and the items of lists in a text, filled anew."""
    return "\n\n".join(_paragraph(part, width) for part in text.split("\n\n"))


def _paragraph(text: str, width: int) -> str:
    if not text.strip() or text.lstrip().startswith(("|", "#")):
        return text
    items = re.split(r"\n(?=[*-] )", text.strip("\n"))
    filled = []
    for item in items:
        mark = item[:2] if item.startswith(("* ", "- ")) else ""
        words = " ".join(item[len(mark) :].split())
        filled.append(textwrap.fill(words, width, initial_indent=mark, subsequent_indent=" " * len(mark)))
    return "\n".join(filled)
