"""Score sheets of each game at random, figures of them left out, and every way in which those can be filled in."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from conftest import findings, verdict_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from fields import Deal, Record

ANNA_BORIS = ["Anna", "Boris"]
FOUR = ["Ann", "Bob", "Cyd", "Dan"]


class Sheet(NamedTuple):
    """A score sheet with gaps, and the ways to fill them in that can be, the least and the most among them."""

    record: Record
    whole: list[Record]


def can_be(record: Record) -> bool:
    """Whether there are such figures; what follows the end of a game is no fault of theirs."""
    return all("the game was over" in error["message"] for error in findings(verdict_of(record), "error"))


# --- A sheet of each game ---------------------------------------------------------------------------------------------


def two_handed(chance: random.Random) -> Record:
    """One deal that is the game, or the last deals of a game to a target."""
    if chance.random() < 0.4:
        return {"rules": {"target": "deal"}, "players": ANNA_BORIS, "deals": [_counted(chance, ANNA_BORIS)]}
    deals = [_of_two(chance, ANNA_BORIS) for _ in range(chance.randint(1, 2))]
    return {"players": ANNA_BORIS, "opening": _opening(chance, ANNA_BORIS, 1000), "deals": deals}


def partnership(chance: random.Random) -> Record:
    """The last deals of a game to a target, or the last of so many; or one of a club's, with its bid."""
    sides = FOUR[:2]
    opening = _opening(chance, sides, 1000)
    kind = chance.choice(["target", "deals", "club"])
    if kind == "target":
        deals = [_of_two(chance, sides) for _ in range(chance.randint(1, 2))]
        return {"players": FOUR, "opening": opening, "deals": deals}
    if kind == "deals":
        deals = [_of_two(chance, sides) for _ in range(2)]
        deals[0]["number"], deals[1]["number"] = "5", "6"
        return {"players": FOUR, "rules": {"deals": "6"}, "opening": opening, "deals": deals}
    deal = _counted(chance, sides, 10)
    deal |= {"dealer": "Dan", "bids": [f"{chance.choice(FOUR)}: {chance.randrange(250, 420, 10)}"]}
    deal["tricks"] = {"Ann": "6", "Bob": "6"}
    rules = {"profile": "club", "set": chance.choice(["bid", "bid-and-melds"])}
    return {"players": FOUR, "rules": rules, "opening": _opening(chance, sides, 1500), "deals": [deal]}


def auction(chance: random.Random) -> Record:
    """One deal with its bid."""
    bid = chance.randrange(300, 660, 10)
    deal = {"dealer": "Cyd", "bids": [f"Ann: {bid}", "Bob: pass", "Cyd: pass"], "trump": "clubs"}
    deal |= {"melds": str(chance.randrange(0, 510, 10)), "taken": str(chance.randrange(251))}
    return {"players": FOUR[:3], "kitty": "100", "deals": [deal]}


def piquet(chance: random.Random) -> Record:
    """The last deals of a partie."""
    number = chance.randint(1, 2)
    deals = [
        {"number": str(7 - number + n), "dealer": ANNA_BORIS[n % 2], "claimed": _figures(chance, ANNA_BORIS, 7, 60)}
        for n in range(number)
    ]
    rules = {"rubicon": chance.choice(["100", "100", "120"])}
    return {"players": ANNA_BORIS, "rules": rules, "opening": _opening(chance, ANNA_BORIS, 140, 1), "deals": deals}


