"""Piquet as a game: its house rules, how a partie is settled, and what the program needs to know of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinocle_cli.game import Column, Game, Key, Kind, Phase, SessionState, note, option
from pinocle_cli.games.piquet import combos, deal, declare, exchange, hearing, play, possible, reckon, rulings, sheet
from pinocle_cli.games.piquet.asks import ASKS
from pinocle_cli.games.piquet.calls import ANSWERS
from pinocle_cli.ledger import Payment, Result
from pinocle_cli.reader.deal import some_cards
from pinocle_cli.rule import Rule
from pinocle_cli.tally import Tally, deals_with, games_under, payments_under

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinocle_cli.cards import Deck
    from pinocle_cli.games.piquet.deal import Piquet
    from pinocle_cli.ledger import Finding, Verdict
    from pinocle_cli.reader.context import Reading
    from pinocle_cli.reader.parse import Node
    from pinocle_cli.record import Figure, Record

PARTIE_SIX = Rule(
    "partie-six",
    "The partie",
    "settlement",
    "A partie is six deals; the points are written down after each. Whoever has more at the end wins.",
    "001; Portland laws, 71",
)

RUBICON_BOTH = Rule(
    "rubicon-both-100",
    "Both over the rubicon",
    "settlement",
    """If both have a hundred points or more after the last deal, the winner gets the difference of the scores and a
    hundred. Exactly a hundred has crossed.""",
    "001; Portland laws, 72",
)

RUBICON = Rule(
    "rubicon",
    "The rubicon",
    "settlement",
    """If the loser has fewer than a hundred, the winner gets the sum of the two scores and a hundred, even if he has
    not reached a hundred himself.""",
    "001; Portland laws, 73",
)

REFET_CARRY = Rule(
    "refet-carry",
    "A refet carried over",
    "settlement",
    """If fewer than two deals are left after a refet, both doubled deals are carried over to the next partie. The extra
    deals of a level partie are not doubled.""",
    "001; decided for a level partie by us",
)

SHUT_OUT = Rule(
    "skvoznaya",
    "Shut out",
    "settlement",
    """If a player writes down nothing at all in a whole partie, the other gets a hundred on top of the settlement.
    (Source 001 says that "the player" writes a hundred for himself; that must be the other one.)""",
    "001; decided by us",
)

LEVEL = Rule(
    "level-partie",
    "A level partie",
    "settlement",
    "If both have the same after the last deal, each deals once more; if they still have, the partie is drawn.",
    "Portland laws, 71; the source text is silent",
)

SHUT_OUT_POINTS = 100
EXTRA_DEALS = 2
DOUBLED_DEALS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house rules; their defaults are the rulebook."""

    deals: int = option("6", varies=PARTIE_SIX, number=True)
    rubicon: int = option("100", varies=RUBICON, number=True)
    bonus: int = option("100", varies=RUBICON_BOTH, number=True)
    cards_at: str = option("7", "6", varies=reckon.CARDS)
    sequences: str = option("any-suit", "point-suit", varies=declare.SEQUENCE_IN_POINT_SUIT)
    equality_bars_pique: str = option("yes", "no", varies=reckon.PIQUE)
    repique: str = option("nothing-counted", "order-of-counting", varies=reckon.REPIQUE)
    younger_must_exchange: str = option("no", "yes", varies=exchange.YOUNGER_EXCHANGE)
    extra_card: str = option("doubled", "reckons-nothing", varies=play.TOO_MANY)
    refet: str = option("yes", "no", varies=reckon.REFET)
    shut_out: str = option("yes", "no", varies=SHUT_OUT)
    low_cards: str = option("count", "do-not-count", varies=reckon.LEAD)


PROFILES: dict[str, dict[str, Any]] = {
    "classic": {},
    "portland": {
        "equality_bars_pique": "no",
        "repique": "order-of-counting",
        "younger_must_exchange": "yes",
        "extra_card": "reckons-nothing",
        "refet": "no",
        "shut_out": "no",
    },
}


