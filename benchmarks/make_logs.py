"""Makes logs of distinct deals, played at random but legally, with melds: block YAML, list YAML or JSON Lines.

    python benchmarks/make_logs.py two-handed 10000 --form block > log.yaml

The same seed gives the same log.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from pinocle_cli.cards import SUITS, Deck
from pinocle_cli.games.pinochle.common import PACK_48, dix_card, meld_table, melds_in
from pinocle_cli.tricks import duty_broken, winner

Maker = Callable[[random.Random], dict[str, Any]]


def two_handed(rng: random.Random, *, draws: bool = False) -> dict[str, Any]:
    """One deal of twenty-four tricks, melds shown whenever all their cards are fresh, dixes shown or exchanged.

    With `draws` each card drawn is a line of play, and the stock is not written.
    """
    deck, players = PACK_48, ("Anna", "Boris")
    names = deck.names
    pack = [card for card in range(deck.kinds) for _ in range(2)]
    rng.shuffle(pack)
    hands, turned, stock = [pack[:12], pack[12:24]], pack[24], pack[25:]
    dealt = [sorted(hand) for hand in hands]
    trump = deck.suit[turned]
    melded: list[list[int]] = [[], []]
    lines, draw, leader, trump_card = [], iter([*stock]), 0, turned
    for number in range(24):
        counts = [deck.count(hand) for hand in hands]
        lead = rng.choice(hands[leader])
        replies = hands[1 - leader]
        if number >= 12:  # noqa: PLR2004 - the stock is gone
            replies = [c for c in replies if duty_broken(deck, counts[1 - leader], (lead,), c, trump) is None]
        reply = rng.choice(replies)
        lines.append(f"{names[lead]} {names[reply]}")
        hands[leader].remove(lead)
        hands[1 - leader].remove(reply)
        leader = leader if winner(deck, (lead, reply), trump) == 0 else 1 - leader
        if number < 12:  # noqa: PLR2004 - the stock lasts
            mine = hands[leader]
            fresh = list(mine)
            for card in melded[leader]:
                if card in fresh:
                    fresh.remove(card)
            for meld in melds_in(fresh, meld_table(deck, trump))[:1]:
                lines.append(f"{players[leader]}: meld {deck.show(meld.cards)}")
                melded[leader].extend(meld.cards)
            dix = dix_card(deck, trump)
            if dix in mine and trump_card != dix:
                lines.append(f"{players[leader]}: dix")
                mine.remove(dix)
                mine.append(trump_card)
                trump_card = dix
            for seat in (leader, 1 - leader):
                card = next(draw, trump_card)
                hands[seat].append(card)
                if draws and (number < 11 or seat == leader):  # noqa: PLR2004 - the trump card, drawn last, needs none
                    lines.append(f"{players[seat]}: draw {names[card]}")
    written = {} if draws else {"stock": deck.show(stock)}
    return {
        "game": "two-handed",
        "players": list(players),
        "deals": [
            {
                "dealer": "Boris",
                "turned": names[turned],
                "hands": {player: deck.show(hand) for player, hand in zip(players, dealt, strict=True)},
                **written,
                "play": lines,
            }
        ],
    }


def piquet(rng: random.Random) -> dict[str, Any]:
    """One deal of piquet: elder changes five cards and younger three, nothing is called, and suit is followed."""
    deck, names = PIQUET, PIQUET.names
    pack = rng.sample(range(deck.kinds), deck.kinds)
    hands, talon = [pack[:12], pack[12:24]], pack[24:]
    dealt = [deck.show(sorted(hand)) for hand in hands]
    discards = [rng.sample(hands[0], 5), rng.sample(hands[1], 3)]
    for hand, out, drawn in zip(hands, discards, (talon[:5], talon[5:]), strict=True):
        hand[:] = [card for card in hand if card not in out] + drawn
    lines = [" ".join(names[card] for card in trick) for trick in _tricks(rng, deck, hands, 0, None)]
    return {
        "game": "piquet",
        "players": ["Anna", "Boris"],
        "deals": [
            {
                "dealer": "Boris",
                "hands": dict(zip(("Anna", "Boris"), dealt, strict=True)),
                "talon": deck.show(talon),
                "discards": {player: deck.show(out) for player, out in zip(("Anna", "Boris"), discards, strict=True)},
                "play": lines,
            }
        ],
    }


def auction(rng: random.Random) -> dict[str, Any]:
    """One deal of auction pinochle: eldest plays at 300, melds all that he has, buries what is not melded."""
    deck, players = PACK_48, ("Ann", "Bob", "Cyd")
    pack = _shuffled(rng)
    hands, widow = [pack[:15], pack[15:30], pack[30:45]], pack[45:]
    dealt = [deck.show(sorted(hand)) for hand in hands]
    hands[0] += widow
    trump = max(range(4), key=lambda suit: len(_melded(hands[0], suit)))
    melded = _melded(hands[0], trump)
    spare = list(hands[0])
    for card in melded:
        spare.remove(card)
    if len(spare) < len(widow):  # hardly ever; such a hand would have to meld less
        return auction(rng)
    bury = sorted(spare, key=lambda card: deck.power[card])[:3]
    for card in bury:
        hands[0].remove(card)
    lines = [deck.show(trick) for trick in _tricks(rng, deck, hands, 0, trump)]
    return {
        "game": "auction",
        "players": list(players),
        "deals": [
            {
                "dealer": "Cyd",
                "hands": dict(zip(players, dealt, strict=True)),
                "widow": deck.show(widow),
                "bids": ["Ann: 300", "Bob: pass", "Cyd: pass"],
                "trump": SUITS[trump],
                "melds": deck.show(melded),
                "bury": deck.show(bury),
                "play": lines,
            }
        ],
    }


def partnership(rng: random.Random) -> dict[str, Any]:
    """One deal of partnership pinochle: everybody shows all his melds."""
    deck, players = PACK_48, ("Ann", "Bob", "Cyd", "Dan")
    pack = _shuffled(rng)
    hands = [pack[n * 12 : n * 12 + 12] for n in range(4)]
    turned = hands[3][-1]
    trump = deck.suit[turned]
    dealt = [deck.show(sorted(hand)) for hand in hands]
    melds = {player: deck.show(_melded(hand, trump)) for player, hand in zip(players, hands, strict=True)}
    lines = [deck.show(trick) for trick in _tricks(rng, deck, hands, 0, trump)]
    return {
        "game": "partnership",
        "players": list(players),
        "deals": [
            {
                "dealer": "Dan",
                "turned": deck.names[turned],
                "hands": dict(zip(players, dealt, strict=True)),
                "melds": {player: cards for player, cards in melds.items() if cards},
                "play": lines,
            }
        ],
    }


def _shuffled(rng: random.Random) -> list[int]:
    pack = [card for card in range(PACK_48.kinds) for _ in range(2)]
    rng.shuffle(pack)
    return pack


def _melded(hand: list[int], trump: int) -> list[int]:
    """The cards of every meld in a hand, one copy of each."""
    return sorted({card for meld in melds_in(hand, meld_table(PACK_48, trump)) for card in meld.cards})


def _tricks(
    rng: random.Random, deck: Deck, hands: list[list[int]], leader: int, trump: int | None
) -> Iterator[tuple[int, ...]]:
    """Legal tricks until the hands are empty."""
    number = len(hands)
    while hands[leader]:
        trick: tuple[int, ...] = ()
        for n in range(number):
            hand = hands[(leader + n) % number]
            counts = deck.count(hand)
            legal = [c for c in hand if not trick or duty_broken(deck, counts, trick, c, trump) is None]
            trick = (*trick, rng.choice(legal))
            hand.remove(trick[-1])
        yield trick
        leader = (leader + winner(deck, trick, trump)) % number


PIQUET = Deck("A K Q J 10 9 8 7", 1)
MAKERS: dict[str, Maker] = {
    "two-handed": two_handed,
    "piquet": piquet,
    "auction": auction,
    "partnership": partnership,
}


HOUSES: dict[str, dict[str, tuple[Any, ...]]] = {
    "two-handed": {"target": (1000, 1500), "count": ("11-10-4-3-2", "10-10-5-5", "10-10-10"), "step": (250, 500)},
    "partnership": {"target": (1000, 1500), "count": ("11-10-4-3-2", "10-10-5-5", "10-10-10"), "step": (250, 500)},
    "auction": {"count": ("11-10-4-3-2", "10-10-5-5", "10-10-10"), "chips": ("base", "doubling", "suits")},
    "piquet": {"rubicon": (100, 120), "bonus": (100, 50)},
}
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар", "Инна", "Кирилл", "Лида", "Марк")
_CARD = re.compile(r"\b([SHDC])(?=(?:10|[AKQJ987])\b)")
_SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))


def varied(game: str, rng: random.Random) -> dict[str, Any]:
    """A deal as other tables write it: house rules, suit signs, Cyrillic names, draws instead of a stock."""
    plain = two_handed(rng, draws=True) if game == "two-handed" else MAKERS[game](rng)
    names = dict(zip(plain["players"], rng.sample(NAMES, len(plain["players"])), strict=True))
    house = {option: rng.choice(values) for option, values in HOUSES[game].items()}
    signs, any_name = rng.random() < 0.5, re.compile("|".join(names))  # noqa: PLR2004 - every other table

    def written(value: Any) -> Any:
        if isinstance(value, dict):
            return {written(key): written(one) for key, one in value.items()}
        if isinstance(value, list):
            return [written(one) for one in value]
        text = any_name.sub(lambda found: names[found[0]], value) if isinstance(value, str) else value
        return _CARD.sub(lambda found: _SIGNS[found[1]], text) if signs and isinstance(text, str) else text

    deals = [written(deal) for deal in plain["deals"]]
    return {"game": game, "rules": house, "players": list(names.values()), "deals": deals}


def as_yaml(record: dict[str, Any], *, block: bool) -> str:
    """A record as a person writes it."""
    rules = [f"rules: {{{', '.join(f'{k}: {v}' for k, v in record['rules'].items())}}}"] if "rules" in record else []
    out = ["---", f"game: {record['game']}", *rules, f"players: [{', '.join(record['players'])}]", "deals:"]
    for deal in record["deals"]:
        dash = "  - "
        for key, value in deal.items():
            if isinstance(value, list):
                out.append(f"{dash}{key}: |" if block else f"{dash}{key}:")
                out += [f"      {line}" if block else f"      - {line}" for line in value]
            elif isinstance(value, dict):
                out.append(f"{dash}{key}:")
                out += [f"      {name}: {text}" for name, text in value.items()]
            else:
                out.append(f"{dash}{key}: {value}")
            dash = "    "
    return "\n".join(out) + "\n"


def as_json(record: dict[str, Any], *, lists: bool = False) -> str:
    """A record as one line of a log; the play is one text, or a list."""
    if lists:
        return json.dumps(record, ensure_ascii=False) + "\n"
    deals = [{k: "\n".join(v) if isinstance(v, list) else v for k, v in deal.items()} for deal in record["deals"]]
    return json.dumps({**record, "deals": deals}, ensure_ascii=False) + "\n"


def records(game: str, number: int, form: str, seed: int = 1, *, vary: bool = False) -> Iterator[str]:
    """`number` records of a game as text; `vary` is as other tables write them."""
    rng = random.Random(seed)
    for _ in range(number):
        record = varied(game, rng) if vary else MAKERS[game](rng)
        if form.startswith("jsonl"):
            yield as_json(record, lists=form == "jsonl-list")
        else:
            yield as_yaml(record, block=form == "block")


def main() -> None:
    """Write a log to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(MAKERS))
    parser.add_argument("number", type=int)
    parser.add_argument("--form", choices=("block", "list", "jsonl", "jsonl-list"), default="block")
    parser.add_argument("--varied", action="store_true", help="house rules, suit signs, draws, Cyrillic names")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for text in records(args.game, args.number, args.form, args.seed, vary=args.varied):
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
