"""What a player does in the play besides playing cards: exposing, claiming, conceding, taking back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.record import NOT_CHECKED, Place
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from pinocle_cli.game import Said
    from pinocle_cli.games.auction.play import Replay
    from pinocle_cli.games.auction.state import Auction
    from pinocle_cli.ledger import Finding
    from pinocle_cli.record import Event, Irregularity

INACTIVE_CONDUCT = Rule(
    "inactive-conduct",
    "Conduct of an idle player",
    "irregularity",
    """An idle player may not look at hands, advise or comment on bidding, play and concessions. If he has not looked
    at a hand or at the widow on purpose, he may point out a revoke or a lead out of turn.""",
    "004, Бездействующий игрок (garbled; our reading)",
)

EXPOSE_ONE_BIDDER = Rule(
    "expose-one-bidder",
    "A card of the bidder's exposed",
    "irregularity",
    "Nothing follows when the bidder exposes a card.",
    "004, Показ одной карты",
)

EXPOSE_ONE_OPPONENT = Rule(
    "expose-one-opponent",
    "An opponent's card exposed",
    "irregularity",
    """If an opponent exposes a card, or before the contract a player who becomes an opponent, the bidder may require or
    forbid that he plays it at the first opportunity. If he becomes the bidder himself, nothing follows.""",
    "004, Показ одной карты",
)

EXPOSE_SEVERAL = Rule(
    "expose-several-opponent",
    "Several cards of an opponent's exposed",
    "irregularity",
    "If an opponent exposes several cards the contract is made.",
    "004, Показ нескольких карт",
)

CLAIM = Rule(
    "claim",
    "A claim",
    "settlement",
    """A side that claims to have won stops the play; every card that is not played, and the last trick, goes to the
    other side.""",
    "004, Претензии и уступки",
)

CONCESSION_BINDING = Rule(
    "concession-binding",
    "A concession binds",
    "settlement",
    """Who concedes is bound by it. But an opponent only proposes it to his partner: if he declines, play goes on.""",
    "004, Претензии и уступки",
)


def choices_made(state: Auction) -> list[Irregularity]:
    """The cards that an opponent had exposed and of which the bidder has chosen what is to become."""
    return [
        said
        for said in state.calls_of(EXPOSE_ONE_OPPONENT)
        if said.choice in ("require", "forbid") and len(said.cards) == 1 and state.is_opponent(said.by)
    ]


def _place(event: Event) -> Place:
    return Place(event.line, event.column, event.path)


def action(replay: Replay, event: Event) -> Said:
    """`Anna: claim`, and whatever else is no trick."""
    if event.seat not in replay.active:
        text = f"{replay.state.name(event.seat)} is idle in this deal and has no say in the play"
        yield replay.fault(INACTIVE_CONDUCT, event, text, event.seat)
    elif event.verb == "exposes":
        yield _exposes(replay, event)
    elif event.verb == "claim":
        replay.state.claimed, replay.state.stop, replay.stopped = event.seat, _place(event), True
    elif event.verb == "concede":
        yield from _concedes(replay, event)
    else:
        yield from _takes_back(replay, event)


def _exposes(replay: Replay, event: Event) -> Finding:
    for card in event.cards:
        if not replay.hands.has(event.seat, card):
            return replay.not_held(event, card, event.seat)
    text = f"{replay.state.name(event.seat)} exposed {replay.deck.show(event.cards)}"
    if event.seat == replay.bidder:
        return replay.fault(EXPOSE_ONE_BIDDER, event, text, event.seat)
    if len(event.cards) == 1:
        return replay.fault(EXPOSE_ONE_OPPONENT, event, text, event.seat)
    replay.decides(event.seat, "made", EXPOSE_SEVERAL, event, order=5)
    return replay.fault(EXPOSE_SEVERAL, event, text, event.seat)


def _concedes(replay: Replay, event: Event) -> Said:
    """The bidder's concession binds at once, an opponent's only when the other gives up as well."""
    state = replay.state
    if event.seat == replay.bidder:
        who = "bidder"
    else:
        replay.conceding.add(event.seat)
        if len(replay.conceding) < 2:  # noqa: PLR2004 - two opponents
            text = f"{state.name(event.seat)} proposes to concede; unless the other opponent agrees, play goes on"
            yield note(CONCESSION_BINDING, _place(event), text, event.seat)
            return
        who = "opponents"
    state.conceded, state.stop, replay.stopped = who, _place(event), True


def _takes_back(replay: Replay, event: Event) -> Said:
    """`Anna: takes back S9`: the trick before this line was not played after all."""
    before = replay.events[replay.at - 1] if replay.at else None
    if before is None or before.verb or not set(event.cards) <= set(before.cards):
        text = f"{replay.state.name(event.seat)} takes back {replay.deck.show(event.cards)}, not in the line before"
        yield note(NOT_CHECKED, _place(event), text, event.seat)
