"""Calls: how they are written (`point 4 making 38`, `quint CJ`, `trio Q`, `good`), and what a hand makes of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from pinocle_cli.game import Kind
from pinocle_cli.games.piquet.combos import (
    CARTE_BLANCHE_KIND,
    DECK,
    LENGTH,
    PIPS,
    POINT,
    RANK_BITS,
    RUN_NAMES,
    SEQUENCE,
    SET,
    SET_NAMES,
    SUIT_SIZE,
    Combo,
    run,
    runs_in,
    set_of,
    strength,
    suit_bits,
)
from pinocle_cli.reader.context import did_you_mean, shorten
from pinocle_cli.reader.kinds import CARDS, by_player
from pinocle_cli.reader.patterns import any_of
from pinocle_cli.record import NO_SUCH_CARD, WRONG_TYPE, Cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.reader.context import Reading
    from pinocle_cli.reader.parse import Node
    from pinocle_cli.record import Place

GOOD, EQUAL, NOT_GOOD = "good", "equal", "not good"
ANSWERS = (GOOD, EQUAL, NOT_GOOD)


class Call(NamedTuple):
    """One call as it was said: the kind; how many cards; the top card or the rank; the pips of a point."""

    kind: int
    size: int = 0
    which: int = -1
    making: int | None = None


_POINT = re.compile(r"point(?: of)? ([0-9]{1,2})(?:,? (?:making )?([0-9]{1,2}))?")
_SIZES = {name: size for size, name in (*RUN_NAMES.items(), *SET_NAMES.items())}
_SIZES |= {"sixième": 6, "septième": 7, "huitième": 8, "tierces": 3, "fourteen": 4}
_SETS = frozenset((*SET_NAMES.values(), "fourteen"))
_RANK_WORDS = {
    **{rank.lower(): n for n, rank in enumerate(DECK.ranks)},
    "t": 4, "aces": 0, "kings": 1, "queens": 2, "jacks": 3, "knaves": 3, "tens": 4,
    "т": 0, "а": 0, "к": 1, "д": 2, "в": 3,
}  # fmt: skip
_LOWEST_SET = 4  # tens
_KNOWN: dict[str, Any] = {}  # calls that were read before: there are few, and they come again and again
_MOST_KNOWN = 2_000
_WORDS = ("point", "good", "equal", "not good", "carte blanche", *_SIZES)


WORDS_OF_A_CALL = any_of((*_WORDS, "carte-blanche")) + r"(?:\s.*)?"  # as a pattern


def read_call(reading: Reading, text: str, place: Place) -> tuple[tuple[int, ...], Any] | None:
    """The words behind `player:` in `calls`."""
    known = _KNOWN.get(text)
    if known is not None:
        return (), known
    found = _read_call(reading, text, place)
    if found is not None and len(_KNOWN) < _MOST_KNOWN:
        _KNOWN[text] = found[1]
    return found


def _read_call(reading: Reading, text: str, place: Place) -> tuple[tuple[int, ...], Any] | None:
    words = " ".join(text.lower().split())
    if words in ANSWERS:
        return (), words
    if words in ("carte blanche", "carte-blanche"):
        return (), Call(CARTE_BLANCHE_KIND)
    if match := _POINT.fullmatch(words):
        return _point(reading, match, place)
    name, _, which = words.partition(" ")
    size = _SIZES.get(name)
    which = which.removeprefix("of ").removeprefix("to ").removeprefix("the ")
    if size is None:
        hint = did_you_mean(name, _WORDS)
        message = f'"{shorten(text)}" is no call; expected one like point 5, quint CJ, trio Q or good{hint}'
        reading.error(WRONG_TYPE, place, message)
        return None
    return _set(reading, size, which, text, place) if name in _SETS else _run(reading, size, which, text, place)


def _point(reading: Reading, match: re.Match[str], place: Place) -> tuple[tuple[int, ...], Any] | None:
    size, making = int(match.group(1)), match.group(2)
    if not 1 <= size <= 8:  # noqa: PLR2004 - the cards of a suit
        reading.error(WRONG_TYPE, place, f'"{match.group()}": a suit has eight cards')
        return None
    return (), Call(POINT, size, -1, int(making) if making else None)


def _set(reading: Reading, size: int, which: str, text: str, place: Place) -> tuple[tuple[int, ...], Any] | None:
    rank = _RANK_WORDS.get(which)
    if rank is None or rank > _LOWEST_SET:
        message = f'"{shorten(text)}": three or four count of aces, kings, queens, knaves and tens: write `trio Q`'
        reading.error(NO_SUCH_CARD, place, message)
        return None
    return (), Call(SET, size, rank)


def _run(reading: Reading, size: int, which: str, text: str, place: Place) -> tuple[tuple[int, ...], Any] | None:
    if not which:
        return (), Call(SEQUENCE, size)
    cards = reading.cards_in(which, place, len(text) - len(which))
    if cards is None:
        return None
    if len(cards) != 1 or cards[0] % 8 + size > 8:  # noqa: PLR2004 - eight cards in a suit
        name = text.split(maxsplit=1)[0]
        message = f'"{shorten(text)}": a {name} is {size} cards down from one card, like {name} {DECK.names[24]}'
        reading.error(NO_SUCH_CARD, place, message)
        return None
    return (), Call(SEQUENCE, size, cards[0])


def _discard(reading: Reading, node: Node) -> Cards | None:
    """Cards, or `none`."""
    if isinstance(node, str) and node.lower() in ("none", "nothing", "-"):
        return Cards((), reading.place(node))
    return reading.cards(node)


DISCARDS = by_player(Kind(_discard, "cards", CARDS.schema))


# --- What a call comes to -------------------------------------------------------------------------------------------


def believed(call: Call) -> Combo:
    """The combination of a call where the hand is not known."""
    if call.kind == POINT:
        return Combo(POINT, (call.size, call.making or 0), call.size, 0, f"point {call.size}")
    if call.kind == SEQUENCE:
        suit, top = divmod(max(call.which, 0), SUIT_SIZE)
        combo = run(suit, top, call.size)
        return combo if call.which >= 0 else combo._replace(cards=0, strength=(call.size, -SUIT_SIZE))
    return set_of(call.which, call.size, 0)


def in_hand(hand: int, call: Call) -> Combo | None:
    """The combination of a call, if these cards hold it."""
    if call.kind == POINT:
        return max(_points_called(hand, call), key=strength, default=None)
    if call.kind == SEQUENCE:
        return max(_runs_called(hand, call), key=strength, default=None)
    holding = hand & RANK_BITS << call.which
    return set_of(call.which, call.size, holding) if holding.bit_count() >= call.size else None


def _points_called(hand: int, call: Call) -> Iterator[Combo]:
    """The suits that a call of point may mean: as long as it says, or longer and called for less."""
    for suit in range(4):
        bits = suit_bits(hand, suit)
        if LENGTH[bits] < call.size:
            continue
        most = _best_cards(bits, call.size)
        if call.making is not None and (call.making > PIPS[most] or (most == bits and call.making < PIPS[bits])):
            continue
        cards = bits << suit * SUIT_SIZE
        yield Combo(POINT, (call.size, call.making or PIPS[most]), call.size, cards, f"point {call.size}")


def _best_cards(bits: int, number: int) -> int:
    """The highest cards of a suit."""
    while LENGTH[bits] > number:
        bits &= ~(1 << bits.bit_length() - 1)
    return bits


def _runs_called(hand: int, call: Call) -> Iterator[Combo]:
    """The sequence that a call names; without a card, any of that length."""
    if call.which >= 0:
        named = run(*divmod(call.which, SUIT_SIZE), call.size)
        if named.cards & hand == named.cards:
            yield named
        return
    for combo in runs_in(hand):
        if combo.strength[0] == call.size:
            yield combo