@dataclass(slots=True, kw_only=True)
class Partie(SessionState):
    """The score of a partie, and how many deals still count double."""

    doubled: int = 0  # deals of this partie that are still to be doubled
    carried: int = 0  # deals of the next partie that will be
    first: int | None = None  # the number of the first deal recorded
    whole: bool = True  # every deal so far was played to the end

    def __post_init__(self) -> None:
        """The score card before the first deal."""
        carried = self.record.more.get("opening-refet")
        if carried is not None and self.house.refet == "yes":
            self.doubled = carried.value

    def doubles(self, number: int) -> bool:
        """Whether the deal of that number counts double."""
        return self.doubled > 0 and number <= self.house.deals


def close(partie: Partie, state: Piquet, verdict: Verdict) -> Iterator[Finding]:
    """The deal has been entered; says whether it decides the partie."""
    if state.void is not None:
        partie.number -= 1  # the same deal is dealt again
        return
    if partie.first is None:
        partie.first = state.number
        carried = partie.record.more.get("opening-refet")
        if carried is not None and partie.house.refet == "no":
            yield note(REFET_CARRY, carried.place, "by the rules in force there is no refet: nothing is doubled for it")
    partie.whole = partie.whole and state.whole
    yield from _refet(partie, state, verdict)
    if partie.result is not None:
        text = f"the partie was decided in line {partie.result.line}; this deal still counts in the totals"
        yield note(partie.result.rule, state.place(), text)
    elif partie.totals is not None and partie.whole:
        yield from _decide(partie, state)


def _refet(partie: Partie, state: Piquet, verdict: Verdict) -> Iterator[Finding]:
    """Both scored the same: the next two deals count double, in this partie or the next."""
    if state.double:
        partie.doubled -= 1
    scores = verdict.scores
    level = scores is not None and state.whole and scores[0] == scores[1]
    if not level or partie.house.refet != "yes":
        return
    left = partie.house.deals - state.number
    if left >= DOUBLED_DEALS:
        partie.doubled = DOUBLED_DEALS
        yield note(reckon.REFET, state.place(), "both scored the same: a refet, the next two deals count double")
    else:
        partie.carried = DOUBLED_DEALS
        text = "both scored the same: a refet, carried over to the first two deals of the next partie"
        yield note(REFET_CARRY, state.place(), text)


def _decide(partie: Partie, state: Piquet) -> Iterator[Finding]:
    """After the sixth deal, or after the eighth where they were level."""
    totals: dict[int, int] = partie.totals or {}
    deals, number = partie.house.deals, state.number
    level = totals[0] == totals[1]
    if number < deals or deals < number < deals + EXTRA_DEALS:
        return
    if level and number == deals:
        yield note(LEVEL, state.place(), f"both have {totals[0]}: each deals once more")
        return
    carried = min(partie.carried + partie.doubled, DOUBLED_DEALS)
    more = (("refet-carried", carried),) if carried else ()
    if level:
        partie.result = Result(None, LEVEL, state.deal.line, more)
        return
    winner = 0 if totals[0] > totals[1] else 1
    rule = RUBICON if totals[1 - winner] < partie.house.rubicon else RUBICON_BOTH
    partie.result = Result(winner, rule, state.deal.line, more)


def settle(partie: Partie) -> list[Payment]:
    """Who pays whom: the difference or the sum, with a hundred; and a hundred for a shut-out."""
    result, totals = partie.result, partie.totals
    if result is None or result.winner is None or totals is None:
        return []
    winner, loser = result.winner, 1 - result.winner
    against = totals[loser] if result.rule is RUBICON else -totals[loser]
    payments = [Payment(loser, winner, totals[winner] + against + partie.house.bonus, "points", result.rule)]
    known = partie.first == 1 or loser in partie.record.opening
    if partie.house.shut_out == "yes" and totals[loser] == 0 and known:
        payments.append(Payment(loser, winner, SHUT_OUT_POINTS, "points", SHUT_OUT))
    return payments


