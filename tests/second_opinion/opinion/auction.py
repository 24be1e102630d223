"""Auction pinochle: bids, melds, burial, fifteen tricks, and who pays whom how many chips."""

from __future__ import annotations

from collections import Counter
from typing import Any

from opinion.cards import Opinion, allowed, most, pack, points, single_melds, suit_of, winner
from opinion.partnership import list_of_melds, meld_name

CLASSIC: dict[str, Any] = {
    "minimum": 300,
    "maximum": 650,
    "opening-bid": "forced",
    "chips": "base",
    "spades": 1,
    "hearts": 1,
    "kitty": "account",
    "count": "11-10-4-3-2",
    "heading": "trumps",
    "doubles": "single",
}
PROFILES = {"classic": CLASSIC, "modern": {**CLASSIC, "opening-bid": "free", "spades": 2, "kitty": "pot"}}
CHIPS = {  # 300, 350, 400 ... 650
    "base": [3, 5, 10, 15, 20, 25, 30, 30],
    "doubling": [3, 5, 10, 20, 40, 80, 160, 320],
    "suits": [1, 2, 4, 6, 8, 10, 12, 14],
}
MADE = {
    *("illegal-information", "expose-several-opponent", "revoke-opponent", "lead-out-of-turn-opponent"),
    "wrong-hand-after-widow",
}


def active(players: list[str], dealer: str) -> list[str]:
    """The three who have cards, eldest first: of four the dealer is idle, of five his second neighbour as well."""
    seat = players.index(dealer)
    order = [players[(seat + n) % len(players)] for n in range(1, len(players) + 1)]
    return order[:3] if len(players) < 5 else [order[0], order[2], order[3]]


