"""Slips of the pen in the record of a deal: what was written wrongly, and what must be said of it."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml
from conftest import findings, verdict_of
from fields import Trial, trump_of, without
from put_right import can_be
from weighing import accused

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from fields import Field, Record


class Slip(NamedTuple):
    """A record with a slip in it, and the words of which each must be said, wherever anything is."""

    record: Record
    named: tuple[str, ...]
    seen: tuple[str, ...] = ()  # other words that are as good


def _play(record: Record) -> list[str]:
    play: list[str] = record["deals"][0]["play"]
    return play


def _trick_lines(record: Record) -> list[int]:
    return [n for n, line in enumerate(_play(record)) if ":" not in line]


def _other_card(field: Field, chance: random.Random, record: Record, words: list[str], nth: int) -> str:
    """Another card in that place of a list; the true one is given back."""
    true = words[nth]
    words[nth] = chance.choice([name for name in field.deck(record).names if name != true])
    return str(true)


def _another_name(chance: random.Random, record: Record, name: str) -> str:
    return str(chance.choice([other for other in record["players"] if other != name]))


def card(field: Field, chance: random.Random, record: Record) -> Slip | None:
    """A card of a trick."""
    n = chance.choice(_trick_lines(record))
    words = _play(record)[n].split()
    true = _other_card(field, chance, record, words, chance.randrange(len(words)))
    _play(record)[n] = " ".join(words)
    return Slip(record, (true,))


def dealt(field: Field, chance: random.Random, record: Record) -> Slip | None:
    """A card of a hand, or of what else was dealt."""
    deal = record["deals"][0]
    places = [(deal["hands"], name) for name in deal.get("hands", ())]
    places += [(deal, key) for key in ("stock", "widow", "talon") if key in deal]
    if not places:
        return None
    where, key = chance.choice(places)
    words = where[key].split()
    true = _other_card(field, chance, record, words, chance.randrange(len(words)))
    where[key] = " ".join(words)
    return Slip(record, (true,))


def shown(field: Field, chance: random.Random, record: Record) -> Slip | None:
    """A card of a meld, a burial, a discard, a draw, or the turned one."""
    deal = record["deals"][0]
    places: list[tuple[Any, Any]] = [(deal, key) for key in ("turned", "bury") if key in deal]
    places += [(deal["discards"], name) for name in deal.get("discards", ())]
    melds = deal.get("melds")
    for each in melds.values() if isinstance(melds, dict) else [melds] if isinstance(melds, list) else []:
        places += [(each, n) for n, meld in enumerate(each) if meld[:1] in "SHDC"]
    places += [(deal["play"], n) for n, line in enumerate(deal["play"]) if ": meld" in line or ": draw" in line]
    if not places:
        return None
    where, key = chance.choice(places)
    before, mark, cards = where[key].rpartition("meld " if ": meld" in where[key] else ": draw ")
    words = cards.split()
    true = _other_card(field, chance, record, words, chance.randrange(len(words)))
    where[key] = before + mark + " ".join(words)
    return Slip(record, (true,))


def skipped(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """A line of play left out."""
    n = chance.choice(_trick_lines(record)[:-1])
    line = _play(record).pop(n)
    return Slip(record, tuple(line.split()), ("a line of play is left out", "a line of play may be left out"))


def doubled(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """A line of play written twice."""
    n = chance.randrange(len(_play(record)))
    _play(record).insert(n, _play(record)[n])
    return Slip(record, ("twice",))


def exchanged(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """Two neighbouring tricks exchanged."""
    lines = _trick_lines(record)
    near = [n for n in lines if n + 1 in lines]
    if not near:
        return None
    n = chance.choice(near)
    play = _play(record)
    play[n], play[n + 1] = play[n + 1], play[n]
    return Slip(record, ("exchanged",), ("exchange",))


def turned_round(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """The cards of a trick the wrong way round."""
    n = chance.choice(_trick_lines(record))
    _play(record)[n] = " ".join(reversed(_play(record)[n].split()))
    return Slip(record, ("wrong way round",))


def name(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """The name of whoever melded or drew."""
    lines = [n for n, line in enumerate(_play(record)) if ":" in line]
    if not lines:
        return None
    n = chance.choice(lines)
    who, what = _play(record)[n].split(": ", 1)
    _play(record)[n] = f"{_another_name(chance, record, who)}: {what}"
    return Slip(record, (who,))


def name_of_melds(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """One player's melds under another's name; not one dix alone, which is meant as it stands."""
    melds = record["deals"][0].get("melds")
    if not isinstance(melds, dict) or not melds:
        return None
    who = chance.choice([*melds])
    if [*melds[who]] == ["dix"]:
        return None
    other = chance.choice([name for name in record["players"] if name != who])
    mine, his = melds.pop(who), melds.pop(other, None)
    melds[other] = mine
    if his is not None:
        melds[who] = his
    return Slip(record, (who,))


def name_in_bids(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """The name of whoever bid or passed."""
    bids = record["deals"][0].get("bids")
    if not bids:
        return None
    n = chance.randrange(len(bids))
    ((who, what),) = bids[n].items()
    bids[n] = {_another_name(chance, record, who): what}
    return Slip(record, (who,))


def name_in_calls(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """The name of whoever called or answered."""
    calls = record["deals"][0].get("calls")
    if not calls:
        return None
    n = chance.randrange(len(calls))
    who, _, what = calls[n].partition(": ")
    calls[n] = f"{_another_name(chance, record, who)}: {what}"
    return Slip(record, (who,))


def dealer(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """Another dealer."""
    deal = record["deals"][0]
    true = deal["dealer"]
    deal["dealer"] = _another_name(chance, record, true)
    return Slip(record, (true,))


def trump(_: Field, chance: random.Random, record: Record) -> Slip | None:
    """Another trump suit."""
    deal = record["deals"][0]
    if "trump" not in deal:
        return None
    true = trump_of(deal)
    suits = ("spades", "hearts", "diamonds", "clubs")
    deal["trump"] = chance.choice([suit for suit in suits if suit != suits[true]])
    return Slip(record, (suits[true],))


SLIPS = {
    "a card of a trick": card,
    "a card that was dealt": dealt,
    "a card that was shown, buried or drawn": shown,
    "a line of play skipped": skipped,
    "a line of play twice": doubled,
    "two lines of play exchanged": exchanged,
    "a trick the wrong way round": turned_round,
    "a name in the play": name,
    "a name of melds": name_of_melds,
    "a name in the bids": name_in_bids,
    "a name in the calls": name_in_calls,
    "the dealer": dealer,
    "the trump suit": trump,
}


def slips(field: Field, chance: random.Random, kinds: tuple[str, ...] = ()) -> Iterator[Trial]:
    """A slip of the pen accuses nobody, and is named."""
    for kind in kinds or SLIPS:
        slip = made(field, chance, kind)
        if slip is not None:
            yield from told(field, kind, kind, slip)


MAY_BE_A_FAULT = ("a card of a trick", "a card that was dealt", "a card that was shown, buried or drawn")
NEVER_AS_POSSIBLE = ("a card that was dealt", "a line of play skipped", "a line of play twice")


def slips_in_part(field: Field, chance: random.Random, kinds: tuple[str, ...] = NEVER_AS_POSSIBLE) -> Iterator[Trial]:
    """A slip of the pen in a record of which parts are left out accuses nobody.

    Not all of them: a card of a trick, with hands that nobody wrote down, may be a revoke as well as a slip.
    """
    for kind in kinds:
        slip = made(field, chance, kind)
        if slip is not None:
            left = chance.sample(field.beside_play, chance.randint(1, len(field.beside_play)))
            part = without(slip.record, *left)
            yield from told(field, f"{kind}, parts left out", kind, slip._replace(record=part))


def made(field: Field, chance: random.Random, kind: str) -> Slip | None:
    """A random deal with that slip, where it can have one."""
    whole = field.record(chance)
    slip = SLIPS[kind](field, chance, copy.deepcopy(whole))
    return None if slip is None or slip.record == whole else slip


def explained_otherwise(record: Record) -> bool:
    """Whether another slip explains it as well: put right as the verdict asks, the deal is sound."""
    return can_be(yaml.safe_dump(record, sort_keys=False, width=10_000))


def told(field: Field, title: str, kind: str, slip: Slip) -> Iterator[Trial]:
    """What is said of a slip; not of one with which the record is just what a table writes of a real fault."""
    if kind in MAY_BE_A_FAULT and field.is_a_fault(slip.record):
        return
    verdict = verdict_of(slip.record)
    errors = bool(findings(verdict, "error"))
    if kind == "two lines of play exchanged" and not errors:
        return  # the record can be true: a revoke that the next trick shows up looks the same
    said = [f for f in findings(verdict) if f["severity"] == "error" or f["rule"] == "record.assumed"]
    said += [f for f in findings(verdict, "note") if "may be left out" in f["message"]]
    words = [f["message"] for f in said]
    named = any(all(word in text for word in slip.named) for text in words)
    named = named or any(word in text for word in slip.seen for text in words)
    marks = {"punished": bool(accused(verdict)), "seen": errors or named, "named": named}
    marks["open"] = marks["seen"] and not named and explained_otherwise(slip.record)
    yield Trial(title, marks, slip.record, verdict)
