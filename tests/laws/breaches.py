"""Faults that several games know, made in a random deal: what the table calls, revokes, cards led or shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fields import Fault, Field, MakeFault, bidder_of, called, insert, tricks, trump_of, with_deal

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from fields import Record


def only_called(label: str, who: str = "", *, keep: tuple[str, ...] = (), **said: Any) -> MakeFault:
    """A fault that only the table can have seen, called on a deal of which those keys are kept; none keeps it whole.

    `who` is the role of whoever did it: one of those that `role` knows.
    """

    def make(chance: random.Random, record: Record) -> Fault | None:
        by = role(chance, record, who)
        if who and by is None:
            return None
        if keep:
            deal = record["deals"][0]
            record["deals"][0] = {key: deal[key] for key in keep if key in deal}
        more = {key.replace("_", "-"): str(value) for key, value in said.items()}
        return Fault(called(record, label, by, **more), by, "irregularities[0]")

    return make


def role(chance: random.Random, record: Record, who: str) -> str | None:
    """A player by what he does in the deal."""
    deal, names = record["deals"][0], record["players"]
    bidder = bidder_of(deal)
    idle = [name for name in names if name not in deal.get("hands", names)]
    found = {
        "": [],
        "dealer": [deal["dealer"]],
        "other": [name for name in names if name != deal["dealer"]],
        "any": names,
        "bidder": [bidder],
        "opponent": [name for name in names if name not in (bidder, *idle)],
        "idle": idle,
    }[who]
    return chance.choice(found) if found else None


def breaks_a_duty(
    field: Field, chance: random.Random, record: Record, first: int = 0, who: str | None = None
) -> tuple[Record, int, str, int] | None:
    """The deal played anew from trick `first` on with one breach of a duty; its line, who did it, and the trick."""
    house, deck, deal = field.in_force(record), field.deck(record), record["deals"][0]
    trump, every = trump_of(deal), tricks(field, record)
    hands: dict[str, list[int]] = {name: [] for name in every[0].names}
    for trick in every[first:]:
        for name, card in zip(trick.names, trick.cards, strict=True):
            hands[name].append(card)
    turn, play, done = every[first].names, list(deal["play"]), None
    at = chance.randrange(first, len(every) - 1)
    for number in range(first, len(every)):
        cards: tuple[int, ...] = ()
        for name in turn:
            hand = hands[name]
            may = field.lawful(deck, house, hand, cards, trump) if cards else hand
            bad = [card for card in hand if card not in may]
            breach = done is None and number >= at and number < len(every) - 1 and bad and who in (None, name)
            if breach:
                done = (every[number].n, name, number + 1)
            cards = (*cards, chance.choice(bad if breach else may))
            hand.remove(cards[-1])
        play[every[number].n] = deck.show(cards)
        won = field.wins(deck, cards, trump)
        turn = turn[won:] + turn[:won]
    return None if done is None else (with_deal(record, play=play), *done)


def revoke(label: str, rule: str, *, who: str = "", half: bool = False, field: Callable[[], Field]) -> MakeFault:
    """A card that should not have been played, shown up by the cards played later."""

    def make(chance: random.Random, record: Record) -> Fault | None:
        game = field()
        first = len(tricks(game, record)) // 2 if half else 0
        made = breaks_a_duty(game, chance, record, first, role(chance, record, who))
        if made is None:
            return None
        wrong, n, name, number = made
        return Fault(wrong, name, f"play[{n}]", rule, (label,), number)

    return make


def led_out_of_turn(rule: str = "", *, who: str = "", field: Callable[[], Field]) -> MakeFault:
    """A card led out of turn and taken back."""

    def make(chance: random.Random, record: Record) -> Fault | None:
        game = field()
        wanted, every = role(chance, record, who), tricks(game, record)
        trick = chance.choice(every[1:])
        names = [name for name in trick.names[1:] if wanted in (None, name)]
        if not names:
            return None
        name = chance.choice(names)
        card = game.deck(record).names[trick.cards[trick.names.index(name)]]
        wrong = insert(record, trick.n, f"{name}: {card}", f"{name}: takes back {card}")
        return Fault(wrong, name, f"play[{trick.n}]", rule, after=every.index(trick))

    return make


def exposed(number: int = 1, *, who: str = "any", field: Callable[[], Field]) -> MakeFault:
    """A card shown that is played later."""

    def make(chance: random.Random, record: Record) -> Fault | None:
        game = field()
        name, every = role(chance, record, who), tricks(game, record)
        half = len(every) // 2
        trick = every[chance.randrange(half, len(every) - number)]
        if name not in trick.names:
            return None
        later = every[every.index(trick) :]
        cards = [game.deck(record).names[one.cards[one.names.index(name)]] for one in later[:number]]
        wrong = insert(record, trick.n, f"{name}: exposes {' '.join(cards)}")
        return Fault(wrong, name, f"play[{trick.n}]", after=every.index(trick), cards=" ".join(cards))

    return make
