"""The laws of weighing a record, each one function over any game; a game brings its makers of deals (`Field`).

A law gives trials: what was done to a deal, and which marks its verdict earned. The tests ask that none is bad,
`tools/measure_trust.py` counts them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from conftest import findings, verdict_of

from pinocle_cli.game import options_of

if TYPE_CHECKING:
    import random

    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Game

Record = dict[str, Any]
Deal = dict[str, Any]


class Fault(NamedTuple):
    """A deal in which somebody broke a rule."""

    record: Record
    by: str | None
    path: str  # where the verdict must find it: `play[3]`, `irregularities[0]`
    rule: str = ""  # under which it is found, where that is another than the one that was broken
    also: tuple[str, ...] = ()  # rules that are broken by the same deed, whoever breaks them
    after: int | None = None  # the trick after which a table would call it
    cards: str = ""  # and the cards that it would name


class Sheet(NamedTuple):
    """A score sheet with gaps, and every way in which they can be filled in."""

    record: Record
    whole: list[Record]
    asks: Callable[[Record], Any]  # verdict -> what is open, decided or bounded; None is open


MakeFault = Callable[["random.Random", Record], Fault | None]


@dataclass(frozen=True, kw_only=True)
class Field:
    """A game as the laws need it: how its deals are made, written in other words, and gone wrong."""

    game: Game
    players: Callable[[random.Random, Record], list[str]]
    deal: Callable[[random.Random, Record, int], Deal]  # (chance, record, who deals): sound and whole
    seats: Callable[[Record], list[str]]  # who plays, in turn; the first leads
    lawful: Callable[[Deck, Any, list[int], tuple[int, ...], int], list[int]]  # (pack, house, hand, trick, trump)
    wins: Callable[[Deck, tuple[int, ...], int], int]  # (pack, cards of a trick, trump): which card wins it
    optional: tuple[str, ...]  # keys that may be left out, one of them or several
    otherwise: Callable[[Record], Iterator[Record]]  # the same facts in other words
    sheet: Callable[[random.Random], Sheet]
    house: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # choices where not all of them may be taken
    faults: Mapping[str, MakeFault] = field(default_factory=dict)
    unseen: frozenset[str] = frozenset()  # faults that only the table can have seen: the cards of a whole deal refute
    # every other

    def deck(self, record: Record) -> Deck:
        """The pack of a record."""
        pack: Deck = self.game.deck(self.in_force(record))
        return pack

    def record(self, chance: random.Random, number: int = 1) -> Record:
        """A record of so many deals that break no rule, under rules of a house at random."""
        record: Record = {"game": self.game.name, "rules": self.rules(chance), "deals": []}
        record["players"] = self.players(chance, record)
        dealer = chance.randrange(len(record["players"]))
        for _ in range(number):
            record["deals"].append(self.deal(chance, record, dealer))
            dealer = (dealer + 1) % len(record["players"])
        return record

    def rules(self, chance: random.Random) -> dict[str, str]:
        """A profile of the game with some options of the house's own."""
        found = {"profile": chance.choice([*self.game.profiles])}
        for name, item in options_of(self.game.house).items():
            choices = self.house.get(name, item.metadata["choices"])
            if len(choices) > 1 and chance.random() < 0.2:
                found[name] = chance.choice(choices)
        return found

    def in_force(self, record: Record) -> Any:
        """The house rules of a record."""
        rules = record["rules"]
        given = {**self.game.profiles[rules["profile"]]}
        for name, item in options_of(self.game.house).items():
            if name in rules:
                numeric = item.metadata["number"] and rules[name].isdigit()
                given[item.name] = int(rules[name]) if numeric else rules[name]
        return self.game.house(**given)


class Trial(NamedTuple):
    """What one law did to one deal, and what came of it."""

    kind: str
    marks: Mapping[str, bool]
    record: Record
    verdict: Record


Law = Callable[[Field, "random.Random"], Iterator[Trial]]


# --- Records and verdicts ---------------------------------------------------------------------------------------------


def with_deal(record: Record, **edit: Any) -> Record:
    """The record with keys of its first deal changed; None takes one out. An underscore stands for a hyphen."""
    found = copy.deepcopy(record)
    for key, value in edit.items():
        name = key.replace("_", "-")
        if value is None:
            found["deals"][0].pop(name, None)
        else:
            found["deals"][0][name] = value
    return found


def without(record: Record, *keys: str) -> Record:
    """The record without these parts of its first deal; `hands.Anna` is one player's."""
    found = copy.deepcopy(record)
    deal = found["deals"][0]
    for key in keys:
        name, _, player = key.partition(".")
        if player and name in deal:
            deal[name].pop(player, None)
        if not player or not deal.get(name):
            deal.pop(name, None)
    return found


