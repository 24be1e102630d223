"""Where the pen stands in a text, also in one that is no YAML yet, and what may be written there."""

from __future__ import annotations

import pytest

from pinocle_cli.writing.judging import FileMemory
from pinocle_cli.writing.offers import offers_at
from pinocle_cli.writing.places import pen_at

TWO = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n"
CLUB = "game: partnership\nrules: club\nplayers: [Ann, Bob, Cyd, Dan]\n"

# What is written, the pen at ¦; what is offered first (`none`: nothing), and something that is not.
PLACES = {
    "a game": ("game: par¦", ["partnership"], "piquet"),
    "the head of a record": ("pl¦", ["players: ", "place: "], "game: "),
    "keys of a record": (TWO + "  - trump: H\ncl¦\n", ["claimed: "], "trump: "),
    "keys of a deal": (TWO + "  - dealer: Anna\n    t¦\n", ["taken: ", "tricks: ", "turned: ", "trump: "], "dealer: "),
    "the first key of a deal": (TWO + "  - dealer: Anna\n  - d¦\n", ["dealer: "], "deals: "),
    "a key of lines": (TWO + "  - dealer: Anna\n    pla¦\n", ["play: |"], "place: "),
    "keys of a lone deal": (CLUB + "bi¦\n", ["bids: |"], "claimed: "),
    "names": (TWO + "  - dealer: b¦\n", ["Boris"], "Anna"),
    "suits": (TWO + "  - trump: ¦\n", ["spades", "hearts", "diamonds", "clubs"], "Anna"),
    "whose": (TWO + "  - taken: {Anna: 126, ¦}\n", ["Boris: "], "Anna: "),
    "whose melds": (TWO + "  - melds:\n      Anna: dix\n      ¦\n", ["Boris: "], "Anna: "),
    "melds": (TWO + "  - trump: H\n    melds: {Anna: [HK HQ, pi¦]}\n", ["pinochle"], "dix"),
    "cards": (TWO + "  - trump: H\n    melds:\n      Anna: ha sa c¦\n", ["CA", "C10", "CK"], "C8"),
    "cards in another hand": (
        TWO + "  - hands:\n      Anna: SA SA SK\n      Boris: S¦\n", ["S10", "SK", "SQ"], "SA"
    ),
    "cards that were played": (
        TWO + "  - trump: H\n    play: |\n      SA SA\n      S¦\n", ["S10", "SK", "SQ"], "SA"
    ),
    "a player's line": (TWO + "  - trump: H\n    play: |\n      SA S9\n      Boris: m¦\n", ["meld"], "draw"),
    "the name of a meld": (TWO + "  - play: |\n      SA S9\n      Boris: meld pi¦\n", ["pinochle"], "dix"),
    "a bid": (CLUB + "dealer: Dan\nbids: |\n  Ann: 250\n  Bob: ¦\n", ["260", "pass"], "250"),
    "a bid in a list": (CLUB + "dealer: Dan\nbids:\n  - Ann: 250\n  - Bob: p¦\n", ["pass"], "250"),
    "a house rule": (CLUB.replace("club", "{profile: club, mini¦}"), ["minimum: "], "profile: "),
    "its values": (CLUB.replace("club", "{profile: club, set: ¦}"), ["bid", "bid-and-melds"], "single"),
    "another game": ("game: two¦-handed\nplayers: [Anna, Boris]\nclaimed: [1, 2]\n", ["two-handed"], "piquet"),
    "a value where no game is known": ("players: ¦", [], "game: "),
    "yes or no": (TWO + "  - void: ¦\n", ["yes", "no"], "Anna"),
    "cards behind what is none": (TWO + "  - trump: H\n    melds:\n      Anna: xx c¦\n", ["CA", "C10"], "C8"),
    "below a key that is none": (TWO + "  - dealer: Anna\n    foo:\n      bar: ¦\n", [], "Anna"),
    "a profile": (CLUB.replace("club", "cl¦"), ["classic", "club"], "modern"),
    "a fault": (TWO + "  - trump: H\n    irregularities:\n      - {fault: revoke-1¦}\n", ["revoke-1000"], "dix"),
    "by whom": (TWO + "  - irregularities:\n      - fault: revoke-1000\n        by: ¦\n", ["Anna", "Boris"], "S"),
    "free text": (TWO + "  - note: a¦\n", [], "Anna"),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_what_may_be_written(place: tuple[str, list[str], str]) -> None:
    marked, first, not_there = place
    lines = marked.split("\n")
    line = next(n for n, text in enumerate(lines) if "¦" in text)
    column = lines[line].index("¦")
    text = marked.replace("¦", "")
    known = FileMemory("a.yaml").last(text)
    if known.game is None or not known.record.deals:  # while a line is begun, what was known before it holds
        whole = [one for n, one in enumerate(lines) if n != line]
        before = FileMemory("a.yaml").last("\n".join(whole))
        known = before if before.game is not None else known
    offers = offers_at(known, text.split("\n"), line, column)
    offered = [offer.text for offer in offers]
    assert offered[: len(first)] == first
    assert not_there not in offered
    for offer in offers:
        assert offer.text.casefold().startswith(lines[line][offer.start : column].casefold())


PENS = {
    "deals:\n  - melds:\n      Anna: [HK ¦": ("deals", "melds", "Anna"),
    "deals:\n- dealer: ¦": ("deals", "dealer"),
    "deals:\n- a: b\n  melds:\n    ¦": ("deals", "melds"),
    "a:\n  b: 'x: y'\n  c: ¦": ("a", "c"),
    "a: {b: {c: ¦": ("a", "b", "c"),
    "a: {b: [x, y], c: ¦": ("a", "c"),
    "---\na:\n  b: |\n    x\n\n    ¦": ("a", "b"),
    "deals:\n- play: |\n    - S9 ¦": ("deals", "play"),
    "x: 1\n---\n    b: ¦": ("b",),
    '"a b": {c: "d, e: f", g: ¦': ("a b", "g"),
}


@pytest.mark.parametrize(("text", "keys"), PENS.items())
def test_the_keys_above_the_pen(text: str, keys: tuple[str, ...]) -> None:
    lines = text.replace("¦", "").split("\n")
    line = next(n for n, one in enumerate(text.split("\n")) if "¦" in one)
    assert pen_at(lines, line, text.split("\n")[line].index("¦")).keys == keys
