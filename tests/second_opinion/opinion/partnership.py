"""Partnership pinochle: melds by every way to count them, twelve tricks, the bid where there is one, the game."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from opinion.cards import Opinion, allowed, most, pack, points, price, rounded, single_melds, suit_of, winner

CLASSIC: dict[str, Any] = {
    "target": None,
    "step": None,
    "minimum": None,
    "deals": 0,
    "count": "11-10-4-3-2",
    "heading": "trumps",
    "doubles": "table",
    "rounding": "exact",
    "bidding": "none",
    "leader": "eldest",
    "set": "bid",
    "values": "full",
    "all-pass": "void",
    "throw-in": "bid",
}
CLUB = {**CLASSIC, "bidding": "auction", "leader": "bidder", "count": "10-10-10", "target of the profile": 1500}
PROFILES = {"classic": CLASSIC, "club": CLUB}


def house(given: dict[str, Any]) -> dict[str, Any]:
    """The rules in force; what the house itself says is meant as it says it, the rest is a tenth where all is."""
    given = dict(given)
    rules = {**PROFILES[given.pop("profile", "classic")], **given}
    tenth = 10 if rules["values"] == "tens" else 1
    for key, usual in (("target", rules.get("target of the profile", 1000)), ("step", 250), ("minimum", 250)):
        if rules[key] is None:
            rules[key] = usual // tenth
    return {**rules, "tenth": tenth}


def sides_of(record: dict[str, Any]) -> dict[str, list[str]]:
    one, two, three, four = record["players"]
    usual = {f"{one} & {three}": [one, three], f"{two} & {four}": [two, four]}
    return dict(record.get("sides", usual))


def meld_name(item: str, trump: str) -> tuple[str, int]:
    """Which meld an item of a list is, and how many of it."""
    if item == "dix":
        return "dix", 1
    cards = Counter(item.split())
    for name, (_, _, needs) in single_melds(trump, trump + "9").items():
        for times in (1, 2):
            if cards == Counter(needs * times):
                return name, times
    raise ValueError(item)


def list_of_melds(items: list[str], hand: list[str], trump: str, *, dear: bool) -> tuple[int, bool]:
    """What a list is worth, and whether all of it: of melds that need a card twice the best that there is counts."""
    melds = single_melds(trump, trump + "9")
    named = Counter[str]()
    for item in items:
        name, number = meld_name(item, trump)
        named[name] += number
    best = 0
    whole = False
    held = Counter(hand)
    held[trump + "9"] = 2  # who was dealt the dix may have exchanged it
    for numbers in product(*(range(number + 1) for number in named.values())):
        times = dict(zip(named, numbers, strict=True))
        used = Counter((melds[n][0], c) for n, k in times.items() for c in melds[n][2] * k)
        if all(number <= held[card] for (_, card), number in used.items()):
            best = max(best, price(times, melds, dear=dear))
            whole = whole or times == dict(named)
    return best, whole


class Deal:
    """One deal, replayed."""

    def __init__(self, deal: dict[str, Any], record: dict[str, Any], rules: dict[str, Any]) -> None:
        self.deal, self.rules, self.players = deal, rules, record["players"]
        self.sides = sides_of(record)
        self.faults: list[tuple[str, str | None]] = []
        self.trump = deal["turned"][0] if "turned" in deal else suit_of(deal["trump"])
        self.melds = dict.fromkeys(self.sides, 0)
        self.cards: dict[str, list[str]] = {side: [] for side in self.sides}
        self.tricks = dict.fromkeys(self.sides, 0)
        self.last: str | None = None
        self.revoked: set[str] = set()
        self.out: str | None = None
        self.bidder: str | None = None
        self.bid = 0
        self.hands = {player: deal["hands"][player].split() for player in self.players} if "hands" in deal else {}

    def side(self, player: str) -> str:
        return next(side for side, names in self.sides.items() if player in names)

    def after(self, player: str) -> str:
        return str(self.players[(self.players.index(player) + 1) % 4])

    def auction(self) -> None:
        """The highest bid that counts; what is too low is void and its maker bids again or passes."""
        passed: set[str] = set()
        for line in self.deal.get("bids", []):
            who, _, bid = line.partition(": ")
            if bid == "pass":
                passed.add(who)
            elif int(bid) < (self.bid + 1 if self.bid else self.rules["minimum"]):
                self.faults.append(("partnership.bidding", who))
            else:
                self.bidder, self.bid = who, int(bid)
        if len(passed) == 4 and self.rules["all-pass"] == "dealer-must-bid":
            self.bidder, self.bid = self.deal["dealer"], self.rules["minimum"]

    def exchange(self) -> None:
        for player in self.deal.get("dix-exchange", []) if self.hands else []:
            turned, dix, dealer = self.deal["turned"], self.trump + "9", self.deal["dealer"]
            self.hands[player].remove(dix)
            self.hands[dealer].remove(turned)
            self.hands[player].append(turned)
            self.hands[dealer].append(dix)

    def show(self) -> None:
        dear, tenth = self.rules["doubles"] == "table", self.rules["tenth"]
        for player, shown in self.deal.get("melds", {}).items():
            if shown == "none":
                continue
            if isinstance(shown, str):
                worth = most(shown.split(), self.trump, self.trump + "9", dear=dear)
            else:
                worth, whole = list_of_melds(shown, self.hands.get(player, pack()), self.trump, dear=dear)
                if not whole:
                    self.faults.append(("partnership.meld-class-once", player))
            self.melds[self.side(player)] += worth // tenth
        if self.deal.get("turned") == self.trump + "9":
            self.melds[self.side(self.deal["dealer"])] += 10 // tenth

    def play(self) -> None:
        leader = self.bidder if self.bidder and self.rules["leader"] == "bidder" else self.after(self.deal["dealer"])
        left = {player: list(hand) for player, hand in self.hands.items()}
        lines = self.deal["play"]
        for line, following in zip(lines, [*lines[1:], ""], strict=True):
            who, _, rest = line.rpartition(": ")
            if rest == "out":
                self.out = self.side(who)
                return
            if ": takes back " in following:
                self.faults.append(("partnership.play", following.partition(": ")[0]))
                continue
            if rest.startswith("takes back"):
                continue
            if who and who != leader:
                self.faults.append(("partnership.play", who))
                leader = who
            cards = rest.split()
            order = [self.players[(self.players.index(leader) + n) % 4] for n in range(4)]
            for n, player in enumerate(order):
                if cards[n] not in allowed(left[player], cards[:n], self.trump, self.rules["heading"]):
                    self.faults.append(("partnership.play", player))
                    self.revoked.add(self.side(player))
                left[player].remove(cards[n])
            leader = order[winner(cards, self.trump)]
            won = self.side(leader)
            self.cards[won] += cards
            self.tricks[won] += 1
            if not any(left.values()):
                self.last = won

    def count(self, side: str) -> int:
        """The cards of a side: as written, or as played and entered by the house."""
        if "taken" in self.deal:
            other = next(s for s in self.sides if s != side)
            taken = self.deal["taken"]
            return int(taken[side] if side in taken else 250 // self.rules["tenth"] - taken[other])
        total = points(self.cards[side], self.rules["count"]) + 10 * (self.last == side)
        return total // int(self.rules["tenth"])

    def score(self) -> tuple[dict[str, int], bool]:
        """What each side scores, and whether the bid was made."""
        tricks = self.tricks if "play" in self.deal else self.deal.get("tricks", dict.fromkeys(self.sides, 1))
        conceded = self.deal.get("conceded") == "bidder"
        figures, melds = {}, {}
        for side in self.sides:
            cards = 0 if side in self.revoked or conceded else self.count(side)
            how = self.rules["rounding"] if self.last or self.out or "taken" in self.deal else "exact"
            melds[side] = self.melds[side] if tricks[side] or conceded else 0
            figures[side] = melds[side] + rounded(cards, how)
        made = True
        if self.bidder:
            mine = self.side(self.bidder)
            made = figures[mine] >= self.bid and not conceded
            if not made:
                more = melds[mine] if self.rules["set"] == "bid-and-melds" and not conceded else 0
                figures[mine] = -self.bid - more
            if conceded and self.rules["throw-in"] == "nothing-for-others":
                figures = {side: figures[side] if side == mine else 0 for side in figures}
        return figures, made


def judge(deal: dict[str, Any], record: dict[str, Any], rules: dict[str, Any]) -> Deal:
    table = Deal(deal, record, rules)
    table.auction()
    table.exchange()
    table.show()
    if "play" in deal:
        table.play()
    if "out" in deal:
        table.out = table.side(deal["out"])
    return table


def score(record: dict[str, Any]) -> Opinion:
    """The whole session."""
    rules = house(record.get("rules", {}))
    sides = sides_of(record)
    opinion = Opinion(totals={side: record.get("opening", {}).get(side, 0) for side in sides}, contracts=[])
    totals, number = opinion.totals, 0
    assert totals is not None
    assert opinion.contracts is not None
    for deal in record["deals"]:
        table, scores, made = None, dict.fromkeys(sides, 0), False
        faults = [("partnership." + item["fault"], item.get("by")) for item in deal.get("irregularities", [])]
        thrown_in = "bids" in deal and not deal.get("trump")
        if not (deal.get("void") or thrown_in or "misdeal" in str(faults)):
            number += 1
            if "claimed" in deal and not {"play", "taken", "conceded"} & set(deal):
                scores = dict(deal["claimed"])
            else:
                table = judge(deal, record, rules)
                scores, made = table.score()
                faults += table.faults
        mark = mark_of(totals, rules)
        for side in sides:
            totals[side] += scores[side]
        wrote = deal.get("claimed")
        faults += [("record.claim", side) for side in sides if wrote and wrote[side] != scores[side]]
        opinion.scores.append(scores)
        opinion.contracts.append((table.bidder, table.bid, made) if table and table.bidder else None)
        opinion.result = result(totals, mark, rules, table, number)
        if table and table.out and opinion.result and opinion.result[0] != table.out:
            faults.append(("partnership.declare-out", None))
        opinion.faults.append(faults)
    wrote = record.get("claimed")
    opinion.faults.append([("record.claim", side) for side in sides if wrote and wrote[side] != totals[side]])
    return opinion


def mark_of(totals: dict[str, int], rules: dict[str, Any]) -> int:
    mark = int(rules["target"])
    while rules["bidding"] == "none" and min(totals.values()) >= mark:
        mark += int(rules["step"])
    return mark


def result(
    totals: dict[str, int], mark: int, rules: dict[str, Any], table: Deal | None, number: int
) -> tuple[str | None, str] | None:
    if table and table.out:
        other = next(side for side in totals if side != table.out)
        return (table.out if totals[table.out] >= mark else other), "declare-out"
    if rules["deals"]:
        if number < rules["deals"]:
            return None
        ahead = [side for side in totals if totals[side] == max(totals.values())]
        return (ahead[0] if len(ahead) == 1 else None), "game-1000"
    mark = mark_of(totals, rules)
    reached = [side for side in totals if totals[side] >= mark]
    if len(reached) == 2 and table and table.bidder:
        return table.side(table.bidder), "game-1000"
    return (reached[0], "game-1000") if len(reached) == 1 else None
