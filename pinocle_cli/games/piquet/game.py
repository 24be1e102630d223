"""Piquet as a game: its chapters, its house rules, and what the program needs to know of it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from pinocle_cli.game import Column, GameOf, Key, Kind, Phase
from pinocle_cli.games.piquet import combinations, hands, partie, sheet
from pinocle_cli.games.piquet.chapters import (
    between_tricks,
    deal,
    discard,
    exchange,
    exposed,
    following,
    in_hand,
    in_play,
    misdeals,
    play,
    reckoning,
    talon,
    wrong_hands,
)
from pinocle_cli.games.piquet.declaring import (
    answers,
    conversation,
    false_calls,
    judge,
    omitted,
    outcome,
    possible,
)
from pinocle_cli.games.piquet.house import PROFILES, House
from pinocle_cli.games.piquet.notation import ANSWERS, Call
from pinocle_cli.games.piquet.state import Piquet, PiquetDeal
from pinocle_cli.reader.deal import no_words, some_cards
from pinocle_cli.tally import Tally, deals_with, games_under, payments_under
from pinocle_cli.weigh import called

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pinocle_cli.ask import Ask
    from pinocle_cli.cards import Deck
    from pinocle_cli.games.piquet.partie import Partie
    from pinocle_cli.ledger import Verdict
    from pinocle_cli.reader.context import Reading
    from pinocle_cli.reader.tree import Node
    from pinocle_cli.record import Figure


def _opening_refet(reading: Reading, node: Node) -> Figure | None:
    figure = reading.number(node, 0)
    if figure is not None and figure.value > partie.DOUBLED_DEALS:
        reading.wrong(node, "1 or 2: a refet doubles two deals")
        return None
    return figure


def _deck(_: House) -> Deck:
    return hands.DECK


def _accounts(players: tuple[str, ...], _: Mapping[str, object]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return players, (0, 1)


def _facts(verdict: Verdict, names: tuple[str, ...]) -> Mapping[str, str]:
    """Who was elder hand."""
    return {} if verdict.dealer is None else {"elder": names[1 - verdict.dealer]}


def _headline(house: House) -> str:
    return f"{house.deals} deals, rubicon {house.rubicon}"


def _told_dealer(_: Partie, deal: PiquetDeal) -> int | None:
    """Whoever calls first and is answered is elder; else whoever is written to have led to the first trick."""
    calls = deal.calls or []
    for event, answer in itertools.pairwise(calls):
        if isinstance(event.what, Call) and answer.what in ANSWERS and answer.seat != event.seat:
            return 1 - event.seat
    first = deal.play[0] if deal.play else None
    return 1 - first.seat if first is not None and not first.verb and first.seat >= 0 else None


def _asks() -> tuple[Ask, ...]:
    from pinocle_cli.games.piquet.asks import ASKS  # noqa: PLC0415 - only where a record is written

    return ASKS


GAME: GameOf[PiquetDeal, Piquet, House, partie.Partie] = GameOf(
    name="piquet",
    seats=(2,),
    house=House,
    profiles=PROFILES,
    deck=_deck,
    deal=PiquetDeal,
    chapters=(
        hands,
        deal,
        misdeals,
        exposed,
        exchange,
        talon,
        discard,
        wrong_hands,
        combinations,
        conversation,
        answers,
        outcome,
        false_calls,
        omitted,
        following,
        between_tricks,
        in_hand,
        in_play,
        reckoning,
        partie,
    ),
    trick_size=lambda players: players,
    verbs={"takes back": some_cards, "exposes": some_cards, "concede": no_words},
    envelope={
        "opening-refet": Key(
            Kind(_opening_refet, "number", lambda: {"enum": [0, 1, 2, "0", "1", "2"]}),
            "How many deals are still to be counted double, from a refet of the partie before.",
            "opening-refet: 1",
        )
    },
    words=frozenset(ANSWERS),
    accounts=_accounts,
    session=partie.Partie,
    state=Piquet,
    phases=(
        Phase(deal.whose_deal),
        Phase(misdeals.fits_one_pack),
        Phase(sheet.tricks_on_the_sheet, needs="tricks"),
        Phase(sheet.claims_that_can_be, needs="claimed"),
        Phase(discard.exchange),
        Phase(wrong_hands.wrong_hands),
        Phase(possible.calls_that_can_be, needs="calls"),
        Phase(judge.declared),
        Phase(play.play, needs="play"),
        Phase(between_tricks.called_cards_that_can_be, needs="irregularities"),
        Phase(sheet.score),
        Phase(called),
    ),
    breaches=frozenset(
        {
            following.PLAY,
            false_calls.FALSE_DECLARATION,
            wrong_hands.TOO_MANY,
            wrong_hands.SHORT_DISCARD,
            talon.TALON,
            exchange.YOUNGER_EXCHANGE,
            exchange.ELDER_EXCHANGE,
        }
    ),
    close=partie.close,
    settle=partie.settle,
    columns=(
        Column("blanche", frozenset({outcome.CARTE_BLANCHE})),
        Column("point", frozenset({combinations.POINT_VALUE})),
        Column("sequence", frozenset({combinations.TIERCE, combinations.QUART, combinations.QUINT})),
        Column("sets", frozenset({combinations.TRIO, combinations.QUATORZE})),
        Column("play", in_play.PLAY_RULES),
        Column("cards", frozenset({reckoning.CARDS, reckoning.CAPOT})),
        Column("pique", frozenset({in_play.PIQUE, in_hand.REPIQUE})),
        Column("refet", frozenset({reckoning.REFET})),
    ),
    facts=_facts,
    headline=_headline,
    meld=combinations.worth,
    row=lambda _: {"claimed": "[28, 13]"},
    asks=_asks,
    season=(
        Tally("rubicons won", "parties won against a player below the rubicon", games_under(partie.RUBICON, won=True)),
        Tally("rubicons lost", "parties lost below the rubicon", games_under(partie.RUBICON, won=False)),
        Tally(
            "shut-outs",
            "parties won in which the other scored nothing at all",
            payments_under(partie.SHUT_OUT, made=False),
        ),
        Tally(
            "piques",
            "deals in which thirty were had in hand and play before the other scored",
            deals_with({in_play.PIQUE}),
        ),
        Tally(
            "repiques",
            "deals in which thirty were had in hand alone before the other scored",
            deals_with({in_hand.REPIQUE}),
        ),
        Tally("capots", "deals in which all twelve tricks were won", deals_with({reckoning.CAPOT})),
    ),
    begins=play.begins,
    told_dealer=_told_dealer,
    bounds=sheet.bounds,
)
