"""One record in the many forms in which people and programs write it; all of them say the same."""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any

from opinion.cards import SUIT_NAMES

from makers.common import chance

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

CARD = re.compile(r"\b([SHDC])(10|[AKQJ987])\b")
GROUPED = {"hands", "held", "stock", "widow", "talon", "discards", "bury"}
SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))
RUSSIAN = dict(zip("SHDC", "ПЧБТ", strict=True)) | dict(zip("AKQJ", "ТКДВ", strict=True))
TRUMPS = {  # how people write a suit alone
    "spades": ["spades", "S", "♠", "П", "Spades"],
    "hearts": ["hearts", "H", "♥", "Ч", "h"],
    "diamonds": ["diamonds", "D", "♦", "Б", "d"],
    "clubs": ["clubs", "C", "♣", "Т", "CLUBS"],
}
FOURS = {
    "A": ["aces", "four aces", "100 aces"],
    "K": ["kings", "80 kings"],
    "Q": ["queens", "four queens"],
    "J": ["jacks", "knaves", "40 jacks"],
}
SORTED = {"hands", "held", "widow", "discards", "bury"}


def notation(rng: random.Random) -> Callable[[re.Match[str]], str]:
    """How this writer writes a card."""
    ten = rng.choice(["10", "10", "T", "X"])
    ace = rng.choice(["Т", "А"])
    style = rng.choice(["plain", "plain", "plain", "rank first", "signs", "small", "russian"])

    def card(found: re.Match[str]) -> str:
        suit, rank = found.groups()
        rank = ten if rank == "10" else rank
        if style == "russian":
            return RUSSIAN[suit] + ("10" if rank == ten else ace if rank == "A" else RUSSIAN.get(rank, rank))
        if style == "signs":
            return SIGNS[suit] + rank
        text = rank + suit if style == "rank first" else suit + rank
        return text.lower() if style == "small" else text

    return card


def grouped(text: str, *, again: bool) -> list[str]:
    """The cards suit by suit, as `S A10`; where the order means nothing a suit comes once."""
    cards = text.split()
    if again:
        cards.sort(key=lambda card: card[0])
    groups: list[str] = []
    for card in cards:
        if groups and groups[-1][0] == card[0]:
            groups[-1] += " " + card[1:]
        else:
            groups.append(card[0] + " " + card[1:])
    return groups


def meld_names(cards: list[str], trump: str) -> list[str]:
    """What a meld may be called instead of naming its cards."""
    suits, ranks = {card[0] for card in cards}, sorted(card[1:] for card in cards)
    if sorted(cards) == ["DJ", "SQ"]:
        return ["pinochle"]
    if ranks == ["K", "Q"] and len(suits) == 1:
        suit = cards[0][0]
        return ["royal marriage"] if suit == trump else [f"marriage {suit}", f"marriage in {SUIT_NAMES[suit]}"]
    if len(cards) == 4 and len(suits) == 4 and len(set(ranks)) == 1:
        return FOURS.get(ranks[0], [])
    if len(cards) == 5 and suits == {trump} and ranks == ["10", "A", "J", "K", "Q"]:
        return ["flush", "sequence", "run"]
    return []


