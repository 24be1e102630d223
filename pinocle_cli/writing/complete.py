"""What may stand where somebody is writing: names, suits, verbs, melds and the cards that are still possible."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinocle_cli.ask import cards_written
from pinocle_cli.cards import LETTERS, SUITS, CardError, suit_named
from pinocle_cli.writing.typed import cards_meant, name_meant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.ask import Ask, Situation, Turn
    from pinocle_cli.game import Game, Kind

CanPlay = Callable[[int, tuple[int, ...]], bool]
_WORDS = re.compile(r"[^,:\s]+(?: [^,:\s]+)*$")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is to be written: what kind of value, which question, whose, and what can be played there."""

    kind: Kind[object]
    ask: Ask | None = None
    seat: int | None = None
    turn: Turn | None = None
    can_play: CanPlay | None = None  # whether cards can be a trick (by the leader that is named, or -1)

    @property
    def holds(self) -> str:
        """What one player's value is."""
        return (self.kind.each or self.kind).holds


def completions(game: Game, now: Situation, spot: Spot, text: str) -> list[tuple[int, str]]:
    """(where it begins in the text, what may stand there) for each way to go on with a text, the likeliest first."""
    found: dict[tuple[int, str], None] = {}
    for start, word in _beginnings(text):
        before = text[:start]
        for offer in _offers(game, now, spot, before):
            if offer.casefold().startswith(word.casefold()) and offer != word:
                found[start, offer] = None
        if word and len(word) <= 2 and spot.holds in ("cards", "lines"):  # noqa: PLR2004 - no longer a card
            found |= {(start, card): None for card in _cards(game, now, spot, before, word)}
    return list(found)


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


def _offers(game: Game, now: Situation, spot: Spot, before: str) -> Iterator[str]:
    """Whole words that may stand there."""
    bare = before.strip()
    if spot.holds == "lines" or spot.turn is not None:
        if not bare or bare.endswith(":"):
            yield from spot.turn.offers if spot.turn is not None else game.verbs
        if not bare:
            yield from (f"{name}:" for name in now.names[: now.players])
        elif spot.holds == "lines" and bare.split(":")[-1].split()[:1] == ["meld"]:
            yield from _melds_of(game)
        return
    if not bare or bare.endswith(","):
        yield from spot.ask.offers if spot.ask is not None else ()
    if spot.holds == "name":
        yield from now.names[: now.players]
    elif spot.holds == "suit":
        yield from SUITS
    elif spot.holds == "yes":
        yield from ("yes", "no")


def _melds_of(game: Game) -> Iterator[str]:
    """The names of melds that the game offers anywhere."""
    for ask in game.asks():
        if ask.key == "melds":
            yield from ask.offers


def _cards(game: Game, now: Situation, spot: Spot, before: str, word: str) -> Iterator[str]:
    """The cards that begin with what is written, and are still possible."""
    suit = suit_named(word[0])
    if suit is None:
        return
    left = _cards_left(now, spot, before)
    name, _, words = before.rpartition(":")
    whose = name_meant(name.strip(), now.names)
    leader = now.names.index(whose) if whose is not None else -1
    verbs = {verb.split()[0] for verb in game.verbs}
    trick = spot.holds == "lines" and spot.can_play is not None and words.split()[:1] not in [[verb] for verb in verbs]
    for card in now.deck.of_suit[suit]:
        name = now.deck.names[card]
        if left[card] <= 0 or not name.startswith(LETTERS[suit] + word[1:].upper()) or name == word.upper():
            continue
        if not trick or spot.can_play is None or spot.can_play(leader, (*_cards_in(words, now), card)):
            yield name


def _cards_left(now: Situation, spot: Spot, before: str) -> list[int]:
    """How many of each card can still stand there: the pack without what lies elsewhere, and without those `before`."""
    left = [now.deck.copies] * now.deck.kinds
    elsewhere = [*(cards_written(now.deal, spot.ask.apart, but=spot.seat) if spot.ask is not None else ())]
    if spot.holds == "lines":
        elsewhere += [card for event in now.deal.play or () if not event.verb for card in event.cards]
    for card in (*elsewhere, *_cards_in(before.rpartition(":")[2], now)):
        left[card] -= 1
    return left


def _cards_in(text: str, now: Situation) -> Sequence[int]:
    try:
        return now.deck.parse(cards_meant(text, now.deck))
    except CardError:
        return ()
