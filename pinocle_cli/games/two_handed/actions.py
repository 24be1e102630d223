"""What a player may do in play besides playing, melding and drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.record import ASSUMED, NOT_CHECKED
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.games.two_handed.play import Replay
    from pinocle_cli.record import Event

EXPOSED = Rule(
    "exposed-card",
    "A card exposed",
    "irregularity",
    "Nothing follows when a player exposes a card in play.",
    "000, за показ карты",
)


def exposes(replay: Replay, event: Event) -> None:
    """`Anna: exposes HA`."""
    text = f"{replay.state.name(event.seat)} exposed {replay.deck.show(event.cards)}"
    replay.fault(EXPOSED, event, text, event.seat)


def takes_back(replay: Replay, event: Event) -> None:
    """`Anna: takes back S9`: the trick before this line was not played after all."""
    before = replay.events[replay.at - 1] if replay.at else None
    if before is None or before.verb or not set(event.cards) <= set(before.cards):
        cards = replay.deck.show(event.cards)
        text = f"{replay.state.name(event.seat)} takes back {cards}, which is not in the line before"
        replay.say(note(NOT_CHECKED, event.place, text, event.seat))


OUT_VARIANT_1 = Rule(
    "declare-out-variant-1",
    "Out after winning a trick",
    "settlement",
    """At some tables a player who has declared himself out must win a trick before he is counted. If the other
    declares himself out meanwhile, whoever first wins a trick is counted first and wins or loses by that count.""",
    "000, Объявление о выходе, Вариант 1",
)

OUT_VARIANT_2 = Rule(
    "declare-out-variant-2",
    "Out after winning a trick that he led",
    "settlement",
    "The same, but the trick must be one that the claimant led himself.",
    "000, Объявление о выходе, Вариант 2",
)

VARIANTS = {"must-win-a-trick": OUT_VARIANT_1, "must-win-own-lead": OUT_VARIANT_2}


def declares_out(replay: Replay, event: Event) -> None:
    """`Anna: out`: play stops at once, or when the claimant wins the trick that the house asks for."""
    state = replay.state
    if state.house.target == "deal":
        text = "a single deal is the game, so nobody can declare himself out; play went on"
        replay.say(note(ASSUMED, event.place, text, event.seat))
    elif state.house.going_out == "immediate":
        state.out, state.out_at = event.seat, event.place
    else:
        replay.claimants.append(event.seat)
        state.out_at = event.place
