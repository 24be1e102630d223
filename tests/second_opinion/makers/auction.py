"""Random evenings of auction pinochle for three to five, with a kitty, and whatever goes wrong at a table."""

from __future__ import annotations

import copy
from collections import Counter
from typing import TYPE_CHECKING, Any

from opinion import auction
from opinion.cards import SUIT_NAMES, SUITS, allowed, most, pack, winner

from makers.common import Session, chance, house, players
from makers.partnership import best_times

if TYPE_CHECKING:
    import random

OPTIONS: dict[str, list[Any]] = {
    "minimum": [250],
    "opening-bid": ["forced", "free"],
    "chips": ["doubling", "suits", "per-ten"],
    "spades": [1, 2],
    "hearts": [3],
    "kitty": ["account", "pot"],
    "count": ["10-10-5-5", "10-10-10"],
    "heading": ["always"],
    "doubles": ["table"],
}
FAULTS = [
    *(
        "revoke",
        "revoke",
        "lead",
        "lead",
        "buried meld",
        "class twice",
        "too low",
        "no ten",
        "after a pass",
        "two buried",
    ),
    *("added wrongly", "settled", "illegal-information", "look-at-tricks", "inactive-conduct", "expose one"),
    *("expose several", "widow-exposed", "widow-peek", "misdeal-exposed", "unseen too dear", "eldest passes"),
]


