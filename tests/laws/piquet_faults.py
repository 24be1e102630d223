"""Every fault of piquet that a table can call, made in a random deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from breaches import exposed, only_called, revoke
from fields import Fault, MakeFault, called, with_deal

from pinocle_cli.games.piquet.hands import DECK, wins

if TYPE_CHECKING:
    import random

    from fields import Field, Record


def field() -> Field:
    """The game; it is made from these faults."""
    from piquet_field import FIELD  # noqa: PLC0415 - it imports this module

    return FIELD


def names_of(record: Record) -> tuple[str, str]:
    """Elder and younger."""
    elder, younger = field().seats(record)
    return elder, younger


def play_of(chance: random.Random, held: list[list[int]]) -> list[str]:
    """Twelve tricks; whoever has a card too many keeps it, whoever has one too few plays none to the last."""
    hands, leader, play = [list(hand) for hand in held], 0, []
    for _ in range(12):
        led = chance.choice(hands[leader])
        follower = hands[1 - leader]
        hands[leader].remove(led)
        if not follower:
            play.append(DECK.show((led,)))
            break
        reply = chance.choice([card for card in follower if card // 8 == led // 8] or follower)
        follower.remove(reply)
        play.append(DECK.show((led, reply)))
        leader = 1 - leader if wins(led, reply) else leader
        if not hands[leader]:
            leader = 1 - leader
    return play


def exchange_of(chance: random.Random, record: Record, out: list[int], drawn: list[int]) -> tuple[Record, str]:
    """The deal with so many thrown out and drawn by elder and younger, played anew."""
    deal, names = record["deals"][0], names_of(record)
    talon, held, discards = list(DECK.parse(deal["talon"])), [], {}
    for seat, name in enumerate(names):
        hand = list(DECK.parse(deal["hands"][name]))
        thrown = chance.sample(hand, out[seat])
        held.append([card for card in hand if card not in thrown] + talon[: drawn[seat]])
        talon = talon[drawn[seat] :]
        discards[name] = DECK.show(thrown) or "none"
    hands = {name: DECK.show(hand) for name, hand in zip(names, held, strict=True)}
    wrong = with_deal(record, discards=discards, held=hands, calls=[], play=play_of(chance, held))
    return wrong, names[0]


def elder_stands_pat(chance: random.Random, record: Record) -> Fault | None:
    wrong, elder = exchange_of(chance, record, [0, 3], [0, 3])
    return Fault(wrong, elder, f"discards.{elder}")


def younger_stands_pat(chance: random.Random, record: Record) -> Fault | None:
    record["rules"]["younger-must-exchange"] = "yes"
    wrong, _ = exchange_of(chance, record, [3, 0], [3, 0])
    return Fault(wrong, names_of(wrong)[1], f"discards.{names_of(wrong)[1]}")


def too_many(label: str) -> MakeFault:
    def make(chance: random.Random, record: Record) -> Fault | None:
        who = chance.randrange(2)
        out, drawn = [3, 2], [3, 2]
        drawn[who] += 1
        wrong, _ = exchange_of(chance, record, out, drawn)
        name = names_of(wrong)[who]
        if label == "short-discard":
            wrong = with_deal(wrong, play=None, calls=None)
        return Fault(wrong, name, f"held.{name}", label, ("short-discard", "too-many-cards"))

    return make


def too_few(chance: random.Random, record: Record) -> Fault | None:
    who = chance.randrange(2)
    out, drawn = [3, 2], [3, 2]
    drawn[who] -= 1
    wrong, _ = exchange_of(chance, record, out, drawn)
    name = names_of(wrong)[who]
    return Fault(wrong, name, f"held.{name}")


def thirteen(chance: random.Random, record: Record) -> Fault | None:
    deal = record["deals"][0]
    one, other = chance.sample([*deal["hands"]], 2)
    cards = deal["hands"][other].split()
    hands = {one: f"{deal['hands'][one]} {cards.pop()}", other: " ".join(cards)}
    wrong = with_deal(record, hands=hands, talon=None, discards=None, calls=None, play=None, claimed={one: "20"})
    return Fault(wrong, deal["dealer"], f"hands.{one}")


def twice_running(_: random.Random, record: Record) -> Fault | None:
    deal = record["deals"][0]
    record["deals"].append(dict(deal))
    record["rules"] = {"profile": "portland"}
    return Fault(record, deal["dealer"], "deals[1].dealer")


def wrong_answer(chance: random.Random, record: Record) -> Fault | None:
    """Younger says that he has as much, or more, and has less; to say less than one has is no fault."""
    record["rules"]["sequences"] = "any-suit"  # else one that does not count is rightly said not to be good
    calls = [*record["deals"][0]["calls"]]
    better = {": good": ("equal", "not good"), ": equal": ("not good",)}
    ways = [(n, said) for n, call in enumerate(calls) for end in better if call.endswith(end) for said in better[end]]
    if not ways:
        return None
    n, said = chance.choice(ways)
    name = calls[n].partition(":")[0]
    calls[n] = f"{name}: {said}"
    return Fault(with_deal(record, calls=calls), name, f"calls[{n}]")


def overstates(_: random.Random, record: Record) -> Fault | None:
    record["rules"] = {"profile": "classic"}  # in `portland` it depends on what he held before his discard
    calls = [*record["deals"][0]["calls"]]
    for n, call in enumerate(calls):
        name, _, said = call.partition(": ")
        if said.startswith("point") and n + 1 < len(calls) and calls[n + 1].endswith(": good"):
            number, pips = int(said.split()[1]), int(said.split()[3])
            calls[n] = f"{name}: point {number + 1} making {pips + 10}"
            return Fault(with_deal(record, calls=calls), name, f"calls[{n}]")
    return None


def omits(_: random.Random, record: Record) -> Fault | None:
    """A set that was good, named too late."""
    from piquet_field import held_in  # noqa: PLC0415 - it imports this module

    calls = record["deals"][0]["calls"]
    for n, call in enumerate(calls):
        name, _, said = call.partition(": ")
        if said.startswith(("trio", "quatorze")):
            rest = [c for m, c in enumerate(calls) if m != n and not (m == n + 1 and c.endswith((" good", "equal")))]
            cards = " ".join(c for c in held_in(record)[name].split() if c[1:] == said.split()[1])
            said_so = called(with_deal(record, calls=rest), "omitted-declaration", name, after=1, cards=cards)
            return Fault(said_so, name, "irregularities[0]")
    return None


def lay_there(label: str, whose: str) -> MakeFault:
    def make(chance: random.Random, record: Record) -> Fault | None:
        deal, (elder, younger) = record["deals"][0], names_of(record)
        cards = deal["talon"] if whose == "talon" else deal["hands"][elder if whose == "elder" else younger]
        said = called(record, label, younger, cards=chance.choice(cards.split()))
        return Fault(said, younger, "irregularities[0]")

    return make


def before(label: str, who: str = "any") -> MakeFault:
    """Called before anything was dealt or played."""
    return only_called(label, who, keep=("dealer",))


FAULTS: dict[str, Any] = {
    "two-packs": before("two-packs"),
    "high-card-deals": before("high-card-deals"),
    "deal-12": before("deal-12", "dealer"),
    "deal-alternates": twice_running,
    "thirteen-dealt": thirteen,
    "exposed-dealer-card": lay_there("exposed-dealer-card", "younger"),
    "exposed-opponent-card": lay_there("exposed-opponent-card", "elder"),
    "exposed-talon": lay_there("exposed-talon", "talon"),
    "faced-card": only_called("faced-card", keep=("dealer",), cards="SA", after="0"),
    "incorrect-pack": only_called("incorrect-pack", keep=("dealer",)),
    "discard-final": only_called("discard-final", "any"),
    "own-discard": only_called("own-discard", "any"),
    "leftover-talon": only_called("leftover-talon", "any"),
    "talon": only_called("talon", "any", keep=("dealer", "calls", "play")),
    "elder-exchange": elder_stands_pat,
    "younger-exchange": younger_stands_pat,
    "short-discard": too_many("short-discard"),
    "too-many-cards": too_many("too-many-cards"),
    "too-few-cards": too_few,
    "declare-sequence-then-sets": only_called("declare-sequence-then-sets", "any"),
    "show-on-demand": only_called("show-on-demand", "any"),
    "younger-declares-after-lead": only_called("younger-declares-after-lead", "dealer"),
    "declare-order": wrong_answer,
    "false-declaration": overstates,
    "omitted-declaration": omits,
    "play": revoke("play", "play", field=field),
    "revoke": revoke("revoke", "play", field=field),
    "exposed-card": exposed(field=field),
    "no-second-discard": only_called("no-second-discard", "any"),
}
UNSEEN = frozenset({
    "two-packs", "high-card-deals", "deal-12", "deal-alternates", "exposed-dealer-card", "exposed-opponent-card",
    "exposed-talon", "faced-card", "discard-final", "own-discard", "leftover-talon", "declare-sequence-then-sets",
    "show-on-demand", "younger-declares-after-lead", "exposed-card", "no-second-discard",
})  # fmt: skip
