"""The pack and the deal: what is dealt to whom, the turned card, and deals that must be made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.game import note
from pinocle_cli.games.partnership.seats import PLAYERS, account, side_of
from pinocle_cli.games.pinochle.common import PACK_48
from pinocle_cli.games.pinochle.turns import out_of_rotation
from pinocle_cli.ledger import ERROR, Choice, Entry, Finding, Ruling
from pinocle_cli.packs import cards_that_make_no_pack
from pinocle_cli.record import ASSUMED, COUNT, UNKNOWN_NAME
from pinocle_cli.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import Said
    from pinocle_cli.games.partnership.state import Partnership
    from pinocle_cli.written import Place

PLAYERS_4 = Rule(
    "players",
    "Players",
    "procedure",
    "Four play, two against two; partners sit opposite each other.",
    "003, Число игроков",
)

PACK = Rule(
    "pack-48",
    "The pack",
    "procedure",
    "Forty-eight cards: two copies each of ace, ten, king, queen, knave and nine in every suit.",
    "003, Колода",
)

DECK = PACK.table(PACK_48)

DRAW = Rule(
    "draw-partners",
    "Drawing for partners",
    "procedure",
    "Each draws a card. The two who have the highest play together; if two draw the same rank, all draw again.",
    "003, Жеребьевка",
)

CUT = Rule(
    "shuffle-cut",
    "Shuffle and cut",
    "procedure",
    "Anybody may shuffle and the dealer does so last; the player at his right cuts.",
    "003, Тасование и снятие",
)


@PLAYERS_4.applied
def names_fit(state: Partnership) -> Said:
    """A side has points, but it holds no cards, deals none and leads to no trick."""
    deal = state.deal
    if deal.dealer is not None and deal.dealer >= PLAYERS:
        yield _no_player(state, deal.dealer, state.place()._replace(path="dealer"))
    for part in (deal.hands, deal.held):
        for seat, cards in (part or {}).items():
            if seat >= PLAYERS:
                yield _no_player(state, seat, cards.place)
    for event in deal.play.actions.values() if deal.play else ():
        if event.seat >= PLAYERS and not event.verb:
            yield _no_player(state, event.seat, event.place)
    for seat in deal.dix_exchange or ():
        if seat >= PLAYERS:
            yield _no_player(state, seat, state.place()._replace(path="dix-exchange"))


def _no_player(state: Partnership, seat: int, place: Place) -> Finding:
    one, other = state.name(seat - PLAYERS), state.name(seat - PLAYERS + 2)
    text = f"{state.name(seat)} is a side; which of the two is meant, {one} or {other}?"
    return Finding.at(place, UNKNOWN_NAME, ERROR, text, seat)


DEAL = Rule(
    "deal",
    "The deal",
    "procedure",
    """The cards are dealt three at a time, twelve to each. The dealer turns up the last card, which is his own: its
    suit is trumps.""",
    "003, Сдача",
)


@DEAL.applied
def whose_deal(state: Partnership) -> Said:
    """The deal goes round the table; a dealer may be written whose turn it was not."""
    yield from out_of_rotation(state, DEAL)


@DEAL.applied
def fits_one_pack(state: Partnership) -> Said:
    """The cards dealt make one pack, and the turned card is one of the dealer's."""
    deal, deck = state.deal, state.deck
    hands, turned = deal.hands or {}, deal.turned
    if turned is not None and deal.trump is not None and deck.suit[turned.cards[0]] != deal.trump:
        text = f"{deck.show(turned.cards)} is turned, but `trump` names another suit"
        yield Finding.at(turned.place, COUNT, ERROR, text)
    apart = [turned] if turned is not None and state.dealer not in hands else []
    yield from cards_that_make_no_pack(deck, [*hands.values(), *apart])
    if deal.held:
        yield from cards_that_make_no_pack(deck, list(deal.held.values()))
    if state.turned is not None and state.dealer in hands and state.turned not in hands[state.dealer].cards:
        text = (
            f"{deck.names[state.turned]} was turned, but is not among the cards of {state.name(state.dealer)}, who"
            " dealt: the turned card is the dealer's own"
        )
        yield Finding.at(hands[state.dealer].place, COUNT, ERROR, text, state.dealer)


def bare_turn(state: Partnership) -> Said:
    """Where trumps are bid for, a turned card says no more than the suit; where nothing is turned, nothing does."""
    deal = state.deal
    if state.bidding and deal.turned is not None:
        text = "trumps are bid for here and no card is turned; only its suit is taken"
        yield note(ASSUMED, deal.turned.place, text)


