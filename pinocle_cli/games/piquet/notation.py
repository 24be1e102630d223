"""Calls: how they are written (`point 4 making 38`, `quint CJ`, `trio Q`, `good`), and what a hand makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.cards import LETTERS, suit_named
from pinocle_cli.game import Kind
from pinocle_cli.games.piquet.combinations import (
    CARTE_BLANCHE_KIND,
    LENGTH,
    PIPS,
    POINT,
    RUN_NAMES,
    SEQUENCE,
    SET,
    SET_NAMES,
    Combo,
    point_of,
    run,
    runs_in,
    set_of,
    strength,
)
from pinocle_cli.games.piquet.hands import DECK, RANK_BITS, SUIT_SIZE, suit_bits
from pinocle_cli.light import NamedTuple, late_pattern
from pinocle_cli.memory import Memory
from pinocle_cli.reader.kinds import CARDS, by_player, said
from pinocle_cli.reader.patterns import any_of
from pinocle_cli.reader.words import did_you_mean, shorten
from pinocle_cli.record import LIMIT, NO_SUCH_CARD, WRONG_TYPE, Cards, Event

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from pinocle_cli.reader.context import Reading
    from pinocle_cli.reader.tree import Node
    from pinocle_cli.record import Place

    Read = tuple[tuple[int, ...], object]  # cards, and what the words were read as

GOOD, EQUAL, NOT_GOOD = "good", "equal", "not good"
ANSWERS = (GOOD, EQUAL, NOT_GOOD)
MOST_CALLS = 100  # of one deal; nobody has a third of that to say


class Call(NamedTuple):
    """One call as it was said: the kind; how many cards; the top card or the rank; the pips of a point."""

    kind: int
    size: int = 0
    which: int = -1
    making: int | None = None


_POINT = late_pattern(r"point(?: of)? ([0-9]{1,2})(?:,? (?:making )?([0-9]{1,2}))?")
_CARDS_OF_POINT = late_pattern(r"([0-9]{1,2})(?: cards)?(?:,? making ([0-9]{1,2}))?")  # `6 cards` is a point of six
_MANY = late_pattern(r"(3|4|14) ([a-z]+)")  # `three aces` is a trio
_TO_A_CARD = late_pattern(r"(?:(ace|king|queen|jack|knave|ten|a|k|q|j|10|t) (?:of|in) |major (?:of|in) )(\S+)")
_WORD = late_pattern("[a-z]+")
_NUMBERS = {word: str(n) for n, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight"], 1)}
_NUMBERS |= {"fourteen": "14"}
_SIZES = {name: size for size, name in (*RUN_NAMES.items(), *SET_NAMES.items())}
_SIZES |= {"sixième": 6, "septième": 7, "huitième": 8, "fourteen": 4, "three": 3, "four": 4}
_SETS = frozenset((*SET_NAMES.values(), "fourteen", "three", "four"))
_RANK_WORDS = {
    **{rank.lower(): n for n, rank in enumerate(DECK.ranks)},
    "t": 4, "x": 4, "aces": 0, "kings": 1, "queens": 2, "jacks": 3, "knaves": 3, "tens": 4,
    "ace": 0, "king": 1, "queen": 2, "jack": 3, "knave": 3, "ten": 4,
    "т": 0, "а": 0, "к": 1, "д": 2, "в": 3,
}  # fmt: skip
_LOWEST_SET = 4  # tens
_SHORT = 40  # characters of a call that is remembered
_KNOWN: Memory[str, object] = Memory(2_000)  # calls that were read before: there are few, and they come again and again
_WORDS = ("point", "carte blanche", *_SIZES)
_KINDS_OF_CALL = "a call like point 5, quint CJ, trio Q, or an answer: good, equal or not good"


WORDS_OF_A_CALL = (
    rf"(?:{any_of((*_WORDS, *_NUMBERS, *ANSWERS, 'carte-blanche'))}(?:\s.*)?|[1-8]|[0-9]{{1,2}}\s.*)"  # as a pattern
)


def read_call(reading: Reading, text: str, place: Place) -> Read | None:
    """The words behind `player:` in `calls`."""
    known = _KNOWN.get(text)
    if known is not None:
        return (), known
    found = _read_call(reading, text, place)
    if found is not None and len(text) <= _SHORT:
        _KNOWN.keep(text, found[1])
    return found


def _read_call(reading: Reading, text: str, place: Place) -> Read | None:
    words = " ".join(text.lower().split())
    if words in ANSWERS:
        return (), words
    if words in ("carte blanche", "carte-blanche"):
        return (), Call(CARTE_BLANCHE_KIND)
    figures = _WORD.sub(lambda word: _NUMBERS.get(word[0], word[0]), words)
    if match := _POINT.fullmatch(figures) or _CARDS_OF_POINT.fullmatch(figures):
        return _point(reading, match, place)
    if match := _MANY.fullmatch(figures):
        return _set(reading, 3 if match.group(1) == "3" else 4, match.group(2), text, place)
    name, _, which = words.partition(" ")
    size = _SIZES.get(name)
    which = which.removeprefix("of ").removeprefix("to ").removeprefix("the ")
    if size is None:
        answer = words in ("no", "not", "no good", "bad", "higher", "better")
        hint = '; did you mean "not good"?' if answer else did_you_mean(name, _WORDS) or did_you_mean(words, ANSWERS)
        if words in _RANK_WORDS and len(words) > 1:
            rank = DECK.ranks[_RANK_WORDS[words]]
            hint = f"; three of them are `trio {rank}`, four `quatorze {rank}`"
        if name == "point":
            hint = "; write how many cards it has, like `point 5`"
        reading.error(WRONG_TYPE, place, f'"{shorten(text)}" is not read; expected {_KINDS_OF_CALL}{hint}')
        return None
    return _set(reading, size, which, text, place) if name in _SETS else _sequence(reading, size, which, text, place)


def _point(reading: Reading, match: re.Match[str], place: Place) -> Read | None:
    size, making = int(match.group(1)), match.group(2)
    if not 1 <= size <= SUIT_SIZE:
        reading.error(WRONG_TYPE, place, f'"{match.group()}": a suit has eight cards')
        return None
    return (), Call(POINT, size, -1, int(making) if making else None)


def _set(reading: Reading, size: int, which: str, text: str, place: Place) -> Read | None:
    rank = _RANK_WORDS.get(which)
    if rank is None or rank > _LOWEST_SET:
        message = f'"{shorten(text)}": three or four count of aces, kings, queens, knaves and tens: write `trio Q`'
        reading.error(NO_SUCH_CARD, place, message)
        return None
    return (), Call(SET, size, rank)


def _sequence(reading: Reading, size: int, which: str, text: str, place: Place) -> Read | None:
    if not which:
        return (), Call(SEQUENCE, size)
    name = text.split(maxsplit=1)[0]
    if which in _RANK_WORDS or which == "major":
        rank = DECK.ranks[_RANK_WORDS.get(which, 0)]
        every = ", ".join(f"{suit}{rank}" for suit in LETTERS)
        message = f'"{shorten(text)}" does not say in which suit; write `{name}` and its highest card, one of {every}'
        reading.error(NO_SUCH_CARD, place, message)
        return None
    if (match := _TO_A_CARD.fullmatch(which)) and (suit := suit_named(match.group(2))) is not None:
        which = LETTERS[suit] + DECK.ranks[_RANK_WORDS[match.group(1) or "a"]]
    cards = reading.cards_in(which, place, max(len(text) - len(which), 0))
    if cards is None:
        return None
    if len(cards) != 1 or cards[0] % SUIT_SIZE + size > SUIT_SIZE:
        message = f'"{shorten(text)}": a {name} is {size} cards down from one card, like {name} {DECK.names[24]}'
        reading.error(NO_SUCH_CARD, place, message)
        return None
    return (), Call(SEQUENCE, size, cards[0])


_LINES = said("calls", "Anna: point 5", read_call, WORDS_OF_A_CALL)


def _calls(reading: Reading, node: Node) -> list[Event] | None:
    """The lines of `calls`, of which there are not many."""
    events = _LINES.read(reading, node) or []
    if len(events) > MOST_CALLS:
        text = f"{len(events):,} calls stand here; no deal of piquet has more than {MOST_CALLS}"
        reading.error(LIMIT, events[MOST_CALLS].place, text)
        return None
    return events


CALLS = Kind(_calls, _LINES.holds, _LINES.schema)


def _discard(reading: Reading, node: Node) -> Cards | None:
    """Cards, or `none`."""
    if isinstance(node, str) and node.lower() in ("none", "nothing", "-"):
        return Cards((), reading.place(node))
    return reading.cards(node)


DISCARDS = by_player(Kind(_discard, "cards", CARDS.schema))


# --- What a call comes to --------------------------------------------------------------------------------------------


def words_of(event: Event) -> str:
    """What was said, without who said it."""
    return event.text.partition(":")[2].strip()


def believed(call: Call) -> Combo:
    """The combination of a call where the hand is not known."""
    if call.kind == POINT:
        return point_of(call.size, call.making or 0, 0)
    if call.kind == SEQUENCE:
        suit, top = divmod(max(call.which, 0), SUIT_SIZE)
        combo = run(suit, top, call.size)
        return combo if call.which >= 0 else combo._replace(cards=0, strength=(call.size, -SUIT_SIZE))
    return set_of(call.which, call.size, 0)


def surely(call: Call) -> int:
    """The cards that a call names beyond doubt."""
    if call.kind == SEQUENCE and call.which >= 0:
        return run(*divmod(call.which, SUIT_SIZE), call.size).cards
    if call.kind == SET and call.size == 4:  # noqa: PLR2004 - a quatorze is every card of the rank
        return RANK_BITS << call.which
    return 0


def in_hand(hand: int, call: Call) -> Combo | None:
    """The combination of a call, if these cards hold it: what was called is what it is matched by."""
    if call.kind == POINT:
        return max(_points_called(hand, call), key=strength, default=None)
    if call.kind == SEQUENCE:
        return max(_runs_called(hand, call), key=strength, default=None)
    holding = hand & RANK_BITS << call.which
    return set_of(call.which, call.size, holding) if holding.bit_count() >= call.size else None


def _points_called(hand: int, call: Call) -> Iterator[Combo]:
    """The suits that a call of point may mean, of which less may be called than they have; the truest one first."""
    found = []
    for suit in range(4):
        bits = suit_bits(hand, suit)
        most = PIPS[_best_cards(bits, call.size)]
        if LENGTH[bits] >= call.size and (call.making is None or call.making <= most):
            over = LENGTH[bits] - call.size, most - (call.making or most)
            found.append((over, point_of(call.size, call.making or most, bits << suit * SUIT_SIZE)))
    found.sort(key=lambda one: one[0])
    yield from (combo for _, combo in found)


def _best_cards(bits: int, number: int) -> int:
    """The highest cards of a suit."""
    while LENGTH[bits] > number:
        bits &= ~(1 << bits.bit_length() - 1)
    return bits


def _runs_called(hand: int, call: Call) -> Iterator[Combo]:
    """The sequence that a call names; without a card, any of that length, or the best that is longer."""
    if call.which >= 0:
        named = run(*divmod(call.which, SUIT_SIZE), call.size)
        if named.cards & hand == named.cards:
            yield named
        return
    runs = runs_in(hand)
    yield from (combo for combo in runs if combo.strength[0] == call.size)
    if not any(combo.strength[0] == call.size for combo in runs):
        for combo in runs:
            suit, top = divmod((combo.cards & -combo.cards).bit_length() - 1, SUIT_SIZE)
            if combo.strength[0] > call.size:
                yield run(suit, top, call.size)