# --- The game --------------------------------------------------------------------------------------------------------


def _opening_refet(reading: Reading, node: Node) -> Figure | None:
    figure = reading.number(node, 0)
    if figure is not None and figure.value > DOUBLED_DEALS:
        reading.wrong(node, "1 or 2: a refet doubles two deals")
        return None
    return figure


def _deck(_: House) -> Deck:
    return combos.DECK


def _accounts(record: Record) -> tuple[tuple[str, ...], tuple[int, ...]]:
    return record.players, (0, 1)


def _facts(verdict: Verdict, names: tuple[str, ...]) -> Mapping[str, str]:
    """Who was elder hand."""
    return {} if verdict.dealer is None else {"elder": names[1 - verdict.dealer]}


def _headline(house: House) -> str:
    return f"{house.deals} deals, rubicon {house.rubicon}"


GAME = Game(
    name="piquet",
    seats=(2,),
    house=House,
    profiles=PROFILES,
    deck=_deck,
    deal=deal.PiquetDeal,
    chapters=(combos, deal, exchange, declare, play, reckon, sheet, rulings, sys.modules[__name__]),
    trick_size=lambda players: players,
    verbs={"takes back": some_cards, "exposes": some_cards},
    envelope={
        "opening-refet": Key(
            Kind(_opening_refet, "number", {"enum": [0, 1, 2]}),
            "How many deals are still to be counted double, from a refet of the partie before.",
            "opening-refet: 1",
        )
    },
    words=frozenset(ANSWERS),
    accounts=_accounts,
    session=Partie,
    state=deal.Piquet,
    phases=(
        Phase(deal.whose_deal),
        Phase(deal.fits_one_pack),
        Phase(sheet.tricks_on_the_sheet, needs="tricks"),
        Phase(sheet.claims_that_can_be, needs="claimed"),
        Phase(exchange.exchange),
        Phase(play.replay, needs="play"),
        Phase(play.wrong_hands_alone),
        Phase(possible.calls_that_can_be, needs="calls"),
        Phase(hearing.declared),
        Phase(sheet.score),
    ),
    breaches=frozenset({play.PLAY, declare.FALSE_DECLARATION}),
    remedies=rulings.REMEDIES,
    close=close,
    settle=settle,
    columns=(
        Column("blanche", frozenset({declare.CARTE_BLANCHE})),
        Column("point", frozenset({combos.POINT_VALUE})),
        Column("sequence", frozenset({combos.TIERCE, combos.QUART, combos.QUINT})),
        Column("sets", frozenset({combos.TRIO, combos.QUATORZE})),
        Column("play", sheet.PLAY_RULES),
        Column("cards", frozenset({reckon.CARDS, reckon.CAPOT})),
        Column("pique", frozenset({reckon.PIQUE, reckon.REPIQUE})),
        Column("refet", frozenset({reckon.REFET})),
    ),
    facts=_facts,
    headline=_headline,
    meld=combos.worth,
    asks=ASKS,
    season=(
        Tally("rubicons won", "parties won against a player below the rubicon", games_under(RUBICON, won=True)),
        Tally("rubicons lost", "parties lost below the rubicon", games_under(RUBICON, won=False)),
        Tally(
            "shut-outs", "parties won in which the other scored nothing at all", payments_under(SHUT_OUT, made=False)
        ),
        Tally(
            "piques",
            "deals in which thirty were had in hand and play before the other scored",
            deals_with({reckon.PIQUE}),
        ),
        Tally(
            "repiques",
            "deals in which thirty were had in hand alone before the other scored",
            deals_with({reckon.REPIQUE}),
        ),
        Tally("capots", "deals in which all twelve tricks were won", deals_with({reckon.CAPOT})),
    ),
)