DIX_TURNED = Rule(
    "dix-turned",
    "Dix turned",
    "score",
    "A dealer who turns up the dix, the nine of trumps, scores ten for it.",
    "003, Козырная карта",
)


@DIX_TURNED.applied
def dix_turned(state: Partnership) -> Said:
    """Ten for the dealer's side."""
    turned = state.deal.turned
    if state.turned is None or state.turned != state.dix or turned is None or state.only_claimed:
        return
    points = 10 // state.unit
    state.melded[side_of(state.dealer)] += points
    text = f"{state.name(state.dealer)}: {state.deck.show(turned.cards)} turned"
    yield Entry(account(state.dealer), points, DIX_TURNED, turned.place.line, text)


# --- Deals that are made again ---------------------------------------------------------------------------------------

MISDEAL_EXPOSED = Rule(
    "misdeal-exposed",
    "Several cards exposed in dealing",
    "irregularity",
    "If several cards are exposed in dealing, the same dealer deals again. One card alone is no reason for it.",
    "003, Неправильная сдача (1a)",
)


@MISDEAL_EXPOSED.follows()
def exposed(finding: Finding, state: Partnership, _: Sequence[Entry]) -> Ruling:
    """Several cards exposed in dealing: a new deal. One card alone changes nothing."""
    said = finding.said
    if said is not None and len(said.cards) == 1:
        return Ruling(rule=MISDEAL_EXPOSED, text="only one card was exposed: the deal stands")
    if said is not None and (said.after or 0) > 0:
        return Ruling(rule=MISDEAL_EXPOSED, text="it was called after the first trick was played: the deal stands")
    return _new_deal(state, MISDEAL_EXPOSED)


MISDEAL_NO_TRUMP = Rule(
    "misdeal-no-trump",
    "No trump card turned",
    "irregularity",
    """If the dealer does not turn up the trump card, the same dealer deals again, or one of the dealer's cards is
    drawn for it. Either is lawful, and it is for the table to say which way it went.""",
    "003, Неправильная сдача (1b, 2)",
)

DRAW_TRUMP = Rule(
    "draw-trump-card",
    "A trump card is drawn",
    "irregularity",
    """Where no trump card was turned, any player may draw one of the dealer's cards, face down; it becomes the trump
    card. A new deal would be lawful too.""",
    "003, Неправильная сдача (2)",
)


@MISDEAL_NO_TRUMP.follows()
@DRAW_TRUMP.follows()
def no_trump(finding: Finding, state: Partnership, _: Sequence[Entry]) -> Ruling:
    """No trump card turned: the record says which of the two lawful ways the table went."""
    choice = finding.said.choice if finding.said is not None else None
    drawn = choice == "draw" or (choice != "redeal" and went_on(state))
    if drawn or finding.rule is DRAW_TRUMP:
        text = "one of the dealer's cards was drawn for the trump card; a new deal would have been lawful too"
        called = finding.rule is MISDEAL_NO_TRUMP
        return Ruling(rule=DRAW_TRUMP, text=text, choices=_ways(state, went_on=True) if called else ())
    ruling = _new_deal(state, MISDEAL_NO_TRUMP)
    if choice == "redeal":
        ruling.text += "; one of the dealer's cards might as well have been drawn for the trump card"
    else:
        ruling.text += ", unless one of the dealer's cards is drawn for the trump card: the table chooses"
        ruling.choices = _ways(state, went_on=False)
    return ruling


def _ways(state: Partnership, *, went_on: bool) -> tuple[Choice, ...]:
    """What a table without a trump card may do; where it played on, a card was drawn."""
    drawn = "any player draws one of the dealer's cards, face down; it is the trump card and play goes on"
    return (
        Choice("redeal", f"the deal is void and scores nothing; {state.name(state.dealer)} deals again"),
        Choice("draw", drawn, default=went_on),
    )


def _new_deal(state: Partnership, rule: Rule) -> Ruling:
    state.void, state.redeal, state.scored = rule, True, True
    return Ruling(rule=rule, text=f"the deal is void; {state.name(state.dealer)} deals again")


def went_on(state: Partnership) -> bool:
    """Whether the record goes on after the deal: somebody melded, played or counted."""
    deal = state.deal
    return any(value is not None for value in (deal.play, deal.melds, deal.taken, deal.tricks))
