"""Every fault of two-handed that a table can call, made in a random deal."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from breaches import exposed, led_out_of_turn, only_called, revoke
from fields import Fault, MakeFault, called, insert, tricks, trump_of, with_deal
from legal_deals import SUITS, Card, melds_of

if TYPE_CHECKING:
    import random

    from fields import Field, Played, Record


def field() -> Field:
    """The game; it is made from these faults."""
    from two_handed_field import FIELD  # noqa: PLC0415 - it imports this module

    return FIELD


class Turn(NamedTuple):
    """What the winner of a trick may do before he draws: from line `n` of the play to line `end`, where he draws."""

    number: int
    winner: str
    loser: str
    n: int
    end: int
    shown: list[int]  # the lines with melds
    next: Played


def turns(record: Record) -> list[Turn]:
    """The turns of the first half."""
    play, every = record["deals"][0]["play"], tricks(field(), record)
    found = []
    for number, (trick, after) in enumerate(itertools.pairwise(every), 1):
        if number >= len(every) // 2:
            break
        winner, loser = after.names
        lines = range(trick.n + 1, after.n)
        shown = [n for n in lines if ": meld" in play[n]]
        end = next((n for n in lines if ": draw" in play[n]), after.n)
        found.append(Turn(number, winner, loser, trick.n + 1, end, shown, after))
    return found


def drawn(record: Record) -> bool:
    """Whether every draw has its line."""
    return "stock" not in record["deals"][0]


def owned(record: Record, name: str) -> Counter[str]:
    """Every card that a player ever had: he plays them all."""
    deck = field().deck(record)
    cards = [deck.names[one.cards[one.names.index(name)]] for one in tricks(field(), record)]
    return Counter(cards)


def in_hand(record: Record, turn: Turn) -> list[str]:
    """What the winner of a trick certainly holds: of the cards dealt, those not played or exchanged so far."""
    deck = field().deck(record)
    held = Counter(record["deals"][0]["hands"][turn.winner].split())
    for trick in tricks(field(), record)[: turn.number]:
        held[deck.names[trick.cards[trick.names.index(turn.winner)]]] -= 1
    trump = trump_of(record["deals"][0])
    return [card for card in (+held).elements() if "SHDC".index(card[0]) != trump]


def worth(record: Record, cards: list[str]) -> int:
    """The most that cards are worth as one meld; nought where they are none."""
    hand = [Card(card[0], card[1:]) for card in cards]
    trump = "SHDC"[trump_of(record["deals"][0])]
    whole = [points for _, points, copies in melds_of(hand, trump) if len(copies) == len(cards)]
    return max(whole, default=0)


def melded(line: str) -> list[str]:
    return line.partition(": meld ")[2].split()


def misdeal(chance: random.Random, record: Record) -> Fault | None:
    deal = record["deals"][0]
    short, long = chance.sample([*deal["hands"]], 2)
    cards = deal["hands"][short].split()
    hands = {long: f"{deal['hands'][long]} {cards.pop()}", short: " ".join(cards)}
    return Fault(with_deal(record, hands=hands, play=None), short, f"hands.{short}", also=("misdeal",))


def draws_first(chance: random.Random, record: Record) -> Fault | None:
    if not drawn(record):
        return None
    play, turn = [*record["deals"][0]["play"]], chance.choice(turns(record)[:-1])
    one, two = (play[turn.end + k].partition(": draw ")[2] for k in (0, 1))
    if one == two:
        return None
    play[turn.end : turn.end + 2] = [f"{turn.loser}: draw {one}", f"{turn.winner}: draw {two}"]
    return Fault(with_deal(record, play=play), turn.loser, f"play[{turn.end}]", after=turn.number)


def draws_two(chance: random.Random, record: Record) -> Fault | None:
    if not drawn(record):
        return None
    turn = chance.choice(turns(record)[:-1])
    one, two = (record["deals"][0]["play"][turn.end + k].partition(": draw ")[2] for k in (0, 1))
    if one == two:
        return None
    wrong = insert(record, turn.end + 1, f"{turn.winner}: draw {two}")
    return Fault(wrong, turn.winner, f"play[{turn.end + 1}]", after=turn.number)


def forgets_to_draw(chance: random.Random, record: Record) -> Fault | None:
    if not drawn(record):
        return None
    every, play = turns(record), record["deals"][0]["play"]
    k = chance.randrange(len(every) - 2)
    turn, after = every[k], every[k + 1]
    line = play[turn.end + 1]
    card = line.partition(": draw ")[2]
    played = field().deck(record).names[turn.next.cards[turn.next.names.index(turn.loser)]]
    if after.winner != turn.loser or after.shown or after.end != after.n or played == card:
        return None
    wrong = [*play[: turn.end + 1], *play[turn.end + 2 : after.end], line, *play[after.end :]]
    return Fault(with_deal(record, play=wrong), turn.loser, f"play[{turn.next.n - 1}]", "wrong-hand-short")


def wrong_hands(record: Record, long: str, turn: Turn) -> Record | None:
    """One hand dealt a card too many and the other one too few, found after the first trick; who draws what."""
    deal = record["deals"][0]
    short = turn.loser if long == turn.winner else turn.winner
    if drawn(record) or any("dix" in deal["play"][n] for n in range(turn.n, turn.end)):
        return None
    stock = deal["stock"].split()
    first, second = stock[:2]
    extra, rest = (first, second) if long == turn.winner else (second, first)
    played = deal["play"][0].split()
    given = next((card for card in deal["hands"][short].split() if card not in played), None)
    if given is None:
        return None
    hand = deal["hands"][short].split()
    hand.remove(given)
    hands = {long: f"{deal['hands'][long]} {extra}", short: " ".join(hand)}
    return with_deal(record, hands=hands, stock=" ".join([rest, given, *stock[2:]]))


def wrong_hand(label: str, *, long: bool) -> MakeFault:
    def make(_: random.Random, record: Record) -> Fault | None:
        turn = turns(record)[0]
        wrong = None if turn.shown else wrong_hands(record, turn.winner if long else turn.loser, turn)
        if wrong is None:
            return None
        return Fault(wrong, turn.winner, f"hands.{turn.winner}", label, ("wrong-hand-short", "wrong-hand-long"))

    return make


def melds_from_a_wrong_hand(_: random.Random, record: Record) -> Fault | None:
    turn = turns(record)[0]
    wrong = wrong_hands(record, turn.winner, turn) if turn.shown else None
    if wrong is None:
        return None
    return Fault(wrong, turn.winner, f"play[{turn.shown[0]}]", also=("wrong-hand-short", "wrong-hand-long"))


def three_left(chance: random.Random, record: Record) -> Fault | None:
    deal = record["deals"][0]
    count = chance.randrange(5, 20) * 10
    record["deals"][0] = {
        "dealer": deal["dealer"], "trump": SUITS["SHDC"[trump_of(deal)]], "melds": {"Anna": "20", "Boris": "40"},
        "taken": {"Anna": str(count), "Boris": str(250 - count)},
    }  # fmt: skip
    said = called(record, "wrong-stock-three", None, after=12, cards="S9")
    return Fault(said, None, "irregularities[0]")


def no_meld(chance: random.Random, record: Record) -> Fault | None:
    turn = chance.choice(turns(record))
    cards = in_hand(record, turn)
    if turn.shown or len(cards) < 2:
        return None
    pair = chance.sample(cards, 2)
    if worth(record, pair):
        return None
    # Where one card miswritten would explain it as well, it shows that the table gave nothing for it.
    near = any(worth(record, [card, other]) for card in pair for other in owned(record, turn.winner))
    wrong = insert(record, turn.n, f"{turn.winner}: meld {' '.join(pair)}" + " scored 0" * near)
    return Fault(wrong, turn.winner, f"play[{turn.n}]", after=turn.number, cards=" ".join(pair))


def later_turns(record: Record) -> list[tuple[Turn, Turn, list[str]]]:
    """(when a meld was shown, a later turn of the same player without one, its cards): no twin of them is his."""
    every, play = turns(record), record["deals"][0]["play"]
    found = []
    for n, one in enumerate(every):
        for line in one.shown:
            cards = melded(play[line])
            if all(owned(record, one.winner)[card] == 1 for card in cards):
                later = [t for t in every[n + 1 :] if t.winner == one.winner and not t.shown]
                found += [(one, turn, cards) for turn in later]
    return found


def played_between(record: Record, one: Turn, other: Turn) -> set[str]:
    deck = field().deck(record)
    between = tricks(field(), record)[one.number : other.number]
    return {deck.names[trick.cards[trick.names.index(one.winner)]] for trick in between}


def shown_again(chance: random.Random, record: Record) -> Fault | None:
    whole = [
        (turn, cards) for one, turn, cards in later_turns(record) if not played_between(record, one, turn) & set(cards)
    ]
    if not whole:
        return None
    turn, cards = chance.choice(whole)
    wrong = insert(record, turn.n, f"{turn.winner}: meld {' '.join(cards)}")
    return Fault(wrong, turn.winner, f"play[{turn.n}]", "meld-reuse-class", after=turn.number, cards=" ".join(cards))


def shown_after_it_was_played(chance: random.Random, record: Record) -> Fault | None:
    gone = [(turn, cards) for one, turn, cards in later_turns(record) if played_between(record, one, turn) & set(cards)]
    if not gone:
        return None
    turn, cards = chance.choice(gone)
    wrong = insert(record, turn.n, f"{turn.winner}: meld {' '.join(cards)}")
    return Fault(wrong, turn.winner, f"play[{turn.n}]", "meld-card-playable", after=turn.number, cards=" ".join(cards))


def nothing_new(chance: random.Random, record: Record) -> Fault | None:
    """A marriage of a king and a queen that lie there out of two other melds."""
    every, play = turns(record), record["deals"][0]["play"]
    for turn in chance.sample(every, len(every)):
        lying = [
            (one, set(melded(play[n])))
            for one in every
            if one.number < turn.number and one.winner == turn.winner
            for n in one.shown
        ]
        has = owned(record, turn.winner)
        for suit in "SHDC":
            king, queen = suit + "K", suit + "Q"
            of_king = [one for one, cards in lying if king in cards]
            of_queen = [one for one, cards in lying if queen in cards]
            together = any({king, queen} <= cards for _, cards in lying)
            if turn.shown or not of_king or not of_queen or together or has[king] > 1 or has[queen] > 1:
                continue
            first = min(of_king[0], of_queen[0], key=lambda one: one.number)
            if not {king, queen} & played_between(record, first, turn):
                wrong = insert(record, turn.n, f"{turn.winner}: meld {king} {queen}")
                return Fault(wrong, turn.winner, f"play[{turn.n}]", "meld-new-card", after=turn.number)
    return None


def melds_after_drawing(chance: random.Random, record: Record) -> Fault | None:
    if not drawn(record):
        return None
    every, play = [turn for turn in turns(record) if turn.shown], record["deals"][0]["play"]
    turn = chance.choice(every) if every else None
    if turn is None:
        return None
    line = play[turn.shown[0]]
    wrong = [*play[: turn.shown[0]], *play[turn.shown[0] + 1 : turn.end + 1], line, *play[turn.end + 1 :]]
    cards = " ".join(melded(line))
    return Fault(with_deal(record, play=wrong), turn.winner, f"play[{turn.end}]", after=turn.number, cards=cards)


def melds_twice(chance: random.Random, record: Record) -> Fault | None:
    every, play = turns(record), record["deals"][0]["play"]
    for turn in chance.sample(every, len(every)):
        held = Counter(in_hand(record, turn))
        later = [
            n
            for other in every
            if other.number > turn.number and other.winner == turn.winner
            for n in other.shown
            if not Counter(melded(play[n])) - held
        ]
        # The same cards twice running are a line written twice.
        if turn.shown and later and play[later[0]] != play[turn.shown[-1]]:
            wrong = insert(with_deal(record, play=[*play[: later[0]], *play[later[0] + 1 :]]), turn.shown[-1] + 1,
                           play[later[0]])  # fmt: skip
            return Fault(wrong, turn.winner, f"play[{turn.shown[-1] + 1}]", after=turn.number)
    return None


def dix_twice(chance: random.Random, record: Record) -> Fault | None:
    every, play = turns(record), record["deals"][0]["play"]
    dix = "SHDC"[trump_of(record["deals"][0])] + field().deck(record).ranks[-1]
    for turn in chance.sample(every, len(every)):
        earlier = [t for t in every if t.number < turn.number and t.winner == turn.winner]
        shown = [t for t in earlier if f"{turn.winner}: dix shown" in play[t.n : t.end]]
        here = any(": dix" in line for line in play[turn.n : turn.end])
        if not shown or here or owned(record, turn.winner)[dix] != 1 or any(f"{turn.winner}: dix" == x for x in play):
            continue
        if dix not in played_between(record, shown[0], turn):
            wrong = insert(record, turn.n, f"{turn.winner}: dix shown")
            return Fault(wrong, turn.winner, f"play[{turn.n}]", after=turn.number, cards=dix)
    return None


def dix_only_shown(_: random.Random, record: Record) -> Fault | None:
    record["rules"]["first-dix"] = "must-exchange"
    play, deal = record["deals"][0]["play"], record["deals"][0]
    only = [n for n, line in enumerate(play) if line.endswith(": dix shown")]
    changed = [n for n, line in enumerate(play) if line.endswith(": dix")]
    if deal["turned"][1:] == field().deck(record).ranks[-1] or len(only) != 1 or (changed and changed[0] < only[0]):
        return None
    return Fault(record, play[only[0]].partition(":")[0], f"play[{only[0]}]")


def wrongly_scored(label: str, by: int) -> MakeFault:
    def make(chance: random.Random, record: Record) -> Fault | None:
        every = [turn for turn in turns(record) if turn.shown]
        if not every:
            return None
        turn, play = chance.choice(every), [*record["deals"][0]["play"]]
        n = turn.shown[0]
        right = worth(record, melded(play[n]))
        if right + by <= 0:
            return None
        cards = " ".join(melded(play[n]))
        play[n] += f" scored {right + by}"
        return Fault(with_deal(record, play=play), turn.winner, f"play[{n}]", label, after=turn.number, cards=cards)

    return make


def revokes(label: str, target: str) -> MakeFault:
    made = revoke(label, "stage2-follow", half=True, field=field)

    def make(chance: random.Random, record: Record) -> Fault | None:
        record["rules"]["target"] = target
        return made(chance, record)

    return make


FAULTS: dict[str, Any] = {
    "misdeal": misdeal,
    "lead-out-of-turn": led_out_of_turn(field=field),
    "exposed-card": exposed(field=field),
    "draw-out-of-turn": draws_first,
    "draw-several": draws_two,
    "wrong-hand-short": forgets_to_draw,
    "wrong-hand-long": wrong_hand("wrong-hand-long", long=True),
    "wrong-hand-no-meld": melds_from_a_wrong_hand,
    "wrong-stock-three": three_left,
    "meld-table": no_meld,
    "meld-card-playable": shown_after_it_was_played,
    "meld-new-card": nothing_new,
    "meld-reuse-class": shown_again,
    "meld-timing": melds_after_drawing,
    "one-meld-per-turn": melds_twice,
    "dix-show": dix_twice,
    "dix-first-exchange": dix_only_shown,
    "meld-undercredit": wrongly_scored("meld-undercredit", -10),
    "meld-overcredit": wrongly_scored("meld-overcredit", 10),
    "stage2-follow": revoke("stage2-follow", "stage2-follow", half=True, field=field),
    "revoke-1000": revokes("revoke-1000", "1000"),
    "revoke-single-deal": revokes("revoke-single-deal", "deal"),
    "revoke-when": only_called("revoke-when", "any", keep=("dealer", "turned"), after="20"),
}
UNSEEN = frozenset({"exposed-card", "meld-undercredit", "meld-overcredit", "lead-out-of-turn"})
