"""How melds are written: by their cards or by their names, one to an item or several in one text."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from pinocle_cli.cards import CardError, Deck, suit_named
from pinocle_cli.game import Kind
from pinocle_cli.games.pinochle.common import dix_card
from pinocle_cli.light import NamedTuple, late_pattern, light_dataclass
from pinocle_cli.reader.context import NUMBER
from pinocle_cli.reader.kinds import by_player
from pinocle_cli.reader.patterns import CARDS, TEXT, any_case, any_of, figure, one_or_none, whole
from pinocle_cli.reader.words import did_you_mean, figure_hint, figure_meant, shorten
from pinocle_cli.record import NO_SUCH_CARD, WRONG_TYPE, Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from pinocle_cli.plain import JsonObject
    from pinocle_cli.reader.context import Reading
    from pinocle_cli.reader.deal import Words
    from pinocle_cli.reader.tree import Node


class Named(NamedTuple):
    """A meld written by its name: `royal marriage`, `marriage S`."""

    name: str
    suit: int | None


@light_dataclass(frozen=True)
class Shown:
    """What a player laid down at once: cards and named melds, and what the table scored for it."""

    parts: tuple[tuple[int, ...] | Named, ...]
    scored: int | None
    text: str

    def cards(self, deck: Deck, trump: int | None) -> tuple[int, ...] | None:
        """The cards, names and all; None where a name needs the trump suit and it is not known."""
        if len(self.parts) == 1 and not isinstance(self.parts[0], Named):
            return self.parts[0]
        found: list[int] = []
        for item in self.parts:
            if isinstance(item, Named):
                cards = _cards_of(item, deck, trump)
                if cards is None:
                    return None
                found.extend(cards)
            else:
                found.extend(item)
        return tuple(found)

    def cards_that(self, deck: Deck, trump: int | None, can: Callable[[int], int]) -> tuple[int, ...] | None:
        """The cards; one that stands in several melds of a text is the same card where he `can` not hold so many."""
        cards = self.cards(deck, trump)
        if cards is None or len(set(cards)) == len(cards):
            return cards
        if all(number <= can(card) for card, number in Counter(cards).items()):
            return cards
        pieces = [Shown((part,), None, "").cards(deck, trump) or () for part in self.parts]
        if len(self.parts) == 1 and "," in self.text:
            pieces = [deck.parse(piece) for piece in self.text.partition("scored")[0].split(",") if piece.strip()]
        need: Counter[int] = Counter()
        for piece in pieces:
            need |= Counter(piece * pieces.count(piece))  # the same meld twice is two of them
        return tuple(need.elements())

    @property
    def spelled(self) -> tuple[int, ...]:
        """The cards that are written as cards."""
        return tuple(card for part in self.parts if not isinstance(part, Named) for card in part)

    def with_card(self, nth: int, card: int) -> Self:
        """The same with another card in the place of the nth of them."""
        cards = [*self.spelled]
        cards[nth] = card
        left = iter(cards)
        parts = [part if isinstance(part, Named) else tuple(next(left) for _ in part) for part in self.parts]
        return replace(self, parts=tuple(parts))


@light_dataclass(frozen=True)
class Listed(Shown):
    """The same where a score sheet lists it."""

    place: Place


_NAMES = {
    "pinochle": "pinochle", "pinocle": "pinochle", "pinokle": "pinochle", "binocle": "pinochle",
    "flush": "flush", "run": "flush", "sequence": "flush",
    "royal marriage": "royal marriage", "marriage in trumps": "royal marriage", "trump marriage": "royal marriage",
    "dix": "dix",
    **{
        f"{before}{fours}": name
        for name, others, *points in (
            ("aces", (), "100", "hundred", "a hundred"), ("kings", (), "80", "eighty"),
            ("queens", (), "60", "sixty"), ("jacks", ("knaves",), "40", "forty"),
        )
        for fours in (name, *others)
        for before in ("", "four ", "4 ", *(f"{figure} " for figure in points))
    },
}  # fmt: skip
_FOURS = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"}
_FIGURE = late_pattern("[0-9]{1,5}")
_MARRIAGE = late_pattern(r"^marriage(?:\s+(?:in|of))?\s+(\S+)$")
_APART = late_pattern(r"[,;+]|\band\b")  # between the melds of one text, where names stand among them


def _cards_of(named: Named, deck: Deck, trump: int | None) -> tuple[int, ...] | None:
    name = named.name
    if name in _FOURS:
        return deck.all_of(_FOURS[name])
    if name == "pinochle":
        return deck.card(0, "Q"), deck.card(2, "J")
    suit = named.suit if name == "marriage" else trump
    if suit is None:
        return None
    if name == "flush":
        return tuple(deck.card(suit, rank) for rank in ("A", "10", "K", "Q", "J"))
    if name == "dix":
        return (dix_card(deck, suit),)
    return deck.card(suit, "K"), deck.card(suit, "Q")


def _named(text: str) -> list[Named]:
    """The meld that a text names, twice where it is double; nothing if it names none."""
    words = " ".join(text.lower().split())
    twice = words.startswith("double ")
    words = words.removeprefix("double ")
    found = Named(_NAMES[words], None) if words in _NAMES else None
    if found is None and (match := _MARRIAGE.match(words)):
        suit = suit_named(match.group(1))
        found = None if suit is None else Named("marriage", suit)
    return [] if found is None else [found, found] if twice else [found]


def read_shown(reading: Reading, text: str, place: Place) -> Shown | None:
    """What was laid down, from a line like `HK HQ scored 20`, `royal marriage` or `flush, dix`."""
    cards = reading.deck.cached(text)
    if cards:
        return Shown((cards,), None, text)
    scored, words = None, text
    laid, said, figure = text.rpartition("scored")
    apart = figure[:1].isspace() and not laid[-1:].isalnum()
    if said and apart and _FIGURE.fullmatch(figure := figure.strip()):
        words, scored = laid.rstrip(), int(figure)
    parts = _parts(reading, words, place)
    return None if parts is None else Shown(tuple(parts), scored, text)


def _parts(reading: Reading, words: str, place: Place) -> list[tuple[int, ...] | Named] | None:
    """The cards and the named melds of a text; None after saying what is neither."""
    named = _named(words)
    if named:
        return [*named]
    pieces = [piece for piece in _APART.split(words.lower()) if piece.strip()]
    if len(pieces) > 1 and any(map(_named, pieces)):
        parts: list[tuple[int, ...] | Named] = []
        for piece in pieces:
            found = _named(piece) or _cards(reading, piece, place)
            if found is None:
                return None
            parts.extend(found)
        return parts
    return _cards(reading, words, place)


def _cards(reading: Reading, words: str, place: Place) -> list[tuple[int, ...] | Named] | None:
    """The cards of a text, or why it is not a meld."""
    try:
        if cards := reading.deck.parse(words):
            return [cards]
        reading.error(WRONG_TYPE, place, "a meld needs its cards, like `meld HK HQ`")
    except CardError:
        hint = did_you_mean(words, _NAMES)
        if total := figure_hint(words.strip()):
            text = f'"{shorten(words)}" stands here; a total of melds is one figure{total}'
            reading.error(WRONG_TYPE, place, text)
        elif hint or len(re.findall(_NO_CARD, words)) >= _A_WORD:
            names = ", ".join(_SHOWN_NAMES)
            text = f'"{shorten(words)}" is not a meld; write its cards, like HK HQ, or a name: {names}{hint}'
            reading.error(NO_SUCH_CARD, place, text)
        else:
            reading.cards_in(words, place)  # which says why
    return None


# Letters of which a word has many and a card misspelt one or two.
_NO_CARD = "(?i)[befgilmnopruvwyz]"
_A_WORD = 3
_SHOWN_NAMES = ("flush", "royal marriage", "marriage in spades", "pinochle", *_FOURS, "dix", "none")


def cards_shown(reading: Reading, text: str, trump: int | None) -> tuple[int, ...] | None:
    """The cards of a text in which melds may go by their names, for `pinocle meld`; None after saying why not."""
    place = Place(1, 1, "")
    shown = read_shown(reading, text, place)
    cards = None if shown is None else shown.cards(reading.deck, trump)
    if shown is not None and cards is None:
        reading.error(WRONG_TYPE, place, f'"{text}" needs the trump suit')
    return cards


def meld_verb(reading: Reading, words: Words) -> tuple[tuple[int, ...], object] | None:
    """`meld HK HQ scored 20`."""
    shown = read_shown(reading, *words)
    return None if shown is None else ((), shown)


def dix_verb(reading: Reading, words: Words) -> tuple[tuple[int, ...], object] | None:
    """`dix`, or `dix shown` where it was only shown."""
    if words[0] in ("", "shown"):
        return (), words[0]
    reading.error(WRONG_TYPE, words[1], f'"{words[0]}" comes after dix; expected nothing, or `shown`')
    return None


NONE = ("none", "no melds", "no meld", "nothing", "-")  # the words for no melds


MELD_KEYS = ("meld", "cards", "scored")


def shown_melds(reading: Reading, node: Node) -> list[Listed] | None:
    """One player's melds: one text (what lay there at once), a list, one a turn, a mapping, a figure, `none`."""
    if isinstance(node, str) and node.strip().lower() in NONE:
        return []
    items = node if isinstance(node, list) else [node]
    outer, found = reading.path, []
    for index, item in enumerate(items):
        if isinstance(node, list):
            reading.path = f"{outer}[{index}]"
        shown = _shown_item(reading, item)
        if shown is not None:
            found.append(shown)
    reading.path = outer
    return found


