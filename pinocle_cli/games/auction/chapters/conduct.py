"""Conduct: cards exposed, things told, tricks looked at, and what idle players may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli import weigh
from pinocle_cli.course import Act, Trick
from pinocle_cli.game import note
from pinocle_cli.games.auction.cards import EXPOSED, OF_THE_WIDOW
from pinocle_cli.games.auction.chapters import claims
from pinocle_cli.games.auction.chapters.deciding import decides
from pinocle_cli.games.auction.state import TRICKS, Auction, Ends
from pinocle_cli.games.auction.table import Table, at_card
from pinocle_cli.ledger import ERROR, FAULT, Choice, Entry, Finding, Ruling
from pinocle_cli.record import IMPOSSIBLE, NOT_CHECKED, Irregularity
from pinocle_cli.rule import Rule
from pinocle_cli.tricks import duty_broken

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.record import Event

# --- What a player does between tricks -------------------------------------------------------------------------------

INACTIVE_CONDUCT = Rule(
    "inactive-conduct",
    "Conduct of an idle player",
    "irregularity",
    """An idle player may not look at hands, advise or comment on bidding, play and concessions. If he has not looked
    at a hand or at the widow on purpose, he may point out a revoke or a lead out of turn.""",
    "004, Бездействующий игрок (garbled; our reading)",
)


@INACTIVE_CONDUCT.applied
def act(table: Table, step: Act) -> Said:
    """`Anna: claim`, and whatever else is no trick."""
    state, event = table.state, step.event
    if event.seat not in state.active:
        text = f"{state.name(event.seat)} is idle in this deal and has no say in the play"
        yield Finding.at(event.place, INACTIVE_CONDUCT, FAULT, text, event.seat, cause=step)
    elif event.verb == "exposes":
        yield exposes(table, step)
    elif event.verb == "claim":
        state.claimed, state.stop = event.seat, event.place
    elif event.verb == "concede":
        yield from claims.concedes(state, table.conceding, event)
    else:
        yield from _takes_back(table, step)


@INACTIVE_CONDUCT.follows()
def no_say(_: Finding, __: Auction, ___: Sequence[Entry]) -> Ruling:
    """Nothing that he says counts."""
    text = "what he says does not count; the texts lay down no penalty"
    return Ruling(rule=INACTIVE_CONDUCT, text=text)


@INACTIVE_CONDUCT.examined
def who_is_idle(state: Auction, said: Irregularity) -> weigh.Weight:
    """Only somebody who is idle can break it."""
    if said.by is not None and said.by in state.active:
        return weigh.refuted(f"{state.name(said.by)} plays in this deal")
    return weigh.OPEN if len(state.active) < state.session.players else weigh.refuted("nobody is idle with three")


def _takes_back(table: Table, step: Act) -> Said:
    """`Anna: takes back S9`: the trick before this line was not played after all."""
    state, event = table.state, step.event
    lines = state.deal.play
    before: Event | None = lines[step.n - 1] if lines is not None and step.n else None
    if before is None or before.verb or not set(event.cards) <= set(before.cards):
        text = f"{state.name(event.seat)} takes back {state.deck.show(event.cards)}, not in the line before"
        yield note(NOT_CHECKED, event.place, text, event.seat)


# --- Cards exposed ---------------------------------------------------------------------------------------------------

EXPOSE_ONE_BIDDER = Rule(
    "expose-one-bidder",
    "A card of the bidder's exposed",
    "irregularity",
    "Nothing follows when the bidder exposes a card.",
    "004, Показ одной карты",
)


@EXPOSE_ONE_BIDDER.applied
def exposes(table: Table, step: Act) -> Finding:
    """`Bob: exposes HA`: by the bidder it is nothing, by an opponent it depends on how many."""
    state, event = table.state, step.event
    wanting = table.known.show(event.seat, event.cards)
    if wanting is not None:
        text = f"{state.name(event.seat)} does not hold {state.deck.names[wanting]}"
        return Finding.at(event.place, IMPOSSIBLE, ERROR, text, event.seat, cause=step)
    text = f"{state.name(event.seat)} exposed {state.deck.show(event.cards)}"
    several = EXPOSE_SEVERAL if len(event.cards) > 1 else EXPOSE_ONE_OPPONENT
    rule = EXPOSE_ONE_BIDDER if event.seat == state.bidder else several
    return Finding.at(event.place, rule, FAULT, text, event.seat, cause=step)


def shown(table: Table, said: Irregularity) -> Iterator[Finding]:
    """Cards that the table saw exposed between two tricks were still in the hand."""
    state = table.state
    wanting = None if said.by is None else table.known.show(said.by, said.cards)
    if wanting is not None and said.by is not None:
        text = f"{state.deck.names[wanting]} is exposed, but {state.name(said.by)} does not have it"
        yield Finding.at(said.place, IMPOSSIBLE, ERROR, text, said.by)


def called_cards(state: Auction) -> Said:
    """Cards that were called were there to be seen: so many of each in the pack, and those of the widow in it."""
    deck = state.deck
    for said in state.deal.irregularities or ():
        count = deck.count(said.cards)
        over = next((card for card, number in enumerate(count) if number > deck.copies), None)
        if over is not None:
            text = f"{deck.names[over]} is named {count[over]} times; the pack has it {deck.copies} times"
            yield Finding.at(said.place, IMPOSSIBLE, ERROR, text, said.by)
        elif said.fault.rpartition(".")[2] in OF_THE_WIDOW and state.widow is not None:
            for card in said.cards:
                if card not in state.widow:
                    text = f"{deck.names[card]} is exposed, but the widow does not have it"
                    yield Finding.at(said.place, IMPOSSIBLE, ERROR, text, said.by)


EXPOSE_ONE_OPPONENT = Rule(
    "expose-one-opponent",
    "An opponent's card exposed",
    "irregularity",
    """If an opponent exposes a card, or before the contract a player who becomes an opponent, the bidder may require or
    forbid that he plays it at the first opportunity. If he becomes the bidder himself, nothing follows.""",
    "004, Показ одной карты",
)


@EXPOSE_ONE_BIDDER.follows()
@EXPOSE_ONE_OPPONENT.follows()
@decides
def exposed(state: Auction, finding: Finding) -> Ends | Ruling:
    """One card of an opponent: the bidder may require or forbid it; several: the contract is made."""
    rule, said, cause = EXPOSE_ONE_OPPONENT, finding.said, finding.cause
    cards = said.cards if said is not None else cause.event.cards if isinstance(cause, Act) else ()
    if isinstance(cause, Trick):
        return Ruling(rule=rule, text="what the bidder chooses binds; the texts lay down no more than that")
    if len(cards) > 1 and state.is_opponent(finding.seat):
        return Ends(("made",), EXPOSE_SEVERAL)
    if finding.seat is not None and finding.seat not in state.active:
        return Ruling(rule=finding.rule, text="an idle player has no cards: nothing follows")
    named = finding.rule is EXPOSE_ONE_BIDDER if finding.seat is None else not state.is_opponent(finding.seat)
    if named and (state.bidder is not None or state.void):
        return Ruling(rule=finding.rule, text="no penalty: the card is the bidder's own")
    card = state.deck.show(cards) or "the card"
    name = "the player" if finding.seat is None else state.name(finding.seat)
    bidder = "the bidder" if state.bidder is None else state.name(state.bidder)
    chosen, at_first = said.choice if said is not None else None, "at the first opportunity"
    choices = (
        Choice("require", f"{name} must play {card} {at_first}; {_standing(state)}"),
        Choice("forbid", f"{name} may not play {card} {at_first}; {_standing(state)}"),
    )
    if chosen in CHOICES:
        what = "must" if chosen == "require" else "may not"
        text = f"{bidder} has chosen: {name} {what} play {card} {at_first}"
    else:
        text = f"{bidder} may require or forbid that {name} plays {card} {at_first}"
    return Ruling(rule=rule, text=text, choices=choices)


CHOICES = ("require", "forbid")


def _standing(state: Auction) -> str:
    made = state.contract and state.contract["made"]
    if made is None:
        return "the contract is open"
    chips = abs(state.settled[1].points) if len(state.settled) > 1 else 0
    way = "made" if made else "failed"
    return f"as the play is recorded: contract {way}, {chips} chips {'from' if made else 'to'} each"


def choices_made(state: Auction) -> list[Irregularity]:
    """The cards that an opponent had exposed and of which the bidder has chosen what is to become."""
    return [
        said
        for said in state.calls_of(EXPOSE_ONE_OPPONENT.label)
        if said.choice in CHOICES and len(said.cards) == 1 and state.is_opponent(said.by)
    ]


@EXPOSE_ONE_OPPONENT.applied
def obeys(table: Table, step: Trick, nth: int) -> Iterator[Finding]:
    """Whether an opponent does what the bidder asked of a card that he had exposed, at the first opportunity."""
    seat, known, before = step.seats[nth], table.known, step.cards[:nth]
    for watch in list(table.watched):
        if watch.by != seat or table.number < (watch.after or 0):
            continue
        card, held, played = watch.cards[0], known.lo[seat], step.cards[nth]
        if not held[card] or not _may(table, held, before, card):
            continue
        table.watched.remove(watch)
        if (watch.choice == "require") != (played == card):
            kinds = range(table.state.deck.kinds)
            other = any(held[c] for c in kinds if c != card and _may(table, held, before, c))
            if watch.choice == "require" or other:
                names = table.state.deck.names
                text = f"{table.state.name(seat)} played {names[played]}; the bidder had chosen: {watch.choice}"
                yield at_card(table.state, step, nth, EXPOSE_ONE_OPPONENT, FAULT, f"{text} {names[card]}")


def _may(table: Table, held: list[int], before: tuple[int, ...], card: int) -> bool:
    deck = table.state.deck
    return not before or not duty_broken(deck, held, before, card, table.trump, always=table.always)


EXPOSE_SEVERAL = Rule(
    "expose-several-opponent",
    "Several cards of an opponent's exposed",
    "irregularity",
    "If an opponent exposes several cards the contract is made.",
    "004, Показ нескольких карт",
)


@EXPOSE_SEVERAL.follows()
@decides
def several(state: Auction, finding: Finding) -> Ends | str:
    """Several cards of an opponent; the rule itself says that it was one."""
    if finding.seat is not None and finding.seat not in state.active:
        return "an idle player has no cards: nothing follows"
    said = finding.said
    if finding.seat == state.bidder:
        return "no penalty: the cards are the bidder's own"
    if said is not None and len(said.cards) == 1:
        return "a single card: the bidder might require or forbid it, the contract is not decided"
    return Ends(("made",), EXPOSE_SEVERAL)


# --- Telling and looking ---------------------------------------------------------------------------------------------

ILLEGAL_INFORMATION = Rule(
    "illegal-information",
    "Illegal information",
    "irregularity",
    """Once an opponent has played to the first trick, neither of them may ask or tell the bid, the melds, or the points
    that either side has or needs; if one does, the contract is made.""",
    "004, Незаконная информация",
)


@ILLEGAL_INFORMATION.follows()
@decides
def told(state: Auction, finding: Finding) -> Ends | str:
    """Only opponents are bound to silence."""
    if finding.seat is None:
        return Ends(("made", None), ILLEGAL_INFORMATION, ("an opponent did", "the bidder did"))
    opponent = state.is_opponent(finding.seat)
    return Ends(("made",), ILLEGAL_INFORMATION) if opponent else "no penalty: only an opponent is bound to silence"


@ILLEGAL_INFORMATION.examined
def in_the_play(state: Auction, said: Irregularity) -> weigh.Weight:
    """Once an opponent has played to the first trick, and until the last."""
    if said.by is not None and state.bidder is not None and not state.is_opponent(said.by):
        return weigh.refuted(f"{state.name(said.by)} is not an opponent, and only opponents are bound to silence")
    if said.after == 0 or said.after_bid is not None:
        return weigh.refuted("no opponent had played to the first trick")
    if said.after == TRICKS:
        return weigh.refuted("the last trick was played, and nothing was left to tell")
    return weigh.OPEN


LOOK_AT_TRICKS = Rule(
    "look-at-tricks",
    "Looking at played tricks",
    "irregularity",
    """If a player turns up and looks at played cards after his side has played to the next trick, play ends and the
    other side wins. But the bidder may look at what he buried until he plays to the second trick.""",
    "004, Просмотр сыгранных карт",
)


@LOOK_AT_TRICKS.follows()
@decides
def looked(state: Auction, finding: Finding) -> Ends:
    """The other side wins."""
    if finding.seat is None:
        return Ends(("double", "made"), LOOK_AT_TRICKS, ("the bidder looked", "an opponent did"))
    return Ends(("double" if finding.seat == state.bidder else "made",), LOOK_AT_TRICKS)


@LOOK_AT_TRICKS.examined
def too_late(state: Auction, said: Irregularity) -> weigh.Weight:
    """A trick may be seen until one's side has played to the next, the buried cards until the second trick."""
    if said.after_bid is not None or said.after == 0:
        return weigh.refuted("nothing had been played yet")
    if said.after == TRICKS:
        return weigh.refuted("no trick follows the last one")
    if said.by is not None and said.by not in state.active:
        return weigh.refuted(f"{state.name(said.by)} is idle and has no side")
    after = TRICKS - 1 if said.after is None else said.after
    buried = state.deal.bury.cards if state.deal.bury else ()
    if said.cards and set(said.cards) <= set(buried) and said.by in (None, state.bidder):
        early = after < 2  # noqa: PLR2004 - he may look until he plays to the second trick
        return weigh.refuted("he had not played to the second trick") if early else weigh.OPEN
    trick = claims.trick_of(state, said)
    last = after if trick is None else after - trick.number + 1
    if last < 2:  # noqa: PLR2004 - the trick just taken
        return weigh.refuted("nobody had played to the trick after it")
    return weigh.OPEN


TRUMP_NOT_NAMED = Rule(
    "trump-not-named",
    "Trumps not named",
    "irregularity",
    """Anybody may ask at any time what trumps are. Whoever revokes because he did not know gets no relief.""",
    "004, Заявитель не объявил козырь",
)


@TRUMP_NOT_NAMED.follows()
def no_relief(_: Finding, __: Auction, ___: Sequence[Entry]) -> Ruling:
    """A revoke made in ignorance of trumps stands."""
    text = "anybody may ask for trumps; a revoke made in ignorance of them stands"
    return Ruling(rule=TRUMP_NOT_NAMED, text=text)


__all__ = ["EXPOSED", "act", "called_cards", "choices_made", "obeys", "shown"]
