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


def scenes(
    course: Course, deck: Deck, number: Callable[[Finding], int], said: Callable[[str], str]
) -> dict[str, object]:
    """A deal for the script; `number` is what a finding is called on the page, `said` makes a text harmless."""
    frames: list[dict[str, object]] = []
    before = _NOTHING
    for frame in course.frames:
        now = _seen(frame)
        new = {key: value for key, value in now.items() if before.get(key) != value}
        shown = {key: _SHOWN[key[0]](value) if key[0] in _SHOWN else value for key, value in new.items()}
        if "t" in shown:
            shown["t"] = said(frame.says)
        if wrong := [n for finding in frame.findings if (n := number(finding)) >= 0]:
            shown["x"] = wrong
        frames.append(shown)
        before = now
    return {"n": sorted(course.seats), "f": frames}


_NOTHING: dict[str, object] = {"p": (), "w": None, "q": (), "k": 0}


def alphabet(deck: Deck) -> dict[str, str]:
    """The names of the cards by their letters."""
    return {_LETTERS[card]: name for card, name in enumerate(deck.names)}


def _cards(cards: tuple[int, ...]) -> str:
    return "".join(map(_LETTERS.__getitem__, cards))


def _seen(frame: Frame) -> dict[str, object]:
    """The parts of a frame by their letters."""
    return {
        "t": frame.says, "y": frame.kind, "l": frame.line, "k": frame.trick,
        **{f"h{seat}": hand for seat, hand in enumerate(frame.hands)},
        **{f"m{seat}": cards for seat, cards in enumerate(frame.laid)},
        "p": frame.table, "w": frame.winner, "q": frame.piles, "s": frame.points, "u": frame.totals,
    }  # fmt: skip


_SHOWN: dict[str, Callable[[Any], object]] = {
    "h": lambda hand: [_cards(hand.cards), _cards(hand.worked_out), hand.hidden],
    "m": _cards,
    "p": lambda table: "".join(f"{played.seat}{_LETTERS[played.card]}" for played in table),
    "w": lambda winner: -1 if winner is None else winner,
    "q": lambda piles: [
        [p.name, _cards(p.cards), p.hidden, -1 if p.seat is None else p.seat, int(p.open)] for p in piles
    ],
}