def called(record: Record, fault: str, by: str | None = None, **more: Any) -> Record:
    """The record with a fault that the table called."""
    said = {"fault": fault, **({"by": by} if by is not None else {}), **{k: v for k, v in more.items() if v}}
    if "after" in more and more["after"] is not None:
        said["after"] = str(more["after"])
    return with_deal(record, irregularities=[*record["deals"][0].get("irregularities", ()), said])


class Played(NamedTuple):
    """A trick that was played: its line of the play, who played to it in turn, and what."""

    n: int
    names: list[str]
    cards: tuple[int, ...]


def tricks(field: Field, record: Record) -> list[Played]:
    """The tricks of the first deal."""
    deal, deck = record["deals"][0], field.deck(record)
    trump, turn = trump_of(deal), field.seats(record)
    found = []
    for n, line in enumerate(deal["play"]):
        if ":" in line:
            continue
        cards = deck.parse(line)
        found.append(Played(n, turn, cards))
        at = field.wins(deck, cards, trump)
        turn = turn[at:] + turn[:at]
    return found


def trump_of(deal: Deal) -> int:
    """The index of the trump suit of a deal that has one."""
    written = deal.get("turned") or deal.get("trump") or "S"
    return "SHDC".index(written[0].upper())


def scores(verdict: Record) -> Any:
    return verdict["deals"][0]["scores"]


def accused(verdict: Record) -> list[tuple[str, str | None]]:
    """Who is said to have broken what."""
    return sorted((finding["rule"], str(finding["player"])) for finding in findings(verdict, "fault"))


def clean(verdict: Record) -> bool:
    return not findings(verdict, "fault") and not findings(verdict, "error")


# --- Making faults ----------------------------------------------------------------------------------------------------


def only_called(label: str, who: str = "", *, keep: tuple[str, ...] = (), **said: Any) -> MakeFault:
    """A fault that only the table can have seen, called on a deal of which those keys are kept; none keeps it whole.

    `who` is the role of whoever did it: one of those that `role` knows.
    """

    def make(chance: random.Random, record: Record) -> Fault | None:
        by = role(chance, record, who)
        if who and by is None:
            return None
        if keep:
            deal = record["deals"][0]
            record["deals"][0] = {key: deal[key] for key in keep if key in deal}
        more = {key.replace("_", "-"): str(value) for key, value in said.items()}
        return Fault(called(record, label, by, **more), by, "irregularities[0]")

    return make


def role(chance: random.Random, record: Record, who: str) -> str | None:
    """A player by what he does in the deal."""
    deal, names = record["deals"][0], record["players"]
    bidder = bidder_of(deal)
    idle = [name for name in names if name not in deal.get("hands", names)]
    found = {
        "": [],
        "dealer": [deal["dealer"]],
        "other": [name for name in names if name != deal["dealer"]],
        "any": names,
        "bidder": [bidder],
        "opponent": [name for name in names if name not in (bidder, *idle)],
        "idle": idle,
    }[who]
    return chance.choice(found) if found else None


def bidder_of(deal: Deal) -> str | None:
    """Who won the bidding, where there was one."""
    said = [pair for bid in deal.get("bids", ()) for pair in bid.items()]
    return next((name for name, what in reversed(said) if what != "pass"), None)


def insert(record: Record, n: int, *lines: str) -> Record:
    """The record with lines of play more before number `n`."""
    play = record["deals"][0]["play"]
    return with_deal(record, play=[*play[:n], *lines, *play[n:]])


def breaks_a_duty(
    field: Field, chance: random.Random, record: Record, first: int = 0, who: str | None = None
) -> tuple[Record, int, str, int] | None:
    """The deal played anew from trick `first` on with one breach of a duty; its line, who did it, and the trick."""
    house, deck, deal = field.in_force(record), field.deck(record), record["deals"][0]
    trump, every = trump_of(deal), tricks(field, record)
    hands: dict[str, list[int]] = {name: [] for name in every[0].names}
    for trick in every[first:]:
        for name, card in zip(trick.names, trick.cards, strict=True):
            hands[name].append(card)
    turn, play, done = every[first].names, list(deal["play"]), None
    at = chance.randrange(first, len(every) - 1)
    for number in range(first, len(every)):
        cards: tuple[int, ...] = ()
        for name in turn:
            hand = hands[name]
            may = field.lawful(deck, house, hand, cards, trump) if cards else hand
            bad = [card for card in hand if card not in may]
            breach = done is None and number >= at and number < len(every) - 1 and bad and who in (None, name)
            if breach:
                done = (every[number].n, name, number + 1)
            cards = (*cards, chance.choice(bad if breach else may))
            hand.remove(cards[-1])
        play[every[number].n] = deck.show(cards)
        won = field.wins(deck, cards, trump)
        turn = turn[won:] + turn[:won]
    return None if done is None else (with_deal(record, play=play), *done)


