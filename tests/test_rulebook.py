"""The pages of the rulebook are for players: in the order of play, every rule once, and nothing of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pinocle_cli import rulebook
from pinocle_cli.games import GAMES

PAGES = Path(__file__).parent.parent / "docs" / "rulebook"


@pytest.mark.parametrize("game", GAMES)
def test_a_page_goes_in_the_order_of_play(game: str) -> None:
    text = (PAGES / f"{game}.md").read_text("utf-8")
    headings = [heading for heading, _ in rulebook.chapters_of(game)]
    assert headings[0].startswith(("The pack", "The deal", "Who plays"))
    assert re.findall("^## (.*)", text, re.MULTILINE) == [*headings, "House rules"]
    assert len(headings) == len(set(headings))
    links = re.findall(r"^- \[.*\]\(#(.*)\)$", text, re.MULTILINE)
    assert len(links) == len(headings) + 1


@pytest.mark.parametrize("name", [*GAMES, "record"])
def test_every_rule_stands_once_and_no_code(name: str) -> None:
    text = (PAGES / f"{name}.md").read_text("utf-8")
    rules = [rule for _, chapter in rulebook.chapters_of(name) for rule in chapter]
    assert sorted(rule.label for rule in rules) == sorted(rule.label for rule in rulebook.rules_of_game(name))
    assert re.findall(r"^`([\w.-]+)`, from ", text, re.MULTILINE) == [rule.id_in(name) for rule in rules]
    running = text.partition("\n")[2]  # the first line says what drew it
    assert not re.search(r"pinocle_cli|\.py\b", running)


def test_in_every_game_what_comes_first_stands_first() -> None:
    first = {
        "two-handed": ["deal-12", "first-lead", "draw-order", "meld-timing", "stage2", "card-points", "game-1000"],
        "partnership": ["deal", "bidding", "dix-exchange", "meld-all", "play", "card-points", "game-1000"],
        "auction": ["deal", "bid-min", "widow-shown", "meld-values", "bury-three", "play", "bid-value", "settle-all"],
        "piquet": ["deal-12", "elder-exchange", "point-value", "declare-order", "play", "cards", "partie-six"],
    }
    for game, labels in first.items():
        order = [rule.label for rule in GAMES[game].rules]
        assert sorted(labels, key=order.index) == labels
