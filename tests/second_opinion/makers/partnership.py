"""Random games of partnership pinochle: trumps turned or bid for, melds by list or laid down, tricks or counts."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any

from opinion import partnership
from opinion.cards import SUIT_NAMES, SUITS, allowed, pack, single_melds, suit_of, winner
from opinion.partnership import Deal, mark_of, sides_of

from makers.common import Session, chance, house, players, sheet_faults

if TYPE_CHECKING:
    import random

OPTIONS: dict[str, list[Any]] = {
    "target": [500, 800, 1250],
    "step": [100, 500],
    "deals": [2, 4],
    "count": ["11-10-4-3-2", "10-10-5-5", "10-10-10"],
    "heading": ["always"],
    "doubles": ["single"],
    "rounding": ["seven-up"],
    "set": ["bid-and-melds"],
    "leader": ["eldest"],
    "all-pass": ["dealer-must-bid"],
    "throw-in": ["nothing-for-others"],
    "values": ["tens"],
}
FAULTS = ["revoke", "revoke", "taken back", "lead", "class twice", "too low", "false out", "called"]


def best_times(cards: list[str], trump: str, *, without_dix: bool) -> list[str]:
    """The melds that make the most of a hand, one a line, none of them needing a card twice in a class."""
    held, lines = Counter(cards), []
    melds = single_melds(trump, trump + "9")
    for kind in "ABC":
        names = [name for name in melds if melds[name][0] == kind and not (without_dix and name == "dix")]
        names = [name for name in names if all(held[card] for card in melds[name][2])]
        ways = [dict(zip(names, numbers, strict=True)) for numbers in product(range(3), repeat=len(names))]
        fits = [
            way
            for way in ways
            if all(
                number <= held[card]
                for card, number in Counter(c for name, n in way.items() for c in melds[name][2] * n).items()
            )
        ]
        best = max(fits, key=lambda way: sum(number * melds[name][1] for name, number in way.items()))
        for name, number in best.items():
            lines += ["dix" if name == "dix" else " ".join(melds[name][2])] * number
    return lines


def rules_of_a_throw_in(rules: dict[str, Any]) -> bool:
    """Whether the rules say what a hand thrown in costs: not where failing costs the melds as well."""
    return bool(rules["set"] == "bid")


class Maker:
    """One deal as it goes."""

    def __init__(
        self, rng: random.Random, record: dict[str, Any], rules: dict[str, Any], dealer: str, fault: str
    ) -> None:
        self.rng, self.record, self.rules, self.dealer, self.fault = rng, record, rules, dealer, fault
        self.names: list[str] = record["players"]
        self.done = ""

    def after(self, player: str, steps: int = 1) -> str:
        return self.names[(self.names.index(player) + steps) % 4]

    def deal(self, before: dict[str, int]) -> dict[str, Any]:
        rng = self.rng
        cards = pack()
        rng.shuffle(cards)
        if chance(rng, 0.15):  # much of one hand's suit, and doubles
            suit = rng.choice(SUITS)
            cards.sort(key=lambda card: (card[0] != suit) + rng.random())
        hands = {name: cards[12 * n : 12 * n + 12] for n, name in enumerate(self.names)}
        deal: dict[str, Any] = {"dealer": self.dealer}
        if self.rules["bidding"] == "auction":
            deal["bids"], bidder = self.bids(hands)
            if bidder is None and self.rules["all-pass"] == "void":
                return deal
            suits = [card[0] for card in hands[bidder or self.dealer]]
            deal["trump"] = SUIT_NAMES[rng.choice([max(SUITS, key=suits.count), rng.choice(SUITS)])]
            trump = suit_of(deal["trump"])
        else:
            deal["turned"] = rng.choice(hands[self.dealer])
            trump = deal["turned"][0]
        deal["hands"] = {name: " ".join(hand) for name, hand in hands.items()}
        dix = trump + "9"
        first = next((p for n in range(1, 4) if dix in hands[p := self.after(self.dealer, n)]), None)
        if "turned" in deal and deal["turned"] != dix and first and chance(rng, 0.6):
            deal["dix-exchange"] = [first]
        table = Deal(deal, self.record, self.rules)
        table.exchange()
        deal["melds"] = self.melds(deal, table, hands, dix)
        if "bids" in deal and rules_of_a_throw_in(self.rules) and chance(rng, 0.05):
            return {**deal, "conceded": "bidder"}
        deal["play"] = self.play(deal, before)
        if self.fault == "called":
            item = {"fault": "draw-trump-card", "by": rng.choice(self.names)}
            if "turned" in deal:
                deal["irregularities"], self.done = [item], "called"
        return deal

    def bids(self, hands: dict[str, list[str]]) -> tuple[list[str], str | None]:
        rng = self.rng
        tenth = self.rules["tenth"]
        passed: set[str] = set()
        lines, high, bidder = [], self.rules["minimum"] - 10 // tenth, None
        turn = self.after(self.dealer)
        nobody = chance(rng, 0.05)
        while len(passed) < (3 if bidder else 4):
            if turn not in passed and turn != bidder:
                if nobody or chance(rng, 0.6):
                    lines.append(f"{turn}: pass")
                    passed.add(turn)
                else:
                    if self.fault == "too low" and not self.done and bidder:
                        lines.append(f"{turn}: {high}")
                        self.done = "too low"
                    high += rng.choice([10, 10, 20, 40]) // tenth
                    bidder = turn
                    lines.append(f"{turn}: {high}")
            turn = self.after(turn)
        return lines, bidder

    def melds(self, deal: dict[str, Any], table: Deal, dealt: dict[str, list[str]], dix: str) -> dict[str, Any]:
        rng = self.rng
        shown: dict[str, Any] = {}
        exchanged = bool(deal.get("dix-exchange"))
        for name in self.names:
            hand = table.hands[name]
            lines = best_times(hand, table.trump, without_dix=True)
            nines = dealt[name].count(dix) - (name == self.dealer and deal.get("turned") == dix)
            lines = [line for line in [*lines, *["dix"] * nines] if chance(rng, 0.85)]
            twice = self.class_twice(lines, hand, table.trump) if self.fault == "class twice" else None
            if twice and not self.done:
                lines.append(twice)
                self.done = "class twice"
            elif chance(rng, 0.4) and (not exchanged or "dix" not in lines) and lines:
                needs: Counter[str] = Counter()
                for kind in ("dix", "A", "B", "C"):
                    mine = [line for line in lines if line != "dix" and self.kind(line, table.trump) == kind]
                    mine += [dix for line in lines if line == kind == "dix"]
                    needs |= Counter(card for line in mine for card in line.split())
                shown[name] = " ".join(sorted(needs.elements()))
                continue
            shown[name] = lines or "none"
        return shown

    def kind(self, line: str, trump: str) -> str:
        return single_melds(trump, trump + "9")[partnership.meld_name(line, trump)[0]][0]

    def class_twice(self, lines: list[str], hand: list[str], trump: str) -> str | None:
        """The marriage in a flush, or one with a card that is in another already."""
        flush = " ".join(trump + rank for rank in ("A", "10", "K", "Q", "J"))
        pair = f"{trump}K {trump}Q"
        single = hand.count(trump + "K") == 1 or hand.count(trump + "Q") == 1
        return pair if flush in lines and single and pair not in lines else None

    def play(self, deal: dict[str, Any], before: dict[str, int]) -> list[str]:
        rng, rules = self.rng, self.rules
        mark = mark_of(before, rules)
        table = partnership.judge(deal, self.record, rules)
        left = {name: list(hand) for name, hand in table.hands.items()}
        leader = table.bidder if table.bidder and rules["leader"] == "bidder" else self.after(self.dealer)
        lines: list[str] = []
        can_out = rules["bidding"] == "none" and not rules["deals"]
        for number in range(12):
            prefix = ""
            if self.fault == "lead" and not self.done and number and chance(rng, 0.2):
                leader = self.after(leader, rng.randint(1, 3))
                prefix, self.done = f"{leader}: ", "lead"
            lines.append(prefix + " ".join(self.trick(left, leader, table.trump, lines, prefix)))
            cards = lines[-1].rpartition(": ")[2].split()
            leader = self.after(leader, winner(cards, table.trump))
            if not can_out or chance(rng, 0.6):
                continue
            now = partnership.judge({**deal, "play": lines}, self.record, rules)
            for player in self.names:
                side = now.side(player)
                reached = before[side] + now.score()[0][side] >= mark
                if chance(rng, 0.3 if reached else 0.04 * (self.fault == "false out" and not self.done)):
                    self.done = self.done or ("" if reached else "false out")
                    return [*lines, f"{player}: out"]
        return lines

    def trick(self, left: dict[str, list[str]], leader: str, trump: str, lines: list[str], prefix: str) -> list[str]:
        rng = self.rng
        cards: list[str] = []
        back = -1
        wrong = ""
        for n in range(4):
            player = self.after(leader, n)
            may = allowed(left[player], cards, trump, self.rules["heading"])
            breach = [card for card in left[player] if card not in may]
            card = rng.choice(may)
            if breach and not self.done and chance(rng, 0.1):
                if self.fault == "revoke":
                    card, self.done = rng.choice(breach), "revoke"
                elif self.fault == "taken back" and not prefix:
                    back, wrong, self.done = n, rng.choice(breach), "taken back"
            left[player].remove(card)
            cards.append(card)
        if back >= 0:  # the trick as it was first played, what was taken back, and the trick as it stood in the end
            lines += [" ".join([*cards[:back], wrong]), f"{self.after(leader, back)}: takes back {wrong}"]
        return cards


def as_sheet(rng: random.Random, deal: dict[str, Any], table: Deal) -> dict[str, Any]:
    """Only what a score sheet has of it."""
    deal = {key: value for key, value in deal.items() if key not in ("play", "hands")}
    taken = {side: table.count(side) for side in table.sides}
    if chance(rng, 0.3):
        taken.pop(rng.choice(list(taken)))
    deal["taken"] = taken
    if 0 in table.tricks.values() or chance(rng, 0.2):
        deal["tricks"] = dict(table.tricks)
    return deal


def shorter(rng: random.Random, deal: dict[str, Any]) -> dict[str, Any]:
    """The same deal with less written; nothing of it is missing."""
    deal = copy.deepcopy(deal)
    exchanged = deal.get("dix-exchange")
    if "play" in deal and len(deal["play"]) == 12 and not exchanged and chance(rng, 0.4):
        del deal["hands"]
    if "turned" in deal and deal["turned"][1:] != "9" and not exchanged and chance(rng, 0.3):
        deal["trump"] = SUIT_NAMES[deal.pop("turned")[0]]
    return deal


def rules_at_random(rng: random.Random) -> dict[str, Any]:
    """House rules that go together."""
    given = house(rng, ["classic", "classic", "club"], OPTIONS)
    club = given.get("profile") == "club"
    if given.get("values") == "tens":
        given["count"] = "10-10-10"
        given = {key: value // 10 if key in ("target", "step") else value for key, value in given.items()}
    if club or given.get("values") == "tens":
        given.pop("rounding", None)
    return given


def make(rng: random.Random, *, faulty: float) -> Session:
    names = players(rng, 4)
    given = rules_at_random(rng)
    whole: dict[str, Any] = {"game": "partnership", "rules": given, "players": names, "deals": []}
    if chance(rng, 0.5):
        whole["sides"] = {"Us": [names[0], names[2]], "Them": [names[1], names[3]]}
    rules = partnership.house(given)
    sides = sides_of(whole)
    totals = dict.fromkeys(sides, 0)
    if not rules["deals"] and chance(rng, 0.6):
        totals = {side: rng.randint(0, int(rules["target"]) - 10) for side in sides}
        whole["opening"] = dict(totals)
    session = Session(whole, {**whole, "deals": []})
    dealer, figures, number = rng.randrange(4), [], 0
    for _ in range(8):
        if number > 1 and chance(rng, 0.1):
            break
        fault = rng.choice(FAULTS) if chance(rng, faulty) else ""
        maker = Maker(rng, whole, rules, names[dealer], fault)
        mark = mark_of(totals, rules)
        if chance(rng, 0.05):
            deal = {"dealer": names[dealer], "void": True}
            if faulty and chance(rng, 0.5):
                item = {"fault": "misdeal-exposed", "by": names[dealer], "cards": "HA SK", "after": 0}
                deal = {"dealer": names[dealer], "irregularities": [item]}
                session.kinds.append("misdeal")
            written = dict(deal)
        else:
            deal = maker.deal(totals)
            session.kinds += [maker.done] if maker.done else []
            written = shorter(rng, deal) if not maker.done else copy.deepcopy(deal)
            dealer = (dealer + 1) % 4
        table = None
        scores = dict.fromkeys(sides, 0)
        if "melds" in deal:
            number += 1
            table = partnership.judge(deal, whole, rules)
            scores, _ = table.score()
            if not maker.done and "play" in deal and not table.out and chance(rng, 0.3):
                deal = as_sheet(rng, deal, table)
                written = copy.deepcopy(deal)
                scores, _ = partnership.judge(deal, whole, rules).score()
        whole["deals"].append(deal)
        session.written["deals"].append(written)
        figures.append(scores)
        totals = {side: totals[side] + scores[side] for side in sides}
        if partnership.result(totals, mark, rules, table, number) is not None:
            break
    sheet_faults(rng, session, figures, totals, faulty / 2)
    return session
