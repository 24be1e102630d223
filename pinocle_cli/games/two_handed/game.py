"""Two-handed pinochle as a game: its house rules, and what the program needs to know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.cards import SUITS
from pinocle_cli.game import Begin, Column, Fact, GameOf, Phase, SessionState
from pinocle_cli.games.pinochle.common import card_values, trick_values
from pinocle_cli.games.pinochle.shown import cards_shown, dix_verb, meld_verb
from pinocle_cli.games.two_handed import sheet, sheet_melds
from pinocle_cli.games.two_handed.chapters import (
    count,
    crediting,
    deal,
    dixes,
    drawing,
    drawn_wrongly,
    draws,
    going_out,
    melds,
    misdeals,
    play,
    reach,
    second_half,
    showing,
    turn,
    winning,
    wrong_hands,
)
from pinocle_cli.games.two_handed.house import PROFILES, House
from pinocle_cli.games.two_handed.quick import has_room, rules_out
from pinocle_cli.games.two_handed.state import TwoHanded, TwoHandedDeal, TwoHandedSession, the_turned_card
from pinocle_cli.games.two_handed.walk import replay
from pinocle_cli.games.two_handed.worth import laying, worth
from pinocle_cli.reader.deal import no_words, one_card, some_cards
from pinocle_cli.weigh import called

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pinocle_cli.ask import Ask
    from pinocle_cli.game import Said
    from pinocle_cli.ledger import Payment


def _accounts(players: tuple[str, ...], _: Mapping[str, object]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return players, (0, 1)


def _settle(_: SessionState) -> list[Payment]:
    return []  # nobody pays anybody at this game


_SUITS = tuple((suit, f"{name} are taken to be trumps") for suit, name in enumerate(SUITS))


def _open_facts(session: TwoHandedSession, deal: TwoHandedDeal) -> Sequence[Fact]:
    """The trump suit, where something that is recorded depends on it."""
    needed = deal.play is not None or deal.melds is not None
    if deal.trump is not None or not needed or the_turned_card(deal, session.deck) is not None:
        return ()
    return (Fact("trump", "the trump suit", _SUITS),)


def _begins(state: TwoHanded) -> Begin | None:
    """Cards that are drawn may be anybody's."""
    deck, held = state.deck, state.deal.held
    if state.trump is None or (held is not None and len(held) < 2):  # noqa: PLR2004 - two players
        return None
    hands = [deck.count(held[seat].cards) if held else [0] * deck.kinds for seat in (0, 1)]
    most = hands if held else [deck.count(deck.pack)] * 2
    sizes = [sum(hand) if held else state.most_tricks for hand in hands]
    return Begin(play.plan(state), hands, most, sizes, has_room=has_room)


def _card_left_out(state: TwoHanded) -> Said:
    """A card that took no part, which the count must know."""
    for said in state.deal.irregularities or ():
        if said.fault.endswith(wrong_hands.WRONG_STOCK_THREE.label):
            values = card_values(state.deck, state.house.count)
            state.left_out = sum(values[card] for card in said.cards) if said.cards else None
    yield from ()


def _called_revokes(state: TwoHanded) -> Said:
    """Whoever is called to have revoked, where that stands."""
    for said in state.upheld:
        if said.by is not None and said.fault.rpartition(".")[2] in second_half.REVOKES:
            state.revoked.add(said.by)
    yield from ()


def _asks() -> tuple[Ask, ...]:
    from pinocle_cli.games.two_handed.asks import ASKS  # noqa: PLC0415 - only where a record is written

    return ASKS


GAME: GameOf[TwoHandedDeal, TwoHanded, House, TwoHandedSession] = GameOf(
    name="two-handed",
    seats=(2,),
    house=House,
    profiles=PROFILES,
    deck=lambda house: deal.pack_of(house.deck),
    deal=TwoHandedDeal,
    chapters=(
        deal, misdeals, play, drawing, draws, drawn_wrongly, wrong_hands, melds, turn, showing, dixes, crediting,
        second_half, count, winning, going_out,
    ),
    trick_size=lambda players: players,
    verbs={
        "meld": meld_verb,
        "dix": dix_verb,
        "correct": no_words,
        "takes back": some_cards,
        "exposes": some_cards,
        "out": no_words,
        "draw": one_card,
    },
    brings=frozenset({"draw"}),
    envelope={},
    accounts=_accounts,
    session=TwoHandedSession,
    state=TwoHanded,
    phases=(
        Phase(_card_left_out, needs="irregularities"),
        Phase(deal.whose_deal, needs="dealer"),
        Phase(deal.fits_one_pack),
        Phase(dixes.dix_turned),
        Phase(replay, needs="play"),
        Phase(sheet_melds.melds_on_the_sheet, needs="melds"),
        Phase(sheet.cards_on_the_sheet, needs="taken"),
        Phase(sheet.tricks_on_the_sheet, needs="tricks"),
        Phase(sheet.out_on_the_sheet, needs="out"),
        Phase(count.round_cards),
        Phase(sheet.missing_parts),
        Phase(called, needs="irregularities"),
        Phase(_called_revokes, needs="irregularities"),
    ),
    breaches=frozenset(
        {
            second_half.STAGE2_FOLLOW, play.LEAD_OUT_OF_TURN, drawn_wrongly.DRAW_OUT_OF_TURN,
            drawn_wrongly.DRAW_SEVERAL, turn.MELD_TIMING, showing.ONE_MELD, dixes.DIX_SHOW, melds.NEW_CARD,
            melds.REUSE_CLASS, melds.CARD_PLAYABLE,
        }
    ),
    garbled=frozenset({melds.MELD_TABLE}),
    close=winning.close,
    settle=_settle,
    columns=(
        Column("melds", frozenset({*melds.CLASSES.values(), dixes.DIX_SHOW, dixes.DIX_TURNED}), "melds"),
        Column("cards", frozenset({*count.COUNTED, count.CARD_ROUNDING})),
    ),
    headline=lambda house: "one deal a game" if house.target == "deal" else f"to {house.target}",
    meld=worth,
    laying=laying,
    meld_cards=cards_shown,
    row=lambda _: {"trump": "hearts", "melds": "[60, 20]", "taken": "[126, 124]"},
    asks=_asks,
    trick_values=trick_values,
    open_facts=_open_facts,
    begins=_begins,
    rules_out=rules_out,
    line_costs=3,
    told_dealer=play.who_dealt,
    bounds=reach.bounds,
    opening_decides=winning.opening_decides,
)  # fmt: skip
