"""Decks: the names of cards, in every notation, to small ints, and tables of what the rules ask of a card.

A card is the number of its kind (a pinochle pack has two copies of each kind), counted suit by suit from the
strongest rank down. What a rule asks is `deck.suit[card]` and `deck.power[card]`.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING

from pinocle_cli.light import late_pattern
from pinocle_cli.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Piece = Sequence[int | str]  # what a letter may stand for: suits and ranks

SUITS = ("spades", "hearts", "diamonds", "clubs")
LETTERS = "SHDC"
SYMBOLS = "♠♥♦♣"
ALL_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")

_WORD = late_pattern(r"[^\s,]+")
_LONGEST = 4_000  # characters of one text of cards
_SHORT = 24  # characters; longer texts, a hand or a stock, hardly come twice
_ONE_CARD = 8  # a rank, a suit and what may stand round a sign

# What one letter of a token can mean: a suit (an int) or a rank (a string).
_LATIN: dict[str, tuple[int | str, ...]] = {
    **{letter: (suit,) for suit, letter in enumerate(LETTERS)},
    **{symbol: (suit,) for suit, symbol in enumerate(SYMBOLS)},
    **{symbol: (suit,) for suit, symbol in enumerate("♤♡♢♧")},
    **{rank: (rank,) for rank in ALL_RANKS},
    "T": ("10",),
    "X": ("10",),
}
_RUSSIAN: dict[str, tuple[int | str, ...]] = {
    **_LATIN,
    "П": (0,), "Ч": (1,), "Б": (2,), "Т": (3, "A"), "T": (3, "A"),
    "А": ("A",), "К": ("K",), "Д": ("Q",), "В": ("J",), "B": ("J",),
}  # fmt: skip
# Cyrillic letters that look Latin, in a token that need not be Russian.
_LOOKALIKE: dict[str, tuple[int | str, ...]] = {
    **_LATIN, "А": ("A",), "К": ("K",), "Т": (3, "A", "10"), "С": (3,), "Н": (1,), "Х": ("10",),
}  # fmt: skip
_SURELY_RUSSIAN = frozenset("ПБЧДВ")
_PIECE = late_pattern("10|.", re.DOTALL)
# The signs of Unicode that are whole cards, U+1F0A1 and on; the knight, the back and the jokers are in no pack here.
_SIGNS = {
    chr(0x1F0A0 + 16 * suit + number): (suit, rank)
    for suit in range(4)
    for number, rank in ((1, "A"), *((n, str(n)) for n in range(7, 11)), (11, "J"), (13, "Q"), (14, "K"))
}
_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))  # of a sign with colour or without
_MOST_PIECES = 64  # of one word: a whole pack

SUIT_WORDS = {
    **{name: suit for suit, name in enumerate(SUITS)},
    **{name[:-1]: suit for suit, name in enumerate(SUITS)},
    "пики": 0, "червы": 1, "черви": 1, "бубны": 2, "трефы": 3, "трефи": 3, "крести": 3,
    "п": 0, "ч": 1, "б": 2, "т": 3, "с": 3, "н": 1,
    **{letter.lower(): suit for suit, letter in enumerate(LETTERS)},
    **{symbol: suit for suit, symbol in enumerate(SYMBOLS)},
}  # fmt: skip


class CardError(ValueError):
    """A word that is not a card of this pack; `reason` is ready to be shown."""

    def __init__(self, token: str, offset: int, reason: str, *, ambiguous: bool = False) -> None:
        super().__init__(reason)
        self.token, self.offset, self.reason, self.ambiguous = token, offset, reason, ambiguous


def suit_named(text: str) -> int | None:
    """The suit that a word or sign names, or None."""
    return SUIT_WORDS.get(text.translate(_SELECTORS).strip().lower())


def nearest_suit(text: str) -> str | None:
    """The name of a suit that the writer may have meant."""
    import difflib  # noqa: PLC0415 - only where something is misspelt

    close = difflib.get_close_matches(text[:20].lower(), SUITS, 1)
    return close[0] if close else None


class Deck:
    """A pack: its ranks from the strongest down, and how many copies of each card it has."""

    def __init__(self, ranks: str, copies: int) -> None:
        self.ranks = tuple(ranks.split())
        self.copies = copies
        cards = list(itertools.product(range(4), range(len(self.ranks))))
        self.kinds = len(cards)
        self.size = self.kinds * copies
        self.suit = tuple(suit for suit, _ in cards)
        self.rank = tuple(self.ranks[rank] for _, rank in cards)
        self.power = tuple(len(self.ranks) - rank for _, rank in cards)
        self.names = tuple(LETTERS[suit] + self.ranks[rank] for suit, rank in cards)
        self.of_suit = tuple(tuple(c for c in range(self.kinds) if self.suit[c] == suit) for suit in range(4))
        self.span = tuple(slice(cards[0], cards[-1] + 1) for cards in self.of_suit)  # where a suit stands in counts
        self._number = {(suit, self.ranks[rank]): n for n, (suit, rank) in enumerate(cards)}
        self._cache: Memory[str, tuple[int, ...]] = Memory()
        self._of_few: dict[int, Memory[str, tuple[int, ...]]] = {}  # the same of so many cards at most
        # The cards of a text that was parsed before, or None; it names some, and has no spaces round it.
        self.cached = self._cache.get
        # Words that name one card: as we write it, and as others did in what was parsed before.
        self._single: Memory[str, int] = Memory(1000)
        self._single.update({name: n for n, name in enumerate(self.names)})
        self.pack = sorted([*range(self.kinds)] * copies)

    def card(self, suit: int, rank: str) -> int:
        """The card of that suit and rank; KeyError if the pack has none."""
        return self._number[suit, rank]

    def all_of(self, rank: str) -> tuple[int, ...]:
        """One card of that rank of each suit."""
        return tuple(self._number[suit, rank] for suit in range(4))

    def show(self, cards: Iterable[int]) -> str:
        """Cards as canonical text: `SA S10`."""
        names = self.names
        return " ".join([names[card] for card in cards])

    def parse(self, text: str) -> tuple[int, ...]:
        """The cards that a text names, in order; raises CardError at the first word that is none."""
        cache = self._cache
        known = cache.get(text)
        if known is not None:
            return known
        if len(text) > _LONGEST:
            raise CardError(text[:20], 0, f"{len(text):,} characters stand here; no pack needs as many")
        words = text.split()
        try:  # most hands are written card by card
            cards: tuple[int, ...] = itemgetter(*words)(self._single) if len(words) > 1 else (self._single[text],)
        except KeyError:
            words = text.replace(",", " ").split()
            cards = tuple([card for word in words for card in self._word(word, text)])
        if cards and len(text) <= _SHORT and text == text.strip():
            self._keep(text, cards)
        return cards

    def read_before(self, most: int) -> Memory[str, tuple[int, ...]]:
        """The texts parsed so far that name so many cards at most."""
        found = self._of_few.get(most)
        if found is None:
            found = self._of_few[most] = Memory()
            found.update({text: cards for text, cards in self._cache.items() if len(cards) <= most})
        return found

    def _keep(self, text: str, cards: tuple[int, ...]) -> None:
        text = str(text)  # without the place that a text of a record has
        self._cache.keep(text, cards)
        for most, known in self._of_few.items():
            if len(cards) <= most:
                known.keep(text, cards)

    def _word(self, word: str, text: str) -> tuple[int, ...]:
        """One group (`SA10K`) or one card with its rank first (`AS`)."""
        if word in self._cache:
            return self._cache[word]
        found = {
            tuple(self._number[card] for card in cards)
            for cards in _readings(word)
            if all(card in self._number for card in cards)
        }
        if len(found) == 1:
            cards = found.pop()
            self._keep(word, cards)
            if len(cards) == 1 and len(word) <= _ONE_CARD:
                self._single.keep(str(word), cards[0])
            return cards
        offset = next((m.start() for m in _WORD.finditer(text) if m.group() == word), 0)
        if found:
            shown = " or ".join(sorted(self.show(cards) for cards in found))
            reason = f'"{word}" can be read as {shown}; write it in Latin letters'
            raise CardError(word, offset, reason, ambiguous=True)
        raise CardError(word, offset, self._why_none(word))

    def _why_none(self, word: str) -> str:
        shown = word if len(word) <= 40 else word[:37] + "..."  # noqa: PLR2004 - what fits in a message
        other_pack = {LETTERS[s] + r for cards in _readings(word) for s, r in cards if (s, r) not in self._number}
        if other_pack:
            cards = ", ".join(sorted(other_pack))
            return f'"{shown}": {cards} is not in this pack of {self.size} cards ({" ".join(self.ranks)})'
        meant = self.nearest(word)
        return f'"{shown}" is not a card' + (f"; did you mean {meant}?" if meant else "; write one like SA or H10")

    def nearest(self, word: str) -> str | None:
        """The card or cards that the writer of this word may have meant, as canonical text."""
        plain = word.upper().translate(str.maketrans("OОIL|", "00111"))
        for guess in (plain, plain.replace("0", "10"), plain.replace("1", "10"), plain[::-1]):
            for cards in _readings(guess):
                if all(card in self._number for card in cards):
                    hint = " (with a zero)" if "O" in word.upper() or "О" in word.upper() else ""
                    return self.show(self._number[card] for card in cards) + hint
        if len(word) > 4:  # noqa: PLR2004 - too long to be a single card
            return None
        import difflib  # noqa: PLC0415 - only where something is misspelt

        close = difflib.get_close_matches(plain, self.names, 1, cutoff=0.5)
        return close[0] if close else None

    def count(self, *parts: Iterable[int]) -> list[int]:
        """How many copies of each kind these cards are."""
        counts = [0] * self.kinds
        for cards in parts:
            for card in cards:
                counts[card] += 1
        return counts


def _readings(word: str) -> Iterator[tuple[tuple[int, str], ...]]:
    """Every way to read a word as a suit followed by its ranks, or as one card with its rank first."""
    if len(word) > 2 * _MOST_PIECES:
        return
    word = word.translate(_SELECTORS).upper()
    if word[:1] in _SIGNS:
        if all(sign in _SIGNS for sign in word):
            yield tuple(_SIGNS[sign] for sign in word)
        return
    if word[:1] == "Т" or not _SURELY_RUSSIAN.isdisjoint(word):
        table = _RUSSIAN
    else:
        table = _LATIN if word.isascii() else _LOOKALIKE
    pieces = [table.get(piece, ()) for piece in _PIECE.findall(word)]
    if 2 <= len(pieces) <= _MOST_PIECES and Counter(map(len, pieces))[3] <= 4:  # noqa: PLR2004 - few doubtful letters
        yield from _cards_of(pieces[0], pieces[1:])


def _cards_of(
    firsts: Sequence[int | str], rests: Sequence[Sequence[int | str]]
) -> Iterator[tuple[tuple[int, str], ...]]:
    """Every way to take what each letter may stand for: a suit and ranks, or a rank and its suit."""
    ranks = [[piece for piece in options if isinstance(piece, str)] for options in rests]
    for first in firsts:
        if isinstance(first, int):
            for combination in itertools.product(*ranks):
                yield tuple((first, rank) for rank in combination)
        elif len(rests) == 1:
            for suit in rests[0]:
                if isinstance(suit, int):
                    yield ((suit, first),)