def _opening(chance: random.Random, names: list[str], most: int, step: int = 10) -> dict[str, str]:
    return _figures(chance, names, most // 2, most, step)


def _figures(chance: random.Random, names: list[str], least: int, most: int, step: int = 1) -> dict[str, str]:
    return {name: str(chance.randrange(least, most, step)) for name in names}


def _of_two(chance: random.Random, names: list[str]) -> Deal:
    """A deal of which only the figures are written, or its melds and cards."""
    if chance.random() < 0.5:
        return {"claimed": _figures(chance, names, 0, 410, 10)}
    return _counted(chance, names)


def _counted(chance: random.Random, names: list[str], step: int = 1) -> Deal:
    points = chance.randrange(0, 251, step)
    taken = dict(zip(names, (str(points), str(250 - points)), strict=True))
    return {"trump": "clubs", "melds": _figures(chance, names, 0, 410, 10), "taken": taken}


MAKERS: dict[str, Callable[[random.Random], Record]] = {
    "two-handed": two_handed, "partnership": partnership, "auction": auction, "piquet": piquet,
}  # fmt: skip


# --- Gaps, and what can stand in them ---------------------------------------------------------------------------------


class Gap(NamedTuple):
    """Figures of a deal that are left out together."""

    nth: int
    key: str
    name: str  # of the player whose figure it is; empty where the whole key is left out

    def open(self, record: Record) -> None:
        """Leave them out."""
        deal = record["deals"][self.nth]
        if self.name:
            del deal[self.key][self.name]
        if not self.name or not deal[self.key]:
            del deal[self.key]

    def fill(self, record: Record, *values: int) -> Record:
        """The sheet with other figures there."""
        found = copy.deepcopy(record)
        deal = found["deals"][self.nth]
        if self.name:
            deal.setdefault(self.key, {})[self.name] = str(values[0])
        elif isinstance(deal.get(self.key), dict):
            deal[self.key] = {name: str(value) for name, value in zip(deal[self.key], values, strict=True)}
        else:
            deal[self.key] = str(values[0])
        return found


def gaps(record: Record) -> Iterator[Gap]:
    """What may be left out of a sheet."""
    for nth, deal in enumerate(record["deals"]):
        yield from (Gap(nth, "claimed", name) for name in deal.get("claimed", ()))
        yield from (Gap(nth, key, "") for key in ("melds", "taken") if key in deal)


def made(game: str, chance: random.Random) -> Sheet:
    """A sheet that can be, with one gap or two; and totals that the table added, rightly or not."""
    while not can_be(record := {"game": game, **MAKERS[game](chance)}):
        pass
    every = [*gaps(record)]
    chosen = chance.sample(every, min(len(every), chance.choice([0, 1, 1, 2])))
    if len({(gap.nth, gap.key) for gap in chosen}) < len(chosen):
        chosen.pop()  # a deal of which nothing is written did not count
    part = copy.deepcopy(record)
    for gap in chosen:
        gap.open(part)
    whole = [record]
    for gap in chosen:
        whole = [one for sheet in whole for one in ways(chance, sheet, gap)]
    return Sheet(part, whole)


def ways(chance: random.Random, record: Record, gap: Gap) -> list[Record]:
    """The sheet with each figure that can be in a gap: the least and the most of them, and some between."""
    if gap.key == "taken" and isinstance(record["deals"][gap.nth]["taken"], dict):
        found = [gap.fill(record, points, 250 - points) for points in (0, 250, *chance.sample(range(1, 250), 3))]
        if record["game"] == "partnership" and "tricks" not in record["deals"][gap.nth]:
            found += [with_tricks(found[0], gap.nth, 0, 12), with_tricks(found[1], gap.nth, 12, 0)]
    elif gap.key == "melds" and isinstance(record["deals"][gap.nth]["melds"], dict):
        every = (0, most(lambda value: gap.fill(record, value, 0)))
        found = [gap.fill(record, mine, his) for mine in every for his in every]
    else:
        top = most(lambda value: gap.fill(record, value))
        between = [chance.randrange(top + 1), chance.randrange(0, top + 1, 10), chance.randrange(0, top + 1, 10)]
        found = [gap.fill(record, value) for value in (0, top, *between)]
    return [record, *filter(can_be, found)]


def with_tricks(record: Record, nth: int, mine: int, his: int) -> Record:
    """The sheet with the tricks of a deal written as well: who has none loses his melds."""
    found = copy.deepcopy(record)
    found["deals"][nth]["tricks"] = {"Ann": str(mine), "Bob": str(his)}
    return found


def most(fill: Callable[[int], Record]) -> int:
    """The most that can stand there."""
    low, high = 10, 1000  # tens
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if can_be(fill(10 * middle)) else (low, middle)
    return next(value for value in range(10 * low + 9, 0, -1) if can_be(fill(value)))


def decided(verdict: Record) -> dict[str, Any]:
    """What a verdict on a sheet decides; what is open is None."""
    result = verdict["result"]
    found: dict[str, Any] = {"result": result and (result["winner"], result["rule"])}
    for nth, deal in enumerate(verdict["deals"]):
        found[f"made {nth}"] = (deal.get("contract") or {}).get("made")
    return found
