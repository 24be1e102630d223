"""Whole legal deals of piquet, dealt, exchanged, called in full and played at random, and the same in other words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fields import Field, Record, with_deal
from piquet_faults import FAULTS, UNSEEN

from pinocle_cli.games import GAMES
from pinocle_cli.games.piquet.combinations import POINT, SEQUENCE, SET, held_of, points_in
from pinocle_cli.games.piquet.hands import COURTS, DECK, bits_of, wins

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from pinocle_cli.cards import Deck

NAMES = ["Anna", "Boris"]


def deal(chance: random.Random, record: Record, dealer: int) -> dict[str, Any]:
    """A deal that is dealt, exchanged, called in full and played at random."""
    pack = list(range(DECK.kinds))
    chance.shuffle(pack)
    hands, left = [pack[:12], pack[12:24]], pack[24:]  # elder's and younger's
    held, discards = [], []
    for seat, most in ((0, 5), (1, 8)):
        number = chance.randint(1, min(most, len(left)))
        out = chance.sample(hands[seat], number)
        held.append([card for card in hands[seat] if card not in out] + left[:number])
        discards.append(out)
        left = left[number:]
    names = [NAMES[1 - dealer], NAMES[dealer]]
    return {
        "dealer": NAMES[dealer],
        "hands": by_name(names, (DECK.show(hand) for hand in hands)),
        "talon": DECK.show(pack[24:]),
        "discards": by_name(names, (DECK.show(out) for out in discards)),
        "calls": full_calls(names, hands, held, record["rules"].get("sequences") == "point-suit"),
        "play": played(chance, held),
    }


def by_name(names: list[str], values: Any) -> dict[str, str]:
    return dict(zip(names, values, strict=True))


def elder_first(record: Record) -> list[str]:
    """The two names, elder's first."""
    dealer = record["deals"][0]["dealer"]
    return sorted(NAMES, key=lambda name: name == dealer)


def played(chance: random.Random, held: list[list[int]]) -> list[str]:
    hands, leader, play = [list(hand) for hand in held], 0, []
    for _ in range(12):
        led = chance.choice(hands[leader])
        follower = hands[1 - leader]
        reply = chance.choice([card for card in follower if card // 8 == led // 8] or follower)
        hands[leader].remove(led)
        follower.remove(reply)
        play.append(DECK.show((led, reply)))
        leader = 1 - leader if wins(led, reply) else leader
    return play


def full_calls(names: list[str], dealt: list[list[int]], held: list[list[int]], in_point_suit: bool) -> list[str]:
    """Everything that is good, called with the right answers; elder's name first."""
    elder, younger = names
    calls = [f"{name}: carte blanche" for name, hand in zip(names, dealt, strict=True) if not bits_of(hand) & COURTS]
    later = []
    for kind in (POINT, SEQUENCE, SET):
        mine, his = (held_of(kind, bits_of(hand)) for hand in held)
        if kind == SEQUENCE and in_point_suit:
            mine, his = (of_the_point(runs, hand) for runs, hand in zip((mine, his), held, strict=True))
        best = [combos[0].strength if combos else (0, 0) for combos in (mine, his)]
        if mine:
            answer = "good" if best[0] > best[1] else "equal" if best[0] == best[1] else "not good"
            calls += [f"{elder}: {words(mine[0])}", f"{younger}: {answer}"]
            calls += [f"{elder}: {words(combo)}" for combo in mine[1:] if answer == "good"]
        if best[1] > best[0]:
            later += [f"{younger}: {words(combo)}" for combo in his]
    return calls + later


def of_the_point(runs: list[Any], hand: list[int]) -> list[Any]:
    """The sequences in the suit of the point; of two suits as good, in the one that has more of them."""
    suits = points_in(bits_of(hand))
    best = max(suit.strength for suit in suits)
    level = [[run for run in runs if run.cards & suit.cards] for suit in suits if suit.strength == best]
    return max(level, key=lambda runs: sum(run.strength[0] for run in runs))


def words(combo: Any) -> str:
    if combo.kind == POINT:
        return f"point {combo.strength[0]} making {combo.strength[1]}"
    return str(combo.name)


def held_in(record: Record) -> dict[str, str]:
    """The hands as played, from the play."""
    hands: list[list[int]] = [[], []]
    leader = 0
    for trick in record["deals"][0]["play"]:
        led, reply = DECK.parse(trick)
        hands[leader].append(led)
        hands[1 - leader].append(reply)
        leader = 1 - leader if wins(led, reply) else leader
    return by_name(elder_first(record), (DECK.show(hand) for hand in hands))


def in_other_words(record: Record) -> Iterator[Record]:
    """The same facts written otherwise."""
    whole, held, elder = record["deals"][0], held_in(record), elder_first(record)[0]
    yield with_deal(record, calls=None)
    yield with_deal(record, held=held)
    yield with_deal(record, held=held, discards=None)
    yield with_deal(record, talon=None)
    yield with_deal(record, held=held, talon=None, hands=None)
    yield with_deal(record, calls=[call for call in whole["calls"] if call.partition(": ")[2] not in ANSWERS])
    yield with_deal(record, hands={elder: whole["hands"][elder]})


ANSWERS = ("good", "equal", "not good")


def lawful(deck: Deck, _: Any, hand: list[int], trick: tuple[int, ...], __: int) -> list[int]:
    """The cards of the suit that was led, else any."""
    return [card for card in hand if deck.suit[card] == deck.suit[trick[0]]] or hand


def breaks_the_exchange(record: Record) -> bool:
    """Elder plays the very hand that he was dealt; or younger the next card of the talon, and so has thirteen."""
    whole = record["deals"][0]
    hands, discards, talon = whole.get("hands"), whole.get("discards"), whole.get("talon", "").split()
    if not hands or "dealer" not in whole:
        return False
    elder, younger = elder_first(record)
    played = held_in(record)
    out = sum(len(cards.split()) for cards in (discards or {}).values() if cards != "none")
    dealt = [card for cards in (*hands.values(), " ".join(talon)) for card in cards.split()]
    if len({*dealt}) < len(dealt):
        return False
    stands_pat = not discards and sorted(played[elder].split()) == sorted(hands[elder].split())
    thirteenth = [card for card in played[younger].split() if card in talon[out:]] if discards else []
    return stands_pat or (bool(thirteenth) and thirteenth == talon[out : out + 1])


FIELD = Field(
    game=GAMES["piquet"],
    players=lambda _, __: NAMES,
    deal=deal,
    seats=elder_first,
    lawful=lawful,
    faults=FAULTS,
    unseen=UNSEEN,
    wins=lambda _, cards, __: int(wins(*cards)),
    optional=("dealer", "hands", "talon", "discards", "calls"),
    scored=frozenset({"dealer"}),
    beside_play=("dealer", "hands", "talon", "discards", "calls"),
    otherwise=in_other_words,
    is_a_fault=breaks_the_exchange,
)
