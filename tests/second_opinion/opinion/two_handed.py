"""Two-handed pinochle, replayed line by line; which of two like cards was meant is found by trying both to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opinion.cards import Opinion, allowed, points, rounded, suit_of, winner
from opinion.laid import Copy, Hand, Side, prices

if TYPE_CHECKING:
    from collections.abc import Iterator

CLASSIC: dict[str, Any] = {
    "deck": 48,
    "target": 1000,
    "step": 250,
    "going-out": "immediate",
    "declared-count": "rounded",
    "first-dix": "may-exchange",
    "heading": "trumps",
    "count": "11-10-4-3-2",
    "rounding": "seven-up",
    "doubles": "single",
}
PROFILES = {"classic": CLASSIC, "modern": {**CLASSIC, "first-dix": "must-exchange", "heading": "always"}}
OUT = {"immediate": "", "must-win-a-trick": "-variant-1", "must-win-own-lead": "-variant-2"}


def dealt(cards: str | list[str]) -> list[str]:
    return cards.split() if isinstance(cards, str) else cards


class Table:
    """One deal as it is replayed."""

    def __init__(self, deal: dict[str, Any], players: list[str], rules: dict[str, Any]) -> None:
        self.rules, self.players, self.size = rules, players, rules["deck"] // 4
        self.up: str | None = deal["turned"]
        self.trump = deal["turned"][0]
        self.dix = self.trump + ("9" if rules["deck"] == 48 else "7")
        self.sides = {p: Side({tuple(sorted(map(Copy, dealt(deal["hands"][p])))): (0, ())}) for p in players}
        self.leader = self.other(deal["dealer"])
        self.extra = dict.fromkeys(players, 0)
        if deal["turned"] == self.dix:
            self.extra[deal["dealer"]] += 10
        self.left = rules["deck"] - 2 * self.size - 1
        self.tricks = 0
        self.short = dict.fromkeys(players, False)
        self.turn: str | None = None  # whose turn to show something it is
        self.owed: list[str] = []  # who must still draw, in order
        self.faults: list[tuple[str, str | None]] = []
        self.wrong: list[dict[str, Any]] = []  # melds scored wrongly
        self.claims: list[str] = []
        self.out: str | None = None  # who is counted, at once
        self.ends = False

    def other(self, player: str) -> str:
        return self.players[1 - self.players.index(player)]

    def fault(self, rule: str, player: str | None) -> None:
        self.faults.append((rule, player))

    def line(self, line: str) -> None:
        who, _, rest = line.rpartition(": ")
        verb, _, words = rest.partition(" ")
        match verb:
            case "meld":
                self.meld(who, words)
            case "dix":
                self.show_dix(who, only_shown=words == "shown")
            case "draw":
                self.draw(who, words)
            case "exposes":
                self.fault("two-handed.exposed-card", who)
            case "correct":
                wrong = self.wrong[-1]
                wrong["right again"] = not wrong["too late"]
            case "out":
                self.claims.append(who)
                if self.rules["going-out"] == "immediate":
                    self.out, self.ends = who, True
            case _:
                self.trick(who, rest.split())

    def trick(self, who: str, cards: list[str]) -> None:
        self.last_card_up()
        if who and who != self.leader:
            self.fault("two-handed.lead-out-of-turn", who)
            self.leader = who
        for player, side in self.sides.items():
            short = self.size - len(side.names()) if self.up is not None else 0
            self.short[player] = bool(self.tricks) and short > 0
        pair = [self.leader, self.other(self.leader)]
        for n, player in enumerate(pair):
            side = self.sides[player]
            if self.up is None and cards[n] not in allowed(side.names(), cards[:n], self.trump, self.rules["heading"]):
                self.fault("two-handed.stage2-follow", player)
                side.revoked = True
            twins = side.names().count(cards[n]) > 1  # then it may be the other that was played
            side.give(cards[n])
            for wrong in self.wrong:
                its_own = wrong["player"] == player and cards[n] in wrong["cards"] and not twins
                if its_own and wrong["scored"] < wrong["right"]:
                    wrong["too late"] = True
        won = pair[winner(cards, self.trump)]
        led_by_him = won == self.leader
        self.sides[won].cards += cards
        self.leader, self.tricks = won, self.tricks + 1
        self.turn, self.owed = (won, [won, self.other(won)]) if self.up is not None else (None, [])
        for side in self.sides.values():
            side.melds = 0
            side.last = False
        self.sides[won].last = not self.sides[won].names()
        if won in self.claims and (self.rules["going-out"] == "must-win-a-trick" or led_by_him):
            self.out, self.ends = won, True

    def last_card_up(self) -> None:
        """The trump card goes to whoever must draw when nothing else is left; the melds are taken up."""
        if self.up is not None and not self.left and self.owed:
            self.sides[self.owed[-1]].take(self.up)
            self.up = None
            for wrong in self.wrong:
                wrong["too late"] = True

    def draw(self, who: str, card: str) -> None:
        if len(self.sides[who].names()) == self.size:  # the card goes back, to be drawn by the other
            self.fault("two-handed.draw-several", who)
            return
        if len(self.owed) == 2 and who == self.owed[1]:
            self.fault("two-handed.draw-out-of-turn", who)
        if who in self.owed:
            self.owed.remove(who)
        if who == self.turn:
            self.turn = None
        if self.short[who] and len(self.sides[who].names()) < self.size - 1:  # what he makes good shows what he forgot
            self.fault("two-handed.wrong-hand-short", who)
        self.sides[who].take(card)
        self.left -= 1
        for wrong in self.wrong:
            if wrong["scored"] > wrong["right"]:
                wrong["too late"] = True

    def show_dix(self, who: str, *, only_shown: bool) -> None:
        side = self.sides[who]
        open_to_exchange = self.up not in (None, self.dix)
        if who != self.turn:
            self.fault("two-handed.dix-show|two-handed.meld-timing", who)
            return
        if len(side.names()) != self.size - 1:
            self.fault("two-handed.wrong-hand-no-meld", who)
            return
        if only_shown and open_to_exchange and not side.declared_dix and self.rules["first-dix"] == "must-exchange":
            self.fault("two-handed.dix-first-exchange", who)
        side.declared_dix = True
        up = self.up if open_to_exchange and not only_shown else None
        if up is not None:
            self.up = self.dix
        side.become(self.dix_worlds(side, up))

    def dix_worlds(self, side: Side, up: str | None) -> Iterator[tuple[Hand, tuple[int, tuple[str, ...]]]]:
        for hand, (scored, faults) in side.worlds.items():
            for n, copy in enumerate(hand):
                if copy.name == self.dix:
                    rest, fresh = hand[:n] + hand[n + 1 :], not copy.mark("dix")
                    told = (scored + 10 * fresh, faults if fresh or up else (*faults, "two-handed.dix-show"))
                    yield (*rest, Copy(up)) if up else (*rest, copy.counted("dix", 10)), told

    def meld(self, who: str, words: str) -> None:
        text, _, figure = words.partition(" scored ")
        cards, side = text.split(), self.sides[who]
        before = side.best()[0]
        if who != self.turn:
            self.fault("two-handed.meld-timing", who)
            return
        if side.melds:
            self.fault("two-handed.one-meld-per-turn", who)
            return
        if len(side.names()) != self.size - 1:
            self.fault("two-handed.wrong-hand-no-meld", who)
            return
        side.melds += 1
        if any(cards.count(card) > side.names().count(card) for card in cards):
            self.fault("two-handed.meld-card-playable|two-handed.meld-timing", who)
            return
        side.become(side.meld_worlds_of(cards, self))
        right = side.best()[0] - before
        if figure:
            wrong = {"player": who, "cards": cards, "scored": int(figure), "right": right, "too late": False}
            self.wrong.append({**wrong, "right again": False})
            self.fault("two-handed.meld-" + ("over" if int(figure) > right else "under") + "credit", who)

    def finish(self, *, whole: bool) -> dict[str, int]:
        """The points of both, after what follows from revokes."""
        how = self.rules["rounding"]
        if self.out is not None and self.rules["declared-count"] == "exact":
            how = "exact"
        if not whole and self.out is None:
            how = "exact"
        total = {}
        for player, side in self.sides.items():
            count = points(side.cards, self.rules["count"]) + 10 * side.last
            lost = side.revoked and (self.rules["target"] != "deal" or all(s.revoked for s in self.sides.values()))
            melds, faults = side.best()
            self.faults += [(fault, player) for fault in faults]
            melds += sum(
                wrong["scored"] - wrong["right"]
                for wrong in self.wrong
                if wrong["player"] == player and wrong["too late"] and not wrong["right again"]
            )
            total[player] = self.extra[player] + melds + (0 if lost else rounded(count, how))
        return total


def sheet(
    deal: dict[str, Any], players: list[str], rules: dict[str, Any], revoked: set[str] | None = None
) -> dict[str, int]:
    """A deal of which only the melds and the counts are on paper."""
    trump = deal["turned"][0] if "turned" in deal else suit_of(deal["trump"])
    dix = trump + ("9" if rules["deck"] == 48 else "7")
    total = {}
    for player in players:
        melds = [item.split() for item in deal.get("melds", {}).get(player, [])]
        worth = sum(10 if cards == ["dix"] else prices(cards, trump, "single")[0][0] for cards in melds)
        turned = 10 * (deal.get("turned") == dix and deal["dealer"] == player)
        total[player] = (
            worth + turned + rounded(deal["taken"][player], rules["rounding"]) * (player not in (revoked or ()))
        )
    return total


def judge(deal: dict[str, Any], players: list[str], rules: dict[str, Any]) -> Table:
    table = Table(deal, players, rules)
    lines = deal["play"]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if ": takes back " in following:  # only a lead out of turn is taken back here, and the trick is played anew
            table.fault("two-handed.lead-out-of-turn", following.partition(": ")[0])
        elif ": takes back " not in line:
            table.line(line)
    return table


def called(deal: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [("two-handed." + item["fault"], item.get("by")) for item in deal.get("irregularities", [])]


def score(record: dict[str, Any]) -> Opinion:  # noqa: C901 - goes through it in one go
    """The whole session."""
    players, given = record["players"], dict(record.get("rules", {}))
    rules = {**PROFILES[given.pop("profile", "classic")], **given}
    opinion = Opinion(totals={player: record.get("opening", {}).get(player, 0) for player in players})
    totals = opinion.totals
    assert totals is not None
    broken = False
    for deal in record["deals"]:
        table, scores = None, dict.fromkeys(players, 0)
        if deal.get("void") or any(item["fault"] == "misdeal" for item in deal.get("irregularities", [])):
            pass
        elif "play" in deal:
            table = judge(deal, players, rules)
            whole = not any(side.names() for side in table.sides.values())
            scores = table.finish(whole=whole)
        elif "taken" in deal:
            if sum(deal["taken"].values()) != 250:
                opinion.errors.append("record.count")
                broken = True
            revoked = {item["by"] for item in deal.get("irregularities", []) if item["fault"] == "revoke-1000"}
            scores = sheet(deal, players, rules, revoked)
        else:
            scores = dict(deal["claimed"])
        faults = called(deal) + (table.faults if table else [])
        mark = mark_of(totals, rules)
        over = opinion.result is not None
        if over and "record.count" not in opinion.errors:
            opinion.errors.append("record.count")
        for player in players:
            totals[player] += 0 if over else scores[player]
        opinion.scores.append(scores)
        opinion.faults.append(faults)
        if broken and opinion.totals is not None:
            opinion.scores[-1], opinion.totals = None, None
        if over or broken:
            continue
        if "play" in deal or "taken" in deal or ("claimed" in deal and not deal.get("void")):
            opinion.result = result(totals, mark, rules, table)
        if table and table.out and opinion.result and opinion.result[0] != table.out:
            faults.append(("two-handed." + opinion.result[1], table.out))
        wrote = deal.get("claimed")
        faults += [("record.claim", player) for player in players if wrote and wrote[player] != scores[player]]
    wrote = record.get("claimed") if not broken else None
    last = [("record.claim", player) for player in players if wrote and wrote[player] != totals[player]]
    opinion.faults.append(last)
    return opinion


def mark_of(totals: dict[str, int], rules: dict[str, Any]) -> int:
    """The target in force: it rises as often as both have reached it."""
    if rules["target"] == "deal":
        return 0
    mark = int(rules["target"])
    while min(totals.values()) >= mark:
        mark += int(rules["step"])
    return mark


def result(
    totals: dict[str, int], mark: int, rules: dict[str, Any], table: Table | None
) -> tuple[str | None, str] | None:
    first, second = totals
    if rules["target"] == "deal":
        revokers = [p for p, side in table.sides.items() if side.revoked] if table else []
        if len(revokers) == 1 and table:
            return table.other(revokers[0]), "revoke-single-deal"
        if table and any(side.names() for side in table.sides.values()):
            return None
        ahead = max(totals, key=totals.__getitem__)
        return (None, "drawn") if totals[first] == totals[second] else (ahead, "single-deal-game")
    if table and table.out:
        won = totals[table.out] >= mark
        return table.out if won else table.other(table.out), "declare-out" + OUT[rules["going-out"]]
    if table and any(side.names() for side in table.sides.values()):
        return None
    mark = mark_of(totals, rules)
    reached = [player for player in totals if totals[player] >= mark]
    return (reached[0], "game-1000") if len(reached) == 1 else None
