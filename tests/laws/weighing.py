"""The laws of weighing a record, each one function over any game.

A law gives trials: what was done to a deal, and which marks its verdict earned. The tests ask that none is bad,
`tools/measure_trust.py` counts them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import sheets
from conftest import findings, verdict_of
from fields import Fault, Field, Record, Trial, called, called_in, with_deal, without

if TYPE_CHECKING:
    import random

Law = Callable[[Field, "random.Random"], Iterator[Trial]]


def scores(verdict: Record) -> Any:
    return verdict["deals"][0]["scores"]


def accused(verdict: Record) -> list[tuple[str, str | None]]:
    """Who is said to have broken what."""
    return sorted((finding["rule"], str(finding["player"])) for finding in findings(verdict, "fault"))


def clean(verdict: Record) -> bool:
    return not findings(verdict, "fault") and not findings(verdict, "error")


def sound(field: Field, chance: random.Random) -> Iterator[Trial]:
    """What breaks no rule is found clean, one deal or an evening of them."""
    record = field.record(chance, chance.choice((1, 1, 2, 6)))
    verdict = verdict_of(record)
    late = [f for f in findings(verdict, "error") if "the game was over" in f["message"]]
    good = not findings(verdict, "fault") and len(findings(verdict, "error")) == len(late)
    yield Trial("a sound record", {"good": good}, record, verdict)


def silence(field: Field, chance: random.Random) -> Iterator[Trial]:
    """Parts of a sound record left out: no error, no fault, the same score where they score nothing by themselves.

    A score that differs, or that nobody can tell, is told in a note.
    """
    record = field.record(chance)
    whole = verdict_of(record)
    left = chance.sample(field.optional, chance.randint(1, min(4, len(field.optional))))
    part = without(record, *left)
    verdict = verdict_of(part)
    same = scores(verdict) == scores(whole)
    good = clean(verdict) and (same or (bool(field.scored.intersection(left)) and bool(findings(verdict, "note"))))
    yield Trial("parts of a sound record left out", {"good": good}, part, verdict)


def silence_of_faults(field: Field, chance: random.Random) -> Iterator[Trial]:
    """Parts of a faulty record left out: no fault that the whole record does not have."""
    for label, fault in some_faults(field, chance, 2):
        whole = accused(verdict_of(fault.record))
        keys = [key for key in field.optional if key.partition(".")[0] not in fault.path]
        part = without(fault.record, *chance.sample(keys, chance.randint(1, min(3, len(keys)))))
        verdict = verdict_of(part)
        whole += [(rule, "None") for rule, _ in whole]  # it was done, and nobody knows by whom
        whole += [(f"{field.game.name}.{name}", str(fault.by)) for name in fault.also]
        good = set(accused(verdict)) <= set(whole)
        yield Trial("parts of a faulty record left out", {"good": good}, part, verdict)
        del label


def breach_in_part(field: Field, chance: random.Random) -> Iterator[Trial]:
    """A duty broken in the play is found whatever else is left out, and nobody but its breaker is accused.

    Where nobody wrote who dealt it may not be known who it was; then nobody is.
    """
    label = next(label for label in ("play", "stage2-follow") if label in field.faults)
    fault = made(field, chance, label)
    if fault is None:
        return
    whole = accused(verdict_of(fault.record))
    part = without(fault.record, *chance.sample(field.beside_play, chance.randint(1, len(field.beside_play))))
    verdict = verdict_of(part)
    found = (f"{field.game.name}.{label}", str(fault.by)) in accused(verdict)
    found = found or any("so nobody is accused" in told["message"] for told in findings(verdict, "note"))
    good = found and set(accused(verdict)) <= set(whole) and not findings(verdict, "error")
    yield Trial("a breach in play, parts left out", {"good": good}, part, verdict)


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
    """A true key more never turns a score that was right into none, nor a ruling into an impossible record."""
    record = field.record(chance)
    bases = [("a key more of a sound record", record)]
    bases += [("a key more of a faulty record", fault.record) for _, fault in some_faults(field, chance, 1)]
    for kind, whole in bases:
        right = verdict_of(whole)
        if findings(right, "error"):
            continue
        told = {one["path"].removeprefix("deals[0].").partition(".")[0] for one in findings(right, "fault")}
        keys = [key for key in field.optional if key.partition(".")[0] not in told]  # what tells of a fault stays
        left = chance.sample(keys, len(keys))  # all of them, added one by one
        before = verdict_of(without(whole, *left))
        for n in range(len(left) - 1, -1, -1):
            more = without(whole, *left[:n])
            if more == without(whole, *left[: n + 1]):
                continue
            verdict = verdict_of(more)
            was_right = scores(before) is not None and scores(before) == scores(right)
            lost = was_right and scores(verdict) is None and not hangs(verdict)
            good = not lost and not findings(verdict, "error")
            yield Trial(kind, {"good": good}, more, verdict)
            before = verdict


def hangs(verdict: Record) -> bool:
    """Whether a contract that was written hangs on what is not: without the bid there was none."""
    contract = verdict["deals"][0].get("contract")
    return contract is not None and contract["made"] is None


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
            nth = int(right[len("deals[") : right.index("]")])
            again = called_in(nth, fault.record, label, fault.by, after=fault.after, cards=fault.cards)
            twice = accused(verdict_of(again))
            marks["once"] = len(twice) <= len(found) and "record.claim" not in dict(twice)
        yield Trial(label, marks, fault.record, verdict)


def accusations(field: Field, chance: random.Random, labels: tuple[str, ...] = ()) -> Iterator[Trial]:
    """A fault called against a whole deal without any: refuted where the cards cover it, and then it costs nothing."""
    game = field.game
    for rule in game.rules:
        if not game.is_fault(rule) or (labels and rule.label not in labels):
            continue
        record = field.record(chance)
        right, by = verdict_of(record), chance.choice(record["players"])
        said = called(record, rule.label, by, after=chance.randrange(1, 12))
        verdict = verdict_of(said)
        refuted = [name for name, _ in accused(verdict)] == ["record.claim"]
        stands = [name for name, _ in accused(verdict)] == [f"{game.name}.{rule.label}"]
        free = scores(verdict) == scores(right)
        marks = {"good": not findings(verdict, "error") and ((refuted and free) or stands)}
        if rule.label not in field.unseen and not field.leaves_open(record, rule.label, by):
            marks |= {"refuted": refuted, "free": free}
        yield Trial(rule.label, marks, said, verdict)


def bounds(field: Field, chance: random.Random) -> Iterator[Trial]:
    """What a sheet with gaps leaves open or decides is what all ways to fill it in have in common."""
    sheet = sheets.made(field.game.name, chance)
    verdict = verdict_of(sheet.record)
    ends = [sheets.decided(verdict_of(one)) for one in sheet.whole]
    shared = {key: end if all(other[key] == end for other in ends) else None for key, end in ends[0].items()}
    good = sheets.decided(verdict) == shared and sheets.can_be(sheet.record) and not findings(verdict, "fault")
    yield Trial("a sheet with gaps", {"good": good}, sheet.record, verdict)
