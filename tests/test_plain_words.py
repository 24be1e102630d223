"""What people are shown is plain English: no word and no turn of phrase that a newcomer has to look up."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OLD = re.compile(
    r"\b(nought|naught|has it not|have it not|stands? nowhere|wherefore|whereof|thereof|therein|hereof|lest|albeit"
    r"|whilst|heretofore|hitherto|aforesaid|betwixt|hangs on|twice running|were it an?|had it been"
    r"|(stands|missing) behind|zero to zero|due to him|what (he|she|they) had not"
    r"|(?<!here )is no (card|suit|meld|profile|value|date|handicap|multiple|page) ?(of|that|;|\b)|are no points)\b",
    re.IGNORECASE,
)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: Path) -> None:
    assert OLD.findall(page.read_text("utf-8")) == []


def test_messages_and_what_public_functions_say() -> None:
    found = [
        (str(file.relative_to(ROOT)), node.lineno, match[0])
        for file in sorted((ROOT / "pinocle_cli").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (match := OLD.search(node.value))
    ]
    assert found == []
