"""The most that a deal of piquet can give, found by search over all hands."""

from __future__ import annotations

import itertools
from functools import cache

import pytest
from conftest import findings, verdict

from pinocle_cli.games.piquet.combinations import SET_RANKS, runs_in
from pinocle_cli.games.piquet.hands import COURTS, HAND
from pinocle_cli.games.piquet.sheet import MOST, MOST_OF_THIRTEEN

BEHIND_THE_HAND = 60 + 13 + 40  # a repique, the play, the capot
BLANK = 10


@cache
def holdings(required: int) -> dict[tuple[int, int], int]:
    """(cards, courts): the most that the sequences of a suit with these cards give."""
    best: dict[tuple[int, int], int] = {}
    for bits in range(256):
        if bits & required == required:
            key = bits.bit_count(), (bits & COURTS).bit_count()
            best[key] = max(best.get(key, 0), sum(run.points for run in runs_in(bits)))
    return best


def sets_that_can_be(size: int) -> dict[tuple[int, ...], int]:
    """What must be in each suit, whichever suit it is: the points of the sets."""
    found: dict[tuple[int, ...], int] = {}
    for wanted in itertools.product(range(6), repeat=len(SET_RANKS)):  # none, a trio without one suit, a quatorze
        required, points = [0] * 4, 0
        for rank, which in enumerate(wanted):
            points += 0 if which == 0 else 14 if which == 5 else 3
            for suit in range(4):
                if which == 5 or (which and suit != which - 1):
                    required[suit] |= 1 << rank
        if sum(bits.bit_count() for bits in required) <= size:
            key = tuple(sorted(required))
            found[key] = max(found.get(key, 0), points)
    return found


def most_in_hand(size: int, courts: int) -> int:
    """The most that a hand of so many cards gives for point, sequences and sets, with so many courts at most."""
    most = 0
    for suits, points in sets_that_can_be(size).items():
        so_far = {(0, 0, 0): 0}  # cards, courts, the longest suit
        for required in suits:
            longer: dict[tuple[int, int, int], int] = {}
            for (cards, court, longest), value in so_far.items():
                for (more, more_courts), runs in holdings(required).items():
                    if cards + more <= size and court + more_courts <= courts:
                        key = cards + more, court + more_courts, max(longest, more)
                        longer[key] = max(longer.get(key, 0), value + runs)
            so_far = longer
        of_size = [value + longest for (cards, _, longest), value in so_far.items() if cards == size]
        most = max(most, points + max(of_size, default=0))
    return most


@pytest.mark.parametrize(
    ("size", "courts", "blank", "most"),
    [
        (HAND, 16, 0, 170),  # Hoyle's
        (HAND, 7, BLANK, MOST),  # a carte blanche: courts are drawn, seven at the most
        (HAND + 1, 7, BLANK, MOST_OF_THIRTEEN),
    ],
)
def test_the_most_that_a_deal_can_give(size: int, courts: int, blank: int, most: int) -> None:
    assert most_in_hand(size, courts) + blank + BEHIND_THE_HAND == most


def test_a_deal_that_gives_the_most() -> None:
    play = [
        "SJ S7",
        "S10 S8",
        "HJ H7",
        "H10 H8",
        "DJ D7",
        "D10 D8",
        "D9 SQ",
        "CQ C7",
        "CJ SK",
        "C10 HK",
        "C9 HQ",
        "C8 H9",
    ]
    session = verdict(
        "game: piquet\nrules: portland\nplayers: [Anna, Boris]\ndealer: Boris\n"
        "hands: {Anna: SA109 HA10 DA109 CA1098, Boris: SKQ87 HKQ987 DKQ CK}\n"
        "talon: SJ HJ DJ CJ CQ D8 D7 C7\ndiscards: {Anna: SA9 HA DA CA, Boris: DKQ CK}\nplay: |\n"
        + "".join(f"  {trick}\n" for trick in play)
    )
    assert not findings(session, "fault")
    assert session["deals"][0]["scores"] == {"Anna": MOST, "Boris": 0}


@pytest.mark.parametrize(
    ("rules", "claimed", "possible"),
    [
        ("portland", (MOST, 0), True),
        ("portland", (MOST + 1, 0), False),
        ("classic", (MOST + 13, 0), True),  # the other played in silence
        ("classic", (MOST + 14, 0), False),
        ("classic", (-1, 20), False),
        ("classic", (0, 0), False),
        ("classic", (7, 7), True),
        ("classic", (7, 6), False),
        ("classic", (0, 3), True),  # a forfeit
        ("{profile: classic, low-cards: do-not-count}", (2, 3), True),
        ("{profile: portland, deals: 4}", (27, 14), False),  # the first of four is doubled: no odd figure
        ("{profile: portland, deals: 4}", (28, 14), True),
        ("{profile: portland, deals: 4}", (2 * MOST, 0), True),
    ],
)
def test_figures_that_no_cards_can_give(rules: str, claimed: tuple[int, int], *, possible: bool) -> None:
    figures = f"{{Anna: {claimed[0]}, Boris: {claimed[1]}}}"
    session = verdict(f"game: piquet\nrules: {rules}\nplayers: [Anna, Boris]\ndeals: [{{claimed: {figures}}}]\n")
    assert [finding["rule"] for finding in findings(session, "error")] == ([] if possible else ["record.count"])
