"""A record open in an editor: what is told of its lines, and what the server does besides answering."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("pygls")

from pygls.lsp.server import LanguageServer

from pinocle_cli.lsp.open import OpenRecord
from pinocle_cli.lsp.server import serve

if TYPE_CHECKING:
    from conftest import Pinocle

TWO = """\
game: two-handed
players: [Anna, Boris]
deals:
  - dealer: Boris
    trump: hearts
    x-app: 1
    melds: {Anna: [HK HQ, DK DQ, CK CQ], Boris: dix}
    play: |
      SA S9
      Boris: meld HK HQ
---
game: chess
players: [Anna, Boris]
"""


def opened(text: str = TWO, name: str = "evening.yaml") -> OpenRecord:
    record = OpenRecord(name)
    record.write(text)
    record.look()
    return record


MELDS = TWO.partition("    play")[0] + "    taken: {Anna: 100}\n"


@pytest.mark.parametrize(
    ("line", "column", "told", "not_told"),
    [
        (6, 20, ["**+40** Anna: royal marriage", "**+20** Anna: "], "chess"),
        (9, 10, ["**fault** ", "two-handed.meld-timing"], "`play`"),
        (4, 5, ["`trump`: "], "`dealer`"),
        (5, 5, [], "`"),  # a key of another program
        (11, 1, [], "`"),  # of a game that is not known
        (40, 0, [], "`"),
    ],
)
def test_what_is_told_of_a_line(line: int, column: int, told: list[str], not_told: str) -> None:
    says = opened(MELDS if line == 6 else TWO).hover(line, column)
    assert all(one in says for one in told), says
    assert not_told not in says
    assert bool(says) is bool(told)


def test_a_rule_is_told_once_however_often_it_was_applied() -> None:
    says = opened(MELDS).hover(6, 20)
    assert says.count("(`two-handed.class-a`)") == 1
    assert says.count("**+20**") == 2


def test_where_nothing_is_known_nothing_is_told() -> None:
    assert opened("game: chess\n").hover(0, 0) == ""


@pytest.mark.parametrize(
    ("text", "last"),
    [(TWO, 9), (TWO.partition("---")[0], 9), (TWO.replace("---\n", "note: late\n---\n"), 9)],
    ids=["another record", "the end", "a key of the record"],
)
def test_a_deal_ends_where_something_else_begins(text: str, last: int) -> None:
    ((span, name, _),) = opened(text).deals()
    assert (span.line, span.last, name) == (3, last, "deal 1")


@pytest.mark.parametrize(
    ("deal", "says"),
    [
        ("{void: yes}", "deal 1 did not count"),
        ("{trump: heartz}", "deal 1 cannot be scored"),
        ("{claimed: [100, 50]}", "deal 1: Anna 100 (100 in all), Boris 50 (50 in all)"),
    ],
)
def test_beside_a_deal_stands_what_it_came_to(deal: str, says: str) -> None:
    ((_, _, came_to),) = opened(f"game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - {deal}\n").deals()
    assert came_to == says


@pytest.mark.parametrize(
    ("text", "new"),
    [
        (TWO, None),
        ("services:\n  web: {image: x}\n", None),
        (TWO.replace("SA S9", "as 9s"), TWO),
    ],
    ids=["as it should be", "no record", "formatted"],
)
def test_only_what_changes_is_formatted(text: str, new: str | None) -> None:
    assert opened(text).formatted() == new


def test_it_is_served_on_a_port_for_whoever_looks_at_the_traffic(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[str, int]] = []
    monkeypatch.setattr(LanguageServer, "start_tcp", lambda _, host, port: begun.append((host, port)))
    serve(port=2087)
    assert begun == [("127.0.0.1", 2087)]


def test_without_the_servers_package_it_is_said_which(pinocle: Pinocle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pinocle_cli.lsp.server", None)
    done = pinocle("lsp")
    assert (done.returncode, "the language server needs pygls" in done.stderr) == (2, True)