def revoke(label: str, rule: str, *, who: str = "", half: bool = False, field: Callable[[], Field]) -> MakeFault:
    """A card that should not have been played, shown up by the cards played later."""

    def make(chance: random.Random, record: Record) -> Fault | None:
        game = field()
        first = len(tricks(game, record)) // 2 if half else 0
        made = breaks_a_duty(game, chance, record, first, role(chance, record, who))
        if made is None:
            return None
        wrong, n, name, number = made
        return Fault(wrong, name, f"play[{n}]", rule, (label,), number)

    return make


def led_out_of_turn(rule: str = "", *, who: str = "", field: Callable[[], Field]) -> MakeFault:
    """A card led out of turn and taken back."""

    def make(chance: random.Random, record: Record) -> Fault | None:
        game = field()
        wanted, every = role(chance, record, who), tricks(game, record)
        trick = chance.choice(every[1:])
        names = [name for name in trick.names[1:] if wanted in (None, name)]
        if not names:
            return None
        name = chance.choice(names)
        card = game.deck(record).names[trick.cards[trick.names.index(name)]]
        wrong = insert(record, trick.n, f"{name}: {card}", f"{name}: takes back {card}")
        return Fault(wrong, name, f"play[{trick.n}]", rule, after=every.index(trick))

    return make


def exposed(number: int = 1, *, who: str = "any", field: Callable[[], Field]) -> MakeFault:
    """A card shown that is played later."""

    def make(chance: random.Random, record: Record) -> Fault | None:
        game = field()
        name, every = role(chance, record, who), tricks(game, record)
        half = len(every) // 2
        trick = every[chance.randrange(half, len(every) - number)]
        if name not in trick.names:
            return None
        later = every[every.index(trick) :]
        cards = [game.deck(record).names[one.cards[one.names.index(name)]] for one in later[:number]]
        wrong = insert(record, trick.n, f"{name}: exposes {' '.join(cards)}")
        return Fault(wrong, name, f"play[{trick.n}]", after=every.index(trick), cards=" ".join(cards))

    return make


# --- The laws ---------------------------------------------------------------------------------------------------------


def sound(field: Field, chance: random.Random) -> Iterator[Trial]:
    """What breaks no rule is found clean, one deal or an evening of them."""
    record = field.record(chance, chance.choice((1, 1, 2, 6)))
    verdict = verdict_of(record)
    late = [f for f in findings(verdict, "error") if "the game was over" in f["message"]]
    good = not findings(verdict, "fault") and len(findings(verdict, "error")) == len(late)
    yield Trial("a sound record", {"good": good}, record, verdict)


def silence(field: Field, chance: random.Random) -> Iterator[Trial]:
    """Parts of a sound record left out: no error, no fault, no score that differs without a note."""
    record = field.record(chance)
    whole = verdict_of(record)
    left = chance.sample(field.optional, chance.randint(1, min(4, len(field.optional))))
    part = without(record, *left)
    verdict = verdict_of(part)
    good = clean(verdict) and (scores(verdict) == scores(whole) or bool(findings(verdict, "note")))
    yield Trial("parts of a sound record left out", {"good": good}, part, verdict)


def silence_of_faults(field: Field, chance: random.Random) -> Iterator[Trial]:
    """Parts of a faulty record left out: no fault that the whole record does not have."""
    for label, fault in some_faults(field, chance, 2):
        whole = accused(verdict_of(fault.record))
        keys = [key for key in field.optional if key.partition(".")[0] not in fault.path]
        part = without(fault.record, *chance.sample(keys, chance.randint(1, min(3, len(keys)))))
        verdict = verdict_of(part)
        good = set(accused(verdict)) <= set(whole)
        yield Trial("parts of a faulty record left out", {"good": good}, part, verdict)
        del label


def other_words(field: Field, chance: random.Random) -> Iterator[Trial]:
    """The same facts written otherwise come to the same wherever both are scored."""
    record = field.record(chance)
    right = scores(verdict_of(record))
    for other in (*written_otherwise(field, chance, record), *field.otherwise(record)):
        verdict = verdict_of(other)
        good = clean(verdict) and scores(verdict) in (right, None)
        yield Trial("the same facts in other words", {"good": good}, other, verdict)


def written_otherwise(field: Field, chance: random.Random, record: Record) -> Iterator[Record]:
    """Ways of writing that every game knows: blocks, another order of keys, names shortened, lists in seat order."""
    deal = record["deals"][0]
    for key in ("play", "bids", "calls"):
        if isinstance(deal.get(key), list) and deal[key] and all(isinstance(line, str) for line in deal[key]):
            yield with_deal(record, **{key: "\n".join(deal[key]) + "\n"})
    mixed = copy.deepcopy(record)
    mixed["deals"][0] = dict(chance.sample([*deal.items()], len(deal)))
    yield mixed
    yield {**{key: value for key, value in record.items() if key != "deals"}, **copy.deepcopy(deal)}  # a lone deal
    names = record["players"]
    if isinstance(deal.get("hands"), dict) and len(deal["hands"]) == len(names):
        yield with_deal(record, hands=[deal["hands"][name] for name in names])
        yield with_deal(
            record, hands={name[:1]: hand for name, hand in deal["hands"].items()}, dealer=deal["dealer"][0]
        )


