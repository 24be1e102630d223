"""Cards in every notation of the record format, what is ambiguous, and the nearest card to a slip of the pen."""

from __future__ import annotations

import itertools
import random

import pytest

from pinocle_cli.cards import CardError, Deck, nearest_suit, suit_named
from pinocle_cli.memory import Memory
from pinocle_cli.tricks import winner, wins

PINOCHLE = Deck("A 10 K Q J 9", 2)
LONG = Deck("A 10 K Q J 9 8 7", 2)
PIQUET = Deck("A K Q J 10 9 8 7", 1)


def shown(text: str, deck: Deck = PINOCHLE) -> str:
    return deck.show(deck.parse(text))


def refused(text: str, deck: Deck = PINOCHLE) -> CardError:
    with pytest.raises(CardError) as caught:
        deck.parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("SA", "SA"), ("AS", "SA"), ("sa", "SA"), ("H10", "H10"), ("10H", "H10"), ("HT", "H10"), ("TH", "H10"),
        ("th", "H10"), ("♠A", "SA"), ("A♠", "SA"), ("♥10", "H10"), ("10♥", "H10"), ("♡Q", "HQ"), ("♣\ufe0fK", "CK"),
        ("♦9", "D9"), ("♢9", "D9"), ("♧9", "C9"), ("♤9", "S9"),
        ("ПТ", "SA"), ("ТП", "SA"), ("ПА", "SA"), ("АП", "SA"), ("ЧК", "HK"), ("КЧ", "HK"), ("БД", "DQ"), ("ДБ", "DQ"),
        ("ТВ", "CJ"), ("ВТ", "CJ"), ("ТК", "CK"), ("ТТ", "CA"), ("Т10", "C10"), ("10Т", "C10"), ("П10", "S10"),
        ("9Б", "D9"), ("пт", "SA"), ("чк", "HK"), ("ДТ", "CQ"), ("ТД", "CQ"), ("ТА", "CA"),
    ],
)  # fmt: skip
def test_one_card(text: str, cards: str) -> None:
    assert shown(text) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("SA S10 HK", "SA S10 HK"),
        ("SA10K HQ9", "SA S10 SK HQ H9"),
        ("♠A10K ♥Q9", "SA S10 SK HQ H9"),
        ("SA10K,HQ9", "SA S10 SK HQ H9"),
        ("SA10K, HQ9,  DJ", "SA S10 SK HQ H9 DJ"),
        (" SA\tHK ", "SA HK"),
        ("SAA", "SA SA"),
        ("S1010", "S10 S10"),
        ("SATT", "SA S10 S10"),
        ("S9910", "S9 S9 S10"),
        ("ЧТ10КДВ9", "HA H10 HK HQ HJ H9"),
        ("ПТК БВ", "SA SK DJ"),
        ("ТТ10К", "CA C10 CK"),
        ("AS 10S KH", "SA S10 HK"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_several_cards(text: str, cards: str) -> None:
    assert shown(text) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("SА", "SA"),  # Cyrillic А behind a Latin S
        ("НК", "HK"),  # Cyrillic, both look Latin, and only one reading makes a card
        ("СК", "CK"),
        ("SК", "SK"),
        ("КС", "CK"),
        ("АС", "CA"),
        ("HТ", None),  # ace or ten
        ("DТ", None),
        ("СТ", None),
        ("НТ", None),
        ("♥Т", None),
    ],
)
def test_letters_that_look_latin(text: str, cards: str | None) -> None:
    if cards is not None:
        assert shown(text) == cards
        return
    why = refused(text)
    assert why.ambiguous
    suit = {"H": "H", "D": "D", "С": "C", "Н": "H", "♥": "H"}[text[0]]
    assert f"{suit}10 or {suit}A" in why.reason


@pytest.mark.parametrize("deck", [PINOCHLE, LONG, PIQUET], ids=["48", "64", "32"])
def test_every_card_in_every_notation(deck: Deck) -> None:
    signs = dict(zip("SHDC", "♠♥♦♣", strict=True))
    russian_suit = dict(zip("SHDC", "ПЧБТ", strict=True))
    russian_rank = {"A": "Т", "K": "К", "Q": "Д", "J": "В"}
    for name in deck.names:
        suit, rank = name[0], name[1:]
        forms = [name, rank + suit, name.lower(), (rank + suit).lower(), signs[suit] + rank, rank + signs[suit]]
        there, here = russian_suit[suit], russian_rank.get(rank, rank)
        forms += [there + here, (there + here).lower()]
        if (there, here) != ("Т", "Т"):
            forms.append(here + there)
        for form in forms:
            assert shown(form, deck) == name, form


