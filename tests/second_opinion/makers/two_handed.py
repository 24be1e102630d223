"""Random games of two-handed pinochle, from the first deal to the last, with whatever goes wrong at a table."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from opinion import two_handed
from opinion.cards import SUIT_NAMES, allowed, pack, points
from opinion.laid import prices
from opinion.two_handed import Table, mark_of

from makers.common import Session, chance, goes_on, house, players, sheet_faults

if TYPE_CHECKING:
    import random

OPTIONS: dict[str, list[Any]] = {
    "deck": [64],
    "target": [500, 750, 1250, "deal"],
    "step": [100, 500],
    "going-out": ["must-win-a-trick", "must-win-own-lead"],
    "declared-count": ["exact"],
    "first-dix": ["may-exchange", "must-exchange"],
    "heading": ["trumps", "always"],
    "count": ["10-10-5-5", "10-10-10"],
    "rounding": ["exact"],
    "doubles": ["twice"],
}
FAULTS = [
    *("revoke", "second meld", "loser melds", "counted", "nonsense", "played", "over", "under", "lead", "taken back"),
    *("dix twice", "loser's dix", "only shown", "out of turn", "forgotten", "called", "false out"),
    *("revokes", "late correction", "several", "exposes", "called revoke", "wrong count", "after the end"),
]


class Maker:
    """One deal: cards are played and shown at random; the fault that is wanted comes in when it can."""

    def __init__(self, rng: random.Random, names: list[str], rules: dict[str, Any], dealer: str, fault: str) -> None:
        self.rng, self.rules, self.fault = rng, rules, fault
        cards = pack(rules["deck"])
        rng.shuffle(cards)
        size = rules["deck"] // 4
        hands = {name: cards[n * size : (n + 1) * size] for n, name in enumerate(names)}
        self.stock = cards[2 * size + 1 :]
        self.deal: dict[str, Any] = {"dealer": dealer, "turned": cards[2 * size], "hands": hands}
        self.table = Table(self.deal, names, rules)
        self.deal["hands"] = {name: " ".join(hand) for name, hand in hands.items()}
        self.deal["stock"] = " ".join(self.stock)
        self.lines: list[str] = []
        self.silent: set[str] = set()
        self.done = ""  # the fault that was put in
        self.late = False  # a correction is to come too late
        self.melds: dict[str, list[str]] = {name: [] for name in names}

    def emit(self, line: str, fault: str = "") -> None:
        self.table.line(line)
        self.lines.append(line)
        self.done = self.done or fault

    def wants(self, *faults: str) -> bool:
        return not self.done and self.fault in faults

    def play(self, before: dict[str, int]) -> dict[str, Any]:
        mark, table = mark_of(before, self.rules), self.table
        while not table.ends and any(side.names() for side in table.sides.values()):
            self.trick()
            if table.up is not None and not table.ends:
                self.shows()
                self.out(before, mark)
                if table.ends:
                    break
                self.draws()
            elif not table.ends:
                self.out(before, mark)
        return {**self.deal, "play": self.lines}

    def out(self, before: dict[str, int], mark: int) -> None:
        over = not any(side.names() for side in self.table.sides.values())
        if self.rules["target"] == "deal" or (over and self.rules["declared-count"] == "exact"):
            return
        rng, table = self.rng, self.table
        if table.up is not None and any(len(side.names()) < table.size - 1 for side in table.sides.values()):
            return  # a draw that is not made good looks like a line left out
        immediate = self.rules["going-out"] == "immediate"
        for player in table.players:
            if player in table.claims or table.ends:
                continue
            side = table.sides[player]
            near = before[player] + table.extra[player] + side.best()[0] + points(side.cards, self.rules["count"])
            reached = near >= mark + 5
            likely = (0.3 if reached else 0.03 * (self.wants("false out") and immediate)) if not table.claims else 0.1
            if chance(rng, likely):
                self.emit(f"{player}: out", "" if reached else "false out")

    def trick(self) -> None:
        rng, table = self.rng, self.table
        table.last_card_up()
        leader, prefix = table.leader, ""
        stage2 = table.up is None
        wrong = chance(rng, 0.2) and bool(table.tricks) and self.wants("lead", "taken back")
        right_lead = rng.choice(table.sides[leader].names())
        if wrong:
            leader = table.other(leader)
            prefix = f"{leader}: "
        led = rng.choice(table.sides[leader].names()) if wrong else right_lead
        replies = table.sides[table.other(leader)].names()
        may = allowed(replies, [led], table.trump, self.rules["heading"]) if stage2 else replies
        if self.wants("taken back") and wrong:
            self.lines += [f"{prefix}{led} {rng.choice(may)}", f"{prefix}takes back {led}"]
            table.fault("two-handed.lead-out-of-turn", leader)
            self.done, leader, led, prefix = "taken back", table.other(leader), right_lead, ""
            replies = table.sides[table.other(leader)].names()
            may = allowed(replies, [led], table.trump, self.rules["heading"]) if stage2 else replies
        breach = [card for card in replies if card not in may]
        if (self.wants("revoke") or self.fault == "revokes") and breach and chance(rng, 0.3):
            self.emit(f"{prefix}{led} {rng.choice(breach)}", self.fault)
            return
        self.emit(f"{prefix}{led} {rng.choice(may)}", "lead" if prefix else "")

    def shows(self) -> None:
        rng, table = self.rng, self.table
        won = table.turn
        assert won is not None
        first = chance(rng, 0.5)
        if first:
            self.shows_dix(won)
        if won not in self.silent:
            self.shows_meld(won)
        if not first:
            self.shows_dix(won)
        loser = table.other(won)
        his = table.sides[won].names()  # with the same cards in his hand the name may be a slip of the pen
        found = [cards for cards in self.candidates(loser) if not {*cards.split()} <= {*his}]
        if self.wants("loser melds") and found:
            self.emit(f"{loser}: meld {found[0]}", "loser melds")
            self.silent.add(loser)
        if self.wants("loser's dix") and table.dix in table.sides[loser].names() and table.dix not in his:
            self.emit(f"{loser}: dix", "loser's dix")

    def shows_dix(self, won: str) -> None:
        rng, table = self.rng, self.table
        side = table.sides[won]
        fresh = (
            max(told[0] for _, told in table.dix_worlds(side, None)) > side.best()[0]
            if table.dix in side.names()
            else False
        )
        must = self.rules["first-dix"] == "must-exchange" and not side.declared_dix and table.up != table.dix
        if fresh and chance(rng, 0.7):
            if self.wants("only shown") and must:
                self.emit(f"{won}: dix shown", "only shown")
            else:
                shown = (table.up == table.dix or chance(rng, 0.3)) and not must
                self.emit(f"{won}: dix{' shown' * shown}")
            if len(side.names()) == self.rules["deck"] // 4 - 1:
                self.melds[won].append("dix")
        elif self.wants("dix twice") and not fresh and table.dix in side.names():
            self.emit(f"{won}: dix shown", "dix twice")

    def candidates(self, player: str, *, scoring: bool = True) -> list[str]:
        """The melds among his cards that would score, or those that would not."""
        side, table = self.table.sides[player], self.table
        found = []
        for _, _, needs in prices(side.names(), table.trump, self.rules["doubles"]):
            gain = max(told[0] for _, told in side.meld_worlds_of(needs, table)) - side.best()[0]
            if (gain > 0) == scoring:
                found.append(" ".join(self.rng.sample(needs, len(needs))))
        self.rng.shuffle(found)
        return found

    def shows_meld(self, won: str) -> None:
        rng = self.rng
        found = self.candidates(won)
        if self.wants("counted") and (wrong := self.candidates(won, scoring=False)):
            self.emit(f"{won}: meld {wrong[0]}", "counted")
            self.silent.add(won)
        elif self.wants("nonsense", "played") and chance(rng, 0.2):
            self.shows_nonsense(won)
        elif found and chance(rng, 0.8):
            scored = ""
            if self.wants("over", "under", "late correction") and len(set(self.table.sides[won].names())) == len(
                self.table.sides[won].names()
            ):
                worth = max(t[0] for _, t in self.table.sides[won].meld_worlds_of(found[0].split(), self.table))
                worth -= self.table.sides[won].best()[0]
                scored = f" scored {worth + (-10 if self.fault == 'under' else 20)}"
            self.emit(f"{won}: meld {found[0]}{scored}", self.fault if scored else "")
            self.late = bool(scored) and self.fault == "late correction"
            if scored and not self.late and chance(rng, 0.5):
                self.emit(f"{rng.choice(self.table.players)}: correct")
            self.melds[won].append(found[0])
            if self.wants("second meld") and (more := [meld for meld in self.candidates(won) if meld != found[0]]):
                self.emit(f"{won}: meld {more[0]}", "second meld")
                self.silent.add(won)

    def shows_nonsense(self, won: str) -> None:
        side = self.table.sides[won]
        if self.fault == "nonsense":
            cards = self.rng.sample(sorted(set(side.names())), 2)
            if prices(cards, self.table.trump, "single") or self.table.dix in cards:
                return
            nearly = [set(needs) for _, _, needs in prices(side.names(), self.table.trump, "single") if len(needs) == 2]
            if any(pair & set(cards) for pair in nearly):
                return  # one card put right it is a meld that he had, which is a slip of the pen
        else:
            melded = {card for meld in self.melds[won] for card in meld.split()}
            gone = [c for c in melded & side.played if c not in side.names()]
            pairs = [p for _, _, p in prices(side.names() + gone, self.table.trump, "single") if set(p) & set(gone)]
            if not pairs:
                return
            cards = pairs[0]
        self.emit(f"{won}: meld {' '.join(cards)}", self.fault)
        self.silent.add(won)

    def draws(self) -> None:
        rng, table = self.rng, self.table
        order = [(p, n) for p in table.owed for n in range(self.rules["deck"] // 4 - len(table.sides[p].names()))]
        early = len(self.stock) > 6
        if self.wants("out of turn") and early and chance(rng, 0.2):
            order.reverse()
            self.done = "out of turn"
        elif self.wants("forgotten") and early and table.tricks > 1 and chance(rng, 0.2):
            order = order[:1]
            self.done = "forgotten"
        twice = self.stock[:1] == self.stock[1:2]  # two lines alike are one that was written twice
        several = self.wants("several") and not twice and early and len(order) == 2 and chance(rng, 0.2)
        for n, (player, _) in enumerate(order):
            if self.stock:
                self.emit(f"{player}: draw {self.stock.pop(0)}")
            if n == 0 and several:
                self.emit(f"{player}: draw {self.stock[0]}", "several")
        if self.late:
            self.emit(f"{rng.choice(table.players)}: correct")
            self.late = False
        if self.wants("exposes") and chance(rng, 0.1):
            who = rng.choice(table.players)
            self.emit(f"{who}: exposes {rng.choice(table.sides[who].names())}", "exposes")


def shorter(rng: random.Random, deal: dict[str, Any], maker: Maker, *, sound: bool) -> dict[str, Any]:
    """The same deal as a person may write it: with the stock or the draws, with hands or without."""
    deal = copy.deepcopy(deal)
    irregular = maker.done in ("out of turn", "forgotten", "several", "late correction")
    if irregular or (maker.done != "called" and chance(rng, 0.4)):
        del deal["stock"]
    else:
        deal["play"] = [line for line in deal["play"] if ": draw " not in line]
        if sound and chance(rng, 0.3):
            del deal["stock"]
    if sound and chance(rng, 0.4):
        del deal["hands"]
    if sound and deal["turned"] != maker.table.dix and "hands" not in deal and "stock" not in deal and chance(rng, 0.3):
        deal["trump"] = SUIT_NAMES[deal.pop("turned")[0]]
    return deal


def as_sheet(rng: random.Random, deal: dict[str, Any], maker: Maker) -> dict[str, Any]:
    """Only what a score sheet has of it."""
    taken = {p: points(s.cards, maker.rules["count"]) + 10 * s.last for p, s in maker.table.sides.items()}
    return {"dealer": deal["dealer"], "turned": deal["turned"], "melds": maker.melds, "taken": taken}


def spoil(rng: random.Random, deal: dict[str, Any], fault: str) -> None:
    """What goes wrong on a score sheet: a count that cannot be, or a revoke that the table wrote down."""
    who = rng.choice(list(deal["taken"]))
    if fault == "wrong count":
        deal["taken"][who] += 1
    else:
        deal["irregularities"] = [
            {"fault": "revoke-1000", "by": who, "after": rng.randint(18, 20)}
        ]  # of 48 cards or 64


def score_of(deal: dict[str, Any], names: list[str], rules: dict[str, Any]) -> dict[str, int]:
    revoked = {item["by"] for item in deal.get("irregularities", []) if item["fault"] == "revoke-1000"}
    return two_handed.sheet(deal, names, rules, revoked)


def dealt_again(rng: random.Random, session: Session, dealer: str, faulty: float) -> dict[str, Any]:
    """A deal that does not count, for whatever reason or for one that is written down."""
    if chance(rng, 0.5 * (faulty > 0)):
        session.kinds.append("misdeal")
        return {"dealer": dealer, "irregularities": [{"fault": "misdeal", "by": dealer, "after": 0}]}
    return {"dealer": dealer, "void": True}


def make(rng: random.Random, *, faulty: float) -> Session:  # noqa: C901 - goes through it in one go
    names = players(rng, 2)
    given = house(rng, ["classic", "modern"], OPTIONS)
    rules = {**two_handed.PROFILES[given.get("profile", "classic")], **given}
    whole: dict[str, Any] = {"game": "two-handed", "rules": given, "players": names, "deals": []}
    single = rules["target"] == "deal"
    if not single and chance(rng, 0.6):
        top = int(rules["target"])
        whole["opening"] = {name: 10 * rng.randint(0, top // 10 + (10 if chance(rng, 0.2) else -1)) for name in names}
        if sum(points >= top for points in whole["opening"].values()) == 1:
            del whole["opening"]
    session = Session(whole, {**whole, "deals": []})
    dealer = rng.randrange(2)
    totals = dict(whole.get("opening") or dict.fromkeys(names, 0))
    figures: list[dict[str, int]] = []
    for number in range(12):
        if number > 1 and chance(rng, 0.1):
            break
        if chance(rng, 0.06):
            void = dealt_again(rng, session, names[dealer], faulty)
            whole["deals"].append(void)
            session.written["deals"].append(dict(void))
            figures.append(dict.fromkeys(names, 0))
            continue
        fault = rng.choice(FAULTS) if chance(rng, faulty) else ""
        maker = Maker(rng, names, rules, names[dealer], fault)
        deal = maker.play(totals)
        if fault == "called" and not maker.done:
            item = {"fault": rng.choice(["exposed-card", "draw-out-of-turn", "draw-several"]), "by": rng.choice(names)}
            deal["irregularities"] = [{**item, "after": rng.randint(1, 3)}]
            maker.done = "called"
        session.kinds += [maker.done] if maker.done else []
        on_paper = fault in ("called revoke", "wrong count") and not maker.done and not single
        if not maker.done and not maker.table.out and rules["doubles"] == "single" and (on_paper or chance(rng, 0.2)):
            deal = as_sheet(rng, deal, maker)
            if on_paper:
                session.kinds.append(fault)
                spoil(rng, deal, fault)
            session.written["deals"].append(dict(deal))
        else:
            session.written["deals"].append(shorter(rng, deal, maker, sound=not maker.done))
        whole["deals"].append(deal)
        dealer = 1 - dealer
        mark, table = mark_of(totals, rules), maker.table
        over = not any(side.names() for side in table.sides.values())
        figures.append(score_of(deal, names, rules) if "taken" in deal else table.finish(whole=over))
        totals = {name: totals[name] + figures[-1][name] for name in names}
        if "wrong count" in session.kinds or not goes_on(session, fault, two_handed.result(totals, mark, rules, table)):
            break
    if not {"wrong count", "after the end"} & set(session.kinds):
        sheet_faults(rng, session, figures, totals, faulty / 2)
    return session
