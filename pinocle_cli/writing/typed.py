"""What is typed in a hurry, as it is written: `sqdj,dkdq` is `[SQ DJ, DK DQ]`, `b: dix` is `Boris: dix`.

Whatever cannot be understood is handed on as it was typed; the reader of records says what is wrong with it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pinocle_cli.cards import LETTERS, SUITS, CardError, suit_named
from pinocle_cli.writing.yamlvalues import Braces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pinocle_cli.ask import Ask, Situation, Turn
    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game, Kind
    from pinocle_cli.writing.yamlvalues import Value

_GROUP = re.compile("[SHDC♠♥♦♣♤♡♢♧](?:10|[AKQJTX987])+", re.IGNORECASE)
_GROUPS = re.compile(f"(?:{_GROUP.pattern})+", re.IGNORECASE)
_SCORED = re.compile(r"(.*?)\s+scored\s+(\d+)", re.IGNORECASE)
_KEY = re.compile(r"([a-z][a-z-]*)\s*:\s*(.*)", re.DOTALL)
_FIGURE = re.compile(r"[+-]?\d")
_YES = {"y": "yes", "n": "no"}


def name_meant(text: str, names: Sequence[str]) -> str | None:
    """The name that a text is, or is the beginning of where no other begins so; None if there is none such."""
    if text in names:
        return text
    folded = text.casefold()
    same = [name for name in names if name.casefold() == folded]
    starts = [name for name in names if name.casefold().startswith(folded)] if folded else []
    found = same or starts
    return found[0] if len(found) == 1 else None


def key_meant(text: str, keys: Iterable[str], names: Sequence[str]) -> tuple[str, str] | None:
    """(key, the rest) where somebody names the key of a deal that he means, like `note: a cold night`."""
    match = _KEY.fullmatch(text)
    if match is None or match[1] not in keys or name_meant(match[1], names) == match[1]:
        return None
    return match[1], match[2]


def cards_meant(text: str, deck: Deck) -> str:
    """Words for cards as they are written, `sqdj` as `SQ DJ`; all other words as they are."""
    return " ".join(_word(word, deck) for word in text.replace(",", " ").split())


def _word(word: str, deck: Deck) -> str:
    if word.isdecimal():
        return word
    groups = [word]
    if _GROUPS.fullmatch(word):
        groups = _GROUP.findall(word)
    try:
        return " ".join(grouped(deck.parse(group), deck) for group in groups)
    except CardError:
        return word


def grouped(cards: tuple[int, ...], deck: Deck) -> str:
    """Cards as one word where they are of one suit, else each a word of its own."""
    suits = {deck.suit[card] for card in cards}
    if len(suits) != 1:
        return deck.show(cards)
    return LETTERS[suits.pop()] + "".join(deck.rank[card] for card in cards)


def one_by_one(text: str, deck: Deck) -> str:
    """The cards of a trick, each a word of its own."""
    try:
        return deck.show(deck.parse(cards_meant(text, deck)))
    except CardError:
        return text


def each_meant(kind: Kind[object], text: str, now: Situation) -> Value:
    """`anna 240, boris 220`, or the values alone as the players sit, as the value of a key with one for each."""
    deck, names = now.deck, now.names
    parts = [
        part.strip() for part in (text.split(",") if "," in text else text.split() if _FIGURE.match(text) else [text])
    ]
    found: dict[str, Value] = {}
    for seat, part in enumerate(parts):
        before, colon, after = part.partition(":" if ":" in part else " ")
        name = name_meant(before.strip(), names) if colon else None
        name, words = (name, after) if name is not None else (names[seat % len(names)], part)
        found[name] = value_meant(kind, None, words, deck, names)
    return found


def value_meant(kind: Kind[object], ask: Ask | None, text: str, deck: Deck, names: Sequence[str]) -> Value:
    """The value of a key as it is written."""
    kind = kind.each or kind
    text = text.strip()
    if kind.keys:
        return text
    if ask is not None and ask.listed and not text.isdecimal():
        items = [_meld(item.strip(), deck) for item in text.split(",") if item.strip()]
        return items if len(items) > 1 or (items and items[0] != "none") else "".join(items)
    if kind.holds == "cards":
        return _meld(text, deck)
    if kind.holds == "suit":
        suit = suit_named(text)
        return text if suit is None else SUITS[suit]
    if kind.holds == "name":
        return name_meant(text, names) or text
    return _YES.get(text.lower(), text) if kind.holds == "yes" else text


def _meld(text: str, deck: Deck) -> str:
    """Cards, or the name of a meld, with what was scored for it."""
    match = _SCORED.fullmatch(text)
    words, scored = (match[1], f" scored {match[2]}") if match else (text, "")
    return (cards_meant(words, deck) if "," not in words else _each_part(words, deck)) + scored


def _each_part(text: str, deck: Deck) -> str:
    parts = [cards_meant(part, deck) for part in text.split(",")]
    try:
        deck.parse(" ".join(parts))
    except CardError:
        return ", ".join(parts)
    return " ".join(parts)


def line_meant(game: Game, turn: Turn | None, text: str, deck: Deck, names: Sequence[str], *, plays: bool) -> str:
    """A line of `play` (`plays`), `bids` or `calls` as it is written: whose it is, a verb in full, its cards."""
    who, words = _actor(text.strip(), names)
    due = names[turn.seat] if turn is not None and turn.seat is not None else None
    if not plays:
        head, _, last = words.rpartition(" ")
        words = f"{head} {_word(last, deck)}" if head else words.lower() if words.isalpha() else words
        return f"{who or due}: {words}" if who or due else words
    verb, rest = _verb(words, game, deck)
    if verb:
        said = f"{verb} {_meld(rest, deck)}".rstrip()
        return f"{who or due}: {said}" if who or due else said
    cards = one_by_one(words, deck)
    return f"{who}: {cards}" if who else cards


def _actor(text: str, names: Sequence[str]) -> tuple[str | None, str]:
    """(the name in full, the rest) of a line that says whose it is."""
    before, colon, after = text.partition(":")
    if colon:
        return name_meant(before.strip(), names) or before.strip(), after.strip()
    named = next((n for n in names if text.casefold().startswith(n.casefold() + " ")), None)
    return (named, text[len(named) :].strip()) if named else (None, text)


def _verb(words: str, game: Game, deck: Deck) -> tuple[str, str]:
    """(verb, the words behind it) where a line begins with what a player does, if only with the beginning of it."""
    lowered = words.lower()
    for verb in game.verbs:
        if lowered == verb or lowered.startswith(verb + " "):
            return verb, words[len(verb) :].strip()
    first, _, rest = words.partition(" ")
    starts = [verb for verb in game.verbs if verb.startswith(first.lower())] if first else []
    if len(starts) != 1:
        return "", words
    return ("", words) if _are_cards(words, deck) else (starts[0], rest.strip())


def _are_cards(word: str, deck: Deck) -> bool:
    try:
        return bool(deck.parse(cards_meant(word, deck)))
    except CardError:
        return False


_AFTER = {"after": "after", "after-bid": "after-bid", "choice": "choice"}


def fault_meant(text: str, deck: Deck, names: Sequence[str]) -> Braces:
    """`revoke boris after 17` as an irregularity: a rule, then in any order who, which cards, when, and the choice."""
    words = text.split()
    found: dict[str, str] = {"fault": words[0] if words else ""}
    rest = iter(words[1:])
    cards: list[str] = []
    for word in rest:
        if word.lower() in _AFTER:
            found[_AFTER[word.lower()]] = next(rest, "")
        elif word.lower() not in ("by", "cards"):
            who = name_meant(word, names) if word in names or not _are_cards(word, deck) else None
            if who is not None and "by" not in found:
                found["by"] = who
            else:
                cards.append(_word(word, deck))
    if cards:
        found["cards"] = " ".join(cards)
    return Braces({key: found[key] for key in ("fault", "by", "cards", "after", "after-bid", "choice") if key in found})
