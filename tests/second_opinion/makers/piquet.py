"""Random parties of piquet: exchanges, calls and answers, play with care or without, and what goes wrong."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from opinion import piquet
from opinion.piquet import RUNS, all_calls, pips, strength, suits

from makers.common import Session, chance, house, players, sheet_faults

if TYPE_CHECKING:
    import random

OPTIONS: dict[str, list[Any]] = {
    "deals": [4, 2, 3],
    "rubicon": [90, 50],
    "bonus": [50],
    "cards-at": [6],
    "sequences": ["point-suit"],
    "equality-bars-pique": ["yes", "no"],
    "repique": ["nothing-counted", "order-of-counting"],
    "younger-must-exchange": ["yes", "no"],
    "extra-card": ["doubled", "reckons-nothing"],
    "refet": ["yes", "no"],
    "shut-out": ["yes", "no"],
    "low-cards": ["do-not-count"],
}
FAULTS = [
    *("false set", "false run", "false point", "thirteen", "revoke", "taken back", "elder stands", "younger stands"),
    *("called", "given away"),
]
CALLED = ["exposed-dealer-card", "own-discard", "no-second-discard", "two-packs", "deal-12"]


class Maker:
    """One deal as it goes."""

    def __init__(self, rng: random.Random, names: list[str], rules: dict[str, Any], dealer: str, fault: str) -> None:
        self.rng, self.rules, self.fault, self.done = rng, rules, fault, ""
        self.names, self.younger = names, dealer
        self.elder = names[1 - names.index(dealer)]
        self.careful = chance(rng, 0.5)

    def wants(self, fault: str) -> bool:
        return self.fault == fault

    def deal(self) -> dict[str, Any]:
        rng = self.rng
        cards = [suit + rank for suit in "SHDC" for rank in piquet.RANKS]
        rng.shuffle(cards)
        if chance(rng, 0.3):  # a strong hand for one of them
            seat = rng.randrange(2)
            tries = [rng.sample(cards, 32) for _ in range(12)]
            cards = max(
                tries,
                key=lambda order: (
                    sum(map(strength, order[12 * seat : 12 * seat + 12]))
                    + 3 * max(map(len, suits(order[12 * seat : 12 * seat + 12])))
                ),
            )
        elif chance(rng, 0.05):  # no court cards
            low = [card for card in cards if card[1:] not in ("K", "Q", "J")]
            cards = low[:12] + [card for card in cards if card not in low[:12]]
        hands = {self.elder: cards[:12], self.younger: cards[12:24]}
        talon = cards[24:]
        out, held = self.exchange(hands, list(talon))
        if self.rules["sequences"] == "point-suit" and any(
            len(set(sorted(map(len, suits(cards)))[-2:])) == 1 for cards in held.values()
        ):
            return self.deal()  # which suit is meant by the point could not be told
        deal: dict[str, Any] = {
            "dealer": self.younger,
            "hands": {name: " ".join(hands[name]) for name in self.names},
            "talon": " ".join(talon),
            "discards": {name: " ".join(out[name]) or "none" for name in self.names},
            "held": {name: " ".join(held[name]) for name in self.names},
        }
        if self.fault or chance(rng, 0.5):
            calls = self.calls(hands, held, out)
            deal |= {"calls": calls} if calls else {}
        deal["play"] = self.play({name: list(cards) for name, cards in held.items()})
        if self.wants("called"):
            fault = rng.choice(CALLED)
            by = self.younger if "deal" in fault else rng.choice(self.names)
            deal["irregularities"] = [{"fault": fault, "by": by}]
            self.done = "called"
        return deal

    def exchange(
        self, hands: dict[str, list[str]], talon: list[str]
    ) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        rng = self.rng
        out: dict[str, list[str]] = {}
        held: dict[str, list[str]] = {}
        most, extra = 5, ""
        if self.wants("thirteen"):
            extra = rng.choice(self.names)
        for player in (self.elder, self.younger):
            least = 1 if player == self.elder or self.rules["younger-must-exchange"] == "yes" else 0
            number = rng.choice([n for n in (most, most, rng.randint(0, most), 3) if least <= n <= most])
            stands = "elder stands" if player == self.elder else "younger stands"
            if self.wants(stands) and least:
                number, self.done = 0, stands
            draws = talon[:number]
            throws = number - (player == extra and number > 1)
            if throws < number:
                self.done = "thirteen"
            order = sorted(
                hands[player], key=lambda card: (sum(c[0] == card[0] for c in hands[player]), strength(card))
            )
            out[player] = order[:throws] if self.careful else rng.sample(hands[player], throws)
            held[player] = [card for card in hands[player] if card not in out[player]] + draws
            talon = talon[number:]
            most = len(talon)
        return out, held

    def words(self, call: piquet.Call, held: list[str]) -> str:
        if call.kind == "point":
            making = f" making {call.rank[1]}" if chance(self.rng, 0.3) else ""
            return f"point {call.value}{making}"
        if call.kind == "sequence":
            return f"{RUNS[call.rank[0]]} {call.suit}{piquet.RANKS[call.rank[1]]}"
        if call.kind == "set":
            return ("quatorze " if call.value == 14 else "trio ") + call.suit
        return "carte blanche"

    def calls(self, dealt: dict[str, list[str]], held: dict[str, list[str]], out: dict[str, list[str]]) -> list[str]:  # noqa: C901 - goes through it in one go
        """Elder's calls with the answers, then younger's; somebody may sink something."""
        rng = self.rng
        mine = {name: all_calls(dealt[name], held[name], self.rules) for name in self.names}
        sinks = chance(rng, 0.2) and self.rules["law"] == "classic"
        for name in self.names:
            if sinks:
                mine[name] = [call for call in mine[name] if chance(rng, 0.8)]
        liar = ""
        if self.fault.startswith("false"):
            liar = rng.choice(self.names)
            lie = self.lie(held[liar], out[liar])
            said = next((c for c in mine[self.elder] if lie is not None and c.kind == lie.kind), None)
            if lie is not None and (liar == self.elder or said is None or said.rank != lie.rank):
                kept = [call for call in mine[liar] if call.kind != lie.kind]
                mine[liar] = sorted([*kept, lie], key=lambda call: piquet.KINDS.index(call.kind))
                self.done = self.fault
        lines, later = [], []
        for kind in piquet.KINDS:
            first = [call for call in mine[self.elder] if call.kind == kind]
            second = [call for call in mine[self.younger] if call.kind == kind]
            lines += [f"{self.elder}: {self.words(call, held[self.elder])}" for call in first[:1]]
            theirs = [f"{self.younger}: {self.words(call, held[self.younger])}" for call in second]
            if kind == "carte blanche":
                lines += theirs
                continue
            if not first:
                later += theirs
                continue
            answer = self.answer(first[0], second)
            if not liar and not sinks and chance(rng, 0.1):
                lines += [f"{self.elder}: {self.words(call, held[self.elder])}" for call in first[1:]]
                later += theirs if answer == "not good" else []
                continue  # the answer was not written
            if self.wants("given away") and answer != "good" and not self.done:
                answer, self.done = "good", "given away"
            lines.append(f"{self.younger}: {answer}")
            if answer == "good":
                lines += [f"{self.elder}: {self.words(call, held[self.elder])}" for call in first[1:]]
            elif answer == "not good":
                later += theirs
        return lines + later

    def answer(self, called: piquet.Call, own: list[piquet.Call]) -> str:
        best = max((call.rank for call in own), default=())
        return "good" if called.rank > best else "equal" if called.rank == best else "not good"

    def lie(self, held: list[str], out: list[str]) -> piquet.Call | None:
        """A call that the hand does not bear out; by the laws of 1882 one that it bore before the exchange."""
        before = held + out
        if self.fault == "false set":
            ranks = [
                r for r in piquet.RANKS[3:] if sum(c[1:] == r for c in held) < 3 <= sum(c[1:] == r for c in before)
            ]
            return piquet.set_call("trio", self.rng.choice(ranks)) if ranks else None
        if self.fault == "false run":
            found = [run for run in piquet.runs(before) if not set(run) <= set(held)]
            return piquet.run_call(RUNS[len(found[0])], found[0][-1]) if found else None
        most = max(map(len, suits(held)))
        if max(map(len, suits(before))) <= most:
            return None
        long = max(suits(before), key=len)
        return piquet.Call("point", (len(long), pips(long)), len(long), long[0][0], [], len(long))

    def play(self, left: dict[str, list[str]]) -> list[str]:
        rng, lines, leader = self.rng, [], self.elder
        tricks = min(len(cards) for cards in left.values())
        concede = rng.randrange(6, 11) if chance(rng, 0.05) and not self.fault else 0
        for number in range(tricks):
            if concede and number == concede:
                lines.append(f"{rng.choice(self.names)}: concede")
                break
            second = self.names[1 - self.names.index(leader)]
            led = max(left[leader], key=strength) if self.careful and chance(rng, 0.7) else rng.choice(left[leader])
            same = [card for card in left[second] if card[0] == led[0]]
            others = [card for card in left[second] if card[0] != led[0]]
            may = same or left[second]
            over = [card for card in same if strength(card) > strength(led)]
            answer = rng.choice((over if self.careful else []) or may)
            if same and others and not self.done and chance(rng, 0.2):
                if self.wants("revoke"):
                    answer, self.done = rng.choice(others), "revoke"
                elif self.wants("taken back"):
                    wrong = rng.choice(others)
                    lines += [f"{led} {wrong}", f"{second}: takes back {wrong}"]
                    self.done = "taken back"
            lines.append(f"{led} {answer}")
            left[leader].remove(led)
            left[second].remove(answer)
            if answer[0] == led[0] and strength(answer) > strength(led):
                leader = second
        return lines


def shorter(rng: random.Random, deal: dict[str, Any], *, sound: bool) -> dict[str, Any]:
    """The same deal as a person may write it: as dealt and exchanged, as held, or the play alone."""
    deal = copy.deepcopy(deal)
    thirteen = any(len(cards.split()) > 12 for cards in deal["held"].values())
    blanche = any(not {"K", "Q", "J"} & {card[1:] for card in hand.split()} for hand in deal["hands"].values())
    if thirteen:
        return deal
    if sound and not blanche and chance(rng, 0.4):
        for key in ("hands", "talon", "discards") + (("held",) if chance(rng, 0.4) and len(deal["play"]) > 11 else ()):
            deal.pop(key)
    elif chance(rng, 0.7):
        del deal["held"]
        if chance(rng, 0.2) and deal["discards"].values() != {"none"} and len(deal["play"]) > 11:
            del deal["talon"]
    return deal


def make(rng: random.Random, *, faulty: float) -> Session:
    names = players(rng, 2)
    given = house(rng, ["classic", "portland"], OPTIONS)
    rules = {**piquet.PROFILES[given.get("profile", "classic")], **given}
    whole: dict[str, Any] = {"game": "piquet", "rules": given, "players": names, "deals": []}
    last = rules["deals"] + 2
    first = 1
    if chance(rng, 0.3) and rules["deals"] > 3:
        first = rng.randint(2, rules["deals"])
        whole["opening"] = {name: rng.randint(5, 140) for name in names}
        if rules["refet"] == "yes" and chance(rng, 0.3):
            whole["opening-refet"] = rng.randint(1, 2)
    session = Session(whole, {**whole, "deals": []})
    dealer = rng.randrange(2)
    number = first
    while number <= last:
        if number > first and chance(rng, 0.05):
            break
        if chance(rng, 0.04) and number > first:
            void = {"dealer": names[dealer], "void": True}
            whole["deals"].append(void)
            session.written["deals"].append(dict(void))
            continue
        fault = rng.choice(FAULTS) if chance(rng, faulty) else ""
        maker = Maker(rng, names, rules, names[dealer], fault)
        deal = maker.deal()
        session.kinds += [maker.done] if maker.done else []
        written = shorter(rng, deal, sound=not maker.done)
        if number == first > 1:
            deal["number"] = written["number"] = number
        whole["deals"].append(deal)
        session.written["deals"].append(written)
        if number >= rules["deals"]:
            said = piquet.score(whole)
            if said.result is not None:
                break
        dealer, number = 1 - dealer, number + 1
    said = piquet.score(whole)
    sheet_faults(rng, session, said.scores, said.totals, faulty / 2)
    return session