@pytest.mark.parametrize("deck", [PINOCHLE, LONG, PIQUET], ids=["48", "64", "32"])
def test_what_is_shown_is_read_as_the_same_cards(deck: Deck) -> None:
    rng = random.Random(1)
    for _ in range(200):
        cards = tuple(rng.choices(range(deck.kinds), k=rng.randrange(1, 20)))
        assert deck.parse(deck.show(cards)) == cards
        groups = [(suit, list(run)) for suit, run in itertools.groupby(cards, key=lambda card: deck.suit[card])]
        assert deck.parse(" ".join("SHDC"[suit] + "".join(deck.rank[c] for c in run) for suit, run in groups)) == cards


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("H1O", "H10 (with a zero)"),
        ("HIO", "H10"),
        ("Hl0", "H10"),
        ("H1", "H10"),
        ("H0", "H10"),
        ("DP", "D"),  # some card of diamonds
        ("XA", "A"),  # some ace
    ],
)
def test_near_misses(text: str, meant: str) -> None:
    assert f"did you mean {meant}" in refused(text).reason or meant in refused(text).reason.partition("mean ")[2]


@pytest.mark.parametrize(("text", "deck"), [("H8", PINOCHLE), ("S7", PINOCHLE), ("ЧВ8", PINOCHLE), ("H6", LONG)])
def test_a_card_of_another_pack(text: str, deck: Deck) -> None:
    why = refused(text, deck)
    assert not why.ambiguous
    assert f'"{text}"' in why.reason


def test_a_card_of_another_pack_is_named_with_the_pack() -> None:
    assert "H8 is not in this pack of 48 cards (A 10 K Q J 9)" in refused("H8").reason
    assert shown("H8", LONG) == "H8"


@pytest.mark.parametrize(("text", "offset"), [("SA H1O", 3), ("SA,  QQ", 5), ("XX SA", 0), ("SA SAS", 3), ("10", 0)])
def test_the_place_of_what_is_no_card(text: str, offset: int) -> None:
    assert refused(text).offset == offset


@pytest.mark.parametrize("text", ["HА" + "Т" * 60, "S" + "A" * 100_000, "Q" * 1_000_000, "\x00", "10" * 40])
def test_hostile_words_cost_little(text: str) -> None:
    assert len(refused(text).reason) < 300


def test_what_was_read_before_is_not_kept_for_ever() -> None:
    deck = Deck("A 10 K Q J 9", 2)
    kept = (deck._cache, deck.read_before(20))  # noqa: SLF001 - its size is what this is about
    for memory in kept:
        assert memory.most <= 30_000
        memory.most = 100  # sooner full
    for ranks in itertools.product("AKQJ9", repeat=4):
        deck.parse("S" + "".join(ranks) + " HA" * 10)
        assert all(len(memory) <= 100 for memory in kept), "every word that was ever read is kept"


def test_a_memory_never_holds_more_than_it_may() -> None:
    memory: Memory[int, str] = Memory(3)
    for number in range(10):
        memory.keep(number, "x")
        assert number in memory
        assert len(memory) <= 3


def test_only_short_texts_are_remembered_and_those_of_few_cards_apart() -> None:
    deck = Deck("A 10 K Q J 9", 2)
    long = "SA" + " " * 3_000 + "S9"
    for text in ("SA S9", "HK HQ HJ", long, " DA"):
        deck.parse(text)
    assert deck.cached("HK HQ HJ") == deck.parse("HK HQ HJ")
    assert deck.cached(long) is None
    assert deck.cached(" DA") is None  # the reader of lines strips them, and would take it for another
    assert {"SA S9"} <= deck.read_before(2).keys()
    assert not {"HK HQ HJ", long} & deck.read_before(2).keys()
    deck.parse("C9 CK")
    assert "C9 CK" in deck.read_before(2)
    assert {"HK HQ HJ", "C9 CK"} <= deck.read_before(3).keys()


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        *[(word, 0) for word in ("spades", "spade", "S", "s", "♠", "П", "п", "пики", "SPADES", "♠\ufe0f")],
        *[(word, 1) for word in ("hearts", "Heart", "H", "♥", "Ч", "червы", "черви", "Н")],
        *[(word, 2) for word in ("diamonds", "D", "♦", "Б", "бубны")],
        *[(word, 3) for word in ("clubs", "C", "♣", "Т", "трефы", "крести", "С", "т")],
        *[(word, None) for word in ("", "heartz", "HA", "no trump", "♠♠")],
    ],
)
def test_suits(text: str, suit: int | None) -> None:
    assert suit_named(text) == suit


def test_a_card_that_the_pack_has_not_is_not_what_was_meant() -> None:
    """Backwards `98S` is ♠8 9, and nobody has an eight in a pack of nines and higher."""
    assert Deck("A 10 K Q J 9", 2).nearest("98S") is None
    assert Deck("A K Q J 10 9 8 7", 1).nearest("98S") == "S8 S9"


def test_the_suit_that_was_meant() -> None:
    assert nearest_suit("heartz") == "hearts"
    assert nearest_suit("clbs") == "clubs"
    assert nearest_suit("x" * 1_000_000) is None


# --- Who wins a trick ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", [PINOCHLE, LONG, PIQUET], ids=["48", "64", "32"])
@pytest.mark.parametrize("trump", [None, 0, 1, 2, 3])
def test_the_table_of_who_wins_says_what_the_rule_says(deck: Deck, trump: int | None) -> None:
    chance, which = random.Random(f"{deck.size} {trump}"), wins(deck, trump)
    for size in (1, 2, 3, 4):
        for _ in range(500):
            trick = tuple(chance.sample(deck.pack, size))
            assert which(trick) == winner(deck, trick, trump), deck.show(trick)