def more_facts(field: Field, chance: random.Random) -> Iterator[Trial]:
    """A true key more never turns a score into none, nor a ruling into an impossible record."""
    record = field.record(chance)
    bases = [("a key more of a sound record", record)]
    bases += [("a key more of a faulty record", fault.record) for _, fault in some_faults(field, chance, 1)]
    for kind, whole in bases:
        left = chance.sample(field.optional, min(len(field.optional), chance.randint(2, 4)))
        before = verdict_of(without(whole, *left))
        right = verdict_of(whole)
        if findings(right, "error"):
            continue
        for n in range(len(left) - 1, -1, -1):
            more = without(whole, *left[:n])
            verdict = verdict_of(more)
            lost = scores(before) is not None and scores(verdict) is None and scores(right) is not None
            good = not lost and not findings(verdict, "error")
            yield Trial(kind, {"good": good}, more, verdict)
            before = verdict


def some_faults(field: Field, chance: random.Random, number: int) -> Iterator[tuple[str, Fault]]:
    """Faults that the cards of a random deal show."""
    labels = [label for label in field.faults if label not in field.unseen]
    for label in chance.sample(labels, min(len(labels), number)):
        fault = made(field, chance, label)
        if fault is not None:
            yield label, fault


MOST_TRIES = 40


def made(field: Field, chance: random.Random, label: str) -> Fault | None:
    """A random deal with that fault; not in every deal can every fault be committed."""
    for _ in range(MOST_TRIES):
        fault = field.faults[label](chance, field.record(chance))
        if fault is not None:
            return fault
    return None


def faults(field: Field, chance: random.Random, labels: tuple[str, ...] = ()) -> Iterator[Trial]:
    """A rule broken is found, at its line, under its rule, and nobody else is accused; called as well it is one."""
    for label in labels or field.faults:
        fault = made(field, chance, label)
        if fault is None:
            continue
        verdict = verdict_of(fault.record)
        rule, right = fault.rule or label, fault.path if fault.path.startswith("deals[") else f"deals[0].{fault.path}"
        found = findings(verdict, "fault")
        own = [one for one in found if one["rule"] == f"{field.game.name}.{rule}" and one["player"] == fault.by]
        here = [one for one in own if one["path"] == right]
        allowed = {f"{field.game.name}.{name}" for name in (rule, label)}
        also = {f"{field.game.name}.{name}" for name in fault.also}
        others = [
            one
            for one in found
            if one["rule"] not in also and not (one["rule"] in allowed and one["player"] in (fault.by, None))
        ]
        marks = {
            "found": bool(found) and not findings(verdict, "error"), "rule": bool(own), "line": bool(here),
            "wrongly": bool(others),
        }  # fmt: skip
        if "irregularities" not in fault.path and here:
            again = called(fault.record, label, fault.by, after=fault.after, cards=fault.cards)
            twice = accused(verdict_of(again))
            marks["once"] = len(twice) <= len(found) and "record.claim" not in dict(twice)
        yield Trial(label, marks, fault.record, verdict)


def accusations(field: Field, chance: random.Random, labels: tuple[str, ...] = ()) -> Iterator[Trial]:
    """A fault called against a whole deal that shows that there was none: refuted, and it costs nothing."""
    game = field.game
    for rule in game.rules:
        if not game.is_fault(rule) or rule.label in field.unseen or (labels and rule.label not in labels):
            continue
        record = field.record(chance)
        right, by = verdict_of(record), chance.choice(record["players"])
        verdict = verdict_of(called(record, rule.label, by, after=chance.randrange(1, 12)))
        refuted = [name for name, _ in accused(verdict)] == ["record.claim"]
        free = scores(verdict) == scores(right)
        yield Trial(rule.label, {"refuted": refuted, "free": free}, called(record, rule.label, by), verdict)


def bounds(field: Field, chance: random.Random) -> Iterator[Trial]:
    """What a sheet with gaps leaves open or decides is what all ways to fill it in have in common."""
    sheet = field.sheet(chance)
    verdict = verdict_of(sheet.record)
    filled = [one for one in map(verdict_of, sheet.whole) if not findings(one, "error")]  # what can be
    ends = [sheet.asks(one) for one in filled]
    shared = ends[0] if all(end == ends[0] for end in ends) else None
    yield Trial("a sheet with gaps", {"good": sheet.asks(verdict) == shared}, sheet.record, verdict)
