"""Piquet: the exchange, the calls, pique and repique, the play one point at a time, the partie and its rubicon."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from opinion.cards import Opinion

RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 9, "8": 8, "7": 7}
RUNS = {3: "tierce", 4: "quart", 5: "quint", 6: "sixieme", 7: "septieme", 8: "huitieme"}
CLASSIC: dict[str, Any] = {
    "deals": 6,
    "rubicon": 100,
    "bonus": 100,
    "cards-at": 7,
    "sequences": "any-suit",
    "equality-bars-pique": "yes",
    "repique": "nothing-counted",
    "younger-must-exchange": "no",
    "extra-card": "doubled",
    "refet": "yes",
    "shut-out": "yes",
    "low-cards": "count",
    "law": "classic",
}
PORTLAND = {
    **CLASSIC,
    "equality-bars-pique": "no",
    "repique": "order-of-counting",
    "younger-must-exchange": "yes",
    "extra-card": "reckons-nothing",
    "refet": "no",
    "shut-out": "no",
    "law": "portland",
}
PROFILES = {"classic": CLASSIC, "portland": PORTLAND}
KINDS = ["carte blanche", "point", "sequence", "set"]  # in the order in which they reckon


def strength(card: str) -> int:
    return RANKS.index(card[1:])


def pips(cards: list[str]) -> int:
    return sum(PIPS[card[1:]] for card in cards)


def suits(cards: list[str]) -> list[list[str]]:
    return [[card for card in cards if card[0] == suit] for suit in "SHDC"]


def runs(cards: list[str]) -> list[list[str]]:
    """Every sequence of three or more, the best first."""
    found = []
    for held in suits(cards):
        order = sorted(held, key=strength)
        while order:
            run = [order.pop(0)]
            while order and strength(order[0]) == strength(run[-1]) + 1:
                run.append(order.pop(0))
            if len(run) >= 3:
                found.append(run)
    return sorted(found, key=lambda run: (-len(run), -strength(run[-1])))


def sets(cards: list[str]) -> list[tuple[int, str]]:
    """(how many, rank) of every three or four from the tens up, the best first."""
    found = [(sum(card[1:] == rank for card in cards), rank) for rank in RANKS[3:]]
    return sorted(((n, rank) for n, rank in found if n >= 3), key=lambda one: (-one[0], -RANKS.index(one[1])))


def run_value(length: int) -> int:
    return length if length < 5 else length + 10


@dataclass
class Call:
    """One thing called: its kind, what makes it better than another, what it counts, and the cards that it needs."""

    kind: str
    rank: tuple[int, ...]
    value: int
    suit: str = ""
    needs: list[str] = field(default_factory=list)
    least: int = 0  # a point: so many cards of a suit; a set: so many of the rank
    pips: int = 0


def point_call(held: list[str], number: int, making: int | None) -> Call:
    """A point is of the suit that has so many cards, and of the best where there are several."""
    fits = [suit for suit in suits(held) if len(suit) >= number] or [max(suits(held), key=lambda s: (len(s), pips(s)))]
    best = max(fits, key=lambda suit: (len(suit) == number, pips(suit)))
    return Call("point", (number, making or pips(best)), number, best[0][0], [], number, making or 0)


def run_call(word: str, top: str) -> Call:
    length = next(n for n, name in RUNS.items() if name == word)
    at = strength(top)
    needs = [top[0] + rank for rank in RANKS[max(0, at - length + 1) : at + 1]]
    return Call("sequence", (length, at), run_value(length), top[0], needs)


def set_call(word: str, rank: str) -> Call:
    number = 4 if word == "quatorze" else 3
    return Call("set", (number, RANKS.index(rank)), 14 if number == 4 else 3, rank, [], number)


def call_of(text: str, held: list[str]) -> Call:
    word, _, rest = text.partition(" ")
    if text == "carte blanche":
        return Call("carte blanche", (), 10)
    if word == "point":
        number, _, making = rest.partition(" making ")
        return point_call(held, int(number), int(making) if making else None)
    return set_call(word, rest) if word in ("trio", "quatorze") else run_call(word, rest)


def all_calls(dealt: list[str], held: list[str], rules: dict[str, Any]) -> list[Call]:
    """Everything that a hand can call, the best of each kind first."""
    best = max(suits(held), key=lambda suit: (len(suit), pips(suit)))
    calls = [point_call(held, len(best), None)]
    calls += [run_call(RUNS[len(run)], run[-1]) for run in runs(held)]
    calls += [set_call("quatorze" if number == 4 else "trio", rank) for number, rank in sets(held)]
    if rules["sequences"] == "point-suit":
        calls = [call for call in calls if call.kind != "sequence" or call.suit == best[0][0]]
    blank = not any(card[1:] in ("K", "Q", "J") for card in dealt)
    return [Call("carte blanche", (), 10)] * blank + calls


class Deal:
    """One deal: who counts what in hand, and then trick by trick."""

    def __init__(self, deal: dict[str, Any], players: list[str], rules: dict[str, Any]) -> None:
        self.deal, self.rules = deal, rules
        self.younger = deal["dealer"]
        self.elder = players[1 - players.index(self.younger)]
        self.dealt = {player: deal["hands"][player].split() for player in players}
        self.out = {p: [] if deal["discards"][p] == "none" else deal["discards"][p].split() for p in players}
        self.held = {player: deal["held"][player].split() for player in players}
        self.faults: list[tuple[str, str | None]] = []
        self.counted: dict[str, dict[str, int]] = {player: dict.fromkeys(KINDS, 0) for player in players}
        self.saves = self.counted  # what keeps the other from pique and repique, though it may count nothing
        self.equal = False  # younger said it to a point or a sequence
        self.play_points = dict.fromkeys(players, 0)
        self.tricks = dict.fromkeys(players, 0)
        self.false: set[str] = set()
        self.silent: set[str] = {player for player in players if len(self.held[player]) > 12}
        self.pique = ""
        self.broken_off = self.conceded = False

    def other(self, player: str) -> str:
        return self.elder if player == self.younger else self.younger

    def fault(self, rule: str, player: str | None) -> None:
        self.faults.append(("|".join("piquet." + one for one in rule.split("|")), player))

    def exchange(self) -> None:
        if not self.out[self.elder]:
            self.fault("elder-exchange", self.elder)
        if not self.out[self.younger] and self.rules["younger-must-exchange"] == "yes":
            self.fault("younger-exchange", self.younger)
        for player in self.silent:
            self.fault("too-many-cards|short-discard", player)

    def hands(self) -> None:
        """Who counts what, by the calls where they are written, else by the cards."""
        calls: list[tuple[str, Call]] = []
        answers: dict[str, str] = {}
        if "calls" in self.deal:
            last = ""
            for line in self.deal["calls"]:
                who, _, text = line.partition(": ")
                if text in ("good", "not good", "equal"):
                    answers[last] = text
                else:
                    call = call_of(text, self.held[who])
                    calls.append((who, call))
                    last = call.kind
        else:
            calls = [(p, call) for p in self.held for call in all_calls(self.dealt[p], self.held[p], self.rules)]
        calls = [(who, call) for who, call in calls if self.true(who, call, answers.get(call.kind, ""))]
        for kind in KINDS:
            mine = {p: [call for who, call in calls if who == p and call.kind == kind] for p in self.held}
            if self.false and self.rules["law"] == "classic" and kind != "carte blanche":  # his calls bar nothing
                mine |= {player: [] for player in self.false}
            if self.younger in self.false and self.rules["law"] == "portland" and answers.get(kind, "good") != "good":
                mine[self.younger] = [c for c in all_calls([], self.held[self.younger], self.rules) if c.kind == kind]
            self.count(kind, mine, "" if self.false else answers.get(kind, ""))
        said = {(who, call.kind) for who, call in calls}  # what beats a call without having been called saves nothing
        self.saves = {
            player: {kind: points if (player, kind) in said else 0 for kind, points in counted.items()}
            for player, counted in self.counted.items()
        }
        for player in self.held:
            if player in self.false or (player in self.silent and self.rules["extra-card"] == "reckons-nothing"):
                blanche = self.counted[player]["carte blanche"]
                self.counted[player] = dict.fromkeys(KINDS, 0) | {"carte blanche": blanche}
                if player in self.false and self.rules["law"] == "classic":
                    self.saves[player] = self.counted[player]

    def true(self, who: str, call: Call, answer: str) -> bool:
        """Whether he has what he calls; if not, he has declared falsely."""
        if self.has(call, self.held[who]):
            return True
        before = self.held[who] + self.out[who]
        forgiven = not self.has(call, before) or (who == self.elder and answer == "not good")
        if self.rules["law"] == "classic" or not forgiven:
            self.fault("false-declaration", who)
            self.false.add(who)
        return False

    def has(self, call: Call, cards: list[str]) -> bool:
        if call.kind == "point":
            return any(len(suit) >= call.least and pips(suit) >= call.pips for suit in suits(cards))
        if call.kind == "set":
            return sum(card[1:] == call.suit for card in cards) >= call.least
        return call.kind == "carte blanche" or set(call.needs) <= set(cards)

    def count(self, kind: str, mine: dict[str, list[Call]], answer: str) -> None:
        elder, younger = mine[self.elder], mine[self.younger]
        if kind == "carte blanche":
            for player, calls in mine.items():
                self.counted[player][kind] = 10 * bool(calls)
            return
        first, second = max((c.rank for c in elder), default=()), max((c.rank for c in younger), default=())
        if kind == "point":
            elder, younger = elder[:1], younger[:1]
        if elder and not answer and not self.false:
            hand = all_calls(self.dealt[self.younger], self.held[self.younger], self.rules)
            second = max((call.rank for call in hand if call.kind == kind), default=())
        if not answer or not elder:
            answer = "good" if first > second else "equal" if first == second else "not good"
        if answer == "equal" and (elder or younger):
            self.equal = self.equal or kind in ("point", "sequence")
        if answer == "good":
            self.counted[self.elder][kind] = sum(call.value for call in elder)
        elif answer == "not good":
            self.counted[self.younger][kind] = sum(call.value for call in younger)

    def hand(self, player: str) -> int:
        return sum(self.counted[player].values())

    def repique(self, player: str) -> bool:
        other = self.other(player)
        if self.rules["repique"] == "nothing-counted":
            return self.hand(player) >= 30 and not any(self.saves[other].values())
        before = 0
        for kind in KINDS:
            if self.saves[other][kind]:
                break
            before += self.counted[player][kind]
        return before >= 30

    def play(self) -> None:
        lines = self.deal["play"]
        left = {player: list(cards) for player, cards in self.held.items()}
        leader = self.elder
        for line, following in zip(lines, [*lines[1:], ""], strict=True):
            if line.endswith(": concede"):
                winner = self.other(line.rpartition(": ")[0])
                rest = min(len(cards) for cards in left.values())
                for _ in range(rest):
                    self.tricks[winner] += 1
                    self.add(winner, 1)
                self.add(winner, 1)
                self.conceded = True
                return
            if ": takes back " in following:
                self.fault("play|revoke", following.partition(": ")[0])
                continue
            if ": takes back " in line:
                continue
            led, answer = line.split()
            second = self.other(leader)
            if answer[0] != led[0] and any(card[0] == led[0] for card in left[second]):
                self.fault("play|revoke", second)
            left[leader].remove(led)
            left[second].remove(answer)
            won = second if answer[0] == led[0] and strength(answer) > strength(led) else leader
            low = self.rules["low-cards"] != "count"
            self.add(leader, 0 if low and strength(led) < 3 else 1)
            if won == second:
                self.add(second, 0 if low and strength(answer) < 3 else 1)
            self.tricks[won] += 1
            if min(len(cards) for cards in left.values()) == 0:
                self.add(won, 1)
            leader = won
        self.broken_off = sum(self.tricks.values()) < 12

    def add(self, player: str, points: int) -> None:
        """A point in play, in its turn: elder's thirtieth before younger's first makes the pique."""
        self.play_points[player] += points
        quiet = self.quiet(self.younger)
        mine = self.hand(self.elder) + (0 if self.quiet(self.elder) else self.play_points[self.elder])
        theirs = sum(self.saves[self.younger].values()) + (0 if quiet else self.play_points[self.younger])
        barred = self.equal and self.rules["equality-bars-pique"] == "yes"
        if mine >= 30 and not theirs and not barred and not self.repique(self.elder) and not self.quiet(self.elder):
            self.pique = self.elder

    def quiet(self, player: str) -> bool:
        """Whether his play counts nothing."""
        return player in self.false or player in self.silent

    def score(self, times: int) -> dict[str, int]:
        total = {}
        for player in self.held:
            other = self.other(player)
            points = self.hand(player) + 60 * self.repique(player)
            if not self.quiet(player):
                double = other in self.silent and self.rules["extra-card"] == "doubled"
                points += self.play_points[player] * (2 if double else 1) + 30 * (self.pique == player)
                points += self.cards(player)
            total[player] = times * points
        return total

    def cards(self, player: str) -> int:
        if self.broken_off:
            return 0
        capot = self.tricks[player] == 12 and not self.conceded  # what was conceded counts the cards, and no capot
        return 40 if capot else 10 * (self.tricks[player] >= self.rules["cards-at"])


def judge(deal: dict[str, Any], players: list[str], rules: dict[str, Any]) -> Deal:
    table = Deal(deal, players, rules)
    table.exchange()
    table.hands()
    table.play()
    for item in deal.get("irregularities", []):
        table.fault(item["fault"], item.get("by"))
    return table


def score(record: dict[str, Any]) -> Opinion:
    """The whole partie."""
    players, given = record["players"], dict(record.get("rules", {}))
    rules = {**PROFILES[given.pop("profile", "classic")], **given}
    opinion = Opinion(totals={player: record.get("opening", {}).get(player, 0) for player in players})
    totals = opinion.totals
    assert totals is not None
    doubled = record.get("opening-refet", 0)
    carried, number = 0, record["deals"][0].get("number", 1) - 1
    for deal in record["deals"]:
        if deal.get("void"):
            opinion.scores.append(dict.fromkeys(players, 0))
            opinion.faults.append([])
            continue
        number += 1
        ends = rules["deals"] == 4 and number in (1, 4)
        times = 2 if ends or (doubled and number <= rules["deals"]) else 1
        doubled -= doubled > 0 and number <= rules["deals"]
        faults: list[tuple[str, str | None]] = []
        if "play" in deal:
            table = judge(deal, players, rules)
            scores, faults = table.score(times), table.faults
        else:
            scores = dict(deal["claimed"])
        wrote = deal.get("claimed")
        faults += [("record.claim", player) for player in players if wrote and wrote[player] != scores[player]]
        for player in players:
            totals[player] += scores[player]
        if rules["refet"] == "yes" and len(set(scores.values())) == 1:
            doubled, carried = (doubled, 2) if number + 2 > rules["deals"] else (2, carried)
        opinion.scores.append(scores)
        opinion.faults.append(faults)
    if number >= rules["deals"]:
        finish(opinion, totals, number, rules)
    wrote = record.get("claimed")
    opinion.faults.append([("record.claim", player) for player in players if wrote and wrote[player] != totals[player]])
    return opinion


def finish(opinion: Opinion, totals: dict[str, int], number: int, rules: dict[str, Any]) -> None:
    first, second = totals
    if totals[first] == totals[second]:
        opinion.result = (None, "level-partie") if number >= rules["deals"] + 2 else None
        return
    if rules["deals"] < number < rules["deals"] + 2:
        return
    won = max(totals, key=totals.__getitem__)
    lost = second if won == first else first
    crossed = totals[lost] >= rules["rubicon"]
    amount = totals[won] - totals[lost] if crossed else totals[won] + totals[lost]
    opinion.result = (won, "rubicon-both-100" if crossed else "rubicon")
    shut_out = 100 if rules["shut-out"] == "yes" and totals[lost] == 0 else 0
    opinion.payments = {(lost, won): amount + rules["bonus"] + shut_out}