def value(bid: int, trump: str, rules: dict[str, Any]) -> int:
    """What a contract is worth from each; nothing is known of the trump suit where there is none."""
    step = max(0, (bid - 300) // 50)
    chips = (3 if bid < 350 else bid // 10 - 30) if rules["chips"] == "per-ten" else CHIPS[rules["chips"]][step]
    if rules["chips"] == "suits":
        return chips * {"S": 2, "H": 3}.get(trump, 1)
    return chips * {"S": int(rules["spades"]), "H": int(rules["hearts"])}.get(trump, 1)


class Deal:
    """One deal: the contract, whether it was made, and the chips that go from hand to hand."""

    def __init__(self, deal: dict[str, Any], players: list[str], rules: dict[str, Any]) -> None:
        self.deal, self.players, self.rules = deal, players, rules
        self.active = active(players, deal["dealer"])
        self.trump = suit_of(deal["trump"]) if "trump" in deal else ""
        self.faults: list[tuple[str, str | None]] = []
        self.bidder = ""
        self.bid = 0
        self.made: bool | None = None
        self.decided: list[tuple[int, bool]] = []  # after which trick, and for the bidder or not
        self.tricks = 0
        self.moves: list[tuple[str, str, int]] = []
        self.void = bool(deal.get("void"))

    def fault(self, rule: str, player: str | None) -> None:
        self.faults.append(("|".join("auction." + one for one in rule.split("|")), player))

    # --- Bids ---

    def auction(self) -> None:
        passed: list[str] = []
        barred: set[str] = set()
        peeks = [item for item in self.deal.get("irregularities", []) if item["fault"] == "widow-peek"]
        for number, line in enumerate(self.deal.get("bids", [])):
            barred |= {item["by"] for item in peeks if item["after-bid"] <= number}
            who, _, said = line.partition(": ")
            if said == "pass":
                if not number and self.rules["opening-bid"] == "forced" and who not in barred:
                    self.fault("bid-forced-300", who)
                passed.append(who)
            elif not self.rules["minimum"] <= int(said) <= self.rules["maximum"] or int(said) % 10:
                self.fault("illegal-bid", who)
            elif who in passed:
                self.fault("pass-final", who)
            elif int(said) <= self.bid:
                self.fault("insufficient-bid", who)
            elif who not in barred:
                self.bidder, self.bid = who, int(said)
        self.void = self.void or not self.bidder

    # --- Cards ---

    def melds(self) -> int:
        shown, trump = self.deal.get("melds"), self.trump
        dear = self.rules["doubles"] == "table"
        if isinstance(shown, dict):
            right = most(shown["cards"].split(), trump, trump + "9", dear=dear)
            if right != shown["scored"]:
                self.fault("meld-count-error", self.bidder)
            return int(shown["scored"]) if self.settled() else right
        if isinstance(shown, str):
            return 0 if shown == "none" else most(shown.split(), trump, trump + "9", dear=dear)
        worth, whole = list_of_melds(shown or [], self.cards() or pack(), trump, dear=dear)
        if not whole:
            self.fault("meld-class-once", self.bidder)
        return worth

    def settled(self) -> bool:
        """Whether the chips were paid before the melds were counted again."""
        said = [i.get("choice") for i in self.deal.get("irregularities", []) if i["fault"] == "meld-count-error"]
        return said[-1] == "settled" if said and said[-1] else bool(self.deal.get("another follows"))

    def cards(self) -> list[str]:
        """The bidder's eighteen, with the widow and before he buries."""
        if "hands" not in self.deal:
            return []
        return [*self.deal["hands"][self.bidder].split(), *self.deal["widow"].split()]

    def laid(self) -> Counter[str]:
        """The cards that lie in his melds: within a class each stands once, another class may use it again."""
        shown = self.deal.get("melds", "none")
        shown = shown["cards"] if isinstance(shown, dict) else shown
        if isinstance(shown, str):
            return Counter() if shown == "none" else Counter(shown.split())
        table, classes = single_melds(self.trump, self.trump + "9"), {kind: Counter[str]() for kind in "ABC"}
        for item in shown:
            kind, _, needs = table[meld_name(item, self.trump)[0]]
            classes[kind].update(needs)
        return classes["A"] | classes["B"] | classes["C"]

    def burial(self) -> None:
        bury = self.deal.get("bury", "").split()
        if "bury" in self.deal and len(bury) != 3:
            self.fault("bury-three", self.bidder)
            self.decided.append((0, False))
        laid = self.laid() & Counter(self.cards())  # a card that is laid twice in a class lies there once
        over = laid + Counter(bury) - Counter(self.cards())
        if self.cards() and over and len(bury) == 3:
            self.fault("no-bury-melded", self.bidder)
            self.decided.append((0, False))

    def play(self) -> int:  # noqa: C901, PLR0912 - goes through it in one go
        """The points that the bidder takes, what he buried among them."""
        deal, side = self.deal, {self.bidder}
        left = {player: deal["hands"][player].split() for player in self.active}
        left[self.bidder] = list((Counter(self.cards()) - Counter(deal.get("bury", "").split())).elements())
        mine = deal.get("bury", "").split()
        theirs: list[str] = []
        leader, lines, count, last = self.bidder, deal["play"], self.rules["count"], 0
        conceding: set[str] = set()
        for line, following in zip(lines, [*lines[1:], ""], strict=True):
            who, _, rest = line.rpartition(": ")
            if rest == "claim":
                return points(mine, count) if who in side else 250 - points(theirs, count)
            if rest == "concede":
                conceding.add(who)
                if who in side:
                    self.decided.append((99, False))
                elif len(conceding) == 2:
                    self.decided.append((99, True))
                continue
            if rest.startswith("exposes"):
                self.expose(who, rest.split()[1:])
                continue
            if rest.startswith("takes back"):
                continue
            if who and who != leader:
                self.fault("lead-out-of-turn-bidder" if who in side else "lead-out-of-turn-opponent", who)
                if who not in side:
                    self.decided.append((self.tricks + 1, True))
                leader = who
            if ": takes back " in following:
                leader = self.leader_before
                continue
            cards = rest.split()
            order = self.active[self.active.index(leader) :] + self.active[: self.active.index(leader)]
            for n, player in enumerate(order):
                if cards[n] not in allowed(left[player], cards[:n], self.trump, self.rules["heading"]):
                    self.fault("play", player)
                    self.decided.append((self.tricks + 1, player not in side))
                left[player].remove(cards[n])
            self.tricks += 1
            leader = order[winner(cards, self.trump)]
            self.leader_before = leader
            if leader in side:
                mine += cards
            else:
                theirs += cards
            last = 10 if self.tricks == 15 and leader in side else 0
        return points(mine, count) + last

    leader_before = ""

    def expose(self, who: str, cards: list[str]) -> None:
        if who == self.bidder:
            self.fault("expose-one-bidder", who)
        elif len(cards) > 1:
            self.fault("expose-several-opponent", who)
            self.decided.append((self.tricks, True))

    def called(self) -> None:
        for item in self.deal.get("irregularities", []):
            fault, by = item["fault"], item.get("by")
            if fault != "meld-count-error":
                self.fault(fault, by)
            if fault in MADE and by != self.bidder:
                self.decided.append((item.get("after", 0), True))
            elif fault in ("look-at-tricks", "wrong-hand-after-widow", "improper-bury"):
                self.decided.append((item.get("after", 0), fault == "look-at-tricks" and by != self.bidder))
            elif fault in ("misdeal-exposed", "widow-short", "misdeal-shuffle"):
                self.void = True

    # --- Chips ---

    def settle(self) -> None:
        kitty, deal = self.bid >= 350, self.deal
        others = [player for player in self.players if player != self.bidder] + ["kitty"] * kitty
        base, worth = value(self.bid, "", self.rules), value(self.bid, self.trump, self.rules)
        conceded = deal.get("conceded")
        if conceded == "unseen" and self.bid == self.rules["minimum"]:
            self.made = False
            self.moves.append((self.bidder, "kitty", base))
            return
        if conceded in ("unseen", "bidder"):
            if conceded == "unseen":
                self.fault("concede-300-unseen", self.bidder)
            self.made = False
            self.moves += [(self.bidder, other, base) for other in others]
            return
        if conceded == "opponents":
            self.made = True
            self.moves += [(other, self.bidder, worth) for other in others]
            return
        melds = self.melds()
        self.burial()
        cards = self.play() if "play" in deal else self.taken()
        self.called()
        self.made = melds + cards >= self.bid
        if self.decided:
            self.made = min(self.decided, key=lambda one: one[0])[1]
        single = not self.made and "play" in deal and not self.tricks and not self.faults
        for other in others:
            move = (other, self.bidder, worth) if self.made else (self.bidder, other, base if single else 2 * worth)
            self.moves.append(move)

    def taken(self) -> int:
        taken = self.deal["taken"]
        return int(taken[self.bidder] if isinstance(taken, dict) else taken)

    def exposed_widow(self) -> bool:
        """A card of the widow exposed: the deal is void, and it costs the last bid made before it."""
        for item in self.deal.get("irregularities", []):
            if item["fault"] == "widow-exposed":
                bids = [line.partition(": ")[2] for line in self.deal["bids"][: item["after-bid"]]]
                high = max((int(bid) for bid in bids if bid != "pass"), default=0)
                others = [p for p in self.players if p != item["by"]] + ["kitty"] * (high >= 350)
                if high:
                    self.moves += [(item["by"], other, value(high, "", self.rules)) for other in others]
                return True
        return False


def judge(deal: dict[str, Any], players: list[str], rules: dict[str, Any]) -> Deal:
    table = Deal(deal, players, rules)
    table.auction()
    if table.exposed_widow() or table.void or "misdeal" in str(deal.get("irregularities")):
        table.called()
        table.void, table.bidder = True, ""
        passes = [line for line in deal.get("bids", []) if line.endswith(": pass")]
        if len(passes) == 3 and rules["kitty"] == "pot" and not table.faults:
            table.moves += [(player, "kitty", 3) for player in table.active]
        return table
    table.settle()
    return table


def pay(table: Deal, kitty: int, rules: dict[str, Any]) -> None:
    """The kitty pays what it has, or is topped up first."""
    owed = next((amount for giver, _, amount in table.moves if giver == "kitty"), 0)
    if owed <= kitty:
        return
    if rules["kitty"] == "pot":
        table.moves = [(a, b, kitty if a == "kitty" else amount) for a, b, amount in table.moves]
        return
    each = -((kitty - owed) // 3)
    table.moves = [(player, "kitty", each) for player in table.active] + table.moves


def score(record: dict[str, Any]) -> Opinion:
    """The whole evening."""
    players, given = record["players"], dict(record.get("rules", {}))
    rules = {**PROFILES[given.pop("profile", "classic")], **given}
    totals = {name: record.get("opening", {}).get(name, 0) for name in [*players, "kitty"]}
    totals["kitty"] = totals["kitty"] or record.get("kitty", 0)
    opinion = Opinion(totals=totals, contracts=[])
    assert opinion.contracts is not None
    pot = rules["kitty"] == "pot" and "kitty" not in record and "opening" not in record
    net: Counter[tuple[str, str]] = Counter()
    for number, deal in enumerate(record["deals"]):
        table = judge({**deal, "another follows": number + 1 < len(record["deals"])}, players, rules)
        if pot and not deal.get("void"):
            table.moves = [*((player, "kitty", 3) for player in players), *table.moves]
            pot = False
            pay(table, 3 * len(players) + totals["kitty"], rules)
        else:
            pay(table, totals["kitty"], rules)
        if record.get("divide-kitty") and number + 1 == len(record["deals"]):
            left = totals["kitty"] + sum(n for _, to, n in table.moves if to == "kitty")
            left -= sum(n for giver, _, n in table.moves if giver == "kitty")
            table.moves += [("kitty", player, left // len(players)) for player in players if left >= len(players)]
        scores = dict.fromkeys(totals, 0)
        for giver, taker, amount in table.moves:
            scores[giver] -= amount
            scores[taker] += amount
            net[giver, taker] += amount
        for name in totals:
            totals[name] += scores[name]
        wrote = deal.get("claimed")
        table.faults += [("record.claim", name) for name in totals if wrote and wrote.get(name, 0) != scores[name]]
        opinion.scores.append(scores)
        opinion.faults.append(table.faults)
        opinion.contracts.append(None if table.void else (table.bidder, table.bid, table.made))
    wrote = record.get("claimed")
    last: list[tuple[str, str | None]] = [
        ("record.claim", name) for name in totals if wrote and wrote.get(name, 0) != totals[name]
    ]
    opinion.faults.append(last)
    for (giver, taker), amount in net.items():
        if amount > net[taker, giver]:
            opinion.payments[giver, taker] = amount - net[taker, giver]
    return opinion