class Writer:
    """One writer and his habits."""

    def __init__(self, rng: random.Random, record: dict[str, Any]) -> None:
        self.rng, self.card = rng, notation(rng)
        self.seats = [*record["players"]]
        self.accounts = list(record.get("sides", {})) or self.seats
        self.names = dict.fromkeys([*self.seats, *record.get("sides", {})], "")
        short = chance(rng, 0.3)
        for name in self.names:
            others = [other for other in self.names if other != name]
            self.names[name] = self.beginning(name, others) if short else name
        self.groups = chance(rng, 0.5)
        self.words = chance(rng, 0.3)
        self.trump = ""
        self.block = chance(rng, 0.6)
        self.in_order = chance(rng, 0.2)

    def beginning(self, name: str, others: list[str]) -> str:
        """A beginning that fits one name only, and is no word of a game."""
        fits = [
            name[:length]
            for length in range(1, len(name) + 1)
            if name[:length].isalpha()
            and not any(other.casefold().startswith(name[:length].casefold()) for other in [*others, "kitty", "good"])
        ]
        return self.rng.choice(fits) if fits else name

    def text(self, text: str, key: str) -> str:
        if not (self.groups and key in GROUPED and CARD.search(text)):
            return CARD.sub(self.card, text)
        return self.rng.choice([" ", ", "]).join(self.group(group) for group in grouped(text, again=key in SORTED))

    def group(self, group: str) -> str:
        """A suit and its ranks, in this writer's signs; single cards where he puts the rank first."""
        suit, *ranks = group.split()
        cards = [CARD.sub(self.card, suit + rank) for rank in ranks]
        first = CARD.sub(self.card, suit + "9")[0]
        return first + "".join(card[1:] for card in cards) if first != "9" else " ".join(cards)

    def line(self, line: str) -> str:
        who, colon, rest = line.rpartition(": ")
        if rest.startswith("meld "):
            text, scored, figure = rest.removeprefix("meld ").partition(" scored ")
            rest = f"meld {self.meld(text)}{scored}{figure}"
        return (self.names.get(who, who) + colon if who else "") + CARD.sub(self.card, rest)

    def meld(self, text: str) -> str:
        """A meld by its cards or, as this writer likes it, by its name."""
        names = meld_names(text.split(), self.trump) if self.words and chance(self.rng, 0.6) else []
        return self.rng.choice(names) if names else CARD.sub(self.card, text)

    def lines(self, lines: list[str]) -> Any:
        return [self.line(line) for line in lines]

    def value(self, key: str, value: Any) -> Any:
        """A part of the record as this writer writes it."""
        if key in ("players", "sides", "rules", "note"):
            return value
        if isinstance(value, dict):
            return self.by_name(key, value)
        if isinstance(value, list):
            return self.listed(key, value)
        if key in ("dealer", "by", "out", "last"):
            return self.names.get(value, value)
        if key == "trump":
            return self.rng.choice(TRUMPS[value])
        return self.text(value, key) if isinstance(value, str) else value

    def listed(self, key: str, value: list[Any]) -> Any:
        if key in ("play", "calls", "bids"):
            return ", ".join(self.lines(value)) if key == "bids" and chance(self.rng, 0.2) else self.lines(value)
        if key == "melds":
            return [self.meld(item) for item in value]
        return [self.value("by" if key == "dix-exchange" else key, part) for part in value]

    def by_name(self, key: str, value: dict[str, Any]) -> Any:
        """What is told of each player, under his name; or in their order, where this writer likes it so."""
        if self.in_order and list(value) in (self.accounts, self.seats):
            if key in ("hands", "held"):
                return [self.value(key, part) for part in value.values()]
            if key in ("taken", "claimed", "opening", "tricks"):
                figures = list(value.values())
                return " ".join(map(str, figures)) if min(figures) >= 0 and chance(self.rng, 0.3) else figures
        return {self.names.get(name, name): self.value(key, part) for name, part in value.items()}

    def deal(self, deal: dict[str, Any]) -> dict[str, Any]:
        trump = deal.get("trump") or SUIT_NAMES.get(deal.get("turned", " ")[0], "")
        self.trump = next((letter for letter, name in SUIT_NAMES.items() if name == trump), "")
        return {
            key: [{k: self.value(k, v) for k, v in item.items()} for item in value]
            if key == "irregularities"
            else self.value(key, value)
            for key, value in deal.items()
        }

    def record(self, record: dict[str, Any]) -> dict[str, Any]:
        record = copy.deepcopy(record)
        for key in ("opening", "claimed"):
            if key in record:
                record[key] = self.value(key, record[key])
        record["deals"] = [self.deal(deal) for deal in record["deals"]]
        if record.get("rules", {}).keys() == {"profile"} and chance(self.rng, 0.7):
            record["rules"] = record["rules"]["profile"]
        elif not record.get("rules", True):
            del record["rules"]
        lone = len(record["deals"]) == 1 and not ("claimed" in record or "claimed" in record["deals"][0])
        if lone and chance(self.rng, 0.5):
            record |= record.pop("deals")[0]
        if chance(self.rng, 0.2):
            record["x-table"] = {"no": 3}
        return record


def scalar(value: Any) -> str:
    """A value as YAML text; quoted where it must be."""
    if value is True:
        return "yes"
    text = str(value)
    return (
        text if re.fullmatch(r"[^\W_][\w .'~-]*|[♠♥♦♣][\w♠♥♦♣ ]*|-?\d+", text) else json.dumps(text, ensure_ascii=False)
    )


def flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(key)}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(part) for part in value) + "]"
    return scalar(value)


def as_yaml(rng: random.Random, record: dict[str, Any], *, block: bool) -> str:
    """YAML as a person writes it: lines of play as a block or a list, the rest in braces or indented."""
    out: list[str] = []

    def put(key: str, value: Any, indent: str, dash: str = "") -> None:
        head = f"{indent}{dash}{scalar(key)}:"
        inner = indent + " " * len(dash) + "  "
        if key in ("play", "calls", "bids") and isinstance(value, list):
            comment = "   # as it went" * chance(rng, 0.05)
            out.append(head + (" |" if block else "") + comment * (not block))
            out.extend(
                f"{inner}{line}" if block else f"{inner}- {line if '#' not in line else scalar(line)}" for line in value
            )
        elif key == "deals" and isinstance(value, list):
            out.append(head)
            for deal in value:
                mark = "- "
                for its, part in deal.items():
                    put(its, part, inner, mark)
                    mark = "  "
        elif isinstance(value, dict) and chance(rng, 0.5):
            out.append(head)
            for its, part in value.items():
                put(its, part, inner)
        else:
            out.append(f"{head} {flow(value)}" + "   # so" * chance(rng, 0.02))

    for key, value in record.items():
        put(key, value, "")
    return "\n".join(out) + "\n"


def as_json(rng: random.Random, record: dict[str, Any], *, block: bool) -> str:
    """JSON as a program writes it: lines as one text, as a list of texts, or of mappings."""
    for deal in record.get("deals", [record]):
        for key in ("play", "calls", "bids"):
            if block and isinstance(deal.get(key), list):
                deal[key] = "\n".join(deal[key])
            elif isinstance(deal.get(key), list) and chance(rng, 0.3):
                deal[key] = [dict([line.split(": ", 1)]) if ": " in line else line for line in deal[key]]
    return json.dumps(record, ensure_ascii=chance(rng, 0.5)) + "\n"


def write(rng: random.Random, records: list[dict[str, Any]]) -> tuple[bytes, str]:
    """A file with these records, and a name for it."""
    written = [(writer := Writer(rng, record), writer.record(record)) for record in records]
    if chance(rng, 0.3):
        text = "".join(as_json(rng, record, block=writer.block) for writer, record in written)
        return text.encode(), rng.choice(["test.json", "test.jsonl"] + ["test.yaml"] * (len(records) == 1))
    text = "---\n".join(as_yaml(rng, record, block=writer.block) for writer, record in written)
    if chance(rng, 0.1):
        text = text.replace("\n", "\r\n")
    return text.encode(rng.choice(["utf-8"] * 8 + ["utf-8-sig", "utf-16"])), "test.yaml"