class Maker:
    """One deal as it goes."""

    def __init__(self, rng: random.Random, names: list[str], rules: dict[str, Any], dealer: str, fault: str) -> None:
        self.rng, self.names, self.rules, self.dealer, self.fault = rng, names, rules, dealer, fault
        self.active = auction.active(names, dealer)
        self.done = ""

    def wants(self, fault: str) -> bool:
        return self.fault == fault and not self.done

    def deal(self) -> dict[str, Any]:
        rng = self.rng
        cards = pack()
        rng.shuffle(cards)
        bidder = rng.choice(self.active)
        seat = self.active.index(bidder)
        tries = [rng.sample(cards, 48) for _ in range(rng.choice([1, 2, 6]))]

        def worth(order: list[str]) -> int:
            mine = order[15 * seat : 15 * seat + 15] + order[45:]
            return max(most(mine, suit, suit + "9", dear=False) for suit in SUITS)

        cards = max(tries, key=worth)
        hands = {name: cards[15 * n : 15 * n + 15] for n, name in enumerate(self.active)}
        widow = cards[45:]
        deal: dict[str, Any] = {"dealer": self.dealer}
        if chance(rng, 0.2):
            deal["bids"] = self.bids(bidder, self.rules["minimum"])
            self.conceded(deal)
            return deal
        mine = hands[bidder] + widow
        dear = self.rules["doubles"] == "table"
        best = max(SUITS, key=lambda suit: most(mine, suit, suit + "9", dear=dear))
        trump = best if chance(rng, 0.8) else rng.choice(SUITS)
        deal["bids"] = [f"{bidder}: {self.rules['minimum']}"]
        deal |= {
            "hands": {name: " ".join(hands[name]) for name in self.active},
            "widow": " ".join(widow),
            "trump": SUIT_NAMES[trump],
        }
        bury = self.melds(deal, mine, trump)
        deal["bury"] = " ".join(bury)
        left = {name: list(hand) for name, hand in hands.items()}
        left[bidder] = list((Counter(mine) - Counter(bury)).elements())
        deal["play"] = self.play(left, bidder, trump)
        if self.done == "two buried":
            del deal["play"]
            deal["taken"] = 10 * rng.randint(10, 20)
        self.call(deal, bidder)
        table = auction.Deal(deal, self.names, self.rules)
        table.bidder = bidder
        reached = table.melds() + (table.play() if "play" in deal else deal["taken"])
        aim = 10 * (reached // 10) + rng.choice([-40, -10, 0, 0, 10, 10, 30, 100])
        least = self.rules["minimum"]
        deal["bids"] = self.bids(bidder, min(650, max(least + 10 * rng.randrange(3), aim)))
        if self.fault in ("widow-peek", "widow-exposed") and not self.done:
            self.at_the_widow(deal, bidder)
        return deal

    def conceded(self, deal: dict[str, Any]) -> None:
        rng = self.rng
        how = rng.choice(["unseen", "bidder", "opponents"])
        if self.wants("unseen too dear"):
            how, self.done = "unseen", "unseen too dear"
            bidder = deal["bids"][0].partition(": ")[0]
            deal["bids"] = self.bids(bidder, self.rules["minimum"] + 10 * rng.randint(1, 12))
        elif how != "unseen" and chance(rng, 0.6):
            who = self.active[0]
            deal["bids"] = self.bids(who, self.rules["minimum"] + 10 * rng.randint(0, 30))
        deal["conceded"] = how
        if how == "opponents" and chance(rng, 0.5):
            deal["trump"] = SUIT_NAMES[rng.choice(SUITS)]

    def bids(self, bidder: str, final: int) -> list[str]:
        """How the bidding may have gone that ends so."""
        rng, least = self.rng, self.rules["minimum"]
        order, high = self.active, 0
        lines: list[str] = []
        passed: set[str] = set()
        last: dict[str, int] = {}
        turn = 0
        while len(passed) < 2:
            who = order[turn % 3]
            turn += 1
            if who in passed:
                continue
            must = turn == 1 and self.rules["opening-bid"] == "forced"
            low = max(least, high + 10)
            if who == bidder:
                mine = final if low == final or chance(rng, 0.4) else rng.randrange(low, final + 1, 10)
                lines.append(f"{who}: {mine}")
                high = last[who] = mine
                if mine == final:
                    self.all_pass(lines, order, turn, bidder, passed, high)
                    break
            elif low < final and (must or chance(rng, 0.4)):
                mine = min(low + 10 * rng.choice([0, 0, 1, 2]), final - 10)
                self.wrong_bid(lines, who, high)
                lines.append(f"{who}: {mine}")
                high = last[who] = mine
            elif must:
                return self.eldest_must(bidder, final)
            else:
                lines.append(f"{who}: pass")
                passed.add(who)
                if self.wants("eldest passes") and turn == 1:
                    self.done = "eldest passes"
            if len(passed) == 2 and high != final:
                lines += [] if bidder in last else [f"{bidder}: {final}"]
                break
        return lines

    def eldest_must(self, bidder: str, final: int) -> list[str]:
        """Eldest could not open below the bid that is wanted: he passes, which is a fault, or it is his own."""
        first = self.active[0]
        self.done = self.done or "eldest passes"
        others = [name for name in self.active if name not in (first, bidder)]
        after = [f"{bidder}: {final}", f"{others[0]}: pass"]
        return [f"{first}: pass", *(after if self.active.index(bidder) < self.active.index(others[0]) else after[::-1])]

    def all_pass(self, lines: list[str], order: list[str], turn: int, bidder: str, passed: set[str], high: int) -> None:
        for n in range(turn, turn + 2):
            who = order[n % 3]
            if who != bidder and who not in passed:
                if self.wants("after a pass") and len(passed) == 1 and chance(self.rng, 0.5):
                    lines.append(f"{next(iter(passed))}: {min(650, high + 10)}")
                    self.done = "after a pass"
                lines.append(f"{who}: pass")
                passed.add(who)

    def wrong_bid(self, lines: list[str], who: str, high: int) -> None:
        if self.wants("too low") and high:
            lines.append(f"{who}: {high}")
            self.done = "too low"
        elif self.wants("no ten"):
            lines.append(f"{who}: {self.rng.choice([high + 15, 655, 200, 700])}")
            self.done = "no ten"

    def melds(self, deal: dict[str, Any], mine: list[str], trump: str) -> list[str]:
        """What is laid down, and three cards to bury."""
        rng = self.rng
        lines = [line for line in best_times(mine, trump, without_dix=False) if chance(rng, 0.9)]
        flush = " ".join(trump + rank for rank in ("A", "10", "K", "Q", "J"))
        pair = f"{trump}K {trump}Q"
        single = 1 in (mine.count(trump + "K"), mine.count(trump + "Q"))
        if self.wants("class twice") and flush in lines and single:
            lines.append(pair)
            self.done = "class twice"
        deal["melds"] = lines or "none"
        table = auction.Deal(deal, self.names, self.rules)
        free = list((Counter(mine) - table.laid()).elements())
        while len(free) < 3:  # so much is melded that something must be kept back
            lines.pop()
            deal["melds"] = lines or "none"
            free = list((Counter(mine) - table.laid()).elements())
        laid = sorted(table.laid().elements())
        if lines and self.wants("added wrongly") | self.wants("settled"):
            right = most(laid, trump, trump + "9", dear=self.rules["doubles"] == "table")
            deal["melds"] = {"cards": " ".join(laid), "scored": right + rng.choice([-10, 10, 20])}
            self.done = self.fault
            how = "settled" if self.fault == "settled" else "corrected"
            deal["irregularities"] = [{"fault": "meld-count-error", "by": table.bidder or None, "choice": how}]
        elif lines and not self.done and chance(rng, 0.4):
            deal["melds"] = " ".join(laid)
        rng.shuffle(free)
        # Of twins that a list names twice it may be the same card twice, and the other one buried.
        listed = isinstance(deal["melds"], list)
        once = [card for card in laid if mine.count(card) == table.laid()[card] <= (1 if listed else 2)]
        if once and self.wants("buried meld"):
            self.done = "buried meld"
            return [rng.choice(once), *free[:2]]
        if self.wants("two buried"):
            self.done = "two buried"
            return free[:2]
        return free[:3]

    def play(self, left: dict[str, list[str]], bidder: str, trump: str) -> list[str]:
        rng, leader = self.rng, bidder
        lines: list[str] = []
        stops = rng.randrange(2, 14) if chance(rng, 0.2) and not self.fault else 0
        others = [name for name in self.active if name != bidder]
        tricks = min(map(len, left.values()))
        for number in range(tricks):
            if stops and number == stops:
                how = rng.randrange(3)
                if how == 0:
                    return [*lines, f"{rng.choice(self.active)}: claim"]
                return [*lines, *([f"{bidder}: concede"] if how == 1 else [f"{name}: concede" for name in others])]
            prefix = ""
            if self.wants("lead") and number and chance(rng, 0.2):
                leader = rng.choice([name for name in self.active if name != leader])
                prefix, self.done = f"{leader}: ", "lead"
            order = self.active[self.active.index(leader) :] + self.active[: self.active.index(leader)]
            cards: list[str] = []
            for player in order:
                may = allowed(left[player], cards, trump, self.rules["heading"])
                breach = [card for card in left[player] if card not in may]
                card = rng.choice(may)
                if breach and self.wants("revoke") and chance(rng, 0.1):
                    card, self.done = rng.choice(breach), "revoke"
                left[player].remove(card)
                cards.append(card)
            lines.append(prefix + " ".join(cards))
            leader = order[winner(cards, trump)]
            if number and number < 13 and chance(rng, 0.15):
                if self.wants("expose one"):
                    lines.append(f"{bidder}: exposes {rng.choice(left[bidder])}")
                    self.done = "expose one"
                elif self.wants("expose several"):
                    who = rng.choice(others)
                    lines.append(f"{who}: exposes {' '.join(rng.sample(left[who], 2))}")
                    self.done = "expose several"
        return lines

    def call(self, deal: dict[str, Any], bidder: str) -> None:
        """What only the table saw."""
        rng = self.rng
        idle = [name for name in self.names if name not in self.active]
        for item in deal.get("irregularities", []):
            item["by"] = bidder
        if self.done or self.fault not in ("illegal-information", "look-at-tricks", "inactive-conduct"):
            return
        by = {
            "illegal-information": [name for name in self.active if name != bidder],
            "look-at-tricks": self.active,
            "inactive-conduct": idle,
        }[self.fault]
        if by:
            after = rng.randint(2, 12)
            deal["irregularities"] = [{"fault": self.fault, "by": rng.choice(by), "after": after}]
            self.done = self.fault

    def at_the_widow(self, deal: dict[str, Any], bidder: str) -> None:
        rng = self.rng
        made = len(deal["bids"])
        if self.fault == "widow-exposed":
            item = {"fault": "widow-exposed", "by": rng.choice(self.active), "after-bid": rng.randint(1, made - 1)}
            deal["irregularities"] = [{**item, "cards": deal["widow"].split()[0]}]
            bids = deal["bids"][: item["after-bid"]]
            for key in [key for key in deal if key not in ("dealer", "irregularities")]:
                del deal[key]
            deal["bids"] = bids
            self.done = "widow-exposed"
            return
        who = next((n for n in self.active if n != bidder and f"{n}: pass" in deal["bids"][:-1]), None)
        if who:
            at = deal["bids"].index(f"{who}: pass")
            deal["irregularities"] = [{"fault": "widow-peek", "by": who, "after-bid": at + 1}]
            self.done = "widow-peek"


def as_sheet(rng: random.Random, deal: dict[str, Any], cards: int, bidder: str) -> dict[str, Any]:
    """Only what a score sheet has of it."""
    deal = {key: value for key, value in deal.items() if key not in ("play", "hands", "widow", "bury")}
    deal["taken"] = cards if chance(rng, 0.6) else {bidder: cards}
    return deal


def shorter(rng: random.Random, deal: dict[str, Any], bidder: str) -> dict[str, Any]:
    """The same deal with less written; nothing of it is missing."""
    deal = copy.deepcopy(deal)
    if "hands" not in deal or not chance(rng, 0.4) or not ("play" in deal and len(deal["play"]) == 15):
        return deal
    held = Counter(deal["hands"][bidder].split()) + Counter(deal["widow"].split()) - Counter(deal["bury"].split())
    others = {name: hand for name, hand in deal["hands"].items() if name != bidder}
    del deal["hands"], deal["widow"]
    if chance(rng, 0.5):
        deal["held"] = {**others, bidder: " ".join(held.elements())}
    return deal


def make(rng: random.Random, *, faulty: float) -> Session:
    names = players(rng, rng.choice([3, 3, 4, 5]))
    given = house(rng, ["classic", "modern"], OPTIONS)
    rules = {**auction.PROFILES[given.get("profile", "classic")], **given}
    whole: dict[str, Any] = {"game": "auction", "rules": given, "players": names, "deals": []}
    if chance(rng, 0.6):
        whole["kitty"] = rng.randint(0, 40)
    if chance(rng, 0.15):
        whole["divide-kitty"] = True
    session = Session(whole, {**whole, "deals": []})
    dealer = rng.randrange(len(names))
    for _ in range(rng.randint(1, 5)):
        fault = rng.choice(FAULTS) if chance(rng, faulty) else ""
        maker = Maker(rng, names, rules, names[dealer], fault)
        if fault == "misdeal-exposed":
            item = {"fault": fault, "by": names[dealer], "cards": "SA HK"}
            deal: dict[str, Any] = {"dealer": names[dealer], "irregularities": [item]}
            maker.done = fault
        elif chance(rng, 0.03):
            deal = {"dealer": names[dealer], "void": True}
        elif chance(rng, 0.04):
            deal = {"dealer": names[dealer], "bids": [f"{name}: pass" for name in maker.active]}
            maker.done = "eldest passes" if rules["opening-bid"] == "forced" else ""
        else:
            deal = maker.deal()
        session.kinds += [maker.done] if maker.done else []
        written = deal
        if not maker.done and "play" in deal:
            table = auction.Deal(deal, names, rules)
            table.auction()
            cards = table.play()
            if table.tricks == 15 and chance(rng, 0.3):
                deal = as_sheet(rng, deal, cards, table.bidder)
            written = shorter(rng, deal, table.bidder)
        whole["deals"].append(deal)
        session.written["deals"].append(copy.deepcopy(written))
        if "misdeal" not in str(deal) and not deal.get("void"):
            dealer = (dealer + 1) % len(names)
    said = auction.score(whole)
    chips(rng, session, said.scores, said.totals or {}, faulty / 2)
    return session


def chips(rng: random.Random, session: Session, figures: list[Any], totals: dict[str, int], faulty: float) -> None:
    """The table writes who won and lost how many chips: rightly, or three to the wrong player."""
    places = [*zip(session.whole["deals"], session.written["deals"], figures, strict=True)]
    for deal, there, scores in [*places, (session.whole, session.written, totals)]:
        shared = session.whole.get("divide-kitty") and deal is session.whole["deals"][-1]  # what is shared is no claim
        counted = deal is session.whole or ("trump" in deal and not shared)
        if not counted or chance(rng, 0.7):
            continue
        wrote = dict(scores)
        if chance(rng, faulty):
            for name, by in zip(rng.sample(session.whole["players"], 2), (3, -3), strict=True):
                wrote[name] += by
            session.kinds.append("chips to the wrong player")
        deal["claimed"] = there["claimed"] = wrote