def _shown_item(reading: Reading, node: Node) -> Listed | None:
    if isinstance(node, tuple):
        text, scored = None, None
        for name, value in reading.keys(node, MELD_KEYS, "a meld"):
            if name == "scored":
                figure = reading.number(value, 0)
                scored = figure.value if figure else None
            else:
                text = (reading.words(value), reading.place(value))
        if text is None or text[0] is None:
            reading.error(WRONG_TYPE, node, "a meld needs its cards: {cards: HK HQ, scored: 20}")
            return None
        shown = read_shown(reading, text[0], text[1])
        return None if shown is None else Listed(shown.parts, scored, shown.text, text[1])
    if not isinstance(node, str):
        reading.wrong(node, "a meld, like HK HQ")
        return None
    said = reading.words(node)
    if said is None:
        return None
    place, cards = reading.place(node), reading.deck.cached(said)
    if cards:
        return Listed((cards,), None, said, place)
    if NUMBER.fullmatch(figure_meant(said)):
        figure = reading.number(node, 0)
        return None if figure is None else Listed((), figure.value, said, figure.place)
    shown = read_shown(reading, said, place)
    return None if shown is None else Listed(shown.parts, shown.scored, shown.text, place)


def _a_meld() -> JsonObject:
    named = rf"(?:{any_case('double')}\s+)?(?:{any_of(_NAMES)}|{any_case('marriage')}(?:\s+\S+){{1,2}})"
    laid, next_ = rf"(?:{CARDS}|{named})", rf"\s*(?:[,;+]|\s{any_case('and')}\s)\s*"
    words = rf"{laid}(?:{next_}{laid})*(?:\s+scored\s+[0-9]+)?|{any_of(NONE)}"
    return {"anyOf": [figure(0), {**TEXT, "pattern": whole(words)}]}


def _melds() -> JsonObject:
    """The schema of one meld or several, each by itself or with what was scored for it."""
    meld = _a_meld()
    mapping: JsonObject = {
        "type": "object",
        "properties": {
            "meld": {"description": "One meld, by its cards or its name.", "examples": ["HK HQ"], **one_or_none(meld)},
            "cards": {
                "description": "Cards laid down at once.",
                "examples": ["SA10KQJ9 DKQJ"],
                **one_or_none(meld),
            },
            "scored": {"description": "What the table scored for it.", "examples": [20], **one_or_none(figure(0))},
        },
        "anyOf": [{"required": [key], "properties": {key: meld}} for key in ("meld", "cards")],
        "patternProperties": {"^x-": {}},
        "additionalProperties": False,
    }
    one: JsonObject = {"anyOf": [meld, mapping]}
    return {"anyOf": [one, {"type": "array", "items": one}]}


SHOWN = Kind(shown_melds, "cards", _melds)
MELDS = by_player(SHOWN, alike=NONE)
