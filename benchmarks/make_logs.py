"""Makes logs of distinct deals, played at random but legally, with melds: block YAML, list YAML or JSON Lines.

    python benchmarks/make_logs.py two-handed 10000 --form block > log.yaml

The same seed gives the same log.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

from pinocle_cli.games.pinochle.common import PACK_48, dix_card, meld_table, melds_in
from pinocle_cli.tricks import duty_broken, winner

Maker = Callable[[random.Random], dict[str, Any]]


def two_handed(rng: random.Random) -> dict[str, Any]:
    """One deal of twenty-four tricks, melds shown whenever all their cards are fresh, dixes shown or exchanged."""
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
                hands[seat].append(next(draw, trump_card))
    return {
        "game": "two-handed",
        "players": list(players),
        "deals": [
            {
                "dealer": "Boris",
                "turned": names[turned],
                "hands": {player: deck.show(hand) for player, hand in zip(players, dealt, strict=True)},
                "stock": deck.show(stock),
                "play": lines,
            }
        ],
    }


MAKERS: dict[str, Maker] = {"two-handed": two_handed}


def as_yaml(record: dict[str, Any], *, block: bool) -> str:
    """A record as a person writes it."""
    out = ["---", f"game: {record['game']}", f"players: [{', '.join(record['players'])}]", "deals:"]
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


def as_json(record: dict[str, Any]) -> str:
    """A record as one line of a log; the play is one text."""
    deals = [{k: "\n".join(v) if isinstance(v, list) else v for k, v in deal.items()} for deal in record["deals"]]
    return json.dumps({**record, "deals": deals}, ensure_ascii=False) + "\n"


def records(game: str, number: int, form: str, seed: int = 1) -> Iterator[str]:
    """`number` records of a game as text."""
    rng = random.Random(seed)
    for _ in range(number):
        record = MAKERS[game](rng)
        yield as_json(record) if form == "jsonl" else as_yaml(record, block=form == "block")


def main() -> None:
    """Write a log to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(MAKERS))
    parser.add_argument("number", type=int)
    parser.add_argument("--form", choices=("block", "list", "jsonl"), default="block")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for text in records(args.game, args.number, args.form, args.seed):
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
