"""The frames of a deal as the page's script reads them: plain data, of each frame only what has changed.

n  the seats in play        d  the names of the cards by their letters
f  the frames:   t what is said    l line    k trick    y what kind of step it is
hN hand of seat N: cards, worked out, hidden    mN melds lying before seat N
p cards on the table, as seat and letter in turn    w who took them
q piles: name, cards, hidden, whose, open
s points in the deal    u totals    x what is wrong, by its number on the page
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from pinocle_cli.cards import Deck
    from pinocle_cli.ledger import Finding
    from pinocle_cli.replay.frame import Course, Frame

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop"  # one for each kind of card


def scenes(course: Course, deck: Deck, number: Callable[[Finding], int], said: Callable[[str], str]) -> dict[str, Any]:
    """A deal for the script; `number` is what a finding is called on the page, `said` makes a text harmless."""
    frames: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for frame in course.frames:
        now = _scene(frame, number, said)
        frames.append(
            {key: v for key, v in now.items() if before.get(key, _NOTHING.get(key)) != v or (key == "x" and v)}
        )
        before = now
    return {"n": sorted(course.seats), "f": frames}


_NOTHING: dict[str, Any] = {"p": "", "w": -1, "x": [], "q": [], "k": 0}


def alphabet(deck: Deck) -> dict[str, str]:
    """The names of the cards by their letters."""
    return {_LETTERS[card]: name for card, name in enumerate(deck.names)}


def _cards(cards: tuple[int, ...]) -> str:
    return "".join(_LETTERS[card] for card in cards)


def _scene(frame: Frame, number: Callable[[Finding], int], said: Callable[[str], str]) -> dict[str, Any]:
    hands = {f"h{s}": [_cards(h.cards), _cards(h.worked_out), h.hidden] for s, h in enumerate(frame.hands)}
    laid = {f"m{seat}": _cards(cards) for seat, cards in enumerate(frame.laid)}
    return {
        "t": said(frame.says),
        "y": frame.kind,
        "l": frame.line,
        "k": frame.trick,
        **hands,
        **laid,
        "p": "".join(f"{played.seat}{_LETTERS[played.card]}" for played in frame.table),
        "w": -1 if frame.winner is None else frame.winner,
        "q": [[p.name, _cards(p.cards), p.hidden, -1 if p.seat is None else p.seat, int(p.open)] for p in frame.piles],
        "s": frame.points,
        "u": frame.totals,
        "x": [n for finding in frame.findings if (n := number(finding)) >= 0],
    }
