"""What may stand where somebody is writing: names, suits, verbs, melds and the cards that are still possible."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pinocle_cli.ask import cards_written
from pinocle_cli.cards import LETTERS, SUITS, CardError, suit_named
from pinocle_cli.writing.typed import cards_meant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.ask import Ask, Situation, Turn
    from pinocle_cli.game import Game, Kind

_WORDS = re.compile(r"[^,:\s]+(?: [^,:\s]+)*$")


def completions(
    game: Game, now: Situation, kind: Kind, text: str, *, ask: Ask | None = None, seat: int | None = None,
    turn: Turn | None = None,
) -> list[tuple[int, str]]:  # fmt: skip
    """(where it begins in the text, what may stand there) for each way to go on with a text, the likeliest first."""
    found: dict[tuple[int, str], None] = {}
    for start, word in _beginnings(text):
        before = text[:start]
        for offer in _offers(game, now, kind, before, ask=ask, seat=seat, turn=turn):
            if offer.casefold().startswith(word.casefold()) and offer != word:
                found[start, offer] = None
        if word and len(word) <= 2 and kind_of_value(kind).holds in ("cards", "lines"):  # noqa: PLR2004 - no longer a card
            found |= {(start, card): None for card in _cards(now, kind, before, word, ask, seat)}
    return list(found)


def kind_of_value(kind: Kind) -> Kind:
    """Of what kind one player's value is."""
    return kind.each or kind


def _beginnings(text: str) -> Iterator[tuple[int, str]]:
    """(start, words) of what is being written: the last word, or the last few, for some offers have several."""
    match = _WORDS.search(text)
    if match is None:
        yield len(text), ""
        return
    words = match.group()
    starts = [0, *(m.end() for m in re.finditer(" ", words))]
    for start in starts:
        yield match.start() + start, words[start:]


def _offers(
    game: Game, now: Situation, kind: Kind, before: str, *, ask: Ask | None, seat: int | None, turn: Turn | None
) -> Iterator[str]:
    """Whole words that may stand there."""
    holds = kind_of_value(kind).holds
    bare = before.strip()
    if holds == "lines" or turn is not None:
        if not bare or bare.endswith(":"):
            yield from turn.offers if turn is not None else game.verbs
        if not bare:
            yield from (f"{name}:" for name in now.names[: now.players])
        elif holds == "lines" and bare.split(":")[-1].split()[:1] == ["meld"]:
            yield from _melds_of(game)
        return
    if not bare or bare.endswith(","):
        yield from ask.offers if ask is not None else ()
    if holds == "name":
        yield from now.names[: now.players]
    elif holds == "suit":
        yield from SUITS
    elif holds == "yes":
        yield from ("yes", "no")


def _melds_of(game: Game) -> Iterator[str]:
    """The names of melds that the game offers anywhere."""
    for ask in game.asks:
        if ask.key == "melds":
            yield from ask.offers


def _cards(now: Situation, kind: Kind, before: str, word: str, ask: Ask | None, seat: int | None) -> Iterator[str]:
    """The cards that begin with what is written, and are still possible."""
    suit = suit_named(word[0])
    if suit is None:
        return
    left = cards_left(now, kind_of_value(kind).holds, ask, seat, before)
    for card in now.deck.of_suit[suit]:
        name = LETTERS[suit] + now.deck.rank[card]
        if left[card] > 0 and name.startswith(LETTERS[suit] + word[1:].upper()) and name != word.upper():
            yield name


def cards_left(now: Situation, holds: str, ask: Ask | None, seat: int | None, before: str = "") -> list[int]:
    """How many of each card can still stand there: the pack without what lies elsewhere, and without those `before`."""
    left = [now.deck.copies] * now.deck.kinds
    elsewhere = [*(cards_written(now.deal, ask.apart, but=seat) if ask is not None else ())]
    if holds == "lines":
        elsewhere += [card for event in now.deal.play or () if not event.verb for card in event.cards]
    for card in (*elsewhere, *_cards_in(before, now)):
        left[card] -= 1
    return left


def _cards_in(text: str, now: Situation) -> Sequence[int]:
    try:
        return now.deck.parse(cards_meant(text.rpartition(":")[2], now.deck))
    except CardError:
        return ()
